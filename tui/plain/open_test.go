package plain

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"larui/model/testutil"
	"larui/tui/frame"
	"larui/tui/overlay/export"
	"larui/tui/overlay/opener"
	"larui/tui/session"
)

// Pairs open as in the opener, with paths relative to the folder and to the home. An error is
// one line that says what is right.
func TestOpens(t *testing.T) {
	testutil.UseOwnFolders(t)
	home := os.Getenv("HOME")
	t.Chdir(home)
	for _, path := range []string{"src.csv", "tgt set.csv"} {
		testutil.NoError(t, os.Rename(writeTable(t, path, 40, true), path))
	}
	testutil.NoError(t, os.WriteFile("bad.csv", []byte("a,b\n1\n2,3,4\n"), 0o600))
	two := "a,when,town,kind\n"
	for i := range 12 {
		two += fmt.Sprintf("%d,2024-01-%02d,%s,%d\n", i*i%7, i+1, []string{"Rome", "Oslo"}[i%2], i/6)
	}
	testutil.NoError(t, os.WriteFile("two.csv", []byte(two), 0o600))
	for _, row := range testutil.ParseTable(`
		open recent 1 | error: no pair of files has been opened before
		open src.csv "tgt set.csv" label=kind drop=id,town | src.csv to tgt set.csv: binary, 0 against 1 | 40 rows, 3 features
		open ~/src.csv 'tgt set.csv' --drop town --label=kind bias=false lambda=30 | 40 rows, 3 features | lambda 30,
		open source=src.csv target=src.csv drop=town task=regression | src.csv: regression
		OPEN src.csv src.csv drop=town | binary
		open subspace n=50 --m 50 k=3 | source 50 rows, target 50 rows, 40 features | k 3, ktilde
		open src.csv | error: src.csv is only one file: name the file of the source and the file of the target
		open none.csv | error: none.csv is only one file
		open src.csv none.csv drop=town | error: | none.csv
		open . src.csv | error: .: is a folder, not a file
		open src.csv src.csv | error: src.csv:2:4: "Rome" is not a number | --drop town
		open two.csv two.csv | error: some columns need a decision | column "when": has dates | --encode town --drop when
		open two.csv two.csv --encode town --drop when | two.csv: binary
		open two.csv two.csv columns=auto | two.csv: binary
		open src.csv src.csv lable=kind | error: there is no option "lable"; the options are source, target,
		open src.csv tgt set.csv | error: 3 names are too many | in quotes
		open src.csv src.csv task=guess drop=town | error: task "guess" is not auto
		open src.csv src.csv drop=town lambda=-1 | error: lambda "-1" is not a number
		open bad.csv bad.csv | error: bad.csv:2
		open nope | error: unknown pair "nope": there are rotated-gaussian`) {
		got := talk(t, gaussian(t), row[0], "lambda 20", "undo")
		testutil.Contains(t, got, row[1:]...)
		wrong := strings.HasPrefix(row[1], "error:")
		if strings.Contains(got, "\nerror: ") != wrong || !strings.Contains(got, "to 20: ") {
			t.Errorf("%s:\n%s", row[0], got)
		}
	}
}

// An opened pair is remembered, offered and undone, but not opened by itself, and only its
// files are saved. A pair that can't be opened again changes nothing.
func TestRemembersPairs(t *testing.T) {
	testutil.UseOwnFolders(t)
	source, target := writeTable(t, "source.csv", 40, true), writeTable(t, "target.csv", 40, true)
	open := "open " + session.ShellQuote(source) + " " + session.ShellQuote(target) + " drop=town"
	got := talk(t, gaussian(t), open, "lambda 30", "open glyphs n=30 m=30", "pairs", "open recent 1", "open recent 2", "open recent x", "undo", "undo", "undo", "undo", "show")
	for text, times := range map[string]int{
		"source.csv to target.csv: binary": 3, // opened, recent, undone
		"recent 1: open --source=":         1, "error: type open recent and a number from 1 to 1": 2, "rotated Gaussian 45 degrees: ": 2, "\nundone, lambda 30 to 0: ": 1,
	} {
		testutil.Equal(t, strings.Count(got, text), times, text, got)
	}
	kept := opener.UserRecentPairs().List()
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
	testutil.NoError(t, os.Rename(target, target+".away"))
	c.type1("undo")
	c.hear("error: ")
	c.type1("command")
	c.hear("larui subspace")
	testutil.NoError(t, os.Rename(target+".away", target))
	c.type1("undo")
	c.hear("source.csv to target.csv")
	c.type1("redo")
	c.hear("subspaces 70 degrees apart")
}

// A conversation resumes a saved one and says the same. An error of saving is returned.
func TestTalkKept(t *testing.T) {
	testutil.UseOwnFolders(t)
	var kept []byte
	say := func(k frame.UserFiles, commands ...string) (string, error) {
		var out strings.Builder
		in := strings.NewReader(strings.Join(commands, "\n"))
		err := Talk(t.Context(), gaussian(t), "", Conversation{In: in, Out: &out, UserFiles: k})
		return out.String(), err
	}
	keep := func(text []byte, _ session.State) error { kept = text; return nil }
	testutil.Must(say(frame.UserFiles{SaveSession: keep}, "view map", "lambda 30", "open glyphs n=60 m=60", "k 9", "view theory"))
	for commands, says := range map[string]string{"": "overlap", "undo": "k 9 to 60"} {
		if got, err := say(frame.UserFiles{SavedSession: kept}, commands); err != nil || !strings.Contains(got, says) || !strings.Contains(got, "Go Regular") {
			t.Errorf("%s is answered by %s, %v; want %s", commands, got, err, says)
		}
	}
	full := errors.New("no space")
	if _, err := say(frame.UserFiles{SaveSession: func([]byte, session.State) error { return full }}, "quit"); !errors.Is(err, full) {
		t.Errorf("where it can't be kept: %v", err)
	}
}

// A command waits for its file, "cancel" cancels it, and an error of writing is one line.
func TestTalkExports(t *testing.T) {
	testutil.UseOwnFolders(t)
	t.Chdir(t.TempDir())
	var out strings.Builder
	asked := 0
	write := func(ctx context.Context, r export.Request) (string, error) {
		asked++
		switch filepath.Base(r.File) {
		case "slow.svg":
			<-ctx.Done()
			return "", ctx.Err()
		case "full.svg":
			return "", errors.New("writing full.svg: no space left")
		}
		return strings.Repeat("7 predictions", strings.Count(r.File, "predictions")), nil
	}
	kinds := []export.Kind{{Ending: ".svg", About: "%s as a figure, for the web", Write: write}, {Ending: ".csv", About: "%s in numbers", Write: write}}
	in := strings.NewReader("export slow.svg\ncancel\nexport full.svg\nexport\nexport good.csv\nexport good-predictions.csv\nlambda 3\n")
	testutil.NoError(t, Talk(t.Context(), gaussian(t), "", Conversation{In: in, Out: &out, UserFiles: frame.UserFiles{ExportKinds: kinds}}))
	for _, says := range []string{"\nerror: cancelled\nerror: writing full.svg: no space left\na name that ends in .svg: ", "\nwrote target in numbers to /", "/good.csv\nwrote 7 predictions to /", "/good-predictions.csv\nlambda 1 to 3"} {
		if !strings.Contains(out.String(), says) || asked != 4 {
			t.Errorf("%d files, %q is not said in\n%s", asked, says, out.String())
		}
	}
}
