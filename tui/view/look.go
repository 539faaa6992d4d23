package view

import (
	"larui/tui/chart"
	"slices"
)

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
func (sc *Scene) copyCommand() Intent {
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
func (sc *Scene) nextTheme() Intent {
	themes := []chart.Theme{chart.Dark, chart.Light, chart.Mono, chart.ColourBlind, chart.ColourBlindLight}
	sc.Theme = themes[(slices.Index(themes, sc.Theme)+1)%len(themes)]
	return Tell("theme %s", sc.Theme)
}

// nextGlyphs cycles through the sets of glyphs, from the finest to the plainest.
func (sc *Scene) nextGlyphs() Intent {
	sc.Glyphs = (sc.Glyphs + 1) % (chart.ASCII + 1)
	return Tell("glyphs %s", sc.Glyphs)
}
