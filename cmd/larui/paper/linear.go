package paper

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// linearEpochs is the number of epochs of appendix B, linearDraws the default number of draws of
// validation rows.
const (
	linearEpochs = 5000
	linearDraws  = 10
	// shortEpochs is a smaller number of epochs, whose results are in the notes.
	shortEpochs = 500
)

// A linearTable describes an experiment that solves the paper's grid for the tasks of each column.
type linearTable struct {
	// tasks returns the tasks of a column, over which the report averages.
	tasks func(Options, column) []digitTask
	// epochs has the numbers of epochs, and lambdas the values of λ; nil lambdas mean the paper's.
	epochs  []int
	lambdas []float64
	// protocol returns sentences on the runs, given the number of tasks per column. report adds the
	// results of a column to the report.
	protocol func(tasks int) []string
	report   func(r *Report, c solvedColumn)
}

type solvedColumn struct {
	column
	tasks []*linearResult
	// variants has results of the first task with settings of the published code instead of the
	// paper's text; variantNames names these settings.
	variants     []*linearResult
	variantNames []string
}

func (l linearTable) experiment(e Experiment) Experiment {
	e.Revision, e.journal = digitRevision, digitJournal
	e.plan = func(ctx context.Context, o Options, p *plan) error {
		ten, seeds := newTenDigitsOpener(ctx, o, false), o.seeds(linearDraws)
		solve := func(t digitTask) *linearResult {
			u := unit{key: fmt.Sprintf("%s, %d draws", t, len(seeds)), method: "LAR's grid"}
			return addUnit(p, u, func(ctx context.Context) (linearResult, error) { return l.solve(ctx, o, t, seeds, ten) })
		}
		columns := mapSlice(o.columns(), func(c column) solvedColumn {
			tasks := l.tasks(o, c)
			variants := publishedVariants(tasks[0])
			return solvedColumn{c, mapSlice(tasks, solve), mapSlice(variants, solve), mapSlice(variants, digitTask.publishedSettings)}
		})
		p.report = func(r *Report) {
			r.Seeds, r.Protocol = seeds, l.protocol(len(columns[0].tasks))
			for _, c := range columns {
				l.report(r, c)
			}
		}
		return nil
	}
	return withDigitFiles(e)
}

// solve chooses the same hyperparameters for all outputs of a task.
func (l linearTable) solve(ctx context.Context, o Options, t digitTask, seeds []uint64, ten tenDigitsOpener) (r linearResult, err error) {
	d, err := t.open(ctx, o, 0, false, ten)
	if err != nil {
		return r, err
	}
	if err := checkValidationRows(d.Data); err != nil {
		return r, err
	}
	scored := []model.Domain{d.Target}
	if t.trainPart {
		scored = append(scored, d.test)
	}
	if t.digits == nil {
		d.Source, d.Target = withFewScoredRows(d.Source), withFewScoredRows(d.Target)
	}
	p, err := model.NewProblem(ctx, d.Data)
	if err != nil {
		return r, err
	}
	return solveLinear(ctx, p, l.epochs, l.lambdas, t, seeds, scored...)
}

type linearResult struct {
	// Runs has a run for each number of epochs.
	Runs []linearRun `json:"runs"`
	// Settings is the number of descents. Diverged is the number of descents that diverge; such
	// settings are not chosen.
	Settings int `json:"settings"`
	Diverged int `json:"diverged"`
	// Unbounded has for each λ the number of settings whose objective has no minimum. PerLambda is
	// the number of settings with the same λ.
	Unbounded []int `json:"unbounded"`
	PerLambda int   `json:"perLambda"`
}

// A linearRun has the results of a grid at one number of epochs.
type linearRun struct {
	// For each draw of validation rows, None has the accuracy of no adaptation, and LAR has the
	// setting of LAR that these rows choose, with its accuracies.
	None []float64 `json:"none"`
	LAR  []choice  `json:"lar"`
	// Finer has the settings chosen from the grid with the further value k̃ = 12; nil except for
	// tasks with all ten digits.
	Finer []choice `json:"finer,omitempty"`
	// Best is the highest accuracy of any setting on all scored rows. The accuracy of a chosen
	// setting may be higher than Best, because validation rows are left out of that accuracy.
	Best float64 `json:"best"`
	// ByLambda has the mean accuracy for each λ if validation rows choose only k and k̃; 0 if every
	// descent at this λ diverges.
	ByLambda []float64 `json:"byLambda"`
}

