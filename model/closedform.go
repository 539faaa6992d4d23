package model

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// A closedForm computes z = A⁺b for L2 = 0 and every λ > 0, in coordinates of Ṽ:
//
//	A = MᵀDM + λ·diag(t),  D = diag(σ_1² … σ_k²),  M = V_kᵀṼ.
//
// T are the coordinates with weight t > 0, and H the other coordinates. M_T and M_H are the columns
// of M for T and H. The vector u = DMz satisfies
//
//	M_Hᵀu = b_H (least squares),  M_Tᵀu + λt z_T = b_T,  M_H z_H + M_T z_T = D⁻¹u.
//
// If the rows of M_H are independent, the first equation gives u, and z = base + slope/λ. Otherwise
// u = (M_Hᵀ)⁺b_H + X⊥η = u₀ + X⊥η, where X⊥ spans the vectors x with M_Hᵀx = 0, and η satisfies
//
//	(X⊥ᵀD⁻¹X⊥ + X⊥ᵀM_T t⁻¹M_TᵀX⊥/λ) η = X⊥ᵀ(M_T t⁻¹(b_T − M_Tᵀu₀)/λ − D⁻¹u₀).
//
// The rank of M_H depends neither on λ nor on singular values. So z is accurate even if the
// eigenvalues of A span many orders of magnitude.
type closedForm struct {
	*dividedSystem
	// invert replaces v by (M_H M_Hᵀ)⁺v. M_H has the columns V_kᵀṽ_i for the ṽ_i outside the target's
	// term.
	invert func(v []float64)
	// If the rows of M_H are independent, the solution at λ is base + slope/λ (dim×c), and dependent is
	// nil. Otherwise base and slope are nil.
	base, slope *mat.Dense
	dependent   *dependentRows
	// null is the dimension of the null space of A, and leak is the norm of the projection of b on
	// this space, divided by ‖b‖.
	null int
	leak float64
}

// newClosedForm returns nil if all features of the source are zero, or if rounding hides the rank
// of the matrix with the columns V_kᵀṽ_i for the ṽ_i outside the target's term. Errors wrap
// ErrNoConvergence or the error of ctx.
func newClosedForm(ctx context.Context, s *dividedSystem) (*closedForm, error) {
	p := s.problem
	if s.sigma2[0] == 0 { // all features of the source are zero
		return nil, nil
	}
	invert, nullBasis, err := s.headGramInverse(ctx)
	if invert == nil || err != nil {
		return nil, err
	}
	f := &closedForm{dividedSystem: s, invert: invert, null: p.dim - s.heads - len(s.weight)}
	if nullBasis != nil {
		f.dependent = newDependentRows(s, nullBasis)
		f.null += f.dependent.constant.SymmetricDim()
	} else {
		f.base, f.slope = mat.NewDense(p.dim, p.C, nil), mat.NewDense(p.dim, p.C, nil)
	}
	var leak2 float64
	b := make([]float64, p.dim)
	for j := range p.C {
		mat.Col(b, j, p.joint.bTilde)
		u, rest := f.leftInverse(b, fullPasses)
		leak2 += floats.Dot(rest, rest)
		if f.dependent == nil {
			base, slope := f.solveBaseAndSlope(b, u, fullPasses)
			f.base.SetCol(j, base)
			f.slope.SetCol(j, slope)
		}
	}
	if f.null > 0 && leak2 > 0 {
		f.leak = math.Sqrt(leak2) / mat.Norm(p.joint.bTilde, 2)
	}
	return f, nil
}

// Iterative refinement gives all digits in at most fullPasses passes, and a few digits in
// roughPasses.
const (
	fullPasses  = 4
	roughPasses = 1
)

