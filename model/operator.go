package model

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// A family is A at one (k, k̃, tail, implicit term) and every λ and L2, with what
// they share, made when it is first needed.
type family struct {
	problem *Problem
	key     Params
	// basis holds the directions in whose coordinates A is solved, as columns: Ṽ or, for
	// least squares on the source, those of the source.
	basis *mat.Dense
	// splits holds the splits by where their tail ends, system the reduced system
	// for a dense eigendecomposition, last the operator asked for last.
	splits map[int]*split
	system *system
	last   *operator
	// source holds the eigenpairs of A where it is least squares on the source.
	source *factored
}

// An operator is A at one λ and L2, with what has been asked of it so far.
type operator struct {
	family *family
	*split
	lambda, l2 float64
	// largest is λ_max(A), negative before it is known.
	largest float64
	space   *krylov
	dense   *factored
	// z is A⁺b in coordinates of the family's basis, nil before it is known, and invert what
	// made it of b, nil where the eigenpairs did. null is the dimension of the null space N of
	// A in the coordinates of either, and leak ‖P_N b‖/‖b‖.
	z      *mat.Dense
	invert func(b []float64, passes int) ([]float64, bool)
	null   int
	leak   float64
	// scaled is A⁻¹b in the coordinates of the problem where L2 > 0 and z is not trusted (unsettled); nil
	// where rounding covers it.
	scaled    *mat.Dense
	unsettled bool
	// cut reports whether all of the tail is lost in the rounding of the largest.
	cut bool
}

func newFamily(p *Problem, key Params) *family {
	f := &family{problem: p, key: key, basis: p.joint.vTilde, splits: map[int]*split{}}
	if key.Tail == noTail {
		f.source, f.basis = p.Src.leastSquares()
	}
	return f
}

// at returns A at λ and l2. It fails where that is too large to compute with.
func (f *family) at(lambda, l2 float64) (*operator, error) {
	if f.last != nil && f.last.lambda == lambda && f.last.l2 == l2 {
		return f.last, nil
	}
	from, weights := f.problem.tail(f.key)
	bound := f.problem.Src.Sigma[0] * f.problem.Src.Sigma[0]
	if len(weights) > 0 {
		bound = math.Max(bound, lambda*weights[0])
	}
	if !(bound+l2 <= largestScale*largestScale*largestScale) {
		return nil, fmt.Errorf("%w: λ = %v and l2 = %v overflow on these features", ErrParams, lambda, l2)
	}
	if f.source != nil {
		f.last = &operator{family: f, lambda: lambda, l2: l2, dense: f.source.shifted(l2)}
		return f.last, nil
	}
	// What is lost in the rounding of the largest is no part of the range.
	kept, lost := 0, roundoff(f.problem.dim)*bound
	if f.problem.Tgt.graded > 0 || l2 > 0 { // beside L2 it counts
		lost = 0
	}
	for kept < len(weights) && lambda*weights[kept] > lost {
		kept++
	}
	f.last = &operator{family: f, split: f.splitAt(from, weights[:kept]), lambda: lambda, l2: l2, largest: -1, cut: kept == 0 && len(weights) > 0 && lambda > 0}
	return f.last, nil
}

// splitAt returns the split whose tail begins at from and has the weights given.
func (f *family) splitAt(from int, weights []float64) *split {
	shared := f.splits[len(weights)]
	if shared == nil {
		shared = newSplit(f.problem, f.key, from, weights)
		f.splits[len(weights)] = shared
	}
	return shared
}

// whole returns A⁺b with all of the tail in the range of A, also what is lost in the rounding
// of the largest: nil where the structure of A alone does not tell that range, or less than nine
// digits are left of what the smallest makes of the rounding of b.
func (f *family) whole(ctx context.Context, lambda, l2 float64) (*mat.Dense, error) {
	const known = 1e-9
	op := &operator{family: f, split: f.splitAt(f.problem.tail(f.key)), lambda: lambda, l2: l2}
	c, err := op.closedForm(ctx)
	if err != nil || c == nil || c.slack != nil || l2 > 0 {
		return nil, err
	}
	op.z, _ = c.at(lambda)
	if !(op.lost(f.problem.joint.bTilde.RawMatrix().Data) <= known*mat.Norm(op.z, 2)) {
		return nil, nil
	}
	return op.weights(), nil
}

