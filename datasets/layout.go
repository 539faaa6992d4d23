package datasets

import (
	"io/fs"

	"larui/datasets/recipe"
	"larui/datasets/table"
)

// A Layout says which columns of a file became the features of a domain, and what was
// done to them: all that is needed to read other files alike. Positions count from 0.
type Layout struct {
	table.Description
	// Features are the columns of the features, in their order, which Bias follows by a
	// constant 1; Label is that of the label, −1 where there is none, and Width where labels
	// stand apart from the columns.
	Features []int
	Bias     bool
	Label    int
	// Recipe makes the features of these columns, one for each in their order; nil where they
	// are numbers as they stand. Options are those by which the file was read.
	Recipe  recipe.Recipe
	Options table.Options
	// Gaps counts for each of these columns the gaps that the Recipe has filled in the rows of
	// the domain; nil where there is no Recipe.
	Gaps []int
	// Mean and Scale are the changes of scale, (x − mean)/scale, of each feature but the
	// constant; nil where there are none. A label y of the pair is LabelMean + LabelScale·y
	// in the file; LabelScale is 0 where labels are as they were.
	Mean, Scale           []float64
	LabelMean, LabelScale float64
	// opened is what the file looked like, nil where it can be read but once.
	opened fs.FileInfo
}

// Unchanged tells whether the file at path, that of the layout, is as it was when it was
// opened; a pipe never is.
func (l Layout) Unchanged(path string) bool {
	return l.opened != nil && table.LooksLike(l.opened, path)
}

// pick says which columns of the file mean what.
func (l Layout) pick() table.Pick {
	return table.Pick{Features: l.Features, Label: l.Label, Bias: l.Bias, Make: l.Recipe.Makers()}
}

// made is the column of the Recipe that feature j was made of, −1 for none.
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

// FeatureGaps is how many gaps were filled of what became feature j.
func (l Layout) FeatureGaps(j int) int {
	if i := l.made(j); i >= 0 {
		return l.Gaps[i]
	}
	return 0
}

// FeatureKind is the kind of the column that became feature j: a number, category or date.
func (l Layout) FeatureKind(j int) recipe.Kind {
	if i := l.made(j); i >= 0 {
		return l.Recipe[i].Kind()
	}
	return recipe.Number
}

// Raw is what a value of feature j was before changes of scale.
func (l Layout) Raw(j int, value float64) float64 {
	if j >= len(l.Mean) {
		return value
	}
	return l.Mean[j] + l.Scale[j]*value
}
