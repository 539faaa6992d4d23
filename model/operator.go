package model

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A family is A at one (k, k̃, tail, implicit term) and every λ and L2, with what
// they share, made when it is first needed.
type family struct {
	problem *Problem
	key     systemKey
	// forms holds the splits by where their tail ends, system the reduced system
	// for a dense eigendecomposition, operators what is known by (λ, L2).
	forms     map[int]*form
	system    *system
	operators map[[2]float64]*operator
}

// A form is a split with its closed form, which is nil where it does not apply.
type form struct {
	*split
	tried  bool
	closed *closedForm
}

// closedForm returns the closed form, nil where it does not apply.
func (f *form) closedForm(ctx context.Context) (_ *closedForm, err error) {
	if !f.tried {
		if f.closed, err = newClosedForm(ctx, f.split); err != nil {
			return nil, err
		}
		f.tried = true
	}
	return f.closed, nil
}

// An operator is A at one λ and L2, with what has been asked of it so far.
type operator struct {
	family     *family
	form       *form
	lambda, l2 float64
	// largest is λ_max(A), negative before it is known.
	largest float64
	space   *krylov
	dense   *factored
}

// operatorsKept bounds how many operators a family keeps.
const operatorsKept = 24

func newFamily(p *Problem, key systemKey) *family {
	return &family{problem: p, key: key, forms: map[int]*form{}, operators: map[[2]float64]*operator{}}
}

// at returns A at λ and l2. It fails where the sum overflows.
func (f *family) at(lambda, l2 float64) (*operator, error) {
	at := [2]float64{lambda, l2}
	if op, ok := f.operators[at]; ok {
		return op, nil
	}
	from, weights := f.problem.tail(f.key)
	bound := f.problem.Src.Sigma[0] * f.problem.Src.Sigma[0]
	if len(weights) > 0 {
		bound = math.Max(bound, lambda*weights[0])
	}
	if !(bound+l2 <= largestScale*largestScale*largestScale) {
		return nil, fmt.Errorf("%w: λ = %v and l2 = %v overflow on these features", ErrParams, lambda, l2)
	}
	// What is lost in the rounding of the largest is no part of the range.
	kept := 0
	for kept < len(weights) && lambda*weights[kept] > roundoff(f.problem.dim)*bound {
		kept++
	}
	shared := f.forms[kept]
	if shared == nil {
		shared = &form{split: newSplit(f.problem, f.key, from, weights[:kept])}
		f.forms[kept] = shared
	}
	if len(f.operators) >= operatorsKept {
		clear(f.operators)
	}
	op := &operator{family: f, form: shared, lambda: lambda, l2: l2, largest: -1}
	f.operators[at] = op
	return op, nil
}

// eigenpairs returns the eigendecomposition of A on the space of its range and b.
func (op *operator) eigenpairs(ctx context.Context) (*factored, error) {
	if op.dense == nil {
		f := op.family
		var err error
		if f.system == nil {
			if f.system, err = newSystem(ctx, f.problem, f.key); err != nil {
				return nil, err
			}
		}
		if op.dense, err = f.system.factor(ctx, op.lambda, op.l2); err != nil {
			return nil, err
		}
	}
	return op.dense, nil
}

// solution returns the closed form A⁺b (paper, eq. learned_solution) in coordinates
// of Ṽ (dim×c), and what it comes from: the structure of A or, where that does not
// tell, its eigenpairs.
func (op *operator) solution(ctx context.Context) (z *mat.Dense, by *closedForm, err error) {
	if op.l2 == 0 {
		c, err := op.form.closedForm(ctx)
		if err != nil {
			return nil, nil, err
		}
		if c != nil {
			if z, ok := c.at(op.lambda); ok {
				return z, c, nil
			}
		}
	}
	f, err := op.eigenpairs(ctx)
	if err != nil {
		return nil, nil, err
	}
	// What is small in A is known to the rounding of what is large: the residual
	// tells how far that went wrong.
	z = f.pseudoInverse()
	z.Add(z, f.invert(f.drop(op.residual(z))))
	return z, nil, nil
}

// residual returns b − A·z (dim×c).
func (op *operator) residual(z *mat.Dense) *mat.Dense {
	s := op.form.split
	r := mat.DenseCopyOf(op.family.problem.bTilde)
	dim, c := r.Dims()
	x, ax, column := make([]float64, dim), make([]float64, s.width()), make([]float64, dim)
	for j := range c {
		mat.Col(x, j, z)
		mat.Col(column, j, r)
		s.times(ax, x[:s.width()], op.lambda, op.l2)
		floats.Sub(column[:s.width()], ax)
		floats.AddScaled(column[s.width():], -op.l2, x[s.width():])
		r.SetCol(j, column)
	}
	return r
}

// Relative residuals at which the largest eigenvalue of A, which decides about the
// step size, and of its inverse, which nothing hangs on, are taken for found.
const (
	largestResidual = 1e-9
	inverseResidual = 1e-2
)

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
	s := op.form.split
	start := generic(s.width())
	floats.Scale(0.01/floats.Norm(start, 2), start)
	floats.Add(start, s.m.RawRowView(0)[:len(start)])
	if len(s.weight) > 0 {
		start[s.from]++
	}
	largest, err := largestEigenvalue(ctx, start, func(dst, x []float64) { s.times(dst, x, op.lambda, op.l2) }, largestResidual)
	if err != nil {
		return 0, err
	}
	op.largest = largest
	return largest, nil
}

// condition returns λ_max(A)/λ_min(A) on the numerical range, to three digits or
// more; 0 where A is zero.
func (op *operator) condition(ctx context.Context) (float64, error) {
	_, c, err := op.solution(ctx)
	if err != nil {
		return 0, err
	}
	if c == nil {
		f, err := op.eigenpairs(ctx)
		if err != nil {
			return 0, err
		}
		return f.condition(), nil
	}
	largest, err := op.lambdaMax(ctx)
	if err != nil {
		return 0, err
	}
	of, err := largestEigenvalue(ctx, generic(op.family.problem.dim), func(dst, x []float64) {
		z, _ := c.solve(x, op.lambda, rough)
		copy(dst, z)
	}, inverseResidual)
	return math.Min(largest*of, math.MaxFloat64), err
}

// descent returns eigenpairs of A from which descent at params with step h follows
// up to its number of epochs.
func (op *operator) descent(ctx context.Context, params Params, h float64) (*factored, error) {
	if op.dense != nil || op.family.problem.C > 1 {
		return op.eigenpairs(ctx)
	}
	if op.space == nil {
		op.space = newKrylov(op.form.split, op.lambda, op.l2, mat.Col(nil, 0, op.family.problem.bTilde))
	}
	return op.space.descent(ctx, params, h)
}
