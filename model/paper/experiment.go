package paper

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"larui/model/rivals"
)

// Errors that are told apart.
var (
	// ErrUnknown: no experiment has that name.
	ErrUnknown = errors.New("unknown experiment")
	// ErrOptions: an option has a value that an experiment can't honour.
	ErrOptions = errors.New("not possible")
)

// An Experiment is a table or figure of the paper.
type Experiment struct {
	// Name is how the command line calls it; Title says what it is, and Where in
	// the paper it stands: "Table 2".
	Name, Title, Where string
	// Needs says which data have to be there; empty where all is generated.
	Needs string
	// About is how long it takes on two cores with the default options.
	About time.Duration
	// Uses names the fields of Options that make a difference to it.
	Uses []string
	// Revision grows whenever the same options and data give other results: a
	// journal of an earlier revision is not used.
	Revision int

	// files lists the files that it reads under the options, which must be there;
	// nil where there are none. What they hold tells journals apart.
	files func(o Options) ([]string, error)
	// plan fills in what is to be done under the options.
	plan func(ctx context.Context, o Options, p *plan) error
	// journal is the name of the journal where that is not Name: that of the
	// experiment whose units these are.
	journal string
}

// Draws tells whether the report has curves: where the paper has a figure.
func (e Experiment) Draws() bool { return strings.Contains(strings.ToLower(e.Where), "figure") }

// Options say how much of an experiment to run. The zero value is the paper's
// extent.
type Options struct {
	// Seeds is the number of seeds, 0, 1, …; 0 stands for the experiment's default.
	Seeds int
	// Pairs are the pairs of digits to average over, the lower one first; nil
	// stands for all 45.
	Pairs [][2]int
	// Columns are the names of the columns of the tables on digits; nil stands for
	// all.
	Columns []string
	// Data is the folder that holds mnist/, usps/ and bike/, as datasets.Spec.Data.
	Data string
	// Features names files of features for the tasks of Table 1 whose data are not
	// in Data, by the task's name: "CIFAR-10".
	Features map[string]string
	// Widths are the hidden widths that networks on digits are chosen among; nil
	// stands for 128 alone, the paper has 128, 256, 512 and 1024.
	Widths []int
	// Textbook trains networks on the textbook's loss and clock, instead of those of
	// the published code.
	Textbook bool
	// Embeddings is the folder of the sentence embeddings of Table 4.
	Embeddings string
}

// seeds returns the seeds, n of them unless the options say otherwise.
func (o Options) seeds(n int) []uint64 {
	if o.Seeds > 0 {
		n = o.Seeds
	}
	seeds := make([]uint64, n)
	for i := range seeds {
		seeds[i] = uint64(i)
	}
	return seeds
}

// check returns an error that wraps ErrOptions where the options are impossible.
func (o Options) check() error {
	if o.Seeds < 0 {
		return fmt.Errorf("%w: %d seeds", ErrOptions, o.Seeds)
	}
	for i, p := range o.Pairs {
		if p[0] < 0 || p[0] >= p[1] || p[1] > 9 {
			return fmt.Errorf("%w: %d,%d is not a pair of two digits, the lower one first", ErrOptions, p[0], p[1])
		}
		if slices.Contains(o.Pairs[:i], p) {
			return fmt.Errorf("%w: the pair %d,%d is given twice", ErrOptions, p[0], p[1])
		}
	}
	for i, w := range o.Widths {
		if w < 1 || w > rivals.MaxHidden {
			return fmt.Errorf("%w: %d hidden units; from 1 to %d are possible", ErrOptions, w, rivals.MaxHidden)
		}
		if slices.Contains(o.Widths[:i], w) {
			return fmt.Errorf("%w: %d hidden units are given twice", ErrOptions, w)
		}
	}
	for i, name := range o.Columns {
		if !slices.Contains(ColumnNames(), name) || slices.Contains(o.Columns[:i], name) {
			return fmt.Errorf("%w: column %q: choose of %s, each once", ErrOptions, name, strings.Join(ColumnNames(), ", "))
		}
	}
	return nil
}

// A plan is what an experiment does under some options: units, in a fixed order and
// with distinct keys, and what is said of them once all have their results.
type plan struct {
	units  []unit
	report func(r *Report)
}

// A unit is a piece of an experiment. Its result follows from its key and the data
// alone, whatever else runs.
type unit struct {
	// key names it within the experiment, with all options that make a difference
	// to it: "M→U 3,8, seed 0".
	key string
	// cost is how long it takes in relation to other units; 0 stands for 1.
	cost float64
	// alone tells that it needs so much memory that no other should run beside it.
	alone bool
	// run does the work and returns a result that JSON can hold. It obeys the
	// context within 50 ms.
	run func(ctx context.Context) (any, error)
	// result is where the result goes, by way of the journal.
	result any
}

// add adds a unit to the plan that does what run does, and returns where its result
// will be.
func add[R any](p *plan, u unit, run func(ctx context.Context) (R, error)) *R {
	result := new(R)
	u.result, u.run = result, func(ctx context.Context) (any, error) { return run(ctx) }
	p.units = append(p.units, u)
	return result
}

// addSeeds adds a unit like u for each seed, of which its key is made: "seed %d".
func addSeeds[R any](p *plan, u unit, seeds []uint64, run func(ctx context.Context, seed uint64) (R, error)) []*R {
	format := u.key
	return collect(seeds, func(seed uint64) *R {
		u.key = fmt.Sprintf(format, seed)
		return add(p, u, func(ctx context.Context) (R, error) { return run(ctx, seed) })
	})
}

// overSeeds completes an experiment that has one unit for each of n seeds, unless
// the options say otherwise: run does what there is to do with a seed, and report
// says what all seeds came to.
func overSeeds[R any](e Experiment, n int, run func(ctx context.Context, seed uint64) (R, error), report func(r *Report, all []*R)) Experiment {
	e.Uses = []string{"Seeds"}
	e.plan = func(ctx context.Context, o Options, p *plan) error {
		seeds := o.seeds(n)
		all := addSeeds(p, unit{key: "seed %d"}, seeds, run)
		p.report = func(r *Report) {
			r.Seeds = seeds
			report(r, all)
		}
		return nil
	}
	return e
}

// Experiments returns all experiments, in the order of the paper.
func Experiments() []Experiment {
	return []Experiment{
		table1(),
		figure1(),
		figure2(),
		table2(),
		table2Networks(),
		table3(),
		table4(),
		bound(),
		table5(),
		table5Networks(),
		figureLambda(),
		regression(),
		reviews(),
		objects(),
		choosing(),
	}
}

// Find returns the experiment called name. The error wraps ErrUnknown.
func Find(name string) (Experiment, error) {
	all := Experiments()
	names := collect(all, func(e Experiment) string { return e.Name })
	if i := slices.Index(names, name); i >= 0 {
		return all[i], nil
	}
	return Experiment{}, fmt.Errorf("%w %q: there are %s", ErrUnknown, name, strings.Join(names, ", "))
}
