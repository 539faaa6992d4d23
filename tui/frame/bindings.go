package frame

import (
	"slices"
	"strings"

	"larui/tui/session"
	"larui/tui/stage"
)

// The hints of a lesson's keys.
const goOn, stepBefore = "go on", "step before"

// viewKeys returns the keys of the focused view while the view fills the screen, else nil.
func viewKeys(sc *Scene) []stage.Key {
	if !sc.Zoom {
		return nil
	}
	view := sc.FindView(sc.Panel)
	own := view.Keys()
	if r := sc.Reading(); view.Info().Reads != nil {
		// The keys that move the cursor come before the view's own keys, the key that sets the
		// cursor comes after them.
		reads := stage.ReadKeys(view, r.On)
		own = slices.Concat(reads, own)
		if !r.On {
			own = slices.Concat(view.Keys(), reads)
		}
	}
	return withUserKeys(sc, own)
}

// keysBesidePanels returns the keys of the selected view that work while the view stands beside other
// panels.
func keysBesidePanels(sc *Scene) []stage.Key {
	if sc.Zoom {
		return nil
	}
	return withUserKeys(sc, slices.DeleteFunc(sc.FindView(sc.Panel).Keys(), func(k stage.Key) bool { return !k.Beside || k.WhyIdle(&sc.Stage) != "" }))
}

// withUserKeys sets the user's key bindings in a table of keys, and returns the table.
func withUserKeys(sc *Scene, table []stage.Key) []stage.Key {
	for i, k := range table {
		if keys, ok := sc.UserKeys[k.Name]; ok {
			table[i].Keys = keys
		}
	}
	return table
}

// lessonKeys returns the keys of the lesson, nil if no lesson shows. A key that the view uses is
// left out, unless it is the first key of its action.
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

// takeKey returns the key that turns a control to the value under the mouse.
func takeKey(take func() stage.Intent) stage.Key {
	return stage.Key{Name: "take", Keys: []string{"enter"}, Help: "with the mouse over curves: turn to that value", Do: func(*stage.Stage) stage.Intent { return take() }}
}

// allActions returns the keys of all screens.
func allActions(sc *Scene) []stage.Key {
	table := slices.Concat(sc.CommonKeys, sc.ControlKeys, sc.Lessons.keys, withUserKeys(sc, []stage.Key{takeKey(nil)}), withUserKeys(sc, stage.ReadKeys(nil, false)), withUserKeys(sc, stage.ReadKeys(nil, true)))
	for _, v := range sc.Views {
		for _, k := range withUserKeys(sc, v.Keys()) {
			k.View = v.Info().Name
			table = append(table, k)
		}
	}
	return table
}

// AllKeys returns the keys of all screens with the user's bindings.
func (h *Host) AllKeys() []stage.Key { return allActions(&h.Scene) }

// signOf returns the first key of an action as the screen writes it, empty if the action has no
// key.
func signOf(sc *Scene, name string) string {
	tables := [][]stage.Key{sc.CommonKeys, sc.ControlKeys, sc.Lessons.keys, withUserKeys(sc, []stage.Key{takeKey(nil)})}
	if of, _, _ := strings.Cut(name, "."); sc.FindView(of) != nil {
		tables = append(tables, withUserKeys(sc, sc.FindView(of).Keys()))
	}
	for _, table := range tables {
		for _, k := range table {
			if k.Name == name && len(k.Keys) > 0 {
				return stage.KeySign(k.Keys[0])
			}
		}
	}
	return ""
}

// signsOf returns the direct keys of a control as the screen writes them.
func signsOf(sc *Scene, c session.Option) string {
	return strings.TrimSpace(sc.Sign(c.Name+stage.Downs) + " " + sc.Sign(c.Name+stage.Ups))
}

// ActionHelp returns the help text of a common action, empty for an unknown name.
func ActionHelp(sc *Scene, name string) string {
	for _, k := range sc.CommonKeys {
		if k.Name == name {
			return k.Help
		}
	}
	return ""
}
