package chart

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestValueInvertsFrac goes from fractions to values and back.
func TestValueInvertsFrac(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.Float64Range(-1e6, 1e6).Draw(t, "lo")
		hi := lo + rapid.Float64Range(1e-3, 1e6).Draw(t, "span")
		a := newAxis(lo, hi)
		if rapid.Bool().Draw(t, "log") {
			lo = math.Pow(10, rapid.Float64Range(-100, 100).Draw(t, "log lo"))
			a = newLogAxis(lo, lo*math.Pow(10, rapid.Float64Range(0.1, 50).Draw(t, "decades")), rapid.Bool().Draw(t, "zero"))
		}
		f := rapid.Float64Range(0, 1).Draw(t, "f")
		v := a.value(f)
		if !(v >= a.lo || a.zero && v >= 0) || v > a.hi {
			t.Fatalf("value(%g) = %g is not on [%g, %g]", f, v, a.lo, a.hi)
		}
		// Values of 1e6 on a span of 1e-3 keep 7 of 16 digits.
		if got := a.frac(v); math.Abs(got-f) > 1e-6 {
			t.Fatalf("frac(value(%g)) = %g", f, got)
		}
	})
}

// TestHitInvertsDraw asks for the point in the middle of each cell where it is
// drawn.
func TestHitInvertsDraw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 80).Draw(t, "w"), rapid.IntRange(1, 40).Draw(t, "h")
		c := Curves{YMin: nan, YMax: nan, LogX: rapid.Bool().Draw(t, "log x"), LogY: rapid.Bool().Draw(t, "log y"), Zero: true, ZeroY: true}
		value := rapid.OneOf(rapid.Float64Range(1e-9, 1e4), rapid.SampledFrom([]float64{0, 1e-4, 1}))
		n := rapid.IntRange(1, 10).Draw(t, "n")
		c.Curves = []Curve{{X: rapid.SliceOfN(value, n, n).Draw(t, "x"), Y: rapid.SliceOfN(value, n, n).Draw(t, "y")}}
		p := c.Draw(NewGrid(w, h), Braille)
		cells := 0
		for line := range h {
			for col := range w {
				x, y, ok := p.At(col, line)
				if !ok {
					continue
				}
				cells++
				if gotCol, gotLine, ok := p.Cell(x, y); !ok || gotCol != col || gotLine != line {
					t.Fatalf("(%g, %g) of cell (%d, %d) is drawn at (%d, %d), %v", x, y, col, line, gotCol, gotLine, ok)
				}
			}
		}
		if cells != p.cols*p.rows {
			t.Fatalf("%d cells of %d×%d", cells, p.cols, p.rows)
		}
		// And the data themselves are on the picture.
		for i := range n {
			x, y := c.Curves[0].X[i], c.Curves[0].Y[i]
			if _, _, ok := p.Cell(x, y); !ok && p.cols > 0 {
				t.Fatalf("(%g, %g) is nowhere", x, y)
			}
		}
	})
}

func TestNoPlotNoHit(t *testing.T) {
	for _, p := range []Plot{{}, Curves{}.Draw(NewGrid(30, 10), Braille)} {
		if _, _, ok := p.At(0, 0); ok {
			t.Errorf("%+v has a cell", p)
		}
		if _, _, ok := p.Cell(0, 0); ok {
			t.Errorf("%+v shows a point", p)
		}
	}
}
