package model

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// An operatorFamily is the matrix A for every λ and L2, with all other parameters fixed (those in
// Params.systemKey). It holds results that all λ and L2 share, each computed on first use.
type operatorFamily struct {
	problem *Problem
	key     Params
	// basis has the directions of A's coordinates as columns: Ṽ or, for least squares on the source,
	// the directions from Side.leastSquaresEigenpairs.
	basis *mat.Dense
	// splits maps the number of target directions with a weight to the dividedSystem for that number.
	splits map[int]*dividedSystem
	system *reducedSystem
	last   *operator
	// source has the eigenpairs of ΦᵀΦ if A is ΦᵀΦ + L2·I, for least squares on the source; else nil.
	source *eigenpairs
}

// An operator is A at one λ and L2, with the results computed so far.
type operator struct {
	family *operatorFamily
	*dividedSystem
	lambda, l2 float64
	// largest is λ_max(A), negative before it is known.
	largest float64
	space   *krylovSpace
	dense   *eigenpairs
	// z is A⁺b in coordinates of the family's basis; nil before solve.
	z *mat.Dense
	// invert is the function that computed z from b. It is nil if z comes from the eigenpairs in
	// dense.
	invert func(b []float64, passes int) ([]float64, bool)
	// null is the dimension of the null space N of A in the coordinates of z. leak is ‖P_N b‖/‖b‖.
	null int
	leak float64
	// unsettled reports whether L2 > 0 and z is too inaccurate. If it is, scaled is A⁻¹b in the
	// coordinates of the problem, or nil if rounding errors make that useless as well.
	scaled    *mat.Dense
	unsettled bool
	// omitsTail reports whether A omits the target's whole term, which is below the rounding of the
	// largest eigenvalue.
	omitsTail bool
}

func newOperatorFamily(p *Problem, key Params) *operatorFamily {
	f := &operatorFamily{problem: p, key: key, basis: p.joint.vTilde, splits: map[int]*dividedSystem{}}
	if key.Tail == noTail {
		f.source, f.basis = p.Src.leastSquaresEigenpairs()
	}
	return f
}

// operatorAt returns A at lambda and l2. It returns an error if the entries of A may overflow.
func (f *operatorFamily) operatorAt(lambda, l2 float64) (*operator, error) {
	if f.last != nil && f.last.lambda == lambda && f.last.l2 == l2 {
		return f.last, nil
	}
	from, weights := f.problem.tailWeights(f.key)
	bound := f.problem.Src.Sigma[0] * f.problem.Src.Sigma[0]
	if len(weights) > 0 {
		bound = max(bound, lambda*weights[0])
	}
	if !(bound+l2 <= largestScale*largestScale*largestScale) {
		return nil, fmt.Errorf("%w: λ = %v or l2 = %v is too large for these features: the objective overflows", ErrParams, lambda, l2)
	}
	if f.source != nil {
		f.last = &operator{family: f, lambda: lambda, l2: l2, dense: f.source.withRidge(l2)}
		return f.last, nil
	}
	// Omit target directions whose weight is below the rounding of the largest eigenvalue.
	kept, lost := 0, roundoffBound(f.problem.dim)*bound
	if f.problem.Tgt.graded > 0 || l2 > 0 { // L2 makes small weights matter
		lost = 0
	}
	for kept < len(weights) && lambda*weights[kept] > lost {
		kept++
	}
	f.last = &operator{family: f, dividedSystem: f.divideCoordinates(from, weights[:kept]), lambda: lambda, l2: l2, largest: -1, omitsTail: kept == 0 && len(weights) > 0 && lambda > 0}
	return f.last, nil
}

// divideCoordinates returns the dividedSystem whose coordinates T begin at index from and have the
// given weights.
func (f *operatorFamily) divideCoordinates(from int, weights []float64) *dividedSystem {
	s := f.splits[len(weights)]
	if s == nil {
		p, heads := f.problem, f.problem.headCount(f.key)
		s = &dividedSystem{problem: p, heads: heads, reach: p.Tgt.ResolvedCount(), from: from, to: from + len(weights)}
		s.sigma2, s.weight = p.Src.squaredSigmas(0, heads), weights
		s.m = linalg.SliceRows(p.joint.overlap, 0, heads)
		f.splits[len(weights)] = s
	}
	return s
}

