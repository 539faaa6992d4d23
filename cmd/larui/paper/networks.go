package paper

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"larui/model"
	"larui/model/rivals"
)

// This file trains the networks of Tables 2, 3 and 5 at several widths; validation rows of the
// target choose a width.

// probeWidth is the width of the networks of Table 3's 1-NN probe.
const probeWidth = 128

// paperWidths returns the hidden widths of appendix B.
func paperWidths() []int { return []int{128, 256, 512, 1024} }

// trainsOnDigits completes an experiment with networks on digits.
func trainsOnDigits(e Experiment) Experiment {
	e.Uses, e.Settings = []string{"Seeds", "Pairs", "Columns", "Data", "Widths", "Loss", "TargetPart"}, []string{"epochs", "batch", "rate"}
	e.Revision, e.journal = digitRevision, digitJournal
	return onDigits(e)
}

// withNetworkDefaults fills in the defaults of an experiment with networks on digits: the paper's widths,
// the train part of the target, and the given loss.
func (o Options) withNetworkDefaults(loss string) Options {
	if o.Widths == nil {
		o.Widths = paperWidths()
	}
	o.TargetPart, o.Loss = cmp.Or(o.TargetPart, TrainPart), cmp.Or(o.Loss, loss)
	return o
}

// training returns the training of the networks under the options.
func (o Options) training() rivals.Training {
	return rivals.Training{Published: o.Loss == PublishedLoss, Mixed: o.Loss == MixedLoss}
}

func (o Options) sourceOnly() rivals.Method {
	return rivals.SourceOnly(o.training()).With(o.Rivals)
}

func (o Options) dann() rivals.Method {
	return rivals.DANN(o.training()).With(o.Rivals)
}

// rivalProblem returns the data as a problem for a rival, without the labels of the target.
func rivalProblem(d model.Data) rivals.Problem {
	return rivals.Problem{Task: d.Task, Classes: d.Classes, Source: d.Source, Target: d.Target.X}
}

// A trainedResult has the results of one training of a network.
type trainedResult struct {
	// Draws has the accuracies on the validation rows and on the scored rows, for each of
	// linearDraws draws.
	Draws []choice `json:"draws"`
	// Source is the accuracy on the source's test part, which is subsampled like the source.
	Source float64 `json:"source"`
	// OneClass is the largest share of the target's test part predicted as one class.
	OneClass float64 `json:"oneClass"`
	// Discriminator is the discriminator's accuracy on both test parts, with equal weight for both
	// domains; 0 without a discriminator. Neighbour is the accuracy of the 1-NN probe; 0 without
	// the probe.
	Discriminator float64 `json:"discriminator,omitempty"`
	Neighbour     float64 `json:"neighbour,omitempty"`
}

// trainNetwork trains a network of the given width on d and measures its accuracies; the 1-NN probe
// is optional.
func trainNetwork(ctx context.Context, m rivals.Method, d digitParts, width int, seed uint64, probe bool) (r trainedResult, err error) {
	if err := canSetAside(d.Data); err != nil {
		return r, err
	}
	c, err := m.Train(ctx, rivalProblem(d.Data), m.Given.WithDefaults(rivals.Hyper{Hidden: width}), seed, nil)
	if err != nil {
		return r, err
	}
	predict := func(of model.Domain) []float64 { return d.Task.Predict(c.Scores(of.X)) }
	predicted := predict(d.test)
	right := rightOf(predicted, d.test.Y)
	for seed := range linearDraws {
		drawn := newDraw(d.Target.Rows(), validationRows, 0, uint64(seed))
		// Predict only the validation rows among up to sixty thousand rows.
		some := d.Target.PickRows(drawn.validation)
		s := choice{Validation: accuracy(rightOf(predict(some), some.Y)), Test: accuracy(right)}
		if d.Target.X == d.test.X {
			s.Test = shareOf(right, drawn.test)
		}
		r.Draws = append(r.Draws, s)
	}
	r.OneClass = oneClass(predicted)
	r.Source, err = rivals.Evaluate(ctx, d.Task, c.Scores, d.sourceTest)
	if err != nil {
		return r, err
	}
	if judge, ok := c.(rivals.DomainClassifier); ok {
		r.Discriminator = judge.DomainAccuracy(d.sourceTest.X, d.test.X)
	}
	if probe {
		r.Neighbour, err = rivals.NeighbourAccuracy(ctx, c.(rivals.Representer), d.Source, d.test)
	}
	return r, err
}

