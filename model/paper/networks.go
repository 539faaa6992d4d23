package paper

import (
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
	Draws []scored `json:"draws"`
	// Source is the accuracy on the source.
	Source float64 `json:"source"`
	// Discriminator is the discriminator's accuracy, both domains weighing the
	// same; 0 without one. Neighbour is the accuracy of the 1-NN probe.
	Discriminator float64 `json:"discriminator,omitempty"`
	Neighbour     float64 `json:"neighbour"`
}

// A scored is a pair of accuracies.
type scored struct {
	Validation float64 `json:"validation"`
	Test       float64 `json:"test"`
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
		var s scored
		s.Validation, s.Test = newDraw(len(right), validationRows, uint64(seed)).score(right)
		r.Draws = append(r.Draws, s)
	}
	if r.Source, err = rivals.Score(ctx, d.Task, c.Scores, d.Source); err != nil {
		return r, err
	}
	if judge, ok := c.(rivals.DomainClassifier); ok {
		r.Discriminator = judge.DomainAccuracy(d.Source.X, d.Target.X)
	}
	r.Neighbour, err = rivals.NeighbourAccuracy(ctx, c.(rivals.Representer), d.Source, d.Target)
	return r, err
}

// trainedKey names a training of a task.
func (o Options) trainedKey(t digitTask, m rivals.Method, width int, seed uint64) string {
	return fmt.Sprintf("%s, %s, %s, %d hidden units, seed %d", t, m.Name, o.variant(), width, seed)
}

// trainedUnits returns the units of the methods on the tasks of all columns.
func (o Options) trainedUnits(tasks func(Options, column) []digitTask, methods []rivals.Method, widths []int) ([]Unit, error) {
	columns, err := o.columns()
	// Without a ratio the pixels are the same for every seed.
	shared := &kept{}
	var units []Unit
	for _, c := range columns {
		for _, t := range tasks(o, c) {
			for _, seed := range o.seeds(1) {
				for _, width := range widths {
					for _, m := range methods {
						u := unit(o.trainedKey(t, m, width, seed), func(ctx context.Context) (trainedResult, error) {
							d, err := t.open(ctx, o, seed, true, shared)
							if err != nil {
								return trainedResult{}, err
							}
							return trainNetwork(ctx, m, d, width, seed)
						})
						// Sixty thousand pictures of 784 pixels are 376 MB.
						u.Cost, u.Alone = c.trainingCost(m, width), t.digits == nil && c.pair == "mnist-usps"
						units = append(units, u)
					}
				}
			}
		}
	}
	return units, err
}

// trainingCost is about how long a training takes beside others: it sees every
// source row in each epoch, and an adapted one as many target rows.
func (c column) trainingCost(m rivals.Method, width int) float64 {
	cost := float64(width) / probeWidth * (1 + c.ratio) / 2
	if c.pair == "usps-mnist" {
		cost /= 8
	}
	if m.Name == dannRow {
		cost *= 2
	}
	return cost
}

// A reached column holds what a method reaches on each of its tasks, in percent,
// with the widths that the draws of validation rows choose, averaged over draws and
// seeds.
type reached struct {
	test, source, discriminator []float64
	// neighbour is the accuracy of the 1-NN probe at the last of the widths.
	neighbour []float64
	// chosen counts how often each width was chosen.
	chosen map[int]int
}

