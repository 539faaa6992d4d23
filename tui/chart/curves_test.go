package chart

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"larui/model/testutil"
)

// unitSquare is a canvas of w×h cells with axes from 0 to 1.
func unitSquare(w, h int, gl Glyphs) canvas {
	return canvas{NewGrid(w, h).WithGlyphs(gl), Plot{x: newAxis(0, 1).withCells(w, false), y: newAxis(0, 1).withCells(h, true)}}
}

// cell returns the column and line of the grid that show a point.
func (p Plot) cell(x, y float64) (col, line int, ok bool) {
	col, up := p.x.cell(x), p.y.cell(y)
	return p.left + col, p.top + p.y.cells - 1 - up, col >= 0 && up >= 0
}

func TestResample(t *testing.T) {
	c := Plot{x: newAxis(0, 8), y: newAxis(0, 10)}
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
		{"without order", []float64{8, 0, 4}, []float64{5, 1, 1}, []float64{1, 1, 1, 3, 5}},
	} {
		for i, got := range c.path(tt.x, tt.y, c.y.fraction).resample(5) {
			if want := tt.want[i] / 10; !(math.Abs(got-want) < 1e-15) && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%s: sample %d is %g, want %g", tt.name, i, got, want)
			}
		}
	}
}

// dotsOf returns the dots of a picture, by columns and rows of dots from the lower left, and the
// numbers of dots across and up in a cell. In ASCII a cell is one dot.
func dotsOf(g *Grid, gl Glyphs) (inked func(col, row int) bool, across, up int) {
	set := gl.characters().dots
	if set == nil {
		return func(col, row int) bool { c := g.At(col, g.h-1-row); return !c.isBlank() }, 1, 1
	}
	across, up = len(set[0]), len(set)
	return func(col, row int) bool {
		if col < 0 || row < 0 || row >= up*g.h {
			return false
		}
		row = up*g.h - 1 - row
		at := g.At(col/across, row/up).Rune
		for bits := range 256 {
			if bits < 1<<(across*up) && set.rune(uint8(bits)) == at {
				return uint8(bits)&set[row%up][col%across] != 0
			}
		}
		return false
	}, across, up
}

// TestCurveLiesWhereItShould looks, for each value of random curves, for the nearest dot in its
// column of dots or in a neighbouring one. The dot is as near as dots allow, within an eighth of a
// line in braille. There are no dots away from the curve; a single point is two dots tall.
func TestCurveLiesWhereItShould(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := anySize(t, 1, 60, 2, 30)
		gl := pick(t, "glyphs", Braille, Braille, Block, ASCII)
		xs := append(rapid.SliceOfDistinct(rapid.Float64Range(0.001, 0.999), rapid.ID).Draw(t, "x"), 0, 1)
		slices.Sort(xs)
		ys := rapid.SliceOfN(rapid.Float64Range(-0.5, 1.5), len(xs), len(xs)).Draw(t, "y")
		c := unitSquare(w, h, gl)
		c.drawCurves([]Curve{{X: xs, Y: ys, Style: LAR}})
		inked, across, up := dotsOf(c.Grid, gl)
		value := func(x float64) float64 {
			i := max(slices.IndexFunc(xs, func(v float64) bool { return v >= x }), 1)
			return ys[i-1] + (ys[i]-ys[i-1])*(x-xs[i-1])/(xs[i]-xs[i-1])
		}
		lines := func(y float64) float64 { return y*float64(h-1) + 0.5 } // from the lower edge
		near := 0.5/float64(up) + 1e-6                                   // an eighth in braille
		check := slices.Clone(xs)
		for col := range across * w {
			check = append(check, (float64(col)+0.5)/float64(across*w))
		}
		for _, x := range check {
			y, col := value(x), min(int(x*float64(across*w)), across*w-1)
			if gl == ASCII || y < 0 || y > 1 {
				continue
			}
			least := math.Inf(1)
			for row := range up * h {
				if inked(col-1, row) || inked(col, row) || inked(col+1, row) {
					least = min(least, math.Abs((float64(row)+0.5)/float64(up)-lines(y)))
				}
			}
			if least > near {
				t.Fatalf("%v: the dot nearest to %g at %g is %g lines off:\n%s", gl, y, x, least, plain(c.Grid))
			}
		}
		for col := range across * w {
			low, high := math.Inf(1), math.Inf(-1)
			ends := [2]float64{float64(col-1) / float64(across*w), float64(col+2) / float64(across*w)}
			for _, x := range append(slices.Clone(xs), max(0, ends[0]), min(1, ends[1])) {
				if x >= ends[0] && x <= ends[1] {
					low, high = min(low, lines(value(x))), max(high, lines(value(x)))
				}
			}
			some := false
			for row := range up * h {
				at := (float64(row) + 0.5) / float64(up)
				some = some || inked(col, row)
				if inked(col, row) && (at < low-3*near || at > high+3*near) {
					t.Fatalf("%v: a dot in column %d at line %g, where the curve runs from %g to %g:\n%s", gl, col, at, low, high, plain(c.Grid))
				}
			}
			if inside := low >= 0.5 && high <= float64(h)-0.5; inside && !some {
				t.Fatalf("%v: no dot in column %d:\n%s", gl, col, plain(c.Grid))
			}
		}
	})
}

