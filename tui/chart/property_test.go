package chart

import (
	"cmp"
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"larui/tui/number"
)

// numbers generates series of up to n values: any, nothing but gaps, or the
// same value again and again.
func numbers(n int) *rapid.Generator[[]float64] {
	return rapid.OneOf(
		rapid.SliceOfN(anyNumber(), 0, n),
		rapid.SliceOfN(rapid.Just(nan), 0, n),
		rapid.Custom(func(t *rapid.T) []float64 {
			v := anyNumber().Draw(t, "v")
			return rapid.SliceOfN(rapid.Just(v), 0, n).Draw(t, "same")
		}),
		rapid.SliceOfN(rapid.Float64Range(-100, 100), 0, n),
	)
}

func anyName() *rapid.Generator[string] {
	return rapid.OneOf(rapid.SampledFrom([]string{"", "LAR", "λ̃", "日本語", "no adaptation", "\x1b[31m\n"}), rapid.String())
}

func anyStyle() *rapid.Generator[Style] {
	return rapid.Map(rapid.Uint8(), func(s uint8) Style { return Style(s) })
}

func anyDash() *rapid.Generator[Dash] {
	return rapid.SampledFrom([]Dash{Solid, Dashed, Dotted, LongDashed, Doubled})
}

// TestAnyDrawing draws anything at any size: nothing may panic, leave its
// frame, or smuggle in an escape code.
func TestAnyDrawing(t *testing.T) {
	encoders := make([]*Encoder, len(profiles))
	for i, p := range profiles {
		encoders[i] = NewEncoder(Theme(i), p)
	}
	rapid.Check(t, func(t *rapid.T) {
		// Small ones by chance, which prefers them, and the usual ones.
		w := rapid.OneOf(rapid.IntRange(0, 200), rapid.SampledFrom([]int{24, 38, 80, 120, 200})).Draw(t, "w")
		h := rapid.OneOf(rapid.IntRange(0, 60), rapid.SampledFrom([]int{4, 8, 13, 24, 36, 60})).Draw(t, "h")
		gl := rapid.SampledFrom([]Glyphs{Braille, Block, ASCII}).Draw(t, "glyphs")
		outer := NewGrid(w+2, h+2)
		g := outer.Sub(1, 1, w, h)
		rapid.OneOf(anyScatter(), anyCurves(w, h), anyBars(w, h), anyHeatMap(w, h), anyPicture()).Draw(t, "drawing")(g, gl)
		for x := range w + 2 {
			for y := range h + 2 {
				if inside := x >= 1 && x <= w && y >= 1 && y <= h; !inside && outer.At(x, y) != (Cell{}) {
					t.Fatalf("ink beyond the frame at %d, %d", x, y)
				}
			}
		}
		for i, p := range profiles {
			checkFrame(t, encoders[i].Encode(g), g, p)
		}
	})
}

func anyScatter() *rapid.Generator[drawing] {
	return rapid.Custom(func(t *rapid.T) drawing {
		s := Scatter{XLabel: anyName().Draw(t, "x label"), YLabel: anyName().Draw(t, "y label"), Equal: rapid.Bool().Draw(t, "equal")}
		for range rapid.IntRange(0, 3).Draw(t, "sets") {
			s.Points = append(s.Points, Points{
				X: numbers(40).Draw(t, "x"), Y: numbers(40).Draw(t, "y"),
				Mark: rapid.SampledFrom([]rune("\x00+−●日\x1b\u0303")).Draw(t, "mark"), Name: anyName().Draw(t, "name"),
				Style: anyStyle().Draw(t, "style"), Priority: rapid.IntRange(-1, 1).Draw(t, "priority"),
			})
		}
		for range rapid.IntRange(0, 3).Draw(t, "lines") {
			s.Lines = append(s.Lines, Line{
				A: anyNumber().Draw(t, "a"), B: anyNumber().Draw(t, "b"), C: anyNumber().Draw(t, "c"),
				Dash: anyDash().Draw(t, "dash"), Name: anyName().Draw(t, "name"),
			})
		}
		return s.Draw
	})
}

