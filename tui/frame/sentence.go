package frame

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"larui/datasets/wording"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/panel/target"
	"larui/tui/session"
	"larui/tui/stage"
)

// Sentence returns the text above the hints: a message, the effect of the last turn, or the most important
// statement on the present state.
func (sc *Scene) Sentence() (string, chart.Style) {
	text, style := sentenceTemplate(sc)
	return sc.ReplaceKeys(text), style
}

func sentenceTemplate(sc *Scene) (string, chart.Style) {
	s, c := sc.Solution, sc.FocusedControl()
	switch {
	case sc.EntryErr != nil: // the error has the control's name in place of its label on the screen
		return strings.ReplaceAll(sc.EntryErr.Error(), c.Name+" ", c.Label+" "), chart.Bad
	case sc.Typing && sc.Entry == "":
		return c.Label + ": " + c.Help + "; Enter sets the value, Esc cancels", chart.Plain
	case sc.Typing:
		return c.Label + " = " + sc.Entry + ": Enter sets the value, Esc cancels", chart.Plain
	case errors.Is(sc.Update.Err, context.Canceled) && s == nil:
		return "opening was cancelled; {quit} quits", chart.Warning
	case errors.Is(sc.Update.Err, context.Canceled):
		return "opening was cancelled; {undo} goes back to the pair on the screen", chart.Warning
	case sc.Update.Err != nil:
		return sc.Update.Err.Error(), chart.Bad
	case sc.Update.Opening:
		return "opening " + sc.Opening + "; the screen shows first results; {back} cancels", chart.Warning
	case sc.Opening != "":
		return "opening " + sc.Opening + "; the present picture stays until then; {back} cancels", chart.Warning
	case sc.IsChoosing():
		return "searching for the best k, k̃ and λ; {back} or a turn cancels the search", chart.Warning
	case sc.Message != "":
		return sc.Message, chart.Plain
	case s == nil || sc.TopOverlay() != nil:
		return "", chart.Plain
	case sc.Playback.On:
		return playingText(sc), chart.Plain
	}
	text, style := explainSolution(sc, s)
	return causeText(sc) + text, style
}

// causeText returns the change by the last turn, such as "λ 1 → 3: ", or another cause of the
// present state, such as "undone: ". It is empty at first.
func causeText(sc *Scene) string {
	if sc.Before == nil {
		if sc.lastCause != "" {
			return string(sc.lastCause) + ": "
		}
		return ""
	}
	text, by := "", ""
	if sc.lastCause != "" {
		by = string(sc.lastCause) + ", "
	}
	for _, c := range sc.Controls() {
		from, to := c.Get(sc.BeforeState), c.Get(sc.State)
		switch {
		case from == to:
		case text == "":
			text = fmt.Sprintf("%s%s %s → %s: ", by, c.Label, from, to)
		case sc.lastCause == chosen:
			return "chosen: " + session.FormatSetting(sc.State.Params) + ": "
		default:
			return cmp.Or(string(sc.lastCause), session.FormatSetting(sc.State.Params)) + ": "
		}
	}
	return text
}

// explainSolution returns the text of the first rule that applies.
func explainSolution(sc *Scene, s *model.Solution) (text string, style chart.Style) {
	for _, rule := range []struct {
		text  func(*Scene, *model.Solution) string
		style chart.Style
	}{
		{divergenceText, chart.Bad},
		{unlearnableText, chart.Bad},
		{warningText, chart.Bad},
		{noDirectionLeftText, chart.Warning},
		{zeroLambdaText, chart.Plain},
		{changedKText, chart.Plain},
		{firstTurnText, chart.Plain},
		{whyLARHelps, chart.Plain},
		{adviceWithoutGain, chart.Plain},
		{usefulKeyText, chart.Plain},
		{noMinimumText, chart.Plain},
	} {
		if text := rule.text(sc, s); text != "" {
			return text, rule.style
		}
	}
	return lastTurnText(sc, s) + epochAdvice(sc, s), chart.Plain
}

