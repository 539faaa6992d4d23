package paper

import (
	"fmt"
	"time"

	"gonum.org/v1/gonum/stat"
)

func table2() Experiment {
	return linearTable{
		tasks: pairTasks, epochs: []int{shortEpochs, linearEpochs},
		protocol: func(pairs int) []string {
			return append([]string{
				fmt.Sprintf("Source: the train part; target: the test part of the other set. The paper's grid: k and k̃ in 8, 16, 32, … up to the ranks, λ in 0.1, 10, 1000; %d epochs at the rate 1/(2σ₁).", linearEpochs),
				fmt.Sprintf("%d labelled rows of the target, drawn by seed, choose the hyperparameters (among equals the last in the order of the grid, as in the published code); all other rows are scored. Each pair is averaged over the seeds, then over %d pairs.", validationRows, pairs),
				"The standard error is of the mean over pairs.",
			}, fewerPairsNote(pairs)...)
		},
		report: reportPairs,
	}.experiment(Experiment{
		Name: "table2-linear", Title: "MNIST–USPS, 45 pairs of digits: no adaptation and LAR", Where: "Table 2, lower half",
		Duration: 11 * time.Minute, Uses: []string{"seeds", "pairs", "columns", "data", "target-part"},
	})
}

func table2Networks() Experiment {
	return twoNetworks{
		inPairs: true, loss: PublishedLoss, within: pairsTolerance,
		none: []float64{77.85, 84.88, 83.36, 72.84, 53.58}, dann: []float64{83.93, 86.69, 78.05, 64.2, 47.27},
		protocol: "Averages over %d pairs; the standard error is of the mean over pairs.",
	}.experiment(Experiment{
		Name: "table2-networks", Title: "MNIST–USPS, 45 pairs of digits: source-only network and DANN", Where: "Table 2, upper half",
		Duration: 90 * time.Minute,
	})
}

// reportPairs claims that LAR gains at least mainGap percentage points on M→U.
const mainGap = 4.5

// reportPairs reports the means over the pairs of digits in column c after linearEpochs, and adds
// notes on the results after shortEpochs.
func reportPairs(r *Report, c solvedColumn) {
	short, m := averageLinearResults(c.tasks, 0), averageLinearResults(c.tasks, 1)
	paperNone, paperLAR := []float64{78.68, 83.84, 80.99, 79.47, 75.41}, []float64{81.97, 88.96, 86.99, 84.84, 82.71}
	pairs := len(m.runs)
	gap := m.report(r, c.column, m.none, m.lar, c.paperMean(paperNone, pairs), c.paperMean(paperLAR, pairs), pairsTolerance, "pairs")
	if pairs == allPairs && c.name == "M→U" {
		r.addClaim(gap.judgeAbove(mainGap), fmt.Sprintf("M→U: LAR gains at least %.1f points", mainGap), "%v points%s", gap, formatPaperNumber("%+.2f", c.paperNumber(paperLAR)-c.paperNumber(paperNone)))
	}
	addTable2Notes(r, c.name, short, m)
}

func addTable2Notes(r *Report, name string, short, m linearColumn) {
	// byDraw has the accuracy of LAR for each draw, averaged over all pairs.
	byDraw := make([]float64, len(m.runs[0].LAR))
	var either []float64
	for i, run := range m.runs {
		var chosen []float64
		for d, long := range run.LAR {
			byDraw[d] += 100 * long.Test / float64(len(m.runs))
			if other := short.runs[i].LAR[d]; other.Validation >= long.Validation {
				long = other
			}
			chosen = append(chosen, 100*long.Test)
		}
		either = append(either, average(chosen))
	}
	drawn := 0.0
	if len(byDraw) > 1 {
		drawn = stat.StdDev(byDraw, nil)
	}
	first, equals := m.averageChoices(linearRun.larChoices, func(c choice) float64 { return c.First }), m.averageChoices(linearRun.larChoices, func(c choice) float64 { return c.Mean })
	r.addNote("%s: the mean of LAR varies by ±%.2f from one draw of the validation rows to another. Choosing the first instead of the last of equal settings: %.2f %%; the mean of equal settings: %.2f %%. The best setting of each pair by all of its target rows: %.2f %%.",
		name, drawn, average(first), average(equals), average(m.best))
	r.addNote("%s after %d epochs instead of %d: no adaptation %.2f %%, LAR %.2f %%; LAR with the epochs chosen as well %.2f %%.",
		name, shortEpochs, linearEpochs, average(short.none), average(short.lar), average(either))
	if m.divergedNote != "" {
		r.addNote("%s: %s.", name, m.divergedNote)
	}
}
