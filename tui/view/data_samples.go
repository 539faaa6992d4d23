package view

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
)

// Samples, and vectors with a number for each feature, such as weights: as pictures where
// features form one, else as tables.

// drawSamples draws samples of the source above those of the target: as pictures
// where features form one, else as rows of a table.
func (v *dataView) drawSamples(sc *Scene, g *chart.Grid) {
	w, h := g.Size()
	for i, d := range domains(sc)[:2] {
		top, bottom := i*h/2, (i+1)*h/2
		notes := []string{"J K: others; × and what LAR says, where that is wrong", "× what LAR says wrongly"}
		switch {
		case d.Y == nil:
			notes = []string{"J K: others; the labels are not known", "labels not known"}
		case sc.Task() == model.Regression:
			notes = []string{"J K: others"}
		}
		inner := drawName(g.Sub(0, top, w, bottom-top), d.role+" "+d.name, d.style, notes...)
		if sc.Update.Session.Pair.Shape.Rows > 0 {
			v.drawPictures(sc, inner, d)
		} else {
			v.drawRows(sc, inner, d)
		}
	}
}

// Sizes of small pictures, in lines, without the line for the caption. Below the
// first, a digit can't be told; below the second, one of each class is better than
// two.
const leastPicture, clearPicture, largestPicture = 3, 5, 14

// drawPictures draws a strip of samples, as many of each class.
func (v *dataView) drawPictures(sc *Scene, g *chart.Grid, d domain) {
	shape := sc.Update.Session.Pair.Shape
	w, h := g.Size()
	groups := d.byClass
	if groups == nil {
		groups = [][]int{make([]int, d.Rows())}
		for i := range groups[0] {
			groups[0][i] = i
		}
	}
	count := len(groups)
	if d.found == nil && d.Y != nil {
		// The classes are still to come: pictures should not change size then.
		count = max(1, len(sc.Update.Session.Pair.ClassNames))
	}
	lines, columns := pictureSize(w, h, count, shape)
	across, down := (w+1)/(columns+1), h/(lines+1)
	if across < 1 || down < 1 {
		return
	}
	per := max(1, across*down/len(groups))
	for at := range min(across*down, per*len(groups)) {
		group := groups[at/per]
		if at%per >= len(group) {
			continue
		}
		// A page on, as many others of the class.
		row := group[wrapIndex(v.samples*per+at%per, len(group))]
		x, y := at%across*(columns+1), at/across*(lines+1)
		image := pictureOf(d.X.RawRowView(row), shape)
		image.Min, image.Max = d.min, d.max
		image.Draw(g.Sub(x, y, columns, lines), sc.Glyphs)
		text, style := fmt.Sprintf("#%d", row+1), chart.Dim
		label, said, wrong := compare(sc, d, row)
		switch {
		case wrong:
			text, style = label+" ×"+said, chart.Bad
		case label != "":
			text, style = label, chart.Plain
		}
		g.Text(x, y+lines, chart.Truncate(text, columns), style)
	}
}

// pictureSize chooses the size of small pictures so that w×h cells hold at least
// two of each of the groups, or one where there is little room.
func pictureSize(w, h, groups int, shape datasets.Shape) (lines, columns int) {
	width := func(lines int) int { return max(1, 2*lines*shape.Cols/shape.Rows) }
	for i, least := range []int{clearPicture, leastPicture} {
		each := 2 - i
		for lines = largestPicture; lines >= least; lines-- {
			if columns = width(lines); (w+1)/(columns+1)*(h/(lines+1)) >= each*groups {
				return lines, columns
			}
		}
	}
	lines = max(1, min(leastPicture, h-1))
	return lines, width(lines)
}

// compare names the label of a sample, and what LAR says of it; each is empty where it is
// not known. Wrong tells that they are two classes.
func compare(sc *Scene, d domain, row int) (label, said string, wrong bool) {
	known := row < len(d.Y)
	if known {
		label = labelName(sc, d.Y[row])
	}
	x, w := d.X.RawRowView(row), sc.Solution().Descent.Weights
	if w == nil || w.RawMatrix().Rows != len(x) {
		return label, "", false
	}
	var scores mat.Dense
	scores.Mul(mat.NewDense(1, len(x), x), w)
	predicted := sc.Task().Predict(&scores)[0]
	wrong = known && sc.Task() != model.Regression && predicted != d.Y[row]
	return label, labelName(sc, predicted), wrong
}

