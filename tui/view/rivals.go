package view

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
	// Board holds what is trained or to be trained. Both maps are replaced, not
	// changed.
	settings map[string]int
	Board    map[RivalKey]RivalEntry
}

// Info says what the view is called.
func (view *rivalsView) Info() ViewInfo {
	return ViewInfo{Key: "6", Name: RivalsName, Title: "rivals of LAR", Alone: true,
		About: "say the other methods, how to train them, and their scores; of one, its settings"}
}

// A RivalKey names a training: of a rival with a setting on a pair. That is all it
// depends on, so a result never has to be trained again.
type RivalKey struct {
	pair, Rival string
	setting     int
}

// A RivalEntry is how far a training has come.
type RivalEntry struct {
	State      rivalState
	generation uint64
	// Automatic ones were begun by the view itself.
	Automatic bool
	Fraction  float64
	elapsed   time.Duration
	result    rivalResult
	Err       error
}

type rivalState int

const (
	rivalUntrained rivalState = iota
	RivalCancelled
	// rivalForgotten is one whose result was given up, and that is not to be trained by
	// itself.
	rivalForgotten
	rivalWaiting
	RivalTraining
	rivalTrained
	RivalFailed
)

// Pending reports whether the training waits or runs.
func (e RivalEntry) Pending() bool { return e.State == rivalWaiting || e.State == RivalTraining }

// set replaces the entry of a key; one that is untrained is dropped.
func (v *rivalsView) set(key RivalKey, e RivalEntry) {
	board := maps.Clone(v.Board)
	if board == nil {
		board = map[RivalKey]RivalEntry{}
	}
	board[key] = e
	if e.State == rivalUntrained {
		delete(board, key)
	}
	v.Board = board
}

// Pending returns how many trainings wait or run.
func (v *rivalsView) Pending() int {
	n := 0
	for _, e := range v.Board {
		if e.Pending() {
			n++
		}
	}
	return n
}

// setting returns which setting of a rival is shown.
func (view *rivalsView) setting(sc *Scene, r Rival) int {
	return min(view.settings[r.Name], r.Settings(sc.Update.Session)-1)
}

// RivalKey names the training of a rival with a setting on the pair on the screen.
func (view *rivalsView) rivalKey(sc *Scene, r Rival, setting int) RivalKey {
	return RivalKey{sc.Update.Session.PairKey(), r.Name, setting}
}

// RivalEntry returns how far the rival is, with the setting that is shown.
func (view *rivalsView) RivalEntry(sc *Scene, r Rival) RivalEntry {
	return view.Board[view.rivalKey(sc, r, view.setting(sc, r))]
}

// CanTrain reports whether there is anything to train with the setting shown.
func (view *rivalsView) CanTrain(sc *Scene, r Rival) bool {
	e := view.RivalEntry(sc, r)
	return r.Method.Applies(sc.Task()) && !e.Pending() && e.State != rivalTrained
}

// Keys are the keys of the view.
func (view *rivalsView) Keys() []Key {
	open := func(sc *Scene) bool { return sc.Solution() != nil }
	selected := func(sc *Scene) Rival { return view.selectedRival(sc) }
	move := func(n int) func(*Scene) Intent { return func(sc *Scene) Intent { return view.Wheel(sc, n) } }
	return []Key{
		{Keys: []string{"x", "enter"}, Sign: "x", Hint: "train", Help: "rivals: train the selected method",
			Works: func(sc *Scene) bool { return open(sc) && view.CanTrain(sc, selected(sc)) },
			Idle:  func(sc *Scene) string { return view.whyNotTrained(sc, selected(sc)) },
			Do:    func(sc *Scene) Intent { return view.Train(sc, selected(sc), false) }},
		{Keys: []string{"down", "J"}, Sign: "↑ ↓", Hint: "method", Help: "rivals: select the next method, the one before", Do: move(1)},
		{Keys: []string{"up", "K"}, Do: move(-1)},
		{Keys: []string{"X"}, Sign: "X", Hint: "choose", Help: "rivals: train all settings of the method, of which the validation rows choose one",
			Here:  func(sc *Scene) bool { return sc.Update.Session != nil && CanChoose(sc.Update.Session) },
			Works: func(sc *Scene) bool { return open(sc) && view.canLetChoose(sc, selected(sc)) },
			Idle:  func(sc *Scene) string { return view.whyNoChoice(sc, selected(sc)) },
			Do: func(sc *Scene) Intent {
				view.ShowSetting(sc, selected(sc), len(selected(sc).Method.Grid))
				if view.CanTrain(sc, selected(sc)) {
					return view.Train(sc, selected(sc), false)
				}
				return Intent{}
			}},
		{Keys: []string{"v"}, Sign: "v", Hint: "setting", Help: "rivals: next setting (hyperparameters) of the method",
			Works: func(sc *Scene) bool { return open(sc) && selected(sc).Settings(sc.Update.Session) > 1 },
			Idle:  func(sc *Scene) string { return selected(sc).Name + " has no hyperparameters to choose" },
			Do: func(sc *Scene) Intent {
				r := selected(sc)
				view.ShowSetting(sc, r, (view.setting(sc, r)+1)%r.Settings(sc.Update.Session))
				return Intent{}
			}},
		{Keys: []string{"g"}, Sign: "g", Hint: "train all", Help: "rivals: train all methods, one after another",
			Works: func(sc *Scene) bool { return open(sc) && view.hasMore(sc) },
			Idle:  func(*Scene) string { return "there is nothing more to train with these settings" },
			Do: func(sc *Scene) Intent {
				for _, r := range Lineup() {
					if view.CanTrain(sc, r) {
						view.Train(sc, r, false)
					}
				}
				return Intent{}
			}},
		{Keys: []string{"backspace"}, Sign: "Bksp", Hint: "cancel or forget", Help: "rivals: cancel the selected training or, once it is done, forget it",
			Works: func(sc *Scene) bool { return open(sc) && view.canForget(sc, selected(sc)) },
			Idle: func(sc *Scene) string {
				return selected(sc).Name + " has nothing to cancel or to forget; C cancels all that is to train"
			},
			Do: view.forgetRival},
		{Keys: []string{"C"}, Sign: "C", Hint: "cancel all", Help: "rivals: cancel all trainings; what is done stays",
			Works: func(sc *Scene) bool { return view.Pending() > 0 },
			Idle:  func(*Scene) string { return "nothing is training or waiting" },
			Do:    view.cancelTrainings},
	}
}

