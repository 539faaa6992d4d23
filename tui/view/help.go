package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"larui/tui/chart"
	"larui/tui/opener"
	"larui/tui/session"
)

// helpKeyWidth is how many columns keys get at most in the help, with the blanks beside
// them.
const helpKeyWidth = 19

// Two columns of help stand side by side from this many columns on.
const wideHelp = 100

// An entry of the help, or a hint of the bottom line, is a key, or a word of the screen,
// and what it means.
type entry struct{ key, text string }

// helpColumns returns the help in the columns that a frame w columns wide has
// room for: what keys do, those of the view first, what controls do, and what the
// words of the screen mean.
func helpColumns(sc *Scene, w int) [][]entry {
	own := len(keyEntries(sc, viewKeys(sc)))
	keys := append(keyEntries(sc, slices.Concat(viewKeys(sc), sc.Common)), entry{"mouse", "selects and zooms; ◂ ▸, sliders, wheel turn; over curves and points it reads off"})
	var controls []entry
	for _, c := range sc.Controls() {
		direct := cmp.Or(sc.signs(c), sc.sign("next-control"))
		controls = append(controls, entry{direct, sc.Label(c) + ": " + c.Help})
	}
	if w >= wideHelp {
		return [][]entry{keys, slices.Concat(controls, []entry{{}}, glossary(sc))}
	}
	return [][]entry{slices.Concat(keys[:own], controls, keys[own:], glossary(sc))}
}