// weightsAt returns A⁺b at λ (dim×c). It returns false if some equations are too close to singular.
func (f *closedForm) weightsAt(lambda float64) (*mat.Dense, bool) {
	p := f.problem
	if f.dependent == nil {
		z := mat.DenseCopyOf(f.base)
		if len(f.weight) > 0 {
			floats.AddScaled(z.RawMatrix().Data, 1/lambda, f.slope.RawMatrix().Data)
		}
		return z, true
	}
	z := mat.NewDense(p.dim, p.C, nil)
	for j := range p.C {
		column, ok := f.solve(mat.Col(nil, j, p.joint.bTilde), lambda, fullPasses)
		if !ok {
			return nil, false
		}
		z.SetCol(j, column)
	}
	return z, true
}

// solve returns A⁺b at λ, refined in at most the given number of passes. It returns false if some
// equations are too close to singular.
func (f *closedForm) solve(b []float64, lambda float64, passes int) ([]float64, bool) {
	u, _ := f.leftInverse(b, passes)
	if f.dependent != nil && !f.dependent.addSolution(u, b, lambda) {
		return nil, false
	}
	base, slope := f.solveBaseAndSlope(b, u, passes)
	if len(f.weight) > 0 {
		floats.AddScaled(base, 1/lambda, slope)
	}
	return base, true
}

// leftInverse returns the least-squares solution u of M_Hᵀu = b_H, and rest = b_H − M_Hᵀu, the part
// of b in the null space of A. M_H has the columns V_kᵀṽ_i, and b_H the entries of b, for the ṽ_i
// outside the target's term.
func (f *closedForm) leftInverse(b []float64, passes int) (u, rest []float64) {
	rest = slices.Clone(b)
	clear(f.tailEntries(rest))
	u, correction := make([]float64, f.heads), make([]float64, f.heads)
	for range passes {
		f.multiplyByM(correction, rest)
		f.invert(correction)
		floats.Add(u, correction)
		floats.Scale(-1, correction)
		f.addProductMT(rest, correction)
		clear(f.tailEntries(rest))
		if isNegligible(correction, u) {
			break
		}
	}
	return u, rest
}

// solveBaseAndSlope returns base and slope of the solution z = base + slope/λ of Az = b. u must be
// DMz with D = diag(σ_1² … σ_k²) and M = V_kᵀṼ; it is overwritten.
func (f *closedForm) solveBaseAndSlope(b, u []float64, passes int) (base, slope []float64) {
	slope = f.weightedTailResidual(b, u)
	lack := make([]float64, f.heads)
	f.multiplyByM(lack, slope)
	floats.Scale(-1, lack)
	f.addRightInverse(slope, lack, passes)
	floats.Div(u, f.sigma2)
	base = make([]float64, len(b))
	f.addRightInverse(base, u, passes)
	return base, slope
}

// weightedTailResidual returns (b − Mᵀu)/t in the coordinates T of closedForm, those with weight t
// > 0, and zeros in all other coordinates.
func (s *dividedSystem) weightedTailResidual(b, u []float64) []float64 {
	pulled, slope := make([]float64, len(b)), make([]float64, len(b))
	s.addProductMT(pulled, u)
	for i, t := range s.weight {
		slope[s.from+i] = (b[s.from+i] - pulled[s.from+i]) / t
	}
	return slope
}

// addRightInverse adds M_H⁺v to dst. M_H has the columns V_kᵀṽ_i for the ṽ_i outside the target's
// term.
func (f *closedForm) addRightInverse(dst, v []float64, passes int) {
	z, step, a := make([]float64, len(dst)), make([]float64, len(dst)), make([]float64, len(v))
	for pass := range passes {
		if pass > 0 {
			f.multiplyByM(a, z)
		}
		floats.SubTo(a, v, a)
		f.invert(a)
		clear(step)
		f.addProductMT(step, a)
		clear(f.tailEntries(step))
		floats.Add(z, step)
		if isNegligible(step, z) {
			break
		}
	}
	floats.Add(dst, z)
}

// isNegligible reports whether adding correction to x would change only the last digits of x.
func isNegligible(correction, x []float64) bool {
	return floats.Norm(correction, 2) <= 1e-14*floats.Norm(x, 2)
}

