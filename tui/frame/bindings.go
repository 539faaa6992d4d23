package frame

import (
	"slices"
	"strings"

	"larui/tui/session"
	"larui/tui/stage"
)

// goOn and stepBefore are the hints of the keys that move to the next and the previous step of a
// lesson.
const goOn, stepBefore = "go on", "step before"

func viewKeys(sc *Scene) []stage.Key {
	if !sc.Zoom {
		return nil
	}
	view := sc.FindView(sc.Panel)
	own := view.Keys()
	if view.Info().Reads != nil {
		on := sc.VisibleCursor().Active
		reads := stage.ReadingKeys(view, on)
		if on { // the keys that move the cursor take precedence
			own, reads = reads, own
		}
		own = slices.Concat(own, reads)
	}
	return withUserKeys(sc, own)
}

func keysBesidePanels(sc *Scene) []stage.Key {
	if sc.Zoom {
		return nil
	}
	return withUserKeys(sc, slices.DeleteFunc(sc.FindView(sc.Panel).Keys(), func(k stage.Key) bool { return !k.WorksBeside || k.WhyIdle(&sc.Stage) != "" }))
}

// withUserKeys changes the table: the user's keys replace default keys.
func withUserKeys(sc *Scene, table []stage.Key) []stage.Key {
	for i, k := range table {
		if keys, ok := sc.UserKeys[k.Name]; ok {
			table[i].Keys = keys
		}
	}
	return table
}

// lessonKeys returns the keys of the lesson; nil if no lesson shows. A key that the view also uses
// is left out, unless it is the first key of an action.
func lessonKeys(sc *Scene) []stage.Key {
	if sc.Lessons.Step() == nil {
		return nil
	}
	taken := map[string]bool{}
	for _, k := range viewKeys(sc) {
		for _, key := range k.Keys {
			taken[key] = true
		}
	}
	table := slices.Clone(sc.Lessons.keys)
	for i, k := range table {
		table[i].Keys = slices.DeleteFunc(slices.Clone(k.Keys), func(key string) bool { return taken[key] && key != k.Keys[0] })
	}
	return table
}

func turnToValueKey(turn func() stage.Intent) stage.Key {
	return stage.Key{Name: "take", Keys: []string{"enter"}, Help: "turn the control to the value under the mouse", Do: func(*stage.Stage) stage.Intent { return turn() }}
}

func allKeys(sc *Scene) []stage.Key {
	reading := slices.Concat([]stage.Key{turnToValueKey(nil)}, stage.ReadingKeys(nil, false), stage.ReadingKeys(nil, true))
	table := slices.Concat(sc.CommonKeys, sc.ControlKeys, sc.Lessons.keys, withUserKeys(sc, reading))
	for _, v := range sc.Views {
		for _, k := range withUserKeys(sc, v.Keys()) {
			k.View = v.Info().Name
			table = append(table, k)
		}
	}
	return table
}

// AllKeys returns the keys of all screens, with the user's bindings.
func (h *Host) AllKeys() []stage.Key { return allKeys(&h.Scene) }

func firstKeySign(sc *Scene, name string) string {
	table := slices.Concat(sc.CommonKeys, sc.ControlKeys, sc.Lessons.keys, withUserKeys(sc, []stage.Key{turnToValueKey(nil)}))
	viewName, _, _ := strings.Cut(name, ".")
	if view := sc.FindView(viewName); view != nil {
		table = append(table, withUserKeys(sc, view.Keys())...)
	}
	for _, k := range table {
		if k.Name == name && len(k.Keys) > 0 {
			return stage.KeySign(k.Keys[0])
		}
	}
	return ""
}

// turnKeySigns returns the two keys that turn a control, as the screen writes them: "< >".
func turnKeySigns(sc *Scene, c session.Option) string {
	return strings.TrimSpace(sc.FirstKey(c.Name+stage.DownSuffix) + " " + sc.FirstKey(c.Name+stage.UpSuffix))
}

// ActionHelp returns the help text of an action of commonKeys, empty for an unknown name.
func ActionHelp(sc *Scene, name string) string {
	for _, k := range sc.CommonKeys {
		if k.Name == name {
			return k.Help
		}
	}
	return ""
}
