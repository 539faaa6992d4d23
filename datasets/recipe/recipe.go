// Package recipe says what becomes of the columns of a table: which numbers are made of a
// field, be it a number, a word, a date or a gap. It imports no domain and opens no file.
//
// A [Recipe] is fitted on the source alone ([Fit] in fit.go) and makes the numbers of every
// domain, of rows to predict for and of streams alike ([Recipe.Makers] in make.go). A [Look]
// (kind.go) tells what kind of column it is by its fields. What comes later knows numbers alone.
//
// A kind of column that is read, such as dates (date.go), is added as a file of its own and a
// row of readings (reading.go).
package recipe

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"larui/datasets/table"
)

// The ways to fill gaps: with the mean or median of the source's numbers, or with the most
// frequent of its values, of equals the lowest.
const (
	Mean     = "mean"
	Median   = "median"
	Frequent = "frequent"
)

// Ways lists them.
func Ways() []string { return []string{Mean, Median, Frequent} }

// A Column says which numbers are made of the fields of a column, in this order: those of its
// value and, where Flag is set, 1 for a gap and 0 else. The names in JSON are a contract.
type Column struct {
	Name string `json:"name"`
	// Levels are the words with a number each, 1 where the field is the word. Other has another
	// one behind them for all other words; without it these are 0 throughout. A column with
	// neither has no words.
	Levels []string `json:"levels,omitempty"`
	Other  bool     `json:"other,omitempty"`
	// Read is the kind of fields that are read, in JSON a name of its own, "date": true. Those of a
	// Date make three numbers: the days since First, a day counted from 1970-01-01; the weekday,
	// Monday being 0; the month, 1 to 12.
	Read  Kind    `json:"read,omitempty"`
	First float64 `json:"first,omitempty"`
	// Impute says how gaps are filled, empty where there may be none: a number or a day with
	// Fill, a word with FillLevel.
	Impute    string  `json:"impute,omitempty"`
	Fill      float64 `json:"fill,omitempty"`
	FillLevel string  `json:"fillLevel,omitempty"`
	Flag      bool    `json:"flag,omitempty"`
	// Gaps counts those of the source.
	Gaps int `json:"gaps,omitempty"`
	// NA are words that are gaps beside empty fields and, in columns of numbers and dates, the usual marks.
	NA []string `json:"na,omitempty"`
}

// MarshalJSON writes the column, with the kind that is read as a name.
func (c Column) MarshalJSON() ([]byte, error) {
	type column Column // without these methods
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(column(c))
	// A text can't hold this: its quotation marks have a backslash before them.
	return bytes.Replace(text.Bytes(), fmt.Appendf(nil, `"read":%q`, c.Read), fmt.Appendf(nil, `%q:true`, c.Read), 1), err
}

// UnmarshalJSON reads what MarshalJSON writes.
func (c *Column) UnmarshalJSON(text []byte) error {
	type column Column
	var names map[Kind]any
	err := cmp.Or(json.Unmarshal(text, (*column)(c)), json.Unmarshal(text, &names))
	c.Read = ""
	for _, r := range readings() {
		if names[r.kind] == true {
			c.Read = r.kind
		}
	}
	return err
}

// A Recipe has a column for each feature of a file, in their order.
type Recipe []Column

// isGap reports whether field is a missing value in a column of words, or of numbers and dates.
func isGap(field string, na []string, words bool) bool {
	return table.IsNull(field) || !words && table.IsMissing(field) || slices.Contains(na, field)
}

// isWord tells whether the column is one of words.
func (c *Column) isWord() bool { return len(c.Levels) > 0 || c.Other }

// Kind is the kind of the fields: numbers, words, or what is read, such as dates.
func (c *Column) Kind() Kind {
	if c.isWord() {
		return Category
	}
	return cmp.Or(c.Read, Number)
}

// Width is how many numbers are made of a field.
func (c *Column) Width() int { return len(c.names()) }

// names are those of the numbers.
func (c *Column) names() (names []string) {
	switch {
	case c.isWord():
		for _, level := range c.Levels {
			names = append(names, c.Name+"="+level)
		}
		if c.Other {
			names = append(names, c.Name+"=other")
		}
	case c.Read != "":
		for _, part := range c.Read.Parts() {
			names = append(names, c.Name+" "+part)
		}
	default:
		names = []string{c.Name}
	}
	if c.Flag {
		names = append(names, c.Name+" missing")
	}
	return names
}

// Names names all numbers that are made of a row.
func (r Recipe) Names() (names []string) {
	for i := range r {
		names = append(names, r[i].names()...)
	}
	return names
}

// Check says what is wrong with a recipe that was read from a file.
func (r Recipe) Check() error {
	for _, c := range r {
		word, read := c.isWord(), c.Read != ""
		switch {
		case c.Impute != "" && !slices.Contains(Ways(), c.Impute):
			return fmt.Errorf("column %q is filled by %q: there are %s", c.Name, c.Impute, strings.Join(Ways(), ", "))
		case word && read, word && c.Impute != "" && c.FillLevel == "", !word && c.FillLevel != "":
			return fmt.Errorf("what becomes of column %q contradicts itself", c.Name)
		case word && len(slices.Compact(slices.Sorted(slices.Values(c.Levels)))) != len(c.Levels):
			return fmt.Errorf("a level of column %q stands twice", c.Name)
		case c.Flag && c.Impute == "":
			return errors.New("gaps of a column are flagged, but not filled")
		}
	}
	return nil
}
