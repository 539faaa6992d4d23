// Package export writes files in the background. The [Overlay] asks for the name of the file and
// selects its [Kind], and the [Writer] writes the file and sends a [Report] on its progress, at the
// end with the error.
//
// The explorer describes the content in a [Request]. A Kind turns a Request into a file; the kinds
// are rows of the table exportableKinds in cmd/larui/export.go. To add a kind, write a function
// such as exportSolution there and add a row to the table. Proposed names, the overlay, --plain and
// errors follow from the row.
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

// A Request says what to write into a file.
type Request struct {
	File string
	// View is the name of the view whose picture or numbers are written. Session and State are the
	// data and the settings of the view.
	View    string
	Session *session.Session
	State   session.State
	// If Panels is not nil, it replaces the picture of the view. If Rows is not nil, it replaces
	// the numbers.
	Panels []stage.Panel
	Rows   [][]session.Fact
	// Progress is called with the name of the work, such as "reading", the number of its parts that
	// are done, and the number of all its parts.
	Progress func(stage string, done, total int64)
}

// A Kind is a kind of file, such as a figure in SVG.
type Kind struct {
	// Ending is the end of the file name, in small letters; in a list of kinds, "predictions.csv"
	// precedes ".csv". Suffix follows the pair's name in a proposed file name. About is the content
	// and, after a comma, the purpose. A %s in Suffix or About stands for the name of the view.
	Ending, Suffix, About string
	// Content names what the file contains, such as Predictions. Kinds with the same Content write
	// it in different file formats.
	Content string
	// Write writes the whole file, or no file after an error or after the end of ctx. It may return
	// a description of the contents, which replaces About.
	Write func(ctx context.Context, r Request) (contents string, err error)
}

// Predictions is the Content of the kinds that contain predictions for the target.
const Predictions = "predictions"

func (k Kind) describe(view string) string { return strings.Replace(k.About, "%s", view, 1) }

func findKind(kinds []Kind, file string) int {
	return slices.IndexFunc(kinds, func(k Kind) bool { return strings.HasSuffix(strings.ToLower(file), k.Ending) })
}

// CheckFile returns the file that the user has typed, its kind, and whether the file exists. It
// returns an error if the file can't be written or is one of the inputs.
func CheckFile(kinds []Kind, typed string, inputs ...string) (file string, kind Kind, exists bool, err error) {
	file = session.ExpandHome(strings.TrimSpace(typed))
	at, folder := findKind(kinds, file), filepath.Dir(file)
	info, missing := os.Stat(file)
	isInput := func(path string) bool {
		input, err := os.Stat(path)
		return err == nil && os.SameFile(info, input)
	}
	switch parent, err := os.Stat(folder); {
	case file == "":
		return "", Kind{}, false, errors.New("name a file, such as figure.svg")
	case missing == nil && info.IsDir():
		return "", Kind{}, false, fmt.Errorf("%s is a folder: name a file in it", file)
	case at < 0:
		var endings []string
		for _, k := range kinds {
			if ending := filepath.Ext(k.Ending); !slices.Contains(endings, ending) {
				endings = append(endings, ending)
			}
		}
		return "", Kind{}, false, fmt.Errorf("%s: a name has to end in %s", file, wording.JoinWithWord(endings, "or"))
	case missing == nil && slices.ContainsFunc(inputs, isInput):
		return "", Kind{}, false, fmt.Errorf("%s is a file of the pair: name another file", file)
	case err != nil || !parent.IsDir():
		return "", Kind{}, false, fmt.Errorf("there is no folder %s", folder)
	}
	return file, kinds[at], missing == nil, nil
}

// DescribeKinds returns one line for each kind: its ending and its content for a view.
func DescribeKinds(kinds []Kind, view string) (lines []string) {
	for _, k := range kinds {
		lines = append(lines, "a name that ends in "+k.Ending+": "+k.describe(view))
	}
	return lines
}

// An Overlay asks for the name of the file. The zero Overlay is hidden.
type Overlay struct {
	Shown bool
	// AsksToReplace reports whether the overlay waits for y to overwrite an existing file.
	AsksToReplace bool
	// Cursor is the position of the text cursor, in runes from the start of the text.
	Cursor int
	// selected is an index into kinds. The typed name may lack the ending of the selected kind.
	selected   int
	kinds      []Kind
	inputs     []string
	text       string
	pair, view string
	err        error
}

