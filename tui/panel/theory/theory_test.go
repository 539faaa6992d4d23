package theory

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model"
	"larui/model/testutil"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage/stagetest"
)

// statements returns the statements of the parts by name.
func statements(parts []section) map[string]statement {
	all := map[string]statement{}
	for _, group := range parts {
		for _, s := range group.statements {
			all[s.name] = s
		}
	}
	return all
}

// solve sets the desk's parameters to params and solves them with their theory.
func solve(t interface{ Fatal(...any) }, s *stagetest.Desk, params model.Params) {
	solver := model.NewSolver(s.Session.Problem)
	solution := testutil.Must(solver.Solve(context.Background(), params))
	theory := testutil.Must(solver.Theory(context.Background(), params))
	s.State.Params, s.Solution, s.Theory = params, solution, &theory
}

// turned returns the opening parameters after turn, which may be nil.
func turned(s *stagetest.Desk, turn func(*model.Params)) model.Params {
	params := s.Start.Params
	if turn != nil {
		turn(&params)
	}
	return params
}

// dissect adds the result of the view's job.
func dissect(t interface{ Fatal(...any) }, s *stagetest.Desk) {
	d := testutil.Must(s.Session.Dissect(context.Background(), s.Solution))
	s.Results = map[string]session.Result{"dissection": {Session: s.Session, Key: s.Solution.Params, Value: d}}
}

// plainVerdicts judges the numbers of the model: premises each alone, conclusions if their premises
// hold.
func plainVerdicts(t *model.Theory) map[string]verdict {
	p, yes := t.Params, map[bool]verdict{true: holds, false: doesNotHold}
	under := func(premises, conclusion bool) verdict {
		if !premises {
			return doesNotApply
		}
		return yes[conclusion]
	}
	equal, objective := p.K == p.KTilde, !p.KeepImplicit && p.L2 == 0
	invertible := under(equal, t.HeadOverlapMin > 1e-8)
	second := equal && objective && t.LabelTail <= 0.01 && t.Nullity == 0 && invertible == holds
	third := second && p.Lambda > 0 && t.TargetLabelTail <= 0.01
	// Below this λ the labels beyond k move w by more than the tolerance, and the theorem states
	// nothing.
	settled := t.LabelTail < 1e-9 || p.Lambda >= t.SettledLambda
	stated := func(premises, conclusion bool) verdict { return under(premises && (conclusion || settled), conclusion) }
	angle := doesNotApply
	switch {
	case third && p.K == 1 && t.LeadingCosine > 0, third && p.K > 1 && t.Proportionality <= 0.01:
		angle = stated(true, t.Angle <= 1)
	case third && p.K == 1:
		angle = stated(true, t.Angle >= 179)
	}
	return map[string]verdict{
		"as many components":       yes[equal],
		"the target's term counts": yes[p.Lambda > 0],
		"the paper's objective":    yes[objective],
		"source labels end at k":   yes[t.LabelTail <= 0.01],
		"A has full rank":          yes[t.Nullity == 0],
		"overlap of the tails":     invertible,
		"overlap of the heads":     invertible,
		"target labels end at k̃":  yes[t.TargetLabelTail <= 0.01],
		"w in the target's span":   stated(second && p.Lambda > 0, t.OutsideSpan <= 0.01),
		"w independent of λ":       stated(second, t.LambdaDrift <= 0.01 || settled && t.SettledDrift <= 0.01),
		"condition of Theorem 3":   under(third, t.Proportionality <= 0.01),
		"angle of w to w*_T":       angle,
		"condition of A":           holds,
		"J has a minimum":          holds,
		"the rate is stable":       holds,
	}
}

