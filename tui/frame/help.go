package frame

import (
	"cmp"
	"slices"
	"strings"

	"larui/tui/chart"
	"larui/tui/help"
	"larui/tui/session"
	"larui/tui/stage"
)

// An entry of the help, or a hint of the bottom line, is a key, or a word of the screen,
// and what it means.
type entry struct{ Key, Text string }

// forHelp gives entries to the help.
func forHelp(entries []entry) (lines []help.Entry) {
	for _, e := range entries {
		lines = append(lines, help.Entry(e))
	}
	return lines
}

// pages returns the help: what keys do here and the words that are on the screen, all
// keys, and all words.
func (sc *Scene) pages() []help.Page {
	hinted, common := false, slices.Clone(sc.Common)
	common = slices.DeleteFunc(common, func(k stage.Key) bool {
		hinted = sc.hints(k) || hinted && k.Hint+k.Help == "" // which shares its line
		return !hinted
	})
	here := keyEntries(sc, slices.Concat(sc.lessonKeys(), viewKeys(sc), common))
	everywhere := append(keyEntries(sc, sc.Common), entry{"mouse", "selects and zooms; ◂ ▸, sliders, wheel turn; over curves and points it reads off"})
	controls := []entry{{"", "controls"}}
	for _, c := range sc.Controls() {
		e := entry{cmp.Or(sc.signs(c), sc.Sign("next-control")), sc.Label(c) + ": " + c.Help}
		if slices.Contains(mainControls, c.Name) {
			here = append(here, e)
		}
		controls = append(controls, e)
	}
	own := append([]entry{{"", "in a lesson"}}, keyEntries(sc, sc.Lessons.keys)...)
	own = append(own, entry{"", "reading off"})
	own = append(own, keyEntries(sc, sc.bind(slices.Concat(stage.ReadKeys(nil, false), stage.ReadKeys(nil, true))))...)
	for _, v := range sc.Views {
		if info := v.Info(); len(v.Keys()) > 0 {
			own = append(own, entry{"", strings.TrimSpace(sc.Sign("view-"+info.Name) + " " + info.Title)})
			own = append(own, keyEntries(sc, sc.bind(v.Keys()))...)
		}
	}
	words := help.Entries(help.Words())
	half := (len(words) + 1) / 2
	seen := append([]help.Entry{{Text: "words of this screen"}}, help.Entries(sc.seen)...)
	return []help.Page{
		{Title: "this view", Columns: [][]help.Entry{forHelp(here), seen}},
		{Title: "all keys", Columns: [][]help.Entry{forHelp(append(everywhere, controls...)), forHelp(own)}},
		{Title: "words", Columns: [][]help.Entry{words[:half], words[half:]}},
	}
}

// keyEntries says what the keys of a table stand for on the screen, where an earlier
// action takes a key from a later one. Actions that share a line name their first keys
// first.
func keyEntries(sc *Scene, table []stage.Key) []entry {
	type line struct {
		first, others []string
		help          string
	}
	var lines []line
	taken := map[string]bool{"alt+esc": true} // Esc twice at once is Esc
	for _, k := range table {
		if k.Help != "" {
			lines = append(lines, line{help: k.Help})
		}
		to := &lines[len(lines)-1].first
		for _, key := range k.Keys {
			if taken[key] || k.Here != nil && !k.Here(&sc.Stage) {
				continue
			}
			taken[key] = true
			*to = append(*to, stage.KeySign(key))
			to = &lines[len(lines)-1].others
		}
	}
	var entries []entry
	for _, l := range lines {
		if l.first != nil {
			entries = append(entries, entry{strings.Join(append(l.first, l.others...), " "), l.help})
		}
	}
	return entries
}

// mainControls have their direct keys in the bottom line.
var mainControls = []string{"lambda", "k", "ktilde"}

// hints tells whether a key is hinted at: where it works now, and there is need of it.
func (sc *Scene) hints(k stage.Key) bool {
	switch k.Hint {
	case "turn", "next", "play":
		if sc.Lessons.Still() && !(k.Hint == "play" && sc.Lessons.AsksToPlay()) {
			return false
		}
	case "panel", "all panels":
		if sc.Lessons.Step() != nil {
			return false
		}
	}
	return k.Hint != "" && (k.Name != "choose" || withoutLabels(&sc.Stage)) && k.WhyIdle(&sc.Stage) == ""
}

