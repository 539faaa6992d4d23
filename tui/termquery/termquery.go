// Package termquery keeps Bubble Tea v1 from asking the terminal for its background colour on
// import. A terminal that does not answer would delay the program for seconds. Bubble Tea does not
// ask if the environment variable TERM is dumb, so termquery sets TERM to dumb on import.
//
// Go initializes packages whose imports are initialized in the order of their paths. Package
// termquery imports only os and is therefore initialized before Bubble Tea, which imports os/signal.
//
// To use the package, import it in package main and call [Restore] first in the function main.
package termquery

import "os"

const variable = "TERM"

var original, isSet = os.LookupEnv(variable)

func init() { _ = os.Setenv(variable, "dumb") }

// Restore gives TERM the value that it had before the import.
func Restore() {
	if isSet {
		_ = os.Setenv(variable, original)
		return
	}
	_ = os.Unsetenv(variable)
}
