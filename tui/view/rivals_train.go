package view

import (
	"context"
	"reflect"

	"larui/tui/session"
)

// Train submits a rival with the setting that is shown, on the pair that is shown.
func (view *rivalsView) Train(sc *Scene, r Rival, automatic bool) Intent {
	opened, setting := sc.Update.Session, view.setting(sc, r)
	key := view.rivalKey(sc, r, setting)
	generation := sc.Trainer.Submit(session.Training{
		Key: key, Urgent: automatic,
		Run: func(ctx context.Context, report func(float64)) (any, error) {
			return trainRival(ctx, opened, r, setting, report)
		},
	})
	view.set(key, RivalEntry{State: rivalWaiting, generation: generation, Automatic: automatic})
	return Intent{}
}

// hearTraining takes in what the trainer says. What is no longer wanted is not
// listened to.
func (view *rivalsView) hearTraining(_ *Scene, news session.TrainingNews) {
	key, _ := news.Key.(RivalKey)
	e, ok := view.Board[key]
	if !ok || !e.Pending() || e.generation != news.Generation {
		return
	}
	e.State, e.elapsed = RivalTraining, news.Elapsed
	e.Fraction = max(e.Fraction, news.Fraction)
	if news.Done {
		e.State, e.Err = rivalTrained, news.Err
		e.result, _ = news.Result.(rivalResult)
		if news.Err != nil {
			e.State = RivalFailed
		}
	}
	view.set(key, e)
}

// forgetRival gives up the selected training or, where that has come to its end,
// what it came to. No other is touched.
func (view *rivalsView) forgetRival(sc *Scene) Intent {
	r := view.selectedRival(sc)
	key := view.rivalKey(sc, r, view.setting(sc, r))
	if view.Board[key].Pending() {
		view.Drop(sc, key, RivalCancelled)
		return Intent{}
	}
	view.set(key, RivalEntry{State: rivalForgotten})
	return Intent{}
}

// cancelTrainings gives up all that waits or runs.
func (view *rivalsView) cancelTrainings(sc *Scene) Intent {
	for key, e := range view.Board {
		if e.Pending() {
			view.Drop(sc, key, RivalCancelled)
		}
	}
	return Intent{}
}

// Drop gives up a training and leaves it in a state.
func (view *rivalsView) Drop(sc *Scene, key RivalKey, state rivalState) {
	v := view
	sc.Trainer.Cancel(v.Board[key].generation)
	v.set(key, RivalEntry{State: state})
}

// TrainAtOnce begins what takes but a moment when the view of rivals shows a pair
// for the first time. What it began for a pair that is gone is not wanted any more.
func (view *rivalsView) TrainAtOnce(sc *Scene) {
	if sc.Help || sc.ViewName() != RivalsName || sc.Solution() == nil {
		return
	}
	s := sc.Update.Session
	if !reflect.DeepEqual(s.Spec, sc.State.Spec) {
		return
	}
	pair := s.PairKey()
	for key, e := range view.Board {
		if e.Automatic && e.Pending() && key.pair != pair {
			view.Drop(sc, key, rivalUntrained)
		}
	}
	if !isSmall(s) {
		return
	}
	for _, r := range Lineup() {
		_, begun := view.Board[view.rivalKey(sc, r, view.setting(sc, r))]
		if r.Method.Quick && r.Method.Applies(sc.Task()) && !begun {
			view.Train(sc, r, true)
		}
	}
}
