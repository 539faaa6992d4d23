package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"larui/model"
	"larui/model/rivals"
	"larui/tui/number"
	"larui/tui/session"
)

const solveHelp = `Solve one configuration of label-alignment regularization: by gradient descent
from w = 0, as the paper does, and in closed form, beside no adaptation (least
squares on the source by the same descent) and the numbers of the paper's theory.

Every pair opens at its own k, k̃, λ, epochs and rate, your own files at no adaptation
(k = d, λ = 0). The defaults below are those of rotated-gaussian.

--choose looks for k, k̃ and λ first, over the grid of sweep --grid search, by a judge:
%sIt may choose no adaptation, which is k = d and λ = 0. larui help choosing says what
to make of it.

--method fits another method beside LAR, with the setting that rows set aside
for validation choose, else with the one that view 6 opens with: larui help rivals
says what each is.
--rival sets its settings by hand. The weights and predictions that are saved are
then its own.`

const solveExamples = `  larui solve --lambda 1000
  larui solve mnist-usps --data ~/data --classes 3,5 --k 64 --ktilde 32
  larui solve --source mine.csv --target theirs.csv --label y --format json
  larui solve --source mine.csv --target theirs.csv --choose label-free
  larui solve --source mine.csv --target theirs.csv --save-model m.json --save-script fit.py`

// newSolve returns `larui solve`.
func newSolve(opener *opener) *cobra.Command {
	list := newTable("ll")
	for _, by := range session.Judges() {
		list.add(string(by), by.About())
	}
	cmd := newCommand("solve [PAIR]", "Solve one configuration: descent, closed form, no adaptation, theory",
		fmt.Sprintf(solveHelp, list.String()), solveExamples)
	call := newPairCall(cmd, func(session.Option) bool { return true })
	judge, method := "", ""
	addJudge(cmd, &judge)
	addChoice(cmd, &method, "method", "fit this method beside LAR, and save its weights where any are saved",
		mapSlice(session.Rivals(), func(r rivals.Method) string { return r.Command })...)
	out, saves := addFormat(cmd), addSaving(cmd)
	setWork(cmd, func(ctx context.Context, args []string) error {
		if err := cmp.Or(saves.check(cmd, judge), excludes(cmd, "method", method, "save-script", "which"), excludes(cmd, "choose", judge, searchedBy(judge)...)); err != nil {
			return err
		}
		other, err := methodOf(method, call.set())
		switch {
		case err != nil:
			return err
		case other != nil && !other.IsLinear() && saves.any():
			return wrongf("--method %s is no linear model: it has no weights to save", method)
		}
		opened, params, err := call.open(ctx, args, opener)
		if err != nil {
			return err
		}
		s, err := solveAs(ctx, opened, params, session.Judge(judge), other, out.format, opener)
		if err == nil {
			_, err = saves.save(ctx, s, opener.progress)
		}
		if err != nil {
			return err
		}
		return out.print(s, opener.warnings)
	})
	return cmd
}

// A solved is one configuration of a session with its solution.
type solved struct {
	*session.Session
	// choice is the choice of a judge; nil if the call gives the parameters.
	choice *session.Choice
	// rival is the fit of another method; nil without --method.
	rival    *session.RivalFit
	solver   *model.Solver
	solution *model.Solution
	theory   model.Theory
	// held has the scores of least squares on held-out rows of the source. scores has the scores of
	// these settings on the same rows; nil if computing them would be slow.
	held   *model.HeldOut
	scores *session.HeldOutScores
	// Only the JSON report has the dissection and the curves of the solution.
	dissection *session.Dissection
	elapsed    time.Duration
}

// methodOf returns the method called name with the settings in set; nil without a name. It is a
// wrong call to give a setting that the method does not use.
func methodOf(name string, set session.Set) (method *rivals.Method, err error) {
	given := set.ApplyTo(session.State{})
	for _, r := range given.Methods() {
		if r.Command == name && name != "" {
			method = &r
		}
	}
	for _, s := range rivals.Settings() {
		_, has := s.Value(given.Rivals)
		switch {
		case !has:
		case method == nil:
			return nil, wrongf("--rival %s does nothing without --method", s.Name)
		case !method.Uses(s):
			return nil, wrongf("--rival %s does nothing for --method %s", s.Name, name)
		}
	}
	return method, nil
}

