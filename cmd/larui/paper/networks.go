package paper

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"larui/model"
	"larui/model/rivals"
)

// The networks of Tables 2, 3 and 5: trained at several widths, of which rows of the
// target choose one.

// probeWidth is the width of the networks of Table 3's 1-NN probe.
const probeWidth = 128

// paperWidths are the hidden widths of appendix B.
func paperWidths() []int { return []int{128, 256, 512, 1024} }

// onNetworks fills in what stands for the defaults of an experiment with networks on digits:
// the paper's widths, its target's train part, and a loss.
func (o Options) onNetworks(loss string) Options {
	if o.Widths == nil {
		o.Widths = paperWidths()
	}
	o.TargetPart, o.Loss = cmp.Or(o.TargetPart, TrainPart), cmp.Or(o.Loss, loss)
	return o
}

// training is how the networks are trained.
func (o Options) training() rivals.Training {
	return rivals.Training{Published: o.Loss == PublishedLoss, Mixed: o.Loss == MixedLoss}
}

func (o Options) sourceOnly() rivals.Method {
	return rivals.SourceOnly(o.training()).With(o.Rivals)
}

func (o Options) dann() rivals.Method {
	return rivals.DANN(o.training()).With(o.Rivals)
}

// rivalProblem hands data to a rival, which does not see the labels of the target.
func rivalProblem(d model.Data) rivals.Problem {
	return rivals.Problem{Task: d.Task, Classes: d.Classes, Source: d.Source, Target: d.Target.X}
}

// A trainedResult is what one training of a network leads to.
type trainedResult struct {
	// Draws holds the accuracies on the validation rows and on those that are scored, for each
	// of linearDraws draws.
	Draws []choice `json:"draws"`
	// Source is the accuracy on the source's test part, which is subsampled like the source.
	Source float64 `json:"source"`
	// OneClass is the largest share of the target's test part that is given to one class.
	OneClass float64 `json:"oneClass"`
	// Discriminator is the discriminator's accuracy on both test parts, both domains weighing
	// the same; 0 without one. Neighbour is the accuracy of the 1-NN probe, 0 without one.
	Discriminator float64 `json:"discriminator,omitempty"`
	Neighbour     float64 `json:"neighbour,omitempty"`
}

