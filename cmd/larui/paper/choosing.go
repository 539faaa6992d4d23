package paper

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"larui/datasets"
	"larui/model"
	"larui/model/labelfree"
)

// choosingEpochs is where pairs of digits open.
const choosingEpochs = 1000

// choosingDigits is what joint label alignment comes to on the pairs of digits before the trial on the
// source, beside no adaptation, where a pair opens, and what labels would choose.
func choosingDigits() Experiment {
	e := onDigits(Experiment{
		Name: "choosing-digits", Title: "MNIST–USPS, 45 pairs of digits: joint label alignment before the trial on the source", Where: "beyond the paper",
		About: 5 * time.Minute, Uses: []string{"Seeds", "Pairs", "Columns", "Data"}, Revision: 1,
	})
	e.plan = func(_ context.Context, o Options, p *plan) error {
		seeds := o.seeds(linearDraws)
		columns := collect(o.columns(), func(c column) chosenColumn {
			tasks := pairTasks(o, c)
			return chosenColumn{c.name, tasks, collect(tasks, func(t digitTask) *chosenResult {
				u := unit{key: fmt.Sprintf("%s, %d draws", t, len(seeds))}
				return add(p, u, func(ctx context.Context) (chosenResult, error) { return t.choose(ctx, o, seeds) })
			})}
		})
		p.report = func(r *Report) {
			r.Seeds, r.Protocol = seeds, []string{
				fmt.Sprintf("Source: the train part; target: the test part of the other set; %d epochs at the automatic rate. The paper's grid: k and k̃ in 8, 16, 32, … up to the ranks, λ in 0.1, 10, 1000.", choosingEpochs),
				fmt.Sprintf("Joint label alignment chooses of the grid and no adaptation by predictions alone. So do %d labelled target rows, drawn by seed, by the accuracy on them: their gain on the other rows is averaged over the seeds. The best of the grid and no adaptation by all labels bounds what is chosen by predictions.", validationRows),
				"The standard error is that of the mean over pairs. The paper has no numbers for this.",
			}
			for _, c := range columns {
				c.report(r)
			}
		}
		return nil
	}
	return e
}

// A chosenResult holds the accuracy on a task of no adaptation, of the setting where the
// pair opens, and of settings chosen.
type chosenResult struct {
	None    float64 `json:"none"`
	Opening float64 `json:"opening"`
	// LabelFree is the choice of joint label alignment; K is 0 where that is no adaptation.
	LabelFree choice `json:"labelFree"`
	// Labelled is None with the gain of what rows with labels choose, averaged over draws.
	Labelled float64 `json:"labelled"`
	Best     float64 `json:"best"`
}

// A ratedGrid is the grid of a task, solved, with no adaptation and where the pair opens.
type ratedGrid struct {
	none    ratedCandidate
	cells   []ratedCandidate
	opening *model.Solution
}

// solveRated solves the grid of a task.
func (t digitTask) solveRated(ctx context.Context, o Options) (g ratedGrid, err error) {
	s := t.spec(o)
	s.Classes = t.digits
	pair, err := datasets.Open(ctx, s, nil)
	if err == nil {
		err = canSetAside(pair.Data)
	}
	if err != nil {
		return g, err
	}
	return rateGrid(ctx, pair, choosingEpochs)
}

// rateGrid solves the paper's grid for a pair after so many epochs at the automatic rate.
func rateGrid(ctx context.Context, pair *datasets.Pair, epochs int) (g ratedGrid, err error) {
	p, err := model.NewProblem(ctx, pair.Data)
	if err != nil {
		return g, err
	}
	judge, err := labelfree.New(ctx, p)
	if err != nil {
		return g, err
	}
	rate := func(run model.Descent, k, kTilde int, lambda float64) ratedCandidate {
		labels := judge.Predict(run.Weights)
		rating := judge.RatePredictions(labels, kTilde)
		return ratedCandidate{candidate{k, kTilde, lambda, rightOf(labels, p.Target.Y)}, rating}
	}
	// Pairs of files have no place of their own where they open.
	start := model.Params{K: max(1, pair.Start.K), KTilde: max(1, pair.Start.KTilde), Lambda: pair.Start.Lambda, Epochs: epochs}
	opening, err := model.NewSolver(p).Endpoints(ctx, start)
	if err != nil {
		return g, err
	}
	grid := model.Grid{Epochs: []int{epochs}, Base: start, DescentOnly: true}
	grid.K, grid.KTilde, grid.Lambda = settingsOf(p)
	g = ratedGrid{rate(opening.None, 0, start.KTilde, 0), make([]ratedCandidate, grid.Cells()), opening}
	grid.Rate = func(i int, c model.Cell) { g.cells[i] = rate(c.Descent[0], c.K, c.KTilde, c.Lambda) }
	_, err = model.Sweep(ctx, p, grid, nil)
	return g, err
}

