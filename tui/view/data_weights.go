package view

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
)

// drawWeights draws the weights of LAR beside those of no adaptation and of the
// closed form: as pictures where features form one, else by the largest.
func (view *dataView) drawWeights(sc *Scene, g *chart.Grid) {
	w, h := g.Size()
	s, p := sc.Solution(), sc.Update.Session.Problem
	output := wrapIndex(view.output, p.C)
	g.Text(0, 0, chart.Truncate(sc.Spell(view.weightsMean(sc, output)), w), chart.Dim)
	all := []struct {
		name    string
		style   chart.Style
		weights *mat.Dense
	}{
		{fmt.Sprintf("LAR, %d epochs", s.Epochs), chart.LAR, s.Descent.Weights},
		{"no adaptation", chart.NoAdaptation, s.None.Weights},
		{"closed form", chart.ClosedForm, s.Closed.Weights},
	}
	const least = 36
	all = all[:max(2, min(3, w/least))]
	for i, one := range all {
		left, right := w*i/len(all), w*(i+1)/len(all)-2
		box := g.Sub(left, 1, right-left, h-1)
		if one.weights == nil {
			box.Text(0, 0, chart.Truncate(one.name, right-left), one.style)
			box.Text(0, 1, "descent diverges", chart.Bad)
			continue
		}
		view.drawFeatures(sc, box, one.name, mat.Col(nil, output, one.weights), one.style)
	}
}

// drawFeatures draws a vector with a number for each feature below its name: as a
// picture where features form one, else by its largest entries.
func (view *dataView) drawFeatures(sc *Scene, g *chart.Grid, name string, v []float64, style chart.Style) {
	w, h := g.Size()
	inner := g.Sub(0, 1, w, h-1)
	pair := sc.Update.Session.Pair
	x := g.Text(0, 0, chart.Truncate(name, w), style)
	if pair.Shape.Rows == 0 {
		view.drawLargest(sc, inner, v, style)
		return
	}
	if pair.Bias {
		// It is not among the pixels.
		if note := "constant " + formatSigned(v[len(v)-1]); x+2+chart.TextWidth(note) <= w {
			g.Text(x+2, 0, note, chart.Dim)
		}
	}
	chart.Picture{
		Values: pixels(v, pair.Shape), Rows: pair.Shape.Rows, Cols: pair.Shape.Cols,
		Signed: true, Legend: h >= 8,
	}.Draw(inner, sc.Glyphs)
}

// formatSigned writes a number with its sign, also where that is +.
func formatSigned(v float64) string {
	if v > 0 {
		return "+" + number.Measure(v)
	}
	return number.Measure(v)
}

// pixels returns the features that form the picture.
func pixels(v []float64, shape datasets.Shape) []float64 {
	return v[:min(len(v), shape.Rows*shape.Cols)]
}

// weightsMean says what a weight does to a prediction.
func (view *dataView) weightsMean(sc *Scene, output int) string {
	p := sc.Update.Session.Problem
	what := "weights: more of the feature"
	if sc.Update.Session.Pair.Shape.Rows > 0 {
		what = "weights: ink there"
	}
	switch p.Task {
	case model.Regression:
		return what + " raises the prediction where +, lowers it where −"
	case model.MultiClass:
		return fmt.Sprintf("%s speaks for %s where +, against where −; J K: other classes (%d of %d)", what, view.className(sc, output), output+1, p.C)
	}
	names := sc.Views.target.classNames(sc)
	return fmt.Sprintf("%s speaks for %s where +, for %s where −", what, names[1], names[0])
}

// drawLargest lists the entries of v of largest magnitude by the names of their
// features, one a line.
func (view *dataView) drawLargest(sc *Scene, g *chart.Grid, v []float64, style chart.Style) {
	w, h := g.Size()
	const digits = 9
	order := largestOf(v, h)
	width := 0
	for _, j := range order {
		width = max(width, chart.TextWidth(view.featureName(sc, j)))
	}
	width = min(width, max(3, w-digits-1), max(10, w/3))
	const leastBar = 4
	numbers := digits
	if w < width+1+digits+1+leastBar {
		numbers = max(0, w-width-1)
	}
	for y, j := range order {
		if y == h-1 && len(order) < len(v) {
			left := len(v) - y
			g.Text(0, y, sc.firstFitting([]string{fmt.Sprintf("and %d smaller ones", left), fmt.Sprintf("and %d", left)}, w), chart.Dim)
			return
		}
		g.Text(0, y, sc.Glyphs.Truncate(view.featureName(sc, j), width), chart.Plain)
		text := formatSigned(v[j])
		for leading := 2; leading > 0 && chart.TextWidth(text) > numbers; leading-- {
			text = formatSigned(number.Round(v[j], leading))
		}
		g.TextRight(width+1+numbers, y, text, chart.Plain)
		bar := style
		if v[j] < 0 {
			bar = chart.Dim
		}
		g.Text(width+numbers+2, y, chart.Bar(ratio(math.Abs(v[j]), math.Abs(v[order[0]])), w-width-numbers-2, sc.Glyphs), bar)
	}
}

// largestOf returns the indices of the n entries of largest magnitude, the largest
// first, equal ones in their order.
func largestOf(v []float64, n int) []int {
	var order []int
	for j, x := range v {
		at := len(order)
		for at > 0 && math.Abs(x) > math.Abs(v[order[at-1]]) {
			at--
		}
		if at >= n {
			continue
		}
		if len(order) < n {
			order = append(order, 0)
		}
		copy(order[at+1:], order[at:])
		order[at] = j
	}
	return order
}

// featureName names a feature, the constant among them.
func (view *dataView) featureName(sc *Scene, j int) string {
	pair := sc.Update.Session.Pair
	if pair.Bias && j == sc.Update.Session.Problem.D-1 {
		return "constant"
	}
	return sc.Views.target.feature(sc, j)
}
