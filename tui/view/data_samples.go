package view

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
)

// sampleSide is a domain whose samples are drawn.
type sampleSide struct {
	name  string
	style chart.Style
	model.Domain
	facts *domainFacts
}

func (view *dataView) sampleSides(sc *Scene) []sampleSide {
	pair, facts := sc.Update.Session.Pair, view.facts(sc)
	return []sampleSide{
		{"source " + pair.SourceName, chart.Source, pair.Source, &facts.source},
		{"target " + pair.TargetName, chart.Target, pair.Target, &facts.target},
	}
}

// drawSamples draws samples of the source above those of the target: as pictures
// where features form one, else as rows of a table.
func (view *dataView) drawSamples(sc *Scene, g *chart.Grid) {
	w, h := g.Size()
	pictures := sc.Update.Session.Pair.Shape.Rows > 0
	for i, side := range view.sampleSides(sc) {
		top, bottom := i*h/2, (i+1)*h/2
		half := g.Sub(0, top, w, bottom-top)
		x := half.Text(0, 0, chart.Truncate(side.name, w), side.style)
		for _, note := range view.sampleNotes(sc, side) {
			if x+2+chart.TextWidth(note) <= w {
				half.Text(x+2, 0, note, chart.Dim)
				break
			}
		}
		inner := half.Sub(0, 1, w, bottom-top-1)
		if pictures {
			view.drawPictures(sc, inner, side)
		} else {
			view.drawRows(sc, inner, side)
		}
	}
}

// sampleNotes explain the samples, the longest first.
func (view *dataView) sampleNotes(sc *Scene, side sampleSide) []string {
	switch {
	case side.Y == nil:
		return []string{"J K: others; the labels are not known", "labels not known"}
	case sc.Task() == model.Regression:
		return []string{"J K: others"}
	}
	return []string{"J K: others; × and what LAR says, where that is wrong", "× what LAR says wrongly"}
}

// Sizes of small pictures, in lines, without the line for the caption. Below the
// first, a digit can't be told; below the second, one of each class is better than
// two.
const leastPicture, clearPicture, largestPicture = 3, 5, 14

// drawPictures draws a strip of samples, as many of each class.
func (view *dataView) drawPictures(sc *Scene, g *chart.Grid, side sampleSide) {
	shape := sc.Update.Session.Pair.Shape
	w, h := g.Size()
	groups := side.facts.byClass
	if groups == nil {
		groups = [][]int{nil}
	}
	count := len(groups)
	if side.facts.pending && side.Y != nil {
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
		group, n := groups[at/per], side.facts.rows
		if group != nil {
			n = len(group)
		}
		if at%per >= n {
			continue
		}
		// A page on, as many others of the class.
		row := wrapIndex(view.samples*per+at%per, n)
		if group != nil {
			row = group[row]
		} else if side.facts.byClass != nil {
			continue // a class without samples
		}
		x, y := (at%across)*(columns+1), (at/across)*(lines+1)
		if row >= side.Rows() {
			continue
		}
		values := side.X.RawRowView(row)
		picture := chart.Picture{
			Values: pixels(values, shape), Rows: shape.Rows, Cols: shape.Cols,
			Min: side.facts.min, Max: side.facts.max,
		}
		picture.Draw(g.Sub(x, y, columns, lines), sc.Glyphs)
		text, style := view.caption(sc, side, row)
		g.Text(x, y+lines, chart.Truncate(text, columns), style)
	}
}

// pictureSize chooses the size of small pictures so that w×h cells hold at least
// two of each of the groups, or one where there is little room.
func pictureSize(w, h, groups int, shape datasets.Shape) (lines, columns int) {
	for _, each := range []int{2, 1} {
		least := clearPicture
		if each == 1 {
			least = leastPicture
		}
		for lines = largestPicture; lines >= least; lines-- {
			columns = max(1, 2*lines*shape.Cols/shape.Rows)
			if (w+1)/(columns+1)*(h/(lines+1)) >= each*groups {
				return lines, columns
			}
		}
	}
	lines = max(1, min(leastPicture, h-1))
	return lines, max(1, 2*lines*shape.Cols/shape.Rows)
}

