package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"larui/model"
	"larui/model/labelfree"
	"larui/tui/number"
	"larui/tui/session"
)

const sweepHelp = `Solve every combination of several values of k, k̃ and λ, in closed form and by
gradient descent stopped after each of several numbers of epochs.

Without lists it is a path of λ at the pair's own k and k̃. --grid paper takes the
candidates of the paper: k and k̃ in 8, 16, 32, … up to the ranks, λ in 0.1, 10,
1000. --grid search takes those that solve --choose searches: the same, but where a
rank is below 16 all k (or k̃) up to it.

Every descent is judged without labels of the target as well, by joint label
alignment (JLA), and what that would choose is said with the reason. It ranks
settings; it is no estimate of the accuracy.`

const sweepExamples = `  larui sweep --lambda 0.1,1,10,100
  larui sweep mnist-usps --classes 3,5 --k 8,16 --ktilde 8,16 --lambda 0.1,10,1000 --epochs 500,5000
  larui sweep mnist-usps --classes 3,5 --grid paper --format csv`

// lambdaPath returns the default values of λ; the help lists them.
func lambdaPath() []float64 { return []float64{0.001, 0.01, 0.1, 1, 10, 100, 1000} }

// newSweep returns `larui sweep`.
func newSweep(opener *opener) *cobra.Command {
	cmd := newCommand("sweep [PAIR]", "Solve a path of λ or a grid of (k, k̃, λ)",
		sweepHelp, sweepExamples)
	call := newPairCall(cmd, ofLAR, "k", "ktilde", "lambda", "epochs")
	named := ""
	addChoice(cmd, &named, "grid", "a named grid instead of lists: paper or search", "paper", "search")
	cmd.Flags().Lookup("lambda").DefValue = "0.001,0.01,0.1,1,10,100,1000"
	out := addFormat(cmd)
	setWork(cmd, func(ctx context.Context, args []string) error {
		if err := excludes(cmd, "grid", named, "k", "ktilde", "lambda"); err != nil {
			return err
		}
		opened, params, err := call.open(ctx, args, opener)
		if err != nil {
			return err
		}
		grid, err := call.grid(opened, params, named)
		if err != nil {
			return err
		}
		s, err := sweep(ctx, opened, grid, opener.progress)
		if err != nil {
			return err
		}
		return out.print(s, opener.warnings)
	})
	return cmd
}

// grid returns the grid of the call: the given values of each swept option, or the value in base.
func (c call) grid(opened *session.Session, base model.Params, named string) (model.Grid, error) {
	g := model.Grid{K: []int{base.K}, KTilde: []int{base.KTilde}, Lambda: lambdaPath(), Epochs: []int{base.Epochs}, Base: base}
	switch named {
	case "paper":
		g.K, g.KTilde, g.Lambda = opened.Problem.PaperGrid()
	case "search":
		searched := opened.Searched(base, session.LabelFree)
		g.K, g.KTilde, g.Lambda = searched.K, searched.KTilde, searched.Lambda
	}
	err := cmp.Or(
		given(c, opened, "k", &g.K, func(p model.Params) int { return p.K }),
		given(c, opened, "ktilde", &g.KTilde, func(p model.Params) int { return p.KTilde }),
		given(c, opened, "lambda", &g.Lambda, func(p model.Params) float64 { return p.Lambda }),
		given(c, opened, "epochs", &g.Epochs, func(p model.Params) int { return p.Epochs }))
	slices.Sort(g.Epochs)
	return g, err
}

// given replaces values by the distinct values that the call gives for the option, if any.
func given[T comparable](c call, opened *session.Session, name string, values *[]T, of func(model.Params) T) error {
	for i, set := range c[name] {
		params, err := begin(opened, set)
		if err != nil {
			return err
		}
		if i == 0 {
			*values = nil
		}
		if v := of(params); !slices.Contains(*values, v) {
			*values = append(*values, v)
		}
	}
	return nil
}

// A swept is a grid of a session with its solutions.
type swept struct {
	*session.Sweep

	target, source, validation domain
	// held has the scores of the grid on held-out rows of the source; nil if computing them would
	// be slow.
	held *model.CrossValidation
	// choices has the choice without labels for each number of epochs.
	choices []session.Choice
	elapsed time.Duration
}