// labelName writes a label in the encoding of the task.
func labelName(sc *Scene, y float64) string {
	if sc.Task() == model.Regression {
		return number.Measure(y)
	}
	return className(sc, sc.Task().Class(y))
}

// Columns of the table of samples, with the blank before them: of the number of a
// row, and of a label or feature.
const rowWidth, cellWidth = 6, 9

// drawRows draws samples as rows of a table, their labels first.
func (v *dataView) drawRows(sc *Scene, g *chart.Grid, d domain) {
	w, h := g.Size()
	features := sc.Update.Session.Problem.D
	const left = rowWidth + 2*cellWidth
	shown, note := max(0, min(features, (w-left)/cellWidth)), ""
	if shown < features {
		note = fmt.Sprintf("  +%d more", features-shown)
		shown = max(0, min(shown, (w-left-chart.TextWidth(note))/cellWidth))
		note = fmt.Sprintf("  +%d more", features-shown)
	}
	cell := func(column, y int, text string, style chart.Style) {
		g.TextRight(rowWidth+(column+1)*cellWidth, y, chart.Truncate(text, cellWidth-1), style)
	}
	g.TextRight(rowWidth, 0, "row", chart.Dim)
	cell(0, 0, "label", chart.Dim)
	cell(1, 0, "LAR", chart.LAR)
	for j := range shown {
		cell(2+j, 0, featureName(sc, j), chart.Dim)
	}
	g.Text(left+shown*cellWidth, 0, note, chart.Dim)
	rows := min(h-1, d.Rows())
	for y := 1; y <= rows; y++ {
		i := wrapIndex(v.samples*rows+y-1, d.Rows())
		label, said, wrong := compare(sc, d, i)
		style := chart.Plain
		if wrong {
			said, style = "×"+said, chart.Bad
		}
		g.TextRight(rowWidth, y, fmt.Sprint(i+1), chart.Dim)
		cell(0, y, cmp.Or(label, number.Unknown), chart.Plain)
		cell(1, y, cmp.Or(said, number.Unknown), style)
		for j, value := range d.X.RawRowView(i)[:shown] {
			cell(2+j, y, number.Measure(value), chart.Plain)
		}
	}
}

// drawWeights draws the weights of LAR beside those of no adaptation and of the
// closed form: as pictures where features form one, else by the largest.
func (v *dataView) drawWeights(sc *Scene, g *chart.Grid) {
	w, h := g.Size()
	s, p := sc.Solution(), sc.Update.Session.Problem
	output := wrapIndex(v.output, p.C)
	g.Text(0, 0, chart.Truncate(sc.Spell(weightsMean(sc, output)), w), chart.Dim)
	all := []struct {
		name  string
		style chart.Style
		model.Fit
	}{
		{fmt.Sprintf("LAR, %d epochs", s.Epochs), chart.LAR, s.Descent.Fit},
		{noAdaptation, chart.NoAdaptation, s.None.Fit},
		{trainedToTheEnd, chart.ClosedForm, s.Closed.Fit},
	}
	const least = 36
	all = all[:max(2, min(3, w/least))]
	for i, one := range all {
		left, right := w*i/len(all), w*(i+1)/len(all)-2
		box := g.Sub(left, 1, right-left, h-1)
		if one.Weights == nil {
			drawName(box, one.name, one.style).Text(0, 0, one.Unknown, chart.Bad)
			continue
		}
		drawFeatures(sc, box, one.name, mat.Col(nil, output, one.Weights), one.style)
	}
}

// weightsMean says what a weight does to a prediction.
func weightsMean(sc *Scene, output int) string {
	p, what := sc.Update.Session.Problem, "weights: more of the feature"
	if sc.Update.Session.Pair.Shape.Rows > 0 {
		what = "weights: ink there"
	}
	switch p.Task {
	case model.Regression:
		return what + " raises the prediction where +, lowers it where −"
	case model.MultiClass:
		return fmt.Sprintf("%s speaks for %s where +, against where −; J K: other classes (%d of %d)", what, className(sc, output), output+1, p.C)
	}
	names := signNames(sc)
	return fmt.Sprintf("%s speaks for %s where +, for %s where −", what, names[1], names[0])
}

