package chart

import "fmt"

// Style is what a cell means. A [Theme] decides what that looks like. The same
// meaning looks the same everywhere.
type Style uint8

const (
	Plain        Style = iota // ordinary text, in the terminal's own colour
	Dim                       // units, ticks, cross-hairs: there when looked for
	Bold                      // ordinary text that carries weight
	Title                     // the title of a panel
	Border                    // the frame of a panel
	Focus                     // the frame and title of the focused panel
	Accent                    // the one number the eye goes to first
	Source                    // the labelled source domain
	Target                    // the target domain
	LAR                       // label-alignment regularization
	NoAdaptation              // least squares on the source alone
	Pinned                    // the pinned solution
	ClosedForm                // the closed-form solution
	Good                      // a change for the better
	Bad                       // a change for the worse, an error
	Warning                   // something to be aware of
	Key                       // a key in a hint
	Inverse                   // the selected control
	Changed                   // what just moved

	numStyles = int(Changed) + 1
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

// ThemeByName returns the theme called name: "dark", "light", "mono",
// "colour-blind" or "colour-blind-light" ("colorblind" and "colorblind-light"
// are understood too).
func ThemeByName(name string) (Theme, error) {
	switch name {
	case "dark":
		return Dark, nil
	case "light":
		return Light, nil
	case "mono":
		return Mono, nil
	case "colour-blind", "colorblind":
		return ColourBlind, nil
	case "colour-blind-light", "colorblind-light":
		return ColourBlindLight, nil
	}
	return 0, fmt.Errorf("unknown theme %q (known: dark, light, mono, colour-blind, colour-blind-light)", name)
}

// String returns the name that [ThemeByName] knows.
func (t Theme) String() string {
	switch t {
	case Dark:
		return "dark"
	case Light:
		return "light"
	case Mono:
		return "mono"
	case ColourBlind:
		return "colour-blind"
	case ColourBlindLight:
		return "colour-blind-light"
	}
	return fmt.Sprintf("Theme(%d)", uint8(t))
}

// onDark reports whether the theme is meant for a dark background.
func (t Theme) onDark() bool { return t != Light && t != ColourBlindLight }

// look is how a style appears: a colour in true colour ("#rrggbb"; empty for
// the terminal's own) and for the sixteen-colour palette, and attributes.
type look struct {
	colour string
	ansi   string // index into the sixteen colours
	bold   bool
	faint  bool
	under  bool
	invert bool
}

// looks returns the table of the theme. Every text colour has a contrast of at
// least 4.5:1 (WCAG 2.1, success criterion 1.4.3) against #1e1e1e or #fafafa;
// frames are decoration and stay below the text. The sixteen colours are given
// by hand, since the nearest ones by distance would make meanings collide; the yellow
// that comes nearest to orange can't be read on white, so that bright red stands for
// it there.
func (t Theme) looks() [numStyles]look {
	switch t {
	case Light:
		return [numStyles]look{
			Dim:          {colour: "#6b6b6b", ansi: "8"},
			Bold:         {bold: true},
			Title:        {colour: "#303030", ansi: "0", bold: true},
			Border:       {colour: "#b4b4b4", ansi: "7"},
			Focus:        {colour: "#3a4a5c", ansi: "0", bold: true},
			Accent:       {colour: "#000000", ansi: "0", bold: true},
			Source:       {colour: "#005fbf", ansi: "4"},
			Target:       {colour: "#a84e00", ansi: "9"},
			LAR:          {colour: "#187a2f", ansi: "2"},
			NoAdaptation: {colour: "#626262", ansi: "8"},
			Pinned:       {colour: "#7a3fc0", ansi: "5"},
			ClosedForm:   {colour: "#0b7269", ansi: "6"},
			Good:         {colour: "#187a2f", ansi: "2"},
			Bad:          {colour: "#c01c28", ansi: "1"},
			Warning:      {colour: "#7d6200", ansi: "9", bold: true},
			Key:          {colour: "#303030", ansi: "0", bold: true},
			Inverse:      {invert: true},
			Changed:      {bold: true, under: true},
		}
	case Mono:
		return [numStyles]look{
			Dim:          {faint: true},
			Bold:         {bold: true},
			Title:        {bold: true},
			Border:       {faint: true},
			Focus:        {bold: true},
			Accent:       {bold: true, under: true},
			LAR:          {bold: true},
			NoAdaptation: {faint: true},
			ClosedForm:   {faint: true},
			Bad:          {bold: true},
			Warning:      {bold: true},
			Key:          {bold: true},
			Inverse:      {invert: true},
			Changed:      {under: true},
		}
	case ColourBlind:
		return [numStyles]look{
			Dim:          {colour: "#959595", ansi: "7"},
			Bold:         {bold: true},
			Title:        {colour: "#d4d4d4", ansi: "15", bold: true},
			Border:       {colour: "#585858", ansi: "8"},
			Focus:        {colour: "#c3cfdb", ansi: "15", bold: true},
			Accent:       {colour: "#ffffff", ansi: "15", bold: true},
			Source:       {colour: "#56b4e9", ansi: "12"}, // sky blue
			Target:       {colour: "#e69f00", ansi: "3"},  // orange
			LAR:          {colour: "#00a87b", ansi: "10"}, // bluish green
			NoAdaptation: {colour: "#a6a6a6", ansi: "7"},
			Pinned:       {colour: "#cc79a7", ansi: "13"}, // reddish purple
			ClosedForm:   {colour: "#7fc7b4", ansi: "6"},  // bluish green, paler
			Good:         {colour: "#00a87b", ansi: "10"},
			Bad:          {colour: "#e8701a", ansi: "9"}, // vermilion, lightened for contrast
			Warning:      {colour: "#f0e442", ansi: "11"},
			Key:          {colour: "#d4d4d4", ansi: "15", bold: true},
			Inverse:      {invert: true},
			Changed:      {bold: true, under: true},
		}
	case ColourBlindLight:
		return [numStyles]look{
			Dim:          {colour: "#6b6b6b", ansi: "8"},
			Bold:         {bold: true},
			Title:        {colour: "#303030", ansi: "0", bold: true},
			Border:       {colour: "#b4b4b4", ansi: "7"},
			Focus:        {colour: "#3a4a5c", ansi: "0", bold: true},
			Accent:       {colour: "#000000", ansi: "0", bold: true},
			Source:       {colour: "#006aa6", ansi: "4"}, // blue
			Target:       {colour: "#946300", ansi: "9"}, // orange
			LAR:          {colour: "#007a58", ansi: "2"}, // bluish green
			NoAdaptation: {colour: "#626262", ansi: "8"},
			Pinned:       {colour: "#a34a7c", ansi: "5"}, // reddish purple
			ClosedForm:   {colour: "#3d7568", ansi: "6"},
			Good:         {colour: "#007a58", ansi: "2"},
			Bad:          {colour: "#b84e00", ansi: "1"}, // vermilion
			Warning:      {colour: "#7a6a00", ansi: "9", bold: true},
			Key:          {colour: "#303030", ansi: "0", bold: true},
			Inverse:      {invert: true},
			Changed:      {bold: true, under: true},
		}
	}
	return [numStyles]look{
		Dim:          {colour: "#959595", ansi: "7"},
		Bold:         {bold: true},
		Title:        {colour: "#d4d4d4", ansi: "15", bold: true},
		Border:       {colour: "#585858", ansi: "8"},
		Focus:        {colour: "#c3cfdb", ansi: "15", bold: true},
		Accent:       {colour: "#ffffff", ansi: "15", bold: true},
		Source:       {colour: "#5fafff", ansi: "12"},
		Target:       {colour: "#ff9f43", ansi: "3"},
		LAR:          {colour: "#5fd75f", ansi: "10"},
		NoAdaptation: {colour: "#a6a6a6", ansi: "7"},
		Pinned:       {colour: "#c397ff", ansi: "13"},
		ClosedForm:   {colour: "#4fb8a5", ansi: "6"},
		Good:         {colour: "#5fd75f", ansi: "10"},
		Bad:          {colour: "#ff6b6b", ansi: "9"},
		Warning:      {colour: "#e8d44d", ansi: "11"},
		Key:          {colour: "#d4d4d4", ansi: "15", bold: true},
		Inverse:      {invert: true},
		Changed:      {bold: true, under: true},
	}
}
