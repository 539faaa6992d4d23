package paper

import "slices"

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

// of returns the column's own of the paper's numbers, which are in the order of the
// columns.
func (c column) of(paper []float64) float64 { return paper[slices.Index(digitColumns(), c)] }

// ColumnNames returns the names of the columns of the tables on digits.
func ColumnNames() []string {
	return collect(digitColumns(), func(c column) string { return c.name })
}
