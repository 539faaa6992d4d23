package main

import (
	"context"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"larui/datasets"
	"larui/model"
	"larui/tui/session"
)

// namedFlags are the flags that the help of a command lists.
func namedFlags(t *testing.T, command ...string) []string {
	t.Helper()
	_, flags, ok := strings.Cut(mustRun(t, append(command, "--help")...), "Flags:")
	if !ok {
		t.Fatalf("%v --help lists no flags", command)
	}
	var names []string
	for _, match := range regexp.MustCompile(`(?m)^ +(?:-\w, )?--([a-z0-9-]+)`).FindAllStringSubmatch(flags, -1) {
		names = append(names, match[1])
	}
	return names
}

// The help of every command lists its flags, all that it takes but those it hides and
// no others.
func TestHelpListsFlags(t *testing.T) {
	root := newRoot(&opener{})
	for _, name := range []string{"", "solve", "sweep", "align", "plot", "pairs", "version"} {
		cmd, command := root, []string(nil)
		if name != "" {
			command = []string{name}
			var err error
			if cmd, _, err = root.Find(command); err != nil {
				t.Fatal(err)
			}
		}
		named := namedFlags(t, command...)
		for _, flag := range named {
			if flag != "help" && cmd.Flags().Lookup(flag) == nil {
				t.Errorf("%s: the help names --%s, which is no flag", name, flag)
			}
		}
		for _, control := range session.Controls() {
			takes := cmd.Flags().Lookup(control.Name) != nil
			if takes != slices.Contains(named, control.Name) {
				t.Errorf("%s: takes --%s %t, names it %t", name, control.Name, takes, !takes)
			}
			if explores := name == "" || name == "solve" || name == "sweep"; explores && !takes {
				t.Errorf("%s: no --%s", name, control.Name)
			}
		}
	}
}

// For every control of every built-in pair, its flag gives explorer, solve and sweep
// the state in which a step of the control leaves the pair.
func TestFlagsSetWhatControlsTurn(t *testing.T) {
	for _, info := range datasets.List() {
		if !info.BuiltIn {
			continue
		}
		size := []string{"--n=100", "--m=100"}
		spec := datasets.DefaultSpec(info.Name)
		spec.N, spec.M = 100, 100
		session, err := session.Open(context.Background(), spec, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		start, err := session.Begin(nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, control := range session.Controls() {
			if !control.Applies(session.Limits()) {
				continue
			}
			want := control.Step(start, session.Limits(), 1)
			if reflect.DeepEqual(want, start) {
				want = control.Step(start, session.Limits(), -1)
			}
			value := control.Format(want)
			args := append([]string{info.Name}, size...)
			if control.Name == "n" || control.Name == "m" {
				args = slices.DeleteFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "--"+control.Name+"=") })
			}
			args = append(args, "--"+control.Name+"="+value)

			said := plainly(t, args, "command")
			if flag := "--" + control.Name + "=" + value; !strings.Contains(said, " "+flag) {
				t.Errorf("larui %v: the command of the state has no %s:\n%s", args, flag, said)
			}
			if line := control.Name + " " + value; !regexp.MustCompile(`(?m)(^|, )` + regexp.QuoteMeta(line) + `(,|$)`).MatchString(said) {
				t.Errorf("larui %v: %q is not said in\n%s", args, line, said)
			}

			// What changes the data is in the data, the rest in what is solved.
			solved := decode[solveReport](t, append([]string{"solve"}, args...)...)
			params := want.Params
			if control.ChangesData() {
				changed, err := session.Open(context.Background(), want.Spec, nil, nil)
				if err != nil {
					t.Fatal(err)
				}
				state, err := changed.Begin(nil)
				if err != nil {
					t.Fatal(err)
				}
				params = state.Params
				solution, err := model.NewSolver(changed.Problem).Solve(context.Background(), params)
				if err != nil {
					t.Fatal(err)
				}
				if got := float64(solved.Closed.SourceMSE); fmt.Sprintf("%.9g", got) != fmt.Sprintf("%.9g", solution.Closed.Source.MSE) {
					t.Errorf("solve %v: the source error is %v, want %v", args, got, solution.Closed.Source.MSE)
				}
			}
			if want := reportParams(params, float64(solved.Params.Rate)); !reflect.DeepEqual(solved.Params, want) {
				t.Errorf("solve %v: at %+v, want %+v", args, solved.Params, want)
			}
			// A sweep of one cell is what solve gives there.
			if control.Name != "lambda" {
				args = append(args, "--lambda=1")
				solved = decode[solveReport](t, append([]string{"solve"}, args...)...)
			}
			swept := decode[sweepReport](t, append([]string{"sweep"}, args...)...)
			if len(swept.Cells) != 1 || len(swept.Cells[0].Descent) != 1 {
				t.Fatalf("sweep %v: %d cells", args, len(swept.Cells))
			}
			cell, run := swept.Cells[0], swept.Cells[0].Descent[0]
			if cell.K != solved.Params.K || cell.KTilde != solved.Params.KTilde || cell.Lambda != solved.Params.Lambda || run.Epochs != solved.Params.Epochs {
				t.Errorf("sweep %v: at %+v, solve at %+v", args, cell, solved.Params)
			}
			for _, of := range []score{sourceScore, targetScore} {
				sweptClosed, sweptDescent := errorOf(of, cell.Closed.scores), errorOf(of, run.scores)
				closed, descent := errorOf(of, solved.Closed.scores), errorOf(of, solved.Descent.scores)
				if sweptClosed != closed || sweptDescent != descent || run.Diverges != solved.Descent.Diverges {
					t.Errorf("sweep %v: errors %s and %s, solve has %s and %s", args, sweptClosed, sweptDescent, closed, descent)
				}
			}
		}
	}
}

// errorOf writes the squared error to the digits that two ways of solving share.
func errorOf(of score, scores scores) string {
	_, mse := of(scores)
	return fmt.Sprintf("%.6g", float64(mse))
}
