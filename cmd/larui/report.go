package main

import (
	"time"

	"larui/datasets"
	"larui/model"
	"larui/tui/session"
)

// This file holds what the commands report, as JSON and CSV. The field names are
// a contract.

// A pairReport describes the pair.
type pairReport struct {
	Name string `json:"name"`
	Task string `json:"task"`
	N    int    `json:"n"`
	// M is null where the target was not opened.
	M       *int     `json:"m"`
	D       int      `json:"d"`
	Classes []string `json:"classes"`
}

func reportPair(pair *datasets.Pair) pairReport {
	_, d := pair.Source.X.Dims()
	r := pairReport{Name: pair.Name, Task: pair.Task.String(), N: pair.Source.Samples(), D: d, Classes: pair.ClassNames}
	if r.Classes == nil {
		r.Classes = []string{}
	}
	if pair.Target.X != nil {
		m := pair.Target.Samples()
		r.M = &m
	}
	return r
}

// A paramsReport holds the parameters of the method. Rate is the step size in
// use, RateRule where it comes from.
type paramsReport struct {
	K              int     `json:"k"`
	KTilde         int     `json:"ktilde"`
	Lambda         float64 `json:"lambda"`
	L2             float64 `json:"l2"`
	RemoveImplicit bool    `json:"removeImplicit"`
	Tail           string  `json:"tail"`
	Epochs         int     `json:"epochs"`
	Rate           orNull  `json:"rate"`
	RateRule       string  `json:"rateRule"`
	Momentum       float64 `json:"momentum"`
	Nesterov       bool    `json:"nesterov,omitempty"`
}

func reportParams(p model.Params, rate float64) paramsReport {
	rule := "fixed"
	if p.Rate.Rule != model.RateFixed {
		rule = p.Rate.String()
	}
	return paramsReport{p.K, p.KTilde, p.Lambda, p.L2, !p.KeepImplicit, p.Tail.String(),
		p.Epochs, orNull(rate), rule, p.Momentum, p.Nesterov}
}

// A sideReport describes one domain. The ranks of the label alignment are null
// where the domain has no labels.
type sideReport struct {
	Rank     int    `json:"rank"`
	HeadRank *int   `json:"headRank"`
	TailRank *int   `json:"tailRank"`
	Sigma1   orNull `json:"sigma1"`
}

func reportSide(s model.Side) sideReport {
	r := sideReport{Rank: s.Rank, Sigma1: orNull(s.Sigma[0])}
	if s.XtY != nil {
		r.HeadRank, r.TailRank = &s.HeadRank, &s.TailRank
	}
	return r
}

// scores are the numbers by which weights are judged.
type scores struct {
	SourceAccuracy             orNull `json:"sourceAccuracy"`
	TargetAccuracy             orNull `json:"targetAccuracy"`
	ValidationAccuracy         orNull `json:"validationAccuracy"`
	SourceBalancedAccuracy     orNull `json:"sourceBalancedAccuracy"`
	TargetBalancedAccuracy     orNull `json:"targetBalancedAccuracy"`
	ValidationBalancedAccuracy orNull `json:"validationBalancedAccuracy"`
	SourceF1                   orNull `json:"sourceF1"`
	TargetF1                   orNull `json:"targetF1"`
	ValidationF1               orNull `json:"validationF1"`
	SourceMSE                  orNull `json:"sourceMSE"`
	TargetMSE                  orNull `json:"targetMSE"`
	ValidationMSE              orNull `json:"validationMSE"`
	ParameterError             orNull `json:"parameterError"`
	CosineToOptimum            orNull `json:"cosineToOptimum"`
	WeightNorm                 orNull `json:"weightNorm"`
}

func reportScores(e model.Evaluation) scores {
	s, t, v := e.Source, e.Target, e.Validation
	return scores{
		orNull(s.Accuracy), orNull(t.Accuracy), orNull(v.Accuracy),
		orNull(s.Balanced), orNull(t.Balanced), orNull(v.Balanced),
		orNull(s.F1), orNull(t.F1), orNull(v.F1),
		orNull(s.MSE), orNull(t.MSE), orNull(v.MSE),
		orNull(e.ParameterError), orNull(e.Cosine), orNull(e.WeightNorm),
	}
}

