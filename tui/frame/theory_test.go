package frame

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/panel/theory"
	"larui/tui/stage"
)

// statements returns all statements of a scene by name.
func statements(sc *Scene) map[string]theory.Statement {
	all := map[string]theory.Statement{}
	for _, group := range theory.Groups(theory.PointOf(&sc.Stage)) {
		for _, s := range group.Statements {
			all[s.Name] = s
		}
	}
	return all
}

// At makes params those of the scene, solved with their theory.
func (s *desk) at(t interface{ Fatal(...any) }, params model.Params) {
	solver := model.NewSolver(s.Explorer.Update.Session.Problem)
	solution, err := solver.Solve(s.t.Context(), params)
	if err != nil {
		t.Fatal(err)
	}
	theory, err := solver.Theory(s.t.Context(), params)
	if err != nil {
		t.Fatal(err)
	}
	s.Explorer.State.Params, s.Explorer.Update.Solution, s.Explorer.Update.Theory = params, solution, &theory
}

// plainVerdicts judges the numbers of the model: a premise by itself, a conclusion where
// its premises hold.
func plainVerdicts(t *model.Theory) map[string]theory.Verdict {
	p, yes := t.Params, map[bool]theory.Verdict{true: theory.Holds, false: theory.DoesNotHold}
	under := func(premises, conclusion bool) theory.Verdict {
		if !premises {
			return theory.DoesNotApply
		}
		return yes[conclusion]
	}
	equal, objective := p.K == p.KTilde, !p.KeepImplicit && p.L2 == 0
	invertible := under(equal, t.HeadOverlapMin > 1e-8)
	second := equal && objective && t.LabelTail <= 0.01 && t.Nullity == 0 && invertible == theory.Holds
	third := second && p.Lambda > 0 && t.TargetLabelTail <= 0.01
	angle := theory.DoesNotApply
	switch {
	case third && p.K == 1 && t.LeadingCosine > 0, third && p.K > 1 && t.Proportionality <= 0.01:
		angle = yes[t.Angle <= 1]
	case third && p.K == 1:
		angle = yes[t.Angle >= 179]
	}
	return map[string]theory.Verdict{
		"as many components":       yes[equal],
		"the target's term counts": yes[p.Lambda > 0],
		"the paper's objective":    yes[objective],
		"source labels end at k":   yes[t.LabelTail <= 0.01],
		"A has full rank":          yes[t.Nullity == 0],
		"overlap of the tails":     invertible,
		"overlap of the heads":     invertible,
		"target labels end at k̃":  yes[t.TargetLabelTail <= 0.01],
		"w in the target's span":   under(second && p.Lambda > 0, t.OutsideSpan <= 0.01),
		"w independent of λ":       under(second, t.LambdaDrift <= 0.01),
		"condition of Theorem 3":   under(third, t.Proportionality <= 0.01),
		"angle of w to w*_T":       angle,
		"condition of A":           theory.Holds,
		"J has a minimum":          theory.Holds,
		"the rate is stable":       theory.Holds,
	}
}