// pick returns what is best by a value and leads no adaptation by margin, else that.
func (g ratedGrid) pick(margin float64, by func(ratedCandidate) labelfree.Candidate) ratedCandidate {
	if at, _, _ := labelfree.Choose(by(g.none), collect(g.cells, by), margin); at >= 0 {
		return g.cells[at]
	}
	return g.none
}

// labelFree returns the choice of joint label alignment.
func (g ratedGrid) labelFree() ratedCandidate {
	return g.pick(labelfree.Margin, func(c ratedCandidate) labelfree.Candidate {
		return labelfree.Candidate{Value: c.JLA, Vetoed: c.Vetoed}
	})
}

// choose solves the grid of a task and chooses of it.
func (t digitTask) choose(ctx context.Context, o Options, seeds []uint64) (r chosenResult, err error) {
	g, err := t.solveRated(ctx, o)
	if err != nil {
		return r, err
	}
	on := func(rows []int) func(ratedCandidate) labelfree.Candidate {
		return func(c ratedCandidate) labelfree.Candidate { return labelfree.Candidate{Value: shareOf(c.right, rows)} }
	}
	none, n := g.none, len(g.none.right)
	chosen := g.labelFree()
	r.None, r.Opening = shareOf(none.right, everyone(n)), g.opening.Descent.Target.Accuracy
	r.LabelFree = choice{K: chosen.K, KTilde: chosen.KTilde, Lambda: chosen.Lambda, Test: shareOf(chosen.right, everyone(n))}
	r.Best = shareOf(g.pick(0, on(everyone(n))).right, everyone(n))
	gain := 0.0
	for _, seed := range seeds {
		d := newDraw(n, validationRows, 0, seed)
		gain += shareOf(g.pick(0, on(d.validation)).right, d.test) - shareOf(none.right, d.test)
	}
	r.Labelled = r.None + gain/float64(len(seeds))
	return r, nil
}

// A ratedCandidate is a setting with what it predicts right and how that looks without
// labels.
type ratedCandidate struct {
	candidate
	labelfree.Rating
}

// A chosenColumn holds a column's tasks with their results.
type chosenColumn struct {
	name  string
	tasks []digitTask
	all   []*chosenResult
}

// report adds the means and, of what one can do without all labels, in how many pairs it
// is better and worse than no adaptation; where it is worse is noted.
func (c chosenColumn) report(r *Report) {
	accuracies := func(of func(*chosenResult) float64) []float64 { return percentages(collect(c.all, of)) }
	none := accuracies(func(r *chosenResult) float64 { return r.None })
	add := func(name string, of []float64) *Row {
		r.Rows = append(r.Rows, percent(c.name, name, unknown(), estimate(of)))
		return &r.Rows[len(r.Rows)-1]
	}
	beside := func(name string, values []float64) *Row {
		row := add(name, values)
		gap, measured := lead(values, none, "pairs")
		r.claim(gap.above(0), fmt.Sprintf("%s: the %s is above no adaptation", c.name, name), measured)
		losers := losses(values, none, func(i int) string { return joinInts(c.tasks[i].digits, ",") })
		if losers != nil {
			r.Notes = append(r.Notes, fmt.Sprintf("%s: below no adaptation, in points, the %s: %s.", c.name, name, strings.Join(losers, "; ")))
		}
		return row
	}
	add("no adaptation", none)
	beside("setting where the pair opens", accuracies(func(r *chosenResult) float64 { return r.Opening }))
	adapted := collect(c.all, func(r *chosenResult) choice { return r.LabelFree })
	adapted = slices.DeleteFunc(adapted, func(c choice) bool { return c.K == 0 })
	row := beside("choice of joint label alignment", accuracies(func(r *chosenResult) float64 { return r.LabelFree.Test }))
	row.Chosen = fmt.Sprintf("no adaptation in %d of %d pairs, else %s", len(none)-len(adapted), len(none), mostChosen(adapted))
	beside(fmt.Sprintf("choice of %d labelled rows", validationRows), accuracies(func(r *chosenResult) float64 { return r.Labelled }))
	add("best of the grid", accuracies(func(r *chosenResult) float64 { return r.Best }))
}
