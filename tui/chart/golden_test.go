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

// TestGoldenViews draws the explorer's further views in each set of glyphs, in
// colours and without, at the size of a screen and of a panel.
func TestGoldenViews(t *testing.T) {
	views := []struct {
		name string
		d    drawing
	}{
		{"objective", of(objective().Draw)},
		{"folds", of(folds().Draw)},
		{"map", of(accuracyMap(7, 7).Draw)},
		{"map-wide", of(accuracyMap(20, 60).Draw)},
		{"map-signed", of(gains().Draw)},
		{"pixels", of(ring(false).Draw)},
		{"weights", of(ring(true).Draw)},
		{"spectra", of(spectra(0, 9, false).Draw)},
		{"spectra-scrolled", of(spectra(10, 40, true).Draw)},
		{"sparklines", sparks},
	}
	for _, v := range views {
		for _, gl := range []Glyphs{Braille, Block, ASCII} {
			for _, theme := range []Theme{Dark, Mono} {
				t.Run(fmt.Sprintf("%s/%v-%v", v.name, gl, theme), func(t *testing.T) {
					profile := termenv.TrueColor
					if theme == Mono {
						profile = termenv.Ascii // text alone, to be read as it is
					}
					e := NewEncoder(theme, profile)
					var b strings.Builder
					for _, size := range [][2]int{{76, 18}, {38, 11}} {
						title := fmt.Sprintf("%s %d×%d", v.name, size[0], size[1])
						b.WriteString(e.Encode(framed(title, size[0], size[1], v.d, gl)) + "\n")
					}
					golden.RequireEqual(t, b.String())
				})
			}
		}
	}
}

func TestGoldenDegenerateViews(t *testing.T) {
	inf := math.Inf(1)
	series := func(log bool, values ...float64) drawing {
		return of(Bars{Series: []Series{{Name: "σ", Values: values, Log: log, Cut: 2, CutName: "k"}}}.Draw)
	}
	values := func(rows ...[]float64) drawing {
		return of(HeatMap{Values: rows, RowLabels: []string{"a", "b"}, ColLabels: []string{"c", "d"}, RowName: "r"}.Draw)
	}
	for _, v := range []struct {
		name string
		d    drawing
	}{
		{"bars-none", of(Bars{}.Draw)},
		{"bars-zero", series(false, 0, 0)},
		{"bars-not-finite", series(false, nan, 2, -inf, -1)},
		{"bars-log", series(true, 100, 1, 0, -1e-4, nan)},
		{"map-none", of(HeatMap{}.Draw)},
		{"map-one", values([]float64{0.5})},
		{"map-unknown", values([]float64{nan, nan}, []float64{nan})},
		{"map-not-finite", values([]float64{1, inf}, []float64{-inf, 2})},
		{"picture-none", of(Picture{Legend: true}.Draw)},
		{"picture-one", of(Picture{Values: []float64{3}, Rows: 1, Cols: 1, Legend: true}.Draw)},
		{"picture-wide", of(Picture{Values: []float64{0, 1, 2, 3, 4, 5, nan, 7}, Rows: 1, Cols: 8, Legend: true}.Draw)},
		{"picture-missing", of(Picture{Values: []float64{0, 1, 2, 3, 4}, Rows: 4, Cols: 3, Legend: true, Signed: true}.Draw)},
	} {
		t.Run(v.name, func(t *testing.T) {
			golden.RequireEqual(t, strings.Join(framed(v.name, 38, 9, v.d, Braille).Plain(), "\n")+"\n")
		})
	}
}
