package paper

import (
	"context"
	"strings"
	"time"
)

// An Experiment reproduces a table, figure or statement of the paper, or goes beyond the paper.
type Experiment struct {
	// Name is the name on the command line, Title a short description, and Where the place in the
	// paper, such as "Table 2".
	Name, Title, Where string
	// Needs names the required data; empty if the experiment generates all data.
	Needs string
	// Duration is the approximate duration on two cores with the default options.
	Duration time.Duration
	// Uses has the names of the options that the experiment uses, as on the command line
	// (target-part for TargetPart); other options have no effect.
	Uses []string
	// Settings has the names of the fields of Options.Rivals that the experiment uses.
	Settings []string
	// Revision must increase when a change of the code changes the results. It is part of the
	// journal's name, so results of earlier revisions are not used.
	Revision int

	// files returns the files that the experiment reads; all must exist. files is nil if there are
	// none. The journal's name depends on the files' contents.
	files func(ctx context.Context, o Options) ([]string, error)
	// plan adds units to p and sets p.report.
	plan func(ctx context.Context, o Options, p *plan) error
	// journal is the name of a journal that several experiments share; empty for a journal of the
	// experiment's own.
	journal string
}

// HasCurves reports whether the report has curves, as reports on figures of the paper have.
func (e Experiment) HasCurves() bool { return strings.Contains(strings.ToLower(e.Where), "figure") }

// repeatOverSeeds returns e with a unit for each seed; n is the default number of seeds. run
// returns the result of a seed. report adds the results of all seeds to r.
func repeatOverSeeds[R any](e Experiment, n int, run func(ctx context.Context, seed uint64) (R, error), report func(r *Report, all []*R)) Experiment {
	e.Uses = []string{"seeds"}
	e.plan = func(ctx context.Context, o Options, p *plan) error {
		seeds := o.seeds(n)
		all := addSeedUnits(p, unit{}, seeds, run)
		p.report = func(r *Report) {
			r.Seeds = seeds
			report(r, all)
		}
		return nil
	}
	return e
}
