package datasets

import (
	"io/fs"

	"larui/datasets/recipe"
	"larui/datasets/table"
)

// A Layout records which columns of a file became features and how they were changed. Other files
// are read in the same way by it. Positions count from 0.
type Layout struct {
	table.Description
	// Features are the columns of the features in their order; if Bias is true, a constant 1
	// follows. Label is the label column: −1 if there is no label, Width if the labels are stored
	// apart from the columns.
	Features []int
	Bias     bool
	Label    int
	// Recipe makes the features, with an entry for each column of Features; nil if all are plain
	// numbers. Options are the options the file was read with.
	Recipe  recipe.Recipe
	Options table.Options
	// Gaps counts the gaps that the Recipe filled in each column, over the rows of the domain; nil
	// without a Recipe.
	Gaps []int
	// Mean and Scale are the change of scale (x − mean)/scale of each feature except the constant;
	// nil if there is none. A label y of the pair is LabelMean + LabelScale·y in the file;
	// LabelScale is 0 if labels are not rescaled.
	Mean, Scale           []float64
	LabelMean, LabelScale float64
	// opened is the state of the file when it was opened; nil if it can be read only once.
	opened fs.FileInfo
}

// IsFileUnchanged reports whether the file of the layout, at path, still looks as it did when it was
// opened. It is false for a pipe.
func (l Layout) IsFileUnchanged(path string) bool {
	return l.opened != nil && table.IsSameFile(l.opened, path)
}

func (l Layout) pick() table.Pick {
	return table.Pick{Features: l.Features, Label: l.Label, Bias: l.Bias, Make: l.Recipe.FieldConverters()}
}

// made returns the column of the Recipe that made feature j, or −1.
func (l Layout) made(j int) int {
	for i := range l.Recipe {
		width := l.Recipe[i].Width()
		if j < width {
			return i
		}
		j -= width
	}
	return -1
}

// FeatureGaps returns the number of gaps filled in the column of feature j. It is 0 for sums, whose
// layout counts no gaps.
func (l Layout) FeatureGaps(j int) int {
	if i := l.made(j); i >= 0 && l.Gaps != nil {
		return l.Gaps[i]
	}
	return 0
}

// FeatureKind returns the kind of the column that became feature j: number, category or date.
func (l Layout) FeatureKind(j int) recipe.Kind {
	if i := l.made(j); i >= 0 {
		return l.Recipe[i].Kind()
	}
	return recipe.Number
}

// RawValue returns the value of feature j before the changes of scale.
func (l Layout) RawValue(j int, value float64) float64 {
	if j >= len(l.Mean) {
		return value
	}
	return l.Mean[j] + l.Scale[j]*value
}
