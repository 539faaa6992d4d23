package tui

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

// A formField asks for the value of a flag.
type formField struct {
	flag, help string
	// path completes file names; needed fields can't be left empty.
	path, needed bool
}

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

// move goes to the field n further on, round and round.
func (f *openerForm) move(n int) {
	f.At = ((f.At+n)%len(f.Values) + len(f.Values)) % len(f.Values)
	f.Candidates = nil
}

// complete completes the path in the field and shows the names to choose from where
// there are several. It reports false for a field that is no path.
func (f *openerForm) complete() bool {
	if !f.field().path {
		return false
	}
	value, candidates := completePath(f.Values[f.At])
	f.Values[f.At], f.Candidates = value, nil
	if len(candidates) != 1 {
		f.Candidates = candidates
	}
	return true
}

// enter takes the field as it is and goes to the next one that is still needed. It
// reports whether there is none, so that the pair can be opened. Errors say what is
// wrong with the field.
func (f *openerForm) enter() (done bool, err error) {
	field, value := f.field(), strings.TrimSpace(f.Values[f.At])
	switch {
	case value == "" && field.needed:
		return false, fmt.Errorf("%s: type a file name, Tab completes it", field.flag)
	case value != "" && field.path:
		if err := checkPath(field, expandHome(value)); err != nil {
			return false, err
		}
	}
	f.Candidates = nil
	for i, next := range f.Item.fields {
		if next.needed && strings.TrimSpace(f.Values[i]) == "" {
			f.At = i
			return false, nil
		}
	}
	return true, nil
}

// checkPath says early, and in the form, what opening would say too.
func checkPath(field formField, path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s: there is no %s", field.flag, path)
	case err == nil && info.IsDir() && field.flag != "data":
		return fmt.Errorf("%s: %s is a folder: Tab shows what is in it", field.flag, path)
	}
	return nil
}

// opening returns the pair that the form describes. Errors wrap ErrValue.
func (f *openerForm) opening() (opening, error) {
	values := map[string]string{}
	for i, field := range f.Item.fields {
		if value := strings.TrimSpace(f.Values[i]); value != "" {
			values[field.flag] = value
		}
	}
	return newOpening(f.Item.name, values)
}