// hints returns what the bottom line shows: only keys that work now. The direct
// keys of controls come after the arrows.
func hints(sc *Scene) []entry {
	var hs []entry
	switch {
	case sc.Typing:
		return []entry{{"Enter", "set " + sc.Focused().Label}, {"Esc", "leave it"}}
	case sc.Opener.Shown:
		switch form := sc.Opener.Form; {
		case sc.Opener.Offers:
			return []entry{{"y", "fetch"}, {"any other key", "leave it"}}
		case form == nil:
			return []entry{{"↑ ↓", "select"}, {"type", "to narrow"}, {"Enter", "open"}, {"Esc", "leave"}}
		case form.Completes():
			hs = []entry{{"Tab", "complete"}}
		}
		enter := "open"
		if sc.Opener.Form.Misses() {
			enter = "next"
		}
		return append(hs, []entry{{"Enter", enter}, {"↑ ↓", "other field"}, {"Esc", "back"}}...)
	case sc.Export.Asks:
		return []entry{{"y", "replace"}, {"any other key", "leave it"}}
	case sc.Export.Shown:
		return []entry{{"Enter", "write"}, {"Tab", "something else"}, {"Esc", "leave"}}
	case sc.Palette.Shown:
		return []entry{{"type", "to narrow, or λ 100"}, {"↑ ↓", "select"}, {"Tab", "complete"}, {"Enter", "do it"}, {"Esc", "leave"}}
	case sc.Lessons.List.Shown:
		return []entry{{"↑ ↓", "select"}, {"Enter", "begin"}, {"Esc", "leave"}}
	case sc.Help:
		if sc.Book.Searching {
			return []entry{{"type", "to search"}, {"↑ ↓", "others"}, {"Enter", "stay there"}}
		}
		if inner := sc.Body(sc.Width, sc.Height).Inner(); sc.Book.Hidden(sc.pages(), sc.Glyphs, inner.W, inner.H) > 0 {
			hs = []entry{{"↑ ↓", "scroll"}}
		}
		if sc.Book.Text() != "" {
			hs = append(hs, entry{"n N", "next found"})
		}
		return append([]entry{{"Tab", "page"}, {"/", "search"}}, append(hs, entry{"Esc", "back"}, entry{sc.Sign("quit"), "quit"})...)
	}
	taken := map[string]bool{}
	shared := "" // the hint of the key before, where it shows
	for _, k := range sc.keys() {
		before := shared
		shared = ""
		// A view's own keys hide what they do elsewhere.
		hidden := len(k.Keys) == 0 || taken[k.Keys[0]]
		for _, key := range k.Keys {
			taken[key] = true
		}
		if hidden || !sc.hints(k) {
			continue
		}
		if shared = k.Hint; shared == before {
			hs[len(hs)-1].Key += " " + stage.KeySign(k.Keys[0])
			continue
		}
		word := k.Hint
		switch {
		case word == "all panels" && sc.All && !sc.Zoom:
			word = "first screen"
		case word == "pin" && isPinned(&sc.Stage):
			word = "unpin"
		case word == "next" && sc.Width < stage.PairWidth && !sc.layout(sc.Width, sc.Height).simple:
			word = "next control" // not all of which show
		}
		hs = append(hs, entry{stage.KeySign(k.Keys[0]), word})
	}
	moveBehind(hs, "read off", "turn")
	if sc.layout(sc.Width, sc.Height).simple {
		return sc.taught(simpleHints(sc, hs))
	}
	first := hs[0].Text
	if sc.Opening == "" && !sc.Lessons.Still() {
		for i, name := range mainControls {
			c, _ := session.OptionByName(name)
			hs = slices.Insert(hs, 2+i, entry{sc.signs(c), c.Label})
		}
	}
	if withoutLabels(&sc.Stage) {
		moveBehind(hs, "export", "choose") // what a choice is made for
	}
	if sc.All {
		moveBehind(hs, "first screen", "zoom")
		moveBehind(hs, "type", "open")
		moveBehind(hs, "pin", "open")
	}
	moveBehind(hs, "all panels", "open")
	if sc.Width < stage.FullWidth || sc.Height < stage.FullHeight {
		// Not all panels show: how to see the others comes early.
		moveBehind(hs, "panel", first)
	} else {
		// How to see more, and other data, outlasts what a first turn brings.
		moveBehind(hs, "open", "play")
		moveBehind(hs, "zoom", "play")
		moveBehind(hs, "panel", "open")
		moveBehind(hs, "reset", "open")
	}
	// So does the way out of a zoomed panel or the help, where there is one.
	moveBehind(hs, "back", first)
	moveBehind(hs, stepBefore, goOn)
	return sc.taught(hs)
}

