// Package data draws the view of the data.
//
// View has four sections: facts, samples, target rows whose prediction LAR changes, and weights of
// the features. A domain is the source, the target or the validation rows, with statistics. A fact
// is one line of the table of facts, a featureRow one line of the table of features. The package
// builds on stage, chart and session. To add a fact, add a row to newFacts.
package data

import (
	"context"
	"fmt"
	"path/filepath"

	"gonum.org/v1/gonum/floats"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

// A domain is the source, the target or the validation rows, with the results of computeStatistics.
// The statistics leave out the constant feature of a pair with a bias.
type domain struct {
	model.Domain
	// role is "source", "target" or "validation".
	role, name string
	style      chart.Style
	// statistics are values that newFacts shows, as text. The field statistics and the fields below
	// are nil or zero until computeStatistics has run.
	statistics []string
	// min and max are the smallest and the largest value of any feature.
	min, max        float64
	mean, deviation []float64
	// byClass has the indices of the rows of each class, ascending. It is nil without labels and in
	// a regression.
	byClass [][]int
	// chosenRows are the indices of the rows to draw, nil for all rows. nonePredictions has the
	// prediction of no adaptation for each row of the domain.
	chosenRows      []int
	nonePredictions []float64
}

// currentDomains returns the source, the target and, if there are any, the validation rows. They
// have statistics once the job "facts" has run.
func currentDomains(st *stage.Stage) []domain {
	if known := session.ResultOf[[]domain](st.Update, "facts"); known != nil {
		return known
	}
	return newDomains(st.Session)
}

// newDomains returns the domains of currentDomains without statistics.
func newDomains(s *session.Session) []domain {
	pair := s.Pair
	all := []domain{
		{Domain: pair.Source, role: "source", name: pair.SourceName, style: chart.Source},
		{Domain: pair.Target, role: "target", name: pair.TargetName, style: chart.Target},
	}
	if pair.Validation.Rows() == 0 {
		return all
	}
	name := "target rows"
	if file := s.Spec.Validation; s.Spec.Name == datasets.FilesName && file != "" {
		name = filepath.Base(file)
	}
	return append(all, domain{Domain: pair.Validation, role: "validation", name: name, style: chart.Plain})
}

// computeStatistics uses the rows in memory, and needs at least one. It returns the error of ctx if
// ctx ends.
func (d *domain) computeStatistics(ctx context.Context, pair *datasets.Pair) error {
	_, features := d.X.Dims()
	if pair.Bias {
		features--
	}
	mean, deviation, err := domainMoments(ctx, model.Domain{X: d.X})
	if err != nil {
		return err
	}
	d.mean, d.deviation = mean[:features], deviation[:features]
	d.min, d.max = chart.Bounds(d.X.RawRowView(0)[:features])
	isZero := func(v float64) bool { return v == 0 }
	sum, zeros := 0.0, 0
	for i := range d.Rows() {
		row := d.X.RawRowView(i)[:features]
		zeros += floats.Count(isZero, row)
		for _, v := range row {
			d.min, d.max, sum = min(d.min, v), max(d.max, v), sum+v
		}
	}
	constant, count := floats.Count(isZero, d.deviation), float64(d.Rows()*features)
	d.statistics = []string{
		fmt.Sprint(constant), number.ThreeDigits(d.min), number.ThreeDigits(d.max), number.ThreeDigits(sum / count),
		number.Share(float64(zeros) / count),
	}
	switch {
	case pair.Task == model.Regression && d.Y == nil:
		d.statistics = append(d.statistics, "not known", "not known", "not known")
	case pair.Task == model.Regression:
		for _, v := range []float64{floats.Min(d.Y), floats.Sum(d.Y) / float64(len(d.Y)), floats.Max(d.Y)} {
			d.statistics = append(d.statistics, number.ThreeDigits(v))
		}
	case d.Y != nil:
		d.byClass = make([][]int, len(pair.ClassNames))
		for i, y := range d.Y {
			class := pair.Task.Class(y)
			d.byClass[class] = append(d.byClass[class], i)
		}
	}
	return nil
}

// A fact is one line of the table of facts: a label with one cell per domain, with one cell for all
// domains, or with a text over all columns.
type fact struct {
	label string
	cells []string
	// bars are the lengths, from 0 to 1, of bars to the right of the cells.
	bars []float64
	text string
	// style is the style of label if the fact has a text.
	style chart.Style
}

// newFacts wraps texts to w columns.
func newFacts(st *stage.Stage, w int) []fact {
	p, pair, all := st.Session.Problem, st.Session.Pair, currentDomains(st)
	task := p.Task.String()
	if p.Task == model.MultiClass {
		task = fmt.Sprintf("%s, %d classes", p.Task, p.C)
	}
	facts := []fact{{label: "task", cells: []string{task}}}
	row := func(label string, cell func(d domain) string) {
		f := fact{label: label}
		for _, d := range all {
			f.cells = append(f.cells, cell(d))
		}
		facts = append(facts, f)
	}
	ranks, dimensions := map[string]string{"source": fmt.Sprint(p.Src.Rank), "target": fmt.Sprint(p.Tgt.Rank)}, st.Session.DescribeDimensions()
	if p.Src.HasOnlyLeading() {
		ranks, dimensions = map[string]string{"source": "…", "target": "…"}, ""
	}
	row("name", func(d domain) string { return d.name })
	row("samples × features", func(d domain) string { return fmt.Sprintf("%d × %d", d.Rows(), p.D) })
	row("numerical rank", func(d domain) string { return ranks[d.role] })
	labels := []string{"constant features", "smallest value", "largest value", "mean value", "zeros"}
	if p.Task == model.Regression {
		labels = append(labels, "smallest label", "mean label", "largest label")
	}
	for i, label := range labels {
		row(label, func(d domain) string {
			if d.statistics == nil {
				return "…"
			}
			return d.statistics[i]
		})
	}
	facts = append(facts, classFacts(st, all)...)
	text := func(heading string, style chart.Style, sentences []string) {
		for _, sentence := range sentences {
			label := heading
			for _, part := range chart.Wrap(st.Spell(sentence), w-len(heading)-3, 4) {
				facts = append(facts, fact{label: label, text: part, style: style})
				label = " "
			}
		}
	}
	text("note", chart.Warning, describeMissingData(st, all))
	if dimensions != "" {
		text("features", chart.Plain, []string{dimensions})
	}
	text("note", chart.Plain, pair.Notes)
	return facts
}

// classFacts returns one fact per class: the number and the share of the class's rows in each
// domain.
func classFacts(st *stage.Stage, all []domain) []fact {
	digits := 1
	for _, d := range all {
		digits = max(digits, len(fmt.Sprint(d.Rows())))
	}
	var facts []fact
	for class := range st.Session.Pair.ClassNames {
		f := fact{label: "class " + stage.ClassName(st, class)}
		for _, d := range all {
			text, share := "not known", 0.0
			switch {
			case d.statistics == nil:
				text = "…"
			case class < len(d.byClass):
				rows := len(d.byClass[class])
				share = float64(rows) / float64(len(d.Y))
				text = fmt.Sprintf("%*d %s", digits, rows, number.CumulativeShare(share))
			}
			f.cells, f.bars = append(f.cells, text), append(f.bars, share)
		}
		facts = append(facts, f)
	}
	return facts
}

// describeMissingData returns one sentence for each kind of missing labels or rows. The sentence
// names the quantities that are unknown without them.
func describeMissingData(st *stage.Stage, all []domain) []string {
	source, target := all[0], all[1]
	var missing []string
	switch unscored := target.Rows() - len(target.Y); {
	case target.Y == nil:
		missing = append(missing, "the target has no labels; its score, label projection, k(0.1) and distance to w*_T are unknown")
	case unscored > 0:
		missing = append(missing, fmt.Sprintf("%d target rows have no labels; the score counts the other %d rows; the label projection and k(0.1) are unknown", unscored, len(target.Y)))
	}
	switch {
	case len(all) == 2:
		missing = append(missing, "there are no validation rows and so no validation score")
	case all[2].Y == nil:
		missing = append(missing, "the validation rows have no labels and so no score")
	}
	for class := range source.byClass {
		if target.byClass != nil && len(target.byClass[class]) == 0 {
			missing = append(missing, fmt.Sprintf("no target row has class %s, so the recall of the class is unknown", stage.ClassName(st, class)))
		}
	}
	return missing
}

const factLabelWidth = 20

// drawFacts draws the facts from index top on.
func drawFacts(st *stage.Stage, g *chart.Grid, top int) {
	w, h := g.Size()
	all, facts := currentDomains(st), newFacts(st, w)
	width := (w - factLabelWidth) / len(all)
	for i, d := range all {
		g.TextWithin(factLabelWidth+i*width, 0, width-1, d.role, d.style)
	}
	top = max(0, min(top, len(facts)-(h-1)))
	more := ""
	if top+h-1 < len(facts) {
		more = st.Spell(" ↓ PgDn ")
	}
	for y, f := range facts[top:min(len(facts), top+max(0, h-1))] {
		room := w
		if y == h-2 {
			room -= chart.TextWidth(more) // the end of the last line is for more
		}
		f.draw(st, g.Sub(0, y+1, room, 1), width)
	}
	g.TextRight(w, h-1, more, chart.Key)
}

// draw takes the width of one cell in columns.
func (f fact) draw(st *stage.Stage, g *chart.Grid, width int) {
	w, _ := g.Size()
	if f.text != "" {
		x := 2 + g.Text(1, 0, f.label, f.style)
		g.TextWithin(x, 0, w-x, f.text, chart.Plain)
		return
	}
	g.TextWithin(1, 0, factLabelWidth-2, f.label, chart.Dim)
	for i, cell := range f.cells {
		at, room := factLabelWidth+i*width, width-1
		if len(f.cells) == 1 {
			room = w - factLabelWidth
		}
		used := g.TextWithin(at, 0, room, cell, chart.Plain)
		if rest := room - used - 1; f.bars != nil && rest >= 3 {
			style := []chart.Style{chart.Source, chart.Target, chart.Dim}[i]
			g.Text(at+used+1, 0, chart.Bar(f.bars[i], rest, st.Glyphs), style)
		}
	}
}
