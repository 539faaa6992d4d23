package chart

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"larui/model/testutil"
)

// A curve is read at its nearest point on the screen that has a value. Stops are all visible x with
// a value.
func TestReading(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Curves{LogX: anyBool(t, "log")}
		c.Zero = c.LogX && anyBool(t, "zero")
		place := rapid.SampledFrom([]float64{0, 1e-4, 0.5, 1, 2, 3, 10, 31, 100, 1000})
		for range anyInt(t, "curves", 1, 3) {
			curve := Curve{X: rapid.SliceOfNDistinct(place, 3, 10, rapid.ID).Draw(t, "x"), ReadingName: "a"}
			slices.Sort(curve.X)
			for range curve.X {
				curve.Y = append(curve.Y, pick(t, "y", 0, 1, 2, 7, nan))
			}
			c.Curves = append(c.Curves, curve)
		}
		if anyBool(t, "part") {
			c.XMin = place.Draw(t, "low")
			c.XMax = 2*c.XMin + 3
		}
		as := func(x float64) float64 {
			if c.LogX {
				return math.Log(x)
			}
			return x
		}
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, curve := range c.Curves {
			for _, at := range curve.X {
				if !c.LogX || at > 0 {
					lo, hi = min(lo, at), max(hi, at)
				}
			}
		}
		part := max(lo, c.XMin) < min(hi, c.XMax) // otherwise the whole axis is visible
		x := pick(t, "at", 0.3, 1, 2.4, 77, 5000)
		var stops []float64
		for _, curve := range c.Curves {
			least := math.Inf(1)
			for i, at := range curve.X {
				// The distance to zero on a logarithmic axis is arbitrary.
				if known := !math.IsNaN(curve.Y[i]) && (!c.LogX || at > 0 || c.Zero); known {
					if !part || at >= c.XMin && at <= c.XMax {
						stops = append(stops, at)
					}
					if at > 0 || !c.LogX {
						least = min(least, math.Abs(as(at)-as(x)))
					}
				}
			}
			i := c.NearestPoint(curve, x)
			if i >= 0 && math.IsNaN(curve.Y[i]) || i < 0 && !math.IsInf(least, 0) || !c.Zero && i >= 0 && math.Abs(as(curve.X[i])-as(x)) > least+1e-9 {
				t.Fatalf("at %v it reads point %d of %+v", x, i, curve)
			}
		}
		slices.Sort(stops)
		if got := c.CursorStops(); !slices.Equal(got, slices.Compact(stops)) {
			t.Fatalf("stops are %v, want %v, of %+v", got, slices.Compact(stops), c)
		}
	})
}

// Zooming makes the visible part of the axis by times as wide and ends with the whole axis. The
// visible part of a curve, also between points, bounds the other axis.
func TestZoom(t *testing.T) {
	c := Curves{Curves: []Curve{{X: []float64{0, 100, 200}, Y: []float64{0, 1, 0}, ReadingName: "a"}}}
	for _, step := range []struct{ x, by, low, high float64 }{
		{50, 0.5, 25, 125}, {50, 0.5, 37.5, 87.5}, {87.5, 2, 0, 87.5}, {0, 0.5, 0, 43.75}, {20, 100, 0, 0},
	} {
		c.XMin, c.XMax = c.Zoom(step.x, step.by)
		if math.Abs(c.XMin-step.low) > 1e-9 || math.Abs(c.XMax-step.high) > 1e-9 {
			t.Errorf("%v times around %v is %v to %v, want %v to %v", step.by, step.x, c.XMin, c.XMax, step.low, step.high)
		}
	}
	c.XMin, c.XMax = 60, 120
	if lo, hi := c.VisibleY(func(Curve) bool { return true }); math.Abs(lo-0.6) > 1e-9 || hi != 1 {
		t.Errorf("what is seen spans %v to %v", lo, hi)
	}
	at := c.Draw(NewGrid(60, 20))
	if left, _, ok := at.ValuesAt(59, 10); !ok || left < 115 || left > 120 {
		t.Errorf("the last column is %v", left)
	}
	c = Curves{Curves: []Curve{{X: []float64{0, 0.01, 1, 100}, Y: []float64{1, 2, 3, 4}, ReadingName: "a"}}, LogX: true, Zero: true}
	c.XMin, c.XMax = c.Zoom(1, 0.5)
	if !(c.XMin > 0.01 && c.XMin < 1 && c.XMax > 1 && c.XMax < 100) || math.Abs(math.Log(c.XMax)+math.Log(c.XMin)) > 0.7 {
		t.Errorf("by logarithm it is %v to %v", c.XMin, c.XMax)
	}
	c.XMin, c.XMax = 0, 0
	c.XMin, c.XMax = c.Zoom(0, 0.99)
	if c.XMin != 0 && c.XMin > 0.01 {
		t.Errorf("around zero it is %v to %v", c.XMin, c.XMax)
	}
}

