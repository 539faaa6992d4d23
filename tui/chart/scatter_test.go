package chart

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"larui/model/testutil"
)

// TestLineLiesWhereItShould draws lines by every set of glyphs and compares
// each inked cell, and each column or line of cells the line crosses, with the
// equation.
func TestLineLiesWhereItShould(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cols, rows := anySize(t, 1, 80, 1, 40)
		angle := anyFloat(t, "angle", 0, 2*math.Pi)
		a, b := math.Cos(angle), math.Sin(angle)
		low, high := rapid.Float64Range(-5, 0), rapid.Float64Range(1, 5)
		x := newAxis(low.Draw(t, "x lo"), high.Draw(t, "x hi")).withCells(cols, false)
		y := newAxis(low.Draw(t, "y lo"), high.Draw(t, "y hi")).withCells(rows, false)
		// A point it passes through, so that it crosses the picture.
		c := a*anyFloat(t, "px", x.lo, x.hi) + b*anyFloat(t, "py", y.lo, y.hi)
		scale := math.Pow(10, float64(anyInt(t, "scale", -200, 200)))
		gl := pick(t, "glyphs", allGlyphs...)
		plot := canvas{NewGrid(cols, rows).WithGlyphs(gl), Plot{x: x, y: y}}
		plot.drawLines([]Line{{A: a * scale, B: b * scale, C: c * scale}})

		width, height := (x.hi-x.lo)/float64(cols), (y.hi-y.lo)/float64(rows)
		inkedCols, inkedRows := map[int]bool{}, map[int]bool{}
		for row := range rows {
			for col := range cols {
				if plot.At(col, row).Rune == 0 {
					continue
				}
				inkedCols[col], inkedRows[row] = true, true
				// The line must pass through the cell or a neighbour: at some
				// corner of that block its equation has the other sign.
				low, high := math.Inf(1), math.Inf(-1)
				for _, dx := range []float64{-1, 2} {
					for _, dy := range []float64{-1, 2} {
						v := a*(x.lo+(float64(col)+dx)*width) + b*(y.hi-(float64(row)+dy)*height) - c
						low, high = min(low, v), max(high, v)
					}
				}
				if low > 0 || high < 0 {
					t.Fatalf("ink in column %d of line %d, where the line %g·x + %g·y = %g does not pass", col, row, a, b, c)
				}
			}
		}
		// The cells across which it runs: not at the edges, where rounding decides.
		inside := func(a axis, v float64) bool {
			cell := a.fraction(v) * float64(a.cells)
			return cell > 1 && cell < float64(a.cells)-1
		}
		if math.Abs(b)*width < math.Abs(a)*height {
			for row := range rows {
				if mid := y.middleValue(rows - 1 - row); inside(x, (c-b*mid)/a) && !inkedRows[row] {
					t.Fatalf("no ink in line %d, though the line crosses it", row)
				}
			}
			return
		}
		for col := range cols {
			if mid := x.middleValue(col); inside(y, (c-a*mid)/b) && !inkedCols[col] {
				t.Fatalf("no ink in column %d, though the line crosses it", col)
			}
		}
	})
}

func TestLineThatCantBeDrawn(t *testing.T) {
	square := newAxis(-1, 1)
	inf := math.Inf(1)
	for _, l := range []Line{
		{}, {C: 1}, {A: nan}, {A: 1, B: nan}, {A: inf}, {A: 1, C: inf}, {A: 1, C: nan}, {A: 1, B: -inf},
		{A: 1, C: 1.5}, {A: 1, B: 1, C: -2.5}, {A: 5e-324, C: 1e300},
	} {
		if s, ok := l.segment(square, square); ok {
			t.Errorf("%+v is drawn as %+v", l, s)
		}
	}
}

// TestDashesDiffer looks at straight lines, their samples and pieces of curves.
func TestDashesDiffer(t *testing.T) {
	for _, gl := range allGlyphs {
		seen := map[string]Dash{}
		for d := range Doubled + 1 {
			plot := unitSquare(24, 3, gl)
			plot.drawLines([]Line{{B: 1, C: 0.5, Dash: d}})
			looks := []string{plain(plot.Grid), plot.LegendSample(Line{B: 1, C: 0.5, Dash: d}, gl), "curve " + string(gl.ReplaceRune(d.dashedRune('─')))}
			if d == Doubled {
				looks = looks[2:] // as a straight line it is solid
			}
			for _, look := range looks {
				if other, ok := seen[look]; ok {
					t.Errorf("%v: dashes %d and %d look the same: %s", gl, d, other, look)
				}
				seen[look] = d
			}
		}
	}
}

