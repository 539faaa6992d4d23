package frame

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"larui/datasets/phrase"
	"larui/tui/export"
	"larui/tui/help"
	"larui/tui/palette"
	"larui/tui/session"
	"larui/tui/stage"
)

// showOpener shows the overlay, as it was left where opening has just failed or was
// cancelled.
func (h *Host) showOpener() {
	h.Opener.Show(h.Recents.List())
	h.Help = false
}

// PressInOpener does what a key stands for in the overlay. It reports false for one
// that edits the text.
func (h *Host) PressInOpener(key string) bool {
	pair, known := h.Opener.Press(key)
	if pair != nil {
		h.OpenPair(*pair)
	}
	return known
}

// OpenPair asks for another pair. The present one stays until that is there.
func (h *Host) OpenPair(pair session.Opening) {
	h.overlay, h.Failed = h.Opener.Shown, nil
	h.Opener.Shown = false
	h.Open(pair)
}

// CancelOpening gives up what is being opened from within. A form that was filled in
// for it comes back.
func (h *Host) CancelOpening() {
	h.Message = "opening " + h.Opening + " was cancelled"
	h.Opener.Shown = h.overlay && h.Opener.Form != nil
	h.Cancel()
}

// refused says why another pair can't be opened: in the overlay, where that has asked
// for it, with all that was typed there.
func (h *Host) refused(name string, err error) {
	o := &h.Opener
	switch o.Shown = h.overlay; {
	case !o.Shown:
		h.Message = fmt.Sprintf("%s can't be opened: %s", name, session.WithoutFlags(session.PlainError(err)))
	default:
		o.Refuse(err, h.keeping.Fetch != nil)
		h.Help = false // it would cover what the overlay says
	}
	h.Failed = err
}

// showExport asks for the name of a file.
func (h *Host) showExport() {
	name := h.State.Spec.Name
	if target := h.State.Spec.Target; target != "" {
		name = strings.TrimSuffix(filepath.Base(target), filepath.Ext(target))
	}
	if h.Export.Show(name, h.Panel); h.did == chosen && withoutLabels(&h.Stage) {
		h.Export.Turn(export.Predictions) // which a choice is made for
	}
	h.Help = false
}

// PressInExport does what a key stands for in the overlay of files. It reports false for
// one that edits the text.
func (h *Host) PressInExport(key string) bool {
	file, kind, known := h.Export.Press(key)
	if file != "" {
		h.Write(file, kind)
	}
	return known
}

// Write has a file of what is shown written, in place of one that is there.
func (h *Host) Write(file string, kind export.Kind) {
	r := export.Request{File: file, Kind: kind, View: h.Panel, Session: h.Update.Session, State: h.Update.State}
	if tabled, ok := h.Named(h.Panel).(stage.Tabled); ok && kind == export.View {
		r.Table = tabled.Table(&h.Stage)
	}
	h.Writer.Write(r)
	h.Message = "writing " + phrase.OneLine(file) + " …; " + h.Sign("back") + " cancels"
}

// hearWriting takes in what the writer says.
func (h *Host) hearWriting(news export.News) {
	switch h.Writer.Hear(news); {
	case !news.Ended:
	case news.Err != nil:
		h.Message = "nothing was written: " + session.PlainError(news.Err)
	default:
		h.Message = "wrote " + news.What + " to " + phrase.OneLine(news.File)
	}
}

// WhyNoExport says why no file can be written now.
func (h *Host) WhyNoExport(sc *Scene) string {
	switch {
	case sc.Solution() == nil || sc.Opening != "":
		return stage.NothingSolved
	case h.Writer.Exporter == nil:
		return "there is nobody here to write files"
	case sc.Writer.Now != nil:
		return phrase.OneLine(sc.Writer.Now.File) + " is still being written: {back} cancels that"
	}
	return ""
}

// showHelp shows the help, or leaves it. The words that it explains first are those that
// are on the screen.
func (h *Host) showHelp() {
	if h.Help = !h.Help; h.Help && !h.tooSmall() {
		under := h.Scene
		under.Help = false
		lines := under.Frame(h.Width, h.Height).Plain()
		h.Book, h.seen = help.Book{}, help.On(strings.Join(lines, " "), h.Glyphs)
	}
}

