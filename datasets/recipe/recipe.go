// Package recipe computes features from the columns of a table: from numbers, words, dates and gaps.
// A gap is a missing value. A [Recipe] has a [Column] for each column of the table: how fields become
// features, with the words, means and dates found in the source. A [Plan] says what a column shall
// become, for example how its gaps are filled, and a [ColumnFit] computes the Column from the Plan
// and the fields of the source. [Recipe.FieldConverters] returns the converters with which package
// table computes the features of any file. A [Profile] determines the kind of a column from its
// fields. To read another kind of fields, write a parser like the one of dates (date.go) and add it to
// fieldParsers (parser.go).
package recipe

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// The methods that fill gaps: with the mean, the median or the most frequent value of the source. Of
// equally frequent values, Frequent takes the lowest.
const (
	Mean     = "mean"
	Median   = "median"
	Frequent = "frequent"
)

// FillMethods returns all methods that fill gaps.
func FillMethods() []string { return []string{Mean, Median, Frequent} }

// A Column says how to compute features from a field: the features of the value and, if Flag is true, a
// feature that is 1 for a gap and 0 for a value. The JSON names must not change.
type Column struct {
	Name string `json:"name"`
	// Each word in Levels has a feature, which is 1 if the field is the word, otherwise 0.
	Levels []string `json:"levels,omitempty"`
	// If Other is true, one more feature is 1 for all other words.
	Other bool `json:"other,omitempty"`
	// ReadKind is the kind of fields that are parsed, such as Date; in JSON, Date becomes "date": true. A
	// date has three features: the days since First, the weekday (0 for Monday) and the month (1 to 12).
	ReadKind Kind `json:"read,omitempty"`
	// First is the first day in the source, counted from 1970-01-01.
	First float64 `json:"first,omitempty"`
	// Impute is the method that fills gaps; empty if gaps are errors. A gap gets the number or day
	// Fill, or the word FillLevel.
	Impute    string  `json:"impute,omitempty"`
	Fill      float64 `json:"fill,omitempty"`
	FillLevel string  `json:"fillLevel,omitempty"`
	Flag      bool    `json:"flag,omitempty"`
	// Gaps is the number of missing values in the source domain.
	Gaps int `json:"gaps,omitempty"`
	// NA are further words for a gap. Empty fields are always gaps, and in columns of numbers and
	// dates so are the usual marks.
	NA []string `json:"na,omitempty"`
}

// MarshalJSON writes the column, with ReadKind as a name.
func (c Column) MarshalJSON() ([]byte, error) {
	type column Column // without the methods of Column
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(column(c))
	// The first "read": in the text is the field, because a quotation mark inside a value has a backslash
	// before it.
	return bytes.Replace(text.Bytes(), fmt.Appendf(nil, `"read":%q`, c.ReadKind), fmt.Appendf(nil, `%q:true`, c.ReadKind), 1), err
}

// UnmarshalJSON reads the output of MarshalJSON.
func (c *Column) UnmarshalJSON(text []byte) error {
	type column Column
	var names map[Kind]any
	err := cmp.Or(json.Unmarshal(text, (*column)(c)), json.Unmarshal(text, &names))
	c.ReadKind = ""
	for _, r := range fieldParsers() {
		if names[r.kind] == true {
			c.ReadKind = r.kind
		}
	}
	return err
}

// A Recipe has a Column for each feature column of a file, in order.
type Recipe []Column

func (c *Column) hasWords() bool { return len(c.Levels) > 0 || c.Other }

// Kind returns the kind of the fields: numbers, words, or a kind that is parsed.
func (c *Column) Kind() Kind {
	if c.hasWords() {
		return Category
	}
	return cmp.Or(c.ReadKind, Number)
}

// Width returns the number of features that are computed from a field.
func (c *Column) Width() int { return len(c.names()) }

func (c *Column) names() (names []string) {
	switch {
	case c.hasWords():
		for _, level := range c.Levels {
			names = append(names, c.Name+"="+level)
		}
		if c.Other {
			names = append(names, c.Name+"=other")
		}
	case c.ReadKind.PartNames() != nil:
		for _, part := range c.ReadKind.PartNames() {
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

// Names returns the names of all features that are computed from a row.
func (r Recipe) Names() (names []string) {
	for i := range r {
		names = append(names, r[i].names()...)
	}
	return names
}

// Check returns an error if a recipe from a file is inconsistent.
func (r Recipe) Check() error {
	for _, c := range r {
		word, read := c.hasWords(), c.ReadKind != ""
		switch {
		case c.Impute != "" && !slices.Contains(FillMethods(), c.Impute):
			return fmt.Errorf("column %q is filled by %q: there are %s", c.Name, c.Impute, strings.Join(FillMethods(), ", "))
		case word && read, word && c.Impute != "" && c.FillLevel == "", !word && c.FillLevel != "":
			return fmt.Errorf("the recipe of column %q contradicts itself", c.Name)
		case word && len(slices.Compact(slices.Sorted(slices.Values(c.Levels)))) != len(c.Levels):
			return fmt.Errorf("a level of column %q occurs twice", c.Name)
		case c.Flag && c.Impute == "":
			return errors.New("gaps of a column are flagged, but not filled")
		}
	}
	return nil
}
