// Package labels is the overlay that asks for labels of target rows, one by one, to decide which of
// two models predicts better. An [Overlay] shows one row after the other, then the verdict. Before that
// it asks which models to compare if there are several pairs, and for another file if the default
// file can't be used.
//
// This package only draws and reads keys. Package rowlabels selects the rows, writes the answers and
// computes the verdict, with the statistics of package labelling; an Overlay has one rowlabels.Round.
// Package frame passes keys and text to Press and SetText. To add a key, add a case to pressInRound and
// a hint to Hints.
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

// plannedRows is the number of rows that the user is asked to label.
const plannedRows = 20

// unsureKey is the key for a row that the user can't label. It is not the key ?, which shows the
// help.
const unsureKey = " "

// An Overlay asks for the labels, row by row. The zero Overlay is hidden.
type Overlay struct {
	Shown bool
	// Cursor is the position of the text cursor, in runes from the start of the text.
	Cursor int
	// pairs are the pairs of models that the user can compare. selected is an index into pairs.
	pairs    [][2]rowlabels.Candidate
	selected int
	text     string // the name of the file, or a label being typed
	// round is nil before it has begun.
	round *rowlabels.Round
	// asksForFile reports whether the user has to name the file, or to select the pair of models.
	asksForFile bool
	// continues reports whether the user goes on labelling rows after the verdict.
	continues  bool
	err        error
	exportHint string
}

// Show shows the overlay with the pairs of models, the default pair first. If the last round is of
// the same session and of one of the pairs, that round continues. exportHint says how the user
// writes predictions, such as a key to press.
func (o *Overlay) Show(u *session.Update, pairs [][2]rowlabels.Candidate, exportHint string) {
	round := o.round
	*o = Overlay{Shown: true, pairs: pairs, text: rowlabels.DefaultAnswerFile(u.Session.Spec), asksForFile: len(pairs) > 1, exportHint: exportHint}
	if round == nil || round.Session != u.Session {
		return
	}
	if at := slices.Index(pairs, [2]rowlabels.Candidate{round.First, round.Second}); at >= 0 {
		o.round, o.selected, o.text = round, at, ""
	}
}

// Jobs returns the computation that compares the selected pair of models.
func (o *Overlay) Jobs() []session.Job {
	return []session.Job{rowlabels.CompareJob(o.pairs[o.selected])}
}

// comparison returns the result of the job in Jobs, nil before the job has ended.
func (o *Overlay) comparison(u *session.Update) *rowlabels.ContestResult {
	return rowlabels.FindResult(*u, o.pairs[o.selected])
}

// If classKeys returns nil, the user has to type labels.
func (o *Overlay) classKeys() []rowlabels.ClassKey { return o.round.ClassKeys(datasets.UnsureLabel) }

// HasTextField reports whether the user types a text: the name of the file, or a label.
func (o *Overlay) HasTextField() bool {
	if o.round == nil {
		return o.asksForFile
	}
	return !o.IsDecided() && len(o.classKeys()) == 0
}

// Text returns the typed text.
func (o *Overlay) Text() string { return o.text }

// SetText replaces the typed text.
func (o *Overlay) SetText(text string) {
	if text != o.text {
		o.text, o.err = text, nil
	}
}

// Round returns the round, nil before it has begun.
func (o *Overlay) Round() *rowlabels.Round { return o.round }

// CompareError returns the reason why the selected models can't be compared; nil if they can be, or
// if the comparison has not ended.
func (o *Overlay) CompareError(u *session.Update) error {
	if found := o.comparison(u); found != nil {
		return found.Err
	}
	return nil
}

// Begin begins or continues the round whose answers are in file. As long as the predictions of the
// selected models are not compared, it does nothing.
func (o *Overlay) Begin(u *session.Update, file string) (err error) {
	found := o.comparison(u)
	if found == nil || found.Err != nil {
		return o.CompareError(u)
	}
	o.round, err = rowlabels.BeginRound(context.Background(), found.Contest, file, plannedRows)
	if err == nil {
		o.text = ""
	}
	return err
}

