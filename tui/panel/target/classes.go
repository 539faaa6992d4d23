package target

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/panel"
	"larui/tui/stage"
)

// A shareColumn is a column of the table of classes, with one share of rows per class.
type shareColumn struct {
	title                   string
	titleStyle, numberStyle chart.Style
	shares                  []float64
}

const shareWidth = len(" 100.0 %")

// leastNames is the least width with room for class names, bars and the long title "no adaptation".
const leastNames = 24

// drawClasses draws a table with one line per class: the share of target rows of the class that
// LAR, no adaptation and the pinned solutions predict correctly, and a bar for LAR. Without target
// labels, the table has the share of rows predicted to be in the class.
func drawClasses(st *stage.Stage, g *chart.Grid) {
	p, s := st.Session.Problem, st.Solution
	w, _ := g.Size()
	heading := "right, by class"
	if p.Target.Y == nil {
		heading = "predicted, by class"
	}
	columns := []shareColumn{
		{"LAR", chart.LAR, chart.Plain, classShares(p, s.Descent.Weights)},
		{stage.NoAdaptation, chart.NoAdaptation, chart.NoAdaptation, classShares(p, s.None.Weights)},
	}
	for _, pin := range stage.PinsWithWeights(st) {
		if shareWidth*(len(columns)+1) <= w-leastNames {
			columns = append(columns, shareColumn{"pin " + string(pin.Letter), pin.LineStyle().Style, pin.LineStyle().Style, classShares(p, pin.Weights())})
		}
	}
	if st.IsDocument() {
		st.AddPanel(sharePanel(st, heading, columns))
		return
	}
	drawShares(st, g, heading, columns)
}

func sharePanel(st *stage.Stage, heading string, columns []shareColumn) stage.Panel {
	var bars chart.Bars
	p := stage.Panel{Title: scoreTitle(st), Shows: "target rows " + heading, Along: "class"}
	for i := range columns[0].shares {
		p.Names = append(p.Names, stage.ClassName(st, i))
	}
	for _, c := range columns {
		bars.Series = append(bars.Series, chart.Series{Name: c.title, Values: c.shares, Style: c.titleStyle, Format: st.FormatScore})
	}
	p.Picture = bars
	return p
}

// drawShares draws bars for the first column. If the classes need more lines than g has, it draws
// several tables side by side below one line of titles.
func drawShares(st *stage.Stage, g *chart.Grid, heading string, columns []shareColumn) {
	w, h := g.Size()
	n, least := len(columns[0].shares), 4+shareWidth*len(columns)
	tables := max(1, min((n+h-2)/max(1, h-1), w/least))
	each := min((n+tables-1)/tables, max(0, h-1))
	widths := make([]int, len(columns))
	titles := []chart.Group{{chart.Dim.Text(heading + ":")}}
	for i, c := range columns {
		widths[i] = shareWidth
		if tables == 1 {
			widths[i] = max(shareWidth, 1+chart.TextWidth(c.title))
		}
		titles = slices.Insert(titles, 1, chart.Group{c.titleStyle.Text(c.title)})
	}
	if tables > 1 {
		chart.DrawGroups(g.Sub(1, 0, w-1, 1), titles, 2)
	}
	for i := range tables {
		left, right := w*i/tables, w*(i+1)/tables
		drawClassTable(st, g.Sub(left, 0, right-left, h), heading, columns, widths, i*each, min(i*each+each, n))
	}
	if hidden := n - tables*each; hidden > 0 && h > 1 {
		last := g.Sub(0, h-1, w, 1)
		last.Clear()
		last.Text(1, 0, fmt.Sprintf("and %d more classes", hidden+tables), chart.Dim)
	}
}

// drawClassTable draws the classes from begin to end−1, one a line. Only columns wider than
// shareWidth have titles.
func drawClassTable(st *stage.Stage, g *chart.Grid, heading string, columns []shareColumn, widths []int, begin, end int) {
	w, _ := g.Size()
	lar, label, all := columns[0].shares, 0, 0
	for _, width := range widths {
		all += width
	}
	for i := range lar {
		label = max(label, min(12, chart.TextWidth(stage.ClassName(st, i))))
	}
	room := w - 3 - all
	label = max(1, min(label, room-1))
	if room > len(heading) {
		g.Text(1, 0, heading, chart.Dim)
	}
	for i := begin; i < end; i++ {
		g.TextWithin(1, i-begin+1, label, stage.ClassName(st, i), chart.Plain)
		g.Text(label+2, i-begin+1, chart.Bar(lar[i], room-label-2, st.Glyphs), chart.LAR)
	}
	x := w - 1
	for at, c := range columns {
		if widths[at] > chart.TextWidth(c.title) && all > len(widths)*shareWidth {
			g.TextRight(x, 0, c.title, c.titleStyle)
		}
		for i := begin; i < end; i++ {
			g.TextRight(x, i-begin+1, st.FormatScore(c.shares[i]), c.numberStyle)
		}
		x -= widths[at]
	}
}