// eigenpairs returns the eigendecomposition of A on the space of its range and b.
func (op *operator) eigenpairs(ctx context.Context) (*factored, error) {
	if op.dense != nil {
		return op.dense, nil
	}
	f := op.family
	if f.system == nil {
		reduced := newSystem(ctx, f.problem, f.key)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		f.system = reduced
	}
	dense, err := f.system.factor(ctx, op.lambda)
	if err == nil {
		op.dense = dense.shifted(op.l2)
	}
	return op.dense, err
}

// solve computes the closed form A⁺b (paper, eq. learned_solution) from the structure
// of A or, where that does not tell or these are known, from its eigenpairs.
func (op *operator) solve(ctx context.Context) error {
	if op.z != nil {
		return nil
	}
	left, err := op.solveByStructure(ctx)
	if err != nil || left == 0 {
		return err
	}
	f, err := op.eigenpairs(ctx)
	if err != nil {
		op.z = nil
		return err
	}
	if !math.IsInf(left, 1) && left <= DoublePrecision*f.condition() { // which may be infinite too
		return nil
	}
	op.invert = nil
	// What is small in A is known to the rounding of what is large: the residual
	// tells how far that went wrong.
	op.z, op.null, op.leak = f.pseudoInverse(), f.null, f.leak()
	if op.family.source != nil && op.l2 == 0 {
		op.null, op.leak = op.family.problem.Src.lost()
	}
	if f.drop != nil {
		op.z.Add(op.z, f.invert(f.drop(op.residual(op.z))))
	}
	if op.l2 > 0 && op.family.source == nil && f.condition() > worstEigenpairs {
		op.unsettled = op.ridge() > enoughRidge
	}
	if op.unsettled {
		op.scaled = op.scaledWeights(ctx)
	}
	return nil
}

// solveByStructure computes the closed form from the structure of A, where that applies and its
// eigenpairs are not known. It returns the share of z that is left to mend, as refine does.
func (op *operator) solveByStructure(ctx context.Context) (left float64, err error) {
	if op.l2 > 0 || op.dense != nil {
		return math.Inf(1), nil
	}
	c, err := op.closedForm(ctx)
	if c == nil || err != nil {
		return math.Inf(1), err
	}
	z, ok := c.at(op.lambda)
	if !ok {
		return math.Inf(1), nil
	}
	invert := func(b []float64, passes int) ([]float64, bool) { return c.solve(b, op.lambda, passes) }
	if c.slack != nil {
		left = op.refine(z, invert)
	}
	op.z, op.invert, op.null, op.leak = z, invert, c.null, c.leak
	return left, nil
}

// worstEigenpairs is the condition number of A above which its eigenpairs are not trusted
// alone where L2 > 0: they know what is small to the rounding of what is large.
const worstEigenpairs = 1e8

// enoughRidge bounds the error of scores up to which the structure of A is trusted where L2 > 0.
const enoughRidge = 5e-7

// ridge replaces z, of the eigenpairs, by the solution from the structure of A, if that loses less. It returns
// an estimate of the relative error of the scores, infinite where z stays.
func (op *operator) ridge() (doubt float64) {
	r := newRidged(op.split, op.lambda, op.l2)
	if r == nil {
		return math.Inf(1)
	}
	z := mat.DenseCopyOf(op.z)
	dim, outputs := z.Dims()
	b := make([]float64, dim)
	for j := range outputs {
		column := r.solve(mat.Col(b, j, op.problem.joint.bTilde))
		z.SetCol(j, column)
		doubt = math.Max(doubt, op.problem.scoreDoubt(column, r.diagonal, DoublePrecision*floats.Norm(b, 2)))
	}
	invert := func(b []float64, _ int) ([]float64, bool) { return r.solve(b), true }
	if op.refine(z, invert) > DoublePrecision*op.dense.condition() {
		return math.Inf(1)
	}
	op.z, op.invert = z, invert
	return doubt
}