// solveLinear solves the paper's grid after each number of epochs. For each seed, validation rows
// drawn from scored[0] choose a setting. The setting is scored on scored[1]; without scored[1], on
// the other rows of scored[0].
func solveLinear(ctx context.Context, p *model.Problem, epochs []int, lambdas []float64, t digitTask, seeds []uint64, scored ...model.Domain) (linearResult, error) {
	var r linearResult
	grid := model.Grid{Epochs: epochs, Base: model.Params{Tail: t.tail}}
	var paper []float64
	grid.K, grid.KTilde, paper = p.PaperGrid()
	coarse, looksFiner := grid.KTilde, t.digits == nil && len(grid.KTilde) > 1
	if looksFiner { // between 8 and 16
		grid.KTilde = slices.Insert(slices.Clone(coarse), 1, finerKTilde)
	}
	grid.Lambda = paper
	if lambdas != nil {
		grid.Lambda = lambdas
	}
	none, settings, unbounded, err := sweepLinear(ctx, p, grid, scored...)
	if err != nil {
		return r, err
	}
	r.Unbounded, r.PerLambda = unbounded, len(grid.K)*len(grid.KTilde)
	apart := 0
	if len(scored) > 1 {
		apart = scored[len(scored)-1].Rows()
	}
	n := len(none[0]) - apart
	draws := mapSlice(seeds, func(seed uint64) drawnRows { return drawRows(n, validationRows, apart, seed) })
	scoredRows := drawRows(n, 0, apart, 0).test
	for e := range epochs {
		at := func(kTildes []int, lambdas ...float64) []candidate {
			return slices.DeleteFunc(slices.Clone(settings[e]), func(c candidate) bool {
				return !slices.Contains(kTildes, c.KTilde) || !slices.Contains(lambdas, c.Lambda)
			})
		}
		all, finer := at(coarse, paper...), at(grid.KTilde, paper...)
		if len(all) == 0 {
			return r, errors.New("every setting of the grid diverges at the paper's rate")
		}
		run := linearRun{Best: slices.Max(mapSlice(all, func(c candidate) float64 { return correctShare(c.correct, scoredRows) }))}
		for _, d := range draws {
			run.None, run.LAR = append(run.None, correctShare(none[e], d.test)), append(run.LAR, d.chooseBest(all))
			if looksFiner {
				run.Finer = append(run.Finer, d.chooseBest(finer))
			}
		}
		for _, lambda := range grid.Lambda {
			mean := 0.0
			if some := at(coarse, lambda); len(some) > 0 {
				mean = average(mapSlice(draws, func(d drawnRows) float64 { return d.chooseBest(some).Test }))
			}
			run.ByLambda = append(run.ByLambda, mean)
		}
		r.Runs = append(r.Runs, run)
		r.Settings = len(grid.K) * len(coarse) * len(paper)
		r.Diverged = r.Settings - len(all) // the same after any number of epochs
	}
	return r, nil
}

// sweepLinear solves a grid at the rate 1/(2σ₁) of appendix B. After grid.Epochs[e] epochs, none[e]
// and settings[e] say which rows of the domains are predicted correctly, by no adaptation and by
// each setting that does not diverge. unbounded[i] is the number of settings at grid.Lambda[i]
// whose objective has no minimum.
func sweepLinear(ctx context.Context, p *model.Problem, grid model.Grid, domains ...model.Domain) (none [][]bool, settings [][]candidate, unbounded []int, err error) {
	grid.Base = model.Params{K: 1, KTilde: 1, Epochs: 1, Rate: model.LearningRate{Rule: model.RatePaper}, Tail: grid.Base.Tail}
	cells, err := model.Sweep(ctx, p, grid, nil)
	if err != nil {
		return nil, nil, nil, err
	}
	right := func(d model.Descent) []bool {
		var all []bool
		for _, domain := range domains {
			var scores mat.Dense
			scores.Mul(domain.X, d.Weights)
			all = append(all, findCorrectRows(p.Task.Predict(&scores), domain.Y)...)
		}
		return all
	}
	for _, d := range model.NewSolver(p).DescendWithoutAdaptation(grid.Base, grid.Epochs) {
		if d.Diverges {
			return nil, nil, nil, errors.New("no adaptation diverges at the paper's rate")
		}
		none = append(none, right(d))
	}
	settings, unbounded = make([][]candidate, len(grid.Epochs)), make([]int, len(grid.Lambda))
	for _, c := range cells {
		if c.Closed.UnboundedBelow {
			unbounded[slices.Index(grid.Lambda, c.Lambda)]++
		}
		if err := ctx.Err(); err != nil {
			return nil, nil, nil, err
		}
		if c.Descent[0].Diverges { // the same after any number of epochs
			continue
		}
		for e, d := range c.Descent {
			settings[e] = append(settings[e], candidate{c.K, c.KTilde, c.Lambda, right(d)})
		}
	}
	return none, settings, unbounded, nil
}

