package linalg

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Eigenvectors returns the eigenvalues of a symmetric p×p matrix in ascending order, and its
// eigenvectors as the columns of a p×p matrix. It uses divide and conquer, which spends its time on
// matrix products, and overwrites a. Errors wrap ErrNotFinite or ErrNoConvergence, or are the
// context's.
func Eigenvectors(ctx context.Context, a *mat.SymDense) ([]float64, *mat.Dense, error) {
	e, diagonal, off, err := reduceToTridiagonal(ctx, a)
	if err != nil {
		return nil, nil, err
	}
	n := len(diagonal)
	q := mat.NewDense(n, n, nil)
	if scale := max(floats.Norm(diagonal, math.Inf(1)), floats.Norm(off, math.Inf(1))); scale == 0 {
		for i := range n {
			q.Set(i, i, 1)
		}
	} else {
		floats.Scale(1/scale, diagonal)
		floats.Scale(1/scale, off)
		if err := divide(ctx, diagonal, off, q, make([]float64, workspaceSize(n))); err != nil {
			return nil, nil, err
		}
		floats.Scale(scale, diagonal)
	}
	order := make([]int, n)
	floats.ArgsortStable(diagonal, order)
	SplitRows(n, func(lo, hi int) {
		unsorted := make([]float64, n)
		for i := lo; i < hi; i++ {
			row := q.RawRowView(i)
			copy(unsorted, row)
			for j, column := range order {
				row[j] = unsorted[column]
			}
		}
	})
	e.multiplyByQInBlocks(ctx, q)
	return diagonal, q, ctx.Err()
}

// mostUndivided is the largest number of rows of a tridiagonal matrix that the QL iteration solves.
const mostUndivided = 40

// divide replaces diagonal by the eigenvalues, in no order, of the tridiagonal matrix with this
// diagonal and off-diagonal (off[i] couples rows i and i+1). The entries of the matrix are of order
// one. It sets the columns of q, a square matrix of zeros, to the eigenvectors. It subtracts a
// matrix of rank one so that two halves are left (Cuppen 1981), solves both and combines them by
// merge. Both halves and merge use the memory of room in turn. Errors wrap ErrNoConvergence or are
// the context's.
func divide(ctx context.Context, diagonal, off []float64, q *mat.Dense, room []float64) error {
	n := len(diagonal)
	if n <= mostUndivided {
		var e FactoredEigen
		if !e.diagonalize(diagonal, append(slices.Clone(off[:n-1]), 0)) {
			return fmt.Errorf("eigenvalues of a %d×%[1]d matrix: %w", n, ErrNoConvergence)
		}
		transposed := mat.NewDense(n, n, nil)
		for i := range n {
			transposed.Set(i, i, 1)
		}
		e.multiplyByST(transposed)
		q.Copy(transposed.T())
		return nil
	}
	m := n / 2
	beta := off[m-1]
	diagonal[m-1] -= math.Abs(beta)
	diagonal[m] -= math.Abs(beta)
	var errs [2]error
	var wg sync.WaitGroup
	upper := workspaceSize(m)
	wg.Go(func() { errs[0] = divide(ctx, diagonal[:m], off[:m-1], q.Slice(0, m, 0, m).(*mat.Dense), room[:upper]) })
	errs[1] = divide(ctx, diagonal[m:], off[m:], q.Slice(m, n, m, n).(*mat.Dense), room[upper:])
	wg.Wait()
	if err := cmp.Or(errs[0], errs[1], ctx.Err()); err != nil {
		return err
	}
	g := newMergeProblem(diagonal, q, m, beta)
	g.workspace = room
	g.solve(ctx)
	return ctx.Err()
}

// workspaceSize returns the number of floats that merge needs for a matrix of n rows, if hardly any
// column has entries in both halves: for the eigenvectors in the basis of the halves, the
// eigenvectors of the longer half, and their coefficients. The halves themselves need less.
func workspaceSize(n int) int {
	half := (n + 1) / 2
	return n*n + half*half + n*half
}

// allocate returns an r×c allocate with arbitrary entries, from the room if there is enough.
func (g *mergeProblem) allocate(r, c int) *mat.Dense {
	if r*c > len(g.workspace) {
		return mat.NewDense(r, c, nil)
	}
	m := mat.NewDense(r, c, g.workspace[:r*c])
	g.workspace = g.workspace[r*c:]
	return m
}

// A mergeProblem is the eigenproblem that remains after a matrix was cut in two: D + ρzzᵀ in the basis of
// the eigenvectors q of both halves, where D has their eigenvalues.
type mergeProblem struct {
	q    *mat.Dense
	m    int // rows of the upper half
	d, z []float64
	rho  float64
	// halves[i] has the bits upperHalf and lowerHalf of the halves where column i of q has entries.
	halves []int
	// active lists the columns that take part in the problem, with d ascending. deflated lists the
	// others, whose eigenvalues and eigenvectors do not change (deflation).
	active, deflated []int
	// workspace is memory for temporary matrices.
	workspace []float64
}

