package frame

import (
	"slices"
	"strings"

	"larui/tui/chart"
	"larui/tui/overlay/help"
	"larui/tui/session"
	"larui/tui/stage"
)

// mainControls are the controls with hints for their direct keys.
var mainControls = []string{"lambda", "k", "ktilde"}

// keysHere returns the keys of the screen in the order of precedence.
func keysHere(sc *Scene) []stage.Key {
	return slices.Concat(lessonKeys(sc), hoverKeys(sc), viewKeys(sc), sc.CommonKeys, keysBesidePanels(sc), sc.ControlKeys)
}

// isHinted reports whether a key is hinted at: it works now, and is useful in the present state.
func isHinted(sc *Scene, k stage.Key) bool {
	switch k.Hint {
	case "turn", "next", "train":
		if sc.Lessons.Still() && !(k.Hint == "train" && sc.Lessons.AsksToPlay()) {
			return false
		}
	case "panel", "all panels":
		if sc.Lessons.Step() != nil {
			return false
		}
	}
	due := true
	switch k.Name {
	case "choose":
		due = withoutLabels(&sc.Stage)
	case "label":
		due = withoutLabels(&sc.Stage) && changes(sc)
	case "standardize":
		due = scalesDiffer(sc)
	}
	return due && k.Hint != "" && k.WhyIdle(&sc.Stage) == ""
}

// hints returns the hints of the bottom line, for keys that work now.
func hints(sc *Scene) []help.Entry {
	switch {
	case sc.Typing:
		return []help.Entry{{Key: "Enter", Text: "set " + sc.FocusedControl().Label}, {Key: "Esc", Text: "leave it"}}
	case sc.TopOverlay() != nil:
		return sc.TopOverlay().Hints(sc)
	case sc.Present && !sc.Zoom:
		return presentedHints(lessonHints(sc, simpleHints(sc, workingHints(sc))))
	case sc.Simple():
		return lessonHints(sc, simpleHints(sc, workingHints(sc)))
	}
	return lessonHints(sc, orderedHints(sc, workingHints(sc)))
}

// workingHints returns the hints of the keys that work now, in the order of their tables.
// Consecutive keys with the same hint share an entry.
func workingHints(sc *Scene) (hs []help.Entry) {
	taken := map[string]bool{}
	shared := "" // the hint of the key before, if it is shown
	for _, k := range keysHere(sc) {
		before := shared
		shared = ""
		// A key of the view hides a later action with the same key.
		hidden := len(k.Keys) == 0 || taken[k.Keys[0]]
		for _, key := range k.Keys {
			taken[key] = true
		}
		if hidden || !isHinted(sc, k) {
			continue
		}
		shared = k.Hint
		if shared == before {
			hs[len(hs)-1].Key += " " + stage.KeySign(k.Keys[0])
		} else {
			hs = append(hs, help.Entry{Key: stage.KeySign(k.Keys[0]), Text: hintWord(sc, k.Hint)})
		}
	}
	moveBehind(hs, "read off", "turn")
	return hs
}

// hintWord returns the text of a hint in the present state.
func hintWord(sc *Scene, hint string) string {
	switch {
	case hint == "all panels" && sc.All && !sc.Zoom:
		return "first screen"
	case hint == "back" && sc.Solution == nil && !sc.Zoom && sc.TopOverlay() == nil:
		return "cancel" // there is no pair to go back to
	case hint == "pin" && isPinned(&sc.Stage):
		return "unpin"
	case hint == "train" && sc.Play.Running:
		return "pause"
	}
	return hint
}

// orderedHints adds the direct keys of the main controls behind the arrows. It moves important
// hints forward, since narrow screens drop the last ones.
func orderedHints(sc *Scene, hs []help.Entry) []help.Entry {
	first := hs[0].Text
	if sc.Opening == "" && !sc.Lessons.Still() {
		for i, name := range mainControls {
			c, _ := session.OptionByName(name)
			hs = slices.Insert(hs, 2+i, help.Entry{Key: signsOf(sc, c), Text: c.Label})
		}
	}
	full := sc.Width >= stage.FullWidth && sc.Height >= stage.FullHeight
	for _, rule := range []struct {
		holds        bool
		word, behind string
	}{
		{true, "export", "choose"}, // the usual purpose of a choice
		{true, "label", "choose"},
		{true, "copy", "lessons"},
		{sc.All, "first screen", "zoom"},
		{sc.All, "type", "open"},
		{sc.All, "pin", "open"},
		{true, "all panels", "open"},
		{!sc.Zoom, "direction", first},
		// If some panels are hidden, the key that shows them comes early.
		{!full, "panel", first},
		// Otherwise the keys for more detail and other data come before the hints that a first turn
		// adds.
		{full, "open", "train"},
		{full, "zoom", "train"},
		{full, "panel", "open"},
		{full, "reset", "open"},
		// The key that leaves a zoomed panel comes early, too.
		{true, "back", first},
		{true, stepBefore, goOn},
		{true, "plane", "open"},
		{true, "to scale/filled", "open"},
	} {
		if rule.holds {
			moveBehind(hs, rule.word, rule.behind)
		}
	}
	return hs
}