// The sample of a line in a legend looks like the line in the picture, in any direction.
func TestSampleIsDrawn(t *testing.T) {
	for _, d := range []Dash{Solid, Dashed, Dotted} {
		for _, l := range []Line{{A: 1, C: 0.5}, {B: 1, C: 0.5}, {A: 1, B: 1, C: 1}, {A: 1, B: -1}} {
			l.Dash = d
			plot := unitSquare(24, 12, ASCII)
			plot.drawLines([]Line{l})
			for _, r := range ASCII.Spell(plot.LegendSample(l, ASCII)) {
				if !strings.ContainsRune(plain(plot.Grid), r) {
					t.Errorf("%+v: no %q in\n%s", l, r, plain(plot.Grid))
				}
			}
		}
	}
}

func TestEqualUnits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cols, rows := anySize(t, 1, 200, 1, 60)
		span := rapid.Float64Range(1e-3, 1e3)
		x, y := newAxis(0, span.Draw(t, "x")), newAxis(0, span.Draw(t, "y"))
		ex, ey := equalizeUnits(x, y, cols, rows)
		perCol, perRow := (ex.hi-ex.lo)/float64(cols), (ey.hi-ey.lo)/float64(rows)
		if math.Abs(perRow/perCol-2) > 1e-6 {
			t.Fatalf("a line is worth %g columns, want 2", perRow/perCol)
		}
		// Nothing that was visible is lost, up to rounding.
		slack := 1e-9 * max(x.hi, y.hi)
		if ex.lo > x.lo+slack || ex.hi < x.hi-slack || ey.lo > y.lo+slack || ey.hi < y.hi-slack {
			t.Fatalf("[%g, %g]×[%g, %g] became [%g, %g]×[%g, %g]", x.lo, x.hi, y.lo, y.hi, ex.lo, ex.hi, ey.lo, ey.hi)
		}
	})
	x, y := equalizeUnits(newAxis(-1e290, 1e290), newAxis(0, 1e-280), 200, 1)
	if !(x.lo < x.hi && y.lo < y.hi) || math.IsInf(y.hi-y.lo, 0) {
		t.Errorf("equal units of extreme spans: [%g, %g]×[%g, %g]", x.lo, x.hi, y.lo, y.hi)
	}
}

func TestPointsShareACell(t *testing.T) {
	a := Points{X: []float64{0, 0, 0}, Y: []float64{0, 0, 0}, Mark: 'a'}
	b := Points{X: []float64{0, 0}, Y: []float64{0, 0}, Mark: 'b'}
	first, tie := b, b
	first.Priority, tie.Mark = 1, 'c'
	for _, tt := range []struct {
		sets []Points
		want string
	}{
		{[]Points{a, b}, "a"}, {[]Points{b, a}, "a"}, // most points
		{[]Points{a, first}, "b"}, {[]Points{first, a}, "b"}, // priority
		{[]Points{b, tie}, "b"}, {[]Points{tie, b}, "c"}, // the first
	} {
		plot := unitSquare(1, 1, Braille)
		plot.drawPointSets(tt.sets, false)
		testutil.Equal(t, plot.Plain()[0], tt.want)
	}
}

