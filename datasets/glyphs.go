package datasets

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// openGlyphs draws pictures of printed digits, in one font for the source and in
// another for the target: handwriting's little sister, with nothing to download.
// Every picture has its own size, slant, place, sharpness and noise; all of these
// come from the same distribution in both domains, so that the fonts alone make
// the shift.
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
	source, target := sourceFont(), targetFont()
	pair := &Pair{
		Name:       spec.Name,
		Title:      source.name + " → " + target.name + ", " + digitsTitle(digits),
		Data:       model.Data{Task: model.MultiClass},
		SourceName: source.name,
		TargetName: target.name,
		Bias:       spec.Bias,
		Shape:      Shape{glyphSide, glyphSide},
		Start:      Start{Lambda: 100, Epochs: 20000},
	}
	if len(digits) == 2 {
		pair.Task = model.Binary
	}
	for _, digit := range digits {
		pair.ClassNames = append(pair.ClassNames, strconv.Itoa(digit))
	}
	for _, part := range []struct {
		name           string
		to             *model.Domain
		font           font
		rows           int
		purpose, noise stream
	}{
		{"source", &pair.Source, source, spec.N, streamSource, streamSourceNoise},
		{"target", &pair.Target, target, spec.M, streamTarget, streamTargetNoise},
		{"validation", &pair.Validation, target, validationRows, streamValidation, streamValidationNoise},
	} {
		outlines, err := part.font.outlines()
		if err != nil {
			return nil, err
		}
		press := press{
			outlines: outlines, digits: digits, code: labelCode{task: pair.Task}, width: width,
			hand: newStream(spec.Seed, part.purpose), grain: newStream(spec.Seed, part.noise), noise: spec.Noise,
		}
		if *part.to, err = press.print(report, "drawing the "+part.name, part.rows); err != nil {
			return nil, err
		}
	}
	if err := keepRatio(pair, spec, "pictures of the digit"); err != nil {
		return nil, err
	}
	pair.note("pictures of %d×%d pixels, 0 to 1, each with its own size, slant, place, sharpness and noise", glyphSide, glyphSide)
	if pair.Bias {
		pair.note("a constant 1 is appended to the pixels")
	}
	pair.Start.K = min(128, pair.Source.Rows(), width)
	pair.Start.KTilde = min(48, pair.Start.K, spec.M)
	return pair, nil
}

// A press prints pictures of digits.
type press struct {
	outlines [10]outline
	digits   []int
	code     labelCode
	width    int
	// hand draws what a picture looks like, grain its noise of standard deviation
	// noise.
	hand, grain *rand.Rand
	noise       float64
}

// print returns rows pictures. The digits take turns, so that they are balanced,
// and the first pictures do not depend on how many follow.
func (p press) print(report *reporter, stage string, rows int) (model.Domain, error) {
	const chunk = 256 // pictures between two looks at the context
	var canvas canvas
	x := mat.NewDense(rows, p.width, nil)
	y := make([]float64, rows)
	for i := range rows {
		if i%chunk == 0 {
			if err := report.step(stage, int64(i), int64(rows)); err != nil {
				return model.Domain{}, err
			}
		}
		position := i % len(p.digits)
		y[i] = p.code.encode(position)
		row := x.RawRowView(i)
		pixels := row[:glyphSide*glyphSide]
		canvas.draw(pixels, p.outlines[p.digits[position]], drawPose(p.hand))
		if p.noise > 0 {
			for j, v := range pixels {
				pixels[j] = math.Max(0, math.Min(1, v+p.noise*p.grain.NormFloat64()))
			}
		}
		if len(pixels) < p.width {
			row[p.width-1] = 1
		}
	}
	return model.Domain{X: x, Y: y}, nil
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

// missing says that a font has no outline of a digit.
func missing(font string, digit int, err error) error {
	return fmt.Errorf("drawing the digit %d of %s: %w", digit, font, err)
}
