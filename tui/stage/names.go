package stage

import (
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"larui/datasets/wording"
	"larui/model"
	"larui/tui/number"
)

// Terms that several views write.
const (
	NoAdaptation    = "no adaptation"
	TrainedToTheEnd = "trained to the end"
)

// ClosedFormName returns "trained to the end" or, if the objective has no minimum, so that training never
// ends, "pseudo-inverse".
func ClosedFormName(c model.ClosedSolution) string {
	if c.UnboundedBelow {
		return "pseudo-inverse"
	}
	return TrainedToTheEnd
}

// ShortClosedFormName returns ClosedFormName without the word "trained".
func ShortClosedFormName(c model.ClosedSolution) string {
	return strings.TrimPrefix(ClosedFormName(c), "trained ")
}

// ClassName returns the name of class i in characters that the screen can show.
func ClassName(st *Stage, i int) string {
	return st.Spell(st.Session.Pair.ClassName(i))
}

// SignedClassNames returns the names of the negative and the positive class, shortened for a
// legend.
func SignedClassNames(st *Stage) [2]string {
	const longest = 10
	names := [2]string{"class −", "class +"}
	classes := st.Session.Pair.ClassNames
	if len(classes) != 2 || classes[0] == "-1" && strings.TrimPrefix(classes[1], "+") == "1" {
		return names // the signs are the class names
	}
	for i, class := range classes {
		names[i] = st.Glyphs.Truncate(wording.DisplayName(class), longest)
	}
	return names
}

// FeatureName returns the name of feature j in characters that the screen can show.
func FeatureName(st *Stage, j int) string { return st.Spell(st.Session.Pair.FeatureName(j)) }

// LabelAndPrediction returns the label of a row of d and LAR's prediction, each empty if unknown.
// wrong reports whether they are two different classes.
func LabelAndPrediction(st *Stage, d model.Domain, row int) (label, prediction string, wrong bool) {
	known := row < len(d.Y)
	if known {
		label = LabelName(st, d.Y[row])
	}
	x, w := d.X.RawRowView(row), st.Solution.Descent.Weights
	if w == nil || w.RawMatrix().Rows != len(x) {
		return label, "", false
	}
	var scores mat.Dense
	scores.Mul(mat.NewDense(1, len(x), x), w)
	predicted := st.Task().Predict(&scores)[0]
	wrong = known && st.Task() != model.Regression && predicted != d.Y[row]
	return label, LabelName(st, predicted), wrong
}

// LabelName writes a label or a prediction: the name of the class or, in a regression, the number.
func LabelName(st *Stage, y float64) string {
	if st.Task() == model.Regression {
		return number.ThreeDigits(y)
	}
	return ClassName(st, st.Task().Class(y))
}

// DescribeUnlabelledTarget returns a sentence on the numbers that are unknown since the target has no labels.
// It is empty if the target has labels.
func DescribeUnlabelledTarget(st *Stage) string {
	if st.IsKnown(TargetMetric) {
		return ""
	}
	if st.Task() == model.Regression {
		return "the target has no labels, so its error and w* are unknown; choosing without labels needs classes"
	}
	return "the target has no labels, so its accuracy and w* are unknown"
}

// IsPathCurrent reports whether the path over λ is solved for the present state.
func IsPathCurrent(st *Stage) bool {
	return st.Update.Done && len(st.Update.Path) > 0 && st.Update.State.Equal(st.State)
}

// CountWrong returns how many labelled target rows LAR predicts wrongly, and how many labelled
// target rows there are. ok is false if the numbers are unknown.
func CountWrong(st *Stage) (wrong, labelled int, ok bool) {
	accuracy := st.Solution.Descent.Target.Accuracy
	labelled = len(st.Session.Problem.Target.Y)
	if st.Task() == model.Regression || !(math.Abs(accuracy) <= 1) || labelled == 0 {
		return 0, labelled, false
	}
	return int(math.Round((1 - accuracy) * float64(labelled))), labelled, true
}
