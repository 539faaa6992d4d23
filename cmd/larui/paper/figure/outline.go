package figure

import (
	"strings"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// An outlineCanvas draws a text as glyph outlines if the canvas below can't draw a character: the
// fonts of a PDF lack Greek letters and arrows, and an image canvas puts combining marks beside
// their letter.
type outlineCanvas struct {
	vg.CanvasSizer
	lacks func(r rune) bool
}

func isCombining(r rune) bool { return unicode.Is(unicode.Mn, r) }

// replaceUnprintable replaces the characters that XML does not allow.
func replaceUnprintable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == 0xfffe || r == 0xffff {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(text, string(unicode.ReplacementChar)))
}

func (c outlineCanvas) FillString(face plotfont.Face, at vg.Point, text string) {
	text = replaceUnprintable(text)
	if strings.ContainsFunc(text, c.lacks) {
		c.fillOutlines(face, at, text)
		return
	}
	c.CanvasSizer.FillString(face, at, text)
}

// fillOutlines fills the glyph outlines of a text and centres combining marks on the glyph before.
func (c outlineCanvas) fillOutlines(face plotfont.Face, at vg.Point, text string) {
	var buffer sfnt.Buffer
	outlines := face.Face
	// Glyphs are loaded in the units of the font design, which are whole numbers.
	ppem := fixed.Int26_6(outlines.UnitsPerEm()) << 6
	scale := face.Font.Size / vg.Length(ppem)
	pen, middle := at.X, at.X
	for _, r := range text {
		// For a character that the font lacks, GlyphIndex returns the glyph for missing characters.
		glyph, _ := outlines.GlyphIndex(&buffer, r)
		advance, _ := outlines.GlyphAdvance(&buffer, glyph, ppem, font.HintingNone)
		segments, err := outlines.LoadGlyph(&buffer, glyph, ppem, nil)
		if err != nil {
			continue
		}
		left := pen
		if isCombining(r) {
			box := segments.Bounds()
			left = middle - scale*vg.Length(box.Min.X+box.Max.X)/2
		} else {
			middle = pen + scale*vg.Length(advance)/2
		}
		var path vg.Path
		for _, s := range segments {
			var to [3]vg.Point
			for i, p := range s.Args {
				to[i] = vg.Point{X: left + scale*vg.Length(p.X), Y: at.Y - scale*vg.Length(p.Y)}
			}
			switch s.Op {
			case sfnt.SegmentOpMoveTo:
				path.Move(to[0])
			case sfnt.SegmentOpLineTo:
				path.Line(to[0])
			case sfnt.SegmentOpQuadTo:
				path.QuadTo(to[0], to[1])
			case sfnt.SegmentOpCubeTo:
				path.CubeTo(to[0], to[1], to[2])
			}
		}
		if len(path) > 0 {
			path.Close()
			c.Fill(path)
		}
		pen += scale * vg.Length(advance)
	}
}
