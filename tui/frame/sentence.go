package frame

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/panel/target"
	"larui/tui/session"
	"larui/tui/stage"
)

// Sentence returns the effect of the last turn, or a statement on the present state.
func (sc *Scene) Sentence() (string, chart.Style) {
	text, style := sentenceOf(sc)
	return sc.ReplaceKeys(text), style
}

func sentenceOf(sc *Scene) (string, chart.Style) {
	s := sc.Solution
	switch {
	case sc.EntryErr != nil:
		// The error has the name of the flag, the screen has the label of the control.
		c := sc.FocusedControl()
		return strings.ReplaceAll(sc.EntryErr.Error(), c.Name+" ", c.Label+" "), chart.Bad
	case sc.Typing && sc.Entry == "":
		c := sc.FocusedControl()
		return c.Label + ": " + c.Help + "; Enter sets it, Esc leaves it", chart.Plain
	case sc.Typing:
		return sc.FocusedControl().Label + " = " + sc.Entry + ": Enter sets it, Esc leaves it", chart.Plain
	case errors.Is(sc.Update.Err, context.Canceled) && s == nil:
		return "opening was cancelled; {quit} quits", chart.Warning
	case errors.Is(sc.Update.Err, context.Canceled):
		return "opening was cancelled; {undo} goes back to the present picture", chart.Warning
	case sc.Update.Err != nil:
		return sc.Update.Err.Error(), chart.Bad
	case sc.Update.Opening:
		return "opening " + sc.Opening + "; the picture shows what is known so far; {back} cancels", chart.Warning
	case sc.Opening != "":
		return "opening " + sc.Opening + "; the present picture stays until then; {back} cancels", chart.Warning
	case sc.IsChoosing():
		return "searching the settings of k, k̃ and λ; {back} gives it up, and so does a turn", chart.Warning
	case sc.Message != "":
		return sc.Message, chart.Plain
	case s == nil || sc.TopOverlay() != nil:
		return "", chart.Plain
	case sc.Play.On:
		return playSentence(sc), chart.Plain
	}
	text, style := explain(sc, s)
	return afterTurn(sc) + text, style
}

// afterTurn returns the change of the last turn, such as "λ 1 → 3: ", or another cause of the
// present state. It is empty if there is none.
func afterTurn(sc *Scene) string {
	if sc.Before == nil && sc.lastCause != "" {
		return string(sc.lastCause) + ": "
	}
	if sc.Before == nil {
		return ""
	}
	text := ""
	for _, c := range sc.Controls() {
		if from, to := c.Get(sc.BeforeState), c.Get(sc.State); from != to {
			if text != "" {
				text = string(cmp.Or(sc.lastCause, "several controls")) + ": "
				if sc.lastCause == chosen {
					text += session.Setting(sc.State.Params) + ": "
				}
				return text
			}
			text = fmt.Sprintf("%s %s → %s: ", c.Label, from, to)
		}
	}
	return text
}

// explain returns the most important statement on a solution: the text of the first rule that
// applies.
func explain(sc *Scene, s *model.Solution) (text string, style chart.Style) {
	for _, rule := range []struct {
		says  func(*Scene, *model.Solution) string
		style chart.Style
	}{
		{divergence, chart.Bad},
		{unlearnableText, chart.Bad},
		{warning, chart.Bad},
		{noTail, chart.Warning},
		{lambdaAtZero, chart.Plain},
		{suggestTurn, chart.Plain},
		{reason, chart.Plain},
		{adviceWithoutGain, chart.Plain},
		{usefulKey, chart.Plain},
		{noMinimum, chart.Plain},
	} {
		if text := rule.says(sc, s); text != "" {
			return text, rule.style
		}
	}
	return effectOfTurn(sc, s) + epochAdvice(sc, s), chart.Plain
}

// divergence says that descent diverges.
func divergence(_ *Scene, s *model.Solution) string {
	if !s.Descent.Diverges {
		return ""
	}
	return fmt.Sprintf("descent diverges: rate %s is above the largest stable one, %s; set rate to auto",
		number.Rate(s.Descent.Rate), number.Rate(s.Descent.LargestStableRate))
}

// unlearnableText says that held-out rows show no sign that the label can be learned.
func unlearnableText(sc *Scene, _ *model.Solution) string {
	_, warnings := sc.Update.HeldOut()
	if warnings == nil || sc.Before != nil {
		return ""
	}
	return warnings[0].Fact
}

