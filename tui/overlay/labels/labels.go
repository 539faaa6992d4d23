// Package labels is the overlay that asks for labels of the target's rows, one by one, to decide
// between two models. What is asked, and what the answers tell, is package annotate's.
package labels

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"larui/datasets"
	"larui/datasets/phrase"
	"larui/tui/annotate"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/overlay/help"
	"larui/tui/overlay/opener"
	"larui/tui/session"
)

// planned is how many rows are planned to be labelled.
const planned = 20

// An Overlay first says what labels will tell, and asks for the file in which they are kept; then
// it asks for one label after the other. The zero one is not shown.
type Overlay struct {
	Shown bool
	// Cursor is where typing goes, before that rune of the text.
	Cursor int
	// pairs are the candidates that can be compared, at which of them are.
	pairs [][2]annotate.Candidate
	at    int
	text  string // the file, or a label that is typed
	// round is nil until the file is named.
	round *annotate.Round
	err   error
}

// Show shows the overlay with the candidates that can be compared, the usual ones first. A round of
// theirs in the session goes on.
func (o *Overlay) Show(u *session.Update, pairs [][2]annotate.Candidate) {
	round := o.round
	*o = Overlay{Shown: true, pairs: pairs, text: annotate.ProposedFile(u.Session.Spec)}
	if round == nil || round.Session != u.Session {
		return
	}
	if at := slices.Index(pairs, [2]annotate.Candidate{round.First, round.Second}); at >= 0 {
		o.round, o.at, o.text = round, at, ""
	}
}

// Jobs are those that the overlay waits for.
func (o *Overlay) Jobs() []session.Job {
	return []session.Job{annotate.Job(o.pairs[o.at][0], o.pairs[o.at][1])}
}

// compared is what the present candidates have come to, nil before they have.
func (o *Overlay) compared(u *session.Update) *annotate.Comparing {
	return annotate.Compared(*u, o.pairs[o.at][0], o.pairs[o.at][1])
}

// keys are those of the classes; none where a label is typed.
func (o *Overlay) keys() []annotate.ClassKey { return o.round.Keys(datasets.Unsure) }

// Types tells whether a text is typed: the file, or a label that has no key.
func (o *Overlay) Types() bool { return o.round == nil || len(o.keys()) == 0 }

// Text is what is typed, and Type takes it.
func (o *Overlay) Text() string { return o.text }

// Type takes the text as it is typed.
func (o *Overlay) Type(text string) {
	if text != o.text {
		o.text, o.err = text, nil
	}
}

// Round is what is asked, nil before that has begun.
func (o *Overlay) Round() *annotate.Round { return o.round }

// Failed is why the candidates can't be compared, nil where they can or it isn't known yet.
func (o *Overlay) Failed(u *session.Update) error {
	if found := o.compared(u); found != nil {
		return found.Err
	}
	return nil
}

// Begin begins with the answers kept in a file, once both are compared.
func (o *Overlay) Begin(u *session.Update, file string) (err error) {
	found := o.compared(u)
	if found == nil || found.Err != nil {
		return o.Failed(u)
	}
	o.round, err = annotate.Begin(context.Background(), found.Contest, file, planned)
	if err == nil {
		o.text = ""
	}
	return err
}

// Press does what a key, named as Bubble Tea names it, stands for. It says what there is to be said
// of that, tells whether other candidates are asked for, and reports false for a key that edits
// the text, or means nothing.
func (o *Overlay) Press(u *session.Update, key string) (said string, asks, known bool) {
	o.err = nil
	switch {
	case key == "esc" || key == "alt+esc":
		o.Shown = false
		if o.round != nil {
			said = fmt.Sprintf("%s The answers are kept in %s; {label} goes on", o.round.Decided(o.round.Told, o.round.Verdict), o.round.File)
		}
	case o.round == nil:
		return o.plan(u, key)
	default:
		return o.answer(key)
	}
	return said, false, true
}

// plan is a key before the first row.
func (o *Overlay) plan(u *session.Update, key string) (said string, asks, known bool) {
	switch key {
	case "enter":
		o.err = o.Begin(u, o.text)
		if o.err != nil && o.Failed(u) == nil {
			o.text = annotate.FreeFile(o.text)
		}
	case "tab":
		o.at = (o.at + 1) % len(o.pairs)
		if len(o.pairs) == 1 {
			said = "two pins, or one and what is shown, could be compared as well: m pins"
		}
		return said, true, true
	default:
		return "", false, false
	}
	return "", false, true
}

