package datasets

import (
	"image"
	"image/draw"
	"math"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/vector"
)

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
	place := func(q [2]float64) (x, y float32) {
		down := q[1] * p.height * glyphHeight
		right := q[0]*p.width*glyphHeight - p.slant*down
		return float32(glyphSide/2 + p.right + right), float32(glyphSide/2 + p.down + down)
	}
	open := false
	for _, s := range o.segments {
		ax, ay := place(s.points[0])
		bx, by := place(s.points[1])
		switch s.op {
		case sfnt.SegmentOpMoveTo:
			if open {
				c.rasterizer.ClosePath()
			}
			open = true
			c.rasterizer.MoveTo(ax, ay)
		case sfnt.SegmentOpLineTo:
			c.rasterizer.LineTo(ax, ay)
		case sfnt.SegmentOpQuadTo:
			c.rasterizer.QuadTo(ax, ay, bx, by)
		case sfnt.SegmentOpCubeTo:
			cx, cy := place(s.points[2])
			c.rasterizer.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	if open {
		c.rasterizer.ClosePath()
	}
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