// caption names the label of a sample and, where it differs, what LAR says.
func (view *dataView) caption(sc *Scene, side sampleSide, row int) (string, chart.Style) {
	label, style := fmt.Sprintf("#%d", row+1), chart.Dim
	if side.Y != nil {
		label, style = view.labelName(sc, side.Y[row]), chart.Plain
	}
	predicted, ok := view.predict(sc, side.X.RawRowView(row))
	if !ok || side.Y == nil || sc.Task() == model.Regression || predicted == side.Y[row] {
		return label, style
	}
	return label + " ×" + view.labelName(sc, predicted), chart.Bad
}

// labelName writes a label in the encoding of the task.
func (view *dataView) labelName(sc *Scene, y float64) string {
	switch sc.Task() {
	case model.Regression:
		return number.Measure(y)
	case model.MultiClass:
		return view.className(sc, int(y))
	}
	if y > 0 {
		return view.className(sc, 1)
	}
	return view.className(sc, 0)
}

// predict returns what LAR says of a sample; false where descent diverges.
func (view *dataView) predict(sc *Scene, x []float64) (float64, bool) {
	w := sc.Solution().Descent.Weights
	if w == nil {
		return 0, false
	}
	if d, _ := w.Dims(); d != len(x) {
		return 0, false
	}
	var scores mat.Dense
	scores.Mul(mat.NewDense(1, len(x), x), w)
	return sc.Task().Predict(&scores)[0], true
}

// Columns of the table of samples, with the blank before them: of the number of a
// row, and of a label or feature.
const rowWidth, cellWidth = 6, 9

// drawRows draws samples as rows of a table, their labels first.
func (view *dataView) drawRows(sc *Scene, g *chart.Grid, side sampleSide) {
	w, h := g.Size()
	d := sc.Update.Session.Problem.D
	const left = rowWidth + 2*cellWidth
	shown, note := max(0, min(d, (w-left)/cellWidth)), ""
	if shown < d {
		note = fmt.Sprintf("  +%d more", d-shown)
		shown = max(0, min(shown, (w-left-chart.TextWidth(note))/cellWidth))
		note = fmt.Sprintf("  +%d more", d-shown)
	}
	cell := func(column, y int, text string, style chart.Style) {
		g.TextRight(rowWidth+(column+1)*cellWidth, y, chart.Truncate(text, cellWidth-1), style)
	}
	g.TextRight(rowWidth, 0, "row", chart.Dim)
	cell(0, 0, "label", chart.Dim)
	cell(1, 0, "LAR", chart.LAR)
	for j := range shown {
		cell(2+j, 0, view.featureName(sc, j), chart.Dim)
	}
	g.Text(left+shown*cellWidth, 0, note, chart.Dim)
	rows := min(h-1, side.Rows())
	for y := range rows {
		i := wrapIndex(view.samples*rows+y, side.Rows())
		values := side.X.RawRowView(i)
		label, said, style := "–", "–", chart.Plain
		if side.Y != nil {
			label = view.labelName(sc, side.Y[i])
		}
		if predicted, ok := view.predict(sc, values); ok {
			said = view.labelName(sc, predicted)
			if side.Y != nil && sc.Task() != model.Regression && predicted != side.Y[i] {
				said, style = "×"+said, chart.Bad
			}
		}
		g.TextRight(rowWidth, y+1, fmt.Sprint(i+1), chart.Dim)
		cell(0, y+1, label, chart.Plain)
		cell(1, y+1, said, style)
		for j := range shown {
			cell(2+j, y+1, number.Measure(values[j]), chart.Plain)
		}
	}
}
