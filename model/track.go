package model

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

func (p *Problem) curvePointCount() int {
	const maxPoints, minPoints, budget = 101, 11, 7e8
	m, r := len(p.Target.Y), max(1, p.Tgt.ResolvedCount())
	return int(max(minPoints, min(maxPoints, budget/max(1, float64(m)*float64(r)*float64(p.C)))))
}

// VisitFrames calls visit with the DescentFrame at params after each of epochs, which must be
// ascending numbers ≥ 1. It ignores params.Epochs. Errors wrap ErrParams, ErrNoConvergence or the
// error of ctx.
func (s *Solver) VisitFrames(ctx context.Context, params Params, epochs []int, visit func(i int, f DescentFrame)) error {
	if err := checkAscending(epochs); err != nil || len(epochs) == 0 {
		return err
	}
	params.Epochs = epochs[len(epochs)-1]
	lar, err := s.newDescentTrack(ctx, params)
	if err != nil {
		return err
	}
	none, err := s.newDescentTrack(ctx, params.baseline())
	if err != nil {
		return err
	}
	sets := s.problem.scoredDomains
	sets[0] = nil
	const framesAtOnce = 8 // few enough for frequent checks of ctx, and enough for fast products
	for lo := 0; lo < len(epochs); lo += framesAtOnce {
		at := epochs[lo:min(lo+framesAtOnce, len(epochs))]
		runs, objectives := lar.scoreEpochs(ctx, at, sets)
		noneRuns, noneObjectives := none.scoreEpochs(ctx, at, sets)
		if err := ctx.Err(); err != nil {
			return err
		}
		for i, epoch := range at {
			visit(lo+i, DescentFrame{epoch, runs[i], noneRuns[i], objectives[i], noneObjectives[i]})
		}
	}
	return nil
}

// A descentTrack computes a descent after ascending numbers of epochs.
type descentTrack struct {
	problem *Problem
	// f has the eigenpairs of A in coordinates of the columns of basis, and filters the descent along
	// each eigenvector. start is the descent before the first step. f and filters are nil if descent
	// diverges, or if FirstLook does not know the rate.
	f       *eigenpairs
	basis   *mat.Dense
	filters []descentFilter
	start   Descent
	params  Params
	// outsideLength is the largest bound so far of the length by which a step leaves the directions of
	// FirstLook; negative before the first bound.
	outsideLength float64
}

func (s *Solver) newDescentTrack(ctx context.Context, params Params) (*descentTrack, error) {
	params = s.problem.simplifyParams(params)
	op, err := s.operator(ctx, params)
	if err != nil {
		return nil, err
	}
	largest, err := op.largestEigenvalue(ctx)
	if err != nil {
		return nil, err
	}
	t := &descentTrack{problem: s.problem, basis: op.family.basis, start: s.newDescent(largest, params), params: params, outsideLength: -1}
	if s.problem.isFirstLook && !s.problem.knowsLargestEigenvalue(params, largest) {
		t.start = Descent{Fit: unknownFit(notComputed), Rate: nan, LargestStableRate: nan}
		return t, nil
	}
	if t.start.Diverges {
		return t, nil
	}
	h := s.stepSize(t.start)
	t.f, err = op.descentEigenpairs(ctx, params, h)
	if err == nil {
		t.filters = t.f.newFilters(params, h)
	}
	return t, err
}

// SettledEpoch returns the first of the ascending epochs t after which descent on least squares on
// the source, at the rate and momentum of params, is near its limit w_∞:
//
//	‖Φ(w_t − w_∞)‖ ≤ tolerance·min(‖Φw_∞‖, max(‖y − Φw_∞‖, ‖Φw_∞‖/√1000))
//
// If there is none, it returns the last epoch and false. In a problem from FirstLook it returns at
// most LookEpochs, and true.
func (p *Problem) SettledEpoch(params Params, epochs []int, tolerance float64) (epoch int, settled bool) {
	solver := NewSolver(p)
	start := solver.newDescent(p.Src.Sigma[0]*p.Src.Sigma[0], params)
	labels, fitted := make([]float64, p.Src.ResolvedCount()), 0.0 // (y^U_i)²
	for i := range labels {
		row := p.bSource.RawRowView(i)
		labels[i] = floats.Dot(row, row) / (p.Src.Sigma[i] * p.Src.Sigma[i])
		fitted += labels[i]
	}
	most := tolerance * tolerance * min(fitted, max(p.Src.LabelNorm2-fitted, fitted/1000))
	for _, epoch = range epochs {
		left := 0.0
		for i, label := range labels {
			square := p.Src.Sigma[i] * p.Src.Sigma[i]
			f := descentFilter{params: params, h: solver.stepSize(start), lambda: square}
			rest := 1 - square*f.coefficient(epoch)
			left += rest * rest * label
		}
		settled = left <= most
		if settled {
			break
		}
	}
	if p.isFirstLook {
		return min(epoch, LookEpochs), true
	}
	return epoch, settled && !start.Diverges
}

