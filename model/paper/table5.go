package paper

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/stat"

	"larui/datasets"
	"larui/model"
)

// table5Name is also the name of the journal that figureLambda shares with it.
const table5Name = "table5-linear"

// table5 is the linear half of Table 5: all ten digits at once.
func table5() Experiment {
	return Experiment{
		Name: table5Name, Title: "MNIST–USPS, ten digits: no adaptation and LAR", Where: "Table 5, lower half",
		Needs: digitsNeeded, About: 10 * time.Minute, Uses: []string{"Seeds", "Columns", "Data"}, Revision: 3,
		Files: digitFiles, Units: table5Units, Report: table5Report,
	}
}

// multiclassEpochs are the numbers of epochs that are looked at, judgedEpochs the one
// that is set beside the paper's. The paper gives none for its Table 5: appendix B
// has 5,000 for pairs of digits, the published code 500. After 1,000 and after 2,000
// no adaptation, in which nothing is chosen, is within 1.5 points of the paper's in
// all five columns; of the two, LAR is nearer to the paper's after 1,000.
func multiclassEpochs() []int { return []int{shortEpochs, judgedEpochs, 2000, linearEpochs} }

const (
	judgedEpochs = 1000
	judged       = 1 // its place in multiclassEpochs
)

// A multiclassResult is one task in one column: a run for each of
// multiclassEpochs.
type multiclassResult struct {
	Runs []multiclassRun `json:"runs"`
	// Diverged of Settings descents diverge and can't be chosen.
	Settings int `json:"settings"`
	Diverged int `json:"diverged"`
}

// A multiclassRun is what descent of some epochs leads to.
type multiclassRun struct {
	// None and LAR hold the accuracy without adaptation, and the choice, for each
	// draw of the validation rows.
	None []float64 `json:"none"`
	LAR  []choice  `json:"lar"`
	// Best is the accuracy on all target rows of the setting that is best there.
	Best float64 `json:"best"`
	// ByLambda holds for each of sensitivityWeights the accuracy at that λ with the
	// k and k̃ chosen for it, averaged over the draws; 0 where all descents diverge.
	ByLambda []float64 `json:"byLambda"`
}

// subsamplingTasks returns the digits of which each in turn is kept whole while
// the nine others are subsampled; without subsampling there is one task, −1.
func (c column) subsamplingTasks() []int {
	if c.ratio == 1 {
		return []int{-1}
	}
	return []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
}

// A multiclassUnit is a unit of Table 5: a task of a column, or a variant of the
// only task of M→U that shows what a choice of the protocol makes.
type multiclassUnit struct {
	column column
	whole  int
	// trainPart: the unlabelled rows and those that hyperparameters are chosen by are
	// the target's train part, as in the published code; the test part is scored.
	trainPart bool
	tail      model.Tail
}

// variants are M→U with the published code's choices, one by one and together.
func variants() []multiclassUnit {
	c := digitColumns()[1]
	return []multiclassUnit{
		{c, -1, true, model.TargetTail},
		{c, -1, false, model.SourceTail},
		{c, -1, true, model.SourceTail},
	}
}

// name says what the variant changes.
func (m multiclassUnit) name() string {
	var changes []string
	if m.trainPart {
		changes = append(changes, "unlabelled rows and validation from the train part")
	}
	if m.tail == model.SourceTail {
		changes = append(changes, "tail weighted by the source")
	}
	return strings.Join(changes, ", ")
}

func (m multiclassUnit) key(draws int) string {
	key := m.column.name
	if m.whole >= 0 {
		key += fmt.Sprintf(", all of digit %d", m.whole)
	}
	if name := m.name(); name != "" {
		key += ", " + name
	}
	return fmt.Sprintf("%s, %d draws", key, draws)
}

// multiclassUnits lists what Table 5 is made of for the columns of the options.
func multiclassUnits(o Options) ([]multiclassUnit, error) {
	columns, err := o.columns()
	if err != nil {
		return nil, err
	}
	var list []multiclassUnit
	for _, c := range columns {
		for _, whole := range c.subsamplingTasks() {
			list = append(list, multiclassUnit{column: c, whole: whole})
		}
		if c == variants()[0].column {
			list = append(list, variants()...)
		}
	}
	return list, nil
}

func table5Units(o Options) ([]Unit, error) {
	list, err := multiclassUnits(o)
	if err != nil {
		return nil, err
	}
	// MNIST's train part is read once for all units that need it.
	shared := &kept[*datasets.Pair]{}
	var units []Unit
	for _, m := range list {
		u := unit(m.key(len(o.seeds(linearDraws))), func(ctx context.Context) (multiclassResult, error) {
			return m.run(ctx, o, shared)
		})
		u.Cost = 1 + 2*m.column.ratio
		units = append(units, u)
	}
	return units, nil
}

