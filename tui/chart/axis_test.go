package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"larui/model/testutil"
)

func labels(ticks []tick) string {
	var labels []string
	for _, t := range ticks {
		labels = append(labels, t.label)
	}
	return strings.Join(labels, " ")
}

func TestTickLabels(t *testing.T) {
	for _, tt := range []struct {
		a    axis
		n    int
		want string
	}{
		{newAxis(0, 2000), 4, "0 500 1000 1500 2000"},
		{newAxis(-0.3, 0.3), 6, "-0.3 -0.2 -0.1 0.0 0.1 0.2 0.3"},
		{newAxis(0.88, 1), 3, "0.90 0.95 1.00"},
		{newAxis(0, 3e6), 3, "0 1e6 2e6 3e6"},
		{newAxis(0, 3e-7), 3, "0 1e-7 2e-7 3e-7"},
		{newAxis(1e6, 1.3e6), 3, "1e6 1.1e6 1.2e6 1.3e6"},
		{newAxis(0.25, 0.25), 5, "0.25"},
		{newLogAxis(1e-4, 1e4, false), 9, "1e-4 1e-3 0.01 0.1 1 10 100 1000 1e4"},
		{newLogAxis(1e-4, 1e4, true), 6, "0 1e-4 0.01 1 100 1e4"},
		{newLogAxis(0.01, 100, false), 5, "0.01 0.1 1 10 100"},
		{newLogAxis(2, 10, false), 4, "2 4 6 8 10"},
	} {
		testutil.Equal(t, labels(tt.a.labelTicks(tt.a.ticksAtRoundValues(tt.n), nil)), tt.want, tt.a)
	}
}

// Round ends of an axis have labels if there is room; other ends never have labels.
func TestAxisEnds(t *testing.T) {
	for _, tt := range []struct {
		lo, hi float64
		gap    int
		want   string
	}{
		{0.4, 0.95, 5, "0.4 0.6 0.8"},
		{0.4, 0.9, 5, "0.4 0.6 0.8"},
		{0, 5000, 3, "0 1000 2000 3000 4000 5000"},
		{0, 5600, 5, "0 2000 4000"},
		{-0.123456, 0.987654, 3, "0.0 0.2 0.4 0.6 0.8"},
		{2e-5, 9e-5, 5, "2e-5 4e-5 6e-5 8e-5"},
		{1e-5, 9e-5, 4, "2e-5 4e-5 6e-5 8e-5"},
		{1.5e-5, 9e-5, 1, "2e-5 3e-5 4e-5 5e-5 6e-5 7e-5 8e-5 9e-5"},
	} {
		ticks := newAxis(tt.lo, tt.hi).withCells(21, true).layOutTicks(9, nil, func(ticks []tick) []tick {
			for i := 1; i < len(ticks); i++ {
				if ticks[i].cell-ticks[i-1].cell < tt.gap {
					return nil
				}
			}
			return ticks
		})
		testutil.Equal(t, labels(ticks), tt.want, tt.lo, tt.hi, tt.gap)
	}
}

// anyNumber generates any number, with the difficult ones more often than at random.
func anyNumber() *rapid.Generator[float64] {
	return rapid.OneOf(
		rapid.Float64Range(-10, 10), rapid.Float64(),
		rapid.SampledFrom([]float64{
			0, math.Copysign(0, -1), nan, math.Inf(1), math.Inf(-1), 5e-324, -5e-324, 1e-310,
			math.MaxFloat64, -math.MaxFloat64, largestDrawable, -largestDrawable, 1, 1 + 1e-12, 1e15, 0.1,
		}))
}

