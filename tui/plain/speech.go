package plain

import (
	"fmt"
	"io"
	"math"
	"strings"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/view"
)

// speech says in words what a screen reader would pass over or stumble on, as far as
// [chart.Glyphs.Spell] does not. Replacers do not change.
var speech = strings.NewReplacer(
	"▲ ", "", "▼ ", "", "★ ", "", "= ±0", "unchanged", "±", "plus or minus ",
	" → ", " to ", "→", "to", "↑", "up", "↓", "down", "−", "-", "–", "unknown", "∞", "infinite",
	"·‖", " times |", "×", "times ", "·", ",", "…", "...", "within 1°", "within 1 degree", "°", " degrees", "≥", "at least",
	"k̃", "ktilde", "Σ", "sum", "²(", " squared (", "²", " squared",
)

// speak writes a text as the talker says it, in one line. Letters of other alphabets,
// as names from the data may have, stay.
func speak(text string) string { return datasets.OneLine(chart.ASCII.Spell(speech.Replace(text))) }

// say adds a line to the answer.
func (t *talker) say(text string) { t.answer.WriteString(speak(text) + "\n") }

// sayError says why a command was not obeyed.
func (t *talker) sayError(err error) { t.say("error: " + session.PlainError(err)) }

// tell writes a line about what takes long. Where nobody can hear it, that is no
// reason to stop.
func (t *talker) tell(text string) { _, _ = io.WriteString(t.Progress, speak(text)+"\n") }

// sayControl says where a control stands and what it does.
func (t *talker) sayControl(c session.Option) { t.say(c.Name + " " + c.Get(t.State) + ": " + c.Help) }

// sayEverything says what is open, where every control stands, and what that gives.
func (t *talker) sayEverything() {
	pair, problem := t.Update.Session.Pair, t.Update.Session.Problem
	task := pair.Task.String()
	switch pair.Task {
	case model.Binary:
		task += ", " + pair.ClassNames[0] + " against " + pair.ClassNames[1]
	case model.MultiClass:
		task += fmt.Sprintf(", %d classes, one against all", len(pair.ClassNames))
	}
	t.say(pair.Title + ": " + task)
	t.say(fmt.Sprintf("source %d rows, target %d rows, %d features", problem.Src.N, problem.Tgt.N, problem.D))
	var stands []string
	for _, c := range t.Controls() {
		stands = append(stands, c.Name+" "+c.Get(t.State))
	}
	t.say(strings.Join(stands, ", "))
	t.sayTurn()
}

// sayTurn says what the last turn did, the scores, and what the view shows.
func (t *talker) sayTurn() {
	text, _ := t.Sentence()
	t.say(text)
	t.sayScores()
	if t.Zoom {
		t.sayView()
	}
}

// sayView says what the view shows, a line each.
func (t *talker) sayView() {
	if !t.Zoom {
		t.sayScores()
		return
	}
	for _, line := range t.Named(t.Panel).Lines(&t.Scene) {
		t.say(line)
	}
}

// sayScores says what no adaptation, LAR and its closed form score, a line for each
// score that can be known.
func (t *talker) sayScores() {
	pair := t.Update.Session.Pair
	for _, d := range []struct {
		name string
		rows int
		of   func(model.Evaluation) model.Metrics
	}{
		{"target", pair.Target.Rows(), func(e model.Evaluation) model.Metrics { return e.Target }},
		{"source", pair.Source.Rows(), func(e model.Evaluation) model.Metrics { return e.Source }},
		{"validation", pair.Validation.Rows(), func(e model.Evaluation) model.Metrics { return e.Validation }},
	} {
		switch {
		case d.rows == 0:
		case t.Task() == model.Regression:
			t.sayMethods(d.name+" squared error", func(e model.Evaluation) string { return number.Digits(d.of(e).MSE, 4) })
		default:
			t.sayMethods(d.name+" accuracy", func(e model.Evaluation) string { return view.SpokenShare(d.of(e).Accuracy, d.rows) })
		}
	}
	if !math.IsNaN(t.Solution().Closed.ParameterError) {
		t.sayMethods("distance to the target's optimum", func(e model.Evaluation) string { return number.Digits(e.ParameterError, 4) })
	}
	t.sayMethods("norm of the weights", func(e model.Evaluation) string { return number.Digits(e.WeightNorm, 4) })
}

// sayMethods says a number of no adaptation, of descent and of the closed form.
func (t *talker) sayMethods(name string, number func(model.Evaluation) string) {
	s := t.Solution()
	descent := func(d model.Descent) string {
		if d.Diverges {
			return "diverges"
		}
		return number(d.Evaluation)
	}
	t.say(fmt.Sprintf("%s: no adaptation %s, LAR %s, closed form %s", name, descent(s.None), descent(s.Descent), number(s.Closed.Evaluation)))
}
