package opener

import (
	"path/filepath"
	"slices"
	"strings"

	"larui/datasets"
	"larui/tui/session"
)

// An Opener is the overlay that opens another pair: a list to choose from, narrowed
// by typing, and for pairs that need to be told more a form.
type Opener struct {
	Shown bool
	// Items are what can be opened; Filter narrows them to those that hold all its
	// words, of which Selected is one.
	Items    []openerItem
	Filter   string
	Selected int
	// Form asks for what the chosen item needs, while Filling.
	Filling bool
	Form    openerForm
	// Cursor is where typing goes, before that rune of the filter or the field.
	Cursor int
	// Err is what was wrong with the last one.
	Err error
}

// An openerItem is a pair that can be opened.
type openerItem struct {
	group, title, About string
	// Name is the pair's; line, where there is one, the command line that opens it.
	Name, Line string
	Fields     []session.Option
}

// The groups of items.
const (
	groupBuiltIn = "built in"
	groupData    = "with a data folder"
	groupRecent  = "recent"
	groupFiles   = "your own files"
)

// OpenerItems lists what can be opened; recent are command lines.
func OpenerItems(recent []string) []openerItem {
	var items []openerItem
	for _, info := range datasets.List() {
		item := openerItem{group: groupBuiltIn, title: info.Name, About: info.Summary, Name: info.Name}
		if !info.BuiltIn {
			item.group, item.About = groupData, info.Summary+" (needs data)"
		}
		items = append(items, item)
	}
	items = append(items, openerItem{
		group: groupFiles, title: "source and target …", Name: datasets.FilesName,
		About: "CSV, NPY, NPZ, MAT, IDX, LIBSVM or text, one row per sample",
	})
	for i := range items {
		items[i].Fields = formFields(items[i].Name)
	}
	for _, line := range recent {
		items = append(items, recentItem(line))
	}
	return items
}

// recentItem is a pair that was opened before.
func recentItem(line string) openerItem {
	item := openerItem{group: groupRecent, title: line, About: strings.TrimPrefix(line, "larui "), Line: line}
	o, err := session.ParseOpening(line)
	switch {
	case err != nil:
	case o.Spec.Name == datasets.FilesName:
		item.title = filepath.Base(o.Spec.Source) + " → " + filepath.Base(o.Spec.Target)
	default:
		item.title = strings.TrimSpace(o.Spec.Name + " " + session.JoinWholes(o.Spec.Classes))
	}
	return item
}

// matching returns the items that hold every word of the filter.
func (o *Opener) matching() []openerItem {
	var items []openerItem
	for _, item := range o.Items {
		text := strings.ToLower(item.group + " " + item.title + " " + item.About)
		missing := func(word string) bool { return !strings.Contains(text, word) }
		if !slices.ContainsFunc(strings.Fields(strings.ToLower(o.Filter)), missing) {
			items = append(items, item)
		}
	}
	return items
}

// Choice returns the selected item, if there is any.
func (o *Opener) Choice() (openerItem, bool) {
	items := o.matching()
	if len(items) == 0 {
		return openerItem{}, false
	}
	return items[max(0, min(len(items)-1, o.Selected))], true
}

// Text is what is typed into: the filter, or the field.
func (o *Opener) Text() string {
	if o.Filling {
		return o.Form.Values[o.Form.At]
	}
	return o.Filter
}
