package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"larui/datasets"
	"larui/model/testutil"
	"larui/tui/frame"
	"larui/tui/session"
)

// pageFile is where a page lies.
func pageFile(name string) string {
	if name == "README.md" {
		return filepath.Join("..", "..", name)
	}
	return filepath.Join("docs", name)
}

// pages are the README and those that it points to, by their names.
func pages(t *testing.T) map[string]string {
	t.Helper()
	files := testutil.Must(filepath.Glob("docs/*.md"))
	texts := map[string]string{}
	for _, file := range append(files, pageFile("README.md")) {
		text := read(file)
		texts[filepath.Base(file)] = text
	}
	for name := range texts {
		if name != "README.md" && !strings.Contains(texts["README.md"], "(cmd/larui/docs/"+name+")") {
			t.Errorf("the README does not lead to %s", name)
		}
	}
	return texts
}

// The pictures are what the commands above them print, a frame or a part of the text;
// every view has one. With -update the frames are written anew.
func TestPictures(t *testing.T) {
	testutil.SkipInShort(t)
	update := flag.Lookup("update").Value.String() == "true"
	shown := map[string]int{}
	for name, text := range pages(t) {
		pictures := regexp.MustCompile("`(larui [^`]*)`[^`]*\n\n```text\n([^`]*)```").FindAllStringSubmatch(text, -1)
		for _, picture := range pictures {
			args := strings.Fields(picture[1])[1:]
			if !strings.Contains(picture[1], "--snapshot") {
				if _, got, _ := larui(t, "%", args); !strings.Contains(got, picture[2]) {
					t.Errorf("%s prints\n%s\n%s shows\n%s", picture[1], got, name, picture[2])
				}
				continue
			}
			shown[name]++
			switch got := mustRun(t, "% --colour never", args); {
			case update:
				text = strings.Replace(text, picture[2], got, 1)
			case got != picture[2]:
				t.Errorf("%s prints\n%s\n%s shows\n%s", picture[1], got, name, picture[2])
			}
		}
		if update {
			testutil.NoError(t, os.WriteFile(pageFile(name), []byte(text), 0o644))
		}
		testutil.Equal(t, strings.Count(text, "```text\n"), len(pictures), name)
	}
	// The page shows the target view on the first screen.
	if views := len(frame.ViewNames()); shown["views.md"] < views-1 {
		t.Errorf("%v pictures of %d views", shown, views)
	}
}

// The README is short, and its picture is there and moves.
func TestReadme(t *testing.T) {
	text := pages(t)["README.md"]
	if lines := strings.Count(text, "\n"); lines > 120 || len(text) > 10_000 {
		t.Errorf("the README has %d lines and %d bytes", lines, len(text))
	}
	for _, picture := range regexp.MustCompile(`!\[[^\]]*\]\((.*?)\)`).FindAllStringSubmatch(text, -1) {
		b := read(filepath.Join("..", "..", picture[1]))
		if err := xml.Unmarshal([]byte(b), new(struct{})); err != nil || strings.Count(b, "<animate ") < 10 {
			t.Errorf("%s does not move: %v", picture[1], err)
		}
	}
}

// Help has every page, as it stands.
func TestTopics(t *testing.T) {
	listed := mustRun(t, "help")
	for name, text := range pages(t) {
		topic := strings.TrimSuffix(name, ".md")
		if topic == "README" {
			continue
		}
		if got := mustRun(t, "help %", topic); !strings.HasPrefix(got, strings.TrimSpace(text)) || !regexp.MustCompile("PAGE.*[ ,]"+topic+"[,\n]").MatchString(listed) {
			t.Errorf("larui help %s shows\n%s", topic, got)
		}
	}
}

// The commands that lead from two files to predictions do, one after the other.
func TestFromNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	var source, target strings.Builder
	source.WriteString("a,b,c,label\n")
	target.WriteString("a,b,c\n")
	for i := range 60 {
		x := [3]float64{math.Sin(float64(i)), math.Sin(float64(7 * i)), float64(i % 2)}
		fmt.Fprintf(&source, "%g,%g,%g,%s\n", x[0], 300*x[1], x[2]+x[0]/3, []string{"cat", "dog"}[i%2])
		fmt.Fprintf(&target, "%g,%g,%g\n", x[0]+1, 300*x[1], x[2]-x[1]/3)
	}
	for name, text := range map[string]string{"mine.csv": source.String(), "theirs.csv": target.String()} {
		testutil.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	page, _ := docs.ReadFile("docs/choosing.md")
	section, _, _ := strings.Cut(string(page), "\n1. ")
	for _, command := range regexp.MustCompile("(?m)^larui .*").FindAllString(section, -1) {
		args := strings.Fields(command)[1:]
		if args[0] == "mine.csv" { // the explorer
			args = append(args, "--snapshot", "80x24")
		}
		if status, _, stderr := larui(t, "%", args); status != statusOK {
			t.Errorf("%s: status %d, %s", command, status, stderr)
		}
	}
	if predicted, err := os.ReadFile("predicted.csv"); err != nil || bytes.Count(predicted, []byte("\n")) != 61 {
		t.Errorf("%v, %s", err, predicted)
	}
}

// Every command line that the pages show has flags that there are, with values that
// they take.
func TestShownCommands(t *testing.T) {
	count := 0
	for name, text := range pages(t) {
		for _, command := range regexp.MustCompile("(?m)^larui .*").FindAllString(text, -1) {
			count++
			command, _, _ = strings.Cut(command, " | ")
			if status, _, stderr := larui(t, "% --help", strings.Fields(command)[1:]); status != statusOK {
				t.Errorf("%s shows %q: %s", name, command, stderr)
			}
		}
	}
	if count < 10 {
		t.Errorf("the pages show only %d command lines", count)
	}
}

