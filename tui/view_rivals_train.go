package tui

import (
	"context"
	"reflect"
)

// train submits a rival with the setting that is shown, on the pair that is shown.
func (view *rivalsView) train(sc *Scene, r rival, automatic bool) Intent {
	session, setting := sc.Update.Session, view.setting(sc, r)
	key := view.rivalKey(sc, r, setting)
	generation := sc.Trainer.Submit(training{
		key: key, urgent: automatic,
		run: func(ctx context.Context, report func(float64)) (rivalResult, error) {
			return trainRival(ctx, session, r, setting, report)
		},
	})
	view.set(key, rivalEntry{state: rivalWaiting, generation: generation, automatic: automatic})
	return Intent{}
}

// hearTraining takes in what the trainer says. What is no longer wanted is not
// listened to.
func (view *rivalsView) hearTraining(sc *Scene, news trainingNews) {
	v := view
	e, ok := v.board[news.key]
	if !ok || !e.pending() || e.generation != news.generation {
		return
	}
	e.state, e.elapsed = rivalTraining, news.elapsed
	e.fraction = max(e.fraction, news.fraction)
	if news.done {
		e.state, e.result, e.err = rivalTrained, news.result, news.err
		if news.err != nil {
			e.state = rivalFailed
		}
	}
	v.set(news.key, e)
}

// forgetRival gives up the selected training or, where that has come to its end,
// what it came to. No other is touched.
func (view *rivalsView) forgetRival(sc *Scene) Intent {
	r := view.selectedRival(sc)
	key := view.rivalKey(sc, r, view.setting(sc, r))
	if view.board[key].pending() {
		view.drop(sc, key, rivalCancelled)
		return Intent{}
	}
	view.set(key, rivalEntry{state: rivalForgotten})
	return Intent{}
}

// cancelTrainings gives up all that waits or runs.
func (view *rivalsView) cancelTrainings(sc *Scene) Intent {
	for key, e := range view.board {
		if e.pending() {
			view.drop(sc, key, rivalCancelled)
		}
	}
	return Intent{}
}

// drop gives up a training and leaves it in a state.
func (view *rivalsView) drop(sc *Scene, key rivalKey, state rivalState) {
	v := view
	sc.Trainer.Cancel(v.board[key].generation)
	v.set(key, rivalEntry{state: state})
}

// trainAtOnce begins what takes but a moment when the view of rivals shows a pair
// for the first time. What it began for a pair that is gone is not wanted any more.
func (view *rivalsView) trainAtOnce(sc *Scene) {
	if sc.Help || sc.viewName() != rivalsName || sc.solution() == nil {
		return
	}
	s := sc.Update.Session
	if !reflect.DeepEqual(s.Spec, sc.State.Spec) {
		return
	}
	pair := s.PairKey()
	for key, e := range view.board {
		if e.automatic && e.pending() && key.pair != pair {
			view.drop(sc, key, rivalUntrained)
		}
	}
	if !isSmall(s) {
		return
	}
	for _, r := range lineup() {
		_, begun := view.board[view.rivalKey(sc, r, view.setting(sc, r))]
		if r.method.Quick && r.method.Applies(sc.task()) && !begun {
			view.train(sc, r, true)
		}
	}
}
