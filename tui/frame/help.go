package frame

import (
	"cmp"
	"slices"
	"strings"

	"larui/tui/chart"
	"larui/tui/overlay/help"
	"larui/tui/stage"
)

// HelpOverlay is the overlay that explains keys and words.
type HelpOverlay struct {
	overlayWithoutInput
	help.Viewer
	shown bool
	// seen are the explained words that occur on the screen behind the help.
	seen []help.Term
}

func (o *HelpOverlay) Key(h *Host) stage.Key {
	return stage.Key{Name: "help", Keys: []string{"?", "f1"}, Hint: "help", Help: "explain keys, words and the mouse, which selects text with Shift", Do: showFunc(h, o.toggle)}
}

func (o *HelpOverlay) VisibleFlag() *bool  { return &o.shown }
func (o *HelpOverlay) Title(*Scene) string { return "help" }

// Show opens the help at its first page. The last page explains the seen words first.
func (o *HelpOverlay) Show(seen []help.Term) { *o = HelpOverlay{shown: true, seen: seen} }

func (o *HelpOverlay) Draw(sc *Scene, g *chart.Grid) { o.Viewer.Draw(g, o.pages(sc), sc.Glyphs) }

func (o *HelpOverlay) Hints(sc *Scene) (hs []help.Entry) {
	hs = help.NewEntries("Tab", "page")
	if !OverlayOf[*LabelOverlay](sc).Shown {
		hs = append(hs, help.NewEntries("/", "search")...)
	}
	if w, h := zoomedViewSize(sc); o.CountHiddenLines(o.pages(sc), sc.Glyphs, w, h) > 0 {
		hs = append(hs, help.NewEntries("↑ ↓", "scroll")...)
	}
	return append(hs, help.NewEntries("Esc", "back")...)
}

func (o *HelpOverlay) Click(h *Host, x, y int) { o.ClickAt(x, y, o.pages(&h.Scene), h.Glyphs) }

func (o *HelpOverlay) Wheel(h *Host, n int) {
	w, rows := zoomedViewSize(&h.Scene)
	_ = o.Scroll(stage.WheelLines*n, o.pages(&h.Scene), h.Glyphs, w, rows)
}

func (o *HelpOverlay) toggle(h *Host) {
	if o.shown || isTooSmall(&h.Scene) {
		o.shown = !o.shown
		return
	}
	o.Show(help.FindTerms(strings.Join(h.Draw().Plain(), " "), h.Glyphs))
}

// Press turns pages and scrolls. The keys of the palette, back and so on work as usual.
func (o *HelpOverlay) Press(h *Host, key string) bool {
	w, rows := zoomedViewSize(&h.Scene)
	says, known := o.Viewer.Press(key, o.pages(&h.Scene), h.Glyphs, w, rows)
	if known {
		h.Message = says
		return true
	}
	names := []string{"help", "back", "suspend", "redraw"}
	if !OverlayOf[*LabelOverlay](&h.Scene).Shown { // a command could change the state below a round of labels
		names = append(names, "palette")
	}
	if h.pressCommon(key, names...) {
		return true
	}
	h.leaveOrRefuse(key, "does nothing in the help: {back} or {help} leaves the help")
	return true
}

// maxFirstPageRows includes two rows of titles.
const maxFirstPageRows = 2 + 15

