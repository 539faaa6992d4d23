// Package testutil has helpers for tests. [Have], [Succeed] and [Write] stop a test at an error, and
// [Sequential] skips a test in the run with the race detector. [Rows] reads a table of cases, and
// [Decode] reads JSON. [Equal] compares, [Say] looks for texts in a text, and [Rand] draws numbers.
// Importing the package raises the garbage collector's target to 400 %, unless GOGC is set:
// otherwise collection would take a third of the tests' time.
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
		_ = os.Setenv("GOGC", "400") // keeps sessions that tests open from lowering it, and applies to started processes
	}
}

// Must returns v and panics if err is not nil.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// A Test is a test of package testing or of package rapid.
type Test interface {
	Helper()
	Errorf(string, ...any)
	Fatal(...any)
}

// NoError fails the test if err is not nil.
func NoError(t Test, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// WriteFile writes a file and returns its path. A path that is a bare name is placed in a new temporary
// folder.
func WriteFile(t testing.TB, path, text string) string {
	t.Helper()
	if filepath.Base(path) == path {
		path = filepath.Join(t.TempDir(), path)
	}
	NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// OwnFolders gives the test an empty folder as the folder of settings, of the cache and of the user.
func OwnFolders(t testing.TB) {
	folder := t.TempDir()
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "HOME", "AppData", "LocalAppData"} {
		t.Setenv(name, folder)
	}
}

// SkipInShort skips the test in short mode, which the run with the race detector uses. It is for
// tests without concurrency.
func SkipInShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("nothing runs concurrently for the race detector to check")
	}
}

// ParseTable returns the cells of a table, which bars separate: a row for each line that is not blank.
// Spaces around a cell do not count; \n in a cell stands for a line break.
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

// Contains fails the test for each of pieces that text does not contain.
func Contains(t Test, text string, pieces ...string) {
	t.Helper()
	for _, piece := range pieces {
		if !strings.Contains(text, piece) {
			t.Errorf("no %q in\n%s", piece, text)
		}
	}
}

// Equal fails the test if got is not want. The arguments of tell the cases of a test apart.
func Equal[T comparable](t Test, got, want T, of ...any) {
	t.Helper()
	if got != want {
		t.Errorf("%v: got %v, want %v", of, got, want)
	}
}

// NewRand returns a source of random numbers with two seeds.
func NewRand(seed, stream uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, stream)) }

// ReadJSON reads a file of JSON.
func ReadJSON(t Test, path string, into any) {
	t.Helper()
	NoError(t, json.Unmarshal(Must(os.ReadFile(path)), into))
}

// Near fails the test if got and want differ by more than within, or if one of them is NaN. The
// arguments of tell the cases of a test apart.
func Near(t Test, got, want, within float64, of ...any) {
	t.Helper()
	if math.IsNaN(got) != math.IsNaN(want) || math.Abs(got-want) > within {
		t.Errorf("%v: got %v, want %v ± %v", of, got, want, within)
	}
}
