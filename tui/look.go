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

type terminalLook struct {
	stage.Look
	profile termenv.Profile
	images  imageDrawer
}

func newTerminalLook(opts Options, out *os.File) (l terminalLook, err error) {
	l.Presenting, l.DefaultTheme = opts.Present, chart.Dark
	if hasLightBackground(os.Getenv("COLORFGBG")) {
		l.DefaultTheme = chart.Light
	}
	l.Theme = l.DefaultTheme
	if opts.Theme != "" && opts.Theme != "auto" {
		l.Theme, err = chart.ThemeByName(opts.Theme)
	}
	if err == nil && opts.Glyphs != "" {
		l.Glyphs, err = chart.GlyphsByName(opts.Glyphs)
	}
	if err != nil {
		return l, fmt.Errorf("%w: %w", session.ErrValue, err)
	}
	switch opts.Colour {
	case "", "auto":
		l.profile = termenv.Ascii
		// A dumb terminal has no colours, but termenv follows COLORTERM even if TERM is dumb.
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
	l.images = imageDrawer{theme: l.Theme, cell: pixels.DefaultCell}
	if opts.Pictures == "" || opts.Pictures == "auto" {
		l.images.mustAsk = pixels.CanQuery()
		return l, nil
	}
	known := false
	l.images.protocol, known = pixels.ProtocolByName(opts.Pictures)
	if !known {
		err = fmt.Errorf("%w: pictures %q are not auto, kitty, sixel or cells", session.ErrValue, opts.Pictures)
	}
	return l, err
}

// hasLightBackground reports whether the background is light: 7 or 9 to 15 of the 16 colours.
// colorfgbg is the value of the variable COLORFGBG, "foreground;background".
func hasLightBackground(colorfgbg string) bool {
	fields := strings.Split(colorfgbg, ";")
	background, err := strconv.Atoi(fields[len(fields)-1])
	return err == nil && (background == 7 || background >= 9)
}
