package paper

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"larui/datasets"
	"larui/model"
	"larui/model/rivals"
)

func benchmark() Experiment {
	return Experiment{
		Name: "benchmark", Title: "Linear methods and LAR on made and real pairs, with ranks", Where: "beyond the paper",
		Needs:    "optional: MNIST and USPS, amazon-reviews/, office-caltech-surf/ (--data or LARUI_DATA)",
		Duration: 10 * time.Minute, Uses: []string{"seeds", "pairs", "data"}, Settings: usedSettings(benchmarkMethods()), Revision: 1,
		files: benchmarkFiles, plan: planBenchmark,
	}
}

type benchmarkTask struct {
	name string
	spec datasets.Spec
}

func (t benchmarkTask) open(ctx context.Context, seed uint64) (*datasets.Pair, error) {
	t.spec.Seed = seed
	return datasets.Open(ctx, t.spec, nil)
}

// benchmarkPairs returns the default pairs of digits.
func benchmarkPairs() [][2]int { return [][2]int{{0, 1}, {1, 7}, {3, 5}, {3, 8}, {4, 9}} }

func filePairs() []filePair {
	const books, dvd, amazon, caltech = "amazon-reviews/books_400.mat", "amazon-reviews/dvd_400.mat", "office-caltech-surf/amazon_SURF_L10.mat", "office-caltech-surf/Caltech10_SURF_L10.mat"
	return []filePair{{"books→dvd", books, dvd}, {"dvd→books", dvd, books}, {"amazon→caltech", amazon, caltech}, {"caltech→amazon", caltech, amazon}}
}

// benchmarkTasks returns the tasks whose data are available, the files of these tasks, and the
// names of the tasks whose data are missing.
func benchmarkTasks(ctx context.Context, o Options) (tasks []benchmarkTask, files, missing []string, err error) {
	made := func(name, pair string, angle float64) {
		s := datasets.DefaultSpec(pair)
		s.ValidationSize = validationRows
		s.Angle = cmp.Or(angle, s.Angle)
		tasks = append(tasks, benchmarkTask{name, s})
	}
	for _, angle := range []float64{20, 45, 70} {
		made(fmt.Sprintf("Gaussian %g°", angle), "rotated-gaussian", angle)
	}
	made("wide Gaussian", "wide-gaussian", 0)
	made("subspace", "subspace", 0)
	made("glyphs", "glyphs", 0)
	real := func(name string, paths []string, lacking error, all func()) {
		switch {
		case lacking == nil:
			files = append(files, paths...)
			all()
		case errors.Is(lacking, datasets.ErrMissingFile):
			missing = append(missing, name)
		default:
			err = lacking
		}
	}
	paths, lacking := digitFiles(ctx, o)
	real("digits", paths, lacking, func() {
		pairs := o.Pairs
		if pairs == nil {
			pairs = benchmarkPairs()
		}
		for _, c := range digitColumns()[:2] {
			for _, t := range pairTasks(Options{Pairs: pairs}, c) {
				s := t.spec(o)
				s.Classes, s.ValidationSize = t.digits, validationRows
				tasks = append(tasks, benchmarkTask{t.String(), s})
			}
		}
	})
	for _, f := range filePairs() {
		paths, lacking := o.filePaths(f.source, f.target)
		real(f.task, paths, lacking, func() { tasks = append(tasks, benchmarkTask{f.task, f.spec(paths)}) })
	}
	return tasks, files, missing, err
}

func benchmarkFiles(ctx context.Context, o Options) ([]string, error) {
	_, files, _, err := benchmarkTasks(ctx, o)
	return files, err
}

func benchmarkMethods() []contestant {
	var all []contestant
	for _, m := range rivals.Methods() {
		if m.Quick {
			all = append(all, contestant{name: m.Name, method: m})
		}
	}
	lar := &model.Params{K: 1, KTilde: 1, Epochs: linearEpochs}
	return append(all, contestant{name: "LAR, paper's grid", lar: lar}, contestant{name: "LAR, JLA", lar: lar, usesNoLabels: true})
}

