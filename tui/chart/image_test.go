package chart

import (
	"image/color"
	"testing"

	"github.com/muesli/termenv"

	"larui/model/testutil"
	"larui/tui/ptytest"
)

// An image disappears if a cell under it is drawn over.
func TestImages(t *testing.T) {
	p := Picture{Values: []float64{0, 1, 2, 3}, Rows: 2, Cols: 2}
	plain, g := NewGrid(10, 3), NewGrid(10, 3).WithImages()
	for _, on := range []*Grid{plain, g} {
		p.Draw(on.Sub(1, 1, 4, 2))
		p.Draw(on.Sub(5, 1, 4, 2))
		on.Text(8, 2, "x", Plain)
	}
	shown := g.Images()
	if len(shown) != 1 || shown[0].X != 1 || shown[0].Y != 1 || shown[0].W != 4 || shown[0].H != 2 {
		t.Fatalf("images %+v", shown)
	}
	e := NewEncoder(Dark, termenv.TrueColor)
	var got, want ptytest.Screen
	got.Process(e.EncodeChanges(nil, g))
	want.Process(e.EncodeChanges(nil, plain))
	for y := 1; y <= 2; y++ {
		for x := 1; x <= 4; x++ {
			want.Lines[y][x] = ptytest.Cell{Text: " "}
		}
	}
	testutil.Equal(t, got.Text(true), want.Text(true))
	if plain.Images() != nil {
		t.Error("there is an image on a grid of cells")
	}
}

// The pixels of an image are the pixels of the matrix in the colours of the scale: the ends have
// the colours of the theme, zero of a signed scale has the colour of the background, and unknown
// values are transparent.
func TestPaint(t *testing.T) {
	g := NewGrid(20, 10).WithImages()
	Picture{Values: []float64{-4, 0, 4, nan}, Rows: 2, Cols: 2, Signed: true}.Draw(g)
	grey := NewGrid(20, 10).WithImages()
	Picture{Values: []float64{0, 1, 1, 0}, Rows: 1, Cols: 4, Max: 1}.Draw(grey)
	for _, colours := range []int{0, 16, 255} {
		img := g.Images()[0].Paint(Dark, 100, 100, colours)
		for i, want := range []color.RGBA{{0x82, 0xbe, 0xff, 0xff}, {0x24, 0x24, 0x24, 0xff}, {0xff, 0x9a, 0x78, 0xff}, {}} {
			testutil.Equal[color.Color](t, img.At(i%2, i/2), want, colours, i)
		}
		if colours > 0 && len(img.Palette)-1 > colours {
			t.Errorf("%d colours, of %d", len(img.Palette), colours)
		}
		half := grey.Images()[0].Paint(Light, 2, 1, colours) // black on white; the mean of two
		for x := range 2 {
			if got := half.At(x, 0).(color.RGBA); got.R < 0x7b || got.R > 0x7f || got.R != got.G {
				t.Errorf("the mean of black and white is %v", got)
			}
		}
	}
}
