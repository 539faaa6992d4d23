// Package export is the overlay that selects what to write and names its file, and the
// [Writer] that has it written meanwhile. What there is to write, and how, is for the caller
// of the explorer to say: a list of [Kind].
//
// To add a kind of file, write a function that writes it, such as exportSolution, and give it a
// row in exports (cmd/larui/export.go): names, the overlay, --plain and errors follow from that.
package export

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"larui/datasets/phrase"
	"larui/tui/chart"
	"larui/tui/overlay/opener"
	"larui/tui/session"
	"larui/tui/stage"
)

// A Request asks for a file.
type Request struct {
	File string
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

// A Kind is a kind of file.
type Kind struct {
	// Ending is that of the names of such files, in lower case; a list of kinds has longer
	// endings first. Proposed follows the name of the pair. %s is the view there and in About,
	// which says up to a comma what such a file holds, and then what it is for.
	Ending, Proposed, About string
	// Of is what it holds, which kinds of other endings may hold as well.
	Of string
	// Write writes a file, as a whole or not at all; it has time until ctx ends. What it says
	// of the contents stands in place of About.
	Write func(ctx context.Context, r Request) (contents string, err error)
}

// Predictions is what kinds hold that have the predictions for the target.
const Predictions = "predictions"

// about says in a view what such a file is.
func (k Kind) about(view string) string { return strings.Replace(k.About, "%s", view, 1) }

// fits tells whether what it holds can be in a file, whatever else its name says.
func (k Kind) fits(file string) bool {
	return strings.EqualFold(filepath.Ext(k.Ending), filepath.Ext(file))
}

// place returns the place among kinds of what a file's name says, -1 of none.
func place(kinds []Kind, file string) int {
	return slices.IndexFunc(kinds, func(k Kind) bool { return strings.HasSuffix(strings.ToLower(file), k.Ending) })
}

// Check returns the file that is typed and its kind, and whether it is there already. It
// is an error where none can be written of that name: one that is read among them.
func Check(kinds []Kind, typed string, reads ...string) (file string, kind Kind, there bool, err error) {
	file = session.ExpandHome(strings.TrimSpace(typed))
	at := place(kinds, file)
	switch info, err := os.Stat(file); {
	case file == "":
		return "", Kind{}, false, errors.New("name a file, such as figure.svg")
	case err == nil && info.IsDir():
		return "", Kind{}, false, fmt.Errorf("%s is a folder: name a file in it", file)
	case at < 0:
		var endings []string
		for _, k := range kinds {
			if ending := filepath.Ext(k.Ending); !slices.Contains(endings, ending) {
				endings = append(endings, ending)
			}
		}
		return "", Kind{}, false, fmt.Errorf("%s: a name has to end in %s", file, phrase.Joined(endings, "or"))
	case err == nil:
		there = true
		for _, path := range reads {
			if read, err := os.Stat(path); err == nil && os.SameFile(info, read) {
				return "", Kind{}, false, fmt.Errorf("%s is what the pair is read from: name another file", file)
			}
		}
	}
	if !there {
		folder := filepath.Dir(file)
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			return "", Kind{}, false, fmt.Errorf("there is no folder %s", folder)
		}
	}
	return file, kinds[at], there, nil
}

// Lines says by which ending a file of a view holds what.
func Lines(kinds []Kind, view string) (lines []string) {
	for _, k := range kinds {
		lines = append(lines, "a name that ends in "+k.Ending+": "+k.about(view))
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
	// at is the place of what is selected among kinds, which the name need not say.
	at         int
	kinds      []Kind
	reads      []string
	text       string
	pair, view string
	err        error
}

// Show shows the overlay for a view, with a name that begins like the pair's. There is at
// least one kind. Files that the pair reads are not written over.
func (o *Overlay) Show(kinds []Kind, pair, view string, reads ...string) {
	*o = Overlay{Shown: true, at: o.at, kinds: kinds, reads: reads, pair: pair, view: view}
	o.propose(o.at)
}

// Turn proposes a name for a file of what some kind holds, if there is one.
func (o *Overlay) Turn(of string) {
	if at := slices.IndexFunc(o.kinds, func(k Kind) bool { return k.Of == of }); at >= 0 {
		o.propose(at)
	}
}

// propose makes the name one of another kind, in the folder that is typed.
func (o *Overlay) propose(at int) {
	folder, _ := filepath.Split(o.text)
	o.at, o.err = at, nil
	o.text = folder + o.pair + strings.Replace(o.kinds[at].Proposed, "%s", o.view, 1)
}

// Text is what is typed, and Type takes it. What is selected stays so, unless no file of
// that kind has such an ending, or the name says more than its extension of what it is to hold.
func (o *Overlay) Text() string { return o.text }

// Type takes the text as it is typed.
func (o *Overlay) Type(text string) {
	if text != o.text {
		o.text, o.err = text, nil
		file, of := strings.TrimSpace(text), o.kinds[o.at].Of
		fits := func(k Kind) bool { return k.Of == of && k.fits(file) }
		switch at := place(o.kinds, file); {
		case at >= 0 && strings.HasPrefix(o.kinds[at].Ending, ".") && slices.ContainsFunc(o.kinds, fits):
			o.at = slices.IndexFunc(o.kinds, fits)
		case at >= 0:
			o.at = at
		}
	}
}

// Press does what a key, named as Bubble Tea names it, stands for. It returns the file to
// write once that is clear, and reports false for a key that edits the text.
func (o *Overlay) Press(key string) (file string, kind Kind, known bool) {
	file, _, there, err := Check(o.kinds, o.text, o.reads...)
	switch {
	case o.Asks && key != "y":
		o.Asks = false
		return "", Kind{}, true
	case o.Asks, key == "enter" && err == nil && !there:
		o.Asks, o.Shown = false, false
		return file, o.kinds[o.at], true
	case key == "enter":
		o.Asks, o.err = err == nil, err
	case key == "esc", key == "alt+esc":
		o.Shown = false
	case key == "tab", key == "down":
		o.propose((o.at + 1) % len(o.kinds))
	case key == "shift+tab", key == "up":
		o.propose((o.at + len(o.kinds) - 1) % len(o.kinds))
	default:
		return "", Kind{}, false
	}
	return "", Kind{}, true
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
	for i, k := range o.kinds[first:] {
		name := chart.Plain
		if first+i == o.at {
			g.Set(1, top+i, chart.FocusMark, chart.Accent)
			name = chart.Inverse
		}
		g.Text(3, top+i, strings.TrimPrefix(strings.Replace(k.Proposed, "%s", o.view, 1), "-"), name)
		g.Text(about, top+i, gl.Truncate(k.about(o.view), w-about-1), chart.Dim)
	}
}