// solveWithWholeTail returns A⁺b without omitting target directions whose weight is below the
// rounding of the largest eigenvalue. It returns nil if L2 > 0; if closedForm needs dependentRows;
// or if division by the smallest weight leaves fewer than nine digits.
func (f *operatorFamily) solveWithWholeTail(ctx context.Context, lambda, l2 float64) (*mat.Dense, error) {
	const known = 1e-9
	op := &operator{family: f, dividedSystem: f.divideCoordinates(f.problem.tailWeights(f.key)), lambda: lambda, l2: l2}
	c, err := op.closedForm(ctx)
	if err != nil || c == nil || c.dependent != nil || l2 > 0 {
		return nil, err
	}
	op.z, _ = c.weightsAt(lambda)
	if !(op.roundingBound(f.problem.joint.bTilde.RawMatrix().Data) <= known*mat.Norm(op.z, 2)) {
		return nil, nil
	}
	return op.weights(), nil
}

func (op *operator) eigenpairs(ctx context.Context) (*eigenpairs, error) {
	if op.dense != nil {
		return op.dense, nil
	}
	f := op.family
	if f.system == nil {
		reduced := newReducedSystem(ctx, f.problem, f.key)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		f.system = reduced
	}
	dense, err := f.system.computeEigenpairs(ctx, op.lambda)
	if err == nil {
		op.dense = dense.withRidge(op.l2)
	}
	return op.dense, err
}

// solve computes the closed form A⁺b (paper, eq. learned_solution). It uses the eigenpairs of A if
// they are already known, or if closedForm is not accurate enough.
func (op *operator) solve(ctx context.Context) error {
	if op.z != nil {
		return nil
	}
	left, err := op.solveByClosedForm(ctx)
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
	// Large eigenpairs leave rounding errors along small eigenpairs. One step with the residual
	// corrects these errors.
	op.z, op.null, op.leak = f.pseudoInverse(), f.null, f.leak()
	if op.family.source != nil && op.l2 == 0 {
		op.null, op.leak = op.family.problem.Src.unresolvedPart()
	}
	if f.toCoefficients != nil {
		op.z.Add(op.z, f.applyInverse(f.toCoefficients(op.residual(op.z))))
	}
	if op.l2 > 0 && op.family.source == nil && f.condition() > worstEigenpairs {
		op.unsettled = op.improveByRidgeSystem() > enoughRidge
	}
	if op.unsettled {
		op.scaled = op.scaledWeights(ctx)
	}
	return nil
}

// solveByClosedForm sets z to A⁺b and returns an estimate of the relative error of z. It sets
// nothing and returns infinity if closedForm does not apply, or if known eigenpairs give z faster.
func (op *operator) solveByClosedForm(ctx context.Context) (left float64, err error) {
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
	if c.dependent != nil {
		left = op.refine(z, invert)
	}
	op.z, op.invert, op.null, op.leak = z, invert, c.null, c.leak
	return left, nil
}

// If the condition number of A is above worstEigenpairs, eigenpairs alone are not accurate enough
// for L2 > 0: rounding errors of large eigenpairs reach the small ones.
const worstEigenpairs = 1e8

// enoughRidge is the largest relative error of scores, estimated by improveByRidgeSystem, at which
// solve accepts the weights for L2 > 0.
const enoughRidge = 5e-7

