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

// Between controls in one row, and what there is room for behind them: a slider, what the selected
// control means or, on a narrow screen, where λ leads to.
const (
	quietGap   = 2
	longSlider = 20 // each step of λ moves the knob
	meansWidth = 29
	aheadWidth = 14
)

// quietRow lays out one row: the controls in their order, as many as have room, and behind them
// the slider of the selected one, always at the same place. A selected one that has no room among
// the others takes the place of the last.
func quietRow(sc *Scene, w int) []controlRegion {
	usual := session.State{Spec: datasets.DefaultSpec(sc.State.Spec.Name)}
	all := sc.Controls()
	focus := max(0, min(len(all)-1, sc.Focus))
	slider, behind := longSlider, meansWidth
	switch {
	case w < stage.PairWidth:
		slider, behind = sliders[1], 0
	case w < stage.SideBySide:
		behind = aheadWidth
	}
	sliderAt := w - behind - quietGap - slider
	end := sliderAt - quietGap - len(moreControls(len(all))) - quietGap
	var regions []controlRegion
	add := func(i int) bool {
		cell := newCell(sc, i, all[i], 0, usual)
		cell.focused, cell.Arrows, cell.tight = i == focus, true, false
		x := 1
		if last := len(regions) - 1; last >= 0 {
			x = regions[last].X + regions[last].W + quietGap
		}
		fits := x+cell.width() <= end || len(regions) == 0
		if fits {
			regions = append(regions, controlRegion{cell, rect{x, 0, cell.width(), 1}})
		}
		return fits
	}
	for i := range all {
		if all[i].Advanced || !add(i) {
			break
		}
	}
	for shown := len(regions); focus >= shown && !add(focus); {
		regions = regions[:len(regions)-1]
	}
	knob := controlCell{Index: focus, Slider: slider, place: all[focus].Place(sc.State, sc.Limits), focused: true}
	at := knob.Layout().Slider
	return append(regions, controlRegion{knob, rect{sliderAt - at, 0, at + slider, 1}})
}

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
		for _, p := range meaning(sc, l.w, l.w-x) {
			x += g.Text(x, regions[0].Y, p.Text, p.Style)
		}
		return
	}
	text, x := moreText(len(sc.Controls()), l.controls)
	g.Text(x, l.h-2-l.said, chart.Truncate(text, l.w-1-x), chart.Key)
}
