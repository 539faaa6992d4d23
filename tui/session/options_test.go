package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model"
	"larui/model/testutil"
)

func exampleState() (State, Limits) {
	spec := datasets.DefaultSpec("rotated-gaussian")
	spec.Ratio = 0.5 // not at the end of its ladder
	return State{
		Spec:   spec,
		Params: model.Params{K: 3, KTilde: 2, Lambda: 1, Epochs: 2000, Rate: model.LearningRate{Rule: model.RateFixed, Value: 1e-4}},
	}, Limits{D: 40, Options: PairOptionNames("rotated-gaussian")}
}

// What a control shows must be what it reads, wherever it was turned to: the
// copied command line and the typed value depend on it.
func TestControlsReadWhatTheyShow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start, limits := exampleState()
		c := rapid.SampledFrom(Controls()).Draw(t, "control")
		s := start
		for _, n := range rapid.SliceOfN(rapid.IntRange(-15, 15), 1, 8).Draw(t, "turns") {
			s = c.Step(s, limits, n)
		}
		back, err := c.Set(start, c.Get(s))
		if err != nil {
			t.Fatalf("%s shows %q and does not read it: %v", c.Name, c.Get(s), err)
		}
		if !back.Equal(s) {
			t.Fatalf("%s shows %q, which reads as %q", c.Name, c.Get(s), c.Get(back))
		}
		if err := s.Params.Check(limits.D); err != nil {
			t.Fatalf("%s was turned out of range: %v", c.Name, err)
		}
		if place := c.Place(s, limits); !(place >= 0 && place <= 1) {
			t.Fatalf("%s at %q has place %v", c.Name, c.Get(s), place)
		}
		if near := c.StepNearest(start, limits, c.Place(s, limits)); c.Place(near, limits) != c.Place(s, limits) && c.CanStepTo(start, limits, c.Get(s), 1) {
			t.Fatalf("%s: nearest to the place of %s is %s", c.Name, c.Get(s), c.Get(near))
		}
	})
}

// A step up and one down again lead back, away from the ends and on the ladder; beyond
// the ends a control says so.
func TestControlsStepBack(t *testing.T) {
	start, limits := exampleState()
	for _, c := range Controls() {
		up := c.Step(start, limits, 1)
		if c.Get(up) == c.Get(start) {
			t.Errorf("%s does not step up from %s", c.Name, c.Get(start))
		}
		if down := c.Step(up, limits, -1); c.Get(down) != c.Get(start) {
			t.Errorf("%s: %s up is %s, and down again %s", c.Name, c.Get(start), c.Get(up), c.Get(down))
		}
		for _, n := range []int{-AllSteps, AllSteps} {
			end := c.Turn(start, limits, n)
			if again := c.Turn(end, limits, n); !again.Equal(end) && c.Name != "seed" {
				t.Errorf("%s goes on from its end %s to %s", c.Name, c.Get(end), c.Get(again))
			}
			testutil.Contains(t, c.EndMessage(end, limits, n), c.Get(end))
		}
	}
}

// badValues returns the values that an option refuses, beside those that no option reads.
func badValues(option string) []string {
	for _, row := range testutil.ParseTable(`
		k | 0 | -1 | 1.5 |  | x
		ktilde | 0 | two
		lambda | -1 | NaN | Inf | 1,5
		l2 | -0.1 | inf
		epochs | 0 | 1e3 | 99999999999999
		rate | 0 | -1 | fast | Inf
		momentum | 1 | -0.1 | nan
		seed | -1 | 1.5
		angle | 361 | NaN | north
		noise | -0.1 | NaN | Inf | loud
		ratio | 0 | -1 | 1.1 | NaN | half
		n | 0 | -5 | 1.5 | x
		m | 0 | 1e3 |
		tail | both
		keep-implicit | maybe
		nesterov | 2
		features | "a
		drop | a,"
		task | guess
		missing | guess
		index | 0
		decimal | ;
		standardize | both
		scale | true
		scale-label | a bit
		classes | a | 1;2
		target-split | dev
		raw | cooked
		bias | some
		encode | "a
		rare | -1 | few
		dates | "a
		impute | "a
		keep-gaps-flag | some
		id | "a
		columns | guess
		no-bias | some
		validation-size | -1 | many
		score | guess | r2
		budget | 0 | 120% | half | 5%%
		no-cache | perhaps`) {
		if row[0] == option {
			return row[1:]
		}
	}
	return nil
}

