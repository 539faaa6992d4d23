package rivals

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/linalg"
)

// A WeightedClassifier is a linear Classifier: the scores of target rows x are xW.
type WeightedClassifier interface {
	Classifier
	// Weights returns W (d×c), and the weights for source rows (d×c).
	Weights() (target, source *mat.Dense)
}

// Weights returns w for target rows and for source rows.
func (l linearClassifier) Weights() (target, source *mat.Dense) { return l.w, l.w }

// An embeddingLearner maps the rows of both domains to q dimensions, and fits ridge regression with
// Hyper.L2 to the mapped source rows. If the features contain a constant, the model has an offset
// without penalty.
type embeddingLearner struct {
	adapt func(ctx context.Context, source, target blas64.General, h Hyper) (embedding, error)
	// If centred is true and the features contain a constant, each domain is centred before adapt
	// is called.
	centred bool
}

// An embedding has the maps (d×q) of source rows and of target rows. counts has the weights of the
// source rows, 1 on average; nil for equal weights.
type embedding struct {
	source, target blas64.General
	counts         []float64
}

func newEmbeddingMethod(m Method, a embeddingLearner) Method {
	m.Variant, m.Regression, m.Quick, m.learner = "closed form", true, true, a
	return m
}

func withRidgeWeights(candidates ...Hyper) (all []Hyper) {
	for _, l2 := range []float64{1, 100} {
		for _, h := range candidates {
			h.L2 = l2
			all = append(all, h)
		}
	}
	return all
}

func (a embeddingLearner) train(ctx context.Context, p model.Data, h Hyper, _ uint64, report func(done float64)) (Classifier, error) {
	constant := constantColumn(p.Source.X, p.Target.X)
	source, target := newDomainRows(p.Source.X, constant, a.centred), newDomainRows(p.Target.X, constant, a.centred)
	e, err := a.adapt(ctx, source.rows, target.rows, h)
	if err != nil {
		return nil, err
	}
	x := multiply(ctx, blas.NoTrans, source.rows, e.source)
	w, offset, err := weightedRidge(ctx, x, p.Targets(p.Source.Y).RawMatrix(), e.counts, h.L2, constant >= 0)
	if err != nil {
		return nil, err
	}
	report(1)
	return embeddedClassifier{linearClassifier{target.weights(e.target, w, offset)}, linearClassifier{source.weights(e.source, w, offset)}}, nil
}

type embeddedClassifier struct {
	linearClassifier
	source linearClassifier
}

// Weights returns the weights for target rows and for source rows.
func (a embeddedClassifier) Weights() (target, source *mat.Dense) { return a.w, a.source.w }

func (a embeddedClassifier) sourceScores(x *mat.Dense) *mat.Dense { return a.source.Scores(x) }

// constantColumn returns the index of the last column with a single, nonzero value in all rows of
// source and target. It returns −1 if there is none, or if there is only one column.
func constantColumn(source, target *mat.Dense) int {
	_, d := source.Dims()
	for j := d - 1; j >= 0 && d > 1; j-- {
		value := source.At(0, j)
		same := func(x *mat.Dense) bool {
			for i := range x.RawMatrix().Rows {
				if x.At(i, j) != value {
					return false
				}
			}
			return true
		}
		if value != 0 && same(source) && same(target) {
			return j
		}
	}
	return -1
}

// CountVarying returns the number of features without the constant one.
func CountVarying(p model.Data) int {
	_, d := p.Source.X.Dims()
	if constantColumn(p.Source.X, p.Target.X) >= 0 {
		d--
	}
	return d
}

// A domainRows has the rows of a domain without the constant column, minus centre. centre is the
// mean row, or zero.
type domainRows struct {
	rows   blas64.General
	centre []float64
	// constant is the index of the omitted column, or −1, and value the value in this column.
	constant int
	value    float64
}

func newDomainRows(x *mat.Dense, constant int, centred bool) domainRows {
	n, d := x.Dims()
	c := domainRows{constant: constant, rows: zeros(n, d)}
	if constant >= 0 {
		c.rows, c.value = zeros(n, d-1), x.At(0, constant)
	}
	c.centre = make([]float64, c.rows.Cols)
	for i := range n {
		copy(row(c.rows, i), c.dropConstant(x.RawRowView(i)))
		floats.AddScaled(c.centre, 1/float64(n), row(c.rows, i))
	}
	if !centred || constant < 0 {
		clear(c.centre)
	}
	for i := range n {
		floats.Sub(row(c.rows, i), c.centre)
	}
	return c
}

