package frame

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/stage"
)

// meaning returns the help text of the focused control, cut to room columns. For λ on a screen that
// is too narrow for panels side by side, it returns ahead, if known.
func meaning(sc *Scene, w, room int) chart.Group {
	if w < stage.SideBySide && sc.Focused().Name == "lambda" {
		if ahead := ahead(sc, room); ahead != nil {
			return ahead
		}
	}
	c := sc.Focused()
	text := sc.Spell(cmp.Or(c.Means, c.Help))
	return chart.Group{chart.Styled(chart.Truncate(text, max(0, room)), chart.Dim)}
}

// ahead returns the target scores at the larger powers of ten of λ, as many as fit in w columns. It
// is nil if the scores or the path are unknown.
func ahead(sc *Scene, w int) (text chart.Group) {
	if sc.Solution() == nil || !sc.Known(stage.TargetMetric) || !stage.PathHolds(&sc.Stage) {
		return nil
	}
	for _, point := range sc.Update.Path {
		ahead := fmt.Sprintf("%s → %s", number.Short(point.Lambda), strings.TrimSpace(sc.FormatScore(sc.Score(point.Descent.Target))))
		if exponent := math.Log10(point.Lambda); point.Lambda <= sc.State.Params.Lambda || point.Lambda < 10 || math.Abs(exponent-math.Round(exponent)) > 1e-9 {
			continue
		}
		if len(text) > 0 {
			ahead = "    " + ahead
		}
		if chart.WidthOf([]chart.Group{text}, 0)+chart.TextWidth(ahead) > w {
			break
		}
		text = append(text, chart.Styled(ahead, chart.Dim))
	}
	return text
}

// ControlRegions returns the places of the controls in a frame of w×h cells, then the place of the
// slider.
func (sc *Scene) ControlRegions(w, h int) []controlRegion { return layoutOf(sc, w, h).controls }

// drawControls draws the bar of controls.
func drawControls(sc *Scene, l layout, g *chart.Grid) {
	for _, r := range l.controls {
		if r.focused {
			g.Set(r.X-1, r.Y, chart.FocusMark, chart.Accent)
		}
		r.draw(r.of(g))
	}
	others, slider := l.controls[:len(l.controls)-1], l.controls[len(l.controls)-1]
	last := others[len(others)-1]
	if more := len(sc.Controls()) - len(others); more > 0 {
		g.Text(last.X+last.W+barGap, last.Y, moreControls(more), chart.Dim)
	}
	x := slider.X + slider.W + barGap
	for _, p := range meaning(sc, l.w, l.w-x) {
		x += g.Text(x, slider.Y, p.Text, p.Style)
	}
}
