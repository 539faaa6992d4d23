package tui

import (
	"maps"
	"math"
	"slices"
	"time"

	"larui/tui/chart"
)

// The view of rivals is the paper's comparison, live: LAR and no adaptation with
// every turn, beside them the other methods as they get trained.

// rivalsView is what the view of rivals remembers.
type rivalsView struct {
	still
	// selected is the index in lineup of the rival that keys train.
	selected int
	// settings holds by name which setting of a rival is shown, the first by default.
	// board holds what is trained or to be trained. Both maps are replaced, not
	// changed.
	settings map[string]int
	board    map[rivalKey]rivalEntry
}

// Info says what the view is called.
func (view *rivalsView) Info() ViewInfo {
	return ViewInfo{Key: "6", Name: rivalsName, Title: "rivals of LAR", Alone: true,
		About: "say the other methods, how to train them, and their scores; of one, its settings"}
}

// A rivalKey names a training: of a rival with a setting on a pair. That is all it
// depends on, so a result never has to be trained again.
type rivalKey struct {
	pair, rival string
	setting     int
}

// A rivalEntry is how far a training has come.
type rivalEntry struct {
	state      rivalState
	generation uint64
	// automatic ones were begun by the view itself.
	automatic bool
	fraction  float64
	elapsed   time.Duration
	result    rivalResult
	err       error
}

type rivalState int

const (
	rivalUntrained rivalState = iota
	rivalCancelled
	// rivalForgotten is one whose result was given up, and that is not to be trained by
	// itself.
	rivalForgotten
	rivalWaiting
	rivalTraining
	rivalTrained
	rivalFailed
)

// pending reports whether the training waits or runs.
func (e rivalEntry) pending() bool { return e.state == rivalWaiting || e.state == rivalTraining }

// set replaces the entry of a key; one that is untrained is dropped.
func (v *rivalsView) set(key rivalKey, e rivalEntry) {
	board := maps.Clone(v.board)
	if board == nil {
		board = map[rivalKey]rivalEntry{}
	}
	board[key] = e
	if e.state == rivalUntrained {
		delete(board, key)
	}
	v.board = board
}

// pending returns how many trainings wait or run.
func (v *rivalsView) pending() int {
	n := 0
	for _, e := range v.board {
		if e.pending() {
			n++
		}
	}
	return n
}

// setting returns which setting of a rival is shown.
func (view *rivalsView) setting(sc *Scene, r rival) int {
	return min(view.settings[r.name], r.settings(sc.Update.Session)-1)
}

// rivalKey names the training of a rival with a setting on the pair on the screen.
func (view *rivalsView) rivalKey(sc *Scene, r rival, setting int) rivalKey {
	return rivalKey{sc.Update.Session.PairKey(), r.name, setting}
}

// rivalEntry returns how far the rival is, with the setting that is shown.
func (view *rivalsView) rivalEntry(sc *Scene, r rival) rivalEntry {
	return view.board[view.rivalKey(sc, r, view.setting(sc, r))]
}

// canTrain reports whether there is anything to train with the setting shown.
func (view *rivalsView) canTrain(sc *Scene, r rival) bool {
	e := view.rivalEntry(sc, r)
	return r.method.Applies(sc.task()) && !e.pending() && e.state != rivalTrained
}

// Keys are the keys of the view.
func (view *rivalsView) Keys() []Key {
	open := func(sc *Scene) bool { return sc.solution() != nil }
	selected := func(sc *Scene) rival { return view.selectedRival(sc) }
	move := func(n int) func(*Scene) Intent { return func(sc *Scene) Intent { return view.Wheel(sc, n) } }
	return []Key{
		{Keys: []string{"x", "enter"}, Sign: "x", Hint: "train", Help: "rivals: train the selected method",
			Works: func(sc *Scene) bool { return open(sc) && view.canTrain(sc, selected(sc)) },
			Idle:  func(sc *Scene) string { return view.whyNotTrained(sc, selected(sc)) },
			Do:    func(sc *Scene) Intent { return view.train(sc, selected(sc), false) }},
		{Keys: []string{"down", "J"}, Sign: "↑ ↓", Hint: "method", Help: "rivals: select the next method, the one before", Do: move(1)},
		{Keys: []string{"up", "K"}, Do: move(-1)},
		{Keys: []string{"X"}, Sign: "X", Hint: "choose", Help: "rivals: train all settings of the method, of which the validation rows choose one",
			Here:  func(sc *Scene) bool { return sc.Update.Session != nil && canChoose(sc.Update.Session) },
			Works: func(sc *Scene) bool { return open(sc) && view.canLetChoose(sc, selected(sc)) },
			Idle:  func(sc *Scene) string { return view.whyNoChoice(sc, selected(sc)) },
			Do: func(sc *Scene) Intent {
				view.showSetting(sc, selected(sc), len(selected(sc).method.Grid))
				if view.canTrain(sc, selected(sc)) {
					return view.train(sc, selected(sc), false)
				}
				return Intent{}
			}},
		{Keys: []string{"v"}, Sign: "v", Hint: "setting", Help: "rivals: next setting (hyperparameters) of the method",
			Works: func(sc *Scene) bool { return open(sc) && selected(sc).settings(sc.Update.Session) > 1 },
			Idle:  func(sc *Scene) string { return selected(sc).name + " has no hyperparameters to choose" },
			Do: func(sc *Scene) Intent {
				r := selected(sc)
				view.showSetting(sc, r, (view.setting(sc, r)+1)%r.settings(sc.Update.Session))
				return Intent{}
			}},
		{Keys: []string{"g"}, Sign: "g", Hint: "train all", Help: "rivals: train all methods, one after another",
			Works: func(sc *Scene) bool { return open(sc) && view.hasMore(sc) },
			Idle:  func(*Scene) string { return "there is nothing more to train with these settings" },
			Do: func(sc *Scene) Intent {
				for _, r := range lineup() {
					if view.canTrain(sc, r) {
						view.train(sc, r, false)
					}
				}
				return Intent{}
			}},
		{Keys: []string{"backspace"}, Sign: "Bksp", Hint: "cancel or forget", Help: "rivals: cancel the selected training or, once it is done, forget it",
			Works: func(sc *Scene) bool { return open(sc) && view.canForget(sc, selected(sc)) },
			Idle: func(sc *Scene) string {
				return selected(sc).name + " has nothing to cancel or to forget; C cancels all that is to train"
			},
			Do: view.forgetRival},
		{Keys: []string{"C"}, Sign: "C", Hint: "cancel all", Help: "rivals: cancel all trainings; what is done stays",
			Works: func(sc *Scene) bool { return view.pending() > 0 },
			Idle:  func(*Scene) string { return "nothing is training or waiting" },
			Do:    view.cancelTrainings},
	}
}

