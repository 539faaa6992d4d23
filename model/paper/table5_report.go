package paper

import (
	"fmt"
	"strings"

	"gonum.org/v1/gonum/stat"
)

// multiclassPaper returns Table 5's lower half, in percent, by column.
func multiclassPaper() (none, lar map[string]float64) {
	return byColumn(37.53, 54.41, 48.71, 46.21, 41.54), byColumn(42.47, 63.90, 54.69, 51.70, 47.49)
}

// multiclassWithin is what the two columns without subsampling have to meet, in
// percentage points.
const multiclassWithin = 3.0

func multiclassProtocol() []string {
	return []string{
		fmt.Sprintf("Source: the train part; target: the test part of the other set; ±1 one-vs-all outputs, one k, k̃ and λ for all ten; %d epochs at the rate 1/(2σ₁). In the last three columns one digit is kept whole and the nine others are subsampled, each digit in turn.", judgedEpochs),
		fmt.Sprintf("Of the target, %d labelled rows, drawn by seed, choose the hyperparameters of the paper's grid; all others are what is scored, averaged over the seeds. The standard error is that over draws for a single task and over the ten tasks otherwise.", validationRows),
		fmt.Sprintf("The paper gives no number of epochs for this experiment: appendix B has %d for pairs of digits, the published code %d. After %d and after 2000 no adaptation, in which nothing is chosen, is within 1.5 points of the paper's in every column; of the two, LAR is nearer to the paper's after the former. Others are in the notes.", linearEpochs, shortEpochs, judgedEpochs),
	}
}

// A multiclassColumn is what the tasks of a column lead to after some epochs, in
// percent.
type multiclassColumn struct {
	none, lar Estimate
	byLambda  []Estimate
	chosen    tally
	// best is the mean of the best settings.
	best               float64
	diverged, settings int
}

// multiclassOf averages the tasks of a column after the given one of
// multiclassEpochs.
func multiclassOf(o Options, results Results, c column, epoch int) (multiclassColumn, error) {
	var units []multiclassUnit
	for _, whole := range c.subsamplingTasks() {
		units = append(units, multiclassUnit{column: c, whole: whole})
	}
	return averageUnits(o, results, units, epoch)
}

// averageUnits averages units after the given one of multiclassEpochs; one alone is
// averaged over its draws.
func averageUnits(o Options, results Results, units []multiclassUnit, epoch int) (multiclassColumn, error) {
	m := multiclassColumn{chosen: tally{}}
	var none, lar, bests []float64
	byLambda := make([][]float64, len(sensitivityWeights()))
	for _, u := range units {
		r, err := resultOf[multiclassResult](results, u.key(len(o.seeds(linearDraws))))
		if err != nil {
			return m, err
		}
		if len(r.Runs) != len(multiclassEpochs()) {
			return m, fmt.Errorf("the unit %s holds %d numbers of epochs", u.key(len(o.seeds(linearDraws))), len(r.Runs))
		}
		m.diverged += r.Diverged
		m.settings += r.Settings
		run := r.Runs[epoch]
		bests = append(bests, 100*run.Best)
		taskNone, taskLAR := percentages(run.None), []float64(nil)
		for _, choice := range run.LAR {
			taskLAR = append(taskLAR, 100*choice.Test)
			m.chosen.add(choice)
		}
		if len(units) == 1 {
			none, lar = taskNone, taskLAR
		} else {
			none, lar = append(none, stat.Mean(taskNone, nil)), append(lar, stat.Mean(taskLAR, nil))
		}
		for i, accuracy := range run.ByLambda {
			byLambda[i] = append(byLambda[i], 100*accuracy)
		}
	}
	m.none, m.lar, m.best = estimate(none), estimate(lar), stat.Mean(bests, nil)
	for _, values := range byLambda {
		m.byLambda = append(m.byLambda, estimate(values))
	}
	return m, nil
}

func table5Report(o Options, results Results) (*Report, error) {
	r := &Report{Seeds: o.seeds(linearDraws), Protocol: multiclassProtocol()}
	columns, err := o.columns()
	if err != nil {
		return nil, err
	}
	nonePaper, larPaper := multiclassPaper()
	for _, c := range columns {
		var others []string
		for e, epochs := range multiclassEpochs() {
			m, err := multiclassOf(o, results, c, e)
			if err != nil {
				return nil, err
			}
			if e != judged {
				others = append(others, fmt.Sprintf("after %d epochs no adaptation %.2f %%, LAR %.2f %% (at most %.2f %%)", epochs, m.none.Mean, m.lar.Mean, m.best))
				continue
			}
			r.Rows = append(r.Rows,
				Row{Group: c.name, Name: "No Adaptation (Linear)", Unit: "%", Decimals: 2, Paper: nonePaper[c.name], Ours: m.none, Within: multiclassWithin},
				Row{Group: c.name, Name: "Label Alignment Regression", Unit: "%", Decimals: 2, Paper: larPaper[c.name], Ours: m.lar, Within: multiclassWithin, Chosen: m.chosen.String()})
			r.Claims = append(r.Claims, Claim{c.name + ": LAR is above no adaptation", fmt.Sprintf("%.2f %% and %.2f %%", m.lar.Mean, m.none.Mean), m.lar.Mean > m.none.Mean})
			others = append(others, fmt.Sprintf("the best setting of each task by all of its target rows, which bounds every choice, reaches %.2f %%", m.best))
			if m.diverged > 0 {
				others = append(others, fmt.Sprintf("%d of %d descents diverge at the paper's rate and were passed over", m.diverged, m.settings))
			}
		}
		r.Notes = append(r.Notes, c.name+": "+strings.Join(others, "; ")+".")
		if c == variants()[0].column {
			if err := reportVariants(r, o, results); err != nil {
				return nil, err
			}
		}
	}
	return r, nil
}

// reportVariants notes what the published code's choices would have made.
func reportVariants(r *Report, o Options, results Results) error {
	for _, v := range variants() {
		var parts []string
		for e, epochs := range multiclassEpochs() {
			m, err := averageUnits(o, results, []multiclassUnit{v}, e)
			if err != nil {
				return err
			}
			parts = append(parts, fmt.Sprintf("LAR %.2f %% (at most %.2f %%) after %d epochs", m.lar.Mean, m.best, epochs))
		}
		r.Notes = append(r.Notes, fmt.Sprintf("%s with %s: %s.", v.column.name, v.name(), strings.Join(parts, ", ")))
	}
	return nil
}
