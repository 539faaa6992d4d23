// Package termquery keeps Bubble Tea v1 from asking the terminal for its background colour on import.
// A terminal that does not answer would delay the program for seconds. Bubble Tea does not ask if the
// environment variable TERM is dumb, so termquery sets TERM to dumb on import.
//
// Among the packages whose imports are all initialized, Go initializes the package with the smallest
// path first. Package termquery imports only os and is therefore initialized before Bubble Tea, which
// imports os/signal. The order of lines in an import declaration does not matter.
//
// To use the package, import it in package main and call [Restore] first in the function main.
package termquery

import "os"

const terminalVariable = "TERM"

var original, isSet = os.LookupEnv(terminalVariable)

func init() { _ = os.Setenv(terminalVariable, "dumb") }

// Restore gives TERM the value that it had before the import.
func Restore() {
	if isSet {
		_ = os.Setenv(terminalVariable, original)
		return
	}
	_ = os.Unsetenv(terminalVariable)
}
