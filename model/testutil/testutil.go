// Package testutil has helpers for tests. [Must], [NoError] and [WriteFile] stop a test at an error.
// [SkipInShort] skips a test in the run with the race detector. [ParseTable] splits a table of test
// cases, and [ReadJSON] reads a file. [Equal], [Near] and [Contains] compare a result with the
// expected one. [NewRand] returns a source of random numbers. Importing the package raises the
// garbage collector's target to 400 %, unless GOGC is set, because collection would take a third of
// the tests' time.
package testutil

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
		_ = os.Setenv("GOGC", "400") // session.New then leaves the target alone, and child processes inherit it
	}
}

// Must returns v, and panics if err is not nil.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// A Test is a *testing.T, *testing.B or *rapid.T.
type Test interface {
	Helper()
	Errorf(string, ...any)
	Fatal(...any)
}

// NoError stops the test if err is not nil.
func NoError(t Test, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// WriteFile writes text to a file and returns the path of the file. A path without a folder is
// placed in a new temporary folder.
func WriteFile(t testing.TB, path, text string) string {
	t.Helper()
	if filepath.Base(path) == path {
		path = filepath.Join(t.TempDir(), path)
	}
	NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// UseOwnFolders makes the test use an empty folder for the settings, the cache and the user's home.
func UseOwnFolders(t testing.TB) {
	folder := t.TempDir()
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "HOME", "AppData", "LocalAppData"} {
		t.Setenv(name, folder)
	}
}

// SkipInShort skips a test in short mode. The race detector runs the tests in short mode, and has
// nothing to check in a test on one goroutine.
func SkipInShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("the test runs on one goroutine, so the race detector has nothing to check")
	}
}

// ParseTable returns the cells of a table, a row for each line that is not blank. Bars separate the
// cells. Spaces around a cell are removed, and \n in a cell stands for a line break.
func ParseTable(table string) (rows [][]string) {
	for line := range strings.Lines(table) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		cells := strings.Split(line, "|")
		for i, cell := range cells {
			cells[i] = strings.ReplaceAll(strings.TrimSpace(cell), `\n`, "\n")
		}
		rows = append(rows, cells)
	}
	return rows
}

// Contains fails the test for each piece that text does not contain.
func Contains(t Test, text string, pieces ...string) {
	t.Helper()
	for _, piece := range pieces {
		if !strings.Contains(text, piece) {
			t.Errorf("no %q in\n%s", piece, text)
		}
	}
}

// Equal fails the test if got is not want. The failure names the test case by its labels.
func Equal[T comparable](t Test, got, want T, labels ...any) {
	t.Helper()
	if got != want {
		t.Errorf("%v: got %v, want %v", labels, got, want)
	}
}

// NewRand returns a source of random numbers for a seed and the number of a stream.
func NewRand(seed, stream uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, stream)) }

// ReadJSON decodes a JSON file into a value.
func ReadJSON(t Test, path string, into any) {
	t.Helper()
	NoError(t, json.Unmarshal(Must(os.ReadFile(path)), into))
}

// Near fails the test if got and want differ by more than tolerance, or if exactly one is NaN. The
// failure names the test case by its labels.
func Near(t Test, got, want, tolerance float64, labels ...any) {
	t.Helper()
	if math.IsNaN(got) != math.IsNaN(want) || math.Abs(got-want) > tolerance {
		t.Errorf("%v: got %v, want %v ± %v", labels, got, want, tolerance)
	}
}