// A trained is a training of a width on a task at a seed.
type trained struct {
	width int
	*trainedResult
}

// train adds the trainings of a method on tasks to the plan. It returns the trainings of each task,
// ordered by seed and then by width.
func (o Options) train(p *plan, m rivals.Method, tasks []digitTask, widths []int, ten tenData) [][]trained {
	return collect(tasks, func(t digitTask) (all []trained) {
		for _, seed := range o.seeds(1) {
			for _, width := range widths {
				key := fmt.Sprintf("%s, %s, %s, %d hidden units, seed %d%s", t, m.Name, o.Loss, width, seed, givenTo(m))
				u := unit{key: key, method: m.Name}
				// In each epoch a training uses every source row, and DANN as many target rows.
				u.cost = float64(width) / probeWidth * (1 + t.ratio) / 2
				if t.pair == "usps-mnist" {
					u.cost /= 8
				}
				if m.Name == o.dann().Name {
					u.cost *= 2
				}
				result := add(p, u, func(ctx context.Context) (trainedResult, error) {
					d, err := t.open(ctx, o, seed, true, ten)
					if err != nil {
						return trainedResult{}, err
					}
					return trainNetwork(ctx, m, d, width, seed, width == probeWidth && t.digits != nil)
				})
				all = append(all, trained{width, result})
			}
		}
		return all
	})
}

// A reached has the results of a method on each task of a column, in percent, with the widths
// chosen by draws of validation rows; averaged over draws and seeds.
type reached struct {
	test, source, discriminator []float64
	// bySeed has for each task the accuracy of each seed, averaged over draws; test has their means.
	bySeed [][]float64
	// neighbour is the accuracy of the 1-NN probe at the first of the widths.
	neighbour []float64
	// chosen counts the choices of each width, oneSided the choices of networks that predict one
	// class for nearly all of the target.
	chosen   map[int]int
	oneSided int
}

// nearlyAll is the smallest share of one class in the predictions of a collapsed network.
const nearlyAll = 0.95

// reach returns the results averaged over seeds and draws. Each draw chooses the width with the
// highest validation accuracy, the last of equals in the order of the grid.
func reach(tasks [][]trained, widths []int) reached {
	all := reached{chosen: map[int]int{}}
	for _, seeds := range tasks {
		seeds = slices.DeleteFunc(slices.Clone(seeds), func(t trained) bool { return !slices.Contains(widths, t.width) })
		var bySeed, sources, discriminators, neighbours []float64
		for grid := range slices.Chunk(seeds, len(widths)) {
			var tests []float64
			for d := range linearDraws {
				best := grid[0]
				for _, t := range grid {
					if t.Draws[d].Validation >= best.Draws[d].Validation {
						best = t
					}
				}
				all.chosen[best.width]++
				if best.OneClass >= nearlyAll {
					all.oneSided++
				}
				tests = append(tests, best.Draws[d].Test)
				sources = append(sources, best.Source)
				discriminators = append(discriminators, best.Discriminator)
			}
			neighbours, bySeed = append(neighbours, grid[0].Neighbour), append(bySeed, 100*average(tests))
		}
		all.bySeed = append(all.bySeed, bySeed)
		all.test, all.source = append(all.test, average(bySeed)), append(all.source, 100*average(sources))
		all.discriminator = append(all.discriminator, 100*average(discriminators))
		all.neighbour = append(all.neighbour, 100*average(neighbours))
	}
	return all
}

