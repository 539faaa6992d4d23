package tui

import (
	"context"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
)

// scoresLine is the header's line of scores on a screen of w columns.
func scoresLine(sc Scene, w int) string { return sc.Frame(w, 36).Plain()[1] }

// A difference that is shown is that of the numbers shown, for accuracies and errors,
// and ▲ says better: more of an accuracy, less of an error.
func TestShownDifferences(t *testing.T) {
	session := func(task model.Task) *Session { return &Session{Problem: &model.Problem{Data: model.Data{Task: task}}} }
	number := func(t *rapid.T, text string) float64 {
		text = strings.TrimSuffix(strings.TrimSpace(strings.Replace(text, "−", "-", 1)), " %")
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatalf("%q is no number", text)
		}
		return v
	}
	rapid.Check(t, func(t *rapid.T) {
		task := rapid.SampledFrom([]model.Task{model.Binary, model.Regression}).Draw(t, "task")
		sc := Scene{Update: Update{Session: session(task)}}
		// Shares of a few hundred rows differ by less than they are rounded to.
		from := rapid.Float64Range(1e-3, 1).Draw(t, "from")
		to := from
		if rapid.Bool().Draw(t, "near") {
			to = math.Min(1, from*(1+rapid.Float64Range(-0.01, 0.01).Draw(t, "change")))
		} else {
			to = rapid.Float64Range(1e-3, 1).Draw(t, "to")
		}
		text, style := sc.change(from, to)
		before, after := number(t, sc.formatScore(from)), number(t, sc.formatScore(to))
		want, better := after-before, after > before
		if task == model.Regression {
			want, better = 100*(after-before)/before, after < before
		}
		sign, rest, _ := strings.Cut(text, " ")
		switch {
		case sign == "=":
			if math.Abs(want) > 0.05 {
				t.Fatalf("%s → %s is shown as %q", sc.formatScore(from), sc.formatScore(to), text)
			}
			return
		case strings.HasPrefix(rest, "×"):
			if factor := number(t, rest[len("×"):]); math.Abs(factor/(after/before)-1) > 0.06 || sign != "▼" {
				t.Fatalf("%s → %s is shown as %q", sc.formatScore(from), sc.formatScore(to), text)
			}
			return
		}
		// A tenth is the last digit; shares are tenths themselves.
		if got := number(t, rest); math.Abs(got-want) > 0.05+1e-9 || task != model.Regression && math.Abs(got-want) > 1e-9 {
			t.Fatalf("%s → %s is shown as %q, the difference is %v", sc.formatScore(from), sc.formatScore(to), text, want)
		}
		if better != (sign == "▲") || better != (style == chart.Good) {
			t.Fatalf("%s → %s is shown as %q", sc.formatScore(from), sc.formatScore(to), text)
		}
	})
}

// Errors have four digits, and exponents as the rest of the screen writes them, with
// room for two digits.
func TestFormatError(t *testing.T) {
	sc := Scene{Update: Update{Session: &Session{Problem: &model.Problem{Data: model.Data{Task: model.Regression}}}}}
	for want, v := range map[string]float64{
		"0": 0, "0.1230": 0.123, "9.235e-5": 9.2351e-5, "1.000e-10": 1e-10, "1.230e12": 1.23e12, "1234": 1234,
	} {
		if got := number.Even(v, 4); got != want {
			t.Errorf("%v is written %q, not %q", v, got, want)
		}
		if got := len(sc.formatScore(v)); got != sc.scoreWidth() {
			t.Errorf("%v takes %d columns, not %d", v, got, sc.scoreWidth())
		}
	}
}

