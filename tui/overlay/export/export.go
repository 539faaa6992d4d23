// Package export is the overlay that selects what to write and names its file, and the
// [Writer] that has it written meanwhile. How, is for the caller of the explorer to say: an
// [Exporter].
package export

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"larui/tui/chart"
	"larui/tui/overlay/opener"
	"larui/tui/session"
	"larui/tui/stage"
)

// A Request asks for a file.
type Request struct {
	File string
	Kind Kind
	// View is the one to draw or to write in numbers, of the Session in State.
	View    string
	Session *session.Session
	State   session.State
	// Panels and Rows are what a view shows that only the explorer has, and its numbers.
	Panels []stage.Panel
	Rows   [][]session.Fact
	// Progress is told how far it has come.
	Progress func(stage string, done, total int64)
}

// An Exporter writes a file, as a whole or not at all, and counts the predictions in it. It
// has time until ctx ends.
type Exporter func(ctx context.Context, r Request) (predictions int, err error)

// A Kind is what a file holds.
type Kind int

const (
	View        Kind = iota // a view, as a figure or in numbers
	Solution                // all that is solved
	Model                   // the weights, and what else a prediction needs
	Predictions             // those for the target
)

// An ending is that of a file's name.
type ending struct {
	ending, proposed string
	kind             Kind
	about            string
}

// endings tell the kind of a file: the first that its name ends in.
var endings = []ending{
	{".svg", "-%s.svg", View, "%s as a figure, for the web"},
	{".pdf", "-%s.pdf", View, "%s as a figure, for LaTeX"},
	{".png", "-%s.png", View, "%s as a figure, in pixels"},
	{"predictions.csv", "-predictions.csv", Predictions, "what LAR predicts for the target, no adaptation beside it"},
	{".csv", "-%s.csv", View, "%s in numbers"},
	{"model.json", "-model.json", Model, "the model, for larui predict"},
	{".npz", "-model.npz", Model, "the model, for larui predict, NumPy"},
	{".json", "-solution.json", Solution, "all that is solved, as larui solve"},
}

// what says what was written.
func (r Request) what(predictions int) string {
	if r.Kind == Predictions {
		return strconv.Itoa(predictions) + " predictions"
	}
	at := slices.IndexFunc(endings, func(e ending) bool { return e.kind == r.Kind && e.fits(r.File) })
	about, _, _ := strings.Cut(endings[at].about, ",")
	return strings.Replace(about, "%s", r.View, 1)
}

// fits tells whether what it holds can be in a file, whatever else its name says.
func (e ending) fits(file string) bool {
	return strings.EqualFold(filepath.Ext(e.ending), filepath.Ext(file))
}

// place returns the place in endings of what a file's name says, -1 of none.
func place(file string) int {
	for i, e := range endings {
		if strings.HasSuffix(strings.ToLower(file), e.ending) {
			return i
		}
	}
	return -1
}

// Check returns the file that is typed and its kind, and whether it is there already. It
// is an error where none can be written of that name.
func Check(typed string) (file string, kind Kind, there bool, err error) {
	file = session.ExpandHome(strings.TrimSpace(typed))
	at := place(file)
	switch info, err := os.Stat(file); {
	case file == "":
		return "", 0, false, errors.New("name a file, such as figure.svg")
	case err == nil && info.IsDir():
		return "", 0, false, fmt.Errorf("%s is a folder: name a file in it", file)
	case at < 0:
		return "", 0, false, fmt.Errorf("%s: a name has to end in .svg, .pdf, .png, .csv, .json or .npz", file)
	case err == nil:
		there = true
	}
	if !there {
		folder := filepath.Dir(file)
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			return "", 0, false, fmt.Errorf("there is no folder %s", folder)
		}
	}
	return file, endings[at].kind, there, nil
}

// Lines says by which ending a file of a view holds what.
func Lines(view string) (lines []string) {
	for _, e := range endings {
		lines = append(lines, "a name that ends in "+e.ending+": "+strings.Replace(e.about, "%s", view, 1))
	}
	return lines
}

