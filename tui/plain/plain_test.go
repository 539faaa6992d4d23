package plain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model/testutil"
	"larui/tui/frame"
	"larui/tui/overlay/export"
	"larui/tui/session"
	"larui/tui/stage"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// pair returns the opening of a command line, without a cache.
func pair(t testing.TB, line string) session.Opening {
	t.Helper()
	o := testutil.Must(session.ParseOpening(line))
	o.Spec.Cache = ""
	return o
}

// gaussian is the default pair with few samples.
func gaussian(t testing.TB) session.Opening { return pair(t, "rotated-gaussian n=60 m=60") }

// talk runs commands and returns the answers, without the words of the opening.
func talk(t testing.TB, o session.Opening, commands ...string) string {
	t.Helper()
	var out strings.Builder
	in := strings.NewReader(strings.Join(commands, "\n"))
	kinds := []export.Kind{{Ending: ".svg", About: "%s as a figure"}}
	if err := Talk(context.Background(), o, "", Conversation{In: in, Out: &out, UserFiles: frame.UserFiles{ExportKinds: kinds}}); err != nil {
		t.Fatalf("%v after %s", err, out.String())
	}
	_, answer, _ := strings.Cut(out.String(), "\ntype help for a list of commands\n")
	return "\n" + answer
}

// writeTable writes a file of n rows: two numbers, a town and, unless unlabelled, a kind.
func writeTable(t testing.TB, name string, n int, labelled bool) string {
	t.Helper()
	rows := "id,a,b,town,kind\n"
	if !labelled {
		rows = "id,a,b,town\n"
	}
	for i := range n {
		rows += fmt.Sprintf("7,%d,%d,Rome", i*i%11+i%3, i%5)
		if labelled {
			rows += fmt.Sprint(",", i%3%2)
		}
		rows += "\n"
	}
	return testutil.WriteFile(t, name, rows)
}

// Every way to turn a control says the same sentence as the screen, in words. So do undo,
// redo and reset, and a turn without effect says so.
func TestSaysWhatTurnsDo(t *testing.T) {
	for _, row := range testutil.ParseTable(`
		lambda 1000 | lambda 1 to 1000: labels lie along the source's long direction | target accuracy: no adaptation
		lambda=1000 | lambda 1 to 1000:
		Lambda = 1000 | lambda 1 to 1000:
		λ 1000 | lambda 1 to 1000:
		up lambda 6 | lambda 1 to 1000:
		up lambda; down λ | lambda 1 to 3: | lambda 3 to 1:
		k̃ 2 | ktilde 1 to 2:
		k~ 2 | ktilde 1 to 2:
		keep implicit true | keep implicit false to true:
		keep-implicit=true | keep implicit false to true:
		angle 90; undo; redo; reset | redone, angle 45 to 90: | reset, angle 90 to 45:
		lambda 1 | lambda is 1 already
		undo; redo; reset | nothing to undo | nothing to redo | nothing was turned
		lambda | lambda 1: how strongly the target pulls
		rate 1000 | target accuracy: no adaptation diverges, LAR diverges
		command | larui rotated-gaussian --n=60 --m=60 --plain
		lambda 30; view theory; command | overlap of the heads | larui rotated-gaussian --lambda=30 --n=60 --m=60 --plain --view=theory`) {
		got := talk(t, gaussian(t), strings.Split(row[0], "; ")...)
		for _, text := range row[1:] {
			testutil.Contains(t, got, "\n"+text)
		}
		if strings.Contains(got, "error") {
			t.Errorf("%s: an error in\n%s", row[0], got)
		}
	}
}

// An error is one line and changes nothing, and the next command works.
func TestErrorsAreOneLine(t *testing.T) {
	commands := []string{
		"nonsense", "k 8", "k 0", "lambda -1", "lambda NaN", "up", "up nonsense", "up lambda 0", "up lambda 9999999", "undo it",
		"view nonsense", "open", "open nope", "open a.csv b.csv", "open glyphs --angle=3", "open 'a", "angle 999", "nonsense = 3", "=", "n 1",
		"train", "train nonsense", "train 0", "train 99", "train ridge 0", "train ridge 9", "train adv-r", "train ridge x", "rivals nonsense", "n 0",
	}
	var asked []string
	for _, c := range commands {
		asked = append(asked, "lambda 3", c, "lambda 10", "undo", "redo", "reset")
	}
	got := talk(t, gaussian(t), asked...)
	testutil.Equal(t, strings.Count(got, "\nerror: "), len(commands), got)
	for _, turn := range []string{"lambda 1 to 3: ", "lambda 3 to 10: ", "undone, lambda 10 to 3: ", "redone, lambda 3 to 10: ", "reset, lambda 10 to 1: "} {
		testutil.Equal(t, strings.Count(got, "\n"+turn), len(commands), turn)
	}
}

