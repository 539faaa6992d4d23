package lesson

import (
	"context"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"

	"larui/datasets"
	"larui/model/testutil"
	"larui/tui/chart"
	"larui/tui/session"
)

func TestMain(m *testing.M) {
	os.Setenv("LARUI_DATA", os.DevNull) // handwritten digits would take minutes
	os.Exit(m.Run())
}

// words are the names of a screen on which every action has a key.
var words = ScreenNames{
	Views:  []string{"explore", "target", "spectrum", "convergence", "lambda", "map", "rivals", "theory", "data"},
	Panels: []string{"target", "source", "spectrum", "convergence", "lambda"},
	Key:    func(action string) (string, bool) { return "k", !strings.Contains(action, "unknown") },
}

// Check accepts the built-in lessons: solutions work, wrong acts don't, and claims are true for
// ten seeds or mostly for eight. The last lesson trains forty networks for its claims.
func TestOwnLessonsAreSound(t *testing.T) {
	for _, l := range testutil.Must(LoadAll(words)) {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			steps := 0
			testutil.NoError(t, l.Check(context.Background(), func(_ int, c CheckResult) {
				if c.Skipped == "" {
					steps++
				}
			}))
			if n := len(l.Steps); n < 5 || n > 10 || steps < n-1 {
				t.Errorf("%d of %d steps played", steps, n)
			}
			if n := len(chart.WrapAll(l.summary(), 60-8)); n >= summaryLines {
				t.Errorf("what it is about takes %d lines of the list at 60 columns", n)
			}
			if l.Minutes < 5 || l.Minutes > 15 {
				t.Errorf("%d minutes", l.Minutes)
			}
		})
	}
	testutil.Equal(t, len(testutil.Must(LoadAll(words))), 10)
}

// Texts compute all their numbers, and each step has a task or a question.
func TestNumbersAreComputed(t *testing.T) {
	for _, l := range testutil.Must(LoadAll(words)) {
		for i, s := range l.Steps {
			if !s.HasTask() && !s.HasQuestion() && s.Opening.Spec.Name != "glyphs" {
				t.Errorf("%s %d: nothing to do and nothing asked", l.Name, i+1)
			}
			if s.HasTask() && len(s.Wrong) == 0 {
				t.Errorf("%s %d: nothing wrong is tried", l.Name, i+1)
			}
			for _, said := range []text{s.text, s.do, s.ask, s.answer} {
				for _, p := range said {
					if regexp.MustCompile(`[0-9]`).MatchString(p.literal) {
						t.Errorf("%s %d: %q has a number", l.Name, i+1, p.literal)
					}
				}
			}
		}
	}
}

