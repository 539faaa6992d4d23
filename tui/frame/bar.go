package frame

import (
	"fmt"
	"math"
	"strings"

	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/stage"
)

// scoresAhead returns the target scores at the larger powers of ten of λ, nil if the scores or the path are
// unknown.
func scoresAhead(sc *Scene) (scores []chart.Group) {
	if sc.Solution == nil || !sc.Known(stage.TargetMetric) || !stage.PathHolds(&sc.Stage) {
		return nil
	}
	for _, point := range sc.Update.Path {
		ahead := fmt.Sprintf("λ %s: %s", number.Short(point.Lambda), strings.TrimSpace(sc.FormatScore(sc.Score(point.Descent.Target))))
		if exponent := math.Log10(point.Lambda); point.Lambda <= sc.State.Params.Lambda || point.Lambda < 10 || math.Abs(exponent-math.Round(exponent)) > 1e-9 {
			continue
		}
		scores = append(scores, chart.Group{chart.Styled(ahead, chart.Dim)})
	}
	return scores
}

// ControlRegions returns the places of the controls in a frame of w×h cells, then the place of the
// slider.
func (sc *Scene) ControlRegions() []controlRegion { return layoutOf(sc).controls }

// drawControls draws the bar of controls.
func drawControls(sc *Scene, l layout, g *chart.Grid) {
	for _, r := range l.controls {
		if r.focused {
			g.Set(r.X-1, r.Y, chart.FocusMark, chart.Accent)
		}
		r.draw(r.gridOf(g))
	}
	others, slider := l.controls[:len(l.controls)-1], l.controls[len(l.controls)-1]
	last := others[len(others)-1]
	if more := len(sc.Controls()) - len(others); more > 0 {
		g.Text(last.X+last.W+barGap, last.Y, moreControls(more), chart.Dim)
	}
	if x := slider.X + slider.W + barGap; !l.stacked && sc.FocusedControl().Name == "lambda" {
		chart.DrawGroups(g.Sub(x, slider.Y, l.w-x, 1), scoresAhead(sc), 4)
	}
}