func (c domainRows) dropConstant(x []float64) []float64 {
	if c.constant < 0 {
		return x
	}
	return slices.Delete(slices.Clone(x), c.constant, c.constant+1)
}

// weights returns weights for rows that include the constant column. The score of a row is (x −
// centre)·embedding·w + offset, where x is the row without this column.
func (c domainRows) weights(embedding, w blas64.General, offset []float64) *mat.Dense {
	inner := linalg.MultiplyAny(toDense(embedding), toDense(w))
	if c.constant < 0 {
		return inner
	}
	d, outputs := inner.Dims()
	all := mat.NewDense(d+1, outputs, nil)
	for j := range outputs {
		column := mat.Col(nil, j, inner)
		last := (offset[j] - floats.Dot(c.centre, column)) / c.value
		all.SetCol(j, slices.Insert(column, c.constant, last))
	}
	return all
}

// weightedRidge returns the w and b that minimize Σᵢ cᵢ‖xᵢw + b − yᵢ‖² + l2·‖w‖². If offset is
// false, b is zero. counts has the cᵢ, 1 on average; nil means all 1.
func weightedRidge(ctx context.Context, x, y blas64.General, counts []float64, l2 float64, offset bool) (w blas64.General, b []float64, err error) {
	x, y = copyOf(x), copyOf(y)
	meanX, meanY := make([]float64, x.Cols), make([]float64, y.Cols)
	if counts == nil {
		counts = slices.Repeat([]float64{1}, x.Rows)
	}
	if offset {
		for i, c := range counts {
			floats.AddScaled(meanX, c/float64(x.Rows), row(x, i))
			floats.AddScaled(meanY, c/float64(x.Rows), row(y, i))
		}
	}
	// A row with count c acts like c equal rows: it adds c·xᵢᵀxᵢ.
	heavy := copyOf(x)
	for i, c := range counts {
		floats.Sub(row(x, i), meanX)
		floats.Sub(row(y, i), meanY)
		floats.ScaleTo(row(heavy, i), c, row(x, i))
	}
	solved := solveDefinite(symmetrize(crossProduct(ctx, heavy, x), 1, l2), toDense(crossProduct(ctx, heavy, y)))
	if solved == nil {
		return w, nil, fmt.Errorf("%w: l2 is %g, which is too small for the size of the features", ErrHyper, l2)
	}
	for j := range meanY {
		meanY[j] -= floats.Dot(meanX, mat.Col(nil, j, solved))
	}
	return solved.RawMatrix(), meanY, ctx.Err()
}

// solveDefinite returns a⁻¹b, or nil if a is not clearly positive definite.
func solveDefinite(a *mat.SymDense, b mat.Matrix) *mat.Dense {
	var cholesky mat.Cholesky
	var x mat.Dense
	if !cholesky.Factorize(a) || cholesky.SolveTo(&x, b) != nil && !isFinite(mat.Norm(&x, 1)) {
		return nil
	}
	return &x
}

func covariance(ctx context.Context, x blas64.General, shrink float64) *mat.SymDense {
	return symmetrize(crossProduct(ctx, x, x), 1/float64(x.Rows), shrink)
}

// symmetrize returns scale·(a + aᵀ)/2 + diagonal·I.
func symmetrize(a blas64.General, scale, diagonal float64) *mat.SymDense {
	s := mat.NewSymDense(a.Rows, nil)
	for i := range a.Rows {
		for j := i; j < a.Cols; j++ {
			s.SetSym(i, j, scale*(row(a, i)[j]+row(a, j)[i])/2)
		}
		s.SetSym(i, i, s.At(i, i)+diagonal)
	}
	return s
}

// spectralFunction returns Q·f(Λ)·Qᵀ for the symmetric matrix a = QΛQᵀ. Negative eigenvalues count as
// zero. It overwrites a.
func spectralFunction(ctx context.Context, a *mat.SymDense, f func(float64) float64) (blas64.General, error) {
	values, q, err := linalg.Eigenvectors(ctx, a)
	if err != nil {
		return blas64.General{}, err
	}
	scaled := mat.DenseCopyOf(q)
	scaled.Apply(func(_, j int, v float64) float64 { return v * f(max(0, values[j])) }, scaled)
	return multiply(ctx, blas.Trans, scaled.RawMatrix(), q.RawMatrix()), nil
}