// improveByRidgeSystem replaces z, from eigenpairs, by the solution of ridgeSystem if this is more
// accurate. It returns an estimate of the relative error of the scores, or infinity if it keeps z.
func (op *operator) improveByRidgeSystem() (doubt float64) {
	r := newRidgeSystem(op.dividedSystem, op.lambda, op.l2)
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

// estimateScoreError estimates the relative error of the scores of both domains for weights z in
// coordinates of Ṽ, if entry i of z has the absolute error scale/diagonal[i].
func (p *Problem) estimateScoreError(z, diagonal []float64, scale float64) float64 {
	var off, size [2]float64
	x := mat.NewVecDense(p.dim, z)
	var along mat.VecDense
	along.MulVec(p.joint.overlap, x)
	for i, sigma := range p.Src.Sigma {
		size[0] += sigma * sigma * along.AtVec(i) * along.AtVec(i)
		for j, m := range p.joint.overlap.RawRowView(i) {
			e := sigma * m * scale / diagonal[j]
			off[0] += e * e
		}
	}
	for j, sigma := range p.Tgt.Sigma {
		e := sigma * scale / diagonal[j]
		off[1] += e * e
		size[1] += sigma * sigma * z[j] * z[j]
	}
	return math.Sqrt(math.Max(off[0]/size[0], off[1]/size[1]))
}

// roundingBound returns an upper bound of the rounding error of z = A⁻¹b. Entries of z are
// quotients, so the bound is the rounding error of b divided by the smallest divisor λt + L2.
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

// refine improves z = A⁺b, a result of invert, by iterative refinement. It returns 0 if the
// iteration converges, or if b − Az is only rounding. Otherwise it returns the remaining relative
// error of z, or infinity if z is too inaccurate to improve.
func (op *operator) refine(z *mat.Dense, invert func([]float64, int) ([]float64, bool)) (left float64) {
	// A step of at most maxGrowth times the expected error improves x. A larger step is a rounding
	// error of the residual.
	const enough, maxGrowth, worst = 1e-14, 64, 0.1
	dim, outputs := z.Dims()
	b, x, rest := make([]float64, dim), make([]float64, dim), make([]float64, dim)
	for j := range outputs {
		mat.Col(b, j, op.problem.joint.bTilde)
		mat.Col(x, j, z)
		lost, length := op.roundingBound(b), floats.Norm(x, 2)
		mended := false
		for allowed := maxGrowth * lost; lost > enough*length; {
			op.multiply(rest, x)
			floats.SubTo(rest, b, rest)
			step, ok := invert(rest, fullPasses)
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

// weights returns A⁺b in the coordinates in which the problem is solved. It returns nil if rounding
// errors are too large. solve must have been called.
func (op *operator) weights() *mat.Dense {
	if op.unsettled {
		return op.scaled
	}
	return linalg.Product(op.family.basis, op.z)
}

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

// multiply sets dst to A·x. x may be shortened to the first activeWidth() coordinates.
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

func (op *operator) largestEigenvalue(ctx context.Context) (float64, error) {
	switch {
	case op.dense != nil:
		return op.dense.lambdaMax(), nil
	case op.largest >= 0:
		return op.largest, nil
	}
	// The eigenvector of λ_max is mostly a combination of v_1 and the first target direction that A
	// weights, so the start has large parts along these two. It has a small part along all others.
	start := irregularVector(op.activeWidth())
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

// condition returns the ratio of the largest to the smallest eigenvalue of A above rounding, to at
// least three digits. It is 0 if A is zero.
func (op *operator) condition(ctx context.Context) (float64, error) {
	if err := op.solve(ctx); err != nil {
		return 0, err
	}
	if op.invert == nil {
		return op.dense.condition(), nil
	}
	largest, err := op.largestEigenvalue(ctx)
	if err != nil {
		return 0, err
	}
	ofInverse, err := largestEigenvalue(ctx, irregularVector(op.problem.dim), func(dst, x []float64) {
		z, _ := op.invert(x, roughPasses)
		copy(dst, z)
	}, inverseResidual)
	return min(largest*ofInverse, math.MaxFloat64), err
}

// nullity returns the dimension of the null space of A as a d×d matrix. solve must have been called.
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

func (op *operator) descentEigenpairs(ctx context.Context, params Params, h float64) (*eigenpairs, error) {
	if op.dense != nil || op.problem.C > 1 {
		return op.eigenpairs(ctx)
	}
	if op.space == nil {
		op.space = newKrylovSpace(op)
	}
	return op.space.descentEigenpairs(ctx, params, h)
}

// A dividedSystem is the system A w = b in coordinates of Ṽ, for every λ and L2:
//
//	A = MᵀDM + λ·diag(t) + L2·I,  D = diag(σ_1² … σ_k²),  M = V_kᵀṼ.
//
// The weights t are positive in some coordinates, T, and zero in the others, H. To save memory, M
// is a view of domainOverlap.overlap.
type dividedSystem struct {
	problem *Problem
	// heads is k, without components lost in rounding. The coordinates with indices [from, to) have
	// the weights t in the field weight. Row i of M = V_kᵀṼ is zero from column reach+i+1 on.
	heads          int
	from, to       int
	reach          int
	sigma2, weight []float64
	// m is M (heads×dim).
	m *mat.Dense
	// closed is the result of newClosedForm, and tried reports whether newClosedForm was called.
	tried  bool
	closed *closedForm
}

func (s *dividedSystem) closedForm(ctx context.Context) (_ *closedForm, err error) {
	if !s.tried {
		s.closed, err = newClosedForm(ctx, s)
		if err != nil {
			return nil, err
		}
		s.tried = true
	}
	return s.closed, nil
}

// activeWidth returns the number of leading coordinates in which A − L2·I may differ from zero.
func (s *dividedSystem) activeWidth() int { return max(s.to, len(s.row(s.heads-1))) }

// row returns row i of M = V_kᵀṼ, without the zeros at its end.
func (s *dividedSystem) row(i int) []float64 {
	return s.m.RawRowView(i)[:min(s.problem.dim, s.reach+i+1)]
}

func (s *dividedSystem) tailEntries(z []float64) []float64 { return z[s.from:s.to] }

func (s *dividedSystem) multiplyByM(dst, x []float64) {
	for i := range dst {
		row := s.row(i)
		dst[i] = floats.Dot(row, x[:len(row)])
	}
}

func (s *dividedSystem) addProductMT(dst, u []float64) {
	for i, v := range u {
		row := s.row(i)
		floats.AddScaled(dst[:len(row)], v, row)
	}
}
