package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"larui/datasets"
	"larui/model/testutil"
	"larui/tui/config"
	"larui/tui/frame"
	"larui/tui/session"
)

// withAllCommands is the whole command line.
func withAllCommands() *cobra.Command {
	o := &opener{}
	root := newRoot(o, nil)
	o.addCommands(root, nil)
	return root
}

// A command line copied from the explorer, with solve added, solves the setting on the screen.
func TestSolveOfCopiedCommand(t *testing.T) {
	testutil.Equal(t, mustRun(t, "solve --k=2 --format csv --view=map --theme=light --glyphs=ascii --colour=never --present --plain"), mustRun(t, "solve --k=2 --format csv"))
}

// A command is made by its own name, once, if args say it.
func TestCommandsByName(t *testing.T) {
	o := &opener{}
	for _, c := range subcommands() {
		root := newRoot(o, argv("--k 2 %", c.name))
		o.addCommands(root, func(name string) bool { return name == c.name })
		made := slices.DeleteFunc(root.Commands(), (*cobra.Command).IsAdditionalHelpTopicCommand)
		if len(made) != 1 || made[0].Name() != c.name {
			t.Errorf("%s makes %d commands, first %q", c.name, len(made), made[0].Name())
		}
	}
}

// The help of every command lists its flags, all that it takes but those it hides and
// no others; explorer, solve, sweep and plot take all options.
func TestHelpListsFlags(t *testing.T) {
	root := withAllCommands()
	for _, name := range argv("% solve sweep align plot repro pairs get config version", "") {
		command := strings.Fields(name)
		cmd, _, err := root.Find(command)
		if err != nil {
			t.Fatal(err)
		}
		text := mustRun(t, "% --help all", command)
		if name != "" && (text != mustRun(t, "help % all", name) || !strings.Contains(text, "Examples:\n  larui "+name)) {
			t.Errorf("help %s and %s --help differ, or have no example:\n%s", name, name, text)
		}
		_, flags, _ := strings.Cut(text, "Flags:")
		var named []string
		for _, match := range regexp.MustCompile(`(?m)^ +(?:-\w, )?--([a-z0-9-]+)`).FindAllStringSubmatch(flags, -1) {
			named = append(named, match[1])
		}
		takes := []string{"help"} // cobra makes it when it is called
		cmd.Flags().VisitAll(func(flag *pflag.Flag) {
			if !flag.Hidden {
				takes = append(takes, flag.Name)
			}
		})
		slices.Sort(named)
		slices.Sort(takes)
		if !slices.Equal(named, takes) {
			t.Errorf("larui %s takes %q, its help names %q", name, takes, named)
		}
		for _, o := range session.Options() {
			explores := slices.Contains(argv("% solve sweep plot", ""), name) && isForLAR(o) || slices.Contains([]string{"", "solve"}, name)
			if explores && !slices.Contains(takes, o.Name) {
				t.Errorf("larui %s takes no --%s", name, o.Name)
			}
		}
	}
	general := mustRun(t, "help")
	if explorer, commands := strings.Index(general, "it explores PAIR"), strings.Index(general, "\nCommands:"); explorer < 0 || commands < explorer {
		t.Errorf("help does not start with the explorer:\n%s", general)
	}
}

// The help of every command has at most 60 lines.
func TestHelpIsShort(t *testing.T) {
	var walk func(*cobra.Command)
	walk = func(cmd *cobra.Command) {
		if lines := strings.Count(mustRun(t, "% --help", strings.Fields(cmd.CommandPath())[1:]), "\n"); lines > 60 {
			t.Errorf("%s --help has %d lines", cmd.CommandPath(), lines)
		}
		for _, c := range cmd.Commands() {
			if !c.IsAdditionalHelpTopicCommand() {
				walk(c)
			}
		}
	}
	walk(withAllCommands())
}

