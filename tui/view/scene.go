// Package view draws the explorer and says what its keys do. It knows cells and keys,
// and neither Bubble Tea nor a terminal.
//
//	Host   keeps a Scene: asks the engine for what it needs, takes in what is said, and
//	       does what keys intend. Program (package tui) shows it, package plain says it.
//	Scene  all that a frame shows: the session.Explorer, what is selected, and the Views
//	       with what each remembers. Frame draws it, as a pure function of its size.
//	View   one picture: Info, Keys, Jobs, Draw, Lines (what it shows in words), Click and
//	       Wheel. Its jobs are asked for while it fills the screen, and it is drawn
//	       once there is a solution.
//	reader  the cursor that reads off curves and points (reading.go): views hand these to
//	       Scene.drawCurves and drawPoints with a readout, and say in Info that one Reads
//	Key    what some keys do, as a row of a table; Idle says why they rest, Do returns an
//	       Intent: nothing more, ask the engine, turn to a state, say something, quit.
//	search  what is searched for until the state stands at it (choose.go), where maps and λ
//	       are judged without labels, too
//	lessons, overlays  what stands over the panels or below them: its keys lead from here
//	       to packages lesson, opener, export, palette and help (lessons.go, overlays.go)
//	Keeping  what a Host goes on from, and who keeps what it comes to (kept.go): no
//	       pictures, but the turns that led to them, and each view's Memory.
//
// A frame, from above: title and scores (header.go), panels (scene.go, views.go), those of
// the first screen and of present mode drawn more simply (first.go), the bar of controls
// (controlbar.go), the sentence (sentence.go), hints (help.go). The mouse goes by the same regions
// (keys.go).
//
// The way of a key: tui's Program or plain's Talk → Host.Press → a row of the view's keys
// or of commonKeys, else a direct key of a control (controlbar.go) → Intent → Host.TurnTo →
// session.Explorer. What the engine says comes back through Host.News to Host.Hear.
//
// To add a view, write a type with the methods of View in a file of its own (embed still
// for Keys, Jobs, Click, Wheel and Memory as far as it has none), and give it a field in Views and
// a line in Views.All (views.go). Its Info has a free Key, and says that it stands Alone
// unless Scene.PanelRegions (scene.go) gives it a place among the panels. What needs
// computing is a session.Job with a key; Draw finds its newest result with
// session.ResultOf and has to say so where there is none yet. Its picture stands in
// cmd/larui/docs/views.md.
package view

import (
	"fmt"
	"slices"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/export"
	"larui/tui/help"
	"larui/tui/opener"
	"larui/tui/palette"
	"larui/tui/session"
)

// A Scene is everything that a frame shows. Drawing it has no side effects, so
// a frame is a pure function of the scene and its size.
type Scene struct {
	// Explorer is the state on its way, and what the engine has said of it.
	*session.Explorer

	// Focus is the index in Controls of the control that arrows turn, Panel names
	// the focused view; Zoom lets that panel fill the screen and Help covers it.
	Focus int
	Panel string
	Zoom  bool
	Help  bool
	// Source has panel target show the source, where both don't stand side by side.
	Source bool
	// All shows all panels in place of the first screen.
	All bool
	// Views is what views remember.
	Views Views
	// Book is what shows of the help, seen are the words on the screen that it covers.
	Book help.Book
	seen []help.Word
	// Entry is the text being typed as an exact value, while Typing, with the
	// cursor before the rune at Cursor; EntryErr is what is wrong with it so far.
	Typing   bool
	Entry    string
	Cursor   int
	EntryErr error
	// Opener is the overlay that opens another pair.
	Opener opener.Opener
	// Export is the overlay that names a file, Writer writes it.
	Export export.Overlay
	Writer *export.Writer
	// Palette is the overlay in which one types what is to be done.
	Palette palette.Palette
	// Message is shown in place of the sentence until the next key.
	Message string
	// did says what has led here, where that is more than a turn of one control.
	did deed

	// Width and Height are those of the screen.
	Width, Height int
	// Common are the keys of every view, Direct those of controls. Bound are the keys of
	// actions, by their names, that have others than usual.
	Common, Direct []Key
	Bound          map[string][]string
	// search is what is searched for, if anything, selectedJudge who is to choose, empty
	// where that is for the view to say.
	search        search
	selectedJudge session.Judge
	// reads is the cursor that reads off what is drawn, nil for none; what can be read off
	// is added to pictures, where that is not nil.
	reads    *reader
	pictures *[]picture
	// Lessons is where one stands in a lesson, if in any.
	Lessons teaching
	// Trainer trains the rivals.
	Trainer *session.Trainer
	// Spoken says what is to be done in commands of --plain instead of in keys.
	Spoken bool

	Look
}

// Smallest sizes for the layouts: of anything, of two panels, of blank rows, of all.
const (
	MinWidth, MinHeight   = 60, 20
	pairWidth             = 80
	airyHeight            = 24
	fullWidth, fullHeight = 120, 30
)