// Wheel selects another method, n further down.
func (view *rivalsView) Wheel(sc *Scene, n int) Intent {
	v := view
	v.selected = wrapIndex(v.selected+n, len(lineup()))
	return Intent{}
}

// hasMore reports whether any rival is left to train.
func (view *rivalsView) hasMore(sc *Scene) bool {
	return slices.ContainsFunc(lineup(), func(r rival) bool { return view.canTrain(sc, r) })
}

// canForget reports whether there is a training of the rival to cancel, or a result
// to forget, with the setting that is shown.
func (view *rivalsView) canForget(sc *Scene, r rival) bool {
	e := view.rivalEntry(sc, r)
	return e.pending() || e.state == rivalTrained || e.state == rivalFailed
}

// whyNotTrained says why the rival is not to be trained.
func (view *rivalsView) whyNotTrained(sc *Scene, r rival) string {
	switch {
	case sc.solution() == nil:
		return nothingSolved
	case !r.method.Applies(sc.task()):
		return r.name + " needs classes: it does not apply to a regression"
	case view.rivalEntry(sc, r).pending():
		return r.name + " is to be trained already; Backspace cancels it"
	}
	return r.name + " is trained already with this setting (Backspace forgets it, v shows other settings)"
}

// whyNoChoice says why validation rows can't choose the rival's setting.
func (view *rivalsView) whyNoChoice(sc *Scene, r rival) string {
	switch {
	case sc.solution() == nil:
		return nothingSolved
	case !r.method.Applies(sc.task()):
		return view.whyNotTrained(sc, r)
	case len(r.method.Grid) < 2:
		return r.name + " has no hyperparameters to choose"
	case !canChoose(sc.Update.Session):
		return "there are no validation rows to choose by"
	}
	return "the validation rows choose the setting of " + r.name + " already"
}

// canLetChoose reports whether validation rows can choose the rival's setting.
func (view *rivalsView) canLetChoose(sc *Scene, r rival) bool {
	grid := len(r.method.Grid)
	if !r.method.Applies(sc.task()) || r.settings(sc.Update.Session) <= grid {
		return false
	}
	e := view.board[view.rivalKey(sc, r, grid)]
	return view.setting(sc, r) != grid || !e.pending() && e.state != rivalTrained
}

func (view *rivalsView) selectedRival(sc *Scene) rival {
	all := lineup()
	return all[wrapIndex(view.selected, len(all))]
}

// showSetting shows a setting of a rival.
func (view *rivalsView) showSetting(sc *Scene, r rival, setting int) {
	v := view
	settings := maps.Clone(v.settings)
	if settings == nil {
		settings = map[string]int{}
	}
	settings[r.name] = setting
	v.settings = settings
}

// rivalLevels returns the metric of the trained rivals as levels for a picture of
// scores.
func (view *rivalsView) rivalLevels(sc *Scene, shown metric) []chart.Level {
	var levels []chart.Level
	for _, r := range lineup() {
		if e := view.rivalEntry(sc, r); e.state == rivalTrained {
			if v := e.result.of(shown); !math.IsNaN(v) {
				levels = append(levels, chart.Level{Y: v, Style: chart.Dim, Dash: chart.Dotted, Name: sc.spell(r.name)})
			}
		}
	}
	return levels
}