// Help names the values at which the default pair opens.
func TestHelpNamesDefaults(t *testing.T) {
	opened := testutil.Must(session.Open(context.Background(), datasets.DefaultSpec(defaultPair), nil, nil))
	state := testutil.Must(opened.StartStateWith(session.OptionSet{}))
	help := mustRun(t, "help solve all")
	for _, o := range session.Controls() {
		want := o.Help
		if value := o.Get(state); value != "0" && value != "false" {
			want += " (default " + value + ")"
		}
		if !strings.Contains(help, want) && o.AppliesTo(opened.Limits()) {
			t.Errorf("help does not say %q", want)
		}
	}
}

// Two files as arguments are the source and the target, in every command on a pair.
func TestTwoFilesArePair(t *testing.T) {
	source, target := temp(t, "source.csv"), temp(t, "target.csv")
	for file, rows := range map[string]string{source: "1,2,0\n2,1,1\n0,3,0\n3,0,1\n", target: "1,3,0\n3,1,1\n0,4,0\n4,0,1\n"} {
		testutil.NoError(t, os.WriteFile(file, []byte("a,b,y\n"+rows), 0o600))
	}
	for _, command := range []string{"solve", "sweep --lambda 0,1", "align", "check"} {
		want, _, _ := strings.Cut(mustRun(t, command+" --source % --target %", source, target), "\nopened in")
		testutil.Contains(t, mustRun(t, command+" % %", source, target), want)
	}
	refused(t, strings.NewReplacer("PAIR", source+" "+target, "TARGET", target), `
		2 solve PAIR --target x.csv | leave out --source and --target
		2 check PAIR x.csv | two files make a pair, the source and the target, not 3
		2 solve PAIR --save-predictions TARGET | would overwrite the input of --target`)
}

func TestCompletion(t *testing.T) {
	testutil.SkipInShort(t)
	mine := temp(t, "my file.csv")
	table := "age;sex;blood pressure;red\x1b[31m;y\n1,5;2;3;4;0\n2;3;4;5;1\n"
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	_, err := zip.Write([]byte(table))
	err = cmp.Or(err, zip.Close(), os.WriteFile(mine+".gz", packed.Bytes(), 0o600), os.WriteFile(mine, []byte(table), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	offers := func(args []string, want ...string) {
		out := mustRun(t, "__complete %", args)
		for _, line := range want {
			testutil.Contains(t, "\n"+out, "\n"+line)
		}
	}
	// Behind --lambda nothing is offered, and no files.
	for _, row := range testutil.ParseTable(`
		sol | solve
		solve --tail '' | target | source
		solve --format '' | text | json | csv
		solve --which '' | descent | closed | none
		predict --mo | --model
		predict --index '' | drop | keep
		align --no-c | --no-cache
		--theme '' | auto | dark | light | mono | colour-blind | colour-blind-light
		plot '' | spectrum | subspace
		plot subspace '' | map
		repro '' | figure1
		get '' | mnist-usps | bike
		--glyphs '' | braille | block | ascii
		help '' | solve | views | command-line
		--lambda '' | :4\n`) {
		offers(testutil.Must(session.SplitWords(row[0])), row[1:]...)
	}
	offers([]string{"solve", ""}, pairNames()...)
	offers([]string{"--view", ""}, frame.ViewNames()...)
	offers(argv("--source % --label %", own, ""), ":4\n")
	offers(argv("--source % --label %", mine, ""), "age\n", "sex\n", "3\tblood pressure\n", "4\tred\\u001b[31m\n", "y\n", ":4\n")
	offers(argv("solve % % --label %", mine, own, ""), "age\n", "y\n", ":4\n")
	offers(argv("solve % %", mine, ""), ":0\n")
	offers(argv("solve --target % --drop age,", mine), "age,sex\n", "age,3\n", "age,y\n", ":6\n")
	offers(argv("predict --input % --drop %", mine+".gz", ""), "age\n", "sex\n")
	for _, shell := range []string{"bash", "zsh", "fish"} {
		testutil.Contains(t, mustRun(t, "completion %", shell), "__complete")
	}
	// The script itself, where bash is there.
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	words := argv("larui solve --source % --drop age,s", "'"+mine+"'")
	script := mustRun(t, "completion bash") + `
compopt() { :; }
_get_comp_words_by_ref() { words=("${COMP_WORDS[@]}"); cword=$COMP_CWORD; cur=${words[cword]}; prev=${words[cword - 1]}; }
shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_TYPE=9; __start_larui; printf "%s\n" "${COMPREPLY[@]}"`
	cmd := exec.Command(bash, append([]string{"-c", script, "bash", ""}, words...)...)
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(program(t))+":"+os.Getenv("PATH"))
	if out, err := cmd.CombinedOutput(); strings.TrimSpace(string(out)) != `age\,sex` {
		t.Errorf("%v: %s", err, out)
	}
}

// The manual page has every command with its flags, and every topic; groff, where it is
// there, finds nothing wrong with it.
func TestMan(t *testing.T) {
	page := mustRun(t, "man")
	if strings.ContainsFunc(page, func(r rune) bool { return r > '~' || r < ' ' && r != '\n' }) {
		t.Error("the page is not ASCII")
	}
	for _, c := range withAllCommands().Commands() {
		title := ".SS \"larui " + c.Name()
		if c.IsAdditionalHelpTopicCommand() {
			title = ".TP\n\\fB" + strings.ReplaceAll(c.Name(), "-", "\\-") + "\\fR\n"
		}
		testutil.Contains(t, page, title)
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if term := "\\fB\\-\\-" + strings.ReplaceAll(f.Name, "-", "\\-") + "\\fR"; !strings.Contains(page, term) && !f.Hidden {
				t.Errorf("--%s is not in the page", f.Name)
			}
		})
	}
	cmd := exec.Command("groff", "-man", "-Tutf8", "-ww")
	cmd.Stdin = strings.NewReader(page)
	var shown, warned bytes.Buffer
	cmd.Stdout, cmd.Stderr = &shown, &warned
	if _, err := exec.LookPath("groff"); err != nil {
		t.Skip(err)
	}
	if err := cmd.Run(); err != nil || warned.Len() > 0 {
		t.Errorf("%v: %s", err, &warned)
	}
	text := regexp.MustCompile("\x1b\\[[0-9;]*m|.\b").ReplaceAllString(shown.String(), "")
	testutil.Contains(t, text, "larui shows what", `best = S.argmax(1) if S.shape[1] > 1 else (S[:, 0] > 0) * 1`, "its own k, k̃, λ", "‖w‖²", "LARUI_CONFIG", "EXIT STATUS")
}