// Verdicts are what the numbers come to, where the theorem is exact, where a sample meets
// it nearly, and where a premise fails; the numbers are tested in the model.
func TestTheoryVerdicts(t *testing.T) {
	const gaussian, subspace = "rotated-gaussian", "subspace"
	large, flipped := map[string]string{"n": "100000", "m": "100000"}, map[string]string{"n": "100000", "m": "100000", "angle": "135"}
	stages, met := map[string]*desk{}, map[string]bool{}
	for _, c := range []struct {
		pair    string
		options map[string]string
		turn    func(*model.Params)
		// second and angle are what Theorem 2 and the angle come to.
		second, angle theory.Verdict
	}{
		{gaussian, nil, func(*model.Params) {}, theory.DoesNotApply, theory.DoesNotApply},
		{gaussian, nil, func(p *model.Params) { p.Lambda = 1000 }, theory.DoesNotApply, theory.DoesNotApply},
		{gaussian, nil, func(p *model.Params) { p.K, p.KTilde = 2, 2 }, theory.Holds, theory.DoesNotApply},
		{gaussian, large, func(p *model.Params) { p.Lambda = 100 }, theory.Holds, theory.Holds},
		{gaussian, large, func(p *model.Params) { p.Lambda = 0.01 }, theory.DoesNotHold, theory.DoesNotHold},
		{gaussian, flipped, func(p *model.Params) { p.Lambda = 100 }, theory.Holds, theory.Holds},
		{subspace, nil, func(*model.Params) {}, theory.Holds, theory.Holds},
		{subspace, nil, func(p *model.Params) { p.K++ }, theory.DoesNotApply, theory.DoesNotApply},
		{subspace, nil, func(p *model.Params) { p.KTilde-- }, theory.DoesNotApply, theory.DoesNotApply},
		{subspace, nil, func(p *model.Params) { p.KTilde += 2 }, theory.DoesNotApply, theory.DoesNotApply}, // A is singular
		{subspace, nil, func(p *model.Params) { p.K += 3; p.KTilde += 3 }, theory.Holds, theory.DoesNotApply},
		{subspace, nil, func(p *model.Params) { p.K--; p.KTilde-- }, theory.DoesNotApply, theory.DoesNotApply},
		{subspace, nil, func(p *model.Params) { p.KeepImplicit = true }, theory.DoesNotApply, theory.DoesNotApply},
		{subspace, nil, func(p *model.Params) { p.L2 = 1 }, theory.DoesNotApply, theory.DoesNotApply},
		{subspace, nil, func(p *model.Params) { p.Lambda = 0 }, theory.DoesNotApply, theory.DoesNotApply},
	} {
		name := fmt.Sprint(c.pair, c.options)
		if stages[name] == nil {
			stages[name] = newStage(t, c.pair, c.options)
		}
		s := stages[name]
		params := s.Explorer.Start.Params
		c.turn(&params)
		s.at(t, params)
		got, want := statements(&s.Scene), plainVerdicts(s.Explorer.Update.Theory)
		if want["w in the target's span"] != c.second || want["angle of w to w*_T"] != c.angle || len(got) != len(want) {
			t.Errorf("%s at %+v: of %d statements are plainly judged %v", name, params, len(got), want)
		}
		for statement, v := range want {
			if got[statement].Verdict != v {
				t.Errorf("%s at %+v: %s %s (%s), plainly it %s", name, params, statement, got[statement].Verdict.Word(), got[statement].Measure, v.Word())
			}
			met[statement+" "+v.Word()] = true
		}
	}
	for _, name := range []string{"w in the target's span", "w independent of λ", "source labels end at k", "target labels end at k̃", "as many components", "A has full rank"} {
		if !met[name+" holds"] || !met[name+" does not hold"] {
			t.Errorf("%s is ever judged the same", name)
		}
	}
}