const (
	upperHalf = 1 << iota
	lowerHalf
)

// newMergeProblem states the problem for the halves with m and the remaining rows, coupled by beta. It
// deflates columns whose entry of z is negligible, or becomes so by a rotation of two columns with
// nearly equal eigenvalues.
func newMergeProblem(d []float64, q *mat.Dense, m int, beta float64) *mergeProblem {
	n := len(d)
	g := &mergeProblem{q: q, m: m, d: d, z: make([]float64, n), rho: 2 * math.Abs(beta), halves: make([]int, n)}
	order := make([]int, n)
	for i := range n {
		order[i] = i
		if i < m {
			g.z[i], g.halves[i] = q.At(m-1, i)/math.Sqrt2, upperHalf
		} else {
			g.z[i], g.halves[i] = math.Copysign(q.At(m, i), beta*q.At(m, i))/math.Sqrt2, lowerHalf
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(d[i], d[j]) })
	negligible := 8 * negligible * max(floats.Norm(d, math.Inf(1)), floats.Norm(g.z, math.Inf(1)))
	for _, i := range order {
		if g.rho*math.Abs(g.z[i]) <= negligible {
			g.deflated = append(g.deflated, i)
			continue
		}
		if last := len(g.active) - 1; last >= 0 {
			if p := g.active[last]; g.rotateColumns(p, i, negligible) {
				g.deflated = append(g.deflated, p)
				g.active[last] = i
				continue
			}
		}
		g.active = append(g.active, i)
	}
	return g
}

// rotateColumns turns the columns p and i so that z_p becomes 0. It changes nothing and returns false if
// the rotation would leave more than a negligible entry beside the eigenvalues.
func (g *mergeProblem) rotateColumns(p, i int, negligible float64) bool {
	length := math.Hypot(g.z[p], g.z[i])
	c, s := g.z[i]/length, -g.z[p]/length
	if math.Abs((g.d[i]-g.d[p])*c*s) > negligible {
		return false
	}
	g.z[p], g.z[i] = 0, length
	for r := range g.d {
		row := g.q.RawRowView(r)
		row[p], row[i] = c*row[p]+s*row[i], c*row[i]-s*row[p]
	}
	g.d[p], g.d[i] = c*c*g.d[p]+s*s*g.d[i], s*s*g.d[p]+c*c*g.d[i]
	g.halves[p] |= g.halves[i]
	g.halves[i] = g.halves[p]
	return true
}

// solve solves the problem. The eigenvalues are the roots of the secular equation 1 + ρ Σ
// z_i²/(d_i − λ) = 0. The eigenvectors in the basis of q have the entries ẑ_i/(d_i − λ), where ẑ is
// the vector for which the computed roots are exact (Löwner). So the eigenvectors are orthogonal
// however close the roots are (Gu and Eisenstat 1995).
func (g *mergeProblem) solve(ctx context.Context) {
	k := len(g.active)
	d, z := make([]float64, k), make([]float64, k)
	for j, i := range g.active {
		d[j], z[j] = g.d[i], g.z[i]
	}
	// Row j of u first has d_i − λ_j, then eigenvector j.
	u, roots := g.allocate(max(k, 1), max(k, 1)), make([]float64, k)
	SplitRows(k, func(lo, hi int) {
		for j := lo; j < hi && ctx.Err() == nil; j++ {
			roots[j] = secularRoot(j, d, z, g.rho, u.RawRowView(j))
		}
	})
	if ctx.Err() != nil {
		return
	}
	exact := make([]float64, k)
	SplitRows(k, func(lo, hi int) { loewnerVector(exact[lo:hi], lo, d, z, u) })
	SplitRows(k, func(lo, hi int) {
		for j := lo; j < hi; j++ {
			row := u.RawRowView(j)[:k]
			for i, v := range exact {
				row[i] = v / row[i]
			}
			floats.Scale(1/floats.Norm(row, 2), row)
		}
	})
	g.formEigenvectors(ctx, u)
	values := slices.Clone(g.d)
	copy(g.d, roots)
	for a, i := range g.deflated {
		g.d[k+a] = values[i]
	}
}

// loewnerVector sets exact to the entries of ẑ from index lo on.
func loewnerVector(exact []float64, lo int, d, z []float64, differences *mat.Dense) {
	hi := lo + len(exact)
	for i := range exact {
		exact[i] = differences.At(lo+i, lo+i)
	}
	for j, dj := range d {
		row := differences.RawRowView(j)
		for i := lo; i < min(hi, j); i++ {
			exact[i-lo] *= row[i] / (d[i] - dj)
		}
		for i := max(lo, j+1); i < hi; i++ {
			exact[i-lo] *= row[i] / (d[i] - dj)
		}
	}
	for i, v := range exact {
		exact[i] = math.Copysign(math.Sqrt(math.Abs(v)), z[lo+i])
	}
}

