package paper

import (
	"context"
	"strings"
	"time"
)

// An Experiment reproduces a table, figure or statement of the paper, or extends the paper.
type Experiment struct {
	// Name is the name on the command line, Title a short description, and Where the place in the
	// paper, such as "Table 2".
	Name, Title, Where string
	// Needs describes the required data; empty if all data are generated.
	Needs string
	// About is the approximate duration on two cores with the default options.
	About time.Duration
	// Uses names the fields of Options that change the experiment.
	Uses []string
	// Settings names the fields of Options.Rivals that change the experiment.
	Settings []string
	// Revision increases with every change of the results for the same options and data. Journals
	// of earlier revisions are not used.
	Revision int

	// files returns the files that the experiment reads under the options; all must exist. It is
	// nil if there are none. The journal depends on their contents.
	files func(ctx context.Context, o Options) ([]string, error)
	// plan adds the units for the options, and the report, to p.
	plan func(ctx context.Context, o Options, p *plan) error
	// journal is the name of a journal shared with other experiments; empty for the name of the
	// experiment.
	journal string
}

// Draws reports whether the report has curves: experiments on figures of the paper do.
func (e Experiment) Draws() bool { return strings.Contains(strings.ToLower(e.Where), "figure") }

// overSeeds completes an experiment with one unit per seed, by default n. run computes the result
// of a seed, and report reports the results of all seeds.
func overSeeds[R any](e Experiment, n int, run func(ctx context.Context, seed uint64) (R, error), report func(r *Report, all []*R)) Experiment {
	e.Uses = []string{"Seeds"}
	e.plan = func(ctx context.Context, o Options, p *plan) error {
		seeds := o.seeds(n)
		all := addSeeds(p, unit{}, seeds, run)
		p.report = func(r *Report) {
			r.Seeds = seeds
			report(r, all)
		}
		return nil
	}
	return e
}
