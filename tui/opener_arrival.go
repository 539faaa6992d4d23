package tui

import (
	"errors"
	"fmt"
	"reflect"

	"larui/datasets"
)

// How another pair comes onto the screen: the present one stays until it is there.

// An arrival is what becomes of a pair that is being opened once it is there.
type arrival struct {
	// view is the one in which it was asked for; empty where nothing is opened from
	// within.
	view string
	// back is set where a step through the history leads to it, in direction
	// toward: then it opens as it was left.
	back   *moment
	toward direction
	// asked tells that the overlay has asked for it, and wants to know if it fails.
	asked bool
	// failed is what has kept it from opening, until another one is opened.
	failed error
}

// startOf returns the state to which reset leads in a pair that opens in a state.
func (a arrival) startOf(opened State) State {
	if a.back != nil {
		return a.back.start
	}
	return opened
}

// open asks for another pair. The present one stays until that is there.
func (p *Program) open(pair opening) {
	pair.spec.Cache = p.opening.State.Spec.Cache
	p.openWith(Request{State: State{Spec: pair.spec}, Begin: true, Set: pair.set}, arrival{asked: p.scene.Opener.Shown})
}

// openAgain asks for a pair that was left, as it was left.
func (p *Program) openAgain(to moment, d direction) {
	p.openWith(Request{State: to.state}, arrival{back: &to, toward: d})
}

func (p *Program) openWith(r Request, a arrival) {
	sc := &p.scene
	sc.Opener.Shown = false
	sc.Opening, sc.Solving, sc.Update.Err = r.State.Spec.Name, true, nil
	a.view = sc.viewName()
	p.arrival = a
	// What the view asks of the new pair must not depend on the old one.
	later := *sc
	later.Update, later.Limits, later.Views = Update{}, Limits{}, views{}
	r.Extras = later.extrasOf
	p.asked = p.engine.Submit(r)
}

// cancelOpening gives up what is being opened from within. A form that was filled in
// for it comes back.
func (p *Program) cancelOpening() {
	sc := &p.scene
	sc.Message = "opening " + sc.Opening + " was cancelled"
	sc.Opener.Shown = p.arrival.asked && sc.Opener.Filling
	sc.Opening, p.arrival = "", arrival{}
	sc.Update.Progress = nil
	p.ask()
}

// heardOpening takes in what the engine says of the pair being opened. It reports
// true where that is all there is to it.
func (p *Program) heardOpening(u Update) bool {
	sc := &p.scene
	switch {
	case sc.Opening == "" || u.Generation != p.asked:
		return false
	case u.Err != nil && u.Solution == nil:
		p.openingFailed(u.Err)
		return true
	case u.Solution == nil:
		return false
	}
	// It is there: what was remembered of the old one means nothing for it, but for
	// the way back, and nobody would hear of what still trains on it.
	p.cancelTrainings()
	p.dragged = ""
	if p.arrival.back != nil {
		p.history.step(p.arrival.toward, p.now())
	} else {
		p.history.push(p.now())
	}
	focused := sc.focused().Name
	p.hideOpener()
	sc.Opening, sc.Update, sc.Views, sc.Before = "", Update{}, views{}, nil
	sc.State, sc.Limits = u.State, u.Session.Limits()
	sc.Focus = 0
	p.focus("lambda")
	p.focus(focused)
	return false
}

// openingFailed says why another pair can't be opened: in the overlay, where that
// has asked for it, with all that was typed there.
func (p *Program) openingFailed(err error) {
	sc := &p.scene
	o := &sc.Opener
	switch o.Shown = p.arrival.asked; {
	case !o.Shown:
		sc.Message = fmt.Sprintf("%s can't be opened: %s", sc.Opening, withoutFlags(plainError(err)))
	case o.Filling:
		at := o.Form.At
		o.Form.blame(err)
		if o.Err = errors.New(o.Form.words(err)); o.Form.At != at {
			p.openerText()
		}
	default:
		o.Err = err
	}
	if o.Shown {
		sc.Help = false // it would cover what the overlay says
	}
	sc.Opening, sc.Update.Progress, p.arrival = "", nil, arrival{failed: err}
	// The engine may have a curve left to draw of the pair that stays.
	p.ask()
}

// anotherPair reports whether two specs differ in more than controls can turn.
func anotherPair(a, b datasets.Spec) bool {
	to, from := reflect.ValueOf(&a).Elem(), reflect.ValueOf(b)
	for _, c := range Controls() {
		if c.ChangesData() {
			to.FieldByName(c.data).Set(from.FieldByName(c.data))
		}
	}
	return !reflect.DeepEqual(a, b)
}