// Whatever is turned, every statement is told in full, its verdict follows from the
// premises, and scrolling shows all of it in a frame of any size.
func TestTheoryOfRandomStates(t *testing.T) {
	stages := []*desk{newStage(t, "rotated-gaussian", small()), unlabelled(t), regression(t)}
	for _, values := range []map[string]string{
		fileValues(t, 8, 40, "binary", true, signs), fileValues(t, 12, 1, "binary", true, signs), fileValues(t, 30, 5, "multiclass", true, thirds),
	} {
		stages = append(stages, newStage(t, datasets.FilesName, values))
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(stages).Draw(t, "pair")
		p, d := s.Explorer.State.Params, s.Explorer.Limits.D
		p.K, p.KTilde = rapid.IntRange(1, d).Draw(t, "k"), rapid.IntRange(1, d).Draw(t, "k̃")
		if rapid.Bool().Draw(t, "equal") {
			p.KTilde = p.K
		}
		p.Lambda = rapid.SampledFrom([]float64{0, 1e-4, 1, 1e4}).Draw(t, "λ")
		p.L2 = rapid.SampledFrom([]float64{0, 0, 1}).Draw(t, "l2")
		p.KeepImplicit, p.Nesterov = rapid.Bool().Draw(t, "keep"), rapid.Bool().Draw(t, "nesterov")
		p.Tail = rapid.SampledFrom([]model.Tail{model.TargetTail, model.SourceTail}).Draw(t, "tail")
		p.Momentum = rapid.SampledFrom([]float64{0, 0.9}).Draw(t, "momentum")
		s.at(t, p)
		s.Scene.ShowView(stage.TheoryName)
		s.Scene.Glyphs = rapid.SampledFrom([]chart.Glyphs{chart.Braille, chart.Block, chart.ASCII}).Draw(t, "glyphs")
		s.Scene.Spoken = rapid.Bool().Draw(t, "spoken")
		judged, lines := statements(&s.Scene), strings.Join(viewOf[*theory.View](s.Scene.Views).Lines(&s.Scene.Stage), "\n")
		for name, st := range judged {
			silent := (st.Verdict == theory.DoesNotApply || st.Verdict == theory.NotKnown) && st.Now == ""
			if silent || st.Measure == "" || st.Tolerance == "" || st.Source == "" || !strings.HasSuffix(st.Text, ".") {
				t.Fatalf("%s is told as %+v", name, st)
			}
			if line := name + ": " + st.Verdict.Word() + "; " + st.Measure + "; tolerance: " + st.Tolerance; !strings.Contains(lines, line) {
				t.Fatalf("%q is not in\n%s", line, lines)
			}
		}
		premises := theory.Premises(theory.PointOf(&s.Scene.Stage))
		for i, c := range theory.Conclusions(theory.PointOf(&s.Scene.Stage), premises) {
			for at, p := range premises {
				takes := i > 1 || at < theory.HeadsPremise && (i == 0 || at != theory.WeightedPremise)
				if takes && p.Verdict == theory.DoesNotHold && (c.Verdict == theory.Holds || c.Verdict == theory.DoesNotHold) {
					t.Fatalf("%s %s although %s does not", c.Name, c.Verdict.Word(), p.Name)
				}
			}
		}
		if s.Explorer.Update.Session.Problem.Target.Y == nil {
			for _, name := range []string{"target labels end at k̃", "condition of Theorem 3", "angle of w to w*_T"} {
				if st := judged[name]; st.Verdict != theory.NotKnown || st.Now != "not known without all target labels" {
					t.Fatalf("%s: %+v without target labels", name, st)
				}
			}
		}
		w, h := rapid.IntRange(60, 200).Draw(t, "w"), rapid.IntRange(20, 60).Draw(t, "h")
		v := viewOf[*theory.View](s.Scene.Views)
		var shown strings.Builder
		for v.Top = 0; ; v.Top += s.Scene.Body(w, h).Inner().H - 2 {
			shown.WriteString(s.Scene.picture(w, h))
			if v.Top >= v.Hidden(&s.Scene.Stage) {
				break
			}
		}
		for name := range judged {
			if !strings.Contains(shown.String(), s.Scene.Spell(name)) {
				t.Fatalf("%q is nowhere in %d×%d", name, w, h)
			}
		}
	})
}

// The keys and the wheel scroll as far as there is something, and not at all where all
// of it shows; and the frames.
func TestTheoryView(t *testing.T) {
	s := newStage(t, "rotated-gaussian", nil)
	s.Scene.Width, s.Scene.Height = 80, 24
	s.show(stage.TheoryName)
	v := viewOf[*theory.View](s.Scene.Views)
	s.requireFrame(t, "wide", 200, 60)
	s.requireFrame(t, "narrow", 80, 24)
	s.Scene.picture(80, 24)
	most := v.Hidden(&s.Scene.Stage)
	for _, c := range []struct {
		keys string
		top  int
		says string
	}{
		{"down", 1, ""}, {"J", 2, ""}, {"up", 1, ""}, {"pgdown", 11, ""}, {"K", 10, ""}, {"pgup", 0, ""},
		{"up", 0, "this is the first statement"}, {strings.Repeat("pgdown ", 20), most, "this is the last statement"},
	} {
		if s.press(strings.Fields(c.keys)...); v.Top != c.top || s.Scene.Message != c.says {
			t.Fatalf("%s scrolls to line %d, want %d, and says %q", c.keys, v.Top, c.top, s.Scene.Message)
		}
	}
	s.Scene.Message = ""
	if !strings.Contains(s.Scene.picture(80, 24), "grow for ever") {
		t.Error("the end shows something else")
	}
	if v.Wheel(&s.Scene.Stage, -1); v.Top != most-stage.HelpWheel {
		t.Errorf("the wheel scrolls to line %d of %d", v.Top, most)
	}
	if !strings.Contains(s.Scene.picture(200, 60), "premises, what") {
		t.Error("what was scrolled away stays so where all has room")
	}
	if s.press("down"); s.Scene.Message != "all statements are in sight" {
		t.Errorf("where all shows down says %q", s.Scene.Message)
	}
}

