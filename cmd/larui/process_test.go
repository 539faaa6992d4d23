//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"larui/model/testutil"
	"larui/tui/config"
	"larui/tui/ptytest"
)

// What the program writes through pipes, where there is no terminal.
func TestProcess(t *testing.T) {
	for _, c := range []struct {
		input  string
		args   []string
		status int
		says   []string
	}{
		{"", nil, statusFailed, []string{"--snapshot", "solve"}},
		{"", argv("solve --lambda -1"), statusWrongCall, []string{"--lambda"}},
		{"lambda 1000\nnonsense\n", []string{"--plain"}, statusOK, []string{"lambda 1 to 1000", "\nerror: "}},
	} {
		cmd := exec.Command(program(t), c.args...)
		cmd.Stdin = strings.NewReader(c.input)
		out, _ := cmd.CombinedOutput() // the status tells
		if status := cmd.ProcessState.ExitCode(); status != c.status || bytes.ContainsRune(out, '\x1b') {
			t.Errorf("larui %v ends with status %d, want %d: %q", c.args, status, c.status, out)
		}
		testutil.Contains(t, string(out), c.says...)
		if c.status != statusOK {
			checkLine(t, string(out))
		}
	}
}

// onTerminal is the program on a pseudo-terminal that never answers a query.
func onTerminal(t *testing.T, env []string, line string, values ...any) *ptytest.Program {
	t.Helper()
	p := ptytest.New(t, exec.Command(program(t), argv(line, values...)...), append([]string{"CI=", "LARUI_CONFIG=" + os.DevNull}, env...)...)
	p.Cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	return p
}

// play starts p and plays steps: keys, then the texts to wait for.
func play(p *ptytest.Program, steps ...[]string) {
	p.Start()
	for _, s := range steps {
		p.Type(s[0])
		for _, text := range s[1:] {
			p.Await(text)
		}
	}
}

// endings are ways to end the explorer, with their status.
func endings() map[string]func(p *ptytest.Program) (status int) {
	all := map[string]func(p *ptytest.Program) int{
		"q":      func(p *ptytest.Program) int { p.Type("q"); return statusOK },
		"Ctrl+C": func(p *ptytest.Program) int { p.Type("\x03"); return statusOK },
	}
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGABRT} {
		all[signal.String()] = func(p *ptytest.Program) int { p.Send(signal); return statusInterrupted }
	}
	return all
}

// The explorer gives the terminal back as it was, whatever ends it.
func TestTerminalIsGivenBack(t *testing.T) {
	for name, end := range endings() {
		t.Run(name, func(t *testing.T) {
			p := onTerminal(t, nil, "")
			play(p, []string{"", "to the end"})
			out := p.AwaitEnd(end(p))
			p.RequireRestored()
			testutil.Contains(t, out, "\x1b[?25h")
		})
	}
}

// On a terminal, PAGER shows help that is longer than the screen. A missing PAGER, and help in a pipe, print the text.
func TestPager(t *testing.T) {
	for pager, last := range map[string]bool{"head -n 3": false, "/missing": true} {
		p := onTerminal(t, []string{"PAGER=" + pager}, "help paper")
		p.Start()
		p.Await("The paper's numbers beside larui's")
		testutil.Equal(t, strings.Contains(p.AwaitEnd(statusOK), "Two readings"), last, pager)
	}
	t.Setenv("PAGER", "head -n 3")
	text, err := exec.Command(program(t), "help", "paper").Output()
	if err != nil || !strings.Contains(string(text), "Two readings") {
		t.Errorf("in a pipe: %d bytes, error %v", len(text), err)
	}
}

// Standard input, a file or a pipe, is read once. Reading the rows after a review of the columns would be the second time.
func TestStandardInputOnce(t *testing.T) {
	path := testutil.WriteFile(t, "rows.csv", "a,b,y\n1,2,0\n2,1,1\n3,5,0\n1,4,1\n")
	for _, input := range []io.Reader{testutil.Must(os.Open(path)), strings.NewReader(string(testutil.Must(os.ReadFile(path))))} {
		cmd := exec.Command(program(t), "solve", "--source", "-", "--columns", "auto", "--target", path, "--label", "y")
		cmd.Stdin = input
		out, _ := cmd.CombinedOutput() // the status tells
		testutil.Contains(t, string(out), "standard input: can be read only once")
	}
}

