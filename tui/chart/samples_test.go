package chart

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"larui/model/testutil"
	"larui/tui/number"
)

// drawing is the common method of pictures.
type drawing func(*Grid, Glyphs)

// ofPicture is the drawing of p.
func ofPicture(p Picture) drawing {
	return func(g *Grid, gl Glyphs) { p.Draw(g.WithGlyphs(gl)) }
}

// of drops the hits of a picture.
func of[R any](draw func(*Grid) R) drawing {
	return func(g *Grid, gl Glyphs) { draw(g.WithGlyphs(gl)) }
}

var (
	nan       = math.NaN()
	allGlyphs = []Glyphs{Braille, Block, ASCII}
)

func pick[T any](t *rapid.T, name string, from ...T) T {
	return rapid.SampledFrom(from).Draw(t, name)
}

func anyBool(t *rapid.T, name string) bool { return rapid.Bool().Draw(t, name) }

func anyInt(t *rapid.T, name string, lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, name) }

func anyFloat(t *rapid.T, name string, lo, hi float64) float64 {
	return rapid.Float64Range(lo, hi).Draw(t, name)
}

// anySize draws numbers of columns and lines, or of lines and columns.
func anySize(t *rapid.T, loW, hiW, loH, hiH int) (w, h int) {
	return anyInt(t, "w", loW, hiW), anyInt(t, "h", loH, hiH)
}

// rotatedGaussian is the target of the paper's first example, with the
// boundaries of two solutions.
func rotatedGaussian(n int) Scatter {
	rng := rand.New(rand.NewPCG(1, 2))
	positive := Points{Mark: '+', Style: Target, Name: "class 1"}
	negative := Points{Mark: '−', Style: Target, Name: "class 0"}
	for range n {
		x, z := rng.NormFloat64(), rng.NormFloat64()
		y := x/2 + z/2
		set := &negative
		if x > 0 {
			set = &positive
		}
		set.X = append(set.X, (x-y)*math.Sqrt2/2)
		set.Y = append(set.Y, (x+y)*math.Sqrt2/2)
	}
	return Scatter{
		Points: []Points{positive, negative},
		// The lines avoid corners of cells, where rounding would decide.
		Lines: []Line{
			{A: 1, B: 1.1, C: 0.07, Style: LAR, Name: "LAR"},
			{A: 1, B: 0.13, C: 0.02, Style: NoAdaptation, Dash: Dashed, Name: "none"},
		},
		XLabel: "x1", YLabel: "x2", EqualUnits: true,
	}
}

// along gives a curve the points of a function.
func along(c Curve, xs []float64, y func(x float64) float64) Curve {
	c.X = xs
	for _, x := range xs {
		c.Y = append(c.Y, y(x))
	}
	return c
}

// convergence has a long flat part, a steep one, and three dashes.
func convergence() Curves {
	var epochs []float64
	for epoch := 0.0; epoch <= 2000; epoch += 10 {
		epochs = append(epochs, epoch)
	}
	lar := func(epoch float64) float64 { return 0.998 - 0.117*math.Exp(-epoch/300) }
	none := func(epoch float64) float64 { return 0.887 - 0.004*math.Exp(-epoch/500) }
	return Curves{
		Curves: []Curve{
			along(Curve{Style: LAR, Name: "LAR"}, epochs, lar),
			along(Curve{Style: NoAdaptation, Name: "no adaptation", Dash: Dashed}, epochs, none),
			along(Curve{Style: ClosedForm, Name: "closed form", Dash: Dotted}, epochs, func(float64) float64 { return 0.9985 }),
		},
		Markers: []Marker{{X: 900, Style: Changed, Name: "now"}},
		XLabel:  "epochs", YLabel: "target accuracy",
	}
}

// outliers adds two far points and lines of every dash.
func outliers() Scatter {
	s := rotatedGaussian(300)
	s.Points[0].X[3] = 1e4
	s.Points[0].Y[5] = -500
	s.Lines = append(s.Lines,
		Line{B: 1, C: 1.1, Style: ClosedForm, Dash: Dotted, Name: "closed"},
		Line{A: -1, B: 1.15, C: 0.12, Style: Pinned, Dash: LongDashed, Name: "pinned"})
	return s
}

// framed draws d into a box, inside a grid of w×h columns and lines.
func framed(title string, w, h int, d drawing, gl Glyphs) *Grid {
	g := NewGrid(w+2, h+2).WithGlyphs(gl)
	d(g.Box(title, Border, Title), gl)
	return g
}

// requireText draws d and requires texts in the result.
func requireText(t *testing.T, d drawing, w, h int, gl Glyphs, texts ...string) {
	t.Helper()
	g := NewGrid(w, h)
	d(g, gl)
	testutil.Contains(t, plain(g), texts...)
}

func plain(g *Grid) string { return strings.Join(g.Plain(), "\n") + "\n" }

