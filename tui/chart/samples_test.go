package chart

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// drawing is what a picture has in common with others.
type drawing func(*Grid, Glyphs)

// of forgets what a picture says of its cells.
func of[R any](draw func(*Grid, Glyphs) R) drawing {
	return func(g *Grid, gl Glyphs) { draw(g, gl) }
}

var nan = math.NaN()

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
		// Not through corners of cells, where rounding would decide.
		Lines: []Line{
			{A: 1, B: 1.1, C: 0.07, Style: LAR, Name: "LAR"},
			{A: 1, B: 0.13, C: 0.02, Style: NoAdaptation, Dash: Dashed, Name: "none"},
		},
		XLabel: "x1", YLabel: "x2", Equal: true,
	}
}

// convergence has a long flat part, a steep one, and three dashes.
func convergence() Curves {
	lar := Curve{Style: LAR, Name: "LAR"}
	none := Curve{Style: NoAdaptation, Name: "no adaptation", Dash: Dashed}
	closed := Curve{Style: ClosedForm, Name: "closed form", Dash: Dotted}
	for epoch := 0.0; epoch <= 2000; epoch += 10 {
		for _, c := range []struct {
			curve *Curve
			y     float64
		}{
			{&lar, 0.998 - 0.117*math.Exp(-epoch/300)},
			{&none, 0.887 - 0.004*math.Exp(-epoch/500)},
			{&closed, 0.9985},
		} {
			c.curve.X = append(c.curve.X, epoch)
			c.curve.Y = append(c.curve.Y, c.y)
		}
	}
	return Curves{
		Curves:  []Curve{lar, none, closed},
		Markers: []Marker{{X: 900, Style: Changed, Name: "now"}},
		XLabel:  "epochs", YLabel: "target accuracy", YMin: nan, YMax: nan,
	}
}

// lambdaSweep has a logarithmic axis that begins with zero.
func lambdaSweep() Curves {
	current := Curve{Style: LAR, Name: "LAR"}
	pinned := Curve{Style: Pinned, Name: "pinned", Dash: LongDashed}
	for _, x := range []float64{0, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1, 0.3, 1, 3, 10, 30, 100, 300, 1e3, 3e3, 1e4} {
		decades := math.Log10(x + 1e-5)
		current.X = append(current.X, x)
		current.Y = append(current.Y, 0.88+0.11/(1+math.Exp(-2*decades)))
		pinned.X = append(pinned.X, x)
		pinned.Y = append(pinned.Y, 0.85+0.13/(1+math.Exp(1-decades)))
	}
	return Curves{
		Curves:  []Curve{current, pinned},
		Markers: []Marker{{X: 1e3, Style: Changed, Name: "now"}},
		XLabel:  "λ", LogX: true, Zero: true, YMin: nan, YMax: nan,
		FormatY: func(v float64) string { return fmt.Sprintf("%.0f %%", 100*v) },
	}
}

// waves cross each other at all slopes, in all dashes.
func waves() Curves {
	var c Curves
	for i, name := range []string{"solid", "dashed", "dotted", "long"} {
		curve := Curve{Dash: Dash(i), Name: name}
		for x := range 100 {
			curve.X = append(curve.X, float64(x))
			curve.Y = append(curve.Y, math.Sin(float64(x)/12+float64(i)))
		}
		c.Curves = append(c.Curves, curve)
	}
	c.YMin, c.YMax = nan, nan
	return c
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

// framed draws d into a box of w×h columns and lines of its own.
func framed(title string, w, h int, d drawing, gl Glyphs) *Grid {
	g := NewGrid(w+2, h+2)
	d(g.Box(title, Border, Title, gl), gl)
	return g
}

// plain is the text of a picture.
func plain(g *Grid) string { return strings.Join(g.Plain(), "\n") + "\n" }
