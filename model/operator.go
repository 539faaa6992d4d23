package model

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// A family is the matrix A at one (k, k̃, tail, implicit term) for every λ and L2. It holds the
// results that they share, each computed on first use.
type family struct {
	problem *Problem
	key     Params
	// basis has the directions for the coordinates of A as columns: Ṽ or, for least squares on the
	// source, the source's directions.
	basis *mat.Dense
	// splits maps the number of weighted tail directions to its split. system is the reduced
	// system for a dense eigendecomposition, and last the last operator that at returned.
	splits map[int]*split
	system *system
	last   *operator
	// source holds the eigenpairs of A if A is least squares on the source.
	source *eigenpairs
}

// An operator is A at one λ and L2, with the results computed so far.
type operator struct {
	family *family
	*split
	lambda, l2 float64
	// largest is λ_max(A), negative before it is known.
	largest float64
	space   *krylov
	dense   *eigenpairs
	// z is A⁺b in coordinates of the family's basis, nil before solve. invert is the function that
	// computed z from b, nil if z comes from the eigenpairs. null is the dimension of the null
	// space N of A, in the coordinates of invert or of the eigenpairs, and leak is ‖P_N b‖/‖b‖.
	z      *mat.Dense
	invert func(b []float64, passes int) ([]float64, bool)
	null   int
	leak   float64
	// unsettled reports whether L2 > 0 and z is not accurate enough. scaled then is A⁻¹b in the
	// coordinates of the problem, nil where rounding covers it.
	scaled    *mat.Dense
	unsettled bool
	// cut reports whether the whole tail is lost in the rounding of the largest eigenvalue.
	cut bool
}

func newFamily(p *Problem, key Params) *family {
	f := &family{problem: p, key: key, basis: p.joint.vTilde, splits: map[int]*split{}}
	if key.Tail == noTail {
		f.source, f.basis = p.Src.leastSquares()
	}
	return f
}

// at returns A at λ and l2. It fails where A is too large to compute with.
func (f *family) at(lambda, l2 float64) (*operator, error) {
	if f.last != nil && f.last.lambda == lambda && f.last.l2 == l2 {
		return f.last, nil
	}
	from, weights := f.problem.tailWeights(f.key)
	bound := f.problem.Src.Sigma[0] * f.problem.Src.Sigma[0]
	if len(weights) > 0 {
		bound = max(bound, lambda*weights[0])
	}
	if !(bound+l2 <= largestScale*largestScale*largestScale) {
		return nil, fmt.Errorf("%w: λ = %v and l2 = %v overflow on these features", ErrParams, lambda, l2)
	}
	if f.source != nil {
		f.last = &operator{family: f, lambda: lambda, l2: l2, dense: f.source.addRidge(l2)}
		return f.last, nil
	}
	// Tail directions below the rounding of the largest eigenvalue are not in the range.
	kept, lost := 0, roundoff(f.problem.dim)*bound
	if f.problem.Tgt.graded > 0 || l2 > 0 { // L2 makes small weights matter
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
	s := f.splits[len(weights)]
	if s == nil {
		p, heads := f.problem, f.problem.headCount(f.key)
		s = &split{problem: p, heads: heads, reach: p.Tgt.resolved(), from: from, to: from + len(weights)}
		s.sigma2, s.weight = p.Src.squares(0, heads), weights
		s.m = linalg.SliceRows(p.joint.overlap, 0, heads)
		f.splits[len(weights)] = s
	}
	return s
}

// solveWithWholeTail returns A⁺b with all of the tail in the range of A, even directions below the rounding of
// the largest eigenvalue. It returns nil if L2 > 0, if the structure of A alone does not determine
// the range, or if fewer than nine digits remain after division by the smallest weight.
func (f *family) solveWithWholeTail(ctx context.Context, lambda, l2 float64) (*mat.Dense, error) {
	const known = 1e-9
	op := &operator{family: f, split: f.splitAt(f.problem.tailWeights(f.key)), lambda: lambda, l2: l2}
	c, err := op.closedForm(ctx)
	if err != nil || c == nil || c.slack != nil || l2 > 0 {
		return nil, err
	}
	op.z, _ = c.weightsAt(lambda)
	if !(op.roundingBound(f.problem.joint.bTilde.RawMatrix().Data) <= known*mat.Norm(op.z, 2)) {
		return nil, nil
	}
	return op.weights(), nil
}

// eigenpairs returns the eigendecomposition of A on a space that contains b and the range of A.
func (op *operator) eigenpairs(ctx context.Context) (*eigenpairs, error) {
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
		op.dense = dense.addRidge(op.l2)
	}
	return op.dense, err
}

