package view

import (
	"fmt"
	"math"
	"path/filepath"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
)

// A factLine is one line of the facts: a label with a cell for each domain, or a
// text over all columns.
type factLine struct {
	label string
	cells []string
	// bars are lengths of bars behind the cells, 0 to 1; nil for none.
	bars []float64
	// values are styled as they are; a text has a style of its own.
	text  string
	style chart.Style
}

// factLines returns what is known of the domains, for w columns.
func (view *dataView) factLines(sc *Scene, w int) []factLine {
	s, facts := sc.Update.Session, view.facts(sc)
	p, pair := s.Problem, s.Pair
	sides := []*domainFacts{&facts.source, &facts.target}
	if facts.validation.rows > 0 {
		sides = append(sides, &facts.validation)
	}
	var lines []factLine
	row := func(label string, cell func(*domainFacts) string) {
		line := factLine{label: label, style: chart.Plain}
		for _, side := range sides {
			text := "…"
			if !side.pending {
				text = cell(side)
			}
			line.cells = append(line.cells, text)
		}
		lines = append(lines, line)
	}
	names := []string{pair.SourceName, pair.TargetName, "target rows"}
	if file := s.Spec.Validation; s.Spec.Name == datasets.FilesName && file != "" {
		names[2] = filepath.Base(file)
	}
	lines = append(lines, factLine{label: "task", cells: []string{taskName(p)}, style: chart.Plain},
		factLine{label: "name", cells: names[:len(sides)], style: chart.Plain})
	shapes := factLine{label: "samples × features", style: chart.Plain}
	for _, side := range sides {
		shapes.cells = append(shapes.cells, fmt.Sprintf("%d × %d", side.rows, p.D))
	}
	lines = append(lines, shapes)
	ranks := []string{fmt.Sprint(p.Src.Rank), fmt.Sprint(p.Tgt.Rank), ""}
	lines = append(lines, factLine{label: "numerical rank", cells: ranks[:len(sides)], style: chart.Plain})
	row("constant features", func(f *domainFacts) string { return fmt.Sprint(f.constant) })
	row("smallest value", func(f *domainFacts) string { return number.Measure(f.min) })
	row("largest value", func(f *domainFacts) string { return number.Measure(f.max) })
	row("mean value", func(f *domainFacts) string { return number.Measure(f.mean) })
	row("zeros", func(f *domainFacts) string {
		if math.IsNaN(f.zeros) {
			return number.Measure(f.zeros)
		}
		return number.Share(f.zeros)
	})
	if p.Task == model.Regression {
		for i, name := range []string{"smallest label", "mean label", "largest label"} {
			row(name, func(f *domainFacts) string {
				if f.labels == nil {
					return "not known"
				}
				return number.Measure(f.labels[i])
			})
		}
	} else {
		lines = append(lines, view.classLines(sc, sides)...)
	}
	text := func(heading string, style chart.Style, sentences []string) {
		for _, sentence := range sentences {
			for i, part := range chart.Wrap(sc.Spell(sentence), w-len(heading)-3, 4) {
				line := factLine{text: part, style: style}
				if i == 0 {
					line.label = heading
				} else {
					line.label = " "
				}
				lines = append(lines, line)
			}
		}
	}
	text("missing", chart.Warning, view.missing(sc))
	text("note", chart.Plain, pair.Notes)
	return lines
}

// taskName says what the labels are.
func taskName(p *model.Problem) string {
	if p.Task == model.MultiClass {
		return fmt.Sprintf("%s, %d classes", p.Task, p.C)
	}
	return p.Task.String()
}

