package chart

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestDecadesAreEvenlySpaced places powers of ten by counting them.
func TestDecadesAreEvenlySpaced(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := rapid.IntRange(-200, 200).Draw(t, "from")
		n := rapid.IntRange(1, 60).Draw(t, "decades")
		zero := rapid.Bool().Draw(t, "zero")
		a := newLogAxis(math.Pow(10, float64(from)), math.Pow(10, float64(from+n)), zero)
		left := 0.0
		if zero {
			left = zeroShare
			if a.frac(0) != 0 {
				t.Fatalf("zero stands at %g", a.frac(0))
			}
		}
		for i := range n + 1 {
			want := left + (1-left)*float64(i)/float64(n)
			// Logarithms near 460 with a relative error of 2⁻⁵², over at least
			// ln 10, leave 1e-13.
			if got := a.frac(math.Pow(10, float64(from+i))); math.Abs(got-want) > 1e-12 {
				t.Fatalf("1e%d stands at %g, want %g", from+i, got, want)
			}
		}
	})
}

// TestTicksStandWhereDrawn looks for the tick of each decade in a picture.
func TestTicksStandWhereDrawn(t *testing.T) {
	c := Curves{
		Curves: []Curve{{X: []float64{1, 1e4}, Y: []float64{1e-2, 1e2}}},
		LogX:   true, LogY: true, YMin: nan, YMax: nan,
	}
	g := NewGrid(61, 23)
	p := c.Draw(g, Braille)
	for _, v := range []float64{1, 10, 100, 1000, 1e4} {
		col, _, ok := p.Cell(v, 1)
		if want := p.left + min(int(math.Log10(v)/4*float64(p.cols)), p.cols-1); !ok || col != want {
			t.Errorf("%g stands in column %d, want %d", v, col, want)
		}
		if r := g.At(col, p.top+p.rows).Rune; r != '┬' {
			t.Errorf("the axis shows %q at %g", r, v)
		}
	}
	for _, v := range []float64{0.01, 0.1, 1, 10, 100} {
		_, line, ok := p.Cell(1, v)
		up := int(math.Round((math.Log10(v) + 2) / 4 * float64(p.rows-1)))
		if want := p.top + p.rows - 1 - up; !ok || line != want {
			t.Errorf("%g stands in line %d, want %d", v, line, want)
		}
		if r := g.At(p.left-1, line).Rune; r != '┤' {
			t.Errorf("the axis shows %q at %g", r, v)
		}
		if label := alone(v); !strings.Contains(g.Plain()[line], label+" ┤") {
			t.Errorf("line %d is not labelled %s: %q", line, label, g.Plain()[line])
		}
	}
}

func TestMinorTicks(t *testing.T) {
	a := newLogAxis(1, 1e4, false)
	place := func(n int) func(float64) int { return func(f float64) int { return column(f, n) } }
	labelled := []tick{{cell: 0}, {cell: 9}, {cell: 19}}
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
		var other []tick
		for _, l := range labelled {
			if l.cell%2 == 1 && l.cell < 10 {
				continue
			}
			other = append(other, l)
		}
		if got := tt.a.minor(other, tt.n, place(tt.n)); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
	// With ten columns to a decade 2 and 5 times its power have marks as well:
	// log10 2 = 0.301 and log10 5 = 0.699 of the way.
	if got, want := a.minor(nil, 40, place(40))[:4], []int{0, 3, 6, 10}; !slices.Equal(got, want) {
		t.Errorf("minor ticks at %v, want %v", got, want)
	}
}

func TestBreak(t *testing.T) {
	place := func(n int) func(float64) int { return func(f float64) int { return column(f, n) } }
	for n := range 200 {
		a := newLogAxis(1, 1e4, true).roomForZero(n)
		cells := a.breakCells(place(n))
		if n >= 12 && len(cells) == 0 {
			t.Errorf("%d columns have no break", n)
		}
		for _, c := range cells {
			if c <= 0 || c >= place(n)(a.frac(1)) {
				t.Errorf("of %d columns, the break is at %d, not between 0 and the %d of 1", n, c, place(n)(a.frac(1)))
			}
		}
	}
	if cells := newLogAxis(1, 1e4, false).breakCells(place(100)); cells != nil {
		t.Errorf("an axis without zero is broken at %v", cells)
	}
}

// TestLogLogAgreesWithLogarithms compares a curve on logarithmic axes with the
// logarithms on linear ones, lines apart by no more than rounding.
func TestLogLogAgreesWithLogarithms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := rapid.SliceOfNDistinct(rapid.Float64Range(-3, 3), 2, 20, rapid.ID).Draw(t, "log x")
		v := rapid.SliceOfN(rapid.Float64Range(-6, 6), len(u), len(u)).Draw(t, "log y")
		cols, rows := rapid.IntRange(2, 80).Draw(t, "cols"), rapid.IntRange(2, 40).Draw(t, "rows")
		var logs, powers Curve
		for i := range u {
			logs.X, logs.Y = append(logs.X, u[i]), append(logs.Y, v[i])
			powers.X, powers.Y = append(powers.X, math.Pow(10, u[i])), append(powers.Y, math.Pow(10, v[i]))
		}
		want := logs.path(false, false).rowValues(newAxis(-3, 3), newAxis(-6, 6), cols+1, rows)
		got := powers.path(true, false).rowValues(newLogAxis(1e-3, 1e3, false), newLogAxis(1e-6, 1e6, false), cols+1, rows)
		gap := slices.Sorted(slices.Values(u))
		for i := 1; i < len(gap); i++ {
			if gap[i]-gap[i-1] < 1e-6 {
				t.Skip("a step so steep that rounding decides")
			}
		}
		for j := range want {
			// Halfway between two samples, and at them, rounding decides where
			// the ends of the curve lie.
			if slices.ContainsFunc(u, func(u float64) bool {
				twice := 2 * ((u+3)/6*float64(cols) - float64(j))
				return math.Abs(twice) < 3 && math.Abs(twice-math.Round(twice)) < 1e-6
			}) {
				continue
			}
			if math.IsNaN(want[j]) != math.IsNaN(got[j]) || math.Abs(want[j]-got[j]) > 1e-5*float64(rows) {
				t.Fatalf("column %d is at %g, want %g", j, got[j], want[j])
			}
		}
	})
}

func TestFloor(t *testing.T) {
	c := Curves{
		Curves: []Curve{{X: []float64{0, 1, 2, 3}, Y: []float64{100, 1, 0, -5}, Style: LAR}},
		LogY:   true, YMin: nan, YMax: nan,
	}
	inked := func(c Curves) (right []int, plot Plot, lines []string) {
		g := NewGrid(40, 14)
		plot = c.Draw(g, Braille)
		for line := range plot.rows {
			if g.At(plot.left+plot.cols-1, plot.top+line).Style == LAR {
				right = append(right, plot.rows-1-line)
			}
		}
		return right, plot, g.Plain()
	}
	if rows, _, _ := inked(c); rows != nil {
		t.Errorf("a negative value is drawn on lines %v", rows)
	}
	c.ZeroY = true
	rows, plot, lines := inked(c)
	if !slices.Equal(rows, []int{0}) {
		t.Errorf("a negative value is drawn on lines %v, not on the floor", rows)
	}
	if floor := lines[plot.top+plot.rows-1]; !strings.Contains(floor, "0 ┤") {
		t.Errorf("the floor is not labelled: %q", floor)
	}
	if !strings.Contains(strings.Join(lines, "\n"), "╱") {
		t.Error("the axis is not marked as broken")
	}
}