func divergenceText(sc *Scene, s *model.Solution) string {
	if !s.Descent.Diverges {
		return ""
	}
	return fmt.Sprintf("descent diverges: rate %s is above the largest stable one, %s; %s",
		number.FormatStepSize(s.Descent.Rate), number.FormatStepSize(s.Descent.LargestStableRate), sc.HowToSet("rate", "auto", -1))
}

func changedKText(sc *Scene, s *model.Solution) string {
	if sc.Before == nil || sc.Before.K == s.K || sc.Before.KTilde != s.KTilde || sc.Before.Lambda != s.Lambda {
		return ""
	}
	return "LAR fits the labels along " + wording.Plural(s.K, "source direction") + "; " + lastTurnText(sc, s)
}

// unlearnableText warns if the scores on held-out source rows don't show that the label can be
// learned.
func unlearnableText(sc *Scene, _ *model.Solution) string {
	_, warnings := sc.Update.HeldOut()
	if warnings == nil || sc.Before != nil {
		return ""
	}
	return warnings[0].Fact
}

// noDirectionLeftText warns if k̃ is so large that no direction is left for the alignment term,
// whose weight is λ.
func noDirectionLeftText(sc *Scene, s *model.Solution) string {
	switch {
	case !sc.Session.Problem.IsTailEmpty(s.Params):
		return ""
	case sc.Before != nil && sc.BeforeState.Params.KTilde == s.KTilde && sc.BeforeState.Params.Lambda == s.Lambda:
		return lastTurnText(sc, s) + " (at this k̃ no direction is left for λ)"
	}
	return fmt.Sprintf("k̃ = %d leaves no direction for λ to weigh: LAR ignores the target", s.KTilde)
}

// zeroLambdaText says what λ = 0 means for the present k, and what to do next. It is empty for λ >
// 0.
func zeroLambdaText(sc *Scene, s *model.Solution) string {
	p := sc.Session.Problem
	align := turnAdvice(sc, "lambda", 1) + " to align with the target"
	setting, refused := stateWithRefusedSetting(sc)
	switch {
	case s.Lambda != 0:
		return ""
	case s.KeepImplicit:
		return "λ = 0 with the implicit term kept is plain least squares: no adaptation"
	case s.K != p.D:
		return "at λ = 0 the target has no influence; " + align
	case !lacksTargetLabels(&sc.Stage) || p.Task == model.Regression:
	case refused:
		return "no adaptation, as chosen without labels; " + labelAdvice(sc) + " to test " + session.FormatSetting(setting.Params)
	case sc.lastChoice.start.Equal(sc.State):
		return "no adaptation, as chosen without labels; " + turnAdvice(sc, "lambda", 1) + " to compare it with LAR by labelling rows"
	default:
		align = chooseAdvice(sc)
	}
	if _, best, ok := bestLambda(sc); ok && roundedGain(sc, s.Descent.Target.Score, best) <= 0 {
		return "no adaptation, and no λ does better with these k and k̃: " + whereToImprove(sc)
	}
	return fmt.Sprintf("no adaptation yet: k = %d removes nothing, λ = 0 adds nothing; %s", s.K, align)
}

// firstTurnText suggests a larger λ as long as the user has not changed any control. It is empty
// unless LAR trained to the end scores more than 5 points above the present LAR, because then a
// larger λ would reach the higher score in the same number of epochs. It is also empty if the
// scores over λ are known and the λ of the best score is not larger.
func firstTurnText(sc *Scene, s *model.Solution) string {
	const worthwhile = 0.05
	none, now, end := s.None.Target.Score, s.Descent.Target.Score, s.Closed.Target.Score
	gains := end-max(now, none) > worthwhile && now >= none
	if lambda, _, known := bestLambda(sc); known {
		gains = gains && lambda > s.Lambda && betterLambdaText(sc, s) != ""
	}
	watch := "the scores follow"
	switch {
	case sc.Before != nil || sc.FocusedControl().Name != "lambda" || sc.Task() == model.Regression || !gains:
		return ""
	case sc.NamesCommands:
		return "λ is how strongly the target pulls: type \"up lambda\" to let the boundary follow the target"
	case sc.Task() == model.Binary && (!sc.Zoom || sc.Panel == stage.TargetName):
		watch = "the line turns, errors (×) vanish"
	}
	return fmt.Sprintf("Press %s to raise λ, the pull of the target: %s.", controlKeySign(sc, "lambda", "up"), watch)
}

