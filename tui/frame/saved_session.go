package frame

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"

	"larui/datasets"
	"larui/datasets/wording"
	"larui/tui/session"
	"larui/tui/stage"
)

// memories returns the memories of the views, of playing and of reading off, by name.
func memories(h *Host) map[string]stage.Memory {
	all := map[string]stage.Memory{"play": h.Scene.Play.Memory(), "reading": h.Scene.Reader.Memory()}
	for _, v := range h.Scene.Views {
		if m := v.Memory(&h.Scene.Stage); m != nil {
			all[v.Info().Name] = m
		}
	}
	return all
}

// SaveAtExit saves the session through k.Keep. It saves nothing before the first solution, in a first
// look, or while a resumed session is still being retraced.
func (h *Host) SaveAtExit(k UserFiles) error {
	trail := h.Explorer.Trail()
	if k.SaveSession == nil || trail == nil {
		return nil
	}
	rememberFinished(h)
	folder, _ := os.Getwd() // on an error only absolute paths are found again
	now := savedSession{
		Version: savedVersion, Folder: folder, Trail: *trail, Panel: h.Scene.Panel, Zoom: h.Scene.Zoom, Source: h.Scene.Source, All: h.Scene.All, Present: h.Scene.Present, Focus: h.Scene.FocusedControl().Name,
		Did: h.Scene.lastCause, Views: map[string]json.RawMessage{}, Rivals: h.Scene.Trainer.Trainings(), Lesson: h.Scene.Lessons.Bookmark(),
		Finished: OverlayOf[*LessonList](&h.Scene).Finished,
	}
	for _, p := range h.Scene.Pins {
		now.Pins = append(now.Pins, savedPin{string(p.Name), p.Called, p.State})
	}
	for name, m := range memories(h) {
		text, err := json.Marshal(m)
		if err != nil {
			return err
		}
		now.Views[name] = text
	}
	text, err := json.MarshalIndent(now, "", " ")
	if err != nil {
		return err
	}
	return k.SaveSession(append(text, '\n'), h.Explorer.State)
}

// resume restores a saved session instead of the first pair, if last is not nil. Errors wrap
// ErrSavedSession.
func (h *Host) resume(last []byte) error {
	if last == nil {
		return nil
	}
	k, err := readSession(last)
	h.resumed = k
	if err == nil {
		err = h.remember(k)
	}
	return h.WrapOpenError(err)
}

// remember restores the screen, the views, the pins, the lesson and the rivals of a saved session.
func (h *Host) remember(k *savedSession) error {
	if !h.Scene.ShowView(k.Panel) || h.Scene.FindView(k.Panel) == nil {
		return fmt.Errorf("there is no view %q", k.Panel)
	}
	if !slices.Contains([]cause{"", chosen, undone, redone, wasReset, standardized, unstandardized}, k.Did) {
		return fmt.Errorf("unknown %q", k.Did)
	}
	h.Scene.Resumed, h.Scene.Zoom, h.Scene.Source = true, k.Zoom, k.Source && k.Panel == stage.TargetName
	h.Scene.All, h.Scene.Present, h.Scene.lastCause = k.All, h.Scene.Present || k.Present, k.Did
	OverlayOf[*LessonList](&h.Scene).Finished = k.Finished
	memories := memories(h)
	for _, name := range slices.Sorted(maps.Keys(k.Views)) {
		m, known := memories[name]
		if !known {
			return fmt.Errorf("there is no view %q", name)
		}
		if err := m.Read(k.Views[name]); err != nil {
			return fmt.Errorf("view %s: %w", name, err)
		}
	}
	for _, p := range k.Pins {
		name := []rune(p.Name)
		known := func(p stage.Pin) bool { return p.Name == name[0] }
		if len(name) != 1 || name[0] < stage.FirstPin || name[0] >= stage.FirstPin+stage.MostPins || slices.ContainsFunc(h.Scene.Pins, known) {
			return fmt.Errorf("unknown pin %q", p.Name)
		}
		h.Scene.Pins = append(h.Scene.Pins, stage.Pin{Name: name[0], Called: wording.DisplayName(p.Called), Update: &session.Update{State: p.State}})
	}
	if k.Lesson != nil {
		if err := h.Scene.Lessons.Restore(*k.Lesson, *h.Scene.Lessons.words); err != nil {
			return fmt.Errorf("its lesson: %w", err)
		}
	}
	return h.Scene.Trainer.Restore(k.Rivals)
}

// nothingBefore says why there is nothing to undo.
func nothingBefore(h *Host) string {
	if h.resumed != nil {
		return "nothing to undo: the history ends where the session was opened"
	}
	return "nothing to undo: nothing was turned or opened"
}

// WrapOpenError wraps an error of opening the first pair in ErrSavedSession if a saved session named the pair. It
// returns a cancellation unchanged. It returns nil if the user left the review of the columns, which
// is no error.
func (h *Host) WrapOpenError(err error) error {
	if errors.Is(err, datasets.ErrAsked) {
		return nil
	}
	if err == nil || h.resumed == nil || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%w: %s", ErrSavedSession, session.PlainError(err))
}

// pairsLeft is the largest number of pairs whose views and pins are remembered.
const pairsLeft = 20

// leavePair stores the views, pins and settings of the pair that is left, and restores the ones of
// the present pair if it was open before. It cancels training, whose result would be lost.
func (h *Host) leavePair(from datasets.Spec, focused string) {
	h.Scene.StopPlaying()
	for i, p := range h.Scene.Pins {
		h.Scene.Pins[i].Update = &session.Update{State: p.State} // without session and solution
	}
	h.leftPairs = append(h.leftPairs, pairLeft{from, h.Scene.Views, h.Scene.Pins, h.Scene.Reader, h.Scene.Trainer.Settings})
	h.Scene.Trainer.LeavePair()
	h.dragged, h.grabbed, h.Scene.Views, h.Scene.Focus = "", nil, NewViews(), focused
	*OverlayOf[*Opener](&h.Scene) = Opener{}
	h.Scene.Pins, h.Scene.Reader = nil, stage.Reader{}
	back := func(l pairLeft) bool { return session.SamePair(l.pair, h.Explorer.State.Spec) }
	if i := slices.IndexFunc(h.leftPairs, back); i >= 0 {
		was := h.leftPairs[i]
		h.Scene.Views, h.Scene.Pins, h.Scene.Reader, h.Scene.Trainer.Settings = was.views, was.pins, was.reader, was.settings
		h.leftPairs = slices.Delete(h.leftPairs, i, i+1)
	}
	h.leftPairs = h.leftPairs[max(0, len(h.leftPairs)-pairsLeft):]
}
