package chart

import (
	"fmt"
	"slices"
	"strings"
)

// Style is the meaning of a cell. A [Theme] gives it a look, the same everywhere.
type Style uint8

const (
	Plain        Style = iota // ordinary text, in the terminal's own colour
	Dim                       // units, ticks, cross-hairs
	Bold                      // ordinary text with emphasis
	Title                     // the title of a panel
	Border                    // the frame of a panel
	Focus                     // the frame and title of the focused panel
	Accent                    // the most important number
	Source                    // the labelled source domain
	Target                    // the target domain
	LAR                       // label-alignment regularization
	NoAdaptation              // least squares on the source alone
	Pinned                    // the first pinned solution; PinnedB to PinnedD are the next ones
	ClosedForm                // the closed-form solution
	Good                      // a change for the better
	Bad                       // a change for the worse, an error
	Warning                   // a warning
	Key                       // a key in a hint
	Inverse                   // the selected control
	Changed                   // a value that has just changed
	SourcePale                // the first class of the source; the second is Source
	TargetPale                // the first class of the target; the second is Target
	PinnedB
	PinnedC
	PinnedD

	numStyles = int(PinnedD) + 1
)

// Theme maps meanings to colours and text attributes.
type Theme uint8

const (
	Dark             Theme = iota // for dark backgrounds
	Light                         // for light backgrounds
	Mono                          // bold, faint, underline and reverse; no colour
	ColourBlind                   // the palette of Okabe and Ito (2008), for dark backgrounds
	ColourBlindLight              // the same hues, darkened for light backgrounds
)

var themeNames = []string{"dark", "light", "mono", "colour-blind", "colour-blind-light"}

// Themes returns all themes in the order of the key that switches them.
func Themes() []Theme { return []Theme{Dark, Light, Mono, ColourBlind, ColourBlindLight} }

// ThemeByName returns the theme of the given name: "dark", "light", "mono", "colour-blind" or
// "colour-blind-light". The spellings "colorblind" and "colorblind-light" are accepted, too.
func ThemeByName(name string) (Theme, error) {
	at := slices.Index(themeNames, strings.Replace(name, "colorblind", "colour-blind", 1))
	if at < 0 {
		return 0, fmt.Errorf("unknown theme %q (known: %s)", name, strings.Join(themeNames, ", "))
	}
	return Theme(at), nil
}

// String returns the name for [ThemeByName].
func (t Theme) String() string { return themeNames[min(int(t), len(themeNames)-1)] }

// onDark reports whether the theme is for a dark background.
func (t Theme) onDark() bool { return t != Light && t != ColourBlindLight }

const (
	bold      = "1"
	faint     = "2"
	underline = "4"
	inverse   = "7"
	boldUnder = bold + ";" + underline
)

// look is the appearance of a style in the themes.
type look struct {
	attributes, mono string // attributes in themes with colours, and in Mono
	// dark, light, blind and blindLight are the colours in the other themes: "#rrggbb" in true
	// colour, and an index into the palette of sixteen; empty for the terminal's own colour.
	dark, light, blind, blindLight string
}

// looks is the table of styles. Every text colour has a contrast of at least 4.5:1 (WCAG 2.1,
// success criterion 1.4.3) against #1e1e1e or #fafafa; frames are decoration and have less. The
// sixteen colours are chosen by hand, since the nearest colours would give several meanings the
// same colour. The yellow nearest to orange is illegible on white, so bright red replaces it there.
// Yellow is bold on white.
var looks = [numStyles]look{
	Dim:          {"", faint, "#959595 7", "#6b6b6b 8", "#959595 7", "#6b6b6b 8"},
	Bold:         {attributes: bold, mono: bold},
	Title:        {bold, bold, "#d4d4d4 15", "#303030 0", "#d4d4d4 15", "#303030 0"},
	Border:       {"", faint, "#585858 8", "#b4b4b4 7", "#585858 8", "#b4b4b4 7"},
	Focus:        {bold, bold, "#c3cfdb 15", "#3a4a5c 0", "#c3cfdb 15", "#3a4a5c 0"},
	Accent:       {bold, boldUnder, "#ffffff 15", "#000000 0", "#ffffff 15", "#000000 0"},
	Source:       {"", "", "#5fafff 12", "#003070 4", "#56b4e9 12", "#003358 4"},
	Target:       {"", "", "#ff9f43 3", "#5a2400 9", "#e69f00 3", "#4f3500 9"},
	LAR:          {"", bold, "#5fd75f 10", "#187a2f 2", "#00a87b 10", "#007a58 2"},
	NoAdaptation: {"", faint, "#a6a6a6 7", "#626262 8", "#a6a6a6 7", "#626262 8"},
	Pinned:       {"", "", "#c397ff 13", "#7a3fc0 5", "#cc79a7 13", "#a34a7c 5"},
	ClosedForm:   {"", "", "#dcd6c4 15", "#33302a 0", "#dcd6c4 15", "#33302a 0"},
	Good:         {"", "", "#5fd75f 10", "#187a2f 2", "#00a87b 10", "#007a58 2"},
	Bad:          {"", bold, "#ff6b6b 9", "#c01c28 1", "#e8701a 9", "#b84e00 1"},
	Warning:      {"", bold, "#e8d44d 11", "#7d6200 9", "#f0e442 11", "#7a6a00 9"},
	Key:          {bold, bold, "#d4d4d4 15", "#303030 0", "#d4d4d4 15", "#303030 0"},
	Inverse:      {attributes: inverse, mono: inverse},
	Changed:      {attributes: boldUnder, mono: underline},
	SourcePale:   {"", faint, "#b8dcff 12", "#2c6be0 4", "#bfe3f7 12", "#2272c8 4"},
	TargetPale:   {"", faint, "#ffd7ad 3", "#b35900 9", "#f5d9a0 3", "#a16400 9"},
	PinnedB:      {"", "", "#4fd6d6 14", "#00707a 6", "#f0e442 11", "#7d6f00 6"},
	PinnedC:      {"", "", "#ff87c3 5", "#b0246e 5", "#a99bf5 5", "#5b4bb5 5"},
	PinnedD:      {"", "", "#c2c960 6", "#667000 6", "#d2b48c 6", "#7a5230 6"},
}

// look returns the appearance of a style in the theme. colour is empty for the terminal's own
// colour, and ansi is the index in the palette of sixteen.
func (t Theme) look(s Style) (attributes, colour, ansi string) {
	l := looks[s]
	if t == Mono {
		return l.mono, "", ""
	}
	if s == Warning && !t.onDark() {
		l.attributes = bold
	}
	hues := [...]string{Dark: l.dark, Light: l.light, ColourBlind: l.blind, ColourBlindLight: l.blindLight}
	colour, ansi, _ = strings.Cut(hues[t], " ")
	return l.attributes, colour, ansi
}
