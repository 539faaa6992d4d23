package tui

import (
	"errors"
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
		*o = opener{}
	}
	o.Shown, o.Items = true, openerItems(p.host.Recents.list())
	p.scene.Help = false
	p.input.Focus()
}

// hideOpener leaves the overlay and forgets what was typed.
func (p *Program) hideOpener() { p.scene.Opener = opener{} }

// followText hands the text that is typed into to the line editor, where it is another
// one.
func (p *Program) followText() {
	o := &p.scene.Opener
	if !o.Shown {
		return
	}
	if text := o.text(); text != p.input.Value() {
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
		if !o.Filling || !o.Form.complete() {
			p.moveInOpener(1)
			return
		}
	case "enter":
		p.enterInOpener()
	default:
		p.input, _ = p.input.Update(msg)
		if text := p.input.Value(); o.Filling {
			o.Form.set(text)
		} else if text != o.Filter {
			o.Filter, o.Selected, o.Err = text, 0, nil
		}
	}
}

// openerHints are the keys of the overlay.
func (p *Program) openerHints() []hint {
	o := &p.scene.Opener
	if !o.Filling {
		return []hint{{"↑ ↓", "select"}, {"type", "to narrow"}, {"Enter", "open"}, {"Esc", "leave"}}
	}
	hs := []hint{{"Enter", "open"}, {"↑ ↓", "other field"}, {"Esc", "back"}}
	if field := o.Form.field(); field.Kind == session.Path || field.Values != nil {
		hs = append([]hint{{"Tab", "complete"}}, hs...)
	}
	return hs
}

// moveInOpener selects another item, or another field of the form.
func (p *Program) moveInOpener(n int) {
	o := &p.scene.Opener
	if !o.Filling {
		o.move(n)
		return
	}
	o.Form.move(max(-1, min(1, n)))
}

// clickOpener selects the item at a cell of the frame; the selected one is chosen.
func (p *Program) clickOpener(x, y int) {
	o := &p.scene.Opener
	if o.Filling {
		return
	}
	at, rows := p.scene.openerList(p.scene.Width, p.scene.Height)
	if !at.holds(x, y) || y-at.y >= len(rows) || rows[y-at.y].item < 0 {
		return
	}
	if item := rows[y-at.y].item; item != o.Selected {
		o.Selected = item
		return
	}
	p.enterInOpener()
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
	item, ok := o.selected()
	switch {
	case !ok:
	case item.line != "":
		pair, err := session.ParseOpening(item.line)
		if o.Err = err; err == nil {
			p.host.OpenPair(pair)
		}
	case len(item.fields) > 0:
		o.Filling, o.Form = true, newOpenerForm(item)
	default:
		pair, err := session.NewOpening(item.name, nil)
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
	done, err := o.Form.enter()
	if err == nil && done {
		var pair opening
		if pair, err = o.Form.opening(); err == nil {
			p.host.OpenPair(pair)
			return
		}
	}
	if err != nil {
		o.Err = errors.New(o.Form.words(err))
	}
	if o.Form.At != at {
	}
}
