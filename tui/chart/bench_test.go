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
