package paper

import (
	"fmt"
	"math"
	"slices"
)

// A column is a column of the paper's tables on digits.
type column struct {
	// name is the heading of the column and pair the name of the pair in package datasets.
	name, pair string
	// ratio is the share of subsampled digits kept in the source.
	ratio float64
}

// digitColumns returns the five columns in the paper's order. In the last three, "only a certain
// ratio of the lower digit in the source domain" is used.
func digitColumns() []column {
	return []column{
		{"U→M", "usps-mnist", 1},
		{"M→U", "mnist-usps", 1},
		{"0.3→U", "mnist-usps", 0.3},
		{"0.2→U", "mnist-usps", 0.2},
		{"0.1→U", "mnist-usps", 0.1},
	}
}

// back returns the column with source and target exchanged; its source is the train part of c's
// target set.
func (c column) back() column {
	return digitColumns()[either(c.pair == "usps-mnist", 1, 0)]
}

// allPairs is the number of pairs of digits in the paper's means.
const allPairs = 45

// digitJournal is the journal shared by the tables on digits, which have common units: Table 3 uses
// trainings of Table 2. digitRevision is the revision of all these tables.
const (
	digitJournal  = "digits"
	digitRevision = 5
)

// pairsWithin is the tolerance for columns averaged over pairs, in percentage points.
const pairsWithin = 2.0

// meanOf returns the column's number among the paper's means over all pairs; NaN if fewer pairs
// were run.
func (c column) meanOf(paper []float64, pairs int) float64 {
	if pairs < allPairs {
		return unknown()
	}
	return c.of(paper)
}

// besidePaper formats a number of the paper in parentheses; empty if NaN.
func besidePaper(format string, number float64) string {
	if math.IsNaN(number) {
		return ""
	}
	return " (paper: " + fmt.Sprintf(format, number) + ")"
}

// fewer returns a note that the paper's means are not comparable with means over fewer pairs; nil
// for all pairs.
func fewer(pairs int) []string {
	if pairs == allPairs {
		return nil
	}
	return []string{fmt.Sprintf("The paper's numbers are means over all %d pairs, and are not compared with means over %d.", allPairs, pairs)}
}

// of returns the column's number among the paper's numbers, which are in the order of digitColumns.
func (c column) of(paper []float64) float64 { return paper[slices.Index(digitColumns(), c)] }

// ColumnNames returns the names of the columns of the tables on digits.
func ColumnNames() []string {
	return collect(digitColumns(), func(c column) string { return c.name })
}
