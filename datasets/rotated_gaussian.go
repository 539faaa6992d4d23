package datasets

import (
	"math"
	"math/rand/v2"
	"strconv"

	"gonum.org/v1/gonum/mat"
)

const (
	// validationRows is the size of the rotated Gaussian's validation set.
	validationRows = 100
	// maxGenerated bounds N and M: 160 MB for each domain.
	maxGenerated = 10_000_000
)

// openRotatedGaussian draws the example of the paper's section 5.1: a Gaussian
// with covariance Q = [[1, ½], [½, ½]], labelled by the sign along Q's first
// principal axis, and a target drawn in the same way, then rotated
// counter-clockwise by spec.Angle degrees together with its labels.
//
// Source, target and validation come from independent streams, and the angle
// enters after the draws: turning it moves the very same points.
func openRotatedGaussian(report *reporter, spec Spec) (*Pair, error) {
	if math.IsNaN(spec.Angle) || math.IsInf(spec.Angle, 0) {
		return nil, newFault(ErrNotFinite, "the angle %v is not a finite number of degrees", spec.Angle)
	}
	for _, size := range []struct {
		name string
		rows int
	}{{"n", spec.N}, {"m", spec.M}} {
		if size.rows < 2 || size.rows > maxGenerated {
			return nil, newFault(ErrSpec, "%s = %d samples is not possible: choose 2 to %d", size.name, size.rows, maxGenerated)
		}
	}
	angle := spec.Angle + 0 // −0 becomes 0

	source, err := drawGaussian(report, "source", spec.N, newStream(spec.Seed, streamSource))
	if err != nil {
		return nil, err
	}
	target, err := drawGaussian(report, "target", spec.M, newStream(spec.Seed, streamTarget))
	if err != nil {
		return nil, err
	}
	validation, err := drawGaussian(report, "validation", validationRows, newStream(spec.Seed, streamValidation))
	if err != nil {
		return nil, err
	}
	if constant(source.Y) || constant(target.Y) {
		return nil, newFault(ErrOneClass, "seed %d gives samples of one class only (n = %d, m = %d): take more samples or another seed", spec.Seed, spec.N, spec.M)
	}
	rotate(target.X, angle)
	rotate(validation.X, angle)
	return &Pair{
		Name:       rotatedGaussianName,
		Title:      "rotated Gaussian " + strconv.FormatFloat(angle, 'f', -1, 64) + "°",
		Task:       Binary,
		Source:     source,
		Target:     target,
		Validation: validation,
		SourceName: "Gaussian",
		TargetName: "rotated Gaussian",
		Classes:    []string{"-1", "+1"},
		Features:   []string{"x1", "x2"},
		Start:      Start{K: 1, KTilde: 1, Lambda: 1, Epochs: 2000, Rate: 1e-4},
	}, nil
}

// drawGaussian draws rows samples x ~ N(0, Q), two numbers each, in order: the
// first rows do not depend on how many follow.
func drawGaussian(report *reporter, name string, rows int, random *rand.Rand) (Domain, error) {
	const chunk = 1 << 16 // rows between two looks at the context
	// Q's first eigenvector is (2, √5−1), up to its length.
	axis := [2]float64{2, math.Sqrt(5) - 1}
	x := make([]float64, 0, 2*rows)
	y := make([]float64, 0, rows)
	for i := range rows {
		if i%chunk == 0 {
			if err := report.step("drawing the "+name, int64(i), int64(rows)); err != nil {
				return Domain{}, err
			}
		}
		// The Cholesky factor of Q is [[1, 0], [½, ½]].
		z1, z2 := random.NormFloat64(), random.NormFloat64()
		x1, x2 := z1, z1/2+z2/2
		label := -1.0
		if axis[0]*x1+axis[1]*x2 > 0 {
			label = 1
		}
		x = append(x, x1, x2)
		y = append(y, label)
	}
	return Domain{X: mat.NewDense(rows, 2, x), Y: y}, nil
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
