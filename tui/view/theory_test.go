package view

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
)

// statements returns all statements of a scene by name.
func statements(sc *Scene) map[string]statement {
	all := map[string]statement{}
	for _, group := range theoryGroups(sc) {
		for _, s := range group.statements {
			all[s.name] = s
		}
	}
	return all
}

// at makes params those of the scene, solved with their theory.
func (s *stage) at(t interface{ Fatal(...any) }, params model.Params) {
	solver := model.NewSolver(s.Update.Session.Problem)
	solution, err := solver.Solve(s.t.Context(), params)
	if err != nil {
		t.Fatal(err)
	}
	theory, err := solver.Theory(s.t.Context(), params)
	if err != nil {
		t.Fatal(err)
	}
	s.State.Params, s.Update.Solution, s.Update.Theory = params, solution, &theory
}

// A plainTheory is section 4 computed from its definitions: singular value
// decompositions of both domains, A as a sum of outer products, and dense solves.
type plainTheory struct {
	// labelTail, targetTail and overlap are what the premises are about, rank that
	// of A.
	labelTail, targetTail, overlap float64
	rank                           int
	// outside, drift, residual and angle are what the conclusions are about, and
	// cosine is v₁ᵀṽ₁ turned towards the labels.
	outside, drift, residual, angle, cosine float64
}

// plainDomain is one labelled domain with one output.
type plainDomain struct {
	sigma, projection []float64
	v                 *mat.Dense
	xty, optimum      *mat.VecDense
}

func newPlainDomain(t *testing.T, domain model.Domain) plainDomain {
	t.Helper()
	var svd mat.SVD
	if !svd.Factorize(domain.X, mat.SVDThin) {
		t.Fatal("no singular value decomposition")
	}
	y := mat.NewVecDense(len(domain.Y), domain.Y)
	var u mat.Dense
	d := plainDomain{sigma: svd.Values(nil), v: new(mat.Dense), xty: new(mat.VecDense), optimum: new(mat.VecDense)}
	svd.UTo(&u)
	svd.VTo(d.v)
	for i := range d.sigma {
		d.projection = append(d.projection, mat.Dot(u.ColView(i), y))
	}
	d.xty.MulVec(domain.X.T(), y)
	if err := d.optimum.SolveVec(domain.X, y); err != nil {
		t.Fatal(err)
	}
	return d
}

func (d plainDomain) tail(k int) float64 {
	return floats.Norm(d.projection[k:], 2) / floats.Norm(d.projection, 2)
}

func newPlainTheory(t *testing.T, problem *model.Problem, p model.Params) plainTheory {
	t.Helper()
	source, target := newPlainDomain(t, problem.Source), newPlainDomain(t, problem.Target)
	d := len(source.sigma)
	system := func(lambda float64) *mat.Dense {
		a := mat.NewDense(d, d, nil)
		for i := range d {
			if i < p.K || p.KeepImplicit {
				a.RankOne(a, source.sigma[i]*source.sigma[i], source.v.ColView(i), source.v.ColView(i))
			}
			if i >= p.KTilde {
				a.RankOne(a, lambda*target.sigma[i]*target.sigma[i], target.v.ColView(i), target.v.ColView(i))
			}
			a.Set(i, i, a.At(i, i)+p.L2)
		}
		return a
	}
	var overlap mat.Dense
	overlap.Mul(source.v.Slice(0, d, 0, p.K).T(), target.v.Slice(0, d, 0, p.KTilde))
	var a, heads mat.SVD
	if !a.Factorize(system(cmp.Or(p.Lambda, 1)), mat.SVDNone) || !heads.Factorize(&overlap, mat.SVDNone) {
		t.Fatal("no singular value decomposition")
	}
	plain := plainTheory{
		labelTail: source.tail(p.K), targetTail: target.tail(p.KTilde), overlap: slices.Min(heads.Values(nil)), rank: a.Rank(1e-12),
	}
	plain.cosine = math.Copysign(1, source.projection[0]*target.projection[0]) * mat.Dot(source.v.ColView(0), target.v.ColView(0))
	if plain.rank < d || p.Lambda == 0 {
		return plain
	}
	solve := func(lambda float64) *mat.VecDense {
		w := new(mat.VecDense)
		if err := w.SolveVec(system(lambda), source.xty); err != nil {
			t.Fatal(err)
		}
		return w
	}
	w, low, high := solve(p.Lambda), solve(1e-2), solve(1e2)
	for i := p.KTilde; i < d; i++ {
		plain.outside = math.Hypot(plain.outside, mat.Dot(target.v.ColView(i), w))
	}
	plain.outside /= mat.Norm(w, 2)
	moved := new(mat.VecDense)
	moved.SubVec(low, high)
	plain.drift = mat.Norm(moved, 2) / math.Max(mat.Norm(low, 2), mat.Norm(high, 2))
	plain.angle = math.Acos(math.Max(-1, math.Min(1, mat.Dot(w, target.optimum)/mat.Norm(w, 2)/mat.Norm(target.optimum, 2)))) * 180 / math.Pi

	// The best c ≥ 0, and what it leaves.
	mu, v := make([]float64, p.K), make([]float64, p.K)
	for i := range p.K {
		mu[i], v[i] = source.projection[i]/source.sigma[i], mat.Dot(source.v.ColView(i), target.optimum)
	}
	whole := floats.Norm(mu, 2)
	floats.AddScaled(mu, -math.Max(0, floats.Dot(mu, v)/floats.Dot(v, v)), v)
	plain.residual = floats.Norm(mu, 2) / whole
	return plain
}

