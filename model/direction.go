package model

import "gonum.org/v1/gonum/mat"

// Direction returns the singular vector of component i, 0 ≤ i < r, of a side of
// the problem, v_i or ṽ_i, in features (d long), whatever the coordinates in which
// the problem is solved.
func (p *Problem) Direction(s *Side, i int) []float64 {
	column := mat.NewDense(p.dim, 1, mat.Col(nil, i, s.V))
	return mat.Col(nil, 0, p.lift(column))
}
