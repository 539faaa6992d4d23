// Package panel has the functions that several views of the explorer share to draw their panels.
// DrawVector draws a vector over the features as a picture or a list. PictureSize returns the size of
// small pictures. DrawMissingReason writes why a view has no picture. The views are the packages
// below this one; they build on packages stage (state and keys), chart (drawing) and session
// (solutions).
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

// DrawVector draws v (one entry per feature) below its name: as a picture if the features are
// pixels, else as a list of the largest entries.
func DrawVector(st *stage.Stage, g *chart.Grid, name string, v []float64, style chart.Style) {
	_, h := g.Size()
	pair, notes := st.Session.Pair, []string{}
	if pair.Bias && pair.Shape.Rows > 0 {
		// The last entry belongs to the constant feature, which is no pixel.
		notes = []string{"constant " + FormatSigned(v[len(v)-1])}
	}
	inner := DrawHeading(g, name, style, notes...)
	if pair.Shape.Rows == 0 {
		drawLargest(st, inner, v, style)
		return
	}
	image := FeaturePicture(v, pair.Shape)
	image.Signed, image.Legend = true, h >= 8
	image.Draw(inner)
}

// DrawHeading writes a name and, beside it, the first note that fits. It returns the part of g
// below the heading.
func DrawHeading(g *chart.Grid, name string, style chart.Style, notes ...string) *chart.Grid {
	w, h := g.Size()
	x := g.TextWithin(0, 0, w, name, style) + 2
	fits := func(note string) bool { return x+chart.TextWidth(note) <= w }
	if i := slices.IndexFunc(notes, fits); i >= 0 {
		g.Text(x, 0, notes[i], chart.Dim)
	}
	return g.Sub(0, 1, w, h-1)
}

// FeaturePicture returns the picture of v, whose entries are pixels. It leaves out the entry of the
// constant feature after the pixels.
func FeaturePicture(v []float64, shape datasets.PictureShape) chart.Picture {
	return chart.Picture{Values: v[:min(len(v), shape.Rows*shape.Cols)], Rows: shape.Rows, Cols: shape.Cols}
}

// drawLargest lists the entries of v with the largest magnitudes, one a line. The last line says
// how many entries are left out.
func drawLargest(st *stage.Stage, g *chart.Grid, v []float64, style chart.Style) {
	w, h := g.Size()
	const digits = 9
	order := LargestEntries(v, h)
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
			g.Text(0, y, st.ChooseFittingText([]string{fmt.Sprintf("and %d smaller ones", left), fmt.Sprintf("and %d", left)}, w), chart.Dim)
			return
		}
		g.TextWithin(0, y, width, stage.FeatureName(st, j), chart.Plain)
		text := FormatSigned(v[j])
		for leading := 2; leading > 0 && chart.TextWidth(text) > numbers; leading-- {
			text = FormatSigned(number.RoundDigits(v[j], leading))
		}
		g.TextRight(width+1+numbers, y, text, chart.Plain)
		bar := style
		if v[j] < 0 {
			bar = chart.Dim
		}
		g.Text(width+numbers+2, y, chart.Bar(math.Abs(v[j]/v[order[0]]), w-width-numbers-2, st.Glyphs), bar)
	}
}

// FormatSigned writes a number with its sign, "+" or "-". Zero has no sign.
func FormatSigned(v float64) string {
	text := number.ThreeDigits(v)
	if v > 0 && text != "0" {
		return "+" + text
	}
	return text
}

// LargestEntries returns the indices of the n entries of v with the largest magnitude, largest
// first. Entries of equal magnitude keep their order.
func LargestEntries(v []float64, n int) []int {
	order := make([]int, len(v))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(math.Abs(v[b]), math.Abs(v[a])) })
	return order[:min(n, len(order))]
}

// Heights of pictures in lines, without the caption. A digit in fewer than leastPicture lines is
// illegible. If two pictures of each class would have fewer than clearPicture lines, one larger
// picture of each is drawn.
const leastPicture, clearPicture, largestPicture = 3, 5, 14

// PictureSize returns the largest size of a picture, in cells, such that w×h cells hold two
// pictures of each class. If two pictures of each class would be illegible, the cells hold one of
// each.
func PictureSize(w, h, groups int, shape datasets.PictureShape) (lines, columns int) {
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

// OutputFacts returns one fact per output of the model. Each fact is called name; with more than
// two classes, it is called name and the class of the output.
func OutputFacts(st *stage.Stage, name string, values []float64) (facts []session.Fact) {
	for j, v := range values {
		fact := session.Fact{Name: name, Value: v}
		if st.Task() == model.MultiClass {
			fact.Name += " " + wording.OneLine(st.Session.Pair.ClassNames[j])
		}
		facts = append(facts, fact)
	}
	return facts
}

// ColumnName names feature j, from 0, in tables. A feature without a name is "x" with its number
// from 1.
func ColumnName(pair *datasets.Pair, j int) string {
	if j < len(pair.Features) {
		return wording.DisplayName(pair.Features[j])
	}
	return fmt.Sprintf("x%d", j+1)
}
