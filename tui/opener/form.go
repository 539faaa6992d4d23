package opener

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

func NewOpenerForm(item openerItem) openerForm {
	return openerForm{Item: item, Values: make([]string, len(item.Fields))}
}

func (f *openerForm) Field() session.Option { return f.Item.Fields[f.At] }

// Set puts text into the field.
func (f *openerForm) Set(text string) {
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

// Move goes to the field n further on, round and round.
func (f *openerForm) Move(n int) {
	count := len(f.Values)
	f.goTo(((f.At+n)%count + count) % count)
}

// Complete completes the path or the choice in the field and shows the names to
// choose from where there are several. It reports false for a field with nothing to
// Complete.
func (f *openerForm) Complete() bool {
	var value string
	var candidates []string
	switch field := f.Field(); {
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

// Enter takes the field as it is and goes to the next one that is still needed. It
// reports whether there is none, so that the pair can be opened. Errors say what is
// wrong with the field that it then is at.
func (f *openerForm) Enter() (done bool, err error) {
	if err := f.check(f.At); err != nil {
		return false, err
	}
	f.Candidates = nil
	for i, next := range f.Item.Fields {
		if needed(next) && f.value(i) == "" {
			f.goTo(i)
			return false, nil
		}
	}
	for i := range f.Item.Fields {
		if err := f.check(i); err != nil {
			f.goTo(i)
			return false, err
		}
	}
	return true, nil
}

// check says what is wrong with a field, and what would be right.
func (f *openerForm) check(i int) error {
	field, value := f.Item.Fields[i], f.value(i)
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

// needed tells which fields can't be left empty.
func needed(field session.Option) bool { return field.Name == "source" || field.Name == "target" }

// fieldHelp says what a field is for, and what it is where it is left empty.
func fieldHelp(field session.Option, pair string) string {
	help := strings.ReplaceAll(field.Help, "`", "")
	empty := field.Empty
	if empty == "" && !needed(field) {
		empty = field.Get(session.State{Spec: datasets.DefaultSpec(pair)})
	}
	if empty == "" {
		return help
	}
	return help + "; empty: " + empty
}

// formFields returns what there is to ask before the pair called name is opened:
// nothing for pairs that are generated without a choice to make first.
func formFields(name string) []session.Option {
	uses := session.PairOptions(name)
	if !slices.Contains(uses, "source") && !slices.Contains(uses, "classes") {
		return nil
	}
	return slices.DeleteFunc(slices.Concat(session.FileOptions(), session.Controls()), func(o session.Option) bool {
		asked := o.Changes == session.Files && o.Name != "no-cache" || o.Name == "ratio"
		return !asked || !slices.Contains(uses, o.Name)
	})
}

// Opening returns the pair that the form describes. Errors wrap session.ErrValue.
func (f *openerForm) Opening() (session.Opening, error) {
	values := map[string]string{}
	for i, field := range f.Item.Fields {
		if value := f.value(i); value != "" {
			values[field.Name] = value
		}
	}
	return session.NewOpening(f.Item.Name, values)
}

// Blame goes to the field that an error of opening is about, where that can be
// told: the one by which it says that it can be mended, or what the error is about,
// or whose file it is in.
func (f *openerForm) Blame(err error) {
	index := func(flag string) int {
		return slices.IndexFunc(f.Item.Fields, func(field session.Option) bool { return field.Name == flag })
	}
	first, at := -1, len(err.Error())
	for i, field := range f.Item.Fields {
		if where := session.FlagIn(err.Error(), field.Name); where >= 0 && where < at {
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
	for i, field := range f.Item.Fields {
		if field.Kind == session.Path && f.value(i) != "" && session.ExpandHome(f.value(i)) == place.File {
			f.goTo(i)
			return
		}
	}
}

// Words returns what an error of opening says beside the form: files go without
// their folders, and what flags could mend the fields of their names can.
func (f *openerForm) Words(err error) string {
	text := session.WithoutFlags(session.PlainError(err))
	for i, field := range f.Item.Fields {
		if path := session.ExpandHome(f.value(i)); field.Kind == session.Path && field.Name != "data" && path != "" {
			text = strings.ReplaceAll(text, path, filepath.Base(path))
		}
	}
	return text
}