// whyLARHelps says which assumption makes LAR predict well. It is empty unless the data have two
// features and the user has just turned λ to the best value.
func whyLARHelps(sc *Scene, s *model.Solution) string {
	p := sc.Session.Problem
	along := p.D == 2 && sc.Task() == model.Binary && p.Src.HeadRank == 1 && s.KTilde == 1
	if !along || sc.Before == nil || s.Lambda == sc.BeforeState.Params.Lambda || betterLambdaText(sc, sc.Before) == "" || betterLambdaText(sc, s) != "" {
		return ""
	}
	return "labels lie along the source's long direction, and LAR assumes the same of the target"
}

func noMinimumText(sc *Scene, s *model.Solution) string {
	if !s.Closed.UnboundedBelow {
		return ""
	}
	return lastTurnText(sc, s) + "; J has no minimum: stop early"
}

// usefulKeyText names the key that leads to a better λ, or the key that shows what LAR gains. It is
// empty if both are unknown.
func usefulKeyText(sc *Scene, s *model.Solution) string {
	now, none := s.Descent.Target.Score, s.None.Target.Score
	text := betterLambdaText(sc, s)
	switch {
	case text != "" && sc.Before != nil:
		return lastTurnText(sc, s) + "; " + text
	case text != "" || !stage.IsPathCurrent(&sc.Stage):
		return text
	case sc.Before == nil && sc.lastCause == "" && roundedGain(sc, none, now) > littleGain:
		text := "LAR gains %.1f points; %s: %s at λ = 0"
		if sc.Task() == model.Regression {
			text = strings.Replace(text, "gains %.1f points", "lowers the error by %.1f %%", 1)
		}
		zero := stage.TargetMetric.Format(sc.Task(), sc.Update.Path[0].Descent.Target.Score)
		return fmt.Sprintf(text, roundedGain(sc, none, now), turnAdvice(sc, "lambda", -1), zero)
	}
	return ""
}

// betterLambdaText suggests the solved λ of the best score. It is empty unless this score is better
// than the present score and the score of no adaptation.
func betterLambdaText(sc *Scene, s *model.Solution) string {
	lambda, best, ok := bestLambda(sc)
	if !ok || roundedGain(sc, s.Descent.Target.Score, best) < 1 || roundedGain(sc, s.None.Target.Score, best) <= littleGain {
		return ""
	}
	n := 1
	if lambda < s.Lambda {
		n = -1
	}
	return fmt.Sprintf("%s: %s at λ = %s", turnAdvice(sc, "lambda", n), stage.TargetMetric.Format(sc.Task(), best), number.AllDigits(lambda))
}

// bestLambda returns the solved λ with the best target score, and the score. ok is false if the
// scores over λ are unknown.
func bestLambda(sc *Scene) (lambda, best float64, ok bool) {
	best, most := math.NaN(), math.Inf(-1)
	if !stage.IsPathCurrent(&sc.Stage) || !sc.IsKnown(stage.TargetMetric) {
		return 0, best, false
	}
	for _, point := range sc.Update.Path {
		v := point.Descent.Target.Score
		if goodness := stage.TargetMetric.Goodness(sc.Task(), v); goodness > most {
			lambda, best, most = point.Lambda, v, goodness
		}
	}
	return lambda, best, !math.IsNaN(best)
}

// oppositesScoreBetter reports whether the opposite of every prediction would score better on the
// target. For two classes, the balanced accuracy must be three standard errors below 0.5.
func oppositesScoreBetter(p *model.Problem, s *model.Solution) bool {
	target := s.Descent.Target
	switch p.Task {
	case model.Binary:
		return target.Balanced < 0.5-1.5/math.Sqrt(float64(p.Target.Rows()))
	case model.Regression:
		return s.Descent.Cosine < 0 && target.MSE > p.Tgt.LabelNorm2/float64(p.Tgt.N)
	}
	return false
}

