package datasets

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// bilinear is the definition, pixel by pixel: a weighted mean of the four
// neighbours, with places outside clamped to the edge.
func bilinear(picture []float64, from, to Shape, i, j int) float64 {
	pixel := func(r, c int) float64 {
		r, c = max(0, min(r, from.Rows-1)), max(0, min(c, from.Cols-1))
		return picture[r*from.Cols+c]
	}
	y := (float64(i)+0.5)*float64(from.Rows)/float64(to.Rows) - 0.5
	x := (float64(j)+0.5)*float64(from.Cols)/float64(to.Cols) - 0.5
	r, c := math.Floor(y), math.Floor(x)
	v, u := y-r, x-c
	return (1-v)*(1-u)*pixel(int(r), int(c)) + (1-v)*u*pixel(int(r), int(c)+1) +
		v*(1-u)*pixel(int(r)+1, int(c)) + v*u*pixel(int(r)+1, int(c)+1)
}

func TestResizeAgainstDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(1, 30)
		from := Shape{side.Draw(t, "from rows"), side.Draw(t, "from cols")}
		to := Shape{side.Draw(t, "to rows"), side.Draw(t, "to cols")}
		picture := rapid.SliceOfN(rapid.Float64Range(-1, 1), from.Rows*from.Cols, from.Rows*from.Cols).Draw(t, "picture")
		got := newResizer(from, to).resize(nil, picture)
		if len(got) != to.Rows*to.Cols {
			t.Fatalf("%d pixels", len(got))
		}
		for i := range to.Rows {
			for j := range to.Cols {
				// Weights and pixels are at most 1: a few roundings of 2⁻⁵³ each,
				// and places are computed to within 30 of them.
				if want := bilinear(picture, from, to, i, j); math.Abs(got[i*to.Cols+j]-want) > 1e-13 {
					t.Fatalf("pixel %d, %d: %v, want %v", i, j, got[i*to.Cols+j], want)
				}
			}
		}
	})
}

func TestResizeKeepsConstants(t *testing.T) {
	for _, level := range []float64{0, 1, -1, 0.1} {
		picture := make([]float64, 256)
		for i := range picture {
			picture[i] = level
		}
		for i, v := range newResizer(Shape{16, 16}, Shape{28, 28}).resize(nil, picture) {
			if v != level {
				t.Fatalf("pixel %d of %v became %v", i, level, v)
			}
		}
	}
}