// Controls returns the controls that apply to the pair, in the order in which they stand
// and the focus moves: λ first.
func (sc *Scene) Controls() []session.Option {
	lambda, _ := session.OptionByName("lambda")
	others := slices.DeleteFunc(session.Controls(), func(c session.Option) bool { return c.Name == lambda.Name || !c.Applies(sc.Limits) })
	return append([]session.Option{lambda}, others...)
}

// Focused returns the control that the arrows turn.
func (sc *Scene) Focused() session.Option {
	cs := sc.Controls()
	return cs[max(0, min(len(cs)-1, sc.Focus))]
}

// Solution is the newest solution, nil before the first.
func (sc *Scene) Solution() *model.Solution { return sc.Update.Solution }

// Label is what the screen calls a control.
func (sc *Scene) Label(c session.Option) string { return sc.Spell(c.Label) }

// Spell writes text as the glyphs can show it, which may widen it: what is laid out
// by its width is spelled first.
func (sc *Scene) Spell(text string) string { return sc.Glyphs.Spell(text) }

// Command returns the command line that opens the explorer in the present state and
// view, spoken where it is.
func (sc *Scene) Command() string {
	state := sc.State
	if f := sc.frame(); f != nil { // which playing shows
		state.Params.Epochs = f.Epoch
	}
	command := sc.Update.Session.Command(state)
	if sc.Spoken {
		command += " --plain"
	}
	if view := sc.ViewName(); view != FirstName {
		command += " --view=" + view
	}
	return command
}

// A Look is how frames are drawn.
type Look struct {
	Theme  chart.Theme
	Glyphs chart.Glyphs
	// Present shows one picture, bold, with one control: for the last row of a room.
	Present bool
	// Usual is the theme without an option, Colour the option of that name where it is
	// not auto: what it takes to look the same again.
	Usual  chart.Theme
	Colour string
}

// copyCommand copies and shows the command line of this screen.
func copyCommand(sc *Scene) Intent {
	command := sc.Command()
	if sc.Theme != sc.Usual {
		command += " --theme=" + sc.Theme.String()
	}
	if sc.Glyphs != chart.Braille {
		command += " --glyphs=" + sc.Glyphs.String()
	}
	if sc.Present {
		command += " --present"
	}
	if sc.Colour != "" {
		command += " --colour=" + sc.Colour
	}
	return Intent{Kind: Copy, Text: command}
}

// Frame draws the scene on a grid of w×h cells. Below 60×20 it says what size is
// needed.
func (sc *Scene) Frame(w, h int) *chart.Grid {
	g := chart.NewGrid(w, h).Spelling(sc.Glyphs)
	if w < MinWidth || h < MinHeight {
		text := fmt.Sprintf("larui needs %d×%d cells, this terminal has %d×%d", MinWidth, MinHeight, w, h)
		for i, line := range chart.Wrap(text, w, max(1, h)) {
			g.Text(0, i, line, chart.Warning)
		}
		return g
	}
	sc = sc.shown()
	l := sc.layout(w, h)
	drawHeader(sc, l, g)
	drawSentence(sc, l, g)
	drawHints(sc, g.Sub(0, h-1, w, 1))
	drawControls(sc, g)
	switch {
	case sc.Help:
		sc.Book.Draw(sc.Body(w, h).of(g).Box("help", chart.Focus, chart.Focus, sc.Glyphs), sc.pages(), sc.Glyphs)
	case sc.Opener.Shown:
		inner := sc.Body(w, h).of(g).Box(sc.Spell(sc.Opener.Title()), chart.Focus, chart.Focus, sc.Glyphs)
		sc.Opener.Draw(inner, sc.Glyphs)
	case sc.Lessons.List.Shown:
		sc.Lessons.List.Draw(sc.Body(w, h).of(g).Box("lessons", chart.Focus, chart.Focus, sc.Glyphs), sc.Glyphs)
	case sc.Export.Shown:
		sc.Export.Draw(sc.Body(w, h).of(g).Box("export", chart.Focus, chart.Focus, sc.Glyphs), sc.Glyphs)
	case sc.Palette.Shown:
		sc.Palette.Draw(sc.Body(w, h).of(g).Box("palette", chart.Focus, chart.Focus, sc.Glyphs), sc.Glyphs)
	default:
		for _, region := range sc.PanelRegions(w, h) {
			if sc.isSimple(region) {
				drawSimple(sc, l, region, region.of(g))
			} else {
				drawPanel(sc, sc.Named(region.Name), region.of(g))
			}
		}
	}
	drawMessage(sc, l, g)
	return g
}

// bodySize returns where the panels begin in a frame of w×h cells, below the
// header, and how many rows they have, above the controls, the sentence and the hints.
func bodySize(sc *Scene, w, h int) (top, height int) {
	l := sc.layout(w, h)
	return l.top, h - l.bottom() - l.top
}