// warningText returns the first of these warnings, with the key that helps: LAR predicts the
// opposite labels; the session warns of the solution; the features have unequal scales. It is empty
// without a warning.
func warningText(sc *Scene, s *model.Solution) string {
	scales, unequal := sc.Session.ScaleWarning()
	signs := sc.Session.SolutionWarnings(s, sc.Theory)
	text := ""
	switch {
	case oppositesScoreBetter(sc.Session.Problem, s):
		if angle, _ := session.OptionByName("angle"); angle.AppliesTo(sc.Limits) && math.Abs(sc.State.Spec.Angle) > 90 {
			text = "beyond 90° "
		}
		text += "LAR mirrors the labels"
		if sc.Task() != model.Regression {
			text = strings.Replace(text, "labels", "classes, "+stage.TargetMetric.Format(sc.Task(), s.Descent.Target.Accuracy)+" are right", 1)
		}
		text += ": without labels no k, k̃, λ can reveal this"
	case len(signs) == 0:
		if unequal && sc.Before == nil {
			text = standardizeAdvice(sc) + ": " + scales.Fact
		}
	case unequal:
		text = signs[0].Fact + "; " + standardizeAdvice(sc)
	case s.K < sc.Limits.D:
		text = signs[0].Fact + "; " + turnAdvice(sc, "k", 1)
	case s.Lambda > 0:
		text = signs[0].Fact + "; " + turnAdvice(sc, "lambda", -1)
	default:
		text = signs[0].Fact
	}
	return text
}

// lastTurnText says by how much the last turn of a control changed the score. If the header shows
// this already or the score is unknown, lastTurnText says by which angle the weights rotated.
// Before any turn it says by which angle the weights of LAR differ from those of no adaptation.
func lastTurnText(sc *Scene, s *model.Solution) string {
	if sc.Before != nil {
		change, _ := sc.FormatChange(sc.Before.Descent.Target.Score, s.Descent.Target.Score)
		if change != "" && !sc.HasRoom() { // otherwise the header has the change
			return sc.ScoreName() + " " + change + betterOrWorse(sc, change)
		}
		if text := target.DescribeAngle(&sc.Stage, sc.Before.Descent.Weights); text != "" {
			return text
		}
	}
	if text := target.DescribeAngle(&sc.Stage, s.None.Weights); text != "" {
		return "no adaptation → LAR: " + text
	}
	return "LAR " + session.FormatEpochs("after ", s.Epochs)
}

// betterOrWorse explains the change of an error: smaller errors are better. It is empty for
// accuracies.
func betterOrWorse(sc *Scene, change string) string {
	switch {
	case sc.Task() != model.Regression:
		return ""
	case strings.HasPrefix(change, "▲"):
		return " (better)"
	case strings.HasPrefix(change, "▼"):
		return " (worse)"
	}
	return ""
}

func epochAdvice(sc *Scene, s *model.Solution) string {
	now, end := s.Descent.Target.Score, s.Closed.Target.Score
	if math.IsNaN(now) || math.IsNaN(end) || sc.Task() == model.Regression {
		return ""
	}
	switch {
	case end-now > 0.01:
		return fmt.Sprintf("; more epochs or λ help (trained to the end: %.1f %%)", 100*end)
	case now-end > 0.01:
		return fmt.Sprintf("; stopping early helps (trained to the end: %.1f %%)", 100*end)
	}
	return ""
}

// littleGain is the largest gain that hardly counts, in points of accuracy or per cent of an error.
const littleGain = 0.5

