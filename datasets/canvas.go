package datasets

import (
	"fmt"
	"image"
	"image/draw"
	"math"
	"slices"

	"golang.org/x/image/font/gofont/gomonobolditalic"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
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
// draws them, the middle of its bounding box (right, down), and its height.
type outline struct {
	curves              sfnt.Segments
	right, down, height float64
}

// outlines reads the outlines of the ten digits.
func (f font) outlines() (outlines [10]outline, err error) {
	parsed, err := sfnt.Parse(f.ttf)
	if err != nil {
		return outlines, fmt.Errorf("reading the font %s: %w", f.name, err)
	}
	var buffer sfnt.Buffer
	for digit := range outlines {
		index, err := parsed.GlyphIndex(&buffer, '0'+rune(digit))
		if err != nil {
			return outlines, fmt.Errorf("drawing the digit %d of %s: %w", digit, f.name, err)
		}
		curves, err := parsed.LoadGlyph(&buffer, index, fixed.I(int(parsed.UnitsPerEm())), nil)
		if err != nil {
			return outlines, fmt.Errorf("drawing the digit %d of %s: %w", digit, f.name, err)
		}
		box := curves.Bounds()
		outlines[digit] = outline{
			curves: slices.Clone(curves), // the buffer is used again
			right:  float64(box.Min.X+box.Max.X) / 2,
			down:   float64(box.Min.Y+box.Max.Y) / 2,
			height: float64(box.Max.Y - box.Min.Y),
		}
	}
	return outlines, nil
}

const (
	// glyphSide is the side of a picture of a printed digit, in pixels.
	glyphSide = 16
	// glyphHeight is the usual height of the digit in it.
	glyphHeight = 10
)

// A canvas draws one picture after the other. Its zero value is ready.
type canvas struct {
	rasterizer vector.Rasterizer
	mask       *image.Alpha
	row        [glyphSide]float64
}

// draw draws o in a pose into pixels, glyphSide² of them, row by row: 0 is
// the ground, 1 is ink.
func (c *canvas) draw(pixels []float64, o outline, p pose) {
	if c.mask == nil {
		c.mask = image.NewAlpha(image.Rect(0, 0, glyphSide, glyphSide))
	}
	c.rasterizer.Reset(glyphSide, glyphSide)
	c.rasterizer.DrawOp = draw.Src
	place := func(q fixed.Point26_6) (x, y float32) {
		down := (float64(q.Y) - o.down) / o.height * p.height * glyphHeight
		right := (float64(q.X)-o.right)/o.height*p.width*glyphHeight - p.slant*down
		return float32(glyphSide/2 + p.right + right), float32(glyphSide/2 + p.down + down)
	}
	for i, s := range o.curves {
		ax, ay := place(s.Args[0])
		bx, by := place(s.Args[1])
		cx, cy := place(s.Args[2])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if i > 0 {
				c.rasterizer.ClosePath()
			}
			c.rasterizer.MoveTo(ax, ay)
		case sfnt.SegmentOpLineTo:
			c.rasterizer.LineTo(ax, ay)
		case sfnt.SegmentOpQuadTo:
			c.rasterizer.QuadTo(ax, ay, bx, by)
		case sfnt.SegmentOpCubeTo:
			c.rasterizer.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	c.rasterizer.ClosePath()
	c.rasterizer.Draw(c.mask, c.mask.Bounds(), image.Opaque, image.Point{})
	for i, v := range c.mask.Pix {
		pixels[i] = float64(v) / 255
	}
	c.blur(pixels, p.blur)
}

// blurReach is how far the blur reaches, in pixels: nearly three standard
// deviations of the strongest one.
const blurReach = 2

// blur blurs pixels by a Gaussian of standard deviation sigma, first along the
// rows and then along the columns. What would leave the frame is lost.
func (c *canvas) blur(pixels []float64, sigma float64) {
	var kernel [2*blurReach + 1]float64
	sum := 0.0
	for i := range kernel {
		t := float64(i-blurReach) / sigma
		kernel[i] = math.Exp(-t * t / 2)
		sum += kernel[i]
	}
	for i := range kernel {
		kernel[i] /= sum
	}
	for _, step := range []struct{ line, along int }{{glyphSide, 1}, {1, glyphSide}} {
		for line := range glyphSide {
			for i := range c.row {
				c.row[i] = 0
				for j, weight := range kernel {
					if at := i + j - blurReach; at >= 0 && at < glyphSide {
						c.row[i] += weight * pixels[line*step.line+at*step.along]
					}
				}
			}
			for i, v := range c.row {
				pixels[line*step.line+i*step.along] = v
			}
		}
	}
}
