package datasets

import (
	"math"
	"math/rand/v2"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// openRotatedGaussian draws the example of the paper's section 5.1: a Gaussian
// with covariance Q = [[1, ½], [½, ½]], labelled by the sign along Q's first
// principal axis, and a target drawn in the same way, then rotated
// counter-clockwise by spec.Angle degrees together with its labels.
func openRotatedGaussian(report *reporter, spec Spec) (*Pair, error) {
	pair, err := drawRotated(report, spec, 0.5)
	if err != nil {
		return nil, err
	}
	pair.Title = "rotated Gaussian " + pair.Title
	pair.Start = Start{K: 1, KTilde: 1, Lambda: 1, Epochs: 2000, Rate: 1e-4}
	return pair, nil
}

// drawRotated draws a binary pair of plane Gaussians with covariance [[1, h],
// [h, 1−h]], 0 < h < 0.6. Its title is the angle alone.
//
// Source, target, validation and noise come from independent streams, and the
// angle enters after the draws: turning it moves the very same points.
func drawRotated(report *reporter, spec Spec, h float64) (*Pair, error) {
	if err := checkGenerated(spec, 2, 2); err != nil {
		return nil, err
	}
	if err := checkRatio(spec.Ratio); err != nil {
		return nil, err
	}
	pair := newPlanePair(spec)
	pair.Task, pair.ClassNames = model.Binary, []string{"-1", "+1"}
	if err := pair.draw(report, spec, h); err != nil {
		return nil, err
	}
	if constant(pair.Source.Y) || constant(pair.Target.Y) {
		return nil, newFault(ErrOneClass, "seed %d gives samples of one class only (n = %d, m = %d): take more samples or another seed", spec.Seed, spec.N, spec.M)
	}
	if err := keepRatio(pair, spec, "samples of the class"); err != nil {
		return nil, err
	}
	pair.turn(spec)
	return pair, nil
}

// newPlanePair returns an empty pair of two features and the angle as its title.
func newPlanePair(spec Spec) *Pair {
	return &Pair{
		Name:       spec.Name,
		Title:      strconv.FormatFloat(spec.Angle+0, 'f', -1, 64) + "°", // −0 becomes 0
		SourceName: "Gaussian",
		TargetName: "rotated Gaussian",
		Features:   []string{"x1", "x2"},
	}
}

// draw fills the domains with samples that are not rotated yet.
func (p *Pair) draw(report *reporter, spec Spec, h float64) error {
	for _, part := range []struct {
		name    string
		to      *model.Domain
		rows    int
		purpose stream
	}{
		{"source", &p.Source, spec.N, streamSource},
		{"target", &p.Target, spec.M, streamTarget},
		{"validation", &p.Validation, validationRows, streamValidation},
	} {
		var err error
		if *part.to, err = drawGaussian(report, part.name, part.rows, h, newStream(spec.Seed, part.purpose)); err != nil {
			return err
		}
	}
	return nil
}

// turn rotates the target's domains and then adds noise to all three.
func (p *Pair) turn(spec Spec) {
	rotate(p.Target.X, spec.Angle)
	rotate(p.Validation.X, spec.Angle)
	addNoise(p, spec)
}

// planeAxis is the first eigenvector, up to its length, of [[1, h], [h, 1−h]]:
// it stands at ½·atan(2h/(1 − (1−h))) = ½·atan 2 to the first axis for every h.
func planeAxis() [2]float64 { return [2]float64{2, math.Sqrt(5) - 1} }

// drawGaussian draws rows samples x ~ N(0, [[1, h], [h, 1−h]]), two numbers each,
// in order: the first rows do not depend on how many follow.
func drawGaussian(report *reporter, name string, rows int, h float64, random *rand.Rand) (model.Domain, error) {
	const chunk = 1 << 16 // rows between two looks at the context
	axis := planeAxis()
	c := math.Sqrt(1 - h - h*h) // the Cholesky factor is [[1, 0], [h, c]]
	x := make([]float64, 0, 2*rows)
	y := make([]float64, 0, rows)
	for i := range rows {
		if i%chunk == 0 {
			if err := report.step("drawing the "+name, int64(i), int64(rows)); err != nil {
				return model.Domain{}, err
			}
		}
		z1, z2 := random.NormFloat64(), random.NormFloat64()
		// The conversions keep the products from being fused with the sum, which
		// would round differently on some machines.
		x1, x2 := z1, float64(h*z1)+float64(c*z2)
		label := -1.0
		if axis[0]*x1+axis[1]*x2 > 0 {
			label = 1
		}
		x = append(x, x1, x2)
		y = append(y, label)
	}
	return model.Domain{X: mat.NewDense(rows, 2, x), Y: y}, nil
}

// constant tells whether all values are the same.
func constant(values []float64) bool {
	for _, v := range values {
		if v != values[0] {
			return false
		}
	}
	return true
}

// rotate turns the rows of x, n×2, counter-clockwise about the origin.
func rotate(x *mat.Dense, degrees float64) {
	// Whole turns are taken off first, so that 360° is no rotation at all.
	sin, cos := math.Sincos(math.Remainder(degrees, 360) * math.Pi / 180)
	if sin == 0 && cos == 1 {
		return
	}
	n, _ := x.Dims()
	for i := range n {
		row := x.RawRowView(i)
		row[0], row[1] = cos*row[0]-sin*row[1], sin*row[0]+cos*row[1]
	}
}