// adviceWithoutGain says what to try if LAR does not beat no adaptation, or if no labels can show
// whether it does. It is empty otherwise.
func adviceWithoutGain(sc *Scene, s *model.Solution) string {
	judge, by := stage.TargetMetric, ""
	if !sc.IsKnown(stage.TargetMetric) {
		judge, by = stage.ValidationMetric, " by the validation rows"
	}
	answers := currentAnswerRound(sc)
	switch {
	case sc.IsKnown(judge):
	case answers != nil:
		return "by your labels " + answers.DescribeDecision(answers.Tally, answers.Verdict)
	case sc.Before != nil:
		return ""
	default:
		advice := chooseAdvice(sc)
		if sc.Task() == model.Regression {
			advice = "keep k near k(0.1) ({view-spectrum} shows it), or give --validation FILE"
			if sc.NamesCommands {
				advice = strings.Replace(advice, "{view-spectrum} shows it", "type spectrum", 1)
			}
		}
		return "no labels of the target, so nothing shows how good this is: " + advice
	}
	of := judge.ValueOf
	now := of(s.Descent.Evaluation)
	gained := roundedGain(sc, of(s.None.Evaluation), now)
	what, better := "LAR is worse than no adaptation", betterLambdaText(sc, s)
	switch {
	case math.IsNaN(gained) || gained > littleGain, better != "" && sc.Before != nil: // usefulKeyText then gives advice
		return ""
	case sc.Task() != model.Regression && of(s.Closed.Evaluation)-max(now, of(s.None.Evaluation)) > 0.01 && !s.Closed.UnboundedBelow:
		return "" // epochAdvice then gives advice
	case gained > 0:
		what = "LAR hardly beats no adaptation"
	case gained == 0:
		what = "LAR does not beat no adaptation"
	}
	what += by
	if sc.Before != nil {
		if change, _ := sc.FormatChange(of(sc.Before.Descent.Evaluation), now); change != "" {
			what = judge.Name(sc.PairScore()) + " " + change + betterOrWorse(sc, change) + "; " + what
		}
	}
	if better != "" {
		return what + "; " + better
	}
	return what + ": " + whereToImprove(sc)
}

// roundedGain returns how much better newScore is than oldScore, in points of accuracy or per cent
// of an error. Both are first rounded as on the screen.
func roundedGain(sc *Scene, oldScore, newScore float64) float64 {
	oldScore, newScore = stage.RoundScore(&sc.Stage, oldScore), stage.RoundScore(&sc.Stage, newScore)
	if sc.Task() == model.Regression {
		return 100 * (oldScore - newScore) / oldScore
	}
	return newScore - oldScore
}

func whereToImprove(sc *Scene) string {
	if lacksTargetLabels(&sc.Stage) && sc.IsKnown(stage.LabelFreeMetric) {
		return chooseAdvice(sc)
	}
	p := sc.Session.Problem
	single := max(p.Src.Rank, p.Tgt.Rank) < 2 // nothing to choose k and k̃ from
	_, best, _ := sc.Glyphs.HeatMarks()
	text := fmt.Sprintf("{view-map} opens the map of k and k̃, %c marks its best", best)
	if sc.IsKnown(stage.ValidationMetric) {
		text += " ({map.metric}: best by validation)"
	}
	switch {
	case sc.NamesCommands && single:
		return "type lambda for the score at every λ"
	case sc.NamesCommands && sc.Before != nil:
		return "type map for the best k and k̃"
	case sc.NamesCommands:
		return "type map for the best k and k̃, lambda for the score at every λ"
	case single:
		return "{view-lambda} shows the score at every λ"
	case sc.ViewName() == stage.MapName:
		return fmt.Sprintf("{map.best} goes to %c, the best cell, and {map.go} sets its k and k̃", best)
	case sc.Before != nil:
		return fmt.Sprintf("{view-map} maps k and k̃ (%c the best)", best)
	case sc.ViewName() == stage.LambdaName:
		return text
	}
	return text + "; {view-lambda} shows other λ"
}

func playingText(sc *Scene) string {
	f := sc.PlayedFrame()
	if f == nil {
		return "solving the epochs to play …; {back} stops"
	}
	text := "epoch %d %s: {play} pauses, {step-on} and {step-back} step, {back} shows the last epoch"
	if !sc.Playback.Running {
		text = "paused at " + strings.Replace(text, "pauses", "goes on", 1)
	}
	return fmt.Sprintf(text, f.Epoch, session.FormatEpochs("of ", sc.State.Params.Epochs))
}
