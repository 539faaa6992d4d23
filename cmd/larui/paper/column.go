package paper

import (
	"fmt"
	"math"
	"slices"
)

type column struct {
	// name is the heading of the column, pair the name of its built-in pair.
	name, pair string
	// ratio is the share of rows that the source keeps of each subsampled digit.
	ratio float64
}

// digitColumns returns the five columns in the paper's order. In the last three "only a certain
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

// reversed returns the column with source and target exchanged, without subsampling. The new source
// is the train part of the set from which c takes the target.
func (c column) reversed() column {
	return digitColumns()[ifElse(c.pair == "usps-mnist", 1, 0)]
}

// allPairs is the number of pairs of digits over which the paper averages.
const allPairs = 45

// digitJournal is one journal for all tables on digits, because Table 3 uses networks of Table 2.
// digitRevision is the Revision of all these experiments.
const (
	digitJournal  = "digits"
	digitRevision = 5
)

// pairsTolerance is the tolerance in percentage points for means over all pairs of digits.
const pairsTolerance = 2.0

// paperMean returns the paper's mean over all pairs for the column, from the means of all columns;
// NaN if fewer pairs are run.
func (c column) paperMean(paper []float64, pairs int) float64 {
	if pairs < allPairs {
		return unknown
	}
	return c.paperNumber(paper)
}

// formatPaperNumber returns an empty string for NaN.
func formatPaperNumber(format string, number float64) string {
	if math.IsNaN(number) {
		return ""
	}
	return " (paper: " + fmt.Sprintf(format, number) + ")"
}

// fewerPairsNote returns nil if all pairs are run.
func fewerPairsNote(pairs int) []string {
	if pairs == allPairs {
		return nil
	}
	return []string{fmt.Sprintf("The paper's numbers are means over all %d pairs, and are not compared with means over %d.", allPairs, pairs)}
}

// paperNumber returns the column's number; paper has the numbers of all columns in the order of
// digitColumns.
func (c column) paperNumber(paper []float64) float64 { return paper[slices.Index(digitColumns(), c)] }

// ColumnNames returns the names of the columns of the tables on digits.
func ColumnNames() []string {
	return mapSlice(digitColumns(), func(c column) string { return c.name })
}
