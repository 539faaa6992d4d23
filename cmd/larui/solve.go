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
	"larui/tui/stage"
)

const solveHelp = `Solve one configuration of label-alignment regularization: by gradient descent
from w = 0, as the paper does, and in closed form, beside no adaptation (least
squares on the source by the same descent) and the numbers of the paper's theory.

Every pair opens at its own k, k̃, λ, epochs and rate, your own files at no adaptation
(k = d, λ = 0). The defaults below are those of rotated-gaussian.

--choose first searches k, k̃ and λ in the grid of sweep --grid search, and chooses by a
judge:
%sA judge may choose no adaptation, which is k = d and λ = 0. larui help choosing explains
the judges.

--method also fits another method, with the setting that validation rows choose, or
with its default setting if there are none: larui help rivals describes the methods.
--rival gives its settings instead. With --method, the saved weights and predictions
are those of the other method.`

const solveExamples = `  larui solve --lambda 1000
  larui solve mnist-usps --data ~/data --classes 3,5 --k 64 --ktilde 32
  larui solve mine.csv theirs.csv --label y --format json
  larui solve mine.csv theirs.csv --choose label-free
  larui solve mine.csv theirs.csv --save-model m.json --save-script fit.py`

func newSolve(opener *opener) *cobra.Command {
	list := newTable("ll")
	for _, by := range session.Judges() {
		list.add(string(by), by.About())
	}
	cmd := newCommand("solve [PAIR | SOURCE TARGET]", "Solve one configuration: descent, closed form, no adaptation, theory",
		fmt.Sprintf(solveHelp, list.String()), solveExamples)
	call := newPairCall(cmd, func(session.Option) bool { return true })
	judge, method := "", ""
	addChooseFlag(cmd, &judge)
	addChoice(cmd, &method, "method", "also fit this method, and save its weights instead of LAR's",
		mapSlice(session.Rivals(), func(r rivals.Method) string { return r.Command })...)
	out, saves := addFormat(cmd), addSaveFlags(cmd)
	ignoreScreenFlags(cmd)
	setRun(cmd, func(ctx context.Context, args []string) error {
		if err := cmp.Or(saves.check(cmd, judge), checkNotCombined(cmd, "method", method, "save-script", "which"), checkNotCombined(cmd, "choose", judge, searchedOptions(judge)...)); err != nil {
			return err
		}
		other, err := findMethod(method, call.options())
		switch {
		case err != nil:
			return err
		case other != nil && !other.IsLinear() && saves.hasFiles():
			return wrongCallf("--method %s is not a linear model: there are no weights to save", method)
		}
		opened, params, err := call.open(ctx, args, opener)
		if err != nil {
			return err
		}
		s, err := solveChosen(ctx, opened, params, session.JudgeName(judge), other, out.format, opener)
		if err == nil {
			_, err = saves.save(ctx, s, opener.progress)
		}
		return out.print(s, opener.warnings, err)
	})
	return cmd
}

type solveResult struct {
	*session.Session
	// choice is nil without --choose.
	choice *session.Choice
	// rival is nil without --method.
	rival    *session.RivalFit
	solver   *model.Solver
	solution *model.Solution
	theory   model.Theory
	// heldOut has the scores of exact least squares on held-out rows of the source. scores has the
	// scores of the descents, no adaptation and LAR, on such rows; nil if computing them would be
	// slow.
	heldOut *model.HeldOut
	scores  *session.HeldOutScores
	// dissection has the quantities of the paper's theorems for the solution. It is only computed
	// for JSON.
	dissection *session.Dissection
	elapsed    time.Duration
}

// findMethod returns the method called name with the settings in set; nil for an empty name. If set
// has a setting that the method does not use, findMethod returns an error.
func findMethod(name string, set session.OptionSet) (method *rivals.Method, err error) {
	given := set.ApplyTo(session.State{})
	for _, r := range (&session.Snapshot{State: given}).ConfiguredRivals() {
		if r.Command == name && name != "" {
			method = &r
		}
	}
	for _, s := range rivals.Hyperparameters() {
		_, has := s.Value(given.Rivals)
		switch {
		case !has:
		case method == nil:
			return nil, wrongCallf("--rival %s does nothing without --method", s.Name)
		case !method.Uses(s):
			return nil, wrongCallf("--rival %s does nothing for --method %s", s.Name, name)
		}
	}
	return method, nil
}