// scoreDoubt estimates the relative error of both domains' scores at z, coordinates of Ṽ, where rounding errors
// of size error are divided by a diagonal.
func (p *Problem) scoreDoubt(z, diagonal []float64, error float64) float64 {
	var off, size [2]float64
	x := mat.NewVecDense(p.dim, z)
	var along mat.VecDense
	along.MulVec(p.joint.overlap, x)
	for i, sigma := range p.Src.Sigma {
		size[0] += sigma * sigma * along.AtVec(i) * along.AtVec(i)
		for j, m := range p.joint.overlap.RawRowView(i) {
			e := sigma * m * error / diagonal[j]
			off[0] += e * e
		}
	}
	for j, sigma := range p.Tgt.Sigma {
		e := sigma * error / diagonal[j]
		off[1] += e * e
		size[1] += sigma * sigma * z[j] * z[j]
	}
	return math.Sqrt(math.Max(off[0]/size[0], off[1]/size[1]))
}

// lost bounds what rounding costs of the coordinates of z that are what b and Mᵀu leave of
// each other, over λt + L2: what the smallest of these makes of the rounding of b.
func (op *operator) lost(b []float64) float64 {
	least := op.l2
	if least == 0 {
		if len(op.weight) == 0 {
			return 0
		}
		least = op.lambda * op.weight[len(op.weight)-1]
	}
	return DoublePrecision * floats.Norm(b, 2) / least
}

// refine mends z, A⁺b as invert makes it, by the residual of A: what is lost of it may be far
// more than the condition of A asks for. It returns the share of z that is left to mend where
// that does not converge, 0 where it does or the residual does not tell, and infinity where too
// little is left of z to be mended.
func (op *operator) refine(z *mat.Dense, invert func([]float64, int) ([]float64, bool)) (left float64) {
	// A step up to some times of what is lost mends; a larger one is the rounding of the
	// residual, in directions that the structure of A tells apart and its entries do not.
	const enough, most, worst = 1e-14, 64, 0.1
	dim, outputs := z.Dims()
	b, x, rest := make([]float64, dim), make([]float64, dim), make([]float64, dim)
	for j := range outputs {
		mat.Col(b, j, op.problem.joint.bTilde)
		mat.Col(x, j, z)
		lost, length := op.lost(b), floats.Norm(x, 2)
		mended := false
		for allowed := most * lost; lost > enough*length; {
			op.times(rest, x)
			floats.SubTo(rest, b, rest)
			step, ok := invert(rest, refined)
			change := floats.Norm(step, 2)
			if !ok || !(change <= allowed) {
				if mended {
					left = math.Max(left, lost/length)
				}
				break
			}
			if change > worst*length {
				return math.Inf(1)
			}
			floats.Add(x, step)
			lost, allowed, mended = change, change/2, true
		}
		z.SetCol(j, x)
	}
	return left
}

// weights returns A⁺b, once solved, in the coordinates in which the problem is solved.
// It returns nil where rounding covers them.
func (op *operator) weights() *mat.Dense {
	if op.unsettled {
		return op.scaled
	}
	return linalg.Product(op.family.basis, op.z)
}

// residual returns b − A·z (dim×c).
func (op *operator) residual(z *mat.Dense) *mat.Dense {
	r := mat.DenseCopyOf(op.problem.joint.bTilde)
	dim, c := r.Dims()
	x, ax, column := make([]float64, dim), make([]float64, dim), make([]float64, dim)
	for j := range c {
		mat.Col(x, j, z)
		op.times(ax, x)
		mat.Col(column, j, r)
		floats.Sub(column, ax)
		r.SetCol(j, column)
	}
	return r
}

// times sets dst to A·x, on the first width coordinates or on all.
func (op *operator) times(dst, x []float64) {
	for i, v := range x {
		dst[i] = op.l2 * v
	}
	for i, t := range op.weight {
		dst[op.from+i] += op.lambda * t * x[op.from+i]
	}
	for i, sigma2 := range op.sigma2 {
		row := op.row(i)
		floats.AddScaled(dst[:len(row)], sigma2*floats.Dot(row, x[:len(row)]), row)
	}
}

