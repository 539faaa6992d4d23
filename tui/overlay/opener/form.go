package opener

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"larui/datasets"
	"larui/tui/session"
)

// A Form asks for what an item needs.
type Form struct {
	item   Item
	fields []field
	// at is the field that is typed into, candidates the names that it can be
	// completed to.
	at         int
	candidates []string
	// folded tells that only the fields show that are needed.
	folded bool
	// reviewed is the column at which a review begins.
	reviewColumn int
}

// A field is an option, and what has been typed for it.
type field struct {
	session.Option
	text string
}

// newForm returns the form of what there is to ask before an item is opened: without
// fields for a pair that is generated without a choice to make first.
func newForm(item Item) *Form {
	f := &Form{item: item}
	uses := session.PairOptions(item.Line)
	if !slices.Contains(uses, "source") && !slices.Contains(uses, "classes") {
		return f
	}
	for _, o := range append(session.FileOptions(), session.Controls()...) {
		asked := o.Changes == session.Files && o.Name != "no-cache" && o.Name != "columns" || o.Name == "ratio"
		if asked && slices.Contains(uses, o.Name) {
			f.fields = append(f.fields, field{Option: o})
		}
	}
	f.folded = f.fields[0].needed()
	if item.source != "" {
		f.fields[0].text, f.at = item.source, 1
	}
	return f
}

// needed tells whether the field can't be left empty.
func (f field) needed() bool { return f.Name == "source" || f.Name == "target" }

// value is what is typed, without blanks around it.
func (f field) value() string { return strings.TrimSpace(f.text) }

// help says what the field is for, and what it is for the pair called name where it is
// left empty.
func (f field) help(name string) string {
	help, empty := strings.ReplaceAll(f.Help, "`", ""), f.Empty
	if empty == "" && !f.needed() {
		empty = f.Get(session.State{Spec: datasets.DefaultSpec(name)})
	}
	if empty == "" {
		return help
	}
	return help + "; empty: " + empty
}

// addTo returns the options that are given with the field, unless it is left empty. Errors
// say what is wrong with it, and what would be right.
func (f field) addTo(given session.Set) (session.Set, error) {
	value := f.value()
	switch {
	case value == "" && f.needed():
		return given, fmt.Errorf("%s: type a file name, Tab completes it", f.Name)
	case value == "":
		return given, nil
	case f.Check != nil:
		if err := f.Check(value); err != nil {
			return given, fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return given.With(f.Option, value)
}

// field is the one that is typed into.
func (f *Form) field() *field { return &f.fields[f.at] }

// shown are the fields that show: the first ones where the others are folded.
func (f *Form) visible() []field {
	if !f.folded {
		return f.fields
	}
	return f.fields[:slices.IndexFunc(f.fields, func(f field) bool { return !f.needed() })]
}

// move goes to the field n further on, round and round, and unfolds the others on its way.
func (f *Form) move(n int) {
	if next := f.at + n; next < 0 || next >= len(f.visible()) {
		f.folded = false
	}
	count := len(f.fields)
	f.at, f.candidates = ((f.at+n)%count+count)%count, nil
}

// Misses reports whether Enter leads to another field, which is still needed.
func (f *Form) Misses() bool {
	return slices.ContainsFunc(f.fields, func(f field) bool { return f.needed() && f.value() == "" })
}

// Files tells whether the form is for files, whose columns are looked at before these open.
func (f *Form) Files() bool { return f.item.Line == datasets.FilesName }

// enter takes the field as it is and goes to the next one that is still needed. Where
// there is none, it returns the pair. Errors say what is wrong with the field that it
// then is at.
func (f *Form) enter() (*session.Opening, error) {
	f.candidates = nil
	if _, err := f.field().addTo(session.Set{}); err != nil {
		return nil, err
	}
	for i, field := range f.fields {
		if field.needed() && field.value() == "" {
			f.at = i
			return nil, nil
		}
	}
	pair, err := f.opening()
	if err == nil {
		pair.Review = f.Files()
	}
	return pair, err
}

// opening returns the pair of what is typed. Errors say what is wrong with the field that it
// then is at.
func (f *Form) opening() (*session.Opening, error) {
	var given session.Set
	for i, field := range f.fields {
		set, err := field.addTo(given)
		if err != nil {
			f.at, f.folded = i, false
			return nil, err
		}
		given = set
	}
	pair, err := given.Opening(f.item.Line)
	return &pair, err
}

// take fills the fields with what a spec has.
func (f *Form) fill(spec datasets.Spec) {
	usual := session.State{Spec: datasets.DefaultSpec(f.item.Line)}
	for i := range f.fields {
		f.fields[i].text = ""
		if value := f.fields[i].Get(session.State{Spec: spec}); value != f.fields[i].Get(usual) {
			f.fields[i].text = value
		}
	}
}

// blame goes to the field that an error of opening is about, where that can be told:
// the one by which it says that it can be mended, or what the error is about, or whose
// file it is in.
func (f *Form) goToFault(err error) {
	text, place := err.Error(), new(datasets.FormatError)
	errors.As(err, &place)
	least := math.MaxInt
	for i, field := range f.fields {
		value, rank := field.value(), session.FlagIn(text, field.Name)
		switch {
		case rank >= 0:
		case value == "":
			continue
		case field.Name == "label" && errors.Is(err, datasets.ErrNoLabel), field.Name == "drop" && errors.Is(err, datasets.ErrNoColumn):
			rank = len(text)
		case field.Kind == session.Path && session.ExpandHome(value) == place.File:
			rank = len(text) + 1
		default:
			continue
		}
		if rank < least {
			least, f.at = rank, i
		}
	}
	f.folded = f.folded && f.at < len(f.visible())
}

// inWords is what an error of opening says beside the form: files go without their
// folders, and what flags could mend the fields of their names can.
func (f *Form) plainError(err error) error {
	text := session.WithoutFlags(session.PlainError(err))
	for _, field := range f.fields {
		if path := session.ExpandHome(field.value()); field.Kind == session.Path && field.Name != "data" && path != "" {
			text = strings.ReplaceAll(text, path, filepath.Base(path))
		}
	}
	return errors.New(text)
}
