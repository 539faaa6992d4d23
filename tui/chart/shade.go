package chart

import (
	"fmt"
	"math"
)

// Shade is a colour that stands for a number: a place on one of the scales that
// heat maps and pictures use. The zero Shade is none. What it looks like is up
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
// of it.
func (s Shade) place() (scale, float64) {
	at := int(s-1) % (numShades - 1)
	return scale(at / (shadeSteps + 1)), float64(at%(shadeSteps+1)) / shadeSteps
}

// rgb is a colour, its parts from 0 to 255.
type rgb [3]float64

// hex writes the colour like #rrggbb.
func (c rgb) hex() string {
	return fmt.Sprintf("#%02x%02x%02x", uint8(c[0]+0.5), uint8(c[1]+0.5), uint8(c[2]+0.5))
}

// luminance is the relative luminance by WCAG 2.1.
func (c rgb) luminance() float64 {
	sum := 0.0
	for i, weight := range [3]float64{0.2126, 0.7152, 0.0722} {
		v := c[i] / 255
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		sum += weight * v
	}
	return sum
}

// text returns black or white, whichever is easier to read on the colour; the
// contrast is at least 4.5:1 on any.
func (c rgb) text() rgb {
	// Contrast is (lighter + 0.05)/(darker + 0.05), so that both are equal
	// where (L + 0.05)² = 1.05·0.05.
	if l := c.luminance() + 0.05; l*l > 1.05*0.05 {
		return rgb{}
	}
	return rgb{255, 255, 255}
}

// onDark and onLight are the colours that the scales pass, evenly spread. They do
// not differ between the themes of one background: they are told apart by
// lightness, and their hues by everyone.
var (
	onDark = [numScales][]rgb{
		sequential: {{84, 116, 190}, {146, 148, 146}, {247, 224, 84}},
		grey:       {{18, 18, 18}, {255, 255, 255}},
		diverging:  {{130, 190, 255}, {58, 106, 160}, {36, 36, 36}, {160, 78, 52}, {255, 154, 120}},
	}
	onLight = [numScales][]rgb{
		sequential: {{160, 138, 40}, {104, 108, 116}, {14, 44, 112}},
		grey:       {{250, 250, 250}, {0, 0, 0}},
		diverging:  {{5, 48, 140}, {110, 158, 214}, {246, 246, 246}, {224, 142, 118}, {150, 24, 4}},
	}
)

// shadeColour returns what a shade, which must not be none, looks like.
func (t Theme) shadeColour(s Shade) rgb {
	of, f := s.place()
	stops := onLight[of]
	if t.onDark() {
		stops = onDark[of]
	}
	at := f * float64(len(stops)-1)
	i := min(int(at), len(stops)-2)
	at -= float64(i)
	var c rgb
	for j := range c {
		c[j] = stops[i][j] + at*(stops[i+1][j]-stops[i][j])
	}
	return c
}

// standIn returns the character for a cell of two pixels where their colours
// can't be shown: that of their mean.
func (c *Cell) standIn() rune {
	switch {
	case c.Ink == 0 && c.Fill == 0:
		return c.Rune
	case c.Ink == 0:
		return Block.density(c.Fill)
	case c.Fill == 0:
		return Block.density(c.Ink)
	}
	of, upper := c.Ink.place()
	_, lower := c.Fill.place()
	return Block.density(of.shade((upper + lower) / 2))
}

// pixels reports whether the cell shows two pixels, one above the other.
func (c *Cell) pixels() bool {
	return (c.Rune == '▀' || c.Rune == '▄') && (c.Ink != 0 || c.Fill != 0)
}
