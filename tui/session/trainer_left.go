package session

import (
	"time"

	"larui/model/rivals"
)

// telling is from which share of its work on a training tells how long the rest will take.
const telling = 0.05

// Left is how long a training that runs will yet take, by what it has taken so far; false before
// that tells.
func (e RivalEntry) Left() (left time.Duration, known bool) {
	if e.State != Training || e.Fraction <= telling {
		return 0, false
	}
	return time.Duration(float64(e.Elapsed) * (1 - e.Fraction) / e.Fraction), true
}

// A trainingKind is what takes about as long: the settings of one rival on a pair or, without a
// name, all rivals there that are as quick.
type trainingKind struct {
	pair, rival string
	quick       bool
}

// Left is how long all that was asked for and waits or runs will yet take. What waits is judged by
// what has been trained on its pair: by other settings of the same rival, else by rivals that are
// as quick. It is false where nothing tells that yet.
func (t *Trainer) Left() (left time.Duration, known bool) {
	byTitle, quick := map[string]rivals.Method{}, map[string]bool{}
	for _, r := range Rivals() {
		byTitle[r.Title], quick[r.Title] = r, r.Quick
	}
	// each is how many settings a training goes through: the choice among all, all of them.
	each := func(key RivalKey) float64 {
		if r, known := byTitle[key.Rival]; known && IsChoice(r.With(key.Given), key.Setting) {
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
		rest, runs := e.Left()
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
		rest, runs := e.Left()
		switch {
		case e.Automatic || !e.Pending():
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