// pages returns three pages: the keys of this screen, all keys, and the words. Keys with arrows
// stand first.
func (o *HelpOverlay) pages(sc *Scene) []help.Page {
	hinted := false
	common := slices.DeleteFunc(slices.Clone(sc.CommonKeys), func(k stage.Key) bool {
		hinted = isHinted(sc, k) || hinted && k.Hint+k.Help == "" // k shares the line of the key before
		return !hinted
	})
	early := func(k stage.Key) int {
		return slices.Index([]string{"export", "label", "choose", "standardize"}, k.Name)
	}
	slices.SortStableFunc(common, func(a, b stage.Key) int { return early(b) - early(a) })
	var arrows, others []help.Entry
	for _, e := range keyEntries(sc, slices.Concat(lessonKeys(sc), viewKeys(sc), keysBesidePanels(sc), common)) {
		if strings.ContainsAny(e.Key, "←↑⇧") {
			arrows = append(arrows, e)
		} else {
			others = append(others, e)
		}
	}
	here := append(arrows, others...)
	if labels := OverlayOf[*LabelOverlay](sc); labels.Shown {
		here = labels.Hints(sc)
	}
	w, rows := zoomedViewSize(sc)
	fits := func(entries []help.Entry) bool {
		return new(help.Viewer).CountHiddenLines([]help.Page{{Columns: [][]help.Entry{entries}}}, sc.Glyphs, w, min(rows, maxFirstPageRows)) == 0
	}
	for n, more := len(here), []help.Entry{{Text: "more keys: next page"}}; n > 0 && !fits(here); n-- {
		here = append(here[:n-1:n-1], more...)
	}
	everywhere := append(keyEntries(sc, sc.CommonKeys), help.NewEntries("mouse", "a click selects or zooms a panel, or runs the action of a hint; ◂ ▸, sliders and the wheel turn a control; drag the line of λ or epochs; point at curves and points to read off values")...)
	controls := []help.Entry{{Text: "controls"}}
	for _, c := range sc.Controls() {
		controls = append(controls, help.Entry{Key: cmp.Or(turnKeySigns(sc, c), sc.FirstKey("next-control")), Text: sc.ControlLabel(c) + ": " + c.Help})
	}
	own := append([]help.Entry{{Text: "in a lesson"}}, keyEntries(sc, sc.Lessons.keys)...)
	own = append(own, help.Entry{Text: "reading off"})
	for _, table := range [][]stage.Key{{turnToValueKey(nil)}, slices.Concat(stage.ReadingKeys(nil, false), stage.ReadingKeys(nil, true))} {
		own = append(own, keyEntries(sc, withUserKeys(sc, table))...)
	}
	for _, v := range sc.Views {
		if info := v.Info(); len(v.Keys()) > 0 {
			own = append(own, help.Entry{Text: strings.TrimSpace(sc.FirstKey("view-"+info.Name) + " " + info.Title)})
			own = append(own, keyEntries(sc, withUserKeys(sc, v.Keys()))...)
		}
	}
	words := slices.Concat([]help.Entry{{Text: "words of this screen"}}, help.TermEntries(o.seen), []help.Entry{{Text: "all words"}}, help.TermEntries(help.Terms()))
	half := (len(words) + 1) / 2
	return []help.Page{
		{Title: "this view", Columns: [][]help.Entry{here}},
		{Title: "all keys", Columns: [][]help.Entry{append(everywhere, controls...), own}},
		{Title: "words", Columns: [][]help.Entry{words[:half], words[half:]}},
	}
}

// keyEntries returns the lines of help for a table of keys. An action without a help text shares
// the line of the action before. A line has the first key of each action, then the other keys. If
// two actions have the same key, only the first action shows it.
func keyEntries(sc *Scene, table []stage.Key) []help.Entry {
	type line struct {
		first, others []string
		help          string
	}
	var lines []line
	taken := map[string]bool{"alt+esc": true} // a terminal sends alt+esc if Esc is pressed twice
	for _, k := range table {
		if k.Help != "" {
			lines = append(lines, line{help: k.Help})
		}
		to := &lines[len(lines)-1].first
		for _, key := range k.Keys {
			if taken[key] || k.AppliesTo != nil && !k.AppliesTo(&sc.Stage) {
				continue
			}
			taken[key] = true
			*to = append(*to, stage.KeySign(key))
			to = &lines[len(lines)-1].others
		}
	}
	var entries []help.Entry
	for _, l := range lines {
		if l.first != nil {
			entries = append(entries, help.Entry{Key: strings.Join(append(l.first, l.others...), " "), Text: l.help})
		}
	}
	return entries
}
