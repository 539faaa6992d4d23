package tui

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"larui/datasets"
)

// An openerForm holds what has been typed into the fields of an item.
type openerForm struct {
	Item   openerItem
	Values []string
	// At is the field that is typed into, Candidates the names that it can be
	// completed to.
	At         int
	Candidates []string
}

func newOpenerForm(item openerItem) openerForm {
	return openerForm{Item: item, Values: make([]string, len(item.fields))}
}

func (f *openerForm) field() formField { return f.Item.fields[f.At] }

// set puts text into the field.
func (f *openerForm) set(text string) {
	if f.Values[f.At] != text {
		f.Candidates = nil
	}
	f.Values[f.At] = text
}

// goTo makes a field the one that is typed into.
func (f *openerForm) goTo(i int) {
	if i != f.At {
		f.Candidates = nil
	}
	f.At = i
}

// move goes to the field n further on, round and round.
func (f *openerForm) move(n int) { f.goTo(wrapIndex(f.At+n, len(f.Values))) }

// complete completes the path or the choice in the field and shows the names to
// choose from where there are several. It reports false for a field with nothing to
// complete.
func (f *openerForm) complete() bool {
	var value string
	var candidates []string
	switch field := f.field(); {
	case field.path:
		value, candidates = completePath(f.Values[f.At])
	case field.values != nil:
		value, candidates = completeChoice(f.Values[f.At], field.values)
	default:
		return false
	}
	f.Values[f.At], f.Candidates = value, nil
	if len(candidates) != 1 {
		f.Candidates = candidates
	}
	return true
}

// completeChoice completes to what the values that begin with typed have in common.
func completeChoice(typed string, values []string) (completed string, candidates []string) {
	for _, value := range values {
		if strings.HasPrefix(value, typed) {
			candidates = append(candidates, value)
		}
	}
	if len(candidates) == 0 {
		return typed, values
	}
	common := candidates[0]
	for _, value := range candidates[1:] {
		common = commonPrefix(common, value)
	}
	return common, candidates
}

// value returns what is typed into a field, without blanks around it.
func (f *openerForm) value(i int) string { return strings.TrimSpace(f.Values[i]) }

// enter takes the field as it is and goes to the next one that is still needed. It
// reports whether there is none, so that the pair can be opened. Errors say what is
// wrong with the field that it then is at.
func (f *openerForm) enter() (done bool, err error) {
	if err := f.check(f.At); err != nil {
		return false, err
	}
	f.Candidates = nil
	for i, next := range f.Item.fields {
		if next.needed && f.value(i) == "" {
			f.goTo(i)
			return false, nil
		}
	}
	for i := range f.Item.fields {
		if err := f.check(i); err != nil {
			f.goTo(i)
			return false, err
		}
	}
	return true, nil
}

// check says what is wrong with a field, and what would be right.
func (f *openerForm) check(i int) error {
	field, value := f.Item.fields[i], f.value(i)
	switch {
	case value == "" && field.needed:
		return fmt.Errorf("%s: type a file name, Tab completes it", field.flag)
	case value == "" || field.check == nil:
		return nil
	}
	if err := field.check(value); err != nil {
		return fmt.Errorf("%s: %w", field.flag, err)
	}
	return nil
}

// opening returns the pair that the form describes. Errors wrap ErrValue.
func (f *openerForm) opening() (opening, error) {
	values := map[string]string{}
	for i, field := range f.Item.fields {
		if value := f.value(i); value != "" {
			values[field.flag] = value
		}
	}
	return newOpening(f.Item.name, values)
}

// blame goes to the field that an error of opening is about, where that can be
// told: the one by which it says that it can be mended, or what the error is about,
// or whose file it is in.
func (f *openerForm) blame(err error) {
	index := func(flag string) int {
		return slices.IndexFunc(f.Item.fields, func(field formField) bool { return field.flag == flag })
	}
	first, at := -1, len(err.Error())
	for i, field := range f.Item.fields {
		if where := flagIn(err.Error(), field.flag); where >= 0 && where < at {
			first, at = i, where
		}
	}
	if first >= 0 {
		f.goTo(first)
		return
	}
	for _, c := range []struct {
		kind error
		flag string
	}{{datasets.ErrNoLabel, "label"}, {datasets.ErrNoColumn, "drop"}} {
		if i := index(c.flag); i >= 0 && f.value(i) != "" && errors.Is(err, c.kind) {
			f.goTo(i)
			return
		}
	}
	var place *datasets.FormatError
	if !errors.As(err, &place) {
		return
	}
	for i, field := range f.Item.fields {
		if field.path && f.value(i) != "" && expandHome(f.value(i)) == place.File {
			f.goTo(i)
			return
		}
	}
}

// words returns what an error of opening says beside the form: files go without
// their folders, and what flags could mend the fields of their names can.
func (f *openerForm) words(err error) string {
	text := withoutFlags(plainError(err))
	for i, field := range f.Item.fields {
		if path := expandHome(f.value(i)); field.path && field.flag != "data" && path != "" {
			text = strings.ReplaceAll(text, path, filepath.Base(path))
		}
	}
	return text
}

// flagIn returns where a text names a flag of the command line, -1 where it does
// not.
func flagIn(text, flag string) int {
	for at := 0; ; {
		found := strings.Index(text[at:], "--"+flag)
		if found < 0 {
			return -1
		}
		at += found
		end := at + len("--"+flag)
		begins := at == 0 || strings.ContainsRune(" (", rune(text[at-1]))
		ends := end == len(text) || strings.ContainsRune(" ,:;)=", rune(text[end]))
		if begins && ends {
			return at
		}
		at = end
	}
}

// withoutFlags returns a message that names flags of the command line with the names
// alone, as fields and options have them.
func withoutFlags(text string) string {
	for _, f := range specFlagTable() {
		for at := flagIn(text, f.name); at >= 0; at = flagIn(text, f.name) {
			text = text[:at] + text[at+len("--"):]
		}
	}
	return text
}
