package data

import (
	"cmp"
	"fmt"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/panel"
	"larui/tui/stage"
)

func drawSamples(st *stage.Stage, g *chart.Grid, page int) {
	w, h := g.Size()
	for i, d := range currentDomains(st)[:2] {
		top, bottom := i*h/2, (i+1)*h/2
		notes := []string{"J K: other samples; ×: LAR is wrong", "×: LAR is wrong"}
		switch {
		case d.Y == nil:
			notes = []string{"J K: other samples; the labels are unknown", "unknown labels"}
		case st.Task() == model.Regression:
			notes = []string{"J K: other samples"}
		}
		inner := panel.DrawHeading(g.Sub(0, top, w, bottom-top), d.role+" "+d.name, d.style, notes...)
		drawDomainSamples(st, inner, d, page)
	}
}

func drawChangedRows(st *stage.Stage, g *chart.Grid, page int) {
	d, c := currentDomains(st)[1], st.ChangedRows()
	w, _ := g.Size()
	say := func(text string) { g.TextWithin(1, 0, w-2, st.ReplaceKeys(text), chart.Dim) }
	switch {
	case st.Task() == model.Regression:
		say("in a regression LAR changes every prediction: press {export} to export all predictions")
	case c == nil:
		say("comparing LAR with no adaptation on every target row …")
	case c.None == nil:
		say(cmp.Or(st.Solution.Descent.Unknown, st.Solution.None.Unknown) + ", so the predictions are unknown")
	default:
		d.chosenRows, d.nonePredictions = c.Rows, c.None
		notes := []string{"J K: other rows; ×: LAR is wrong", "×: LAR is wrong"}
		if d.IsSampled() || st.State.Spec.ValidationSize > 0 {
			notes = []string{"only scored rows are counted; J K: other rows; ×: LAR is wrong", "only scored rows are counted"}
		}
		inner := panel.DrawHeading(g, fmt.Sprintf("LAR changes %d of %d predictions", len(c.Rows), d.Rows()), d.style, notes...)
		if len(c.Rows) > 0 {
			drawDomainSamples(st, inner, d, page)
		}
	}
}

func drawDomainSamples(st *stage.Stage, g *chart.Grid, d domain, page int) {
	if hasPixelFeatures(st) {
		drawSamplePictures(st, g, d, page)
	} else {
		drawSampleTable(st, g, d, page)
	}
}

// drawSamplePictures draws the same number of samples of each class.
func drawSamplePictures(st *stage.Stage, g *chart.Grid, d domain, page int) {
	shape := st.Session.Pair.Shape
	w, h := g.Size()
	groups := d.byClass
	if d.chosenRows != nil {
		groups = [][]int{d.chosenRows}
	}
	if groups == nil {
		groups = [][]int{make([]int, d.Rows())}
		for i := range groups[0] {
			groups[0][i] = i
		}
	}
	count := len(groups)
	const several = 12
	switch {
	case d.chosenRows != nil:
		count = min(several, len(d.chosenRows))
	case d.statistics == nil && d.Y != nil:
		// Until byClass is computed, leave room for all classes, so that the pictures don't change
		// their size later.
		count = max(1, len(st.Session.Pair.ClassNames))
	}
	lines, columns := panel.PictureSize(w, h, count, shape)
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
		// Each page shows the rows of a group that follow the rows of the previous page.
		row := group[stage.WrapIndex(page*per+at%per, len(group))]
		x, y := at%across*(columns+1), at/across*(lines+1)
		image := panel.FeaturePicture(d.X.RawRowView(row), shape)
		image.Min, image.Max = d.min, d.max
		image.Draw(g.Sub(x, y, columns, lines))
		text, style := fmt.Sprintf("#%d", row+1), chart.Dim
		label, said, wrong := stage.LabelAndPrediction(st, d.Domain, row)
		switch {
		case d.chosenRows != nil && wrong:
			text, style = stage.LabelName(st, d.nonePredictions[row])+"→×"+said, chart.Bad
		case d.chosenRows != nil:
			text, style = stage.LabelName(st, d.nonePredictions[row])+"→"+said, chart.Plain
		case wrong:
			text, style = label+" ×"+said, chart.Bad
		case label != "":
			text, style = label, chart.Plain
		}
		g.TextWithin(x, y+lines, columns, text, style)
	}
}

// Widths in screen columns: of the row numbers, and of any other column with the blank before it.
const rowWidth, cellWidth = 6, 9

// drawSampleTable draws the label and the predictions of each sample, then as many features as fit.
func drawSampleTable(st *stage.Stage, g *chart.Grid, d domain, page int) {
	w, h := g.Size()
	features, count, columns := st.Session.Problem.D, d.Rows(), 2
	if d.chosenRows != nil {
		count, columns = len(d.chosenRows), 3
	}
	left := rowWidth + columns*cellWidth
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
	if d.chosenRows != nil {
		cell(2, 0, "no adapt", chart.NoAdaptation)
	}
	for j := range shown {
		cell(columns+j, 0, stage.FeatureName(st, j), chart.Dim)
	}
	g.Text(left+shown*cellWidth, 0, note, chart.Dim)
	rows := min(h-1, count)
	for y := 1; y <= rows; y++ {
		i := stage.WrapIndex(page*rows+y-1, count)
		if d.chosenRows != nil {
			i = d.chosenRows[i]
			cell(2, y, stage.LabelName(st, d.nonePredictions[i]), chart.Plain)
		}
		label, said, wrong := stage.LabelAndPrediction(st, d.Domain, i)
		style := chart.Plain
		if wrong {
			said, style = "×"+said, chart.Bad
		}
		g.TextRight(rowWidth, y, fmt.Sprint(i+1), chart.Dim)
		cell(0, y, cmp.Or(label, number.Unknown), chart.Plain)
		cell(1, y, cmp.Or(said, number.Unknown), style)
		for j, value := range d.X.RawRowView(i)[:shown] {
			cell(columns+j, y, number.ThreeDigits(value), chart.Plain)
		}
	}
}