// objective falls over six decades in both directions, one curve down to zero.
func objective() Curves {
	var xs []float64
	for i := range 60 {
		xs = append(xs, math.Pow(10, float64(i)/12))
	}
	lar := along(Curve{Style: LAR, Name: "LAR"}, xs, func(x float64) float64 { return 0.9 * math.Pow(x, -1.3) })
	for _, y := range lar.Y {
		lar.Low, lar.High = append(lar.Low, y/2), append(lar.High, 2*y)
	}
	none := Curve{Style: NoAdaptation, Name: "none", Dash: Dashed}
	none = along(none, xs, func(x float64) float64 { return max(0, 0.5/x-1e-4) })
	return Curves{
		Curves: []Curve{lar, none}, LogX: true, LogY: true, ZeroY: true,
		XLabel: "epochs", YLabel: "objective J/n",
		Markers: []Marker{{X: 1000, Style: Changed, Name: "now", Label: "epoch 1000"}},
		Levels:  []Level{{Y: 3e-6, Name: "minimum 3e-6", Style: ClosedForm, Dash: Dotted}},
	}
}

// seeds has a band, the edges of one, and marks.
func seeds() Curves {
	mean := Curve{Style: LAR, Name: "LAR ± s.e."}
	pinned := Curve{Style: Pinned, Name: "pinned", Dash: LongDashed, Outline: true}
	single := Curve{Style: Source, Name: "one seed", Dash: Dotted, Mark: '●'}
	for i, x := range []float64{0, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100} {
		y := 0.9 + 0.1/(1+math.Exp(2-float64(i))) - 0.01*float64(i)
		e := 0.01 + 0.005*math.Sin(float64(i))
		for _, c := range []struct {
			curve *Curve
			y, e  float64
		}{{&mean, y, e}, {&pinned, y - 0.05, e}, {&single, y + 0.05, 0}} {
			c.curve.X, c.curve.Y = append(c.curve.X, x), append(c.curve.Y, c.y)
			if c.e > 0 {
				c.curve.Low, c.curve.High = append(c.curve.Low, c.y-c.e), append(c.curve.High, c.y+c.e)
			}
		}
	}
	return Curves{
		Curves: []Curve{mean, pinned, single}, LogX: true, Zero: true,
		XLabel: "λ", YLabel: "accuracy",
		Markers: []Marker{{X: 3, Style: Changed, Name: "now", Label: "λ = 3"}},
		Levels:  []Level{{Y: 0.93, Name: "no adaptation 93 %", Style: NoAdaptation, Dash: Dashed}},
	}
}

// tabled is a map of a function, its rows and columns named by the multiples of step.
func tabled(rows, cols, step int, value func(row, col int) float64) HeatMap {
	m := HeatMap{RowName: "k", ColName: "k̃"}
	for i := range rows {
		m.RowLabels = append(m.RowLabels, fmt.Sprint(step*(i+1)))
		m.Values = append(m.Values, make([]float64, cols))
		for j := range cols {
			m.Values[i][j] = value(i, j)
		}
	}
	for j := range cols {
		m.ColLabels = append(m.ColLabels, fmt.Sprint(step*(j+1)))
	}
	return m
}

// accuracyMap is a hill whose far corner is not solved yet.
func accuracyMap(rows, cols int) HeatMap {
	m := tabled(rows, cols, 8, func(i, j int) float64 {
		if i+j > rows+cols-5 {
			return nan
		}
		return 0.6 + 0.38*math.Exp(-math.Pow(float64(i-rows/2), 2)/8-math.Pow(float64(j-cols/3), 2)/6)
	})
	m.Format = func(v float64) string { return fmt.Sprintf("%.1f", 100*v) }
	m.Cursor, m.Best, m.Pinned = &Position{2, 3}, &Position{rows / 2, cols / 3}, []Pin{{Position{rows / 2, cols / 3}, 'a', Pinned, "pinned"}}
	return m
}

// ring is a picture like a handwritten zero; signed, with a negative middle.
func ring(signed bool) Picture {
	p := Picture{Rows: 28, Cols: 28, Legend: true, Signed: signed}
	for row := range 28 {
		for col := range 28 {
			d := math.Hypot(float64(row)-13.5, (float64(col)-13.5)*1.4)
			v := math.Exp(-math.Pow(d-9, 2) / 4)
			if signed {
				v -= 0.7 * math.Exp(-math.Pow(d-4, 2)/6)
			}
			p.Values = append(p.Values, v)
		}
	}
	return p
}

// spectra are three series over d components, two of them logarithmic.
func spectra(first, d int) Bars {
	source, target, labels := make([]float64, d), make([]float64, d), make([]float64, d)
	for i := range d {
		at := float64(i)
		source[i] = 36 * math.Exp(-at/4)
		target[i] = source[i] * (0.8 + 0.2*math.Sin(at))
		labels[i] = 31 * math.Abs(math.Cos(1.3*at)) * math.Exp(-at/5)
	}
	b := Bars{First: first, Series: []Series{
		{Name: "source σ", Values: source, Style: Source, Cut: first + 3, CutName: "k", Log: true},
		{Name: "target σ̃", Values: target, Style: Target, Cut: first + 5, CutName: "k̃", Log: true},
		{Name: "|y^U|", Values: labels, Style: Source, Cut: first + 3, CutName: "k"},
	}}
	for i := range b.Series {
		b.Series[i].Format = number.ThreeDigits
	}
	return b
}