// answer is a key while a row is asked for.
func (o *Overlay) answer(key string) (said string, asks, known bool) {
	r := o.round
	class := func(k annotate.ClassKey) bool { return k.Key == key }
	at := slices.IndexFunc(o.keys(), class)
	switch {
	case at >= 0:
		o.err = r.Answer(o.keys()[at].Class, time.Now())
	case key == datasets.Unsure && o.text == "":
		o.err = r.Answer(datasets.Unsure, time.Now())
	case key == "enter" && o.Types():
		o.err = r.Answer(o.text, time.Now())
		if o.err == nil {
			o.text = ""
		}
	case key == "up":
		if !r.Move(-1) {
			said = "this is the first row"
		}
	case key == "down":
		if !r.Move(1) {
			said = "this row has no answer yet: " + datasets.Unsure + " says that you can't tell"
		}
	case key == "backspace" && o.text == "":
		var undone bool
		undone, o.err = r.Undo()
		if !undone && o.err == nil {
			said = "nothing was answered since this began"
		}
	case key == "tab":
		r.Revealed = !r.Revealed
	default:
		return "", false, false
	}
	return said, false, true
}

// Title is that of the frame.
func (o *Overlay) Title() string {
	return "label: " + o.pairs[o.at][0].Name + " or " + o.pairs[o.at][1].Name
}

// Hints are for the file, or for a row.
func (o *Overlay) Hints() (hints []help.Entry) {
	if o.round == nil {
		hints = []help.Entry{{Key: "Enter", Text: "begin"}}
		if len(o.pairs) > 1 {
			hints = append(hints, help.Entry{Key: "Tab", Text: "compare others"})
		}
		return append(hints, help.Entry{Key: "Esc", Text: "leave"})
	}
	if o.round.At < len(o.round.Lines) {
		for _, k := range o.keys() {
			hint := help.Entry{Key: k.Key, Text: phrase.Shown(k.Class)}
			if k.Key == k.Class {
				hint.Text = ""
			}
			hints = append(hints, hint)
		}
		if o.Types() {
			hints = append(hints, help.Entry{Key: "Enter", Text: "answer"})
		}
		hints = append(hints, help.Entry{Key: datasets.Unsure, Text: "unsure"})
	}
	return append(hints, []help.Entry{{Key: "Bksp", Text: "undo"}, {Key: "↑ ↓", Text: "other rows"},
		{Key: "Tab", Text: "which is which"}, {Key: "Esc", Text: "leave"}}...)
}

// Draw draws what labels will tell, or the row that is asked for.
func (o *Overlay) Draw(u *session.Update, g *chart.Grid, gl chart.Glyphs) {
	if o.round != nil {
		o.drawRow(g, gl)
		return
	}
	found := o.compared(u)
	y := 0
	write := func(text string, style chart.Style) {
		w, h := g.Size()
		for _, line := range chart.Wrap(gl.Spell(text), w-2, max(0, h-y)) {
			g.Text(1, y, line, style)
			y++
		}
	}
	switch {
	case found == nil:
		write("comparing both for every row of the target …", chart.Dim)
		return
	case found.Err != nil:
		write(session.WithoutFlags(session.PlainError(found.Err)), chart.Bad)
		write("Another setting, or * which chooses one, may differ.", chart.Dim)
		return
	}
	write(found.Contest.Differing(), chart.Plain)
	y++
	for _, line := range found.Contest.Planned(planned) {
		write(line, chart.Plain)
	}
	y++
	write("Rows are random ones of these; answer what you know of each, and ? where you can't tell. Answers are kept at once in", chart.Dim)
	w, _ := g.Size()
	g.Text(1, y, "file", chart.Dim)
	opener.DrawTyped(g.Sub(6, y, w-7, 1), o.text, o.Cursor)
	y++
	if o.err != nil {
		write(session.PlainError(o.err), chart.Bad)
	}
}