const noAdaptation = "least squares"

func planBenchmark(ctx context.Context, o Options, p *plan) error {
	tasks, _, missing, err := benchmarkTasks(ctx, o)
	if err != nil {
		return err
	}
	seeds, methods := o.seeds(3), o.applySettings(benchmarkMethods())
	c := newContest(p, methods, seeds, tasks)
	p.report = func(r *Report) {
		r.Seeds, r.Protocol = seeds, []string{
			fmt.Sprintf("%d labelled rows of the target, drawn by seed, choose the setting of every method by accuracy, among equals the first; joint label alignment (JLA) chooses for LAR without these labels. All other rows are scored. Features of files are standardized in each domain by itself; a constant 1 is appended; LAR and least squares descend for %d epochs; the grid of LAR is the paper's, for pairs with two features k and k̃ in 1 and 2. Made pairs are drawn anew by each seed.", validationRows, linearEpochs),
			"In each task the methods are ranked by their mean over seeds, 1 for the best; equal methods share the mean rank. Standard errors of means are over tasks, standard errors in a task over seeds. The paper has no numbers for this.",
		}
		r.noteMissingData(missing, "")
		reportBenchmark(r, c)
	}
	return nil
}

func reportBenchmark(r *Report, c contest) {
	tasks, methods := c.tasks, c.methods
	accuracies, ranks := c.seedMeans(accuracyPercent), make([][]float64, len(methods))
	var each []Row
	for t, task := range tasks {
		var means []float64
		for i, m := range methods {
			row := unjudgedPercentRow(task.name, m.name, newEstimate(mapSlice(c.runs[t][i], accuracyPercent)))
			each, means = append(each, row), append(means, row.Ours.Mean)
		}
		for i, rank := range rankValues(means) {
			ranks[i] = append(ranks[i], rank)
		}
	}
	order := make([]int, len(methods))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(average(ranks[a]), average(ranks[b])) })
	for _, i := range order {
		r.addRows(unjudgedRow("mean rank", methods[i].name, 2, newEstimate(ranks[i])))
	}
	for _, i := range order {
		r.addRows(unjudgedPercentRow("mean accuracy", methods[i].name, newEstimate(accuracies[i])))
	}
	r.addRows(each...)
	none := c.methodIndex(noAdaptation)
	for _, i := range order {
		if i == none {
			continue
		}
		var losers []string
		for t, v := range accuracies[i] {
			if gap := accuracies[none][t] - v; gap > equalWithin {
				losers = append(losers, fmt.Sprintf("%s by %.1f", tasks[t].name, gap))
			}
		}
		if losers != nil {
			r.addNote("%s is below no adaptation in %d of %d tasks, in points: %s.", methods[i].name, len(losers), len(tasks), strings.Join(losers, "; "))
		}
	}
	for i, m := range methods {
		if m.lar == nil {
			continue
		}
		var lowest []Verdict
		next := ""
		for _, j := range order {
			if j == i {
				continue
			}
			gap := meanLead(ranks[j], ranks[i])
			lowest = append(lowest, gap.judgeAbove(0))
			if next == "" {
				next = fmt.Sprintf("%v from %s", gap, methods[j].name)
			}
		}
		r.addClaim(judgeAll(lowest...), m.name+" has the lowest mean rank", "%.2f, which is %s", average(ranks[i]), next)
		gap, measured := meanLeadWithText(accuracies[i], accuracies[none], "tasks")
		r.addClaim(gap.judgeAbove(0), m.name+" is above no adaptation on the mean", "%s", measured)
	}
}

// rankValues gives rank 1 to the largest value. Equal values share the mean of their ranks.
func rankValues(values []float64) []float64 {
	return mapSlice(values, func(v float64) float64 {
		above, same := 0.0, 0.0
		for _, other := range values {
			switch {
			case math.Abs(other-v) <= equalWithin:
				same++
			case other > v:
				above++
			}
		}
		return above + (same+1)/2
	})
}
