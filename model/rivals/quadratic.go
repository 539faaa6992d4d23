package rivals

import (
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// importanceWeights returns the w that minimizes ½‖Cw − μ‖² subject to w ≥ 0 and
// Σ share_y w_y = 1 (Tachet des Combes et al. 2020, their quadratic program for
// the weights). Its linear term is −Cᵀμ; their published code has −Cμ. C is c×c. Classes whose share
// is zero get weight zero.
//
// In u_y = share_y w_y the set is the unit simplex. The solver is a primal active
// set method in the manner of Lawson and Hanson's NNLS (1974): on the classes
// whose weight is positive it solves least squares, and lets in the class along
// which the objective falls fastest until there is none.
func importanceWeights(c blas64.General, mu, share []float64) []float64 {
	q := newSimplexProgram(c, mu, share)
	u := q.solve()
	w := make([]float64, len(share))
	for at, y := range q.classes {
		w[y] = u[at] / share[y]
	}
	return w
}

// A simplexProgram is min ½‖Bu − μ‖² over u ≥ 0, Σu = 1.
type simplexProgram struct {
	// classes are those with a share; columns are theirs in B.
	classes []int
	columns [][]float64
	mu      []float64
	// slack is the slope below zero that counts as rounding.
	slack float64
}

func newSimplexProgram(c blas64.General, mu, share []float64) *simplexProgram {
	q := &simplexProgram{mu: mu}
	largest := floats.Norm(mu, 2)
	for y, s := range share {
		if s <= 0 {
			continue
		}
		column := make([]float64, c.Rows)
		for i := range column {
			column[i] = row(c, i)[y] / s
		}
		largest = max(largest, floats.Norm(column, 2))
		q.classes, q.columns = append(q.classes, y), append(q.columns, column)
	}
	q.slack = 1e-13 * largest * largest
	return q
}

// roundsPerClass bounds the exchanges of the active set; one or two are usual.
const roundsPerClass = 20

func (q *simplexProgram) solve() []float64 {
	u := make([]float64, len(q.columns))
	u[q.nearest()] = 1
	for range roundsPerClass * len(u) {
		entering := q.steepest(u)
		if entering < 0 {
			break
		}
		active := []int{entering}
		for i, v := range u {
			if v > 0 {
				active = append(active, i)
			}
		}
		if !q.descend(u, active) {
			break
		}
	}
	return u
}

// nearest returns the column nearest to μ: the best corner.
func (q *simplexProgram) nearest() int {
	best := 0
	for i, column := range q.columns {
		if floats.Distance(column, q.mu, 2) < floats.Distance(q.columns[best], q.mu, 2) {
			best = i
		}
	}
	return best
}

// residual returns Bu − μ.
func (q *simplexProgram) residual(u []float64) []float64 {
	r := make([]float64, len(q.mu))
	floats.SubTo(r, r, q.mu)
	for i, column := range q.columns {
		floats.AddScaled(r, u[i], column)
	}
	return r
}

// steepest returns the absent class along which the objective falls fastest when
// the others make room in proportion, −1 where it falls along none.
func (q *simplexProgram) steepest(u []float64) int {
	residual, g := q.residual(u), make([]float64, len(u))
	for i, column := range q.columns {
		g[i] = floats.Dot(column, residual) // the gradient Bᵀ(Bu − μ)
	}
	level := floats.Dot(g, u)
	best := -1
	for i, v := range u {
		if v == 0 && g[i] < level-q.slack && (best < 0 || g[i] < g[best]) {
			best = i
		}
	}
	return best
}

// descend moves u to the least point of the face that the active classes span, or
// of a smaller face where that point lies outside. It reports false where rounding
// keeps u from moving.
func (q *simplexProgram) descend(u []float64, active []int) bool {
	moved := false
	for len(active) > 1 {
		step := q.toLeast(u, active)
		reach := 1.0
		for i, s := range step {
			if u[active[i]]+s < 0 {
				reach = min(reach, -u[active[i]]/s)
			}
		}
		moved = moved || reach > 0
		kept := active[:0:0]
		for i, s := range step {
			to := &u[active[i]]
			blocked := *to+s < 0 && -*to/s <= reach
			*to = max(0, *to+reach*s)
			if blocked {
				*to = 0
			}
			if *to > 0 {
				kept = append(kept, active[i])
			}
		}
		floats.Scale(1/floats.Sum(u), u)
		if reach == 1 {
			break
		}
		active = kept
	}
	return moved
}

// toLeast returns the shortest step of the active classes, summing to zero, that
// minimizes the objective without regard to signs.
func (q *simplexProgram) toLeast(u []float64, active []int) []float64 {
	// The last class gives what the others take.
	last := active[len(active)-1]
	rows, free := len(q.mu), len(active)-1
	a := mat.NewDense(rows, free, nil)
	for j := range free {
		for i := range rows {
			a.Set(i, j, q.columns[active[j]][i]-q.columns[last][i])
		}
	}
	residual := q.residual(u)
	floats.Scale(-1, residual)
	step := make([]float64, len(active))
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDThin) || svd.Rank(1e-12) == 0 {
		return step
	}
	var s mat.Dense
	svd.SolveTo(&s, mat.NewDense(rows, 1, residual), svd.Rank(1e-12))
	for j := range free {
		step[j] = s.At(j, 0)
		step[free] -= step[j]
	}
	return step
}