// drawMessage draws a message that is too long for its rows over the body.
func drawMessage(sc *Scene, l layout, g *chart.Grid) {
	w, h := g.Size()
	lines := sc.boxed(l, w)
	if lines == nil {
		return
	}
	box := g.Sub(0, l.top, w, min(len(lines)+2, h-l.top-1))
	box.Clear()
	inner := box.Box("", chart.Focus, chart.Focus, sc.Glyphs)
	for i, line := range lines {
		inner.Text(1, i, line, chart.Plain)
	}
}

// Where things lie in a frame. Drawing and the mouse both go by these, so that a
// click always meets what is seen.

// A rect is a rectangle of cells of a frame.
type rect struct{ X, Y, W, H int }

func (r rect) Holds(x, y int) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// of returns the part of a frame that the rectangle covers.
func (r rect) of(frame *chart.Grid) *chart.Grid { return frame.Sub(r.X, r.Y, r.W, r.H) }

// Inner is what a box drawn along the edge leaves.
func (r rect) Inner() rect {
	if r.W < 2 || r.H < 2 {
		return rect{X: r.X, Y: r.Y}
	}
	return rect{r.X + 1, r.Y + 1, r.W - 2, r.H - 2}
}

// Body is where the panels lie in a frame of w×h cells.
func (sc *Scene) Body(w, h int) rect {
	top, height := bodySize(sc, w, h)
	return rect{0, top, w, max(0, height)}
}

// A panelRegion is where a panel lies, its box included.
type panelRegion struct {
	Name string
	rect
	// Source tells that it shows the source, beside the target of that name or for it.
	Source bool
}

// PanelRegions places panels in a frame of w×h cells: those of the first screen or, of all
// panels, as many as there is room for, two from 80 columns, else the focused one.
func (sc *Scene) PanelRegions(w, h int) []panelRegion {
	body, l := sc.Body(w, h), sc.layout(w, h)
	switch {
	case l.simple:
		return sc.simpleRegions(l, body, w)
	case sc.Zoom || w < pairWidth:
		return []panelRegion{{Name: sc.Panel, rect: body}}
	case !l.full:
		second := sc.Panel
		if second == targetName {
			second = convergenceName
		}
		return row(body, targetName, second)
	}
	upper, lower := body, body
	upper.H = (body.H + 1) / 2
	lower.Y, lower.H = body.Y+upper.H, body.H-upper.H
	last := theoryName
	if sc.Panel == mapName {
		// Five panels have room; the focused one is always among them.
		last = mapName
	}
	return append(row(upper, spectrumName, targetName, convergenceName), row(lower, lambdaName, last)...)
}

// row places panels side by side at equal widths.
func row(in rect, names ...string) []panelRegion {
	var regions []panelRegion
	x := 0
	for i, name := range names {
		end := in.W * (i + 1) / len(names)
		regions = append(regions, panelRegion{Name: name, rect: rect{in.X + x, in.Y, end - x, in.H}})
		x = end
	}
	return regions
}

// How text is laid in lines.

// drawWrapped writes a text between columns 1 and w-1, from line y on, in as many lines
// as it takes and at most rows, and returns the line below it.
func drawWrapped(sc *Scene, g *chart.Grid, y, rows int, text string, style chart.Style) int {
	w, _ := g.Size()
	for _, line := range chart.Wrap(sc.Spell(text), w-2, rows) {
		g.Text(1, y, line, style)
		y++
	}
	return y
}

// A piece of a line is text in one style.
type piece struct {
	text  string
	style chart.Style
}

// A group is pieces that belong together.
type group []piece

// groupGap is how far groups usually stand apart.
const groupGap = 3

// widthOf returns how many columns groups take in one line.
func widthOf(line []group, gap int) int {
	width := gap * (len(line) - 1)
	for _, group := range line {
		for _, p := range group {
			width += chart.TextWidth(p.text)
		}
	}
	return width
}

// flow puts groups into lines of w columns, none broken over lines.
func flow(groups []group, w, gap int) (lines [][]group) {
	for _, g := range groups {
		if last := len(lines) - 1; last >= 0 && widthOf(append(lines[last], g), gap) <= w {
			lines[last] = append(lines[last], g)
		} else {
			lines = append(lines, []group{g})
		}
	}
	return lines
}

// drawGroups writes groups over the lines of g, and returns those that have no room.
func drawGroups(g *chart.Grid, groups []group, gap int) (left []group) {
	w, h := g.Size()
	lines := flow(groups, w, gap)
	h = min(h, len(lines))
	for y, line := range lines[:h] {
		x := 0
		for i, group := range line {
			next := x + widthOf(line[i:i+1], gap) + gap
			for _, p := range group {
				x += g.Text(x, y, p.text, p.style)
			}
			x = next
		}
	}
	return slices.Concat(lines[h:]...)
}