// simpleHints returns the hints for newcomers.
func simpleHints(sc *Scene, all []help.Entry) (hs []help.Entry) {
	for _, word := range []string{
		goOn, stepBefore, "back", "standardize", "choose", "label", "export", "turn", "next", "direction", "train", "pause", "lessons", "open", "all panels",
		"palette", "undo", "help", "quit",
	} {
		if word == "export" && (!withoutLabels(&sc.Stage) || sc.Width < stage.PairWidth) {
			continue
		}
		if at := slices.IndexFunc(all, func(h help.Entry) bool { return h.Text == word }); at >= 0 {
			hs = append(hs, all[at])
		}
	}
	return hs
}

// presentedHints returns the two most important hints for an audience: of the lesson, of the work
// in progress, of turning, or of the way back, in this order.
func presentedHints(all []help.Entry) (hs []help.Entry) {
	for _, word := range []string{goOn, "pause", "stop", "turn", "back", "leave", "leave lesson"} {
		at := slices.IndexFunc(all, func(h help.Entry) bool { return h.Text == word })
		if at >= 0 && len(hs) < 2 {
			hs = append(hs, all[at])
		}
	}
	return hs
}

// moveBehind moves the hint called word behind the hint called other, if both exist.
func moveBehind(hs []help.Entry, word, other string) {
	at := slices.IndexFunc(hs, func(h help.Entry) bool { return h.Text == word })
	to := slices.IndexFunc(hs, func(h help.Entry) bool { return h.Text == other })
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

// lessonHints replaces the hint "back" in a lesson by the layer that the key leaves, since a lesson has
// several layers.
func lessonHints(sc *Scene, hs []help.Entry) []help.Entry {
	back := slices.IndexFunc(hs, func(h help.Entry) bool { return h.Text == "back" })
	if back < 0 || sc.Lessons.Step() == nil {
		return hs
	}
	switch narrow := sc.Width < stage.PairWidth; {
	case sc.Play.On, sc.IsChoosing(), sc.Opening != "", sc.Writer.Now != nil, sc.Update.Progress != nil:
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

// shownHints returns as many hints as fit in w columns, and their drawing. The last hints are
// always shown: palette, help and quit, or on narrow screens and in lessons help and quit.
func shownHints(sc *Scene, w int) (hs []help.Entry, groups []chart.Group) {
	last := 3
	if w < stage.PairWidth || sc.Lessons.Step() != nil {
		last = 2
	}
	hs = hints(sc)
	for _, h := range hs {
		groups = append(groups, chart.Group{chart.Styled(sc.Spell(h.Key)+" ", chart.Key), chart.Styled(sc.Spell(h.Text), chart.Dim)})
	}
	for len(groups) > last+1 && chart.WidthOf(groups, chart.GroupGap) > w-1 {
		hs = slices.Delete(hs, len(groups)-last-1, len(groups)-last)
		groups = slices.Delete(groups, len(groups)-last-1, len(groups)-last)
	}
	return hs, groups
}

// hintedKey returns the key at a column of the line of hints, empty if there is none. At a word it
// is the first key of the hint.
func hintedKey(sc *Scene, w, column int) string {
	hs, groups := shownHints(sc, w)
	x := 1
	for i, group := range groups {
		end := x + chart.WidthOf([]chart.Group{group}, 0)
		if column >= x && column < end {
			return signedKey(sc, hs[i].Key, column-x)
		}
		x = end + chart.GroupGap
	}
	return ""
}

// signedKey returns the key whose sign stands at a column of a list of signs, separated by blanks.
// It is the first key if no sign stands there.
func signedKey(sc *Scene, signs string, column int) string {
	at, x := 0, 0
	for i, sign := range strings.Fields(sc.Spell(signs)) {
		if column >= x && column < x+chart.TextWidth(sign) {
			at = i
		}
		x += chart.TextWidth(sign) + 1
	}
	return stage.KeyOf(strings.Fields(signs)[at])
}

func drawHints(sc *Scene, g *chart.Grid) {
	w, _ := g.Size()
	_, groups := shownHints(sc, w)
	chart.DrawGroups(g.Sub(1, 0, w-1, 1), groups, chart.GroupGap)
}
