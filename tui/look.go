package tui

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/muesli/termenv"

	"larui/tui/chart"
	"larui/tui/session"
)

// A look is how frames are drawn: theme, colours and glyphs.
type look struct {
	theme   chart.Theme
	profile termenv.Profile
	glyphs  chart.Glyphs
	// usual is the theme without an option, colour the option of that name where
	// it is not auto: what it takes to look the same again.
	usual  chart.Theme
	colour string
}

// newLook resolves the options for the file that frames go to, without asking
// the terminal anything.
func newLook(opts Options, out *os.File) (look, error) {
	var l look
	var err error
	l.usual = chart.Dark
	if lightBackground(os.Getenv("COLORFGBG")) {
		l.usual = chart.Light
	}
	switch opts.Theme {
	case "", "auto":
		l.theme = l.usual
	default:
		if l.theme, err = chart.ThemeByName(opts.Theme); err != nil {
			return l, fmt.Errorf("%w: %w", session.ErrValue, err)
		}
	}
	if opts.Glyphs != "" {
		if l.glyphs, err = chart.GlyphsByName(opts.Glyphs); err != nil {
			return l, fmt.Errorf("%w: %w", session.ErrValue, err)
		}
	}
	switch opts.Colour {
	case "", "auto":
		l.profile = termenv.Ascii
		// termenv goes by COLORTERM even where TERM says that there is nothing to
		// colour with.
		if isatty.IsTerminal(out.Fd()) && os.Getenv("TERM") != "dumb" {
			l.profile = termenv.NewOutput(out).EnvColorProfile()
		}
	case "always":
		l.profile = termenv.TrueColor
	case "never":
		l.profile = termenv.Ascii
	default:
		return l, fmt.Errorf("%w: colour %q is neither auto, always nor never", session.ErrValue, opts.Colour)
	}
	if opts.Colour != "auto" {
		l.colour = opts.Colour
	}
	return l, nil
}

// lightBackground reads COLORFGBG, "foreground;background" in the numbers of the
// 16 colours: 7 and 9 to 15 are light.
func lightBackground(colorfgbg string) bool {
	fields := strings.Split(colorfgbg, ";")
	background, err := strconv.Atoi(fields[len(fields)-1])
	return err == nil && (background == 7 || background >= 9)
}

// nextGlyphs cycles through the sets of glyphs, from the finest to the plainest.
func nextGlyphs(gl chart.Glyphs) chart.Glyphs { return (gl + 1) % (chart.ASCII + 1) }

// nextTheme cycles through the themes.
func nextTheme(t chart.Theme) chart.Theme {
	themes := []chart.Theme{chart.Dark, chart.Light, chart.Mono, chart.ColourBlind, chart.ColourBlindLight}
	for i, other := range themes {
		if other == t {
			return themes[(i+1)%len(themes)]
		}
	}
	return chart.Dark
}
