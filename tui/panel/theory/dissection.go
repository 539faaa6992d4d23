package theory

import (
	"fmt"
	"math"
	"strconv"

	"larui/model"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

// populationParts returns the part that compares the sample with its Gaussian, nil for other pairs and
// until the dissection is ready.
func populationParts(at point) []part {
	d := session.DissectionOf(at.Update)
	if d == nil || d.Sampled == nil {
		return nil
	}
	return []part{{title: "the Gaussian that this pair samples", statements: populationAt(at, *d.Sampled)}}
}

// dissectionParts returns the parts that need a dissection, nil until it is ready.
func dissectionParts(at point) []part {
	d := session.DissectionOf(at.Update)
	if d == nil {
		return nil
	}
	return []part{
		{title: "the objective taken apart, each divided by n (eq. 3 to 6)", table: lossTable(d)},
		{title: "predictions along u_i, σ_i v_iᵀw, beside the labels' y^U_i", table: projectionTable(d, at.Session.Problem.C)},
		{title: "what else the paper states", statements: boundsAt(at, d.Bounds)},
	}
}

// weightColumns returns the heading of a table whose last columns belong to weights.
func weightColumns(first ...string) []string {
	return append(first, stage.NoAdaptation, "LAR", "to the end")
}

// lossTable has one row per term of the objective.
func lossTable(d *session.Dissection) [][]string {
	rows := [][]string{weightColumns("")}
	add := func(name string, of func(model.Loss) string) {
		rows = append(rows, []string{name, of(d.None), of(d.Descent), of(d.Closed)})
	}
	part := func(name string, of func(model.Loss) float64) {
		add(name, func(l model.Loss) string { return number.Measure(of(l)) })
	}
	part("fit on k", func(l model.Loss) float64 { return l.Fit })
	part("source tail", func(l model.Loss) float64 { return l.SourceTail })
	part("labels beyond k", func(l model.Loss) float64 { return l.Cross + l.Rest })
	part("target tail", func(l model.Loss) float64 { return l.TargetTail })
	part("λ times that", func(l model.Loss) float64 {
		if d.Params.Lambda == 0 {
			return 0
		}
		return d.Params.Lambda * l.TargetTail
	})
	part("J/n", func(l model.Loss) float64 { return l.Objective })
	add("predictions beyond k̃", func(l model.Loss) string { return number.Percent(l.TargetBeyond, 1) })
	return rows
}

// projectionTable has one row per leading component of both domains.
func projectionTable(d *session.Dissection, outputs int) [][]string {
	const few = 3
	value := func(v float64) string {
		if outputs > 1 {
			return number.Measure(math.Abs(v))
		}
		return number.Measure(v)
	}
	rows := [][]string{weightColumns("along", "σ_i", "labels")}
	for side, list := range [][]session.Projected{d.Source, d.Target} {
		for i, p := range list[:min(few, len(list))] {
			rows = append(rows, []string{[]string{"u_", "ũ_"}[side] + strconv.Itoa(i+1), number.Measure(p.Sigma), value(p.Projection),
				value(p.None), value(p.Descent), value(p.Closed)})
		}
	}
	return rows
}

// boundsAt judges the paper's statements that are not theorems: sums, bounds, propositions.
func boundsAt(at point, b model.Bounds) []statement {
	t, problem := at.Theory, at.Session.Problem
	const cut, arbitrary = "least squares uses the labels' projections beyond, and eq. (18) leaves these out", "a domain has several directions of σ = 0, or of one σ, which are arbitrary"
	sum := func(name, symbol string, share float64, known bool) statement {
		return statement{
			name: name, measure: "‖" + symbol + " − its sum‖/‖" + symbol + "‖ = " + number.Measure(share),
			tolerance: atMost(shareTolerance), verdict: judge(share <= shareTolerance), source: "Eq. (18)",
		}.applyRulings(
			ruling{!known, notKnown, needsLabels},
			ruling{math.IsNaN(share), doesNotApply, arbitrary},
			ruling{!(share <= shareTolerance), doesNotHold, cut},
		)
	}
	c := b.Correlated
	like := "0 features"
	if c.Count > 0 {
		like = fmt.Sprintf("%d features by %s and more: the labels' projection is %s long", c.Count, number.Measure(1-c.Delta), number.Measure(c.Share))
	}
	return []statement{
		sum("w*_S as a sum up to k", "w*_S", b.CutSource, true),
		sum("w*_T as a sum up to k̃", "w*_T", b.CutTarget, problem.Tgt.Projection != nil),
		statement{
			name: "close bases overlap", measure: "ε = " + number.Measure(b.OverlapError), tolerance: "below min(1/k, 1/(d−k)) = " + number.Measure(b.OverlapErrorLimit),
			verdict: judge(t.HeadOverlapMin > invertibleTolerance), source: "Proposition 5",
		}.applyRulings(
			ruling{math.IsNaN(b.OverlapError), doesNotApply, arbitrary},
			ruling{t.Params.K != t.Params.KTilde, doesNotApply, "needs k = k̃"},
			ruling{!(b.OverlapError < b.OverlapErrorLimit), doesNotApply, "this condition is only sufficient: the overlaps above decide"},
		),
		statement{
			name: "the source beyond k̃", measure: "σ_{k̃+1} = " + number.Measure(b.Sigma), tolerance: "at most √(d−k̃) max‖Φ ṽ_i‖ = " + number.Measure(b.SigmaLimit),
			verdict: judge(b.Sigma <= b.SigmaLimit*(1+model.SinglePrecision)), source: "Lemma 7",
		}.applyRulings(
			ruling{t.Params.KTilde >= problem.D, doesNotApply, "k̃ = d leaves no tail"},
			ruling{math.IsNaN(b.SigmaLimit), doesNotApply, arbitrary},
		),
		statement{
			name: "features like the labels", measure: like,
			tolerance: "above " + number.Measure(c.Limit), verdict: judge(c.Share > c.Limit), source: "Proposition 8",
		}.applyRulings(
			ruling{problem.C > 1, doesNotApply, "stated for one output"},
			ruling{c.Count == 0, doesNotApply, "no feature follows the labels by more than 0.8"},
			ruling{math.IsNaN(c.Share), doesNotApply, arbitrary},
		),
	}
}

// populationAt judges how near the sample is to its Gaussian.
func populationAt(at point, s model.SampleComparison) []statement {
	const errors = 3 // in standard errors, s.e.
	near := func(name, formula, source string, e model.Estimate) statement {
		return statement{
			name: name, measure: formula + " = " + vector(e.Population) + ", here " + vector(e.Sample) + ", apart " + number.Measure(e.Apart),
			tolerance: fmt.Sprintf("%d s.e., %s", errors, number.Measure(errors*e.StandardError)),
			verdict:   judge(e.Apart <= errors*e.StandardError), source: source,
		}.applyRulings(
			ruling{e.Sample == nil, notKnown, needsLabels},
			ruling{!(e.Apart <= errors*e.StandardError), doesNotHold, "fewer than one sample in 300 is so far off: try another seed"},
		)
	}
	return []statement{
		near("E[xy]", "√(2/π)s₁p₁", "Lemma 9", s.CrossMoment),
		near("w*_S of the Gaussian", "√(2/π)/s₁ p₁", "Section 4.1", s.Source),
		near("w*_T of the Gaussian", "√(2/π)/s̃₁ p̃₁", "Section 4.1", s.Target),
		statement{
			name: "LAR's w of the Gaussian", measure: "c w*_T/(v₁ᵀṽ₁) = " + vector(s.Solution.Population) + ", c = 1; here " + vector(s.Solution.Sample) + ", c = " + number.Measure(s.C),
			tolerance: "c above 0", verdict: judge(s.C > 0), source: "Proposition 1",
		}.applyRulings(
			ruling{s.Solution.Sample == nil, doesNotApply, "stated for k = k̃ = 1, λ > 0, without the implicit term and ridge"},
			ruling{at.Session.Problem.Optimum == nil, notKnown, needsLabels},
			ruling{math.IsNaN(s.C), doesNotApply, "p₁ᵀp̃₁ is zero"},
		),
	}
}

// vector writes a vector of two entries.
func vector(v []float64) string {
	if len(v) < 2 {
		return number.Unknown
	}
	return "(" + number.Measure(v[0]) + ", " + number.Measure(v[1]) + ")"
}