// noTail says that k̃ leaves λ no direction to weigh.
func noTail(sc *Scene, s *model.Solution) string {
	p := sc.Session.Problem
	switch {
	case s.KTilde < p.D && (s.Tail != model.TargetTail || s.KTilde < p.Tgt.Rank):
		return ""
	case sc.Before != nil && sc.BeforeState.Params.KTilde == s.KTilde && sc.BeforeState.Params.Lambda == s.Lambda:
		return effectOfTurn(sc, s) + " (k̃ leaves λ nothing to weigh)"
	}
	return fmt.Sprintf("k̃ = %d leaves no direction for λ to weigh: LAR hears nothing of the target", s.KTilde)
}

// lambdaAtZero says what λ = 0 means, and what to do next.
func lambdaAtZero(sc *Scene, s *model.Solution) string {
	p := sc.Session.Problem
	align := toTurn(sc, "lambda", 1) + " to align with the target"
	switch {
	case s.Lambda != 0:
		return ""
	case s.KeepImplicit:
		return "λ = 0 with the implicit term kept is plain least squares: no adaptation"
	case s.K != p.D:
		return "at λ = 0 the target pulls at nothing; " + align
	case withoutLabels(&sc.Stage) && p.Task != model.Regression:
		align = toChoose(sc)
	}
	if _, best, ok := bestLambda(sc); ok && gain(sc, sc.Score(s.Descent.Target), best) <= 0 {
		return "no adaptation, and no λ does better with these k, k̃: " + whereToImprove(sc)
	}
	return fmt.Sprintf("no adaptation yet: k = %d removes nothing, λ = 0 adds nothing; %s", s.K, align)
}

// suggestTurn suggests turning λ up if nothing was turned yet and LAR trained to the end gains more
// than 5 points. A larger λ gets there sooner.
func suggestTurn(sc *Scene, s *model.Solution) string {
	const worthwhile = 0.05
	none, now, end := sc.Score(s.None.Target), sc.Score(s.Descent.Target), sc.Score(s.Closed.Target)
	gains := end-max(now, none) > worthwhile && now >= none
	watch := "the scores follow"
	switch {
	case sc.Before != nil || sc.FocusedControl().Name != "lambda" || sc.Task() == model.Regression || !gains:
		return ""
	case sc.Spoken:
		return "λ is how strongly the target pulls: type up lambda, and the boundary follows the target"
	case sc.Task() == model.Binary && (!sc.Zoom || sc.Panel == stage.TargetName):
		watch = "the line follows, the × disappear"
	}
	return fmt.Sprintf("Press %s to raise λ, the pull of the target: %s.", turnSign(sc, "lambda", "up"), watch)
}

// reason says why LAR helps, once a turn has reached the best λ.
func reason(sc *Scene, s *model.Solution) string {
	p := sc.Session.Problem
	along := p.D == 2 && sc.Task() == model.Binary && p.Src.HeadRank == 1 && s.KTilde == 1
	if !along || sc.Before == nil || s.Lambda == sc.BeforeState.Params.Lambda || toBetterLambda(sc, sc.Before) == "" || toBetterLambda(sc, s) != "" {
		return ""
	}
	return "labels lie along the source's long direction, and LAR supposes the same of the target"
}

// noMinimum says that J is unbounded below.
func noMinimum(sc *Scene, s *model.Solution) string {
	if !s.Closed.UnboundedBelow {
		return ""
	}
	return fmt.Sprintf("%s; J has no minimum (leak %s): stop early", effectOfTurn(sc, s), number.Digits(100*s.Closed.Leak, 2)+" %")
}

// usefulKey names the key that leads to a better λ, else the key that shows what LAR gains. It is
// empty if both are unknown.
func usefulKey(sc *Scene, s *model.Solution) string {
	now, none := sc.Score(s.Descent.Target), sc.Score(s.None.Target)
	text := toBetterLambda(sc, s)
	switch {
	case text != "" && sc.Before != nil:
		return effectOfTurn(sc, s) + "; " + text
	case text != "" || !stage.PathHolds(&sc.Stage):
		return text
	case sc.Before == nil && sc.lastCause == "" && gain(sc, none, now) > littleGain:
		text := fmt.Sprintf("LAR gains %.1f points", gain(sc, none, now))
		if sc.Task() == model.Regression {
			text = fmt.Sprintf("LAR lowers the error by %.1f %%", gain(sc, none, now))
		}
		return text + ": " + toTurn(sc, "lambda", -1) + ", and LAR falls back to no adaptation"
	}
	return ""
}

