package table

import (
	"fmt"
	"slices"
	"strings"

	"larui/datasets/wording"
)

// Options say how files are read. Model files and cache keys include every field. Readers find the
// options in Input.Options.
type Options struct {
	// Label is the name or the position of the label column: from 1, or from −1 backwards. In NPZ and MAT
	// files it may name the array of labels. If Label is empty, the labels are the first of the following
	// that exists: labels stored apart (an array with a usual name, the file …_y.npy beside …_X.npy,
	// …labels-idx1… beside …images-idx3…, the first field of LIBSVM text); a column called label, y,
	// target, class, labels, outcome or diagnosis; the first column of a text, if it has a few words and
	// the last column has decimals; the last column.
	Label string `json:"label"`
	// Features, if not empty, names the columns to keep as features. Drop names columns to leave
	// out.
	Features []string `json:"features"`
	Drop     []string `json:"drop"`
	// Index says how to treat a first column without a name, the row names of pandas and R: "drop"
	// (default) or "keep" it as a feature.
	Index string `json:"index"`
	// Decimal is the decimal mark in text: "." (default) or ",".
	Decimal string `json:"decimal"`
	// Thousands is the mark between thousands in text: "none" (default), ".", ",", "'" or "space". If
	// Thousands is ".", the decimal mark is a comma.
	Thousands string `json:"thousands,omitempty"`
	// Missing says what happens to rows without a label. "refuse" (default): they are an error. "drop":
	// they are left out of the source and the validation set. "unlabelled": like "drop", but the target
	// keeps such rows behind the labelled ones; they are fitted but not scored. A target may always lack
	// all labels.
	Missing string `json:"-"`
	// NA are words that mean a missing value in labels and in columns of words. An empty field always means
	// a missing value. If NA is nil, the usual marks (IsMissing) mean a missing number, date or numeric
	// label. If NA is nil and the labels are words, a label that is a usual mark is an error.
	NA []string `json:"na,omitempty"`

	// The following options are for columns with words, dates or gaps. By default nothing is
	// encoded or filled.

	// Encode names columns of words. Each distinct word becomes a feature of 0 and 1; words that
	// occur fewer than Rare times in the source share a feature.
	Encode []string `json:"encode,omitempty"`
	Rare   int      `json:"rare,omitempty"`
	// Dates names columns of dates. Each becomes three features: days since the first date of the
	// source, weekday, month.
	Dates []string `json:"dates,omitempty"`
	// DateOrder is the order of day and month in dates with slashes: "day/month" or "month/day". If it is
	// "ask" (default), such dates are an error.
	DateOrder string `json:"dateOrder,omitempty"`
	// Impute says how gaps are filled from the values of the source: "mean", "median" or "frequent" for all
	// columns, column=method for one. Gaps among words always get the most frequent word.
	Impute []string `json:"impute,omitempty"`
	// KeepGapsFlag adds a feature to each column with gaps in the source: 1 for a gap, 0 for a
	// value.
	KeepGapsFlag bool `json:"keepGapsFlag,omitempty"`
	// Names are the names of the columns of text. The first row is a header only if it has the same
	// names. nil means that the header is detected.
	Names []string `json:"-"`
	// ID names columns that are copied to predictions and are not features.
	ID []string `json:"id,omitempty"`
	// Columns is "given" (default) or "auto". With "auto", the program chooses from the files' contents how
	// to use each column that no option names.
	Columns string `json:"-"`
}

// choices lists the options with a fixed list of possible values. The first value is the default.
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

type choice struct {
	name   string
	value  *string
	values []string
}

func DefaultOptions() (o Options) {
	for _, c := range o.choices() {
		*c.value = c.values[0]
	}
	return o
}

// DescribeInvalid describes the first option with an invalid value, or returns "".
func (o Options) DescribeInvalid() string {
	for _, c := range o.choices() {
		if *c.value != "" && !slices.Contains(c.values, *c.value) {
			return fmt.Sprintf("--%s %s is not possible: the choices are %s", c.name, wording.Excerpt(*c.value), strings.Join(c.values, " "))
		}
	}
	if i := slices.IndexFunc(o.NA, BeginsNumber); i >= 0 {
		return fmt.Sprintf("--na takes words, but %s is a number", wording.Excerpt(o.NA[i]))
	}
	if o.Thousands == "," && o.Decimal == "," {
		return "a comma can't mark both decimals and thousands"
	}
	return ""
}

// LacksLabel reports whether label means that the row has no label. The label "-" does not, because
// it may be a class beside "+".
func (o Options) LacksLabel(label string) bool {
	return IsNull(label) || slices.Contains(o.NA, label) || o.NA == nil && label != "-" && IsMissing(label)
}

// Parser returns the function that parses a number in text.
func (o Options) Parser() func(string) (float64, error) {
	if !o.needsRewriting() {
		return ParseNumber
	}
	return func(field string) (float64, error) {
		plain, err := o.rewriteNumber(field)
		if err != nil {
			return 0, err
		}
		return ParseNumber(plain)
	}
}

func (o Options) hasDecimalComma() bool { return o.Decimal == "," || o.Thousands == "." }

func (o *Options) needsRewriting() bool { return o.hasDecimalComma() || o.thousandsMark() != "" }

func (o Options) thousandsMark() string {
	switch o.Thousands {
	case "none":
		return ""
	case "space":
		return " "
	}
	return o.Thousands
}

func (o Options) mentionsColumn(column string) bool {
	return o.Label == column || slices.Contains(slices.Concat(o.Features, o.Drop, o.Encode, o.Dates, o.ID), column)
}

// rewriteNumber rewrites a number in the notation of ParseNumber: with a decimal point and without
// marks between thousands.
func (o Options) rewriteNumber(field string) (string, error) {
	field = strings.TrimSpace(field)
	decimal, mark := ".", o.thousandsMark()
	if o.hasDecimalComma() {
		decimal = ","
	}
	whole, decimals, cut := strings.Cut(field, decimal)
	groups := []string{whole}
	if mark != "" {
		groups = strings.Split(strings.ReplaceAll(whole, "\u00a0", " "), mark)
	}
	for i, group := range groups {
		if digits := len(strings.TrimLeft(group, "+-")); i > 0 && digits != 3 || len(groups) > 1 && i == 0 && (digits == 0 || digits > 3) {
			return "", NewFault(ErrNotNumber, "%s has %s at a place where no group of thousands ends%s", wording.Excerpt(field), wording.Excerpt(mark), NotationHint(field))
		}
	}
	if decimal == "," && strings.Contains(field, ".") && mark != "." {
		return "", NewFault(ErrNotNumber, "%s has a point, where decimals are written with a comma (--decimal ,)%s", wording.Excerpt(field), NotationHint(field))
	}
	whole = strings.Join(groups, "")
	if cut {
		whole += "." + decimals
	}
	return whole, nil
}
