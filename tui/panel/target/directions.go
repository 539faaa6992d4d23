package target

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

// arrowLength is the length of an arrow as a multiple of the root mean square of the rows along its
// direction, σ/√n.
const arrowLength = 2

const notToScaleNote = "not to scale"

// directionArrows needs a domain with two features. Directions beyond the rank are arbitrary, so
// they have no arrows.
func directionArrows(st *stage.Stage, side *model.Side) (arrows []chart.Arrow) {
	p := st.Session.Problem
	for i := range min(side.Rank, p.D) {
		v, long := p.OrientedDirection(side, i), arrowLength*side.Sigma[i]/math.Sqrt(float64(side.N))
		arrows = append(arrows, newArrow(st, i, long*v[0], long*v[1]))
	}
	return arrows
}

// newArrow returns the arrow of direction i, from 0. The arrow is highlighted if the reading cursor
// highlights the direction.
func newArrow(st *stage.Stage, i int, x, y float64) chart.Arrow {
	a := chart.Arrow{X: x, Y: y, Style: chart.Plain, Name: fmt.Sprint(i + 1)}
	if st.ReadingCursor.Highlighted == i+1 {
		a.Style, a.Name = chart.Accent, "["+a.Name+"]"
	}
	return a
}

func (v *View) directionPlots(st *stage.Stage, plane *session.Plane) (source, target chart.Scatter) {
	p := st.Session.Problem
	across, up := fmt.Sprintf("direction %d", plane.Across+1), fmt.Sprintf("direction %d", plane.Up+1)
	if plane.Split {
		across, up = across+" (free)", up+" (held by λ)"
	}
	trace := boundaryFinder(plane.LineCoefficients)
	long := func(side *model.Side) float64 { return arrowLength / math.Sqrt(float64(side.N)) }
	source = chart.Scatter{EqualUnits: !v.fillsPanel, XLabel: across, YLabel: up, Points: sourcePoints(st, plane.Source[0], plane.Source[1], sourceLabels(st, st.View.SourceRows))}
	target = chart.Scatter{EqualUnits: !v.fillsPanel, XLabel: across, YLabel: up, Points: targetPoints(st, plane.Target[0], plane.Target[1], st.View.Score)}
	source.Lines, target.Lines = trace.linesOnSource(st), slices.Concat(trace.larLine(st), trace.noneLineUnlessSame(st), trace.pinLines(st))
	target.Arrows = []chart.Arrow{
		newArrow(st, plane.Across, long(&p.Tgt)*p.Tgt.Sigma[plane.Across], 0),
		newArrow(st, plane.Up, 0, long(&p.Tgt)*p.Tgt.Sigma[plane.Up]),
	}
	for at, seen := range plane.LeadingEnds {
		source.Arrows = append(source.Arrows, newArrow(st, plane.Leading[at], long(&p.Src)*seen[0], long(&p.Src)*seen[1]))
	}
	if v.fillsPanel {
		source.YLabel, target.YLabel = up+", "+notToScaleNote, up+", "+notToScaleNote
	}
	return source, target
}

// DirectionAt returns the number, from 1, of the direction whose arrow ends at cell x, y of a w×h
// panel. It returns 0 if no arrow ends there.
func (v *View) DirectionAt(st *stage.Stage, w, h, x, y int) int {
	if !hasFeaturePlane(st) && v.shownDirectionPlane(st) == nil || !st.HidesDetails() {
		return 0
	}
	source, shown := v.domainPlots(st)
	if st.ShowSource {
		shown = source
	}
	return 1 + shown.Layout(chart.NewGrid(w, h).WithGlyphs(st.Glyphs)).ArrowAt(shown.Arrows, x, y)
}

// DescribeAngle returns a sentence with the angle between LAR's weights and the weights reference.
// For two classes, it says whether LAR's weights are closer to the target's first k̃ directions.
// The result is "" if weights are unknown.
func DescribeAngle(st *stage.Stage, reference *mat.Dense) string {
	p, s := st.Session.Problem, st.Solution
	lar := s.Descent.Weights
	if reference == nil || lar == nil || len(reference.RawMatrix().Data) != len(lar.RawMatrix().Data) {
		return ""
	}
	angle := model.AngleBetween(reference, lar)
	said := fmt.Sprintf("weights turned %.1f°", angle)
	switch {
	case math.IsNaN(angle):
		return ""
	case st.Task() != model.Binary, s.KTilde >= min(p.D, p.Tgt.Rank+1), p.Tgt.HasOnlyLeading() && s.KTilde >= p.Tgt.Known:
		return said
	}
	before, now := number.RoundDecimals(p.AngleToLeading(reference, s.KTilde), 1), number.RoundDecimals(p.AngleToLeading(lar, s.KTilde), 1)
	switch {
	case before > now:
		said += " towards"
	case before < now:
		said += " away from"
	default:
		return said
	}
	if s.KTilde == 1 {
		return said + " target direction 1"
	}
	return said + fmt.Sprintf(" target directions 1 to %d", s.KTilde)
}
