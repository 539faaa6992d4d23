package model

import (
	"cmp"
	"context"
	"math"
	"sort"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// A Side is what LAR knows of one domain. Matrices are in the coordinates in
// which the problem is solved: r = d features or, where the pair has fewer rows
// than features, the r = n + m dimensions of the joint row space.
type Side struct {
	// N is the number of samples, D that of features.
	N, D int
	// Gram is XᵀX (r×r), not divided by N.
	Gram *mat.SymDense
	Spectrum
	// Drowned lists the features, from 0, that are so small beside the largest that
	// eigenvectors of Gram can't tell them from rounding. Then the spectrum comes from a
	// factor of Gram that can, but where the problem is solved in fewer dimensions.
	Drowned []int
	// graded counts the singular values of that spectrum that are not zero; 0 for the
	// usual one.
	graded int
	// offsets are what the moments without is short of in Gram, nil where they are the same; the
	// spectrum comes from them, after which without is dropped.
	offsets *offsets
	without *mat.SymDense
	// Rank is the numerical rank at single precision.
	Rank int
	// XtY is Xᵀy (r×c) and Projection the label projection y^U (r×c); both nil where
	// the labels of some rows are not known, as u_i has an entry for every row.
	XtY, Projection *mat.Dense
	// LabelNorm2 is ‖y‖² (‖Y‖² over all outputs).
	LabelNorm2 float64
	// HeadRank and TailRank are the two readings of k(ε) at Epsilon; 0 without
	// Projection.
	HeadRank, TailRank int
}

// Norms returns |y^U_i| of every component, over all outputs; nil without labels.
func (s *Side) Norms() []float64 {
	if s.Projection == nil {
		return nil
	}
	norms := make([]float64, len(s.Sigma))
	for i := range norms {
		norms[i] = floats.Norm(s.Projection.RawRowView(i), 2)
	}
	return norms
}

// A Component is a singular value with the label projection y^U_i on it (of several
// outputs their norm), and the Share ‖y^U_{1..i}‖/‖y^U‖ of the label that it and all
// before it hold; both NaN without labels.
type Component struct{ Sigma, Projection, Share float64 }

// Leading returns the first count components.
func (s *Side) Leading(count int) []Component {
	norms, held := s.Norms(), 0.0
	list := make([]Component, min(count, len(s.Sigma)))
	for i := range list {
		list[i] = Component{s.Sigma[i], math.NaN(), math.NaN()}
		if norms == nil {
			continue
		}
		list[i].Projection = norms[i]
		if row := s.Projection.RawRowView(i); len(row) == 1 {
			list[i].Projection = row[0]
		}
		held += norms[i] * norms[i]
		list[i].Share = math.Sqrt(held) / mat.Norm(s.Projection, 2)
	}
	return list
}

// A Problem is a pair of domains with everything that does not depend on the
// parameters: moments, spectra and, once a target is regularized, their overlap. It is
// immutable to whoever uses it.
type Problem struct {
	Data
	// D is the number of features, C the number of outputs.
	D, C int
	// Src and Tgt are the two sides.
	Src, Tgt Side
	// Optimum is w*_T (d×c), least squares on the labelled rows of the target by their
	// pseudo-inverse; nil where there are none, where some rows lack labels and not
	// all rows are held, and where it is not finite.
	Optimum *mat.Dense
	// work holds the domains in the coordinates in which the problem is solved,
	// dim many: those of basis (d×dim), or the features themselves where basis is
	// nil.
	work  Data
	dim   int
	basis *mat.Dense
	// optimum is Optimum in those coordinates.
	optimum *mat.Dense
	// bSource is Vᵀ Φᵀy (dim×c): the right-hand side in the basis of the source.
	bSource *mat.Dense
	joint
	// reserve is of the source, and shared by problems that differ in the target.
	reserve *reserve
	// samples are the domains of work, to be scored.
	samples samples
}

// Kernel fails where the environment names a kernel of the vector units that this processor
// has not.
func Kernel() error { return linalg.Kernel() }

// NewProblem checks the data and computes the moments and spectra of both
// domains, side by side. Errors wrap ErrShape, ErrNotFinite, ErrScale,
// ErrOneClass, ErrLabel, ErrNoConvergence or the context's.
func NewProblem(ctx context.Context, data Data) (*Problem, error) {
	return newProblem(ctx, data, nil)
}

// WithTarget returns the problem of the same source with another target and
// validation domain, reusing what belongs to the source, rows held out of it too.
func (p *Problem) WithTarget(ctx context.Context, target, validation Domain) (*Problem, error) {
	data := p.Data
	data.Target, data.Validation = target, validation
	if p.basis != nil || p.Source.Samples()+target.Samples() < p.D {
		// The row space changes with the target.
		return newProblem(ctx, data, nil)
	}
	q, err := newProblem(ctx, data, &p.Src)
	if err == nil {
		q.reserve = p.reserve
	}
	return q, err
}

// widestAtOnce is the number of dimensions above which the spectra of both domains would take
// too much memory at once.
const widestAtOnce = 3000

// newProblem makes the problem of data; source is its source side, where that is
// known.
func newProblem(ctx context.Context, data Data, source *Side) (*Problem, error) {
	if err := data.Check(ctx); err != nil {
		return nil, err
	}
	_, d := data.Source.X.Dims()
	p := &Problem{Data: data, D: d, C: data.Outputs(), reserve: &reserve{}}
	if err := p.reduce(ctx); err != nil {
		return nil, err
	}
	p.samples = p.work.prepare(newRows)
	var err, sourceErr error
	var wg sync.WaitGroup
	if source != nil {
		p.Src = *source
	} else {
		p.Src, err = p.moments(ctx, "source", p.work.Source, p.samples[0])
		if err != nil {
			return nil, err
		}
		wg.Go(func() { sourceErr = p.describe(ctx, &p.Src, p.work.Source.X, p.Source.X) })
	}
	p.Tgt, err = p.moments(ctx, "target", p.work.Target, p.samples[1])
	if err == nil {
		if p.dim > widestAtOnce {
			wg.Wait()
		}
		err = p.describe(ctx, &p.Tgt, p.work.Target.X, p.Target.X)
	}
	wg.Wait()
	if err := cmp.Or(sourceErr, err); err != nil {
		return nil, err
	}
	p.bSource = linalg.ProductT(p.Src.V, p.Src.XtY)
	if p.Target.Y != nil || p.Tgt.XtY != nil {
		if err := p.addLabels(ctx); err != nil {
			return nil, err
		}
	}
	return p, ctx.Err()
}

// addLabels computes what the labels of target rows serve, by which it is scored.
func (p *Problem) addLabels(ctx context.Context) error {
	side := p.Tgt
	switch {
	case p.Target.Labelled(), p.Tgt.XtY != nil:
	case p.Target.Sampled():
		return nil
	default:
		labelled := p.work.Target.X.Slice(0, len(p.Target.Y), 0, p.dim).(*mat.Dense)
		var err error
		side, err = p.moments(ctx, "target", Domain{X: labelled, Y: p.Target.Y}, newRows(labelled))
		if err != nil {
			return err
		}
		inFeatures := p.Target.X.Slice(0, len(p.Target.Y), 0, p.D).(*mat.Dense)
		err = p.describe(ctx, &side, labelled, inFeatures)
		if err != nil {
			return err
		}
	}
	optimum := side.leastSquaresWeights()
	if linalg.Finite(optimum) {
		p.optimum, p.Optimum = optimum, p.lift(optimum)
	}
	return nil
}

// describe computes the spectrum of a side, whose rows are work (n×r) and x (n×d, in
// features), and what follows from it.
func (p *Problem) describe(ctx context.Context, s *Side, work, x *mat.Dense) (err error) {
	switch n, r := work.Dims(); {
	case s.offsets != nil:
		s.Spectrum, s.graded, err = gradedSpectrum(ctx, s.without, s.N, s.offsets)
		s.without = nil
	case n == s.N && 4*n <= 3*r: // of so few rows, it takes less time
		s.Spectrum, err = rowSpectrum(ctx, work)
	default:
		s.Spectrum, err = NewSpectrum(ctx, s.Gram)
	}
	if err != nil {
		return err
	}
	s.Drowned = s.drowned(x)
	if s.offsets == nil && p.basis == nil && (len(s.Drowned) > 0 || s.unequal(x)) {
		resolved := 0
		s.Spectrum, resolved, err = gradedSpectrum(ctx, s.Gram, s.N, nil)
		if err != nil {
			return err
		}
		if len(s.Drowned) > 0 {
			s.graded = resolved
		}
	}
	s.align()
	return nil
}

// align computes how the labels lie along the spectrum.
func (s *Side) align() {
	s.Rank = numericalRank(s.Sigma, max(s.N, s.D), SinglePrecision)
	if s.XtY != nil {
		s.Projection = s.project(s.XtY, max(s.Rank, s.graded))
		s.HeadRank = HeadRank(s.Projection, Epsilon)
		s.TailRank = TailRank(s.Projection, Epsilon)
	}
}

// resolved returns how many of the squared singular values stand above the
// rounding of the Gram matrix and its eigenvalues, max(n, d, 16)·ε·σ₁²; those
// below are taken for zero.
func (s *Side) resolved() int {
	if s.graded > 0 {
		return s.graded
	}
	limit := roundoff(max(s.N, s.D)) * s.square(0)
	return sort.Search(len(s.Sigma), func(i int) bool { return !(s.square(i) > limit) })
}

// square returns σ_i².
func (s *Side) square(i int) float64 { return s.Sigma[i] * s.Sigma[i] }

// squares returns σ_i² for i from from to to−1.
func (s *Side) squares(from, to int) []float64 {
	return floats.MulTo(make([]float64, to-from), s.Sigma[from:to], s.Sigma[from:to])
}

// Align computes the spectrum and label alignment of a single labelled domain,
// for which no target is needed. Errors are as those of NewProblem.
func Align(ctx context.Context, data Data) (Side, error) {
	data.Target, data.Validation = data.Source, Domain{}
	if err := data.Check(ctx); err != nil {
		return Side{}, err
	}
	data.Target = Domain{}
	_, d := data.Source.X.Dims()
	p := &Problem{Data: data, D: d}
	if err := p.reduce(ctx); err != nil {
		return Side{}, err
	}
	s, err := p.sourceMoments(ctx)
	if err != nil {
		return Side{}, err
	}
	return s, p.describe(ctx, &s, p.work.Source.X, p.Source.X)
}

// Moments computes the second moments alone of the source of data, which have been
// checked, in features.
func Moments(ctx context.Context, data Data) (Side, error) {
	_, d := data.Source.X.Dims()
	return (&Problem{Data: data, D: d, work: data}).sourceMoments(ctx)
}

func (p *Problem) sourceMoments(ctx context.Context) (Side, error) {
	return p.moments(ctx, "source", p.work.Source, newRows(p.work.Source.X))
}

// Largest returns λ_max(XᵀX), the square of the largest singular value.
func (s *Side) Largest(ctx context.Context) (float64, error) {
	times := func(dst, x []float64) {
		mat.NewVecDense(len(dst), dst).MulVec(s.Gram, mat.NewVecDense(len(x), x))
	}
	return largestEigenvalue(ctx, generic(s.D), times, largestResidual)
}