// A file is read as its author meant it, which the tests of datasets tell in full; a guess is
// said in one line on standard error; what is wrong is one too, with status 1, and nothing else.
// Files without content are as others have written them: MATLAB, SciPy, NumPy.
func TestFilesAsMeant(t *testing.T) {
	table := testutil.ParseTable(strings.ReplaceAll(`
		chars.mat |  | 3×3 cat dog |
		cells.mat |  | 3×3 cat horse |
		struct.mat |  |  | variable "labels" is a struct
		text.npz |  | 3×3 cat dog |
		bytes.npz |  | 3×3 cat dog |
		en_X.npy |  | 3×3 cat dog |
		objects.npz |  |  | .astype(str)
		beside.npz |  |  | member "labels.txt" is no NumPy array
		pickle.npz |  |  | member "y.pkl" is no NumPy array
		x,label\n1,a\n2,NA\n3,b\n4,\n | --na NA |  | mine.csv:3:2: the label is missing from 2 rows, first from this one: leave these rows out with --missing drop
		x,label\n1,a\n2,NA\n3,b\n | --missing drop --na NA | 2×2 a b | warning: mine.csv: left out: 1 row without a label\n
		x,label\n1,a\n2,b\n | --missing guess |  | --missing guess
		x,label\nMANY3,l\n |  |  | mine.csv:42:2: 1 label of 41 rows, first in this one, are not numbers but "l"
		x,label\n1,ann\n2,bob\n4,cat\n8,dan\n16,eve\n | --task multiclass | 5×2 ann bob cat dan eve |
		x;label\n1,5;0\n2;1\n |  |  | mine.csv:2:1: "1,5" is not a number: for decimal commas add --decimal ,
		x;label\n1,5;0\n2;1\n | --decimal , | 2×2 0 1 |
		x,label\n1,0\n2,1\n | --decimal ; |  | decimal
		,x,label\n0,1.5,0\n1,2,1\n |  | 2×2 0 1 | warning: mine.csv: the first column has no name
		,x,label\n0,1.5,0\n1,2,1\n | --index keep | 2×3 0 1 |
		label,x,label\n0,1.5,0\n1,2,1\n |  |  | mine.csv:1:3: column 3 has the same name as the label
		0,1,2\n0.5,7,1\n1.5,8,3\n | --label -1 | 2×3 1 3 | warning: mine.csv: the first line, 0,1,2,…, is taken for a header`, "MANY", strings.Repeat(`1,0\n2,1\n`, 20)))
	table = append(table, []string{"x,label\n1,gr\xf6\xdfe\n2,l\xe4nge\n", "", "2×2 gr\ufffd\ufffde l\ufffdnge", "warning: mine.csv is not UTF-8"})
	// A file or what it holds, flags, what is read, n×d with the bias and the classes, and what is said.
	for _, row := range table {
		content, flags, read, said := row[0], row[1], row[2], row[3]
		t.Run(content, func(t *testing.T) {
			path := filepath.Join(truths, "written", content)
			if strings.Contains(content, "\n") {
				path = testutil.WriteFile(t, "mine.csv", content)
			}
			status, stdout, stderr := larui(t, "align --format json --no-cache --source % %", path, strings.Fields(flags))
			if said != "" || stderr != "" {
				checkLine(t, stderr)
			}
			if !strings.Contains(stderr, said) || said == "" && stderr != "" || (status == statusOK) != (read != "") || (stdout == "") != (read == "") {
				t.Fatalf("status %d, it says %q, want %q", status, stderr, said)
			}
			if read == "" {
				return
			}
			var got object
			testutil.NoError(t, json.Unmarshal([]byte(stdout), &got))
			classes, _ := got.find("pair.classes").([]any)
			testutil.Equal(t, fmt.Sprintf("%v×%v %s", got.at("pair.n"), got.at("pair.d"), strings.Trim(fmt.Sprint(classes), "[]")), read)
		})
	}
}

