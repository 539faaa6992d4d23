package plain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"larui/datasets"
	"larui/tui/opener"
	"larui/tui/session"
	"larui/tui/view"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// pair is what a line opens, outside any cache.
func pair(t testing.TB, line string) session.Opening {
	t.Helper()
	o, err := session.ParseOpening(line)
	if err != nil {
		t.Fatal(err)
	}
	o.Spec.Cache = ""
	return o
}

// gaussian is the pair that opens by itself, of few samples.
func gaussian(t testing.TB) session.Opening { return pair(t, "rotated-gaussian n=60 m=60") }

// ownFolders gives a test empty folders of settings and of cached things.
func ownFolders(t *testing.T) {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "HOME", "AppData", "LocalAppData"} {
		t.Setenv(name, folder)
	}
}

// talk runs commands and returns what is answered, after what is said at the opening.
func talk(t testing.TB, o session.Opening, commands ...string) string {
	t.Helper()
	var out strings.Builder
	in := strings.NewReader(strings.Join(commands, "\n"))
	if err := Talk(context.Background(), o, "", Conversation{In: in, Out: &out}); err != nil {
		t.Fatalf("%v after %s", err, out.String())
	}
	_, answer, _ := strings.Cut(out.String(), "\ntype help for what can be typed\n")
	return "\n" + answer
}

// writeTable writes a file of n rows: two numbers, a town, and a kind, unless unlabelled.
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
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(rows), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Every way to turn a control says the same sentence as the screen, in words; so do
// undo, redo and reset, and what leads nowhere says so.
func TestSaysWhatTurnsDo(t *testing.T) {
	for _, c := range []struct{ commands, says []string }{
		{[]string{"lambda 1000"}, []string{"lambda 1 to 1000: weights turned", "target accuracy: no adaptation "}},
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
		{[]string{"rate 1000"}, []string{"target accuracy: no adaptation diverges, LAR diverges"}},
		{[]string{"command"}, []string{"larui rotated-gaussian --n=60 --m=60 --plain"}},
		{[]string{"lambda 30", "view theory", "command"}, []string{"overlap of the heads", "larui rotated-gaussian --lambda=30 --n=60 --m=60 --plain --view=theory"}},
	} {
		got := talk(t, gaussian(t), c.commands...)
		for _, text := range c.says {
			if !strings.Contains(got, "\n"+text) {
				t.Errorf("%q: %q is not said in\n%s", c.commands, text, got)
			}
		}
		if strings.Contains(got, "error") {
			t.Errorf("%q: an error in\n%s", c.commands, got)
		}
	}
}

// What is wrong is one line, changes nothing, and the next command works.
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
	if errors := strings.Count(got, "\nerror: "); errors != len(commands) {
		t.Errorf("%d commands give %d errors in\n%s", len(commands), errors, got)
	}
	for _, turn := range []string{"\nlambda 1 to 3: ", "\nlambda 3 to 10: ", "\nlambda 10 to 3: ", "\nlambda 10 to 1: "} {
		want := len(commands)
		if turn == "\nlambda 3 to 10: " {
			want *= 2 // redo
		}
		if n := strings.Count(got, turn); n != want {
			t.Errorf("%q is said %d times, want %d", turn, n, want)
		}
	}
}

