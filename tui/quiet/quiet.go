// Package quiet keeps the terminal from being questioned before the program has
// decided what to do. Bubble Tea v1 asks for the background colour when it is
// imported and waits seconds for a terminal that does not answer; with TERM=dumb
// it does not ask. Go initializes packages whose imports are ready in the order
// of their paths: this one needs only os, while Bubble Tea also waits for
// os/signal, so it comes first.
package quiet

import "os"

const variable = "TERM"

// term and known hold what TERM was.
var term, known = os.LookupEnv(variable)

func init() { _ = os.Setenv(variable, "dumb") }

// Restore puts TERM back. Call it first in main.
func Restore() {
	if known {
		_ = os.Setenv(variable, term)
		return
	}
	_ = os.Unsetenv(variable)
}