// solveAs solves at params or, with a judge, at the setting that the judge chooses. It also fits
// the other method, if any, and computes the details that the format needs.
func solveAs(ctx context.Context, opened *session.Session, params model.Params, judge session.Judge, method *rivals.Method, format string, opener *opener) (*solved, error) {
	var choice *session.Choice
	if judge != "" {
		chosen, err := opened.Choose(ctx, params, judge, opener.solving)
		if err != nil {
			return nil, err
		}
		opener.note(chosen.Why)
		choice, params = &chosen, chosen.Params
	}
	s, err := solve(ctx, opened, params)
	if err != nil {
		return nil, err
	}
	s.choice = choice
	if choice != nil {
		s.limitClosed()
		if format != "text" { // the text itself contains the limits
			for _, limit := range choice.Limits {
				opener.note(limit)
			}
		}
	}
	if method != nil {
		fit, err := opened.FitRival(ctx, *method, params.KTilde, func(fraction float64) {
			opener.show("training "+method.Name, int64(100*fraction), 100)
		})
		if err != nil {
			return nil, err
		}
		s.rival = &fit
	}
	if format == "json" {
		err = s.detail(ctx)
	}
	if err == nil {
		opener.warnings, err = s.warnings(ctx)
	}
	return s, err
}

func solve(ctx context.Context, opened *session.Session, params model.Params) (*solved, error) {
	began := time.Now()
	s := &solved{Session: opened}
	// The held-out scores and the solution are independent of each other.
	errs := make(chan error, 1)
	go func() { errs <- s.holdOut(ctx, params) }()
	err := s.solve(ctx, params)
	err = cmp.Or(err, <-errs)
	s.elapsed = time.Since(began)
	return s, err
}

func (s *solved) solve(ctx context.Context, params model.Params) (err error) {
	s.solver = model.NewSolver(s.Problem)
	s.solution, err = s.solver.Endpoints(ctx, params)
	if err == nil {
		s.solution.Closed.Condition, err = s.solver.Condition(ctx, params)
	}
	if err == nil {
		s.theory, err = s.solver.Theory(ctx, params)
	}
	return err
}

// detail computes the parts that only the report has: the curves of descent and the dissection.
func (s *solved) detail(ctx context.Context) (err error) {
	s.solution, err = s.solver.Curves(ctx, s.solution)
	if err == nil {
		s.dissection, err = s.Dissect(ctx, s.solution)
	}
	return err
}

func (s *solved) holdOut(ctx context.Context, params model.Params) (err error) {
	defer recovered(&err)
	s.held, err = s.HeldOut(ctx)
	if err == nil {
		s.scores, err = s.HeldOutAt(ctx, params)
	}
	return err
}

// warnings returns the pair's warnings and the solution's warnings.
func (s *solved) warnings(ctx context.Context) ([]session.Warning, error) {
	stuck, err := s.Stuck(ctx, s.solution)
	unlearnable, failed := s.Unlearnable(ctx)
	return slices.Concat(unlearnable, s.Warnings(), stuck, s.Signs(s.solution, &s.theory)), cmp.Or(err, failed)
}

// limitClosed adds a limit to the choice if the closed form differs from the descent, which the
// judge has rated, in more than 3 % of the predictions.
func (s *solved) limitClosed() {
	if differs := s.Problem.ChangedShare(s.solution.Descent.Weights, s.solution.Closed.Weights); differs > 0.03 {
		s.choice.Limits = append(s.choice.Limits, fmt.Sprintf("The closed form at this setting was not judged: it differs "+
			"from the descent in %s of the predictions.", number.Percent(differs, 1)))
	}
}

