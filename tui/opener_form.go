package tui

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"larui/datasets"
	"larui/tui/session"
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

func (f *openerForm) field() Control { return f.Item.fields[f.At] }

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
	case field.Kind == session.Path:
		value, candidates = completePath(f.Values[f.At])
	case field.Values != nil:
		value, candidates = completeChoice(f.Values[f.At], field.Values)
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
		if needed(next) && f.value(i) == "" {
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
	_, err := field.Set(State{}, value)
	return err
}

// needed tells which fields can't be left empty.
func needed(field Control) bool { return field.Name == "source" || field.Name == "target" }

// fieldHelp says what a field is for, and what it is where it is left empty.
func fieldHelp(field Control, pair string) string {
	help := strings.ReplaceAll(field.Help, "`", "")
	empty := field.Empty
	if empty == "" && !needed(field) {
		empty = field.Get(State{Spec: datasets.DefaultSpec(pair)})
	}
	if empty == "" {
		return help
	}
	return help + "; empty: " + empty
}

// formFields returns what there is to ask before the pair called name is opened:
// nothing for pairs that are generated without a choice to make first.
func formFields(name string) []Control {
	uses := session.PairOptions(name)
	if !slices.Contains(uses, "source") && !slices.Contains(uses, "classes") {
		return nil
	}
	return slices.DeleteFunc(session.Options(), func(o Control) bool {
		asked := o.Changes == session.Files && o.Name != "no-cache" || o.Name == "ratio"
		return !asked || !slices.Contains(uses, o.Name)
	})
}

// opening returns the pair that the form describes. Errors wrap session.ErrValue.
func (f *openerForm) opening() (opening, error) {
	values := map[string]string{}
	for i, field := range f.Item.fields {
		if value := f.value(i); value != "" {
			values[field.Name] = value
		}
	}
	return session.NewOpening(f.Item.name, values)
}

// blame goes to the field that an error of opening is about, where that can be
// told: the one by which it says that it can be mended, or what the error is about,
// or whose file it is in.
func (f *openerForm) blame(err error) {
	index := func(flag string) int {
		return slices.IndexFunc(f.Item.fields, func(field Control) bool { return field.Name == flag })
	}
	first, at := -1, len(err.Error())
	for i, field := range f.Item.fields {
		if where := flagIn(err.Error(), field.Name); where >= 0 && where < at {
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
		if field.Kind == session.Path && f.value(i) != "" && session.ExpandHome(f.value(i)) == place.File {
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
		if path := session.ExpandHome(f.value(i)); field.Kind == session.Path && field.Name != "data" && path != "" {
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
	for _, o := range session.Options() {
		for at := flagIn(text, o.Name); at >= 0; at = flagIn(text, o.Name) {
			text = text[:at] + text[at+len("--"):]
		}
	}
	return text
}
