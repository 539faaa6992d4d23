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

// This file trains the networks of Tables 2, 3 and 5 with several numbers of hidden units, the
// widths. Labelled validation rows of the target choose a width.

// probeWidth is the width of the networks of Table 3 whose hidden units represent rows for a 1-NN
// classifier.
const probeWidth = 128

func paperWidths() []int { return []int{128, 256, 512, 1024} }

func withDigitTraining(e Experiment) Experiment {
	e.Uses, e.Settings = []string{"seeds", "pairs", "columns", "data", "hidden", "loss", "target-part"}, []string{"epochs", "batch", "rate"}
	e.Revision, e.journal = digitRevision, digitJournal
	return withDigitFiles(e)
}

func (o Options) withNetworkDefaults(loss string) Options {
	if o.Hidden == nil {
		o.Hidden = paperWidths()
	}
	o.TargetPart, o.Loss = cmp.Or(o.TargetPart, TrainPart), cmp.Or(o.Loss, loss)
	return o
}

func (o Options) networkTraining() rivals.Training {
	return rivals.Training{Published: o.Loss == PublishedLoss, Mixed: o.Loss == MixedLoss}
}

func (o Options) dannMethod() rivals.Method {
	return rivals.DANN(o.networkTraining()).With(o.Rivals)
}

// A trainedResult has the accuracies of one trained network.
type trainedResult struct {
	// Draws has an element for each draw of validation rows: the accuracies on the validation rows
	// and on the scored rows.
	Draws []choice `json:"draws"`
	// Source is the accuracy on the source's test part, which is subsampled like the source.
	Source float64 `json:"source"`
	// OneClass is the largest share of the target's test part that is predicted as the same class.
	OneClass float64 `json:"oneClass"`
	// Discriminator is the mean of the discriminator's accuracies on the two test parts; 0 without
	// a discriminator. Neighbour is the accuracy of a 1-NN classifier on the hidden units; 0 if not
	// computed.
	Discriminator float64 `json:"discriminator,omitempty"`
	Neighbour     float64 `json:"neighbour,omitempty"`
}