// report returns the report as a record. The curve of the descent is empty if the descent diverges.
// Angles of the theory are in degrees.
func (s *solved) report() record {
	report := record{{"pair", reportPair(s.Pair)}, {"params", reportParams(s.solution.Params, s.solution.Descent.Rate)}}
	for _, group := range recordOf(session.SolvedFacts(s.Problem, s.solution, s.theory)) {
		facts, _ := group.Value.([]session.Fact)
		switch group.Name {
		case "source":
			group.Value = append(recordOf(facts), field{"heldOut", append(session.HeldOutFacts(s.Pair.Task, s.held), session.HeldOutMore(s.Pair.Task, s.held, s.scores)...)})
		case "descent":
			group.Value = append(recordOf(facts), field{"curve", session.CurveFacts(s.Pair.Task, s.solution.Descent.Curve)})
		}
		report = append(report, group)
	}
	if d := s.dissection; d != nil {
		report = append(append(report, recordOf(d.Facts())...), field{"projections", record{{"source", numbered(d.Source, session.ProjectedFacts)}, {"target", numbered(d.Target, session.ProjectedFacts)}}})
	}
	report = append(report, field{"timing", reportTiming(s.Session, s.elapsed)})
	if s.choice != nil {
		report = append(report, field{"choice", reportChoice(s.choice, s.Pair.Task)})
	}
	if r := s.rival; r != nil {
		var rating record
		if s.Pair.Task != model.Regression && r.Method.IsLinear() {
			rating = recordOf(session.RatingFacts(r.Rating))
		}
		known := func(share float64) any { // 0 is unknown
			if share == 0 {
				return nil
			}
			return share
		}
		report = append(report, field{"rival", slices.Concat(record{{"method", r.Method.Command}, {"name", r.Method.Name},
			{"setting", r.Hyper.String()}, {"chosenByValidation", r.Chosen}}, recordOf(session.ScoreFacts(r.Evaluation)), record{{"labelFree", rating},
			{"discriminator", known(r.Discriminator)}, {"neighbour", known(r.Diagnosis.Neighbour)}, {"jointError", known(r.Diagnosis.Joint)}})})
	}
	if signs := s.solution.Signs; signs != nil {
		var class any
		if !math.IsNaN(signs.Predicted) {
			class = s.Pair.ClassNames[signs.Class]
		}
		report = append(report, field{"signs", record{
			{"changed", signs.Changed},
			{"class", class},
			{"predictedShare", signs.Predicted},
			{"sourceShare", signs.Labelled},
			{"headOverlapMin", s.theory.HeadOverlapMin},
			{"sourceKept", signs.Kept},
		}})
	}
	return report
}

// rows returns rows for no adaptation, descent, the closed form and the other method, if any.
func (s *solved) rows() *table {
	row := func(method string, p model.Params, rate float64, diverges bool, e model.Evaluation) record {
		return slices.Concat(record{{"method", method}}, reportParams(p, rate),
			record{{"diverges", diverges}}, recordOf(session.ScoreFacts(e)))
	}
	p, none, descent := s.solution.Params, s.solution.None, s.solution.Descent
	rows := []record{
		row("none", p.WithoutAdaptation(), none.Rate, none.Diverges, none.Evaluation),
		row("descent", p, descent.Rate, descent.Diverges, descent.Evaluation),
		row("closed", p, descent.Rate, false, s.solution.Closed.Evaluation),
	}
	if s.rival != nil {
		other := row(s.rival.Method.Command, p.WithoutAdaptation(), none.Rate, false, s.rival.Evaluation)
		for i, param := range reportParams(p, 0) {
			other[1+i].Value = nil // other methods lack LAR's parameters
			if param.Name == "l2" && s.rival.Hyper.L2 > 0 {
				other[1+i].Value = s.rival.Hyper.L2
			}
		}
		rows = append(rows, other)
	}
	return sheet(rows...)
}

// text writes the report as text.
func (s *solved) text(b *prose) {
	writePair(b, s.Session)
	s.writeParams(b)
	s.writeScores(b)
	s.writeSigns(b)
	s.writeTheory(b)
	writeNotes(b, s.remarks(), s.Pair.Notes)
	writeTiming(b, s.Session, s.elapsed)
}

func (s *solved) writeParams(b *prose) {
	p := s.solution.Params
	lines := map[bool]string{} // by whether the controls are advanced
	for _, o := range session.Controls() {
		if o.Changes != session.Method {
			continue
		}
		value := o.Get(session.State{Params: p})
		if o.Name == "rate" && p.Rate.Rule != model.RateFixed {
			value = number.Short(number.Round(s.solution.Descent.Rate, 4)) + " (" + value + ")"
		}
		lines[o.Advanced] += "   " + o.Label + " = " + value
	}
	b.line(lines[false][1:] + "\n" + lines[true][1:] + "\n")
	if s.choice != nil {
		paragraph(b, "  ", "chosen by "+string(s.choice.Judge)+": "+s.choice.Why)
		for _, limit := range s.choice.Limits {
			paragraph(b, "  · ", limit)
		}
		b.line("")
	}
}

