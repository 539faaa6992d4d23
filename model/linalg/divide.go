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

// Eigenvectors returns the eigenvalues of the symmetric p×p matrix a in ascending order, and its
// eigenvectors as columns (p×p), by divide and conquer. It overwrites a. Errors wrap ErrNotFinite,
// ErrNoConvergence or the error of ctx.
func Eigenvectors(ctx context.Context, a *mat.SymDense) ([]float64, *mat.Dense, error) {
	e, diagonal, off, err := reduceToTridiagonal(ctx, a)
	if err != nil {
		return nil, nil, err
	}
	n := len(diagonal)
	q := mat.NewDense(n, n, nil)
	scale := largestEntry(diagonal, off)
	floats.Scale(1/scale, diagonal)
	floats.Scale(1/scale, off)
	if err := divideAndConquer(ctx, diagonal, off, q); err != nil {
		return nil, nil, err
	}
	floats.Scale(scale, diagonal)
	order := make([]int, n)
	floats.ArgsortStable(diagonal, order)
	ParallelRows(n, func(lo, hi int) {
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

// LeadingEigenvectors returns the count largest eigenvalues of a, or all if there are fewer, in
// descending order, and the eigenvectors as columns. It overwrites a. Errors are as in
// Eigenvectors.
func LeadingEigenvectors(ctx context.Context, a *mat.SymDense, count int) ([]float64, *mat.Dense, error) {
	values, all, err := Eigenvectors(ctx, a)
	if err != nil {
		return nil, nil, err
	}
	slices.Reverse(values)
	for i := range values {
		slices.Reverse(all.RawRowView(i))
	}
	count = min(count, len(values))
	return values[:count], SliceColumns(all, 0, count), nil
}

// mostUndivided is the largest number of rows of a tridiagonal matrix that divideAndConquer leaves
// to the QL iteration.
const mostUndivided = 40

// divideAndConquer computes the eigenvalues and eigenvectors of a tridiagonal matrix with entries
// of at most one. off[i] couples rows i and i+1. The eigenvalues, unsorted, replace diagonal, and
// the eigenvectors become the columns of q, which must be zero. Errors wrap ErrNoConvergence or the
// error of ctx. The method subtracts a matrix of rank one that couples two halves, solves the
// halves, and merges the results (Cuppen 1981).
func divideAndConquer(ctx context.Context, diagonal, off []float64, q *mat.Dense) error {
	n := len(diagonal)
	if n <= mostUndivided {
		var e FactoredEigen
		if !e.diagonalize(diagonal, append(slices.Clone(off[:n-1]), 0)) {
			return fmt.Errorf("computing the eigenvalues of a %d×%[1]d matrix: %w", n, ErrNoConvergence)
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
	wg.Go(func() {
		errs[0] = divideAndConquer(ctx, diagonal[:m], off[:m-1], q.Slice(0, m, 0, m).(*mat.Dense))
	})
	errs[1] = divideAndConquer(ctx, diagonal[m:], off[m:], q.Slice(m, n, m, n).(*mat.Dense))
	wg.Wait()
	if err := cmp.Or(errs[0], errs[1], ctx.Err()); err != nil {
		return err
	}
	newMergeProblem(diagonal, q, m, beta).solve(ctx)
	return ctx.Err()
}

// A mergeProblem is the eigenproblem of D + ρzzᵀ in the basis q. D is diagonal with the eigenvalues
// of both halves of a divided matrix, the columns of q are their eigenvectors, and ρzzᵀ couples the
// halves.
type mergeProblem struct {
	q    *mat.Dense
	m    int // rows of the upper half
	d, z []float64
	rho  float64
	// halves[i] has bit upperHalf or lowerHalf set if column i of q has entries in that half.
	halves []int
	// active lists the columns of q that change, by ascending eigenvalue d. deflated lists the columns
	// that are already eigenvectors of the whole matrix.
	active, deflated []int
}

const (
	upperHalf = 1 << iota
	lowerHalf
)

// newMergeProblem returns the problem for an upper half of m rows and a lower half of the other
// rows, coupled by beta. A column of q is deflated if its entry of z is negligible, or becomes zero
// by a rotation with a column of nearly equal eigenvalue.
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

// rotateColumns rotates the columns p and i of q so that z_p becomes 0. It returns false and
// changes nothing if D would get an off-diagonal entry above negligible.
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

// solve replaces d by the eigenvalues and q by the eigenvectors of the whole matrix. The
// eigenvalues are the roots λ of 1 + ρ Σ z_i²/(d_i − λ) = 0. In the basis q, an eigenvector has the
// entries ẑ_i/(d_i − λ). The vector ẑ, for which the computed roots are exact, keeps the
// eigenvectors orthogonal even for close roots (Gu and Eisenstat 1995).
func (g *mergeProblem) solve(ctx context.Context) {
	k := len(g.active)
	d, z := make([]float64, k), make([]float64, k)
	for j, i := range g.active {
		d[j], z[j] = g.d[i], g.z[i]
	}
	// Row j of u first has the differences d_i − λ_j, and later eigenvector j.
	u, roots := mat.NewDense(max(k, 1), max(k, 1), nil), make([]float64, k)
	ParallelRows(k, func(lo, hi int) {
		for j := lo; j < hi && ctx.Err() == nil; j++ {
			roots[j] = secularRoot(j, d, z, g.rho, u.RawRowView(j))
		}
	})
	if ctx.Err() != nil {
		return
	}
	exact := make([]float64, k)
	ParallelRows(k, func(lo, hi int) { loewnerVector(exact[lo:hi], lo, d, z, u) })
	ParallelRows(k, func(lo, hi int) {
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

// loewnerVector sets exact to the entries lo, lo+1, … of the vector ẑ for which the computed λ_j
// are the exact eigenvalues of diag(d) + ẑẑᵀ (Löwner's formula), with the signs of z. Row j of
// differences must have the entries d_i − λ_j.
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

// formEigenvectors replaces the columns of q by the eigenvectors: first combinations of the active
// columns with rows of u as coefficients, then the deflated columns.
func (g *mergeProblem) formEigenvectors(ctx context.Context, u *mat.Dense) {
	n, k := len(g.d), len(g.active)
	for _, half := range []struct{ bit, from, to int }{{upperHalf, 0, g.m}, {lowerHalf, g.m, n}} {
		var places []int // indices of active
		for j, i := range g.active {
			if g.halves[i]&half.bit != 0 {
				places = append(places, j)
			}
		}
		rows := SliceRows(g.q, half.from, half.to)
		deflated := mat.NewDense(half.to-half.from, max(len(g.deflated), 1), nil)
		from := mat.NewDense(half.to-half.from, max(len(places), 1), nil)
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
		coefficients := mat.NewDense(k, len(places), nil)
		for j := range k {
			row, to := u.RawRowView(j), coefficients.RawRowView(j)
			for a, place := range places {
				to[a] = row[place]
			}
		}
		LargeProductTo(ctx, SliceColumns(rows, 0, k), blas.NoTrans, from, blas.Trans, coefficients)
	}
}

// maxSecularSteps is far above the usual five or six iterations for a root.
const maxSecularSteps = 60

// secularRoot returns root j of 1 + ρ Σ z_i²/(d_i − λ) in λ, between d_j and d_{j+1} or, for the
// last root, d_j + ρ‖z‖². It sets differences to d_i − λ without cancellation, because it solves
// for the distance from the nearer pole. Each step replaces all terms but the two neighbouring
// poles by a constant (Li 1994).
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
	for range maxSecularSteps {
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

// secularSum returns Σ z_i²/(differences_i − offset), and slope, the derivative of this sum by offset.
func secularSum(z, differences []float64, offset float64) (sum, slope float64) {
	for i, v := range z {
		t := v / (differences[i] - offset)
		sum += v * t
		slope += t * t
	}
	return sum, slope
}