// toBetterLambda says how to turn λ to a better score than now and than no adaptation. It is empty
// if no step of λ gets there.
func toBetterLambda(sc *Scene, s *model.Solution) string {
	lambda, best, ok := bestLambda(sc)
	if !ok || gain(sc, sc.Score(s.Descent.Target), best) < 1 || gain(sc, sc.Score(s.None.Target), best) <= littleGain {
		return ""
	}
	n := 1
	if lambda < s.Lambda {
		n = -1
	}
	return fmt.Sprintf("%s: %s at λ = %s", toTurn(sc, "lambda", n), stage.TargetMetric.Format(sc.Task(), best), number.Short(lambda))
}

// bestLambda returns the step of λ with the best target score, and the score. ok is false if the
// scores or the path are unknown.
func bestLambda(sc *Scene) (lambda, best float64, ok bool) {
	best = math.NaN()
	if !stage.PathHolds(&sc.Stage) || !sc.Known(stage.TargetMetric) {
		return 0, best, false
	}
	for _, point := range sc.Update.Path {
		v := sc.Score(point.Descent.Target)
		if !math.IsNaN(v) && (math.IsNaN(best) || stage.TargetMetric.Goodness(sc.Task(), v) > stage.TargetMetric.Goodness(sc.Task(), best)) {
			lambda, best = point.Lambda, v
		}
	}
	return lambda, best, !math.IsNaN(best)
}

// mirrored reports whether LAR predicts the target's labels with the wrong sign, so that the
// opposite of every prediction would score better. For classes, the balanced accuracy must be three
// standard errors below a guess.
func mirrored(p *model.Problem, s *model.Solution) bool {
	target := s.Descent.Target
	switch p.Task {
	case model.Binary:
		return target.Balanced < 0.5-1.5/math.Sqrt(float64(p.Target.Rows()))
	case model.Regression:
		return s.Descent.Cosine < 0 && target.MSE > p.Tgt.LabelNorm2/float64(p.Tgt.N)
	}
	return false
}

// warning returns a warning about mirrored labels, unequal scales or other signs, with the key that
// helps. It is empty if there is no warning.
func warning(sc *Scene, s *model.Solution) string {
	scales, unequal := sc.Session.Scales()
	signs := sc.Session.Signs(s, sc.Theory)
	text := ""
	switch {
	case mirrored(sc.Session.Problem, s):
		if angle, _ := session.OptionByName("angle"); angle.Applies(sc.Limits) && math.Abs(sc.State.Spec.Angle) > 90 {
			text = "beyond 90° "
		}
		text += "LAR mirrors the labels"
		if sc.Task() != model.Regression {
			text = strings.Replace(text, "labels", "classes, "+stage.TargetMetric.Format(sc.Task(), s.Descent.Target.Accuracy)+" are right", 1)
		}
		text += ": no k, k̃, λ can know this without labels"
	case len(signs) == 0 && unequal && sc.Before == nil:
		text = toStandardize(sc) + ": " + scales.Fact
	case len(signs) == 0:
	case unequal:
		text = signs[0].Fact + "; " + toStandardize(sc)
	case s.K < sc.Limits.D:
		text = signs[0].Fact + "; " + toTurn(sc, "k", 1)
	case s.Lambda > 0:
		text = signs[0].Fact + "; " + toTurn(sc, "lambda", -1)
	default:
		text = signs[0].Fact
	}
	return text
}

// effectOfTurn says how far the solution turned the weights, and how the score changed.
func effectOfTurn(sc *Scene, s *model.Solution) string {
	if sc.Before != nil {
		change, _ := sc.Change(sc.Score(sc.Before.Descent.Target), sc.Score(s.Descent.Target))
		if change != "" && !sc.HasRoom() { // the header there has the change
			return sc.ScoreName() + " " + change + betterOrWorse(sc, change)
		}
		if text := target.Turned(&sc.Stage, sc.Before.Descent.Weights); text != "" {
			return text
		}
	}
	if text := target.Turned(&sc.Stage, s.None.Weights); text != "" {
		return "no adaptation → LAR: " + text
	}
	return "LAR " + session.TrainedFor("after ", s.Epochs)
}

// betterOrWorse adds "better" or "worse" to the change of an error, where less is better. It is empty for
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

// epochAdvice says whether more epochs or stopping early would help.
func epochAdvice(sc *Scene, s *model.Solution) string {
	now, end := sc.Score(s.Descent.Target), sc.Score(s.Closed.Target)
	if math.IsNaN(now) || math.IsNaN(end) || sc.Task() == model.Regression {
		return ""
	}
	switch {
	case end-now > 0.01:
		return fmt.Sprintf("; more epochs or λ help (to the end %.1f %%)", 100*end)
	case now-end > 0.01:
		return fmt.Sprintf("; stopping early helps (to the end %.1f %%)", 100*end)
	}
	return ""
}

