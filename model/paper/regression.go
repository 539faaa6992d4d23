package paper

import (
	"context"
	"fmt"
	"math"
	"time"

	"larui/model"
	"larui/model/paper/figure"
)

// regression is the regression variant of appendix D: labels are the first left
// singular vector.
func regression() Experiment {
	return Experiment{
		Name: "regression", Title: "Regression on the rotated Gaussian: parameter error and squared error", Where: "Appendix D, regression figure",
		About: 2 * time.Second, Uses: []string{"Seeds"}, Draws: true, Revision: 1,
		Units: regressionUnits, Report: regressionReport,
	}
}

// A regressionRun is one weight, as in figure 1, after some epochs.
type regressionRun struct {
	L2     bool    `json:"l2,omitempty"`
	Weight float64 `json:"weight"`
	Epochs int     `json:"epochs"`
	// Error is ‖w − w*‖/‖w*‖, MSE the mean squared error on the target in units of
	// that of predicting zero.
	Error float64 `json:"error"`
	MSE   float64 `json:"mse"`
}

func regressionUnits(o Options) ([]Unit, error) {
	var units []Unit
	for _, seed := range o.seeds(gaussianRuns) {
		units = append(units, unit(regressionKey(seed), func(ctx context.Context) ([]regressionRun, error) { return regress(ctx, seed) }))
	}
	return units, nil
}

func regressionKey(seed uint64) string { return fmt.Sprintf("seed %d", seed) }

func regress(ctx context.Context, seed uint64) ([]regressionRun, error) {
	pair, problem, err := generated(ctx, "rotated-regression", seed)
	if err != nil {
		return nil, err
	}
	solver := model.NewSolver(problem)
	var power float64
	for _, y := range pair.Target.Y {
		power += y * y
	}
	power /= float64(len(pair.Target.Y))
	var optimum float64
	for _, w := range problem.Optimum.RawMatrix().Data {
		optimum = math.Hypot(optimum, w)
	}
	var runs []regressionRun
	for _, epochs := range gaussianEpochs() {
		for _, weight := range append([]float64{0}, gaussianWeights()...) {
			for _, l2 := range []bool{true, false} {
				params := rotatedParams(pair)
				params.Epochs = epochs
				switch {
				case l2:
					params.L2 = weight
				case weight == 0:
					continue // no adaptation, which the ℓ₂ rival at 0 is too
				default:
					params.Lambda, params.KeepImplicit = weight, false
				}
				s, err := solver.Endpoints(ctx, params)
				if err != nil {
					return nil, err
				}
				d := s.Descent
				runs = append(runs, regressionRun{l2, weight, epochs, d.ParameterError / optimum, d.Target.MSE / power})
			}
		}
	}
	return runs, nil
}

func regressionReport(o Options, results Results) (*Report, error) {
	r := &Report{Seeds: o.seeds(gaussianRuns), Protocol: []string{
		"The samples of the rotated Gaussian, labelled by the first left singular vector of each domain; k = k̃ = 1, rate 1e-4, 2,000 and 20,000 epochs, as figure 1. The paper's figure gives no numbers to compare with.",
		"The parameter error is ‖w − w*‖/‖w*‖, with w* least squares on the labelled target; the squared error is that on the target over that of predicting zero.",
	}}
	type setting struct {
		l2     bool
		weight float64
		epochs int
	}
	errors, squares := map[setting][]float64{}, map[setting][]float64{}
	var order []setting
	for _, seed := range r.Seeds {
		runs, err := resultOf[[]regressionRun](results, regressionKey(seed))
		if err != nil {
			return nil, err
		}
		for _, run := range runs {
			s := setting{run.L2, run.Weight, run.Epochs}
			if errors[s] == nil {
				order = append(order, s)
			}
			errors[s], squares[s] = append(errors[s], run.Error), append(squares[s], run.MSE)
		}
	}
	curves := map[string]*Curve{}
	var names []string
	point := func(name string, style figure.Style, y string, weight float64, ours Estimate) {
		if weight == 0 {
			return
		}
		key := name + ": " + y
		if curves[key] == nil {
			curves[key] = &Curve{Name: key, X: "λ or weight of ℓ₂", Y: y, LogX: true, Style: style}
			names = append(names, key)
		}
		curves[key].Points = append(curves[key].Points, Point{weight, ours, math.NaN()})
	}
	best := map[bool][2]float64{true: {math.Inf(1), math.Inf(1)}, false: {math.Inf(1), math.Inf(1)}}
	below := map[int]int{}
	for _, s := range order {
		group, at := fmt.Sprintf("LAR, %d epochs", s.epochs), fmt.Sprintf("λ = %g", s.weight)
		if s.l2 {
			group, at = fmt.Sprintf("ℓ₂, %d epochs", s.epochs), fmt.Sprintf("ℓ₂ = %g", s.weight)
		}
		if s.weight == 0 {
			at = "no adaptation"
		}
		parameter, square := estimate(errors[s]), estimate(squares[s])
		r.Rows = append(r.Rows,
			Row{Group: group, Name: at + ": parameter error", Decimals: 4, Paper: math.NaN(), Ours: parameter},
			Row{Group: group, Name: at + ": squared error", Decimals: 4, Paper: math.NaN(), Ours: square})
		style := weightStyle(s.l2, s.epochs)
		point(group, style, "parameter error", s.weight, parameter)
		point(group, style, "squared error", s.weight, square)
		b := best[s.l2]
		best[s.l2] = [2]float64{min(b[0], parameter.Mean), min(b[1], square.Mean)}
		ridge := setting{true, s.weight, s.epochs}
		if !s.l2 && parameter.Mean < estimate(errors[ridge]).Mean {
			below[s.epochs]++
		}
	}
	groupRows(r.Rows)
	for _, name := range names {
		r.Curves = append(r.Curves, *curves[name])
	}
	weights, long := len(gaussianWeights()), gaussianEpochs()[1]
	r.Claims = []Claim{
		{"LAR's parameter error is below ridge's", fmt.Sprintf("at the best weight of each %.4f and %.4f", best[false][0], best[true][0]), best[false][0] < best[true][0]},
		{fmt.Sprintf("LAR's parameter error is below ridge's at every weight after %d epochs", long), fmt.Sprintf("at %d of %d", below[long], weights), below[long] == weights},
		{"LAR's squared error on the target is below ridge's", fmt.Sprintf("at the best weight of each %.4f and %.4f", best[false][1], best[true][1]), best[false][1] < best[true][1]},
	}
	return r, nil
}
