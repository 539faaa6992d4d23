package tui

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
)

// viewLines returns a frame of a view as text.
func viewLines(sc Scene, view string, w, h int) string {
	sc.showView(view)
	return strings.Join(sc.Frame(w, h).Plain(), "\n")
}

// Every one of ten classes is shown on the smallest screen, with a pinned solution
// too, and of too many it is said how many are missing.
func TestAllClassesShow(t *testing.T) {
	sc := glyphsScene(t)
	sc.Panel = panelTarget
	p, s := sc.Update.Session.Problem, sc.solution()
	lar, none := recalls(p, s.Descent.Weights), recalls(p, s.None.Weights)
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}} {
		for _, pinned := range []bool{false, true} {
			sc := sc
			if pinned {
				sc.Views.pin = &pin{State: sc.State, Session: sc.Update.Session, Solution: s}
			}
			sc.Zoom = size[0] == 60
			text := strings.Join(sc.Frame(size[0], size[1]).Plain(), "\n")
			for i := range lar {
				want := sc.formatScore(none[i]) + " " + sc.formatScore(lar[i])
				if !strings.Contains(text, fmt.Sprintf(" %d ", i)) || !strings.Contains(text, want) {
					t.Errorf("%v, pinned %v: class %d, %q, is not in\n%s", size, pinned, i, want, text)
				}
			}
		}
	}
	g := chart.NewGrid(30, 4)
	sc.drawClasses(g)
	if text := strings.Join(g.Plain(), "\n"); !strings.Contains(text, "and 8 more classes") {
		t.Errorf("what is left out is not said:\n%s", text)
	}
}

// The ends of the axis of rivals are round numbers that hold all scores, with a
// blank between them and around them.
func TestRivalAxisEnds(t *testing.T) {
	all := scenes(t)
	for _, name := range []string{"rotated-regression", "regression", "correlated-features", "gaussian"} {
		for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}} {
			sc := all[name]
			a := sc.rivalAxis(sc.liveRows(), nil)
			if !(a.lo <= a.none && a.none <= a.hi) {
				t.Errorf("%s: the axis from %v to %v leaves out %v", name, a.lo, a.hi, a.none)
			}
			write := sc.formatTick()
			if write == nil {
				write = number.Measure
			}
			head := ""
			for _, line := range strings.Split(viewLines(sc, "rivals", size[0], size[1]), "\n") {
				if strings.Contains(line, "method") && strings.Contains(line, "target") {
					head = line
				}
			}
			for _, end := range []string{write(a.lo), write(a.hi)} {
				if !strings.Contains(head, " "+end) {
					t.Errorf("%s at %v: %q is not by itself in %q", name, size, end, head)
				}
			}
		}
	}
}

func TestRoundOutward(t *testing.T) {
	for _, tt := range []struct{ lo, hi, wantLo, wantHi float64 }{
		{7.61e-5, 2.65e-4, 7e-5, 2.7e-4},
		{0, 0.93, 0, 1},
		{0.012, 4.72, 0, 4.8},
		{-0.317, 0.02, -0.32, 0.02},
		{1234, 1777, 1200, 1800},
		{3, 3, 3, 3},
	} {
		lo, hi := roundOutward(tt.lo, tt.hi)
		if math.Abs(lo-tt.wantLo) > 1e-12*math.Abs(tt.hi) || math.Abs(hi-tt.wantHi) > 1e-12*math.Abs(tt.hi) {
			t.Errorf("%v…%v becomes %v…%v, want %v…%v", tt.lo, tt.hi, lo, hi, tt.wantLo, tt.wantHi)
		}
	}
	if lo, hi := roundOutward(math.NaN(), math.NaN()); !math.IsNaN(lo) || !math.IsNaN(hi) {
		t.Errorf("nothing becomes %v…%v", lo, hi)
	}
}

