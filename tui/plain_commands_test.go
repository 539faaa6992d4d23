package tui

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"

	"larui/datasets"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
)

// helpLines takes the help apart: what stands before the colon of each line, after
// the first line and up to the controls, and then the names of the controls.
func helpLines(t *testing.T, opts Options) (commands, controls []string) {
	t.Helper()
	_, help, ok := strings.Cut(talk(t, opts, "help"), "set a control; NAME: where it stands\n")
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
// so does every control; every view is a command.
func TestPlainHelpWorks(t *testing.T) {
	spec := datasets.DefaultSpec("rotated-gaussian")
	spec.N, spec.M = 40, 40
	opts := Options{Spec: spec}
	files := binarySpec(t)
	examples := map[string][]string{
		"up": {"up lambda", "up lambda 2"}, "down": {"down lambda"}, "view": {"view map", "view"}, "rivals": {"rivals", "rivals ridge"},
		"train": {"train ridge", "train 2 2", "train all"}, "open": {"open glyphs classes=3,8 n=30 m=30", "open " + session.Quote(files.Source) + " " + session.Quote(files.Target) + " bias=false", "open recent 1"},
	}
	commands, controls := helpLines(t, opts)
	var listed []string
	for _, head := range commands {
		if head == "# TEXT" {
			continue
		}
		names := strings.Split(head, ", ")
		last, args, _ := strings.Cut(names[len(names)-1], " ")
		names[len(names)-1] = last
		listed = append(listed, names...)
		lines := examples[names[0]]
		if lines == nil && (args == "" || strings.HasPrefix(args, "[")) {
			lines = []string{names[0]}
		}
		if lines == nil {
			t.Errorf("the test has no example of %s", head)
		}
		for _, name := range names {
			for _, line := range lines {
				// What there is to undo and to open again has to be there.
				setup := []string{"open " + session.Quote(files.Source) + " " + session.Quote(files.Target), "undo", "lambda 3", "undo"}
				plain := strings.Replace(line, names[0], name, 1)
				for _, typed := range []string{plain, strings.ToUpper(name) + plain[len(name):]} {
					got := talk(t, opts, append(setup, "# here", typed)...)
					base := talk(t, opts, setup...)
					said := strings.TrimPrefix(got, base)
					if strings.HasPrefix(said, "error: ") || strings.Contains(said, "\nerror: ") || said == "" && !slices.Contains([]string{"quit", "q", "exit"}, name) {
						t.Errorf("%s says %q", typed, said)
					}
				}
				if name != names[0] {
					break
				}
			}
		}
	}
	for _, view := range ViewNames() {
		if !slices.Contains(listed, view) {
			t.Errorf("the view %s is no command", view)
		}
	}
	for _, view := range spokenViews() {
		if !slices.Contains(ViewNames(), view.name) {
			t.Errorf("%s is a command and no view", view.name)
		}
	}
	for _, name := range controls {
		got := talk(t, opts, name, "up "+name, "down "+name)
		if strings.Contains(got, "\nerror: ") {
			t.Errorf("the control %s:\n%s", name, got)
		}
	}
}

// Whatever is not listed is one line of error, and changes nothing.
func TestPlainAcceptsNothingElse(t *testing.T) {
	opts := plainGaussian()
	opts.Spec.N, opts.Spec.M = 40, 40
	commands, controls := helpLines(t, opts)
	known := map[string]bool{"": true, "#": true}
	for _, head := range commands {
		for name := range strings.SplitSeq(head, ", ") {
			name, _, _ = strings.Cut(name, " ")
			known[name] = true
		}
	}
	for _, name := range controls {
		known[name] = true
	}
	var words []string
	for word := range known {
		words = append(words, word)
	}
	slices.Sort(words)
	letters := rapid.StringMatching(`[a-z0-9?!./+*-]{1,8}`)
	// One conversation answers many words: what is said of each is told by its place.
	rapid.Check(t, func(rt *rapid.T) {
		var typed []string
		for range 40 {
			word := letters.Draw(rt, "word")
			if rapid.Bool().Draw(rt, "nearly") {
				word = rapid.SampledFrom(words).Draw(rt, "known") + rapid.SampledFrom([]string{"x", "s", "-", "1", "?"}).Draw(rt, "end")
			}
			if !known[word] && !strings.HasPrefix(word, "#") {
				typed = append(typed, word)
			}
		}
		got := talk(t, opts, append(typed, "command")...)
		_, got, _ = strings.Cut(got, "type help for what can be typed\n")
		lines := strings.Split(strings.TrimSpace(got), "\n")
		if len(lines) != len(typed)+1 || lines[len(typed)] != "larui rotated-gaussian --n=40 --m=40 --plain" {
			rt.Fatalf("%q are answered by\n%s", typed, got)
		}
		for i, word := range typed {
			if !strings.HasPrefix(lines[i], "error: ") {
				rt.Fatalf("%q is answered by %q", word, lines[i])
			}
		}
	})
}

// Views are said in lines of words: none begins with a blank or has two in a row, as
// drawings have, and a view that is said once does not stay.
func TestPlainViewsAreWords(t *testing.T) {
	unlabelled := binarySpec(t)
	unlabelled.Target = writeTable(t, "unlabelled.csv", [][]float64{{1, 2, 3}, {2, 1, 0}, {0, 1, 1}, {1, 1, 2}})
	line := fileSpec(t, 12, 1, "binary", func(i int) float64 { return float64(i%2*2 - 1) })
	specs := []datasets.Spec{unlabelled, line, fileSpec(t, 42, 4, "multiclass", func(i int) float64 { return float64(i % 3) })}
	for _, name := range []string{"rotated-gaussian", "rotated-regression", "glyphs"} {
		spec := datasets.DefaultSpec(name)
		spec.N, spec.M = 60, 60
		specs = append(specs, spec)
	}
	for _, spec := range specs {
		for _, turn := range []string{"lambda 3", "rate 1000"} {
			// Each answer ends in the command line, which says which view stays.
			commands := []string{turn, "command"}
			for _, view := range ViewNames() {
				commands = append(commands, view, "command")
			}
			said := strings.Split(talk(t, Options{Spec: spec}, commands...), "\nlarui ")
			if len(said) != len(ViewNames())+2 {
				t.Fatalf("%d answers", len(said))
			}
			for i, view := range ViewNames() {
				command, answer, _ := strings.Cut(said[i+1], "\n")
				if strings.Contains(command, "--view") {
					t.Errorf("%s: before %s a view stays: %s", spec.Name, view, command)
				}
				if strings.Count(answer, "\n") < 1 && !strings.Contains(answer, "can't be known") && !strings.Contains(answer, "diverges") && !strings.Contains(answer, "squared error") {
					t.Errorf("%s: %s says %q", spec.Name, view, answer)
				}
				for line := range strings.Lines(answer) {
					if strings.HasPrefix(line, "error: ") || strings.HasPrefix(line, " ") || strings.Contains(line, "  ") || strings.ContainsFunc(line, func(r rune) bool { return r > '~' }) {
						t.Errorf("%s: %s says %q", spec.Name, view, line)
					}
				}
			}
		}
	}
	for _, view := range ViewNames() {
		got := talk(t, Options{Spec: specs[0]}, "view "+view, "command")
		if view != dashboardName && !strings.Contains(got, " --view="+view) {
			t.Errorf("view %s does not stay:\n%s", view, got)
		}
	}
}

// Pairs open as in the opener: two files with options, one that was open before, by
// paths relative and from home; what is wrong is one line that says what is right.
func TestPlainOpensFiles(t *testing.T) {
	folder := t.TempDir()
	ownFolders(t)
	t.Chdir(folder)
	var rows strings.Builder
	rows.WriteString("id,a,b,town,kind\n")
	rng := rand.New(rand.NewPCG(1, 1))
	for range 40 {
		kind := rng.IntN(2)
		rows.WriteString(strings.Join([]string{"7", number.Short(rng.Float64() + float64(kind)), number.Short(rng.Float64()), "Rome", string(rune('0' + kind))}, ",") + "\n")
	}
	for _, path := range []string{"csv/src.csv", "csv/tgt set.csv"} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(rows.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("csv/bad.csv", []byte("a,b\n1\n2,3,4\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		command string
		says    []string
	}{
		{`open csv/src.csv "csv/tgt set.csv" label=kind drop=id,town`, []string{"src.csv to tgt set.csv: binary, 0 against 1", "40 rows, 3 features"}},
		{`open csv/src.csv 'csv/tgt set.csv' --drop town --label=kind bias=false lambda=30`, []string{"40 rows, 3 features", "lambda 30, "}},
		{`open source=csv/src.csv target=csv/src.csv drop=town task=regression`, []string{"src.csv: regression"}},
		{`OPEN csv/src.csv csv/src.csv drop=town`, []string{"binary"}},
		{`open csv/src.csv`, []string{"error: csv/src.csv alone is one file: name the file of a source and that of a target"}},
		{`open csv/none.csv`, []string{"error: csv/none.csv alone is one file"}},
		{`open csv/src.csv csv/none.csv drop=town`, []string{"error: ", "csv/none.csv"}},
		{`open csv/src.csv csv`, []string{"error: csv: is a folder, not a file"}},
		{`open csv/src.csv csv/src.csv`, []string{`error: csv/src.csv:2:4: "Rome" is not a number`, "--drop town"}},
		{`open csv/src.csv csv/src.csv lable=kind`, []string{`error: there is no option "lable": there are source, target, `}},
		{`open csv/src.csv csv/tgt set.csv`, []string{"error: 3 names are too many", "in quotes"}},
		{`open csv/src.csv csv/src.csv task=guess drop=town`, []string{`error: unknown task "guess": there are auto`}},
		{`open csv/src.csv csv/src.csv drop=town lambda=-1`, []string{`error: lambda "-1" is not a number`}},
		{`open csv/bad.csv csv/bad.csv`, []string{"error: csv/bad.csv:2"}},
		{`open nope`, []string{`error: unknown pair "nope": there are rotated-gaussian`}},
		{`open glyphs classes=0258`, []string{"error: class 258 is not a digit from 0 to 9"}},
		{`open recent 1`, []string{"error: no pair of files was open before"}},
	} {
		got := talkHere(t, plainGaussian(), c.command, "lambda 10", "undo")
		_, got, _ = strings.Cut(got, "type help for what can be typed\n")
		for _, text := range c.says {
			if !strings.Contains(got, text) {
				t.Errorf("%s: %q is not said in\n%s", c.command, text, got)
			}
		}
		wants := 0
		if strings.HasPrefix(c.says[0], "error: ") {
			wants = 1
		}
		if strings.Count("\n"+got, "\nerror: ") != wants || !strings.Contains(got, "to 10: ") {
			t.Errorf("%s:\n%s", c.command, got)
		}
		forgetRecents(t)
	}
	pair := `open csv/src.csv "csv/tgt set.csv" label=kind drop=id,town`
	got := talkHere(t, plainGaussian(), pair, "open glyphs n=30 m=30", "pairs", "open recent 1", "open recent 2", "open recent x", "undo", "undo", "undo")
	for _, text := range []string{"recent 1: open --source=", "open recent takes a number from 1 to 1"} {
		if !strings.Contains(got, text) {
			t.Errorf("%q is not said in\n%s", text, got)
		}
	}
	if n := strings.Count(got, "src.csv to tgt set.csv: binary"); n != 3 {
		t.Errorf("the files are open %d times, want 3 (opened, recent, undone) in\n%s", n, got)
	}
	if !strings.HasSuffix(strings.TrimSpace(got), strings.TrimSpace(talkHere(t, plainGaussian(), "show")[len(talkHere(t, plainGaussian())):])) {
		t.Errorf("undo does not lead back to the first pair:\n%s", got)
	}
}

// forgetRecents forgets what was opened.
func forgetRecents(t *testing.T) {
	t.Helper()
	if err := os.RemoveAll(filepath.Dir(userRecents().path)); err != nil {
		t.Fatal(err)
	}
}

// What was open when the explorer was left is offered, and never opened by itself.
func TestNothingIsRestored(t *testing.T) {
	ownFolders(t)
	spec := binarySpec(t)
	first := newDesk(t, Request{State: State{Spec: spec}, Begin: true})
	first.recents = userRecents()
	first.recents.add(spec)
	first.press1(">", "i", "5")
	first.settle()
	left := talkHere(t, Options{Spec: spec}, "lambda 30", "view theory")
	if !strings.Contains(left, "lambda 1 to 30") {
		t.Fatal(left)
	}

	again := newDesk(t, gaussian())
	again.recents = userRecents()
	fresh := newDesk(t, gaussian())
	if !again.scene.State.Equal(fresh.scene.State) || again.scene.viewName() != dashboardName || len(again.history.past) > 0 {
		t.Errorf("the explorer opens at %+v", again.scene.State)
	}
	plain := talkHere(t, plainGaussian())
	if !strings.HasPrefix(plain, "rotated Gaussian 45 degrees: ") || strings.Contains(plain, "csv") {
		t.Errorf("--plain opens\n%s", plain)
	}
	// All that is kept are the files, without parameters and views.
	want, err := session.PairCommand(spec)
	if err != nil {
		t.Fatal(err)
	}
	if got := again.recents.list(); !slices.Equal(got, []string{want}) || strings.Contains(want, "lambda") {
		t.Errorf("remembered is %q", got)
	}
	entries, err := os.ReadDir(filepath.Dir(userRecents().path))
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder of settings holds %v, %v", entries, err)
	}
}

// What fails leaves everything as it was: the state, and what can be undone and
// redone.
func TestPlainComesBack(t *testing.T) {
	said := talk(t, plainGaussian(), "lambda 3", "undo", "n 1", "redo")
	if strings.Count(said, "\nerror: ") != 1 || !strings.Contains(said, "\nlambda 1 to 3: ") || strings.Contains(said, "nothing to redo") {
		t.Errorf("a turn that fails takes away what can be redone:\n%s", said)
	}
	p := newProgram(look{glyphs: chart.ASCII}, Request{State: State{Spec: plainGaussian().Spec}, Begin: true})
	ctx, cancel := context.WithCancel(context.Background())
	defer p.close()
	defer cancel()
	talker := &talker{Program: p, Conversation: Conversation{Out: io.Discard, Progress: io.Discard}, ctx: ctx, news: make(chan tea.Msg)}
	p.deliver = func(msg tea.Msg) {
		select {
		case talker.news <- msg:
		case <-ctx.Done():
		}
	}
	p.Init()
	if err := talker.settle(); err != nil {
		t.Fatal(err)
	}
	impossible := p.now()
	impossible.state.Spec.N = 1
	for _, c := range []struct {
		command string
		way     *[]moment
	}{{"undo", &p.history.past}, {"redo", &p.history.future}} {
		*c.way = []moment{p.now(), impossible}
		before := p.now()
		if err := talker.obey(c.command); !errors.Is(err, datasets.ErrSpec) {
			t.Errorf("%s to what can't be opened: %v", c.command, err)
		}
		if !p.scene.State.Equal(before.state) || !p.scene.Update.State.Equal(before.state) || len(*c.way) != 2 {
			t.Errorf("%s to what can't be opened leads to %+v, with %d steps left", c.command, p.scene.State, len(*c.way))
		}
	}
}
