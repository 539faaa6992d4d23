package tui

import (
	"context"
	"reflect"
)

// train submits a rival with the setting that is shown, on the pair that is shown.
func (sc *Scene) train(r rival, automatic bool) Intent {
	session, setting := sc.Update.Session, sc.setting(r)
	key := sc.rivalKey(r, setting)
	generation := sc.Trainer.Submit(training{
		key: key, urgent: automatic,
		run: func(ctx context.Context, report func(float64)) (rivalResult, error) {
			return trainRival(ctx, session, r, setting, report)
		},
	})
	sc.Views.rivals.set(key, rivalEntry{state: rivalWaiting, generation: generation, automatic: automatic})
	return Intent{}
}

// hearTraining takes in what the trainer says. What is no longer wanted is not
// listened to.
func (sc *Scene) hearTraining(news trainingNews) {
	v := &sc.Views.rivals
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
func (sc *Scene) forgetRival() Intent {
	r := sc.selectedRival()
	key := sc.rivalKey(r, sc.setting(r))
	if sc.Views.rivals.board[key].pending() {
		sc.drop(key, rivalCancelled)
		return Intent{}
	}
	sc.Views.rivals.set(key, rivalEntry{state: rivalForgotten})
	return Intent{}
}

// cancelTrainings gives up all that waits or runs.
func (sc *Scene) cancelTrainings() Intent {
	for key, e := range sc.Views.rivals.board {
		if e.pending() {
			sc.drop(key, rivalCancelled)
		}
	}
	return Intent{}
}

// drop gives up a training and leaves it in a state.
func (sc *Scene) drop(key rivalKey, state rivalState) {
	v := &sc.Views.rivals
	sc.Trainer.Cancel(v.board[key].generation)
	v.set(key, rivalEntry{state: state})
}

// trainAtOnce begins what takes but a moment when the view of rivals shows a pair
// for the first time. What it began for a pair that is gone is not wanted any more.
func (sc *Scene) trainAtOnce() {
	if shown, ok := sc.view(); !ok || shown.id != panelRivals || sc.solution() == nil {
		return
	}
	s := sc.Update.Session
	if !reflect.DeepEqual(s.Spec, sc.State.Spec) {
		return
	}
	pair := s.PairKey()
	for key, e := range sc.Views.rivals.board {
		if e.automatic && e.pending() && key.pair != pair {
			sc.drop(key, rivalUntrained)
		}
	}
	if !isSmall(s) {
		return
	}
	for _, r := range lineup() {
		_, begun := sc.Views.rivals.board[sc.rivalKey(r, sc.setting(r))]
		if r.isQuick() && r.method.Applies(sc.task()) && !begun {
			sc.train(r, true)
		}
	}
}
