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
	// Features are the columns that became features, in the order of the features. If Bias is true, a
	// constant 1 follows them. Label is the label column: −1 if there is no label, Width if the labels
	// are not in a column.
	Features []int
	Bias     bool
	Label    int
	// Recipe computes the features from the columns, with an entry for each of Features; nil if all
	// columns are plain numbers. Options are the options for reading the file.
	Recipe  recipe.Recipe
	Options table.Options
	// Gaps has, for each of Features, the number of gaps that the Recipe filled; nil without a Recipe.
	Gaps []int
	// Each feature x except the constant was rescaled to (x − Mean)/Scale; both are nil if no feature
	// was rescaled. A label y of the pair is LabelMean + LabelScale·y in the file; LabelScale is 0 if
	// labels were not rescaled.
	Mean, Scale           []float64
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