func sweep(ctx context.Context, opened *session.Session, grid model.Grid, progress *progress) (*swept, error) {
	began := time.Now()
	solved, err := opened.Sweep(ctx, grid, progress.solving)
	if err != nil {
		return nil, err
	}
	target, source, validation := domainsOf(opened.Pair)
	s := &swept{Sweep: solved, target: target, source: source, validation: validation, elapsed: time.Since(began)}
	if opened.QuickFolds(grid.Cells() * len(grid.Epochs)) {
		s.held, err = opened.HeldOutGrid(ctx, grid, progress.solving)
		if err != nil {
			return nil, err
		}
	}
	for e := range grid.Epochs {
		choice, err := solved.Choose(ctx, session.LabelFree, e)
		if err != nil {
			return nil, err
		}
		s.choices = append(s.choices, choice)
	}
	return s, nil
}

func (s *swept) report() record {
	var cells []record
	for i, c := range s.Cells {
		cells = append(cells, record{{"k", c.K}, {"ktilde", c.KTilde}, {"lambda", c.Lambda},
			{"closed", session.ClosedFacts(c.Closed)}, {"descent", s.reportRuns(c.Descent, i)}})
	}
	return record{
		{"pair", reportPair(s.Pair)},
		{"none", s.reportRuns(s.None, -1)},
		{"cells", cells},
		{"best", record{{"byValidation", s.best(s.validation).report()}, {"byTarget", s.best(s.target).report()}}},
		{"labelFree", mapSlice(s.choices, func(c session.Choice) record {
			return record{{"epochs", c.Params.Epochs}, {"choice", reportSetting(c)}, {"leads", reportLeads(c)}, {"why", c.Why}}
		})},
		{"timing", reportTiming(s.Session, s.elapsed)},
	}
}

func (s *swept) rows() *table { return sheet(mapSlice(s.Rows(), recordOf)...) }

// rated returns the rating of cell i, or of no adaptation if i is -1, after the number of epochs
// with index e.
func (s *swept) rated(i, e int) (rating labelfree.Rating, known bool) {
	if i < 0 {
		return s.NoneRating(e)
	}
	rating, _, known = s.Rating(i, e)
	return rating, known
}

// reportRuns returns a record for each descent of cell i, or of no adaptation if i is -1.
func (s *swept) reportRuns(runs []model.Descent, i int) (reports []record) {
	for e, d := range runs {
		var rated record
		if rating, known := s.rated(i, e); known {
			rated = recordOf(session.RatingFacts(rating))
		}
		reports = append(reports, append(recordOf(session.RunFacts(d, s.Grid.Epochs[e])), field{"labelFree", rated}))
	}
	return reports
}

// A stop is the descent of a cell after a number of epochs.
type stop struct {
	model.Cell
	epochs int
	model.Descent
}

// best returns the first descent with the highest score on a domain or, for regression, with the
// lowest error. It returns nil if no descent has a score on the domain.
func (s *swept) best(by domain) *stop {
	var best *stop
	highest := math.Inf(-1)
	for _, cell := range s.Cells {
		for i, run := range cell.Descent {
			value := by.of(run.Evaluation).Score
			if s.Pair.Task == model.Regression {
				value = -value
			}
			if value > highest {
				best, highest = &stop{cell, s.Grid.Epochs[i], run}, value
			}
		}
	}
	return best
}

func (s *stop) report() record {
	if s == nil {
		return nil
	}
	source, target, validation := s.Source, s.Target, s.Validation
	return record{{"k", s.K}, {"ktilde", s.KTilde}, {"lambda", s.Lambda}, {"epochs", s.epochs},
		{"sourceAccuracy", source.Accuracy}, {"targetAccuracy", target.Accuracy},
		{"validationAccuracy", validation.Accuracy},
		{"sourceMSE", source.MSE}, {"targetMSE", target.MSE}, {"validationMSE", validation.MSE}}
}

// text writes the report as text.
func (s *swept) text(b *prose) {
	writePair(b, s.Session)
	s.writeCells(b)
	s.writeBest(b)
	writeNotes(b, s.remarks(), s.Pair.Notes)
	writeTiming(b, s.Session, s.elapsed)
}

// writeCells writes a table with no adaptation and every cell, one row for each number of epochs.
// The numbers are accuracies or, for regression, squared errors, with the change against no
// adaptation on the target.
func (s *swept) writeCells(b *prose) {
	t := newTable("rrrrrlrrrrl")
	jla, source := "JLA", ""
	if !s.target.shares {
		jla = ""
	}
	if s.held != nil {
		source = s.source.name
	}
	t.add("k", "k̃", "λ", "epochs", "target", "", source, s.ifValidated(s.validation.name), jla, "trained to the end, target")
	row := func(k, kTilde, lambda any, i, e int, run model.Descent, change string, closed ...any) {
		if run.Diverges {
			change = "diverges"
		}
		t.add(append([]any{k, kTilde, lambda, s.Grid.Epochs[e], s.target.score(run.Evaluation), change,
			s.heldOut(i, e), s.ifValidated(s.validation.score(run.Evaluation)), writeRating(s.rated(i, e))}, closed...)...)
	}
	for e, run := range s.None {
		row("no adaptation", "", "", -1, e, run, "")
	}
	for i, c := range s.Cells {
		unbounded := ""
		if c.Closed.UnboundedBelow {
			unbounded = "unbounded"
		}
		for e, run := range c.Descent {
			row(c.K, c.KTilde, number.Short(c.Lambda), i, e, run, s.target.change(s.None[e].Evaluation, run.Evaluation),
				s.target.score(c.Closed.Evaluation), unbounded)
		}
	}
	t.write(b)
	if s.Pair.Target.Y != nil {
		b.WriteString(judgedAgainstNone)
	}
	b.line("")
}