// listed returns the heads of the commands in the help, and the names of the controls.
func listed(t *testing.T, o session.Opening) (commands, controls []string) {
	t.Helper()
	_, help, ok := strings.Cut(talk(t, o, "help"), "set a control; NAME: print the value of a control\n")
	before, after, both := strings.Cut(help, "The controls:\n")
	if !ok || !both {
		t.Fatalf("no help in\n%s", help)
	}
	for line := range strings.Lines(before) {
		head, _, _ := strings.Cut(line, ": ")
		commands = append(commands, head)
	}
	for line := range strings.Lines(after) {
		head, _, _ := strings.Cut(line, ": ")
		controls = append(controls, strings.Split(head, ", ")...)
	}
	return commands, controls
}

// Every command of the help works under each of its names and in capitals, and so do all
// controls and views. Any other word is an error of one line.
func TestHelpIsWhatWorks(t *testing.T) {
	testutil.SkipInShort(t)
	testutil.UseOwnFolders(t)
	o := gaussian(t)
	files := session.ShellQuote(writeTable(t, "source.csv", 30, true)) + " " + session.ShellQuote(writeTable(t, "target.csv", 30, true)) + " drop=town"
	examples := map[string][]string{
		"label": {"label", "label " + session.ShellQuote(filepath.Join(t.TempDir(), "rows.csv"))},
		"up":    {"up lambda", "up lambda 2"}, "down": {"down lambda"}, "view": {"view map", "view"}, "rivals": {"rivals", "rivals ridge"}, "read": {"read convergence 300", "read target 7"},
		"train": {"train ridge", "train 2 2", "train all"}, "open": {"open glyphs classes=3,8 n=30 m=30", "open " + files + " bias=false", "open recent 1"},
	}
	commands, controls := listed(t, o)
	known := map[string]bool{"": true, "#": true}
	for _, head := range commands {
		if head == "# TEXT" {
			continue
		}
		names := strings.Split(head, ", ")
		last, args, _ := strings.Cut(names[len(names)-1], " ")
		names[len(names)-1] = last
		lines := examples[names[0]]
		if lines == nil && (args == "" || strings.HasPrefix(args, "[")) {
			lines = []string{names[0]}
		}
		if lines == nil {
			t.Errorf("the test has no example of %s", head)
		}
		for _, name := range names {
			known[name] = true
			for _, line := range lines {
				// What there is to undo and to open again has to be there.
				plain := strings.Replace(line, names[0], name, 1)
				said := talk(t, o, "open "+files, "undo", "lambda 3", "undo", strings.ToUpper(name)+plain[len(name):])
				_, said, _ = strings.Cut(said, "lambda 3 to 1: ")
				if quits := slices.Contains([]string{"quit", "q", "exit"}, name); strings.Contains(said, "\nerror: ") || strings.Count(said, "\n") < 7 && !quits {
					t.Errorf("%s says %q", plain, said)
				}
			}
		}
	}
	for _, name := range frame.ViewNames() {
		if !known[name] {
			t.Errorf("the view %s is no command", name)
		}
	}
	for _, name := range controls {
		known[name] = true
		if got := talk(t, o, name, "up "+name, "down "+name); strings.Contains(got, "\nerror: ") {
			t.Errorf("the control %s:\n%s", name, got)
		}
	}
	var words []string
	for word := range known {
		words = append(words, word)
	}
	slices.Sort(words)
	letters := rapid.StringMatching(`[a-z0-9?!./+*-]{1,8}`)
	var typed []string
	rapid.Check(t, func(rt *rapid.T) {
		word := letters.Draw(rt, "word")
		if rapid.Bool().Draw(rt, "nearly") {
			word = rapid.SampledFrom(words).Draw(rt, "known") + rapid.SampledFrom([]string{"x", "s", "-", "1", "?"}).Draw(rt, "end")
		}
		if !known[word] && !strings.HasPrefix(word, "#") {
			typed = append(typed, word)
		}
	})
	got := strings.Split(strings.TrimSpace(talk(t, o, append(typed, "command")...)), "\n")
	if len(got) != len(typed)+1 || !strings.HasPrefix(got[len(typed)], "larui rotated-gaussian --n=60 --m=60 --plain") {
		t.Fatalf("%q are answered by\n%s", typed, got)
	}
	for i, word := range typed {
		if !strings.HasPrefix(got[i], "error: ") {
			t.Errorf("%q is answered by %q", word, got[i])
		}
	}
}