// BeginByDefault begins a round with the default file once the predictions are compared, unless the
// user has to name a file or to select the models. It returns the number of answers in the file.
func (o *Overlay) BeginByDefault(u *session.Update) (answers int) {
	if o.Shown && o.round == nil && !o.asksForFile {
		o.beginTyped(u)
		if o.round != nil {
			answers = o.round.Tally.Answered
		}
	}
	return answers
}

// beginTyped begins a round with the typed file. If this file can't be used, the overlay asks for
// another file and proposes a name.
func (o *Overlay) beginTyped(u *session.Update) {
	o.err = o.Begin(u, o.text)
	if o.err != nil && o.CompareError(u) == nil {
		o.asksForFile, o.text = true, rowlabels.ChooseUnusedFile(o.text)
	}
}

// IsDecided reports whether the overlay shows the verdict in place of a row.
func (o *Overlay) IsDecided() bool {
	r := o.round
	return r != nil && !r.Verdict.IsOpen() && r.CurrentAnswer() == "" && !o.continues
}

// Press handles a key, named as in Bubble Tea. said is a message for the user. If otherPair is
// true, the user has selected another pair of models, which Jobs then compares. known is false for
// a key that edits the text or means nothing.
func (o *Overlay) Press(u *session.Update, key string) (said string, otherPair, known bool) {
	o.err, known = nil, true
	switch {
	case key == "esc" || key == "alt+esc":
		o.Shown = false
		if o.round != nil && o.round.Tally.Answered > 0 {
			said = fmt.Sprintf("%s The answers are in %s: {label} continues, {export} writes the predictions", o.round.DescribeDecision(o.round.Tally, o.round.Verdict), o.round.File)
		}
	case o.round == nil:
		said, known = o.pressBeforeRound(u, key)
		otherPair = key == "tab"
	default:
		said, known = o.pressInRound(key)
	}
	return said, otherPair, known
}

func (o *Overlay) pressBeforeRound(u *session.Update, key string) (said string, known bool) {
	switch key {
	case "enter":
		o.beginTyped(u)
	case "tab":
		o.selected = (o.selected + 1) % len(o.pairs)
		if len(o.pairs) == 1 {
			said = "pin a solution with {pin} to compare it with another pin or with the present solution"
		}
	default:
		return "", false
	}
	return said, true
}

func (o *Overlay) pressInRound(key string) (said string, known bool) {
	r, keys := o.round, o.classKeys()
	at := slices.IndexFunc(keys, func(k rowlabels.ClassKey) bool { return k.Key == key })
	switch {
	case o.IsDecided() && key == "down":
		o.continues = true
	case o.IsDecided() && (at >= 0 || key == unsureKey || key == "enter"):
		said = "the answers have decided: press ↓ to label more rows"
	case at >= 0:
		o.err = r.Answer(keys[at].Class, time.Now())
	case key == unsureKey && o.text == "":
		o.err = r.Answer(datasets.UnsureLabel, time.Now())
	case key == "enter" && o.HasTextField():
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
			said = "this row has no answer yet: press space if you are unsure"
		}
	case key == "backspace" && o.text == "" && r.CanUndo():
		o.err = r.Undo()
		o.continues = o.continues && !r.Verdict.IsOpen()
	case key == "backspace" && o.text == "":
		o.round, o.text, o.asksForFile = nil, r.File, true
	case key == "tab":
		r.Revealed = !r.Revealed
	default:
		return "", false
	}
	return said, true
}

func (o *Overlay) Title() string {
	return "label: " + o.pairs[o.selected][0].Name + " or " + o.pairs[o.selected][1].Name
}

