package paper

import (
	"fmt"
	"math"
	"slices"
)

// A column is one of the five of the paper's tables on digits.
type column struct {
	// name is the column's heading and pair the pair of package datasets.
	name, pair string
	// ratio is the share that is kept of a digit in the source.
	ratio float64
}

// digitColumns returns the columns, in the paper's order. In the last three,
// "only a certain ratio of the lower digit in the source domain" is used.
func digitColumns() []column {
	return []column{
		{"U→M", "usps-mnist", 1},
		{"M→U", "mnist-usps", 1},
		{"0.3→U", "mnist-usps", 0.3},
		{"0.2→U", "mnist-usps", 0.2},
		{"0.1→U", "mnist-usps", 0.1},
	}
}

// back is the column's pair the other way round, of which its target's train part is the source.
func (c column) back() column {
	all := digitColumns()
	if c.pair == all[0].pair {
		return all[1]
	}
	return all[0]
}

// allPairs is how many pairs of digits there are: those of the paper's means.
const allPairs = 45

// digitJournal is the journal that the tables on digits share, as they share units: Table 3 looks
// at trainings of Table 2. digitRevision is that of all of them.
const (
	digitJournal  = "digits"
	digitRevision = 5
)

// networkOptions are the options of experiments with networks on pairs of digits.
func networkOptions() []string {
	return []string{"Seeds", "Pairs", "Columns", "Data", "Widths", "Loss", "TargetPart"}
}

// trainingSettings are those of their networks that are no width.
func trainingSettings() []string { return []string{"epochs", "batch", "rate"} }

// pairsWithin is what columns averaged over them have to meet, in percentage points.
const pairsWithin = 2.0

// meanOf returns the column's own of the paper's means over all pairs; not known where
// there are fewer.
func (c column) meanOf(paper []float64, pairs int) float64 {
	if pairs < allPairs {
		return unknown()
	}
	return c.of(paper)
}

// besidePaper writes what the paper has, to stand behind ours; nothing where that is not known.
func besidePaper(format string, number float64) string {
	if math.IsNaN(number) {
		return ""
	}
	return " (paper: " + fmt.Sprintf(format, number) + ")"
}

// fewer says why the paper's means are not beside those of fewer pairs.
func fewer(pairs int) []string {
	if pairs == allPairs {
		return nil
	}
	return []string{fmt.Sprintf("The paper's numbers are means over all %d pairs, and are not set beside those of %d.", allPairs, pairs)}
}

// of returns the column's own of the paper's numbers, which are in the order of the
// columns.
func (c column) of(paper []float64) float64 { return paper[slices.Index(digitColumns(), c)] }

// ColumnNames returns the names of the columns of the tables on digits.
func ColumnNames() []string {
	return collect(digitColumns(), func(c column) string { return c.name })
}
