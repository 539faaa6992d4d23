package paper

import (
	"context"
	"strings"
	"time"
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
	// Settings names the fields of Options.Rivals that do.
	Settings []string
	// Revision grows whenever the same options and data give other results: a
	// journal of an earlier revision is not used.
	Revision int

	// files lists the files that it reads under the options, which must be there;
	// nil where there are none. What they hold tells journals apart.
	files func(ctx context.Context, o Options) ([]string, error)
	// plan fills in what is to be done under the options.
	plan func(ctx context.Context, o Options, p *plan) error
	// journal is the name of the journal where that is not Name: that of the
	// experiment whose units these are.
	journal string
}

// Draws tells whether the report has curves: where the paper has a figure.
func (e Experiment) Draws() bool { return strings.Contains(strings.ToLower(e.Where), "figure") }

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