// trainNetwork computes Neighbour only if probe is true.
func trainNetwork(ctx context.Context, m rivals.Method, d digitData, width int, seed uint64, probe bool) (r trainedResult, err error) {
	if err := checkValidationRows(d.Data); err != nil {
		return r, err
	}
	c, err := m.Train(ctx, d.Data, m.Given.WithDefaults(rivals.Hyper{Hidden: width}), seed, nil)
	if err != nil {
		return r, err
	}
	predict := func(of model.Domain) []float64 { return d.Task.Predict(c.Scores(of.X)) }
	predicted := predict(d.test)
	right := findCorrectRows(predicted, d.test.Y)
	for seed := range linearDraws {
		drawn := drawRows(d.Target.Rows(), validationRows, 0, uint64(seed))
		// Predict only the validation rows, because the target has up to sixty thousand rows.
		some := d.Target.PickRows(drawn.validation)
		s := choice{Validation: accuracy(findCorrectRows(predict(some), some.Y)), Test: accuracy(right)}
		if d.Target.X == d.test.X {
			s.Test = correctShare(right, drawn.test)
		}
		r.Draws = append(r.Draws, s)
	}
	r.OneClass = largestClassShare(predicted)
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

type networkRun struct {
	width int
	*trainedResult
}

// addTrainingUnits adds units that train a method on tasks. For each task it returns the runs,
// ordered by seed and then by width.
func (o Options) addTrainingUnits(p *plan, m rivals.Method, tasks []digitTask, widths []int, ten tenDigitsOpener) [][]networkRun {
	return mapSlice(tasks, func(t digitTask) (all []networkRun) {
		for _, seed := range o.seeds(1) {
			for _, width := range widths {
				key := fmt.Sprintf("%s, %s, %s, %d hidden units, seed %d%s", t, m.Name, o.Loss, width, seed, givenSettings(m))
				result := addUnit(p, unit{key: key, method: m.Name}, func(ctx context.Context) (trainedResult, error) {
					d, err := t.open(ctx, o, seed, true, ten)
					if err != nil {
						return trainedResult{}, err
					}
					return trainNetwork(ctx, m, d, width, seed, width == probeWidth && t.digits != nil)
				})
				all = append(all, networkRun{width, result})
			}
		}
		return all
	})
}

// A networkResult has a method's accuracies in percent for each task of a column, averaged over
// seeds and draws. Each draw of validation rows chooses a width.
type networkResult struct {
	test, source, discriminator []float64
	// bySeed has the accuracies of each task by seed; test has their means.
	bySeed [][]float64
	// neighbour has the accuracy of the 1-NN classifier for each task, from the networks of the
	// first width.
	neighbour []float64
	// chosen[w] is the number of draws that choose the width w. oneSided is the number of draws
	// whose network predicts one class for nearly all of the target.
	chosen   map[int]int
	oneSided int
}

// nearlyAll is the smallest share of predictions of one class that counts as nearly all.
const nearlyAll = 0.95

// chooseWidths averages the results of networks. Each draw chooses the width with the highest
// validation accuracy, the last of equals.
func chooseWidths(tasks [][]networkRun, widths []int) networkResult {
	all := networkResult{chosen: map[int]int{}}
	for _, seeds := range tasks {
		seeds = slices.DeleteFunc(slices.Clone(seeds), func(t networkRun) bool { return !slices.Contains(widths, t.width) })
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

// seedError returns the standard error over seeds of the mean over T fixed tasks: √(Σ eₜ²)/T, where
// eₜ is the standard error of values[t], the values by seed. For a single seed it is NaN.
func seedError(values [][]float64) float64 {
	square := 0.0
	for _, seeds := range values {
		e := newEstimate(seeds).StdErr
		square += e * e
	}
	return math.Sqrt(square) / float64(len(values))
}

// formatWidths returns the chosen widths with the shares of draws that choose them; empty for a
// single width.
func (r networkResult) formatWidths(widths []int) string {
	if len(widths) < 2 {
		return ""
	}
	return "hidden units " + formatShares(r.chosen, widths)
}

// lowSourceAccuracy is the accuracy on the source in percent below which a network has not learned
// the source.
const lowSourceAccuracy = 80.0

func (result networkResult) noteFailedNetworks(r *Report, name string) {
	total := 0
	for _, n := range result.chosen {
		total += n
	}
	if result.oneSided > 0 {
		r.addNote("%s: %d of %d chosen networks predict one class for %.0f %% of the target or more.", name, result.oneSided, total, 100*nearlyAll)
	}
	low := 0
	for _, s := range result.source {
		if s < lowSourceAccuracy {
			low++
		}
	}
	if low > 0 {
		r.addNote("%s: in %d of %d tasks the chosen networks predict less than %.0f %% of the source's test part correctly; the lowest accuracy is %.1f %%.", name, low, len(result.source), lowSourceAccuracy, slices.Min(result.source))
	}
}

func (o Options) networkProtocol() []string {
	from := "train part, which is unlabelled in training too; all of the test part is scored"
	if o.TargetPart == TestPart {
		from = "test part, which is unlabelled in training; all other rows of this part are scored (--target-part train takes the train part, as the published code does)"
	}
	trained := o.dannMethod().Given.WithDefaults(o.dannMethod().Defaults)
	protocol := []string{
		fmt.Sprintf("Networks with one hidden ReLU layer, %d epochs of SGD in batches of %d, rate %g, momentum 0.9 (%s). Pixels are (x − %g)/%g.", trained.Epochs, trained.Batch, trained.Rate, o.dannMethod().Variant, pixelMean, pixelDeviation),
		fmt.Sprintf("Source: the train part. Hidden units are chosen (the last of equals) by %d labelled rows of the target's %s; averaged over %d draws of these rows.", validationRows, from, linearDraws),
	}
	if !slices.Equal(o.Hidden, paperWidths()) {
		protocol = append(protocol, fmt.Sprintf("Reduced grid: hidden units %s; the paper chooses among %s.", joinInts(o.Hidden, ", "), joinInts(paperWidths(), ", ")))
	}
	return protocol
}

// twoNetworks describes the upper half of a table: a network without adaptation, and DANN. none and
// dann have the paper's percentages for each column.
type twoNetworks struct {
	none, dann []float64
	// loss is the default loss of the networks.
	loss string
	// within is the tolerance for the paper's percentages, in percentage points.
	within float64
	// inPairs is true if the tasks are pairs of digits. Then protocol contains %d for the number of
	// pairs, and only means over all pairs are compared with the paper.
	inPairs  bool
	protocol string
}

func (n twoNetworks) experiment(e Experiment) Experiment {
	e.plan = func(ctx context.Context, o Options, p *plan) error {
		o = o.withNetworkDefaults(n.loss)
		ten, widths := newTenDigitsOpener(ctx, o, true), o.Hidden
		columns := mapSlice(o.columns(), func(c column) [2][][]networkRun {
			tasks := ifElse(n.inPairs, pairTasks, tenDigitTasks)(o, c)
			return [2][][]networkRun{o.addTrainingUnits(p, rivals.SourceOnly(o.networkTraining()).With(o.Rivals), tasks, widths, ten), o.addTrainingUnits(p, o.dannMethod(), tasks, widths, ten)}
		})
		p.report = func(r *Report) {
			protocol := n.protocol
			if n.inPairs {
				protocol = fmt.Sprintf(protocol, len(columns[0][0]))
			}
			r.Seeds, r.Protocol = o.seeds(1), append(o.networkProtocol(), protocol)
			if len(r.Seeds) > 1 {
				r.Protocol = append(r.Protocol, "Claims are judged by the standard error over seeds, for fixed tasks. A number is met within two standard errors of the difference, in which the paper's number counts as a result of one seed.")
			}
			if n.inPairs {
				r.Protocol = append(r.Protocol, fewerPairsNote(len(columns[0][0]))...)
			}
			for i, c := range o.columns() {
				n.report(r, c, widths, chooseWidths(columns[i][0], widths), chooseWidths(columns[i][1], widths))
				for m, name := range []string{networkRow, dannRow} {
					if len(widths) > 1 {
						n.noteWidths(r, c.name+", "+name, columns[i][m], widths, c.ratio)
					}
				}
			}
		}
		return nil
	}
	e = withDigitTraining(e)
	if !n.inPairs {
		e.Uses = slices.DeleteFunc(e.Uses, func(of string) bool { return of == "pairs" })
	}
	return e
}

// noteWidths adds a note on the accuracies at each width. On pairs of digits, a second note
// compares the target accuracy of two groups of tasks: tasks in which every width learns the
// source, and all others. ratio is column.ratio.
func (n twoNetworks) noteWidths(r *Report, name string, tasks [][]networkRun, widths []int, ratio float64) {
	r.addNote("%s, accuracy on the target (source) at each single width: %s.", name, strings.Join(mapSlice(widths, func(w int) string {
		r := chooseWidths(tasks, []int{w})
		return fmt.Sprintf("%d %.1f %% (%.1f %%)", w, average(r.test), average(r.source))
	}), ", "))
	enough := (1 + 1/(1+ratio)) / 2 // halfway from guessing the larger class to 1
	var all, some [][]networkRun
	for _, task := range tasks {
		if slices.ContainsFunc(task, func(t networkRun) bool { return t.Source <= enough }) {
			some = append(some, task)
		} else {
			all = append(all, task)
		}
	}
	if n.inPairs && all != nil && some != nil {
		r.addNote("%s: in %d of %d tasks every width learns the source, that is, predicts more than %.0f %% of its test part correctly; the accuracy on the target is %.1f %% in these tasks and %.1f %% in the others.",
			name, len(all), len(tasks), 100*enough, average(chooseWidths(all, widths).test), average(chooseWidths(some, widths).test))
	}
}

// The names of rows in Tables 2 and 5.
const (
	networkRow = "No Adaptation (NN)"
	dannRow    = "DANN"
	noneRow    = "No Adaptation (Linear)"
	larRow     = "Label Alignment Regression"
)

func (n twoNetworks) report(r *Report, c column, widths []int, plain, adapted networkResult) {
	row := func(name string, paper []float64, r networkResult) Row {
		row := percentRow(c.name, name, c.paperNumber(paper), n.within, newEstimate(r.test))
		if n.inPairs {
			row.Paper = c.paperMean(paper, len(r.test))
		}
		row.Tasks, row.SeedErr, row.Chosen = r.test, seedError(r.bySeed), r.formatWidths(widths)
		if row.SeedErr > 0 { // the paper's number counts as the number of one seed
			row.Within = max(n.within, 2*math.Sqrt(float64(1+len(r.bySeed[0])))*row.SeedErr)
		}
		return row
	}
	none, dann := row(networkRow, n.none, plain), row(dannRow, n.dann, adapted)
	gap, measured := meanLeadWithText(adapted.test, plain.test, "tasks")
	var gaps [][]float64
	for i, task := range adapted.bySeed {
		gaps = append(gaps, slices.Clone(task))
		floats.Sub(gaps[i], plain.bySeed[i])
	}
	if e := seedError(gaps); e > 0 {
		gap.StdErr = e
		measured += fmt.Sprintf(", ± %.2f over seeds", e)
	}
	measured += formatPaperNumber("%+.2f", dann.Paper-none.Paper)
	helps := c.paperNumber(n.dann) > c.paperNumber(n.none)
	r.addClaim(ifElse(helps, gap.judgeAbove(0), gap.judgeBelow(0)), c.name+ifElse(helps, ": DANN helps", ": DANN hurts"), "%s", measured)
	r.addRows(none, dann)
	plain.noteFailedNetworks(r, c.name+", "+networkRow)
	adapted.noteFailedNetworks(r, c.name+", "+dannRow)
}