// The line of scores keeps its columns as λ turns, whatever the scores: every word of
// it stays where it is, on the way down into divergence too.
func TestScoresDoNotJitter(t *testing.T) {
	words := regexp.MustCompile(`target|pinned|now|over|from|last turn|no adaptation|closed form|source|validation`)
	for name, angle := range map[string]float64{"rotated-gaussian": 180, "rotated-regression": 45, "subspace": 0} {
		spec := datasets.DefaultSpec(name)
		spec.N, spec.M, spec.Angle = 60, 60, angle
		session, err := session.Open(context.Background(), spec, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		var want [][]int
		var pinned *pin
		for _, turn := range []map[string]string{{"lambda": "0"}, {"lambda": "0.1"}, {"lambda": "1"}, {"lambda": "1000"}, {"lambda": "1e4"}, {"epochs": "1"}, {"rate": "1000"}} {
			state, err := session.Begin(turn)
			if err != nil {
				t.Fatal(err)
			}
			sc := solved(t, session, state)
			if pinned == nil {
				pinned = newPin(&sc)
			}
			sc.Views.pin = pinned
			sc.Before, sc.BeforeState = sc.Update.Solution, sc.State
			line := scoresLine(sc, 200)
			var at [][]int
			for _, found := range words.FindAllStringIndex(line, -1) {
				at = append(at, []int{chart.TextWidth(line[:found[0]]), found[1] - found[0]})
			}
			if want == nil {
				want = at
			}
			if !slices.EqualFunc(at, want, slices.Equal) {
				t.Errorf("%s: %v moves the words of\n%s\nto %v, from %v", name, turn, line, at, want)
			}
		}
	}
}

// A comparison with what diverges is a dash and not a gap, on both sides of it, and
// beside a pinned score.
func TestComparisonWithDivergence(t *testing.T) {
	session := gaussianScene(t).Update.Session
	at := func(rate string) Scene {
		state, err := session.Begin(map[string]string{"rate": rate})
		if err != nil {
			t.Fatal(err)
		}
		return solved(t, session, state)
	}
	stable, diverging := at("1e-4"), at("1000")
	pinned := newPin(&stable)
	dash := regexp.MustCompile(`  – (last turn|over no adaptation)`)
	for _, c := range []struct {
		name     string
		now, old Scene
		dashes   int
	}{{"into", diverging, stable, 2}, {"out of", stable, diverging, 1}} {
		sc := c.now
		sc.Before, sc.BeforeState = c.old.Update.Solution, c.old.State
		if line := scoresLine(sc, 200); len(dash.FindAllString(line, -1)) != c.dashes {
			t.Errorf("%s divergence the scores are\n%s", c.name, line)
		}
	}
	diverging.Views.pin = pinned
	if line := scoresLine(diverging, 200); !regexp.MustCompile(`, now +–  `).MatchString(line) {
		t.Errorf("beside a pinned score divergence is\n%s", line)
	}
}

// While the present state is not solved yet, the first line says so, at every size,
// and the sizes of the data stay where they are.
func TestSolvingIsSeen(t *testing.T) {
	sc := gaussianScene(t)
	for _, w := range []int{60, 80, 120, 200} {
		at := sc.Frame(w, 36).Plain()[0]
		sc.Solving, sc.State.Params.Lambda = true, 3
		busy := sc.Frame(w, 36).Plain()[0]
		if !strings.HasSuffix(strings.TrimRight(busy, " "), "solving …") {
			t.Errorf("%d columns: %q", w, busy)
		}
		if name := "source 1000×2"; strings.Contains(at, name) != strings.Contains(busy, name) || strings.Index(at, name) != strings.Index(busy, name) {
			t.Errorf("%d columns: solving moves the sizes from %q to %q", w, at, busy)
		}
		sc.Solving, sc.State = false, sc.Update.State
	}
}

// Where d counts the bias, the first line says so; elsewhere it does not.
func TestBiasIsExplained(t *testing.T) {
	spec := fileSpec(t, 12, 3, "binary", func(i int) float64 { return float64(i % 2) })
	for _, bias := range []bool{true, false} {
		spec.Bias = bias
		sc := sceneOf(t, spec, nil)
		line := sc.Frame(120, 36).Plain()[0]
		if got := strings.Contains(line, "4 = 3 + bias"); got != bias {
			t.Errorf("with bias %t: %q", bias, line)
		}
	}
}

// Where LAR does no better than no adaptation the sentence says what to try, and
// where nothing can tell, what to look at.
func TestAdvice(t *testing.T) {
	t.Parallel() // it takes long
	turned := func(sc Scene, from State) Scene {
		sc.Before, sc.BeforeState = sc.Update.Solution, from
		return sc
	}
	sentence := func(sc Scene) string {
		text, _ := sc.sentence()
		return text
	}
	spec := datasets.DefaultSpec("glyphs")
	spec.N, spec.M, spec.Seed = 150, 150, 1
	worse := sceneOf(t, spec, map[string]string{"k": "2", "ktilde": "2", "lambda": "0.1"})
	if gain := worse.gain(worse.score(worse.solution().None.Target), worse.score(worse.solution().Descent.Target)); gain >= 0 {
		t.Fatalf("LAR gains %v", gain)
	}
	text := sentence(worse)
	if !strings.HasPrefix(text, "LAR is worse than no adaptation: 5 opens the map of k and k̃, ★ marks the best") || chart.TextWidth(text) > 118 {
		t.Errorf("the sentence is %q", text)
	}
	if text := sentence(turned(worse, worse.State)); !strings.Contains(text, "5 maps k and k̃ (★ the best)") {
		t.Errorf("after a turn the sentence is %q", text)
	}
	inMap := worse
	inMap.Panel, inMap.Zoom = panelMap, true
	if text := sentence(inMap); strings.Contains(text, "5 opens") || !strings.Contains(text, "b goes to ★") {
		t.Errorf("in the map the sentence is %q", text)
	}
	// What it says to do leads to something better.
	d := newDesk(t, Request{State: State{Spec: spec}, Begin: true, Set: map[string]string{"k": "2", "ktilde": "2", "lambda": "0.1"}})
	before := d.accuracy()
	d.press1("5")
	d.settle()
	d.press1("b", "enter")
	d.settle()
	if d.accuracy() <= before {
		t.Errorf("★ of the map leads from %v to %v", before, d.accuracy())
	}
	// Where it is better, nothing is advised.
	better := sceneOf(t, datasets.DefaultSpec("rotated-regression"), nil)
	if text := sentence(better); strings.Contains(text, "no adaptation:") {
		t.Errorf("a gain is answered by %q", text)
	}
	none := unlabelled(t)
	if text := sentence(none); !strings.HasPrefix(text, "no labels of the target") || chart.TextWidth(text) > 118 {
		t.Errorf("without labels the sentence is %q", text)
	}
	// A regression that is made worse: more of an error.
	spec = datasets.DefaultSpec("rotated-regression")
	spec.Angle = 100
	bad := sceneOf(t, spec, map[string]string{"lambda": "100"})
	if gain := bad.gain(bad.score(bad.solution().None.Target), bad.score(bad.solution().Descent.Target)); gain >= 0 {
		t.Fatalf("the error falls by %v %%", gain)
	}
	if text := sentence(bad); !strings.HasPrefix(text, "LAR is worse than no adaptation: 5 opens") {
		t.Errorf("a worse error is answered by %q", text)
	}
}