// drawFeatures draws a vector with a number for each feature below its name: as a
// picture where features form one, else by its largest entries.
func drawFeatures(sc *Scene, g *chart.Grid, name string, v []float64, style chart.Style) {
	_, h := g.Size()
	pair, notes := sc.Update.Session.Pair, []string{}
	if pair.Bias && pair.Shape.Rows > 0 {
		// It is not among the pixels.
		notes = []string{"constant " + formatSigned(v[len(v)-1])}
	}
	inner := drawName(g, name, style, notes...)
	if pair.Shape.Rows == 0 {
		drawLargest(sc, inner, v, style)
		return
	}
	image := pictureOf(v, pair.Shape)
	image.Signed, image.Legend = true, h >= 8
	image.Draw(inner, sc.Glyphs)
}

// drawName writes a name above what the grid that it returns is for, and beside it the
// first of some notes that has room.
func drawName(g *chart.Grid, name string, style chart.Style, notes ...string) *chart.Grid {
	w, h := g.Size()
	x := g.Text(0, 0, chart.Truncate(name, w), style) + 2
	fits := func(note string) bool { return x+chart.TextWidth(note) <= w }
	if i := slices.IndexFunc(notes, fits); i >= 0 {
		g.Text(x, 0, notes[i], chart.Dim)
	}
	return g.Sub(0, 1, w, h-1)
}

// pictureOf returns the picture that features form, without the constant after them.
func pictureOf(v []float64, shape datasets.Shape) chart.Picture {
	return chart.Picture{Values: v[:min(len(v), shape.Rows*shape.Cols)], Rows: shape.Rows, Cols: shape.Cols}
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
		g.Text(width+numbers+2, y, chart.Bar(math.Abs(v[j]/v[order[0]]), w-width-numbers-2, sc.Glyphs), bar)
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

// wideData is from how many columns on samples stand beside the facts.
const wideData = 100

// factsWidth returns how many of w columns the facts have.
func factsWidth(sc *Scene, w int) int {
	switch {
	case w < wideData:
		return w
	case len(domains(sc)) == 2:
		return w / 2
	}
	return min(w*3/5, 100)
}

// drawFaces draws pictures of each class, with a caption below the first of each, or its
// name.
func drawFaces(sc *Scene, g *chart.Grid, d model.Domain, captions []piece) {
	shape, n := sc.Update.Session.Pair.Shape, sc.Update.Session.Problem.C
	w, h := g.Size()
	lines, columns := pictureSize(w, h, n, shape)
	across, down := (w+1)/(columns+1), h/(lines+1)
	if across < 1 || down < 1 {
		return
	}
	per := max(1, across*down/n)
	faces, left := make([][]int, n), n*per
	for row := 0; row < len(d.Y) && left > 0; row++ {
		if class := sc.Task().Class(d.Y[row]); len(faces[class]) < per {
			faces[class] = append(faces[class], row)
			left--
		}
	}
	for at := range min(across*down, n*per) {
		class, nth := at/per, at%per
		if nth >= len(faces[class]) {
			continue
		}
		x, y := at%across*(columns+1), at/across*(lines+1)
		pictureOf(d.X.RawRowView(faces[class][nth]), shape).Draw(g.Sub(x, y, columns, lines), sc.Glyphs)
		caption := piece{className(sc, class), chart.Plain}
		switch {
		case captions != nil && nth == 0:
			caption = captions[class]
		case captions != nil:
			continue
		}
		g.Text(x, y+lines, sc.Glyphs.Truncate(sc.Spell(caption.text), columns), caption.style)
	}
}

// className names class i of the task.
func className(sc *Scene, i int) string {
	if classes := sc.Update.Session.Pair.ClassNames; i < len(classes) {
		return sc.Spell(datasets.Shown(classes[i]))
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
		names[i] = sc.Glyphs.Truncate(datasets.Shown(class), longest)
	}
	return names
}

// featureName names a feature as the glyphs can show it.
func featureName(sc *Scene, j int) string { return sc.Spell(sc.Update.Session.Pair.FeatureName(j)) }