// Hints returns the keys that work now, with their meanings.
func (o *Overlay) Hints(u *session.Update) (hints []help.Entry) {
	if o.round == nil {
		if o.CompareError(u) == nil {
			hints = help.NewEntries("Enter", "begin")
		}
		if len(o.pairs) > 1 {
			hints = append(hints, help.NewEntries("Tab", "compare others")...)
		}
		return append(hints, help.NewEntries("Esc", "leave")...)
	}
	back := map[bool]string{true: "undo", false: "file"}[o.round.CanUndo()]
	switch {
	case o.IsDecided():
		if o.round.Second.NoAdaptation {
			hints = help.NewEntries("Enter", "export")
		}
		return append(hints, help.NewEntries("↓", "label more", "Tab", "details", "Bksp", back, "Esc", "leave")...)
	case o.round.At < len(o.round.Lines):
		for _, k := range o.classKeys() {
			hint := help.Entry{Key: k.Key, Text: wording.DisplayName(k.Class)}
			if k.Key == k.Class {
				hint.Text = ""
			}
			hints = append(hints, hint)
		}
		if o.HasTextField() {
			hints = append(hints, help.NewEntries("Enter", "answer")...)
		}
		hints = append(hints, help.NewEntries("space", "unsure")...)
	}
	return append(hints, help.NewEntries("↑ ↓", "rows", "Tab", "details", "Bksp", back, "Esc", "leave")...)
}

// Draw draws the present row or the verdict. Before the round begins, it draws how large the gain
// of one model over the other can be, and the name of the file for the answers.
func (o *Overlay) Draw(u *session.Update, g *chart.Grid, gl chart.Glyphs) {
	if o.round != nil {
		o.drawRow(g, gl)
		return
	}
	found := o.comparison(u)
	y := 0
	write := func(text string, style chart.Style) {
		w, h := g.Size()
		y += g.TextWrapped(1, y, w-2, max(0, h-y), text, style)
	}
	switch {
	case found == nil:
		write("comparing both predictions of every target row …", chart.Dim)
		return
	case found.Err != nil:
		write(session.WithoutFlags(session.PlainError(found.Err)), chart.Bad)
		write("Turn λ, k or k̃ until LAR changes some predictions: the first screen counts them.", chart.Dim)
		return
	}
	for _, line := range o.Lines(u) {
		write(line, chart.Plain)
	}
	write("Each answer is saved at once in the file below.", chart.Dim)
	y++
	g.Text(1, y, "file", chart.Dim)
	w, _ := g.Size()
	opener.DrawInput(g.Sub(6, y, w-7, 1), o.text, o.Cursor)
	y++
	if o.err != nil {
		write(session.PlainError(o.err), chart.Bad)
	}
}

func (o *Overlay) drawRow(g *chart.Grid, gl chart.Glyphs) {
	r := o.round
	w, h := g.Size()
	below := []string{""} // the line of drawGain
	if o.HasTextField() {
		below = append(below, "")
	}
	decided, export := o.IsDecided(), o.exportHint
	if decided {
		export = "Enter"
	}
	for _, line := range r.Summary(export) {
		below = append(below, chart.WrapAll(gl.Spell(line), w-2)...)
	}
	foot, top := len(below), 0
	if !decided {
		foot = min(foot, h*3/5)
		top = h - foot
	}
	g.Lines(1, top, below[:foot], chart.Plain)
	drawGain(g.Sub(1, top, w-2, 1), gl, r.Contest, r.Verdict)
	if o.HasTextField() {
		g.Text(1, top+1, "label", chart.Dim)
		opener.DrawInput(g.Sub(7, top+1, w-8, 1), o.text, o.Cursor)
	}
	y := 2
	switch {
	case decided:
		y = foot + 1
	case r.At >= len(r.Lines):
		g.Text(1, 0, "all rows are answered", chart.Plain)
	default:
		g.Text(1, 0, r.Position(), chart.Dim)
		used := g.TextWithin(1, 1, w-2, r.Question(), chart.Accent)
		if legend := "bars: why the models differ"; r.Session.Pair.Shape.Rows == 0 && used+chart.TextWidth(legend)+4 < w {
			g.TextRight(w-1, 1, legend, chart.Dim)
		}
		if answered := r.CurrentAnswer(); answered != "" {
			g.TextWithin(1, y, w-2, "answered "+wording.DisplayName(answered)+": another answer replaces it", chart.Dim)
			y++
		}
	}
	if o.err != nil {
		y += g.TextWrapped(1, y, w-2, 3, session.PlainError(o.err), chart.Bad)
	}
	if decided || r.At >= len(r.Lines) {
		return
	}
	body := g.Sub(1, y+1, w-2, h-foot-y-2)
	if shape := r.Session.Pair.Shape; shape.Rows > 0 {
		chart.Picture{Values: r.Lines[r.At].X[:shape.Rows*shape.Cols], Rows: shape.Rows, Cols: shape.Cols}.Draw(body)
		return
	}
	drawCells(body, gl, r.ColumnValues())
}

