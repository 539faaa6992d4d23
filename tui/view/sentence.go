package view

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
)

// Sentence says in words what the last turn did, or what to know about the
// present state.
func (sc *Scene) Sentence() (string, chart.Style) {
	s := sc.Solution()
	switch {
	case sc.EntryErr != nil:
		// Flags have names where the screen has signs.
		c := sc.Focused()
		return strings.ReplaceAll(sc.EntryErr.Error(), c.Name+" ", c.Label+" "), chart.Bad
	case sc.Typing:
		c := sc.Focused()
		if sc.Entry == "" {
			return c.Label + ": " + c.Help + "; Enter sets it, Esc leaves it", chart.Plain
		}
		return c.Label + " = " + sc.Entry + ": Enter sets it, Esc leaves it", chart.Plain
	case sc.Update.Err != nil && errors.Is(sc.Update.Err, context.Canceled):
		if s == nil {
			return "opening was cancelled; q quits", chart.Warning
		}
		return "opening was cancelled; u goes back to what is shown", chart.Warning
	case sc.Update.Err != nil:
		return sc.Update.Err.Error(), chart.Bad
	case sc.Opening != "":
		return "opening " + sc.Opening + "; what is shown stays until it is there; Esc cancels", chart.Warning
	case sc.Message != "":
		return sc.Message, chart.Plain
	case s == nil:
		return "", chart.Plain
	case sc.Views.Play.on:
		return sc.playSentence()
	}
	text, style := sc.explain(s)
	if turned := sc.turned(); turned != "" {
		text = turned + text
	}
	return text, style
}

// turned says what the last turn changed, as "λ 1 → 3: "; empty where nothing
// was turned yet.
func (sc *Scene) turned() string {
	if sc.Before == nil {
		return ""
	}
	text := ""
	for _, c := range sc.Controls() {
		if from, to := c.Get(sc.BeforeState), c.Get(sc.State); from != to {
			if text != "" {
				return "several controls: "
			}
			text = fmt.Sprintf("%s %s → %s: ", c.Label, from, to)
		}
	}
	return text
}

// explain says what matters most about a solution.
func (sc *Scene) explain(s *model.Solution) (string, chart.Style) {
	p := sc.Update.Session.Problem
	switch {
	case s.Descent.Diverges:
		return fmt.Sprintf("descent diverges: rate %s is above the largest stable one, %s; set rate to auto",
			number.Measure(s.Descent.Rate), number.Measure(s.Descent.LargestStableRate)), chart.Bad
	case s.KTilde >= p.D || (s.Tail == model.TargetTail && s.KTilde >= p.Tgt.Rank):
		text := fmt.Sprintf("k̃ = %d leaves no tail: the regularizer is off, so λ does nothing", s.KTilde)
		if sc.Before != nil && sc.BeforeState.Params.KTilde == s.KTilde && sc.BeforeState.Params.Lambda == s.Lambda {
			text = sc.effect(s) + " (k̃ leaves no tail, so λ is off)"
		}
		return text, chart.Warning
	case s.Lambda == 0 && s.KeepImplicit:
		return "λ = 0 with the implicit term kept is plain least squares: no adaptation", chart.Plain
	case s.Lambda == 0:
		return "λ = 0 switches the target's term off; turn λ up to align with the target", chart.Plain
	case sc.Before == nil && sc.Focused().Name == "lambda" && p.Task != model.Regression &&
		sc.score(s.Closed.Target)-sc.score(s.Descent.Target) > 0.05:
		// There is something to gain, and a larger λ gets there sooner.
		how := "press → to turn it up and watch the boundary follow the target"
		if sc.Spoken {
			how = "type up lambda, and the boundary follows the target"
		}
		return "λ weighs the target's alignment term: " + how, chart.Plain
	}
	if advice := sc.advice(s); advice != "" {
		return advice, chart.Plain
	}
	if s.Closed.UnboundedBelow {
		return fmt.Sprintf("%s; J has no minimum (leak %s): stop early",
			sc.effect(s), number.Digits(100*s.Closed.Leak, 2)+" %"), chart.Plain
	}
	return sc.effect(s) + sc.outlook(s), chart.Plain
}

// effect says what the solution does to the boundary and to the score.
func (sc *Scene) effect(s *model.Solution) string {
	if sc.Before != nil && sc.Before.Descent.Weights != nil && sameShape(sc.Before.Descent.Weights, s.Descent.Weights) {
		text := "weights turned " + turnAngle(sc.Before.Descent.Weights, s.Descent.Weights)
		if change, _ := sc.change(sc.score(sc.Before.Descent.Target), sc.score(s.Descent.Target)); change != "" {
			text += ", " + sc.scoreName() + " " + change + sc.worth(change)
		}
		return text
	}
	if s.None.Weights != nil && s.Descent.Weights != nil {
		return "LAR turned the weights " + turnAngle(s.None.Weights, s.Descent.Weights) + " from no adaptation"
	}
	return fmt.Sprintf("LAR after %d epochs", s.Epochs)
}

// worth says in a word what the sign of an error's change can't: less is better.
func (sc *Scene) worth(change string) string {
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

// outlook adds what descent has yet to reach.
func (sc *Scene) outlook(s *model.Solution) string {
	now, end := sc.score(s.Descent.Target), sc.score(s.Closed.Target)
	if math.IsNaN(now) || math.IsNaN(end) || sc.Task() == model.Regression {
		return ""
	}
	switch {
	case end-now > 0.01:
		return fmt.Sprintf("; closed form %.1f %%: more epochs or λ help", 100*end)
	case now-end > 0.01:
		return fmt.Sprintf("; closed form only %.1f %%: stopping early helps", 100*end)
	}
	return ""
}

func sameShape(a, b *mat.Dense) bool {
	ar, ac := a.Dims()
	br, bc := b.Dims()
	return ar == br && ac == bc
}

// turnAngle writes the angle between two weight vectors.
func turnAngle(a, b *mat.Dense) string {
	angle := model.Angle(a, b)
	if math.IsNaN(angle) {
		return "nowhere"
	}
	return fmt.Sprintf("%.1f°", angle)
}