// The error for a broken file is one line with the place of the fault.
func TestBrokenFiles(t *testing.T) {
	const head = "---\ntitle: T\nminutes: 5\nabout: A\npair: rotated-gaussian\n---\n"
	step := func(fields string) string { return head + "## One\n" + fields + "\n\nA sentence.\n" }
	broken := map[string]string{
		"":                            "broken.md:1: a lesson begins with",
		"# A title\n":                 "broken.md:1: a lesson begins with",
		"---\ntitle: T\nminutes: 5\n": "broken.md:4: the line --- that ends",
		"---\ntitle: T\nminutes: 5\nabout: A\n---\n":                     "broken.md:1: the lesson has no pair",
		strings.Replace(head, "5", "five", 1) + "## One\n\nText.\n":      "broken.md:3: minutes: \"five\" is not a whole number",
		strings.Replace(head, "rotated", "rotten", 1) + "## One\n\nT.\n": "broken.md:5: pair: unknown pair \"rotten-gaussian\"",
		head:                                     "the lesson has no steps",
		head + "Text.\n## One\n":                 "broken.md:7: the text is before the first step",
		head + "## One\n":                        "broken.md:7: the step has no text",
		step("") + "\nIt is {target.accuracy.\n": "a { is not closed: {target.accuracy.",
		step("") + "\nIt is {target.accuracy at angel=3}.\n": "broken.md:10: {target.accuracy at angel=3}: unknown option \"angel\" after \"at\"",
		step("") + "\nPress {key unknown}.\n":                "broken.md:10: {key unknown}: unknown action \"unknown\"",
		head + "## One\n\n" + strings.Repeat("word ", 100):   "broken.md:9: text needs 7 lines on a screen of 80 columns, which has room for 4",
		head + "## One\n\nBell \a.\n":                        "broken.md:9: the line has a control character",
		head + "## One\n\nLatin \xe9.\n":                     "broken.md:9: the line is not UTF-8",
	}
	// The fields of a step, and the line and text of the error.
	for _, row := range testutil.ParseTable(`
		- dine: lambda > 1 | 8: unknown field "dine": the fields are
		- do it: now | 8: "- do it: now" is not a field
		- state: --lamda=3 | 8: state: there is no flag --lamda
		- state: --lambda=-3 | 8: state: lambda
		- state: --classes=3 | 8: state: --classes does nothing for rotated-gaussian
		- view: lamda | 8: unknown view "lamda": the views are explore
		- panel: map | 8: unknown panel "map": a step without a view has the panels target, source, spectrum
		- point: target, map | 8: a step can't point at "map": write direction 1, direction 2, … or, in a step without a view, target, source, spectrum
		- point: direction 0 | 8: a step can't point at "direction 0"
		- select: classes | 8: rotated-gaussian has no control "classes"
		- present: perhaps | 8: present: "perhaps" is not yes or no
		- do: Turn it. | 8: do needs done as well
		- ask: Why? | 8: ask needs answer as well
		- do: T\n- do: T | 9: do is given twice
		- do: T\n- done: λ > 3 | 9: done: "λ" can't stand in an expression
		- do: T\n- solution: lambda=3\n- done: lambda | 10: done: a condition is true or false, this is a number: compare it
		- do: T\n- solution: lambda=3\n- done: target.acuracy > 3 | 10: done: unknown name "target.acuracy": target has rank
		- do: T\n- solution: lamda=3\n- done: lambda > 3 | 9: solution: unknown act "lamda=3"
		- do: T\n- solution: lambda=3\n- done: view == lamda | 10: done: unknown view "lamda"
		- claim: closed.accuracy at epochs=0 > 1 | 8: claim: at: epochs
		- claim: rivals.dann.targetAccuracy at ratio=1 > 1 | 8: claim: rivals.dann.targetAccuracy can't have "at"
		- claim: rivals.dan.targetAccuracy > 1 | 8: claim: unknown rival in "rivals.dan.targetAccuracy"
		- do: T {goal lambda}\n- solution: angle=3\n- done: angle > 3 | 8: {goal lambda}: the condition "done" does not compare "lambda" with a number`) {
		broken[step(row[0])] = "broken.md:" + row[1]
	}
	for source, want := range broken {
		file := testutil.WriteFile(t, "broken.md", source)
		_, err := Load(file, words)
		var format *datasets.FormatError
		if !errors.As(err, &format) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q:\n%v, want %q", source, err, want)
		}
	}
	for name, want := range map[string]string{"0": "from 1 to 10", "11": "from 1 to 10", "trun": "the lessons are labels", "no/such.md": "no such file"} {
		if _, err := Load(name, words); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// Check finds the faults of a lesson that can be read.
func TestUnsoundLessons(t *testing.T) {
	const head = "---\ntitle: T\nminutes: 5\nabout: A\npair: rotated-gaussian --n=200 --m=200\n---\n## One\n\nText.\n\n"
	for fields, want := range map[string]string{
		"- do: T\n- done: lambda < 100\n- solution: lambda=10":                                "true when the step opens",
		"- do: T\n- done: lambda > 100\n- solution: lambda=10":                                "false after the acts after \"solution\": lambda=10",
		"- do: T\n- done: lambda > 10\n- solution: lambda=100\n- wrong: lambda=30":            "true after the acts after \"wrong\": lambda=30",
		"- do: T\n- done: lambda > 10\n- solution: lambda=100\n\nIt has {target.accuracy}.\n": "{target.accuracy}, which lambda=100 changes",
		"- claim: target.accuracy > 100 %":                                                    "the claim is false for seed 0",
		"- mostly: target.accuracy > 50 %":                                                    "write mostly",
		"- ask: Q\n- answer: Mostly.\n- mostly: target.accuracy at angle=120 > 50 %":          "true for only 0 of 10 seeds",
	} {
		file := testutil.WriteFile(t, "unsound.md", head+fields+"\n")
		l := testutil.Must(Load(file, words))
		if err := l.Check(context.Background(), nil); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "unsound.md:7: ") {
			t.Errorf("%s:\n%v, want %q", fields, err, want)
		}
	}
}

// Short names are the names of the paper's tables, full names the names of JSON.
func TestNames(t *testing.T) {
	for short, want := range map[string]string{
		"target.accuracy": "descent.targetAccuracy", "none.accuracy": "none.targetAccuracy", "closed.mse": "closed.targetMSE",
		"source.balancedAccuracy": "descent.sourceBalancedAccuracy", "validation.f1": "descent.validationF1",
		"target.rank": "target.rank", "theory.angle": "theory.angle",
	} {
		testutil.Equal(t, expandFactName(short), want, short)
		if _, err := kindOf(short); err != nil {
			t.Error(err)
		}
	}
	for _, r := range session.Rivals() {
		if title, what := splitRivalFact("rivals." + slug(r.Title) + ".discriminator"); title != r.Title || what != "discriminator" {
			t.Errorf("%s is not found by %s, but %s", r.Title, slug(r.Title), title)
		}
	}
}
