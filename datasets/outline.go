package datasets

import (
	"golang.org/x/image/font/gofont/gomonobolditalic"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// The fonts of the two domains, by Bigelow & Holmes for the Go project: a
// proportional sans serif and a fixed-width slab serif, bold and slanted.
func sourceFont() font { return font{"Go Regular", goregular.TTF} }
func targetFont() font { return font{"Go Mono Bold Italic", gomonobolditalic.TTF} }

// A font is a typeface that digits are drawn in.
type font struct {
	name string
	ttf  []byte
}

// An outline is the shape of a digit: closed curves in the order in which a pen
// draws them.
type outline struct {
	segments []segment
}

// A segment ends a straight line (one point), a quadratic (two) or a cubic Bézier
// curve (three), or moves the pen. Points are (right, down), in units of the
// digit's height, about the middle of its bounding box.
type segment struct {
	op     sfnt.SegmentOp
	points [3][2]float64
}

// outlines reads the outlines of the ten digits.
func (f font) outlines() (outlines [10]outline, err error) {
	parsed, err := sfnt.Parse(f.ttf)
	if err != nil {
		return outlines, missing(f.name, 0, err)
	}
	var buffer sfnt.Buffer
	for digit := range outlines {
		index, err := parsed.GlyphIndex(&buffer, '0'+rune(digit))
		if err != nil {
			return outlines, missing(f.name, digit, err)
		}
		segments, err := parsed.LoadGlyph(&buffer, index, fixed.I(int(parsed.UnitsPerEm())), nil)
		if err != nil {
			return outlines, missing(f.name, digit, err)
		}
		outlines[digit] = newOutline(segments)
	}
	return outlines, nil
}

// newOutline centres and scales the segments of a digit.
func newOutline(segments sfnt.Segments) outline {
	box := segments.Bounds()
	height := float64(box.Max.Y - box.Min.Y)
	middle := [2]float64{float64(box.Min.X+box.Max.X) / 2, float64(box.Min.Y+box.Max.Y) / 2}
	var o outline
	for _, s := range segments {
		turned := segment{op: s.Op}
		for i, point := range s.Args[:points(s.Op)] {
			turned.points[i] = [2]float64{(float64(point.X) - middle[0]) / height, (float64(point.Y) - middle[1]) / height}
		}
		o.segments = append(o.segments, turned)
	}
	return o
}

// points returns how many points a segment has.
func points(op sfnt.SegmentOp) int {
	switch op {
	case sfnt.SegmentOpQuadTo:
		return 2
	case sfnt.SegmentOpCubeTo:
		return 3
	}
	return 1
}
