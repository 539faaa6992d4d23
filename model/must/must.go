// Package must is for the tests of every package: what has to succeed in them, and which of them
// the race detector does without.
package must

import "testing"

// Have returns what there is without an error, and panics at one.
func Have[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// A Test is one of testing's or of rapid's.
type Test interface {
	Helper()
	Fatal(...any)
}

// Succeed ends the test at an error.
func Succeed(t Test, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Sequential leaves a test to the run without the race detector, which is not short: it does one
// thing after the other.
func Sequential(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("one thing after the other, which is nothing for the race detector")
	}
}
