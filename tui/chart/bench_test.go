package chart

import (
	"testing"

	"github.com/muesli/termenv"
)

// BenchmarkDraw draws each kind of picture on a screen of its own.
func BenchmarkDraw(b *testing.B) {
	for _, p := range []struct {
		name string
		d    drawing
	}{
		{"scatter/n=1000", rotatedGaussian(1000).Draw},
		{"scatter/n=100000", rotatedGaussian(100_000).Draw},
		{"curves", of(convergence().Draw)},
		{"bands", of(seeds().Draw)},
		{"map=20x20", of(accuracyMap(20, 20).Draw)},
		{"map=100x100", of(accuracyMap(100, 100).Draw)},
		{"picture=28x28", ring(true).Draw},
		{"bars=785", of(spectra(300, 785).Draw)},
	} {
		b.Run(p.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.d(NewGrid(118, 30), Braille)
			}
		})
	}
}

// BenchmarkFrame draws and encodes a screen of six views.
func BenchmarkFrame(b *testing.B) {
	views := []drawing{
		of(spectra(0, 785).Draw), rotatedGaussian(1000).Draw, of(seeds().Draw),
		of(objective().Draw), of(accuracyMap(7, 7).Draw), ring(true).Draw,
	}
	e := NewEncoder(Dark, termenv.TrueColor)
	g := NewGrid(200, 60)
	draw := func() {
		g.Clear()
		for i, d := range views {
			d(g.Sub(i%3*66, i/3*30, 66, 30).Box("view", Border, Title, Braille), Braille)
		}
	}
	b.Run("draw", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			draw()
		}
	})
	draw()
	b.Run("encode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			e.Encode(g)
		}
	})
}
