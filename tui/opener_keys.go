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
	o.Shown, o.Items = true, openerItems(p.recents.list())
	p.scene.Help = false
	p.input.Focus()
	p.openerText()
}

// hideOpener leaves the overlay and forgets what was typed.
func (p *Program) hideOpener() { p.scene.Opener = opener{} }

// openerText hands the text that is typed into to the line editor.
func (p *Program) openerText() {
	o := &p.scene.Opener
	text := o.Filter
	if o.Filling {
		text = o.Form.Values[o.Form.At]
	}
	p.input.SetValue(text)
	p.input.CursorEnd()
	o.Cursor = p.input.Position()
}

// openerKey answers a key while the overlay shows.
func (p *Program) openerKey(msg tea.KeyMsg) {
	o := &p.scene.Opener
	switch key := msg.String(); key {
	case "ctrl+c":
		p.quitting = true
	case "esc", "alt+esc":
		if !o.Filling {
			p.hideOpener()
			return
		}
		o.Filling, o.Err = false, nil
		p.openerText()
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
		p.openerText()
	case "enter":
		p.enterInOpener()
	default:
		p.input, _ = p.input.Update(msg)
		o.Cursor = p.input.Position()
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
	p.openerText()
}

// clickOpener selects the item at a cell of the frame; the selected one is chosen.
func (p *Program) clickOpener(x, y int) {
	o := &p.scene.Opener
	if o.Filling {
		return
	}
	at, rows := p.scene.openerList(p.width, p.height)
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
			p.open(pair)
		}
	case len(item.fields) > 0:
		o.Filling, o.Form = true, newOpenerForm(item)
		p.openerText()
	default:
		pair, err := session.NewOpening(item.name, nil)
		if o.Err = err; err == nil {
			p.open(pair)
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
			p.open(pair)
			return
		}
	}
	if err != nil {
		o.Err = errors.New(o.Form.words(err))
	}
	if o.Form.At != at {
		p.openerText()
	}
}
