package figure

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Style is the meaning of a curve, point or bar. Each style has the same colour and dashes in
// every figure and in the explorer.
type Style int

const (
	// Plain is for shapes without a special meaning.
	Plain Style = iota
	// Source and Target are for rows of the two domains, TargetPale for rows of the target's first
	// class.
	Source
	Target
	TargetPale
	// LAR is for LAR by gradient descent, LARLonger for LAR after more epochs, LARKept for LAR that
	// keeps the source's implicit regularization.
	LAR
	LARLonger
	LARKept
	// NoAdaptation is for least squares on the source.
	NoAdaptation
	// ClosedForm is for the minimum of LAR's objective.
	ClosedForm
	// Pinned marks a solution, a value or a cell of a heat map that the user has chosen.
	Pinned
	// Ridge is for ℓ₂ regularization, RidgeLonger for the same with more epochs, Network for a
	// neural network.
	Ridge
	RidgeLonger
	Network
	// Wrong is for misclassified rows.
	Wrong
	namedStyles
)

// SeriesStyle returns the i-th of the styles without a meaning, counted from 0.
func SeriesStyle(i int) Style { return namedStyles + Style(max(0, i)) }

type appearance struct {
	colour color.NRGBA
	dashes []vg.Length
	width  vg.Length
}

// appearance has colours of the explorer's light theme, whose contrast to white is at least 4.5:1.
// The colours of SeriesStyle also differ in lightness.
func (s Style) appearance() appearance {
	const usual = 1.3
	looks := [...]appearance{
		Plain:        {newColour(0x202020), nil, usual},
		Source:       {newColour(0x00478f), nil, usual},
		Target:       {newColour(0x6e2f00), nil, usual},
		TargetPale:   {newColour(0xad5c14), nil, usual},
		LAR:          {newColour(0x187a2f), nil, 1.8},
		LARLonger:    {newColour(0x3f8f1c), []vg.Length{9, 2}, 1.8},
		LARKept:      {newColour(0x7d6200), []vg.Length{7, 2, 1, 2}, usual},
		NoAdaptation: {newColour(0x626262), []vg.Length{5, 3}, usual},
		ClosedForm:   {newColour(0x33302a), []vg.Length{1, 2}, 0.9},
		Pinned:       {newColour(0x7a3fc0), []vg.Length{3, 3}, usual},
		Ridge:        {newColour(0xb3005e), []vg.Length{4, 1.5}, usual},
		RidgeLonger:  {newColour(0x8a4d75), []vg.Length{2, 1.5}, usual},
		Network:      {newColour(0xc01c28), []vg.Length{8, 2, 2, 2}, usual},
		Wrong:        {newColour(0xc01c28), nil, usual},
	}
	if s < namedStyles {
		return looks[s]
	}
	colours := [...]uint32{0x332288, 0x882255, 0xaa4499, 0x0077bb, 0xa85a00, 0x4d4d4d}
	dashes := [...][]vg.Length{nil, {6, 2}, {2, 2}, {8, 2, 2, 2}, {4, 1}}
	i := int(s - namedStyles)
	return appearance{newColour(colours[i%len(colours)]), dashes[i%len(dashes)], usual}
}

func (s Style) lineStyle() draw.LineStyle {
	look := s.appearance()
	return draw.LineStyle{Color: look.colour, Width: look.width, Dashes: look.dashes}
}

func newColour(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xff}
}

func lighten(c color.NRGBA, share float64) color.NRGBA {
	mix := func(v uint8) uint8 { return uint8(float64(v) + share*(255-float64(v)) + 0.5) }
	return color.NRGBA{R: mix(c.R), G: mix(c.G), B: mix(c.B), A: 0xff}
}
