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

// UserFiles are the saved session to resume, and the functions that save and fetch the user's files.
type UserFiles struct {
	// SavedSession is the saved session to resume, nil for none.
	SavedSession []byte
	// EarlierSession reads an earlier session that is not resumed, for the marks of finished
	// lessons in the list of lessons. It is called once at most, and may be nil.
	EarlierSession func() []byte
	// ExportKinds are the kinds of files that can be written, nil for none.
	ExportKinds []export.Kind
	// SaveLook makes value the default of setting: theme, glyphs or view. saved is false if the
	// settings file already sets another value. SaveLook is nil without a settings file.
	SaveLook func(setting, value string) (saved bool, err error)
	// Fetch fetches missing files of a pair. It is nil if files can't be fetched.
	Fetch session.FetchFunc
	// SaveSession saves a session and its last state. It is nil if sessions are not saved.
	SaveSession func(saved []byte, last session.State) error
}

// ErrSavedSession is the error of a saved session that can't be resumed.
var ErrSavedSession = errors.New("this session can't be opened")

// savedVersion is the version of saved sessions. It must increase when the format or the options
// change, and when rivals get other scores than before.
const savedVersion = 3

// A savedSession is a saved session in JSON. It contains no solutions, which are computed again.
type savedSession struct {
	Version int `json:"larui"`
	// Folder is the absolute path of the folder to which relative paths in the session refer.
	Folder string `json:"folder"`
	session.SavedHistory
	Did    cause      `json:"did,omitempty"`
	Pins   []savedPin `json:"pins,omitempty"`
	Panel  string     `json:"panel"`
	Zoom   bool       `json:"zoom"`
	Source bool       `json:"source,omitempty"`
	// All reports whether all panels show, Present whether present mode is on.
	All     bool   `json:"all,omitempty"`
	Present bool   `json:"present,omitempty"`
	Focus   string `json:"focus"`
	// Views has the saved state, in JSON, of each view, of the playback and of the reading cursor,
	// by name.
	Views  map[string]json.RawMessage `json:"views"`
	Rivals session.Trainings          `json:"rivals"`
	// Lesson is the present step of a lesson, nil for none. Finished are the names of finished
	// lessons.
	Lesson   *lesson.Bookmark `json:"lesson,omitempty"`
	Finished []string         `json:"finished,omitempty"`
}

type savedPin struct {
	Name   string        `json:"name"`
	Called string        `json:"called,omitempty"`
	State  session.State `json:"state"`
}

// readSession parses a saved session. The result is never nil, even with an error.
func readSession(text []byte) (*savedSession, error) {
	saved := &savedSession{}
	var head struct{ Larui int }
	if err := json.Unmarshal(text, &head); err != nil || head.Larui == 0 {
		return saved, errors.New("the file is damaged, or larui did not save it")
	}
	if head.Larui != savedVersion {
		return saved, fmt.Errorf("the file has format %d, but this larui reads format %d", head.Larui, savedVersion)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(saved); err != nil {
		return saved, err
	}
	if len(saved.Turns) == 0 || saved.Start.Spec.Name == "" {
		return saved, errors.New("the file is damaged: it names no pair")
	}
	if folder, err := os.Getwd(); err != nil || folder != saved.Folder {
		saved.resolvePaths()
	}
	return saved, nil
}

func (k *savedSession) resolvePaths() {
	states := []*session.State{&k.Start}
	for i := range k.Turns {
		states = append(states, &k.Turns[i])
	}
	for _, m := range []*session.HistoryEntry{k.Undo, k.Redo} {
		if m != nil {
			states = append(states, &m.State, &m.Start)
		}
	}
	for i := range k.Pins {
		states = append(states, &k.Pins[i].State)
	}
	for _, s := range states {
		*s = s.ResolvePaths(k.Folder)
	}
}

// A cause says what led to the present state, except the turn of a single control.
type cause string

const (
	chosen         cause = "chosen"
	undone         cause = "undone"
	redone         cause = "redone"
	wasReset       cause = "reset"
	standardized   cause = "standardized"
	unstandardized cause = "not standardized"
)