// settleBy has the user's file hold a text, and returns its path.
func settleBy(t *testing.T, text string) string {
	t.Helper()
	path := testutil.WriteFile(t, "config.toml", text)
	t.Setenv(config.PathVariable, path)
	return path
}

// Flags win over the environment, and that over the file, over what is usual.
func TestSettled(t *testing.T) {
	t.Setenv("LARUI_DATA", "")
	t.Setenv("NO_COLOR", "")
	path := settleBy(t, "theme = \"light\"\nglyphs = 'ascii'\ncolour = \"always\"\ndata = \"here\"\n[keys]\nundo = [\"f5\", \"space\"]\nplay = []\n")
	here := filepath.Join(filepath.Dir(path), "here")
	from := func(flags string) string {
		got := decode[object](t, "config "+flags)
		if got["path"] != path || got["there"] != true {
			t.Errorf("the file is %v, %v", got["path"], got["there"])
		}
		var all []string
		for _, s := range got["settings"].([]any) {
			s := s.(map[string]any)
			all = append(all, fmt.Sprint(s["name"], " ", s["value"], " ", s["from"]))
		}
		return strings.Join(all, ", ")
	}
	usual := "view explore default, "
	testutil.Equal(t, from(""), "theme light line 1, "+usual+"glyphs ascii line 2, colour always line 3, pictures auto default, mouse on default, data "+here+" line 4")
	t.Setenv("LARUI_DATA", "/there")
	t.Setenv("NO_COLOR", "1")
	testutil.Equal(t, from(""), "theme light line 1, "+usual+"glyphs ascii line 2, colour auto NO_COLOR, pictures auto default, mouse on default, data /there LARUI_DATA")
	testutil.Equal(t, from("--theme=mono --color=never --data=/flag"), "theme mono --theme, "+usual+"glyphs ascii line 2, colour never --color, pictures auto default, mouse on default, data /flag --data")
	// The explorer and what opens pairs go by it.
	t.Setenv("NO_COLOR", "")
	frame := mustRun(t, "--snapshot 80x24")
	if !strings.Contains(frame, "\x1b[") || strings.Contains(frame, "╭") || !strings.Contains(mustRun(t, "--snapshot 80x24 --glyphs block"), "╭") {
		t.Errorf("neither colours nor ASCII, or never anything else:\n%s", frame)
	}
	for variable, folder := range map[string]string{"": here, "/there": "/there"} {
		t.Setenv("LARUI_DATA", variable)
		if _, _, says := larui(t, "solve mnist-usps --no-cache"); !strings.Contains(says, "not in the data folder "+folder+":") {
			t.Errorf("LARUI_DATA=%s: %s", variable, says)
		}
	}
}