// writeScores writes a table with a row per score and a column per method. Accuracies and errors
// have a column with the change against no adaptation.
func (s *solved) writeScores(b *prose) {
	believed := s.scores.In(s.solution)
	none, descent, closed := believed.None.Evaluation, believed.Descent.Evaluation, believed.Closed.Evaluation
	t := newTable("lrrlrl", "", "no adaptation", "LAR", "", "LAR")
	epochs := session.TrainedFor("", s.solution.Epochs)
	t.add("", epochs, epochs, "", "trained to the end")
	target, source, validation := domainsOf(s.Pair)
	domains := slices.DeleteFunc([]domain{target, source, validation}, func(d domain) bool { return d.rows == 0 })
	rows := func(name string, share bool, of func(model.Metrics) float64) {
		for _, d := range domains {
			from, to, end := of(d.of(none)), of(d.of(descent)), of(d.of(closed))
			t.addKnown(d.name+" "+name, d.value(from, share), d.value(to, share), d.difference(from, to, share), d.value(end, share), d.difference(from, end, share))
		}
	}
	if by := s.Problem.SelectedScore(); !slices.Contains([]string{"accuracy", "balanced accuracy", "F1", "squared error"}, by.Title) {
		rows(by.Title, !by.Regression, func(m model.Metrics) float64 { return m.Score })
	}
	rows("accuracy", true, func(m model.Metrics) float64 { return m.Accuracy })
	rows("balanced accuracy", true, func(m model.Metrics) float64 { return m.Balanced })
	rows("F1", true, func(m model.Metrics) float64 { return m.F1 })
	rows("squared error", false, func(m model.Metrics) float64 { return m.MSE })
	for _, d := range domains {
		t.addKnown(d.name+" R²", d.of(none).R2, d.of(descent).R2, "", d.of(closed).R2)
	}
	t.addKnown("‖w − w*‖, w* optimal on target", none.ParameterError, descent.ParameterError, "", closed.ParameterError)
	t.addKnown("cosine of w and w*", none.Cosine, descent.Cosine, "", closed.Cosine)
	t.add("‖w‖", none.WeightNorm, descent.WeightNorm, "", closed.WeightNorm)
	t.write(b)
	b.line(judgedAgainstNone)
	if s.held.Folds > 0 {
		paragraph(b, "", s.heldOut())
	} else if folds := s.FoldsOfSums(); folds > 0 && s.QuickFolds(1) {
		paragraph(b, "", fmt.Sprintf("The source's squared errors are of %d folds of all its rows, each held out of the sums.", folds))
	}
	b.line("")
	s.writeRival(b, []domain{target, validation})
}

// heldOut describes the held-out rows behind the source's scores.
func (s *solved) heldOut() string {
	rows := fmt.Sprintf("%d rows in %d folds", s.held.Rows, s.held.Folds)
	if len(s.Spec.ID) > 0 {
		rows += ", those of one id in one"
	}
	if !s.QuickFolds(1) {
		return fmt.Sprintf("Rows of the source held out, which least squares on the others predicts: %s (%s). With so many features "+
			"LAR's own score there takes long: --choose held-out goes by it.", session.HeldOutText(s.Pair.Task, s.held), rows)
	}
	text := fmt.Sprintf("The source's scores are of rows held out, each predicted by a fit to others (%s). Standard errors of the first, no "+
		"adaptation and LAR: %s and %s", rows, session.ErrorText(s.Pair.Task, s.scores.None), session.ErrorText(s.Pair.Task, s.scores.Descent))
	if s.Pair.Task != model.Regression {
		text += " points"
	}
	return text + "."
}

// writeRival writes the scores of the other method on the domains, with the changes against no
// adaptation.
func (s *solved) writeRival(b *prose, domains []domain) {
	r := s.rival
	if r == nil {
		return
	}
	setting := r.Hyper.String()
	if r.Chosen {
		setting += ", chosen by the validation rows"
	}
	if setting != "" {
		setting = " (" + setting + ")"
	}
	b.line(r.Method.Name + setting)
	none := s.solution.None.Evaluation
	t := newTable("lrl")
	for _, d := range domains {
		if d.rows == 0 {
			continue
		}
		from, to := d.of(none), d.of(r.Evaluation)
		t.addKnown(d.name+" accuracy", d.value(to.Accuracy, true), d.difference(from.Accuracy, to.Accuracy, true))
		t.addKnown(d.name+" squared error", to.MSE, d.difference(from.MSE, to.MSE, false))
	}
	t.addKnown("joint label alignment", r.Rating.JLA, "")
	if r.Discriminator > 0 {
		t.add("the discriminator finds the domain of", number.Percent(r.Discriminator, 1), "50 % by chance")
	}
	if d := r.Diagnosis; d.Neighbour > 0 {
		t.add("1-NN on its features, target", number.Percent(d.Neighbour, 1))
		t.add("joint error on its features", number.Percent(d.Joint, 1), "of the best linear model for both domains")
	}
	t.addKnown("‖w‖", r.WeightNorm)
	t.write(b)
	if r.Unknown != "" {
		b.printf("its weights are unknown, because %s\n", r.Unknown)
	}
	b.line("")
}

