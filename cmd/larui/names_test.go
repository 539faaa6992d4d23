package main

import (
	"bytes"
	"compress/zlib"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"larui/model/paper/figure"
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
	const escape = `\u001b[2J\u009b31m\nevil\u202e\u2028`
	// check runs a call, whose output holds the names as visible escapes if it is to have any.
	check := func(named bool, args ...string) {
		t.Helper()
		_, out, errs := larui(t, args...)
		what := fmt.Sprintf("%.200q", args)
		requireTame(t, what, out)
		requireTame(t, what, errs)
		if named && !strings.Contains(out+errs, escape[:4]) && !strings.Contains(out+errs, `\x1b[2J`) {
			t.Errorf("%s lacks the names as visible escapes: %.500q %q", what, out, errs)
		}
	}
	pair := []string{"--source", files[0], "--target", files[1], "--no-cache"}
	one := []string{"--k", "1", "--ktilde", "1", "--lambda", "1"}
	for _, command := range [][]string{{"align", "--both"}, {"align", "--components", "2"}, {"solve"}, append([]string{"sweep"}, one...)} {
		for _, format := range []string{"text", "json", "csv"} {
			check(format != "csv", slices.Concat(command, pair, []string{"--format", format})...)
		}
	}
	for _, name := range view.ViewNames() {
		check(false, append(pair, "--snapshot", "200x50", "--view", name)...)
	}
	odd, journal := hostile("odd", 10), filepath.Join(folder, hostile("journal", 10))
	for _, args := range [][]string{
		append(pair, "solve", "--drop", odd), append(pair, "solve", "--label", odd), append(pair, "plot", odd, "-o", "x.svg"),
		{odd}, {"solve", odd}, {"--" + odd}, {"solve", "--k", odd}, {"solve", "--source", odd, "--target", odd}, {"help", odd}, {"--view", odd},
		{"solve", "mnist-usps", "--data", odd}, {"plot", "map", "-o", odd + "/x.svg"}, {"plot", "map", "-o", odd},
		{"repro", odd}, {"repro", "table1", "--features", "XED=" + odd, "--no-journal"}, {"repro", "table1", "--features", odd + "=x"},
		{"repro", "table2-linear", "--data", odd},
		{"repro", "bound", "--seeds", "1", "--no-journal", "--figure", odd + "/x.svg"}, {"repro", "table2-linear", "--columns", odd},
	} {
		check(true, args...)
	}
	for _, args := range [][]string{
		{"repro", "table1", "--features", "XED=" + files[0], "--no-journal"}, {"repro", "bound", "--seeds", "1", "--journal", journal},
		{"__complete", "solve", "--source", folder + "/"}, {"__complete", "solve", "--source", files[0], "--drop", ""}, {"__complete", "solve", odd},
	} {
		check(false, args...)
	}
	for _, name := range []string{"spectrum", "target", "convergence", "lambda", "map"} {
		for _, format := range figure.Formats() {
			path := filepath.Join(t.TempDir(), "figure."+format)
			status, _, errs := larui(t, append([]string{"plot", name, "-o", path}, pair...)...)
			b, err := os.ReadFile(path)
			if status != statusOK || err != nil {
				t.Errorf("plot %s as %s: status %d, %v, %q", name, format, status, err, errs)
			}
			if format == "svg" && (bytes.ContainsAny(b, "\x1b\u009b\u202e\u2028") || !bytes.Contains(b, []byte(`\u001b`))) || format == "pdf" && actsInPDF(b) {
				t.Errorf("plot %s as %s holds what acts", name, format)
			}
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

// actsInPDF tells whether what a PDF sets as text holds ESC or the one-byte start of a
// sequence.
func actsInPDF(b []byte) bool {
	for packed := range bytes.SplitSeq(b, []byte("stream\n")) {
		r, err := zlib.NewReader(bytes.NewReader(packed))
		if err != nil {
			continue
		}
		text, _ := io.ReadAll(r)
		if bytes.Contains(text, []byte(" Tf")) && (bytes.IndexByte(text, 0x1b) >= 0 || bytes.IndexByte(text, 0x9b) >= 0) {
			return true
		}
	}
	return false
}
