package stage

import (
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"larui/datasets/phrase"
	"larui/model"
	"larui/tui/number"
)

// What the screens call things, everywhere by the same words.
const (
	NoAdaptation    = "no adaptation"
	TrainedToTheEnd = "trained to the end"
	CorrectOnTarget = "correct on the target"
	Directions      = "directions, 2× spread" // the name of arrows of 2σ/√n
)

// ClassName names class i of the task.
func ClassName(st *Stage, i int) string {
	return st.Spell(st.Update.Session.Pair.ClassName(i))
}

// SignNames are those of the negative and of the positive class, short enough for a
// legend.
func SignNames(st *Stage) [2]string {
	const longest = 10
	names := [2]string{"class −", "class +"}
	classes := st.Update.Session.Pair.ClassNames
	if len(classes) != 2 || classes[0] == "-1" && strings.TrimPrefix(classes[1], "+") == "1" {
		return names // signs say it all
	}
	for i, class := range classes {
		names[i] = st.Glyphs.Truncate(phrase.Shown(class), longest)
	}
	return names
}

// FeatureName names a feature as the glyphs can show it.
func FeatureName(st *Stage, j int) string { return st.Spell(st.Update.Session.Pair.FeatureName(j)) }

// Compare names the label of a sample, and what LAR says of it; each is empty where it is
// not known. Wrong tells that they are two classes.
func Compare(st *Stage, d model.Domain, row int) (label, said string, wrong bool) {
	known := row < len(d.Y)
	if known {
		label = LabelName(st, d.Y[row])
	}
	x, w := d.X.RawRowView(row), st.Solution().Descent.Weights
	if w == nil || w.RawMatrix().Rows != len(x) {
		return label, "", false
	}
	var scores mat.Dense
	scores.Mul(mat.NewDense(1, len(x), x), w)
	predicted := st.Task().Predict(&scores)[0]
	wrong = known && st.Task() != model.Regression && predicted != d.Y[row]
	return label, LabelName(st, predicted), wrong
}

// LabelName writes a label in the encoding of the task.
func LabelName(st *Stage, y float64) string {
	if st.Task() == model.Regression {
		return number.Measure(y)
	}
	return ClassName(st, st.Task().Class(y))
}

// Unknowable says why another metric than the target's own is shown; empty where
// nothing is missing.
func Unknowable(st *Stage) string {
	if st.Known(TargetMetric) {
		return ""
	}
	if st.Task() == model.Regression {
		return "the target has no labels: its error and w* can't be known; judges without labels need classes"
	}
	return "the target has no labels: its accuracy and w* can't be known"
}

// Percent writes the accuracy of metrics without padding.
func Percent(st *Stage, m model.Metrics) string {
	return TargetMetric.Format(model.Binary, m.Accuracy)
}

// PathHolds reports whether the path over λ is of the present state.
func PathHolds(st *Stage) bool {
	return st.Update.Done && len(st.Update.Path) > 0 && st.Update.State.Equal(st.State)
}

// WrongOnes counts the labelled target rows that LAR has wrong, false where that is not
// known.
func WrongOnes(st *Stage) (wrong, of int, ok bool) {
	accuracy := st.Solution().Descent.Target.Accuracy
	of = len(st.Update.Session.Problem.Target.Y)
	if st.Task() == model.Regression || !(math.Abs(accuracy) <= 1) || of == 0 {
		return 0, of, false
	}
	return int(math.Round((1 - accuracy) * float64(of))), of, true
}