// TestAnyAxis checks that any ends give an axis with its ticks in order, and that the cell of each
// value shows that value.
func TestAnyAxis(t *testing.T) {
	check := func(t rapid.TB, a axis, n int) {
		if !(a.lo < a.hi) || math.IsInf(a.hi-a.lo, 0) {
			t.Fatalf("axis from %g to %g", a.lo, a.hi)
		}
		ticks := a.labelTicks(a.ticksAtRoundValues(n), nil)
		last, cell := math.Inf(-1), 0
		for _, tick := range ticks {
			if tick.cell < cell || tick.cell >= a.cells || !(tick.value > last) {
				t.Fatalf("tick %g on [%g, %g] after %g stands in cell %d of %d", tick.value, a.lo, a.hi, last, tick.cell, a.cells)
			}
			if w := TextWidth(tick.label); w == 0 || w > 14 {
				t.Fatalf("the label of %g is %q", tick.value, tick.label)
			}
			last, cell = tick.value, tick.cell
		}
		if len(ticks) > 4*n+1 {
			t.Fatalf("%d ticks for %d", len(ticks), n)
		}
		for i := range a.cells {
			if v := a.middleValue(i); a.cell(v) != i {
				t.Fatalf("%g of cell %d of %+v is shown in cell %d", v, i, a, a.cell(v))
			}
		}
	}
	tiny, inf := 5e-324, math.Inf(1)
	for _, a := range []axis{
		newAxis(tiny, tiny), newAxis(0, 1e-310), newAxis(largestDrawable, largestDrawable), newAxis(-largestDrawable, largestDrawable), newAxis(inf, -inf), newAxis(0, inf),
		newLogAxis(largestDrawable, largestDrawable, false), newAxis(1, math.Nextafter(1, 2)), newLogAxis(tiny, tiny, false), newLogAxis(tiny, largestDrawable, true), newLogAxis(inf, -inf, true),
	} {
		a = a.withCells(100, true)
		if len(a.ticksAtRoundValues(5)) == 0 {
			t.Errorf("no ticks on %+v", a)
		}
		check(t, a, 5)
	}
	rapid.Check(t, func(t *rapid.T) {
		lo, hi := anyNumber().Draw(t, "lo"), anyNumber().Draw(t, "hi")
		a := newAxis(lo, hi)
		if anyBool(t, "log") {
			a = newLogAxis(lo, hi, anyBool(t, "zero"))
		}
		a = a.withCells(anyInt(t, "cells", 1, 300), anyBool(t, "centred"))
		check(t, a, anyInt(t, "n", 1, 30))
	})
}

// TestDecadesAreEvenlySpaced places powers of ten by their exponents, and zero.
func TestDecadesAreEvenlySpaced(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from, n := anyInt(t, "from", -200, 200), anyInt(t, "decades", 1, 60)
		between := anyFloat(t, "between", 0, float64(n))
		for _, left := range []float64{0, zeroShare} {
			a := newLogAxis(math.Pow(10, float64(from)), math.Pow(10, float64(from+n)), left > 0)
			for _, at := range []float64{0, math.Floor(between), between, float64(n)} {
				want := left + (1-left)*at/float64(n)
				// Logarithms near 460 with a relative error of 2⁻⁵², over at least
				// ln 10, leave 1e-13.
				if got := a.fraction(math.Pow(10, float64(from)+at)); math.Abs(got-want) > 1e-12 || left > 0 && a.fraction(0) != 0 {
					t.Fatalf("10^%g stands at %g, want %g, and zero at %g", float64(from)+at, got, want, a.fraction(0))
				}
			}
		}
	})
}

