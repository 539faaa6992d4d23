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

// viewMemories returns, by name, what a saved session keeps of each view, of the playback and of
// the reading cursor.
func viewMemories(sc *Scene) map[string]stage.Memory {
	all := map[string]stage.Memory{"play": sc.Playback.Memory(), "reading": sc.ReadingCursor.Memory()}
	for _, v := range sc.Views {
		all[v.Info().Name] = v.Memory(&sc.Stage)
	}
	return all
}

// SaveAtExit saves the session through files.SaveSession. It saves nothing if only an approximate
// solution is known or none, or if a resumed session is not solved yet.
func (h *Host) SaveAtExit(files UserFiles) error {
	sc, trail := &h.Scene, h.Explorer.SavedHistory()
	if files.SaveSession == nil || trail == nil {
		return nil
	}
	markEarlierFinished(h)
	folder, _ := os.Getwd() // after an error only absolute paths are found again
	now := savedSession{
		Version: savedVersion, Folder: folder, SavedHistory: *trail, Panel: sc.Panel, Zoom: sc.Zoom, Source: sc.ShowSource, All: sc.ShowAll, Present: sc.Presenting, Focus: sc.FocusedControl().Name,
		Did: sc.lastCause, Views: map[string]json.RawMessage{}, Rivals: sc.Trainer.Trainings(), Lesson: sc.Lessons.Bookmark(),
		Finished: OverlayOf[*LessonList](sc).Finished,
	}
	for _, p := range sc.Pins {
		now.Pins = append(now.Pins, savedPin{string(p.Letter), p.UserName, p.State})
	}
	for name, m := range viewMemories(sc) {
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
	return files.SaveSession(append(text, '\n'), sc.State)
}

func (h *Host) resume(saved *savedSession) error {
	if !h.ShowView(saved.Panel) || h.FindView(saved.Panel) == nil {
		return fmt.Errorf("there is no view %q", saved.Panel)
	}
	if !slices.Contains([]cause{"", chosen, undone, redone, wasReset, standardized, unstandardized}, saved.Did) {
		return fmt.Errorf("%q is no cause of a state", saved.Did)
	}
	h.Resumed, h.Zoom, h.ShowSource = true, saved.Zoom, saved.Source && saved.Panel == stage.TargetName
	h.ShowAll, h.Presenting, h.lastCause = saved.All, h.Presenting || saved.Present, saved.Did
	OverlayOf[*LessonList](&h.Scene).Finished = saved.Finished
	memories := viewMemories(&h.Scene)
	for _, name := range slices.Sorted(maps.Keys(saved.Views)) {
		m, known := memories[name]
		if !known {
			return fmt.Errorf("there is no view %q", name)
		}
		if err := m.ParseJSON(saved.Views[name]); err != nil {
			return fmt.Errorf("view %s: %w", name, err)
		}
	}
	for _, p := range saved.Pins {
		letter := []rune(p.Name)
		isTaken := func(p stage.Pin) bool { return p.Letter == letter[0] }
		if len(letter) != 1 || letter[0] < stage.FirstPin || letter[0] >= stage.FirstPin+stage.MaxPins || slices.ContainsFunc(h.Pins, isTaken) {
			return fmt.Errorf("%q is no letter of a pin, or names two pins", p.Name)
		}
		h.Pins = append(h.Pins, stage.Pin{Letter: letter[0], UserName: wording.DisplayName(p.Called), Update: &session.Update{State: p.State}})
	}
	if saved.Lesson != nil {
		if err := h.Lessons.Restore(*saved.Lesson, *h.Lessons.words); err != nil {
			return fmt.Errorf("the saved lesson: %w", err)
		}
	}
	return h.Trainer.Restore(saved.Rivals)
}

// WrapOpenError returns the error with which the program ends if the first pair could not be
// opened; nil if the user left the table of the files' columns. The error wraps ErrSavedSession if
// a saved session named the pair and the opening was not cancelled.
func (h *Host) WrapOpenError(err error) error {
	if errors.Is(err, datasets.ErrReviewRequested) {
		return nil
	}
	if err == nil || h.resumed == nil || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%w: %s", ErrSavedSession, session.PlainError(err))
}

// leavePair stores the views and pins of the previous pair. If the present pair was open before, it
// gets its views and pins back. The training of rivals is cancelled.
func (h *Host) leavePair(previous datasets.Spec, focus string) {
	const most = 20 // pairs whose views and pins are stored
	h.StopPlaying()
	for i, p := range h.Pins {
		h.Pins[i].Update = &session.Update{State: p.State} // frees session and solution
	}
	h.earlierPairs = append(h.earlierPairs, earlierPair{previous, h.Views, h.Pins, h.ReadingCursor, h.Trainer.Settings})
	h.Trainer.LeavePair()
	h.EndDrag()
	*OverlayOf[*Opener](&h.Scene) = Opener{}
	h.Views, h.Focus, h.Pins, h.ReadingCursor = NewViews(), focus, nil, stage.ReadingCursor{}
	isPresent := func(l earlierPair) bool { return session.IsSamePair(l.pair, h.State.Spec) }
	if i := slices.IndexFunc(h.earlierPairs, isPresent); i >= 0 {
		was := h.earlierPairs[i]
		h.Views, h.Pins, h.ReadingCursor, h.Trainer.Settings = was.views, was.pins, was.cursor, was.settings
		h.earlierPairs = slices.Delete(h.earlierPairs, i, i+1)
	}
	h.earlierPairs = h.earlierPairs[max(0, len(h.earlierPairs)-most):]
}
