package frame

import (
	"cmp"
	"slices"
	"strings"

	"larui/datasets/wording"
	"larui/tui/lesson"
	"larui/tui/session"
	"larui/tui/stage"
)

// commonKeys returns the keys that work in every view, in the order of the help.
func (h *Host) commonKeys() []stage.Key {
	sc := &h.Scene
	turn := func(n int) func(*stage.Stage) stage.Intent {
		return func(*stage.Stage) stage.Intent { return sc.TurnControl(sc.FocusedControl(), n) }
	}
	by := func(move func(*Scene, int) stage.Intent, n int) func(*stage.Stage) stage.Intent {
		return func(*stage.Stage) stage.Intent { return move(sc, n) }
	}
	frame := func(n int) func(*stage.Stage) stage.Intent {
		return func(st *stage.Stage) stage.Intent { return stepEpoch(st, n) }
	}
	idleUnless := func(can func() bool, why string) func(*stage.Stage) string {
		return func(st *stage.Stage) string {
			if opening := stage.IdleWhileOpening(st); opening != "" || can() {
				return opening
			}
			return why
		}
	}
	does := func(do func()) func(*stage.Stage) stage.Intent {
		return func(*stage.Stage) stage.Intent {
			do()
			return stage.Intent{}
		}
	}
	dashboard := func(st *stage.Stage) bool { return !st.Zoom }
	away := func(st *stage.Stage) bool { return st.Zoom || st.ShowAll || st.SelectedPanel() != stage.TargetName }
	table := []stage.Key{
		{Name: "standardize", Keys: []string{"f"}, Hint: "standardize", Help: "standardize features by the source; pressed again, each domain by itself",
			AppliesTo: func(*stage.Stage) bool { return whyNoStandardizing(sc) == "" }, IdleReason: withScene(sc, whyNoStandardizing), Do: does(h.standardizeFeatures)},
		{Name: "choose", Keys: []string{"*"}, Hint: "choose", Help: "choose k, k̃ and λ without labels, or by validation (v); pressed again, explain the choice",
			IdleReason: withScene(sc, whyNoChoice), Do: does(func() { h.ChooseSetting(currentJudge(&h.Scene)) })},
		{Name: "judge", Keys: []string{"&"}, Help: "select the judge that chooses settings: " + wording.JoinWithWord(session.JudgeNames(), "or"), IdleReason: stage.IdleWhileOpening, Do: withScene(sc, selectJudge)},
		{Name: "turn-down", Keys: []string{"left", "h"}, Hint: "turn", Help: "turn the selected control", IdleReason: stage.IdleWhileOpening, Do: turn(-1)},
		{Name: "turn-up", Keys: []string{"right", "l"}, Hint: "turn", IdleReason: stage.IdleWhileOpening, Do: turn(1)},
		{Name: "turn-down-far", Keys: []string{"shift+left"}, Help: "turn the control by ten steps", IdleReason: stage.IdleWhileOpening, Do: turn(-stage.BigStep)},
		{Name: "turn-up-far", Keys: []string{"shift+right"}, IdleReason: stage.IdleWhileOpening, Do: turn(stage.BigStep)},
		{Name: "turn-lowest", Keys: []string{"home"}, Help: "turn the control to its lowest or highest value", IdleReason: stage.IdleWhileOpening, Do: turn(-session.AllSteps)},
		{Name: "turn-highest", Keys: []string{"end"}, IdleReason: stage.IdleWhileOpening, Do: turn(session.AllSteps)},
		{Name: "next-control", Keys: []string{"tab", "down", "j"}, Hint: "next", Help: "select the next or the previous control", Do: by(moveFocus, 1)},
		{Name: "previous-control", Keys: []string{"shift+tab", "up", "k"}, Do: by(moveFocus, -1)},
		{Name: "play", Keys: []string{" "}, Hint: "train", Help: "play descent from epoch 1 to the end; pause or go on", IdleReason: whyUnplayable, Do: togglePlaying},
		{Name: "step-on", Keys: []string{"."}, Help: "step to the next or the previous epoch of descent", IdleReason: whyUnplayable, Do: frame(1)},
		{Name: "step-back", Keys: []string{","}, IdleReason: whyUnplayable, Do: frame(-1)},
		{Name: "pin", Keys: []string{"m"}, Hint: "pin", Help: "pin or unpin this solution (type :pin NAME to name it)",
			IdleReason: stage.IdleWhileOpening, Do: togglePin},
		{Name: "type", Keys: []string{"="}, Hint: "type", Help: "type an exact value", IdleReason: stage.IdleWhileOpening, Do: withScene(sc, startTypingValue)},
		{Name: "undo", Keys: []string{"u"}, Hint: "undo", Help: "undo the last turn or opening",
			IdleReason: idleUnless(func() bool {
				return h.Explorer.CanUndo() && (h.Lessons.Step() == nil || h.Explorer.UndoCount() > sc.undosBeforeStep)
			}, "nothing to undo: the history, or the lesson's step, begins here"), Do: does(h.UndoTurn)},
		{Name: "redo", Keys: []string{"U", "ctrl+r"}, Hint: "redo", Help: "redo what was undone",
			IdleReason: idleUnless(h.Explorer.CanRedo, "nothing to redo: nothing was undone since the last change or opening"), Do: does(h.RedoTurn)},
		{Name: "reset", Keys: []string{"r"}, Hint: "reset", Help: "return to the first state of this pair",
			IdleReason: idleUnless(func() bool { return !h.State.Equal(h.Start) }, "nothing to reset: this is the first state of the pair"), Do: does(h.Reset)},
		{Name: "next-panel", Keys: []string{"w"}, Hint: "panel", Help: "select the next or the previous panel", Do: by(movePanelSelection, 1)},
		{Name: "previous-panel", Keys: []string{"W"}, Do: by(movePanelSelection, -1)},
		{Name: "zoom", Keys: []string{"+", "enter"}, Hint: "zoom", Help: "fill the screen (fullscreen) with the selected panel, in more detail",
			AppliesTo: dashboard, IdleReason: stage.IdleUnless(dashboard, fillsAlready),
			Do: func(*stage.Stage) stage.Intent { return zoomView(sc, sc.Panel) }},
		{Name: "back", Keys: []string{"esc", "alt+esc", "-"}, Hint: "back", Help: "go back, or cancel work such as opening or choosing",
			IdleReason: stage.IdleUnless(withScene(sc, canGoBack), "nothing to go back to here: {all-panels} switches between the first screen and all panels, {quit} quits"),
			Do:         func(*stage.Stage) stage.Intent { return h.GoBack() }},
		{Name: "all-panels", Keys: []string{"d"}, Hint: "all panels", Help: "switch between all panels and the first screen", Do: func(*stage.Stage) stage.Intent {
			h.triedLooks = append(h.triedLooks, "view")
			return toggleAllPanels(sc)
		}},
		{Name: "present", Keys: []string{"P"}, Help: "present one bold picture to an audience", Do: withScene(sc, togglePresenting)},
		{Name: "view-explore", Keys: []string{"1"}, Help: "the first screen", AppliesTo: away, IdleReason: stage.IdleUnless(away, "this is the first screen already"), Do: withScene(sc, showFirstScreen)},
	}
	var numbered []stage.Info
	for _, v := range h.Views {
		numbered = append(numbered, v.Info())
	}
	slices.SortFunc(numbered, func(a, b stage.Info) int { return strings.Compare(a.Key, b.Key) })
	for _, info := range numbered {
		elsewhere := func(st *stage.Stage) bool { return !st.Zoom || st.Panel != info.Name }
		table = append(table, stage.Key{Name: "view-" + info.Name, Keys: []string{info.Key}, Help: "view: " + info.Title, AppliesTo: elsewhere,
			IdleReason: stage.IdleUnless(elsewhere, fillsAlready), Do: func(*stage.Stage) stage.Intent { return zoomView(sc, info.Name) }})
	}
	table = append(table, []stage.Key{
		{Name: "copy", Keys: []string{"y"}, Hint: "copy", Help: "copy the command line of this state", IdleReason: stage.IdleWhileOpening, Do: withScene(sc, copyCommand)},
		{Name: "theme", Keys: []string{"T"}, Help: "switch to the next theme (colors): dark, light, mono, colour-blind, colour-blind-light", Do: withScene(sc, lookSwitcher(h, "theme", nextTheme))},
		{Name: "glyphs", Keys: []string{"G"}, Help: "switch to the next glyphs (font): braille, block, ascii", Do: withScene(sc, lookSwitcher(h, "glyphs", nextGlyphs))},
		{Name: "keep-as-default", Help: "make the theme, glyphs and screen that were tried here the default (config.toml)", IdleReason: h.whyNoLookToSave, Do: h.saveLooks},
	}...)
	for _, o := range sc.Overlays {
		table = append(table, o.Key(h))
	}
	return append(table, []stage.Key{
		{Name: "redraw", Keys: []string{"ctrl+l"}, Help: "redraw the screen", Do: does(func() { h.MustRedraw = true })},
		{Name: "quit", Keys: []string{"q", "ctrl+c"}, Hint: "quit", Help: "quit (exit); larui --resume returns to this state", Do: func(*stage.Stage) stage.Intent { return stage.Intent{Kind: stage.QuitProgram} }},
		{Name: "suspend", Keys: []string{"ctrl+z"}, Help: "suspend larui until the shell's fg", Do: func(*stage.Stage) stage.Intent { return stage.Intent{Kind: stage.SuspendProgram} }},
	}...)
}

