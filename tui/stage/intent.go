package stage

import (
	"fmt"

	"larui/tui/session"
)

const (
	// ThisKey stands for the pressed key in a message.
	PressedKey = "{key}"
	// ChangesNothing is the message of a key without effect.
	ChangesNothing = PressedKey + " changes nothing here and now ({help} lists the keys)"
	// NothingSolved is the message of a key that needs a solution.
	NothingSolved = "nothing is solved yet: wait for the first picture"
)

// An Intent is the request of a key to the program. The key itself has changed the stage already.
type Intent struct {
	Kind IntentKind
	// Text is a message or the text to Copy. A Say without a text shows ChangesNothing.
	Text string
	// State is the state to Turn to. Select is the control that caused the turn and is selected; if
	// empty, the selection stays.
	State  session.State
	Select string
}

// An IntentKind is a kind of intent.
type IntentKind int

const (
	// None asks for nothing more.
	NoIntent IntentKind = iota
	// Ask requests the jobs of the screen from the engine.
	RequestJobs
	// Turn changes the present state.
	ChangeState
	// Say shows a message, so that every key has a visible effect.
	ShowMessage
	// Quit ends the program.
	QuitProgram
	// Suspend stops the program until the shell continues it.
	SuspendProgram
	// CopyText writes a text to the clipboard, if the terminal allows it.
	CopyText
)

// NewMessage returns the intent to show a message.
func NewMessage(format string, args ...any) Intent {
	return Intent{Kind: ShowMessage, Text: fmt.Sprintf(format, args...)}
}
