package session

import (
	"strings"

	"larui/datasets"
	"larui/model"
	"larui/model/labelfree"
)

// A Fact is what is known by a name. The names are a contract: JSON has them, and so have
// lessons. A value is a number, a text, true or false, nil where it can't be known, or the
// facts of a group.
type Fact struct {
	Name  string
	Value any
}

// FactOf returns the value of a name, in groups as descent.targetAccuracy.
func FactOf(facts []Fact, name string) (value any, ok bool) {
	first, rest, within := strings.Cut(name, ".")
	for _, f := range facts {
		switch group, isGroup := f.Value.([]Fact); {
		case f.Name != first || isGroup != within:
		case within:
			return FactOf(group, rest)
		default:
			return f.Value, true
		}
	}
	return nil, false
}

// SolvedFacts are the numbers of a solution, grouped by what they are of.
func SolvedFacts(p *model.Problem, s *model.Solution, t model.Theory) []Fact {
	return []Fact{
		{"source", SideFacts(p.Src)},
		{"target", SideFacts(p.Tgt)},
		{"none", DescentFacts(s.None)},
		{"closed", ClosedFacts(s.Closed)},
		{"descent", DescentFacts(s.Descent)},
		{"theory", TheoryFacts(t)},
	}
}

// PairFacts describe the pair. The number of target rows is nil where that was not opened.
func PairFacts(pair *datasets.Pair) []Fact {
	d := 0
	if pair.Source.X != nil {
		_, d = pair.Source.X.Dims()
	}
	return []Fact{
		{"name", pair.Name},
		{"task", pair.Task.String()},
		{"n", pair.Source.Samples()},
		{"m", knownIf(pair.Target.X != nil, pair.Target.Samples())},
		{"d", d},
		{"score", pair.ScoredBy().Name},
	}
}

// SideFacts describe one domain. Both readings of k(0.1) are nil without labels.
func SideFacts(s model.Side) []Fact {
	sigma := 0.0
	if len(s.Sigma) > 0 {
		sigma = s.Sigma[0]
	}
	known := s.XtY != nil && !s.Leads()
	return []Fact{
		{"rank", knownIf(!s.Leads(), s.Rank)}, {"headRank", knownIf(known, s.HeadRank)}, {"tailRank", knownIf(known, s.TailRank)},
		{"sigma1", sigma},
	}
}

func knownIf(known bool, n int) any {
	if known {
		return n
	}
	return nil
}

// ComponentFacts describe the component of number i, from 1.
func ComponentFacts(i int, c model.Component) []Fact {
	return []Fact{{"i", i}, {"sigma", c.Sigma}, {"projection", c.Projection}, {"share", c.Share}}
}

// ScoreFacts are the numbers by which weights are judged.
func ScoreFacts(e model.Evaluation) []Fact {
	s, t, v := e.Source, e.Target, e.Validation
	return []Fact{
		{"sourceAccuracy", s.Accuracy},
		{"targetAccuracy", t.Accuracy},
		{"validationAccuracy", v.Accuracy},
		{"sourceBalancedAccuracy", s.Balanced},
		{"targetBalancedAccuracy", t.Balanced},
		{"validationBalancedAccuracy", v.Balanced},
		{"sourceF1", s.F1},
		{"targetF1", t.F1},
		{"validationF1", v.F1},
		{"sourceMSE", s.MSE},
		{"targetMSE", t.MSE},
		{"validationMSE", v.MSE},
		{"sourceR2", s.R2},
		{"targetR2", t.R2},
		{"validationR2", v.R2},
		{"sourceScore", s.Score},
		{"targetScore", t.Score},
		{"validationScore", v.Score},
		{"parameterError", e.ParameterError},
		{"cosineToOptimum", e.Cosine},
		{"weightNorm", e.WeightNorm},
	}
}

// ClosedFacts are those of the solution in closed form.
func ClosedFacts(c model.Closed) []Fact {
	return append(ScoreFacts(c.Evaluation),
		Fact{"condition", c.Condition},
		Fact{"rankDeficient", c.RankDeficient},
		Fact{"leak", c.Leak},
		Fact{"unboundedBelow", c.UnboundedBelow})
}

// DescentFacts say how gradient descent went. The largest stable rate is infinite where
// every rate is stable.
func DescentFacts(d model.Descent) []Fact {
	return append(ScoreFacts(d.Evaluation),
		Fact{"rate", d.Rate},
		Fact{"diverges", d.Diverges},
		Fact{"largestStableRate", d.LargestStableRate})
}

// RunFacts are those of a descent after a number of epochs.
func RunFacts(d model.Descent, epochs int) []Fact {
	return append([]Fact{{"epochs", epochs}, {"diverges", d.Diverges}, {"rate", d.Rate}}, ScoreFacts(d.Evaluation)...)
}

// CurveFacts are what descent came through, a row each; none where it diverges.
func CurveFacts(task model.Task, curve []model.CurvePoint) (rows [][]Fact) {
	for _, p := range curve {
		row := []Fact{{"epoch", p.Epoch}, {"objective", p.Objective}, {"targetAccuracy", p.Target.Accuracy}}
		if task == model.Regression {
			row = append(row, Fact{"targetMSE", p.Target.MSE})
		}
		rows = append(rows, row)
	}
	return rows
}

// TheoryFacts are the numbers of the paper's section 4.
func TheoryFacts(t model.Theory) []Fact {
	return []Fact{
		{"headOverlapMin", t.HeadOverlapMin},
		{"tailOverlapMin", t.TailOverlapMin},
		{"outsideSpan", t.OutsideSpan},
		{"lambdaDrift", t.LambdaDrift},
		{"proportionality", t.Proportionality},
		{"angle", t.Angle},
		{"predictedAngle", t.PredictedAngle},
		{"truncatedProportionality", t.TruncatedProportionality},
		{"truncatedAngle", t.TruncatedAngle},
	}
}

// RatingFacts say how a descent is judged without labels.
func RatingFacts(r labelfree.Rating) []Fact {
	return []Fact{{"jla", r.JLA}, {"vetoed", r.Vetoed}, {"targetAlignment", r.TargetAlignment}}
}
