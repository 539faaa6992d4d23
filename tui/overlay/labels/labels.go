// Package labels is the overlay that asks for labels of target rows, one by one, to decide between
// two models. Package rowlabels selects the rows and judges the answers.
package labels

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"larui/datasets"
	"larui/datasets/wording"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/overlay/help"
	"larui/tui/overlay/opener"
	"larui/tui/rowlabels"
	"larui/tui/session"
)

// planned is the number of rows planned to be labelled.
const planned = 20

// An Overlay first shows how much labels can decide and asks for a file for the answers. Then it
// asks for one label after the other. The zero Overlay is hidden.
type Overlay struct {
	Shown bool
	// Cursor is the index of the rune before which typing inserts.
	Cursor int
	// pairs are the pairs of candidates that can be compared, at is the index of the selected pair.
	pairs [][2]rowlabels.Candidate
	at    int
	text  string // the name of the file, or a label being typed
	// round is nil until the file is named.
	round *rowlabels.Round
	err   error
}

// Show shows the overlay with the pairs of candidates, the usual pair first. A round of the same
// session and one of the pairs continues.
func (o *Overlay) Show(u *session.Update, pairs [][2]rowlabels.Candidate) {
	round := o.round
	*o = Overlay{Shown: true, pairs: pairs, text: rowlabels.ProposedFile(u.Session.Spec)}
	if round == nil || round.Session != u.Session {
		return
	}
	if at := slices.Index(pairs, [2]rowlabels.Candidate{round.First, round.Second}); at >= 0 {
		o.round, o.at, o.text = round, at, ""
	}
}

// Jobs returns the job that compares the selected candidates.
func (o *Overlay) Jobs() []session.Job {
	return []session.Job{rowlabels.Job(o.pairs[o.at][0], o.pairs[o.at][1])}
}

// compared returns the comparison of the selected candidates, nil if it is not known yet.
func (o *Overlay) compared(u *session.Update) *rowlabels.ContestResult {
	return rowlabels.Comparison(*u, o.pairs[o.at][0], o.pairs[o.at][1])
}

// keys returns the keys of the classes, nil if labels must be typed.
func (o *Overlay) keys() []rowlabels.ClassKey { return o.round.Keys(datasets.UnsureLabel) }

// Types reports whether a text is being typed: the name of the file, or a label without a key.
func (o *Overlay) Types() bool { return o.round == nil || len(o.keys()) == 0 }

// Text returns the text being typed.
func (o *Overlay) Text() string { return o.text }

// Type replaces the text being typed.
func (o *Overlay) Type(text string) {
	if text != o.text {
		o.text, o.err = text, nil
	}
}

// Round returns the round, nil before it has begun.
func (o *Overlay) Round() *rowlabels.Round { return o.round }

// Failed returns the reason why the candidates can't be compared, nil if they can or if it is not
// known yet.
func (o *Overlay) Failed(u *session.Update) error {
	if found := o.compared(u); found != nil {
		return found.Err
	}
	return nil
}

// Begin begins the round with the answers in a file, once the candidates are compared.
func (o *Overlay) Begin(u *session.Update, file string) (err error) {
	found := o.compared(u)
	if found == nil || found.Err != nil {
		return o.Failed(u)
	}
	o.round, err = rowlabels.Begin(context.Background(), found.Contest, file, planned)
	if err == nil {
		o.text = ""
	}
	return err
}

// Press handles a key, named as in Bubble Tea. said is a message, asks means that other candidates
// must be compared. known is false for a key that edits the text or has no meaning.
func (o *Overlay) Press(u *session.Update, key string) (said string, asks, known bool) {
	o.err = nil
	switch {
	case key == "esc" || key == "alt+esc":
		o.Shown = false
		if o.round != nil {
			said = fmt.Sprintf("%s The answers are in %s: {label} goes on, {export} writes the predictions", o.round.Decided(o.round.Told, o.round.Verdict), o.round.File)
		}
	case o.round == nil:
		return o.plan(u, key)
	default:
		return o.answer(key)
	}
	return said, false, true
}