// verdicts judges by the definitions: a premise by itself, a conclusion where its
// premises hold.
func (p plainTheory) verdicts(params model.Params, d int) map[string]verdict {
	yes := map[bool]verdict{true: holds, false: doesNotHold}
	equal := params.K == params.KTilde
	objective := !params.KeepImplicit && params.L2 == 0
	under := func(premises, conclusion bool) verdict {
		if !premises {
			return doesNotApply
		}
		return yes[conclusion]
	}
	invertible := under(equal, p.overlap > 1e-8)
	second := equal && objective && p.labelTail <= 0.01 && p.rank == d && p.overlap > 1e-8
	third := second && params.Lambda > 0 && p.targetTail <= 0.01
	angle := doesNotApply
	switch {
	case third && params.K == 1 && p.cosine > 0, third && params.K > 1 && p.residual <= 0.01:
		angle = yes[p.angle <= 1]
	case third && params.K == 1:
		angle = yes[p.angle >= 179]
	}
	return map[string]verdict{
		"as many components":       yes[equal],
		"the target's term counts": yes[params.Lambda > 0],
		"the paper's objective":    yes[objective],
		"source labels end at k":   yes[p.labelTail <= 0.01],
		"A has full rank":          yes[p.rank == d],
		"overlap of the tails":     invertible,
		"overlap of the heads":     invertible,
		"target labels end at k̃":  yes[p.targetTail <= 0.01],
		"w in the target's span":   under(second && params.Lambda > 0, p.outside <= 0.01),
		"w independent of λ":       under(second, p.drift <= 0.01),
		"condition of Theorem 3":   under(third, p.residual <= 0.01),
		"angle of w to w*_T":       angle,
		"condition of A":           holds,
		"J has a minimum":          holds,
		"the rate is stable":       holds,
	}
}

