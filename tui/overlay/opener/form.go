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
	item     Item
	fields   []field
	selected int
	// candidates are the names that may complete the text of the selected field.
	candidates []string
	// folded reports whether the form shows only the required fields.
	folded bool
	// reviewColumn is the index of the column to select when the Review shows next.
	reviewColumn int
}

type field struct {
	session.Option
	text string
}

// newForm returns a form without fields if the pair needs neither files nor classes.
func newForm(item Item) *Form {
	f := &Form{item: item}
	uses := session.PairOptionNames(item.Line)
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
	f.folded = f.fields[0].isRequired()
	if item.source != "" {
		f.fields[0].text, f.selected = item.source, 1
	}
	return f
}

func (f field) isRequired() bool { return f.Name == "source" || f.Name == "target" }

func (f field) isMissing() bool { return f.isRequired() && f.value() == "" }

func (f field) value() string { return strings.TrimSpace(f.text) }

// describe returns the help of the field, and the value that is used if the field is empty. name is
// the name of the pair.
func (f field) describe(name string) string {
	help, empty := strings.ReplaceAll(f.Help, "`", ""), f.DefaultText
	if empty == "" && !f.isRequired() {
		empty = f.Get(session.State{Spec: datasets.DefaultSpec(name)})
	}
	if empty == "" {
		return help
	}
	return help + "; empty: " + empty
}

// addOption adds the option of the field to given, unless the field is empty. The error says what
// is wrong with the typed text and what would be right.
func (f field) addOption(given session.OptionSet) (session.OptionSet, error) {
	value := f.value()
	switch {
	case f.isMissing():
		return given, fmt.Errorf("%s: type a file name, which Tab completes", f.Name)
	case value == "":
		return given, nil
	case f.Check != nil:
		if err := f.Check(value); err != nil {
			return given, fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return given.With(f.Option, value)
}

func (f *Form) selectedField() *field { return &f.fields[f.selected] }

func (f *Form) visibleFields() []field {
	if !f.folded {
		return f.fields
	}
	return f.fields[:slices.IndexFunc(f.fields, func(f field) bool { return !f.isRequired() })]
}

// moveSelection selects the next field for n = 1 and the previous one for n = −1, in a circle. The
// form unfolds when the selection leaves the visible fields.
func (f *Form) moveSelection(n int) {
	if next := f.selected + n; next < 0 || next >= len(f.visibleFields()) {
		f.folded = false
	}
	f.selected, f.candidates = (f.selected+n+len(f.fields))%len(f.fields), nil
}

// HasMissingField reports whether a required field is empty.
func (f *Form) HasMissingField() bool {
	return slices.ContainsFunc(f.fields, field.isMissing)
}

// IsForFiles reports whether the form is for files, whose columns are reviewed before the files
// open.
func (f *Form) IsForFiles() bool { return f.item.Line == datasets.FilesName }

// acceptField checks the selected field. If a required field is empty, it selects the first such
// field, else it returns the pair. After an error the faulty field is selected.
func (f *Form) acceptField() (*session.Opening, error) {
	f.candidates = nil
	if _, err := f.selectedField().addOption(session.OptionSet{}); err != nil {
		return nil, err
	}
	if missing := slices.IndexFunc(f.fields, field.isMissing); missing >= 0 {
		f.selected = missing
		return nil, nil
	}
	pair, err := f.buildOpening()
	if err == nil {
		pair.Review = f.IsForFiles()
	}
	return pair, err
}

// buildOpening selects the faulty field after an error.
func (f *Form) buildOpening() (*session.Opening, error) {
	var given session.OptionSet
	for i, field := range f.fields {
		set, err := field.addOption(given)
		if err != nil {
			f.selected, f.folded = i, false
			return nil, err
		}
		given = set
	}
	pair, err := given.Opening(f.item.Line)
	return &pair, err
}

// fillFields sets each field to the option of a spec, or to an empty text if the option has its
// default value.
func (f *Form) fillFields(spec datasets.Spec) {
	usual := session.State{Spec: datasets.DefaultSpec(f.item.Line)}
	for i := range f.fields {
		f.fields[i].text = ""
		if value := f.fields[i].Get(session.State{Spec: spec}); value != f.fields[i].Get(usual) {
			f.fields[i].text = value
		}
	}
}

// selectFaultyField selects the field that an error of opening is about: the field whose flag comes
// first in the text of the error; else the field of the label or of the dropped columns, if a
// column is missing; else the field of the faulty file.
func (f *Form) selectFaultyField(err error) {
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
			least, f.selected = rank, i
		}
	}
	f.folded = f.folded && f.selected < len(f.visibleFields())
}

// rewordError writes file names without folders, and names of fields in place of flags.
func (f *Form) rewordError(err error) error {
	text := session.WithoutFlags(session.PlainError(err))
	for _, field := range f.fields {
		if path := session.ExpandHome(field.value()); field.Kind == session.PathKind && field.Name != "data" && path != "" {
			text = strings.ReplaceAll(text, path, filepath.Base(path))
		}
	}
	return errors.New(text)
}
