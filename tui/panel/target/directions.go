package target

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

// arrowLength is the length of an arrow in root mean squares of the rows along its direction, σ/√n.
const arrowLength = 2

// Notes in a corner of the plot: one explains the arrows, the other warns that angles are
// distorted.
const directionsSign, notToScale = "▸ " + stage.Directions, "not to scale"

// arrowsOf returns the directions of a domain in the plane of two features, numbered as in its
// spectrum. Directions beyond the rank are arbitrary and left out.
func arrowsOf(st *stage.Stage, side *model.Side) (arrows []chart.Arrow) {
	p := st.Update.Session.Problem
	for i := range min(side.Rank, p.D) {
		v, long := p.Leading(side, i), arrowLength*side.Sigma[i]/math.Sqrt(float64(side.N))
		arrows = append(arrows, arrow(st, i, long*v[0], long*v[1]))
	}
	return arrows
}

// arrow returns the arrow of direction i, from 0, highlighted if the direction is lit.
func arrow(st *stage.Stage, i int, x, y float64) chart.Arrow {
	a := chart.Arrow{X: x, Y: y, Style: chart.Plain, Name: fmt.Sprint(i + 1)}
	if st.Reader.Lit == i+1 {
		a.Style, a.Name = chart.Accent, "["+a.Name+"]"
	}
	return a
}

// directionPlots returns the plots of source and target in the plane of two of the target's
// directions.
func (v *View) directionPlots(st *stage.Stage, plane *session.Plane) (source, target chart.Scatter) {
	p := st.Update.Session.Problem
	across, up := fmt.Sprintf("direction %d", plane.Across+1), fmt.Sprintf("direction %d", plane.Up+1)
	if plane.Split {
		across, up = across+" (free)", up+" (held by λ)"
	}
	trace := func(w *mat.Dense, name string, style chart.Style, dash chart.Dash) []chart.Line {
		if w == nil {
			return nil
		}
		a, b := plane.Trace(w)
		return []chart.Line{{A: a, B: b, Name: name, Style: style, Dash: dash}}
	}
	none, lar := st.Solution().None.Weights, st.Solution().Descent.Weights
	long := func(side *model.Side) float64 { return arrowLength / math.Sqrt(float64(side.N)) }
	source = chart.Scatter{Equal: !v.filled, XLabel: across, YLabel: up, Points: sourcePoints(st, plane.Source[0], plane.Source[1], sourceLabels(st))}
	target = chart.Scatter{Equal: !v.filled, XLabel: across, YLabel: up, Points: targetPoints(st, plane.Target[0], plane.Target[1], st.Update.View.Score)}
	source.Lines = append(trace(none, stage.NoAdaptation, chart.NoAdaptation, chart.Dashed), sourceLines(st, trace(lar, "LAR", chart.LAR, chart.Solid))...)
	target.Lines = append(trace(lar, "LAR, of these two", chart.LAR, chart.Solid), trace(none, stage.NoAdaptation, chart.NoAdaptation, chart.Dashed)...)
	for _, pin := range stage.WeightedPins(st) {
		look := pin.Look()
		line := trace(pin.Weights(), stage.PinName(st, pin), look.Style, look.Dash)[0]
		line.Mark = pin.Name
		target.Lines = append(target.Lines, line)
	}
	target.Arrows = []chart.Arrow{
		arrow(st, plane.Across, long(&p.Tgt)*p.Tgt.Sigma[plane.Across], 0),
		arrow(st, plane.Up, 0, long(&p.Tgt)*p.Tgt.Sigma[plane.Up]),
	}
	for at, seen := range plane.Seen {
		source.Arrows = append(source.Arrows, arrow(st, plane.Leading[at], long(&p.Src)*seen[0], long(&p.Src)*seen[1]))
	}
	if v.filled {
		source.YLabel, target.YLabel = up+", "+notToScale, up+", "+notToScale
	}
	return source, target
}

// DirectionAt returns the direction, from 1, whose arrow ends at a cell of the panel. It returns 0
// for other cells.
func (v *View) DirectionAt(st *stage.Stage, w, h, x, y int) int {
	if !isPlane(st) && v.ofDirections(st) == nil || !st.Simple() {
		return 0
	}
	source, shown := v.domainPlots(st)
	if st.Source {
		shown = source
	}
	return 1 + shown.Lay(chart.NewGrid(w, h).Spelling(st.Glyphs), st.Glyphs).ArrowAt(shown.Arrows, x, y)
}

// Why returns texts on how far LAR turned the boundary and where the target's directions lie,
// longest first. Each keeps its width from state to state; an unknown number is a dash. Only binary
// pairs have such texts.
func Why(st *stage.Stage) []string {
	s := st.Solution()
	if s == nil || st.Task() != model.Binary {
		return nil
	}
	p, none, lar := st.Update.Session.Problem, s.None.Weights, s.Descent.Weights
	turned := math.NaN()
	if none != nil && lar != nil {
		turned = model.Angle(none, lar)
	}
	said := "LAR turned the line by " + degrees(turned, 6)
	if p.Tgt.Leads() && s.KTilde >= p.Tgt.Known {
		return []string{said}
	}
	if s.KTilde >= min(p.D, p.Tgt.Rank+1) || p.Tgt.Rank < 2 {
		return []string{said + ": k̃ leaves no direction of the target to be held small", said}
	}
	directions, them := "direction 1", "it"
	if s.KTilde > 1 {
		them = "them"
		directions = fmt.Sprintf("directions 1 to %d", s.KTilde)
	}
	before, now, way := math.NaN(), math.NaN(), "–"
	if !math.IsNaN(turned) {
		before, now = p.Slant(none, s.KTilde), p.Slant(lar, s.KTilde)
		way = turnDirection(before, now)
	}
	from, to := degrees(before, 5), degrees(now, 5)
	towards := said + fmt.Sprintf(", %-7s the target's %s", way, directions)
	return []string{towards + fmt.Sprintf(": weights %s off %s, no adaptation's %s", to, them, from), fmt.Sprintf("%s: %s → %s", towards, from, to), towards, said}
}

// turnDirection returns the direction of a turn from angle before to angle now: towards or against the
// target's directions.
func turnDirection(before, now float64) string {
	rounded := func(v float64) float64 { return number.Fixed(v, 1) }
	switch {
	case rounded(before) > rounded(now):
		return "towards"
	case rounded(before) < rounded(now):
		return "against"
	case rounded(now) == 0:
		return "within"
	}
	return "around"
}

// degrees writes an angle in width columns, a dash for NaN.
func degrees(v float64, width int) string {
	if math.IsNaN(v) {
		return fmt.Sprintf("%*s", width, "–")
	}
	return fmt.Sprintf("%*.1f°", width-1, v)
}