// Remedies do what they say: pressing them makes a premise hold.
func TestTheoryRemedies(t *testing.T) {
	s := inView(t, stage.TheoryName, "subspace", nil)
	for _, c := range []struct{ turn, premise, remedy string }{
		{"]", "as many components", "press } until k̃ = 6"},
		{"}", "as many components", "press { until k̃ = 5"},
		{"}", "A has full rank", "press { until k̃ = 5"},
		{"[", "source labels end at k", "press ] until k = 5"},
		{"{", "target labels end at k̃", "press } until k̃ = 5"},
		{"i", "the paper's objective", "press i"},
	} {
		s.press("r", c.turn)
		s.settle()
		if got := statements(&s.Scene)[c.premise]; got.Verdict != theory.DoesNotHold || got.Now != c.remedy {
			t.Errorf("after %s, %s %s: %s", c.turn, c.premise, got.Verdict.Word(), got.Now)
			continue
		}
		s.press(strings.Fields(c.remedy)[1])
		s.settle()
		if got := statements(&s.Scene)[c.premise]; got.Verdict != theory.Holds {
			t.Errorf("after %s and %s, %s %s", c.turn, c.remedy, c.premise, got.Verdict.Word())
		}
	}
}

// No number beside the theory's is cut in the middle, whatever the width and however
// long its symbols are when spelled out.
func TestTheoryNotesKeepTheirNumbers(t *testing.T) {
	rate, cut := regexp.MustCompile(`(?m)^.*rate (α|alpha) in.*$`), regexp.MustCompile(`[0-9][0-9.e-]*(…|\.\.)`)
	s := newStage(t, "rotated-gaussian", small("lambda", "1000"))
	s.Scene.All = true
	for _, s.Scene.Glyphs = range []chart.Glyphs{chart.Braille, chart.ASCII} {
		for w := stage.FullWidth; w <= 200; w++ {
			if row := rate.FindString(s.Scene.picture(w, 40)); row == "" || cut.MatchString(row) {
				t.Errorf("%d columns, %v: %s", w, s.Scene.Glyphs, row)
			}
		}
	}
}

// Where the target's features have less than full rank, S_k may hold what they lack: then
// the remedy is a larger k, and it works.
func TestSourceFillsTheRank(t *testing.T) {
	values := fileValues(t, 60, 2, "auto", true, func(i int) float64 { return float64(i % 2) })
	values["no-bias"] = "true"
	for name, rank := range map[string]int{"source": 6, "target": 3} {
		var rows [][]float64
		for i := range 60 {
			row := make([]float64, 7)
			for j := range rank {
				row[j] = math.Sin(float64((i + 1) * (j + 2)))
			}
			row[6] = float64(i % 2)
			rows = append(rows, row)
		}
		values[name] = writeTable(t, name+".csv", rows)
	}
	s := newStage(t, "files", values)
	s.show(stage.TheoryName)
	params := s.Explorer.State.Params
	params.K, params.KTilde = 3, 1
	s.at(t, params)
	const want = "the target's features have rank 3 of 6: press ] until k = 4, so that the source fills it up"
	if got := statements(&s.Scene)["A has full rank"]; got.Verdict != theory.DoesNotHold || got.Now != want {
		t.Errorf("A of full rank %s: %q, want %q", got.Verdict.Word(), got.Now, want)
	}
	params.K = 4
	s.at(t, params)
	if got := statements(&s.Scene)["A has full rank"]; got.Verdict != theory.Holds {
		t.Errorf("at k = 4, A of full rank %s: %s", got.Verdict.Word(), got.Measure)
	}
}