// classLines counts the classes of each domain.
func (view *dataView) classLines(sc *Scene, sides []*domainFacts) []factLine {
	digits := 1
	for _, f := range sides {
		digits = max(digits, len(fmt.Sprint(f.rows)))
	}
	var lines []factLine
	for class := range sc.Update.Session.Pair.ClassNames {
		line := factLine{label: "class " + view.className(sc, class), style: chart.Plain}
		for _, f := range sides {
			if class >= len(f.byClass) {
				text := "not known"
				if f.pending {
					text = "…"
				}
				line.cells, line.bars = append(line.cells, text), append(line.bars, 0)
				continue
			}
			share := float64(len(f.byClass[class])) / float64(f.rows)
			line.cells = append(line.cells, fmt.Sprintf("%*d %s", digits, len(f.byClass[class]), number.Cumulated(share)))
			line.bars = append(line.bars, share)
		}
		lines = append(lines, line)
	}
	return lines
}

// missing says what is not there, and what can't be known for that.
func (view *dataView) missing(sc *Scene) []string {
	facts, pair := view.facts(sc), sc.Update.Session.Pair
	var missing []string
	if pair.Target.Y == nil {
		missing = append(missing, "labels of the target: its score, its label projection, k(0.1) and the distance to w*_T can't be known")
	}
	switch {
	case facts.validation.rows == 0:
		missing = append(missing, "validation rows: there is no validation score")
	case pair.Validation.Y == nil:
		missing = append(missing, "labels of the validation rows: there is no validation score")
	}
	for class := range facts.source.byClass {
		if t := facts.target.byClass; t != nil && len(t[class]) == 0 {
			missing = append(missing, fmt.Sprintf("class %s in the target: its recall can't be known", view.className(sc, class)))
		}
	}
	return missing
}

// factLabel is how many columns the labels of the facts have.
const factLabel = 20

// drawFacts draws the facts from the first line to be shown on.
func (view *dataView) drawFacts(sc *Scene, g *chart.Grid) {
	w, h := g.Size()
	lines := view.factLines(sc, w)
	columns := 2
	if view.facts(sc).validation.rows > 0 {
		columns = 3
	}
	width := (w - factLabel) / columns
	for i, head := range []struct {
		name  string
		style chart.Style
	}{{"source", chart.Source}, {"target", chart.Target}, {"validation", chart.Plain}}[:columns] {
		g.Text(factLabel+i*width, 0, chart.Truncate(head.name, width-1), head.style)
	}
	body := g.Sub(0, 1, w, h-1)
	top := max(0, min(view.top, len(lines)-(h-1)))
	more := ""
	if top+h-1 < len(lines) {
		more = sc.Spell(" ↓ PgDn ")
	}
	for y, line := range lines[top:] {
		if y >= h-1 {
			break
		}
		room := w
		if y == h-2 {
			room -= chart.TextWidth(more) // which stands at the end of the last line
		}
		view.drawFactLine(sc, body.Sub(0, y, room, 1), line, width)
	}
	g.TextRight(w, h-1, more, chart.Key)
}

func (view *dataView) drawFactLine(sc *Scene, g *chart.Grid, line factLine, width int) {
	if line.text != "" {
		x := 1 + g.Text(1, 0, line.label, line.style) + 1
		if line.label == " " {
			x = 3
		}
		w, _ := g.Size()
		g.Text(x, 0, sc.Glyphs.Truncate(line.text, w-x), chart.Plain)
		return
	}
	g.Text(1, 0, chart.Truncate(line.label, factLabel-2), chart.Dim)
	for i, cell := range line.cells {
		at := factLabel + i*width
		room := width - 1
		if len(line.cells) == 1 {
			w, _ := g.Size()
			room = w - factLabel
		}
		used := g.Text(at, 0, chart.Truncate(cell, room), line.style)
		if line.bars != nil && room-used-1 >= 3 {
			style := []chart.Style{chart.Source, chart.Target, chart.Dim}[i]
			g.Text(at+used+1, 0, chart.Bar(line.bars[i], room-used-1, sc.Glyphs), style)
		}
	}
}

// factsHidden returns how far the facts can be scrolled in a frame of w×h cells.
func (view *dataView) factsHidden(sc *Scene, w, h int) int {
	if sc.Solution() == nil {
		return 0
	}
	_, body := sc.bodySize(w, h)
	// Around them is a frame, above them a line of headings.
	return max(0, len(view.factLines(sc, view.factsWidth(sc, w-2)))-(body-3))
}
