package model_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/testutil"
)

// A splitmix draws whole numbers as testdata/corners.py does (Steele, Lea and Flood 2014).
type splitmix uint64

func (r *splitmix) below(n uint64) int {
	*r += 0x9E3779B97F4A7C15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return int((z ^ z>>31) % n)
}

// drawCorner draws problem i as testdata/corners.py does.
func drawCorner(i int) (model.Data, model.Params) {
	rng := splitmix(i)
	r := &rng
	d := 1 + min(r.below(40), r.below(40))
	rows := [2]int{1 + r.below(40), 1 + r.below(40)}
	if r.below(5) == 0 {
		d, rows = 1+r.below(40), [2]int{1 + r.below(12), 1 + r.below(12)}
	}
	data := model.Data{Task: []model.Task{model.Binary, model.Binary, model.MultiClass, model.Regression}[r.below(4)]}
	if rows[0] < 3 {
		data.Task = model.Regression
	}
	if data.Task == model.MultiClass {
		data.Classes = 3
	}
	labels := math.Ldexp(1, r.below(41)-20)
	entry := func() float64 { return float64(r.below(1025)-512) / 256 }
	domains := []*model.Domain{&data.Source, &data.Target}
	for at, domain := range domains {
		for j := range rows[at] {
			if data.Task == model.Regression {
				domain.Y = append(domain.Y, entry()*labels)
				continue
			}
			classes := 2 + data.Classes/3
			class := r.below(uint64(classes))
			if j < 2 {
				class = j
			}
			if data.Task == model.Binary {
				class = 2*class - 1
			}
			domain.Y = append(domain.Y, float64(class))
		}
	}
	for at, domain := range domains {
		domain.X = mat.NewDense(rows[at], d, nil)
		domain.X.Apply(func(int, int, float64) float64 { return entry() }, domain.X)
	}
	scale := r.below(10)
	for _, domain := range domains {
		if whole := r.below(54) - 27; 5 <= scale && scale < 7 {
			domain.X.Scale(math.Ldexp(1, whole), domain.X)
		}
	}
	columns := func(change func(x *mat.Dense)) {
		for _, domain := range domains {
			change(domain.X)
		}
	}
	for j := range d {
		exponent := r.below(54) - 27
		if scale == 7 {
			exponent = int(math.Floor(float64(exponent) / 4))
		}
		if scale >= 7 {
			columns(func(x *mat.Dense) {
				column := x.ColView(j).(*mat.VecDense)
				column.ScaleVec(math.Ldexp(1, exponent), column)
			})
		}
	}
	for _, zero := range []bool{false, true} {
		if r.below(3) > 0 {
			continue
		}
		which := r.below(3)
		for range 1 + r.below(3) {
			to, from := r.below(uint64(d)), r.below(uint64(d))
			for at, domain := range domains {
				switch {
				case which != 0 && which != at+1:
				case zero:
					domain.X.SetCol(to, make([]float64, rows[at]))
				default:
					domain.X.SetCol(to, mat.Col(nil, from, domain.X))
				}
			}
		}
	}
	power := func(exponent int) float64 {
		v, _ := strconv.ParseFloat(fmt.Sprintf("1e%d", exponent), 64)
		return v
	}
	p := model.Params{K: 1 + r.below(uint64(d)), KTilde: 1 + r.below(uint64(d))}
	if r.below(8) > 0 {
		p.Lambda = power(r.below(27) - 14)
	}
	if r.below(3) == 0 {
		p.L2 = power(r.below(13) - 6)
	}
	p.KeepImplicit = r.below(4) == 0
	if r.below(5) == 0 {
		p.Tail = model.SourceTail
	}
	p.Epochs = []int{1, 10, 100, 1000}[r.below(4)]
	p.Momentum, p.Nesterov = []float64{0, 0, 0.5, 0.9, 0.99}[r.below(5)], r.below(2) == 1
	if r.below(6) == 0 {
		data.Target.Y = nil
	}
	return data, p
}

// cornerNumbers are the numbers of a solution by the names of testdata/corners.json.
func cornerNumbers(problem *model.Problem, s *model.Solution, theory model.Theory) map[string]float64 {
	of := map[string]float64{
		"nullity":   theory.Nullity,
		"condition": s.Closed.Condition, "leak": s.Closed.Leak, "descentRate": s.Descent.Rate,
		"objective": s.Descent.Curve[len(s.Descent.Curve)-1].Objective, "lambdaDrift": theory.LambdaDrift,
		"headOverlapMin": theory.HeadOverlapMin, "outsideSpan": theory.OutsideSpan, "angle": theory.Angle,
		"proportionality": theory.Proportionality, "optimumNorm": math.NaN(),
	}
	for i, sigma := range problem.Src.Sigma {
		of[fmt.Sprint("sigma", i)] = sigma
	}
	if problem.Optimum != nil {
		of["optimumNorm"] = mat.Norm(problem.Optimum, 2)
	}
	if theory.Params.Lambda == 0 { // then it is that at another λ
		of["nullity"] = math.NaN()
	}
	for name, fit := range map[string]model.Fit{"closed": s.Closed.Fit, "descent": s.Descent.Fit, "none": s.None.Fit} {
		of[name+"Norm"], of[name+"Source"], of[name+"Pattern"] = fit.WeightNorm, fit.Source.MSE, math.NaN()
		if fit.Weights == nil {
			continue
		}
		pattern := 0.0
		for i, v := range fit.Weights.RawMatrix().Data {
			pattern += v * float64((7*i+3)%11-5) / 5
		}
		of[name+"Pattern"] = pattern
	}
	return of
}

// A corner is the truth of a number, and how far it moves with the rounding of the Gram
// matrices.
type corner [2]*float64

