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
	// selected is the index in lineup of the rival that keys train.
	selected int
	// settings holds by name which setting of a rival is shown, the first by default.
	// board holds what is trained or to be trained. Both maps are replaced, not
	// changed.
	settings map[string]int
	board    map[rivalKey]rivalEntry
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
func (sc *Scene) setting(r rival) int {
	return min(sc.Views.rivals.settings[r.name], r.settings(sc.Update.Session)-1)
}

// rivalKey names the training of a rival with a setting on the pair on the screen.
func (sc *Scene) rivalKey(r rival, setting int) rivalKey {
	return rivalKey{sc.Update.Session.PairKey(), r.name, setting}
}

// rivalEntry returns how far the rival is, with the setting that is shown.
func (sc *Scene) rivalEntry(r rival) rivalEntry {
	return sc.Views.rivals.board[sc.rivalKey(r, sc.setting(r))]
}

// canTrain reports whether there is anything to train with the setting shown.
func (sc *Scene) canTrain(r rival) bool {
	e := sc.rivalEntry(r)
	return r.method.Applies(sc.task()) && !e.pending() && e.state != rivalTrained
}

// rivalActions are the keys of the view.
func rivalActions() []Key {
	open := func(sc *Scene) bool { return sc.solution() != nil }
	selected := func(sc *Scene) rival { return sc.selectedRival() }
	move := func(n int) func(*Scene) Intent { return func(sc *Scene) Intent { return sc.moveRival(n) } }
	return []Key{
		{Keys: []string{"x", "enter"}, Sign: "x", Hint: "train", Help: "rivals: train the selected method",
			Works: func(sc *Scene) bool { return open(sc) && sc.canTrain(selected(sc)) },
			Idle:  func(sc *Scene) string { return sc.whyNotTrained(selected(sc)) },
			Do:    func(sc *Scene) Intent { return sc.train(selected(sc), false) }},
		{Keys: []string{"down", "J"}, Sign: "↑ ↓", Hint: "method", Help: "rivals: select the next method, the one before", Do: move(1)},
		{Keys: []string{"up", "K"}, Do: move(-1)},
		{Keys: []string{"X"}, Sign: "X", Hint: "choose", Help: "rivals: train all settings of the method, of which the validation rows choose one",
			Here:  func(sc *Scene) bool { return sc.Update.Session != nil && canChoose(sc.Update.Session) },
			Works: func(sc *Scene) bool { return open(sc) && sc.canLetChoose(selected(sc)) },
			Idle:  func(sc *Scene) string { return sc.whyNoChoice(selected(sc)) },
			Do: func(sc *Scene) Intent {
				sc.showSetting(selected(sc), len(selected(sc).method.Grid()))
				if sc.canTrain(selected(sc)) {
					return sc.train(selected(sc), false)
				}
				return Intent{}
			}},
		{Keys: []string{"v"}, Sign: "v", Hint: "setting", Help: "rivals: next setting (hyperparameters) of the method",
			Works: func(sc *Scene) bool { return open(sc) && selected(sc).settings(sc.Update.Session) > 1 },
			Idle:  func(sc *Scene) string { return selected(sc).name + " has no hyperparameters to choose" },
			Do: func(sc *Scene) Intent {
				r := selected(sc)
				sc.showSetting(r, (sc.setting(r)+1)%r.settings(sc.Update.Session))
				return Intent{}
			}},
		{Keys: []string{"g"}, Sign: "g", Hint: "train all", Help: "rivals: train all methods, one after another",
			Works: func(sc *Scene) bool { return open(sc) && slices.ContainsFunc(lineup(), sc.canTrain) },
			Idle:  func(*Scene) string { return "there is nothing more to train with these settings" },
			Do: func(sc *Scene) Intent {
				for _, r := range lineup() {
					if sc.canTrain(r) {
						sc.train(r, false)
					}
				}
				return Intent{}
			}},
		{Keys: []string{"backspace"}, Sign: "Bksp", Hint: "cancel or forget", Help: "rivals: cancel the selected training or, once it is done, forget it",
			Works: func(sc *Scene) bool { return open(sc) && sc.canForget(selected(sc)) },
			Idle: func(sc *Scene) string {
				return selected(sc).name + " has nothing to cancel or to forget; C cancels all that is to train"
			},
			Do: (*Scene).forgetRival},
		{Keys: []string{"C"}, Sign: "C", Hint: "cancel all", Help: "rivals: cancel all trainings; what is done stays",
			Works: func(sc *Scene) bool { return sc.Views.rivals.pending() > 0 },
			Idle:  func(*Scene) string { return "nothing is training or waiting" },
			Do:    (*Scene).cancelTrainings},
	}
}

// moveRival selects another method, n further down.
func (sc *Scene) moveRival(n int) Intent {
	v := &sc.Views.rivals
	v.selected = wrapIndex(v.selected+n, len(lineup()))
	return Intent{}
}

// canForget reports whether there is a training of the rival to cancel, or a result
// to forget, with the setting that is shown.
func (sc *Scene) canForget(r rival) bool {
	e := sc.rivalEntry(r)
	return e.pending() || e.state == rivalTrained || e.state == rivalFailed
}

// whyNotTrained says why the rival is not to be trained.
func (sc *Scene) whyNotTrained(r rival) string {
	switch {
	case sc.solution() == nil:
		return nothingSolved
	case !r.method.Applies(sc.task()):
		return r.name + " needs classes: it does not apply to a regression"
	case sc.rivalEntry(r).pending():
		return r.name + " is to be trained already; Backspace cancels it"
	}
	return r.name + " is trained already with this setting (Backspace forgets it, v shows other settings)"
}

// whyNoChoice says why validation rows can't choose the rival's setting.
func (sc *Scene) whyNoChoice(r rival) string {
	switch {
	case sc.solution() == nil:
		return nothingSolved
	case !r.method.Applies(sc.task()):
		return sc.whyNotTrained(r)
	case len(r.method.Grid()) < 2:
		return r.name + " has no hyperparameters to choose"
	case !canChoose(sc.Update.Session):
		return "there are no validation rows to choose by"
	}
	return "the validation rows choose the setting of " + r.name + " already"
}

// canLetChoose reports whether validation rows can choose the rival's setting.
func (sc *Scene) canLetChoose(r rival) bool {
	grid := len(r.method.Grid())
	if !r.method.Applies(sc.task()) || r.settings(sc.Update.Session) <= grid {
		return false
	}
	e := sc.Views.rivals.board[sc.rivalKey(r, grid)]
	return sc.setting(r) != grid || !e.pending() && e.state != rivalTrained
}

func (sc *Scene) selectedRival() rival {
	all := lineup()
	return all[wrapIndex(sc.Views.rivals.selected, len(all))]
}

// showSetting shows a setting of a rival.
func (sc *Scene) showSetting(r rival, setting int) {
	v := &sc.Views.rivals
	settings := maps.Clone(v.settings)
	if settings == nil {
		settings = map[string]int{}
	}
	settings[r.name] = setting
	v.settings = settings
}

// rivalLevels returns the metric of the trained rivals as levels for a picture of
// scores.
func (sc *Scene) rivalLevels(shown metric) []chart.Level {
	var levels []chart.Level
	for _, r := range lineup() {
		if e := sc.rivalEntry(r); e.state == rivalTrained {
			if v := e.result.of(shown); !math.IsNaN(v) {
				levels = append(levels, chart.Level{Y: v, Style: chart.Dim, Dash: chart.Dotted, Name: sc.spell(r.name)})
			}
		}
	}
	return levels
}
