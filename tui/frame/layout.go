package frame

import (
	"fmt"
	"slices"

	"larui/tui/chart"
	"larui/tui/stage"
)

// wideSentence is the least number of columns for a sentence of a single row.
const wideSentence = 110

// A layout is the arrangement of a frame of w×h cells, from above: the title, the scores from row
// score on, the body from row top on, gap empty rows, a row of controls, said rows of the
// sentence, and the hints.
type layout struct {
	w, h int
	// simple panels have no axes and no numbers for experts. A full frame has room for all panels.
	simple, full bool
	// stacked panels stand in two rows.
	stacked bool
	// large draws LAR's score in large digits, in the rows of scores.
	large                 bool
	score, top, gap, said int
	// saying is the number of rows for the sentence: said, or 1 in a lesson.
	saying int
	// controls are the regions of the bar.
	controls []controlRegion
}

func layoutOf(sc *Scene, w, h int) layout {
	l := layout{w: w, h: h, full: w >= stage.FullWidth && h >= stage.FullHeight, score: 1, top: 2, said: 2}
	l.simple = sc.IsSimple()
	l.stacked = sc.HasRoom(w, h)
	switch {
	case l.simple && h >= stage.AiryHeight:
		l.score, l.top, l.gap = 2, 4, 1
	case w >= wideSentence && !l.simple:
		l.said = 1
	}
	if sc.TopOverlay() != nil { // a message stands in the row of the bar, the overlay above it
		return layout{w: w, h: h, saying: 1}
	}
	l.saying = l.said
	if sc.Lessons.Step() != nil {
		l.said, l.saying = lessonRows(sc, w), 1
		l.score, l.top, l.gap = 1, 2, 0
	}
	l.controls = controlRow(sc, l)
	if sc.Presenting && !sc.Zoom {
		return withLargeDigits(l)
	}
	return l
}

// withLargeDigits returns a layout with large digits, if the panel then has at least enoughRows rows.
func withLargeDigits(l layout) layout {
	const enoughRows = 9
	large := l
	large.large, large.score, large.gap = true, 1, 0
	if l.gap > 0 && l.h >= stage.FullHeight {
		large.score, large.gap = 2, 1
	}
	large.top = 2*large.score - 1 + chart.DigitRows
	if large.body().H < enoughRows {
		return l
	}
	return large
}

// body returns the place of the panels, between the header and the controls.
func (l layout) body() rect {
	below := l.gap + l.said + 2
	return rect{0, l.top, l.w, max(0, l.h-below-l.top)}
}

// Body returns the place of the panels in a frame of w×h cells.
func (sc *Scene) Body(w, h int) rect { return layoutOf(sc, w, h).body() }

// From largeWidth columns and largeBody rows of the body on, the panel of the target is enlarged.
// The lower panels then have enoughRows rows.
const largeWidth, largeBody, enoughRows = 160, 40, 16

// A panelRegion is the place of a panel with its box.
type panelRegion struct {
	Name string
	rect
	// Source means that the panel shows the source. The panel stands beside the target or in its
	// place.
	Source bool
}

// PanelRegions returns the places of the panels in a frame of w×h cells. The first screen has
// places for all of its panels. Other screens have as many panels as fit: two from 80 columns on,
// else the focused one.
func (sc *Scene) PanelRegions(w, h int) []panelRegion { return panelRegions(sc, layoutOf(sc, w, h)) }

func panelRegions(sc *Scene, l layout) []panelRegion {
	body := l.body()
	switch {
	case l.simple:
		return simpleRegions(sc, l, body)
	case sc.Zoom || l.w < stage.PairWidth:
		return []panelRegion{{Name: sc.Panel, rect: body}}
	case !l.full:
		second := sc.Panel
		if second == stage.TargetName {
			second = stage.ConvergenceName
		}
		return sideBySide(body, stage.TargetName, second)
	}
	upper, lower := body, body
	upper.H = (body.H + 1) / 2
	lower.Y, lower.H = body.Y+upper.H, body.H-upper.H
	last := stage.TheoryName
	if sc.Panel == stage.MapName {
		// Five panels have room; the focused one is always among them.
		last = stage.MapName
	}
	if l.w >= largeWidth && body.H >= largeBody {
		upper.H = body.H - enoughRows
		lower.Y, lower.H = body.Y+upper.H, enoughRows
		return append(sideBySide(upper, stage.TargetName, stage.ConvergenceName), sideBySide(lower, stage.SpectrumName, stage.LambdaName, last)...)
	}
	return append(sideBySide(upper, stage.SpectrumName, stage.TargetName, stage.ConvergenceName), sideBySide(lower, stage.LambdaName, last)...)
}

