package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"larui/tui/plain"
	"larui/tui/view"
)

// hostile returns a name that clears the screen, starts a sequence in one byte of C1,
// breaks the line, turns the direction of writing, and ends in a long text.
func hostile(name string, length int) string {
	return name + "\x1b[2J\u009b31m\nevil\u202e\u2028" + strings.Repeat("x", length)
}

// requireTame fails where a text holds what acts on a terminal, or an endless line.
func requireTame(t *testing.T, what, text string) {
	t.Helper()
	const longest = 2000
	acts := func(r rune) bool {
		return r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
	}
	if at := strings.IndexFunc(text, acts); at >= 0 || !utf8.ValidString(text) {
		t.Errorf("%s writes what acts on a terminal: %q", what, text[max(0, at-40):min(len(text), max(0, at)+40)])
	}
	for line := range strings.Lines(text) {
		if len(line) > longest {
			t.Errorf("%s writes a line of %d bytes: %.80q", what, len(line), line)
		}
	}
}

// Names of files, features and classes come out of every writer with what acts on a
// terminal as visible escapes, and cut.
func TestHostileNames(t *testing.T) {
	folder := t.TempDir()
	var files []string
	for _, name := range []string{"source", "target"} {
		var b strings.Builder
		fmt.Fprintf(&b, "\"%s\",\"%s\",\"%s\"\n", hostile("one", 100_000), hostile("two", 10), hostile("label", 10))
		for i := range 40 {
			fmt.Fprintf(&b, "%d,%d,\"%s\"\n", i*i%11, i*7%13+i%3*len(name), hostile([]string{"cat", "dog", "ant"}[i%3], 1000))
		}
		files = append(files, filepath.Join(folder, hostile(name, 10)+".csv"))
		if err := os.WriteFile(files[len(files)-1], []byte(b.String()), 0o600); err != nil {
			t.Skip(err) // not every system has such names
		}
	}
	pair := []string{"--source", files[0], "--target", files[1], "--no-cache"}
	const escape = `\u001b[2J\u009b31m\nevil\u202e\u2028`
	calls := [][]string{
		{"align"}, {"align", "--format", "json"}, {"solve"}, {"solve", "--format", "json"}, {"--snapshot", "120x36"},
		{"sweep", "--k", "1", "--ktilde", "1", "--lambda", "1"}, {"sweep", "--k", "1", "--ktilde", "1", "--lambda", "1", "--format", "json"},
		{"solve", "--drop", "no\x1bsuch"}, {"solve", "--label", "no\u202esuch"},
	}
	for _, name := range view.ViewNames() {
		calls = append(calls, []string{"--snapshot", "200x50", "--view", name})
	}
	for _, args := range calls {
		_, out, errs := larui(t, append(args, pair...)...)
		what := strings.Join(args, " ")
		requireTame(t, what, out)
		requireTame(t, what, errs)
		if !strings.Contains(out+errs, escape[:6]) && !strings.Contains(out+errs, escape[:4]) && args[0] != "--snapshot" {
			t.Errorf("%s lacks the names as visible escapes: %.500q %q", what, out, errs)
		}
	}
	for _, name := range []string{"spectrum", "target", "convergence"} {
		figure := filepath.Join(t.TempDir(), "figure.svg")
		status, _, errs := larui(t, append([]string{"plot", name, "-o", figure}, pair...)...)
		b, err := os.ReadFile(figure)
		if status != statusOK || err != nil || bytes.ContainsAny(b, "\x1b\u009b\u202e\u2028") || !bytes.Contains(b, []byte(`\u001b`)) {
			t.Errorf("plot %s: status %d, %v, %q", name, status, err, errs)
		}
	}
	var out, errs bytes.Buffer
	opener := &opener{progress: newProgress(&errs), talk: plain.Conversation{
		Out: &out, Progress: &errs, In: strings.NewReader("show\ndata\ntarget\ncommand\nspectrum\n"),
	}}
	root := newRoot(opener)
	root.SetArgs(append([]string{"--plain"}, pair...))
	root.SetIn(opener.talk.In)
	if err := root.ExecuteContext(context.Background()); err != nil {
		t.Error(err)
	}
	requireTame(t, "--plain", out.String()+errs.String())
}
