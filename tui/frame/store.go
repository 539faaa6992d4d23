package frame

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"larui/tui/lesson"
	"larui/tui/overlay/export"
	"larui/tui/session"
	"larui/tui/stage"
)

// A Store says what an explorer goes on from, and who keeps what it comes to and shows.
type Store struct {
	// Last is what an earlier one has kept, nil for nothing.
	Last []byte
	// Before reads one that is not gone on from, of which only the finished lessons are
	// remembered, once these matter; nil for none.
	Before func() []byte
	// Exports are the kinds of files that can be written of what is shown; nil for none.
	Exports []export.Kind
	// Like keeps a look that is to be the default, theme, glyphs or view, under the name of its setting,
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
const keptVersion = 2

// A kept is what is kept, as JSON. What was solved is not: it is solved again.
type kept struct {
	Version int `json:"larui"`
	// Folder is the one in which paths that need one were given.
	Folder string `json:"folder"`
	session.Trail
	Did  cause     `json:"did,omitempty"`
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

// A cause leads to a state otherwise than a turn of one control.
type cause string

const (
	chosen         cause = "chosen"
	undone         cause = "undone"
	redone         cause = "redone"
	wasReset       cause = "reset"
	standardized   cause = "standardized"
	unstandardized cause = "not standardized"
)
