package frame

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"

	"larui/datasets"
	"larui/datasets/phrase"
	"larui/tui/chart"
	"larui/tui/lesson"
	"larui/tui/overlay/export"
	"larui/tui/session"
	"larui/tui/stage"
)

// A Keeping says what an explorer goes on from, and who keeps what it comes to and shows.
type Keeping struct {
	// Last is what an earlier one has kept, nil for nothing.
	Last []byte
	// Before reads one that is not gone on from, of which only the finished lessons are
	// remembered, once these matter; nil for none.
	Before func() []byte
	// Export writes files of what is shown; nil for nobody.
	Export export.Exporter
	// Like keeps a look that was chosen, theme, glyphs or view, under the name of its setting,
	// unless another is settled on purpose; nil for nobody.
	Like func(setting, value string) (kept bool, err error)
	// Fetch fetches the files of a pair that are not there; nil for nobody.
	Fetch session.Fetch
	// Keep takes what is to be kept at the end, and the state it ends in; nil for nobody.
	Keep func(kept []byte, at session.State) error
}

// ErrKept says that what was kept can't be gone on from.
var ErrKept = errors.New("this session can't be opened")

// keptVersion is that of kept and of what it holds. It changes as well where a rival comes
// to other scores than before.
const keptVersion = 1

// A kept is what is kept, as JSON. What was solved is not: it is solved again.
type kept struct {
	Version int `json:"larui"`
	// Folder is the one in which paths that need one were given.
	Folder string `json:"folder"`
	session.Trail
	Did  deed      `json:"did,omitempty"`
	Pins []keptPin `json:"pins,omitempty"`
	// Pin is the only one, of a larui that knew but one.
	Pin    *session.State `json:"pin,omitempty"`
	Panel  string         `json:"panel"`
	Zoom   bool           `json:"zoom"`
	Source bool           `json:"source,omitempty"`
	// All and Present say what else the screen is.
	All     bool   `json:"all,omitempty"`
	Present bool   `json:"present,omitempty"`
	Focus   string `json:"focus"`
	// Views is what views remember, by their names.
	Views  map[string]json.RawMessage `json:"views"`
	Rivals session.Trainings          `json:"rivals"`
	// Lesson is where one stands in a lesson, nil for none; Finished are those that have
	// come to their end.
	Lesson   *lesson.Kept `json:"lesson,omitempty"`
	Finished []string     `json:"finished,omitempty"`
}

// A keptPin is what was pinned, its letter, and what the user calls it.
type keptPin struct {
	Name   string        `json:"name"`
	Called string        `json:"called,omitempty"`
	State  session.State `json:"state"`
}

// memories are those of all views, of playing and of reading off.
func (h *Host) memories() map[string]stage.Memory {
	all := map[string]stage.Memory{"play": h.Scene.Play.Memory(), "reading": h.Scene.Reader.Memory()}
	for _, v := range h.Scene.Views {
		if m := v.Memory(&h.Scene.Stage); m != nil {
			all[v.Info().Name] = m
		}
	}
	return all
}

