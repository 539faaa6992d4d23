// Package data draws the view of the data.
//
// View has four sections: facts, samples, changed rows, weights. A domain is the source, the target
// or the validation rows with statistics of its samples; a fact is one line of the table of facts.
// To add a fact, add a row to factLines.
package data

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/floats"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

// A domain is the source, the target or the validation rows, with the statistics that describe
// computes. The statistics leave out the constant feature that a pair may append.
type domain struct {
	model.Domain
	// role is source, target or validation; name is the pair's name of the domain.
	role, name string
	style      chart.Style
	// statistics are the computed facts as text, in the order of factLines. Until describe has run,
	// found and the fields below are nil or zero.
	statistics []string
	// min and max are the smallest and the largest value of all features.
	min, max float64
	// mean and deviation have one value per feature.
	mean, deviation []float64
	// byClass lists the rows of each class in ascending order. It is nil without labels and in
	// regression.
	byClass [][]int
	// chosenRows are the indices of the rows to show, nil for all rows. none are the predictions of no
	// adaptation, one per row of the domain.
	chosenRows []int
	none       []float64
}

// domains returns the source, the target and the validation rows if there are any, with their
// statistics if these are computed.
func domains(st *stage.Stage) []domain {
	if known := session.ResultOf[[]domain](st.Update, "facts"); known != nil {
		return known
	}
	return domainsOf(st.Session)
}

