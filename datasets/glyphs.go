package datasets

import (
	"cmp"
	"image"
	"image/draw"
	"math"
	"math/rand/v2"
	"slices"

	"golang.org/x/image/font/gofont/gomonobolditalic"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
	"gonum.org/v1/gonum/mat"

	"larui/datasets/table"
	"larui/model"
)

// glyphs is a pair of pictures of printed digits: the source has one font, the target another. Each picture
// has a random size, slant, place, blur and noise, with the same distribution in both domains, so that only
// the fonts differ. Unlike handwritten digits, glyphs needs no download.
func glyphs() pairEntry {
	return pairEntry{
		PairInfo: PairInfo{
			Name:    "glyphs",
			Summary: "printed digits: learn on one font, read another",
			Aim:     "learn on one font, read another",
			BuiltIn: true,
			Options: []string{"classes", "n", "m", "ratio", "noise", "bias", "seed"},
		},
		defaults: func(spec *Spec) { spec.Noise = 0.1 },
		open:     openGlyphs,
	}
}

func openGlyphs(report *table.Reporter, spec Spec) (*Pair, error) {
	digits, err := chooseDigits(spec.Classes)
	if err != nil {
		return nil, err
	}
	width := glyphSide * glyphSide
	if spec.Bias {
		width++
	}
	if err := cmp.Or(checkGenerated(spec, len(digits), width), checkRatio(spec.Ratio)); err != nil {
		return nil, err
	}
	source, target := glyphFonts()
	pair := newDigitPair(spec, source.name, target.name, digits, glyphSide)
	pair.SourceName, pair.TargetName = source.name, target.name
	typeface := source
	for _, d := range pair.newSamplers(spec) {
		outlines, err := typeface.loadOutlines()
		if err != nil {
			return nil, err
		}
		if err := d.drawPictures(report, outlines, digits, width, spec.Noise); err != nil {
			return nil, err
		}
		typeface = target // for the target and the validation set
	}
	if err := reduceFirstClass(pair, spec, "pictures of the digit"); err != nil {
		return nil, err
	}
	pair.note("pictures of %d×%d pixels from 0 to 1, each with a random size, slant, place, blur and noise", glyphSide, glyphSide)
	if pair.Bias {
		pair.note("a constant 1 is appended to the pixels")
	}
	k := min(128, pair.Source.Rows(), width)
	pair.Start = StartParams{K: k, KTilde: min(48, k, spec.M), Lambda: 100, Epochs: 20000}
	return pair, nil
}

// drawPictures draws pictures as rows of width numbers, with noise of the given standard deviation. The
// digits alternate, so that all are equally frequent. The first pictures are the same for any number of
// pictures.
func (d domainSampler) drawPictures(report *table.Reporter, outlines [10]outline, digits []int, width int, noise float64) error {
	const chunk = 256 // pictures between checks of the context
	var canvas canvas
	code := labelCode{task: digitsTask(digits)}
	x := mat.NewDense(d.rows, width, nil)
	y := make([]float64, d.rows)
	for i := range d.rows {
		if i%chunk == 0 {
			if err := report.Step("drawing the "+d.name, int64(i), int64(d.rows)); err != nil {
				return err
			}
		}
		position := i % len(digits)
		y[i] = code.encode(position)
		row := x.RawRowView(i)
		pixels := row[:glyphSide*glyphSide]
		canvas.draw(pixels, outlines[digits[position]], drawPose(d.random))
		if noise > 0 {
			for j, v := range pixels {
				pixels[j] = max(0, min(1, v+noise*d.noise.NormFloat64()))
			}
		}
		if len(pixels) < width {
			row[width-1] = 1
		}
	}
	*d.domain = model.Domain{X: x, Y: y}
	return nil
}

type pose struct {
	// height and width are factors of the usual size; slant is the shift to the right per unit of
	// height.
	height, width, slant float64
	// right and down are shifts in pixels.
	right, down float64
	// blur is the standard deviation of the blur, in pixels.
	blur float64
}

func drawPose(random *rand.Rand) pose {
	between := func(low, high float64) float64 { return low + (high-low)*random.Float64() }
	return pose{
		height: between(0.85, 1.1),
		width:  between(0.85, 1.1),
		slant:  between(-0.15, 0.15),
		right:  between(-1, 1),
		down:   between(-1, 1),
		blur:   between(0.3, 0.7),
	}
}

// glyphFonts returns two fonts by Bigelow & Holmes for the Go project: a proportional sans serif, and
// a fixed-width slab serif, bold and slanted.
func glyphFonts() (source, target font) {
	return font{"Go Regular", goregular.TTF}, font{"Go Mono Bold Italic", gomonobolditalic.TTF}
}

type font struct {
	name string
	ttf  []byte
}

// An outline is the shape of a digit: its closed curves, the centre (right, down) of their bounding
// box, and the height of the box.
type outline struct {
	curves              sfnt.Segments
	right, down, height float64
}

func (f font) loadOutlines() (outlines [10]outline, err error) {
	parsed, err := sfnt.Parse(f.ttf)
	if err != nil {
		return outlines, err
	}
	var buffer sfnt.Buffer
	for digit := range outlines {
		var curves sfnt.Segments
		index, err := parsed.GlyphIndex(&buffer, '0'+rune(digit))
		if err == nil {
			curves, err = parsed.LoadGlyph(&buffer, index, fixed.I(int(parsed.UnitsPerEm())), nil)
		}
		if err != nil {
			return outlines, err
		}
		box := curves.Bounds()
		outlines[digit] = outline{
			curves: slices.Clone(curves), // the next LoadGlyph overwrites the buffer
			right:  float64(box.Min.X+box.Max.X) / 2,
			down:   float64(box.Min.Y+box.Max.Y) / 2,
			height: float64(box.Max.Y - box.Min.Y),
		}
	}
	return outlines, nil
}

const (
	glyphSide   = 16 // the height and width of a picture, in pixels
	glyphHeight = 10 // the usual height of the digit in the picture, in pixels
)

type canvas struct {
	rasterizer vector.Rasterizer
	mask       *image.Alpha
	// padded is a row or a column of a picture, with zeros before and after it.
	padded [blurReach + glyphSide + blurReach]float64
}

// draw draws the digit o in the pose p into pixels, glyphSide² numbers row by row: 0 is background, 1
// is ink.
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

// blurReach is the radius of the blur in pixels, nearly three standard deviations of the strongest
// blur.
const blurReach = 2

// blur blurs a picture with a Gaussian of standard deviation sigma. Pixels outside the picture count as 0.
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
	row := c.padded[blurReach : blurReach+glyphSide]
	for _, step := range []struct{ line, along int }{{glyphSide, 1}, {1, glyphSide}} {
		for line := range glyphSide {
			for i := range row {
				row[i] = pixels[line*step.line+i*step.along]
			}
			for i := range row {
				sum = 0
				for j, weight := range kernel {
					sum += weight * c.padded[i+j]
				}
				pixels[line*step.line+i*step.along] = sum
			}
		}
	}
}