// Every answer is ASCII without escapes, for every pair. No line begins with a blank or has
// two in a row, as a drawing would. A view that is said once does not stay.
func TestViewsAreWords(t *testing.T) {
	testutil.SkipInShort(t)
	testutil.UseOwnFolders(t)
	source := session.ShellQuote(writeTable(t, "source.csv", 40, true))
	lines := []string{
		source + " " + session.ShellQuote(writeTable(t, "unlabelled.csv", 4, false)) + " drop=town",
		source + " " + source + " drop=town,a,id",
		source + " " + source + " drop=town label=b task=multiclass",
	}
	for _, info := range datasets.ListPairs() {
		if slices.Contains(info.Options, "n") {
			lines = append(lines, info.Name+" n=60 m=60")
		}
	}
	for _, line := range lines {
		for _, turn := range []string{"lambda 3", "rate 1000"} {
			// Each answer ends in the command line, which has the present view.
			commands := []string{turn, "command"}
			for _, name := range frame.ViewNames() {
				commands = append(commands, name, "command")
			}
			said := strings.Split(talk(t, pair(t, line), append(commands, "help", "pairs", "show")...), "\nlarui ")
			testutil.Equal(t, len(said), len(frame.ViewNames())+2, line)
			for i, answer := range said {
				command, answer, _ := strings.Cut(answer, "\n")
				if strings.Contains(command, "--view") || i > 0 && answer == "" {
					t.Errorf("%s: after %s, where nothing stays, it says %q", line, command, answer)
				}
				for line := range strings.Lines(answer) {
					odd := func(r rune) bool { return r > '~' || r < ' ' && r != '\n' }
					if strings.HasPrefix(line, "error: ") || strings.HasPrefix(line, " ") || strings.Contains(line, "  ") || strings.ContainsFunc(line, odd) {
						t.Errorf("%s: %q", command, line)
					}
				}
			}
		}
	}
	for _, name := range frame.ViewNames() {
		if got := talk(t, gaussian(t), "view "+name, "command"); strings.Contains(got, " --view="+name) != (name != stage.FirstScreenName) {
			t.Errorf("view %s does not stay:\n%s", name, got)
		}
	}
}

func TestConversationsEnd(t *testing.T) {
	testutil.UseOwnFolders(t)
	if got := talk(t, gaussian(t), "quit", "lambda 3"); strings.Contains(got, "lambda 1 to 3") {
		t.Error("a command after quit is obeyed")
	}
	impossible := gaussian(t)
	impossible.Spec.N = 1
	ctx, cancel := context.WithCancel(context.Background())
	silent, write := io.Pipe()
	defer write.Close()
	reading := funcReader(func() { cancel() })
	for name, c := range map[string]struct {
		ctx   context.Context
		first session.Opening
		view  string
		in    io.Reader
		out   io.Writer
		want  error
	}{
		"a pair that can't be opened":    {context.Background(), impossible, "", strings.NewReader(""), io.Discard, datasets.ErrSpec},
		"an unknown view":                {context.Background(), gaussian(t), "nonsense", strings.NewReader(""), io.Discard, session.ErrValue},
		"ended while nobody says a word": {ctx, gaussian(t), "", io.MultiReader(reading, silent), io.Discard, context.Canceled},
		"nobody listens":                 {context.Background(), gaussian(t), "", strings.NewReader("show"), failingWriter{}, io.ErrClosedPipe},
	} {
		if err := Talk(c.ctx, c.first, c.view, Conversation{In: c.in, Out: c.out}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// A funcReader calls a function when it is read, then ends.
type funcReader func()

func (f funcReader) Read([]byte) (int, error) {
	f()
	return 0, io.EOF
}

// A failingWriter is a pipe without a reader.
type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// choose is one turn and says the reason and its limits. A judge is chosen by name; a judge
// that the pair lacks is refused as a control would be.
func TestChooses(t *testing.T) {
	testutil.SkipInShort(t)
	testutil.UseOwnFolders(t)
	source, target := session.ShellQuote(writeTable(t, "source.csv", 60, true)), session.ShellQuote(writeTable(t, "target.csv", 60, true))
	files := pair(t, source+" "+target+" label=kind drop=id,town")
	for _, c := range []struct {
		o              session.Opening
		commands, says string
	}{
		{pair(t, "subspace"), "choose;undo", "has the best joint label alignment of "},
		{pair(t, "subspace"), "choose", "it is no estimate of the accuracy"},
		{pair(t, "subspace"), "choose Validation;undo;lambda", "lambda 10: "},
		{gaussian(t), "choose", "because nothing shows a gain"},
		{gaussian(t), "choose target-alignment", "has the best target alignment of "},
		{gaussian(t), "choose luck", `error: there is no judge "luck"`},
		{files, "choose validation", "error: choosing by validation needs labelled rows"},
		{files, "up angle", "error: this pair has no angle, unlike rotated-gaussian, "},
		{pair(t, "rotated-regression n=50 m=50"), "choose", "error: choosing by label-free: a regression cannot be judged without labels"},
	} {
		testutil.Contains(t, talk(t, c.o, strings.Split(c.commands, ";")...), c.says)
	}
	c := call(t, pair(t, "glyphs n=3000 m=3000"))
	for range 2 {
		c.type1("choose")
		c.await(c.notes, "choosing")
		c.type1("cancel")
		c.hear("error: choosing was cancelled; no control has changed")
	}
}
