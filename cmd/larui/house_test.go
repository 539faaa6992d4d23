package main

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"larui/model/testutil"
)

// arrows are the imports between the packages of larui: each package, and behind the bar all that it imports.
const arrows = `
	cmd/larui | cmd/larui/* cmd/larui/paper/figure tui tui/* tui/overlay/* model model/* datasets datasets/*
	cmd/larui/man |
	cmd/larui/paper | cmd/larui/paper/figure datasets datasets/table model model/labelfree model/labelling model/rivals tui/session
	cmd/larui/paper/figure |
	tui | tui/chart tui/overlay/export tui/frame tui/lesson tui/pixels tui/session tui/stage
	tui/plain | datasets datasets/wording model/rivals tui/rowlabels tui/chart tui/overlay/export tui/frame tui/overlay/help tui/overlay/opener tui/panel/rivals tui/session tui/stage
	tui/frame | tui/panel/* datasets datasets/wording model tui/rowlabels tui/chart tui/overlay/export tui/overlay/help tui/overlay/labels tui/lesson tui/number tui/overlay/opener tui/overlay/palette tui/session tui/stage
	tui/panel/scores | datasets model model/labelfree tui/chart tui/number tui/panel tui/session tui/stage
	tui/panel/target | datasets datasets/wording model tui/chart tui/number tui/panel tui/session tui/stage
	tui/panel/spectrum | model tui/chart tui/number tui/panel tui/session tui/stage
	tui/panel/data | datasets datasets/recipe model tui/chart tui/number tui/panel tui/session tui/stage
	tui/panel/rivals | model model/rivals tui/chart tui/number tui/session tui/stage
	tui/panel/theory | model tui/chart tui/number tui/session tui/stage
	tui/panel | datasets datasets/wording model tui/chart tui/number tui/session tui/stage
	tui/ptytest |
	tui/stage/stagetest | tui/chart tui/session tui/stage
	tui/stage | datasets datasets/wording model tui/chart tui/number tui/session
	tui/lesson | datasets model model/labelfree tui/chart tui/number tui/overlay/opener tui/session
	tui/overlay/opener | datasets datasets/wording tui/chart tui/number tui/store tui/session
	tui/overlay/export | datasets/wording tui/chart tui/overlay/opener tui/session tui/stage
	tui/overlay/labels | datasets datasets/wording tui/rowlabels tui/chart tui/number tui/overlay/help tui/overlay/opener tui/session
	tui/overlay/palette | datasets/wording tui/chart tui/overlay/opener
	tui/overlay/help | tui/chart
	tui/rowlabels | datasets datasets/modelfile datasets/wording model model/labelling tui/number tui/session tui/store
	tui/session | datasets datasets/wording model model/labelfree model/rivals model/shift tui/number
	tui/chart | tui/number
	tui/number |
	tui/pixels |
	tui/termquery |
	tui/store |
	tui/config | datasets datasets/wording tui/store
	datasets/fetch |
	datasets/modelfile | datasets datasets/moments datasets/parquet datasets/wording datasets/recipe datasets/table model model/labelling
	datasets | datasets/moments datasets/wording datasets/recipe datasets/table model
	datasets/recipe | datasets/wording datasets/table
	datasets/table | datasets/moments datasets/parquet datasets/wording
	datasets/parquet | datasets/wording
	datasets/moments | datasets/wording
	datasets/wording |
	model/rivals | model model/linalg
	model/labelfree | model
	model/labelling |
	model/shift | model/linalg
	model | model/linalg
	model/linalg | model/linalg/simd
	model/linalg/simd |
	model/testutil |`

// screens are the packages that know of a terminal. State, options and engine do without.
var screens = []string{"cmd/larui", "tui", "tui/chart", "tui/pixels", "tui/ptytest"}

// TestArrows holds the imports of every package, those of its tests among them, against
// arrows and against the drawing in doc.go, in which each package stands above what it uses.
func TestArrows(t *testing.T) {
	const each = `{{.ImportPath}}:{{join .Imports " "}}:{{join .TestImports " "}} {{join .XTestImports " "}}`
	out := testutil.Must(exec.Command("go", "list", "-f", each, "larui/...").Output())
	drawing := read("doc.go")
	floor := map[string]int{}
	for i, row := range regexp.MustCompile(`(?m)^//\t((?:cmd|tui|model|datasets)\S*) +\pL`).FindAllStringSubmatch(drawing, -1) {
		floor[row[1]] = i
	}
	may := map[string][]string{}
	for _, row := range testutil.ParseTable(arrows) {
		may[row[0]] = strings.Fields(row[1])
	}
	used, found := map[string]bool{}, map[string]bool{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), ":")
		name := strings.TrimPrefix(fields[0], "larui/")
		found[name] = true
		allowed, known := may[name]
		from, drawn := floor[name]
		if !known || !drawn {
			t.Errorf("%s has no place in the house (among the arrows %v, in doc.go %v)", name, known, drawn)
		}
		for imported := range strings.FieldsSeq(fields[1]) {
			if strings.Contains(imported, "charmbracelet/bubble") && name != "tui" ||
				strings.Contains(imported, "charmbracelet/") && !slices.Contains(screens, name) {
				t.Errorf("%s imports %s: only tui knows Bubble Tea, and few the terminal", name, imported)
			}
			if strings.HasSuffix(imported, "/template") {
				t.Errorf("%s imports %s, which calls methods by name: the linker then keeps all there are, 6 MB of them", name, imported)
			}
			to, ours := strings.CutPrefix(imported, "larui/")
			if !ours {
				found[imported] = true
				continue
			}
			fits := func(pattern string) bool { ok, _ := filepath.Match(pattern, to); return ok }
			at := slices.IndexFunc(allowed, fits)
			if at < 0 {
				t.Errorf("%s imports %s", name, to)
				continue
			}
			used[name+" "+allowed[at]] = true
			if floor[to] <= from {
				t.Errorf("%s imports %s, which doc.go draws above it", name, to)
			}
		}
		for imported := range strings.FieldsSeq(fields[2]) {
			if strings.HasPrefix(imported, "larui/cmd/") && !strings.HasPrefix(name, "cmd/") {
				t.Errorf("the tests of %s import %s: nothing below the command line knows of it", name, imported)
			}
		}
	}
	for name := range floor {
		if !found[name] {
			t.Errorf("doc.go draws %s, which is no package", name)
		}
	}
	for _, given := range []string{"github.com/charmbracelet/bubbletea", "github.com/charmbracelet/lipgloss", "gonum.org/v1/gonum/mat", "github.com/guptarohit/asciigraph"} {
		if !found[given] {
			t.Errorf("nothing imports %s, with which larui is built", given)
		}
	}
	for name, allowed := range may {
		for _, to := range allowed {
			if !used[name+" "+to] {
				t.Errorf("%s may import %s, and does not", name, to)
			}
		}
	}
}

// Every module that go.mod requires has its licences among those that are printed, and
// no other: go generate ./cmd/larui writes them anew.
func TestLicences(t *testing.T) {
	required := read("../../go.mod")
	want := []string{"larui", "the Go standard library"}
	for _, line := range regexp.MustCompile(`(?m)^\t(\S+ v\S+)`).FindAllStringSubmatch(required, -1) {
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