func (m multiclassUnit) run(ctx context.Context, o Options, shared *kept[*datasets.Pair]) (multiclassResult, error) {
	pair, err := m.column.tenDigits(ctx, o, shared)
	if err != nil {
		return multiclassResult{}, err
	}
	d := pair.Data
	if m.column.ratio < 1 {
		d.Source = subsample(d.Source, m.whole, m.column.ratio)
	}
	scored := []model.Domain{d.Target}
	if m.trainPart {
		// The train part of one set is the source of the other way round.
		spec := digitColumns()[0].spec(o, 0)
		spec.SourceOnly = true
		train, err := datasets.Open(ctx, spec, nil)
		if err != nil {
			return multiclassResult{}, err
		}
		d.Target = train.Source
		scored = []model.Domain{d.Target, scored[0]}
	}
	return solveMulticlass(ctx, d, m.tail, o.seeds(linearDraws), scored...)
}

// tenDigits opens the column with all ten digits and no row left out.
func (c column) tenDigits(ctx context.Context, o Options, shared *kept[*datasets.Pair]) (*datasets.Pair, error) {
	c.ratio = 1
	if c.pair != "mnist-usps" {
		return c.open(ctx, o, 0, 0)
	}
	return shared.of(func() (*datasets.Pair, error) { return c.open(ctx, o, 0, 0) })
}

// subsample keeps all rows of the digit whole and a share of every other one,
// drawn by a seed of its own.
func subsample(d model.Domain, whole int, ratio float64) model.Domain {
	random := rand.New(rand.NewPCG(uint64(whole), 0x7375627361)) // a stream of its own
	byDigit := map[int][]int{}
	for i, label := range d.Y {
		byDigit[int(label)] = append(byDigit[int(label)], i)
	}
	var rows []int
	for digit := range 10 {
		of := byDigit[digit]
		if digit != whole {
			random.Shuffle(len(of), func(i, j int) { of[i], of[j] = of[j], of[i] })
			of = of[:int(math.Round(ratio*float64(len(of))))]
		}
		rows = append(rows, of...)
	}
	slices.Sort(rows)
	return rowsOf(d, rows)
}

// solveMulticlass solves the paper's grid with one set of hyperparameters for all
// ten outputs, at more values of λ than the paper's. Validation rows are drawn from
// the first of the domains; the last is scored.
func solveMulticlass(ctx context.Context, d model.Data, tail model.Tail, seeds []uint64, scored ...model.Domain) (multiclassResult, error) {
	var r multiclassResult
	d.Source, d.Target = unscored(d.Source), unscored(d.Target)
	p, err := model.NewProblem(ctx, d)
	if err != nil {
		return r, err
	}
	grid := model.Grid{Lambda: sensitivityWeights(), Epochs: multiclassEpochs(), Base: model.Params{Tail: tail}}
	var lambdas []float64
	grid.K, grid.KTilde, lambdas = p.PaperGrid()
	all, err := sweepLinear(ctx, p, grid, scored...)
	if err != nil {
		return r, err
	}
	apart := 0
	if len(scored) > 1 {
		apart = scored[1].Rows()
	}
	drawn := func(seed uint64) draw { return newDraw(all.rows-apart, validationRows, seed).before(apart) }
	paper := all.only(func(lambda float64) bool { return slices.Contains(lambdas, lambda) })
	if len(paper.settings[0]) == 0 {
		return r, errAllDiverge
	}
	r.Settings, r.Diverged = len(paper.settings[0])+len(paper.diverged), len(paper.diverged)
	r.Runs = make([]multiclassRun, len(grid.Epochs))
	for e := range r.Runs {
		run := &r.Runs[e]
		run.Best = best(paper.settings[e], paper.rows, apart)
		for _, seed := range seeds {
			draw := drawn(seed)
			_, none := draw.score(paper.none[e])
			run.None = append(run.None, none)
			run.LAR = append(run.LAR, draw.choose(paper.settings[e]))
		}
	}
	for _, weight := range sensitivityWeights() {
		at := all.only(func(lambda float64) bool { return lambda == weight })
		for e := range r.Runs {
			var tests []float64
			for _, seed := range seeds {
				if len(at.settings[e]) > 0 {
					tests = append(tests, drawn(seed).choose(at.settings[e]).Test)
				}
			}
			mean := 0.0
			if tests != nil {
				mean = stat.Mean(tests, nil)
			}
			r.Runs[e].ByLambda = append(r.Runs[e].ByLambda, mean)
		}
	}
	return r, nil
}
