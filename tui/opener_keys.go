package tui

import (
	"errors"
	"larui/tui/opener"
	"larui/tui/session"

	tea "github.com/charmbracelet/bubbletea"
)

// What keys and clicks do in the opener.

// openerPage is how many items a page is.
const openerPage = 10

// showOpener shows the overlay, as it was left where opening has just failed or was
// cancelled.
func (p *Program) showOpener() {
	o := &p.scene.Opener
	if o.Err == nil && !o.Filling {
		*o = opener.Opener{}
	}
	o.Shown, o.Items = true, opener.OpenerItems(p.host.Recents.List())
	p.scene.Help = false
	p.input.Focus()
}

// hideOpener leaves the overlay and forgets what was typed.
func (p *Program) hideOpener() { p.scene.Opener = opener.Opener{} }

// followText hands the text that is typed into to the line editor, where it is another
// one.
func (p *Program) followText() {
	o := &p.scene.Opener
	if !o.Shown {
		return
	}
	if text := o.Text(); text != p.input.Value() {
		p.input.SetValue(text)
		p.input.CursorEnd()
	}
	o.Cursor = p.input.Position()
}

// openerKey answers a key while the overlay shows.
func (p *Program) openerKey(msg tea.KeyMsg) {
	o := &p.scene.Opener
	switch key := msg.String(); key {
	case "ctrl+c":
		p.host.Quitting = true
	case "esc", "alt+esc":
		if !o.Filling {
			p.hideOpener()
			return
		}
		o.Filling, o.Err = false, nil
	case "up", "shift+tab":
		p.moveInOpener(-1)
	case "down":
		p.moveInOpener(1)
	case "pgup":
		p.moveInOpener(-openerPage)
	case "pgdown":
		p.moveInOpener(openerPage)
	case "tab":
		if !o.Filling || !o.Form.Complete() {
			p.moveInOpener(1)
			return
		}
	case "enter":
		p.enterInOpener()
	default:
		p.input, _ = p.input.Update(msg)
		if text := p.input.Value(); o.Filling {
			o.Form.Set(text)
		} else if text != o.Filter {
			o.Filter, o.Selected, o.Err = text, 0, nil
		}
	}
}

// moveInOpener selects another item, or another field of the form.
func (p *Program) moveInOpener(n int) {
	o := &p.scene.Opener
	if !o.Filling {
		o.Move(n)
		return
	}
	o.Form.Move(max(-1, min(1, n)))
}

// clickOpener selects the item at a cell of the frame; the selected one is chosen.
func (p *Program) clickOpener(y int) {
	sc := p.scene
	inner := sc.Body(sc.Width, sc.Height).Inner()
	if sc.Opener.ClickAt(inner.W, inner.H, y-inner.Y, sc.Glyphs) {
		p.enterInOpener()
	}
}

// enterInOpener chooses the selected item, or takes the field as it is typed; once
// nothing is missing any more the pair is opened.
func (p *Program) enterInOpener() {
	o := &p.scene.Opener
	o.Err = nil
	if o.Filling {
		p.enterInForm()
		return
	}
	item, ok := o.Choice()
	switch {
	case !ok:
	case item.Line != "":
		pair, err := session.ParseOpening(item.Line)
		if o.Err = err; err == nil {
			p.host.OpenPair(pair)
		}
	case len(item.Fields) > 0:
		o.Filling, o.Form = true, opener.NewOpenerForm(item)
	default:
		pair, err := session.NewOpening(item.Name, nil)
		if o.Err = err; err == nil {
			p.host.OpenPair(pair)
		}
	}
}

// enterInForm takes the field as it is typed. Where something is wrong the cursor
// stays, unless that is another field.
func (p *Program) enterInForm() {
	o := &p.scene.Opener
	at := o.Form.At
	done, err := o.Form.Enter()
	if err == nil && done {
		var pair session.Opening
		if pair, err = o.Form.Opening(); err == nil {
			p.host.OpenPair(pair)
			return
		}
	}
	if err != nil {
		o.Err = errors.New(o.Form.Words(err))
	}
	if o.Form.At != at {
	}
}