// writeSigns writes the signs of a good or bad adaptation that need no labels of the target.
func (s *solved) writeSigns(b *prose) {
	signs := s.solution.Signs
	if signs == nil {
		return
	}
	b.line("signs without labels of the target")
	t := newTable("lrl")
	share := func(v float64) string { return number.Percent(v, 1) }
	if s.Pair.Task != model.Regression {
		t.add("predictions that LAR changes", share(signs.Changed))
		t.add("predicted as "+s.Pair.ClassName(signs.Class), share(signs.Predicted),
			"of the source it is "+share(signs.Labelled))
	}
	t.add("kept of the fit to the source's labels", share(signs.Kept))
	t.write(b)
	b.line("")
}

func (s *solved) writeTheory(b *prose) {
	b.line("theory (closed form)")
	th := s.theory
	t := newTable("lrl", "overlap of the heads, σ_min(V_kᵀṼ_k̃)", th.HeadOverlapMin)
	t.add("overlap of the tails, σ_min(V'ᵀṼ')", th.TailOverlapMin)
	t.add("share of w outside span(ṽ₁..ṽ_k̃)", th.OutsideSpan, "0 if k = k̃ and y^U_i = 0 beyond k")
	t.add("drift of w, λ from 0.01 to 100", th.LambdaDrift, "0 likewise")
	if known(th.Proportionality) {
		t.add("residual of μ_k = c·V_kᵀw*", th.Proportionality, "0 if w points along w*")
		t.add("the same with the sum of w* up to k̃", th.TruncatedProportionality, "as eqs. (18) and (19) have it")
	}
	degrees := func(v float64) string {
		if !known(v) {
			return number.Unknown
		}
		return number.Even(v, 4) + "°"
	}
	predicted := ""
	if known(th.PredictedAngle) {
		predicted = "predicted for k = k̃ = 1: " + degrees(th.PredictedAngle)
	}
	t.addKnown("angle between w and w*", degrees(th.Angle), predicted)
	t.addKnown("angle to the sum of w* up to k̃", degrees(th.TruncatedAngle), "")
	t.write(b)
}

// remarks returns explanations of the numbers in sentences.
func (s *solved) remarks() []string {
	var remarks sentences
	if tail := session.TailText(s.held); tail != "" {
		remarks.add("Y%s.", tail[1:])
	}
	switch p, start := s.solution.Params, s.Start().Params; {
	case s.choice == nil && s.Pair.Start.K == 0 && p.K == start.K && p.KTilde == start.KTilde && p.Lambda == 0:
		remarks.add("No k, k̃, λ was chosen, so LAR is no adaptation: --choose label-free chooses, or give them.")
	case p.Lambda == 0 && p.K < s.Problem.Src.Rank && !p.KeepImplicit:
		remarks.add("λ = 0: nothing stands in for what k = %d removes of the source. Give --lambda too.", p.K)
	}
	if s.Problem.Tgt.XtY != nil && s.Pair.Target.HasNoRows() {
		remarks.add("The target has sums and no rows: its squared error is over all rows, and other scores are unknown.")
	} else if s.Pair.Target.Y == nil {
		remarks.add("The target has no labels, so its accuracy, w* and what compares with w* can't be known (–).")
	} else if !s.Pair.Target.IsLabelled() {
		remarks.add("The target has %s: its scores and w* are of these rows, and its label projection can't be known (–).", labelsOf(s.Pair.Target))
	}
	if d := s.solution.Descent; d.Diverges {
		remarks.add("Descent diverges: its rate %s is above %s, the largest stable one here. Use a smaller --rate, or --rate auto.",
			number.Digits(d.Rate, 4), number.Even(d.LargestStableRate, 4))
	}
	if d := s.solution.None; d.Diverges {
		remarks.add("Without adaptation, descent diverges at rate %s: the largest stable one is %s.",
			number.Digits(d.Rate, 4), number.Even(d.LargestStableRate, 4))
	}
	switch c := s.solution.Closed; {
	case c.UnboundedBelow:
		remarks.add("The objective is unbounded below: %s %% of Φᵀy (by norm) pulls where the matrix A of the method is zero, so descent walks on for ever there and early stopping matters. The closed form is the pseudo-inverse solution on the rest.",
			number.Digits(100*c.Leak, 3))
	case c.RankDeficient:
		remarks.add("The matrix A of the method is singular; the closed form is the pseudo-inverse solution, of least norm.")
	case c.Condition > 1/math.Sqrt(model.DoublePrecision):
		remarks.add("The matrix A of the method is close to singular: its condition number is %s.", number.Even(c.Condition, 4))
	}
	if p := s.solution.Params; p.KTilde == s.Problem.D && p.Lambda > 0 {
		remarks.add("k̃ = %d leaves no tail of the target: the regularizer is off and λ does nothing.", p.KTilde)
	}
	return remarks
}
