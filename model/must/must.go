// Package must is for the tests of every package: what has to succeed in them, and which of them
// the race detector does without. It has garbage pile up more than the collector lets it by itself,
// unless GOGC says how much: else a third of the time of the tests would go by with collecting.
package must

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
)

func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
		_ = os.Setenv("GOGC", "400") // what is opened sets it too, and so do processes
	}
}

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

// Write writes a file, into a folder of its own where path is but a name, and returns its path.
func Write(t testing.TB, path, text string) string {
	t.Helper()
	if filepath.Base(path) == path {
		path = filepath.Join(t.TempDir(), path)
	}
	Succeed(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// Sequential leaves a test to the run without the race detector, which is not short: it does one
// thing after the other.
func Sequential(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("one thing after the other, which is nothing for the race detector")
	}
}
