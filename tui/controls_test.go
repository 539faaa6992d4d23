package tui

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model"
	"larui/tui/number"
	"larui/tui/session"
)

func exampleState() (State, Limits) {
	spec := datasets.DefaultSpec("rotated-gaussian")
	spec.Ratio = 0.5 // not at the end of its ladder
	return State{
		Spec:   spec,
		Params: model.Params{K: 3, KTilde: 2, Lambda: 1, Epochs: 2000, Rate: model.Rate{Rule: model.RateFixed, Value: 1e-4}},
	}, Limits{D: 40, Adjustable: []string{"Angle", "Seed"}}
}

// What a control shows must be what it reads, wherever it was turned to: the
// copied command line and the typed value depend on it.
func TestControlsReadWhatTheyShow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start, limits := exampleState()
		c := rapid.SampledFrom(session.Controls()).Draw(t, "control")
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
	})
}

// A step up and one down again lead back, away from the ends and on the ladder.
func TestControlsStepBack(t *testing.T) {
	start, limits := exampleState()
	for _, c := range session.Controls() {
		up := c.Step(start, limits, 1)
		if c.Get(up) == c.Get(start) {
			t.Errorf("%s does not step up from %s", c.Name, c.Get(start))
		}
		if down := c.Step(up, limits, -1); c.Get(down) != c.Get(start) {
			t.Errorf("%s: %s up is %s, and down again %s", c.Name, c.Get(start), c.Get(up), c.Get(down))
		}
	}
}

func TestControlsRefuse(t *testing.T) {
	bad := map[string][]string{
		"k": {"0", "-1", "1.5", "", "x"}, "ktilde": {"0", "two"},
		"lambda": {"-1", "NaN", "Inf", "1,5"}, "l2": {"-0.1", "inf"},
		"epochs": {"0", "1e3", "9999999999"}, "rate": {"0", "-1", "fast", "Inf"},
		"momentum": {"1", "-0.1", "nan"}, "seed": {"-1", "1.5"}, "angle": {"361", "NaN", "north"},
		"noise": {"-0.1", "NaN", "Inf", "loud"}, "ratio": {"0", "-1", "1.1", "NaN", "half"},
		"n": {"0", "-5", "1.5", "x"}, "m": {"0", "1e3", ""},
		"tail": {"both"}, "keep-implicit": {"maybe"}, "nesterov": {"2"},
	}
	start, _ := exampleState()
	for _, c := range session.Controls() {
		values, ok := bad[c.Name]
		if !ok {
			t.Errorf("no bad values are known for %s", c.Name)
		}
		for _, text := range values {
			s, err := c.Set(start, text)
			if !errors.Is(err, session.ErrValue) {
				t.Errorf("%s reads %q: error %v", c.Name, text, err)
			}
			if !s.Equal(start) {
				t.Errorf("%s refuses %q and changes the state", c.Name, text)
			}
		}
	}
}

// No key may stand for two things, whatever table it comes from.
func TestKeysAreUnique(t *testing.T) {
	seen := map[string]string{}
	claim := func(key, who string) {
		if key == "" {
			return
		}
		if other, ok := seen[key]; ok {
			t.Errorf("key %q means both %s and %s", key, other, who)
		}
		seen[key] = who
	}
	for _, c := range session.Controls() {
		claim(c.Down, c.Name+" down")
		claim(c.Up, c.Name+" up")
	}
	for _, a := range actions() {
		for _, key := range a.keys {
			claim(key, a.keys[0]+" "+a.help)
		}
	}
	// Enter, Tab, Backspace and Esc in disguise.
	for _, key := range []string{"ctrl+m", "ctrl+i", "ctrl+h", "ctrl+["} {
		if who, ok := seen[key]; ok {
			t.Errorf("key %q of %s is another key on many terminals", key, who)
		}
	}
}