// domainsOf returns the domains of a session without statistics.
func domainsOf(s *session.Session) []domain {
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

// describe computes the statistics of all samples; the domain needs at least one. Its only error is
// the context's.
func (d *domain) describe(ctx context.Context, pair *datasets.Pair) error {
	_, features := d.X.Dims()
	if pair.Bias {
		features--
	}
	first := d.X.RawRowView(0)[:features]
	d.min, d.max = chart.Bounds(first)
	varies, sum, zeros := make([]bool, features), 0.0, 0
	d.mean, d.deviation = make([]float64, features), make([]float64, features)
	for i := range d.Rows() {
		// Check often enough that cancelling feels instant.
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for j, v := range d.X.RawRowView(i)[:features] {
			d.min, d.max, sum = min(d.min, v), max(d.max, v), sum+v
			if v == 0 {
				zeros++
			}
			varies[j] = varies[j] || v != first[j]
			step := v - d.mean[j] // Welford (1962)
			d.mean[j] += step / float64(i+1)
			d.deviation[j] += step * (v - d.mean[j])
		}
	}
	for j, squares := range d.deviation {
		d.deviation[j] = math.Sqrt(squares / float64(d.Rows()))
	}
	constant := len(slices.DeleteFunc(varies, func(varies bool) bool { return varies }))
	count := float64(d.Rows() * features)
	d.statistics = []string{
		fmt.Sprint(constant), number.Measure(d.min), number.Measure(d.max), number.Measure(sum / count),
		number.Share(float64(zeros) / count),
	}
	switch {
	case pair.Task == model.Regression && d.Y == nil:
		d.statistics = append(d.statistics, "not known", "not known", "not known")
	case pair.Task == model.Regression:
		for _, v := range []float64{floats.Min(d.Y), floats.Sum(d.Y) / float64(len(d.Y)), floats.Max(d.Y)} {
			d.statistics = append(d.statistics, number.Measure(v))
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

// A fact is one line of the facts: a label with one cell per domain or one cell for all domains, or
// a text across all columns.
type fact struct {
	label string
	cells []string
	// bars are the lengths of the bars behind the cells, from 0 to 1. nil draws no bars.
	bars []float64
	text string
	// style is the style of the label beside a text.
	style chart.Style
}

// factLines returns the facts for a panel of w columns.
func factLines(st *stage.Stage, w int) []fact {
	p, pair, all := st.Session.Problem, st.Session.Pair, domains(st)
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
	ranks, dimensions := map[string]string{"source": fmt.Sprint(p.Src.Rank), "target": fmt.Sprint(p.Tgt.Rank)}, st.Session.Dimensions()
	if p.Src.HasOnlyLeading() {
		ranks, dimensions = map[string]string{"source": "…", "target": "…"}, ""
	}
	row("name", func(d domain) string { return d.name })
	row("samples × features", func(d domain) string { return fmt.Sprintf("%d × %d", d.Rows(), p.D) })
	row("numerical rank", func(d domain) string { return ranks[d.role] })
	found := []string{"constant features", "smallest value", "largest value", "mean value", "zeros"}
	if p.Task == model.Regression {
		found = append(found, "smallest label", "mean label", "largest label")
	}
	for i, label := range found {
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
	text("missing", chart.Warning, missingData(st, all))
	if dimensions != "" {
		text("features", chart.Plain, []string{dimensions})
	}
	text("note", chart.Plain, pair.Notes)
	return facts
}

// classFacts returns one fact per class: its number of rows and its share in each domain.
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
				text = fmt.Sprintf("%*d %s", digits, rows, number.Cumulated(share))
			}
			f.cells, f.bars = append(f.cells, text), append(f.bars, share)
		}
		facts = append(facts, f)
	}
	return facts
}

// missingData returns a sentence for each kind of labels or rows that are absent, with the quantities
// that are unknown without them.
func missingData(st *stage.Stage, all []domain) []string {
	source, target := all[0], all[1]
	var missing []string
	switch unscored := target.Rows() - len(target.Y); {
	case target.Y == nil:
		missing = append(missing, "labels of the target: its score, its label projection, k(0.1) and the distance to w*_T can't be known")
	case unscored > 0:
		missing = append(missing, fmt.Sprintf("labels of %d target rows: the score counts the other %d; the label projection and k(0.1) can't be known", unscored, len(target.Y)))
	}
	switch {
	case len(all) == 2:
		missing = append(missing, "validation rows: there is no validation score")
	case all[2].Y == nil:
		missing = append(missing, "labels of the validation rows: there is no validation score")
	}
	for class := range source.byClass {
		if target.byClass != nil && len(target.byClass[class]) == 0 {
			missing = append(missing, fmt.Sprintf("class %s in the target: its recall can't be known", stage.ClassName(st, class)))
		}
	}
	return missing
}

// factLabelWidth is the width of the labels in columns.
const factLabelWidth = 20

// drawFacts draws the facts below a line of headings, from fact top on.
func drawFacts(st *stage.Stage, g *chart.Grid, top int) {
	w, h := g.Size()
	all, facts := domains(st), factLines(st, w)
	width := (w - factLabelWidth) / len(all)
	for i, d := range all {
		g.Text(factLabelWidth+i*width, 0, chart.Truncate(d.role, width-1), d.style)
	}
	top = max(0, min(top, len(facts)-(h-1)))
	more := ""
	if top+h-1 < len(facts) {
		more = st.Spell(" ↓ PgDn ")
	}
	for y, f := range facts[top:min(len(facts), top+max(0, h-1))] {
		room := w
		if y == h-2 {
			room -= chart.TextWidth(more) // more stands at the end of the last line
		}
		f.draw(st, g.Sub(0, y+1, room, 1), width)
	}
	g.TextRight(w, h-1, more, chart.Key)
}

// draw draws the fact; each cell is width columns wide.
func (f fact) draw(st *stage.Stage, g *chart.Grid, width int) {
	w, _ := g.Size()
	if f.text != "" {
		x := 2 + g.Text(1, 0, f.label, f.style)
		g.Text(x, 0, st.Glyphs.Truncate(f.text, w-x), chart.Plain)
		return
	}
	g.Text(1, 0, chart.Truncate(f.label, factLabelWidth-2), chart.Dim)
	for i, cell := range f.cells {
		at, room := factLabelWidth+i*width, width-1
		if len(f.cells) == 1 {
			room = w - factLabelWidth
		}
		used := g.Text(at, 0, chart.Truncate(cell, room), chart.Plain)
		if rest := room - used - 1; f.bars != nil && rest >= 3 {
			style := []chart.Style{chart.Source, chart.Target, chart.Dim}[i]
			g.Text(at+used+1, 0, chart.Bar(f.bars[i], rest, st.Glyphs), style)
		}
	}
}
