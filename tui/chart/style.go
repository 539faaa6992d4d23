package chart

import (
	"fmt"
	"slices"
	"strings"
)

// Style is what a cell means, such as a warning. A [Theme] gives each style its colour and
// attributes.
type Style uint8

const (
	Plain        Style = iota // ordinary text, in the terminal's own colour
	Dim                       // units, numbers of ticks, notes
	Bold                      // ordinary text with emphasis
	Title                     // a title in a border
	Border                    // borders, axes, cross-hairs
	Focus                     // the border and title of the selected panel
	Accent                    // the most important number
	Source                    // the labelled source domain
	Target                    // the target domain
	LAR                       // label-alignment regularization
	NoAdaptation              // least squares on the source alone
	Pinned                    // the first pinned solution; PinnedB to PinnedD are the second to the fourth
	ClosedForm                // the closed-form solution
	Good                      // a change for the better
	Bad                       // a change for the worse; an error
	Warning                   // a warning
	Key                       // the name of a key
	Inverse                   // the selected control
	Changed                   // a value that has just changed
	SourcePale                // the first class of the source; the second is Source
	TargetPale                // the first class of the target; the second is Target
	PinnedB
	PinnedC
	PinnedD

	numStyles = int(PinnedD) + 1
)

// Theme gives styles their colours and text attributes.
type Theme uint8

const (
	Dark             Theme = iota // for dark backgrounds
	Light                         // for light backgrounds
	Mono                          // bold, faint, underline and reverse; no colour
	ColourBlind                   // the palette of Okabe and Ito (2008), for dark backgrounds
	ColourBlindLight              // the same hues, darkened for light backgrounds
)

var themeNames = []string{"dark", "light", "mono", "colour-blind", "colour-blind-light"}

// Themes returns all themes. A key of the program switches from each theme to the next.
func Themes() []Theme { return []Theme{Dark, Light, Mono, ColourBlind, ColourBlindLight} }

// ThemeByName returns the theme called "dark", "light", "mono", "colour-blind" or
// "colour-blind-light". It also accepts "colorblind" and "colorblind-light".
func ThemeByName(name string) (Theme, error) {
	at := slices.Index(themeNames, strings.Replace(name, "colorblind", "colour-blind", 1))
	if at < 0 {
		return 0, fmt.Errorf("unknown theme %q (known: %s)", name, strings.Join(themeNames, ", "))
	}
	return Theme(at), nil
}

// String returns the name of the theme, as [ThemeByName] takes it.
func (t Theme) String() string { return themeNames[min(int(t), len(themeNames)-1)] }

func (t Theme) hasDarkBackground() bool { return t != Light && t != ColourBlindLight }

type attributes uint8

const (
	bold attributes = 1 << iota
	faint
	underline
	inverse
)

type appearance struct {
	attributes, mono attributes // in themes with colours, and in Mono
	// dark, light, blind and blindLight are the colours in the four themes with colours: "#rrggbb"
	// and, after a blank, an index into the palette of sixteen colours; empty for the terminal's
	// own colour.
	dark, light, blind, blindLight string
}

// appearances has the appearance of each style. Every colour of text has a contrast of at least
// 4.5:1 (WCAG 2.1, success criterion 1.4.3) against #1e1e1e or #fafafa; borders have less. The
// sixteen colours are chosen by hand, because the nearest ones would make several styles equal. On
// white, bright red stands for orange: yellow, the nearest colour, is illegible there.
var appearances = [numStyles]appearance{
	Dim:          {0, faint, "#959595 7", "#6b6b6b 8", "#959595 7", "#6b6b6b 8"},
	Bold:         {attributes: bold, mono: bold},
	Title:        {bold, bold, "#d4d4d4 15", "#303030 0", "#d4d4d4 15", "#303030 0"},
	Border:       {0, faint, "#585858 8", "#b4b4b4 7", "#585858 8", "#b4b4b4 7"},
	Focus:        {bold, bold, "#c3cfdb 15", "#3a4a5c 0", "#c3cfdb 15", "#3a4a5c 0"},
	Accent:       {bold, bold | underline, "#ffffff 15", "#000000 0", "#ffffff 15", "#000000 0"},
	Source:       {0, 0, "#5fafff 12", "#003070 4", "#56b4e9 12", "#003358 4"},
	Target:       {0, 0, "#ff9f43 3", "#5a2400 9", "#e69f00 3", "#4f3500 9"},
	LAR:          {0, bold, "#5fd75f 10", "#187a2f 2", "#00a87b 10", "#007a58 2"},
	NoAdaptation: {0, faint, "#a6a6a6 7", "#626262 8", "#a6a6a6 7", "#626262 8"},
	Pinned:       {0, 0, "#c397ff 13", "#7a3fc0 5", "#cc79a7 13", "#a34a7c 5"},
	ClosedForm:   {0, 0, "#dcd6c4 15", "#33302a 0", "#dcd6c4 15", "#33302a 0"},
	Good:         {0, 0, "#5fd75f 10", "#187a2f 2", "#00a87b 10", "#007a58 2"},
	Bad:          {0, bold, "#ff6b6b 9", "#c01c28 1", "#e8701a 9", "#b84e00 1"},
	Warning:      {0, bold, "#e8d44d 11", "#7d6200 9", "#f0e442 11", "#7a6a00 9"},
	Key:          {bold, bold, "#d4d4d4 15", "#303030 0", "#d4d4d4 15", "#303030 0"},
	Inverse:      {attributes: inverse, mono: inverse},
	Changed:      {attributes: bold | underline, mono: underline},
	SourcePale:   {0, faint, "#b8dcff 12", "#2c6be0 4", "#bfe3f7 12", "#2272c8 4"},
	TargetPale:   {0, faint, "#ffd7ad 3", "#b35900 9", "#f5d9a0 3", "#a16400 9"},
	PinnedB:      {0, 0, "#4fd6d6 14", "#00707a 6", "#f0e442 11", "#7d6f00 6"},
	PinnedC:      {0, 0, "#ff87c3 5", "#b0246e 5", "#a99bf5 5", "#5b4bb5 5"},
	PinnedD:      {0, 0, "#c2c960 6", "#667000 6", "#d2b48c 6", "#7a5230 6"},
}

// colour returns the colour of a style in the theme, as "#rrggbb" and as an index into the palette
// of sixteen colours. Both are empty for the terminal's own colour.
func (t Theme) colour(s Style) (hex, ansi string) {
	l := appearances[s]
	hues := [...]string{Dark: l.dark, Light: l.light, Mono: "", ColourBlind: l.blind, ColourBlindLight: l.blindLight}
	hex, ansi, _ = strings.Cut(hues[t], " ")
	return hex, ansi
}

func (t Theme) attributes(s Style) attributes {
	switch {
	case t == Mono:
		return appearances[s].mono
	case s == Warning && !t.hasDarkBackground():
		return bold
	}
	return appearances[s].attributes
}
