package chart

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// TestResampleAgreesWithPlainInterpolation compares with a search for the two
// points around each value.
func TestResampleAgreesWithPlainInterpolation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log := rapid.Bool().Draw(t, "log")
		n := rapid.IntRange(2, 200).Draw(t, "n")
		xs := rapid.SliceOfNDistinct(rapid.Float64Range(0.01, 1000), 2, 30, rapid.ID).Draw(t, "x")
		ys := rapid.SliceOfN(rapid.Float64Range(-100, 100), len(xs), len(xs)).Draw(t, "y")
		p := Curve{X: xs, Y: ys}.path(log, false)
		if !slices.IsSorted(p.x) || len(p.x) != len(xs) {
			t.Fatalf("path has x = %v", p.x)
		}
		a, scale := newAxis(p.x[0], p.x[len(p.x)-1]), func(v float64) float64 { return v }
		if log {
			a, scale = newLogAxis(p.x[0], p.x[len(p.x)-1], false), math.Log
		}
		if a.constant {
			t.Skip("the points are one")
		}
		lo, hi := scale(a.lo), scale(a.hi)
		for j, got := range p.resample(a, n) {
			at := lo + (hi-lo)*float64(j)/float64(n-1)
			// The value may fall on either side of a point by rounding, so the
			// comparison is with the curve's range in a small neighbourhood,
			// widened by rounding in its value (|y| ≤ 100).
			low, high := math.Inf(1), math.Inf(-1)
			for _, shift := range []float64{-1e-9, 0, 1e-9} {
				v := min(max(at+shift*(hi-lo), lo), hi)
				for i := 1; i < len(p.x); i++ {
					if l, r := scale(p.x[i-1]), scale(p.x[i]); l <= v && v <= r && l < r {
						want := p.y[i-1] + (p.y[i]-p.y[i-1])*(v-l)/(r-l)
						low, high = min(low, want), max(high, want)
					}
				}
			}
			if !(got >= low-1e-9 && got <= high+1e-9) {
				t.Fatalf("sample %d of %d is %g, want between %g and %g", j, n, got, low, high)
			}
		}
	})
}

func TestResampleGaps(t *testing.T) {
	a := newAxis(0, 8)
	for _, tt := range []struct {
		name string
		x, y []float64
		want []float64 // at 0, 2, 4, 6, 8
	}{
		{"gap at a point", []float64{0, 2, 4, 6, 8}, []float64{1, 2, nan, 4, 5}, []float64{1, 2, nan, 4, 5}},
		{"gap between samples", []float64{0, 2, 3, 4, 8}, []float64{1, 2, nan, 4, 8}, []float64{1, 2, 4, 6, 8}},
		{"shorter than the axis", []float64{2, 6}, []float64{2, 6}, []float64{nan, 2, 4, 6, nan}},
		{"lonely between samples", []float64{4.4}, []float64{7}, []float64{nan, nan, 7, nan, nan}},
		{"a step", []float64{0, 4, 4, 8}, []float64{1, 1, 3, 3}, []float64{1, 1, 3, 3, 3}},
		{"none", nil, nil, []float64{nan, nan, nan, nan, nan}},
		{"infinite", []float64{0, 8, math.Inf(1)}, []float64{1, math.Inf(1), 3}, []float64{1, nan, nan, nan, nan}},
	} {
		got := Curve{X: tt.x, Y: tt.y}.path(false, false).resample(a, 5)
		same := slices.EqualFunc(got, tt.want, func(a, b float64) bool { return a == b || a != a && b != b })
		if !same {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestZeroOnALogarithmicAxis(t *testing.T) {
	c := Curve{X: []float64{10, 0, -1, 1, 0.1}, Y: []float64{4, 1, 9, 3, 2}}
	if p := c.path(true, false); !slices.Equal(p.x, []float64{0.1, 1, 10}) {
		t.Errorf("without Zero, the path has x = %v", p.x)
	}
	p := c.path(true, true)
	if !slices.Equal(p.x, []float64{0, 0.1, 1, 10}) || !slices.Equal(p.y, []float64{1, 2, 3, 4}) {
		t.Errorf("with Zero, the path is %v", p)
	}
	a := newLogAxis(0.1, 10, true)
	if a.frac(0) != 0 || a.frac(0.1) != zeroShare || a.frac(10) != 1 {
		t.Errorf("0, 0.1 and 10 stand at %g, %g and %g", a.frac(0), a.frac(0.1), a.frac(10))
	}
	picture := lambdaSweep()
	lines := framed("", 38, 13, of(picture.Draw), Braille).Plain()
	if !slices.ContainsFunc(lines, func(s string) bool { return strings.Contains(s, " 0  ") && strings.Contains(s, "100") }) {
		t.Errorf("the axis does not begin with 0:\n%s", strings.Join(lines, "\n"))
	}
}

// TestCurveLiesWhereItShould compares the cells a straight curve inks with its
// equation.
func TestCurveLiesWhereItShould(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 120).Draw(t, "w"), rapid.IntRange(1, 3).Draw(t, "h")
		h *= rapid.IntRange(1, 12).Draw(t, "times")
		from, to := rapid.Float64Range(0, 1).Draw(t, "from"), rapid.Float64Range(0, 1).Draw(t, "to")
		plot := NewGrid(w, h)
		y := newAxis(0, 1)
		curve := Curve{X: []float64{0, 1}, Y: []float64{from, to}, Style: LAR}
		values := curve.path(false, false).rowValues(newAxis(0, 1), y, w+1, h)
		plotSeries(plot, []Curve{curve}, [][]float64{values}, Braille)
		for col := range w {
			inked := false
			for row := range h {
				c := plot.At(col, row)
				if c.Rune == 0 {
					continue
				}
				inked = true
				left := from + (to-from)*float64(col)/float64(w)
				right := from + (to-from)*float64(col+1)/float64(w)
				at := float64(h-1-row) / float64(max(h-1, 1))
				cell := 1 / float64(max(h-1, 1))
				if at < min(left, right)-cell || at > max(left, right)+cell {
					t.Fatalf("ink in column %d of line %d, worth %g, where the curve runs from %g to %g", col, row, at, left, right)
				}
				if c.Style != LAR {
					t.Fatalf("column %d of line %d has style %d", col, row, c.Style)
				}
			}
			if !inked {
				t.Fatalf("no ink in column %d", col)
			}
		}
	})
}

