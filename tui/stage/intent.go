package stage

import (
	"fmt"

	"larui/tui/session"
)

const (
	// ThisKey stands in what is said for the key that was pressed.
	ThisKey = "{key}"
	// ChangesNothing is said where there is nothing better to say.
	ChangesNothing = ThisKey + " changes nothing here and now ({help} lists the keys)"
	// NothingSolved is said where a key needs a solution to work on.
	NothingSolved = "nothing is solved yet: wait for the first picture"
)

// An Intent is what a key leads to, beyond what it has changed on the screen.
type Intent struct {
	Kind IntentKind
	// Text is what to Say, empty for ChangesNothing, what to Copy, or what else to say of
	// what is asked for; of a turn what has led there, where that is no control.
	Text string
	// State is the one to Turn to, Select the name of the control that it is turned by,
	// which is selected; empty for the one that is.
	State  session.State
	Select string
	// Opening is the pair to Open.
	Opening session.Opening
}

// An IntentKind is a kind of intent.
type IntentKind int

const (
	// None leaves it at what has changed.
	None IntentKind = iota
	// Ask has the engine asked for what the screen now needs.
	Ask
	// Turn makes another state the present one.
	Turn
	// Open opens another pair, and shows it on the first screen.
	Open
	// Say tells something; no key is silent.
	Say
	// Quit leaves the program.
	Quit
	// Suspend leaves it until it is called back.
	Suspend
	// Copy puts a text on the clipboard, where the terminal lets it.
	Copy
)

// Tell is the intent to say a text.
func Tell(format string, args ...any) Intent {
	return Intent{Kind: Say, Text: fmt.Sprintf(format, args...)}
}
