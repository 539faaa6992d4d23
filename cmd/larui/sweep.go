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

Without lists of values, λ takes several values at the pair's own k and k̃. --grid
paper takes the grid of the paper: k and k̃ in 8, 16, 32, … up to the ranks, λ in 0.1,
10, 1000. --grid search takes the grid of solve --choose: the same, but if a rank is
below 16, all k (or k̃) up to this rank.

Every descent is also rated without labels of the target, by joint label alignment
(JLA). The output says which setting JLA would choose, and why. JLA ranks settings;
it does not estimate the accuracy.`

const sweepExamples = `  larui sweep --lambda 0.1,1,10,100
  larui sweep mnist-usps --classes 3,5 --k 8,16 --ktilde 8,16 --lambda 0.1,10,1000 --epochs 500,5000
  larui sweep mnist-usps --classes 3,5 --grid paper --format csv`

// defaultLambdas returns the values of λ for a call without --lambda. The help repeats them.
func defaultLambdas() []float64 { return []float64{0.001, 0.01, 0.1, 1, 10, 100, 1000} }

func newSweep(opener *opener) *cobra.Command {
	cmd := newCommand("sweep [PAIR | SOURCE TARGET]", "Solve a path of λ or a grid of (k, k̃, λ)",
		sweepHelp, sweepExamples)
	call := newPairCall(cmd, isForLAR, "k", "ktilde", "lambda", "epochs")
	named := ""
	addChoice(cmd, &named, "grid", "a named grid instead of lists: paper or search", "paper", "search")
	cmd.Flags().Lookup("lambda").DefValue = "0.001,0.01,0.1,1,10,100,1000"
	out := addFormat(cmd)
	setRun(cmd, func(ctx context.Context, args []string) error {
		if err := checkNotCombined(cmd, "grid", named, "k", "ktilde", "lambda"); err != nil {
			return err
		}
		opened, params, err := call.open(ctx, args, opener)
		if err != nil {
			return err
		}
		grid, err := call.parseGrid(opened, params, named)
		if err != nil {
			return err
		}
		s, err := sweep(ctx, opened, grid, opener.progress)
		return out.print(s, opener.warnings, err)
	})
	return cmd
}

// parseGrid returns the settings to solve. Values of an option come from the call. If the call has
// none, they come from the grid called named (paper or search); without such a grid, from
// defaultLambdas for λ and from base for other options.
func (c call) parseGrid(opened *session.Session, base model.Params, named string) (model.Grid, error) {
	g := model.Grid{K: []int{base.K}, KTilde: []int{base.KTilde}, Lambda: defaultLambdas(), Epochs: []int{base.Epochs}, Base: base}
	switch named {
	case "paper":
		g.K, g.KTilde, g.Lambda = opened.Problem.PaperGrid()
	case "search":
		searched := opened.SearchGrid(base, session.LabelFree)
		g.K, g.KTilde, g.Lambda = searched.K, searched.KTilde, searched.Lambda
	}
	err := cmp.Or(
		parseSweptOption(c, opened, "k", &g.K, func(p model.Params) int { return p.K }),
		parseSweptOption(c, opened, "ktilde", &g.KTilde, func(p model.Params) int { return p.KTilde }),
		parseSweptOption(c, opened, "lambda", &g.Lambda, func(p model.Params) float64 { return p.Lambda }),
		parseSweptOption(c, opened, "epochs", &g.Epochs, func(p model.Params) int { return p.Epochs }))
	slices.Sort(g.Epochs)
	return g, err
}

// parseSweptOption replaces values by the distinct values that the call gives for an option, if any.
// value picks the option's value from parameters.
func parseSweptOption[T comparable](c call, opened *session.Session, name string, values *[]T, value func(model.Params) T) error {
	for i, set := range c[name] {
		params, err := initialParams(opened, set)
		if err != nil {
			return err
		}
		if i == 0 {
			*values = nil
		}
		if v := value(params); !slices.Contains(*values, v) {
			*values = append(*values, v)
		}
	}
	return nil
}

type sweepResult struct {
	*session.Sweep

	target, source, validation domain
	// heldOut has the scores of the grid on held-out rows of the source; nil if computing them
	// would be slow.
	heldOut *model.CrossValidation
	// choices has the setting chosen without labels, for each number of epochs.
	choices []session.Choice
	elapsed time.Duration
}

func sweep(ctx context.Context, opened *session.Session, grid model.Grid, progress *progress) (*sweepResult, error) {
	began := time.Now()
	solved, err := opened.Sweep(ctx, grid, progress.showSolving)
	if err != nil {
		return nil, err
	}
	target, source, validation := scoredDomains(opened.Pair)
	s := &sweepResult{Sweep: solved, target: target, source: source, validation: validation, elapsed: time.Since(began)}
	if opened.IsCrossValidationQuick(grid.CellCount() * len(grid.Epochs)) {
		s.heldOut, err = opened.CrossValidateGrid(ctx, grid, progress.showSolving)
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

func (s *sweepResult) report() record {
	var cells []record
	for i, c := range s.Cells {
		cells = append(cells, newRecord("k", c.K, "ktilde", c.KTilde, "lambda", c.Lambda,
			"closed", session.ClosedFormFacts(c.Closed), "descent", s.reportDescents(c.Descent, i)))
	}
	return newRecord(
		"pair", reportPair(s.Pair),
		"none", s.reportDescents(s.None, -1),
		"cells", cells,
		"best", newRecord("byValidation", s.bestDescentBy(s.validation).report(), "byTarget", s.bestDescentBy(s.target).report()),
		"labelFree", mapSlice(s.choices, func(c session.Choice) record {
			return newRecord("epochs", c.Params.Epochs, "choice", reportSetting(c), "leads", reportLeadingSetting(c), "why", c.Why)
		}),
		"timing", reportTiming(s.Session, s.elapsed),
	)
}

func (s *sweepResult) rows() *table { return newRecordTable(s.FactRows()...) }

// ratingAt returns the rating of cell i, or of no adaptation if i = −1. e is the index of a number
// of epochs.
func (s *sweepResult) ratingAt(i, e int) (rating labelfree.Rating, known bool) {
	if i < 0 {
		return s.NoneRating(e)
	}
	rating, _, known = s.Rating(i, e)
	return rating, known
}

// reportDescents returns a record for each number of epochs. runs are the descents of cell i, or of
// no adaptation if i = −1.
func (s *sweepResult) reportDescents(runs []model.Descent, i int) (reports []record) {
	for e, d := range runs {
		var rated record
		if rating, known := s.ratingAt(i, e); known {
			rated = session.RatingFacts(rating)
		}
		reports = append(reports, newRecord(session.DescentFactsAfter(d, s.Grid.Epochs[e]), "labelFree", rated))
	}
	return reports
}

type sweptDescent struct {
	model.Cell
	epochs int
	model.Descent
}

// bestDescentBy returns the first descent with the highest score on a domain, for regression with
// the lowest error; nil if no descent has a score.
func (s *sweepResult) bestDescentBy(by domain) *sweptDescent {
	var best *sweptDescent
	highest := math.Inf(-1)
	for _, cell := range s.Cells {
		for i, run := range cell.Descent {
			value := by.metrics(run.Evaluation).Score
			if s.Pair.Task == model.Regression {
				value = -value
			}
			if value > highest {
				best, highest = &sweptDescent{cell, s.Grid.Epochs[i], run}, value
			}
		}
	}
	return best
}

func (s *sweptDescent) report() record {
	if s == nil {
		return nil
	}
	source, target, validation := s.Source, s.Target, s.Validation
	return newRecord("k", s.K, "ktilde", s.KTilde, "lambda", s.Lambda, "epochs", s.epochs,
		"sourceAccuracy", source.Accuracy, "targetAccuracy", target.Accuracy,
		"validationAccuracy", validation.Accuracy,
		"sourceMSE", source.MSE, "targetMSE", target.MSE, "validationMSE", validation.MSE)
}

func (s *sweepResult) writeText(b *textBuilder) {
	writePair(b, s.Session)
	s.writeCells(b)
	s.writeBest(b)
	writeNotes(b, s.remarks(), s.Pair.Notes)
	writeTiming(b, s.Session, s.elapsed)
}

func (s *sweepResult) writeCells(b *textBuilder) {
	t := newTable("rrrrrlrrrrl")
	jla, source := "JLA", ""
	if !s.target.shares {
		jla = ""
	}
	if s.heldOut != nil {
		source = s.source.name
	}
	t.add("k", "k̃", "λ", "epochs", "target", "", source, s.textIfValidation(s.validation.name), jla, "trained to the end, target")
	row := func(k, kTilde, lambda any, i, e int, run model.Descent, change string, closed ...any) {
		if run.Diverges {
			change = "diverges"
		}
		t.add(append([]any{k, kTilde, lambda, s.Grid.Epochs[e], s.target.formatScore(run.Evaluation), change,
			s.formatHeldOut(i, e), s.textIfValidation(s.validation.formatScore(run.Evaluation)), formatRating(s.ratingAt(i, e))}, closed...)...)
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
			row(c.K, c.KTilde, number.AllDigits(c.Lambda), i, e, run, s.target.formatChange(s.None[e].Evaluation, run.Evaluation),
				s.target.formatScore(c.Closed.Evaluation), unbounded)
		}
	}
	t.write(b)
	if s.Pair.Target.Y != nil {
		b.WriteString(changeLegend)
	}
	b.line("")
}

// formatHeldOut formats the held-out score of cell i, or of no adaptation if i = −1. e is the index
// of a number of epochs.
func (s *sweepResult) formatHeldOut(i, e int) string {
	switch {
	case s.heldOut == nil:
		return ""
	case i < 0:
		return session.SpreadText(s.Pair.Task, s.heldOut.None[e])
	}
	return session.SpreadText(s.Pair.Task, s.heldOut.Descent[i][e])
}

func formatRating(r labelfree.Rating, known bool) string {
	switch {
	case !known:
		return ""
	case r.Vetoed:
		return "vetoed"
	}
	return number.PaddedDigits(r.JLA, 4)
}

// textIfValidation returns an empty string if there are no validation rows. A table omits columns
// of empty strings.
func (s *sweepResult) textIfValidation(text string) string {
	if s.validation.rows == 0 {
		return ""
	}
	return text
}

func (s *sweepResult) writeBest(b *textBuilder) {
	t := newTable("lrrrrrr", "best by", "k", "k̃", "λ", "epochs", "target", s.textIfValidation(s.validation.name))
	row := func(by string, best sweptDescent) {
		t.add(by, best.K, best.KTilde, number.AllDigits(best.Lambda), best.epochs,
			s.target.formatScore(best.Evaluation), s.textIfValidation(s.validation.formatScore(best.Evaluation)))
	}
	for _, by := range []domain{s.validation, s.target} {
		if best := s.bestDescentBy(by); best != nil {
			row(by.name, *best)
		}
	}
	for e, choice := range s.choices {
		if choice.Cell >= 0 {
			cell := s.Cells[choice.Cell]
			row("no labels", sweptDescent{cell, s.Grid.Epochs[e], cell.Descent[e]})
		}
	}
	if len(t.rows) == 1 {
		b.line("The best is unknown: no labels in the target or in a validation set,\nor every descent diverges.")
		return
	}
	t.write(b)
}

func (s *sweepResult) remarks() []string {
	var remarks sentences
	if c := s.Cells[0]; s.Pair.Start.K == 0 && len(s.Cells) == len(defaultLambdas()) && c.K == s.Problem.D {
		remarks.addf("No k and k̃ were given, so k = d and LAR removes nothing: give --k and --ktilde, or --grid search.")
	}
	if s.Pair.Target.Y == nil {
		remarks.addf("The target has no labels, so its scores are unknown (–).")
	} else if !s.Pair.Target.IsLabelled() {
		remarks.addf("The target has %s: its scores are computed on these rows.", labelCountText(s.Pair.Target))
	}
	if s.Pair.Task != model.Regression {
		said := map[string]bool{}
		for _, c := range s.choices {
			words := []string{fmt.Sprintf("Choice without labels, by joint label alignment (JLA), %s:", session.FormatEpochs("after ", c.Params.Epochs)), c.Why}
			for _, limit := range c.Limits {
				if !said[limit] {
					words, said[limit] = append(words, limit), true
				}
			}
			remarks.addf("%s", strings.Join(words, " "))
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
		remarks.addf("Where the closed form has no scores, it is unknown, because %s.", unknown)
	}
	if diverging > 0 {
		remarks.addf("%d of %d descents diverge, because their rate is above the largest stable rate; --rate auto stays below it.", diverging, all)
	}
	if unbounded > 0 {
		remarks.addf("In %d of %d cells the objective is unbounded below (marked \"unbounded\"): early stopping matters there, and the closed form is the pseudo-inverse solution.", unbounded, len(s.Cells))
	}
	return remarks
}