// TestMinorTicks looks for the unlabelled ticks, and for the break beside zero.
func TestMinorTicks(t *testing.T) {
	a := newLogAxis(1, 1e4, false)
	for _, tt := range []struct {
		name string
		a    axis
		n    int
		want []int
	}{
		{"decades between the labelled ones", a, 20, []int{5, 10, 15}},
		{"too narrow", a, 6, nil},
		{"not logarithmic", newAxis(0, 1e4), 20, nil},
		{"less than two decades", newLogAxis(1, 10, false), 20, nil},
	} {
		if got := tt.a.withCells(tt.n, false).minorTickCells([]tick{{cell: 0}, {cell: 19}}); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
	// With ten columns to a decade 2 and 5 times its power have marks as well:
	// log10 2 = 0.301 and log10 5 = 0.699 of the way.
	if got, want := a.withCells(40, false).minorTickCells(nil)[:4], []int{0, 3, 6, 10}; !slices.Equal(got, want) {
		t.Errorf("minor ticks at %v, want %v", got, want)
	}
	for n := range 200 {
		a := newLogAxis(1, 1e4, true).withCells(n, false)
		if n >= 12 && len(a.axisBreakCells()) == 0 {
			t.Errorf("%d columns have no break", n)
		}
		for _, c := range a.axisBreakCells() {
			if c <= 0 || c >= a.cell(1) {
				t.Errorf("of %d columns, the break is at %d, not between 0 and the %d of 1", n, c, a.cell(1))
			}
		}
		if cells := newLogAxis(1, 1e4, false).withCells(n, false).axisBreakCells(); len(cells) > 0 {
			t.Errorf("an axis without zero is broken at %v", cells)
		}
	}
}

// TestTicksAreEven checks the ticks of vertical axes of curves: equal distances in lines, equal
// steps or numbers of decades, and each value in the middle of its line. On a broken logarithmic
// axis this holds above zero.
func TestTicksAreEven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := anyFloat(t, "lo", -1e3, 1e3)
		a, read := newAxis(lo, lo+math.Pow(10, anyFloat(t, "span", -3, 5))), func(v float64) float64 { return v }
		if anyBool(t, "log") {
			a = newLogAxis(1e-3, math.Pow(10, anyFloat(t, "decades", -1, 9)), anyBool(t, "zero"))
			read = math.Log10
		}
		wide, ticks := a.withCells(anyInt(t, "lines", 8, 60), true).alignToLines(1)
		wide.labelTicks(ticks, nil)
		for i, tick := range ticks {
			if at := wide.fraction(tick.value) * float64(wide.cells-1); math.Abs(at-float64(tick.cell)) > 1e-6 {
				t.Fatalf("%g lies at line %g, its label in line %d", tick.value, at, tick.cell)
			}
			if i < 2 || a.log && ticks[i-2].value == 0 {
				continue
			}
			before, other := ticks[i-1], ticks[i-2]
			if tick.cell-before.cell != before.cell-other.cell {
				t.Fatalf("lines %d, %d and %d", other.cell, before.cell, tick.cell)
			}
			step := read(tick.value) - read(before.value)
			if math.Abs(step-read(before.value)+read(other.value)) > 1e-9*math.Abs(step)+1e-9 || math.Abs(leastRoundStep(step*(1-1e-6))/step-1) > 1e-5 {
				t.Fatalf("%g, %g and %g", other.value, before.value, tick.value)
			}
		}
	})
}

// TestLevelStandsWhereLabelsSay reads the height of a level and of a curve off the labels in the
// text of a picture, by the straight line through two labels. Both heights are within an eighth of
// a line of the value, in pictures of any height.
func TestLevelStandsWhereLabelsSay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo, span := anyFloat(t, "lo", -2, 2), math.Pow(10, anyFloat(t, "span", -2, 3))
		part, h := anyFloat(t, "part", 0, 1), anyInt(t, "h", 5, 60)
		lo *= span
		value, read := lo+part*span, func(v float64) float64 { return v }
		plot := Curves{YMin: lo, YMax: lo + span}
		plot.LogY = anyBool(t, "log")
		if plot.LogY {
			plot.YMin, plot.YMax, read = 1e-6, 1e-6*math.Pow(10, 2+8*part), math.Log10
			value = math.Sqrt(plot.YMin * plot.YMax)
		}
		plot.Levels = []Level{{Y: value, Dash: Dashed}}
		plot.Curves = []Curve{{X: []float64{0, 1}, Y: []float64{plot.YMin, nan}}} // a point
		for _, drawn := range []string{"level", "curve"} {
			g := NewGrid(40, h)
			p := plot.Draw(g)
			inked, _, up := dotsOf(g, Braille)
			var rows, values []float64
			at := -1.0
			for y, line := range g.Plain() {
				if label, _, ok := strings.Cut(line, "┤"); ok {
					v := testutil.Must(strconv.ParseFloat(strings.TrimSpace(label), 64))
					rows, values = append(rows, float64(y)), append(values, read(v))
				}
			}
			for row := range up * h { // in the middle of the plot, where nothing else is
				for col := range 8 {
					if inked(2*(p.left+p.x.cells/2)+col, row) {
						at = float64(h) - 0.5 - (float64(row)+0.5)/float64(up)
					}
				}
			}
			last := len(rows) - 1
			perRow := (values[last] - values[0]) / (rows[last] - rows[0])
			if want := rows[0] + (read(value)-values[0])/perRow; math.Abs(at-want) > 0.125+1e-6 {
				t.Fatalf("the %s of %g lies in line %g, by the labels it is at %g:\n%s", drawn, value, at, want, plain(g))
			}
			plot.Levels, plot.Curves[0].Y = nil, []float64{value, value}
		}
	})
}
