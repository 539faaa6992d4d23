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

// A linear ramp is its own interpolation, but for the clamped edges.
func TestResizeOfRamp(t *testing.T) {
	picture := make([]float64, 256)
	for i := range picture {
		picture[i] = 3*float64(i/16) - 2*float64(i%16)
	}
	got := newResizer(Shape{16, 16}, Shape{28, 28}).resize(nil, picture)
	place := func(i int) float64 { return (float64(i)+0.5)*16/28 - 0.5 }
	for i := 1; i < 27; i++ {
		for j := 1; j < 27; j++ {
			if want := 3*place(i) - 2*place(j); math.Abs(got[i*28+j]-want) > 1e-12 {
				t.Fatalf("pixel %d, %d: %v, want %v", i, j, got[i*28+j], want)
			}
		}
	}
	// Corners lie beyond the outermost centres: they keep the corner's value.
	if got[0] != picture[0] || got[27] != picture[15] || got[27*28] != picture[240] || got[28*28-1] != picture[255] {
		t.Errorf("corners %v, %v, %v, %v", got[0], got[27], got[27*28], got[28*28-1])
	}
}

func TestResizeToSameSize(t *testing.T) {
	picture := []float64{1, 2, 3, 4, 5, 6}
	for i, v := range newResizer(Shape{2, 3}, Shape{2, 3}).resize(nil, picture) {
		if v != picture[i] {
			t.Errorf("pixel %d: %v", i, v)
		}
	}
}