// PressInHelp does what a key stands for while the help shows: leafs, scrolls and searches
// it, leaves it, or does what has nothing to do with what it covers. All other keys rest,
// and the sentence says so. It reports false for a key that edits what is searched for.
func (h *Host) PressInHelp(key string) bool {
	inner := h.Body(h.Width, h.Height).Inner()
	says, known := h.Book.Press(key, h.pages(), h.Glyphs, inner.W, inner.H)
	if known || h.Book.Searching {
		h.Message = says
		return known
	}
	for _, k := range h.Common {
		works := slices.Contains([]string{"help", "palette", "back", "quit", "suspend"}, k.Name)
		if works && slices.Contains(k.Keys, key) {
			h.apply(k.Do(&h.Stage), key)
			return true
		}
	}
	h.apply(stage.Tell(stage.ThisKey+" rests while the help shows: {back} or {help} leaves it"), key)
	return true
}

// TypeInHelp takes what is searched for as it is typed.
func (h *Host) TypeInHelp(text string) {
	inner := h.Body(h.Width, h.Height).Inner()
	h.Book.Type(text, h.pages(), h.Glyphs, inner.W, inner.H)
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

// A feat is an item of the palette and what choosing it leads to.
type feat struct {
	palette.Item
	do func()
}

// feats returns all that keys and controls do: the actions of the visible view, the
// controls, the actions of everywhere, and those of the other views, which are gone to.
func (h *Host) feats() []feat {
	sc := &h.Scene
	var all []feat
	taken := map[string]bool{} // keys that mean something else here
	add := func(table []stage.Key, of stage.Info) {
		help := ""
		for _, k := range table {
			if k.Help != "" {
				help = k.Help
			}
			f := feat{Item: palette.Item{Name: k.Name, Text: help, Why: sc.Keyed(k.WhyIdle(&sc.Stage))}, do: func() { h.do(k, keyOf(k)) }}
			for _, key := range k.Keys {
				if f.Key == "" && !taken[key] {
					f.Key = stage.KeySign(key)
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
					f.Key = sc.Sign("view-"+of.Name) + " " + stage.KeySign(k.Keys[0])
				}
			}
			all = append(all, f)
		}
	}
	add(slices.Concat(sc.lessonKeys(), viewKeys(sc)), stage.Info{})
	for _, c := range sc.Controls() {
		f := feat{Item: palette.Item{Name: c.Name, Also: c.Label, Key: sc.signs(c), Text: c.Label + " = " + c.Get(sc.State) + ": " + c.Help, Why: stage.Closed(&sc.Stage)}}
		f.do = func() {
			sc.FocusOn(c.Name)
			h.apply(sc.selected(), "")
		}
		all = append(all, f)
	}
	add(sc.Common, stage.Info{})
	for _, v := range sc.Views {
		if info := v.Info(); !sc.Zoom || info.Name != sc.Panel {
			add(sc.bind(v.Keys()), info)
		}
	}
	return all
}

// keyOf is the first key of an action, its name where it has none.
func keyOf(k stage.Key) string {
	if len(k.Keys) == 0 {
		return k.Name
	}
	return k.Keys[0]
}

// said is what a text says to do by itself, nil for nothing: to give a control a value, to
// open a file or a pair, to show a view, or to pin under a name.
func (h *Host) said(text string) *feat {
	name, args, _ := strings.Cut(strings.TrimSpace(text), " ")
	args = strings.TrimSpace(args)
	f := &feat{Item: palette.Item{Name: strings.TrimSpace(text), Why: stage.Closed(&h.Stage)}}
	_, missing := os.Stat(session.ExpandHome(name))
	var err error
	switch c, next, fails := h.Assign(text); {
	case c.Name != "":
		f.Text, err = "set "+c.Label+": "+c.Help, fails
		f.do = func() {
			h.FocusOn(c.Name)
			h.TurnTo(next)
		}
	case missing == nil && strings.ContainsAny(name, `./\`):
		f.Text, f.do = "open it, as the source of a pair", func() {
			h.Opener.Form, h.Opener.Err = nil, nil
			h.showOpener()
			h.Opener.Type(text)
		}
	case args == "":
		return nil
	case name == "open":
		var pair session.Opening
		pair, err = session.ParseOpening(args)
		f.Text, f.do = "open another pair", func() { h.OpenPair(pair) }
	case name == "view" && slices.Contains(ViewNames(), args):
		f.Text, f.do = "show the view "+args, func() { h.ShowView(args) }
	case name == "pin":
		called := phrase.Shown(args)
		f.Text, f.do = "pin what is shown, and call it "+called, func() { h.apply(pinAs(&h.Stage, called), "") }
	default:
		return nil
	}
	if err != nil && f.Why == "" {
		f.Why = session.WithoutFlags(session.PlainError(err))
	}
	return f
}
