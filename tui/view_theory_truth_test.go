package tui

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
)

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

func newPlainDomain(t *testing.T, x *mat.Dense, labels []float64) plainDomain {
	t.Helper()
	var svd mat.SVD
	if !svd.Factorize(x, mat.SVDThin) {
		t.Fatal("no singular value decomposition")
	}
	y := mat.NewVecDense(len(labels), labels)
	var u mat.Dense
	d := plainDomain{sigma: svd.Values(nil), v: new(mat.Dense), xty: new(mat.VecDense), optimum: new(mat.VecDense)}
	svd.UTo(&u)
	svd.VTo(d.v)
	for i := range d.sigma {
		d.projection = append(d.projection, mat.Dot(u.ColView(i), y))
	}
	d.xty.MulVec(x.T(), y)
	if err := d.optimum.SolveVec(x, y); err != nil {
		t.Fatal(err)
	}
	return d
}

func (d plainDomain) tail(k int) float64 {
	left, all := 0.0, 0.0
	for i, y := range d.projection {
		all += y * y
		if i >= k {
			left += y * y
		}
	}
	return math.Sqrt(left / all)
}

func newPlainTheory(t *testing.T, problem *model.Problem, p model.Params) plainTheory {
	t.Helper()
	source := newPlainDomain(t, problem.Source.X, problem.Source.Y)
	target := newPlainDomain(t, problem.Target.X, problem.Target.Y)
	d := len(source.sigma)
	system := func(lambda float64) *mat.Dense {
		a := mat.NewDense(d, d, nil)
		add := func(weight float64, v mat.Vector) {
			for i := range d {
				for j := range d {
					a.Set(i, j, a.At(i, j)+weight*v.AtVec(i)*v.AtVec(j))
				}
			}
		}
		for i := range d {
			if i < p.K || p.KeepImplicit {
				add(source.sigma[i]*source.sigma[i], source.v.ColView(i))
			}
			if i >= p.KTilde {
				add(lambda*target.sigma[i]*target.sigma[i], target.v.ColView(i))
			}
			a.Set(i, i, a.At(i, i)+p.L2)
		}
		return a
	}
	var svd mat.SVD
	lambda := p.Lambda
	if lambda == 0 {
		lambda = 1
	}
	if !svd.Factorize(system(lambda), mat.SVDNone) {
		t.Fatal("no singular value decomposition")
	}
	plain := plainTheory{labelTail: source.tail(p.K), targetTail: target.tail(p.KTilde), rank: svd.Rank(1e-12)}
	var heads mat.Dense
	heads.Mul(source.v.Slice(0, d, 0, p.K).T(), target.v.Slice(0, d, 0, p.KTilde))
	if !svd.Factorize(&heads, mat.SVDNone) {
		t.Fatal("no singular value decomposition")
	}
	values := svd.Values(nil)
	plain.overlap = values[len(values)-1]
	plain.cosine = mat.Dot(source.v.ColView(0), target.v.ColView(0)) * source.projection[0] * target.projection[0]
	plain.cosine /= math.Abs(source.projection[0] * target.projection[0])
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
		part := mat.Dot(target.v.ColView(i), w)
		plain.outside += part * part
	}
	plain.outside = math.Sqrt(plain.outside) / mat.Norm(w, 2)
	largest := math.Max(mat.Norm(low, 2), mat.Norm(high, 2))
	low.SubVec(low, high)
	plain.drift = mat.Norm(low, 2) / largest
	plain.angle = math.Acos(math.Max(-1, math.Min(1, mat.Dot(w, target.optimum)/mat.Norm(w, 2)/mat.Norm(target.optimum, 2)))) * 180 / math.Pi

	// The best c ≥ 0, and what it leaves.
	along, square, all := 0.0, 0.0, 0.0
	for i := range p.K {
		mu, v := source.projection[i]/source.sigma[i], mat.Dot(source.v.ColView(i), target.optimum)
		along, square, all = along+mu*v, square+v*v, all+mu*mu
	}
	c := math.Max(0, along/square)
	for i := range p.K {
		mu, v := source.projection[i]/source.sigma[i], mat.Dot(source.v.ColView(i), target.optimum)
		plain.residual += (mu - c*v) * (mu - c*v)
	}
	plain.residual = math.Sqrt(plain.residual / all)
	return plain
}