// cornerTolerance returns how far the number of that name may be from its truth, and how
// large it counts as: what it moves by, and what the documented accuracy lets it be, of the
// closed form by the condition of A, drifting at λ = 0.01 and 100, and best of w*_T.
func cornerTolerance(name string, truth map[string]corner, size, condition, drifting, best float64) (tolerance, scale float64) {
	of := func(name string) float64 {
		if truth[name][0] == nil { // without a source that differs from zero
			return 0
		}
		return math.Abs(*truth[name][0])
	}
	move := math.Inf(1)
	if truth[name][1] != nil {
		move = *truth[name][1]
	}
	scale = of(name)
	for _, fit := range []string{"closed", "descent", "none"} {
		switch name {
		case fit + "Pattern":
			scale = max(scale, of(fit+"Norm"))
		case fit + "Source": // ‖y − Φw‖²/n
			scale = max(scale, math.Pow(of("sigma0")*of(fit+"Norm"), 2))
		}
	}
	known := 0.0
	switch name {
	case "closedNorm", "closedPattern", "closedSource":
		known = size * epsilon * condition
	case "condition": // to three digits
		known = 1e-3 + size*epsilon*condition
	case "angle":
		scale, known = 180/math.Pi, size*epsilon*(condition+best)
	case "outsideSpan", "leak", "nullity":
		scale, known = 1, size*epsilon*condition
	case "lambdaDrift":
		scale, known = 1, size*epsilon*drifting
	case "proportionality", "headOverlapMin":
		scale = 1
	case "descentNorm", "descentPattern", "descentSource", "noneNorm", "nonePattern", "noneSource": // krylovTolerance
		known = 2e-11
	}
	return 100*size*(move+epsilon*scale) + known*scale, scale
}

// unknowable tells that package model promises to leave the number of that name unknown, but
// for directions that are arbitrary.
func unknowable(problem *model.Problem, params model.Params, name string) bool {
	switch name {
	case "nullity": // theory's is that at another λ
		return params.Lambda == 0
	case "proportionality":
		return params.K > problem.Src.Rank
	case "lambdaDrift":
		// λσ̃_i², or λσ_i², below 16 to 40 times ε·σ_1² at λ = 0.01.
		lost := 40 * epsilon * math.Pow(max(problem.Src.Sigma[0], problem.Tgt.Sigma[0]), 2)
		return slices.ContainsFunc(append(slices.Clone(problem.Src.Sigma), problem.Tgt.Sigma...), func(sigma float64) bool {
			return 0 < sigma && 0.01*sigma*sigma <= lost
		})
	}
	return false
}

// TestCorners compares 500 problems of all kinds with their truth at 80 digits, which
// testdata/corners.py has made: every number is as near to it as the rounding of the Gram
// matrices and the condition of A let it be, or is unknown.
func TestCorners(t *testing.T) {
	testutil.SkipInShort(t)
	var truths []map[string]corner
	testutil.ReadJSON(t, "testdata/corners.json", &truths)
	covered := 0 // closed forms with L2 that rounding covers
	agree := 0
	for i, truth := range truths {
		data, params := drawCorner(i)
		problem := newProblem(t, data)
		solver := model.NewSolver(problem)
		for _, k := range []int{0, problem.D + 1} {
			for _, outside := range []model.Params{{K: k, KTilde: 1, Epochs: 1}, {K: 1, KTilde: k, Epochs: 1}} {
				if _, err := solver.Solve(context.Background(), outside); !errors.Is(err, model.ErrParams) {
					t.Fatalf("%d, %+v: %v", i, outside, err)
				}
			}
		}
		solution, theory := solve(t, solver, params), theoryOf(t, solver, params)
		got := cornerNumbers(problem, solution, theory)
		ridge := params.L2 > 0 && solution.Closed.Weights == nil
		if ridge {
			covered++
		}
		drifting := 0.0
		for _, lambda := range []float64{0.01, 100} {
			at := params
			at.Lambda = lambda
			drifting = max(drifting, solve(t, solver, at).Closed.Condition)
		}
		best := 0.0 // the condition of least squares on the target
		for _, sigma := range problem.Tgt.Sigma {
			if square := math.Pow(sigma/problem.Tgt.Sigma[0], 2); square > 16*epsilon {
				best = max(best, 1/square)
			}
		}
		size := float64(max(problem.D, problem.Src.N, problem.Tgt.N, 16))
		for _, name := range slices.Sorted(maps.Keys(truth)) {
			want, v := *truth[name][0], got[name]
			tolerance, scale := cornerTolerance(name, truth, size, *truth["condition"][0], drifting, best)
			switch off := math.Abs(v - want); {
			case math.IsInf(v, 0):
				t.Errorf("%d: %s is %v", i, name, v)
			case math.IsNaN(v):
				if hard := tolerance > 1e-2*scale && scale > 0; !ridge && !hard && theory.Arbitrary == "" && problem.TieMessage(params) == "" && !unknowable(problem, params, name) {
					t.Errorf("%d (%d×%d, %d rows, %+v): %s is unknown, not %v", i, problem.Src.N, problem.D, problem.Tgt.N, params, name, want)
				}
			case tolerance > 1e-2*scale && scale > 0:
			case off > tolerance:
				t.Errorf("%d (%d×%d, %d rows, %+v): %s is %v, not %v ± %.2g", i, problem.Src.N, problem.D, problem.Tgt.N, params, name, v, want, tolerance)
			default:
				agree++
			}
		}
	}
	if covered > 8 {
		t.Errorf("%d closed forms with L2 are unknown", covered)
	}
	if agree < 9500 {
		t.Errorf("%d of 10,622 numbers are compared", agree)
	}
}
