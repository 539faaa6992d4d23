package plain

import (
	"fmt"
	"math"
	"strings"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
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

// sayPair says what is open.
func (t *talker) sayPair() {
	pair, problem := t.host.Update.Session.Pair, t.host.Update.Session.Problem
	task := pair.Task.String()
	switch pair.Task {
	case model.Binary:
		task += ", " + pair.ClassNames[0] + " against " + pair.ClassNames[1]
	case model.MultiClass:
		task += fmt.Sprintf(", %d classes, one against all", len(pair.ClassNames))
	}
	t.say(pair.Title + ": " + task)
	t.say(fmt.Sprintf("source %d rows, target %d rows, %d features", problem.Src.N, problem.Tgt.N, problem.D))
}

// sayState says where every control stands.
func (t *talker) sayState() {
	var parts []string
	for _, c := range t.host.Controls() {
		parts = append(parts, c.Name+" "+c.Get(t.host.State))
	}
	t.say(strings.Join(parts, ", "))
}

// sayAll says what the last turn did, the numbers, and what the view shows.
func (t *talker) sayAll() {
	text, _ := t.host.Sentence()
	t.say(text)
	t.sayScores()
	if t.host.Zoom {
		t.sayView()
	}
}

// sayScores says the scores of no adaptation, LAR and its closed form, a line each.
func (t *talker) sayScores() {
	s, session := t.host.Solution(), t.host.Update.Session
	pair := session.Pair
	domains := []struct {
		name string
		rows int
		of   func(model.Evaluation) model.Metrics
	}{
		{"target", pair.Target.Rows(), func(e model.Evaluation) model.Metrics { return e.Target }},
		{"source", pair.Source.Rows(), func(e model.Evaluation) model.Metrics { return e.Source }},
		{"validation", pair.Validation.Rows(), func(e model.Evaluation) model.Metrics { return e.Validation }},
	}
	regression := session.Problem.Task == model.Regression
	for _, domain := range domains {
		switch {
		case domain.rows == 0:
		case regression:
			t.sayMethods(domain.name+" squared error", func(e model.Evaluation) string { return number.Digits(domain.of(e).MSE, 4) })
		default:
			t.sayMethods(domain.name+" accuracy", func(e model.Evaluation) string { return view.SpokenShare(domain.of(e).Accuracy, domain.rows) })
		}
	}
	if !math.IsNaN(s.Closed.ParameterError) {
		t.sayMethods("distance to the target's optimum", func(e model.Evaluation) string { return number.Digits(e.ParameterError, 4) })
	}
	t.sayMethods("norm of the weights", func(e model.Evaluation) string { return number.Digits(e.WeightNorm, 4) })
}

// sayMethods says a number of no adaptation, of descent and of the closed form.
func (t *talker) sayMethods(name string, number func(model.Evaluation) string) {
	s := t.host.Solution()
	descent := func(d model.Descent) string {
		if d.Diverges {
			return "diverges"
		}
		return number(d.Evaluation)
	}
	t.say(fmt.Sprintf("%s: no adaptation %s, LAR %s, closed form %s", name, descent(s.None), descent(s.Descent), number(s.Closed.Evaluation)))
}

// sayView says what the view shows, a line each.
func (t *talker) sayView() {
	if !t.host.Zoom {
		t.sayScores()
		return
	}
	for _, line := range t.host.Named(t.host.Panel).Lines(&t.host.Scene) {
		t.say(line)
	}
}
