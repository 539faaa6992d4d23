package rivals

import (
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// importanceWeights returns the w ≥ 0 with Σ share_y w_y = 1 that minimizes ½‖Cw − μ‖², for C (c×c)
// (Tachet des Combes et al. 2020, their quadratic program for the weights). The linear term is
// −Cᵀμ; their published code has −Cμ. Classes with share zero get weight zero.
func importanceWeights(c blas64.General, mu, share []float64) []float64 {
	// With u_y = share_y w_y, the u form the unit simplex, and Cw − μ = Σ u_y p_y for the points
	// p_y = C_y/share_y − μ, where C_y is a column.
	var classes []int
	var points [][]float64
	for y, s := range share {
		if s > 0 {
			point := make([]float64, c.Rows)
			for i := range point {
				point[i] = row(c, i)[y]/s - mu[i]
			}
			classes, points = append(classes, y), append(points, point)
		}
	}
	w := make([]float64, len(share))
	for at, u := range leastNormMixture(points) {
		w[classes[at]] = u / share[classes[at]]
	}
	return w
}

// roundsPerPoint is the largest number of rounds of leastNormMixture per point. One or two are
// usual.
const roundsPerPoint = 20

// leastNormMixture returns the u ≥ 0 with Σu = 1 that minimizes ‖Σ u_i p_i‖, by Wolfe's active set
// method (1976).
func leastNormMixture(points [][]float64) []float64 {
	u := make([]float64, len(points))
	nearest, largest := 0, 0.0
	for i, p := range points {
		if floats.Norm(p, 2) < floats.Norm(points[nearest], 2) {
			nearest = i
		}
		largest = max(largest, floats.Dot(p, p))
	}
	u[nearest] = 1
	// Points with u_i > 0 are active, and x = Σ u_i p_i. Each round adds the point towards which
	// ‖x‖ falls fastest, and moves x to the mixture of active points with the least norm.
	for range roundsPerPoint * len(u) {
		x, entering := mixPoints(points, u), -1
		// The subtracted term is a bound of the rounding errors: smaller differences of slopes do not
		// count.
		least := floats.Dot(x, x) - 1e-13*largest
		var active []int
		for i, p := range points {
			slope := floats.Dot(x, p)
			if u[i] > 0 {
				active = append(active, i)
			} else if slope < least {
				entering, least = i, slope
			}
		}
		if entering < 0 || !moveToLeastNorm(points, u, append([]int{entering}, active...)) {
			break
		}
	}
	return u
}

func mixPoints(points [][]float64, u []float64) []float64 {
	x := make([]float64, len(points[0]))
	for i, p := range points {
		floats.AddScaled(x, u[i], p)
	}
	return x
}

// moveToLeastNorm moves u to the mixture of active points with the least norm. A point whose share
// becomes zero on the way stops being active. It returns false if rounding leaves u unchanged.
func moveToLeastNorm(points [][]float64, u []float64, active []int) bool {
	moved := false
	for len(active) > 1 {
		step := stepToLeastNorm(points, u, active)
		reach := 1.0
		for i, s := range step {
			if u[active[i]]+s < 0 {
				reach = min(reach, -u[active[i]]/s)
			}
		}
		moved = moved || reach > 0
		var kept []int
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

// stepToLeastNorm returns the shortest change of the active points' shares that leads to the least
// norm, if shares may become negative. The entries of the change sum to zero.
func stepToLeastNorm(points [][]float64, u []float64, active []int) []float64 {
	// The change of the last point's share is minus the sum of all other changes.
	last := points[active[len(active)-1]]
	rows, free := len(last), len(active)-1
	a := mat.NewDense(rows, free, nil)
	for j := range free {
		a.SetCol(j, floats.SubTo(make([]float64, rows), points[active[j]], last))
	}
	x := mixPoints(points, u)
	floats.Scale(-1, x)
	step := make([]float64, len(active))
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDThin) || svd.Rank(1e-12) == 0 {
		return step
	}
	var s mat.Dense
	svd.SolveTo(&s, mat.NewDense(rows, 1, x), svd.Rank(1e-12))
	for j := range free {
		step[j] = s.At(j, 0)
		step[free] -= step[j]
	}
	return step
}