// solveChosen solves at the setting that judge chooses, or at params if judge is empty. It also
// fits method, if not nil. For the format json it adds the curves and the dissection.
func solveChosen(ctx context.Context, opened *session.Session, params model.Params, judge session.JudgeName, method *rivals.Method, format string, opener *opener) (*solveResult, error) {
	var choice *session.Choice
	if judge != "" {
		chosen, err := opened.Choose(ctx, params, judge, opener.showSolving)
		if err != nil {
			return nil, err
		}
		opener.printNotes(chosen.Why)
		choice, params = &chosen, chosen.Params
	}
	s, err := solveAt(ctx, opened, params)
	if err != nil {
		return nil, err
	}
	s.choice = choice
	if choice != nil {
		s.addClosedFormCaveat()
		if format != "text" { // the text itself contains the limits
			opener.printNotes(choice.Limits...)
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
		err = s.computeDetails(ctx)
	}
	if err == nil {
		opener.warnings, err = s.warnings(ctx)
	}
	return s, err
}

func solveAt(ctx context.Context, opened *session.Session, params model.Params) (*solveResult, error) {
	began := time.Now()
	s := &solveResult{Session: opened}
	errs := make(chan error, 1)
	go func() { errs <- s.scoreHeldOut(ctx, params) }()
	err := s.computeSolution(ctx, params)
	err = cmp.Or(err, <-errs)
	s.elapsed = time.Since(began)
	return s, err
}

func (s *solveResult) computeSolution(ctx context.Context, params model.Params) (err error) {
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

// computeDetails computes the curves of descent over the epochs, and the dissection, which only the
// JSON has.
func (s *solveResult) computeDetails(ctx context.Context) (err error) {
	s.solution, err = s.solver.AddCurves(ctx, s.solution)
	if err == nil {
		s.dissection, err = s.Dissect(ctx, s.solution)
	}
	return err
}

func (s *solveResult) scoreHeldOut(ctx context.Context, params model.Params) (err error) {
	defer recoverPanic(&err)
	s.heldOut, err = s.ScoreHeldOut(ctx)
	if err == nil {
		s.scores, err = s.ScoreHeldOutAt(ctx, params)
	}
	return err
}

func (s *solveResult) warnings(ctx context.Context) ([]session.Warning, error) {
	stuck, err := s.SlowDescentWarnings(ctx, s.solution)
	unlearnable, failed := s.UnlearnableWarnings(ctx)
	return slices.Concat(unlearnable, s.Warnings(), stuck, s.SolutionWarnings(s.solution, &s.theory)), cmp.Or(err, failed)
}

// addClosedFormCaveat adds a sentence to the choice's limits if closed form and descent differ in
// more than 3 % of the predictions: only descent was scored for the choice.
func (s *solveResult) addClosedFormCaveat() {
	if differs := s.Problem.ChangedShare(s.solution.Descent.Weights, s.solution.Closed.Weights); differs > 0.03 {
		s.choice.Limits = append(s.choice.Limits, fmt.Sprintf("The closed form at this setting was not judged: it predicts "+
			"%s of the rows differently from gradient descent.", number.Percent(differs, 1)))
	}
}

// In the report, the curve of a diverging descent is empty, and angles are in degrees.
func (s *solveResult) report() record {
	report := newRecord("pair", reportPair(s.Pair), "params", reportParams(s.solution.Params, s.solution.Descent.Rate))
	for _, group := range session.SolvedFacts(s.Problem, s.solution, s.theory) {
		facts, _ := group.Value.(record)
		switch group.Name {
		case "source":
			group.Value = newRecord(facts, "heldOut", append(session.HeldOutFacts(s.Pair.Task, s.heldOut), session.HeldOutDetailFacts(s.Pair.Task, s.heldOut, s.scores)...))
		case "descent":
			group.Value = newRecord(facts, "curve", session.CurveFacts(s.Pair.Task, s.solution.Descent.Curve))
		}
		report = append(report, group)
	}
	if d := s.dissection; d != nil {
		report = newRecord(report, d.Facts(), "projections", newRecord("source", numberedRecords(d.Source, session.ProjectedFacts), "target", numberedRecords(d.Target, session.ProjectedFacts)))
	}
	report = newRecord(report, "timing", reportTiming(s.Session, s.elapsed), reportChoice(s.choice, s.Pair.Task))
	if r := s.rival; r != nil {
		var rating record
		if s.Pair.Task != model.Regression && r.Method.IsLinear() {
			rating = session.RatingFacts(r.Rating)
		}
		known := func(share float64) any { // 0 is unknown
			if share == 0 {
				return nil
			}
			return share
		}
		report = newRecord(report, "rival", newRecord("method", r.Method.Command, "name", r.Method.Name,
			"setting", r.Hyper.String(), "chosenByValidation", r.Chosen, session.ScoreFacts(r.Evaluation), "labelFree", rating,
			"discriminator", known(r.Discriminator), "neighbour", known(r.Diagnosis.Neighbour), "jointError", known(r.Diagnosis.Joint)))
	}
	if signs := s.solution.Signs; signs != nil {
		var class any
		if !math.IsNaN(signs.Predicted) {
			class = s.Pair.ClassNames[signs.Class]
		}
		report = newRecord(report, "signs", newRecord(
			"changed", signs.Changed,
			"class", class,
			"predictedShare", signs.Predicted,
			"sourceShare", signs.Labelled,
			"headOverlapMin", s.theory.HeadOverlapMin,
			"sourceKept", signs.Kept,
		))
	}
	return report
}

func (s *solveResult) rows() *table {
	row := func(method string, p model.Params, rate float64, diverges bool, e model.Evaluation) record {
		return newRecord("method", method, reportParams(p, rate), "diverges", diverges, session.ScoreFacts(e))
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
	return newRecordTable(rows...)
}

func (s *solveResult) writeText(b *textBuilder) {
	writePair(b, s.Session)
	s.writeParams(b)
	s.writeScores(b)
	s.writeAdaptationSigns(b)
	s.writeTheory(b)
	writeNotes(b, s.remarks(), s.Pair.Notes)
	writeTiming(b, s.Session, s.elapsed)
}

func (s *solveResult) writeParams(b *textBuilder) {
	p := s.solution.Params
	lines := map[bool]string{} // by whether the controls are advanced
	for _, o := range session.Controls() {
		if o.Changes != session.MethodPart {
			continue
		}
		value := o.Get(session.State{Params: p})
		if o.Name == "rate" && p.Rate.Rule != model.RateFixed {
			value = number.AllDigits(number.RoundDigits(s.solution.Descent.Rate, 4)) + " (" + value + ")"
		}
		lines[o.Advanced] += "   " + o.Label + " = " + value
	}
	b.line(lines[false][1:] + "\n" + lines[true][1:] + "\n")
	if s.choice != nil {
		writeParagraph(b, "  ", "chosen by "+string(s.choice.Judge)+": "+s.choice.Why)
		for _, limit := range s.choice.Limits {
			writeParagraph(b, "  · ", limit)
		}
		b.line("")
	}
}

func (s *solveResult) writeScores(b *textBuilder) {
	believed := s.scores.ReplaceSourceScores(s.solution)
	none, descent, closed := believed.None.Evaluation, believed.Descent.Evaluation, believed.Closed.Evaluation
	t := newTable("lrrlrl", "", "no adaptation", "LAR", "", "LAR")
	epochs := session.FormatEpochs("", s.solution.Epochs)
	t.add("", epochs, epochs, "", stage.ClosedFormName(s.solution.Closed))
	target, source, validation := scoredDomains(s.Pair)
	domains := slices.DeleteFunc([]domain{target, source, validation}, func(d domain) bool { return d.rows == 0 })
	by := s.Problem.SelectedScore()
	names := []string{by.Title, "accuracy", "balanced accuracy", "F1", "squared error"}
	values := func(m model.Metrics) []float64 { return []float64{m.Score, m.Accuracy, m.Balanced, m.F1, m.MSE} }
	for i, name := range names {
		if i == 0 && slices.Contains(names[1:], name) {
			continue
		}
		share := i < len(names)-1 && (i > 0 || !by.Regression)
		for _, d := range domains {
			from, to, end := values(d.metrics(none))[i], values(d.metrics(descent))[i], values(d.metrics(closed))[i]
			t.addIfKnown(d.name+" "+name, d.format(from, share), d.format(to, share), d.formatDifference(from, to, share), d.format(end, share), d.formatDifference(from, end, share))
		}
	}
	for _, d := range domains {
		t.addIfKnown(d.name+" R²", d.metrics(none).R2, d.metrics(descent).R2, "", d.metrics(closed).R2)
	}
	t.addIfKnown("‖w − w*‖, w* optimal on target", none.ParameterError, descent.ParameterError, "", closed.ParameterError)
	t.addIfKnown("cosine of w and w*", none.Cosine, descent.Cosine, "", closed.Cosine)
	t.add("‖w‖", none.WeightNorm, descent.WeightNorm, "", closed.WeightNorm)
	t.write(b)
	b.line(changeLegend)
	if s.heldOut.Folds > 0 {
		writeParagraph(b, "", s.heldOutText())
	} else if folds := s.CountFoldsOfSums(); folds > 0 && s.IsCrossValidationQuick(1) {
		writeParagraph(b, "", fmt.Sprintf("The squared errors on the source are computed on all its rows in %d folds; a fit to the sums of the other folds predicts each fold.", folds))
	}
	b.line("")
	s.writeRival(b, []domain{target, validation})
}

func (s *solveResult) heldOutText() string {
	rows := fmt.Sprintf("%d rows in %d folds", s.heldOut.Rows, s.heldOut.Folds)
	if len(s.Spec.ID) > 0 {
		rows += ", with all rows of an id in the same fold"
	}
	if !s.IsCrossValidationQuick(1) {
		return fmt.Sprintf("Least squares fitted to other rows predicts held-out rows of the source: %s (%s). With so many features "+
			"the score of LAR on these rows takes long: --choose held-out computes it.", session.HeldOutText(s.Pair.Task, s.heldOut), rows)
	}
	text := fmt.Sprintf("The scores on the source are computed on held-out rows, each predicted by a fit to other rows (%s). Standard errors of the first score, no "+
		"adaptation and LAR: %s and %s", rows, session.StandardErrorText(s.Pair.Task, s.scores.None), session.StandardErrorText(s.Pair.Task, s.scores.Descent))
	if s.Pair.Task != model.Regression {
		text += " points"
	}
	return text + "."
}

func (s *solveResult) writeRival(b *textBuilder, domains []domain) {
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
		from, to := d.metrics(none), d.metrics(r.Evaluation)
		t.addIfKnown(d.name+" accuracy", d.format(to.Accuracy, true), d.formatDifference(from.Accuracy, to.Accuracy, true))
		t.addIfKnown(d.name+" squared error", to.MSE, d.formatDifference(from.MSE, to.MSE, false))
	}
	t.addIfKnown("joint label alignment", r.Rating.JLA, "")
	if r.Discriminator > 0 {
		t.add("rows whose domain the discriminator finds", number.Percent(r.Discriminator, 1), "50 % by chance")
	}
	if d := r.Diagnosis; d.Neighbour > 0 {
		t.add("1-NN on its features, target", number.Percent(d.Neighbour, 1))
		t.add("joint error on its features", number.Percent(d.Joint, 1), "of the best linear model for both domains")
	}
	t.addIfKnown("‖w‖", r.WeightNorm)
	t.write(b)
	if r.Unknown != "" {
		b.printf("its weights are unknown, because %s\n", r.Unknown)
	}
	b.line("")
}

func (s *solveResult) writeAdaptationSigns(b *textBuilder) {
	signs := s.solution.Signs
	if signs == nil {
		return
	}
	b.line("numbers that need no labels of the target")
	t := newTable("lrl")
	share := func(v float64) string { return number.Percent(v, 1) }
	if s.Pair.Task != model.Regression {
		t.add("predictions that LAR changes", share(signs.Changed))
		t.add("predicted as "+s.Pair.ClassName(signs.Class), share(signs.Predicted),
			"in the source "+share(signs.Labelled))
	}
	t.add("share of the fit to the source's labels that is kept", share(signs.Kept))
	t.write(b)
	b.line("")
}

func (s *solveResult) writeTheory(b *textBuilder) {
	b.line("theory (closed form)")
	th := s.theory
	t := newTable("lrl", "overlap of the heads, σ_min(V_kᵀṼ_k̃)", th.HeadOverlapMin)
	t.add("overlap of the tails, σ_min(V'ᵀṼ')", th.TailOverlapMin)
	t.add("share of w outside span(ṽ₁..ṽ_k̃)", th.OutsideSpan, "0 if k = k̃ and y^U_i = 0 beyond k")
	t.add("drift of w between λ = 0.01 and 100", th.LambdaDrift, "0 likewise")
	if isKnown(th.Proportionality) {
		t.add("residual of μ_k = c·V_kᵀw*", th.Proportionality, "0 if w points along w*")
		t.add("residual with the first k̃ terms of w*", th.TruncatedProportionality, "as eqs. (18) and (19) have it")
	}
	degrees := func(v float64) string {
		if !isKnown(v) {
			return number.Unknown
		}
		return number.PaddedDigits(v, 4) + "°"
	}
	predicted := ""
	if isKnown(th.PredictedAngle) {
		predicted = "predicted for k = k̃ = 1: " + degrees(th.PredictedAngle)
	}
	t.addIfKnown("angle between w and w*", degrees(th.Angle), predicted)
	t.addIfKnown("angle between w and the first k̃ terms of w*", degrees(th.TruncatedAngle), "")
	t.write(b)
}

func (s *solveResult) remarks() []string {
	var remarks sentences
	if tail := session.LateDirectionsWarning(s.heldOut); tail != "" {
		remarks.addf("Y%s.", tail[1:])
	}
	switch p, start := s.solution.Params, s.StartState().Params; {
	case s.choice == nil && s.Pair.Start.K == 0 && p.K == start.K && p.KTilde == start.KTilde && p.Lambda == 0:
		remarks.addf("No k, k̃ and λ were given, so LAR is no adaptation: give --k, --ktilde and --lambda, or --choose label-free.")
	case p.Lambda == 0 && p.K < s.Problem.Src.Rank && !p.KeepImplicit:
		remarks.addf("λ = 0: k = %d removes a part of the fit to the source, and nothing replaces this part. Give --lambda, too.", p.K)
	}
	if s.Problem.Tgt.XtY != nil && s.Pair.Target.HasNoRows() {
		remarks.addf("The target has sums without rows: its squared error is computed over all rows, and other scores are unknown.")
	} else if s.Pair.Target.Y == nil {
		remarks.addf("The target has no labels, so its accuracy, w* and comparisons with w* are unknown (–).")
	} else if !s.Pair.Target.IsLabelled() {
		remarks.addf("The target has %s: its scores and w* are computed on these rows, and its label projection is unknown (–).", labelCountText(s.Pair.Target))
	}
	if d := s.solution.Descent; d.Diverges {
		remarks.addf("Descent diverges: its rate %s is above the largest stable rate %s. Use a smaller --rate, or --rate auto.",
			number.Digits(d.Rate, 4), number.PaddedDigits(d.LargestStableRate, 4))
	}
	if d := s.solution.None; d.Diverges {
		remarks.addf("Without adaptation, descent diverges at rate %s: the largest stable rate is %s.",
			number.Digits(d.Rate, 4), number.PaddedDigits(d.LargestStableRate, 4))
	}
	switch c := s.solution.Closed; {
	case c.UnboundedBelow:
		remarks.addf("The objective is unbounded below: %s %% of Φᵀy (by norm) lies in the null space of the method's matrix A, so descent never converges and early stopping matters. The closed form is the pseudo-inverse solution outside the null space.",
			number.Digits(100*c.Leak, 3))
	case c.RankDeficient:
		remarks.addf("The matrix A of the method is singular; the closed form is the pseudo-inverse solution, of least norm.")
	case c.Condition > 1/math.Sqrt(model.DoublePrecision):
		remarks.addf("The matrix A of the method is close to singular: its condition number is %s.", number.PaddedDigits(c.Condition, 4))
	}
	if p := s.solution.Params; p.KTilde == s.Problem.D && p.Lambda > 0 {
		remarks.addf("k̃ = %d leaves no tail of the target: there is no regularization, and λ has no effect.", p.KTilde)
	}
	return remarks
}
