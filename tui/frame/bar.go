package frame

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/stage"
)

// ahead returns the target scores at the larger powers of ten of λ, nil if the scores or the path are
// unknown.
func ahead(sc *Scene) (scores []chart.Group) {
	if sc.Solution() == nil || !sc.Known(stage.TargetMetric) || !stage.PathHolds(&sc.Stage) {
		return nil
	}
	for _, point := range sc.Update.Path {
		ahead := fmt.Sprintf("%s → %s", number.Short(point.Lambda), strings.TrimSpace(sc.FormatScore(sc.Score(point.Descent.Target))))
		if exponent := math.Log10(point.Lambda); point.Lambda <= sc.State.Params.Lambda || point.Lambda < 10 || math.Abs(exponent-math.Round(exponent)) > 1e-9 {
			continue
		}
		scores = append(scores, chart.Group{chart.Styled(ahead, chart.Dim)})
	}
	return scores
}

// ControlRegions returns the places of the controls in a frame of w×h cells, above the sentence and
// the hints.
func (sc *Scene) ControlRegions(w, h int) []controlRegion {
	return controlRegions(layoutOf(sc, w, h))
}

func controlRegions(l layout) []controlRegion {
	regions := slices.Concat(l.controls...)
	for i := range regions {
		regions[i].Y += l.h - 1 - l.said - l.bar
	}
	return regions
}

// drawControls draws the bar of controls above the sentence and the hints.
func drawControls(sc *Scene, l layout, g *chart.Grid) {
	regions := controlRegions(l)
	for _, r := range regions {
		if r.focused && r.label != "" {
			g.Set(r.X-1, r.Y, chart.FocusMark, chart.Accent)
		}
		r.draw(r.of(g))
	}
	if l.quiet {
		others, slider := regions[:len(regions)-1], regions[len(regions)-1]
		last := others[len(others)-1]
		if more := len(sc.Controls()) - len(others); more > 0 {
			g.Text(last.X+last.W+quietGap, last.Y, moreControls(more), chart.Dim)
		}
		x := slider.X + slider.W + quietGap
		if !l.stacked && sc.Focused().Name == "lambda" {
			chart.DrawGroups(g.Sub(x, slider.Y, l.w-x, 1), ahead(sc), 4)
		}
		return
	}
	text, x := moreText(len(sc.Controls()), l.controls)
	g.Text(x, l.h-2-l.said, chart.Truncate(text, l.w-1-x), chart.Key)
}
