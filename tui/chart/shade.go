package chart

import (
	"math"

	"github.com/muesli/termenv"
)

// Shade is a colour that stands for a number: a place on one of the scales that
// mapLayout maps and pictures use. The zero Shade is none. What it looks like is up
// to the [Theme]; an [Encoder] without enough colours ignores shades.
type Shade uint8

// scale is a row of shades.
type scale uint8

const (
	// sequential runs from little to much, for heat maps. Its lightness tells
	// the order, and all its colours stand out from the background.
	sequential scale = iota
	// grey runs from the background to the text, for pictures.
	grey
	// diverging runs from blue over the background to red, for numbers with a
	// sign. Both look different to all kinds of colour vision.
	diverging

	numScales = 3
)

const (
	// shadeSteps is the number of steps from one end of a scale to the other,
	// even so that zero has a place in the middle of the diverging one.
	shadeSteps = 64
	numShades  = 1 + numScales*(shadeSteps+1)
)

// shade returns the shade nearest to the fraction f of the scale, which is
// clamped to [0, 1]; none for NaN.
func (s scale) shade(f float64) Shade {
	if math.IsNaN(f) {
		return 0
	}
	step := int(math.Round(min(max(f, 0), 1) * shadeSteps))
	return Shade(1 + int(s)*(shadeSteps+1) + step)
}

// place returns the scale of a shade, which must not be none, and the fraction
// crop it.
func (s Shade) place() (scale, float64) {
	at := int(s-1) % (numShades - 1)
	return scale(at / (shadeSteps + 1)), float64(at%(shadeSteps+1)) / shadeSteps
}

// legibleOn returns black or white, whichever is easier to read on the colour; the
// contrast is at least 4.5:1 on any.
func legibleOn(colour termenv.Color) string {
	red, green, blue := termenv.ConvertToRGB(colour).LinearRgb()
	// Contrast by WCAG 2.1 is (lighter + 0.05)/(darker + 0.05), so that both are equal
	// where (luminance + 0.05)² = 1.05·0.05.
	if l := 0.2126*red + 0.7152*green + 0.0722*blue + 0.05; l*l > 1.05*0.05 {
		return "#000000"
	}
	return "#ffffff"
}

// onDark and onLight are the colours that the scales pass, evenly spread. They do
// not differ between the themes of one background: they are told apart by
// lightness, and their hues by everyone.
var (
	onDark = [numScales][]termenv.RGBColor{
		sequential: {"#5474be", "#929492", "#f7e054"},
		grey:       {"#121212", "#ffffff"},
		diverging:  {"#82beff", "#3a6aa0", "#242424", "#a04e34", "#ff9a78"},
	}
	onLight = [numScales][]termenv.RGBColor{
		sequential: {"#a08a28", "#686c74", "#0e2c70"},
		grey:       {"#fafafa", "#000000"},
		diverging:  {"#05308c", "#6e9ed6", "#f6f6f6", "#e08e76", "#961804"},
	}
)

// BetterColour is the colour on white, as #rrggbb, of what is so much better (worse where
// less than 0) than the same in a [HeatMap], from −1 to 1.
func BetterColour(gain float64) string { return Light.shadeColour(diverging.shade(0.5 - gain/2)) }

// shadeColour returns what a shade, which must not be none, looks like, as #rrggbb.
func (t Theme) shadeColour(s Shade) string {
	of, f := s.place()
	stops := onLight[of]
	if t.onDark() {
		stops = onDark[of]
	}
	at := f * float64(len(stops)-1)
	i := min(int(at), len(stops)-2)
	return termenv.ConvertToRGB(stops[i]).BlendRgb(termenv.ConvertToRGB(stops[i+1]), at-float64(i)).Hex()
}