// What people come for, in the program as it runs on a terminal.
func TestFlows(t *testing.T) {
	for name, steps := range map[string][][]string{
		"the newcomer turns λ up": {
			{"", "rotated Gaussian 45°", "87.6 %", "Press → to raise λ"},
			{"\x1b[F", "99.5 %", "λ 1 → 1e4: "},
			{"u", "λ 1e4 → 1"},
		},
		"play": {
			{"", "Press → to raise λ"},
			{",", "paused at epoch 1833 of 2000"},
			{" ", "Press → to raise λ"},
			{" ", "of 2000 epochs: space pauses"}, // of all the way, whose frames take seconds
		},
		"write a file": {
			{"", "87.6 %"}, // before, nothing can be written
			{"4", "4 target accuracy over λ"},
			{"O", "rotated-gaussian-lambda.svg", "Enter writes the file"},
			{"\r", "wrote ", "-lambda.svg"},
			{"O\r", "this file exists already: y overwrites it", "any other key leave"}, // the last line: the frame is whole
			{"y", "wrote "},
		},
		"open another pair": {
			{"", "rotated Gaussian 45°"},
			{"o", "open another pair", "correlated-features"},
			{"sub\r", "subspaces 70° apart", "100.0 %"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := onTerminal(t, []string{"NO_COLOR=1"}, "")
			p.Cmd.Dir = t.TempDir()
			play(p, append(steps, []string{"q"})...)
			p.AwaitEnd(statusOK)
		})
	}
}