// trainNetwork trains a network of the width on d and measures it, with the 1-NN probe or
// without.
func trainNetwork(ctx context.Context, m rivals.Method, d digitParts, width int, seed uint64, probe bool) (r trainedResult, err error) {
	if err := canSetAside(d.Data); err != nil {
		return r, err
	}
	c, err := m.Train(ctx, rivalProblem(d.Data), m.Given.Or(rivals.Hyper{Hidden: width}), seed, nil)
	if err != nil {
		return r, err
	}
	predict := func(of model.Domain) []float64 { return d.Task.Predict(c.Scores(of.X)) }
	predicted := predict(d.test)
	right := rightOf(predicted, d.test.Y)
	for seed := range linearDraws {
		drawn := newDraw(d.Target.Rows(), validationRows, 0, uint64(seed))
		// Of sixty thousand rows none but these matter.
		some := rowsOf(d.Target, drawn.validation)
		s := choice{Validation: shareOf(rightOf(predict(some), some.Y), everyone(validationRows)), Test: shareOf(right, everyone(len(right)))}
		if d.Target.X == d.test.X {
			s.Test = shareOf(right, drawn.test)
		}
		r.Draws = append(r.Draws, s)
	}
	counts := map[float64]int{}
	for _, label := range predicted {
		counts[label]++
		r.OneClass = max(r.OneClass, float64(counts[label])/float64(len(predicted)))
	}
	r.Source, err = rivals.Score(ctx, d.Task, c.Scores, d.sourceTest)
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

// A trained network is a training of one width at one seed on a task.
type trained struct {
	width int
	*trainedResult
}

// train adds the trainings of a method on tasks to the plan, and returns them for
// each task, seed by seed.
func (o Options) train(p *plan, m rivals.Method, tasks []digitTask, widths []int, ten func() ([2]model.Data, error)) [][]trained {
	return collect(tasks, func(t digitTask) (all []trained) {
		for _, seed := range o.seeds(1) {
			for _, width := range widths {
				key := fmt.Sprintf("%s, %s, %s, %d hidden units, seed %d%s", t, m.Name, o.Loss, width, seed, givenTo(m))
				u := unit{key: key, method: m.Name}
				// A training sees every source row in each epoch, and an adapted one as many
				// target rows.
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

// A reached column holds what a method reaches on each of its tasks, in percent,
// with the widths that the draws of validation rows choose, averaged over draws and
// seeds.
type reached struct {
	test, source, discriminator []float64
	// neighbour is the accuracy of the 1-NN probe at the first of the widths.
	neighbour []float64
	// chosen counts how often each width was chosen, oneSided how often a network that gives
	// nearly all of the target to one class.
	chosen   map[int]int
	oneSided int
}

// nearlyAll is the share of a target from which a network that gives so much to one class is
// said to have collapsed.
const nearlyAll = 0.95

// reach averages over seeds and draws what the highest validation accuracy among the
// widths chooses, the last of equals in the order of the grid.
func reach(tasks [][]trained, widths []int) reached {
	all := reached{chosen: map[int]int{}}
	for _, seeds := range tasks {
		seeds = slices.DeleteFunc(slices.Clone(seeds), func(t trained) bool { return !slices.Contains(widths, t.width) })
		var tests, sources, discriminators, neighbours []float64
		for grid := range slices.Chunk(seeds, len(widths)) {
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
			neighbours = append(neighbours, grid[0].Neighbour)
		}
		all.test, all.source = append(all.test, 100*stat.Mean(tests, nil)), append(all.source, 100*stat.Mean(sources, nil))
		all.discriminator = append(all.discriminator, 100*stat.Mean(discriminators, nil))
		all.neighbour = append(all.neighbour, 100*stat.Mean(neighbours, nil))
	}
	return all
}

// widths names the widths chosen with their share, empty where there was nothing to
// choose.
func (r reached) widths(of []int) string {
	if len(of) < 2 {
		return ""
	}
	return "hidden units " + shares(r.chosen, of)
}

// lowSource is the accuracy on the source, in percent, below which a network is said not to
// have learned it.
const lowSource = 80.0

// collapses says how often the networks chosen have collapsed, and where they do not fit the
// source; nothing where all is well.
func (r reached) collapses(name string) (notes []string) {
	total := 0
	for _, n := range r.chosen {
		total += n
	}
	if r.oneSided > 0 {
		notes = append(notes, fmt.Sprintf("%s: %d of %d choices gave %.0f %% of the target or more to one class.", name, r.oneSided, total, 100*nearlyAll))
	}
	low := 0
	for _, s := range r.source {
		if s < lowSource {
			low++
		}
	}
	if low > 0 {
		notes = append(notes, fmt.Sprintf("%s: in %d of %d tasks the networks chosen are right on less than %.0f %% of the source's test part, on %.1f %% at least.", name, low, len(r.source), lowSource, slices.Min(r.source)))
	}
	return notes
}

// networkProtocol says how the networks were trained and chosen.
func (o Options) networkProtocol() []string {
	from := "train part, which is unlabelled in training too; all of the test part is what is scored"
	if o.TargetPart == TestPart {
		from = "test part, which is unlabelled in training; all others of it are what is scored (--target-part train is the published code's way)"
	}
	trained := o.dann().Given.Or(o.dann().Usual)
	protocol := []string{
		fmt.Sprintf("Networks with one hidden ReLU layer, %d epochs of SGD in batches of %d, rate %g, momentum 0.9 (%s). Pixels are (x − %g)/%g.", trained.Epochs, trained.Batch, trained.Rate, o.dann().Variant, pixelMean, pixelDeviation),
		fmt.Sprintf("Source: the train part. Hidden units are chosen (the last of equals) by %d labelled rows of the target's %s; averaged over %d draws of these rows.", validationRows, from, linearDraws),
	}
	if !slices.Equal(o.Widths, paperWidths()) {
		protocol = append(protocol, fmt.Sprintf("Reduced grid: hidden units %s; the paper chooses among %s.", joinInts(o.Widths, ", "), joinInts(paperWidths(), ", ")))
	}
	return protocol
}

// twoNetworks is the upper half of a table: the network trained on the source alone
// and DANN, on the tasks of each column, beside the paper's percentages.
type twoNetworks struct {
	tasks      func(Options, column) []digitTask
	none, dann []float64
	// loss is what the networks are trained on unless the options say otherwise.
	loss string
	// within is what the columns have to meet, in percentage points.
	within float64
	// inPairs: the tasks are pairs, for whose number the protocol has room, and in how many DANN is
	// ahead is said.
	inPairs  bool
	protocol string
}

// experiment completes e.
func (n twoNetworks) experiment(e Experiment) Experiment {
	e.plan = func(ctx context.Context, o Options, p *plan) error {
		o = o.onNetworks(n.loss)
		ten, widths := tenDigits(ctx, o, true), o.Widths
		columns := collect(o.columns(), func(c column) [2][][]trained {
			tasks := n.tasks(o, c)
			return [2][][]trained{o.train(p, o.sourceOnly(), tasks, widths, ten), o.train(p, o.dann(), tasks, widths, ten)}
		})
		p.report = func(r *Report) {
			protocol := n.protocol
			if n.inPairs {
				protocol = fmt.Sprintf(protocol, len(columns[0][0]))
			}
			r.Seeds, r.Protocol = o.seeds(1), append(o.networkProtocol(), protocol)
			if n.inPairs {
				r.Protocol = append(r.Protocol, fewer(len(columns[0][0]))...)
			}
			for i, c := range o.columns() {
				n.report(r, c, widths, reach(columns[i][0], widths), reach(columns[i][1], widths))
				for m, name := range []string{networkRow, dannRow} {
					r.Notes = append(r.Notes, byWidth(c.name+", "+name, columns[i][m], widths)...)
					if n.inPairs {
						r.Notes = append(r.Notes, whereLearned(c.name+", "+name, columns[i][m], widths, c.ratio)...)
					}
				}
			}
		}
		return nil
	}
	return onDigits(e)
}

// byWidth says what each width alone reaches, on target and source; nothing where there is but one.
func byWidth(name string, tasks [][]trained, widths []int) []string {
	if len(widths) < 2 {
		return nil
	}
	return []string{name + ", of each width alone, target (source): " + strings.Join(collect(widths, func(w int) string {
		r := reach(tasks, []int{w})
		return fmt.Sprintf("%d %.1f %% (%.1f %%)", w, stat.Mean(r.test, nil), stat.Mean(r.source, nil))
	}), ", ") + "."}
}

// whereLearned says what is reached where every width learns the source and where some does not, of pairs of
// digits the lower of which counts the ratio of the other; nothing where all tasks are of one kind.
func whereLearned(name string, tasks [][]trained, widths []int, ratio float64) []string {
	enough := (1 + 1/(1+ratio)) / 2 // half of what guessing the larger class lacks
	var all, some [][]trained
	for _, task := range tasks {
		if slices.ContainsFunc(task, func(t trained) bool { return t.Source <= enough }) {
			some = append(some, task)
		} else {
			all = append(all, task)
		}
	}
	if len(widths) < 2 || all == nil || some == nil {
		return nil
	}
	return []string{fmt.Sprintf("%s: in %d of %d tasks every width learns the source, that is, is right on more than %.0f %% of its test part; there %.1f %% of the target is reached, in the others %.1f %%.",
		name, len(all), len(tasks), 100*enough, stat.Mean(reach(all, widths).test, nil), stat.Mean(reach(some, widths).test, nil))}
}

// What the tables call their rows.
const (
	networkRow = "No Adaptation (NN)"
	dannRow    = "DANN"
	noneRow    = "No Adaptation (Linear)"
	larRow     = "Label Alignment Regression"
)

func (n twoNetworks) report(r *Report, c column, widths []int, plain, adapted reached) {
	paper := func(means []float64) float64 {
		if n.inPairs {
			return c.meanOf(means, len(plain.test))
		}
		return c.of(means)
	}
	none := percent(c.name, networkRow, paper(n.none), estimate(plain.test))
	dann := percent(c.name, dannRow, paper(n.dann), estimate(adapted.test))
	none.Within, dann.Within, none.Tasks, dann.Tasks = n.within, n.within, plain.test, adapted.test
	none.Chosen, dann.Chosen = plain.widths(widths), adapted.widths(widths)
	gap, measured := lead(adapted.test, plain.test, "tasks")
	measured += besidePaper("%+.2f", dann.Paper-none.Paper)
	if c.of(n.dann) > c.of(n.none) {
		r.claim(gap.above(0), c.name+": DANN helps", measured)
	} else {
		r.claim(gap.below(0), c.name+": DANN hurts", measured)
	}
	r.Rows = append(r.Rows, none, dann)
	r.Notes = append(r.Notes, append(plain.collapses(c.name+", "+networkRow), adapted.collapses(c.name+", "+dannRow)...)...)
}
