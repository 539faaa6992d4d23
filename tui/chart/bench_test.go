package chart

import (
	"fmt"
	"testing"

	"github.com/muesli/termenv"
)

func BenchmarkEncode(b *testing.B) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			g := NewGrid(size[0], size[1])
			half := size[0] / 2
			left := g.Sub(0, 0, half, size[1]).Box("2 target domain", Border, Title, Braille)
			rotatedGaussian(1000).Draw(left, Braille)
			right := g.Sub(half, 0, size[0]-half, size[1]).Box("3 convergence", Border, Title, Braille)
			convergence().Draw(right, Braille)
			e := NewEncoder(Dark, termenv.TrueColor)
			b.ReportAllocs()
			for b.Loop() {
				e.Encode(g)
			}
		})
	}
}

func BenchmarkScatter(b *testing.B) {
	for _, n := range []int{1000, 100_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			s := rotatedGaussian(n)
			b.ReportAllocs()
			for b.Loop() {
				s.Draw(NewGrid(38, 13), Braille)
			}
		})
	}
}

func BenchmarkCurves(b *testing.B) {
	for _, size := range [][2]int{{38, 13}, {118, 30}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			c := convergence()
			b.ReportAllocs()
			for b.Loop() {
				c.Draw(NewGrid(size[0], size[1]), Braille)
			}
		})
	}
}

// BenchmarkViews draws each further view on a screen of its own.
func BenchmarkViews(b *testing.B) {
	for _, v := range []struct {
		name string
		d    drawing
	}{
		{"curves", of(seeds().Draw)},
		{"map=20x20", of(accuracyMap(20, 20).Draw)},
		{"map=100x100", of(accuracyMap(100, 100).Draw)},
		{"picture=28x28", ring(true).Draw},
		{"bars=785", of(spectra(300, 785).Draw)},
	} {
		b.Run(v.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				v.d(NewGrid(200, 60), Braille)
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
	b.ReportAllocs()
	for b.Loop() {
		g := NewGrid(200, 60)
		for i, d := range views {
			d(g.Sub(i%3*66, i/3*30, 66, 30).Box("view", Border, Title, Braille), Braille)
		}
		e.Encode(g)
	}
}