// withFewScoredRows returns the domain so that a sweep scores only the first 32 rows. Scoring some
// ten thousand rows would take most of the time of a sweep.
func withFewScoredRows(d model.Domain) model.Domain {
	const scored, block = 32, 4096
	n, width := d.X.Dims()
	rows := func(from, to int) (*mat.Dense, []float64) {
		return d.X.Slice(from, to, 0, width).(*mat.Dense), d.Y[from:to]
	}
	part := model.Domain{N: n}
	part.X, part.Y = rows(0, min(n, scored))
	part.Blocks = func(ctx context.Context, visit func(*mat.Dense, []float64) error) error {
		for from := 0; from < n; from += block {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := visit(rows(from, min(from+block, n))); err != nil {
				return err
			}
		}
		return nil
	}
	return part
}

// A linearColumn has the results of a column's tasks at one number of epochs. none, lar and finer
// have the accuracy of each task in percent, averaged over draws. best has the Best of each run in
// percent.
type linearColumn struct {
	runs                   []linearRun
	none, lar, finer, best []float64
	// divergedNote is a note on the number of diverging descents; empty if no descent diverges.
	divergedNote string
}

// averageLinearResults averages over draws, for each task, the results at the number of epochs with
// index e.
func averageLinearResults(tasks []*linearResult, e int) linearColumn {
	c := linearColumn{runs: mapSlice(tasks, func(r *linearResult) linearRun { return r.Runs[e] })}
	c.none = mapSlice(c.runs, func(r linearRun) float64 { return average(percentages(r.None)) })
	test := func(c choice) float64 { return c.Test }
	c.lar = c.averageChoices(linearRun.larChoices, test)
	if c.runs[0].Finer != nil {
		c.finer = c.averageChoices(func(r linearRun) []choice { return r.Finer }, test)
	}
	c.best = mapSlice(c.runs, func(r linearRun) float64 { return 100 * r.Best })
	diverged, settings := 0, 0
	for _, r := range tasks {
		diverged += r.Diverged
		settings += r.Settings
	}
	if diverged > 0 {
		c.divergedNote = fmt.Sprintf("%d of %d descents diverge at the paper's rate, and their settings are not chosen", diverged, settings)
	}
	return c
}

// report adds rows with the means of none and lar beside the paper's numbers, and the claim that
// LAR is above no adaptation. It returns LAR's lead. over names the elements of none and lar:
// "pairs", "tasks" or "draws".
func (m linearColumn) report(r *Report, c column, none, lar []float64, paperNone, paperLAR, within float64, over string) Estimate {
	rows := []Row{percentRow(c.name, noneRow, paperNone, within, newEstimate(none)), percentRow(c.name, larRow, paperLAR, within, newEstimate(lar))}
	rows[0].Tasks, rows[1].Tasks, rows[1].Chosen = m.none, m.lar, formatChoices(m.chosenSettings())
	r.addRows(rows...)
	gap, measured := meanLeadWithText(lar, none, over)
	r.addClaim(gap.judgeAbove(0), c.name+": LAR is above no adaptation", "%s%s", measured, formatPaperNumber("%+.2f", paperLAR-paperNone))
	return gap
}

func (c linearColumn) chosenSettings() []choice {
	return slices.Concat(mapSlice(c.runs, linearRun.larChoices)...)
}

func (r linearRun) larChoices() []choice { return r.LAR }

// averageChoices returns for each task the mean of a quantity over choices, in percent. The
// function choices returns the choices of the task's run, quantity the number to average of a
// choice.
func (c linearColumn) averageChoices(choices func(linearRun) []choice, quantity func(choice) float64) []float64 {
	return mapSlice(c.runs, func(run linearRun) float64 {
		return average(mapSlice(choices(run), func(c choice) float64 { return 100 * quantity(c) }))
	})
}