// Verdicts follow from the numbers for an exact theorem, for a sample that nearly meets the
// premises, and for a failed premise. The tests of the model cover the numbers.
func TestTheoryVerdicts(t *testing.T) {
	const gaussian, subspace = "rotated-gaussian", "subspace"
	large, flipped := map[string]string{"n": "100000", "m": "100000"}, map[string]string{"n": "100000", "m": "100000", "angle": "135"}
	stages, met := map[string]*stagetest.Desk{}, map[string]bool{}
	for _, c := range []struct {
		pair    string
		options map[string]string
		turn    func(*model.Params)
		// second and angle are the expected verdicts on Theorem 2 and on the angle.
		second, angle verdict
	}{
		{gaussian, nil, nil, doesNotApply, doesNotApply},
		{gaussian, nil, func(p *model.Params) { p.Lambda = 1000 }, doesNotApply, doesNotApply},
		{gaussian, nil, func(p *model.Params) { p.K, p.KTilde = 2, 2 }, holds, doesNotApply},
		{gaussian, large, func(p *model.Params) { p.Lambda = 100 }, holds, holds},
		{gaussian, large, func(p *model.Params) { p.Lambda = 0.01 }, doesNotApply, doesNotApply},
		{gaussian, large, func(p *model.Params) { p.Lambda = 0.1 }, doesNotApply, doesNotApply},
		{gaussian, large, func(p *model.Params) { p.Lambda = 1 }, holds, holds},
		{gaussian, flipped, func(p *model.Params) { p.Lambda = 0.7 }, holds, holds},
		{gaussian, flipped, func(p *model.Params) { p.Lambda = 100 }, holds, holds},
		{subspace, nil, nil, holds, holds},
		{subspace, nil, func(p *model.Params) { p.K++ }, doesNotApply, doesNotApply},
		{subspace, nil, func(p *model.Params) { p.KTilde-- }, doesNotApply, doesNotApply},
		{subspace, nil, func(p *model.Params) { p.KTilde += 2 }, doesNotApply, doesNotApply}, // A is singular
		{subspace, nil, func(p *model.Params) { p.K += 3; p.KTilde += 3 }, holds, doesNotApply},
		{subspace, nil, func(p *model.Params) { p.K--; p.KTilde-- }, doesNotApply, doesNotApply},
		{subspace, nil, func(p *model.Params) { p.KeepImplicit = true }, doesNotApply, doesNotApply},
		{subspace, nil, func(p *model.Params) { p.L2 = 1 }, doesNotApply, doesNotApply},
		{subspace, nil, func(p *model.Params) { p.Lambda = 0 }, doesNotApply, doesNotApply},
	} {
		pair := fmt.Sprint(c.pair, c.options)
		if stages[pair] == nil {
			stages[pair] = stagetest.Open(t, &View{}, c.pair, c.options)
		}
		s := stages[pair]
		params := turned(s, c.turn)
		solve(t, s, params)
		got, want := statements(allSections(newSolvedState(&s.Stage))), plainVerdicts(s.Theory)
		if want["w in the target's span"] != c.second || want["angle of w to w*_T"] != c.angle || got["w independent of λ"].verdict == doesNotHold {
			t.Errorf("%s at %+v: of %d statements are plainly judged %v", pair, params, len(got), want)
		}
		for name, v := range want {
			if got[name].verdict != v || got[name].measure == "" {
				t.Errorf("%s at %+v: %s %s (%s), plainly it %s", pair, params, name, got[name].verdict.String(), got[name].measure, v.String())
			}
			met[name+" "+v.String()] = true
		}
	}
	for name, other := range map[string]verdict{"w in the target's span": doesNotApply, "w independent of λ": doesNotApply, "source labels end at k": doesNotHold,
		"target labels end at k̃": doesNotHold, "as many components": doesNotHold, "A has full rank": doesNotHold} {
		if !met[name+" holds"] || !met[name+" "+other.String()] {
			t.Errorf("%s is ever judged the same", name)
		}
	}
}

