package chart

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"github.com/muesli/termenv"
)

func TestGoldenPictures(t *testing.T) {
	pictures := []struct {
		name string
		d    drawing
	}{
		{"scatter", of(rotatedGaussian(1000).Draw)},
		{"outliers", of(outliers().Draw)},
		{"convergence", of(convergence().Draw)},
		{"sweep", of(lambdaSweep().Draw)},
		{"waves", of(waves().Draw)},
	}
	for _, p := range pictures {
		for _, gl := range []Glyphs{Braille, Block, ASCII} {
			t.Run(p.name+"/"+gl.String(), func(t *testing.T) {
				var b strings.Builder
				for _, size := range [][2]int{{76, 20}, {38, 13}, {38, 8}, {24, 6}, {12, 4}} {
					title := fmt.Sprintf("%s %d×%d", p.name, size[0], size[1])
					for _, line := range framed(title, size[0], size[1], p.d, gl).Plain() {
						b.WriteString(line + "\n")
					}
				}
				golden.RequireEqual(t, b.String())
			})
		}
	}
}

func TestGoldenDegenerate(t *testing.T) {
	curve := func(y ...float64) Curves {
		c := Curve{Y: y, Name: "a"}
		for i := range y {
			c.X = append(c.X, float64(i))
		}
		return Curves{Curves: []Curve{c}, YMin: nan, YMax: nan}
	}
	exploding := curve()
	for i := range 100 {
		exploding.Curves[0].X = append(exploding.Curves[0].X, float64(i))
		exploding.Curves[0].Y = append(exploding.Curves[0].Y, math.Exp(float64(i)/3))
	}
	clipped := exploding
	clipped.YMin, clipped.YMax = 0, 1e6
	point := func(xy ...float64) Scatter {
		p := Points{Mark: '●', Name: "p"}
		for i := 0; i < len(xy); i += 2 {
			p.X, p.Y = append(p.X, xy[i]), append(p.Y, xy[i+1])
		}
		return Scatter{Points: []Points{p}, XLabel: "the strongest component", YLabel: "score"}
	}
	lines := Scatter{Lines: rotatedGaussian(0).Lines, Equal: true}
	for _, p := range []struct {
		name string
		d    drawing
	}{
		{"curve-none", of(Curves{}.Draw)},
		{"curve-nan", of(curve(nan, nan).Draw)},
		{"curve-constant", of(curve(0.9984, 0.9984, 0.9984).Draw)},
		{"curve-one-point", of(curve(0.9984).Draw)},
		{"curve-gaps", of(curve(1, 2, nan, 3, nan, 2, math.Inf(1), 5, 4, 5, 6).Draw)},
		{"curve-exploding", of(exploding.Draw)},
		{"curve-clipped", of(clipped.Draw)},
		{"scatter-none", of(Scatter{}.Draw)},
		{"scatter-lines-only", of(lines.Draw)},
		{"scatter-one-point", of(point(5, 1e-3).Draw)},
		{"scatter-equal-points", of(point(5, -2e7, 5, -2e7).Draw)},
		{"scatter-infinite", of(point(1, 2, math.Inf(1), 0, nan, nan, 3, 4).Draw)},
	} {
		t.Run(p.name, func(t *testing.T) {
			golden.RequireEqual(t, strings.Join(framed(p.name, 38, 11, p.d, Braille).Plain(), "\n")+"\n")
		})
	}
}

func TestGoldenColours(t *testing.T) {
	for _, theme := range []Theme{Dark, Light, Mono, ColourBlind, ColourBlindLight} {
		t.Run(theme.String(), func(t *testing.T) {
			g := framed("scatter", 38, 8, of(rotatedGaussian(100).Draw), Braille)
			golden.RequireEqual(t, NewEncoder(theme, termenv.TrueColor).Encode(g)+"\n")
		})
	}
}