// keyEntries says what the keys of a table stand for on the screen, where an earlier
// action takes a key from a later one. Actions that share a line name their first keys
// first.
func keyEntries(sc *Scene, table []Key) []entry {
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
			if taken[key] || k.Here != nil && !k.Here(sc) {
				continue
			}
			taken[key] = true
			*to = append(*to, keySign(key))
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

// A helpColumn is a column of the help in lines, whose texts begin at a column of it.
type helpColumn struct {
	lines []entry
	at    int
}

// newHelpColumn breaks entries into lines of w columns.
func newHelpColumn(sc *Scene, entries []entry, w int) (c helpColumn) {
	for _, e := range entries {
		c.at = max(c.at, min(helpKeyWidth, chart.TextWidth(sc.Spell(e.key))+3))
	}
	for _, e := range entries {
		keys := chart.WrapAll(sc.Spell(e.key), c.at-2)
		texts := chart.WrapAll(sc.Spell(e.text), w-c.at-1)
		for i := range max(len(keys), len(texts)) {
			var line entry
			if i < len(keys) {
				line.key = keys[i]
			}
			if i < len(texts) {
				line.text = texts[i]
			}
			c.lines = append(c.lines, line)
		}
	}
	return c
}

// hidden returns how many lines of the column are not seen at once in h rows, the last
// of which tells then that there are more.
func (c helpColumn) hidden(h int) int {
	if len(c.lines) <= h {
		return 0
	}
	return len(c.lines) - (h - 1)
}

// drawHelp draws the help, scrolled by HelpTop.
func drawHelp(sc *Scene, g *chart.Grid) {
	inner := g.Box("help", chart.Focus, chart.Focus, sc.Glyphs)
	w, h := inner.Size()
	columns := helpColumns(sc, w)
	for i, entries := range columns {
		g := inner.Sub(w*i/len(columns), 0, w/len(columns), h)
		c := newHelpColumn(sc, entries, w/len(columns))
		hidden := c.hidden(h)
		top := min(sc.HelpTop, hidden)
		for row, line := range c.lines[top : len(c.lines)-(hidden-top)] {
			g.Text(1, row, line.key, chart.Key)
			g.Text(c.at, row, line.text, chart.Plain)
		}
		switch {
		case hidden > top:
			g.Text(c.at, h-1, sc.Spell(fmt.Sprintf("↓ %d more lines (↓ or PgDn)", hidden-top)), chart.Key)
		case hidden > 0:
			g.Text(c.at, h-1, sc.Spell("↑ the end"), chart.Key)
		}
	}
}

// pressInHelp scrolls the help, leaves it, or does what has nothing to do with what
// it covers; all other keys rest, and the sentence says so.
func pressInHelp(sc *Scene, key string) Intent {
	page := max(1, sc.Body(sc.Width, sc.Height).Inner().H-2)
	by := map[string]int{
		"up": -1, "shift+tab": -1, "down": 1, "tab": 1,
		"pgup": -page, "pgdown": page, " ": page, "home": -session.Farthest, "end": session.Farthest,
	}
	for _, k := range sc.Common {
		works := slices.Contains([]string{"help", "back", "theme", "glyphs", "quit", "suspend"}, k.Name)
		if works && slices.Contains(k.Keys, key) {
			return k.Do(sc)
		}
	}
	if by[key] == 0 {
		return Tell(thisKey + " rests while the help shows: Esc or ? leaves it")
	}
	return scrollHelp(sc, by[key])
}

// scrollHelp scrolls the help by lines, held at its ends.
func scrollHelp(sc *Scene, by int) Intent {
	return scroll(&sc.HelpTop, by, helpHidden(sc), "the help ends there: Esc or ? leaves it")
}

// helpHidden returns how far the help can be scrolled.
func helpHidden(sc *Scene) (hidden int) {
	inner := sc.Body(sc.Width, sc.Height).Inner()
	columns := helpColumns(sc, inner.W)
	for _, entries := range columns {
		hidden = max(hidden, newHelpColumn(sc, entries, inner.W/len(columns)).hidden(inner.H))
	}
	return hidden
}

// Words explain what screens and lines of text call things.
func Words() [][2]string {
	return [][2]string{
		{noAdaptation, "plain least squares on the source, used on the target as it is"},
		{trainedToTheEnd, "where endless descent leads, the closed form"},
		{correctOnTarget, "the share of the target's rows of which the class is right"},
	}
}

// glossary explains the words that panels use.
func glossary(sc *Scene) []entry {
	words := []entry{
		{"LAR", "weights after the epochs of descent"},
		{"▲ ▼", "better, worse: of an error ▲ is the lower one"},
		{"source n×d", "n samples of d features; the bias, a feature that is 1 everywhere, is one of the d"},
		{"y^U", "how much of the label a component has"},
		{"▸", "components up to k (source), k̃ (target)"},
		{"k(0.1)", "components that hold most of the label: head > 90 % of its norm, tail < 10 % left"},
		{"leak", "share of Φᵀy where A is zero: if not 0, J falls for ever and descent walks on"},
	}
	for i, word := range Words() {
		words = slices.Insert(words, 1+i, entry{word[0], word[1]})
	}
	if s := sc.Solution(); s != nil && s.Signs != nil {
		words = append(words, []entry{
			{"changed", "share of the target that LAR predicts otherwise than no adaptation"},
			{"least class", "the class that LAR predicts most seldom beside its share of the source (in brackets)"},
			{"overlap", "σ_min(V_kᵀṼ_k̃): near 0 noise in the labels decides"},
		}...)
	}
	if sc.known(labelFreeMetric) {
		words = append(words, []entry{
			{"JLA", "joint label alignment: how well labels and predictions lie along what both domains share; it ranks settings without labels"},
			{"TA", "target alignment: the same of the target alone, to be compared at one k̃"},
			{"☆", "chosen by JLA: it leads no adaptation by more than 0.005; where none does, there is no ☆"},
		}...)
	}
	return words
}

// HelpWheel is how many lines a turn of the wheel scrolls.
const HelpWheel = 3

// hints returns what the bottom line shows: only keys that work now. The direct
// keys of controls come after the arrows.
func hints(sc *Scene) []entry {
	var hs []entry
	switch {
	case sc.Typing:
		return []entry{{"Enter", "set " + sc.Focused().Label}, {"Esc", "leave it"}}
	case sc.Opener.Shown:
		return openerHints(&sc.Opener)
	case sc.Export.Asks:
		return []entry{{"y", "replace"}, {"any other key", "leave it"}}
	case sc.Export.Shown:
		return []entry{{"Enter", "write"}, {"Tab", "something else"}, {"Esc", "leave"}}
	case sc.Lessons.List.Shown:
		return []entry{{"↑ ↓", "select"}, {"Enter", "begin"}, {"Esc", "leave"}}
	case sc.Help:
		if helpHidden(sc) > 0 {
			hs = []entry{{"↑ ↓", "scroll"}}
		}
		return append(hs, []entry{{"Esc", "back"}, {"T", "theme"}, {"G", "glyphs"}, {"?", "help"}, {"q", "quit"}}...)
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
		if k.Hint == "" || hidden || k.Hint == "choose" && !withoutLabels(sc) || k.idle(sc) != "" {
			continue
		}
		if shared = k.Hint; shared == before {
			hs[len(hs)-1].key += " " + keySign(k.Keys[0])
			continue
		}
		word := k.Hint
		switch {
		case word == "all panels" && sc.All && !sc.Zoom:
			word = "first screen"
		case word == "pin" && isPinned(sc):
			word = "unpin"
		case word == "next" && sc.Width < pairWidth && !sc.layout(sc.Width, sc.Height).simple:
			word = "next control" // not all of which show
		}
		hs = append(hs, entry{keySign(k.Keys[0]), word})
	}
	moveBehind(hs, "read off", "turn")
	if sc.layout(sc.Width, sc.Height).simple {
		return simpleHints(hs, sc.Width)
	}
	first := hs[0].text
	if sc.Opening == "" {
		for i, name := range []string{"lambda", "k", "ktilde"} {
			c, _ := session.OptionByName(name)
			hs = slices.Insert(hs, 2+i, entry{sc.signs(c), c.Label})
		}
	}
	if withoutLabels(sc) {
		moveBehind(hs, "export", "choose") // what a choice is made for
	}
	if sc.All {
		moveBehind(hs, "first screen", "zoom")
		moveBehind(hs, "type", "open")
		moveBehind(hs, "pin", "open")
	}
	moveBehind(hs, "all panels", "open")
	if sc.Width < fullWidth || sc.Height < fullHeight {
		// Not all panels show: how to see the others comes early.
		moveBehind(hs, "panel", first)
	} else {
		// How to see more, and other data, outlasts what a first turn brings.
		moveBehind(hs, "panel", "open")
		moveBehind(hs, "reset", "open")
	}
	// So does the way out of a zoomed panel or the help, where there is one.
	moveBehind(hs, "back", first)
	return hs
}

// simpleHints are those that a newcomer needs, in plain words where these have room.
func simpleHints(all []entry, w int) (hs []entry) {
	for _, word := range [][3]string{
		{goOn, goOn, goOn}, {stepBefore, stepBefore, "before"},
		{"back", "back", "back"}, {"choose", "choose", "choose"}, {"standardize", "standardize", "standardize"}, {"turn", "turn", "turn"},
		{"next", "next control", "others"}, {"play", "watch it train", "train"},
		{"all panels", "all panels", "panels"}, {"lessons", "lessons", "lessons"}, {"open", "open data", "open"}, {"undo", "undo", "undo"},
		{"palette", "palette", "palette"}, {"help", "help", "help"}, {"quit", "quit", "quit"},
	} {
		said := word[1]
		if w < fullWidth {
			said = word[2]
		}
		if at := slices.IndexFunc(all, func(h entry) bool { return h.text == word[0] }); at >= 0 {
			hs = append(hs, entry{all[at].key, said})
		}
	}
	return hs
}

// moveBehind moves the hint with a word behind that with another, if both are there.
func moveBehind(hs []entry, word, other string) {
	at := slices.IndexFunc(hs, func(h entry) bool { return h.text == word })
	to := slices.IndexFunc(hs, func(h entry) bool { return h.text == other })
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

// drawHints draws as many hints as have room, the last two (help and quit)
// always.
func drawHints(sc *Scene, g *chart.Grid) {
	var groups []group
	for _, h := range hints(sc) {
		groups = append(groups, group{{sc.Spell(h.key) + " ", chart.Key}, {sc.Spell(h.text), chart.Dim}})
	}
	w, _ := g.Size()
	for len(groups) > 3 && widthOf(groups, groupGap) > w-1 {
		groups = slices.Delete(groups, len(groups)-3, len(groups)-2)
	}
	drawGroups(g.Sub(1, 0, w-1, 1), groups, groupGap)
}

// openerHints are the keys of the overlay.
func openerHints(o *opener.Opener) []entry {
	switch {
	case o.Offers:
		return []entry{{"Enter", "fetch"}, {"Esc", "back"}}
	case o.Form == nil:
		return []entry{{"↑ ↓", "select"}, {"type", "to narrow"}, {"Enter", "open"}, {"Esc", "leave"}}
	}
	hs := []entry{{"Enter", "open"}, {"↑ ↓", "other field"}, {"Esc", "back"}}
	if o.Form.Completes() {
		hs = append([]entry{{"Tab", "complete"}}, hs...)
	}
	return hs
}

// toTurn says how to turn the control of that name up, or down where n < 0.
func (sc *Scene) toTurn(name string, n int) string {
	c, _ := session.OptionByName(name)
	word, key := "up", sc.sign(name+ups)
	if n < 0 {
		word, key = "down", sc.sign(name+downs)
	}
	if sc.Spoken {
		return "type " + word + " " + name
	}
	if sc.Focused().Name == name { // the plainest key, then
		key = cmp.Or(sc.sign("turn-"+word), key)
	}
	if key == "" {
		return "turn " + c.Label + " " + word
	}
	return key + " turns " + c.Label + " " + word
}

// toStandardize says how to give the features one scale.
func (sc *Scene) toStandardize() string {
	if sc.Spoken {
		return "open the files with standardize=source"
	}
	return "press " + sc.sign("standardize") + " to standardize"
}

// toSet says how to give the control of that name a value that lies n steps or so up
// (down where n < 0).
func (sc *Scene) toSet(name, value string, n int) string {
	if sc.Spoken {
		return "type " + name + " " + value
	}
	c, _ := session.OptionByName(name)
	key, sign := sc.sign(name+ups), 1
	if n < 0 {
		key, sign = sc.sign(name+downs), -1
	}
	switch {
	case (c.Values != nil) && key != "":
		return "press " + key
	case key == "" || !c.StepsOn(sc.State, sc.Limits, value, sign):
		return "select " + c.Label + " with Tab, press = and type " + value
	}
	return "press " + key + " until " + c.Label + " = " + value
}
