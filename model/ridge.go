package model

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A RidgePoint is ridge regression on the source at one weight of ‖w‖².
type RidgePoint struct {
	L2 float64
	// Closed and Descent score the closed form and the weights after the
	// present number of epochs; Descent is unknown where it Diverges.
	Closed, Descent Evaluation
	Diverges        bool
}

// RidgePath solves the paper's ℓ₂ rival, the minimum of ‖Φw − y‖² + L2·‖w‖², at
// each of l2s (≥ 0) and hands every point to visit as it is done. It is LAR with
// λ = 0 and the implicit term kept; epochs, rate and momentum are those of params,
// of which the rest does not matter. Its A = S + L2·I is diagonal in the source's
// own basis, so that beside being scored a point costs O(d·rank). Errors wrap
// ErrParams or are the context's.
func (s *Solver) RidgePath(ctx context.Context, params Params, l2s []float64, visit func(i int, point RidgePoint)) error {
	source := s.sourceFactored()
	// Values ascend, while singular vectors come in descending order.
	rank := len(source.values)
	basis := s.problem.Src.V.Slice(0, s.problem.dim, 0, rank).(*mat.Dense)
	weigh := func(phi func(j int) float64) Evaluation {
		coefs := mat.NewDense(rank, s.problem.C, nil)
		for j := range rank {
			coefs.SetRow(rank-1-j, source.beta.RawRowView(j))
			floats.Scale(phi(j), coefs.RawRowView(rank-1-j))
		}
		return s.problem.evaluateWork(product(basis, coefs))
	}
	for i, l2 := range l2s {
		if err := ctx.Err(); err != nil {
			return err
		}
		params := params.noneKey()
		params.L2 = l2
		if err := params.Check(s.problem.D); err != nil {
			return err
		}
		largest := source.lambdaMax() + l2
		if !(largest <= largestScale*largestScale*largestScale) {
			return fmt.Errorf("%w: l2 = %v overflows on these features", ErrParams, l2)
		}
		point := RidgePoint{L2: l2}
		point.Closed = weigh(func(j int) float64 {
			if v := source.values[j] + l2; v > 0 {
				return 1 / v
			}
			return 0
		})
		start := s.begin(largest, params)
		point.Descent, point.Diverges = start.Evaluation, start.Diverges
		if !start.Diverges {
			step := s.step(start)
			point.Descent = weigh(func(j int) float64 {
				f := filter{params: params, h: step, lambda: source.values[j] + l2}
				return f.at(params.Epochs)
			})
		}
		visit(i, point)
	}
	return nil
}