// TestBandLiesWhereItShould compares the cells that a band shades with the straight lines
// between its bounds.
func TestBandLiesWhereItShould(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := anySize(t, 1, 60, 2, 30)
		ends := rapid.SliceOfN(rapid.Float64Range(-0.5, 1.5), 4, 4).Draw(t, "bounds")
		low, high := []float64{ends[0], ends[1]}, []float64{max(ends[0], ends[2]), max(ends[1], ends[3])}
		band := unitSquare(w, h, Braille)
		band.drawBand(Curve{X: []float64{0, 1}, Low: low, High: high, Style: LAR})
		for col := range w {
			at := (float64(col) + 0.5) / float64(w)
			bottom := (low[0] + at*(low[1]-low[0])) * float64(h-1)
			top := (high[0] + at*(high[1]-high[0])) * float64(h-1)
			filled := 0
			for y := range h {
				// Half a line for the size of a cell, and rounding.
				if up, c := float64(h-1-y), band.At(col, y); !c.isBlank() {
					filled++
					if up < bottom-0.51 || up > top+0.51 {
						t.Fatalf("column %d, line %g from below is shaded, the band is %g…%g", col, up, bottom, top)
					}
				}
			}
			if visible := min(top, float64(h-1)) - max(bottom, 0); visible > 0 && float64(filled) < visible-1 {
				t.Fatalf("column %d: %d lines shaded of a band %g lines tall", col, filled, visible)
			}
		}
	})
}

func TestBandKinds(t *testing.T) {
	curve := Curve{X: []float64{0, 1}, Low: []float64{0, 0}, High: []float64{1, 1}}
	outlined, half := curve, curve
	outlined.Outline, half.Outline = true, true
	half.High = []float64{1, nan} // bounds at the left end only
	for want, curve := range map[string]Curve{"░░|░░|░░|░░|░░": curve, "░░||||░░": outlined, "░||||░": half} {
		c := unitSquare(2, 5, Braille)
		c.drawBand(curve)
		testutil.Equal(t, strings.Join(c.Plain(), "|"), want, curve)
	}
}

// Curves that run along each other are seen in turn, each by its style and its dash.
func TestCurvesAlongEachOther(t *testing.T) {
	for _, gl := range []Glyphs{Braille, Block} {
		c := unitSquare(48, 5, gl)
		var curves []Curve
		for i, dash := range []Dash{Solid, Dashed, LongDashed} {
			curves = append(curves, Curve{X: []float64{0, 1}, Y: []float64{0.5, 0.5}, Style: Source + Style(i), Dash: dash})
		}
		c.drawCurves(curves)
		columns := map[Style]int{}
		for x := range 48 {
			if cell := c.At(x, 2); !cell.isBlank() {
				columns[cell.Style]++
			}
		}
		if columns[Source] < 12 || columns[Target] < 6 || columns[LAR] < 6 {
			t.Errorf("%v: columns by style %v:\n%s", gl, columns, plain(c.Grid))
		}
	}
}

