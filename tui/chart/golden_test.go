package chart

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"github.com/muesli/termenv"

	"larui/tui/number"
)

// TestGolden shows a picture of each kind, at the size of a screen and of a panel.
func TestGolden(t *testing.T) {
	for _, p := range []struct {
		name string
		d    drawing
	}{
		{"scatter", of(outliers().Draw)},
		{"convergence", of(convergence().Draw)},
		{"objective", of(objective().Draw)},
		{"seeds", of(seeds().Draw)},
		{"map", of(accuracyMap(7, 7).Draw)},
		{"pixels", ofPicture(ring(false))},
		{"weights", ofPicture(ring(true))},
		{"spectra", of(spectra(4, 40).Draw)},
	} {
		for _, gl := range []Glyphs{Braille, ASCII} {
			t.Run(fmt.Sprintf("%s-%v", p.name, gl), func(t *testing.T) {
				var b strings.Builder
				for _, size := range [][2]int{{76, 18}, {38, 8}} {
					title := fmt.Sprintf("%s %d×%d", p.name, size[0], size[1])
					b.WriteString(plain(framed(title, size[0], size[1], p.d, gl)))
				}
				golden.RequireEqual(t, b.String())
			})
		}
	}
}

// TestGoldenColours shows colours by meaning and by number.
func TestGoldenColours(t *testing.T) {
	g := NewGrid(80, 24).WithGlyphs(Block)
	for i, d := range []drawing{
		of(rotatedGaussian(100).Draw), of(seeds().Draw), of(accuracyMap(7, 7).Draw), ofPicture(ring(true)),
	} {
		d(g.Sub(i%2*40, i/2*12, 40, 12).Box("view", Border, Title), Block)
	}
	golden.RequireEqual(t, NewEncoder(Dark, termenv.TrueColor).Encode(g)+"\n")
}

// TestGoldenDegenerate shows pictures with hardly any data.
func TestGoldenDegenerate(t *testing.T) {
	inf := math.Inf(1)
	curve := func(y ...float64) Curves {
		c := Curve{Y: y, Name: "a"}
		for i := range y {
			c.X = append(c.X, float64(i))
		}
		return Curves{Curves: []Curve{c}}
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
	bars := func(log bool, values ...float64) drawing {
		s := Series{Name: "σ", Values: values, Log: log, Cut: 2, CutName: "k", Format: number.ThreeDigits}
		return of(Bars{Series: []Series{s}}.Draw)
	}
	values := func(rows ...[]float64) drawing {
		labels, others := []string{"a", "b"}, []string{"c", "d"}
		return of(HeatMap{Format: number.ThreeDigits, Values: rows, RowLabels: labels, ColLabels: others, RowName: "r"}.Draw)
	}
	picture := func(rows, cols int, signed bool, values ...float64) drawing {
		return ofPicture(Picture{Values: values, Rows: rows, Cols: cols, Legend: true, Signed: signed})
	}
	var b strings.Builder
	for _, p := range []struct {
		name string
		d    drawing
	}{
		{"no curve", of(Curves{}.Draw)},
		{"nothing known", of(curve(nan, nan).Draw)},
		{"constant", of(curve(0.9984, 0.9984, 0.9984).Draw)},
		{"one point", of(curve(0.9984).Draw)},
		{"gaps", of(curve(1, 2, nan, 3, nan, 2, inf, 5, 4, 5, 6).Draw)},
		{"exploding", of(exploding.Draw)},
		{"clipped", of(clipped.Draw)},
		{"no points", of(Scatter{}.Draw)},
		{"lines only", of(Scatter{Lines: rotatedGaussian(0).Lines, EqualUnits: true}.Draw)},
		{"one point", of(point(5, 1e-3).Draw)},
		{"equal points", of(point(5, -2e7, 5, -2e7).Draw)},
		{"infinite points", of(point(1, 2, inf, 0, nan, nan, 3, 4).Draw)},
		{"no bars", of(Bars{}.Draw)},
		{"zeros", bars(false, 0, 0)},
		{"bars not finite", bars(false, nan, 2, -inf, -1)},
		{"bars by logarithm", bars(true, 100, 1, 0, -1e-4, nan)},
		{"no map", values()},
		{"map of one", values([]float64{0.5})},
		{"unknown map", values([]float64{nan, nan}, []float64{nan})},
		{"map not finite", values([]float64{1, inf}, []float64{-inf, 2})},
		{"no picture", ofPicture(Picture{Legend: true})},
		{"one pixel", picture(1, 1, false, 3)},
		{"wide", picture(1, 8, false, 0, 1, 2, 3, 4, 5, nan, 7)},
		{"missing pixels", picture(4, 3, true, 0, 1, 2, 3, 4)},
	} {
		b.WriteString(plain(framed(p.name, 38, 9, p.d, Braille)))
	}
	golden.RequireEqual(t, b.String())
}