// reach averages over seeds and draws what the highest validation accuracy chooses,
// the last of equals in the order of the grid.
func (o Options) reach(results Results, tasks []digitTask, m rivals.Method, widths []int) (reached, error) {
	all := reached{chosen: map[int]int{}}
	for _, t := range tasks {
		var tests, sources, discriminators, neighbours []float64
		for _, seed := range o.seeds(1) {
			trained := make([]trainedResult, len(widths))
			for i, width := range widths {
				var err error
				if trained[i], err = resultOf[trainedResult](results, o.trainedKey(t, m, width, seed)); err != nil {
					return all, err
				}
			}
			for d := range linearDraws {
				best := 0
				for i := range trained {
					if trained[i].Draws[d].Validation >= trained[best].Draws[d].Validation {
						best = i
					}
				}
				all.chosen[widths[best]]++
				tests = append(tests, trained[best].Draws[d].Test)
				sources = append(sources, trained[best].Source)
				discriminators = append(discriminators, trained[best].Discriminator)
			}
			neighbours = append(neighbours, trained[len(trained)-1].Neighbour)
		}
		all.test, all.source = append(all.test, 100*stat.Mean(tests, nil)), append(all.source, 100*stat.Mean(sources, nil))
		all.discriminator = append(all.discriminator, 100*stat.Mean(discriminators, nil))
		all.neighbour = append(all.neighbour, 100*stat.Mean(neighbours, nil))
	}
	return all, nil
}

// widths names the widths chosen with their share in percent, empty where there was
// nothing to choose.
func (r reached) widths(of []int) string {
	if len(of) < 2 {
		return ""
	}
	total := 0
	for _, n := range r.chosen {
		total += n
	}
	var parts []string
	for _, w := range of {
		if n := r.chosen[w]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d (%d %%)", w, (100*n+total/2)/total))
		}
	}
	return "hidden units " + strings.Join(parts, ", ")
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

// What the paper's tables call the networks.
const (
	noAdaptationNN = "No Adaptation (NN)"
	dannRow        = "DANN"
)

// twoNetworks is the upper half of a table: the network trained on the source alone
// and DANN, on the tasks of each column, beside the paper's percentages.
type twoNetworks struct {
	tasks      func(Options, column) []digitTask
	none, dann map[string]float64
	// protocol has room for the number of tasks in a column, where these are pairs:
	// then what was chosen is said, and in how many DANN is ahead.
	protocol string
}

// experiment completes e.
func (n twoNetworks) experiment(e Experiment) Experiment {
	e.journal = digitNetworks
	e.Units = func(o Options) ([]Unit, error) {
		return o.trainedUnits(n.tasks, []rivals.Method{o.sourceOnly(), o.dann()}, o.widths())
	}
	e.Report = n.report
	return e
}

func (n twoNetworks) report(o Options, results Results) (*Report, error) {
	columns, err := o.columns()
	if err != nil {
		return nil, err
	}
	protocol, inPairs := n.protocol, strings.Contains(n.protocol, "%d")
	if inPairs {
		protocol = fmt.Sprintf(protocol, len(n.tasks(o, columns[0])))
	}
	r := &Report{Seeds: o.seeds(1), Protocol: append(o.networkProtocol(o.dann()), protocol)}
	for _, c := range columns {
		plain, err := o.reach(results, n.tasks(o, c), o.sourceOnly(), o.widths())
		if err != nil {
			return nil, err
		}
		adapted, err := o.reach(results, n.tasks(o, c), o.dann(), o.widths())
		if err != nil {
			return nil, err
		}
		none := percent(c.name, noAdaptationNN, n.none[c.name], estimate(plain.test))
		dann := percent(c.name, dannRow, n.dann[c.name], estimate(adapted.test))
		gap := dann.Ours.Mean - none.Ours.Mean
		claim := Claim{c.name + ": DANN hurts", fmt.Sprintf("%+.2f points (paper: %+.2f)", gap, dann.Paper-none.Paper), gap < 0}
		if dann.Paper > none.Paper {
			claim.Statement, claim.Holds = c.name+": DANN helps", gap > 0
		}
		if inPairs {
			none.Chosen, dann.Chosen = plain.widths(o.widths()), adapted.widths(o.widths())
			claim.Measured += fmt.Sprintf("; ahead in %d of %d pairs", ahead(adapted.test, plain.test), len(plain.test))
		}
		r.Rows = append(r.Rows, none, dann)
		r.Claims = append(r.Claims, claim)
	}
	return r, nil
}