// Tolerances for M_H M_Hᵀ, which has no eigenvalue above 1. M_H has the columns V_kᵀṽ_i for the ṽ_i
// outside the target's term.
const (
	// If the condition number of M_H M_Hᵀ is below worstHeadCondition, the Cholesky factor and a
	// few steps of refinement give all digits.
	worstHeadCondition = 1e12
	// Without the Cholesky factor, eigenvalues up to zeroHeadEigenvalue times their number count as
	// zero. If another eigenvalue is below smallestHeadEigenvalue, the rank is unknown.
	smallestHeadEigenvalue, zeroHeadEigenvalue = 1e-9, 1e-14
	// dependentRows and ridgeSystem fail if the condition number of their scaled equations is above
	// worstSystemCondition.
	worstSystemCondition = 1e10
)

// headGramInverse returns a function that replaces v by (M_H M_Hᵀ)⁺v, where M_H has the columns
// V_kᵀṽ_i for the ṽ_i outside the target's term. The function is nil if rounding hides the rank of
// M_H. nullBasis is an orthonormal basis of the vectors x with M_Hᵀx = 0, or nil if only x = 0
// satisfies this.
func (s *dividedSystem) headGramInverse(ctx context.Context) (invert func(v []float64), nullBasis *mat.Dense, err error) {
	switch {
	case s.heads < s.problem.dim:
	case s.from == s.to:
		return func([]float64) {}, nil, nil // M is orthogonal
	default:
		// M is orthogonal: M_H M_Hᵀ is a projection, and the columns of M_T span its null space.
		z := make([]float64, s.problem.dim)
		return func(v []float64) {
			clear(z)
			s.addProductMT(z, v)
			clear(s.tailEntries(z))
			s.multiplyByM(v, z)
		}, linalg.SliceColumns(s.m, s.from, s.to), nil
	}
	gram := s.headGram()
	zero := zeroHeadEigenvalue * float64(s.heads)
	// If the trace of M_H M_Hᵀ is as small as rounding errors, M_H is only noise and its condition
	// number has no meaning.
	if s.heads <= s.problem.dim-len(s.weight) && mat.Trace(gram) > zero {
		var chol mat.Cholesky
		if chol.Factorize(gram) && chol.Cond() < worstHeadCondition {
			var upper mat.TriDense
			chol.UTo(&upper)
			factor := upper.RawTriangular()
			return func(v []float64) {
				x := blas64.Vector{N: len(v), Inc: 1, Data: v}
				blas64.Trsv(blas.Trans, factor, x)
				blas64.Trsv(blas.NoTrans, factor, x)
			}, nil, nil
		}
	}
	values, vectors, err := linalg.Eigenvectors(ctx, gram)
	if err != nil {
		return nil, nil, err
	}
	null := 0
	for null < s.heads && values[null] <= zero {
		null++
	}
	if null < s.heads && values[null] < smallestHeadEigenvalue || null == 0 {
		return nil, nil, nil
	}
	nullBasis = linalg.SliceColumns(vectors, 0, null)
	if null == s.heads {
		return func(v []float64) { clear(v) }, nullBasis, nil
	}
	basis := linalg.SliceColumns(vectors, null, s.heads)
	values = values[null:]
	return func(v []float64) {
		x := linalg.ProductT(basis, mat.NewDense(len(v), 1, v))
		floats.Div(x.RawMatrix().Data, values)
		copy(v, linalg.Product(basis, x).RawMatrix().Data)
	}, nullBasis, ctx.Err()
}

// headGram returns M_H M_Hᵀ = I − M_T M_Tᵀ. M_T has the columns V_kᵀṽ_i for the ṽ_i in the target's
// term, and M_H the columns for the others.
func (s *dividedSystem) headGram() *mat.SymDense {
	gram := mat.NewSymDense(s.heads, nil)
	part := func(alpha float64, from, to int) {
		if from < to {
			gram.SymRankK(gram, alpha, linalg.SliceColumns(s.m, from, to))
		}
	}
	if width := s.activeWidth(); s.to-s.from > s.from+width-s.to {
		part(1, 0, s.from)
		part(1, s.to, width)
		return gram
	}
	for i := range s.heads {
		gram.SetSym(i, i, 1)
	}
	part(-1, s.from, s.to)
	return gram
}