// heldOut formats the held-out score on the source of cell i, or of no adaptation if i is -1, after
// the number of epochs with index e. It is empty if unknown.
func (s *swept) heldOut(i, e int) string {
	switch {
	case s.held == nil:
		return ""
	case i < 0:
		return session.SpreadText(s.Pair.Task, s.held.None[e])
	}
	return session.SpreadText(s.Pair.Task, s.held.Descent[i][e])
}

// writeRating formats joint label alignment; empty without a rating.
func writeRating(r labelfree.Rating, known bool) string {
	switch {
	case !known:
		return ""
	case r.Vetoed:
		return "vetoed"
	}
	return number.Even(r.JLA, 4)
}

// ifValidated returns text, or an empty string if there are no validation rows; the table omits
// empty columns.
func (s *swept) ifValidated(text string) string {
	if s.validation.rows == 0 {
		return ""
	}
	return text
}

// writeBest writes the best descents by each domain and the choices without labels.
func (s *swept) writeBest(b *prose) {
	t := newTable("lrrrrrr", "best by", "k", "k̃", "λ", "epochs", "target", s.ifValidated(s.validation.name))
	row := func(by string, best stop) {
		t.add(by, best.K, best.KTilde, number.Short(best.Lambda), best.epochs,
			s.target.score(best.Evaluation), s.ifValidated(s.validation.score(best.Evaluation)))
	}
	for _, by := range []domain{s.validation, s.target} {
		if best := s.best(by); best != nil {
			row(by.name, *best)
		}
	}
	for e, choice := range s.choices {
		if choice.Cell >= 0 {
			cell := s.Cells[choice.Cell]
			row("no labels", stop{cell, s.Grid.Epochs[e], cell.Descent[e]})
		}
	}
	if len(t.rows) == 1 {
		b.line("The best is unknown: no labels in the target or in a validation set,\nor every descent diverges.")
		return
	}
	t.write(b)
}

// remarks returns explanations of the table in sentences.
func (s *swept) remarks() []string {
	var remarks sentences
	if c := s.Cells[0]; s.Pair.Start.K == 0 && len(s.Cells) == len(lambdaPath()) && c.K == s.Problem.D {
		remarks.add("No k, k̃ was chosen, so k = d and nothing of the source is removed: --grid search tries others, or give them.")
	}
	if s.Pair.Target.Y == nil {
		remarks.add("The target has no labels, so its scores can't be known (–).")
	} else if !s.Pair.Target.IsLabelled() {
		remarks.add("The target has %s: its scores are of these rows.", labelsOf(s.Pair.Target))
	}
	if s.Pair.Task != model.Regression {
		said := map[string]bool{}
		for _, c := range s.choices {
			words := []string{fmt.Sprintf("Without labels, by joint label alignment (JLA), %s:", session.TrainedFor("after ", c.Params.Epochs)), c.Why}
			for _, limit := range c.Limits {
				if !said[limit] {
					words, said[limit] = append(words, limit), true
				}
			}
			remarks.add("%s", strings.Join(words, " "))
		}
	}
	diverging, all, unbounded, unknown := 0, 0, 0, ""
	for _, c := range s.Cells {
		for _, run := range c.Descent {
			all++
			if run.Diverges {
				diverging++
			}
		}
		if c.Closed.UnboundedBelow {
			unbounded++
		}
		unknown = cmp.Or(unknown, c.Closed.Unknown)
	}
	if unknown != "" {
		remarks.add("A closed form without scores is unknown, because %s.", unknown)
	}
	if diverging > 0 {
		remarks.add("%d of %d descents diverge: their rate is above the largest stable one. --rate auto never is.", diverging, all)
	}
	if unbounded > 0 {
		remarks.add("In %d of %d cells the objective is unbounded below (unbounded): early stopping matters there, and the closed form is the pseudo-inverse solution.", unbounded, len(s.Cells))
	}
	return remarks
}
