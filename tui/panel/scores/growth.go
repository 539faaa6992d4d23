package scores

import (
	"fmt"
	"math"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

// drawGrowth draws a descent that diverges: the growth of the weights per epoch, the reason, the
// remedy, and a plot of the growth.
func drawGrowth(st *stage.Stage, g *chart.Grid) {
	w, h := g.Size()
	y := 0
	say := func(style chart.Style, text string, args ...any) {
		y += g.TextWrapped(1, y, w-2, 3, fmt.Sprintf(text, args...), style)
	}
	d := st.Solution.Descent
	growth := st.Solution.Params.ErrorGrowth(d)
	say(chart.Bad, "descent diverges: every epoch makes the weights %s times as large", number.ThreeDigits(growth))
	say(chart.Plain, "%s", explainGrowth(st, growth))
	say(chart.Plain, "the rate %s is %s times the largest stable rate, %s",
		number.FormatStepSize(d.Rate), number.ThreeDigits(d.Rate/d.LargestStableRate), number.FormatStepSize(d.LargestStableRate))
	say(chart.Plain, "%s", explainGrowthRemedy(st))
	if h-y < 7 {
		return
	}
	// The plot ends at the epoch after which the weights are largeGrowth times as large as at the
	// start, but not before epoch 1.
	const largeGrowth = 1e12
	epochs := max(1, min(float64(st.State.Params.Epochs), math.Ceil(math.Log(largeGrowth)/math.Log(growth))))
	x := []float64{0, epochs}
	chart.Curves{
		Curves: []chart.Curve{
			{X: x, Y: []float64{1, math.Pow(growth, epochs)}, Style: chart.Bad, Name: "at this rate"},
			{X: x, Y: []float64{1, 1}, Style: chart.LAR, Dash: chart.Dashed, Name: "at the largest stable rate"},
		},
		LogY: true, XLabel: "epoch", YLabel: "distance from the optimum (1 at the start), log", YWidth: stage.ErrorTickWidth,
	}.Draw(g.Sub(0, y+1, w, h-y-1))
}

func explainGrowth(st *stage.Stage, growth float64) string {
	s := st.Solution
	text := fmt.Sprintf("descent is stable if |1 − hλ_max| < 1; here the value is %s, with the step h = 2α/n and the largest eigenvalue λ_max of A", number.ThreeDigits(growth))
	if s.Momentum > 0 {
		text = fmt.Sprintf("descent is stable if the largest root of the iteration is below 1; with momentum %s the root is %s", number.AllDigits(s.Momentum), number.ThreeDigits(growth))
	}
	end := math.Log(math.MaxFloat64) / math.Log(growth)
	if end < float64(s.Epochs) {
		text += fmt.Sprintf("; after %s epochs the weights overflow", number.ThreeDigits(math.Ceil(end)))
	}
	return text
}

// explainGrowthRemedy names the key to press, and how often, for a stable rate.
func explainGrowthRemedy(st *stage.Stage) string {
	rate, _ := session.OptionByName("rate")
	largest := st.Solution.Descent.LargestStableRate
	state, before := st.State, session.State{}
	for presses := 1; !state.Equal(before); presses++ {
		before, state = state, rate.Step(state, st.Limits, -1)
		value := 0.0 // auto is always stable
		switch state.Params.Rate.Rule {
		case model.RateFixed:
			value = state.Params.Rate.Value
		case model.RatePaper:
			value = 1 / (2 * st.Session.Problem.Src.Sigma[0])
		}
		if value > largest {
			continue
		}
		times := fmt.Sprintf("%d times", presses)
		if presses == 1 {
			times = "once"
		}
		return fmt.Sprintf("press %s %s for the stable rate %s", st.FirstKey("rate"+stage.DownSuffix), times, rate.Get(state))
	}
	return ""
}