// A dependentRows holds the equations for η in the comment on closedForm. η has an entry for each row
// of M_H that depends linearly on other rows.
type dependentRows struct {
	*dividedSystem
	// null is X⊥, whose columns are a basis of the vectors x with M_Hᵀx = 0.
	null *mat.Dense
	// The matrix of the equations for η is constant + overLambda/λ.
	constant   *mat.SymDense
	overLambda mat.Symmetric
}

func newDependentRows(s *dividedSystem, null *mat.Dense) *dependentRows {
	_, size := null.Dims()
	k := &dependentRows{dividedSystem: s, null: null, constant: weightedGram(mat.DenseCopyOf(null), s.sigma2)}
	if s.heads == s.problem.dim { // then X⊥ is M_T, and M_TᵀX⊥ is I
		diagonal := slices.Repeat([]float64{1}, size)
		floats.Div(diagonal, s.weight)
		k.overLambda = mat.NewDiagDense(size, diagonal)
	} else if len(s.weight) > 0 {
		pulled := linalg.ProductT(linalg.SliceColumns(s.m, s.from, s.to), null)
		k.overLambda = weightedGram(pulled, s.weight)
	}
	return k
}

// weightedGram returns mᵀW⁻¹m for the diagonal matrix W of the weights. It overwrites m.
func weightedGram(m *mat.Dense, weights []float64) *mat.SymDense {
	for i, w := range weights {
		floats.Scale(1/math.Sqrt(w), m.RawRowView(i))
	}
	return rowProducts(m.T())
}

// addSolution corrects u for rows of M_H that depend on other rows: it adds X⊥η, with η as in the
// comment on closedForm. It returns false if the equations for η are too close to singular.
func (k *dependentRows) addSolution(u, b []float64, lambda float64) bool {
	right, lack := make([]float64, k.heads), make([]float64, k.heads)
	floats.DivTo(right, u, k.sigma2)
	floats.Scale(-1, right)
	entry := k.constant.At
	if len(k.weight) > 0 {
		entry = func(i, j int) float64 { return k.constant.At(i, j) + k.overLambda.At(i, j)/lambda }
		k.multiplyByM(lack, k.weightedTailResidual(b, u))
		floats.AddScaled(right, 1/lambda, lack)
	}
	eta := linalg.ProductT(k.null, mat.NewDense(k.heads, 1, right))
	size := k.constant.SymmetricDim()
	a := mat.NewSymDense(size, nil)
	for i := range size {
		for j := i; j < size; j++ {
			a.SetSym(i, j, entry(i, j))
		}
	}
	f := newScaledCholesky(a, worstSystemCondition)
	if f == nil {
		return false
	}
	f.solve(eta)
	floats.Add(u, linalg.Product(k.null, eta).RawMatrix().Data)
	return true
}

// A scaledCholesky is the Cholesky factor of a positive definite matrix after scaling the diagonal
// to ones. Without scaling, rounding errors of large entries would hide small entries.
type scaledCholesky struct {
	scale []float64
	chol  mat.Cholesky
}

// newScaledCholesky factorizes a and overwrites a. It returns nil unless the condition number of
// the scaled matrix is below the limit worst.
func newScaledCholesky(a *mat.SymDense, worst float64) *scaledCholesky {
	s := &scaledCholesky{scale: make([]float64, a.SymmetricDim())}
	for i := range s.scale {
		s.scale[i] = 1 / math.Sqrt(a.At(i, i))
	}
	raw := a.RawSymmetric()
	for i, by := range s.scale {
		row := raw.Data[i*raw.Stride+i : i*raw.Stride+raw.N]
		floats.Scale(by, row)
		floats.Mul(row, s.scale[i:])
	}
	if !s.chol.Factorize(a) || !(s.chol.Cond() < worst) {
		return nil
	}
	return s
}

