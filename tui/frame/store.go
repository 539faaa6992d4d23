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
)

// A UserFiles connects a Host with files. It has the session to resume, and the functions that save and
// fetch files.
type UserFiles struct {
	// SavedSession is the saved session to resume, nil for none.
	SavedSession []byte
	// EarlierSession reads an earlier session that is not resumed. It is called once, when its finished
	// lessons are needed; nothing else of the session is used. EarlierSession may be nil.
	EarlierSession func() []byte
	// ExportKinds are the kinds of files that can be written, nil for none.
	ExportKinds []export.Kind
	// SaveLook saves a look as the default. setting is theme, glyphs or view. kept is false if the user
	// has settled on another value there. SaveLook is nil if looks can't be saved.
	SaveLook func(setting, value string) (kept bool, err error)
	// Fetch fetches missing files of a pair. It is nil if files can't be fetched.
	Fetch session.Fetch
	// SaveSession saves the session and its last state at the end. It is nil if sessions are not saved.
	SaveSession func(kept []byte, at session.State) error
}

// ErrSavedSession says that a saved session can't be resumed.
var ErrSavedSession = errors.New("this session can't be opened")

// savedVersion is the version of the format of saved sessions. It also changes with the
// options, and when rivals get other scores than before.
const savedVersion = 3

// A savedSession is a saved session as JSON. It contains no solutions: they are computed again.
type savedSession struct {
	Version int `json:"larui"`
	// Folder is the base of relative paths.
	Folder string `json:"folder"`
	session.Trail
	Did    cause      `json:"did,omitempty"`
	Pins   []savedPin `json:"pins,omitempty"`
	Panel  string     `json:"panel"`
	Zoom   bool       `json:"zoom"`
	Source bool       `json:"source,omitempty"`
	// All and Present select all panels and present mode.
	All     bool   `json:"all,omitempty"`
	Present bool   `json:"present,omitempty"`
	Focus   string `json:"focus"`
	// Views are the memories of the views, by name.
	Views  map[string]json.RawMessage `json:"views"`
	Rivals session.Trainings          `json:"rivals"`
	// Lesson is the present step of a lesson, nil for none. Finished are the names of the finished
	// lessons.
	Lesson   *lesson.Bookmark `json:"lesson,omitempty"`
	Finished []string         `json:"finished,omitempty"`
}

// A savedPin is a pin with its letter and the user's name for it.
type savedPin struct {
	Name   string        `json:"name"`
	Called string        `json:"called,omitempty"`
	State  session.State `json:"state"`
}

// readSession parses a saved session. The result is never nil, even with an error.
func readSession(text []byte) (*savedSession, error) {
	k := &savedSession{}
	var of struct{ Larui int }
	if err := json.Unmarshal(text, &of); err != nil || of.Larui == 0 {
		return k, errors.New("it is damaged, or was not saved by larui")
	}
	if of.Larui != savedVersion {
		return k, fmt.Errorf("it is of format %d, this larui reads format %d", of.Larui, savedVersion)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(k); err != nil {
		return k, err
	}
	if len(k.Turns) == 0 || k.Start.Spec.Name == "" {
		return k, errors.New("it is damaged: it names no pair")
	}
	if folder, err := os.Getwd(); err != nil || folder != k.Folder {
		k.from(k.Folder)
	}
	return k, nil
}

// from resolves all relative paths against a folder.
func (k *savedSession) from(folder string) {
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
		*s = s.ResolvePaths(folder)
	}
}

// A cause is the reason for a state other than a turn of one control.
type cause string

const (
	chosen         cause = "chosen"
	undone         cause = "undone"
	redone         cause = "redone"
	wasReset       cause = "reset"
	standardized   cause = "standardized"
	unstandardized cause = "not standardized"
)
