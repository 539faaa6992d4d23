package model

import (
	"cmp"
	"context"
	"sync"

	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// A Problem is a pair of domains with all results that do not depend on Params: moments, spectra
// and, once LAR needs it, the overlap of singular vectors. The results never change.
type Problem struct {
	Data
	// D is the number of features, C the number of outputs.
	D, C int
	// Src and Tgt have the moments and spectra of source and target.
	Src, Tgt Side
	// Optimum is w*_T (d×c), the least-squares weights on the labelled rows of the target. It is nil
	// if the target has no labels; if some labels are missing and X holds only some rows; or if the
	// weights are not finite.
	Optimum *mat.Dense
	// work holds the domains in the dim coordinates in which the problem is solved.
	work  Data
	dim   int
	space space
	// optimum is Optimum in the coordinates in which the problem is solved.
	optimum *mat.Dense
	// bSource is Vᵀ Φᵀy (dim×c): the right-hand side in the basis of the source.
	bSource *mat.Dense
	joint   domainOverlap
	// foldCache stores results for folds of the source. Problems that differ only in the target
	// share it.
	foldCache *foldCache
	// isFirstLook is true if FirstLook has projected the problem on a few directions.
	isFirstLook   bool
	scoredDomains scoredDomains
}

// NewProblem checks the data and computes moments and spectra of both domains. Errors wrap
// ErrShape, ErrNotFinite, ErrScale, ErrOneClass, ErrLabel, ErrNoConvergence or the error of ctx.
func NewProblem(ctx context.Context, data Data) (*Problem, error) {
	return newProblem(ctx, data, nil)
}

// WithTarget returns the problem with the same source but another target and validation domain. The
// problem reuses the results for the source, including those of HeldOut.
func (p *Problem) WithTarget(ctx context.Context, target, validation Domain) (*Problem, error) {
	data := p.Data
	data.Target, data.Validation = target, validation
	if p.space.basis != nil || p.Source.Samples()+target.Samples() < p.D {
		// The problem is solved in the row space of both domains, which changes with the target, so
		// the results for the source cannot be reused.
		return newProblem(ctx, data, nil)
	}
	q, err := newProblem(ctx, data, &p.Src)
	if err == nil {
		q.foldCache = p.foldCache
	}
	return q, err
}

// widestAtOnce is the number of dimensions above which the spectra of both domains would take
// too much memory at once.
const widestAtOnce = 3000

// newProblem reuses source, the results of another problem with the same source, unless source is
// nil.
func newProblem(ctx context.Context, data Data, source *Side) (*Problem, error) {
	sums, err := sumMomentsWith(ctx, data, source)
	if err != nil {
		return nil, err
	}
	return sums.Complete(ctx)
}

// A ProblemMoments is a Problem that has moments but no spectra. Spectra take most of the time.
type ProblemMoments struct {
	problem           *Problem
	hasSourceSpectrum bool
}

// SumMoments computes the moments of both domains of data. Errors are as in NewProblem.
func SumMoments(ctx context.Context, data Data) (*ProblemMoments, error) {
	return sumMomentsWith(ctx, data, nil)
}

// sumMomentsWith reuses source, the results of another problem with the same source, unless source is
// nil.
func sumMomentsWith(ctx context.Context, data Data, source *Side) (*ProblemMoments, error) {
	if err := data.Check(ctx); err != nil {
		return nil, err
	}
	p, err := reduceToRowSpace(ctx, data)
	if err != nil {
		return nil, err
	}
	p.foldCache, p.scoredDomains = &foldCache{}, newScoredDomains(p.work)
	if source != nil {
		p.Src = *source
	} else {
		p.Src, err = p.computeMoments(ctx, "source", p.work.Source, p.scoredDomains[0])
	}
	if err == nil {
		p.Tgt, err = p.computeMoments(ctx, "target", p.work.Target, p.scoredDomains[1])
	}
	return &ProblemMoments{p, source != nil}, err
}

// Complete computes the spectra of both domains, in parallel unless widestAtOnce forbids it, and
// returns the completed problem. Call it only once.
func (s *ProblemMoments) Complete(ctx context.Context) (*Problem, error) {
	p := s.problem
	source, target := p.Source.X, p.Target.X
	if p.isFirstLook {
		source, target = nil, nil // only all directions together show which features rounding hides
	}
	var sourceErr error
	var wg sync.WaitGroup
	if !s.hasSourceSpectrum {
		wg.Go(func() { sourceErr = p.Src.computeSpectrum(ctx, p.work.Source.X, source) })
	}
	if p.dim > widestAtOnce {
		wg.Wait()
	}
	err := p.Tgt.computeSpectrum(ctx, p.work.Target.X, target)
	wg.Wait()
	if err := cmp.Or(sourceErr, err); err != nil {
		return nil, err
	}
	p.bSource = linalg.ProductT(p.Src.V, p.Src.XtY)
	if !p.isFirstLook && (p.Target.Y != nil || p.Tgt.XtY != nil) {
		if err := p.computeOptimum(ctx); err != nil {
			return nil, err
		}
	}
	return p, ctx.Err()
}

func (p *Problem) computeOptimum(ctx context.Context) error {
	side := p.Tgt
	switch {
	case p.Target.IsLabelled(), p.Tgt.XtY != nil:
	case p.Target.IsSampled():
		return nil
	default:
		labelled := linalg.SliceRows(p.work.Target.X, 0, len(p.Target.Y))
		var err error
		side, err = p.computeMoments(ctx, "target", Domain{X: labelled, Y: p.Target.Y}, prepareRows(labelled))
		if err != nil {
			return err
		}
		err = side.computeSpectrum(ctx, labelled, linalg.SliceRows(p.Target.X, 0, len(p.Target.Y)))
		if err != nil {
			return err
		}
	}
	optimum := side.leastSquaresWeights()
	if linalg.IsFinite(optimum) {
		p.optimum, p.Optimum = optimum, p.space.toFeatures(optimum)
	}
	return nil
}

// ComputeAlignment computes the spectrum and the label projections of the source of data. It ignores
// the target. Errors are as in NewProblem.
func ComputeAlignment(ctx context.Context, data Data) (Side, error) {
	data.Target, data.Validation = data.Source, Domain{}
	if err := data.Check(ctx); err != nil {
		return Side{}, err
	}
	data.Target = Domain{}
	p, err := reduceToRowSpace(ctx, data)
	if err != nil {
		return Side{}, err
	}
	s, err := p.sourceMoments(ctx)
	if err != nil {
		return Side{}, err
	}
	return s, s.computeSpectrum(ctx, p.work.Source.X, p.Source.X)
}

// ComputeMoments computes only the second moments of the source of data, in feature coordinates. The
// data must have passed Check.
func ComputeMoments(ctx context.Context, data Data) (Side, error) {
	_, d := data.Source.X.Dims()
	return (&Problem{Data: data, D: d, work: data}).sourceMoments(ctx)
}

func (p *Problem) sourceMoments(ctx context.Context) (Side, error) {
	return p.computeMoments(ctx, "source", p.work.Source, prepareRows(p.work.Source.X))
}
