package datasets

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// glyphs are pictures of printed digits, in one font for the source and in another
// for the target: handwriting's little sister, with nothing to download. Every
// picture has its own size, slant, place, sharpness and noise; all of these come
// from the same distribution in both domains, so that the fonts alone make the
// shift.
func glyphs() pairRow {
	return pairRow{
		Info: Info{
			Name:    "glyphs",
			Summary: "printed digits: learn on one font, read another",
			BuiltIn: true,
			Options: []string{"classes", "n", "m", "ratio", "noise", "bias", "seed"},
		},
		defaults: func(spec *Spec) { spec.Noise = 0.1 },
		open:     openGlyphs,
	}
}

func openGlyphs(report *reporter, spec Spec) (*Pair, error) {
	digits, err := chooseDigits(spec.Classes)
	if err != nil {
		return nil, err
	}
	width := glyphSide * glyphSide
	if spec.Bias {
		width++
	}
	if err := checkGenerated(spec, len(digits), width); err != nil {
		return nil, err
	}
	if err := checkRatio(spec.Ratio); err != nil {
		return nil, err
	}
	font, target := sourceFont(), targetFont()
	pair := newDigitPair(spec, font.name, target.name, digits, glyphSide)
	pair.SourceName, pair.TargetName = font.name, target.name
	for _, d := range pair.drafts(spec) {
		outlines, err := font.outlines()
		if err != nil {
			return nil, err
		}
		if err := d.print(report, outlines, digits, width, spec.Noise); err != nil {
			return nil, err
		}
		font = target // of the validation set too
	}
	if err := keepRatio(pair, spec, "pictures of the digit"); err != nil {
		return nil, err
	}
	pair.note("pictures of %d×%d pixels, 0 to 1, each with its own size, slant, place, sharpness and noise", glyphSide, glyphSide)
	if pair.Bias {
		pair.note("a constant 1 is appended to the pixels")
	}
	k := min(128, pair.Source.Rows(), width)
	pair.Start = Start{K: k, KTilde: min(48, k, spec.M), Lambda: 100, Epochs: 20000}
	return pair, nil
}

// print draws the pictures of d, rows of width numbers, with noise of that standard
// deviation. The digits take turns, so that they are balanced, and the first
// pictures do not depend on how many follow.
func (d draft) print(report *reporter, outlines [10]outline, digits []int, width int, noise float64) error {
	const chunk = 256 // pictures between two looks at the context
	var canvas canvas
	code := labelCode{task: digitsTask(digits)}
	x := mat.NewDense(d.rows, width, nil)
	y := make([]float64, d.rows)
	for i := range d.rows {
		if i%chunk == 0 {
			if err := report.step("drawing the "+d.name, int64(i), int64(d.rows)); err != nil {
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
				pixels[j] = math.Max(0, math.Min(1, v+noise*d.noise.NormFloat64()))
			}
		}
		if len(pixels) < width {
			row[width-1] = 1
		}
	}
	*d.domain = model.Domain{X: x, Y: y}
	return nil
}

// A pose is how a digit stands in its picture.
type pose struct {
	// height and width scale the digit from its usual size; slant is the shift to
	// the right per unit of height.
	height, width, slant float64
	// right and down move it, in pixels.
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
