package tui

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"larui/datasets"
	"larui/tui/session"
)

// talk runs commands and returns what is answered.
func talk(t *testing.T, opts Options, commands ...string) string {
	t.Helper()
	ownFolders(t)
	return talkHere(t, opts, commands...)
}

// talkHere is talk with the folders of settings that there are.
func talkHere(t *testing.T, opts Options, commands ...string) string {
	t.Helper()
	var out strings.Builder
	if err := Plain(context.Background(), opts, Conversation{In: strings.NewReader(strings.Join(commands, "\n")), Out: &out}); err != nil {
		t.Fatalf("%v after %s", err, out.String())
	}
	return out.String()
}

func plainGaussian() Options { return Options{Spec: datasets.DefaultSpec("rotated-gaussian")} }

// Every way to turn a control says the same sentence as the screen, in words.
func TestPlainTurns(t *testing.T) {
	for _, c := range []struct {
		commands []string
		says     []string
	}{
		{[]string{"lambda 1000"}, []string{"lambda 1 to 1000: weights turned", "LAR 99.1 %"}},
		{[]string{"lambda=1000"}, []string{"lambda 1 to 1000: "}},
		{[]string{"Lambda = 1000"}, []string{"lambda 1 to 1000: "}},
		{[]string{"λ 1000"}, []string{"lambda 1 to 1000: "}},
		{[]string{"up lambda 6"}, []string{"lambda 1 to 1000: "}},
		{[]string{"up lambda", "down λ"}, []string{"lambda 1 to 3: ", "lambda 3 to 1: "}},
		{[]string{"k̃ 2"}, []string{"ktilde 1 to 2: "}},
		{[]string{"k~ 2"}, []string{"ktilde 1 to 2: "}},
		{[]string{"keep implicit true"}, []string{"keep implicit false to true: "}},
		{[]string{"keep-implicit=true"}, []string{"keep implicit false to true: "}},
		{[]string{"angle 90", "undo", "redo", "reset"}, []string{"angle 45 to 90: ", "angle 90 to 45: "}},
		{[]string{"lambda 1"}, []string{"lambda is 1 already"}},
		{[]string{"undo", "redo", "reset"}, []string{"nothing to undo", "nothing to redo", "nothing was turned"}},
		{[]string{"lambda"}, []string{"lambda 1: weight of the target's alignment term"}},
		{[]string{"rate 1000"}, []string{"LAR diverges"}},
		{[]string{"command"}, []string{"larui rotated-gaussian --plain"}},
		{[]string{"lambda 30", "view theory", "command"}, []string{"overlap of the heads", "larui rotated-gaussian --lambda=30 --plain --view=theory"}},
	} {
		got := talk(t, plainGaussian(), c.commands...)
		for _, text := range c.says {
			if !strings.Contains(got, "\n"+text) && !strings.Contains(got, text+", ") {
				t.Errorf("%q: %q is not said in\n%s", c.commands, text, got)
			}
		}
		if strings.Contains(got, "error") {
			t.Errorf("%q: an error in\n%s", c.commands, got)
		}
	}
}

// What is wrong is one line, and the next command works.
func TestPlainErrors(t *testing.T) {
	for _, command := range []string{
		"nonsense", "k 8", "k 0", "lambda -1", "lambda NaN", "up", "up nonsense", "up lambda 0", "up lambda 9999999", "undo it",
		"view nonsense", "open", "open nope", "open a.csv b.csv", "open glyphs --angle=3", "open 'a", "angle 999", "nonsense = 3", "=", "n 1",
	} {
		got := talk(t, plainGaussian(), "lambda 3", command, "lambda 10")
		errors := 0
		for line := range strings.Lines(got) {
			if strings.HasPrefix(line, "error: ") {
				errors++
			}
		}
		if errors != 1 || !strings.Contains(got, "\nlambda 3 to 10: ") {
			t.Errorf("%q gives %d errors in\n%s", command, errors, got)
		}
	}
}

// Nothing but ASCII is said, and no escape, whatever the pair and the view.
func TestPlainIsPlain(t *testing.T) {
	commands := []string{"help", "pairs", "show"}
	for _, name := range ViewNames() {
		commands = append(commands, "view "+name)
	}
	commands = append(commands, "view explore")
	turns := []string{"up k", "lambda 0", "lambda 100", "ktilde 1", "down k"}
	for _, c := range session.Controls() {
		turns = append(turns, "up "+c.Name, "undo")
	}
	for _, info := range datasets.List() {
		if !info.BuiltIn {
			continue
		}
		spec := datasets.DefaultSpec(info.Name)
		spec.N, spec.M = 60, 60
		said := commands
		if info.Name != "glyphs" && info.Name != "subspace" { // many features take their time
			said = append(slices.Clone(commands), turns...)
		}
		got := talk(t, Options{Spec: spec}, said...)
		for line := range strings.Lines(got) {
			for _, r := range strings.TrimSuffix(line, "\n") {
				if r < ' ' || r > '~' {
					t.Errorf("%s: %q in %q", info.Name, r, line)
					break
				}
			}
		}
	}
}

// Other pairs open from within, by name, with flags, from files, and are remembered.
func TestPlainOpens(t *testing.T) {
	spec := binarySpec(t)
	got := talk(t, plainGaussian(), "open subspace n=50 --m 50 k=3", "open "+session.Quote(spec.Source)+" "+session.Quote(spec.Target), "undo", "pairs")
	for _, text := range []string{
		"source 50 rows, target 50 rows, 40 features", "k 3, ktilde", "source 12 rows, target 12 rows, 4 features",
		"recent 1: open --source=" + spec.Source,
	} {
		if !strings.Contains(got, text) {
			t.Errorf("%q is not said in\n%s", text, got)
		}
	}
}

func TestPlainEnds(t *testing.T) {
	if got := talk(t, plainGaussian(), "quit", "lambda 3"); strings.Contains(got, "lambda 1 to 3") {
		t.Error("a command after quit is obeyed")
	}
	opts := plainGaussian()
	opts.Spec.N = 1
	if err := Plain(context.Background(), opts, Conversation{In: strings.NewReader(""), Out: io.Discard}); err == nil {
		t.Error("a pair that can't be opened is no error")
	}
	opts = plainGaussian()
	opts.View = "nonsense"
	if err := Plain(context.Background(), opts, Conversation{In: strings.NewReader(""), Out: io.Discard}); !errors.Is(err, session.ErrValue) {
		t.Errorf("an unknown view gives %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	silent, write := io.Pipe()
	defer write.Close()
	done := make(chan error)
	go func() { done <- Plain(ctx, plainGaussian(), Conversation{In: silent, Out: io.Discard}) }()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted while nobody says anything: %v", err)
	}
	failing := failingWriter{}
	if err := Plain(context.Background(), plainGaussian(), Conversation{In: strings.NewReader("show"), Out: failing}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("nobody listens: %v", err)
	}
}

// A failingWriter is a pipe whose reader is gone.
type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
