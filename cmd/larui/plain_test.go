package main

import (
	"context"
	"larui/tui/session"
	"regexp"
	"strings"
	"testing"
)

// plainly runs larui --plain with commands on standard input.
func plainly(t *testing.T, args []string, commands ...string) string {
	t.Helper()
	var out strings.Builder
	opener := &opener{live: &out}
	root := newRoot(opener)
	root.SetArgs(append([]string{"--plain"}, args...))
	root.SetIn(strings.NewReader(strings.Join(commands, "\n")))
	if err := root.ExecuteContext(context.Background()); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Every flag of the explorer is in its help, and every flag that help names exists
// and is used by some pair.
func TestHelpNamesFlags(t *testing.T) {
	root := newRoot(&opener{})
	text := mustRun(t, "--help")
	_, flags, ok := strings.Cut(text, "Flags:")
	if !ok {
		t.Fatalf("no flags in\n%s", text)
	}
	named := map[string]bool{}
	for _, match := range regexp.MustCompile(`(?m)--([a-z0-9-]+)`).FindAllStringSubmatch(flags, -1) {
		named[match[1]] = true
	}
	names := map[string]bool{"help": true}
	for _, c := range session.Controls() {
		names[c.Name] = true
		if !anyPair(func(pair string) bool { return applies(c, pair) }) {
			t.Errorf("--%s does nothing for any pair", c.Name)
		}
	}
	for _, f := range pairFlags() {
		names[f.name] = true
		if !anyPair(func(pair string) bool {
			for _, field := range fieldsOf(pair) {
				if field == f.field {
					return true
				}
			}
			return false
		}) {
			t.Errorf("--%s does nothing for any pair", f.name)
		}
	}
	for _, look := range []string{"no-bias", "no-cache", "snapshot", "plain", "view", "theme", "glyphs", "colour", "color", "mouse"} {
		names[look] = true
	}
	for name := range names {
		if !named[name] {
			t.Errorf("help does not name --%s", name)
		}
	}
	for name := range named {
		if name == "help" {
			continue // cobra makes it when it is called
		}
		if root.Flags().Lookup(name) == nil || !names[name] {
			t.Errorf("help names --%s, which is no flag that is known to work", name)
		}
	}
}

func anyPair(works func(pair string) bool) bool {
	for _, name := range pairNames() {
		if works(name) {
			return true
		}
	}
	return false
}

func TestPlainIsNoSnapshot(t *testing.T) {
	status, stdout, stderr := larui(t, "--plain", "--snapshot", "80x24")
	if status != statusWrongCall || stdout != "" {
		t.Errorf("status %d, stdout %q", status, stdout)
	}
	checkLine(t, stderr)
}
