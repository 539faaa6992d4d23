package session

import (
	"strings"

	"larui/datasets"
	"larui/model"
	"larui/model/labelfree"
)

// A Fact is a named value. JSON output and lessons rely on the names. Value is a number, a text, a
// bool, or a list of further facts ([]Fact). An unknown value is nil.
type Fact struct {
	Name  string
	Value any
}

// Facts makes facts from parts: a name followed by its value, or a []Fact. It panics if anything
// else is in the place of a name.
func Facts(parts ...any) (facts []Fact) {
	for i := 0; i < len(parts); i++ {
		if more, ok := parts[i].([]Fact); ok {
			facts = append(facts, more...)
			continue
		}
		facts = append(facts, Fact{parts[i].(string), parts[i+1]})
		i++
	}
	return facts
}

// FindFact returns the value called name. If the value of a fact is itself a []Fact, a dot leads to
// the facts in it, as in descent.targetAccuracy.
func FindFact(facts []Fact, name string) (value any, ok bool) {
	first, rest, within := strings.Cut(name, ".")
	for _, f := range facts {
		switch group, isGroup := f.Value.([]Fact); {
		case f.Name != first || isGroup != within:
		case within:
			return FindFact(group, rest)
		default:
			return f.Value, true
		}
	}
	return nil, false
}

// SolvedFacts returns the facts of a solved problem: both domains, the weights of no adaptation, of
// the closed form and of gradient descent, and the theory.
func SolvedFacts(p *model.Problem, s *model.Solution, t model.Theory) []Fact {
	return Facts(
		"source", sideFacts(p.Src),
		"target", sideFacts(p.Tgt),
		"none", descentFacts(s.None),
		"closed", ClosedFormFacts(s.Closed),
		"descent", descentFacts(s.Descent),
		"theory", TheoryFacts(t),
	)
}

// PairFacts describes the pair: its name and task, the numbers of rows and features, and the score.
// The number of target rows, m, is nil if the target was not opened.
func PairFacts(pair *datasets.Pair) []Fact {
	d := 0
	if pair.Source.X != nil {
		_, d = pair.Source.X.Dims()
	}
	return Facts(
		"name", pair.Name,
		"task", pair.Task.String(),
		"n", pair.Source.Samples(),
		"m", numberOrNil(pair.Target.X != nil, pair.Target.Samples()),
		"d", d,
		"score", pair.SelectedScore().Name,
	)
}

// headRank and tailRank are two estimates of how many leading directions carry the label. Both are
// nil without labels.
func sideFacts(s model.Side) []Fact {
	sigma := 0.0
	if len(s.Sigma) > 0 {
		sigma = s.Sigma[0]
	}
	known := s.XtY != nil
	return Facts(
		"rank", s.Rank, "headRank", numberOrNil(known, s.HeadRank), "tailRank", numberOrNil(known, s.TailRank),
		"sigma1", sigma,
	)
}

func numberOrNil(known bool, n int) any {
	if known {
		return n
	}
	return nil
}

// ComponentFacts describes singular direction i of a domain, counted from 1: its singular value and
// the projection of the label on it.
func ComponentFacts(i int, c model.Component) []Fact {
	return Facts("i", i, "sigma", c.Sigma, "projection", c.Projection, "share", c.Share)
}

// ScoreFacts returns the scores of weights on the source, the target and the validation rows, the
// norm of the weights and their distance from the optimum.
func ScoreFacts(e model.Evaluation) []Fact {
	s, t, v := e.Source, e.Target, e.Validation
	return Facts(
		"sourceAccuracy", s.Accuracy,
		"targetAccuracy", t.Accuracy,
		"validationAccuracy", v.Accuracy,
		"sourceBalancedAccuracy", s.Balanced,
		"targetBalancedAccuracy", t.Balanced,
		"validationBalancedAccuracy", v.Balanced,
		"sourceF1", s.F1,
		"targetF1", t.F1,
		"validationF1", v.F1,
		"sourceMSE", s.MSE,
		"targetMSE", t.MSE,
		"validationMSE", v.MSE,
		"sourceR2", s.R2,
		"targetR2", t.R2,
		"validationR2", v.R2,
		"sourceScore", s.Score,
		"targetScore", t.Score,
		"validationScore", v.Score,
		"parameterError", e.ParameterError,
		"cosineToOptimum", e.Cosine,
		"weightNorm", e.WeightNorm,
	)
}

// ClosedFormFacts describes the solution in closed form and its linear system.
func ClosedFormFacts(c model.ClosedSolution) []Fact {
	return Facts(ScoreFacts(c.Evaluation), "condition", c.Condition, "rankDeficient", c.RankDeficient, "leak", c.Leak, "unboundedBelow", c.UnboundedBelow)
}

// descentFacts describes gradient descent. The fact largestStableRate is infinite if descent is
// stable at every rate.
func descentFacts(d model.Descent) []Fact {
	return Facts(ScoreFacts(d.Evaluation), "rate", d.Rate, "diverges", d.Diverges, "largestStableRate", d.LargestStableRate)
}

// DescentFactsAfter describes gradient descent after a number of epochs.
func DescentFactsAfter(d model.Descent, epochs int) []Fact {
	return Facts("epochs", epochs, "diverges", d.Diverges, "rate", d.Rate, ScoreFacts(d.Evaluation))
}

// CurveFacts returns one row for each point of a curve over epochs. A descent that diverges has no
// points.
func CurveFacts(task model.Task, curve []model.CurvePoint) (rows [][]Fact) {
	for _, p := range curve {
		row := Facts("epoch", p.Epoch, "objective", p.Objective, "targetAccuracy", p.Target.Accuracy)
		if task == model.Regression {
			row = Facts(row, "targetMSE", p.Target.MSE)
		}
		rows = append(rows, row)
	}
	return rows
}

// TheoryFacts returns the quantities of section 4 of the paper.
func TheoryFacts(t model.Theory) []Fact {
	return Facts(
		"headOverlapMin", t.HeadOverlapMin,
		"tailOverlapMin", t.TailOverlapMin,
		"outsideSpan", t.OutsideSpan,
		"lambdaDrift", t.LambdaDrift,
		"proportionality", t.Proportionality,
		"angle", t.Angle,
		"predictedAngle", t.PredictedAngle,
		"truncatedProportionality", t.TruncatedProportionality,
		"truncatedAngle", t.TruncatedAngle,
	)
}

// RatingFacts returns the label-free rating of a solution.
func RatingFacts(r labelfree.Rating) []Fact {
	return Facts("jla", r.JLA, "vetoed", r.Vetoed, "targetAlignment", r.TargetAlignment)
}
