package chart

import (
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// numbers generates series of up to n values: any, nothing but gaps, or the
// same value again and again.
func numbers(n int) *rapid.Generator[[]float64] {
	any := anyNumber()
	return rapid.OneOf(
		rapid.SliceOfN(any, 0, n),
		rapid.SliceOfN(rapid.Just(nan), 0, n),
		rapid.Custom(func(t *rapid.T) []float64 {
			v := any.Draw(t, "v")
			return rapid.SliceOfN(rapid.Just(v), 0, n).Draw(t, "same")
		}),
		rapid.SliceOfN(rapid.Float64Range(-100, 100), 0, n),
	)
}

func anyName() *rapid.Generator[string] {
	return rapid.OneOf(rapid.SampledFrom([]string{"", "LAR", "λ̃", "日本語", "no adaptation", "\x1b[31m\n"}), rapid.String())
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
		var d drawing
		if rapid.Bool().Draw(t, "scatter") {
			d = of(anyScatter().Draw(t, "scatter").Draw)
		} else {
			d = of(anyCurves().Draw(t, "curves").Draw)
		}
		outer := NewGrid(w+2, h+2)
		d(outer.Sub(1, 1, w, h), gl)
		for x := range w + 2 {
			for y := range h + 2 {
				if inside := x >= 1 && x <= w && y >= 1 && y <= h; !inside && outer.At(x, y) != (Cell{}) {
					t.Fatalf("ink beyond the frame at %d, %d", x, y)
				}
			}
		}
		g := outer.Sub(1, 1, w, h)
		for i, p := range profiles {
			checkFrame(t, encoders[i].Encode(g), g, p)
		}
	})
}

func anyScatter() *rapid.Generator[Scatter] {
	return rapid.Custom(func(t *rapid.T) Scatter {
		s := Scatter{
			XLabel: anyName().Draw(t, "x label"), YLabel: anyName().Draw(t, "y label"),
			Equal: rapid.Bool().Draw(t, "equal"), MaxPoints: rapid.IntRange(-1, 30).Draw(t, "max"),
		}
		for range rapid.IntRange(0, 3).Draw(t, "sets") {
			s.Points = append(s.Points, Points{
				X: numbers(40).Draw(t, "x"), Y: numbers(40).Draw(t, "y"),
				Mark: rapid.SampledFrom([]rune("\x00+−●日\x1b\u0303")).Draw(t, "mark"), Name: anyName().Draw(t, "name"),
				Style: Style(rapid.Uint8().Draw(t, "style")), Priority: rapid.IntRange(-1, 1).Draw(t, "priority"),
			})
		}
		for range rapid.IntRange(0, 3).Draw(t, "lines") {
			s.Lines = append(s.Lines, Line{
				A: anyNumber().Draw(t, "a"), B: anyNumber().Draw(t, "b"), C: anyNumber().Draw(t, "c"),
				Dash: Dash(rapid.IntRange(0, 4).Draw(t, "dash")), Name: anyName().Draw(t, "name"),
			})
		}
		return s
	})
}

func anyCurves() *rapid.Generator[Curves] {
	return rapid.Custom(func(t *rapid.T) Curves {
		c := Curves{
			XLabel: anyName().Draw(t, "x label"), YLabel: anyName().Draw(t, "y label"),
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
				Dash: Dash(rapid.IntRange(0, 4).Draw(t, "dash")), Name: anyName().Draw(t, "name"),
				Style: Style(rapid.Uint8().Draw(t, "style")),
				Low:   numbers(40).Draw(t, "low"), High: numbers(40).Draw(t, "high"),
				Outline: rapid.Bool().Draw(t, "outline"), ErrorBars: rapid.Bool().Draw(t, "error bars"),
				Mark: rapid.SampledFrom([]rune("\x00●日\x1b")).Draw(t, "mark"),
			})
		}
		for range rapid.IntRange(0, 2).Draw(t, "levels") {
			c.Levels = append(c.Levels, Level{Y: anyNumber().Draw(t, "y"), Name: anyName().Draw(t, "name")})
		}
		for range rapid.IntRange(0, 2).Draw(t, "markers") {
			c.Markers = append(c.Markers, Marker{X: anyNumber().Draw(t, "x"), Name: anyName().Draw(t, "name"), Label: anyName().Draw(t, "label")})
		}
		return c
	})
}
