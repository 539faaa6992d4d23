package model

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// A Frame is descent on its way: LAR and no adaptation after the same epoch, as
// Solver.Endpoints has them at Params with that many Epochs, without their source
// scores.
type Frame struct {
	Epoch int
	// Descent and None have no Curve and an unknown Source, which
	// Problem.ScoreSource knows.
	Descent, None Descent
	// Objective and NoneObjective are J(w)/n, each of what its descent minimizes;
	// NaN where that diverges.
	Objective, NoneObjective float64
}

// FrameEpochs returns at most frames strictly ascending epochs from 1 to epochs,
// spread evenly on a logarithmic scale, the last one included: descent moves fast
// at first. There are none where either number is below 1.
func FrameEpochs(epochs, frames int) []int {
	if epochs <= frames || frames < 2 {
		return CurveEpochs(epochs, frames)
	}
	at := make([]int, frames)
	last := 0
	for i := range at {
		even := math.Pow(float64(epochs), float64(i)/float64(frames-1))
		// At the low end there are fewer whole numbers than frames.
		last = max(last+1, int(math.Round(even)))
		at[i] = min(last, epochs-(frames-1-i))
	}
	return at
}

// framesAtOnce is how many frames are taken out of the eigenbasis together: enough
// for fast products, and few enough that cancelling feels instant.
const framesAtOnce = 8

// Frames visits descent at params after each of the epochs, which ascend from 1;
// params.Epochs does not matter. Errors wrap ErrParams, ErrNoConvergence or the
// context's.
func (s *Solver) Frames(ctx context.Context, params Params, epochs []int, visit func(i int, f Frame)) error {
	if len(epochs) == 0 {
		return nil
	}
	if !slices.IsSorted(epochs) || epochs[0] < 1 {
		return fmt.Errorf("%w: epochs %v do not ascend from 1", ErrParams, epochs)
	}
	params.Epochs = epochs[len(epochs)-1]
	lar, err := s.larTrack(ctx, params)
	if err != nil {
		return err
	}
	source, key := s.sourceFactored(), params.noneKey()
	none := s.newTrack(source, key, s.begin(source.lambdaMax(), key))
	for lo := 0; lo < len(epochs); lo += framesAtOnce {
		at := epochs[lo:min(lo+framesAtOnce, len(epochs))]
		frames := make([]Frame, len(at))
		if err := lar.follow(ctx, at, func(i int, d Descent, objective float64) {
			frames[i].Epoch, frames[i].Descent, frames[i].Objective = at[i], d, objective
		}); err != nil {
			return err
		}
		if err := none.follow(ctx, at, func(i int, d Descent, objective float64) {
			frames[i].None, frames[i].NoneObjective = d, objective
		}); err != nil {
			return err
		}
		for i, f := range frames {
			visit(lo+i, f)
		}
	}
	return nil
}

// A track is a descent that is followed over ascending epochs.
type track struct {
	problem *Problem
	// f holds the eigenpairs it runs on and filters descent on each; start is it
	// before the first step. Where it diverges there are no filters.
	f       *factored
	filters []filter
	start   Descent
}

// larTrack returns the descent at params.
func (s *Solver) larTrack(ctx context.Context, params Params) (*track, error) {
	if err := params.Check(s.problem.D); err != nil {
		return nil, err
	}
	op, err := s.operator(params)
	if err != nil {
		return nil, err
	}
	largest, err := op.lambdaMax(ctx)
	if err != nil {
		return nil, err
	}
	start := s.begin(largest, params)
	var f *factored
	if !start.Diverges {
		if f, err = op.descent(ctx, params, s.step(start)); err != nil {
			return nil, err
		}
	}
	return s.newTrack(f, params, start), nil
}

// newTrack returns the descent that begins with start on the eigenpairs of f.
func (s *Solver) newTrack(f *factored, params Params, start Descent) *track {
	t := &track{problem: s.problem, f: f, start: start}
	if !start.Diverges {
		t.filters = f.filters(params, s.step(start))
	}
	return t
}

