package paper

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat"

	"larui/model"
	"larui/model/rivals"
)

// The networks of Tables 2, 3 and 5: trained at several widths, of which rows of the
// target choose one.

// digitNetworks is the journal that the experiments with networks on digits share:
// Table 3 looks at trainings of Table 2.
const digitNetworks = "digit-networks"

// probeWidth is the width of the networks of Table 3's 1-NN probe, and the one that
// is tried where the options name none.
const probeWidth = 128

// paperWidths are the hidden widths of appendix B.
func paperWidths() []int { return []int{128, 256, 512, 1024} }

// widths returns the hidden widths to choose among.
func (o Options) widths() []int {
	if o.Widths == nil {
		return []int{probeWidth}
	}
	return o.Widths
}

// variant is what the networks' loss and clock are called: those of the published
// code, or the textbook's.
func (o Options) variant() string {
	if o.Textbook {
		return "textbook"
	}
	return "published"
}

func (o Options) sourceOnly() rivals.Method {
	return rivals.SourceOnly(rivals.Training{Published: !o.Textbook})
}

func (o Options) dann() rivals.Method { return rivals.DANN(rivals.Training{Published: !o.Textbook}) }

// rivalProblem hands data to a rival, which does not see the labels of the target.
func rivalProblem(d model.Data) rivals.Problem {
	return rivals.Problem{Task: d.Task, Classes: d.Classes, Source: d.Source, Target: d.Target.X}
}

// A trainedResult is what one training of a network leads to.
type trainedResult struct {
	// Draws holds the accuracies on the validation rows and on the others, for each
	// of linearDraws draws.
	Draws []choice `json:"draws"`
	// Source is the accuracy on the source.
	Source float64 `json:"source"`
	// Discriminator is the discriminator's accuracy, both domains weighing the
	// same; 0 without one. Neighbour is the accuracy of the 1-NN probe.
	Discriminator float64 `json:"discriminator,omitempty"`
	Neighbour     float64 `json:"neighbour"`
}

// trainNetwork trains a network of the width on d and measures it.
func trainNetwork(ctx context.Context, m rivals.Method, d model.Data, width int, seed uint64) (trainedResult, error) {
	var r trainedResult
	if d.Target.Rows() <= validationRows {
		return r, fmt.Errorf("%d target rows are too few to set %d aside", d.Target.Rows(), validationRows)
	}
	c, err := m.Train(ctx, rivalProblem(d), rivals.Hyper{Hidden: width}, seed, nil)
	if err != nil {
		return r, err
	}
	right := rightOf(d.Task.Predict(c.Scores(d.Target.X)), d.Target.Y)
	for seed := range linearDraws {
		var s choice
		s.Validation, s.Test = newDraw(len(right), validationRows, 0, uint64(seed)).score(right)
		r.Draws = append(r.Draws, s)
	}
	r.Source, err = rivals.Score(ctx, d.Task, c.Scores, d.Source)
	if err != nil {
		return r, err
	}
	if judge, ok := c.(rivals.DomainClassifier); ok {
		r.Discriminator = judge.DomainAccuracy(d.Source.X, d.Target.X)
	}
	r.Neighbour, err = rivals.NeighbourAccuracy(ctx, c.(rivals.Representer), d.Source, d.Target)
	return r, err
}

// A trained network is a training of one width at one seed on a task.
type trained struct {
	width int
	*trainedResult
}

