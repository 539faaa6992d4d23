package tui

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/tui/number"
)

// What panels show, in lines of text. Signs are spelt out where they are said.

const (
	// linesOfSpectrum is how many components the spectrum is said in, linesOfCurve
	// how many epochs a curve.
	linesOfSpectrum = 12
	linesOfCurve    = 12
)

// spectrumLines says the leading components of both domains, and those around k.
func (sc *Scene) spectrumLines() []string {
	p, params := sc.Update.Session.Problem, sc.State.Params
	var lines []string
	side := func(name string, s *model.Side, k int) {
		projections, _ := projectionNorms(s)
		lines = append(lines, fmt.Sprintf("%s: rank %d of %d, %d kept", name, s.Rank, p.D, k))
		if projections != nil {
			lines = append(lines, fmt.Sprintf("%s: components that hold more than 90 %% of the label %d, that leave less than 10 %% of it %d", name, s.HeadRank, s.TailRank))
		}
		for _, i := range window(linesOfSpectrum, k, len(s.Sigma)) {
			if i < 0 {
				continue
			}
			line := fmt.Sprintf("%s %d: sigma %s", name, i+1, number.Digits(s.Sigma[i], 4))
			if projections != nil {
				line += ", label " + number.Digits(projections[i], 4)
			}
			if i < k {
				line += ", kept"
			}
			lines = append(lines, line)
		}
	}
	side("source", &p.Src, params.K)
	side("target", &p.Tgt, params.KTilde)
	return lines
}

// targetLines says how much of each class of the target is right.
func (sc *Scene) targetLines() []string {
	p, s := sc.Update.Session.Problem, sc.solution()
	switch {
	case p.Target.Y == nil:
		return []string{"the target has no labels: what is right can't be known"}
	case s.Descent.Weights == nil:
		return []string{"descent diverges: there are no weights"}
	case p.Task == model.Regression:
		return []string{"target squared error: LAR " + number.Digits(s.Descent.Target.MSE, 4)}
	}
	names := sc.Update.Session.Pair.ClassNames
	lar, all := classHits(p, s.Descent.Weights)
	none, _ := classHits(p, s.None.Weights)
	var lines []string
	for i, name := range names {
		line := fmt.Sprintf("class %s: LAR has %d of %d right", name, lar[i], all[i])
		if s.None.Weights != nil {
			line += fmt.Sprintf(", no adaptation %d", none[i])
		}
		lines = append(lines, line)
	}
	return lines
}

// classHits counts, by class, the target rows that w has right, and all of them.
func classHits(p *model.Problem, w *mat.Dense) (right, all []int) {
	classes := max(2, p.C)
	right, all = make([]int, classes), make([]int, classes)
	class := func(label float64) int {
		if p.Task == model.MultiClass {
			return int(label)
		}
		if label > 0 {
			return 1
		}
		return 0
	}
	var predicted []float64
	if w != nil {
		predicted = p.Task.Predict(p.TargetScores(w))
	}
	for i, label := range p.Target.Y {
		all[class(label)]++
		if predicted != nil && class(predicted[i]) == class(label) {
			right[class(label)]++
		}
	}
	return right, all
}

// convergenceLines says the score, or without labels the objective, at some epochs.
func (sc *Scene) convergenceLines() []string {
	s := sc.Update.Curves
	if s == nil || s.Descent.Diverges {
		return []string{"descent diverges: there is no curve"}
	}
	curve := s.Descent.Curve
	known := !math.IsNaN(sc.score(s.Descent.Target))
	var lines []string
	for i := range min(linesOfCurve, len(curve)) {
		point := curve[i]
		if len(curve) > linesOfCurve {
			point = curve[i*(len(curve)-1)/(linesOfCurve-1)]
		}
		line := fmt.Sprintf("epoch %d: objective %s", point.Epoch, number.Digits(point.Objective, 4))
		if known {
			line = fmt.Sprintf("epoch %d: %s %s", point.Epoch, sc.scoreName(), sc.spokenScore(sc.score(point.Target)))
		}
		lines = append(lines, line)
	}
	return lines
}

// lambdaLines says the score for every step of λ.
func (sc *Scene) lambdaLines() []string {
	if math.IsNaN(sc.score(sc.solution().Closed.Target)) {
		return []string{"the target has no labels: its score can't be known"}
	}
	var lines []string
	for _, point := range sc.Update.Path {
		after := sc.spokenScore(sc.score(point.Descent.Target))
		lines = append(lines, fmt.Sprintf("lambda %s: %s %s after %d epochs, %s in closed form",
			number.Short(point.Lambda), sc.scoreName(), after, sc.solution().Epochs, sc.spokenScore(sc.score(point.Closed.Target))))
	}
	return lines
}

// spokenScore writes a score.
func (sc *Scene) spokenScore(v float64) string {
	if sc.task() == model.Regression {
		return number.Digits(v, 4)
	}
	return spokenShare(v, sc.Update.Session.Pair.Target.Rows())
}