func (h *Host) prepareLessons() {
	h.Lessons.words = &lesson.ScreenNames{Views: ViewNames(), Panels: panelNames(&h.Scene), Key: func(action string) (string, bool) {
		named := func(k stage.Key) bool { return k.Name == action }
		return h.FirstKey(action), slices.ContainsFunc(allKeys(&h.Scene), named)
	}}
	h.Lessons.keys = applyUserKeys(&h.Scene, []stage.Key{
		{Name: "lesson.next", Keys: []string{"enter", "pgdown"}, Hint: goOn, Help: "go on to the answer or the next step",
			Do: func(*stage.Stage) stage.Intent { return changeStep(h, h.Lessons.NextStep) }},
		{Name: "lesson.back", Keys: []string{"backspace", "pgup"}, Hint: stepBefore, Help: "go back to the previous step",
			IdleReason: stage.IdleUnless(func(*stage.Stage) bool { return h.Lessons.At > 0 }, "this is the first step"),
			Do:         func(*stage.Stage) stage.Intent { return changeStep(h, h.Lessons.Player.PreviousStep) }},
	})
}

// controlKeys returns the keys that turn each control. If the pair lacks a control, the keys of
// that control say which pairs have the control.
func controlKeys(sc *Scene) (table []stage.Key) {
	for _, c := range session.Controls() {
		applies := func(st *stage.Stage) bool { return c.AppliesTo(st.Limits) }
		turn := func(name, key, help string, n int) stage.Key {
			k := stage.Key{Name: c.Name + name, Help: help, AppliesTo: applies,
				IdleReason: func(st *stage.Stage) string {
					return cmp.Or(stage.IdleWhileOpening(st), stage.IdleUnless(applies, whyNoControl(c))(st))
				},
				Do: func(*stage.Stage) stage.Intent {
					sc.Focus = c.Name
					return sc.TurnControl(c, n)
				}}
			if key != "" {
				k.Keys = []string{key}
			}
			return k
		}
		table = append(table, turn(stage.DownSuffix, c.Down, c.Label+": "+c.Help, -1), turn(stage.UpSuffix, c.Up, "", 1))
	}
	return table
}