func TestOptionsRefuse(t *testing.T) {
	start, _ := exampleState()
	for _, o := range Options() {
		values := badValues(o.Name)
		if o.Kind != PathKind && o.Kind != TextKind {
			values = append(values, `"no value`)
		}
		for _, text := range values {
			s, err := o.Set(start, text)
			if !errors.Is(err, ErrValue) || !strings.Contains(err.Error(), o.Name) {
				t.Errorf("%s reads %q: error %v", o.Name, text, err)
			}
			if !s.Equal(start) {
				t.Errorf("%s refuses %q and changes the state", o.Name, text)
			}
		}
	}
}

// No name and no key stands for two options, and every pair names options there are.
func TestOptionsAreTold(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range Options() {
		for _, name := range []string{"--" + o.Name, o.Down, o.Up} {
			if name != "" && seen[name] {
				t.Errorf("%s: %s stands for another option too", o.Name, name)
			}
			seen[name] = true
		}
		if o.Help == "" || o.Get == nil || o.Set == nil || (o.Step == nil) != (o.Place == nil) || (o.Step == nil) != (o.Label == "") {
			t.Errorf("the row of %s is not complete", o.Name)
		}
	}
	for _, info := range datasets.ListPairs() {
		for _, option := range PairOptionNames(info.Name) {
			if o, ok := OptionByName(option); !ok || o.Changes == MethodPart {
				t.Errorf("%s has an option %s that is not in the table of the data", info.Name, option)
			}
		}
	}
}

// Every option of every built-in pair changes what the table says: the target alone or
// both domains; what the pair does not name changes nothing. What is computed for the
// source is reused where that stays, and gives what opening anew gives.
func TestOptionsChangeWhatTheySay(t *testing.T) {
	testutil.SkipInShort(t)
	values := map[string]string{"angle": "30", "n": "70", "m": "70", "ratio": "0.5", "noise": "0.15", "seed": "9", "bias": "false",
		"classes": "2,5", "raw": "true", "target-split": "train"}
	ctx := context.Background()
	for _, info := range datasets.ListPairs() {
		if !slices.Contains(info.Options, "n") {
			continue
		}
		state := State{Spec: datasets.DefaultSpec(info.Name)}
		state.Spec.N, state.Spec.M = 60, 60
		usual := mustOpen(t, state.Spec, nil)
		for name, value := range values {
			o, _ := OptionByName(name)
			turned := testutil.Must(o.Set(state, value))
			fresh := mustOpen(t, turned.Spec, nil)
			source := !mat.Equal(usual.Pair.Source.X, fresh.Pair.Source.X) || !slices.Equal(usual.Pair.Source.Y, fresh.Pair.Source.Y)
			target := !mat.Equal(usual.Pair.Target.X, fresh.Pair.Target.X) || !slices.Equal(usual.Pair.Target.Y, fresh.Pair.Target.Y)
			applies := o.AppliesTo(usual.Limits())
			if (source || target) != applies || applies && source == (o.Changes == TargetPart) {
				t.Errorf("%s: --%s applies: %t, changes the source: %t, the target: %t", info.Name, name, applies, source, target)
			}
			if haveSameSource(turned.Spec, state.Spec) != (o.Changes == TargetPart) || IsSamePair(turned.Spec, state.Spec) != (o.Changes != FilesPart) {
				t.Errorf("%s: --%s leaves the source, or the pair, unlike the table says", info.Name, name)
			}
			if !applies {
				continue
			}
			begun := testutil.Must(fresh.StartStateWith(OptionSet{}))
			var weights []*mat.Dense
			for _, s := range []*Session{fresh, mustOpen(t, turned.Spec, usual)} {
				solution := testutil.Must(model.NewSolver(s.Problem).Endpoints(ctx, begun.Params))
				weights = append(weights, solution.Descent.Weights)
			}
			if !mat.Equal(weights[0], weights[1]) {
				t.Errorf("%s: after --%s the solution is another one than opened anew", info.Name, name)
			}
		}
	}
}

func mustOpen(t testing.TB, spec datasets.Spec, previous *Session) *Session {
	t.Helper()
	return testutil.Must(Open(context.Background(), spec, previous, nil))
}