// follow visits the descent after each of the epochs, which are not below those
// followed before, with its J/n.
func (t *track) follow(ctx context.Context, epochs []int, visit func(i int, d Descent, objective float64)) error {
	if t.start.Diverges {
		for i := range epochs {
			visit(i, t.start, math.NaN())
		}
		return nil
	}
	p := t.problem
	sets := p.samples
	sets[0] = labelled{}
	coefs := mat.NewDense(len(t.filters), len(epochs)*p.C, nil)
	objectives := make([]float64, len(epochs))
	phi := make([]float64, len(t.filters))
	for e, epoch := range epochs {
		for i := range t.filters {
			phi[i] = t.filters[i].at(epoch)
			for j, b := range t.f.beta.RawRowView(i) {
				coefs.Set(i, e*p.C+j, phi[i]*b)
			}
		}
		objectives[e] = t.f.objective(p.Src.LabelNorm2, p.Src.N, phi)
	}
	all := p.weights(t.f.lift(coefs, t.f.dim))
	for e, objective := range objectives {
		if err := ctx.Err(); err != nil {
			return err
		}
		z := mat.DenseCopyOf(all.Slice(0, p.dim, e*p.C, (e+1)*p.C))
		d := t.start
		d.Weights, d.Evaluation = p.lift(z), p.evaluate(sets, p.optimum, z)
		visit(e, d, objective)
	}
	return nil
}

// ScoreSource scores the weights w (d×c) on the source.
func (p *Problem) ScoreSource(w *mat.Dense) Metrics {
	return p.score(p.samples[0], p.inWork(w))
}

// LeastObjective returns the minimum of J/n, where the closed form c of the
// problem is: (‖y‖² − bᵀw)/n with b = Φᵀy, since A w = b. NaN where J has none.
func (p *Problem) LeastObjective(c Closed) float64 {
	if c.UnboundedBelow {
		return math.NaN()
	}
	return (p.Src.LabelNorm2 - inner(p.Src.XtY, p.inWork(c.Weights))) / float64(p.Src.N)
}

// LeastNoneObjective returns the minimum of J/n without adaptation, what least
// squares leaves of the labels: (‖y‖² − ‖y^U‖²)/n.
func (p *Problem) LeastNoneObjective() float64 {
	return (p.Src.LabelNorm2 - inner(p.Src.Projection, p.Src.Projection)) / float64(p.Src.N)
}

// ObjectiveFall returns by how much J/n falls in every epoch of a descent d of
// solution params, in the long run: 2h/(1−β)·‖P_N b‖²/n with h = 2α/n, b = Φᵀy and N
// the null space of A. 0 where J has a minimum.
func (p *Problem) ObjectiveFall(params Params, d Descent, c Closed) float64 {
	if !c.UnboundedBelow {
		return 0
	}
	n := float64(p.Src.N)
	h := 2 * d.Rate / n
	return 2 * h / (1 - params.Momentum) * c.Leak * c.Leak * inner(p.Src.XtY, p.Src.XtY) / n
}

// Growth returns the factor by which an epoch of the descent d multiplies, in the
// long run, its distance from the optimum along the top eigenvector of A: without
// momentum |1 − hλ_max|, h = 2α/n, with it the spectral radius of the iteration.
// Above 1 the descent diverges.
func (p Params) Growth(d Descent) float64 {
	// From LargestStableRate, where hλ_max is the bound.
	x := p.stepBound() * d.Rate / d.LargestStableRate
	// u⁺ = a·u + c·u⁻, so that r² = a·r + c.
	a, c := 1+p.Momentum-x, -p.Momentum
	if p.Nesterov {
		a, c = (1+p.Momentum)*(1-x), -p.Momentum*(1-x)
	}
	discriminant := a*a + 4*c
	if discriminant < 0 {
		return math.Sqrt(-c)
	}
	return (math.Abs(a) + math.Sqrt(discriminant)) / 2
}

// inWork takes weights of features (d×c) to the coordinates in which the problem
// is solved.
func (p *Problem) inWork(w *mat.Dense) *mat.Dense {
	if p.basis == nil {
		return w
	}
	return productT(p.basis, w)
}

// inner is the sum of the products of the entries of two matrices.
func inner(a, b *mat.Dense) float64 {
	sum := 0.0
	rows, _ := a.Dims()
	for i := range rows {
		other := b.RawRowView(i)
		for j, v := range a.RawRowView(i) {
			sum += v * other[j]
		}
	}
	return sum
}