// The verdicts of the view are those of plain loops over the definitions, where the
// theorem is exact, where a sample meets it nearly, and where a premise fails.
func TestTheoryVerdicts(t *testing.T) {
	t.Parallel() // it takes long
	const gaussian, subspace = "rotated-gaussian", "subspace"
	large, flipped := map[string]string{"n": "100000", "m": "100000"}, map[string]string{"n": "100000", "m": "100000", "angle": "135"}
	stages, met := map[string]*stage{}, map[string]bool{}
	for _, c := range []struct {
		pair    string
		options map[string]string
		turn    func(*model.Params)
		// second and angle are what Theorem 2 and the angle come to.
		second, angle verdict
	}{
		{gaussian, nil, func(*model.Params) {}, doesNotApply, doesNotApply},
		{gaussian, nil, func(p *model.Params) { p.Lambda = 1000 }, doesNotApply, doesNotApply},
		{gaussian, nil, func(p *model.Params) { p.K, p.KTilde = 2, 2 }, holds, doesNotApply},
		{gaussian, large, func(p *model.Params) { p.Lambda = 100 }, holds, holds},
		{gaussian, large, func(p *model.Params) { p.Lambda = 0.01 }, doesNotHold, doesNotHold},
		{gaussian, flipped, func(p *model.Params) { p.Lambda = 100 }, holds, holds},
		{subspace, nil, func(*model.Params) {}, holds, holds},
		{subspace, nil, func(p *model.Params) { p.K++ }, doesNotApply, doesNotApply},
		{subspace, nil, func(p *model.Params) { p.KTilde-- }, doesNotApply, doesNotApply},
		{subspace, nil, func(p *model.Params) { p.KTilde += 2 }, doesNotApply, doesNotApply}, // A is singular
		{subspace, nil, func(p *model.Params) { p.K += 3; p.KTilde += 3 }, holds, doesNotApply},
		{subspace, nil, func(p *model.Params) { p.K--; p.KTilde-- }, doesNotApply, doesNotApply},
		{subspace, nil, func(p *model.Params) { p.KeepImplicit = true }, doesNotApply, doesNotApply},
		{subspace, nil, func(p *model.Params) { p.L2 = 1 }, doesNotApply, doesNotApply},
		{subspace, nil, func(p *model.Params) { p.Lambda = 0 }, doesNotApply, doesNotApply},
	} {
		name := fmt.Sprint(c.pair, c.options)
		if stages[name] == nil {
			stages[name] = newStage(t, c.pair, c.options)
		}
		s := stages[name]
		params, problem := s.Start.Params, s.Update.Session.Problem
		c.turn(&params)
		s.at(t, params)
		plain := newPlainTheory(t, problem, params)
		if rank := problem.D - s.Update.Theory.Nullity; rank != plain.rank {
			t.Errorf("%s at %+v: rank %d, plainly %d", name, params, rank, plain.rank)
		}
		got, want := statements(&s.Scene), plain.verdicts(params, problem.D)
		if want["w in the target's span"] != c.second || want["angle of w to w*_T"] != c.angle || len(got) != len(want) {
			t.Errorf("%s at %+v: of %d statements are plainly judged %v", name, params, len(got), want)
		}
		for statement, v := range want {
			if got[statement].verdict != v {
				t.Errorf("%s at %+v: %s %s (%s), plainly it %s", name, params, statement, got[statement].verdict.word(), got[statement].measure, v.word())
			}
			met[statement+" "+v.word()] = true
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
	stages := []*stage{newStage(t, "rotated-gaussian", small()), unlabelled(t), regression(t)}
	for _, c := range []struct {
		n, d    int
		task    string
		classes int
	}{{8, 40, "binary", 2}, {12, 1, "binary", 2}, {30, 5, "multiclass", 3}} {
		stages = append(stages, newStage(t, datasets.FilesName, fileValues(t, c.n, c.d, c.task, true, func(i int) float64 { return float64(i % c.classes) })))
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
		s.at(t, p)
		s.ShowView(theoryName)
		s.Glyphs = rapid.SampledFrom([]chart.Glyphs{chart.Braille, chart.Block, chart.ASCII}).Draw(t, "glyphs")
		s.Spoken = rapid.Bool().Draw(t, "spoken")
		judged, lines := statements(&s.Scene), strings.Join(s.Views.theory.Lines(&s.Scene), "\n")
		for name, st := range judged {
			silent := (st.verdict == doesNotApply || st.verdict == notKnown) && st.now == ""
			if silent || st.measure == "" || st.tolerance == "" || st.source == "" || !strings.HasSuffix(st.text, ".") {
				t.Fatalf("%s is told as %+v", name, st)
			}
			if line := name + ": " + st.verdict.word() + "; " + st.measure + "; tolerance: " + st.tolerance; !strings.Contains(lines, line) {
				t.Fatalf("%q is not in\n%s", line, lines)
			}
		}
		second := []string{"as many components", "the paper's objective", "source labels end at k", "A has full rank", "overlap of the tails"}
		third := append(second, "overlap of the heads", "target labels end at k̃", "the target's term counts")
		for conclusion, premises := range map[string][]string{
			"w in the target's span": append(second, "the target's term counts"), "w independent of λ": second,
			"condition of Theorem 3": third, "angle of w to w*_T": third,
		} {
			for _, premise := range premises {
				if v := judged[conclusion].verdict; judged[premise].verdict == doesNotHold && (v == holds || v == doesNotHold) {
					t.Fatalf("%s %s although %s does not", conclusion, v.word(), premise)
				}
			}
		}
		if s.Update.Session.Problem.Target.Y == nil {
			for _, name := range []string{"target labels end at k̃", "condition of Theorem 3", "angle of w to w*_T"} {
				if st := judged[name]; st.verdict != notKnown || st.now != needsLabels {
					t.Fatalf("%s: %+v without target labels", name, st)
				}
			}
		}
		w, h := rapid.IntRange(60, 200).Draw(t, "w"), rapid.IntRange(20, 60).Draw(t, "h")
		v := &s.Views.theory
		var shown strings.Builder
		for v.top = 0; ; v.top += s.Body(w, h).Inner().H - 2 {
			shown.WriteString(s.picture(w, h))
			if v.top >= v.hidden(&s.Scene) {
				break
			}
		}
		for name := range judged {
			if !strings.Contains(shown.String(), s.Spell(name)) {
				t.Fatalf("%q is nowhere in %d×%d", name, w, h)
			}
		}
	})
}

// The keys and the wheel scroll as far as there is something, and not at all where all
// of it shows; and the frames.
func TestTheoryView(t *testing.T) {
	s := newStage(t, "rotated-gaussian", nil)
	s.Width, s.Height = 80, 24
	s.show(theoryName)
	v := &s.Views.theory
	first := s.timeless().picture(80, 24)
	t.Run("narrow", func(t *testing.T) { golden.RequireEqual(t, first+"\n") })
	t.Run("wide", func(t *testing.T) { golden.RequireEqual(t, s.picture(200, 60)+"\n") })
	s.picture(80, 24)
	most := v.hidden(&s.Scene)
	for _, c := range []struct {
		keys string
		top  int
		says string
	}{
		{"down", 1, ""}, {"J", 2, ""}, {"up", 1, ""}, {"pgdown", 11, ""}, {"K", 10, ""}, {"pgup", 0, ""},
		{"up", 0, "this is the first statement"}, {strings.Repeat("pgdown ", 20), most, "this is the last statement"},
	} {
		if s.press(strings.Fields(c.keys)...); v.top != c.top || s.Message != c.says {
			t.Fatalf("%s scrolls to line %d, want %d, and says %q", c.keys, v.top, c.top, s.Message)
		}
	}
	s.Message = ""
	if !strings.Contains(s.picture(80, 24), "grow for ever") {
		t.Error("the end shows something else")
	}
	if v.Wheel(&s.Scene, -1); v.top != most-HelpWheel {
		t.Errorf("the wheel scrolls to line %d of %d", v.top, most)
	}
	if !strings.Contains(s.picture(200, 60), "premises, what") {
		t.Error("what was scrolled away stays so where all has room")
	}
	if s.press("down"); s.Message != "all statements are in sight" {
		t.Errorf("where all shows down says %q", s.Message)
	}
}

// Remedies do what they say: pressing them makes a premise hold.
func TestTheoryRemedies(t *testing.T) {
	s := newStage(t, "subspace", nil)
	s.show(theoryName)
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
		if got := statements(&s.Scene)[c.premise]; got.verdict != doesNotHold || got.now != c.remedy {
			t.Errorf("after %s, %s %s: %s", c.turn, c.premise, got.verdict.word(), got.now)
			continue
		}
		s.press(strings.Fields(c.remedy)[1])
		s.settle()
		if got := statements(&s.Scene)[c.premise]; got.verdict != holds {
			t.Errorf("after %s and %s, %s %s", c.turn, c.remedy, c.premise, got.verdict.word())
		}
	}
}

// No number beside the theory's is cut in the middle, whatever the width and however
// long its symbols are when spelled out.
func TestTheoryNotesKeepTheirNumbers(t *testing.T) {
	rate, cut := regexp.MustCompile(`(?m)^.*rate (α|alpha) in.*$`), regexp.MustCompile(`[0-9][0-9.e-]*(…|\.\.)`)
	s := newStage(t, "rotated-gaussian", small("lambda", "1000"))
	for _, s.Glyphs = range []chart.Glyphs{chart.Braille, chart.ASCII} {
		for w := fullWidth; w <= 200; w++ {
			if row := rate.FindString(s.picture(w, 40)); row == "" || cut.MatchString(row) {
				t.Errorf("%d columns, %v: %s", w, s.Glyphs, row)
			}
		}
	}
}
