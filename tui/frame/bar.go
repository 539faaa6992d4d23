package frame

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"larui/datasets"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

// quietRow lays out one row: the focused control in front, then what that means, and at
// the right end as many of the main ones as have room.
func quietRow(sc *Scene, w int) []controlRegion {
	usual := session.State{Spec: datasets.DefaultSpec(sc.State.Spec.Name)}
	var others []controlCell
	front, left, slider := controlRegion{}, 0, sliders[0]
	if w >= stage.PairWidth {
		slider *= 2 // each step of λ moves the knob, then
	}
	all := sc.Controls()
	for i, c := range all {
		switch {
		case i == max(0, min(len(all)-1, sc.Focus)):
			cell := newCell(sc, i, c, slider, usual)
			cell.focused, cell.Arrows, cell.Slider = true, true, slider
			front = controlRegion{cell, rect{quietLeft, 0, cell.width(), 1}}
			left = quietLeft + front.W + 2
			left += chart.WidthOf([]chart.Group{meaning(sc, w, w-1-left)}, 0) + barGap
		case !c.Advanced:
			others = append(others, newCell(sc, i, c, 0, usual))
		}
	}
	regions, room := []controlRegion{front}, 0
	for i, cell := range others {
		room += cell.width() + barGap
		if left+room > w+barGap-1 {
			room -= cell.width() + barGap
			others = others[:i]
			break
		}
	}
	x := w - 1 - room + barGap
	for _, cell := range others {
		regions = append(regions, controlRegion{cell, rect{x, 0, cell.width(), 1}})
		x += cell.width() + barGap
	}
	return regions
}

// quietLeft is the column of the control in front.
const quietLeft = 3

// meaning says in so many columns what the control in front means or, on a screen that is
// narrow, where λ leads to.
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

// ahead says how some larger λ score, as far as w columns have room; nil where that is not
// known.
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

// ControlRegions places the bar of controls in a frame of w×h cells, above the line
// of hints.
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

// drawControls draws the bar over the last rows of g but the one of the hints.
func drawControls(sc *Scene, l layout, g *chart.Grid) {
	regions := controlRegions(l)
	for _, r := range regions {
		if r.focused {
			g.Set(r.X-1, r.Y, chart.FocusMark, chart.Accent)
		}
		r.draw(r.of(g))
	}
	if l.quiet {
		x := regions[0].X + regions[0].W + 2
		for _, p := range meaning(sc, l.w, l.w-1-x) {
			x += g.Text(x, regions[0].Y, p.Text, p.Style)
		}
		return
	}
	text, x := moreText(len(sc.Controls()), l.controls)
	g.Text(x, l.h-2-l.said, chart.Truncate(text, l.w-1-x), chart.Key)
}