func TestFirstCurveLiesAbove(t *testing.T) {
	var c Curves
	// More than fit into one call of PlotMany.
	for i := range 2*maxSeries + 3 {
		style := Dim
		if i == 0 {
			style = LAR
		}
		c.Curves = append(c.Curves, Curve{X: []float64{0, 1}, Y: []float64{1, 1}, Style: style})
	}
	c.YMin, c.YMax = 0, 2
	g := NewGrid(10, 3)
	c.Draw(g, Braille)
	for x := range 10 {
		if cell := g.At(x, 1); cell.Style != LAR || cell.Rune != '─' {
			t.Fatalf("column %d shows %q in style %d", x, cell.Rune, cell.Style)
		}
	}
}

func TestEverySeriesKeepsItsStyle(t *testing.T) {
	var c Curves
	n := 20
	for i := range n {
		c.Curves = append(c.Curves, Curve{X: []float64{0, 1}, Y: []float64{float64(i), float64(i)}, Style: Style(i % numStyles)})
	}
	c.YMin, c.YMax = nan, nan
	g := NewGrid(12, n)
	plot := g.Sub(0, 0, 12, n)
	series := make([][]float64, n)
	for i, curve := range c.Curves {
		series[i] = curve.path(false, false).rowValues(newAxis(0, 1), newAxis(0, float64(n-1)), 13, n)
	}
	plotSeries(plot, c.Curves, series, Braille)
	for i := range n {
		if got, want := g.At(5, n-1-i).Style, Style(i%numStyles); got != want {
			t.Errorf("curve %d has style %d, want %d", i, got, want)
		}
	}
}

func TestCurveDashesDiffer(t *testing.T) {
	for _, gl := range []Glyphs{Braille, Block, ASCII} {
		for _, r := range "─│" {
			seen := map[rune]Dash{}
			for _, d := range []Dash{Solid, Dashed, Dotted, LongDashed, Doubled} {
				got := gl.curveRune(d, r)
				if other, ok := seen[got]; ok && (gl != ASCII || r == '─') {
					t.Errorf("%v: dashes %d and %d draw %q as %q", gl, d, other, r, got)
				}
				seen[got] = d
				if gl == ASCII && got >= utf8.RuneSelf {
					t.Errorf("ASCII draws %q", got)
				}
			}
		}
	}
}

func TestMarkers(t *testing.T) {
	c := Curves{
		Curves:  []Curve{{X: []float64{0, 10}, Y: []float64{0, 1}}},
		Markers: []Marker{{X: 5, Style: Changed, Name: "now"}, {X: 11, Style: Bad, Name: "later"}, {X: nan}},
		YMin:    nan, YMax: nan,
	}
	g := NewGrid(40, 12)
	c.Draw(g, Braille)
	pointers, dashes := 0, 0
	for y := range 11 { // without the legend
		for x := range 40 {
			switch cell := g.At(x, y); {
			case cell.Style == Bad:
				t.Errorf("a marker beyond the axis is drawn at %d, %d", x, y)
			case cell.Rune == '▲':
				pointers++
			case cell.Rune == '┊' && cell.Style == Changed:
				dashes++
			}
		}
	}
	if pointers != 1 || dashes < 6 {
		t.Errorf("%d pointers and %d pieces of the line", pointers, dashes)
	}
}

func TestDecodeLeavesNoEscapeCodes(t *testing.T) {
	got := decode("┤\x1b[38;5;17m─╮\x1b[0m x\n\x1b[38;5;16m┼─\x1b[0m")
	want := []piece{{0, 0, 1, '─'}, {1, 0, 1, '╮'}, {0, 1, 0, '─'}}
	if !slices.Equal(got, want) {
		t.Errorf("decode = %v, want %v", got, want)
	}
}
