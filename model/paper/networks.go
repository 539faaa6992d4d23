package paper

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"larui/datasets"
	"larui/model"
	"larui/model/rivals"
)

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

// checkWidths returns an error where a hidden width is impossible.
func (o Options) checkWidths() error {
	for i, w := range o.Widths {
		if w < 1 || w > rivals.MaxHidden {
			return fmt.Errorf("%w: %d hidden units; from 1 to %d are possible", ErrOptions, w, rivals.MaxHidden)
		}
		if slices.Contains(o.Widths[:i], w) {
			return fmt.Errorf("%w: %d hidden units are given twice", ErrOptions, w)
		}
	}
	return nil
}

// training returns the options of the networks, and what to call them: those of
// the published code, or the textbook's.
func (o Options) training() (rivals.Training, string) {
	if o.Textbook {
		return rivals.Training{}, "textbook"
	}
	return rivals.Training{Published: true}, "published"
}

// The networks of Tables 2, 3 and 5.

func (o Options) sourceOnly() rivals.Method {
	t, _ := o.training()
	return rivals.SourceOnly(t)
}

func (o Options) dann() rivals.Method {
	t, _ := o.training()
	return rivals.DANN(t)
}

// What the paper's tables call the networks.
const (
	noAdaptationNN = "No Adaptation (NN)"
	dannRow        = "DANN"
)

// A trainedResult is what one training of a network leads to.
type trainedResult struct {
	// Draws holds the accuracies on the validation rows and on the others, for each
	// of linearDraws draws.
	Draws []scored `json:"draws"`
	// Target and Source are the accuracies on all rows.
	Target float64 `json:"target"`
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
	p := rivals.Problem{Task: d.Task, Classes: d.Classes, Source: d.Source, Target: d.Target.X}
	c, err := m.Train(ctx, p, rivals.Hyper{Hidden: width}, seed, nil)
	if err != nil {
		return r, err
	}
	right := rightOf(d.Task.Predict(c.Scores(d.Target.X)), d.Target.Y)
	for seed := range linearDraws {
		var s scored
		s.Validation, s.Test = newDraw(len(right), validationRows, uint64(seed)).score(right)
		r.Draws = append(r.Draws, s)
	}
	r.Target = shareOf(right)
	r.Source = share(d.Task.Predict(c.Scores(d.Source.X)), d.Source.Y)
	if judge, ok := c.(rivals.DomainClassifier); ok {
		r.Discriminator = judge.DomainAccuracy(d.Source.X, d.Target.X)
	}
	if seer, ok := c.(rivals.Representer); ok {
		r.Neighbour, err = rivals.NeighbourAccuracy(ctx, seer, d.Source, d.Target)
	}
	return r, err
}

// The mean and standard deviation of pixels by which the published code shifts and
// scales its networks' inputs.
const (
	pixelMean      = 0.2973
	pixelDeviation = 0.3278
)

// standardize shifts and scales pixels to what the networks see.
func standardize(x *mat.Dense) {
	x.Apply(func(_, _ int, v float64) float64 { return (v - pixelMean) / pixelDeviation }, x)
}

// pixels opens the column for the networks: no constant feature, since they have
// biases, and the pixels standardized.
func (c column) pixels(ctx context.Context, o Options, seed uint64, digits ...int) (model.Data, error) {
	s := c.spec(o, seed)
	s.Classes, s.Bias = digits, false
	pair, err := datasets.Open(ctx, s, nil)
	if err != nil {
		return model.Data{}, err
	}
	d := pair.Data
	standardize(d.Source.X)
	standardize(d.Target.X)
	return d, nil
}

// trainedKey names a training of a task.
func (o Options) trainedKey(task string, m rivals.Method, width int, seed uint64) string {
	_, variant := o.training()
	return fmt.Sprintf("%s, %s, %s, %d hidden units, seed %d", task, m.Name, variant, width, seed)
}

