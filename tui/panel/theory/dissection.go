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

// weightHeadings returns the headings first, followed by the headings of the columns for no
// adaptation, LAR and LAR trained to the end.
func weightHeadings(first ...string) []string {
	return append(first, stage.NoAdaptation, "LAR", "to the end")
}

func lossTable(d *session.Dissection) [][]string {
	rows := [][]string{weightHeadings("")}
	add := func(name string, of func(model.Loss) string) {
		rows = append(rows, []string{name, of(d.None), of(d.Descent), of(d.Closed)})
	}
	term := func(name string, of func(model.Loss) float64) {
		add(name, func(l model.Loss) string { return number.ThreeDigits(of(l)) })
	}
	term("fit on k", func(l model.Loss) float64 { return l.Fit })
	term("source tail", func(l model.Loss) float64 { return l.SourceTail })
	term("labels beyond k", func(l model.Loss) float64 { return l.Cross + l.Rest })
	term("target tail", func(l model.Loss) float64 { return l.TargetTail })
	term("λ · target tail", func(l model.Loss) float64 {
		if d.Params.Lambda == 0 {
			return 0 // also if the tail is infinite
		}
		return d.Params.Lambda * l.TargetTail
	})
	term("J/n", func(l model.Loss) float64 { return l.Objective })
	add("predictions beyond k̃", func(l model.Loss) string { return number.Percent(l.TargetBeyond, 1) })
	return rows
}

// projectionTable writes magnitudes without signs for several outputs.
func projectionTable(d *session.Dissection, outputs int) [][]string {
	const few = 3
	value := func(v float64) string {
		if outputs > 1 {
			return number.ThreeDigits(math.Abs(v))
		}
		return number.ThreeDigits(v)
	}
	rows := [][]string{weightHeadings("along", "σ_i", "labels")}
	for side, list := range [][]session.ProjectedComponent{d.Source, d.Target} {
		for i, p := range list[:min(few, len(list))] {
			rows = append(rows, []string{[]string{"u_", "ũ_"}[side] + strconv.Itoa(i+1), number.ThreeDigits(p.Sigma), value(p.Projection),
				value(p.None), value(p.Descent), value(p.Closed)})
		}
	}
	return rows
}

// checkBounds checks the sums, bounds and propositions of the paper, but not the theorems.
func checkBounds(at solvedState, b model.Bounds) []statement {
	t, problem := at.Theory, at.Session.Problem
	const cut, arbitrary = "least squares also fits label projections that eq. (18) leaves out", "several directions of a domain have σ = 0 or the same σ, so they are arbitrary"
	sum := func(name, symbol string, share float64, known bool) statement {
		return statement{
			name: name, measure: "‖" + symbol + " − its sum‖/‖" + symbol + "‖ = " + number.ThreeDigits(share),
			tolerance: atMostText(shareTolerance), verdict: verdictIf(share <= shareTolerance), place: "Eq. (18)",
		}.applyFirstTrue(
			conditionalVerdict{!known, notKnown, missingLabelsReason},
			conditionalVerdict{math.IsNaN(share), doesNotApply, arbitrary},
			conditionalVerdict{!(share <= shareTolerance), doesNotHold, cut},
		)
	}
	c := b.Correlated
	like := "0 features"
	if c.Count > 0 {
		like = fmt.Sprintf("%d features have a cosine of %s or more with the labels; the label projection has the norm %s", c.Count, number.ThreeDigits(1-c.Delta), number.ThreeDigits(c.Share))
	}
	return []statement{
		sum("w*_S as a sum up to k", "w*_S", b.CutSource, true),
		sum("w*_T as a sum up to k̃", "w*_T", b.CutTarget, problem.Tgt.Projection != nil),
		statement{
			name: "close bases overlap", measure: "ε = " + number.ThreeDigits(b.OverlapError), tolerance: "below min(1/k, 1/(d−k)) = " + number.ThreeDigits(b.OverlapErrorLimit),
			verdict: verdictIf(t.HeadOverlapMin > invertibleTolerance), place: "Proposition 5",
		}.applyFirstTrue(
			conditionalVerdict{math.IsNaN(b.OverlapError), doesNotApply, arbitrary},
			conditionalVerdict{t.Params.K != t.Params.KTilde, doesNotApply, "needs k = k̃"},
			conditionalVerdict{!(b.OverlapError < b.OverlapErrorLimit), doesNotApply, "the bases may overlap without this condition; see the overlaps above"},
		),
		statement{
			name: "the source beyond k̃", measure: "σ_{k̃+1} = " + number.ThreeDigits(b.Sigma), tolerance: "at most √(d−k̃) max‖Φ ṽ_i‖ = " + number.ThreeDigits(b.SigmaLimit),
			verdict: verdictIf(b.Sigma <= b.SigmaLimit*(1+model.SinglePrecision)), place: "Lemma 7",
		}.applyFirstTrue(
			conditionalVerdict{t.Params.KTilde >= problem.D, doesNotApply, "k̃ = d leaves no tail"},
			conditionalVerdict{math.IsNaN(b.SigmaLimit), doesNotApply, arbitrary},
		),
		statement{
			name: "features like the labels", measure: like,
			tolerance: "above " + number.ThreeDigits(c.Limit), verdict: verdictIf(c.Share > c.Limit), place: "Proposition 8",
		}.applyFirstTrue(
			conditionalVerdict{problem.C > 1, doesNotApply, "Proposition 8 is stated for one output"},
			conditionalVerdict{c.Count == 0, doesNotApply, "no feature has a cosine above 0.8 with the labels"},
			conditionalVerdict{math.IsNaN(c.Share), doesNotApply, arbitrary},
		),
	}
}

