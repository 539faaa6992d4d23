// Package export is the overlay that selects a [Kind] of file and names the file, and the
// [Writer] that writes it in the background.
//
// To add a kind of file, write a function such as exportSolution and add a row to exportKinds
// (cmd/larui/export.go). Proposed names, the overlay, --plain and errors follow from the row.
package export

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"larui/datasets/wording"
	"larui/tui/chart"
	"larui/tui/overlay/opener"
	"larui/tui/session"
	"larui/tui/stage"
)

// A Request asks for a file.
type Request struct {
	File string
	// View is the view of Session in State that is drawn or written as numbers.
	View    string
	Session *session.Session
	State   session.State
	// Panels and Rows are the explorer's own content of a view and its numbers.
	Panels []stage.Panel
	Rows   [][]session.Fact
	// Progress is called with the progress of the work.
	Progress func(stage string, done, total int64)
}

// A Kind is a kind of file.
type Kind struct {
	// Ending is the ending of a file's name, in small letters. A list of kinds has longer
	// endings first. Proposed follows the pair's name in a proposed name. About names the
	// content, then a comma and the purpose. A %s in Proposed or About is the name of the
	// view.
	Ending, Proposed, About string
	// Of names the content. Several kinds, with other endings, may have the same content.
	Of string
	// Write writes a whole file or none; it stops when ctx ends. It may return a description
	// of the content, which replaces About.
	Write func(ctx context.Context, r Request) (contents string, err error)
}

// Predictions is the content of kinds that hold predictions for the target.
const Predictions = "predictions"

func (k Kind) about(view string) string { return strings.Replace(k.About, "%s", view, 1) }

// fits reports whether the file has the kind's extension.
func (k Kind) fits(file string) bool {
	return strings.EqualFold(filepath.Ext(k.Ending), filepath.Ext(file))
}

// kindIndex returns the index of the kind whose ending the file has, or -1.
func kindIndex(kinds []Kind, file string) int {
	return slices.IndexFunc(kinds, func(k Kind) bool { return strings.HasSuffix(strings.ToLower(file), k.Ending) })
}

// Check returns the typed file, its kind, and whether the file exists. It returns an error if
// no file of that name can be written, or if the file is one of reads.
func Check(kinds []Kind, typed string, reads ...string) (file string, kind Kind, there bool, err error) {
	file = session.ExpandHome(strings.TrimSpace(typed))
	at := kindIndex(kinds, file)
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
		return "", Kind{}, false, fmt.Errorf("%s: a name has to end in %s", file, wording.JoinLast(endings, "or"))
	case err == nil:
		there = true
		for _, path := range reads {
			if read, err := os.Stat(path); err == nil && os.SameFile(info, read) {
				return "", Kind{}, false, fmt.Errorf("%s is a file of the pair: name another one", file)
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

// Lines returns a line for each kind: its ending and its content for a view.
func Lines(kinds []Kind, view string) (lines []string) {
	for _, k := range kinds {
		lines = append(lines, "a name that ends in "+k.Ending+": "+k.about(view))
	}
	return lines
}

// An Overlay asks for the name of the file. The zero Overlay is hidden.
type Overlay struct {
	Shown bool
	// Asks reports whether the file exists and the overlay asks if y should replace it.
	Asks bool
	// Cursor is the index of the rune in the text before which typing goes.
	Cursor int
	// at is the index of the selected kind, whose ending the typed name may lack.
	at         int
	kinds      []Kind
	reads      []string
	text       string
	pair, view string
	err        error
}

// Show shows the overlay for a view, with a name that begins with the pair's name. kinds must
// not be empty. The overlay refuses to replace the files in reads.
func (o *Overlay) Show(kinds []Kind, pair, view string, reads ...string) {
	*o = Overlay{Shown: true, at: o.at, kinds: kinds, reads: reads, pair: pair, view: view}
	o.propose(o.at)
}

// Turn selects the first kind with a content and proposes a name. Without such a kind it does
// nothing.
func (o *Overlay) Turn(of string) {
	if at := slices.IndexFunc(o.kinds, func(k Kind) bool { return k.Of == of }); at >= 0 {
		o.propose(at)
	}
}

// propose selects a kind and proposes a name for it in the typed folder.
func (o *Overlay) propose(at int) {
	folder, _ := filepath.Split(o.text)
	o.at, o.err = at, nil
	o.text = folder + o.pair + strings.Replace(o.kinds[at].Proposed, "%s", o.view, 1)
}

// Text returns the typed text.
func (o *Overlay) Text() string { return o.text }

// Type sets the text. The selected content stays if it can have the new extension, unless the
// name ends in more than an extension, such as -predictions.csv.
func (o *Overlay) Type(text string) {
	if text != o.text {
		o.text, o.err = text, nil
		file, of := strings.TrimSpace(text), o.kinds[o.at].Of
		fits := func(k Kind) bool { return k.Of == of && k.fits(file) }
		switch at := kindIndex(o.kinds, file); {
		case at >= 0 && strings.HasPrefix(o.kinds[at].Ending, ".") && slices.ContainsFunc(o.kinds, fits):
			o.at = slices.IndexFunc(o.kinds, fits)
		case at >= 0:
			o.at = at
		}
	}
}

// Press handles a key, named as in Bubble Tea. It returns the file to write once the user
// confirms it. It reports false for a key that edits the text.
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

// Draw draws the name, a hint or an error, and the kinds of files.
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
	first := max(0, min(o.at, o.at-(h-top)+1)) // the first visible kind
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
