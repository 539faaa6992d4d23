package frame

import (
	"slices"
	"strings"

	"larui/tui/session"
	"larui/tui/stage"
)

// The hints of a lesson's keys.
const goOn, stepBefore = "go on", "step before"

// viewKeys returns the keys that the focused view has while it fills the screen.
func viewKeys(sc *Scene) []stage.Key {
	if !sc.Zoom {
		return nil
	}
	view := sc.Named(sc.Panel)
	own := view.Keys()
	if r := sc.Reading(); view.Info().Reads != nil {
		// Those that move the cursor come first, the one that sets it last.
		reads := stage.ReadKeys(view, r.On)
		own = slices.Concat(reads, own)
		if !r.On {
			own = slices.Concat(view.Keys(), reads)
		}
	}
	return bound(sc, own)
}

// besideKeys returns those that work for the selected view beside other panels.
func besideKeys(sc *Scene) []stage.Key {
	if sc.Zoom {
		return nil
	}
	return bound(sc, slices.DeleteFunc(sc.Named(sc.Panel).Keys(), func(k stage.Key) bool { return !k.Beside || k.WhyIdle(&sc.Stage) != "" }))
}

// bound gives the actions of a table the keys that they are bound to, where these are
// others than usual.
func bound(sc *Scene, table []stage.Key) []stage.Key {
	for i, k := range table {
		if keys, ok := sc.Bound[k.Name]; ok {
			table[i].Keys = keys
		}
	}
	return table
}

// lessonKeys returns what keys do in a lesson, the first of each in every view, others where
// the view has no use for them; none where no lesson shows.
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

// takeKey turns to where the mouse is.
func takeKey(take func() stage.Intent) stage.Key {
	return stage.Key{Name: "take", Keys: []string{"enter"}, Help: "with the mouse over curves: turn to that value", Do: func(*stage.Stage) stage.Intent { return take() }}
}

// allActions returns all that keys do, on whatever screen.
func allActions(sc *Scene) []stage.Key {
	table := slices.Concat(sc.Common, sc.Direct, sc.Lessons.keys, bound(sc, []stage.Key{takeKey(nil)}), bound(sc, stage.ReadKeys(nil, false)), bound(sc, stage.ReadKeys(nil, true)))
	for _, v := range sc.Views {
		for _, k := range bound(sc, v.Keys()) {
			k.View = v.Info().Name
			table = append(table, k)
		}
	}
	return table
}

// Actions returns all that keys do, on whatever screen, with the keys they are bound to.
func (h *Host) Actions() []stage.Key { return allActions(&h.Scene) }

// signOf is how the screen writes the first key of the action of that name, empty where it
// has none.
func signOf(sc *Scene, name string) string {
	tables := [][]stage.Key{sc.Common, sc.Direct, sc.Lessons.keys, bound(sc, []stage.Key{takeKey(nil)})}
	if of, _, _ := strings.Cut(name, "."); sc.Named(of) != nil {
		tables = append(tables, bound(sc, sc.Named(of).Keys()))
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

// signsOf is how the screen writes the direct keys of a control.
func signsOf(sc *Scene, c session.Option) string {
	return strings.TrimSpace(sc.Sign(c.Name+stage.Downs) + " " + sc.Sign(c.Name+stage.Ups))
}

// HelpOf says what the action of that name does.
func HelpOf(sc *Scene, name string) string {
	for _, k := range sc.Common {
		if k.Name == name {
			return k.Help
		}
	}
	return ""
}