// solve computes the closed form A⁺b (paper, eq. learned_solution) from the structure of A. It
// uses the eigenpairs of A if they are known already, or if the structure does not determine A⁺b.
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
	if !math.IsInf(left, 1) && left <= DoublePrecision*f.condition() { // the condition number may be infinite as well
		return nil
	}
	op.invert = nil
	// Small parts of the eigenpairs have the rounding error of large ones. The residual corrects
	// it.
	op.z, op.null, op.leak = f.pseudoInverse(), f.null, f.leak()
	if op.family.source != nil && op.l2 == 0 {
		op.null, op.leak = op.family.problem.Src.lostPart()
	}
	if f.drop != nil {
		op.z.Add(op.z, f.applyInverse(f.drop(op.residual(op.z))))
	}
	if op.l2 > 0 && op.family.source == nil && f.condition() > worstEigenpairs {
		op.unsettled = op.solveRidge() > enoughRidge
	}
	if op.unsettled {
		op.scaled = op.scaledWeights(ctx)
	}
	return nil
}

// solveByStructure computes the closed form from the structure of A, if that applies and the
// eigenpairs are not known. It returns the relative error of z that is left, as refine does.
func (op *operator) solveByStructure(ctx context.Context) (left float64, err error) {
	if op.l2 > 0 || op.dense != nil {
		return math.Inf(1), nil
	}
	c, err := op.closedForm(ctx)
	if c == nil || err != nil {
		return math.Inf(1), err
	}
	z, ok := c.weightsAt(op.lambda)
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

// worstEigenpairs is the condition number of A above which eigenpairs alone are not accurate
// enough for L2 > 0: their small parts have the rounding error of large ones.
const worstEigenpairs = 1e8

// enoughRidge is the largest estimated error of scores at which ridge accepts its fast method for
// L2 > 0, which uses the structure of A.
const enoughRidge = 5e-7

// solveRidge replaces z, computed from eigenpairs, by the solution from the structure of A if that is
// more accurate. It returns an estimate of the relative error of the scores, infinite if it keeps
// z.
func (op *operator) solveRidge() (doubt float64) {
	r := newRidgeSystem(op.split, op.lambda, op.l2)
	if r == nil {
		return math.Inf(1)
	}
	z := mat.DenseCopyOf(op.z)
	dim, outputs := z.Dims()
	b := make([]float64, dim)
	for j := range outputs {
		column := r.solve(mat.Col(b, j, op.problem.joint.bTilde))
		z.SetCol(j, column)
		doubt = math.Max(doubt, op.problem.estimateScoreError(column, r.diagonal, DoublePrecision*floats.Norm(b, 2)))
	}
	invert := func(b []float64, _ int) ([]float64, bool) { return r.solve(b), true }
	if op.refine(z, invert) > DoublePrecision*op.dense.condition() {
		return math.Inf(1)
	}
	op.z, op.invert = z, invert
	return doubt
}

// estimateScoreError estimates the relative error of both domains' scores at z, in coordinates of Ṽ, if
// rounding errors of size error are divided by diagonal.
func (p *Problem) estimateScoreError(z, diagonal []float64, error float64) float64 {
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

// roundingBound returns an upper bound of the rounding error of z. Coordinates of z are differences of b
// and Mᵀu divided by λt + L2, so the bound is the rounding of b divided by the smallest λt + L2.
func (op *operator) roundingBound(b []float64) float64 {
	least := op.l2
	if least == 0 {
		if len(op.weight) == 0 {
			return 0
		}
		least = op.lambda * op.weight[len(op.weight)-1]
	}
	return DoublePrecision * floats.Norm(b, 2) / least
}

// refine improves z, which invert computed as A⁺b, by the residual of A: z may have lost far more
// digits than the condition of A explains. It returns the relative error that is left if the
// iteration does not converge, 0 if it converges or if the residual is all rounding, and infinity
// if z is too inaccurate to improve.
func (op *operator) refine(z *mat.Dense, invert func([]float64, int) ([]float64, bool)) (left float64) {
	// A step of up to most times the expected error improves x. A larger step is rounding of the
	// residual, in directions that the structure of A separates and its entries do not.
	const enough, most, worst = 1e-14, 64, 0.1
	dim, outputs := z.Dims()
	b, x, rest := make([]float64, dim), make([]float64, dim), make([]float64, dim)
	for j := range outputs {
		mat.Col(b, j, op.problem.joint.bTilde)
		mat.Col(x, j, z)
		lost, length := op.roundingBound(b), floats.Norm(x, 2)
		mended := false
		for allowed := most * lost; lost > enough*length; {
			op.multiply(rest, x)
			floats.SubTo(rest, b, rest)
			step, ok := invert(rest, refined)
			change := floats.Norm(step, 2)
			if !ok || !(change <= allowed) {
				if mended {
					left = max(left, lost/length)
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

// weights returns A⁺b, after solve, in the coordinates in which the problem is solved. It returns
// nil where rounding covers the weights.
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
		op.multiply(ax, x)
		mat.Col(column, j, r)
		floats.Sub(column, ax)
		r.SetCol(j, column)
	}
	return r
}

// multiply sets dst to A·x. x has the first width coordinates or all of them.
func (op *operator) multiply(dst, x []float64) {
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
	// The eigenvector is mostly a combination of v_1 and the first direction of the tail.
	start := startVector(op.width())
	floats.Scale(0.01/floats.Norm(start, 2), start)
	floats.Add(start, op.m.RawRowView(0)[:len(start)])
	if len(op.weight) > 0 {
		start[op.from]++
	}
	largest, err := largestEigenvalue(ctx, start, op.multiply, largestResidual)
	if err == nil {
		op.largest = largest
	}
	return largest, err
}

// condition returns λ_max(A)/λ_min(A) on the numerical range, to at least three digits; 0 where A
// is zero.
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
	ofInverse, err := largestEigenvalue(ctx, startVector(op.problem.dim), func(dst, x []float64) {
		z, _ := op.invert(x, rough)
		copy(dst, z)
	}, inverseResidual)
	return min(largest*ofInverse, math.MaxFloat64), err
}

// nullity returns the dimension of the null space of A in features, after solve.
func (op *operator) nullity() int {
	p := op.family.problem
	switch {
	case op.l2 > 0:
		return op.null
	case op.invert != nil:
		return op.null + p.D - p.dim
	}
	// The space of the eigenpairs contains the range of A.
	return p.D - (len(op.dense.values) - op.dense.null)
}

// descentEigenpairs returns eigenpairs of A for descentEigenpairs at params with step h up to its number of epochs.
func (op *operator) descentEigenpairs(ctx context.Context, params Params, h float64) (*eigenpairs, error) {
	if op.dense != nil || op.problem.C > 1 {
		return op.eigenpairs(ctx)
	}
	if op.space == nil {
		op.space = newKrylov(op)
	}
	return op.space.descent(ctx, params, h)
}

// A split is the system A w = b at one (k, k̃, tail, implicit term) in coordinates of Ṽ. The
// coordinates are divided into T, which the regularizer weights, and the rest, H:
//
//	A = Mᵀ D M + λ·diag(t on T) + L2·I,  D = diag(σ_1² … σ_k²),  M = V_kᵀ Ṽ.
//
// M is a view of the overlap; a split allocates at most a k×k matrix.
type split struct {
	problem *Problem
	// heads is the number of source components in S_k. T is from..to−1 with the weights t_i. reach
	// limits the nonzero entries of M: row i ends before min(dim, reach+i+1).
	heads          int
	from, to       int
	reach          int
	sigma2, weight []float64
	// m is M (heads×dim).
	m *mat.Dense
	// closed is the closed form, nil where it does not apply. tried reports whether it was
	// computed.
	tried  bool
	closed *closedForm
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

// width returns the number of leading coordinates outside which A, without L2, is zero.
func (s *split) width() int { return max(s.to, len(s.row(s.heads-1))) }

// row returns the nonzero part of row i of M.
func (s *split) row(i int) []float64 {
	return s.m.RawRowView(i)[:min(s.problem.dim, s.reach+i+1)]
}

// tailEntries returns the entries of z for the directions of block T.
func (s *split) tailEntries(z []float64) []float64 { return z[s.from:s.to] }

// multiplyByM sets dst to M·x (heads).
func (s *split) multiplyByM(dst, x []float64) {
	for i := range dst {
		row := s.row(i)
		dst[i] = floats.Dot(row, x[:len(row)])
	}
}

// addProductMT adds Mᵀ·u to dst (dim).
func (s *split) addProductMT(dst, u []float64) {
	for i, v := range u {
		row := s.row(i)
		floats.AddScaled(dst[:len(row)], v, row)
	}
}