// littleGain is the largest gain, in points of accuracy or per cent of an error, that hardly
// counts.
const littleGain = 0.5

// adviceWithoutGain says what to try if LAR does not beat no adaptation, or if no labels can show it. It is
// empty otherwise.
func adviceWithoutGain(sc *Scene, s *model.Solution) string {
	judge, by := stage.TargetMetric, ""
	if !sc.Known(stage.TargetMetric) {
		judge, by = stage.ValidationMetric, " by the validation rows"
	}
	told := answersNow(sc)
	switch {
	case sc.Known(judge):
	case told != nil:
		return "by your labels " + told.Decided(told.Told, told.Verdict)
	case sc.Before != nil:
		return ""
	case sc.Task() != model.Regression:
		return "no labels of the target, so nothing shows how good this is: " + toChoose(sc)
	default:
		where := "view 2"
		if sc.Spoken {
			where = "type spectrum"
		}
		return "no labels of the target, so nothing shows how good this is: keep k near k(0.1) (" + where + "), or give --validation FILE"
	}
	of := func(e model.Evaluation) float64 { return judge.Of(sc.Task(), e) }
	now := of(s.Descent.Evaluation)
	gained := gain(sc, of(s.None.Evaluation), now)
	what, better := "LAR is worse than no adaptation", toBetterLambda(sc, s)
	switch {
	case math.IsNaN(gained) || gained > littleGain, better != "" && sc.Before != nil: // usefulKey covers this
		return ""
	case sc.Task() != model.Regression && of(s.Closed.Evaluation)-max(now, of(s.None.Evaluation)) > 0.01 && !s.Closed.UnboundedBelow:
		return "" // more epochs get there
	case gained > 0:
		what = "LAR hardly beats no adaptation"
	case gained == 0:
		what = "LAR does not beat no adaptation"
	}
	what += by
	if sc.Before != nil {
		// The change of the score by the last turn of a control comes first.
		if change, _ := sc.Change(of(sc.Before.Descent.Evaluation), now); change != "" {
			what = judge.Name(sc.ScoredBy()) + " " + change + betterOrWorse(sc, change) + "; " + what
		}
	}
	if better != "" {
		return what + "; " + better
	}
	return what + ": " + whereToImprove(sc)
}

// gain returns the improvement between two scores as shown, in points of accuracy or per cent of an
// error.
func gain(sc *Scene, from, to float64) float64 {
	from, to = stage.RoundScore(&sc.Stage, from), stage.RoundScore(&sc.Stage, to)
	if sc.Task() == model.Regression {
		return 100 * (from - to) / from
	}
	return to - from
}

// whereToImprove says where to find a better k, k̃ or λ: with keys on the screen, with commands in lines of
// text.
func whereToImprove(sc *Scene) string {
	if withoutLabels(&sc.Stage) && sc.Known(stage.LabelFreeMetric) {
		return toChoose(sc)
	}
	p := sc.Session.Problem
	single := max(p.Src.Rank, p.Tgt.Rank) < 2 // nothing to choose k and k̃ from
	_, best, _ := sc.Glyphs.HeatMarks()
	text := fmt.Sprintf("{view-map} opens the map of k and k̃, %c marks the best", best)
	if sc.Known(stage.ValidationMetric) {
		text += " ({map.metric}: also by validation)"
	}
	switch {
	case sc.Spoken && single:
		return "type lambda for the score at every λ"
	case sc.Spoken && sc.Before != nil:
		return "type map for the best k and k̃"
	case sc.Spoken:
		return "type map for the best k and k̃, lambda for the score at every λ"
	case single:
		return "{view-lambda} shows it for every λ"
	case sc.ViewName() == stage.MapName:
		return fmt.Sprintf("{map.best} goes to %c, the best k and k̃, and {map.go} takes it", best)
	case sc.Before != nil:
		return fmt.Sprintf("{view-map} maps k and k̃ (%c the best)", best)
	case sc.ViewName() == stage.LambdaName:
		return text
	}
	return text + "; {view-lambda} shows other λ"
}

// playSentence returns the played epoch and the keys of playing.
func playSentence(sc *Scene) string {
	f, paused, space := sc.PlayedFrame(), "", "pauses"
	if f == nil {
		return "working out the way there …; {back} leaves it"
	}
	if !sc.Play.Running {
		paused, space = "paused at ", "goes on"
	}
	return fmt.Sprintf("%sepoch %d %s: {play} %s, {step-on} and {step-back} step, {back} shows the end",
		paused, f.Epoch, session.TrainedFor("of ", sc.State.Params.Epochs), space)
}