// verdicts judges by the definitions: a premise by itself, a conclusion where its
// premises hold.
func (p plainTheory) verdicts(params model.Params, d int) map[string]verdict {
	yes := map[bool]verdict{true: holds, false: doesNotHold}
	equal := params.K == params.KTilde
	objective := !params.KeepImplicit && params.L2 == 0
	invertible := yes[p.overlap > 1e-8]
	if !equal {
		invertible = doesNotApply
	}
	under := func(premises, conclusion bool) verdict {
		if !premises {
			return doesNotApply
		}
		return yes[conclusion]
	}
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
	sample := func(angle float64, n int) datasets.Spec {
		spec := datasets.DefaultSpec("rotated-gaussian")
		spec.Angle, spec.N, spec.M = angle, n, n
		return spec
	}
	subspace := datasets.DefaultSpec("subspace")
	met := map[string]map[verdict]bool{}
	for _, c := range []struct {
		name string
		spec datasets.Spec
		turn func(*model.Params)
		// second and angle are what Theorem 2 and the angle come to.
		second, angle verdict
	}{
		{"default", sample(45, 1000), func(*model.Params) {}, doesNotApply, doesNotApply},
		{"default, large λ", sample(45, 1000), func(p *model.Params) { p.Lambda = 1000 }, doesNotApply, doesNotApply},
		{"large sample", sample(45, 100000), func(p *model.Params) { p.Lambda = 100 }, holds, holds},
		{"large sample, turned beyond 90°", sample(135, 100000), func(p *model.Params) { p.Lambda = 100 }, holds, holds},
		{"large sample, λ = 0.01", sample(45, 100000), func(p *model.Params) { p.Lambda = 0.01 }, doesNotHold, doesNotHold},
		{"no tail", sample(45, 1000), func(p *model.Params) { p.K, p.KTilde = 2, 2 }, holds, doesNotApply},
		{"subspace", subspace, func(*model.Params) {}, holds, holds},
		{"subspace, k above k̃", subspace, func(p *model.Params) { p.K++ }, doesNotApply, doesNotApply},
		{"subspace, k̃ below k", subspace, func(p *model.Params) { p.KTilde-- }, doesNotApply, doesNotApply},
		{"subspace, both larger", subspace, func(p *model.Params) { p.K += 3; p.KTilde += 3 }, holds, doesNotApply},
		{"subspace, both smaller", subspace, func(p *model.Params) { p.K--; p.KTilde-- }, doesNotApply, doesNotApply},
		{"subspace, implicit term kept", subspace, func(p *model.Params) { p.KeepImplicit = true }, doesNotApply, doesNotApply},
		{"subspace, ridge", subspace, func(p *model.Params) { p.L2 = 1 }, doesNotApply, doesNotApply},
	} {
		t.Run(c.name, func(t *testing.T) {
			sc := sceneOf(t, c.spec, nil)
			state := sc.State
			c.turn(&state.Params)
			sc = solved(t, sc.Update.Session, state)
			problem := sc.Update.Session.Problem
			got := statements(&sc)
			want := newPlainTheory(t, problem, state.Params).verdicts(state.Params, problem.D)
			for name, v := range want {
				if got[name].verdict != v {
					t.Errorf("%s: %s (%s), plainly it %s", name, got[name].verdict.word(), got[name].measure, v.word())
				}
			}
			if len(got) != len(want) {
				t.Errorf("%d statements are judged, %d plainly", len(got), len(want))
			}
			if second := got["w in the target's span"]; second.verdict != c.second {
				t.Errorf("Theorem 2 %s (%s), want it %s", second.verdict.word(), second.measure, c.second.word())
			}
			if angle := got["angle of w to w*_T"]; angle.verdict != c.angle {
				t.Errorf("the angle %s (%s), want it %s", angle.verdict.word(), angle.measure, c.angle.word())
			}
			for name, s := range got {
				if met[name] == nil {
					met[name] = map[verdict]bool{}
				}
				met[name][s.verdict] = true
			}
		})
	}
	for _, name := range []string{"w in the target's span", "w independent of λ", "source labels end at k", "target labels end at k̃", "as many components"} {
		if len(met[name]) < 2 {
			t.Errorf("%s is only ever judged %v", name, met[name])
		}
	}
}

// Without λ and with k below k̃ what fails is named, and A is singular at every λ in
// the second case alone.
func TestTheorySingular(t *testing.T) {
	base := sceneOf(t, datasets.DefaultSpec("subspace"), nil)
	for _, c := range []struct {
		turn func(*model.Params)
		rank verdict
	}{
		{func(p *model.Params) { p.Lambda = 0 }, holds},
		{func(p *model.Params) { p.KTilde += 2 }, doesNotHold},
	} {
		state := base.State
		c.turn(&state.Params)
		theory, err := model.NewSolver(base.Update.Session.Problem).Theory(context.Background(), state.Params)
		if err != nil {
			t.Fatal(err)
		}
		sc := solved(t, base.Update.Session, state)
		plain := newPlainTheory(t, base.Update.Session.Problem, state.Params)
		d := base.Update.Session.Problem.D
		if plain.rank != d-theory.Nullity {
			t.Errorf("rank %d, plainly %d", d-theory.Nullity, plain.rank)
		}
		got := statements(&sc)
		if got["A has full rank"].verdict != c.rank || got["w in the target's span"].verdict != doesNotApply {
			t.Errorf("%+v: %+v, %+v", state.Params, got["A has full rank"], got["w in the target's span"])
		}
	}
}
