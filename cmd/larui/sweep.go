package main

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"larui/model"
	"larui/tui/session"
)

const sweepHelp = `Solve every combination of several values of k, k̃ and λ, in closed form and by
gradient descent stopped after each of several numbers of epochs.

Without lists it is a path of λ at the pair's own k and k̃. --grid paper takes the
candidates of the paper: k and k̃ in 8, 16, 32, … up to the ranks, λ in 0.1, 10,
1000.`

const sweepExamples = `  larui sweep --lambda 0.1,1,10,100
  larui sweep mnist-usps --classes 3,5 --k 8,16 --ktilde 8,16 --lambda 0.1,10,1000 --epochs 500,5000
  larui sweep mnist-usps --classes 3,5 --grid paper --format csv`

// sweptControls are the controls that take several values in a sweep.
var sweptControls = [...]string{"k", "ktilde", "lambda", "epochs"}

// lambdaPath is the path of λ where none is given.
func lambdaPath() []float64 { return []float64{0.001, 0.01, 0.1, 1, 10, 100, 1000} }

// formatList writes values as --lambda takes them.
func formatList(values []float64) string {
	var texts []string
	for _, v := range values {
		texts = append(texts, short(v))
	}
	return strings.Join(texts, ",")
}

// newSweep returns `larui sweep`.
func newSweep(opener *opener) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "sweep [PAIR]",
		Short:   "Solve a path of λ or a grid of (k, k̃, λ)",
		Long:    sweepHelp,
		Example: sweepExamples,
		Args:    atMostOnePair,
	}
	call := newCall(cmd, func(session.Option) bool { return true }, sweptControls[:]...)
	named := ""
	grids := []string{"paper"}
	cmd.Flags().Var(newChoice(&named, grids, grids), "grid", "a named grid instead of lists: paper")
	complete(cmd, "grid", grids...)
	cmd.Flags().Lookup("lambda").DefValue = formatList(lambdaPath())
	format := addFormat(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if named != "" {
			for _, name := range []string{"k", "ktilde", "lambda"} {
				if cmd.Flags().Changed(name) {
					return wrongf("--grid %s and --%s exclude each other", named, name)
				}
			}
		}
		session, params, err := call.open(cmd.Context(), args, opener)
		if err != nil {
			return err
		}
		grid, err := call.grid(session, params, named)
		if err != nil {
			return err
		}
		s, err := sweep(cmd.Context(), session, grid, opener.progress)
		if err != nil {
			return err
		}
		text, err := encode(*format, s.report, s.rows, s.text)
		if err != nil {
			return err
		}
		cmd.Print(text)
		return nil
	}
	return cmd
}

// grid returns the grid of the call: the values of each swept control, that of
// base where none are given.
func (c *call) grid(session *session.Session, base model.Params, named string) (model.Grid, error) {
	g := model.Grid{K: []int{base.K}, KTilde: []int{base.KTilde}, Lambda: lambdaPath(), Epochs: []int{base.Epochs}, Base: base}
	if named == "paper" {
		g.K, g.KTilde, g.Lambda = session.Problem.PaperGrid()
	}
	var err error
	take := func(name string, use func([]model.Params)) {
		if texts := c.values[name]; err == nil && len(texts) > 0 {
			var params []model.Params
			params, err = parseList(session, name, texts)
			use(params)
		}
	}
	take("k", func(ps []model.Params) { g.K = collect(ps, func(p model.Params) int { return p.K }) })
	take("ktilde", func(ps []model.Params) { g.KTilde = collect(ps, func(p model.Params) int { return p.KTilde }) })
	take("lambda", func(ps []model.Params) { g.Lambda = collect(ps, func(p model.Params) float64 { return p.Lambda }) })
	take("epochs", func(ps []model.Params) {
		g.Epochs = collect(ps, func(p model.Params) int { return p.Epochs })
		slices.Sort(g.Epochs)
	})
	return g, err
}

// parseList returns the parameters of the session at each value of a control.
func parseList(session *session.Session, name string, texts []string) ([]model.Params, error) {
	var params []model.Params
	for _, text := range texts {
		state, err := begin(session, map[string]string{name: text})
		if err != nil {
			return nil, err
		}
		params = append(params, state.Params)
	}
	return params, nil
}

// collect returns the distinct values of a field in the order of params.
func collect[T comparable](params []model.Params, field func(model.Params) T) []T {
	var values []T
	for _, p := range params {
		if v := field(p); !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}

// A swept is a grid of a session with its solutions.
type swept struct {
	session *session.Session
	grid    model.Grid
	report  sweepReport
}

func sweep(ctx context.Context, session *session.Session, grid model.Grid, progress *progress) (*swept, error) {
	began := time.Now()
	cells, err := model.Sweep(ctx, session.Problem, grid, progress.solving)
	if err != nil {
		return nil, err
	}
	none := model.NewSolver(session.Problem).NoneAt(grid.Base, grid.Epochs)
	s := &swept{session: session, grid: grid}
	s.report = sweepReport{Pair: reportPair(session.Pair), None: reportRuns(none, grid.Epochs), Cells: []cellReport{}}
	for _, c := range cells {
		s.report.Cells = append(s.report.Cells,
			cellReport{c.K, c.KTilde, c.Lambda, reportClosed(c.Closed), reportRuns(c.Descent, grid.Epochs)})
	}
	s.report.Best = bestReports{ByValidation: s.best(validationScore), ByTarget: s.best(targetScore)}
	s.report.Timing = reportTiming(session, time.Since(began))
	return s, nil
}

// A score picks the accuracy and the squared error on one domain.
type score func(scores) (accuracy, mse number)

func sourceScore(s scores) (accuracy, mse number)     { return s.SourceAccuracy, s.SourceMSE }
func targetScore(s scores) (accuracy, mse number)     { return s.TargetAccuracy, s.TargetMSE }
func validationScore(s scores) (accuracy, mse number) { return s.ValidationAccuracy, s.ValidationMSE }

// best returns the descent with the highest accuracy on a domain, or for
// regression with the lowest squared error, the first of equals; nil where no
// descent has a score there.
func (s *swept) best(of score) *bestReport {
	var best *bestReport
	var highest number
	for _, cell := range s.report.Cells {
		for _, run := range cell.Descent {
			value, mse := of(run.scores)
			if s.session.Pair.Task == model.Regression {
				value = -mse
			}
			if value.known() && (best == nil || value > highest) {
				best, highest = reportBest(cell, run), value
			}
		}
	}
	return best
}

// A sweepRow is a line of the CSV of `larui sweep`: a cell after a number of
// epochs.
type sweepRow struct {
	K      int     `json:"k"`
	KTilde int     `json:"ktilde"`
	Lambda float64 `json:"lambda"`
	runReport
	Closed closedReport `json:"closed"`
}

func (s *swept) rows() []sweepRow {
	var rows []sweepRow
	for _, c := range s.report.Cells {
		for _, run := range c.Descent {
			rows = append(rows, sweepRow{c.K, c.KTilde, c.Lambda, run, c.Closed})
		}
	}
	return rows
}

// text writes the report for people to read.
func (s *swept) text(b *strings.Builder) {
	writePair(b, s.session)
	b.WriteByte('\n')
	s.writeCells(b)
	b.WriteByte('\n')
	s.writeBest(b)
	writeNotes(b, s.remarks(), s.session.Pair.Notes)
	writeTiming(b, s.report.Timing)
}
