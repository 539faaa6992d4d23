package session

import (
	"time"

	"larui/model/rivals"
)

// leastFraction is the share of a training that must be finished before the remaining time is estimated.
const leastFraction = 0.05

// TimeLeft estimates the remaining time of a running training from its elapsed time. known is false
// for a training that does not run or has just begun.
func (e RivalEntry) TimeLeft() (left time.Duration, known bool) {
	if e.State != Training || e.Fraction <= leastFraction {
		return 0, false
	}
	return time.Duration(float64(e.Elapsed) * (1 - e.Fraction) / e.Fraction), true
}

// A trainingKind groups trainings that take about the same time: the settings of one rival on a
// pair or, with an empty rival, all rivals on the pair that are equally quick.
type trainingKind struct {
	pair, rival string
	quick       bool
}

// TimeLeft estimates the remaining time of all requested trainings that wait or run. The time of a
// waiting training is the mean time of finished settings of the same rival on the pair, else of
// rivals that are equally quick. known is false if there is no such training yet.
func (t *Trainer) TimeLeft() (left time.Duration, known bool) {
	byTitle, quick := map[string]rivals.Method{}, map[string]bool{}
	for _, r := range Rivals() {
		byTitle[r.Title], quick[r.Title] = r, r.Quick
	}
	// each returns the number of settings in a training: the size of the grid for the choice among
	// the grid, else 1.
	each := func(key RivalKey) float64 {
		if r, known := byTitle[key.Rival]; known && IsChosenByValidation(r.With(key.Given), key.Setting) {
			return float64(len(r.With(key.Given).Grid))
		}
		return 1
	}
	kinds := func(key RivalKey) [2]trainingKind {
		return [2]trainingKind{{key.Pair, key.Rival, false}, {key.Pair, "", quick[key.Rival]}}
	}
	total, count := map[trainingKind]float64{}, map[trainingKind]float64{}
	for key, e := range t.Board {
		took := float64(e.Elapsed)
		rest, runs := e.TimeLeft()
		if runs {
			took += float64(rest)
		}
		if took == 0 || !runs && e.State != Trained {
			continue
		}
		for _, kind := range kinds(key) {
			total[kind] += took
			count[kind] += each(key)
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
		took := total[kind] / count[kind] * each(key)
		left += time.Duration(max(0, took-float64(e.Elapsed)))
	}
	return left, left > 0
}
