package target

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/session"
	"larui/tui/stage"
)

// A boundaryFinder returns a and b of the line a·x + b·y = 0 in the plot along which weights w
// predict 0.
type boundaryFinder func(w *mat.Dense) (a, b float64)

func featureBoundary(w *mat.Dense) (a, b float64) { return w.At(0, 0), w.At(1, 0) }

// line returns a list of one line, or nil if w is nil.
func (of boundaryFinder) line(w *mat.Dense, name string, style chart.Style, dash chart.Dash) []chart.Line {
	if w == nil {
		return nil
	}
	a, b := of(w)
	return []chart.Line{{A: a, B: b, Name: name, Style: style, Dash: dash}}
}

func (of boundaryFinder) larLine(st *stage.Stage) []chart.Line {
	name := "LAR"
	if hasSameBoundaryAsNone(st) {
		name += " = " + stage.NoAdaptation
	}
	return of.line(st.Solution.Descent.Weights, name, chart.LAR, chart.Solid)
}

func hasSameBoundaryAsNone(st *stage.Stage) bool {
	lar, none := st.Solution.Descent.Weights, st.Solution.None.Weights
	return lar != nil && none != nil && model.AngleBetween(none, lar) < 1e-4
}

func (of boundaryFinder) noneLineUnlessSame(st *stage.Stage) []chart.Line {
	if hasSameBoundaryAsNone(st) {
		return nil
	}
	return of.noneLine(st)
}

func (of boundaryFinder) noneLine(st *stage.Stage) []chart.Line {
	return of.line(st.Solution.None.Weights, stage.NoAdaptation, chart.NoAdaptation, chart.Dashed)
}

func (of boundaryFinder) linesOnSource(st *stage.Stage) []chart.Line {
	return append(of.noneLine(st), larLinesOnSource(st, of.larLine(st))...)
}

func (of boundaryFinder) pinLines(st *stage.Stage) (lines []chart.Line) {
	for _, p := range stage.PinsWithWeights(st) {
		a, b := of(p.Weights())
		lines = append(lines, pinLine(st, p, a, b))
	}
	return lines
}

func pinLine(st *stage.Stage, p stage.Pin, a, b float64) chart.Line {
	look := p.LineStyle()
	return chart.Line{A: a, B: b, Style: look.Style, Dash: look.Dash, Mark: p.Letter, Name: stage.DescribePin(st, p)}
}

// fittedPinLines returns, for each pinned solution, the line in the plane of a ScoreView where its score is
// about 0: its decision boundary. The score depends on more than the plane's two coordinates, so a
// linear function of these coordinates is fitted to the score.
func fittedPinLines(st *stage.Stage, v *session.ScoreView) (lines []chart.Line) {
	for _, p := range stage.PinsWithWeights(st) {
		scores := mat.Col(nil, 0, st.Session.Problem.TargetScores(p.Weights()))
		if a, b, ok := regressOnPlane(v.Score, v.Across, scores); ok {
			line := pinLine(st, p, a, b)
			line.Name += ", nearest line"
			lines = append(lines, line)
		}
	}
	return lines
}

// regressOnPlane returns a and b that minimize ‖a·x + b·y − z‖. ok is false if x and y are collinear.
func regressOnPlane(x, y, z []float64) (a, b float64, ok bool) {
	xx, xy, yy := floats.Dot(x, x), floats.Dot(x, y), floats.Dot(y, y)
	xz, yz := floats.Dot(x, z), floats.Dot(y, z)
	det := xx*yy - xy*xy
	if !(det > 1e-12*xx*yy) {
		return 0, 0, false
	}
	a, b = (yy*xz-xy*yz)/det, (xx*yz-xy*xz)/det
	return a, b, !math.IsNaN(a) && !math.IsInf(a, 0) && !math.IsNaN(b) && !math.IsInf(b, 0)
}
