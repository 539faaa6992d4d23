// Package termquery keeps Bubble Tea v1 from asking the terminal for its background colour on
// import, and from waiting seconds for a terminal that does not answer. Bubble Tea does not
// ask if TERM is dumb. Go initializes packages whose imports are ready in the order of their
// paths. This package imports only os, so it is ready before Bubble Tea, which imports os/signal.
package termquery

import "os"

const variable = "TERM"

var term, known = os.LookupEnv(variable)

func init() { _ = os.Setenv(variable, "dumb") }

// Restore restores TERM. Call Restore first in main.
func Restore() {
	if known {
		_ = os.Setenv(variable, term)
		return
	}
	_ = os.Unsetenv(variable)
}