// By keys alone the files of customers lead to predictions by id that keep all 12 columns, and
// what was chosen for these stands in the copied command.
func TestTablesByKeys(t *testing.T) {
	c := newCustomers(t)
	p := onTerminal(t, []string{"NO_COLOR=1"}, "")
	p.Cmd.Dir = t.TempDir()
	play(p, [][]string{
		{"", "rotated Gaussian 45°"},
		{"ofiles\r", "read the target domain from"},
		{c.source[:len(c.source)-6] + "\t\r", "customers.csv", "› target"},
		{c.target + "\r", "columns of customers.csv (400 rows) → newer.csv (400 rows)", "12 columns → 14 features, label churned, id customer_id, 1 left out"},
		{"\x1b[B\x1b[C", "13 columns → 17 features", "days, weekday, month"}, // down and right
		{"\x1b[D", "12 columns → 14 features, label churned, id customer_id, 1 left out"},
		{"\r", "learn churned on 400 labelled rows, predict 400 without labels"},
		append(argv("y"), argv("--drop=since --encode=plan --impute=median --id=customer_id")...),
		{"O\r", "wrote 400 predictions"},
		{"q"},
	}...)
	p.AwaitEnd(statusOK)
	files, err := filepath.Glob(filepath.Join(p.Cmd.Dir, "*predictions.csv"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	c.requireJoined(t, files[0])
}

// Two files open by the review that key o shows, with the other options of the call. Who leaves the
// review sees no error. A later start opens the files with the columns that were accepted.
func TestFilesByReview(t *testing.T) {
	c := newCustomers(t)
	env := func() []string { return []string{"NO_COLOR=1", "XDG_CONFIG_HOME=" + t.TempDir()} }
	for _, args := range [][]string{{c.source, c.target}, argv("--source % --target %", c.source, c.target)} {
		settings := env()
		p := onTerminal(t, settings, "% --lambda 10", args)
		play(p, [][]string{
			{"", "12 columns → 14 features, label churned, id customer_id, 1 left out"},
			{"\x1b[A", "scale: the features differ by less than a factor of 30"},
			{"\x1b[C\r", "standardized by source: learn churned on 400 labelled rows, predict 400 without labels"},
			{"u", "nothing to undo"},
			{"y", "--standardize=source"},
			{"", "--lambda=10"},
			{"q"},
		}...)
		p.AwaitEnd(statusOK)
		p = onTerminal(t, settings, "% %", c.source, c.target)
		play(p, []string{"", "columns as you accepted them last time"}, []string{"q"})
		p.AwaitEnd(statusOK)
	}
	p := onTerminal(t, env(), "% %", c.source, c.target)
	play(p, []string{"", "12 columns"}, []string{"\x1b", "read the source domain from"}, []string{"\x1b", "rotated-gaussian"}, []string{"\x1b"})
	testutil.Equal(t, strings.Contains(p.AwaitEnd(statusOK), "larui: "), false, "an error")
	for _, args := range [][]string{{c.source}, {c.source, c.target, c.target}, argv("% % --target %", c.source, c.target, c.target)} {
		refuse(t, statusWrongCall, "", "%", args)
	}
	if status, _, said := larui(t, "% % --snapshot 120x36", c.source, c.target); status != statusFailed || !strings.Contains(said, "these flags solve all") {
		t.Errorf("status %d: %s", status, said)
	}
}

// A terminal which never answers delays nothing, since nothing is asked of it: no colour,
// place or kind, but where there are pictures, which cells show until it answers. What must be there how soon is measured by BenchmarkFirstFrame.
func TestAsksNoTerminal(t *testing.T) {
	questions := regexp.MustCompile(`\x1b\][0-9;]*\?|\x1b\[[?>=]?[0-9;]*[cnu]|\x1bP[+$]q`)
	for text, args := range map[string][]string{"larui ": {"version"}, "rotated Gaussian 45°": nil} {
		p := onTerminal(t, nil, "%", args)
		play(p, []string{"", text}, []string{"q"})
		out := p.AwaitEnd(statusOK)
		if asked := questions.FindString(out); asked != "" || args != nil && strings.ContainsRune(out, '\x1b') {
			t.Errorf("larui %v asks the terminal %q, of %.300q", args, asked, out)
		}
	}
}

// Nothing is coloured where that is not wanted or can't be, whatever else the terminal
// is said to be able to do; and the mouse is only taken where it is wanted.
func TestSequences(t *testing.T) {
	testutil.SkipInShort(t)
	const rendition, mouse = "\x1b\\[[0-9;:]*m", "\x1b\\[\\?1003h"
	for _, c := range []struct {
		env, args []string
		sequence  string
		want      bool
	}{
		{[]string{"COLORTERM=truecolor"}, nil, rendition, true},
		{[]string{"COLORTERM=truecolor", "NO_COLOR=1"}, nil, rendition, false},
		{[]string{"NO_COLOR=1", "CLICOLOR_FORCE=1"}, nil, rendition, false},
		{[]string{"COLORTERM=truecolor"}, []string{"--colour", "never"}, rendition, false},
		{[]string{"COLORTERM=truecolor", "NO_COLOR=1"}, []string{"--snapshot", "80x24"}, rendition, false},
		{[]string{"COLORTERM=truecolor", "TERM=dumb"}, []string{"--snapshot", "80x24"}, rendition, false},
		{nil, []string{"--mouse", "on"}, mouse, true},
		{nil, []string{"--mouse", "off"}, mouse, false},
	} {
		t.Run(strings.Join(append(c.env, c.args...), " "), func(t *testing.T) {
			p := onTerminal(t, c.env, "%", c.args)
			play(p, []string{"", "quit"})
			if c.args == nil || c.args[0] != "--snapshot" {
				// Help and another theme, glyphs and pair are not coloured either.
				p.Type("?TGoq\x03")
			}
			if found := regexp.MustCompile(c.sequence).FindString(p.AwaitEnd(statusOK)); (found != "") != c.want {
				t.Errorf("%q is written: want %t", found, c.want)
			}
		})
	}
}

// A terminal without a cursor that can be placed is told what goes without.
func TestDumbTerminal(t *testing.T) {
	p := onTerminal(t, []string{"TERM=dumb"}, "")
	p.Start()
	if out := p.AwaitEnd(statusFailed); !strings.Contains(out, "not a terminal with a cursor (TERM=dumb): the explorer needs a terminal; larui --plain works without one") || strings.Contains(out, "\x1b") {
		t.Errorf("%q", out)
	}
}

// Ctrl+C under larui --plain gives up the training of a method, and the conversation
// goes on; at the prompt it ends the program.
func TestPlainInterrupts(t *testing.T) {
	p := onTerminal(t, nil, "--plain glyphs --n 1500 --m 20")
	play(p, [][]string{
		{"", "\n> "},
		{"train IWCDAN choose\n", "IWCDAN: training"},
		{"\x03", "error: training IWCDAN was cancelled"},
		{"lambda 3\n", " to 3: ", "\n> "},
		{"\x03"},
	}...)
	testutil.Contains(t, p.AwaitEnd(statusInterrupted), "larui: interrupted")
}

// A signal ends a command that waits for a file to be written.
func TestSignals(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT, syscall.SIGABRT} {
		pipe := temp(t, "source.csv")
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Skip(err)
		}
		var out, errs bytes.Buffer
		cmd := exec.Command(program(t), "solve", "--source", pipe, "--target", pipe)
		cmd.Stdout, cmd.Stderr = &out, &errs
		testutil.NoError(t, cmd.Start())
		// Opening for writing waits until the process reads.
		writer := testutil.Must(os.OpenFile(pipe, os.O_WRONLY, 0))
		defer writer.Close()
		testutil.NoError(t, cmd.Process.Signal(signal))
		_ = cmd.Wait()
		if status := cmd.ProcessState.ExitCode(); status != statusInterrupted || out.Len() > 0 || errs.String() != "larui: interrupted\n" {
			t.Errorf("%v: status %d, stdout %q, stderr %q", signal, status, out.String(), errs.String())
		}
	}
}

