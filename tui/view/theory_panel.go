package view

import (
	"fmt"
	"math"

	"larui/tui/chart"
	"larui/tui/number"
)

// Draw lists the assumptions and statements of the paper's section 4 with
// what they measure here; as a view of its own with the statements in full.
func (view *theoryView) Draw(sc *Scene, g *chart.Grid) {
	t, s := sc.Update.Theory, sc.Solution()
	if t == nil {
		g.Text(1, 0, "solving …", chart.Dim)
		return
	}
	if sc.Zoom {
		view.drawTheoryView(sc, g)
		return
	}
	w, h := g.Size()
	y := 0
	// The short note stands for note where that has no room.
	line := func(label, value, note, short string, style chart.Style) {
		if y >= h {
			return
		}
		labelWidth, valueWidth := 26, 8
		if sc.Glyphs == chart.ASCII {
			labelWidth, valueWidth = 30, 7 // symbols are spelled out
		}
		room := w - labelWidth - valueWidth - 3
		label, value, note = sc.Spell(label), sc.Spell(value), sc.Spell(note)
		if short = sc.Spell(short); short != "" && chart.TextWidth(note) > room {
			note = short
		}
		g.Text(1, y, chart.Truncate(label, labelWidth), chart.Plain)
		g.TextRight(1+labelWidth+valueWidth, y, value, chart.Bold)
		g.Text(1+labelWidth+valueWidth+2, y, chart.Truncate(note, room), style)
		y++
	}
	premises := view.theoryPremises(sc)
	conclusions := view.theoryConclusions(sc, premises)
	invertible, style := "invertible", chart.Good
	if !(t.HeadOverlapMin > invertibleTolerance) {
		invertible, style = "singular: no theorem", chart.Warning
	}
	line("overlap σ_min(V_kᵀṼ_k̃)", number.Measure(t.HeadOverlapMin), invertible, "singular", style)
	note, style := theoremNote(t.OutsideSpan, conclusions[0], premises)
	line("w outside span(ṽ₁..ṽ_k̃)", number.Measure(t.OutsideSpan), note, "", style)
	note, style = theoremNote(t.LambdaDrift, conclusions[1], premises)
	line("w moves, λ 0.01 → 100", number.Measure(t.LambdaDrift), note, "", style)
	if !math.IsNaN(t.Proportionality) {
		line("residual μ_k − c V_kᵀw*_T", number.Measure(t.Proportionality), "0: w ∝ w*_T", "", chart.Dim)
		note, short := "", ""
		if !math.IsNaN(t.PredictedAngle) {
			short = fmt.Sprintf("theory: %.0f°", t.PredictedAngle)
			note = fmt.Sprintf("%.0f° if y^U ends at k", t.PredictedAngle)
		}
		line("angle of w to w*_T", number.Degrees(t.Angle), note, short, chart.Dim)
		line("‖w − w*_T‖ descent", number.Measure(s.Descent.ParameterError), "none "+number.Measure(s.None.ParameterError), "", chart.Dim)
	}
	condition, style := "", chart.Dim
	if s.Closed.RankDeficient {
		condition, style = "pseudo-inverse", chart.Warning
	}
	line("condition of A", number.Measure(s.Closed.Condition), condition, "", style)
	leak, style := "J has a minimum", chart.Dim
	if s.Closed.UnboundedBelow {
		leak, style = "J is unbounded below", chart.Warning
	}
	line("leak ‖P_NΦᵀy‖/‖Φᵀy‖", number.Measure(s.Closed.Leak), leak, "no minimum", style)
	stable := number.Measure(s.Descent.LargestStableRate)
	line("rate α in use", number.Measure(s.Descent.Rate), "stable below "+stable, "below "+stable, chart.Dim)
}

// theoremNote says in the width of the panel what became of a number that Theorem 2
// says is zero.
func theoremNote(value float64, s statement, ps theoryPremises) (string, chart.Style) {
	switch {
	case s.verdict == holds:
		return "✓ theorem: 0", chart.Good
	case ps.equal.verdict != holds:
		return "0 if k = k̃", chart.Dim
	case value <= theoryTolerance:
		return "0 within 1 %", chart.Plain
	case s.verdict == doesNotApply && ps.labels.verdict == holds:
		return "no theorem: see 7", chart.Warning
	}
	return "0 if y^U ends at k", chart.Warning
}
