package chart

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"larui/model/testutil"
)

// TestPictureKeepsTheMean checks that the mean of a picture survives any stretching:
// each pixel counts by its area.
func TestPictureKeepsTheMean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := anySize(t, 1, 20, 1, 20)
		h, w := anySize(t, 1, 30, 1, 30)
		p := Picture{Rows: rows, Cols: cols, Values: rapid.SliceOfN(rapid.Float64Range(-10, 10), rows*cols, rows*cols).Draw(t, "values")}
		want, got := 0.0, 0.0
		for _, v := range p.Values {
			want += v / float64(rows*cols)
		}
		for y := range h {
			for x := range w {
				got += p.meanOverPixel(x, y, w, h) / float64(w*h)
			}
		}
		// Slivers below 1e-9 of a pixel are left out, of up to 20×20 pixels of
		// size up to 10.
		if math.Abs(got-want) > 1e-5 {
			t.Fatalf("the mean became %g, not %g", got, want)
		}
	})
	p := Picture{Values: []float64{1, 2, 3, 4, nan, 6, 7, nan}, Rows: 2, Cols: 4}
	if got := p.meanOverPixel(0, 0, 2, 1); math.Abs(got-3) > 1e-15 { // of 1, 2 and 6
		t.Errorf("the mean of four pixels, one unknown, is %g, want 3", got)
	}
	if got := p.meanOverPixel(3, 1, 4, 2); !math.IsNaN(got) {
		t.Errorf("the mean of an unknown pixel is %g", got)
	}
}

// TestPictureHalves draws each pixel as half a cell.
func TestPictureHalves(t *testing.T) {
	p := Picture{Values: []float64{0, 1, 2, 3, 4, nan, nan, 5, 8}, Rows: 3, Cols: 3}
	g := NewGrid(3, 2)
	p.Draw(g.WithGlyphs(Block))
	shade := func(v float64) Shade { return grey.shade(v / 8) }
	for at, want := range map[[2]int]Cell{
		{0, 0}: {Rune: '▀', Ink: shade(0), Fill: shade(3)},
		{1, 0}: {Rune: '▀', Ink: shade(1), Fill: shade(4)},
		{2, 0}: {Rune: '▀', Ink: shade(2)},
		{0, 1}: {},
		{1, 1}: {Rune: '▀', Ink: shade(5)},
		{2, 1}: {Rune: '▀', Ink: shade(8)},
	} {
		testutil.Equal(t, g.At(at[0], at[1]), want, at)
	}
	// Two pixels of a cell are drawn by their upper half where the lower is not
	// known, and the other way round.
	p.Values[2], p.Values[5] = nan, 2
	g.Clear()
	p.Draw(g.WithGlyphs(Block))
	testutil.Equal(t, g.At(2, 0), (Cell{Rune: '▄', Ink: shade(2)}))
}

// TestPictureKeepsItsShape checks the aspect ratio.
func TestPictureKeepsItsShape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := anySize(t, 1, 40, 1, 40)
		w, h := anySize(t, 1, 100, 1, 50)
		g := NewGrid(w, h)
		p := Picture{Rows: rows, Cols: cols, Values: make([]float64, rows*cols), Min: -1, Max: 1}
		p.Draw(g.WithGlyphs(pick(t, "glyphs", Braille, ASCII)))
		left, right, top, bottom := w, -1, h, -1
		for y := range h {
			for x := range w {
				if g.At(x, y).Ink != 0 {
					left, right, top, bottom = min(left, x), max(right, x), min(top, y), max(bottom, y)
				}
			}
		}
		width, pixels := float64(right-left+1), float64(2*(bottom-top+1))
		if right < 0 {
			t.Fatal("there is no picture")
		}
		// Equal sides of a pixel, up to one column and two half lines of
		// rounding, unless it is thinner than a cell.
		side := width / float64(cols)
		if want := side * float64(rows); width > 1 && pixels > 2 && math.Abs(pixels-want) > 2+float64(rows)/float64(cols) {
			t.Fatalf("%d×%d pixels became %g×%g", rows, cols, pixels, width)
		}
		if width < float64(w) && pixels < float64(2*h)-1 {
			t.Fatalf("%d×%d pixels take %g×%g of %d×%d half cells", rows, cols, pixels, width, 2*h, w)
		}
	})
}