// train adds the trainings of a method on tasks to the plan, and returns them for
// each task, seed by seed.
func (o Options) train(p *plan, m rivals.Method, tasks []digitTask, widths []int, mnist func() (model.Data, error)) [][]trained {
	return collect(tasks, func(t digitTask) (all []trained) {
		for _, seed := range o.seeds(1) {
			for _, width := range widths {
				key := fmt.Sprintf("%s, %s, %s, %d hidden units, seed %d", t, m.Name, o.variant(), width, seed)
				u := unit{key: key, alone: t.isLarge()}
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
					d, err := t.open(ctx, o, seed, true, mnist)
					if err != nil {
						return trainedResult{}, err
					}
					return trainNetwork(ctx, m, d, width, seed)
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
	// chosen counts how often each width was chosen.
	chosen map[int]int
}

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

// networkProtocol says how the networks were trained and chosen.
func (o Options) networkProtocol(m rivals.Method) []string {
	protocol := []string{
		fmt.Sprintf("Networks with one hidden ReLU layer, 10 epochs of SGD in batches of 32, rate 0.01, momentum 0.9; the %s variant (%s). Pixels are (x − %g)/%g.", o.variant(), m.Variant, pixelMean, pixelDeviation),
		fmt.Sprintf("Of the target, %d labelled rows choose the width (the last of equals), all others are what is scored; averaged over %d draws of these rows.", validationRows, linearDraws),
	}
	if widths := o.widths(); !slices.Equal(widths, paperWidths()) {
		protocol = append(protocol, fmt.Sprintf("Reduced grid: hidden units %s; the paper chooses among %s (--hidden %s).",
			joinInts(widths, ", "), joinInts(paperWidths(), ", "), joinInts(paperWidths(), ",")))
	}
	return protocol
}

// twoNetworks is the upper half of a table: the network trained on the source alone
// and DANN, on the tasks of each column, beside the paper's percentages.
type twoNetworks struct {
	tasks      func(Options, column) []digitTask
	none, dann []float64
	// within is what the columns have to meet, in percentage points.
	within float64
	// inPairs: the tasks are pairs, for whose number the protocol has room; what was
	// chosen is said, and in how many DANN is ahead.
	inPairs  bool
	protocol string
}

// experiment completes e.
func (n twoNetworks) experiment(e Experiment) Experiment {
	e.journal = digitNetworks
	e.plan = func(ctx context.Context, o Options, p *plan) error {
		mnist, widths := tenDigits(ctx, o, true), o.widths()
		columns := collect(o.columns(), func(c column) [2][][]trained {
			tasks := n.tasks(o, c)
			return [2][][]trained{o.train(p, o.sourceOnly(), tasks, widths, mnist), o.train(p, o.dann(), tasks, widths, mnist)}
		})
		p.report = func(r *Report) {
			protocol := n.protocol
			if n.inPairs {
				protocol = fmt.Sprintf(protocol, len(columns[0][0]))
			}
			r.Seeds, r.Protocol = o.seeds(1), append(o.networkProtocol(o.dann()), protocol)
			if n.inPairs {
				r.Protocol = append(r.Protocol, fewer(len(columns[0][0]))...)
			}
			for i, c := range o.columns() {
				n.report(r, c, widths, reach(columns[i][0], widths), reach(columns[i][1], widths))
			}
		}
		return nil
	}
	return e
}

func (n twoNetworks) report(r *Report, c column, widths []int, plain, adapted reached) {
	paper := func(means []float64) float64 {
		if n.inPairs {
			return c.meanOf(means, len(plain.test))
		}
		return c.of(means)
	}
	none := percent(c.name, "No Adaptation (NN)", paper(n.none), estimate(plain.test))
	dann := percent(c.name, "DANN", paper(n.dann), estimate(adapted.test))
	none.Within, dann.Within = n.within, n.within
	gap := dann.Ours.Mean - none.Ours.Mean
	claim := Claim{c.name + ": DANN hurts", fmt.Sprintf("%+.2f points", gap) + besidePaper("%+.2f", dann.Paper-none.Paper), gap < 0}
	if c.of(n.dann) > c.of(n.none) {
		claim.Statement, claim.Holds = c.name+": DANN helps", gap > 0
	}
	if n.inPairs {
		none.Chosen, dann.Chosen = plain.widths(widths), adapted.widths(widths)
		claim.Measured += fmt.Sprintf("; ahead in %d of %d pairs", ahead(adapted.test, plain.test), len(plain.test))
	}
	r.Rows = append(r.Rows, none, dann)
	r.Claims = append(r.Claims, claim)
}