// Wheel selects another method, n further down.
func (view *rivalsView) Wheel(sc *Scene, n int) Intent {
	v := view
	v.selected = wrapIndex(v.selected+n, len(Lineup()))
	return Intent{}
}

// hasMore reports whether any rival is left to train.
func (view *rivalsView) hasMore(sc *Scene) bool {
	return slices.ContainsFunc(Lineup(), func(r Rival) bool { return view.CanTrain(sc, r) })
}

// canForget reports whether there is a training of the rival to cancel, or a result
// to forget, with the setting that is shown.
func (view *rivalsView) canForget(sc *Scene, r Rival) bool {
	e := view.RivalEntry(sc, r)
	return e.Pending() || e.State == rivalTrained || e.State == RivalFailed
}

// whyNotTrained says why the rival is not to be trained.
func (view *rivalsView) whyNotTrained(sc *Scene, r Rival) string {
	switch {
	case sc.Solution() == nil:
		return nothingSolved
	case !r.Method.Applies(sc.Task()):
		return r.Name + " needs classes: it does not apply to a regression"
	case view.RivalEntry(sc, r).Pending():
		return r.Name + " is to be trained already; Backspace cancels it"
	}
	return r.Name + " is trained already with this setting (Backspace forgets it, v shows other settings)"
}

// whyNoChoice says why validation rows can't choose the rival's setting.
func (view *rivalsView) whyNoChoice(sc *Scene, r Rival) string {
	switch {
	case sc.Solution() == nil:
		return nothingSolved
	case !r.Method.Applies(sc.Task()):
		return view.whyNotTrained(sc, r)
	case len(r.Method.Grid) < 2:
		return r.Name + " has no hyperparameters to choose"
	case !CanChoose(sc.Update.Session):
		return "there are no validation rows to choose by"
	}
	return "the validation rows choose the setting of " + r.Name + " already"
}

// canLetChoose reports whether validation rows can choose the rival's setting.
func (view *rivalsView) canLetChoose(sc *Scene, r Rival) bool {
	grid := len(r.Method.Grid)
	if !r.Method.Applies(sc.Task()) || r.Settings(sc.Update.Session) <= grid {
		return false
	}
	e := view.Board[view.rivalKey(sc, r, grid)]
	return view.setting(sc, r) != grid || !e.Pending() && e.State != rivalTrained
}

func (view *rivalsView) selectedRival(sc *Scene) Rival {
	all := Lineup()
	return all[wrapIndex(view.selected, len(all))]
}

// ShowSetting shows a setting of a rival.
func (view *rivalsView) ShowSetting(sc *Scene, r Rival, setting int) {
	v := view
	settings := maps.Clone(v.settings)
	if settings == nil {
		settings = map[string]int{}
	}
	settings[r.Name] = setting
	v.settings = settings
}

// rivalLevels returns the metric of the trained rivals as levels for a picture of
// scores.
func (view *rivalsView) rivalLevels(sc *Scene, shown metric) []chart.Level {
	var levels []chart.Level
	for _, r := range Lineup() {
		if e := view.RivalEntry(sc, r); e.State == rivalTrained {
			if v := e.result.of(shown); !math.IsNaN(v) {
				levels = append(levels, chart.Level{Y: v, Style: chart.Dim, Dash: chart.Dotted, Name: sc.Spell(r.Name)})
			}
		}
	}
	return levels
}