// For any parameters every statement is complete, verdicts follow from the premises, and scrolling
// reaches all lines at any size.
func TestTheoryOfRandomStates(t *testing.T) {
	stages := []*stagetest.Desk{stagetest.Open(t, &View{}, "rotated-gaussian", stagetest.SmallPair()), stagetest.Open(t, &View{}, datasets.FilesName, stagetest.FilePair(t, 30, 4, "binary", false, stagetest.BinaryLabel)), stagetest.Open(t, &View{}, datasets.FilesName, stagetest.FilePair(t, 30, 4, "regression", true, stagetest.NumberLabel))}
	for _, values := range []map[string]string{
		stagetest.FilePair(t, 8, 40, "binary", true, stagetest.BinaryLabel), stagetest.FilePair(t, 12, 1, "binary", true, stagetest.BinaryLabel), stagetest.FilePair(t, 30, 5, "multiclass", true, stagetest.ThreeClassLabel),
	} {
		stages = append(stages, stagetest.Open(t, &View{}, datasets.FilesName, values))
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(stages).Draw(t, "pair")
		p, d := s.State.Params, s.Limits.D
		p.K, p.KTilde = rapid.IntRange(1, d).Draw(t, "k"), rapid.IntRange(1, d).Draw(t, "k̃")
		if rapid.Bool().Draw(t, "equal") {
			p.KTilde = p.K
		}
		p.Lambda = rapid.SampledFrom([]float64{0, 1e-4, 1, 1e4}).Draw(t, "λ")
		p.L2 = rapid.SampledFrom([]float64{0, 0, 1}).Draw(t, "l2")
		p.KeepImplicit, p.Nesterov = rapid.Bool().Draw(t, "keep"), rapid.Bool().Draw(t, "nesterov")
		p.Tail = rapid.SampledFrom([]model.Tail{model.TargetTail, model.SourceTail}).Draw(t, "tail")
		p.Momentum = rapid.SampledFrom([]float64{0, 0.9}).Draw(t, "momentum")
		solve(t, s, p)
		dissect(t, s)
		s.Glyphs = rapid.SampledFrom([]chart.Glyphs{chart.Braille, chart.Block, chart.ASCII}).Draw(t, "glyphs")
		s.NamesCommands = rapid.Bool().Draw(t, "spoken")
		judged, lines := statements(allSections(newSolvedState(&s.Stage))), strings.Join(s.View.Lines(&s.Stage), "\n")
		for name, st := range judged {
			silent := (st.verdict == doesNotApply || st.verdict == notKnown) && st.explanation == ""
			if silent || st.measure == "" || st.tolerance == "" || st.place == "" {
				t.Fatalf("%s is told as %+v", name, st)
			}
			if line := name + ": " + st.verdict.String() + "; " + st.measure + "; " + st.place + ", tolerance: " + st.tolerance; !strings.Contains(lines, line) {
				t.Fatalf("%q is not in\n%s", line, lines)
			}
		}
		premises := checkPremises(newSolvedState(&s.Stage))
		for i, c := range checkConclusions(newSolvedState(&s.Stage), premises) {
			for at, p := range premises {
				takes := i > 1 || at < headsPremise && (i == 0 || at != weightedPremise)
				if takes && p.verdict == doesNotHold && (c.verdict == holds || c.verdict == doesNotHold) {
					t.Fatalf("%s %s although %s does not", c.name, c.verdict.String(), p.name)
				}
			}
		}
		if s.Session.Problem.Target.Y == nil {
			for _, name := range []string{"target labels end at k̃", "condition of Theorem 3", "angle of w to w*_T", "w*_T as a sum up to k̃"} {
				if st := judged[name]; st.verdict != notKnown || st.explanation != "unknown without the labels of all target rows" {
					t.Fatalf("%s: %+v without target labels", name, st)
				}
			}
		}
		w, h := rapid.IntRange(60, 200).Draw(t, "w"), rapid.IntRange(20, 60).Draw(t, "h")
		v := s.View.(*View)
		var shown strings.Builder
		for v.top = 0; ; {
			shown.WriteString(s.Picture(w, h))
			if v.top >= v.countHiddenLines(&s.Stage) {
				break
			}
			_, rows := s.ZoomedSize()
			v.top += rows - 2
		}
		for name := range judged {
			if !strings.Contains(shown.String(), s.Spell(name)) {
				t.Fatalf("%q is nowhere in %d×%d", name, w, h)
			}
		}
	})
}

// The paper's further statements hold where they are exact and do not apply where their premise
// fails. The tables have the numbers of the model.
func TestDissectedVerdicts(t *testing.T) {
	for _, c := range []struct {
		pair    string
		options map[string]string
		turn    func(*model.Params)
		want    map[string]verdict
	}{
		{"subspace", nil, nil, map[string]verdict{
			"w*_S as a sum up to k": holds, "w*_T as a sum up to k̃": holds, "close bases overlap": doesNotApply,
			"the source beyond k̃": holds, "features like the labels": doesNotApply,
		}},
		{"subspace", nil, func(p *model.Params) { p.K, p.KTilde = 4, 40 }, map[string]verdict{
			"w*_S as a sum up to k": doesNotHold, "w*_T as a sum up to k̃": holds, "the source beyond k̃": doesNotApply,
		}},
		{"correlated-features", nil, nil, map[string]verdict{"features like the labels": holds}},
		{"rotated-gaussian", map[string]string{"angle": "10"}, nil, map[string]verdict{
			"close bases overlap": holds, "E[xy]": holds, "w*_S of the Gaussian": holds, "w*_T of the Gaussian": holds, "LAR's w of the Gaussian": holds,
		}},
		{"rotated-gaussian", nil, func(p *model.Params) { p.K = 2 }, map[string]verdict{
			"close bases overlap": doesNotApply, "LAR's w of the Gaussian": doesNotApply,
		}},
	} {
		s := stagetest.Open(t, &View{}, c.pair, c.options)
		params := turned(s, c.turn)
		solve(t, s, params)
		dissect(t, s)
		parts := allSections(newSolvedState(&s.Stage))
		got := statements(parts)
		for name, want := range c.want {
			testutil.Equal(t, got[name].verdict, want, c.pair, params, name, got[name].verdict.String(), got[name].measure)
		}
		testutil.Equal(t, parts[0].title == "the Gaussian that this pair samples", (c.pair == "rotated-gaussian"), c.pair, parts[0].title)
		parts = slices.DeleteFunc(parts, func(p section) bool { return p.table == nil })
		d := s.Dissection()
		if rows := parts[0].table; rows[0][2] != "LAR" || rows[1][2] != number.ThreeDigits(d.Descent.Fit) || rows[6][2] != number.ThreeDigits(d.Descent.Objective) {
			t.Errorf("%s: the parts are %q", c.pair, rows)
		}
		if row := parts[1].table[1]; row[2] != number.ThreeDigits(s.Session.Problem.Src.Projection.At(0, 0)) {
			t.Errorf("%s: the row of u₁ is %q", c.pair, row)
		}
	}
}
