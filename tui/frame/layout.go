package frame

import (
	"fmt"
	"slices"

	"larui/tui/chart"
	"larui/tui/stage"
)

// wideSentence is the smallest width of a screen, in columns, whose sentence has a single row.
const wideSentence = 110

// A layout divides a frame of w×h cells, from the top, into the title, the scores, the body with
// the panels, blank rows, the bar of controls, the sentence, and the hints.
type layout struct {
	w, h int
	// simple reports whether panels omit axes and details, stacked whether panels stand in two
	// rows, and full whether the frame has room for all panels.
	simple, stacked, full bool
	large                 bool
	// scoreY and bodyY are the first rows of the scores and of the body. gap counts the blank rows,
	// and textRows the rows of the sentence or of the lesson.
	scoreY, bodyY, gap, textRows int
	// sentenceRows is the number of rows of the sentence: textRows, or 1 in a lesson.
	sentenceRows int
	controls     []controlRegion
}

func newLayout(sc *Scene) layout {
	l := layout{w: sc.Width, h: sc.Height, simple: sc.HidesDetails(), stacked: sc.HasRoom(), full: isFull(sc), scoreY: 1, bodyY: 2, textRows: 2}
	switch {
	case sc.TopOverlay() != nil: // the overlay covers everything above the row of messages
		return layout{w: l.w, h: l.h, sentenceRows: 1}
	case l.simple && l.h >= stage.AiryHeight:
		l.scoreY, l.bodyY, l.gap = 2, 4, 1
	case l.w >= wideSentence && !l.simple:
		l.textRows = 1
	}
	l.sentenceRows = l.textRows
	if sc.Lessons.Step() != nil {
		l.textRows, l.sentenceRows = 1+len(LessonLines(sc)), 1
		l.scoreY, l.bodyY, l.gap = 1, 2, 0
	}
	l.controls = layOutControls(sc, l)
	if sc.Presenting && !sc.Zoom {
		return withLargeDigits(l)
	}
	return l
}

func isFull(sc *Scene) bool { return sc.Width >= stage.FullWidth && sc.Height >= stage.FullHeight }

func isTooSmall(sc *Scene) bool { return sc.Width < stage.MinWidth || sc.Height < stage.MinHeight }

// withLargeDigits returns the layout with large digits, or l itself if the panels would then have
// too few rows.
func withLargeDigits(l layout) layout {
	const fewestRows = 9
	large := l
	large.large, large.scoreY, large.gap = true, 1, 0
	if l.gap > 0 && l.h >= stage.FullHeight {
		large.scoreY, large.gap = 2, 1
	}
	large.bodyY = 2*large.scoreY - 1 + chart.DigitRows
	if large.body().H < fewestRows {
		return l
	}
	return large
}

func (l layout) body() rect {
	below := l.gap + l.textRows + 2
	return rect{0, l.bodyY, l.w, max(0, l.h-below-l.bodyY)}
}

// Body returns the rectangle of the panels in the frame.
func (sc *Scene) Body() rect { return newLayout(sc).body() }

// In a frame of at least largeWidth columns with a body of at least largeBody rows, two large
// panels stand above three panels of lowerRows rows.
const largeWidth, largeBody, lowerRows = 160, 40, 16

type panelRegion struct {
	Name string
	rect
	// Source reports whether the target's view shows the source in this panel.
	Source bool
}

// PanelRegions returns the rectangles of the visible panels. The first screen has its own
// arrangement. A zoomed or narrow screen has only the selected panel, others have as many as fit.
func (sc *Scene) PanelRegions() []panelRegion {
	l := newLayout(sc)
	body := l.body()
	switch {
	case l.simple:
		return firstScreenRegions(sc, l, body)
	case sc.Zoom || l.w < stage.PairWidth:
		return []panelRegion{{Name: sc.Panel, rect: body}}
	case !l.full:
		second := sc.Panel
		if second == stage.TargetName {
			second = stage.ConvergenceName
		}
		return placeSideBySide(body, stage.TargetName, second)
	}
	last := stage.TheoryName
	if sc.Panel == stage.MapName { // only five panels have room, and the selected one must be visible
		last = stage.MapName
	}
	if l.w >= largeWidth && body.H >= largeBody {
		upper, lower := body.splitAt(body.H - lowerRows)
		return append(placeSideBySide(upper, stage.TargetName, stage.ConvergenceName), placeSideBySide(lower, stage.SpectrumName, stage.LambdaName, last)...)
	}
	upper, lower := body.splitAt((body.H + 1) / 2)
	return append(placeSideBySide(upper, stage.SpectrumName, stage.TargetName, stage.ConvergenceName), placeSideBySide(lower, stage.LambdaName, last)...)
}

func placeSideBySide(in rect, names ...string) (regions []panelRegion) {
	x := 0
	for i, name := range names {
		end := in.W * (i + 1) / len(names)
		regions = append(regions, panelRegion{Name: name, rect: rect{in.X + x, in.Y, end - x, in.H}})
		x = end
	}
	return regions
}

// firstScreenRegions places the panels of the first screen: source and target with or without
// further panels below, or the selected panel alone.
func firstScreenRegions(sc *Scene, l layout, body rect) []panelRegion {
	domains := func(in rect) []panelRegion {
		regions := placeSideBySide(in, stage.TargetName, stage.TargetName)
		regions[0].Source, regions[1].W = true, regions[0].W // equal widths for equal scales
		return regions
	}
	switch {
	case l.stacked:
		upper, lower := body.splitAt(max(body.H*3/5, body.H-lowerRows))
		return append(domains(upper), placeSideBySide(lower, stage.SpectrumName, stage.ConvergenceName, stage.LambdaName)...)
	case l.w >= stage.SideBySide && sc.Panel == stage.TargetName && !sc.Presenting:
		return domains(body)
	}
	return []panelRegion{{Name: sc.Panel, rect: body, Source: sc.ShowSource && !sc.Zoom}}
}

// panelNames returns the names of the panels that keys can select on this screen, in the order of
// the keys.
func panelNames(sc *Scene) []string {
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

// nextPanelNote returns a note with the key of the next panel and the number of panels. It is empty
// in a lesson, which selects the panels by itself.
func nextPanelNote(sc *Scene) string {
	key := sc.FirstKey("next-panel")
	if names := panelNames(sc); key != "" && !sc.Zoom && sc.Lessons.Step() == nil {
		return fmt.Sprintf(" %s next panel (%d/%d) ", key, 1+slices.Index(names, sc.SelectedPanel()), len(names))
	}
	return ""
}

// zoomedViewSize returns the columns and rows of a view that fills the screen.
func zoomedViewSize(sc *Scene) (w, h int) {
	in := sc.Body().Inner()
	return in.W, in.H
}

func stepTitleWidth(sc *Scene) int { return sc.Width - 7 - chart.TextWidth(sc.Lessons.StepNumber()) }

// boxedMessage returns the lines of a message that needs more rows than the sentence has, else nil.
func boxedMessage(sc *Scene, l layout) []string {
	text, room := sc.Spell(sc.Message), l.w-2
	lines := chart.Wrap(text, l.w-4, l.h-l.bodyY-3)
	if sc.Lessons.Step() != nil { // the row also has the number of the step
		room = stepTitleWidth(sc)
	}
	if text == "" || len(lines) <= l.sentenceRows && (l.sentenceRows > 1 || chart.TextWidth(text) <= room) {
		return nil
	}
	return lines
}