// A source that is a pipe to which nobody writes holds nobody up: keys and signals are
// heard at once.
func TestPipesHoldNobodyUp(t *testing.T) {
	pipe := temp(t, "source.csv")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	for name, end := range endings() {
		p := onTerminal(t, nil, "--source % --target %", pipe, pipe)
		play(p, []string{"", "quit"})
		t.Log(name)
		p.AwaitEnd(end(p)) // else it would wait for ever: nothing is written into the pipe
	}
}

// An explorer is kept when it is quit or ended, in its file and as the last one; what
// can't be written is said in one line on the terminal that is given back.
func TestSessions(t *testing.T) {
	testutil.SkipInShort(t)
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	file, end, turned := temp(t, "run.json"), "\x1b[F", "λ 1 → 1e4: "
	explore := func(see, keys, then, quit string, status int, line string, values ...any) string {
		t.Helper()
		args := argv(line, values...)
		p := onTerminal(t, []string{"NO_COLOR=1"}, "%", args)
		if status == statusFailed {
			p.Cmd.Args = append([]string{"sh", "-c", `ulimit -f 0; exec "$0" "$@"`, p.Cmd.Path}, args...)
			p.Cmd.Path = "/bin/sh"
		}
		play(p, []string{"", see}, []string{keys, then}, []string{quit})
		if quit == "" {
			p.Send(syscall.SIGTERM)
		}
		return p.AwaitEnd(status)
	}
	refuse(t, statusFailed, "there is no last session", "--resume --snapshot 80x24")
	testutil.Contains(t, explore("87.6 %", end, turned, "q", statusOK, "--session %", file), "larui: wrote "+file)
	kept, err := os.ReadFile(file)
	if info, _ := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("kept is %s, %v", kept, err)
	}
	for _, args := range [][]string{{"--session", file}, {"--resume"}} {
		explore(turned, "", "", "q", statusOK, "%", args)
		refuse(t, statusWrongCall, "leave out the pair and options", "% --lambda 3", args)
		refuse(t, statusWrongCall, "leave out the pair and options", "% glyphs", args)
	}
	_, out, _ := strings.Cut(explore(turned, "", "", "q", statusFailed, "--session %", file), "\x1b[?1049l")
	if again, err := os.ReadFile(file); !strings.Contains(out, "larui: writing "+file+": ") || !bytes.Equal(again, kept) {
		t.Errorf("on a full disk it ends with %q and leaves %s, %v", out, again, err)
	}
	// What ends it has it kept as well, but not where nothing is to be kept.
	explore("source 900×2", end, turned, "", statusInterrupted, "--n 900 --view convergence")
	explore("source 60×257", "", "", "q", statusOK, "--no-cache glyphs --n 60 --view spectrum")
	for see, args := range map[string][]string{"source 900×2": {"--resume"}, turned: {"--resume"}, "› 8 data": argv("--session % --view data", file)} {
		testutil.Contains(t, mustRun(t, "% --snapshot 120x36", args), see)
	}
	damaged := testutil.WriteFile(t, "damaged.json", string(kept[:len(kept)/2]))
	refuse(t, statusFailed, damaged, "--session % --snapshot 80x24", damaged)
}

// A theme and glyphs that are kept on a terminal are there again the next time, and a key
// that is bound quits.
func TestLooksAreKept(t *testing.T) {
	path := settleBy(t, "# mine\n[keys]\nquit = \"ctrl+q\"\n")
	env := []string{"NO_COLOR=1", config.PathVariable + "=" + path}
	p := onTerminal(t, env, "")
	play(p, [][]string{
		{"", "quit"},
		{"T", "theme light; T switches"},
		{"G", "glyphs block; G switches"},
		{":keep as default\r", "defaults in config.toml"},
		{"\x11"},
	}...)
	p.AwaitEnd(statusOK)
	if kept, err := os.ReadFile(path); string(kept) != "glyphs = \"block\"\ntheme = \"light\"\n# mine\n[keys]\nquit = \"ctrl+q\"\n" {
		t.Errorf("%q, %v", kept, err)
	}
	t.Setenv(config.PathVariable, path)
	if frame := mustRun(t, "--snapshot 120x36"); !strings.Contains(frame, "Ctrl+Q quit") || !strings.ContainsAny(frame, "▚▘▝▖") {
		t.Error(frame)
	}
}