// seedError returns the standard error over seeds of the mean of all tasks, from the values of each
// task by seed: the tasks are fixed, and their deviations over seeds are pooled. It is NaN for one
// seed.
func seedError(tasks [][]float64) float64 {
	square := 0.0
	for _, seeds := range tasks {
		e := estimate(seeds).StdErr
		square += e * e
	}
	return math.Sqrt(square) / float64(len(tasks))
}

// widths returns the chosen widths with their shares; empty for a single width.
func (r reached) widths(of []int) string {
	if len(of) < 2 {
		return ""
	}
	return "hidden units " + shares(r.chosen, of)
}

// lowSource is the accuracy on the source, in percent, below which a network counts as not having
// learned the source.
const lowSource = 80.0

// noteCollapses adds notes on chosen networks that have collapsed or have not learned the source.
func (of reached) noteCollapses(r *Report, name string) {
	total := 0
	for _, n := range of.chosen {
		total += n
	}
	if of.oneSided > 0 {
		r.note("%s: %d of %d choices gave %.0f %% of the target or more to one class.", name, of.oneSided, total, 100*nearlyAll)
	}
	low := 0
	for _, s := range of.source {
		if s < lowSource {
			low++
		}
	}
	if low > 0 {
		r.note("%s: in %d of %d tasks the networks chosen are right on less than %.0f %% of the source's test part, on %.1f %% at least.", name, low, len(of.source), lowSource, slices.Min(of.source))
	}
}

// networkProtocol describes the training and the choice of the networks.
func (o Options) networkProtocol() []string {
	from := "train part, which is unlabelled in training too; all of the test part is scored"
	if o.TargetPart == TestPart {
		from = "test part, which is unlabelled in training; all its other rows are scored (--target-part train is the published code's way)"
	}
	trained := o.dann().Given.WithDefaults(o.dann().Defaults)
	protocol := []string{
		fmt.Sprintf("Networks with one hidden ReLU layer, %d epochs of SGD in batches of %d, rate %g, momentum 0.9 (%s). Pixels are (x − %g)/%g.", trained.Epochs, trained.Batch, trained.Rate, o.dann().Variant, pixelMean, pixelDeviation),
		fmt.Sprintf("Source: the train part. Hidden units are chosen (the last of equals) by %d labelled rows of the target's %s; averaged over %d draws of these rows.", validationRows, from, linearDraws),
	}
	if !slices.Equal(o.Widths, paperWidths()) {
		protocol = append(protocol, fmt.Sprintf("Reduced grid: hidden units %s; the paper chooses among %s.", joinInts(o.Widths, ", "), joinInts(paperWidths(), ", ")))
	}
	return protocol
}

// twoNetworks is the upper half of a table: the network trained on the source alone and DANN, on
// the tasks of each column, with the paper's percentages.
type twoNetworks struct {
	none, dann []float64
	// loss is the default loss of the networks.
	loss string
	// within is the tolerance for the columns, in percentage points.
	within float64
	// inPairs reports whether the tasks are pairs of digits. Then protocol has a verb for their
	// number, the paper's means count only with all pairs, and the notes include whereLearned.
	inPairs  bool
	protocol string
}

// experiment adds the plan to e.
func (n twoNetworks) experiment(e Experiment) Experiment {
	e.plan = func(ctx context.Context, o Options, p *plan) error {
		o = o.withNetworkDefaults(n.loss)
		ten, widths := tenDigits(ctx, o, true), o.Widths
		columns := collect(o.columns(), func(c column) [2][][]trained {
			tasks := either(n.inPairs, pairTasks, tenDigitTasks)(o, c)
			return [2][][]trained{o.train(p, o.sourceOnly(), tasks, widths, ten), o.train(p, o.dann(), tasks, widths, ten)}
		})
		p.report = func(r *Report) {
			protocol := n.protocol
			if n.inPairs {
				protocol = fmt.Sprintf(protocol, len(columns[0][0]))
			}
			r.Seeds, r.Protocol = o.seeds(1), append(o.networkProtocol(), protocol)
			if len(r.Seeds) > 1 {
				r.Protocol = append(r.Protocol, "Claims go by the standard error over seeds, with the tasks fixed, and a number is met within two standard errors of the difference, where the paper's number counts as the number of one seed.")
			}
			if n.inPairs {
				r.Protocol = append(r.Protocol, fewer(len(columns[0][0]))...)
			}
			for i, c := range o.columns() {
				n.report(r, c, widths, reach(columns[i][0], widths), reach(columns[i][1], widths))
				for m, name := range []string{networkRow, dannRow} {
					if len(widths) > 1 {
						n.noteWidths(r, c.name+", "+name, columns[i][m], widths, c.ratio)
					}
				}
			}
		}
		return nil
	}
	e = trainsOnDigits(e)
	if !n.inPairs {
		e.Uses = slices.DeleteFunc(e.Uses, func(of string) bool { return of == "Pairs" })
	}
	return e
}

