package frame

import (
	"fmt"
	"math"
	"strings"

	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/stage"
)

// scoresAtLargerLambda returns the target's scores at the powers of ten above the present λ, nil if
// they are unknown.
func scoresAtLargerLambda(sc *Scene) (scores []chart.Group) {
	if sc.Solution == nil || !sc.IsKnown(stage.TargetMetric) || !stage.IsPathCurrent(&sc.Stage) {
		return nil
	}
	for _, point := range sc.Update.Path {
		if exponent := math.Log10(point.Lambda); point.Lambda <= sc.State.Params.Lambda || point.Lambda < 10 || math.Abs(exponent-math.Round(exponent)) > 1e-9 {
			continue
		}
		text := fmt.Sprintf("λ %s: %s", number.AllDigits(point.Lambda), strings.TrimSpace(sc.FormatScore(point.Descent.Target.Score)))
		scores = append(scores, chart.Group{chart.Dim.Text(text)})
	}
	return scores
}

// ControlRegions returns the visible controls with their rectangles, and then the slider.
func (sc *Scene) ControlRegions() []controlRegion { return newLayout(sc).controls }

func drawControls(sc *Scene, l layout, g *chart.Grid) {
	for _, r := range l.controls {
		if r.focused {
			g.Set(r.X-1, r.Y, chart.FocusMark, chart.Accent)
		}
		r.draw(r.gridOf(g))
	}
	shown := len(l.controls) - 1
	last, slider := l.controls[shown-1], l.controls[shown]
	if more := len(sc.Controls()) - shown; more > 0 {
		g.Text(last.X+last.W+barGap, last.Y, moreControlsText(more), chart.Dim)
	}
	if x := slider.X + slider.W + barGap; !l.stacked && sc.FocusedControl().Name == "lambda" {
		chart.DrawGroups(g.Sub(x, slider.Y, l.w-x, 1), scoresAtLargerLambda(sc), 4)
	}
}