// fileSpec is a pair of files of n rows and d features with two classes.
func fileSpec(t testing.TB, n, d int) datasets.Spec {
	t.Helper()
	spec := datasets.DefaultSpec(datasets.FilesName)
	for k, path := range []*string{&spec.Source, &spec.Target} {
		var b strings.Builder
		for i := range n {
			for j := range d {
				fmt.Fprintf(&b, "%v,", float64((i*(j+3)+j*j)%17)/8-1+float64(i%2*(1+j%2))+0.3*float64(k*j))
			}
			fmt.Fprintf(&b, "%d\n", i%2*2-1)
		}
		*path = testutil.WriteFile(t, "table.csv", b.String())
	}
	return spec
}

// A source file is neither read nor summed again for another target.
func TestSourceIsReadOnce(t *testing.T) {
	spec := fileSpec(t, 30, 4)
	first := mustOpen(t, spec, nil)
	spec.Target = fileSpec(t, 20, 4).Target
	second := mustOpen(t, spec, first)
	if second.Pair.Source.X != first.Pair.Source.X || second.Problem.Src.Gram != first.Problem.Src.Gram {
		t.Error("the source is read or summed again")
	}
	if alone := mustOpen(t, spec, nil); !mat.Equal(second.Problem.Tgt.Gram, alone.Problem.Tgt.Gram) || second.Problem.Tgt.N != 20 {
		t.Error("the target is another than alone")
	}
}

// The command line of any state opens it, with as few options as that takes; and JSON
// keeps it.
func TestCommandOpensTheState(t *testing.T) {
	testutil.SkipInShort(t)
	check := func(t testing.TB, s *Session, state State) {
		command := s.Command(state)
		opening, err := ParseOpening(command)
		if err != nil {
			t.Fatalf("%s: %v", command, err)
		}
		again, err := mustOpen(t, opening.Spec, s).StartStateWith(opening.Set)
		if err != nil || !again.Equal(state) {
			t.Fatalf("%s opens\n%+v (%v), want\n%+v", command, again, err, state)
		}
		if at, err := s.ParseSetting(s.SettingFlags(state.Params)); err != nil || at.Params != state.Params {
			t.Fatalf("%s sets %+v (%v), want %+v", s.SettingFlags(state.Params), at.Params, err, state.Params)
		}
		var kept State
		text, err := json.Marshal(state)
		if err == nil {
			err = json.Unmarshal(text, &kept)
		}
		if err != nil || !kept.Equal(state) {
			t.Fatalf("%s keeps\n%+v (%v), want\n%+v", text, kept, err, state)
		}
	}
	for _, info := range datasets.ListPairs() {
		if !slices.Contains(info.Options, "n") {
			continue
		}
		opening := testutil.Must(NewOpening(info.Name, map[string]string{"n": "60", "m": "60"}))
		s := mustOpen(t, opening.Spec, nil)
		start := s.StartState()
		for _, o := range Controls() {
			if o.AppliesTo(s.Limits()) {
				turned := o.Turn(start, s.Limits(), 1)
				check(t, mustOpen(t, turned.Spec, s), turned)
			}
		}
		check(t, s, testutil.Must(rivalOption().Set(start, "beta=0,l2=0.25,epochs=7")))
		testutil.Equal(t, s.Command(start), "larui "+info.Name+" --n=60 --m=60")
	}
	spec := fileSpec(t, 12, 3)
	for _, c := range []struct {
		change func(*datasets.Spec)
		want   string
	}{
		{func(s *datasets.Spec) { s.Seed = 7 }, ""}, // nothing is random
		{func(s *datasets.Spec) { s.Seed, s.ValidationSize = 7, 4 }, "--validation-size=4 --seed=7"},
		{func(s *datasets.Spec) { s.Standardize, s.Bias = datasets.FitDomain, false }, "--standardize=domain --bias=false"},
		{func(s *datasets.Spec) { s.Cache = "" }, "--no-cache=true"},
	} {
		turned := spec
		turned.Cache = datasets.CacheFolder()
		c.change(&turned)
		s := mustOpen(t, turned, nil)
		command := s.Command(s.StartState())
		testutil.Equal(t, strings.TrimSpace(strings.TrimPrefix(command, "larui --source="+ShellQuote(spec.Source)+" --target="+ShellQuote(spec.Target))), c.want, command)
		if c.want != "" {
			check(t, s, s.StartState())
		}
	}
	s := mustOpen(t, spec, nil)
	state := s.StartState()
	state.Spec.Drop = []string{"a,b", "it's", "c"} // names with commas survive
	if got := s.Command(state); !strings.Contains(got, `'--drop="a,b",it'\''s,c'`) && !strings.Contains(got, `--drop='"a,b",it'\''s,c'`) {
		t.Errorf("%s does not quote the names", got)
	}
}

