package tui

import (
	"fmt"

	"larui/model"
)

// The controls with two values.

// choice is a control with two named values.
func choice(name, label, help, key string, off, on string, field func(*model.Params) *bool) Control {
	return Control{
		Name: name, Label: label, Help: help, Up: key, Width: max(len(off), len(on)), Switch: true, Advanced: true,
		Format: func(s State) string {
			if *field(&s.Params) {
				return on
			}
			return off
		},
		Parse: func(s State, text string) (State, error) {
			switch text {
			case on:
				*field(&s.Params) = true
			case off:
				*field(&s.Params) = false
			default:
				return s, fmt.Errorf("%w: %s %q is neither %s nor %s", ErrValue, name, text, off, on)
			}
			return s, nil
		},
		Step: func(s State, _ Limits, n int) State {
			if n%2 != 0 {
				v := field(&s.Params)
				*v = !*v
			}
			return s
		},
		Place: func(s State, _ Limits) float64 {
			if *field(&s.Params) {
				return 1
			}
			return 0
		},
	}
}

func implicitControl() Control {
	return choice("keep-implicit", "keep implicit", "keep the source's own term", "i",
		"false", "true", func(p *model.Params) *bool { return &p.KeepImplicit })
}

func tailControl() Control {
	c := choice("tail", "tail", "σ of the tail: target (paper) or source", "t",
		"target", "source", nil)
	c.Format = func(s State) string { return s.Params.Tail.String() }
	c.Parse = func(s State, text string) (State, error) {
		tail, err := model.ParseTail(text)
		if err != nil {
			return s, fmt.Errorf("%w: tail %q is neither target nor source", ErrValue, text)
		}
		s.Params.Tail = tail
		return s, nil
	}
	c.Step = func(s State, _ Limits, n int) State {
		if n%2 != 0 {
			s.Params.Tail = 1 - s.Params.Tail
		}
		return s
	}
	c.Place = func(s State, _ Limits) float64 { return float64(s.Params.Tail) }
	return c
}
