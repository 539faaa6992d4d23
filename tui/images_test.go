package tui

import (
	"testing"

	"larui/tui/chart"
	"larui/tui/pixels"
)

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
				b.SetBytes(int64(len(im.drawAll(shown))))
			}
		})
	}
}