// An Overlay asks for the name. The zero one is not shown.
type Overlay struct {
	Shown bool
	// Asks tells that the file is there already, and that y would replace it.
	Asks bool
	// Cursor is where typing goes, before that rune of the text.
	Cursor int
	// at is the place of what is selected in endings, which the name need not say.
	at         int
	text       string
	pair, view string
	err        error
}

// Show shows the overlay for a view, with a name that begins like the pair's.
func (o *Overlay) Show(pair, view string) {
	*o = Overlay{Shown: true, at: o.at, pair: pair, view: view}
	o.propose(o.at)
}

// Turn proposes a name for another kind of file.
func (o *Overlay) Turn(kind Kind) {
	o.propose(slices.IndexFunc(endings, func(e ending) bool { return e.kind == kind }))
}

// propose makes the name one of another kind, in the folder that is typed.
func (o *Overlay) propose(at int) {
	folder, _ := filepath.Split(o.text)
	o.at, o.err = at, nil
	o.text = folder + o.pair + strings.Replace(endings[at].proposed, "%s", o.view, 1)
}

// Text is what is typed, and Type takes it. What is selected stays so, unless no file of
// that kind has such an ending.
func (o *Overlay) Text() string { return o.text }

// Type takes the text as it is typed.
func (o *Overlay) Type(text string) {
	if text != o.text {
		o.text, o.err = text, nil
		file, kind := strings.TrimSpace(text), endings[o.at].kind
		fits := func(e ending) bool { return e.kind == kind && e.fits(file) }
		switch at := place(file); {
		case at >= 0 && slices.ContainsFunc(endings, fits):
			o.at = slices.IndexFunc(endings, fits)
		case at >= 0:
			o.at = at
		}
	}
}

// Press does what a key, named as Bubble Tea names it, stands for. It returns the file to
// write once that is clear, and reports false for a key that edits the text.
func (o *Overlay) Press(key string) (file string, kind Kind, known bool) {
	file, _, there, err := Check(o.text)
	switch {
	case o.Asks && key != "y":
		o.Asks = false
		return "", 0, true
	case o.Asks, key == "enter" && err == nil && !there:
		o.Asks, o.Shown = false, false
		return file, endings[o.at].kind, true
	case key == "enter":
		o.Asks, o.err = err == nil, err
	case key == "esc", key == "alt+esc":
		o.Shown = false
	case key == "tab", key == "down":
		o.propose((o.at + 1) % len(endings))
	case key == "shift+tab", key == "up":
		o.propose((o.at + len(endings) - 1) % len(endings))
	default:
		return "", 0, false
	}
	return "", 0, true
}

// Draw draws the name, what there is to say of it, and all that it could be.
func (o *Overlay) Draw(g *chart.Grid, gl chart.Glyphs) {
	w, h := g.Size()
	g.Text(1, 0, "file", chart.Dim)
	opener.DrawTyped(g.Sub(6, 0, w-7, 1), o.text, o.Cursor)
	said, style := "Enter writes it; Tab proposes a name for something else", chart.Dim
	switch {
	case o.Asks:
		said, style = "it is there already: y replaces it, any other key does not", chart.Warning
	case o.err != nil:
		said, style = session.PlainError(o.err), chart.Bad
	}
	for i, line := range chart.Wrap(gl.Spell(said), w-2, 2) {
		g.Text(1, 1+i, line, style)
	}
	const top, about = 3, 20
	first := max(0, min(o.at, o.at-(h-top)+1)) // of those that have room
	for i, e := range endings[first:] {
		name := chart.Plain
		if first+i == o.at {
			g.Set(1, top+i, chart.FocusMark, chart.Accent)
			name = chart.Inverse
		}
		g.Text(3, top+i, strings.TrimPrefix(strings.Replace(e.proposed, "%s", o.view, 1), "-"), name)
		g.Text(about, top+i, gl.Truncate(strings.Replace(e.about, "%s", o.view, 1), w-about-1), chart.Dim)
	}
}