// GainStyle returns the style of the gain: green if its interval is above zero, red if below.
func GainStyle(v rowlabels.Verdict) chart.Style {
	switch {
	case v.Anytime.Low > 0:
		return chart.Good
	case v.Anytime.High < 0:
		return chart.Bad
	}
	return chart.Plain
}

// drawGain draws the interval of the gain on an axis with zero in the middle. The axis is just long
// enough for the interval before any answer.
func drawGain(g *chart.Grid, gl chart.Glyphs, c *rowlabels.Contest, v rowlabels.Verdict) {
	w, _ := g.Size()
	widest, at := c.WidestInterval(), v.Anytime
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
	chart.DrawGroups(g, []chart.Group{{chart.Dim.Text("worse "), GainStyle(v).Text(gl.Spell(string(line))), chart.Dim.Text(" better")}}, 0)
}

// drawCells draws a line for each column of the row, more for a long text, with a bar that shows
// how much the column contributes to the difference between the scores of the two models.
func drawCells(g *chart.Grid, gl chart.Glyphs, cells []rowlabels.ColumnValue) {
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
			g.TextWithin(0, y, w, fmt.Sprintf("and %d columns with shorter bars", left), chart.Dim)
			return
		}
		g.TextWithin(0, y, names, wording.DisplayName(c.Name), chart.Dim)
		if c.Pull == 0 {
			y += g.TextWrapped(names+2, y, w-names-2, max(1, min(most, h-1-y)), wording.DisplayName(c.Field), chart.Plain)
			continue
		}
		g.TextWithin(names+2, y, fields, wording.DisplayName(c.Field), chart.Plain)
		if bar > 3 && strongest > 0 {
			g.Text(names+fields+4, y, chart.Bar(math.Abs(c.Pull)/strongest, bar, gl), chart.Dim)
		}
		y++
	}
}

// Lines returns what Draw shows as lines of text, without the typed text.
func (o *Overlay) Lines(u *session.Update) (lines []string) {
	r := o.round
	if r == nil {
		found := o.comparison(u)
		if found == nil || found.Err != nil {
			return nil
		}
		return append([]string{found.Contest.DescribeDifference()}, found.Contest.DescribePlans(plannedRows)...)
	}
	if r.At < len(r.Lines) {
		lines = append(lines, r.Position()+": "+r.Question())
		const most = 8
		var cells []string
		for _, c := range r.ColumnValues()[:min(most, len(r.Columns))] {
			cells = append(cells, wording.DisplayName(c.Name)+" "+wording.DisplayName(c.Field))
		}
		if left := len(r.Columns) - most; left > 0 {
			cells = append(cells, fmt.Sprintf("and %s columns that separate the predictions less", number.AllDigits(float64(left))))
		}
		lines = append(lines, strings.Join(cells, ", "))
	}
	return append(lines, r.Summary(o.exportHint)...)
}