// trainedUnits returns the units of the methods on a task of a column.
func (o Options) trainedUnits(c column, task string, methods []rivals.Method, widths []int, open func(ctx context.Context, seed uint64) (model.Data, error)) []Unit {
	var units []Unit
	for _, seed := range o.seeds(1) {
		for _, width := range widths {
			for _, m := range methods {
				u := unit(o.trainedKey(task, m, width, seed), func(ctx context.Context) (trainedResult, error) {
					d, err := open(ctx, seed)
					if err != nil {
						return trainedResult{}, err
					}
					return trainNetwork(ctx, m, d, width, seed)
				})
				u.Cost = c.trainingCost(m, width)
				units = append(units, u)
			}
		}
	}
	return units
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

// A selected is what the draws of validation rows choose of a method's widths on a
// task, averaged over draws and seeds.
type selected struct {
	test, source, discriminator float64
	// neighbour is the accuracy of the 1-NN probe at probeWidth, NaN where that is
	// not among the widths.
	neighbour float64
	// chosen counts how often each width was chosen.
	chosen map[int]int
}

// choose averages over seeds and draws what the highest validation accuracy
// chooses, the last of equals in the order of the grid.
func (o Options) choose(results Results, task string, m rivals.Method, widths []int) (selected, error) {
	s := selected{chosen: map[int]int{}, neighbour: math.NaN()}
	var tests, sources, discriminators, neighbours []float64
	for _, seed := range o.seeds(1) {
		trained := make([]trainedResult, len(widths))
		for i, width := range widths {
			var err error
			key := o.trainedKey(task, m, width, seed)
			if trained[i], err = resultOf[trainedResult](results, key); err != nil {
				return s, err
			}
			if len(trained[i].Draws) != linearDraws {
				return s, fmt.Errorf("the result of the unit %s has %d draws, not %d", key, len(trained[i].Draws), linearDraws)
			}
			if width == probeWidth {
				neighbours = append(neighbours, trained[i].Neighbour)
			}
		}
		for d := range linearDraws {
			best := 0
			for i := range trained {
				if trained[i].Draws[d].Validation >= trained[best].Draws[d].Validation {
					best = i
				}
			}
			s.chosen[widths[best]]++
			tests = append(tests, trained[best].Draws[d].Test)
			sources = append(sources, trained[best].Source)
			discriminators = append(discriminators, trained[best].Discriminator)
		}
	}
	s.test, s.source, s.discriminator = stat.Mean(tests, nil), stat.Mean(sources, nil), stat.Mean(discriminators, nil)
	if neighbours != nil {
		s.neighbour = stat.Mean(neighbours, nil)
	}
	return s, nil
}

// chosenWidths names the widths chosen with their share in percent, empty where
// there was nothing to choose.
func chosenWidths(counts map[int]int, widths []int) string {
	if len(widths) < 2 {
		return ""
	}
	total := 0
	for _, n := range counts {
		total += n
	}
	var parts []string
	for _, w := range widths {
		if n := counts[w]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d (%d %%)", w, (100*n+total/2)/total))
		}
	}
	return "hidden units " + strings.Join(parts, ", ")
}

// networkProtocol says how the networks were trained and chosen.
func (o Options) networkProtocol(m rivals.Method) []string {
	_, variant := o.training()
	protocol := []string{
		fmt.Sprintf("Networks with one hidden ReLU layer, 10 epochs of SGD in batches of 32, rate 0.01, momentum 0.9; the %s variant (%s). Pixels are (x − %g)/%g.", variant, m.Variant, pixelMean, pixelDeviation),
		fmt.Sprintf("Of the target, %d labelled rows choose the width (the last of equals), all others are what is scored; averaged over %d draws of these rows.", validationRows, linearDraws),
	}
	if widths := o.widths(); !slices.Equal(widths, paperWidths()) {
		protocol = append(protocol, fmt.Sprintf("Reduced grid: hidden units %s; the paper chooses among %s (--hidden %s).",
			joinInts(widths, ", "), joinInts(paperWidths(), ", "), joinInts(paperWidths(), ",")))
	}
	return protocol
}

func joinInts(values []int, between string) string {
	var texts []string
	for _, v := range values {
		texts = append(texts, fmt.Sprint(v))
	}
	return strings.Join(texts, between)
}
