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

// A Form asks for the options of an item.
type Form struct {
	item   Item
	fields []field
	// at is the index of the present field. candidates are names that complete it.
	at         int
	candidates []string
	// folded reports whether only the needed fields show.
	folded bool
	// reviewColumn is the column where a review starts.
	reviewColumn int
}

// A field is an option with the text typed for it.
type field struct {
	session.Option
	text string
}

// newForm returns the form of an item. It has no fields if the pair needs neither files nor
// classes.
func newForm(item Item) *Form {
	f := &Form{item: item}
	uses := session.PairOptions(item.Line)
	asks := func(o string) bool { return slices.Contains([]string{"source", "classes", "language"}, o) }
	if !slices.ContainsFunc(uses, asks) {
		return f
	}
	for _, o := range append(session.FileOptions(), session.Controls()...) {
		asked := o.Changes == session.FilesPart && o.Name != "no-cache" && o.Name != "columns" || o.Name == "ratio"
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

// needed reports whether the field must not be empty.
func (f field) needed() bool { return f.Name == "source" || f.Name == "target" }

// value returns the text without blanks around it.
func (f field) value() string { return strings.TrimSpace(f.text) }

// help describes the field and its value when empty, for the pair called name.
func (f field) help(name string) string {
	help, empty := strings.ReplaceAll(f.Help, "`", ""), f.DefaultText
	if empty == "" && !f.needed() {
		empty = f.Get(session.State{Spec: datasets.DefaultSpec(name)})
	}
	if empty == "" {
		return help
	}
	return help + "; empty: " + empty
}

// addTo adds the field's option to given, unless the field is empty. Errors say what is wrong
// and what would be right.
func (f field) addTo(given session.OptionSet) (session.OptionSet, error) {
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

// field returns the present field.
func (f *Form) field() *field { return &f.fields[f.at] }

// visible returns the fields that show: all, or only the needed ones at the start.
func (f *Form) visible() []field {
	if !f.folded {
		return f.fields
	}
	return f.fields[:slices.IndexFunc(f.fields, func(f field) bool { return !f.needed() })]
}

// move moves by n fields and wraps around. It unfolds the form when it leaves the visible
// fields.
func (f *Form) move(n int) {
	if next := f.at + n; next < 0 || next >= len(f.visible()) {
		f.folded = false
	}
	count := len(f.fields)
	f.at, f.candidates = ((f.at+n)%count+count)%count, nil
}

// Misses reports whether a needed field is empty, so that Enter leads to it.
func (f *Form) Misses() bool {
	return slices.ContainsFunc(f.fields, func(f field) bool { return f.needed() && f.value() == "" })
}

// Files reports whether the form is for files, whose columns are reviewed first.
func (f *Form) Files() bool { return f.item.Line == datasets.FilesName }

// enter accepts the field and moves to the next needed field that is empty. Without one it
// returns the pair. After an error the faulty field is the present one.
func (f *Form) enter() (*session.Opening, error) {
	f.candidates = nil
	if _, err := f.field().addTo(session.OptionSet{}); err != nil {
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

// opening returns the pair with the typed options. After an error the faulty field is the
// present one.
func (f *Form) opening() (*session.Opening, error) {
	var given session.OptionSet
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

// fill fills the fields with the options of a spec that are not defaults.
func (f *Form) fill(spec datasets.Spec) {
	usual := session.State{Spec: datasets.DefaultSpec(f.item.Line)}
	for i := range f.fields {
		f.fields[i].text = ""
		if value := f.fields[i].Get(session.State{Spec: spec}); value != f.fields[i].Get(usual) {
			f.fields[i].text = value
		}
	}
}

// goToFault moves to the field that an error of opening is about: the field whose flag the
// error names first, or else the label or dropped columns that are missing, or else the
// faulty file.
func (f *Form) goToFault(err error) {
	text, place := err.Error(), new(datasets.FormatError)
	errors.As(err, &place)
	least := math.MaxInt
	for i, field := range f.fields {
		value, rank := field.value(), session.FlagIndex(text, field.Name)
		switch {
		case rank >= 0:
		case value == "":
			continue
		case field.Name == "label" && errors.Is(err, datasets.ErrNoLabel), field.Name == "drop" && errors.Is(err, datasets.ErrNoColumn):
			rank = len(text)
		case field.Kind == session.PathKind && session.ExpandHome(value) == place.File:
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

// plainError rewords an error for the form: files without folders, and fields in place of
// flags.
func (f *Form) plainError(err error) error {
	text := session.WithoutFlags(session.PlainError(err))
	for _, field := range f.fields {
		if path := session.ExpandHome(field.value()); field.Kind == session.PathKind && field.Name != "data" && path != "" {
			text = strings.ReplaceAll(text, path, filepath.Base(path))
		}
	}
	return errors.New(text)
}