// sideBySide places panels side by side at equal widths.
func sideBySide(in rect, names ...string) []panelRegion {
	var regions []panelRegion
	x := 0
	for i, name := range names {
		end := in.W * (i + 1) / len(names)
		regions = append(regions, panelRegion{Name: name, rect: rect{in.X + x, in.Y, end - x, in.H}})
		x = end
	}
	return regions
}

// simpleRegions places the panels of the first screen: source and target with or without other
// panels below, or the selected panel alone.
func simpleRegions(sc *Scene, l layout, body rect) []panelRegion {
	both := func(in rect) []panelRegion {
		regions := sideBySide(in, stage.TargetName, stage.TargetName)
		regions[0].Source, regions[1].W = true, regions[0].W // equal widths for equal scales
		return regions
	}
	switch {
	case l.stacked:
		upper, lower := body, body
		upper.H = max(body.H*3/5, body.H-enoughRows)
		lower.Y, lower.H = body.Y+upper.H, body.H-upper.H
		return append(both(upper), sideBySide(lower, stage.SpectrumName, stage.ConvergenceName, stage.LambdaName)...)
	case l.w >= stage.SideBySide && sc.Panel == stage.TargetName && !sc.Presenting:
		return both(body)
	}
	return []panelRegion{{Name: sc.Panel, rect: body, Source: sc.ShowSource && !sc.Zoom}}
}

// placedPanels returns the names of the panels of the screen, in the order of the focus.
func placedPanels(sc *Scene) []string {
	names := []string{stage.TargetName, stage.SpectrumName, stage.ConvergenceName, stage.LambdaName}
	if sc.Zoom || sc.ShowAll {
		names = nil
	}
	for _, v := range sc.Views {
		if sc.Zoom || sc.ShowAll && !v.Info().OffDashboard {
			names = append(names, v.Info().Name)
		}
	}
	if sc.ShowsOneDomain() {
		names = slices.Insert(names, 1+slices.Index(names, stage.TargetName), stage.SourceName)
	}
	return names
}

// otherPanels returns the key of the next panel and the number of panels, as a note. It is empty in
// a lesson, which shows the panels that it needs.
func otherPanels(sc *Scene) string {
	key := sc.FirstKey("next-panel")
	if names := placedPanels(sc); key != "" && !sc.Zoom && sc.Lessons.Step() == nil {
		return fmt.Sprintf(" %s next panel (%d/%d) ", key, 1+slices.Index(names, sc.SelectedPanel()), len(names))
	}
	return ""
}

// innerSize returns the columns and rows of a view that fills the screen.
func innerSize(sc *Scene) (w, h int) {
	in := sc.Body(sc.Width, sc.Height).Inner()
	return in.W, in.H
}

// tooSmall reports whether the screen is too small for any frame.
func tooSmall(h *Host) bool {
	return h.Scene.Width < stage.MinWidth || h.Scene.Height < stage.MinHeight
}

// titleRoom returns how many of w columns are left for the title of a lesson's step, beside the
// number of the step.
func titleRoom(sc *Scene, w int) int { return w - 7 - chart.TextWidth(sc.Lessons.Place()) }

// boxedMessage returns the lines of a message that is too long for its rows, else nil.
func boxedMessage(sc *Scene, l layout, w int) []string {
	const most = 8
	lines, room := chart.Wrap(sc.Spell(sc.Message), w-4, most), w-2
	if sc.Lessons.Step() != nil { // the row also has the number of the step
		room = titleRoom(sc, w)
	}
	if sc.Message == "" || len(lines) <= l.saying && (l.saying > 1 || chart.TextWidth(sc.Spell(sc.Message)) <= room) {
		return nil
	}
	return lines
}