// compareSampleWithPopulation compares estimates from the sample with the true values of the Gaussian that the
// pair samples.
func compareSampleWithPopulation(at solvedState, s model.SampleComparison) []statement {
	const errors = 3 // standard errors, s.e.
	near := func(name, formula, source string, e model.Estimate) statement {
		return statement{
			name: name, measure: formula + " = " + formatTwoEntries(e.Population) + ", here " + formatTwoEntries(e.Sample) + ", apart " + number.ThreeDigits(e.Apart),
			tolerance: fmt.Sprintf("%d s.e., %s", errors, number.ThreeDigits(errors*e.StandardError)),
			verdict:   verdictIf(e.Apart <= errors*e.StandardError), place: source,
		}.applyFirstTrue(
			conditionalVerdict{e.Sample == nil, notKnown, missingLabelsReason},
			conditionalVerdict{!(e.Apart <= errors*e.StandardError), doesNotHold, "fewer than 1 of 300 samples differ by more than the tolerance; try another seed"},
		)
	}
	return []statement{
		near("E[xy]", "√(2/π)s₁p₁", "Lemma 9", s.CrossMoment),
		near("w*_S of the Gaussian", "√(2/π)/s₁ p₁", "Section 4.1", s.Source),
		near("w*_T of the Gaussian", "√(2/π)/s̃₁ p̃₁", "Section 4.1", s.Target),
		statement{
			name: "LAR's w of the Gaussian", measure: "c w*_T/(v₁ᵀṽ₁) = " + formatTwoEntries(s.Solution.Population) + ", c = 1; here " + formatTwoEntries(s.Solution.Sample) + ", c = " + number.ThreeDigits(s.C),
			tolerance: "c above 0", verdict: verdictIf(s.C > 0), place: "Proposition 1",
		}.applyFirstTrue(
			conditionalVerdict{s.Solution.Sample == nil, doesNotApply, "Proposition 1 needs k = k̃ = 1, λ > 0, and no implicit and no ridge term"},
			conditionalVerdict{at.Session.Problem.Optimum == nil, notKnown, missingLabelsReason},
			conditionalVerdict{math.IsNaN(s.C), doesNotApply, "p₁ᵀp̃₁ is zero"},
		),
	}
}

func formatTwoEntries(v []float64) string {
	if len(v) < 2 {
		return number.Unknown
	}
	return "(" + number.ThreeDigits(v[0]) + ", " + number.ThreeDigits(v[1]) + ")"
}