// End has the explorer kept as it stands. One that shows nothing yet, or not all that it
// goes on from, is not.
func (h *Host) End(k Keeping) error {
	trail := h.Explorer.Trail()
	if k.Keep == nil || trail == nil {
		return nil
	}
	h.rememberFinished()
	folder, _ := os.Getwd() // then only whole paths are found again
	now := kept{
		Version: keptVersion, Folder: folder, Trail: *trail, Panel: h.Scene.Panel, Zoom: h.Scene.Zoom, Source: h.Scene.Source, All: h.Scene.All, Present: h.Scene.Present, Focus: h.Scene.Focused().Name,
		Did: h.Scene.did, Views: map[string]json.RawMessage{}, Rivals: h.Scene.Trainer.Kept(), Lesson: h.Scene.Lessons.Kept(),
		Finished: OverlayOf[*LessonList](&h.Scene).Finished,
	}
	for _, p := range h.Scene.Pins {
		now.Pins = append(now.Pins, keptPin{string(p.Name), p.Called, p.State})
	}
	for name, m := range h.memories() {
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
	return k.Keep(append(text, '\n'), h.Explorer.State)
}

// resume has the host go on from what an earlier one has kept, where that is not nil,
// instead of opening its first pair. Errors wrap ErrKept.
func (h *Host) resume(last []byte) error {
	if last == nil {
		return nil
	}
	k, err := readKept(last)
	if h.kept = k; err == nil {
		err = h.remember(k)
	}
	return h.Blame(err)
}

// readKept reads what was kept; what it returns is never nil.
func readKept(text []byte) (*kept, error) {
	k := &kept{}
	var of struct{ Larui int }
	if err := json.Unmarshal(text, &of); err != nil || of.Larui == 0 {
		return k, errors.New("it is damaged, or none that larui has kept")
	}
	if of.Larui != keptVersion {
		return k, fmt.Errorf("it is of format %d, this larui reads format %d", of.Larui, keptVersion)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(k); err != nil {
		return k, err
	}
	if k.Pin != nil {
		k.Pins, k.Pin = []keptPin{{Name: string(stage.FirstPin), State: *k.Pin}}, nil
	}
	if len(k.Turns) == 0 || k.Start.Spec.Name == "" {
		return k, errors.New("it is damaged: it names no pair")
	}
	if folder, err := os.Getwd(); err != nil || folder != k.Folder {
		k.from(k.Folder)
	}
	return k, nil
}

// rememberFinished takes in the lessons that were finished before.
func (h *Host) rememberFinished() {
	if h.keeping.Before == nil || h.kept != nil {
		return
	}
	if k, err := readKept(h.keeping.Before()); err == nil {
		for _, name := range k.Finished {
			OverlayOf[*LessonList](&h.Scene).Remember(name)
		}
	}
	h.keeping.Before = nil
}

// remember takes in what was remembered.
func (h *Host) remember(k *kept) error {
	if !h.Scene.ShowView(k.Panel) || h.Scene.Named(k.Panel) == nil {
		return fmt.Errorf("there is no view %q", k.Panel)
	}
	if !slices.Contains([]deed{"", chosen, undone, redone, standardized, unstandardized}, k.Did) {
		return fmt.Errorf("unknown %q", k.Did)
	}
	h.Scene.Resumed, h.Scene.Zoom, h.Scene.Source = true, k.Zoom, k.Source && k.Panel == stage.TargetName
	h.Scene.All, h.Scene.Present, h.Scene.did = k.All, h.Scene.Present || k.Present, k.Did
	OverlayOf[*LessonList](&h.Scene).Finished = k.Finished
	memories := h.memories()
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
		h.Scene.Pins = append(h.Scene.Pins, stage.Pin{Name: name[0], Called: phrase.Shown(p.Called), Update: &session.Update{State: p.State}})
	}
	if k.Lesson != nil {
		if err := h.Scene.Lessons.Restore(*k.Lesson, *h.Scene.Lessons.words); err != nil {
			return fmt.Errorf("its lesson: %w", err)
		}
	}
	return h.Scene.Trainer.Restore(k.Rivals)
}

// from has all paths begin in a folder.
func (k *kept) from(folder string) {
	states := []*session.State{&k.Start}
	for i := range k.Turns {
		states = append(states, &k.Turns[i])
	}
	for _, m := range []*session.Moment{k.Undo, k.Redo} {
		if m != nil {
			states = append(states, &m.State, &m.Start)
		}
	}
	for i := range k.Pins {
		states = append(states, &k.Pins[i].State)
	}
	for _, s := range states {
		*s = s.From(folder)
	}
}

// likes is what a key does that chooses the next look of a kind, and names it: it is kept
// for explorers to come.
func (h *Host) likes(setting string, next func(*Scene) string) func(*Scene) stage.Intent {
	return func(sc *Scene) stage.Intent {
		value, on := next(sc), *sc
		return stage.Tell("%s %s%s; {%s} goes on to %s", setting, value, h.keepLike(setting, value), setting, next(&on))
	}
}

// switchesAll is what a key does that chooses between the first screen and all panels.
func (h *Host) switchesAll(sc *Scene) stage.Intent {
	in, to := switchAll(sc), "the first screen"
	if sc.All {
		to = "all panels"
	}
	if says := h.keepLike("view", sc.ViewName()); says != "" {
		in = stage.Tell("%s%s", to, says)
	}
	return in
}

// keepLike has a look kept, and says that it is, or what fails.
func (h *Host) keepLike(setting, value string) (says string) {
	if h.keeping.Like == nil {
		return ""
	}
	kept, err := h.keeping.Like(setting, value)
	switch {
	case err != nil:
		h.keeping.Like = nil
		return ", until larui is quit: " + session.PlainError(err)
	case kept:
		return ", kept in config.toml for next time"
	}
	return ""
}

// nothingBefore says why there is nothing to undo.
func (h *Host) nothingBefore() string {
	if h.kept != nil {
		return "nothing to undo: the history ends where the session was opened"
	}
	return "nothing to undo: nothing was turned or opened"
}

// Blame returns an error of the first pair, blamed on what was kept where that names it.
func (h *Host) Blame(err error) error {
	if err == nil || h.kept == nil || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%w: %s", ErrKept, session.PlainError(err))
}

// A leaving is what was remembered of a pair when that was left.
type leaving struct {
	pair     datasets.Spec
	views    []stage.View
	pins     []stage.Pin
	reader   stage.Reader
	settings map[string]int
}

// pairsLeft is of how many pairs something is remembered.
const pairsLeft = 20

// leavePair puts away what was remembered of the pair it comes from, for it means nothing
// for the new one, and takes out what was put away of that. What still trains is given up:
// nobody would hear of it.
func (h *Host) leavePair(from datasets.Spec, focused string) {
	h.Scene.StopPlaying()
	for i, p := range h.Scene.Pins {
		h.Scene.Pins[i].Update = &session.Update{State: p.State} // without the data
	}
	h.left = append(h.left, leaving{from, h.Scene.Views, h.Scene.Pins, h.Scene.Reader, h.Scene.Trainer.Settings})
	h.Scene.Trainer.Leave()
	h.dragged, h.Scene.Views, h.Scene.Focus = "", NewViews(), 0
	*OverlayOf[*Opener](&h.Scene) = Opener{}
	h.Scene.Pins, h.Scene.Reader = nil, stage.Reader{}
	back := func(l leaving) bool { return session.SamePair(l.pair, h.Explorer.State.Spec) }
	if i := slices.IndexFunc(h.left, back); i >= 0 {
		was := h.left[i]
		h.Scene.Views, h.Scene.Pins, h.Scene.Reader, h.Scene.Trainer.Settings = was.views, was.pins, was.reader, was.settings
		h.left = slices.Delete(h.left, i, i+1)
	}
	h.left = h.left[max(0, len(h.left)-pairsLeft):]
	h.Scene.FocusOn("lambda")
	h.Scene.FocusOn(focused)
}

// nextTheme cycles through the themes, and names the next one.
func nextTheme(sc *Scene) string {
	themes := []chart.Theme{chart.Dark, chart.Light, chart.Mono, chart.ColourBlind, chart.ColourBlindLight}
	sc.Theme = themes[(slices.Index(themes, sc.Theme)+1)%len(themes)]
	return sc.Theme.String()
}

// nextGlyphs cycles through the sets of glyphs, from the finest to the plainest.
func nextGlyphs(sc *Scene) string {
	sc.Glyphs = (sc.Glyphs + 1) % (chart.ASCII + 1)
	return sc.Glyphs.String()
}
