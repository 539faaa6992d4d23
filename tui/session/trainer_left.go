package session

import (
	"time"

	"larui/model/rivals"
)

// leastFraction is the finished share of a training that an estimate of the remaining time needs.
const leastFraction = 0.05

// TimeLeft estimates the remaining time of a running training from its elapsed time. known is false
// if the training does not run or has just begun.
func (e RivalEntry) TimeLeft() (left time.Duration, known bool) {
	if e.State != Training || e.Fraction <= leastFraction {
		return 0, false
	}
	return time.Duration(float64(e.Elapsed) * (1 - e.Fraction) / e.Fraction), true
}

// A trainingKind stands for trainings that take about the same time. If rival is not empty, they
// are the trainings of this rival on the pair. If rival is empty, they are the trainings of all
// rivals on the pair whose field Quick equals quick.
type trainingKind struct {
	pair, rival string
	quick       bool
}

// TimeLeft estimates the time until all requested trainings are finished. A waiting training counts
// with the mean time of the same rival on the pair or, if unknown, of the rivals that are as quick.
// known is false if both are unknown, or if no training is left.
func (t *Trainer) TimeLeft() (left time.Duration, known bool) {
	byTitle := map[string]rivals.Method{}
	for _, r := range Rivals() {
		byTitle[r.Title] = r
	}
	// countRuns returns how often a training trains the rival: for each setting of the grid if the
	// validation rows choose, else once.
	countRuns := func(key RivalKey) float64 {
		if r, known := byTitle[key.Rival]; known && IsChosenByValidation(r.With(key.Given), key.Setting) {
			return float64(len(r.With(key.Given).Grid))
		}
		return 1
	}
	kinds := func(key RivalKey) [2]trainingKind {
		return [2]trainingKind{{key.Pair, key.Rival, false}, {key.Pair, "", byTitle[key.Rival].Quick}}
	}
	total, count := map[trainingKind]float64{}, map[trainingKind]float64{}
	for key, e := range t.Board {
		rest, runs := e.TimeLeft()
		took := float64(e.Elapsed + rest)
		if took == 0 || !runs && e.State != Trained {
			continue
		}
		for _, kind := range kinds(key) {
			total[kind] += took
			count[kind] += countRuns(key)
		}
	}
	for key, e := range t.Board {
		rest, runs := e.TimeLeft()
		switch {
		case e.Automatic || !e.IsPending():
			continue
		case runs:
			left += rest
			continue
		}
		kind := kinds(key)[0]
		if count[kind] == 0 {
			kind = kinds(key)[1]
		}
		if count[kind] == 0 {
			return 0, false
		}
		took := total[kind] / count[kind] * countRuns(key)
		left += time.Duration(max(0, took-float64(e.Elapsed)))
	}
	return left, left > 0
}
