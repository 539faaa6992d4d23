package chart

import (
	"fmt"
	"testing"
)

// BenchmarkCurves draws three curves, one of them steep, as panels and as views of their own.
func BenchmarkCurves(b *testing.B) {
	for _, size := range [][2]int{{58, 12}, {118, 30}, {198, 54}} {
		for name, c := range map[string]Curves{"convergence": convergence(), "seeds": seeds()} {
			b.Run(fmt.Sprintf("%s/%dx%d", name, size[0], size[1]), func(b *testing.B) {
				b.ReportAllocs()
				for range b.N {
					c.Draw(NewGrid(size[0], size[1]))
				}
			})
		}
	}
}