// Every direct key of a control, and every pair that can be opened by name, is named.
func TestNamed(t *testing.T) {
	texts := pages(t)
	for _, o := range session.Controls() {
		for _, key := range []string{o.Down, o.Up} {
			if key != "" && key != ";" && key != "'" && !strings.Contains(texts["views.md"], "`"+key+"`") {
				t.Errorf("the key %s of %s is not named", key, o.Name)
			}
		}
	}
	for _, info := range datasets.ListPairs() {
		testutil.Contains(t, texts["README.md"], "`"+info.Name+"`")
	}
}

// The table of promises names benchmarks that there are.
func TestPromises(t *testing.T) {
	doc := read("doc.go")
	promises := regexp.MustCompile(`(?m)  (tui/frame|model|model/labelfree|cmd/larui) (Benchmark\w+)`).FindAllStringSubmatch(doc, -1)
	if len(promises) < 10 {
		t.Errorf("only %d promises", len(promises))
	}
	for _, promise := range promises {
		files, _ := filepath.Glob(filepath.Join("..", "..", promise[1], "*_test.go"))
		found := false
		for _, file := range files {
			text := read(file)
			found = found || strings.Contains(text, "func "+promise[2]+"(b *testing.B)")
		}
		if !found {
			t.Errorf("there is no %s in %s", promise[2], promise[1])
		}
	}
}

// unpadded returns a page with single spaces.
func unpadded(page string) string { return regexp.MustCompile(" {2,}").ReplaceAllString(page, " ") }

// The page on teaching lists the lessons that there are, and the one that it shows can be
// read, is sound, and prints; so are its commands.
func TestTeaching(t *testing.T) {
	testutil.SkipInShort(t)
	page, _ := docs.ReadFile("docs/teaching.md")
	var listed []struct {
		Number, Minutes int
		Name, About     string
	}
	testutil.NoError(t, json.Unmarshal([]byte(mustRun(t, "lessons --format json")), &listed))
	for _, l := range listed {
		testutil.Contains(t, unpadded(string(page)), fmt.Sprintf("| %d | `%s` | %d | %s |", l.Number, l.Name, l.Minutes, l.About))
	}
	t.Chdir(t.TempDir())
	shown := regexp.MustCompile("(?s)`([a-z]+\\.md)`:\n\n```markdown\n(.*?)```").FindSubmatch(page)
	testutil.NoError(t, os.WriteFile(string(shown[1]), shown[2], 0o600))
	for _, command := range regexp.MustCompile("(?m)^larui .*").FindAllString(string(page), -1) {
		args := strings.Fields(command)[1:]
		if args[0] == "--lesson" {
			args = append(args, "--snapshot", "80x24", "--colour", "never")
		}
		if got := mustRun(t, "%", args); got == "" {
			t.Errorf("%s prints nothing", command)
		}
	}
	for field, want := range map[string]string{
		"- solution: lambda=0.2": "halves.md:16: the condition \"done\" is false after the acts after \"solution\": lambda=0.2",
		"- solution: lamda=100":  "halves.md:22: solution: unknown act \"lamda=100\"",
	} {
		broken := strings.Replace(string(shown[2]), "- solution: lambda=100", field, 1)
		testutil.NoError(t, os.WriteFile(string(shown[1]), []byte(broken), 0o600))
		if status, out, said := larui(t, "lessons --check halves.md"); status != 1 || out != "" || !strings.HasPrefix(said, "larui: "+want) || strings.Count(said, "\n") != 1 {
			t.Errorf("%s: %d %s%s, want %s", field, status, out, said, want)
		}
	}
}

// A hand-out stands alone: what it needs is in it. Of the two commands of a step one shows
// what the other does. Where the file says that data are is where its steps look for them.
func TestHandOut(t *testing.T) {
	testutil.SkipInShort(t)
	if page := mustRun(t, "lessons --print rivals"); strings.Contains(page, "…") {
		t.Error("an answer lacks what its solution has trained")
	}
	page := mustRun(t, "lessons --print fail")
	elsewhere := strings.ReplaceAll(page, `="http://www.w3.org/`, "") // the names of what SVG is
	if n := strings.Count(page, "<svg "); n < 6 || strings.Contains(elsewhere, "http") || strings.Contains(page, "…") {
		t.Errorf("%d pictures, or something that is elsewhere or missing", n)
	}
	testutil.Contains(t, page, "<h1>When it must fail</h1>", "larui --lesson fail --step 6\n# the same state, without the lesson\nlarui rotated-gaussian --lambda=1000 --angle=120</pre>", "<h2 class=answers>Answers</h2>")
	score := regexp.MustCompile(`LAR +[0-9.]+ % +no adaptation +[0-9.]+ %`)
	for _, both := range regexp.MustCompile(`(?m)^larui (.*)\n#.*\nlarui (.*)</pre>`).FindAllStringSubmatch(page, -1) {
		frame := func(command string) string {
			return score.FindString(mustRun(t, "% --snapshot 80x24 --colour never", strings.Fields(command)))
		}
		if step, free := frame(both[1]), frame(both[2]); step == "" || step != free {
			t.Errorf("%s shows %q, %s %q", both[1], step, both[2], free)
		}
	}
	t.Setenv("LARUI_DATA", "")
	settleBy(t, "data = '/no/such/folder'\n")
	file := testutil.WriteFile(t, "digits.md", "---\ntitle: T\nabout: A\nminutes: 5\npair: mnist-usps\n---\n## One\n\nText.\n")
	testutil.Contains(t, mustRun(t, "lessons --print %", file), "/no/such/folder")
}
