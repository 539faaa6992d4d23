package shift

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"larui/model/linalg"
)

// A Separation measures how well a classifier separates target rows from source rows that it was
// not fitted to. The classifier is least squares with features and products of features as
// regressors.
type Separation struct {
	// AUC estimates the probability that a target row has a higher score than a source row. It is 0.5
	// if the classifier cannot separate the domains. Low and High are the ends of its 95 % confidence
	// interval (DeLong, DeLong and Clarke-Pearson 1988).
	AUC, Low, High float64
	// P is the p value of Mann and Whitney's test, in the normal approximation with ties: the
	// probability of an AUC at least as high if the domains do not differ.
	P float64
	// Source and Target are the numbers of scored rows of each domain.
	Source, Target int
}

const (
	// The regressors are the features or, with more than mostFeatures features, the mostFeatures
	// leading directions. Their squares are regressors too. With at most mostProducts features or
	// directions, so are the products of two different ones.
	mostFeatures, mostProducts = 128, 14
	rowsPerBlock               = 4096
)

// regressors computes the regressors of the classifier from a row: features or coordinates along
// directions, scaled to mean 0 and variance 1 in the training rows, and products of two of these.
type regressors struct {
	directions  *mat.Dense // d×q; nil if the features are used
	mean, scale []float64
}

func newRegressors(ctx context.Context, train ...*mat.Dense) (*regressors, error) {
	t := &regressors{}
	_, width := train[0].Dims()
	if width > mostFeatures {
		var err error
		t.directions, err = leadingVectors(ctx, mostFeatures, train...)
		if err != nil {
			return nil, err
		}
		_, width = t.directions.Dims()
	}
	t.mean, t.scale = make([]float64, width), make([]float64, width)
	n := 0.0
	for _, x := range train {
		t.visitBlocks(x, func(z *mat.Dense) {
			for i := range z.RawMatrix().Rows {
				n++
				for j, v := range z.RawRowView(i) { // Welford (1962)
					change := v - t.mean[j]
					t.mean[j] += change / n
					t.scale[j] += change * (v - t.mean[j])
				}
			}
		})
	}
	for j, s := range t.scale {
		t.scale[j] = math.Sqrt(s / n)
		const negligible = 1e-12
		if !(t.scale[j] > negligible*math.Abs(t.mean[j])) {
			t.scale[j] = math.Inf(1) // so that a constant feature becomes 0
		}
	}
	return t, nil
}

// visitBlocks calls visit with blocks of rows of x: with the features or, if directions is not nil,
// with the coordinates along directions.
func (t *regressors) visitBlocks(x *mat.Dense, visit func(z *mat.Dense)) {
	n, _ := x.Dims()
	for from := 0; from < n; from += rowsPerBlock {
		z := linalg.SliceRows(x, from, min(n, from+rowsPerBlock))
		if t.directions != nil {
			z = linalg.Product(z, t.directions)
		}
		visit(z)
	}
}

func (t *regressors) countRegressors() int {
	width := len(t.mean)
	if width <= mostProducts {
		return width + width*(width+1)/2
	}
	return 2 * width
}

// visitTerms calls visit with blocks of the regressors of x: the scaled features z_j and the products
// z_j z_k.
func (t *regressors) visitTerms(x *mat.Dense, visit func(z *mat.Dense)) {
	width := len(t.mean)
	t.visitBlocks(x, func(z *mat.Dense) {
		n, _ := z.Dims()
		all := mat.NewDense(n, t.countRegressors(), nil)
		for i := range n {
			row := all.RawRowView(i)
			for j, v := range z.RawRowView(i) {
				row[j] = (v - t.mean[j]) / t.scale[j]
			}
			at := width
			for j, v := range row[:width] {
				last := j + 1
				if width <= mostProducts {
					last = width
				}
				for _, other := range row[j:last] {
					row[at] = v * other
					at++
				}
			}
		}
		visit(all)
	})
}

