package frame

import (
	"slices"
	"strings"

	"larui/tui/chart"
	"larui/tui/overlay/help"
	"larui/tui/session"
	"larui/tui/stage"
)

// keysHere returns the keys that work on this screen. If two actions have the same key, the first
// one runs.
func keysHere(sc *Scene) []stage.Key {
	return slices.Concat(lessonKeys(sc), hoverKeys(sc), viewKeys(sc), sc.CommonKeys, keysBesidePanels(sc), sc.ControlKeys)
}

func isHinted(sc *Scene, k stage.Key) bool {
	useful := true
	switch k.Hint {
	case "":
		return false
	case "turn", "next":
		useful = !sc.Lessons.IsStepWithoutTurns()
	case "train":
		useful = !sc.Lessons.IsStepWithoutTurns() || sc.Lessons.AsksToPlay()
	case "panel", "all panels":
		useful = sc.Lessons.Step() == nil
	case "choose":
		useful = lacksTargetLabels(&sc.Stage) || k.Name != "choose"
	case "label":
		_, refused := refusedState(sc)
		useful = lacksTargetLabels(&sc.Stage) && (refused || changesPredictions(sc))
	case "standardize":
		useful = scalesDiffer(sc)
	}
	return useful && k.WhyIdle(&sc.Stage) == ""
}

// hints returns the hints of the bottom line, the most important ones first.
func hints(sc *Scene) []help.Entry {
	switch over := sc.TopOverlay(); {
	case sc.Typing:
		return help.NewEntries("Enter", "set "+sc.FocusedControl().Label, "Esc", "leave it")
	case over != nil:
		return over.Hints(sc)
	case !sc.HidesDetails():
		return lessonHints(sc, orderedHints(sc, workingHints(sc)))
	}
	hs := lessonHints(sc, simpleHints(sc, workingHints(sc)))
	if sc.Presenting && !sc.Zoom { // an audience sees two hints, and how to suit the projector
		hs = pickHints(hs, goOn, "pause", "stop", "turn", "back", "leave", "leave lesson")
		hs = append(hs[:min(2, len(hs))], help.Entry{Key: sc.FirstKey("theme"), Text: "light or dark"})
	}
	return hs
}