// noteWidths adds a note on the accuracies of each single width on target and source. On pairs of
// digits a second note compares the target accuracy in tasks where every width has learned the
// source with the accuracy in the other tasks, if there are both. In a pair the number of rows of
// the lower digit is ratio times the number of the other.
func (n twoNetworks) noteWidths(r *Report, name string, tasks [][]trained, widths []int, ratio float64) {
	r.note("%s, of each width alone, target (source): %s.", name, strings.Join(collect(widths, func(w int) string {
		r := reach(tasks, []int{w})
		return fmt.Sprintf("%d %.1f %% (%.1f %%)", w, average(r.test), average(r.source))
	}), ", "))
	enough := (1 + 1/(1+ratio)) / 2 // halfway from guessing the larger class to 1
	var all, some [][]trained
	for _, task := range tasks {
		if slices.ContainsFunc(task, func(t trained) bool { return t.Source <= enough }) {
			some = append(some, task)
		} else {
			all = append(all, task)
		}
	}
	if n.inPairs && all != nil && some != nil {
		r.note("%s: in %d of %d tasks every width learns the source, that is, is right on more than %.0f %% of its test part; there %.1f %% of the target is reached, in the others %.1f %%.",
			name, len(all), len(tasks), 100*enough, average(reach(all, widths).test), average(reach(some, widths).test))
	}
}

// The names of rows in the tables.
const (
	networkRow = "No Adaptation (NN)"
	dannRow    = "DANN"
	noneRow    = "No Adaptation (Linear)"
	larRow     = "Label Alignment Regression"
)

func (n twoNetworks) report(r *Report, c column, widths []int, plain, adapted reached) {
	row := func(name string, paper []float64, r reached) Row {
		row := percent(c.name, name, c.of(paper), n.within, estimate(r.test))
		if n.inPairs {
			row.Paper = c.meanOf(paper, len(r.test))
		}
		row.Tasks, row.SeedErr, row.Chosen = r.test, seedError(r.bySeed), r.widths(widths)
		if row.SeedErr > 0 { // the paper's number counts as the number of one seed
			row.Within = max(n.within, 2*math.Sqrt(float64(1+len(r.bySeed[0])))*row.SeedErr)
		}
		return row
	}
	none, dann := row(networkRow, n.none, plain), row(dannRow, n.dann, adapted)
	gap, measured := lead(adapted.test, plain.test, "tasks")
	var gaps [][]float64
	for i, task := range adapted.bySeed {
		gaps = append(gaps, slices.Clone(task))
		floats.Sub(gaps[i], plain.bySeed[i])
	}
	if e := seedError(gaps); e > 0 {
		gap.StdErr = e
		measured += fmt.Sprintf(", ± %.2f over seeds", e)
	}
	measured += besidePaper("%+.2f", dann.Paper-none.Paper)
	helps := c.of(n.dann) > c.of(n.none)
	r.claim(either(helps, gap.above(0), gap.below(0)), c.name+either(helps, ": DANN helps", ": DANN hurts"), "%s", measured)
	r.add(none, dann)
	plain.noteCollapses(r, c.name+", "+networkRow)
	adapted.noteCollapses(r, c.name+", "+dannRow)
}
