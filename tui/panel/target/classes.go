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

// A shareColumn has the share of correct rows of each class for one weight vector, with the styles
// of its title and its numbers.
type shareColumn struct {
	title        string
	head, number chart.Style
	shares       []float64
}

// shareWidth is the width of a column without its title.
const shareWidth = len(" 100.0 %")

// leastNames is the least width of the class names, the bars and the title of no adaptation
// together.
const leastNames = 24

// drawClasses draws the share of correct target rows of each class, for LAR with a bar, for no
// adaptation and the pins. Without labels it draws the share of all rows predicted to be in the
// class.
func drawClasses(st *stage.Stage, g *chart.Grid) {
	p, s := st.Session.Problem, st.Solution
	w, _ := g.Size()
	what, lar := "right, by class", "LAR"
	if p.Target.Y == nil {
		what, lar = "predicted, by class", "LAR says"
	}
	recalled := []shareColumn{
		{lar, chart.LAR, chart.Plain, classShares(p, s.Descent.Weights)},
		{stage.NoAdaptation, chart.NoAdaptation, chart.NoAdaptation, classShares(p, s.None.Weights)},
	}
	for _, pin := range stage.WeightedPins(st) {
		if shareWidth*(len(recalled)+1) <= w-leastNames {
			recalled = append(recalled, shareColumn{"pin " + string(pin.Name), pin.Look().Style, pin.Look().Style, classShares(p, pin.Weights())})
		}
	}
	if st.OnPaper() {
		st.AddPanel(sharePanel(st, what, recalled))
		return
	}
	drawShares(st, g, what, recalled)
}

// sharePanel returns the shares of each class as bars for a document.
func sharePanel(st *stage.Stage, what string, recalled []shareColumn) stage.Panel {
	var bars chart.Bars
	p := stage.Panel{Title: scoreTitle(st), Shows: "target rows " + what, Along: "class"}
	for i := range recalled[0].shares {
		p.Names = append(p.Names, stage.ClassName(st, i))
	}
	for _, c := range recalled {
		bars.Series = append(bars.Series, chart.Series{Name: c.title, Values: c.shares, Style: c.head, Format: st.FormatScore})
	}
	p.Picture = bars
	return p
}

// drawShares draws the shares of each class below the heading what. The first column has bars too.
func drawShares(st *stage.Stage, g *chart.Grid, what string, recalled []shareColumn) {
	w, h := g.Size()
	n, least := len(recalled[0].shares), 4+shareWidth*len(recalled)
	// Classes without room below one another stand in several columns, below one common line of
	// titles.
	columns := max(1, min((n+h-2)/max(1, h-1), w/least))
	each := min((n+columns-1)/columns, max(0, h-1))
	widths := make([]int, len(recalled))
	titles := []chart.Group{{chart.Styled(what+":", chart.Dim)}}
	for i, c := range recalled {
		widths[i] = shareWidth
		if columns == 1 {
			widths[i] = max(shareWidth, 1+chart.TextWidth(c.title))
		}
		titles = slices.Insert(titles, 1, chart.Group{chart.Styled(c.title, c.head)})
	}
	if columns > 1 {
		chart.DrawGroups(g.Sub(1, 0, w-1, 1), titles, 2)
	}
	for c := range columns {
		left, right := w*c/columns, w*(c+1)/columns
		drawClassColumn(st, g.Sub(left, 0, right-left, h), what, recalled, widths, c*each, min(c*each+each, n))
	}
	if hidden := n - columns*each; hidden > 0 && h > 1 {
		last := g.Sub(0, h-1, w, 1)
		last.Clear()
		last.Text(1, 0, fmt.Sprintf("and %d more classes", hidden+columns), chart.Dim)
	}
}

// drawClassColumn draws the classes from…to, one a row, below the titles if the widths have room
// for titles.
func drawClassColumn(st *stage.Stage, g *chart.Grid, what string, recalled []shareColumn, widths []int, from, to int) {
	w, _ := g.Size()
	lar, label, all := recalled[0].shares, 0, 0
	for _, width := range widths {
		all += width
	}
	for i := range lar {
		label = max(label, min(12, chart.TextWidth(stage.ClassName(st, i))))
	}
	room := w - 3 - all
	label = max(1, min(label, room-1))
	if room > len(what) {
		g.Text(1, 0, what, chart.Dim)
	}
	for i := from; i < to; i++ {
		g.Text(1, i-from+1, st.Glyphs.Truncate(stage.ClassName(st, i), label), chart.Plain)
		g.Text(label+2, i-from+1, chart.Bar(lar[i], room-label-2, st.Glyphs), chart.LAR)
	}
	x := w - 1
	for at, c := range recalled {
		if widths[at] > chart.TextWidth(c.title) && all > len(widths)*shareWidth {
			g.TextRight(x, 0, c.title, c.head)
		}
		for i := from; i < to; i++ {
			g.TextRight(x, i-from+1, st.FormatScore(c.shares[i]), c.number)
		}
		x -= widths[at]
	}
}

// classShares returns the share of target rows of each class that w predicts correctly or, without
// labels, the share of all rows predicted to be in the class. A class without rows has NaN, and so
// has every class without weights.
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

// drawTargetClasses draws the target of several classes: pictures of each class with the share of correct
// rows, or the shares alone.
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
		captions = append(captions, chart.Styled(fmt.Sprintf("%s %.0f→%.0f %%", stage.ClassName(st, i), 100*none[i], 100*lar[i]), style))
	}
	drawClassPictures(st, g, p.Target, captions)
	return []chart.Group{{chart.Styled("right, of each class: ", chart.Plain), chart.Styled(stage.NoAdaptation, chart.NoAdaptation), chart.Styled(" → ", chart.Plain), chart.Styled("LAR", chart.LAR)}}
}

// drawClassPictures draws pictures of each class. The caption stands below the first picture of a class;
// without captions every picture has the class's name.
func drawClassPictures(st *stage.Stage, g *chart.Grid, d model.Domain, captions []chart.Piece) {
	shape, n := st.Session.Pair.Shape, st.Session.Problem.C
	w, h := g.Size()
	lines, columns := panel.PictureSize(w, h, n, shape)
	across, down := (w+1)/(columns+1), h/(lines+1)
	if across < 1 || down < 1 {
		return
	}
	per := max(1, across*down/n)
	faces, left := make([][]int, n), n*per
	for row := 0; row < len(d.Y) && left > 0; row++ {
		if class := st.Task().Class(d.Y[row]); len(faces[class]) < per {
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
		panel.PictureOf(d.X.RawRowView(faces[class][nth]), shape).Draw(g.Sub(x, y, columns, lines), st.Glyphs)
		caption := chart.Styled(stage.ClassName(st, class), chart.Plain)
		switch {
		case captions != nil && nth == 0:
			caption = captions[class]
		case captions != nil:
			continue
		}
		g.Text(x, y+lines, st.Glyphs.Truncate(st.Spell(caption.Text), columns), caption.Style)
	}
}

// scoreTitle returns the scores of LAR and no adaptation on the target, empty if unknown.
func scoreTitle(st *stage.Stage) string {
	lar, none := st.Score(st.Solution.Descent.Target), st.Score(st.Solution.None.Target)
	switch {
	case math.IsNaN(lar) || math.IsNaN(none):
		return ""
	case st.Task() == model.Regression:
		return fmt.Sprintf("squared error %s (no adaptation %s)", number.Even(lar, 4), number.Even(none, 4))
	}
	return fmt.Sprintf("%s correct (no adaptation %s)", number.Percent(lar, 1), number.Percent(none, 1))
}
