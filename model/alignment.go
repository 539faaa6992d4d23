package model

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Epsilon is the share ε of the label's norm that the paper's Table 1 leaves
// out: k(0.1).
const Epsilon = 0.1

// Projection returns the label projections y^U_i = u_iᵀy = v_iᵀXᵀy/σ_i as a d×c
// matrix, one column per output, given xty = Xᵀy (d×c). Components from rank on
// are zero: there the division means nothing.
func (s Spectrum) Projection(xty *mat.Dense, rank int) *mat.Dense {
	d, c := xty.Dims()
	var p mat.Dense
	p.Mul(s.V.T(), xty)
	for i := range d {
		for j := range c {
			v := 0.0
			if i < rank {
				v = p.At(i, j) / s.Sigma[i]
			}
			p.Set(i, j, v)
		}
	}
	return &p
}

// TailRank is k(ε) by the paper's equation (section 2.2): the smallest k with
// ‖y^U_{k+1..d}‖ < ε‖y^U‖. The projection is d×c; with several outputs the norms
// are Frobenius norms. It is 0 for a zero projection.
func TailRank(projection *mat.Dense, epsilon float64) int {
	squares := rowSquares(projection)
	total := floats.Sum(squares)
	if total == 0 {
		return 0
	}
	tail := 0.0
	for k := len(squares); k > 0; k-- {
		tail += squares[k-1]
		if math.Sqrt(tail) >= epsilon*math.Sqrt(total) {
			return k
		}
	}
	return 0
}

// HeadRank is k(ε) as the numbers of the paper's Table 1 have it: the smallest k
// with ‖y^U_{1..k}‖ > (1−ε)‖y^U‖. It is 0 for a zero projection.
func HeadRank(projection *mat.Dense, epsilon float64) int {
	squares := rowSquares(projection)
	total := floats.Sum(squares)
	if total == 0 {
		return 0
	}
	head := 0.0
	for k, sq := range squares {
		head += sq
		if math.Sqrt(head) > (1-epsilon)*math.Sqrt(total) {
			return k + 1
		}
	}
	return len(squares)
}

func rowSquares(m *mat.Dense) []float64 {
	d, _ := m.Dims()
	squares := make([]float64, d)
	for i := range d {
		row := m.RawRowView(i)
		squares[i] = floats.Dot(row, row)
	}
	return squares
}
