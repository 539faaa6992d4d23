package main

import (
	"slices"
	"time"

	"larui/datasets"
	"larui/model"
	"larui/model/labelfree"
	"larui/tui/session"
)

// This file holds what several commands report. The names are a contract.

// reportPair describes the pair. M is null where the target was not opened.
func reportPair(pair *datasets.Pair) record {
	_, d := pair.Source.X.Dims()
	return record{
		{"name", pair.Name},
		{"task", pair.Task.String()},
		{"n", pair.Source.Samples()},
		{"m", knownIf(pair.Target.X != nil, pair.Target.Samples())},
		{"d", d},
		{"classes", append([]string{}, pair.ClassNames...)},
	}
}

// reportParams holds the parameters of the method: the rate is the step size in use,
// the rule says where it comes from.
func reportParams(p model.Params, rate float64) record {
	rule := "fixed"
	if p.Rate.Rule != model.RateFixed {
		rule = p.Rate.String()
	}
	return record{
		{"k", p.K},
		{"ktilde", p.KTilde},
		{"lambda", p.Lambda},
		{"l2", p.L2},
		{"removeImplicit", !p.KeepImplicit},
		{"tail", p.Tail.String()},
		{"epochs", p.Epochs},
		{"rate", rate},
		{"rateRule", rule},
		{"momentum", p.Momentum},
		{"nesterov", optional(p.Nesterov)},
	}
}

// reportSide describes one domain.
func reportSide(s model.Side) record {
	head, tail := labelRanks(s)
	return record{{"rank", s.Rank}, {"headRank", head}, {"tailRank", tail}, {"sigma1", s.Sigma[0]}}
}

// labelRanks returns both readings of k(0.1), nil where the domain has no labels.
func labelRanks(s model.Side) (head, tail any) {
	return knownIf(s.XtY != nil, s.HeadRank), knownIf(s.XtY != nil, s.TailRank)
}

// reportScores are the numbers by which weights are judged, and what else there is to
// say of them.
func reportScores(e model.Evaluation, more ...field) record {
	s, t, v := e.Source, e.Target, e.Validation
	return append(record{
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
		{"parameterError", e.ParameterError},
		{"cosineToOptimum", e.Cosine},
		{"weightNorm", e.WeightNorm},
	}, more...)
}

// reportClosed is the solution in closed form.
func reportClosed(c model.Closed) record {
	return reportScores(c.Evaluation,
		field{"condition", c.Condition},
		field{"rankDeficient", c.RankDeficient},
		field{"leak", c.Leak},
		field{"unboundedBelow", c.UnboundedBelow})
}

// reportDescent says how gradient descent went. The largest stable rate is null where
// every rate is stable.
func reportDescent(d model.Descent) record {
	return reportScores(d.Evaluation,
		field{"rate", d.Rate},
		field{"diverges", d.Diverges},
		field{"largestStableRate", d.LargestStableRate})
}

// reportCurve is what descent came through; empty where it diverges.
func reportCurve(task model.Task, d model.Descent) []record {
	return each(d.Curve, func(p model.CurvePoint) record {
		point := record{{"epoch", p.Epoch}, {"objective", p.Objective}, {"targetAccuracy", p.Target.Accuracy}}
		if task == model.Regression {
			point = append(point, field{"targetMSE", p.Target.MSE})
		}
		return point
	})
}

// reportTheory holds the numbers of the paper's section 4.
func reportTheory(t model.Theory) record {
	return record{
		{"headOverlapMin", t.HeadOverlapMin},
		{"tailOverlapMin", t.TailOverlapMin},
		{"outsideSpan", t.OutsideSpan},
		{"lambdaDrift", t.LambdaDrift},
		{"proportionality", t.Proportionality},
		{"angle", t.Angle},
		{"predictedAngle", t.PredictedAngle},
	}
}

// reportRuns are descents after numbers of epochs.
func reportRuns(runs []model.Descent, epochs []int) []record {
	reports := make([]record, len(runs))
	for i, d := range runs {
		about := record{{"epochs", epochs[i]}, {"diverges", d.Diverges}, {"rate", d.Rate}}
		reports[i] = slices.Concat(about, reportScores(d.Evaluation))
	}
	return reports
}

// reportRating is how a descent is judged without labels.
func reportRating(r labelfree.Rating) record {
	return record{{"jla", r.JLA}, {"vetoed", r.Vetoed}, {"targetAlignment", r.TargetAlignment}}
}

// reportSetting is the setting that is chosen, nil for no adaptation.
func reportSetting(c session.Choice) record {
	if c.Cell < 0 {
		return nil
	}
	return record{{"k", c.Params.K}, {"ktilde", c.Params.KTilde}, {"lambda", c.Params.Lambda}}
}

// reportChoice says what a judge has chosen; the parameters are there already.
func reportChoice(c *session.Choice, task model.Task) record {
	var rating, none record
	if task != model.Regression {
		rating, none = reportRating(c.Rating), reportRating(c.None)
	}
	return record{{"judge", string(c.Judge)}, {"adapts", c.Cell >= 0}, {"why", c.Why}, {"lead", c.Lead},
		{"labelFree", rating}, {"noneLabelFree", none}, {"settings", c.Settings}, {"vetoedSettings", c.Vetoed},
		{"limits", append([]string{}, c.Limits...)}}
}

// reportTiming holds milliseconds: reading and scaling the files; moments, spectra and
// overlap; everything after that.
func reportTiming(s *session.Session, solve time.Duration) record {
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	return record{{"loadMs", ms(s.Load)}, {"prepareMs", ms(s.Prepare)}, {"solveMs", ms(solve)}}
}