// formEigenvectors replaces the columns of q by the eigenvectors: first the active columns, combined with
// the rows of u as coefficients, then the deflated columns. The product for each half leaves out
// the columns without entries there.
func (g *mergeProblem) formEigenvectors(ctx context.Context, u *mat.Dense) {
	n, k := len(g.d), len(g.active)
	room := g.workspace
	for _, half := range []struct{ bit, from, to int }{{upperHalf, 0, g.m}, {lowerHalf, g.m, n}} {
		var places []int // indices of active
		for j, i := range g.active {
			if g.halves[i]&half.bit != 0 {
				places = append(places, j)
			}
		}
		rows := SliceRows(g.q, half.from, half.to)
		deflated := mat.NewDense(half.to-half.from, max(len(g.deflated), 1), nil)
		g.workspace = room
		from := g.allocate(half.to-half.from, max(len(places), 1))
		for r := range half.to - half.from {
			row := rows.RawRowView(r)
			for a, i := range g.deflated {
				deflated.Set(r, a, row[i])
			}
			for a, j := range places {
				from.Set(r, a, row[g.active[j]])
			}
			clear(row[:k])
			copy(row[k:], deflated.RawRowView(r)[:len(g.deflated)])
		}
		if len(places) == 0 {
			continue
		}
		coefficients := g.allocate(k, len(places))
		for j := range k {
			row, to := u.RawRowView(j), coefficients.RawRowView(j)
			for a, place := range places {
				to[a] = row[place]
			}
		}
		LargeProductTo(ctx, SliceColumns(rows, 0, k), blas.NoTrans, from, blas.Trans, coefficients)
	}
}

// secularSteps is the largest number of steps to a root; five or six are usual.
const secularSteps = 60

// secularRoot returns root j of 1 + ρ Σ z_i²/(d_i − λ). The root lies between d_j and the next
// pole, the last one between d_j and d_j + ρ‖z‖². It also sets differences to d_i − λ, exact up to
// rounding, because it searches for the distance to the nearer pole. Each step keeps both poles and
// replaces the other terms by a constant (Li 1994), within bounds that tighten around the root.
func secularRoot(j int, d, z []float64, rho float64, differences []float64) float64 {
	last := j == len(d)-1
	next := d[j] + rho*floats.Dot(z, z)
	if !last {
		next = d[j+1]
	}
	gap := next - d[j]
	middle := 1.0
	for i, v := range z {
		middle += rho * v * v / ((d[i] - d[j]) - gap/2)
	}
	origin, low, high, offset := d[j], 0.0, gap/2, gap/2
	switch {
	case middle < 0 && last:
		low, high = gap/2, gap
	case middle < 0:
		origin, low, high, offset = next, -gap/2, 0, -gap/2
	}
	for i, v := range d {
		differences[i] = v - origin
	}
	differences = differences[:len(d)]
	for range secularSteps {
		below, belowSlope := secularSum(z[:j+1], differences[:j+1], offset)
		above, aboveSlope := secularSum(z[j+1:], differences[j+1:], offset)
		slope := rho * (belowSlope + aboveSlope)
		value := 1 + rho*(below+above)
		bound := 8*rho*(math.Abs(below)+math.Abs(above)) + 1 + math.Abs(offset)*slope
		if math.Abs(value) <= negligible*bound {
			break
		}
		if value > 0 {
			high = min(high, offset)
		} else {
			low = max(low, offset)
		}
		left, right := differences[j]-offset, (next-origin)-offset
		a := (left+right)*value - left*right*slope
		b := left * right * value
		c := value - left*rho*belowSlope - right*rho*aboveSlope
		root := math.Sqrt(math.Abs(a*a - 4*b*c))
		step := (a - root) / (2 * c)
		if a > 0 {
			step = 2 * b / (a + root)
		}
		if !(value*step < 0) {
			step = -value / slope // Newton's step
		}
		to := offset + step
		if !(to > low && to < high) {
			to = low + (high-low)/2
		}
		if to == offset || high-low <= 2*negligible*math.Abs(offset) {
			break
		}
		offset = to
	}
	floats.AddConst(-offset, differences)
	return origin + offset
}

// secularSum returns Σ z_i²/(δ_i − offset) and its derivative by the offset.
func secularSum(z, differences []float64, offset float64) (sum, slope float64) {
	for i, v := range z {
		t := v / (differences[i] - offset)
		sum += v * t
		slope += t * t
	}
	return sum, slope
}