// solve replaces x by a⁻¹x, where a is the factorized matrix.
func (s *scaledCholesky) solve(x *mat.Dense) {
	rescale := func() {
		for i, by := range s.scale {
			floats.Scale(by, x.RawRowView(i))
		}
	}
	rescale()
	_ = s.chol.SolveTo(x, x) // fails only for a large condition number, which newScaledCholesky excludes
	rescale()
}

// A ridgeSystem solves Az = b for L2 > 0 in coordinates of Ṽ, where
//
//	A = MᵀDM + Λ,  D = diag(σ_1² … σ_k²),  M = V_kᵀṼ,  Λ = λ·diag(t) + L2·I,
//
// and t is 0 outside the target's term. It solves equations for u = DMz (Woodbury 1950):
//
//	(D⁻¹ + MΛ⁻¹Mᵀ) u = MΛ⁻¹b,  z = Λ⁻¹(b − Mᵀu).
//
// In this form, rounding errors of large terms do not hide small terms.
type ridgeSystem struct {
	*dividedSystem
	diagonal []float64       // Λ (dim)
	small    *scaledCholesky // D⁻¹ + MΛ⁻¹Mᵀ
}

// newRidgeSystem returns nil if the equations for u = DMz are too close to singular, or if all
// features of the source are zero.
func newRidgeSystem(s *dividedSystem, lambda, l2 float64) *ridgeSystem {
	r := &ridgeSystem{dividedSystem: s, diagonal: slices.Repeat([]float64{l2}, s.problem.dim)}
	floats.AddScaled(s.tailEntries(r.diagonal), lambda, s.weight)
	small := weightedGram(mat.DenseCopyOf(s.m.T()), r.diagonal)
	for i, sigma2 := range s.sigma2 {
		small.SetSym(i, i, small.At(i, i)+1/sigma2)
	}
	r.small = newScaledCholesky(small, worstSystemCondition)
	if s.sigma2[0] == 0 || r.small == nil {
		return nil
	}
	return r
}

// solve returns A⁻¹b.
func (r *ridgeSystem) solve(b []float64) []float64 {
	z, right := slices.Clone(b), make([]float64, r.heads)
	floats.Div(z, r.diagonal)
	r.multiplyByM(right, z)
	r.small.solve(mat.NewDense(r.heads, 1, right))
	floats.Scale(-1, right)
	copy(z, b)
	r.addProductMT(z, right)
	floats.Div(z, r.diagonal)
	return z
}

// If the condition number of a scaled system is below worstScaledCondition, the weights have seven digits.
const worstScaledCondition = 1e9

// scaledWeights returns the solution w of Aw = b for L2 > 0, in the coordinates of the problem. It
// returns nil if the condition number of the scaled A is not below worstScaledCondition, or once
// ctx is done.
func (op *operator) scaledWeights(ctx context.Context) *mat.Dense {
	p := op.problem
	f := mat.NewDense(op.heads+len(op.weight), p.dim, nil)
	set := func(at int, v *mat.Dense, i int, size float64) {
		row := mat.Col(f.RawRowView(at), i, v)
		floats.Scale(size, row)
	}
	for i := range op.heads {
		set(i, p.Src.V, i, p.Src.Sigma[i])
	}
	for i, t := range op.weight {
		set(op.heads+i, p.joint.vTilde, op.from+i, math.Sqrt(op.lambda*t))
	}
	a := rowProducts(f.T())
	for j := range p.dim {
		a.SetSym(j, j, a.At(j, j)+op.l2)
	}
	factor := newScaledCholesky(a, worstScaledCondition)
	if ctx.Err() != nil || factor == nil {
		return nil
	}
	w, rest := mat.NewDense(p.dim, p.C, nil), mat.DenseCopyOf(p.Src.XtY)
	for range fullPasses {
		factor.solve(rest)
		w.Add(w, rest)
		rest.Mul(f.T(), linalg.Product(f, w))
		for j := range p.dim {
			row := rest.RawRowView(j)
			for c := range row {
				row[c] = p.Src.XtY.At(j, c) - row[c] - op.l2*w.At(j, c)
			}
		}
	}
	return w
}