// A closedReport is the solution in closed form.
type closedReport struct {
	scores
	Condition      orNull `json:"condition"`
	RankDeficient  bool   `json:"rankDeficient"`
	Leak           orNull `json:"leak"`
	UnboundedBelow bool   `json:"unboundedBelow"`
}

func reportClosed(c model.Closed) closedReport {
	return closedReport{reportScores(c.Evaluation), orNull(c.Condition), c.RankDeficient, orNull(c.Leak), c.UnboundedBelow}
}

// A stepReport says how gradient descent went. LargestStableRate is null where
// every rate is stable.
type stepReport struct {
	Rate              orNull `json:"rate"`
	Diverges          bool   `json:"diverges"`
	LargestStableRate orNull `json:"largestStableRate"`
}

// A noneReport is no adaptation.
type noneReport struct {
	scores
	stepReport
}

// A descentReport is gradient descent with its curve, which is empty where it
// diverges.
type descentReport struct {
	scores
	stepReport
	Curve []curveReport `json:"curve"`
}

type curveReport struct {
	Epoch          int    `json:"epoch"`
	Objective      orNull `json:"objective"`
	TargetAccuracy orNull `json:"targetAccuracy"`
}

func reportStep(d model.Descent) stepReport {
	return stepReport{orNull(d.Rate), d.Diverges, orNull(d.LargestStableRate)}
}

func reportDescent(d model.Descent) descentReport {
	r := descentReport{reportScores(d.Evaluation), reportStep(d), []curveReport{}}
	for _, p := range d.Curve {
		r.Curve = append(r.Curve, curveReport{p.Epoch, orNull(p.Objective), orNull(p.Target.Accuracy)})
	}
	return r
}

// A theoryReport holds the numbers of the paper's section 4; angles in degrees.
type theoryReport struct {
	HeadOverlapMin  orNull `json:"headOverlapMin"`
	TailOverlapMin  orNull `json:"tailOverlapMin"`
	OutsideSpan     orNull `json:"outsideSpan"`
	LambdaDrift     orNull `json:"lambdaDrift"`
	Proportionality orNull `json:"proportionality"`
	Angle           orNull `json:"angle"`
	PredictedAngle  orNull `json:"predictedAngle"`
}

func reportTheory(t model.Theory) theoryReport {
	return theoryReport{orNull(t.HeadOverlapMin), orNull(t.TailOverlapMin), orNull(t.OutsideSpan),
		orNull(t.LambdaDrift), orNull(t.Proportionality), orNull(t.Angle), orNull(t.PredictedAngle)}
}

// A timingReport holds milliseconds: reading and scaling the files; moments,
// spectra and overlap; everything after that.
type timingReport struct {
	Load    float64 `json:"loadMs"`
	Prepare float64 `json:"prepareMs"`
	Solve   float64 `json:"solveMs"`
}

func reportTiming(s *session.Session, solve time.Duration) timingReport {
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	return timingReport{ms(s.Load), ms(s.Prepare), ms(solve)}
}

// A solveReport is what `larui solve` prints.
type solveReport struct {
	Pair    pairReport    `json:"pair"`
	Params  paramsReport  `json:"params"`
	Source  sideReport    `json:"source"`
	Target  sideReport    `json:"target"`
	None    noneReport    `json:"none"`
	Closed  closedReport  `json:"closed"`
	Descent descentReport `json:"descent"`
	Theory  theoryReport  `json:"theory"`
	Timing  timingReport  `json:"timing"`
}

// A solveRow is a line of the CSV of `larui solve`.
type solveRow struct {
	Method string `json:"method"`
	paramsReport
	Diverges bool `json:"diverges"`
	scores
}