func TestLadder(t *testing.T) {
	l := lambdaLadder
	if l[0] != 0 || l[1] != 1e-4 || l[2] != 3e-4 || l[len(l)-1] != 1e4 || len(l) != 18 {
		t.Fatalf("the ladder of λ is %v", l)
	}
	if !slices.IsSorted(l) {
		t.Fatalf("not ascending: %v", l)
	}
	for _, c := range []struct {
		from float64
		n    int
		want float64
	}{
		{1, 1, 3}, {1, -1, 0.3}, {2, 1, 3}, {2, -1, 1}, {0, -1, 0}, {1e4, 1, 1e4},
		{1e9, -1, 1e4}, {1, 100, 1e4}, {1, -100, 0}, {5e-5, -1, 0}, {5e-5, 1, 1e-4}, {1, 0, 1},
	} {
		if got := l.step(c.from, c.n); got != c.want {
			t.Errorf("step(%v, %d) = %v, want %v", c.from, c.n, got, c.want)
		}
	}
	for i, v := range l {
		if got, want := l.place(v), float64(i)/float64(len(l)-1); got != want {
			t.Errorf("place(%v) = %v, want %v", v, got, want)
		}
	}
}

func TestFormatNumber(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 1: "1", 1000: "1000", 3000: "3000", 10000: "1e4", 0.1: "0.1", 0.03: "0.03",
		0.003: "3e-3", 1e-4: "1e-4", 12345: "1.2345e4", -0.5: "-0.5",
	} {
		if got := number.Short(v); got != want {
			t.Errorf("number.Short(%v) = %q, want %q", v, got, want)
		}
	}
}

// The spectrum shows the first components, and those around the cut.
func TestWindow(t *testing.T) {
	for _, c := range []struct {
		rows, k, d int
		want       []int
	}{
		{4, 1, 2, []int{0, 1}},
		{4, 3, 40, []int{0, 1, 2, 3}},
		{8, 20, 40, []int{0, 1, 2, 3, -1, 18, 19, 20}},
		{8, 39, 40, []int{0, 1, 2, 3, -1, 37, 38, 39}},
		{8, 40, 40, []int{0, 1, 2, 3, 4, 5, 6, 7}},
		{3, 20, 40, []int{0, 1, 2}},
		{0, 20, 40, nil},
	} {
		if got := window(c.rows, c.k, c.d); !slices.Equal(got, c.want) {
			t.Errorf("window(%d, %d, %d) = %v, want %v", c.rows, c.k, c.d, got, c.want)
		}
	}
}

// Names with commas survive the copied command line.
func TestCommandQuotesNames(t *testing.T) {
	sc := sceneOf(t, fileSpec(t, 8, 3, "binary", func(i int) float64 { return float64(i % 2) }), nil)
	state := sc.State
	state.Spec.Drop = []string{"a,b", "it's", "c"}
	if got, want := Command(state, sc.Update.Session), `'--drop="a,b",it'\''s,c'`; !strings.Contains(got, strings.TrimPrefix(want, "'--drop=")) {
		t.Errorf("%s does not hold %s", got, want)
	}
}

// Where rows of a file are set aside, the seed is a control, and part of the copied
// command line; else it does nothing.
func TestSeedOfFiles(t *testing.T) {
	spec := fileSpec(t, 12, 2, "binary", func(i int) float64 { return float64(i % 2) })
	for _, size := range []int{0, 4} {
		spec.ValidationSize, spec.Seed = size, 7
		sc := sceneOf(t, spec, nil)
		seed, _ := session.OptionByName("seed")
		if got := seed.Applies(sc.Limits); got != (size > 0) {
			t.Errorf("with %d rows set aside the seed applies: %t", size, got)
		}
		if got := strings.Contains(Command(sc.State, sc.Update.Session), "--seed=7"); got != (size > 0) {
			t.Errorf("with %d rows set aside the command names the seed: %t", size, got)
		}
	}
}