// Show shows the overlay for a view, with a proposed name that begins with the name of the pair.
// kinds must not be empty. The overlay does not overwrite the files in inputs.
func (o *Overlay) Show(kinds []Kind, pair, view string, inputs ...string) {
	*o = Overlay{Shown: true, selected: o.selected, kinds: kinds, inputs: inputs, pair: pair, view: view}
	o.proposeFile(o.selected)
}

// SelectContent selects the first kind with the given content and proposes a name. It does nothing
// if no kind has this content.
func (o *Overlay) SelectContent(content string) {
	if at := slices.IndexFunc(o.kinds, func(k Kind) bool { return k.Content == content }); at >= 0 {
		o.proposeFile(at)
	}
}

// proposeFile keeps the folder that is typed already.
func (o *Overlay) proposeFile(index int) {
	folder, _ := filepath.Split(o.text)
	o.selected, o.err = index, nil
	o.text = folder + o.pair + strings.Replace(o.kinds[index].Suffix, "%s", o.view, 1)
}

// Text returns the typed text.
func (o *Overlay) Text() string { return o.text }

// SetText sets the text and selects the kind that the file name asks for. If several kinds have the
// same ending, such as .csv, the selected content stays, unless the name has a longer ending such
// as predictions.csv.
func (o *Overlay) SetText(text string) {
	if text != o.text {
		o.text, o.err = text, nil
		file, content := strings.TrimSpace(text), o.kinds[o.selected].Content
		fits := func(k Kind) bool {
			return k.Content == content && strings.EqualFold(filepath.Ext(k.Ending), filepath.Ext(file))
		}
		switch at := findKind(o.kinds, file); {
		case at >= 0 && strings.HasPrefix(o.kinds[at].Ending, ".") && slices.ContainsFunc(o.kinds, fits):
			o.selected = slices.IndexFunc(o.kinds, fits)
		case at >= 0:
			o.selected = at
		}
	}
}

// Press handles a key, named as in Bubble Tea. If the user confirms the name, Press returns the
// file to write and its kind. known is false for a key that edits the text.
func (o *Overlay) Press(key string) (file string, kind Kind, known bool) {
	file, _, there, err := CheckFile(o.kinds, o.text, o.inputs...)
	switch {
	case o.AsksToReplace && key != "y":
		o.AsksToReplace = false
		return "", Kind{}, true
	case o.AsksToReplace, key == "enter" && err == nil && !there:
		o.AsksToReplace, o.Shown = false, false
		return file, o.kinds[o.selected], true
	case key == "enter":
		o.AsksToReplace, o.err = err == nil, err
	case key == "esc", key == "alt+esc":
		o.Shown = false
	case key == "tab", key == "down":
		o.proposeFile((o.selected + 1) % len(o.kinds))
	case key == "shift+tab", key == "up":
		o.proposeFile((o.selected + len(o.kinds) - 1) % len(o.kinds))
	default:
		return "", Kind{}, false
	}
	return "", Kind{}, true
}

// Draw draws the file name, a hint or an error, and the list of kinds.
func (o *Overlay) Draw(g *chart.Grid, gl chart.Glyphs) {
	w, h := g.Size()
	g.Text(1, 0, "file", chart.Dim)
	opener.DrawInput(g.Sub(6, 0, w-7, 1), o.text, o.Cursor)
	said, style := "Enter writes the file; Tab selects another kind of file", chart.Dim
	switch {
	case o.AsksToReplace:
		said, style = "this file exists already: y overwrites it, any other key keeps it", chart.Warning
	case o.err != nil:
		said, style = session.PlainError(o.err), chart.Bad
	}
	for i, line := range chart.Wrap(gl.Spell(said), w-2, 2) {
		g.Text(1, 1+i, line, style)
	}
	const top, about = 3, 20
	first := max(0, min(o.selected, o.selected-(h-top)+1))
	for i, k := range o.kinds[first:] {
		name := chart.Plain
		if first+i == o.selected {
			g.Set(1, top+i, chart.FocusMark, chart.Accent)
			name = chart.Inverse
		}
		g.Text(3, top+i, strings.TrimPrefix(strings.Replace(k.Suffix, "%s", o.view, 1), "-"), name)
		g.Text(about, top+i, gl.Truncate(k.describe(o.view), w-about-1), chart.Dim)
	}
}
