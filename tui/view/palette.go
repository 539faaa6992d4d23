package view

import (
	"fmt"
	"slices"
	"strings"

	"larui/tui/palette"
	"larui/tui/session"
)

// What the palette lists, and how it is done.

// A feat is an item of the palette and what choosing it leads to.
type feat struct {
	palette.Item
	do func()
}

// feats returns all that keys and controls do: the actions of the visible view before all
// others, the controls, and the actions of the other views, which are gone to.
func (h *Host) feats() []feat {
	sc := &h.Scene
	var all []feat
	taken := map[string]bool{} // keys that mean something else here
	add := func(table []Key, of ViewInfo) {
		help := ""
		for _, k := range table {
			if k.Help != "" {
				help = k.Help
			}
			f := feat{Item: palette.Item{Name: k.Name, Text: help, Why: k.idle(sc)}, do: func() { h.do(k, keyOf(k)) }}
			for _, key := range k.Keys {
				if f.Key == "" && !taken[key] {
					f.Key = keySign(key)
				}
				taken[key] = true
			}
			if of.Name != "" {
				f.Why, f.do = "", func() {
					before := sc.ViewName()
					zoomOn(sc, of.Name)
					h.askAnew(before)
					h.do(k, keyOf(k))
				}
				if f.Key = ""; len(k.Keys) > 0 {
					f.Key = sc.sign("view-"+of.Name) + " " + keySign(k.Keys[0])
				}
			}
			all = append(all, f)
		}
	}
	add(viewKeys(sc), ViewInfo{})
	add(sc.Common, ViewInfo{})
	for _, c := range sc.Controls() {
		f := feat{Item: palette.Item{Name: c.Name, Also: c.Label, Key: sc.signs(c), Text: c.Label + " = " + c.Get(sc.State) + ": " + c.Help, Why: closed(sc)}}
		f.do = func() {
			sc.FocusOn(c.Name)
			h.Message = fmt.Sprintf("%s is selected: %s %s turn it, %s types a value", c.Label, sc.sign("turn-down"), sc.sign("turn-up"), sc.sign("type"))
		}
		all = append(all, f)
	}
	for _, v := range sc.Views.All() {
		if info := v.Info(); !sc.Zoom || info.Name != sc.Panel {
			add(sc.bind(v.Keys()), info)
		}
	}
	return all
}

// keyOf is the first key of an action, its name where it has none.
func keyOf(k Key) string {
	if len(k.Keys) == 0 {
		return k.Name
	}
	return k.Keys[0]
}

// said is what a text says to do by itself, nil for nothing: to give a control a value, to
// open a pair, or to show a view.
func (h *Host) said(text string) *feat {
	name, args, _ := strings.Cut(strings.TrimSpace(text), " ")
	args = strings.TrimSpace(args)
	f := &feat{Item: palette.Item{Name: strings.TrimSpace(text), Why: closed(&h.Scene)}}
	var err error
	switch c, next, fails := h.Assign(text); {
	case c.Name != "":
		f.Text, err = "set "+c.Label+": "+c.Help, fails
		f.do = func() {
			h.FocusOn(c.Name)
			h.TurnTo(next)
		}
	case args == "":
		return nil
	case name == "open":
		var pair session.Opening
		pair, err = session.ParseOpening(args)
		f.Text, f.do = "open another pair", func() { h.OpenPair(pair) }
	case name == "view" && slices.Contains(ViewNames(), args):
		f.Text, f.do = "show the view "+args, func() { h.ShowView(args) }
	default:
		return nil
	}
	if err != nil && f.Why == "" {
		f.Why = session.WithoutFlags(session.PlainError(err))
	}
	return f
}

// Assign reads what gives a control a value, "k 8" or "k=8": the control, and the state in
// which it has that. Of a text that names no control it returns the zero option.
func (sc *Scene) Assign(text string) (c session.Option, next session.State, err error) {
	text = strings.TrimSpace(text)
	name, value, ok := strings.Cut(text, "=")
	if at := strings.LastIndexAny(text, " \t"); !ok && at > 0 {
		name, value, ok = text[:at], text[at+1:], true
	}
	if !ok {
		return c, next, fmt.Errorf("%q is neither a command nor a control: type help", text)
	}
	if c, err = sc.Called(name); err == nil {
		next, err = sc.set(c, value)
	}
	return c, next, err
}

// set returns the state in which a control has a value.
func (sc *Scene) set(c session.Option, value string) (session.State, error) {
	next, err := c.Set(sc.State, strings.TrimSpace(value))
	if err == nil {
		err = next.Params.Check(sc.Limits.D)
	}
	return next, err
}

// Called finds a control by its name or by what the screen calls it.
func (sc *Scene) Called(name string) (session.Option, error) {
	var names []string
	for _, c := range sc.Controls() {
		for _, known := range []string{c.Name, c.Label, sc.Label(c)} {
			if strings.EqualFold(strings.TrimSpace(name), known) {
				return c, nil
			}
		}
		names = append(names, c.Name)
	}
	return session.Option{}, fmt.Errorf("there is no control %q: there are %s", strings.TrimSpace(name), strings.Join(names, ", "))
}

// showPalette shows the palette.
func (h *Host) showPalette() {
	h.Help = false
	var items []palette.Item
	for _, f := range h.feats() {
		items = append(items, f.Item)
	}
	h.Palette.Show(items)
}

// TypeInPalette takes the text as it is typed.
func (h *Host) TypeInPalette(text string) {
	if f := h.said(text); f != nil {
		h.Palette.Type(text, f.Item)
	} else {
		h.Palette.Type(text)
	}
}

// PressInPalette does what a key stands for in the palette. It reports false for one that
// edits the text.
func (h *Host) PressInPalette(key string) bool {
	text := h.Palette.Text()
	chosen, known := h.Palette.Press(key)
	if chosen == nil {
		return known
	}
	defer h.askAnew(h.ViewName())
	if f := h.said(text); f != nil {
		f.do()
		return true
	}
	for _, f := range h.feats() {
		if f.Name == chosen.Name {
			f.do()
		}
	}
	return true
}