// Where the locale does not write text as UTF-8, curves are drawn in ASCII. Terminals whose font
// lacks braille get blocks.
func TestLocale(t *testing.T) {
	settleBy(t, "")
	for terminal, want := range map[string]string{"linux": "block", "vt100": "block", "xterm-256color": "braille", "": "braille"} {
		t.Setenv("LC_ALL", "C.UTF-8")
		t.Setenv("TERM", terminal)
		testutil.Contains(t, mustRun(t, "config --format csv"), "glyphs,"+want+",")
	}
	t.Setenv("TERM", "")
	for locale, want := range map[string]string{"C": "ascii", "POSIX": "ascii", "de_DE.ISO-8859-1": "ascii", "C.UTF-8": "braille", "de_DE.utf8": "braille", "": "braille"} {
		t.Setenv("LC_ALL", locale)
		t.Setenv("LC_CTYPE", locale)
		t.Setenv("LANG", locale)
		testutil.Contains(t, mustRun(t, "config --format csv"), "glyphs,"+want+",")
	}
}

// What larui config prints is such a file: it settles all as it is.
func TestConfigPrintsAFile(t *testing.T) {
	settleBy(t, "theme = \"light\"\n[keys]\nundo = [\"f5\", \"space\"]\nplay = []\nmap.best = \"f6\"\n")
	before, keys := mustRun(t, "config"), decode[object](t, "config")["keys"]
	testutil.Contains(t, before, "\n  theme = \"light\" ", "# line 1 (default \"auto\")\n", "\n  undo = [\"f5\", \"space\"] ", "(line 3, default \"u\")\n", "\n  play = [] ", "\n  # in the view map\n", "copy its line into this file; settings must be above [keys]\n")
	settleBy(t, before)
	if after := decode[object](t, "config")["keys"]; !reflect.DeepEqual(after, keys) {
		t.Errorf("keys %v became %v", keys, after)
	}
}

// A wrong line is one error, before anything opens. What opens nothing goes on without.
func TestWrongSettings(t *testing.T) {
	for _, row := range testutil.ParseTable(`
		them = 'dark' | :1: unknown setting "them": did you mean theme? there are theme, view, glyphs, colour, pictures, mouse, data, keys
		theme = 'monochrome' | :1: unknown theme "monochrome": there are auto, dark,
		glyphs = 'brail' | :1: unknown glyphs "brail": did you mean braille? there are braille, block, ascii
		\nview = ['map'] | :2: view takes one text, not a list
		data = '' | :1: data names no folder
		[keys]\ntheme = 'light' | :2: theme = "light" is a setting: put the line above [keys]
		[keys]\nundo = 'r' | :2: "r" triggers both undo and reset: give one of the two another key
		[keys]\nmap.best = 'T' | :2: "T" triggers both map.best and theme in the view map: give
		theme = dark | :1: write texts in quotes: theme = "dark"`) {
		text, says := row[0], row[1]
		path := settleBy(t, text+"\n")
		for _, args := range [][]string{{"--snapshot", "80x24"}, {"--plain"}, {"config"}, {}} {
			refuse(t, statusFailed, "larui: "+path+says, "%", args)
		}
		if strings.Contains(text, "keys") {
			mustRun(t, "align") // which has no keys
		} else if status, _, _ := larui(t, "align"); status != statusFailed {
			t.Errorf("%s: larui align: status %d", text, status)
		}
		mustRun(t, "version")
		mustRun(t, "help solve")
	}
}
