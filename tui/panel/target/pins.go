package target

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/tui/chart"
	"larui/tui/session"
	"larui/tui/stage"
)

// A lineOf turns weights into a and b of the line a·x + b·y = 0, where the score is 0.
type lineOf func(w *mat.Dense) (a, b float64)

// boundary is the line in the plane of two features.
func boundary(w *mat.Dense) (a, b float64) { return w.At(0, 0), w.At(1, 0) }

// line returns the line of weights, if there are weights.
func (of lineOf) line(w *mat.Dense, name string, style chart.Style, dash chart.Dash) []chart.Line {
	if w == nil {
		return nil
	}
	a, b := of(w)
	return []chart.Line{{A: a, B: b, Name: name, Style: style, Dash: dash}}
}

func (of lineOf) lar(st *stage.Stage) []chart.Line {
	return of.line(st.Solution.Descent.Weights, "LAR", chart.LAR, chart.Solid)
}

func (of lineOf) none(st *stage.Stage) []chart.Line {
	return of.line(st.Solution.None.Weights, stage.NoAdaptation, chart.NoAdaptation, chart.Dashed)
}

// onSource returns the lines of the source's picture.
func (of lineOf) onSource(st *stage.Stage) []chart.Line {
	return append(of.none(st), sourceLines(st, of.lar(st))...)
}

func (of lineOf) pins(st *stage.Stage) (lines []chart.Line) {
	for _, p := range stage.WeightedPins(st) {
		a, b := of(p.Weights())
		lines = append(lines, pinLine(st, p, a, b))
	}
	return lines
}

func pinLine(st *stage.Stage, p stage.Pin, a, b float64) chart.Line {
	look := p.LineStyle()
	return chart.Line{A: a, B: b, Style: look.Style, Dash: look.Dash, Mark: p.Name, Name: stage.DescribePin(st, p)}
}

// pinnedTraces returns the pinned boundaries in the plane of a ScoreView. A pinned score is no
// function of the plane's two coordinates, so each line is the zero of its least-squares fit over
// the target.
func pinnedTraces(st *stage.Stage, v *session.ScoreView) (lines []chart.Line) {
	for _, p := range stage.WeightedPins(st) {
		scores := mat.Col(nil, 0, st.Session.Problem.TargetScores(p.Weights()))
		if a, b, ok := regress(v.Score, v.Across, scores); ok {
			line := pinLine(st, p, a, b)
			line.Name += ", nearest line"
			lines = append(lines, line)
		}
	}
	return lines
}

// regress returns a and b that minimize ‖a·x + b·y − z‖. ok is false if x and y are collinear.
func regress(x, y, z []float64) (a, b float64, ok bool) {
	xx, xy, yy := floats.Dot(x, x), floats.Dot(x, y), floats.Dot(y, y)
	xz, yz := floats.Dot(x, z), floats.Dot(y, z)
	det := xx*yy - xy*xy
	if !(det > 1e-12*xx*yy) {
		return 0, 0, false
	}
	a, b = (yy*xz-xy*yz)/det, (xx*yz-xy*xz)/det
	return a, b, !math.IsNaN(a) && !math.IsInf(a, 0) && !math.IsNaN(b) && !math.IsInf(b, 0)
}
