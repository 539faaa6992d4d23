package tui

import (
	"context"
	"reflect"
)

// train submits a rival with the setting that is shown, on the pair that is shown.
func (p *Program) train(r rival, automatic bool) {
	sc := &p.scene
	session, setting := sc.Update.Session, sc.setting(r)
	key := sc.rivalKey(r, setting)
	generation := p.trainer.Submit(training{
		key: key, urgent: automatic,
		run: func(ctx context.Context, report func(float64)) (rivalResult, error) {
			return trainRival(ctx, session, r, setting, report)
		},
	})
	sc.Views.rivals.set(key, rivalEntry{state: rivalWaiting, generation: generation, automatic: automatic})
}

// hearTraining takes in what the trainer says. What is no longer wanted is not
// listened to.
func (p *Program) hearTraining(news trainingNews) {
	v := &p.scene.Views.rivals
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
func (p *Program) forgetRival() {
	r := p.scene.selectedRival()
	key := p.scene.rivalKey(r, p.scene.setting(r))
	if p.scene.Views.rivals.board[key].pending() {
		p.drop(key, rivalCancelled)
		return
	}
	p.scene.Views.rivals.set(key, rivalEntry{state: rivalForgotten})
}

// cancelTrainings gives up all that waits or runs.
func (p *Program) cancelTrainings() {
	for key, e := range p.scene.Views.rivals.board {
		if e.pending() {
			p.drop(key, rivalCancelled)
		}
	}
}

// drop gives up a training and leaves it in a state.
func (p *Program) drop(key rivalKey, state rivalState) {
	v := &p.scene.Views.rivals
	p.trainer.Cancel(v.board[key].generation)
	v.set(key, rivalEntry{state: state})
}

// trainAtOnce begins what takes but a moment when the view of rivals shows a pair
// for the first time. What it began for a pair that is gone is not wanted any more.
func (p *Program) trainAtOnce() {
	sc := &p.scene
	if shown, ok := sc.view(); !ok || shown.id != panelRivals || sc.solution() == nil {
		return
	}
	s := sc.Update.Session
	if !reflect.DeepEqual(s.Spec, sc.State.Spec) {
		return
	}
	pair := s.pairKey()
	for key, e := range sc.Views.rivals.board {
		if e.automatic && e.pending() && key.pair != pair {
			p.drop(key, rivalUntrained)
		}
	}
	if !s.isSmall() {
		return
	}
	for _, r := range lineup() {
		_, begun := sc.Views.rivals.board[sc.rivalKey(r, sc.setting(r))]
		if r.method.Quick && r.method.Applies(sc.task()) && !begun {
			p.train(r, true)
		}
	}
}
