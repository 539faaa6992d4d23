package target

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model"
	"larui/model/testutil"
	"larui/tui/chart"
	"larui/tui/stage/stagetest"
)

// axesOf returns the eigenvalues of XᵀX/n and the angle of its first eigenvector, for rows of two
// features, by the closed form of a symmetric 2×2 matrix.
func axesOf(x *mat.Dense) (values [2]float64, angle float64) {
	n, _ := x.Dims()
	var a, b, c float64
	for i := range n {
		u, v := x.At(i, 0), x.At(i, 1)
		a, b, c = a+u*u/float64(n), b+u*v/float64(n), c+v*v/float64(n)
	}
	middle, radius := (a+c)/2, math.Hypot((a-c)/2, b)
	return [2]float64{middle + radius, middle - radius}, math.Atan2(2*b, a-c) / 2
}

// fold returns the angle between two lines at these angles, in degrees from 0 to 90.
func fold(a, b float64) float64 {
	d := math.Mod(math.Abs(a-b)*180/math.Pi, 180)
	return min(d, 180-d)
}

// Arrows lie along the axes of the cloud, with twice its spread as length, on the side of the
// source's positive labels.
func TestArrows(t *testing.T) {
	for _, angle := range []string{"0", "30", "75", "120", "-100"} {
		s := open(t, "rotated-gaussian", stagetest.SmallPair("angle", angle))
		p := s.Session.Problem
		var pull [2]float64 // Φᵀy
		for i, y := range p.Source.Y {
			pull[0], pull[1] = pull[0]+y*p.Source.X.At(i, 0), pull[1]+y*p.Source.X.At(i, 1)
		}
		for _, side := range []struct {
			*model.Side
			x *mat.Dense
		}{{&p.Src, p.Source.X}, {&p.Tgt, p.Target.X}} {
			values, first := axesOf(side.x)
			for i, a := range directionArrows(&s.Stage, side.Side) {
				want := 2 * math.Sqrt(values[i])
				// The rounding of sums over some rows, divided by the gap between the eigenvalues.
				if got := math.Hypot(a.X, a.Y); math.Abs(got-want) > 1e-9*want || fold(math.Atan2(a.Y, a.X), first+float64(i)*math.Pi/2) > 1e-6 {
					t.Errorf("angle %s: arrow %d is %+v, but the cloud spreads by %v at %v", angle, i+1, a, values, first)
				}
				if a.X*pull[0]+a.Y*pull[1] < 0 || a.Name != fmt.Sprint(i+1) {
					t.Errorf("angle %s: arrow %d is %+v, against %v", angle, i+1, a, pull)
				}
			}
		}
	}
}

// What is said of the turn agrees with angles computed from the weights.
func TestTurned(t *testing.T) {
	for _, lambda := range []string{"0", "1", "100", "1000", "10000"} {
		s := open(t, "rotated-gaussian", stagetest.SmallPair("lambda", lambda))
		_, first := axesOf(s.Session.Problem.Target.X)
		at := func(w *mat.Dense) float64 { return math.Atan2(w.At(1, 0), w.At(0, 0)) }
		none, lar := at(s.Solution.None.Weights), at(s.Solution.Descent.Weights)
		turned := math.Abs(math.Remainder(lar-none, 2*math.Pi)) * 180 / math.Pi
		way := "towards"
		if fold(lar, first) > fold(none, first) {
			way = "away from"
		}
		want := fmt.Sprintf("weights turned %.1f° %s target direction 1", turned, way)
		testutil.Equal(t, DescribeAngle(&s.Stage, s.Solution.None.Weights), want, lambda)
	}
	s := open(t, "rotated-gaussian", stagetest.SmallPair("ktilde", "2"))
	testutil.Equal(t, strings.Contains(DescribeAngle(&s.Stage, s.Solution.None.Weights), "direction"), false, "without a tail")
	s = open(t, "rotated-gaussian", stagetest.SmallPair("rate", "1000"))
	if text := DescribeAngle(&s.Stage, s.Solution.None.Weights); text != "" {
		t.Errorf("while descent diverges: %q", text)
	}
}

// A unit has the same length in both directions, because a cell is twice as tall as wide, except
// where the picture is marked as not to scale.
func TestToScale(t *testing.T) {
	v := &View{}
	s := stagetest.Open(t, v, "rotated-gaussian", stagetest.SmallPair())
	rapid.Check(t, func(t *rapid.T) {
		v.fillsPanel = rapid.Bool().Draw(t, "filled")
		w, h := rapid.IntRange(30, 200).Draw(t, "w"), rapid.IntRange(8, 60).Draw(t, "h")
		source, target := v.domainPlots(&s.Stage)
		for _, cloud := range []chart.Scatter{source, target} {
			g := chart.NewGrid(w, h)
			plot := cloud.Draw(g)
			x0, y0, _ := plot.ValuesAt(0, 1)
			x1, y1, _ := plot.ValuesAt(1, 0)
			// The rounding of differences of coordinates.
			same := math.Abs((y1-y0)/(x1-x0)-2) < 1e-9
			if said := strings.Contains(strings.Join(g.Plain(), ""), notToScaleNote); said != v.fillsPanel || !same && !said {
				t.Fatalf("at %d×%d a line is %v columns tall, said %t", w, h, (y1-y0)/(x1-x0), said)
			}
		}
	})
}

// The arrow of the direction under the mouse is highlighted, and its tip selects it.
func TestLitArrow(t *testing.T) {
	v := &View{}
	s := stagetest.Open(t, v, "rotated-gaussian", stagetest.SmallPair())
	s.Zoom = false
	_, target := v.domainPlots(&s.Stage)
	const w, h = 58, 20
	plot := target.Layout(chart.NewGrid(w, h))
	for i, a := range target.Arrows {
		at := [2]int{-1, -1}
		for y := range h {
			for x := range w {
				cellX, cellY, ok := plot.ValuesAt(x, y)
				nextX, nextY, _ := plot.ValuesAt(x+1, y-1)
				if ok && math.Abs(a.X-cellX) <= math.Abs(nextX-cellX)/2 && math.Abs(a.Y-cellY) <= math.Abs(nextY-cellY)/2 {
					at = [2]int{x, y}
				}
			}
		}
		testutil.Equal(t, v.DirectionAt(&s.Stage, w, h, at[0], at[1]), i+1, at)
		s.ReadingCursor.Highlighted = i + 1
		_, lit := v.domainPlots(&s.Stage)
		for j, b := range lit.Arrows {
			if (b.Style == chart.Accent) != (i == j) || strings.HasPrefix(b.Name, "[") != (i == j) {
				t.Errorf("with %d lit: %+v", s.ReadingCursor.Highlighted, b)
			}
		}
	}
	testutil.Equal(t, v.DirectionAt(&s.Stage, w, h, 0, 0), 0)
	s = stagetest.Open(t, v, datasets.FilesName, stagetest.FilePair(t, 30, 4, "regression", true, stagetest.NumberLabel))
	s.Zoom = false
	testutil.Equal(t, v.DirectionAt(&s.Stage, w, h, 3, 3), 0)
}
