package tui

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
)

// statements returns all statements of a scene by name.
func statements(sc *Scene) map[string]statement {
	all := map[string]statement{}
	for _, group := range sc.theoryGroups() {
		for _, s := range group.statements {
			all[s.name] = s
		}
	}
	return all
}

func TestTheoryFrames(t *testing.T) {
	sc := inView(t, gaussianScene(t), "theory")
	scrolled := sc
	scrolled.Views.theory.top = 30
	other := map[string]Scene{
		"scrolled": scrolled,
		"subspace": inView(t, sceneOf(t, datasets.DefaultSpec("subspace"), nil), "theory"),
	}
	flipped := datasets.DefaultSpec("rotated-gaussian")
	flipped.N, flipped.M, flipped.Angle = 100000, 100000, 135
	other["flipped"] = inView(t, sceneOf(t, flipped, map[string]string{"lambda": "100"}), "theory")
	solving := sc
	solving.Update.Theory = nil
	other["solving"] = solving
	all := scenes(t)
	for _, name := range []string{"classes", "regression", "unlabelled", "wide", "diverging"} {
		other[name] = inView(t, all[name], "theory")
	}
	requireFrames(t, sc, other)
}

// anyTheory solves a scene's pair at random parameters, near and far from where the
// theorems hold, and shows the view of it.
func anyTheory(t *rapid.T, sc Scene) Scene {
	p, d := sc.State.Params, sc.Limits.D
	p.K, p.KTilde = rapid.IntRange(1, d).Draw(t, "k"), rapid.IntRange(1, d).Draw(t, "k̃")
	if rapid.Bool().Draw(t, "equal") {
		p.KTilde = p.K
	}
	p.Lambda = rapid.SampledFrom([]float64{0, 1e-4, 1, 1e4}).Draw(t, "λ")
	p.L2 = rapid.SampledFrom([]float64{0, 0, 1}).Draw(t, "l2")
	p.KeepImplicit, p.Nesterov = rapid.Bool().Draw(t, "keep"), rapid.Bool().Draw(t, "nesterov")
	p.Tail = rapid.SampledFrom([]model.Tail{model.TargetTail, model.SourceTail}).Draw(t, "tail")
	p.Momentum = rapid.SampledFrom([]float64{0, 0.9}).Draw(t, "momentum")
	solver := model.NewSolver(sc.Update.Session.Problem)
	solution, err := solver.Solve(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	theory, err := solver.Theory(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	sc.State.Params, sc.Update.Solution, sc.Update.Curves, sc.Update.Theory = p, solution, solution, &theory
	sc.Glyphs = rapid.SampledFrom([]chart.Glyphs{chart.Braille, chart.Block, chart.ASCII}).Draw(t, "glyphs")
	if !sc.showView("theory") {
		t.Fatal("there is no view of the theory")
	}
	return sc
}

// Whatever is turned, every statement is told in full, its verdict follows from the
// premises, and scrolling shows all of it in a frame of any size.
func TestTheoryOfRandomStates(t *testing.T) {
	t.Parallel() // it takes long
	all := scenes(t)
	var names []string
	for name, sc := range all {
		if sc.solution() != nil && sc.Limits.D <= 40 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	rapid.Check(t, func(t *rapid.T) {
		sc := anyTheory(t, all[rapid.SampledFrom(names).Draw(t, "scene")])
		for _, sc.Spoken = range []bool{true, false} {
			for name, s := range statements(&sc) {
				if s.measure == "" || s.tolerance == "" || s.source == "" || !strings.HasSuffix(s.text, ".") {
					t.Fatalf("%s is told as %+v", name, s)
				}
				if (s.verdict == doesNotApply || s.verdict == notKnown) && s.now == "" {
					t.Fatalf("%s %s, and nobody says why", name, s.verdict.word())
				}
			}
		}
		judged := statements(&sc)
		for conclusion, premises := range map[string][]string{
			"w in the target's span": {"as many components", "the target's term counts", "the paper's objective", "source labels end at k", "A has full rank", "overlap of the tails"},
			"w independent of λ":     {"as many components", "the paper's objective", "source labels end at k", "A has full rank", "overlap of the tails"},
			"condition of Theorem 3": {"overlap of the heads", "target labels end at k̃", "the target's term counts", "source labels end at k"},
			"angle of w to w*_T":     {"overlap of the heads", "target labels end at k̃", "the target's term counts", "source labels end at k"},
		} {
			for _, premise := range premises {
				if v := judged[conclusion].verdict; judged[premise].verdict == doesNotHold && (v == holds || v == doesNotHold) {
					t.Fatalf("%s %s although %s does not", conclusion, v.word(), premise)
				}
			}
		}
		if sc.Update.Session.Problem.Target.Y == nil {
			for _, name := range []string{"target labels end at k̃", "condition of Theorem 3", "angle of w to w*_T"} {
				if s := judged[name]; s.verdict != notKnown || s.now != needsLabels {
					t.Fatalf("%s: %+v without target labels", name, s)
				}
			}
		}
		w, h := rapid.IntRange(60, 200).Draw(t, "w"), rapid.IntRange(20, 60).Draw(t, "h")
		hidden := sc.theoryHidden(w, h)
		var shown strings.Builder
		for top := 0; ; top = min(hidden, top+3) {
			sc.Views.theory.top = top
			shown.WriteString(strings.Join(sc.Frame(w, h).Plain(), "\n"))
			if top == hidden {
				break
			}
		}
		for name := range judged {
			if !strings.Contains(shown.String(), sc.spell(name)) {
				t.Fatalf("%q is nowhere in %d×%d", name, w, h)
			}
		}
	})
}

// The keys and the wheel scroll as far as there is something, and not at all where
// all of it shows.
func TestTheoryKeys(t *testing.T) {
	d := newDesk(t, gaussian())
	d.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	d.press1("7")
	d.settle()
	first := d.picture()
	for _, c := range []struct {
		key string
		top int
	}{{"down", 1}, {"J", 2}, {"up", 1}, {"pgdown", 11}, {"K", 10}, {"pgup", 0}, {"up", 0}} {
		d.press1(c.key)
		if top := d.scene.Views.theory.top; top != c.top {
			t.Fatalf("%s scrolls to line %d, want %d", c.key, top, c.top)
		}
	}
	if !strings.Contains(first, "6/8 premises, 0/4 conclusions hold") {
		t.Errorf("nothing sums up the verdicts in\n%s", first)
	}
	if d.picture() != first {
		t.Error("the way back shows something else")
	}
	d.wheelAt(40, 12, 1)
	if d.scene.Views.theory.top != helpWheel {
		t.Errorf("the wheel scrolls to line %d", d.scene.Views.theory.top)
	}
	for range 30 {
		d.press1("pgdown")
	}
	most := d.scene.theoryHidden(80, 24)
	if d.scene.Views.theory.top != most {
		t.Errorf("scrolled to line %d of %d", d.scene.Views.theory.top, most)
	}
	if !strings.Contains(d.View(), "grow for ever") {
		t.Error("the end shows something else")
	}
	d.Update(tea.WindowSizeMsg{Width: 200, Height: 60})
	if !strings.Contains(d.View(), "premises") {
		t.Error("what was scrolled away stays so where all has room")
	}
	for _, h := range d.hints() {
		if h.word == "scroll" {
			t.Error("there is a hint to scroll where all shows")
		}
	}
}

// Remedies do what they say: pressing them makes a premise hold.
func TestTheoryRemedies(t *testing.T) {
	d := newDesk(t, Request{State: State{Spec: datasets.DefaultSpec("subspace")}, Begin: true})
	d.press1("7")
	for _, c := range []struct{ turn, premise, remedy string }{
		{"]", "as many components", "press } until k̃ = 6"},
		{"}", "as many components", "press { until k̃ = 5"},
		{"[", "source labels end at k", "press ] until k = 5"},
		{"{", "target labels end at k̃", "press } until k̃ = 5"},
		{"i", "the paper's objective", "press i"},
	} {
		d.press1("r")
		d.press1(c.turn)
		d.settle()
		if s := statements(&d.scene)[c.premise]; s.verdict != doesNotHold || s.now != c.remedy {
			t.Errorf("after %s, %s %s: %s", c.turn, c.premise, s.verdict.word(), s.now)
			continue
		}
		d.press1(strings.Fields(c.remedy)[1])
		d.settle()
		if s := statements(&d.scene)[c.premise]; s.verdict != holds {
			t.Errorf("after %s and %s, %s %s", c.turn, c.remedy, c.premise, s.verdict.word())
		}
	}
}

// In lines of text every statement has its number, its verdict and its sentence.
func TestTheoryLines(t *testing.T) {
	got := talk(t, plainGaussian(), "view theory")
	for _, text := range []string{
		"\npremises, what the theorems assume: 6 of 8 hold\n",
		"\nsource labels end at k: does not hold; |y^U_{i>k}|/|y^U| = 0.0166; tolerance: at most 0.01; now: no k below 2",
		"type n 100000\nSection 2.2: label alignment with rank k means",
		"\nw independent of lambda: does not apply; ",
		"predicted 0 degrees; tolerance: within 1 degree; now: v1^T v~1 = 0.735 is above zero",
		"\ncondition of A: holds; cond(A) = 16.1; tolerance: at most 1e10\nNumerics: ",
	} {
		if !strings.Contains(got, text) {
			t.Errorf("%q is not in\n%s", text, got)
		}
	}
}

// No number beside the theory's is cut in the middle, whatever the width and however
// long its symbols are when spelled out.
func TestTheoryNotesKeepTheirNumbers(t *testing.T) {
	cut := regexp.MustCompile(`[0-9][0-9.e-]*(…|\.\.)`)
	for _, gl := range []chart.Glyphs{chart.Braille, chart.ASCII} {
		sc := sceneOf(t, datasets.DefaultSpec("rotated-gaussian"), map[string]string{"lambda": "1000"})
		sc.Glyphs = gl
		for w := fullWidth; w <= 200; w++ {
			shown := false
			for _, row := range sc.Frame(w, 40).Plain() {
				if cut.MatchString(row) && strings.Contains(row, gl.Spell("rate α")) {
					t.Errorf("%d columns, %v: %s", w, gl, row)
				}
				shown = shown || strings.Contains(row, gl.Spell("rate α"))
			}
			if !shown {
				t.Errorf("%d columns: there is no theory", w)
			}
		}
	}
}
