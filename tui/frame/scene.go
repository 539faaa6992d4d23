// Package frame puts the pictures together to the explorer's screen, and says what keys do. It
// knows cells and keys, and neither Bubble Tea nor a terminal.
//
//	Host   keeps a Scene: asks the engine for what it needs, takes in what is said, and
//	       does what keys intend. Program (package tui) shows it, package plain says it.
//	Scene  all that a frame shows: the stage that pictures are given, what is selected, what
//	       covers them. Frame draws it, as a pure function of its size.
//
// A frame, from above: title and scores (header.go), panels (scene.go, views.go), those of
// the first screen and of present mode drawn more simply (first.go), the bar of controls
// (controlbar.go), the sentence (sentence.go), hints (help.go). The mouse goes by the same
// regions (mouse.go).
//
// The way of a key: tui's Program or plain's Talk → Host.Press → a row of the view's keys
// or of commonKeys, else a direct key of a control (controlbar.go) → Intent → Host.TurnTo →
// session.Explorer. What the engine says comes back through Host.News to Host.Hear.
//
// To add a view, write a type with the methods of stage.View in a package below tui/panel
// and give it a line in NewViews (views.go). Its Info has a free Key, and says that it
// stands Alone unless Scene.PanelRegions (scene.go) gives it a place among the panels. Its
// picture stands in cmd/larui/docs/views.md.
package frame

import (
	"fmt"
	"slices"

	"larui/tui/chart"
	"larui/tui/overlay/export"
	"larui/tui/session"
	"larui/tui/stage"
)

// A Scene is everything that a frame shows. Drawing it has no side effects, so
// a frame is a pure function of the scene and its size.
type Scene struct {
	stage.Stage
	// Focus is the index in Controls of the control that arrows turn.
	Focus int
	// Views is what views remember.
	Views []stage.View
	// Entry is the text being typed as an exact value, while Typing, with the
	// cursor before the rune at Cursor; EntryErr is what is wrong with it so far.
	Typing   bool
	Entry    string
	Cursor   int
	EntryErr error
	// Overlays are what may stand over the panels.
	Overlays []Overlay
	// Writer writes files.
	Writer *export.Writer
	// Message is shown in place of the sentence until the next key.
	Message string
	// did says what has led here, where that is more than a turn of one control.
	did deed

	// Common are the keys of every view, Direct those of controls. Bound are the keys of
	// actions, by their names, that have others than usual.
	Common, Direct []stage.Key
	Bound          map[string][]string
	// search is what is searched for, if anything, selectedJudge who is to choose, empty
	// where that is for the view to say.
	search        search
	selectedJudge session.Judge
	// Lessons is where one stands in a lesson, if in any.
	Lessons teaching
}

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

// Command returns the command line that opens the explorer in the present state and
// view, spoken where it is.
func (sc *Scene) Command() string {
	state := sc.State
	if f := sc.PlayedFrame(); f != nil { // which playing shows
		state.Params.Epochs = f.Epoch
	}
	command := sc.Update.Session.Command(state)
	if sc.Spoken {
		command += " --plain"
	}
	if view := sc.ViewName(); view != stage.FirstName {
		command += " --view=" + view
	}
	return command
}

// copyCommand copies and shows the command line of this screen.
func copyCommand(sc *Scene) stage.Intent {
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
	return stage.Intent{Kind: stage.Copy, Text: command}
}

// Frame draws the scene on a grid of w×h cells. Below 60×20 it says what size is
// needed.
func (sc *Scene) Frame(w, h int) *chart.Grid {
	g := chart.NewGrid(w, h).Spelling(sc.Glyphs)
	if w < stage.MinWidth || h < stage.MinHeight {
		text := fmt.Sprintf("larui needs %d×%d cells, this terminal has %d×%d", stage.MinWidth, stage.MinHeight, w, h)
		for i, line := range chart.Wrap(text, w, max(1, h)) {
			g.Text(0, i, line, chart.Warning)
		}
		return g
	}
	on := *asPlayed(sc) // which a copy of a scene may be
	sc = &on
	connect(sc)
	l := layoutOf(sc, w, h)
	drawHeader(sc, l, g)
	drawSentence(sc, l, g)
	drawHints(sc, g.Sub(0, h-1, w, 1))
	drawControls(sc, g)
	if over := sc.Over(); over != nil {
		over.Draw(sc, sc.Body(w, h).of(g).Box(over.Title(sc), chart.Focus, chart.Focus, sc.Glyphs))
	} else {
		drawPanels(sc, l, g)
	}
	drawMessage(sc, l, g)
	return g
}

// bodySize returns where the panels begin in a frame of w×h cells, below the
// header, and how many rows they have, above the controls, the sentence and the hints.
func bodySize(sc *Scene, w, h int) (top, height int) {
	l := layoutOf(sc, w, h)
	return l.top, h - l.bottom() - l.top
}

// drawMessage draws a message that is too long for its rows over the body.
func drawMessage(sc *Scene, l layout, g *chart.Grid) {
	w, h := g.Size()
	lines := boxedMessage(sc, l, w)
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

// A rect is a rectangle of cells of a frame.
type rect struct{ X, Y, W, H int }

func (r rect) Holds(x, y int) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// Of returns the part Of a frame that the rectangle covers.
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
	body, l := sc.Body(w, h), layoutOf(sc, w, h)
	switch {
	case l.simple:
		return simpleRegions(sc, l, body, w)
	case sc.Zoom || w < stage.PairWidth:
		return []panelRegion{{Name: sc.Panel, rect: body}}
	case !l.full:
		second := sc.Panel
		if second == stage.TargetName {
			second = stage.ConvergenceName
		}
		return row(body, stage.TargetName, second)
	}
	upper, lower := body, body
	upper.H = (body.H + 1) / 2
	lower.Y, lower.H = body.Y+upper.H, body.H-upper.H
	last := stage.TheoryName
	if sc.Panel == stage.MapName {
		// Five panels have room; the focused one is always among them.
		last = stage.MapName
	}
	return append(row(upper, stage.SpectrumName, stage.TargetName, stage.ConvergenceName), row(lower, stage.LambdaName, last)...)
}

// Row places panels side by side at equal widths.
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

// connect has the stage ask this scene for keys and sizes.
func connect(sc *Scene) {
	sc.Sign = func(action string) string { return signOf(sc, action) }
	sc.Inner = func() (w, h int) { return innerSize(sc) }
}

// innerSize is how many columns and rows a view has that fills the screen.
func innerSize(sc *Scene) (w, h int) {
	in := sc.Body(sc.Width, sc.Height).Inner()
	return in.W, in.H
}

// Shown returns the scene as playing shows it; lessons speak of the end.
func asPlayed(sc *Scene) *Scene {
	st := sc.Stage.Shown()
	if st == &sc.Stage {
		return sc
	}
	on := *sc
	on.Stage, on.Lessons.on = *st, lessonStage(sc)
	return &on
}

// drawPanels draws the panels that have room.
func drawPanels(sc *Scene, l layout, g *chart.Grid) {
	for _, region := range sc.PanelRegions(g.Size()) {
		if sketch, ok := sketchOf(sc, region); ok {
			drawSketch(sc, l, region, sketch, region.of(g))
		} else {
			drawPanel(sc, sc.Named(region.Name), region.of(g))
		}
	}
}