// A few outliers do not squash the other points, and are counted. Of normal points all are visible.
func TestOutliersDontSquash(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var p Points
	for range 500 {
		p.X, p.Y = append(p.X, rng.NormFloat64()), append(p.Y, rng.NormFloat64())
	}
	before, trimmed := axisWithoutOutliers(slices.Clone(p.X))
	if trimmed || before.lo > slices.Min(p.X) || before.hi < slices.Max(p.X) {
		t.Errorf("the axis from %g to %g leaves out some of [%g, %g]", before.lo, before.hi, slices.Min(p.X), slices.Max(p.X))
	}
	after, trimmed := axisWithoutOutliers(append(slices.Clone(p.X), 1e6, 0))
	if !trimmed || after.hi-after.lo > 2*(before.hi-before.lo) {
		t.Errorf("the axis grew from [%g, %g] to [%g, %g]", before.lo, before.hi, after.lo, after.hi)
	}
	for far, want := range map[float64]bool{0: false, 1e6: true} {
		s := Scatter{Points: []Points{p, {X: []float64{far, 0}, Y: []float64{0, -far}}}}
		if picture := plain(framed("", 40, 12, of(s.Draw), Braille)); strings.Contains(picture, "2 not shown") != want || !want && strings.Contains(picture, "not shown") {
			t.Errorf("with points at %g:\n%s", far, picture)
		}
	}
}

func TestThinning(t *testing.T) {
	var p Points
	for i := range 1000 {
		p.X, p.Y = append(p.X, float64(i)), append(p.Y, float64(i%2))
	}
	s := Scatter{Points: []Points{p, {X: []float64{1, 2}, Y: []float64{3, 4}}}}
	sets := thinOutPoints(s.Points, 100)
	// Sets are rounded up, so that a small one does not disappear.
	if n, m := len(sets[0].X), len(sets[1].X); n+m > 102 || n < 90 || m < 1 {
		t.Errorf("%d and %d points are left of 1000 and 2", n, m)
	}
	if !slices.IsSorted(sets[0].X) || sets[0].X[0] > 20 || sets[0].X[len(sets[0].X)-1] < 980 {
		t.Errorf("the points are not spread: %v", sets[0].X)
	}
	odd := 0
	for i, x := range sets[0].X {
		if sets[0].Y[i] != math.Mod(x, 2) {
			t.Fatalf("coordinates were mixed up at %d", i)
		}
		odd += int(sets[0].Y[i])
	}
	// Half of about 100; a fixed stride of ten would find none or all.
	if odd < 30 || odd > 70 {
		t.Errorf("%d of %d points are odd", odd, len(sets[0].X))
	}
	if again := thinOutPoints(s.Points, 100); !slices.Equal(again[0].X, sets[0].X) || len(p.X) != 1000 || len(s.Points[0].X) != 1000 {
		t.Error("thinning is not deterministic, or changed its input")
	}
}

// A mark of high priority that a line hides is redrawn, or a mark beside it is. A line never loses
// two cells side by side.
func TestMarksAboveLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cols, rows := anySize(t, 1, 40, 1, 20)
		angle := anyFloat(t, "angle", 0, 2*math.Pi)
		lines := []Line{{A: math.Cos(angle), B: math.Sin(angle), C: (math.Cos(angle) + math.Sin(angle)) / 2}}
		sets := make([]Points, 2)
		sets[0].Mark, sets[1].Mark, sets[1].Priority = 'o', 'x', 1
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for i := range anyInt(t, "points", 0, 400) {
			p := &sets[i%2]
			p.X, p.Y = append(p.X, rng.Float64()), append(p.Y, rng.Float64())
		}
		gl := pick(t, "glyphs", allGlyphs...)

		line, points, plot := unitSquare(cols, rows, gl), unitSquare(cols, rows, gl), unitSquare(cols, rows, gl)
		line.drawLines(lines)
		points.drawPointSets(sets, false)
		above := plot.drawPointSets(sets, false)
		plot.drawLines(lines)
		plot.redrawHiddenMarks(above)

		lost := func(x, y int) bool { return line.At(x, y).Rune != 0 && plot.At(x, y).Rune == 'x' }
		for y := range rows {
			for x := range cols {
				near := false
				for i := range 9 {
					near = near || i != 4 && lost(x+i%3-1, y+i/3-1)
				}
				switch was, is := points.At(x, y).Rune, plot.At(x, y).Rune; {
				case lost(x, y) && near:
					t.Fatalf("the line loses the cell (%d, %d) and one beside it", x, y)
				case was == 'x' && is != 'x' && !near:
					t.Fatalf("the mark at (%d, %d) is hidden, and none beside it is seen", x, y)
				case was == 'o' && line.At(x, y).Rune != 0 && is == 'o':
					t.Fatalf("the mark at (%d, %d) is above the line", x, y)
				}
			}
		}
	})
}