// Zooming about a point scales both axes alike, also in two pictures of one size that have each
// other's points in OtherPoints. Points that are not visible are counted.
func TestZoomPoints(t *testing.T) {
	note := regexp.MustCompile(`(\d+) not shown`)
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Float64Range(-9, 9)
		points := func(name string) []Points {
			return []Points{{X: rapid.SliceOfN(value, 9, 40).Draw(t, name+"x"), Y: rapid.SliceOfN(value, 9, 40).Draw(t, name+"y"), Mark: 'x'}}
		}
		source := Scatter{Points: points("s"), EqualUnits: anyBool(t, "equal")}
		target := source
		target.Points = points("t")
		source.OtherPoints, target.OtherPoints = target.Points, source.Points
		p := target.Points[0]
		row := anyInt(t, "row", 0, p.pointCount()-1)
		whole := target.Layout(NewGrid(70, 24))
		within := func(place float64) bool { return place >= 0 && place <= 1 }
		if x, y, _, _ := target.axes(target.Points); !within(x.fraction(p.X[row])) || !within(y.fraction(p.Y[row])) {
			return // the point is an outlier
		}
		for n := 1.0; n <= 4; n++ {
			target.Window = target.Zoom(p.X[row], p.Y[row], 0.5)
			source.Window = target.Window
			g := NewGrid(70, 24)
			at, beside := target.Draw(g), source.Layout(NewGrid(70, 24))
			wide := (at.x.hi - at.x.lo) * math.Pow(2, n) / (whole.x.hi - whole.x.lo)
			if at.x != beside.x || at.y != beside.y || math.Abs(wide-1) > 1e-9 && !source.EqualUnits || at.x.cell(p.X[row]) < 0 || at.y.cell(p.Y[row]) < 0 {
				t.Fatalf("%v of the whole width %+v is %+v, beside that %+v", math.Pow(2, -n), whole.x, at.x, beside.x)
			}
			hidden, places := 0, map[[2]float64]bool{}
			for i := range p.pointCount() {
				if p.X[i] < at.x.lo || p.X[i] > at.x.hi || p.Y[i] < at.y.lo || p.Y[i] > at.y.hi {
					hidden++
				} else {
					places[[2]float64{p.X[i], p.Y[i]}] = true
				}
			}
			said := append(note.FindStringSubmatch(strings.Join(g.Plain(), "\n")), "", "0")[1]
			if got := at.CountVisible(p.X, p.Y); got != len(places) || cmp.Or(said, "0") != strconv.Itoa(hidden) {
				t.Fatalf("%d are seen of %d, %d are hidden and it says %q", got, len(places), hidden, said)
			}
		}
		target.Window = target.Zoom(p.X[row], p.Y[row], 16)
		if target.Window != (Window{}) {
			t.Fatalf("in the end %+v is seen", target.Window)
		}
	})
}

// Beside finds the nearest point in a direction by both coordinates, so that it skips no point
// between.
func TestBeside(t *testing.T) {
	s := Scatter{Points: []Points{{X: []float64{0, 1, 2, 1, 1, 9}, Y: []float64{0, 0, 0, 1, -1, 9}, Mark: 'x'}}}
	plot := s.Draw(NewGrid(60, 30))
	p := s.Points[0]
	for _, c := range [][4]int{{0, 1, 0, 1}, {1, 1, 0, 2}, {2, -1, 0, 1}, {1, 0, 1, 3}, {1, 0, -1, 4}, {3, 0, -1, 1}, {0, -1, 0, 0}, {4, 0, -1, 4}} {
		testutil.Equal(t, plot.NextPoint(p.X, p.Y, c[0], c[1], c[2]), c[3], c[0], c[1:3])
	}
	for i := range p.X {
		testutil.Equal(t, plot.NearestPoint(p.X, p.Y, p.X[i]+0.1, p.Y[i]-0.1, math.Inf(1)), i)
	}
}
