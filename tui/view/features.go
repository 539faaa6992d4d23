package view

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
)

// What views call features and classes, and how they draw a number for each feature.

// className names class i of the task.
func className(sc *Scene, i int) string {
	if classes := sc.Update.Session.Pair.ClassNames; i < len(classes) {
		return sc.Spell(classes[i])
	}
	return fmt.Sprint(i)
}

// signNames are those of the negative and of the positive class, short enough for a
// legend.
func signNames(sc *Scene) [2]string {
	const longest = 10
	names := [2]string{"class −", "class +"}
	classes := sc.Update.Session.Pair.ClassNames
	if len(classes) != 2 || classes[0] == "-1" && strings.TrimPrefix(classes[1], "+") == "1" {
		return names // signs say it all
	}
	for i, class := range classes {
		names[i] = sc.Glyphs.Truncate(class, longest)
	}
	return names
}

// classOf returns the class that a label in the encoding of the task stands for.
func classOf(task model.Task, label float64) int {
	switch {
	case task == model.MultiClass:
		return int(label)
	case label > 0:
		return 1
	}
	return 0
}

// featureName names a feature, the constant among them.
func featureName(sc *Scene, j int) string {
	pair := sc.Update.Session.Pair
	switch {
	case pair.Bias && j == sc.Update.Session.Problem.D-1:
		return "constant"
	case j < len(pair.Features):
		return sc.Spell(pair.Features[j])
	}
	return fmt.Sprintf("x%d", j+1)
}

// drawFeatures draws a vector with a number for each feature below its name: as a
// picture where features form one, else by its largest entries.
func drawFeatures(sc *Scene, g *chart.Grid, name string, v []float64, style chart.Style) {
	w, h := g.Size()
	inner := g.Sub(0, 1, w, h-1)
	pair := sc.Update.Session.Pair
	x := g.Text(0, 0, chart.Truncate(name, w), style)
	if pair.Shape.Rows == 0 {
		drawLargest(sc, inner, v, style)
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

// pixels returns the features that form the picture.
func pixels(v []float64, shape datasets.Shape) []float64 {
	return v[:min(len(v), shape.Rows*shape.Cols)]
}

// drawLargest lists the entries of v of largest magnitude by the names of their
// features, one a line.
func drawLargest(sc *Scene, g *chart.Grid, v []float64, style chart.Style) {
	w, h := g.Size()
	const digits = 9
	order := largestOf(v, h)
	width := 0
	for _, j := range order {
		width = max(width, chart.TextWidth(featureName(sc, j)))
	}
	width = min(width, max(3, w-digits-1), max(10, w/3))
	const leastBar = 4
	numbers := digits
	if w < width+1+digits+1+leastBar {
		numbers = max(0, w-width-1)
	}
	for y, j := range order {
		if left := len(v) - y; y == h-1 && left > 1 {
			g.Text(0, y, sc.firstFitting([]string{fmt.Sprintf("and %d smaller ones", left), fmt.Sprintf("and %d", left)}, w), chart.Dim)
			return
		}
		g.Text(0, y, sc.Glyphs.Truncate(featureName(sc, j), width), chart.Plain)
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

// formatSigned writes a number with its sign, also where that is +.
func formatSigned(v float64) string {
	if v > 0 {
		return "+" + number.Measure(v)
	}
	return number.Measure(v)
}

// largestOf returns the indices of the n entries of largest magnitude, the largest
// first, equal ones in their order.
func largestOf(v []float64, n int) []int {
	order := make([]int, len(v))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(math.Abs(v[b]), math.Abs(v[a])) })
	return order[:min(n, len(order))]
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
