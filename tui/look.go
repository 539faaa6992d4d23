package tui

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/muesli/termenv"

	"larui/tui/chart"
	"larui/tui/pixels"
	"larui/tui/session"
	"larui/tui/stage"
)

// A look is the drawing style of frames, with the number of colours.
type look struct {
	stage.Look
	profile termenv.Profile
	// protocol is the protocol of images. asks reports whether the terminal must be asked for it.
	protocol pixels.Protocol
	asks     bool
}

// newLook returns the look of the options for frames written to out. It does not query the
// terminal.
func newLook(opts Options, out *os.File) (look, error) {
	var l look
	l.Presenting = opts.Present
	var err error
	l.DefaultTheme = chart.Dark
	if lightBackground(os.Getenv("COLORFGBG")) {
		l.DefaultTheme = chart.Light
	}
	switch opts.Theme {
	case "", "auto":
		l.Theme = l.DefaultTheme
	default:
		l.Theme, err = chart.ThemeByName(opts.Theme)
		if err != nil {
			return l, fmt.Errorf("%w: %w", session.ErrValue, err)
		}
	}
	if opts.Glyphs != "" {
		l.Glyphs, err = chart.GlyphsByName(opts.Glyphs)
		if err != nil {
			return l, fmt.Errorf("%w: %w", session.ErrValue, err)
		}
	}
	switch opts.Colour {
	case "", "auto":
		l.profile = termenv.Ascii
		// termenv follows COLORTERM even on a dumb terminal, which has no colours.
		if isatty.IsTerminal(out.Fd()) && os.Getenv("TERM") != "dumb" {
			l.profile = termenv.NewOutput(out).EnvColorProfile()
		}
	case "always":
		l.profile = termenv.TrueColor
	case "never":
		l.profile = termenv.Ascii
	default:
		return l, fmt.Errorf("%w: colour %q is not auto, always or never", session.ErrValue, opts.Colour)
	}
	if opts.Colour != "auto" {
		l.ColourOption = opts.Colour
	}
	known := true
	if opts.Pictures == "" || opts.Pictures == "auto" {
		l.asks = pixels.CanQuery()
	} else {
		l.protocol, known = pixels.ByName(opts.Pictures)
	}
	if !known {
		return l, fmt.Errorf("%w: pictures %q are not auto, kitty, sixel or cells", session.ErrValue, opts.Pictures)
	}
	return l, nil
}

// lightBackground reports whether COLORFGBG names a light background. Its value is
// "foreground;background" in numbers of the 16 colours, of which 7 and 9 to 15 are light.
func lightBackground(colorfgbg string) bool {
	fields := strings.Split(colorfgbg, ";")
	background, err := strconv.Atoi(fields[len(fields)-1])
	return err == nil && (background == 7 || background >= 9)
}
