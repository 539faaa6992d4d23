package main

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"larui/tui"
)

// plainly runs larui --plain with commands on standard input.
func plainly(t *testing.T, args []string, commands ...string) string {
	t.Helper()
	var out strings.Builder
	opener := &opener{live: &out}
	root := newRoot(opener)
	root.SetArgs(append([]string{"--plain"}, args...))
	root.SetIn(strings.NewReader(strings.Join(commands, "\n")))
	if err := root.ExecuteContext(context.Background()); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// methods takes a line of --plain apart: "NAME: no adaptation A, LAR B, closed form C".
var methods = regexp.MustCompile(`^(.+): no adaptation (\S+)( %)?, LAR (\S+)( %)?, closed form (\S+)( %)?$`)

// The numbers of --plain are those of solve for the same state, to the last digit
// that is said.
func TestPlainAgreesWithSolve(t *testing.T) {
	for _, c := range []struct {
		pair []string
		// turned are commands, flags what says the same to solve.
		turned, flags []string
	}{
		{[]string{defaultPair}, nil, nil},
		{[]string{defaultPair}, []string{"lambda 1000", "angle=60", "k 2"}, []string{"--lambda", "1000", "--angle", "60", "--k", "2"}},
		{[]string{defaultPair}, []string{"tail source", "rate 1000"}, []string{"--tail", "source", "--rate", "1000"}},
		{[]string{"rotated-regression"}, []string{"up lambda 3", "undo", "epochs 100"}, []string{"--epochs", "100"}},
		{[]string{"glyphs", "--classes", "0,6", "--n", "100", "--m", "100"}, []string{"k 8", "ktilde 4"}, []string{"--k", "8", "--ktilde", "4"}},
		{[]string{"glyphs", "--n", "100", "--m", "100"}, []string{"noise 0.2", "view theory"}, []string{"--noise", "0.2"}},
		{planes(t), []string{"momentum 0.5", "l2 0.1"}, []string{"--momentum", "0.5", "--l2", "0.1"}},
	} {
		// The state may be reached in other ways than solve takes: k that was set by
		// the first data stays.
		text := plainly(t, c.pair, append(c.turned, "show")...)
		states := regexp.MustCompile(`(?m)^k (\d+), ktilde (\d+), lambda (\S+),`).FindAllStringSubmatchIndex(text, -1)
		if len(states) < 2 {
			t.Fatalf("no state in\n%s", text)
		}
		text = text[states[len(states)-1][0]:]
		state := regexp.MustCompile(`^k (\d+), ktilde (\d+), lambda (\S+),`).FindStringSubmatch(text)
		flags := append(c.flags, "--k", state[1], "--ktilde", state[2], "--lambda", state[3])
		report := decode[solveReport](t, append(append([]string{"solve"}, c.pair...), flags...)...)
		checked := map[string]bool{}
		for line := range strings.Lines(text) {
			found := methods.FindStringSubmatch(strings.TrimSpace(line))
			if found == nil {
				continue
			}
			number, ok := map[string]func(scores) number{
				"target accuracy":                  func(s scores) number { return s.TargetAccuracy },
				"source accuracy":                  func(s scores) number { return s.SourceAccuracy },
				"validation accuracy":              func(s scores) number { return s.ValidationAccuracy },
				"target squared error":             func(s scores) number { return s.TargetMSE },
				"source squared error":             func(s scores) number { return s.SourceMSE },
				"validation squared error":         func(s scores) number { return s.ValidationMSE },
				"distance to the target's optimum": func(s scores) number { return s.ParameterError },
				"norm of the weights":              func(s scores) number { return s.WeightNorm },
			}[found[1]]
			if !ok {
				t.Errorf("%q is not known of solve", found[1])
				continue
			}
			checked[found[1]] = true
			for i, method := range []struct {
				name     string
				scores   scores
				diverges bool
			}{{"none", report.None.scores, report.None.Diverges}, {"descent", report.Descent.scores, report.Descent.Diverges}, {"closed", report.Closed.scores, false}} {
				said, unit := found[2+2*i], found[3+2*i]
				if method.diverges != (said == "diverges") {
					t.Errorf("%v %v: %s of %s is %s, diverges %t", c.pair, c.turned, found[1], method.name, said, method.diverges)
					continue
				}
				if want := float64(number(method.scores)); !method.diverges && !sameNumber(said, unit, want) {
					t.Errorf("%v %v: %s of %s is %s, solve has %v", c.pair, c.turned, found[1], method.name, said, want)
				}
			}
		}
		if !checked["norm of the weights"] || !checked["target accuracy"] && !checked["target squared error"] {
			t.Errorf("%v: only %v in\n%s", c.pair, checked, text)
		}
	}
}

// sameNumber tells whether text is v, rounded to the digits that it has.
func sameNumber(text, unit string, v float64) bool {
	if text == "unknown" {
		return math.IsNaN(v)
	}
	said, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return false
	}
	if unit != "" {
		return fmt.Sprintf("%.1f", 100*v) == text || fmt.Sprintf("%.2f", 100*v) == text
	}
	return math.Abs(said-v) <= 5.001e-4*math.Abs(v)
}

// Every flag of the explorer is in its help, and every flag that help names exists
// and is used by some pair.
func TestHelpNamesFlags(t *testing.T) {
	root := newRoot(&opener{})
	text := mustRun(t, "--help")
	_, flags, ok := strings.Cut(text, "Flags:")
	if !ok {
		t.Fatalf("no flags in\n%s", text)
	}
	named := map[string]bool{}
	for _, match := range regexp.MustCompile(`(?m)--([a-z0-9-]+)`).FindAllStringSubmatch(flags, -1) {
		named[match[1]] = true
	}
	names := map[string]bool{"help": true}
	for _, c := range tui.Controls() {
		names[c.Name] = true
		if !anyPair(func(pair string) bool { return applies(c, pair) }) {
			t.Errorf("--%s does nothing for any pair", c.Name)
		}
	}
	for _, f := range pairFlags() {
		names[f.name] = true
		if !anyPair(func(pair string) bool {
			for _, field := range fieldsOf(pair) {
				if field == f.field {
					return true
				}
			}
			return false
		}) {
			t.Errorf("--%s does nothing for any pair", f.name)
		}
	}
	for _, look := range []string{"no-bias", "no-cache", "snapshot", "plain", "view", "theme", "glyphs", "colour", "color", "mouse"} {
		names[look] = true
	}
	for name := range names {
		if !named[name] {
			t.Errorf("help does not name --%s", name)
		}
	}
	for name := range named {
		if name == "help" {
			continue // cobra makes it when it is called
		}
		if root.Flags().Lookup(name) == nil || !names[name] {
			t.Errorf("help names --%s, which is no flag that is known to work", name)
		}
	}
}

func anyPair(works func(pair string) bool) bool {
	for _, name := range pairNames() {
		if works(name) {
			return true
		}
	}
	return false
}

func TestPlainIsNoSnapshot(t *testing.T) {
	status, stdout, stderr := larui(t, "--plain", "--snapshot", "80x24")
	if status != statusWrongCall || stdout != "" {
		t.Errorf("status %d, stdout %q", status, stdout)
	}
	checkLine(t, stderr)
}
