// Package panel has what several views share: vectors drawn as pictures or lists (DrawFeatures),
// the sizes of small pictures (PictureSize), and the reason for a missing picture (DrawDivergence).
// Each view is a package below this one.
package panel

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"larui/datasets"
	"larui/datasets/wording"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

// DrawFeatures draws a vector with one entry per feature below its name: as a picture if the
// features form one, else as its largest entries.
func DrawFeatures(st *stage.Stage, g *chart.Grid, name string, v []float64, style chart.Style) {
	_, h := g.Size()
	pair, notes := st.Session.Pair, []string{}
	if pair.Bias && pair.Shape.Rows > 0 {
		// The constant is not among the pixels.
		notes = []string{"constant " + Signed(v[len(v)-1])}
	}
	inner := DrawName(g, name, style, notes...)
	if pair.Shape.Rows == 0 {
		drawLargest(st, inner, v, style)
		return
	}
	image := PictureOf(v, pair.Shape)
	image.Signed, image.Legend = true, h >= 8
	image.Draw(inner, st.Glyphs)
}

// DrawName writes a name with the first note that has room beside it. It returns the grid below.
func DrawName(g *chart.Grid, name string, style chart.Style, notes ...string) *chart.Grid {
	w, h := g.Size()
	x := g.Text(0, 0, chart.Truncate(name, w), style) + 2
	fits := func(note string) bool { return x+chart.TextWidth(note) <= w }
	if i := slices.IndexFunc(notes, fits); i >= 0 {
		g.Text(x, 0, notes[i], chart.Dim)
	}
	return g.Sub(0, 1, w, h-1)
}

// PictureOf returns the picture that features form, without the constant after them.
func PictureOf(v []float64, shape datasets.Shape) chart.Picture {
	return chart.Picture{Values: v[:min(len(v), shape.Rows*shape.Cols)], Rows: shape.Rows, Cols: shape.Cols}
}

// drawLargest draws the largest entries of v by magnitude with the names of their features, one a
// line.
func drawLargest(st *stage.Stage, g *chart.Grid, v []float64, style chart.Style) {
	w, h := g.Size()
	const digits = 9
	order := LargestOf(v, h)
	width := 0
	for _, j := range order {
		width = max(width, chart.TextWidth(stage.FeatureName(st, j)))
	}
	width = min(width, max(3, w-digits-1), max(10, w/3))
	const leastBar = 4
	numbers := digits
	if w < width+1+digits+1+leastBar {
		numbers = max(0, w-width-1)
	}
	for y, j := range order {
		if left := len(v) - y; y == h-1 && left > 1 {
			g.Text(0, y, st.FirstFitting([]string{fmt.Sprintf("and %d smaller ones", left), fmt.Sprintf("and %d", left)}, w), chart.Dim)
			return
		}
		g.Text(0, y, st.Glyphs.Truncate(stage.FeatureName(st, j), width), chart.Plain)
		text := Signed(v[j])
		for leading := 2; leading > 0 && chart.TextWidth(text) > numbers; leading-- {
			text = Signed(number.RoundDigits(v[j], leading))
		}
		g.TextRight(width+1+numbers, y, text, chart.Plain)
		bar := style
		if v[j] < 0 {
			bar = chart.Dim
		}
		g.Text(width+numbers+2, y, chart.Bar(math.Abs(v[j]/v[order[0]]), w-width-numbers-2, st.Glyphs), bar)
	}
}

// Signed writes a number with its sign, + included.
func Signed(v float64) string {
	text := number.ThreeDigits(v)
	if v > 0 && text != "0" {
		return "+" + text
	}
	return text
}

// LargestOf returns the indices of the n entries of largest magnitude, largest first; equal ones
// keep their order.
func LargestOf(v []float64, n int) []int {
	order := make([]int, len(v))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(math.Abs(v[b]), math.Abs(v[a])) })
	return order[:min(n, len(order))]
}

// The heights of small pictures in lines, without the line of the caption. Digits are illegible
// below leastPicture. Below clearPicture one picture of each class is better than two.
const leastPicture, clearPicture, largestPicture = 3, 5, 14

// PictureSize returns the size of small pictures in w×h cells: large enough to be clear, with two
// pictures of each group, or one if there is little room.
func PictureSize(w, h, groups int, shape datasets.Shape) (lines, columns int) {
	width := func(lines int) int { return max(1, 2*lines*shape.Cols/shape.Rows) }
	for i, least := range []int{clearPicture, leastPicture} {
		each := 2 - i
		for lines = largestPicture; lines >= least; lines-- {
			columns = width(lines)
			if (w+1)/(columns+1)*(h/(lines+1)) >= each*groups {
				return lines, columns
			}
		}
	}
	lines = max(1, min(leastPicture, h-1))
	return lines, width(lines)
}

// OutputFacts returns one fact per output. A multi-class fact has the class in its name.
func OutputFacts(st *stage.Stage, name string, values []float64) (facts []session.Fact) {
	for j, v := range values {
		of := name
		if st.Task() == model.MultiClass {
			of += " " + wording.OneLine(st.Session.Pair.ClassNames[j])
		}
		facts = append(facts, session.Fact{Name: of, Value: v})
	}
	return facts
}

// ColumnName names feature j in tables. A feature without a name, such as the constant, is x1, x2,
// ….
func ColumnName(pair *datasets.Pair, j int) string {
	if j < len(pair.Features) {
		return wording.DisplayName(pair.Features[j])
	}
	return fmt.Sprintf("x%d", j+1)
}