// drawRow draws the row that is asked for, and what the answers tell.
func (o *Overlay) drawRow(g *chart.Grid, gl chart.Glyphs) {
	r := o.round
	w, h := g.Size()
	told := r.Summary()
	var below []string
	for _, line := range told {
		below = append(below, chart.WrapAll(gl.Spell(line), w-2)...)
	}
	if o.Types() {
		below = append([]string{""}, below...)
	}
	foot := min(len(below), h/2)
	for i, line := range below[:foot] {
		style := chart.Plain
		if i == 0 {
			style = chart.Dim
		}
		g.Text(1, h-foot+i, line, style)
	}
	if o.Types() {
		g.Text(1, h-foot, "label", chart.Dim)
		opener.DrawTyped(g.Sub(7, h-foot, w-8, 1), o.text, o.Cursor)
	}
	g.TextRight(w-1, 0, gl.Truncate(r.File, w/2), chart.Dim)
	if r.At >= len(r.Lines) {
		g.Text(1, 0, "all rows are answered", chart.Plain)
		return
	}
	g.Text(1, 0, r.Where(), chart.Dim)
	used := g.Text(1, 1, gl.Truncate(r.Question(), w-2), chart.Accent)
	if legend := "bars: what pulls both apart"; r.Session.Pair.Shape.Rows == 0 && used+chart.TextWidth(legend)+4 < w {
		g.TextRight(w-1, 1, legend, chart.Dim)
	}
	y := 2
	if answered := r.Answered(); answered != "" {
		g.Text(1, y, gl.Truncate("answered "+phrase.Shown(answered)+": another answer replaces it", w-2), chart.Dim)
		y++
	}
	if o.err != nil {
		g.Text(1, y, gl.Truncate(session.PlainError(o.err), w-2), chart.Bad)
		y++
	}
	body := g.Sub(1, y+1, w-2, h-foot-y-2)
	if shape := r.Session.Pair.Shape; shape.Rows > 0 {
		chart.Picture{Values: r.Lines[r.At].X[:shape.Rows*shape.Cols], Rows: shape.Rows, Cols: shape.Cols}.Draw(body, gl)
		return
	}
	drawCells(body, gl, r.Cells())
}

// drawCells draws the columns of a row, one a line, and how much each weighs in that both predict
// otherwise. A long text has several lines.
func drawCells(g *chart.Grid, gl chart.Glyphs, cells []annotate.Cell) {
	const most = 6
	w, h := g.Size()
	names, fields, strongest := 0, 0, 0.0
	for _, c := range cells {
		names, strongest = max(names, chart.TextWidth(gl.Spell(phrase.Shown(c.Name)))), max(strongest, math.Abs(c.Pull))
		if c.Pull != 0 {
			fields = max(fields, chart.TextWidth(gl.Spell(c.Field)))
		}
	}
	names = min(names, w/3)
	fields = min(max(fields, 6), w/3)
	bar := min(24, w-names-fields-4)
	y := 0
	for i, c := range cells {
		if left := len(cells) - i; y == h-1 && left > 1 {
			g.Text(0, y, gl.Truncate(fmt.Sprintf("and %d that weigh less", left), w), chart.Dim)
			return
		}
		g.Text(0, y, gl.Truncate(phrase.Shown(c.Name), names), chart.Dim)
		if c.Pull == 0 {
			for _, line := range chart.Wrap(gl.Spell(phrase.Shown(c.Field)), w-names-2, max(1, min(most, h-1-y))) {
				g.Text(names+2, y, line, chart.Plain)
				y++
			}
			y = max(y, 1)
			continue
		}
		g.Text(names+2, y, gl.Truncate(phrase.Shown(c.Field), fields), chart.Plain)
		if bar > 3 && strongest > 0 {
			g.Text(names+fields+4, y, chart.Bar(math.Abs(c.Pull)/strongest, bar, gl), chart.Dim)
		}
		y++
	}
}

// Lines says what Draw shows, in lines of text.
func (o *Overlay) Lines(u *session.Update) (lines []string) {
	r := o.round
	if r == nil {
		found := o.compared(u)
		if found == nil || found.Err != nil {
			return nil
		}
		return append([]string{found.Contest.Differing()}, found.Contest.Planned(planned)...)
	}
	if r.At < len(r.Lines) {
		lines = append(lines, r.Where()+": "+r.Question())
		const most = 8
		var cells []string
		for _, c := range r.Cells()[:min(most, len(r.Columns))] {
			cells = append(cells, phrase.Shown(c.Name)+" "+phrase.Shown(c.Field))
		}
		if left := len(r.Columns) - most; left > 0 {
			cells = append(cells, fmt.Sprintf("and %s that weigh less", number.Short(float64(left))))
		}
		lines = append(lines, strings.Join(cells, ", "))
	}
	return append(lines, r.Summary()...)
}