func fitClassifier(ctx context.Context, source, target, testSource, testTarget *mat.Dense) (c Separation, err error) {
	t, err := newRegressors(ctx, source, target)
	if err != nil {
		return c, err
	}
	p := t.countRegressors()
	gram, b, sum := mat.NewSymDense(p, nil), make([]float64, p), make([]float64, p)
	n, _ := source.Dims()
	m, _ := target.Dims()
	all := float64(n + m)
	for _, domain := range []struct {
		x     *mat.Dense
		label float64
	}{{source, -float64(m) / all}, {target, float64(n) / all}} { // labels of mean 0
		t.visitTerms(domain.x, func(z *mat.Dense) {
			gram.SymRankK(gram, 1, z.T())
			for i := range z.RawMatrix().Rows {
				floats.Add(sum, z.RawRowView(i))
				floats.AddScaled(b, domain.label, z.RawRowView(i))
			}
		})
		if ctx.Err() != nil {
			return c, ctx.Err()
		}
	}
	weights := ridgeWeights(gram, sum, b, all)
	score := func(x *mat.Dense) (scores []float64) {
		t.visitTerms(x, func(z *mat.Dense) {
			var s mat.VecDense
			s.MulVec(z, weights)
			scores = append(scores, s.RawVector().Data...)
		})
		return scores
	}
	return measureSeparation(score(testSource), score(testTarget)), ctx.Err()
}

// ridgeWeights returns the ridge-regression weights (C/n + p/n·I)⁻¹b, where C is XᵀX after centring
// the n rows X of p regressors. It takes gram = XᵀX, the sum of the rows, and b = Xᵀy. It
// overwrites gram.
func ridgeWeights(gram *mat.SymDense, sum, b []float64, n float64) *mat.VecDense {
	p := len(b)
	gram.SymRankOne(gram, -1/n, mat.NewVecDense(p, sum))
	gram.ScaleSym(1/n, gram)
	for i := range p {
		gram.SetSym(i, i, gram.At(i, i)+float64(p)/n)
	}
	weights := mat.NewVecDense(p, nil)
	var factor mat.Cholesky
	if factor.Factorize(gram) {
		_ = factor.SolveVecTo(weights, mat.NewVecDense(p, b)) // an error only warns of a large condition number
	}
	return weights
}

func measureSeparation(source, target []float64) Separation {
	n, m := float64(len(source)), float64(len(target))
	both := append(slices.Clone(source), target...)
	ranks, tied := linalg.Midranks(both)
	ranksSource, _ := linalg.Midranks(source)
	ranksTarget, _ := linalg.Midranks(target)
	below, above := make([]float64, len(source)), make([]float64, len(target))
	for i := range source {
		below[i] = 1 - (ranks[i]-ranksSource[i])/m // the share of target rows with a higher score
	}
	for j := range target {
		above[j] = (ranks[len(source)+j] - ranksTarget[j]) / n // the share of source rows with a lower score
	}
	auc, spreadTarget := meanAndVariance(above)
	_, spreadSource := meanAndVariance(below)
	const level = 0.95
	half := distuv.UnitNormal.Quantile((1+level)/2) * math.Sqrt(spreadTarget/m+spreadSource/n)
	deviation := math.Sqrt(n * m / 12 * (n + m + 1 - tied/((n+m)*(n+m-1))))
	p := 1.0
	if deviation > 0 {
		p = distuv.UnitNormal.Survival((auc*n*m - n*m/2 - 0.5) / deviation)
	}
	return Separation{AUC: auc, Low: max(0, auc-half), High: min(1, auc+half), P: p, Source: len(source), Target: len(target)}
}

// meanAndVariance returns the mean and the variance (divided by n − 1) of a sample.
func meanAndVariance(values []float64) (mean, variance float64) {
	for i, v := range values {
		change := v - mean
		mean += change / float64(i+1)
		variance += change * (v - mean)
	}
	return mean, variance / float64(len(values)-1)
}
