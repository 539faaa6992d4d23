package opener

import (
	"errors"

	"larui/tui/session"
)

// page is how many items a page is.
const page = 10

// Press does what a key stands for. It returns the pair to open once nothing is missing
// any more, and reports false for a key that edits the text.
func (o *Opener) Press(key string) (pair *session.Opening, known bool) {
	switch key {
	case "esc", "alt+esc":
		if !o.Filling {
			*o = Opener{} // what was typed is forgotten
		}
		o.Filling, o.Err = false, nil
	case "up", "shift+tab":
		o.Move(-1)
	case "down":
		o.Move(1)
	case "pgup":
		o.Move(-page)
	case "pgdown":
		o.Move(page)
	case "tab":
		if !o.Filling || !o.Form.Complete() {
			o.Move(1)
		}
	case "enter":
		return o.enter(), true
	default:
		return nil, false
	}
	return nil, true
}

// Type takes the text that is being typed.
func (o *Opener) Type(text string) {
	if o.Filling {
		o.Form.Set(text)
	} else if text != o.Filter {
		o.Filter, o.Selected, o.Err = text, 0, nil
	}
}

// Move selects the item n further on, held at the ends, or another field of the form.
func (o *Opener) Move(n int) {
	if o.Filling {
		o.Form.Move(max(-1, min(1, n)))
		return
	}
	o.Selected = max(0, min(len(o.matching())-1, o.Selected+n))
}

// enter chooses the selected item, or takes the field as it is typed. Where something
// is wrong with one, it is the field that is typed into.
func (o *Opener) enter() *session.Opening {
	var pair session.Opening
	item, ok := o.Choice()
	o.Err = nil
	switch {
	case o.Filling:
		done, err := o.Form.Enter()
		if err == nil && !done {
			return nil
		}
		if err == nil {
			pair, err = o.Form.Opening()
		}
		if err != nil {
			o.Err = errors.New(o.Form.Words(err))
		}
	case !ok:
		return nil
	case item.Line != "":
		pair, o.Err = session.ParseOpening(item.Line)
	case len(item.Fields) > 0:
		o.Filling, o.Form = true, NewOpenerForm(item)
		return nil
	default:
		pair, o.Err = session.NewOpening(item.Name, nil)
	}
	if o.Err != nil {
		return nil
	}
	return &pair
}
