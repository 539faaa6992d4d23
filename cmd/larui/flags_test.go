package main

import (
	"context"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"larui/datasets"
	"larui/model"
	"larui/tui/session"
)

// The help of every command lists its flags, all that it takes but those it hides and
// no others; explorer, solve, sweep and plot take all options.
func TestHelpListsFlags(t *testing.T) {
	root := newRoot(&opener{})
	for _, name := range []string{"", "solve", "sweep", "align", "plot", "repro", "pairs", "version"} {
		command := strings.Fields(name)
		cmd, _, err := root.Find(command)
		if err != nil {
			t.Fatal(err)
		}
		text := mustRun(t, append(command, "--help")...)
		if name != "" && (text != mustRun(t, "help", name) || !strings.Contains(text, "Examples:\n  larui "+name)) {
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
			if explores := slices.Contains([]string{"", "solve", "sweep", "plot"}, name); explores && !slices.Contains(takes, o.Name) {
				t.Errorf("larui %s takes no --%s", name, o.Name)
			}
		}
	}
	general := mustRun(t, "help")
	if explorer, commands := strings.Index(general, "it is the explorer"), strings.Index(general, "Available Commands"); explorer < 0 || commands < explorer {
		t.Errorf("help does not start with the explorer:\n%s", general)
	}
}

// Help names the values at which the default pair opens.
func TestHelpNamesDefaults(t *testing.T) {
	opened, state := begun(t, datasets.DefaultSpec(defaultPair))
	help := mustRun(t, "help", "solve")
	for _, o := range session.Controls() {
		want := o.Help
		if value := o.Get(state); value != "0" && value != "false" {
			want += " (default " + value + ")"
		}
		if !strings.Contains(help, want) && o.Applies(opened.Limits()) {
			t.Errorf("help does not say %q", want)
		}
	}
}

// begun opens a pair, and returns the state in which it opens.
func begun(t *testing.T, spec datasets.Spec) (*session.Session, session.State) {
	t.Helper()
	opened, err := session.Open(context.Background(), spec, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	state, err := opened.Begin(nil)
	if err != nil {
		t.Fatal(err)
	}
	return opened, state
}

// Every control is a flag of the explorer, solve and sweep, and a bad value is blamed
// on it.
func TestBadValuesAreBlamed(t *testing.T) {
	for _, o := range session.Controls() {
		for _, command := range [][]string{nil, {"solve"}, {"sweep"}} {
			status, stdout, stderr := larui(t, append(command, "--"+o.Name+"=?")...)
			if status != statusWrongCall || stdout != "" || !strings.HasPrefix(stderr, "larui: --"+o.Name+" ?: ") {
				t.Errorf("%v --%s=?: status %d, stdout %q, stderr %q", command, o.Name, status, stdout, stderr)
			}
		}
	}
}

// The flag of a control gives explorer, solve and sweep the state in which a step of
// the control leaves the pair: for those of the data at every built-in pair, for those
// of the method at one.
func TestFlagsSetWhatControlsTurn(t *testing.T) {
	for _, info := range datasets.List() {
		if !info.BuiltIn {
			continue
		}
		spec := datasets.DefaultSpec(info.Name)
		spec.N, spec.M = 50, 50
		opened, start := begun(t, spec)
		for _, o := range session.Controls() {
			if !o.Applies(opened.Limits()) || o.Changes == session.Method && info.Name != defaultPair {
				continue
			}
			want := o.Step(start, opened.Limits(), 1)
			if want.Equal(start) {
				want = o.Step(start, opened.Limits(), -1)
			}
			args := []string{info.Name, "--n=50", "--m=50"}
			args = slices.DeleteFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "--"+o.Name+"=") })
			args = append(args, "--"+o.Name+"="+o.Get(want))
			t.Run(strings.Join(args, " "), func(t *testing.T) { checkFlag(t, o, args, want) })
		}
	}
}

