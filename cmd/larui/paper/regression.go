package paper

import (
	"context"
	"fmt"
	"math"
	"time"

	"larui/cmd/larui/paper/figure"
	"larui/model"
)

// regression is the regression experiment of appendix D. The labels of each domain are its first
// left singular vector.
func regression() Experiment {
	return withPanels(repeatOverSeeds(Experiment{
		Name: "regression", Title: "Regression on the rotated Gaussian: parameter error and squared error", Where: "Appendix D, regression figure",
		Duration: 2 * time.Second, Revision: 3,
	}, gaussianRuns, runRegression, reportRegression), "rotated-regression", []model.Params{{Lambda: 1000}}, func(p panelPair) []figure.Panel {
		source, target := p.Source.panel("(a) source domain", figure.Source, true), p.Target.panel("(b) target domain, weights as arrows", figure.Target, false)
		// The two weight vectors are drawn at the same scale: the longer vector as long as the
		// longer axis.
		none, lar := p.Weights[0], p.Weights[1]
		scale := math.Hypot(p.Target.Axes[0][0], p.Target.Axes[0][1]) / max(math.Hypot(none[0], none[1]), math.Hypot(lar[0], lar[1]))
		scaled := func(w [2]float64) [2]float64 { return [2]float64{scale * w[0], scale * w[1]} }
		target.Curves = append(target.Curves, arrowCurve("w of no adaptation", figure.Pinned, scaled(none)), arrowCurve("w of LAR, λ = 1000", figure.LAR, scaled(lar)))
		return []figure.Panel{source, target}
	})
}

// A regressionRun is the result of one setting of figure 1.
type regressionRun struct {
	// Error is ‖w − w*‖/‖w*‖. MSE is the mean squared error on the target, divided by the mean
	// squared error of predicting zero.
	Error float64 `json:"error"`
	MSE   float64 `json:"mse"`
}

func runRegression(ctx context.Context, seed uint64) ([]regressionRun, error) {
	return solveFigure1Settings(ctx, "rotated-regression", seed, model.TargetTail, func(p *model.Problem, d model.Descent) regressionRun {
		var power, optimum float64
		for _, y := range p.Target.Y {
			power += y * y
		}
		power /= float64(len(p.Target.Y))
		for _, w := range p.Optimum.RawMatrix().Data {
			optimum = math.Hypot(optimum, w)
		}
		return regressionRun{d.ParameterError / optimum, d.Target.MSE / power}
	})
}

func reportRegression(r *Report, all []*[]regressionRun) {
	r.Protocol = []string{
		"The samples of the rotated Gaussian, labelled by the first left singular vector of each domain; k = k̃ = 1, rate 1e-4, 2,000 and 20,000 epochs, as figure 1. The paper's figure gives no numbers to compare with.",
		"The parameter error is ‖w − w*‖/‖w*‖, with w* least squares on the labelled target; the squared error on the target is divided by the squared error of predicting zero.",
	}
	measures := []string{"parameter error", "squared error"}
	best := map[bool][2][]float64{} // true for ridge, false for LAR
	ridge := map[figure1Setting][]float64{}
	var below []Verdict // after the longer descent, for each weight
	long := gaussianEpochs()[1]
	for i, w := range figure1Settings() {
		values := [2][]float64{
			mapSlice(all, func(run *[]regressionRun) float64 { return (*run)[i].Error }),
			mapSlice(all, func(run *[]regressionRun) float64 { return (*run)[i].MSE }),
		}
		least := best[w.L2]
		for j, measure := range measures {
			mean := newEstimate(values[j])
			r.addRows(unjudgedRow(w.curveName(), w.weightName()+": "+measure, 4, mean))
			w.addPoint(r, w.curveName()+": "+measure, measure, mean, unknown)
			if least[j] == nil || mean.Mean < newEstimate(least[j]).Mean {
				least[j] = values[j]
			}
		}
		best[w.L2] = least
		switch rival := (figure1Setting{true, w.Weight, w.Epochs}); {
		case w.L2:
			ridge[w] = values[0]
		case w.Epochs == long:
			gap := meanLead(values[0], ridge[rival])
			below = append(below, gap.judgeBelow(0))
		}
	}
	atBest := func(j int, what string) {
		lar, other := best[false][j], best[true][j]
		gap := meanLead(lar, other)
		r.addClaim(gap.judgeBelow(0), what+" is below ridge's", "at the best weight of each method, LAR %.4f and ridge %.4f", newEstimate(lar).Mean, newEstimate(other).Mean)
	}
	atBest(0, "LAR's parameter error")
	r.addClaim(judgeAll(below...), fmt.Sprintf("LAR's parameter error is below ridge's at every weight after %d epochs", long), "of %d weights", len(below))
	atBest(1, "LAR's squared error on the target")
}