// workingHints returns the hints of the keys that work now, in the order of keysHere. Consecutive
// keys with the same hint share an entry.
func workingHints(sc *Scene) (hs []help.Entry) {
	taken := map[string]bool{}
	shared := "" // the hint of the previous key, if the bottom line shows it
	for _, k := range keysHere(sc) {
		before := shared
		shared = ""
		hidden := len(k.Keys) == 0 || taken[k.Keys[0]] // an earlier action has the same key
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
	moveHintBehind(hs, "read off", "turn")
	return hs
}

// hintWord replaces a hint by the word for the present state: "train" by "pause" while playing
// runs.
func hintWord(sc *Scene, hint string) string {
	switch {
	case hint == "all panels" && sc.ShowAll && !sc.Zoom:
		return "first screen"
	case hint == "back" && sc.Solution == nil && !sc.Zoom && sc.TopOverlay() == nil:
		return "cancel" // there is no pair to go back to
	case hint == "pin" && findPin(&sc.Stage) >= 0:
		return "unpin"
	case hint == "train" && sc.Playback.Running:
		return "pause"
	}
	return hint
}

// orderedHints adds the keys that turn λ, k and k̃, and moves important hints forward, because
// narrow screens omit the last ones.
func orderedHints(sc *Scene, hs []help.Entry) []help.Entry {
	first := hs[0].Text
	if sc.Opening == "" && !sc.Lessons.IsStepWithoutTurns() {
		for i, name := range []string{"lambda", "k", "ktilde"} {
			c, _ := session.OptionByName(name)
			hs = slices.Insert(hs, 2+i, help.Entry{Key: turnKeySigns(sc, c), Text: c.Label})
		}
	}
	full := isFull(sc)
	for _, rule := range []struct {
		holds        bool
		word, behind string
	}{
		{true, "export", "choose"}, // users usually export the chosen model
		{true, "label", "choose"},
		{true, "copy", "lessons"},
		{sc.ShowAll, "first screen", "zoom"},
		{sc.ShowAll, "type", "open"},
		{sc.ShowAll, "pin", "open"},
		{true, "all panels", "open"},
		{!sc.Zoom, "direction", first},
		// If some panels are hidden, the key that shows them comes early.
		{!full, "panel", first},
		// If all panels are visible, the hints zoom and open come before hints that appear after the first
		// turn, such as reset.
		{full, "open", "train"},
		{full, "zoom", "train"},
		{full, "panel", "open"},
		{full, "reset", "open"},
		{true, "back", first},
		{true, stepBefore, goOn},
		{true, "plane", "open"},
		{true, "to scale/filled", "open"},
	} {
		if rule.holds {
			moveHintBehind(hs, rule.word, rule.behind)
		}
	}
	return hs
}

func simpleHints(sc *Scene, all []help.Entry) []help.Entry {
	if !lacksTargetLabels(&sc.Stage) || sc.Width < stage.PairWidth {
		all = slices.DeleteFunc(all, func(h help.Entry) bool { return h.Text == "export" })
	}
	return pickHints(all, goOn, stepBefore, "back", "standardize", "choose", "label", "export", "turn", "next", "direction", "train", "pause", "lessons", "open", "all panels",
		"palette", "undo", "help", "quit")
}

// pickHints returns the hints with the given words, in the order of words.
func pickHints(all []help.Entry, words ...string) (hs []help.Entry) {
	for _, word := range words {
		if at := hintIndex(all, word); at >= 0 {
			hs = append(hs, all[at])
		}
	}
	return hs
}

func hintIndex(hs []help.Entry, word string) int {
	return slices.IndexFunc(hs, func(h help.Entry) bool { return h.Text == word })
}

func moveHintBehind(hs []help.Entry, word, other string) {
	at, to := hintIndex(hs, word), hintIndex(hs, other)
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

// lessonHints replaces the hint "back" in a lesson by what the key does: "stop", "leave view" or
// "leave lesson".
func lessonHints(sc *Scene, hs []help.Entry) []help.Entry {
	back := hintIndex(hs, "back")
	if back < 0 || sc.Lessons.Step() == nil {
		return hs
	}
	switch narrow := sc.Width < stage.PairWidth; {
	case sc.Playback.On, sc.IsChoosing(), sc.Opening != "", sc.Writer.Current != nil, sc.Update.Progress != nil:
		hs[back].Text = "stop"
	case sc.VisibleCursor().Active, sc.Zoom && narrow:
	case sc.Zoom:
		hs[back].Text = "leave view"
	case narrow:
		hs[back].Text = "leave"
	default:
		hs[back].Text = "leave lesson"
	}
	return hs
}

// shownHints returns as many hints as fit in the bottom line, and their text. The hints of help and
// quit are always among them, and the palette's on wide screens outside lessons.
func shownHints(sc *Scene) (hs []help.Entry, groups []chart.Group) {
	last := 3
	if sc.Width < stage.PairWidth || sc.Lessons.Step() != nil {
		last = 2
	}
	hs = hints(sc)
	for _, h := range hs {
		groups = append(groups, chart.Group{chart.Key.Text(sc.Spell(h.Key) + " "), chart.Dim.Text(sc.Spell(h.Text))})
	}
	for len(groups) > last+1 && chart.LineWidth(groups, chart.GroupGap) > sc.Width-1 {
		at := len(groups) - last - 1
		hs, groups = slices.Delete(hs, at, at+1), slices.Delete(groups, at, at+1)
	}
	return hs, groups
}

// hintKeyAt returns the key at a column of the bottom line, empty if no hint stands there. At a
// word it returns the first key of the hint.
func hintKeyAt(sc *Scene, column int) string {
	hs, groups := shownHints(sc)
	x := 1
	for i, group := range groups {
		end := x + group.Width()
		if column >= x && column < end {
			return keyOfSignAt(sc, hs[i].Key, column-x)
		}
		x = end + chart.GroupGap
	}
	return ""
}

// keyOfSignAt returns the key at a column of signs, which are keys as the screen writes them,
// separated by blanks. At a blank it returns the first key.
func keyOfSignAt(sc *Scene, signs string, column int) string {
	at, x := 0, 0
	for i, sign := range strings.Fields(sc.Spell(signs)) {
		if column >= x && column < x+chart.TextWidth(sign) {
			at = i
		}
		x += chart.TextWidth(sign) + 1
	}
	return stage.ParseKeySign(strings.Fields(signs)[at])
}

func drawHints(sc *Scene, g *chart.Grid) {
	_, groups := shownHints(sc)
	chart.DrawGroups(g, groups, chart.GroupGap)
}