// simpleHints are those that a newcomer needs, in plain words where these have room.
func simpleHints(sc *Scene, all []entry) (hs []entry) {
	for _, word := range [][3]string{
		{goOn, goOn, goOn}, {stepBefore, stepBefore, "before"},
		{"back", "back", "back"}, {"standardize", "standardize", "standardize"}, {"choose", "choose", "choose"},
		{"export", "export", "export"}, {"turn", "turn", "turn"},
		{"next", "next control", "others"}, {"play", "watch it train", "train"},
		{"lessons", "lessons", "lessons"}, {"all panels", "all panels", "panels"}, {"palette", "palette", "palette"}, {"undo", "undo", "undo"},
		{"open", "open", "open"}, {"help", "help", "help"}, {"quit", "quit", "quit"},
	} {
		said := word[1]
		if sc.Width < stage.FullWidth {
			said = word[2]
		}
		if word[0] == "export" && (!withoutLabels(&sc.Stage) || sc.Width < stage.PairWidth) {
			continue
		}
		if at := slices.IndexFunc(all, func(h entry) bool { return h.Text == word[0] }); at >= 0 {
			hs = append(hs, entry{all[at].Key, said})
		}
	}
	return hs
}

// moveBehind moves the hint with a word behind that with another, if both are there.
func moveBehind(hs []entry, word, other string) {
	at := slices.IndexFunc(hs, func(h entry) bool { return h.Text == word })
	to := slices.IndexFunc(hs, func(h entry) bool { return h.Text == other })
	if at < 0 || to < 0 {
		return
	}
	for ; at < to; at++ {
		hs[at], hs[at+1] = hs[at+1], hs[at]
	}
	for ; at > to+1; at-- {
		hs[at], hs[at-1] = hs[at-1], hs[at]
	}
}

// taught are hints that say in a lesson what going back leaves: there is more than one layer.
func (sc *Scene) taught(hs []entry) []entry {
	back := slices.IndexFunc(hs, func(h entry) bool { return h.Text == "back" })
	if back < 0 || sc.Lessons.Step() == nil {
		return hs
	}
	switch narrow := sc.Width < stage.PairWidth; {
	case sc.Play.On, sc.Choosing(), sc.Opening != "", sc.Writer.Now != nil, sc.Update.Progress != nil:
		hs[back].Text = "stop"
	case sc.Reading().On, sc.Zoom && narrow:
	case sc.Zoom:
		hs[back].Text = "leave view"
	case narrow:
		hs[back].Text = "leave"
	default:
		hs[back].Text = "leave lesson"
	}
	return hs
}

// drawHints draws as many hints as have room, the last (palette, help and quit; on narrow
// screens and in lessons help and quit) always.
func drawHints(sc *Scene, g *chart.Grid) {
	w, _ := g.Size()
	last := 3
	if w < stage.PairWidth || sc.Lessons.Step() != nil {
		last = 2
	}
	var groups []chart.Group
	for _, h := range hints(sc) {
		groups = append(groups, chart.Group{chart.Styled(sc.Spell(h.Key)+" ", chart.Key), chart.Styled(sc.Spell(h.Text), chart.Dim)})
	}
	for len(groups) > last+1 && chart.WidthOf(groups, chart.GroupGap) > w-1 {
		groups = slices.Delete(groups, len(groups)-last-1, len(groups)-last)
	}
	chart.DrawGroups(g.Sub(1, 0, w-1, 1), groups, chart.GroupGap)
}

// toTurn says how to turn the control of that name up, or down where n < 0.
func (sc *Scene) toTurn(name string, n int) string {
	c, _ := session.OptionByName(name)
	word, key := "up", sc.Sign(name+stage.Ups)
	if n < 0 {
		word, key = "down", sc.Sign(name+stage.Downs)
	}
	if sc.Spoken {
		return "type " + word + " " + name
	}
	if sc.Focused().Name == name { // the plainest key, then
		key = cmp.Or(sc.Sign("turn-"+word), key)
	}
	if key == "" {
		return "turn " + c.Label + " " + word
	}
	return key + " turns " + c.Label + " " + word
}

// Selected says what the arrows turn now.
func (sc *Scene) selected() stage.Intent {
	return stage.Tell("%s: %s", sc.Focused().Label, sc.Focused().Help)
}

// toStandardize says how to give the features one scale.
func (sc *Scene) toStandardize() string {
	if sc.Spoken {
		return "open the files with standardize=source"
	}
	return "press " + sc.Sign("standardize") + " to standardize"
}

// boxed are the lines of a message that is too long for its rows, nil of another.
func (sc *Scene) boxed(l layout, w int) []string {
	const most = 8
	lines, room := chart.Wrap(sc.Spell(sc.Message), w-4, most), w-2
	if sc.Lessons.Step() != nil { // which has its place beside it
		room -= chart.TextWidth(sc.Lessons.Place()) + 2
	}
	if sc.Message == "" || len(lines) <= l.saying && (l.saying > 1 || chart.TextWidth(sc.Spell(sc.Message)) <= room) {
		return nil
	}
	return lines
}

// CloseMessage takes the message away, and reports whether it was too long for its rows.
func (h *Host) CloseMessage() bool {
	boxed := h.boxed(h.layout(h.Width, h.Height), h.Width) != nil
	h.Message = ""
	return boxed
}