func TestParseOpening(t *testing.T) {
	for _, row := range testutil.ParseTable(`
		glyphs | glyphs |
		larui subspace --k 3 --nesterov | subspace |
		wide-gaussian k=2 angle=30 | wide-gaussian |
		a.csv 'b c.csv' label=y no-bias=true | files |
		--source=a.csv --target b.csv --no-bias | files |
		 |  | name a pair
		a.csv |  | only one file
		a b c |  | too many
		nosuch |  | nosuch
		a.csv b.csv colour=red |  | no option "colour"
		glyphs --colour red |  | no flag --colour
		glyphs --k |  | needs a value
		glyphs k=x |  | whole number
		glyphs angle=3 |  | does nothing for glyphs
		wide-gaussian --no-bias |  | --no-bias does nothing for wide-gaussian
		a.csv b.csv --bias --no-bias |  | --bias and --no-bias contradict
		'a |  | quotation
		--source=a.csv |  | target`) {
		line, name, want := row[0], row[1], row[2]
		opening, err := ParseOpening(line)
		switch {
		case want == "" && (err != nil || opening.Spec.Name != name):
			t.Errorf("%q opens %s (%v), want %s", line, opening.Spec.Name, err, name)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n")):
			t.Errorf("%q: error %v, want one line with %q", line, err, want)
		}
		if name == datasets.FilesName && opening.Spec.Bias {
			t.Errorf("%q leaves the bias", line)
		}
	}
	// What a shell splits, SplitWords splits alike.
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringOfN(rapid.RuneFrom([]rune("ab '\"\\,=$é\x1b\a\n\u202e7")), 0, 6, -1), 1, 4).Draw(t, "words")
		var quoted []string
		for _, word := range words {
			quoted = append(quoted, ShellQuote(word))
		}
		if got, err := SplitWords(strings.Join(quoted, " ")); err != nil || !slices.Equal(got, words) {
			t.Fatalf("%q is split into %q (%v)", words, got, err)
		}
	})
}

// A value between two steps goes to the next of them; what was typed beyond the ends
// comes back, and goes no further.
func TestSteps(t *testing.T) {
	start, limits := exampleState()
	// From a value some steps lead to another.
	for _, row := range testutil.ParseTable(`
		lambda | 1 1 3 | 1 -1 0.3 | 2 1 3 | 2 -1 1 | 1 100 1e4 | 1 -100 0 | 0 -1 0 | 0 1 1e-4 | 1e4 1 1e4 | 1e9 -1 1e4 | 1e9 1 1e9 | 5e-5 -1 0 | 5e-5 1 1e-4 | 2 0 2
		rate | auto 1 paper | auto -1 auto | paper 1 1e-8 | 1e-8 -2 auto | 1e-9 -1 paper | 3 1 10 | 20 1 20 | 20 -1 10
		angle | 45 1 50 | 47 -1 45 | 180 1 180 | -200 -1 -200 | -200 1 -180
		seed | 3 -5 0 | 9223372036854775807 1 9223372036854775807
		k | 39 5 40 | 3 -5 1
		tail | source 1 target
		nesterov | false 1 true`) {
		for _, cell := range row[1:] {
			var from, want string
			var n int
			testutil.Must(fmt.Sscan(cell, &from, &n, &want))
			o, _ := OptionByName(row[0])
			testutil.Equal(t, o.Get(o.Step(testutil.Must(o.Set(start, from)), limits, n)), want, n, row[0], from)
		}
	}
	for i, v := range lambdaLadder {
		testutil.Equal(t, lambdaLadder.place(v), float64(i)/float64(len(lambdaLadder)-1), v)
	}
}