// A sweepReport is what `larui sweep` prints.
type sweepReport struct {
	Pair   pairReport   `json:"pair"`
	None   []runReport  `json:"none"`
	Cells  []cellReport `json:"cells"`
	Best   bestReports  `json:"best"`
	Timing timingReport `json:"timing"`
}

// A runReport is descent after a orNull of epochs.
type runReport struct {
	Epochs   int    `json:"epochs"`
	Diverges bool   `json:"diverges"`
	Rate     orNull `json:"rate"`
	scores
}

func reportRuns(runs []model.Descent, epochs []int) []runReport {
	reports := make([]runReport, len(runs))
	for i, d := range runs {
		reports[i] = runReport{epochs[i], d.Diverges, orNull(d.Rate), reportScores(d.Evaluation)}
	}
	return reports
}

// A cellReport is one setting of a sweep.
type cellReport struct {
	K       int          `json:"k"`
	KTilde  int          `json:"ktilde"`
	Lambda  float64      `json:"lambda"`
	Closed  closedReport `json:"closed"`
	Descent []runReport  `json:"descent"`
}

// bestReports are the best descents of a sweep, null where there is no way to
// tell.
type bestReports struct {
	ByValidation *bestReport `json:"byValidation"`
	ByTarget     *bestReport `json:"byTarget"`
}

// A bestReport is the best descent of a sweep by one domain.
type bestReport struct {
	K                  int     `json:"k"`
	KTilde             int     `json:"ktilde"`
	Lambda             float64 `json:"lambda"`
	Epochs             int     `json:"epochs"`
	SourceAccuracy     orNull  `json:"sourceAccuracy"`
	TargetAccuracy     orNull  `json:"targetAccuracy"`
	ValidationAccuracy orNull  `json:"validationAccuracy"`
	SourceMSE          orNull  `json:"sourceMSE"`
	TargetMSE          orNull  `json:"targetMSE"`
	ValidationMSE      orNull  `json:"validationMSE"`
}

// A sweepRow is a line of the CSV of `larui sweep`: a cell after a number of
// epochs.
type sweepRow struct {
	K      int     `json:"k"`
	KTilde int     `json:"ktilde"`
	Lambda float64 `json:"lambda"`
	runReport
	Closed closedReport `json:"closed"`
}

// An alignReport is what `larui align` prints; Target is left out unless it was
// asked for.
type alignReport struct {
	Pair   pairReport       `json:"pair"`
	Source alignmentReport  `json:"source"`
	Target *alignmentReport `json:"target,omitempty"`
}

// An alignmentReport is the spectrum and label alignment of one domain.
type alignmentReport struct {
	N    int `json:"n"`
	D    int `json:"d"`
	Rank int `json:"rank"`
	// RankDouble is the rank at double precision, null where it was not
	// computed.
	RankDouble *int `json:"rankDouble"`
	HeadRank   *int `json:"headRank"`
	// TailRank is taken over the components up to Rank, TailRankDouble over those
	// up to RankDouble, TailRankAll over all left singular vectors.
	TailRank       *int              `json:"tailRank"`
	TailRankDouble *int              `json:"tailRankDouble"`
	TailRankAll    *int              `json:"tailRankAll"`
	Sigma1         orNull            `json:"sigma1"`
	Components     []componentReport `json:"components"`
	// Classes holds the ranks of each one-vs-all label of a multiclass task.
	Classes []classReport `json:"classes,omitempty"`
}

// A componentReport is component I, from 1. Projection is y^U_i, or the norm of
// its row where there are several outputs; Share is ‖y^U_{1..i}‖/‖y^U‖.
type componentReport struct {
	I          int    `json:"i"`
	Sigma      orNull `json:"sigma"`
	Projection orNull `json:"projection"`
	Share      orNull `json:"share"`
}

// An alignRow is a line of the CSV of `larui align`: a component of a domain.
type alignRow struct {
	Domain string `json:"domain"`
	componentReport
}

type classReport struct {
	Class    string `json:"class"`
	HeadRank int    `json:"headRank"`
	TailRank int    `json:"tailRank"`
}