// listed takes the help apart: what stands before the colon of each command, and the
// names of the controls.
func listed(t *testing.T, o session.Opening) (commands, controls []string) {
	t.Helper()
	_, help, ok := strings.Cut(talk(t, o, "help"), "set a control; NAME: where it stands\n")
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

// Every command that help lists works, under each of its names and in capitals, and
// so does every control; every view is a command. Whatever is not listed is one line of
// error.
func TestHelpIsWhatWorks(t *testing.T) {
	ownFolders(t)
	o := gaussian(t)
	files := session.Quote(writeTable(t, "source.csv", 30, true)) + " " + session.Quote(writeTable(t, "target.csv", 30, true)) + " drop=town"
	examples := map[string][]string{
		"up": {"up lambda", "up lambda 2"}, "down": {"down lambda"}, "view": {"view map", "view"}, "rivals": {"rivals", "rivals ridge"},
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
	for _, name := range view.ViewNames() {
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

// Views, and all else, are said in lines of words: nothing but ASCII and no escape,
// whatever the pair; none begins with a blank or has two in a row, as drawings have; and
// a view that is said once does not stay.
func TestViewsAreWords(t *testing.T) {
	ownFolders(t)
	source := session.Quote(writeTable(t, "source.csv", 40, true))
	lines := []string{
		source + " " + session.Quote(writeTable(t, "unlabelled.csv", 4, false)) + " drop=town",
		source + " " + source + " drop=town,a,id",
		source + " " + source + " drop=town label=b task=multiclass",
	}
	for _, info := range datasets.List() {
		if info.BuiltIn {
			lines = append(lines, info.Name+" n=60 m=60")
		}
	}
	for _, line := range lines {
		for _, turn := range []string{"lambda 3", "rate 1000"} {
			// Each answer ends in the command line, which says which view stays.
			commands := []string{turn, "command"}
			for _, name := range view.ViewNames() {
				commands = append(commands, name, "command")
			}
			said := strings.Split(talk(t, pair(t, line), append(commands, "help", "pairs", "show")...), "\nlarui ")
			if len(said) != len(view.ViewNames())+2 {
				t.Fatalf("%s: %d answers", line, len(said))
			}
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
	for _, name := range view.ViewNames() {
		if got := talk(t, gaussian(t), "view "+name, "command"); strings.Contains(got, " --view="+name) != (name != view.DashboardName) {
			t.Errorf("view %s does not stay:\n%s", name, got)
		}
	}
}

// Pairs open as in the opener, by paths relative and from home; what is wrong is one line
// that says what is right.
func TestOpens(t *testing.T) {
	ownFolders(t)
	home := os.Getenv("HOME")
	t.Chdir(home)
	for _, path := range []string{"src.csv", "tgt set.csv"} {
		if err := os.Rename(writeTable(t, path, 40, true), path); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("bad.csv", []byte("a,b\n1\n2,3,4\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		command string
		says    []string
	}{
		{`open recent 1`, []string{"error: no pair of files was open before"}},
		{`open src.csv "tgt set.csv" label=kind drop=id,town`, []string{"src.csv to tgt set.csv: binary, 0 against 1", "40 rows, 3 features"}},
		{`open ~/src.csv 'tgt set.csv' --drop town --label=kind bias=false lambda=30`, []string{"40 rows, 3 features", "lambda 30, "}},
		{`open source=src.csv target=src.csv drop=town task=regression`, []string{"src.csv: regression"}},
		{`OPEN src.csv src.csv drop=town`, []string{"binary"}},
		{`open subspace n=50 --m 50 k=3`, []string{"source 50 rows, target 50 rows, 40 features", "k 3, ktilde"}},
		{`open src.csv`, []string{"error: src.csv alone is one file: name the file of a source and that of a target"}},
		{`open none.csv`, []string{"error: none.csv alone is one file"}},
		{`open src.csv none.csv drop=town`, []string{"error: ", "none.csv"}},
		{`open src.csv .`, []string{"error: .: is a folder, not a file"}},
		{`open src.csv src.csv`, []string{`error: src.csv:2:4: "Rome" is not a number`, "--drop town"}},
		{`open src.csv src.csv lable=kind`, []string{`error: there is no option "lable": there are source, target, `}},
		{`open src.csv tgt set.csv`, []string{"error: 3 names are too many", "in quotes"}},
		{`open src.csv src.csv task=guess drop=town`, []string{`error: task "guess" is not auto`}},
		{`open src.csv src.csv drop=town lambda=-1`, []string{`error: lambda "-1" is not a number`}},
		{`open bad.csv bad.csv`, []string{"error: bad.csv:2"}},
		{`open nope`, []string{`error: unknown pair "nope": there are rotated-gaussian`}},
	} {
		got := talk(t, gaussian(t), c.command, "lambda 20", "undo")
		for _, text := range c.says {
			if !strings.Contains(got, text) {
				t.Errorf("%s: %q is not said in\n%s", c.command, text, got)
			}
		}
		wrong := strings.HasPrefix(c.says[0], "error: ")
		if strings.Contains(got, "\nerror: ") != wrong || !strings.Contains(got, "to 20: ") {
			t.Errorf("%s:\n%s", c.command, got)
		}
	}
}

// What is open is remembered, offered and undone, and never opened by itself; no more of
// it is kept than its files. What can't be come back to leaves everything as it was.
func TestRemembersPairs(t *testing.T) {
	ownFolders(t)
	source, target := writeTable(t, "source.csv", 40, true), writeTable(t, "target.csv", 40, true)
	open := "open " + session.Quote(source) + " " + session.Quote(target) + " drop=town"
	got := talk(t, gaussian(t), open, "lambda 30", "open glyphs n=30 m=30", "pairs", "open recent 1", "open recent 2", "open recent x", "undo", "undo", "undo", "undo", "show")
	for text, times := range map[string]int{
		"source.csv to target.csv: binary": 3, // opened, recent, undone
		"recent 1: open --source=":         1, "error: open recent takes a number from 1 to 1": 2, "rotated Gaussian 45 degrees: ": 2, "\nlambda 30 to 1: ": 1,
	} {
		if n := strings.Count(got, text); n != times {
			t.Errorf("%q is said %d times, want %d, in\n%s", text, n, times, got)
		}
	}
	kept := opener.UserRecents().List()
	if len(kept) != 1 || !strings.Contains(kept[0], "--drop=town") || strings.Contains(kept[0], "lambda") {
		t.Errorf("remembered is %q", kept)
	}
	if got := talk(t, gaussian(t), "show"); strings.Contains(got, "csv") {
		t.Errorf("it opens\n%s", got)
	}

	c := call(t, gaussian(t))
	c.type1(open)
	c.hear("norm of the weights")
	c.type1("open subspace n=50 m=50")
	c.hear("k 5, ktilde 5")
	c.hear("norm of the weights")
	if err := os.Rename(target, target+".away"); err != nil {
		t.Fatal(err)
	}
	c.type1("undo")
	c.hear("error: ")
	c.type1("command")
	c.hear("larui subspace")
	if err := os.Rename(target+".away", target); err != nil {
		t.Fatal(err)
	}
	c.type1("undo")
	c.hear("source.csv to target.csv")
	c.type1("redo")
	c.hear("subspaces 70 degrees apart")
}

// The command line that is said opens what says the same.
func TestCommandSaysTheSame(t *testing.T) {
	ownFolders(t)
	source := session.Quote(writeTable(t, "a b.csv", 40, true))
	for _, commands := range [][]string{
		{"lambda 30", "angle -20", "tail source", "view theory"},
		{"open glyphs n=50 m=40 classes=3,8 bias=false", "k 5", "noise 0.2", "ratio 0.5"},
		{"open " + source + " " + source + " task=regression standardize=source drop=town,id", "keep-implicit true", "l2 0.1", "view map"},
	} {
		said := strings.Split(strings.TrimSpace(talk(t, gaussian(t), append(commands, "show", "command")...)), "\n")
		command, name, _ := strings.Cut(said[len(said)-1], " --plain")
		first, err := session.ParseOpening(command)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		_, name, _ = strings.Cut(name, "--view=")
		if err := Talk(context.Background(), first, name, Conversation{In: strings.NewReader(""), Out: &out}); err != nil {
			t.Fatal(err)
		}
		// The pair, its rows, the state; what the last turn did; the numbers and the view.
		again := strings.Split(strings.TrimSpace(out.String()), "\n")
		again = again[:len(again)-1]
		shown := said[len(said)-1-len(again) : len(said)-1]
		const sentence = 3
		for i := range again {
			if i != sentence && shown[i] != again[i] {
				t.Errorf("%s says %q, want %q", command, again[i], shown[i])
			}
		}
	}
}

func TestConversationsEnd(t *testing.T) {
	ownFolders(t)
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

// A funcReader does something where it is read, and is at its end.
type funcReader func()

func (f funcReader) Read([]byte) (int, error) {
	f()
	return 0, io.EOF
}

// A failingWriter is a pipe whose reader is gone.
type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
