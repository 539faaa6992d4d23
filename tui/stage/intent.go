package stage

import (
	"fmt"

	"larui/tui/session"
)

const (
	// PressedKey is a placeholder in a message, which the program replaces by the key that the user
	// has pressed.
	PressedKey = "{key}"
	// ChangesNothing is the message of a key without an effect.
	ChangesNothing = PressedKey + " has no effect now ({help} lists the keys)"
	// NothingSolved is the message of a key that needs a solution.
	NothingSolved = "nothing is solved yet: wait for the first picture"
)

// An Intent is what an action requests from the program. The action itself changes the Stage.
type Intent struct {
	Kind IntentKind
	// Text is the message to show or the text to copy. In place of an empty message, the program
	// shows ChangesNothing.
	Text string
	// State is the state to change to. Select is the name of the control to select; empty keeps the
	// selection.
	State  session.State
	Select string
}

// An IntentKind is the kind of request in an Intent.
type IntentKind int

const (
	// NoIntent requests nothing.
	NoIntent IntentKind = iota
	// RequestJobs asks the engine for the jobs of the visible views.
	RequestJobs
	// ChangeState changes the state to Intent.State.
	ChangeState
	// ShowMessage shows Intent.Text, so that every key has a visible effect.
	ShowMessage
	// QuitProgram ends the program.
	QuitProgram
	// SuspendProgram stops the program until the shell continues it.
	SuspendProgram
	// CopyText writes Intent.Text to the clipboard, if the terminal allows it.
	CopyText
)

// NewMessage returns the intent to show a formatted message.
func NewMessage(format string, args ...any) Intent {
	return Intent{Kind: ShowMessage, Text: fmt.Sprintf(format, args...)}
}
