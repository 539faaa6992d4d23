package chart

import (
	"math"

	"github.com/muesli/termenv"
)

// Shade is a place on one of three scales of colours, which represents a number in a heat map or
// picture. The colour depends on the [Theme]. The zero Shade is no colour.
type Shade uint8

type scale uint8

const (
	// sequential runs from low to high, for heat maps. Its lightness increases or decreases all
	// along, and all its colours differ from the background.
	sequential scale = iota
	// grey runs from the colour of the background to the colour of text, for pictures.
	grey
	// diverging runs from blue through the colour of the background to red, for numbers with a
	// sign. Everyone can distinguish its blue from its red, with any kind of colour vision.
	diverging

	numScales = 3
)

const (
	// shadeSteps is the number of steps from one end of a scale to the other. It is even, so that
	// the diverging scale has a shade for zero in its middle.
	shadeSteps = 64
	numShades  = 1 + numScales*(shadeSteps+1)
)

// shade returns the shade nearest to the fraction f of the scale, which is clamped to [0, 1]. The
// shade of NaN is 0.
func (s scale) shade(f float64) Shade {
	if math.IsNaN(f) {
		return 0
	}
	step := int(math.Round(min(max(f, 0), 1) * shadeSteps))
	return Shade(1 + int(s)*(shadeSteps+1) + step)
}

// position returns the scale of a shade and the fraction of the scale, from 0 to 1. The shade must
// not be 0.
func (s Shade) position() (scale, float64) {
	at := int(s-1) % (numShades - 1)
	return scale(at / (shadeSteps + 1)), float64(at%(shadeSteps+1)) / shadeSteps
}

// legibleColourOn returns black or white, whichever has more contrast with a background. The
// contrast is at least 4.5:1 on any colour.
func legibleColourOn(colour termenv.Color) string {
	red, green, blue := termenv.ConvertToRGB(colour).LinearRgb()
	// Contrast by WCAG 2.1 is (lighter + 0.05)/(darker + 0.05). Black and white have equal contrast
	// where (luminance + 0.05)² = 1.05·0.05.
	if l := 0.2126*red + 0.7152*green + 0.0722*blue + 0.05; l*l > 1.05*0.05 {
		return "#000000"
	}
	return "#ffffff"
}

// onDark and onLight are the colours at even distances on each scale, for dark and for light
// backgrounds. Numbers differ by lightness, and by hues that everyone can distinguish, so that all
// themes share the scales.
var (
	onDark = [numScales][]termenv.RGBColor{
		sequential: {"#5474be", "#929492", "#f7e054"},
		grey:       {"#121212", "#ffffff"},
		diverging:  {"#82beff", "#546c89", "#242424", "#8b5c4c", "#ff9a78"},
	}
	onLight = [numScales][]termenv.RGBColor{
		sequential: {"#a08a28", "#686c74", "#0e2c70"},
		grey:       {"#fafafa", "#000000"},
		diverging:  {"#1446a4", "#809dd2", "#f6f6f6", "#d28b77", "#961804"},
	}
)

// GainColour returns the colour of a [HeatMap.Gain] on a white background, as #rrggbb.
func GainColour(gain float64) string { return Light.shadeColour(diverging.shade(0.5 - gain/2)) }

// shadeColour returns the colour of a shade as #rrggbb. The shade must not be 0.
func (t Theme) shadeColour(s Shade) string {
	of, f := s.position()
	stops := onLight[of]
	if t.hasDarkBackground() {
		stops = onDark[of]
	}
	at := f * float64(len(stops)-1)
	i := min(int(at), len(stops)-2)
	return termenv.ConvertToRGB(stops[i]).BlendRgb(termenv.ConvertToRGB(stops[i+1]), at-float64(i)).Hex()
}