// The map says the cursor's value, the best one and the scale on the smallest screen.
func TestSmallMapHasNumbers(t *testing.T) {
	session := subspaceSession(t)
	state, err := session.Begin(nil)
	if err != nil {
		t.Fatal(err)
	}
	sc := solved(t, session, state)
	m := mapOf(t, session, state.Params)
	sc.Update.Map = m
	row, col, _ := m.best(targetMetric, false)
	value := func(k, kTilde int) string {
		at := m.position(k, kTilde)
		return targetMetric.format(model.Binary, m.value(at.Row, at.Col, targetMetric, false))
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for r := range m.k {
		for c := range m.kTilde {
			v := m.value(r, c, targetMetric, false)
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	for _, glyphs := range []chart.Glyphs{chart.Braille, chart.ASCII} {
		sc.Glyphs = glyphs
		text := viewLines(sc, "map", 60, 20)
		for _, want := range []string{
			sc.spell(fmt.Sprintf("[k = %d, k̃ = %d]   target %s", state.Params.K, state.Params.KTilde, value(state.Params.K, state.Params.KTilde))),
			sc.spell(fmt.Sprintf("best k = %d, k̃ = %d: %s", m.k[row], m.kTilde[col], value(m.k[row], m.kTilde[col]))),
			fmt.Sprintf(" %.1f ", 100*lo), fmt.Sprintf(" %.1f ", 100*hi),
		} {
			if !strings.Contains(text, want) {
				t.Errorf("%v: no %q in\n%s", glyphs, want, text)
			}
		}
	}
}

// The view of the spectrum keeps its numbers beside pictures, and at every size.
func TestSpectrumKeepsNumbers(t *testing.T) {
	sc := glyphsScene(t)
	p := sc.Update.Session.Problem
	norms, largest := projectionNorms(&p.Src)
	targetNorms, targetLargest := projectionNorms(&p.Tgt)
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		for _, glyphs := range []chart.Glyphs{chart.Braille, chart.ASCII} {
			sc.Glyphs = glyphs
			text := viewLines(sc, "spectrum", size[0], size[1])
			narrow := size[0] < 100
			for i := range 3 {
				for _, want := range []string{
					formatSigma(p.Src.Sigma[i], narrow) + " ", formatSigma(p.Tgt.Sigma[i], narrow) + " ",
					formatProjection(norms[i], largest, narrow) + " ", formatProjection(targetNorms[i], targetLargest, narrow) + " ",
				} {
					if !strings.Contains(text, want) {
						t.Errorf("%v, %v: no %q in\n%s", size, glyphs, want, text)
					}
				}
			}
			for _, want := range []string{"source v1: σ", "target ṽ1: σ̃"} {
				if want = sc.spell(want); !strings.Contains(text, want) {
					t.Errorf("%v, %v: no %q in\n%s", size, glyphs, want, text)
				}
			}
		}
	}
}

func TestFormatComponentNumbers(t *testing.T) {
	for _, tt := range []struct {
		v           float64
		wide, short string
	}{
		{0, "0", "0"}, {1.234e-4, "1.234e-4", "1e-4"}, {0.01234, "0.01234", "0.012"}, {0.42341, "0.4234", "0.423"},
		{1, "1", "1"}, {31.046, "31.05", "31"}, {94.26, "94.26", "94.3"}, {121.23, "121.2", "121"}, {1234.5, "1234", "1234"}, {123456, "1.235e5", "1.2e5"},
	} {
		if wide, short := formatSigma(tt.v, false), formatSigma(tt.v, true); wide != tt.wide || short != tt.short {
			t.Errorf("%v becomes %q and %q, want %q and %q", tt.v, wide, short, tt.wide, tt.short)
		}
	}
	if got := formatProjection(1e-15, 40, false); got != "0" {
		t.Errorf("rounding is shown as %q", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		v := math.Pow(10, rapid.Float64Range(-200, 200).Draw(t, "log10"))
		most := 5
		if v < 1e-99 {
			most = 6 // one digit, and an exponent of three with its sign
		}
		if got := formatSigma(v, true); len(got) > most {
			t.Fatalf("%v takes %d columns: %q", v, len(got), got)
		}
	})
}

// Where the sentence leaves a row of the header, more scores stand there.
func TestHeaderUsesItsRows(t *testing.T) {
	sc := glyphsScene(t)
	sc.Message = "short"
	lines := sc.Frame(60, 20).Plain()
	if want := strings.TrimSpace(sc.formatScore(sc.score(sc.solution().Closed.Target))); !strings.Contains(lines[3], "closed form") || !strings.Contains(lines[3], want) {
		t.Errorf("the header is\n%s", strings.Join(lines[:4], "\n"))
	}
	sc.Message = strings.Repeat("long ", 20)
	if lines := sc.Frame(60, 20).Plain(); strings.Contains(lines[3], "closed form") {
		t.Errorf("scores cover the sentence: %q", lines[3])
	}
}

// The view of λ has all its numbers on a screen of the usual size, the closed form's
// error over the seeds among them.
func TestSmallLambdaHasNumbers(t *testing.T) {
	d := newDesk(t, gaussian())
	d.press1("4")
	d.settle()
	sc := d.scene
	rows, seeds := sc.lambdaCurves(targetMetric)
	if seeds != sweepSeeds {
		t.Fatalf("%d seeds", seeds)
	}
	for i, row := range rows {
		for at, v := range row.Y {
			if len(row.Low) != len(row.Y) || !(row.Low[at] <= v && v <= row.High[at]) {
				t.Fatalf("no band around curve %d", i)
			}
		}
		if row.Outline != (row.Style == chart.ClosedForm) {
			t.Errorf("the band of curve %d hides others", i)
		}
	}
	for _, glyphs := range []chart.Glyphs{chart.Braille, chart.ASCII} {
		sc.Glyphs = glyphs
		for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
			text := viewLines(sc, "lambda", size[0], size[1])
			for i, row := range rows {
				name := row.what
				if i == 0 {
					name = row.short // followed by the epochs or not
				}
				for _, want := range []string{name, sc.meanText(targetMetric, row, sc.State.Params.Lambda), sc.bestText(targetMetric, row, i)} {
					if want = sc.spell(want); !strings.Contains(text, want) {
						t.Errorf("%v, %v: no %q in\n%s", glyphs, size, want, text)
					}
				}
			}
			if !strings.Contains(text, "1e4") {
				t.Errorf("%v, %v: the axis has no end\n%s", glyphs, size, text)
			}
		}
	}
}
