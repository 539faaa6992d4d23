package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"larui/datasets"
	"larui/tui/session"
	"larui/tui/view"
)

// pages are the README and those that it points to, by their names.
func pages(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, file := range append(files, "../../README.md") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(file)] = string(text)
	}
	for name := range texts {
		if name != "README.md" && !strings.Contains(texts["README.md"], "(cmd/larui/docs/"+name+")") {
			t.Errorf("the README does not lead to %s", name)
		}
	}
	return texts
}

// The pictures are what the commands above them print; every view has one.
func TestPictures(t *testing.T) {
	shown := map[string]int{}
	for name, text := range pages(t) {
		for _, picture := range regexp.MustCompile("`(larui [^`]*--snapshot [^`]*)`:?\n\n```text\n([^`]*)```").FindAllStringSubmatch(text, -1) {
			shown[name]++
			if got := mustRun(t, append(strings.Fields(picture[1])[1:], "--colour", "never")...); got != picture[2] {
				t.Errorf("%s prints\n%s\n%s shows\n%s", picture[1], got, name, picture[2])
			}
		}
		if pictures := strings.Count(text, "```text\n"); pictures != shown[name] {
			t.Errorf("%s has %d pictures, and commands above %d of them", name, pictures, shown[name])
		}
	}
	// The target stands on the dashboard.
	if views := len(view.ViewNames()); shown["README.md"] != 1 || shown["views.md"] < views-1 {
		t.Errorf("%v pictures of %d views", shown, views)
	}
}

// Every command line that the pages show has flags that there are, with values that
// they take.
func TestShownCommands(t *testing.T) {
	count := 0
	for name, text := range pages(t) {
		for _, command := range regexp.MustCompile("(?m)^larui .*").FindAllString(text, -1) {
			count++
			if status, _, stderr := larui(t, append(strings.Fields(command)[1:], "--help")...); status != statusOK {
				t.Errorf("%s shows %q: %s", name, command, stderr)
			}
		}
	}
	if count < 10 {
		t.Errorf("the pages show only %d command lines", count)
	}
}

// Every direct key of a control, and every pair that can be opened by name, is named,
// and so is what is in the JSON.
func TestNamed(t *testing.T) {
	texts := pages(t)
	for _, o := range session.Controls() {
		for _, key := range []string{o.Down, o.Up} {
			if key != "" && key != ";" && key != "'" && !strings.Contains(texts["views.md"], "`"+key+"`") {
				t.Errorf("the key %s of %s is not named", key, o.Name)
			}
		}
	}
	for _, info := range datasets.List() {
		if !strings.Contains(texts["README.md"], "`"+info.Name+"`") {
			t.Errorf("the README does not name the pair %s", info.Name)
		}
	}
	for _, command := range []string{"solve", "solve --nesterov", "sweep", "align --both", "align glyphs", "repro", "repro bound --seeds 1 --no-journal", "pairs"} {
		keys := map[string]bool{}
		keyPaths("", decode[any](t, strings.Fields(command)...), keys)
		for path := range keys {
			if name := `"` + path[strings.LastIndex(path, ".")+1:] + `"`; !strings.Contains(texts["command-line.md"], name) {
				t.Errorf("%s of larui %s is not named", name, command)
			}
		}
	}
}

// The table of promises names benchmarks that there are.
func TestPromises(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	promises := regexp.MustCompile(`(?m)  (tui/view|model|model/labelfree|cmd/larui) (Benchmark\w+)`).FindAllSubmatch(doc, -1)
	if len(promises) < 10 {
		t.Errorf("only %d promises", len(promises))
	}
	for _, promise := range promises {
		files, _ := filepath.Glob(filepath.Join("..", "..", string(promise[1]), "*_test.go"))
		found := false
		for _, file := range files {
			text, _ := os.ReadFile(file)
			found = found || strings.Contains(string(text), "func "+string(promise[2])+"(b *testing.B)")
		}
		if !found {
			t.Errorf("there is no %s in %s", promise[2], promise[1])
		}
	}
}
