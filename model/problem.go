package model

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"
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
	// Rank is the numerical rank at single precision.
	Rank int
	// XtY is Xᵀy (r×c) and Projection the label projection y^U (r×c); both nil
	// where the domain has no labels.
	XtY, Projection *mat.Dense
	// LabelNorm2 is ‖y‖² (‖Y‖² over all outputs).
	LabelNorm2 float64
	// HeadRank and TailRank are the two readings of k(ε) at Epsilon; 0 where the
	// domain has no labels.
	HeadRank, TailRank int
}

// Norms returns |y^U_i| of every component, over all outputs; nil without labels.
func (s *Side) Norms() []float64 {
	if s.Projection == nil {
		return nil
	}
	norms := make([]float64, len(s.Sigma))
	for i := range norms {
		norms[i] = mat.Norm(s.Projection.RowView(i), 2)
	}
	return norms
}

// A Problem is a pair of domains with everything that does not depend on the
// parameters: moments, spectra and their overlap. It is immutable.
type Problem struct {
	Data
	// D is the number of features, C the number of outputs.
	D, C int
	// Src and Tgt are the two sides.
	Src, Tgt Side
	// Overlap is M = VᵀṼ (r×r): entry (i, j) is v_iᵀṽ_j.
	Overlap *mat.Dense
	// Optimum is w*_T (d×c), least squares on the labelled target by its
	// pseudo-inverse; nil where the target has no labels.
	Optimum *mat.Dense
	// work holds the domains in the coordinates in which the problem is solved,
	// dim many: those of basis (d×dim), or the features themselves where basis is
	// nil.
	work  Data
	dim   int
	basis *mat.Dense
	// optimum is Optimum in those coordinates.
	optimum *mat.Dense
	// bSource is Vᵀ Φᵀy and bTilde Ṽᵀ Φᵀy (dim×c): the right-hand side in the basis
	// of either side.
	bSource, bTilde *mat.Dense
	// samples are the domains of work, to be scored.
	samples samples
	// components holds the labelled target's rows in coordinates of Ṽ, Φ̃Ṽ (m×r̃),
	// those of its r̃ resolved components; the others are zero but for rounding.
	// nil without labels.
	components *mat.Dense
}

// NewProblem checks the data and computes the moments and spectra of both
// domains, side by side. Errors wrap ErrShape, ErrNotFinite, ErrScale,
// ErrOneClass, ErrLabel, ErrNoConvergence or the context's.
func NewProblem(ctx context.Context, data Data) (*Problem, error) {
	if err := data.Check(ctx); err != nil {
		return nil, err
	}
	_, d := data.Source.X.Dims()
	p := &Problem{Data: data, D: d, C: data.Outputs()}
	if err := p.reduce(ctx); err != nil {
		return nil, err
	}
	p.samples = p.work.prepare(newRows)
	var err error
	if p.Src, err = p.moments(ctx, "source", p.work.Source, p.samples[0].rows); err != nil {
		return nil, err
	}
	if p.Tgt, err = p.moments(ctx, "target", p.work.Target, p.samples[1].rows); err != nil {
		return nil, err
	}
	p.Src.Spectrum, p.Tgt.Spectrum, err = spectra(ctx, p.Src.Gram, p.Tgt.Gram)
	if err != nil {
		return nil, err
	}
	return p, p.finish(ctx)
}

// WithTarget returns the problem of the same source with another target and
// validation domain, reusing what belongs to the source.
func (p *Problem) WithTarget(ctx context.Context, target, validation Domain) (*Problem, error) {
	data := p.Data
	data.Target, data.Validation = target, validation
	if p.basis != nil || p.Source.Samples()+target.Samples() < p.D {
		// The row space changes with the target.
		return NewProblem(ctx, data)
	}
	if err := data.Check(ctx); err != nil {
		return nil, err
	}
	q := &Problem{Data: data, D: p.D, C: p.C, Src: p.Src}
	if err := q.reduce(ctx); err != nil {
		return nil, err
	}
	q.samples = q.work.prepare(newRows)
	var err error
	if q.Tgt, err = q.moments(ctx, "target", target, q.samples[1].rows); err != nil {
		return nil, err
	}
	if q.Tgt.Spectrum, err = NewSpectrum(ctx, q.Tgt.Gram); err != nil {
		return nil, err
	}
	return q, q.finish(ctx)
}

// finish computes what needs both spectra.
func (p *Problem) finish(ctx context.Context) error {
	for _, s := range []*Side{&p.Src, &p.Tgt} {
		s.describe()
	}
	err := p.settle(ctx)
	if err != nil {
		return err
	}
	if p.Overlap, err = largeProduct(ctx, blas.Trans, p.Src.V, p.Tgt.V); err != nil {
		return err
	}
	p.bSource, p.bTilde = productT(p.Src.V, p.Src.XtY), productT(p.Tgt.V, p.Src.XtY)
	if p.Tgt.XtY != nil {
		directions := p.Tgt.V.Slice(0, p.dim, 0, max(1, p.Tgt.resolved())).(*mat.Dense)
		if p.components, err = largeProduct(ctx, blas.NoTrans, p.work.Target.X, directions); err != nil {
			return err
		}
		p.optimum = p.weights(p.Tgt.leastSquares(nil).pseudoInverse())
		p.Optimum = p.lift(p.optimum)
	}
	return ctx.Err()
}

// describe fills in what follows from the spectrum.
func (s *Side) describe() {
	s.Rank = s.Spectrum.Rank(max(s.N, s.D), SinglePrecision)
	if s.XtY != nil {
		s.Projection = s.Spectrum.Projection(s.XtY, s.Rank)
		s.HeadRank = HeadRank(s.Projection, Epsilon)
		s.TailRank = TailRank(s.Projection, Epsilon)
	}
}

// resolved returns how many of the squared singular values stand above the
// rounding of the Gram matrix and its eigenvalues, max(n, d, 16)·ε·σ₁²; those
// below are taken for zero.
func (s *Side) resolved() int {
	noise := roundoff(max(s.N, s.D)) * s.Sigma[0] * s.Sigma[0]
	count := 0
	for count < len(s.Sigma) && s.Sigma[count]*s.Sigma[count] > noise {
		count++
	}
	return count
}

// Align computes the spectrum and label alignment of a single labelled domain,
// for which no target is needed. Errors are as those of NewProblem.
func Align(ctx context.Context, data Data) (Side, error) {
	if data.Target.X == nil {
		data.Target = data.Source
	}
	if err := data.Check(ctx); err != nil {
		return Side{}, err
	}
	_, d := data.Source.X.Dims()
	p := &Problem{D: d, Data: data}
	source := data.Source
	if source.Samples() < d {
		basis, err := rowSpace(ctx, source.X)
		if err != nil {
			return Side{}, err
		}
		if source, err = source.within(ctx, basis); err != nil {
			return Side{}, err
		}
	}
	s, err := p.moments(ctx, "source", source, newRows(source.X))
	if err != nil {
		return Side{}, err
	}
	if s.Spectrum, err = NewSpectrum(ctx, s.Gram); err != nil {
		return Side{}, err
	}
	s.describe()
	return s, nil
}
