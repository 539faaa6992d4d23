package plain

import (
	"fmt"
	"io"
	"strings"

	"larui/datasets/phrase"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/session"
)

// speech says in words what a screen reader would pass over or stumble on, as far as
// [chart.Glyphs.Spell] does not. Replacers do not change.
var speech = strings.NewReplacer(
	"▲ ", "", "▼ ", "", "★ ", "", "= ±0", "unchanged", "± ", "plus or minus ", "±", "plus or minus ",
	" → ", " to ", "→", "to", "↑", "up", "↓", "down", "−", "-", "–", "unknown", "∞", "infinite",
	"·‖", " times |", "×", "times ", "·", ",", "…", "...", "within 1°", "within 1 degree", "°", " degrees", "≥", "at least",
	"k̃", "ktilde", "Σ", "sum", "²(", " squared (", "²", " squared",
)

// speak writes a text as the talker says it, in one line. Letters of other alphabets,
// as names from the data may have, stay.
func speak(text string) string { return phrase.OneLine(chart.ASCII.Spell(speech.Replace(text))) }

// say adds lines to the answer.
func (t *talker) say(lines ...string) {
	for _, line := range lines {
		_, _ = t.out.WriteString(speak(line) + "\n") // flush says what fails
	}
}

// quote adds a line that holds what is to be typed as it stands.
func (t *talker) quote(line string) { _, _ = t.out.WriteString(phrase.OneLine(line) + "\n") }

// sayError says why a command was not obeyed.
func (t *talker) sayError(err error) { t.say("error: " + session.PlainError(err)) }

// tell writes a line about what takes long. An error in writing it is ignored: the work
// goes on.
func (t *talker) report(text string) { _, _ = io.WriteString(t.Progress, speak(text)+"\n") }

// sayControl says where a control stands and what it does.
func (t *talker) sayControl(c session.Option) {
	t.say(c.Name + " " + c.Get(t.host.Explorer.State) + ": " + c.Help)
}

// sayEverything says what is open, where every control stands, and what that gives.
func (t *talker) sayEverything() {
	pair, problem := t.host.Explorer.Update.Session.Pair, t.host.Explorer.Update.Session.Problem
	task := pair.Task.String()
	switch pair.Task {
	case model.Binary:
		task += ", " + phrase.Shown(pair.ClassNames[0]) + " against " + phrase.Shown(pair.ClassNames[1])
	case model.MultiClass:
		task += fmt.Sprintf(", %d classes, one against all", len(pair.ClassNames))
	}
	t.say(pair.Title + ": " + task)
	t.say(fmt.Sprintf("source %d rows, target %d rows, %d features", problem.Src.N, problem.Tgt.N, problem.D))
	var stands []string
	for _, c := range t.host.Scene.Controls() {
		stands = append(stands, c.Name+" "+c.Get(t.host.Explorer.State))
	}
	t.say(strings.Join(stands, ", "))
	t.sayTurn()
}

// sayTurn says what the last turn did, the scores, and what the view shows.
func (t *talker) sayTurn() {
	text, _ := t.host.Scene.Sentence()
	t.say(text)
	t.say(t.host.Scene.ScoreLines()...)
	if t.host.Scene.Zoom {
		t.say(t.host.Scene.Lines()...)
	}
}