// lambdaMax returns λ_max(A).
func (op *operator) lambdaMax(ctx context.Context) (float64, error) {
	switch {
	case op.dense != nil:
		return op.dense.lambdaMax(), nil
	case op.largest >= 0:
		return op.largest, nil
	}
	// The eigenvector is a mixture of v_1 and the first direction of the tail, and
	// of little else.
	start := generic(op.width())
	floats.Scale(0.01/floats.Norm(start, 2), start)
	floats.Add(start, op.m.RawRowView(0)[:len(start)])
	if len(op.weight) > 0 {
		start[op.from]++
	}
	largest, err := largestEigenvalue(ctx, start, op.times, largestResidual)
	if err == nil {
		op.largest = largest
	}
	return largest, err
}

// condition returns λ_max(A)/λ_min(A) on the numerical range, to three digits or
// more; 0 where A is zero.
func (op *operator) condition(ctx context.Context) (float64, error) {
	if err := op.solve(ctx); err != nil {
		return 0, err
	}
	if op.invert == nil {
		return op.dense.condition(), nil
	}
	largest, err := op.lambdaMax(ctx)
	if err != nil {
		return 0, err
	}
	ofInverse, err := largestEigenvalue(ctx, generic(op.problem.dim), func(dst, x []float64) {
		z, _ := op.invert(x, rough)
		copy(dst, z)
	}, inverseResidual)
	return math.Min(largest*ofInverse, math.MaxFloat64), err
}

// nullity returns the dimension of the null space of A in features, once solved.
func (op *operator) nullity() int {
	p := op.family.problem
	switch {
	case op.l2 > 0:
		return op.null
	case op.invert != nil:
		return op.null + p.D - p.dim
	}
	// The eigenpairs are of a space that holds the range of A.
	return p.D - (len(op.dense.values) - op.dense.null)
}

// descent returns eigenpairs of A from which descent at params with step h follows
// up to its number of epochs.
func (op *operator) descent(ctx context.Context, params Params, h float64) (*factored, error) {
	if op.dense != nil || op.problem.C > 1 {
		return op.eigenpairs(ctx)
	}
	if op.space == nil {
		op.space = newKrylov(op)
	}
	return op.space.descent(ctx, params, h)
}

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
	// closed is the closed form, nil where it does not apply, once it was tried.
	tried  bool
	closed *closedForm
}

// newSplit splits the system of the key, of which the tail begins at from and has
// the weights given.
func newSplit(p *Problem, key Params, from int, weight []float64) *split {
	s := &split{problem: p, heads: p.heads(key), reach: p.Tgt.resolved(), from: from, to: from + len(weight), weight: weight}
	s.sigma2 = p.Src.squares(0, s.heads)
	s.m = p.joint.overlap.Slice(0, s.heads, 0, p.dim).(*mat.Dense)
	return s
}

// closedForm returns the closed form, nil where it does not apply.
func (s *split) closedForm(ctx context.Context) (_ *closedForm, err error) {
	if !s.tried {
		s.closed, err = newClosedForm(ctx, s)
		if err != nil {
			return nil, err
		}
		s.tried = true
	}
	return s.closed, nil
}

// width is the number of leading coordinates that A reaches.
func (s *split) width() int { return max(s.to, len(s.row(s.heads-1))) }

// row returns row i of M up to where it ends.
func (s *split) row(i int) []float64 {
	return s.m.RawRowView(i)[:min(s.problem.dim, s.reach+i+1)]
}

// tail returns the coordinates of T.
func (s *split) tail(z []float64) []float64 { return z[s.from:s.to] }

// project sets dst to M·x (heads).
func (s *split) project(dst, x []float64) {
	for i := range dst {
		row := s.row(i)
		dst[i] = floats.Dot(row, x[:len(row)])
	}
}

// lift adds Mᵀ·u to dst (dim).
func (s *split) lift(dst, u []float64) {
	for i, v := range u {
		row := s.row(i)
		floats.AddScaled(dst[:len(row)], v, row)
	}
}