// plan handles a key before the first row.
func (o *Overlay) plan(u *session.Update, key string) (said string, asks, known bool) {
	switch key {
	case "enter":
		o.err = o.Begin(u, o.text)
		if o.err != nil && o.Failed(u) == nil {
			o.text = rowlabels.FreeFile(o.text)
		}
	case "tab":
		o.at = (o.at + 1) % len(o.pairs)
		if len(o.pairs) == 1 {
			said = "two pins, or a pin and this solution, can be compared as well: m pins"
		}
		return said, true, true
	default:
		return "", false, false
	}
	return "", false, true
}

// answer handles a key while a row is shown.
func (o *Overlay) answer(key string) (said string, asks, known bool) {
	r := o.round
	class := func(k rowlabels.ClassKey) bool { return k.Key == key }
	at := slices.IndexFunc(o.keys(), class)
	switch {
	case at >= 0:
		o.err = r.Answer(o.keys()[at].Class, time.Now())
	case key == datasets.UnsureLabel && o.text == "":
		o.err = r.Answer(datasets.UnsureLabel, time.Now())
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
			said = "this row has no answer yet: " + datasets.UnsureLabel + " says that you are unsure"
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

// Title returns the title of the overlay's box.
func (o *Overlay) Title() string {
	return "label: " + o.pairs[o.at][0].Name + " or " + o.pairs[o.at][1].Name
}

// Hints returns the keys of the file or of the row.
func (o *Overlay) Hints(u *session.Update) (hints []help.Entry) {
	if o.round == nil {
		if o.Failed(u) == nil {
			hints = help.Keys("Enter", "begin")
		}
		if len(o.pairs) > 1 {
			hints = append(hints, help.Keys("Tab", "compare others")...)
		}
		return append(hints, help.Keys("Esc", "leave")...)
	}
	if o.round.At < len(o.round.Lines) {
		for _, k := range o.keys() {
			hint := help.Entry{Key: k.Key, Text: wording.DisplayName(k.Class)}
			if k.Key == k.Class {
				hint.Text = ""
			}
			hints = append(hints, hint)
		}
		if o.Types() {
			hints = append(hints, help.Keys("Enter", "answer")...)
		}
		hints = append(hints, help.Keys(datasets.UnsureLabel, "unsure")...)
	}
	return append(hints, help.Keys("Bksp", "undo", "↑ ↓", "other rows", "Tab", "details", "Esc", "leave")...)
}

// Draw draws how much labels can decide, or the present row.
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
		write("Turn λ, k or k̃ until LAR changes some predictions: the first screen counts them.", chart.Dim)
		return
	}
	w, _ := g.Size()
	drawGain(g.Sub(1, 0, w-2, 1), gl, found.Contest, rowlabels.Verdict{Gain: math.NaN()})
	y++
	for _, line := range o.Lines(u) {
		write(line, chart.Plain)
	}
	y++
	write("You get random ones of these rows: answer what you know, and ? where you can't. Each answer is saved at once in", chart.Dim)
	g.Text(1, y, "file", chart.Dim)
	opener.DrawTyped(g.Sub(6, y, w-7, 1), o.text, o.Cursor)
	y++
	if o.err != nil {
		write(session.PlainError(o.err), chart.Bad)
	}
}