func anyCurves(w, h int) *rapid.Generator[drawing] {
	return rapid.Custom(func(t *rapid.T) drawing {
		c := Curves{
			XLabel: anyName().Draw(t, "x label"), YLabel: anyName().Draw(t, "y label"), YWidth: rapid.IntRange(-1, 9).Draw(t, "y width"),
			LogX: rapid.Bool().Draw(t, "log"), Zero: rapid.Bool().Draw(t, "zero"),
			LogY: rapid.Bool().Draw(t, "log y"), ZeroY: rapid.Bool().Draw(t, "zero y"),
			YMin: anyNumber().Draw(t, "y min"), YMax: anyNumber().Draw(t, "y max"),
		}
		if rapid.Bool().Draw(t, "format") {
			c.FormatX = func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
			c.FormatY = func(float64) string { return "日\n" }
		}
		for range rapid.IntRange(0, 3).Draw(t, "curves") {
			c.Curves = append(c.Curves, Curve{
				X: numbers(40).Draw(t, "x"), Y: numbers(40).Draw(t, "y"),
				Low: numbers(40).Draw(t, "low"), High: numbers(40).Draw(t, "high"), Outline: rapid.Bool().Draw(t, "outline"),
				Dash: anyDash().Draw(t, "dash"), Name: anyName().Draw(t, "name"), Style: anyStyle().Draw(t, "style"),
				Mark: rapid.SampledFrom([]rune("\x00●日\x1b")).Draw(t, "mark"),
			})
		}
		for range rapid.IntRange(0, 2).Draw(t, "lines") {
			c.Levels = append(c.Levels, Level{Y: anyNumber().Draw(t, "y"), Name: anyName().Draw(t, "name")})
			c.Markers = append(c.Markers, Marker{X: anyNumber().Draw(t, "x"), Name: anyName().Draw(t, "name"), Label: anyName().Draw(t, "label")})
		}
		return func(g *Grid, gl Glyphs) {
			p := c.Draw(g, gl)
			for _, at := range [][2]int{{-1, -1}, {0, 0}, {w / 2, h / 2}, {w, h}} {
				if x, y, ok := p.At(at[0], at[1]); ok && (math.IsInf(x-x+y-y, 0) || math.IsNaN(x-x+y-y)) {
					t.Fatalf("cell %v stands for %g, %g", at, x, y)
				}
			}
		}
	})
}

func anyBars(w, h int) *rapid.Generator[drawing] {
	return rapid.Custom(func(t *rapid.T) drawing {
		b := Bars{First: rapid.IntRange(-2, 70).Draw(t, "first")}
		most := 0
		for range rapid.IntRange(0, 4).Draw(t, "series") {
			s := Series{
				Name: anyName().Draw(t, "name"), Values: numbers(60).Draw(t, "values"), Style: anyStyle().Draw(t, "style"),
				Cut: rapid.IntRange(-2, 70).Draw(t, "cut"), CutName: anyName().Draw(t, "cut name"), Log: rapid.Bool().Draw(t, "log"), Format: number.Measure,
			}
			b.Series, most = append(b.Series, s), max(most, len(s.Values))
		}
		return func(g *Grid, gl Glyphs) {
			hit := b.Draw(g, gl)
			for y := -1; y <= h; y++ {
				if at, ok := hit(w/2, y); ok && (at.Component < 0 || at.Component >= most) {
					t.Fatalf("line %d is %+v of %d", y, at, most)
				}
			}
		}
	})
}

func anyHeatMap(w, h int) *rapid.Generator[drawing] {
	return rapid.Custom(func(t *rapid.T) drawing {
		position := rapid.Ptr(rapid.Custom(func(t *rapid.T) Position {
			return Position{rapid.IntRange(-2, 60).Draw(t, "row"), rapid.IntRange(-2, 60).Draw(t, "col")}
		}), true)
		names := rapid.SliceOfN(anyName(), 0, 50)
		m := HeatMap{
			Format: number.Measure, RowName: anyName().Draw(t, "row name"), ColName: anyName().Draw(t, "col name"),
			RowLabels: names.Draw(t, "row labels"), ColLabels: names.Draw(t, "col labels"),
			Min: anyNumber().Draw(t, "min"), Max: anyNumber().Draw(t, "max"), NumberWidth: rapid.IntRange(-1, 300).Draw(t, "number width"),
			Cursor: position.Draw(t, "cursor"), Best: position.Draw(t, "best"), Pinned: position.Draw(t, "pinned"), Candidate: position.Draw(t, "candidate"),
		}
		row, rows := numbers(60).Draw(t, "row"), rapid.IntRange(0, 50).Draw(t, "rows")
		for i := range rows { // the same values in another order, in rows of their own lengths
			m.Values = append(m.Values, row[i%(len(row)+1):])
		}
		return func(g *Grid, gl Glyphs) {
			hit := m.Draw(g, gl)
			for y := -1; y <= h; y++ {
				for x := -1; x <= w; x++ {
					p, ok := hit(x, y)
					if ok && (x < 0 || y < 0 || x >= w || y >= h || p.Row < 0 || p.Row >= rows || p.Col < 0 || p.Col >= len(row)) {
						t.Fatalf("(%d, %d) is %+v of %d×%d", x, y, p, rows, len(row))
					}
				}
			}
		}
	})
}

func anyPicture() *rapid.Generator[drawing] {
	return rapid.Custom(func(t *rapid.T) drawing {
		values := numbers(300).Draw(t, "values")
		cols := rapid.OneOf(rapid.IntRange(1, 30), rapid.SampledFrom([]int{0, -1, math.MaxInt})).Draw(t, "cols")
		p := Picture{
			Values: values, Rows: len(values) / cmp.Or(cols, 1), Cols: cols,
			Min: anyNumber().Draw(t, "min"), Max: anyNumber().Draw(t, "max"),
			Signed: rapid.Bool().Draw(t, "signed"), Legend: rapid.Bool().Draw(t, "legend"),
		}
		if cols > 0 && cols < 31 && rapid.Bool().Draw(t, "complete") {
			p.Values = p.Values[:p.Rows*p.Cols]
		}
		return p.Draw
	})
}