// computeCoefficients returns the coefficients of the weights along the p eigenvectors after each
// of the epochs, and J/n. coefs (p×(c·len(epochs))) has c columns for each number of epochs. The
// epochs must not be smaller than in earlier calls.
func (t *descentTrack) computeCoefficients(epochs []int) (coefs *mat.Dense, objectives []float64) {
	p := t.problem
	coefs = mat.NewDense(len(t.filters), len(epochs)*p.C, nil)
	objectives = make([]float64, len(epochs))
	phi := make([]float64, len(t.filters))
	for e, epoch := range epochs {
		for i := range t.filters {
			phi[i] = t.filters[i].coefficient(epoch)
			for j, b := range t.f.beta.RawRowView(i) {
				coefs.Set(i, e*p.C+j, phi[i]*b)
			}
		}
		objectives[e] = t.f.objective(p.Src.LabelNorm2, p.Src.N, phi)
	}
	return coefs, objectives
}

// scoreEpochs returns the descent after each of the epochs, scored on domains, and J/n. The result is
// meaningless once ctx is done.
func (t *descentTrack) scoreEpochs(ctx context.Context, epochs []int, domains scoredDomains) (runs []Descent, objectives []float64) {
	runs = slices.Repeat([]Descent{t.start}, len(epochs))
	if t.f == nil {
		return runs, slices.Repeat([]float64{nan}, len(epochs))
	}
	p := t.problem
	all, objectives, known := t.weights(epochs)
	for e := range epochs {
		if ctx.Err() != nil {
			break
		}
		if !known[e] {
			runs[e].Fit, objectives[e] = unknownFit(notComputed), nan
			continue
		}
		runs[e].Fit = p.newFit(domains, mat.DenseCopyOf(all.Slice(0, p.dim, e*p.C, (e+1)*p.C)))
	}
	return runs, objectives
}

// weights returns the weights and J/n after each of the epochs, and whether they are known. all
// (dim×(c·len(epochs))) has c columns for each number of epochs. Weights are unknown only in a
// problem from FirstLook, which ignores the part of A outside its directions.
func (t *descentTrack) weights(epochs []int) (all *mat.Dense, objectives []float64, known []bool) {
	const looks = 4
	p := t.problem
	if p.isFirstLook && t.outsideLength < 0 {
		t.outsideLength = 0
		t.weights(CurveEpochs(epochs[0], looks)) // sets outsideLength from epochs before the first
	}
	coefs, objectives := t.computeCoefficients(epochs)
	all, known = linalg.Product(t.basis, t.f.lift(coefs)), slices.Repeat([]bool{true}, len(epochs))
	if !p.isFirstLook {
		return all, objectives, known
	}
	source, target := linalg.ProductT(p.Src.V, all), linalg.ProductT(p.Tgt.V, all)
	for e, epoch := range epochs {
		alongSource := mat.DenseCopyOf(source.Slice(0, p.dim, e*p.C, (e+1)*p.C))
		alongTarget := mat.DenseCopyOf(target.Slice(0, p.dim, e*p.C, (e+1)*p.C))
		t.outsideLength = max(t.outsideLength, p.outsideBound(t.params, alongSource, alongTarget))
		missing := 2 / (1 - t.params.Momentum) * float64(epoch) * t.outsideLength * 2 * t.start.Rate / float64(p.Src.N)
		known[e] = epoch <= LookEpochs && p.Src.hasEnoughDigits(alongSource, missing) && p.Tgt.hasEnoughDigits(alongTarget, missing)
	}
	return all, objectives, known
}

// curve returns a CurvePoint for each of the epochs, without epochs whose weights are unknown.
func (t *descentTrack) curve(ctx context.Context, epochs []int) ([]CurvePoint, error) {
	p := t.problem
	curve := make([]CurvePoint, 0, len(epochs))
	if t.f == nil {
		return curve, nil
	}
	const columns = 128 // columns of weights in a product: few enough for frequent checks of ctx
	for at := range slices.Chunk(epochs, max(1, columns/p.C)) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		all, objectives, known := t.weights(at)
		scores := slices.Repeat([]Metrics{unknown}, len(at))
		if p.Target.Y != nil {
			scores = p.scoredDomains[1].scoreEach(ctx, p.Data, all)
		}
		for e, epoch := range at {
			if known[e] {
				curve = append(curve, CurvePoint{epoch, objectives[e], scores[e]})
			}
		}
	}
	return curve, ctx.Err()
}
