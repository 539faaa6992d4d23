package figure

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// A Style says what something shown is, and so its colour and its dash: the same
// in every figure as on the screen of the explorer.
type Style int

const (
	// Plain is for what has no meaning of its own.
	Plain Style = iota
	// Source and Target are the domains.
	Source
	Target
	// LAR is label-alignment regularization by descent, LARLonger the same after
	// more epochs, LARKept with the implicit term left in.
	LAR
	LARLonger
	LARKept
	// NoAdaptation is least squares on the source.
	NoAdaptation
	// ClosedForm is the minimum of LAR's objective.
	ClosedForm
	// Pinned is a solution to compare with.
	Pinned
	// Ridge is the ℓ₂ rival, RidgeLonger the same after more epochs, Network a
	// network rival.
	Ridge
	RidgeLonger
	Network
	// Wrong marks what is misclassified.
	Wrong
	// styles is the number of styles that have a meaning.
	styles
)

// Series returns the style of number i, from 0 on, of things that differ in
// nothing that has a style of its own.
func Series(i int) Style { return styles + Style(max(0, i)) }

// A Mark is the shape of a point, so that classes differ by more than colour.
type Mark int

const (
	Disc Mark = iota
	Ring
	Plus
	Minus
	Cross
	Star
	Triangle
)

// colour returns the colour of a style: those of the explorer's light theme, with
// a contrast of at least 4.5:1 against white.
func (s Style) colour() color.NRGBA {
	switch s {
	case Source:
		return rgb(0x005fbf)
	case Target:
		return rgb(0xa84e00)
	case LAR:
		return rgb(0x187a2f)
	case LARLonger:
		return rgb(0x3f8f1c)
	case LARKept:
		return rgb(0x7d6200)
	case NoAdaptation:
		return rgb(0x626262)
	case ClosedForm:
		return rgb(0x0b7269)
	case Pinned:
		return rgb(0x7a3fc0)
	case Ridge:
		return rgb(0xb3005e)
	case RidgeLonger:
		return rgb(0x8a4d75)
	case Network, Wrong:
		return rgb(0xc01c28)
	}
	if s < styles {
		return rgb(0x202020)
	}
	// Apart in lightness as well.
	series := [...]uint32{0x332288, 0x882255, 0xaa4499, 0x0077bb, 0xa85a00, 0x4d4d4d}
	return rgb(series[int(s-styles)%len(series)])
}

// dashes returns the dash of a style's lines, nil for a solid one.
func (s Style) dashes() []vg.Length {
	switch s {
	case NoAdaptation:
		return []vg.Length{5, 3}
	case ClosedForm:
		return []vg.Length{1, 2}
	case Pinned:
		return []vg.Length{3, 3}
	case LARLonger:
		return []vg.Length{9, 2}
	case LARKept:
		return []vg.Length{7, 2, 1, 2}
	case Ridge:
		return []vg.Length{4, 1.5}
	case RidgeLonger:
		return []vg.Length{2, 1.5}
	case Network:
		return []vg.Length{8, 2, 2, 2}
	}
	if s <= styles {
		return nil
	}
	series := [...][]vg.Length{nil, {6, 2}, {2, 2}, {8, 2, 2, 2}, {4, 1}}
	return series[int(s-styles)%len(series)]
}

// width returns the width of a style's lines.
func (s Style) width() vg.Length {
	switch s {
	case LAR, LARLonger:
		return 1.8
	case ClosedForm:
		return 0.9
	}
	return 1.3
}

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xff}
}

// towardsWhite mixes a colour with white; share is that of the white.
func towardsWhite(c color.NRGBA, share float64) color.NRGBA {
	mix := func(v uint8) uint8 { return uint8(float64(v) + share*(255-float64(v)) + 0.5) }
	return color.NRGBA{R: mix(c.R), G: mix(c.G), B: mix(c.B), A: 0xff}
}

// ramp returns the colour of a share from 0 to 1 on the scale of heat maps: from
// nearly white to dark green, ever darker, so that it reads in grey as well.
func ramp(share float64) color.NRGBA {
	stops := [...]uint32{0xf6f8e8, 0xb9dca4, 0x5fb070, 0x1f7a4d, 0x0b3d33}
	at := share * float64(len(stops)-1)
	i := min(int(at), len(stops)-2)
	from, to := rgb(stops[i]), rgb(stops[i+1])
	mix := func(a, b uint8) uint8 { return uint8(float64(a) + (at-float64(i))*(float64(b)-float64(a)) + 0.5) }
	return color.NRGBA{R: mix(from.R, to.R), G: mix(from.G, to.G), B: mix(from.B, to.B), A: 0xff}
}
