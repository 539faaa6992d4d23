package tui

import (
	"fmt"
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

// pairKey names the pair of a session with all that makes it, its seed too.
func (s *Session) pairKey() string {
	spec := s.Spec
	spec.Cache = ""
	return fmt.Sprintf("%#v %x", spec, s.key)
}

// setting returns which setting of a rival is shown.
func (sc *Scene) setting(r rival) int {
	return min(sc.Views.rivals.settings[r.name], r.settings(sc.Update.Session)-1)
}

// rivalKey names the training of a rival with a setting on the pair on the screen.
func (sc *Scene) rivalKey(r rival, setting int) rivalKey {
	return rivalKey{sc.Update.Session.pairKey(), r.name, setting}
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
func rivalActions() []action {
	open := func(p *Program) bool { return p.scene.solution() != nil }
	selected := func(p *Program) rival { return p.scene.selectedRival() }
	move := func(n int) func(*Program) { return func(p *Program) { p.moveRival(n) } }
	return []action{
		{keys: []string{"x", "enter"}, name: "x", hint: "train", help: "rivals: train the selected method",
			works: func(p *Program) bool { return open(p) && p.scene.canTrain(selected(p)) },
			idle:  func(p *Program) string { return p.scene.whyNotTrained(selected(p)) },
			do:    func(p *Program) { p.train(selected(p), false) }},
		{keys: []string{"down", "J"}, name: "↑ ↓", hint: "method", help: "rivals: select the next method, the one before", do: move(1)},
		{keys: []string{"up", "K"}, do: move(-1)},
		{keys: []string{"X"}, name: "X", hint: "choose", help: "rivals: train all settings of the method, of which the validation rows choose one",
			here:  func(sc *Scene) bool { return sc.Update.Session != nil && sc.Update.Session.canChoose() },
			works: func(p *Program) bool { return open(p) && p.scene.canLetChoose(selected(p)) },
			idle:  func(p *Program) string { return p.scene.whyNoChoice(selected(p)) },
			do: func(p *Program) {
				p.scene.showSetting(selected(p), len(selected(p).method.Grid))
				if p.scene.canTrain(selected(p)) {
					p.train(selected(p), false)
				}
			}},
		{keys: []string{"v"}, name: "v", hint: "setting", help: "rivals: next setting (hyperparameters) of the method",
			works: func(p *Program) bool { return open(p) && selected(p).settings(p.scene.Update.Session) > 1 },
			idle:  func(p *Program) string { return selected(p).name + " has no hyperparameters to choose" },
			do: func(p *Program) {
				r := selected(p)
				p.scene.showSetting(r, (p.scene.setting(r)+1)%r.settings(p.scene.Update.Session))
			}},
		{keys: []string{"g"}, name: "g", hint: "train all", help: "rivals: train all methods, one after another",
			works: func(p *Program) bool { return open(p) && slices.ContainsFunc(lineup(), p.scene.canTrain) },
			idle:  func(*Program) string { return "there is nothing more to train with these settings" },
			do: func(p *Program) {
				for _, r := range lineup() {
					if p.scene.canTrain(r) {
						p.train(r, false)
					}
				}
			}},
		{keys: []string{"backspace"}, name: "Bksp", hint: "cancel or forget", help: "rivals: cancel the selected training or, once it is done, forget it",
			works: func(p *Program) bool { return open(p) && p.scene.canForget(selected(p)) },
			idle: func(p *Program) string {
				return selected(p).name + " has nothing to cancel or to forget; C cancels all that is to train"
			},
			do: (*Program).forgetRival},
		{keys: []string{"C"}, name: "C", hint: "cancel all", help: "rivals: cancel all trainings; what is done stays",
			works: func(p *Program) bool { return p.scene.Views.rivals.pending() > 0 },
			idle:  func(*Program) string { return "nothing is training or waiting" },
			do:    (*Program).cancelTrainings},
	}
}

// moveRival selects another method, n further down.
func (p *Program) moveRival(n int) {
	v := &p.scene.Views.rivals
	v.selected = wrapIndex(v.selected+n, len(lineup()))
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
	case len(r.method.Grid) < 2:
		return r.name + " has no hyperparameters to choose"
	case !sc.Update.Session.canChoose():
		return "there are no validation rows to choose by"
	}
	return "the validation rows choose the setting of " + r.name + " already"
}

// canLetChoose reports whether validation rows can choose the rival's setting.
func (sc *Scene) canLetChoose(r rival) bool {
	grid := len(r.method.Grid)
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