// drawRow draws the present row and the results so far.
func (o *Overlay) drawRow(g *chart.Grid, gl chart.Glyphs) {
	r := o.round
	w, h := g.Size()
	below := []string{""} // of drawGain
	if o.Types() {
		below = append(below, "")
	}
	for _, line := range r.Summary() {
		below = append(below, chart.WrapAll(gl.Spell(line), w-2)...)
	}
	foot := min(len(below), h*3/5)
	for i, line := range below[:foot] {
		g.Text(1, h-foot+i, line, chart.Plain)
	}
	drawGain(g.Sub(1, h-foot, w-2, 1), gl, r.Contest, r.Verdict)
	if o.Types() {
		g.Text(1, h-foot+1, "label", chart.Dim)
		opener.DrawTyped(g.Sub(7, h-foot+1, w-8, 1), o.text, o.Cursor)
	}
	if r.At >= len(r.Lines) {
		g.Text(1, 0, "all rows are answered", chart.Plain)
		return
	}
	g.Text(1, 0, r.Position(), chart.Dim)
	used := g.Text(1, 1, gl.Truncate(r.Question(), w-2), chart.Accent)
	if legend := "bars: what pulls both apart"; r.Session.Pair.Shape.Rows == 0 && used+chart.TextWidth(legend)+4 < w {
		g.TextRight(w-1, 1, legend, chart.Dim)
	}
	y := 2
	if answered := r.Answered(); answered != "" {
		g.Text(1, y, gl.Truncate("answered "+wording.DisplayName(answered)+": another answer replaces it", w-2), chart.Dim)
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

// drawGain draws the interval of the gain, green above zero and red below, on an axis with zero in the
// middle that is as long as the interval without answers.
func drawGain(g *chart.Grid, gl chart.Glyphs, c *rowlabels.Contest, v rowlabels.Verdict) {
	w, _ := g.Size()
	widest, at := c.Widest(), v.Anytime
	if math.IsNaN(v.Gain) {
		at = widest
	}
	if math.IsNaN(at.Low) {
		return
	}
	half := float64((min(61, w-len("worse  better")) - 1) / 2)
	place := func(gain float64) int {
		return int(math.Round(half * (1 + max(-1, min(1, gain/max(-widest.Low, widest.High))))))
	}
	low, high := place(at.Low), place(at.High)
	line := []rune(strings.Repeat(" ", 2*int(half)+1))
	line[place(0)] = '│'
	for x := low; x <= high; x++ {
		line[x] = map[bool]rune{true: '┼', false: '─'}[line[x] == '│']
	}
	line[low], line[high] = '├', '┤'
	if !math.IsNaN(v.Gain) {
		line[place(v.Gain)] = '●'
	}
	style := chart.Plain
	switch {
	case at.Low > 0:
		style = chart.Good
	case at.High < 0:
		style = chart.Bad
	}
	chart.DrawGroups(g, []chart.Group{{chart.Dim.Text("worse "), style.Text(gl.Spell(string(line))), chart.Dim.Text(" better")}}, 0)
}

// drawCells draws one column of a row per line, with a bar for its pull. A long text takes several
// lines.
func drawCells(g *chart.Grid, gl chart.Glyphs, cells []rowlabels.Cell) {
	const most = 6
	w, h := g.Size()
	names, fields, strongest := 0, 0, 0.0
	for _, c := range cells {
		names, strongest = max(names, chart.TextWidth(gl.Spell(wording.DisplayName(c.Name)))), max(strongest, math.Abs(c.Pull))
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
		g.Text(0, y, gl.Truncate(wording.DisplayName(c.Name), names), chart.Dim)
		if c.Pull == 0 {
			for _, line := range chart.Wrap(gl.Spell(wording.DisplayName(c.Field)), w-names-2, max(1, min(most, h-1-y))) {
				g.Text(names+2, y, line, chart.Plain)
				y++
			}
			y = max(y, 1)
			continue
		}
		g.Text(names+2, y, gl.Truncate(wording.DisplayName(c.Field), fields), chart.Plain)
		if bar > 3 && strongest > 0 {
			g.Text(names+fields+4, y, chart.Bar(math.Abs(c.Pull)/strongest, bar, gl), chart.Dim)
		}
		y++
	}
}

// Lines returns the content of Draw as lines of text.
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
		lines = append(lines, r.Position()+": "+r.Question())
		const most = 8
		var cells []string
		for _, c := range r.Cells()[:min(most, len(r.Columns))] {
			cells = append(cells, wording.DisplayName(c.Name)+" "+wording.DisplayName(c.Field))
		}
		if left := len(r.Columns) - most; left > 0 {
			cells = append(cells, fmt.Sprintf("and %s that weigh less", number.AllDigits(float64(left))))
		}
		lines = append(lines, strings.Join(cells, ", "))
	}
	return append(lines, r.Summary()...)
}
