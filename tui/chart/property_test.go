package chart

import (
	"cmp"
	"math"
	"reflect"
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

// anything generates a drawing, all its fields at random.
func anything[D any]() *rapid.Generator[D] {
	return rapid.MakeCustom[D](rapid.MakeConfig{Types: map[reflect.Type]*rapid.Generator[any]{
		reflect.TypeFor[float64]():   anyNumber().AsAny(),
		reflect.TypeFor[[]float64](): numbers(60).AsAny(),
		reflect.TypeFor[string]():    anyName().AsAny(),
		reflect.TypeFor[int]():       rapid.IntRange(-2, 70).AsAny(),
		reflect.TypeFor[rune]():      rapid.SampledFrom([]rune("\x00+−●日\x1b\u0303")).AsAny(),
		reflect.TypeFor[Dash]():      rapid.SampledFrom([]Dash{Solid, Dashed, Dotted, LongDashed, Doubled, DashDotted, LongShort, SparseDashed}).AsAny(),
		reflect.TypeFor[func(float64) string](): rapid.SampledFrom([]func(float64) string{
			nil, number.ThreeDigits, func(float64) string { return "日\n" },
		}).AsAny(),
	}})
}

// TestAnyDrawing draws anything at any size. Drawing must not panic, leave its frame or write an
// escape code, and the hit of a cell is part of the data.
func TestAnyDrawing(t *testing.T) {
	encoders := make([]*Encoder, len(profiles))
	for i, p := range profiles {
		encoders[i] = NewEncoder(Theme(i), p)
	}
	rapid.Check(t, func(t *rapid.T) {
		// Random sizes, which are mostly small, and the usual sizes.
		w := rapid.OneOf(rapid.IntRange(0, 200), rapid.SampledFrom([]int{24, 38, 80, 120, 200})).Draw(t, "w")
		h := rapid.OneOf(rapid.IntRange(0, 60), rapid.SampledFrom([]int{4, 8, 13, 24, 36, 60})).Draw(t, "h")
		gl := pick(t, "glyphs", allGlyphs...)
		extremes := NewGrid(w+2, h+2)
		g := extremes.Sub(1, 1, w, h)
		switch anyInt(t, "kind", 0, 4) {
		case 0:
			anything[Scatter]().Draw(t, "scatter").Draw(g.WithGlyphs(gl))
		case 1:
			p := anything[Curves]().Draw(t, "curves").Draw(g.WithGlyphs(gl))
			for _, at := range [][2]int{{-1, -1}, {0, 0}, {w / 2, h / 2}, {w, h}} {
				if x, y, ok := p.ValuesAt(at[0], at[1]); ok && (math.IsInf(x-x+y-y, 0) || math.IsNaN(x-x+y-y)) {
					t.Fatalf("cell %v stands for %g, %g", at, x, y)
				}
			}
		case 2:
			b, most := anything[Bars]().Draw(t, "bars"), 0
			for i := range b.Series {
				b.Series[i].Format = number.ThreeDigits
				most = max(most, len(b.Series[i].Values))
			}
			hit := b.Draw(g.WithGlyphs(gl))
			for y := -1; y <= h; y++ {
				if at, ok := hit(w/2, y); ok && (at < 0 || at >= most) {
					t.Fatalf("line %d is %d of %d", y, at, most)
				}
			}
		case 3:
			m, cols := anything[HeatMap]().Draw(t, "map"), 0
			m.Format, m.NumberWidth = number.ThreeDigits, anyInt(t, "number width", -1, 300)
			for _, row := range m.Values {
				cols = max(cols, len(row))
			}
			hit := m.Draw(g.WithGlyphs(gl))
			for y := -1; y <= h; y++ {
				for x := -1; x <= w; x++ {
					p, ok := hit(x, y)
					known := p.Row >= 0 && p.Row < len(m.Values) && p.Col >= 0 && p.Col < cols
					if ok && (x < 0 || y < 0 || x >= w || y >= h || !known) {
						t.Fatalf("(%d, %d) is %+v of %d×%d", x, y, p, len(m.Values), cols)
					}
				}
			}
		case 4:
			p := anything[Picture]().Draw(t, "picture")
			p.Cols = rapid.OneOf(rapid.IntRange(1, 30), rapid.SampledFrom([]int{0, -1, math.MaxInt})).Draw(t, "cols")
			p.Rows = len(p.Values) / cmp.Or(p.Cols, 1)
			if p.Cols > 0 && p.Cols < 31 && anyBool(t, "complete") {
				p.Values = p.Values[:p.Rows*p.Cols]
			}
			p.Draw(g.WithGlyphs(gl))
		}
		for x := range w + 2 {
			for y := range h + 2 {
				if inside := x >= 1 && x <= w && y >= 1 && y <= h; !inside && extremes.At(x, y) != (Cell{}) {
					t.Fatalf("ink beyond the frame at %d, %d", x, y)
				}
			}
		}
		for i, p := range profiles {
			checkFrame(t, encoders[i].Encode(g), g, p)
		}
	})
}
