package tui

import (
	"errors"
	"fmt"
)

// How another pair comes onto the screen: the present one stays until it is there.

// An arrival is what becomes of a pair that is being opened once it is there.
type arrival struct {
	// overlay tells that the overlay has asked for it, and wants to know if it fails.
	overlay bool
	// failed is what has kept it from opening, until another one is opened.
	failed error
}

// open asks for another pair. The present one stays until that is there.
func (p *Program) open(pair opening) {
	overlay := p.scene.Opener.Shown
	p.scene.Opener.Shown = false
	p.scene.Open(pair)
	p.awaitPair(overlay)
}

// awaitPair waits for the pair that is being opened.
func (p *Program) awaitPair(overlay bool) {
	p.arrival = arrival{overlay: overlay}
}

// cancelOpening gives up what is being opened from within. A form that was filled in
// for it comes back.
func (p *Program) cancelOpening() {
	sc := &p.scene
	sc.Message = "opening " + sc.Opening + " was cancelled"
	sc.Opener.Shown = p.arrival.overlay && sc.Opener.Filling
	p.arrival = arrival{}
	sc.Cancel()
}

// arrived shows another pair; within tells that there was one before.
func (p *Program) arrived(within bool, focused string) {
	sc := &p.scene
	p.recents.add(sc.Update.Session.Spec)
	if within {
		p.leavePair(focused)
	}
	if len(sc.wanted()) > 0 {
		sc.Ask()
	}
}

// leavePair forgets what was remembered of the old pair: it means nothing for the new
// one, and nobody would hear of what still trains.
func (p *Program) leavePair(focused string) {
	sc := &p.scene
	sc.Views.rivals.cancelTrainings(sc)
	p.dragged = ""
	p.hideOpener()
	sc.Views = views{}
	sc.Focus = 0
	sc.focus("lambda")
	sc.focus(focused)
	p.arrival = arrival{}
}

// openingFailed says why another pair can't be opened: in the overlay, where that
// has asked for it, with all that was typed there.
func (p *Program) openingFailed(name string, err error) {
	sc := &p.scene
	o := &sc.Opener
	switch o.Shown = p.arrival.overlay; {
	case !o.Shown:
		sc.Message = fmt.Sprintf("%s can't be opened: %s", name, withoutFlags(plainError(err)))
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
	p.arrival = arrival{failed: err}
}
