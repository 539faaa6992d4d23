package model

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A split is A w = b at one (k, k̃, tail, implicit term) in coordinates of Ṽ, which
// fall into T, those that the regularizer weights, and the others, H:
//
//	A = Mᵀ D M + λ·diag(t on T) + L2·I,  D = diag(σ_1² … σ_k²),  M = V_kᵀ Ṽ.
//
// It holds no matrix of its own but a k×k one: M is a part of the overlap.
type split struct {
	problem *Problem
	// heads counts the source components in S_k, T is from..to−1 with the weights
	// t_i, and reach bounds the coordinates in which M is not zero: row i ends
	// before min(dim, reach+i+1).
	heads          int
	from, to       int
	reach          int
	sigma2, weight []float64
	// m is M (heads×dim).
	m *mat.Dense
}

// newSplit splits the system of the key, of which the tail begins at from and has
// the weights given.
func newSplit(p *Problem, key systemKey, from int, weight []float64) *split {
	s := &split{problem: p, heads: p.heads(key), reach: p.Tgt.resolved(), from: from, to: from + len(weight), weight: weight}
	s.sigma2 = p.Src.squares(0, s.heads)
	s.m = p.Overlap.Slice(0, s.heads, 0, p.dim).(*mat.Dense)
	return s
}

// end returns where row i of M ends.
func (s *split) end(i int) int { return min(s.problem.dim, s.reach+i+1) }

// width is the number of leading coordinates that A reaches.
func (s *split) width() int { return max(s.to, s.end(s.heads-1)) }

// times sets dst to A·x on the first width coordinates, at λ and l2.
func (s *split) times(dst, x []float64, lambda, l2 float64) {
	for i, v := range x {
		dst[i] = l2 * v
	}
	for i, t := range s.weight {
		dst[s.from+i] += lambda * t * x[s.from+i]
	}
	for i, sigma2 := range s.sigma2 {
		row := s.m.RawRowView(i)[:s.end(i)]
		floats.AddScaled(dst[:len(row)], sigma2*floats.Dot(row, x[:len(row)]), row)
	}
}

// project sets dst to M·x (heads).
func (s *split) project(dst, x []float64) {
	for i := range dst {
		row := s.m.RawRowView(i)[:s.end(i)]
		dst[i] = floats.Dot(row, x[:len(row)])
	}
}

// lift adds Mᵀ·u to dst (dim).
func (s *split) lift(dst, u []float64) {
	for i, v := range u {
		row := s.m.RawRowView(i)[:s.end(i)]
		floats.AddScaled(dst[:len(row)], v, row)
	}
}