// classShares returns for each class the share of its target rows that weights w predict correctly.
// Without labels, it returns the share of all target rows that w predicts to be in the class. A
// class without rows has NaN; if w is nil, all shares are NaN.
func classShares(p *model.Problem, w *mat.Dense) []float64 {
	if w == nil {
		return slices.Repeat([]float64{math.NaN()}, max(2, p.C))
	}
	if p.Target.Y == nil {
		return p.ClassShares(p.Task.Predict(p.TargetScores(w)))
	}
	right, all := p.ClassHits(w)
	shares := make([]float64, len(right))
	for i := range shares {
		shares[i] = float64(right[i]) / float64(all[i])
	}
	return shares
}

// drawTargetClasses draws pictures of target rows, with the share of correct rows of each class. If
// the features are no pixels or labels are missing, it draws the table of drawClasses.
func drawTargetClasses(st *stage.Stage, g *chart.Grid) []chart.Group {
	p, s := st.Session.Problem, st.Solution
	if p.Target.Y == nil || st.Session.Pair.Shape.Rows == 0 {
		drawClasses(st, g)
		return nil
	}
	none, lar := classShares(p, s.None.Weights), classShares(p, s.Descent.Weights)
	var captions []chart.Piece
	for i := range lar {
		style := chart.Plain
		if lar[i] < none[i] {
			style = chart.Bad
		}
		captions = append(captions, style.Text(fmt.Sprintf("%s %.0f→%.0f %%", stage.ClassName(st, i), 100*none[i], 100*lar[i])))
	}
	drawClassPictures(st, g, p.Target, captions)
	return []chart.Group{{chart.Plain.Text("right, by class: "), chart.NoAdaptation.Text(stage.NoAdaptation), chart.Plain.Text(" → "), chart.LAR.Text("LAR")}}
}

// drawClassPictures draws the same number of pictures of each class. captions has one caption per
// class, for its first picture. If captions is nil, each picture has the name of the class.
func drawClassPictures(st *stage.Stage, g *chart.Grid, d model.Domain, captions []chart.Piece) {
	shape, n := st.Session.Pair.Shape, st.Session.Problem.C
	w, h := g.Size()
	lines, columns := panel.PictureSize(w, h, n, shape)
	across, down := (w+1)/(columns+1), h/(lines+1)
	if across < 1 || down < 1 {
		return
	}
	per := max(1, across*down/n)
	rows, left := make([][]int, n), n*per
	for row := 0; row < len(d.Y) && left > 0; row++ {
		if class := st.Task().Class(d.Y[row]); len(rows[class]) < per {
			rows[class] = append(rows[class], row)
			left--
		}
	}
	for at := range min(across*down, n*per) {
		class, nth := at/per, at%per
		if nth >= len(rows[class]) {
			continue
		}
		x, y := at%across*(columns+1), at/across*(lines+1)
		panel.FeaturePicture(d.X.RawRowView(rows[class][nth]), shape).Draw(g.Sub(x, y, columns, lines))
		caption := chart.Plain.Text(stage.ClassName(st, class))
		switch {
		case captions != nil && nth == 0:
			caption = captions[class]
		case captions != nil:
			continue
		}
		g.TextWithin(x, y+lines, columns, caption.Text, caption.Style)
	}
}

// scoreTitle returns "" if a score is unknown.
func scoreTitle(st *stage.Stage) string {
	lar, none := st.Solution.Descent.Target.Score, st.Solution.None.Target.Score
	switch {
	case math.IsNaN(lar) || math.IsNaN(none):
		return ""
	case st.Task() == model.Regression:
		return fmt.Sprintf("squared error: LAR %s, no adaptation %s", number.PaddedDigits(lar, 4), number.PaddedDigits(none, 4))
	}
	return fmt.Sprintf("correct: LAR %s, no adaptation %s", number.Percent(lar, 1), number.Percent(none, 1))
}
