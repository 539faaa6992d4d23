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

// A Form holds what has been typed into the fields of an item.
type Form struct {
	item   Item
	values []string
	// at is the field that is typed into, candidates the names that it can be
	// completed to.
	at         int
	candidates []string
}

func newForm(item Item) *Form { return &Form{item: item, values: make([]string, len(item.fields))} }

// fields returns what there is to ask before the pair called name is opened: nothing
// for pairs that are generated without a choice to make first.
func fields(name string) []session.Option {
	uses := session.PairOptions(name)
	if !slices.Contains(uses, "source") && !slices.Contains(uses, "classes") {
		return nil
	}
	return slices.DeleteFunc(slices.Concat(session.FileOptions(), session.Controls()), func(o session.Option) bool {
		asked := o.Changes == session.Files && o.Name != "no-cache" || o.Name == "ratio"
		return !asked || !slices.Contains(uses, o.Name)
	})
}

// needed tells which fields can't be left empty.
func needed(field session.Option) bool { return field.Name == "source" || field.Name == "target" }

// help says what a field is for, and what it is where it is left empty.
func (f *Form) help(field session.Option) string {
	help := strings.ReplaceAll(field.Help, "`", "")
	empty := field.Empty
	if empty == "" && !needed(field) {
		empty = field.Get(session.State{Spec: datasets.DefaultSpec(f.item.Name)})
	}
	if empty == "" {
		return help
	}
	return help + "; empty: " + empty
}

// field is the one that is typed into.
func (f *Form) field() session.Option { return f.item.fields[f.at] }

// value returns what is typed into a field, without blanks around it.
func (f *Form) value(i int) string { return strings.TrimSpace(f.values[i]) }

// move goes to the field n further on, round and round.
func (f *Form) move(n int) {
	count := len(f.values)
	f.at, f.candidates = ((f.at+n)%count+count)%count, nil
}

// enter takes the field as it is and goes to the next one that is still needed. Where
// there is none, it returns the pair. Errors say what is wrong with the field that it
// then is at.
func (f *Form) enter() (*session.Opening, error) {
	f.candidates = nil
	if err := f.check(f.at); err != nil {
		return nil, err
	}
	for i, field := range f.item.fields {
		if needed(field) && f.value(i) == "" {
			f.at = i
			return nil, nil
		}
	}
	values := map[string]string{}
	for i, field := range f.item.fields {
		if err := f.check(i); err != nil {
			f.at = i
			return nil, err
		}
		if value := f.value(i); value != "" {
			values[field.Name] = value
		}
	}
	pair, err := session.NewOpening(f.item.Name, values)
	return &pair, err
}

// check says what is wrong with a field, and what would be right.
func (f *Form) check(i int) error {
	field, value := f.item.fields[i], f.value(i)
	switch {
	case value == "" && needed(field):
		return fmt.Errorf("%s: type a file name, Tab completes it", field.Name)
	case value == "":
		return nil
	}
	if field.Check != nil {
		if err := field.Check(value); err != nil {
			return fmt.Errorf("%s: %w", field.Name, err)
		}
	}
	_, err := field.Set(session.State{}, value)
	return err
}

// blame goes to the field that an error of opening is about, where that can be told:
// the one by which it says that it can be mended, or what the error is about, or whose
// file it is in.
func (f *Form) blame(err error) {
	text, place := err.Error(), new(datasets.FormatError)
	errors.As(err, &place)
	rank := func(i int) int {
		field, value := f.item.fields[i], f.value(i)
		if at := session.FlagIn(text, field.Name); at >= 0 {
			return at
		}
		switch {
		case value == "":
		case field.Name == "label" && errors.Is(err, datasets.ErrNoLabel), field.Name == "drop" && errors.Is(err, datasets.ErrNoColumn):
			return len(text)
		case field.Kind == session.Path && session.ExpandHome(value) == place.File:
			return len(text) + 1
		}
		return math.MaxInt
	}
	least := math.MaxInt
	for i := range f.values {
		if r := rank(i); r < least {
			least, f.at = r, i
		}
	}
}

// inWords is what an error of opening says beside the form: files go without their
// folders, and what flags could mend the fields of their names can.
func (f *Form) inWords(err error) error {
	text := session.WithoutFlags(session.PlainError(err))
	for i, field := range f.item.fields {
		if path := session.ExpandHome(f.value(i)); field.Kind == session.Path && field.Name != "data" && path != "" {
			text = strings.ReplaceAll(text, path, filepath.Base(path))
		}
	}
	return errors.New(text)
}