// checkFlag compares what explorer, solve and sweep do with flags of which one sets an
// option with the state that it should give.
func checkFlag(t *testing.T, o session.Option, args []string, want session.State) {
	said := plainly(t, args, "command")
	if flag := "--" + o.Name + "=" + o.Get(want); !strings.Contains(said, " "+flag) {
		t.Errorf("the command of the state has no %s:\n%s", flag, said)
	}
	if line := o.Name + " " + o.Get(want); !regexp.MustCompile(`(?m)(^|, )` + regexp.QuoteMeta(line) + `(,|$)`).MatchString(said) {
		t.Errorf("%q is not said in\n%s", line, said)
	}
	// What changes the data is in the data, the rest in what is solved.
	solved := decode[solveReport](t, append([]string{"solve"}, args...)...)
	if o.Changes != session.Method {
		changed, state := begun(t, want.Spec)
		want = state
		solution, err := model.NewSolver(changed.Problem).Solve(context.Background(), state.Params)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := digits(solved.Closed.SourceMSE, 9), digits(orNull(solution.Closed.Source.MSE), 9); got != want {
			t.Errorf("the source error is %s, want %s", got, want)
		}
	}
	if want := reportParams(want.Params, float64(solved.Params.Rate)); !reflect.DeepEqual(solved.Params, want) {
		t.Errorf("solve at %+v, want %+v", solved.Params, want)
	}
	// A sweep of one cell is what solve gives there.
	if o.Name != "lambda" {
		args = append(args, "--lambda=1")
		solved = decode[solveReport](t, append([]string{"solve"}, args...)...)
	}
	swept := decode[sweepReport](t, append([]string{"sweep"}, args...)...)
	if len(swept.Cells) != 1 || len(swept.Cells[0].Descent) != 1 {
		t.Fatalf("%d cells", len(swept.Cells))
	}
	cell, run, p := swept.Cells[0], swept.Cells[0].Descent[0], solved.Params
	if cell.K != p.K || cell.KTilde != p.KTilde || cell.Lambda != p.Lambda || run.Epochs != p.Epochs || run.Diverges != solved.Descent.Diverges {
		t.Errorf("sweep at %+v, solve at %+v", cell, p)
	}
	for _, c := range [][2]scores{{cell.Closed.scores, solved.Closed.scores}, {run.scores, solved.Descent.scores}} {
		// The digits that two ways of solving share.
		if digits(c[0].SourceMSE, 6) != digits(c[1].SourceMSE, 6) || digits(c[0].TargetMSE, 6) != digits(c[1].TargetMSE, 6) {
			t.Errorf("sweep has %+v, solve %+v", c[0], c[1])
		}
	}
}

func digits(v orNull, count int) string { return fmt.Sprintf("%.*g", count, float64(v)) }

func TestCompletion(t *testing.T) {
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"sol"}, []string{"solve"}},
		{[]string{"solve", ""}, pairNames()},
		{[]string{"solve", "--tail", ""}, []string{"target", "source"}},
		{[]string{"solve", "--format", ""}, []string{"text", "json", "csv"}},
		{[]string{"align", "--no-c"}, []string{"--no-cache"}},
		{[]string{"--theme", ""}, []string{"auto", "dark", "light", "mono", "colour-blind", "colour-blind-light"}},
		{[]string{"plot", ""}, []string{"spectrum", "subspace"}},
		{[]string{"plot", "subspace", ""}, []string{"map"}},
		{[]string{"repro", ""}, []string{"figure1"}},
	} {
		out := mustRun(t, append([]string{"__complete"}, c.args...)...)
		for _, want := range c.want {
			if !strings.Contains("\n"+out, "\n"+want) {
				t.Errorf("%v does not offer %s:\n%s", c.args, want, out)
			}
		}
	}
	if script := mustRun(t, "completion", "bash"); !strings.Contains(script, "larui") {
		t.Error("no completion script for bash")
	}
}
