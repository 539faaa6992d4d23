package main

import (
	"os"
	"strings"
	"testing"

	"larui/datasets"
	"larui/tui/session"
	"larui/tui/view"
)

// The picture in the README is what the command beside it prints.
func TestReadmePicture(t *testing.T) {
	text := readme(t)
	_, rest, ok := strings.Cut(text, "```text\n")
	picture, _, closed := strings.Cut(rest, "```")
	if !ok || !closed {
		t.Fatal("the README has no picture")
	}
	const command = "larui --lambda 1000 --snapshot 120x36"
	if !strings.Contains(text, "`"+command+"`") {
		t.Fatalf("the README does not say %q", command)
	}
	got := mustRun(t, append(strings.Fields(command)[1:], "--colour", "never")...)
	if got != picture {
		t.Errorf("%s prints\n%s\nthe README shows\n%s", command, got, picture)
	}
}

// The pictures of the views are what the commands beside them print.
func TestReadmeViews(t *testing.T) {
	shown := 0
	for _, part := range strings.Split(readme(t), "<details><summary>")[1:] {
		head, rest, _ := strings.Cut(part, "</code></summary>\n\n```text\n")
		command := head[strings.LastIndex(head, "<code>")+len("<code>"):]
		picture, _, ok := strings.Cut(rest, "```\n\n</details>")
		if !ok || !strings.HasPrefix(command, "larui ") {
			t.Fatalf("not a view with its command: %s", head)
		}
		if got := mustRun(t, append(strings.Fields(command)[1:], "--colour", "never")...); got != picture {
			t.Errorf("%s prints\n%s\nthe README shows\n%s", command, got, picture)
		}
		shown++
	}
	if views := len(view.ViewNames()); shown < views-1 { // the target stands on the dashboard
		t.Errorf("the README shows %d of %d views", shown, views)
	}
}

// Every direct key of a control is in the README's table of keys.
func TestReadmeKeys(t *testing.T) {
	text := readme(t)
	for _, c := range session.Controls() {
		for _, key := range []string{c.Down, c.Up} {
			if key != "" && key != ";" && key != "'" && !strings.Contains(text, "`"+key+"`") {
				t.Errorf("the README does not name the key %s of %s", key, c.Name)
			}
		}
	}
}

// Every pair that can be opened by name is in the README.
func TestReadmePairs(t *testing.T) {
	text := readme(t)
	for _, info := range datasets.List() {
		if !strings.Contains(text, "`"+info.Name+"`") {
			t.Errorf("the README does not name the pair %s", info.Name)
		}
	}
}

// Every command line that the README shows without files parses and runs.
func TestReadmeCommands(t *testing.T) {
	for _, command := range []string{"align", "solve --format json", "sweep --k 1 --ktilde 1", "pairs", "help"} {
		mustRun(t, strings.Fields(command)...)
	}
}

func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
