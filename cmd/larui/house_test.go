package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The arrows of the house: which packages of larui each one may import. Nothing points
// back, and only tui knows Bubble Tea.
var arrows = map[string][]string{
	"cmd/larui":          {"cmd/larui/man", "tui", "tui/*", "tui/panel/*", "model", "model/*", "model/paper/figure", "datasets", "datasets/*"},
	"cmd/larui/man":      {},
	"tui":                {"tui/frame", "tui/stage", "tui/lesson", "tui/export", "tui/session", "tui/chart", "tui/number", "tui/quiet"},
	"tui/frame":          {"tui/panel/*", "tui/stage", "tui/lesson", "tui/opener", "tui/export", "tui/palette", "tui/help", "tui/session", "tui/chart", "tui/number", "datasets", "datasets/phrase", "model"},
	"tui/panel/scores":   {"tui/panel", "tui/stage", "tui/session", "tui/chart", "tui/number", "datasets", "model", "model/labelfree"},
	"tui/panel/target":   {"tui/panel", "tui/stage", "tui/session", "tui/chart", "tui/number", "datasets", "datasets/phrase", "model"},
	"tui/panel/spectrum": {"tui/panel", "tui/stage", "tui/session", "tui/chart", "tui/number", "model"},
	"tui/panel/data":     {"tui/panel", "tui/stage", "tui/session", "tui/chart", "tui/number", "datasets", "model"},
	"tui/panel/rivals":   {"tui/stage", "tui/session", "tui/chart", "tui/number", "model", "model/rivals"},
	"tui/panel/theory":   {"tui/stage", "tui/session", "tui/chart", "tui/number", "model"},
	"tui/panel":          {"tui/stage", "tui/chart", "tui/number", "datasets"},
	"tui/stage":          {"tui/session", "tui/chart", "tui/number", "datasets", "datasets/phrase", "model"},
	"tui/plain":          {"tui/frame", "tui/panel/rivals", "tui/stage", "tui/help", "tui/opener", "tui/export", "tui/session", "tui/chart", "tui/number", "datasets", "datasets/phrase", "model", "model/rivals"},
	"tui/lesson":         {"tui/opener", "tui/session", "tui/chart", "tui/number", "datasets", "model", "model/labelfree"},
	"tui/opener":         {"tui/session", "tui/chart", "tui/number", "tui/keep", "datasets", "datasets/phrase"},
	"tui/export":         {"tui/opener", "tui/session", "tui/chart"},
	"tui/palette":        {"tui/opener", "tui/chart"},
	"tui/help":           {"tui/opener", "tui/chart"},
	"tui/session":        {"tui/number", "datasets", "datasets/phrase", "model", "model/labelfree", "model/rivals"},
	"tui/chart":          {"tui/number"},
	"tui/number":         {},
	"tui/quiet":          {},
	"tui/keep":           {},
	"tui/config":         {"tui/keep", "datasets", "datasets/phrase"},
	"model/paper":        {"datasets", "model", "model/labelfree", "model/rivals", "model/paper/figure"},
	"model/paper/figure": {},
	"model/labelfree":    {"model"},
	"model/rivals":       {"model"},
	"datasets/phrase":    {},
	"datasets/table":     {"datasets/phrase"},
	"datasets/recipe":    {"datasets/phrase", "datasets/table"},
	"datasets/fetch":     {},
	"datasets/fitted":    {"datasets", "datasets/phrase", "datasets/recipe", "datasets/table", "model"},
	"datasets":           {"datasets/phrase", "datasets/recipe", "datasets/table", "model"},
	"model":              {"model/linalg"},
	"model/linalg":       {"model/linalg/simd"},
	"model/linalg/simd":  {},
}

// screens are the packages that know of a terminal. State, options and engine do without.
var screens = []string{"cmd/larui", "tui", "tui/chart"}

func TestArrows(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}}:{{join .Imports \" \"}}", "larui/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		path, imports, _ := strings.Cut(strings.TrimSpace(line), ":")
		name := strings.TrimPrefix(path, "larui/")
		allowed, known := arrows[name]
		if !known {
			t.Errorf("%s has no place in the house", name)
		}
		for imported := range strings.FieldsSeq(imports) {
			if strings.Contains(imported, "charmbracelet/bubble") && name != "tui" ||
				strings.Contains(imported, "charmbracelet/") && !slices.Contains(screens, name) {
				t.Errorf("%s imports %s: only tui knows Bubble Tea, and few the terminal", name, imported)
			}
			if strings.HasSuffix(imported, "/template") {
				t.Errorf("%s imports %s, which calls methods by name: the linker then keeps all there are, 6 MB of them", name, imported)
			}
			to, ours := strings.CutPrefix(imported, "larui/")
			fits := func(pattern string) bool { ok, _ := filepath.Match(pattern, to); return ok }
			if ours && !slices.ContainsFunc(allowed, fits) {
				t.Errorf("%s imports %s", name, to)
			}
		}
	}
}

// Every module that go.mod requires has its licences among those that are printed, and
// no other: go generate ./cmd/larui writes them anew.
func TestLicences(t *testing.T) {
	required, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"larui", "the Go standard library"}
	for _, line := range regexp.MustCompile(`(?m)^\t(\S+ v\S+)`).FindAllStringSubmatch(string(required), -1) {
		want = append(want, line[1])
	}
	var got []string
	for _, section := range regexp.MustCompile(`(?m)^==== (.+)\n\n\S`).FindAllStringSubmatch(licences, -1) {
		got = append(got, section[1])
	}
	if !slices.Equal(got, want) {
		t.Errorf("licences of %q, go.mod requires %q", got, want)
	}
}