// TestFirstCurveLiesAbove draws curves across each other, the first from the lower left.
func TestFirstCurveLiesAbove(t *testing.T) {
	for first := range 3 {
		c := Curves{YMin: 0, YMax: 1}
		for i := range 3 {
			y := [3]float64{0, 1, 0.5}[(first+i)%3]
			c.Curves = append(c.Curves, Curve{X: []float64{0, 1}, Y: []float64{y, 1 - y}, Style: Style(i) + Source})
		}
		g := NewGrid(21, 4) // the curves cross in the middle row
		p := c.Draw(g)
		col, line, _ := p.cell(0.5, 0.5)
		if got := g.At(col, line); got.Style != Source {
			t.Errorf("where curves cross there is %q in style %d\n%s", got.Rune, got.Style, plain(g))
		}
	}
}

// TestMarkersAndLevels looks for the lines, their labels and their ticks.
func TestMarkersAndLevels(t *testing.T) {
	c := convergence()
	c.Markers[0].Label = "epoch 900"
	c.Markers = append(c.Markers, Marker{X: 1e4, Style: Bad, Name: "later"}, Marker{X: nan})
	c.Levels = []Level{{Y: 0.95, Name: "half way", Style: Pinned, Dash: LongDashed}, {Y: 2, Name: "far"}, {Y: nan, Name: "nowhere"}}
	c.YMin, c.YMax = nan, 1
	for _, gl := range allGlyphs {
		g := NewGrid(76, 20)
		p := c.Draw(g.WithGlyphs(gl))
		col, line, _ := p.cell(900, 0.95)
		plot := g.Sub(0, 0, g.w, p.top+p.y.cells+1)
		level, marker := g.Sub(0, line, g.w, 1), g.Sub(col-10, 0, 21, g.h)
		for where, want := range map[*Grid]string{level: " half way ", marker: "epoch 900"} {
			testutil.Contains(t, plain(where), want)
		}
		seen := map[Cell]int{}
		for y := range plot.h {
			seen[g.At(col, y)]++
		}
		for x := range g.w {
			seen[g.At(x, line)]++
		}
		dashes, dots := 0, seen[Cell{Rune: gl.ReplaceRune('┊'), Style: Changed}]
		for cell, n := range seen {
			if cell.Style == Pinned && !cell.isBlank() {
				dashes += n
			}
		}
		if dashes < p.x.cells/2 || dots < p.y.cells/2 || seen[Cell{Rune: gl.ReplaceRune('▲'), Style: Changed}] != 1 {
			t.Errorf("%v: %d columns show the level, %d lines the marker", gl, dashes, dots)
		}
		later := func(c Cell) bool { return c.Style == Bad }
		for _, beyond := range []string{"far", "nowhere"} {
			if strings.Contains(plain(plot), beyond) || slices.ContainsFunc(plot.line(line), later) {
				t.Errorf("%v: what lies beyond the axes is shown:\n%s", gl, plain(plot))
			}
		}
	}
	// The level that a curve approaches is visible.
	c = Curves{Curves: []Curve{{X: []float64{0, 1}, Y: []float64{0, 1}}}, Levels: []Level{{Y: 3}}}
	p := c.Draw(NewGrid(40, 12))
	if _, line, ok := p.cell(0, 3); !ok || line != p.top || p.y.hi != 3 {
		t.Errorf("the level is in line %d, %v, the axis ends at %g", line, ok, p.y.hi)
	}
}

// Names of close levels never cover one another. Levels in one row of the plot share a label with
// each name at most once and the number of omitted names. If there is room, every level has its
// name.
func TestLevelNames(t *testing.T) {
	draw := func(w, h int, gl Glyphs, ys ...float64) (text string, named, left int) {
		c := Curves{Curves: []Curve{{X: []float64{0, 1}, Y: []float64{0, 0}}}, YMin: 0, YMax: 1}
		for i, y := range ys {
			c.Levels = append(c.Levels, Level{Y: y, Name: "rival" + string(rune('A'+i)), Dash: Dotted, Style: Dim})
		}
		g := NewGrid(w, h)
		c.Draw(g.WithGlyphs(gl))
		text = plain(g)
		for _, l := range c.Levels {
			if n := strings.Count(text, l.Name); n > 1 {
				t.Fatalf("%s is named %d times:\n%s", l.Name, n, text)
			} else {
				named += n
			}
		}
		for _, word := range strings.Split(text, " and ")[1:] {
			left += int(word[0] - '0')
			if !strings.HasPrefix(word[1:], " more") {
				t.Fatalf("what is left out is covered: %q", word)
			}
		}
		return text, named, left
	}
	rapid.Check(t, func(t *rapid.T) {
		w, h := anySize(t, 40, 160, 8, 30)
		ys := rapid.SliceOfN(rapid.SampledFrom([]float64{0.5, 0.51, 0.55, 0.6, 0.9}), 1, 9).Draw(t, "y")
		text, named, left := draw(w, h, pick(t, "glyphs", Braille, ASCII), ys...)
		if strings.Count(text, "rival") != named || named+left > len(ys) {
			t.Fatalf("of %d names there are %d, and %d left out:\n%s", len(ys), named, left, text)
		}
	})
	text, _, _ := draw(80, 24, Braille, 0.9, 0.9, 0.9, 0.8, 0.7)
	testutil.Contains(t, text, " rivalA, rivalB, rivalC ", " rivalD ", " rivalE ")
}

