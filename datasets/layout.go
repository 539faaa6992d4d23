package datasets

import (
	"io/fs"

	"larui/datasets/recipe"
	"larui/datasets/table"
)

// A Layout records how the columns of a file became features, so that other files can be read in the
// same way. Column indices count from 0.
type Layout struct {
	table.Description
	// Features are the columns that became features, in the order of the features.
	Features []int
	// Bias is true if a constant 1 follows the features.
	Bias bool
	// Label is the label column; −1 if there is no label, Width if the labels are not in a column.
	Label int
	// Recipe has an entry for each of Features that computes features from the column; nil if all columns
	// are plain numbers.
	Recipe recipe.Recipe
	// Options are the options for reading the file.
	Options table.Options
	// Gaps has, for each of Features, the number of gaps that the Recipe filled; nil without a Recipe.
	Gaps []int
	// A feature x in the file became (x − Mean)/Scale; both are nil if no feature was rescaled.
	Mean, Scale []float64
	// A label y in the file became (y − LabelMean)/LabelScale; LabelScale is 0 if labels were not rescaled.
	LabelMean, LabelScale float64
	// opened is the FileInfo of the file when it was opened; nil if it can be read only once.
	opened fs.FileInfo
}

// IsFileUnchanged reports whether the file at path is the one that was opened and has the same size
// and time. It is false for a pipe.
func (l Layout) IsFileUnchanged(path string) bool {
	return l.opened != nil && table.IsSameFile(l.opened, path)
}

func (l Layout) pick() table.Pick {
	return table.Pick{Features: l.Features, Label: l.Label, Bias: l.Bias, Converters: l.Recipe.FieldConverters()}
}

func (l Layout) findRecipeColumn(j int) int {
	for i := range l.Recipe {
		width := l.Recipe[i].Width()
		if j < width {
			return i
		}
		j -= width
	}
	return -1
}

// FeatureGaps returns the number of gaps that were filled in the column of feature j. It is 0 for a
// file of sums, because sums do not count gaps.
func (l Layout) FeatureGaps(j int) int {
	if i := l.findRecipeColumn(j); i >= 0 && l.Gaps != nil {
		return l.Gaps[i]
	}
	return 0
}

// FeatureKind returns the recipe.Kind of the column that became feature j.
func (l Layout) FeatureKind(j int) recipe.Kind {
	if i := l.findRecipeColumn(j); i >= 0 {
		return l.Recipe[i].Kind()
	}
	return recipe.Number
}

// RawValue returns the value of feature j before rescaling, given its rescaled value.
func (l Layout) RawValue(j int, value float64) float64 {
	if j >= len(l.Mean) {
		return value
	}
	return l.Mean[j] + l.Scale[j]*value
}
