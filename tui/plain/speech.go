package plain

import (
	"fmt"
	"io"
	"strings"

	"larui/datasets/wording"
	"larui/tui/chart"
	"larui/tui/session"
)

// spokenSigns replaces signs that a screen reader skips or mispronounces, and that
// [chart.Glyphs.Spell] keeps.
var spokenSigns = strings.NewReplacer(
	"▲ ", "", "▼ ", "", "★ ", "", "= ±0", "unchanged", "± ", "plus or minus ", "±", "plus or minus ",
	" → ", " to ", "→", "to", "↑", "up", "↓", "down", "−", "-", "–", "unknown", "∞", "infinite",
	"·‖", " times |", "×", "times ", "·", ",", "…", "...", "within 1°", "within 1 degree", "°", " degrees", "≥", "at least",
	"k̃", "ktilde", "Σ", "sum", "²(", " squared (", "²", " squared",
)

// toSpeech returns a text as one line of words. Letters of other alphabets, such as in names of the
// data, stay.
func toSpeech(text string) string {
	return wording.OneLine(chart.ASCII.Spell(spokenSigns.Replace(text)))
}

// say adds lines to the answer, with signs replaced by words.
func (t *plainHost) say(lines ...string) {
	for _, line := range lines {
		_, _ = t.out.WriteString(toSpeech(line) + "\n") // flush returns the error
	}
}

// sayVerbatim keeps signs, so that the user can copy the line into a command.
func (t *plainHost) sayVerbatim(line string) { _, _ = t.out.WriteString(wording.OneLine(line) + "\n") }

func (t *plainHost) sayError(err error) { t.say("error: " + session.PlainError(err)) }

// reportProgress ignores errors of writing, so that the work continues.
func (t *plainHost) reportProgress(text string) {
	_, _ = io.WriteString(t.Progress, toSpeech(text)+"\n")
}

func (t *plainHost) sayControl(c session.Option) {
	t.say(c.Name + " " + c.Get(t.Explorer.State) + ": " + c.Help)
}

func (t *plainHost) sayEverything() {
	pair, problem := t.Scene.Session.Pair, t.Scene.Session.Problem
	t.say(pair.TitleWithTask())
	t.say(fmt.Sprintf("source %d rows, target %d rows, %d features", problem.Src.N, problem.Tgt.N, problem.D))
	var stands []string
	for _, c := range t.Scene.Controls() {
		stands = append(stands, c.Name+" "+c.Get(t.Explorer.State))
	}
	t.say(strings.Join(stands, ", "))
	t.sayChange()
}

// After a change of a control, sayChange says the effect of the change, the scores and, if a view
// fills the screen, the view.
func (t *plainHost) sayChange() {
	text, _ := t.Scene.Sentence()
	t.say(text)
	t.say(t.Scene.ScoreLines()...)
	if t.Scene.Zoom {
		t.say(t.Scene.Lines()...)
	}
}