// TestZeroAndBelow draws values without a logarithm, with and without a place for zero.
func TestZeroAndBelow(t *testing.T) {
	c := Curves{Curves: []Curve{{X: []float64{0, 1, 2, 3}, Y: []float64{100, 1, 0, -5}, Style: LAR}}, LogY: true}
	for _, c.ZeroY = range []bool{false, true} {
		g := NewGrid(40, 14)
		plot := c.Draw(g)
		floor := plot.top + plot.y.cells - 1
		for line := range plot.y.cells { // in the last column
			drawn := g.At(plot.left+plot.x.cells-1, plot.top+line).Style == LAR
			testutil.Equal(t, drawn, (c.ZeroY && plot.top+line == floor), c.ZeroY, line)
		}
		testutil.Equal(t, c.ZeroY, (strings.Contains(g.Plain()[floor], "0 ┤") && strings.Contains(plain(g), "╱")), plain(g))
	}
	c = Curves{Curves: []Curve{{X: []float64{10, 0, -1, 1, 0.1}, Y: []float64{4, 1, 9, 3, 2}}}, LogX: true}
	if x, y, _ := c.axes(); x.lo != 0.1 || x.zeroFraction != 0 || y.hi != 4 {
		t.Errorf("without Zero, the axes are %+v and %+v", x, y)
	}
	c.Zero = true
	if x, y, _ := c.axes(); x.lo != 0.1 || x.zeroFraction == 0 || y.lo != 1 || y.hi != 4 {
		t.Errorf("with Zero, the axes are %+v and %+v", x, y)
	}
}

// TestPlotInvertsDraw asks for the point in the middle of each cell where it is
// drawn, and for the data.
func TestPlotInvertsDraw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := anySize(t, 0, 80, 0, 40)
		c := Curves{LogX: anyBool(t, "log x"), LogY: anyBool(t, "log y"), Zero: true, ZeroY: true}
		value := rapid.OneOf(rapid.Float64Range(1e-9, 1e4), rapid.SampledFrom([]float64{0, 1e-4, 1}))
		n := anyInt(t, "n", 0, 10)
		c.Curves = []Curve{{X: rapid.SliceOfN(value, n, n).Draw(t, "x"), Y: rapid.SliceOfN(value, n, n).Draw(t, "y")}}
		p := c.Draw(NewGrid(w, h))
		cells := 0
		for line := range h {
			for col := range w {
				x, y, ok := p.ValuesAt(col, line)
				if !ok {
					continue
				}
				cells++
				if gotCol, gotLine, ok := p.cell(x, y); !ok || gotCol != col || gotLine != line {
					t.Fatalf("(%g, %g) of cell (%d, %d) is drawn at (%d, %d), %v", x, y, col, line, gotCol, gotLine, ok)
				}
			}
		}
		if cells != p.x.cells*p.y.cells || n == 0 && cells > 0 {
			t.Fatalf("%d cells of %d×%d", cells, p.x.cells, p.y.cells)
		}
		for i := range n {
			if _, _, ok := p.cell(c.Curves[0].X[i], c.Curves[0].Y[i]); !ok && cells > 0 {
				t.Fatalf("(%g, %g) is nowhere", c.Curves[0].X[i], c.Curves[0].Y[i])
			}
		}
	})
}
