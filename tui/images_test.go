package tui

import (
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"larui/model/testutil"
	"larui/tui/chart"
	"larui/tui/pixels"
)

// Of two images, only the image that changes is removed and drawn again.
func TestOnlyChangedImagesAreSent(t *testing.T) {
	encoder, grid := chart.NewEncoder(chart.Dark, termenv.TrueColor), chart.NewGrid(4, 2)
	a, b, c := shownImage{"draw a,", "remove a,"}, shownImage{"draw b,", "remove b,"}, shownImage{"draw c,", "remove c,"}
	terminal := new(terminal)
	for _, step := range []struct {
		images []shownImage
		want   string
	}{{[]shownImage{a, b}, "draw a,draw b,"}, {[]shownImage{a, b}, ""}, {[]shownImage{a, c}, "remove b,draw c,"}, {nil, "remove a,remove c,"}} {
		terminal.next.Store(&drawnFrame{grid, encoder, step.images})
		got := terminal.nextFrameText(false)
		testutil.Equal(t, got[strings.LastIndex(got, "K")+1:], step.want) // behind the text of the first frame
	}
}

// BenchmarkImages draws the weights that a turn has changed, as images on a large terminal.
func BenchmarkImages(b *testing.B) {
	for name, protocol := range map[string]pixels.Protocol{"kitty": pixels.Kitty, "sixel": pixels.Sixel} {
		b.Run("protocol="+name, func(b *testing.B) {
			d := newDesk(b, opening(b, "glyphs n=200 m=200"))
			d.resize(200, 60)
			d.run("8", "v", "v", "v")
			d.scene.Images = true
			shown := d.scene.Draw().Images()
			if len(shown) == 0 {
				b.Fatal("no images")
			}
			im := imageDrawer{protocol: protocol, cell: pixels.DefaultCell, theme: chart.Dark}
			for b.Loop() {
				im.drawn = nil
				size := 0
				for _, img := range im.drawImages(shown) {
					size += len(img.draw)
				}
				b.SetBytes(int64(size))
			}
		})
	}
}
