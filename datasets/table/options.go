package table

import (
	"fmt"
	"slices"
	"strings"

	"larui/datasets/phrase"
)

// Options say how files are read. A new one is a field here, which models and the key of
// the cache then follow, and the place that heeds it: readers have the options in Input.
type Options struct {
	// Label names the label column, or gives its 1-based position; negative
	// positions count from the end. In NPZ and MAT files it may name the array of
	// labels. Default: the labels that stand apart (an array of a usual name, the
	// file …_y.npy beside …_X.npy, …labels-idx1… beside …images-idx3…, the first
	// field of LIBSVM text), else a column called label, y, target, class, labels,
	// outcome or diagnosis, else the last one.
	Label string `json:"label"`
	// Features, when not empty, names the columns to keep as features; Drop
	// names columns to leave out.
	Features []string `json:"features"`
	Drop     []string `json:"drop"`
	// Index says what becomes of a first column without a name, the row names of pandas
	// and R: "drop" (default) or "keep" it as a feature.
	Index string `json:"index"`
	// Decimal is the mark of decimals in text: "." (default) or ",".
	Decimal string `json:"decimal"`
	// Thousands is the mark between thousands in text: "none" (default), ".", ",", "'" or "space".
	// A point there makes the mark of decimals a comma.
	Thousands string `json:"thousands,omitempty"`
	// Missing says what becomes of rows without a label: "refuse" (default) the file;
	// "drop" those of the source and of the validation set; or do so and let such rows of
	// the target be "unlabelled": fitted, not scored, and put behind the others. The target
	// may lack all labels.
	Missing string `json:"-"`
	// NA are words that mean a missing value, beside empty fields, in labels and in columns of words.
	// nil means the usual marks (IsMissing) in numbers and dates, and no word elsewhere; marks among
	// labels that are words are then refused.
	NA []string `json:"na,omitempty"`

	// What follows says what becomes of columns that are more than numbers. Without any of
	// it nothing is encoded or filled.

	// Encode names the columns of words, each level of which becomes a feature of 0 and 1;
	// those that stand fewer than Rare times in the source share one.
	Encode []string `json:"encode,omitempty"`
	Rare   int      `json:"rare,omitempty"`
	// Dates names columns of dates, each of which becomes three features: days since the
	// first date of the source, weekday, month.
	Dates []string `json:"dates,omitempty"`
	// DateOrder says how dates with slashes are written: "ask" (default) refuses them, "day/month" and
	// "month/day" read them.
	DateOrder string `json:"dateOrder,omitempty"`
	// Impute says how gaps are filled, by what the source has: "mean", "median" or
	// "frequent" for all columns, and column=way for one. Words are filled with the most
	// frequent one.
	Impute []string `json:"impute,omitempty"`
	// KeepGapsFlag adds a feature to each column that has gaps in the source, 1 where the
	// field is one.
	KeepGapsFlag bool `json:"keepGapsFlag,omitempty"`
	// Names are those of the columns of text; its first row is a header only if it says the
	// same. nil leaves that to what is found.
	Names []string `json:"-"`
	// ID names columns that are no features, but stand before each prediction.
	ID []string `json:"id,omitempty"`
	// Columns is "given" (default) or "auto": what the options leave open is proposed by the
	// contents of the files, and done.
	Columns string `json:"-"`
}

// choices are the options that have one of a few values, the default first.
func (o *Options) choices() []choice {
	return []choice{
		{"missing", &o.Missing, []string{"refuse", "drop", "unlabelled"}},
		{"index", &o.Index, []string{"drop", "keep"}},
		{"decimal", &o.Decimal, []string{".", ","}},
		{"thousands", &o.Thousands, []string{"none", ".", ",", "'", "space"}},
		{"date-order", &o.DateOrder, []string{"ask", "day/month", "month/day"}},
		{"columns", &o.Columns, []string{"given", "auto"}},
	}
}

// A choice is a value with those that it may have, under the name of its flag.
type choice struct {
	name   string
	value  *string
	values []string
}

// DefaultOptions returns the defaults.
func DefaultOptions() (o Options) {
	for _, c := range o.choices() {
		*c.value = c.values[0]
	}
	return o
}

// Wrong says which value is none that an option may have; empty where all are.
func (o Options) Wrong() string {
	for _, c := range o.choices() {
		if *c.value != "" && !slices.Contains(c.values, *c.value) {
			return fmt.Sprintf("--%s %s is not possible: there are %s", c.name, phrase.Excerpt(*c.value), strings.Join(c.values, " "))
		}
	}
	if i := slices.IndexFunc(o.NA, BeginsNumber); i >= 0 {
		return fmt.Sprintf("--na %s is a number: name words", phrase.Excerpt(o.NA[i]))
	}
	if o.Thousands == "," && o.Decimal == "," {
		return "a comma can't mark both decimals and thousands"
	}
	return ""
}

// LacksLabel reports whether a row with this label is one without a label: a minus may be the class beside plus.
func (o Options) LacksLabel(label string) bool {
	return IsNull(label) || slices.Contains(o.NA, label) || o.NA == nil && label != "-" && IsMissing(label)
}

// Parser returns what reads a number of text.
func (o Options) Parser() func(string) (float64, error) {
	if !o.marksNumbers() {
		return ParseNumber
	}
	return func(field string) (float64, error) {
		plain, err := o.plain(field)
		if err != nil {
			return 0, err
		}
		return ParseNumber(plain)
	}
}

// comma reports whether decimals are written with a comma.
func (o Options) comma() bool { return o.Decimal == "," || o.Thousands == "." }

// marksNumbers reports whether numbers are written otherwise than with a point for decimals alone.
func (o *Options) marksNumbers() bool { return o.comma() || o.thousands() != "" }

// thousands returns the mark between thousands, empty for none.
func (o Options) thousands() string {
	switch o.Thousands {
	case "none":
		return ""
	case "space":
		return " "
	}
	return o.Thousands
}

// names tells whether a column is named for some use.
func (o Options) names(column string) bool {
	return o.Label == column || slices.Contains(slices.Concat(o.Features, o.Drop, o.Encode, o.Dates, o.ID), column)
}

// plain writes a number of text with a point for decimals and nothing between thousands.
func (o Options) plain(field string) (string, error) {
	field = strings.TrimSpace(field)
	decimal, mark := ".", o.thousands()
	if o.comma() {
		decimal = ","
	}
	whole, decimals, cut := strings.Cut(field, decimal)
	groups := []string{whole}
	if mark != "" {
		groups = strings.Split(strings.ReplaceAll(whole, "\u00a0", " "), mark)
	}
	for i, group := range groups {
		if digits := len(strings.TrimLeft(group, "+-")); i > 0 && digits != 3 || len(groups) > 1 && i == 0 && (digits == 0 || digits > 3) {
			return "", NewFault(ErrNotNumber, "%s has %s where no thousands end%s", phrase.Excerpt(field), phrase.Excerpt(mark), MarkHint(field))
		}
	}
	if decimal == "," && strings.Contains(field, ".") && mark != "." {
		return "", NewFault(ErrNotNumber, "%s has a point, where decimals are written with a comma (--decimal ,)%s", phrase.Excerpt(field), MarkHint(field))
	}
	whole = strings.Join(groups, "")
	if cut {
		whole += "." + decimals
	}
	return whole, nil
}
