package view

import (
	"slices"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/opener"
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
	// Views is what views remember.
	Views Views
	// HelpTop is how far the help is scrolled.
	HelpTop int
	// Entry is the text being typed as an exact value, while Typing, with the
	// cursor before the rune at Cursor; EntryErr is what is wrong with it so far.
	Typing   bool
	Entry    string
	Cursor   int
	EntryErr error
	// Opener is the overlay that opens another pair.
	Opener opener.Opener
	// Message is shown in place of the sentence until the next key.
	Message string

	// Width and Height are those of the screen, Common the keys of every view.
	Width, Height int
	Common        []Key
	// Trainer trains the rivals.
	Trainer *session.Trainer
	// Spoken says what is to be done in commands of --plain instead of in keys.
	Spoken bool

	Look
}

// Smallest sizes for the three layouts.
const (
	MinWidth, MinHeight   = 60, 20
	pairWidth             = 80
	fullWidth, fullHeight = 120, 30
)

// Controls returns the controls that apply to the pair.
func (sc *Scene) Controls() []session.Option {
	var cs []session.Option
	for _, c := range session.Controls() {
		if c.Applies(sc.Limits) {
			cs = append(cs, c)
		}
	}
	return cs
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
	command := sc.Update.Session.Command(sc.State)
	if sc.Spoken {
		command += " --plain"
	}
	if view := sc.ViewName(); view != DashboardName {
		command += " --view=" + view
	}
	return command
}

// firstFitting spells the first of some texts that fits w columns, else as much of the
// last as does.
func (sc *Scene) firstFitting(texts []string, w int) string {
	for _, text := range texts[:len(texts)-1] {
		if text = sc.Spell(text); chart.TextWidth(text) <= w {
			return text
		}
	}
	return sc.Glyphs.Truncate(texts[len(texts)-1], w)
}

// A Look is how frames are drawn.
type Look struct {
	Theme  chart.Theme
	Glyphs chart.Glyphs
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
	if sc.Colour != "" {
		command += " --colour=" + sc.Colour
	}
	return Intent{Kind: Copy, Text: command}
}

// nextTheme cycles through the themes.
func nextTheme(sc *Scene) Intent {
	themes := []chart.Theme{chart.Dark, chart.Light, chart.Mono, chart.ColourBlind, chart.ColourBlindLight}
	sc.Theme = themes[(slices.Index(themes, sc.Theme)+1)%len(themes)]
	return Tell("theme %s", sc.Theme)
}

// nextGlyphs cycles through the sets of glyphs, from the finest to the plainest.
func nextGlyphs(sc *Scene) Intent {
	sc.Glyphs = (sc.Glyphs + 1) % (chart.ASCII + 1)
	return Tell("glyphs %s", sc.Glyphs)
}
