package data

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/datasets/recipe"
	"larui/tui/chart"
	"larui/tui/panel"
	"larui/tui/stage"
)

// A featureRow is one row of the table of features. The constant feature has a row too.
type featureRow struct {
	name string
	// kind is the kind of the feature's column in the file, or constant if the feature does not
	// vary in the source.
	kind recipe.Kind
	// gaps are the numbers of filled gaps in the source and the target. shift is the target's mean
	// minus the source's, in the source's standard deviations. It is NaN if the feature does not
	// vary in the source.
	gaps  []int
	shift float64
	// none and lar are the weights of no adaptation and of LAR, NaN if unknown.
	none, lar float64
}

// A sorting is an order of the features.
type sorting int

const (
	byWeight sorting = iota // largest magnitude of LAR's weight first
	byShift                 // largest magnitude first
	byGaps                  // most gaps first, summed over both domains
	byName
	byFileOrder // in the order of the file
	sortings
)

// String returns the name of the order.
func (s sorting) String() string {
	return []string{"weight", "shift", "gaps", "name", "place in the file"}[s]
}

// featureRows returns the features in the given order, with the weights of one output.
func featureRows(st *stage.Stage, output int, by sorting) []featureRow {
	s, p, pair := st.Solution, st.Session.Problem, st.Session.Pair
	all := domains(st)[:2]
	var list []featureRow
	for j := range p.D {
		f := featureRow{name: stage.FeatureName(st, j), kind: recipe.Number, shift: math.NaN()}
		for i := range all {
			f.gaps = append(f.gaps, 0)
			if pair.Layouts != nil {
				f.gaps[i] = pair.Layouts[i].FeatureGaps(j)
			}
		}
		if pair.Layouts != nil {
			f.kind = pair.Layouts[0].FeatureKind(j)
		}
		switch known := len(all[0].mean); {
		case known == 0: // not computed yet
		case j < known && all[0].deviation[j] > 0:
			f.shift = shift(pair, all, j)
		default:
			f.kind = recipe.Constant
		}
		f.none, f.lar = weight(s.None.Weights, j, output), weight(s.Descent.Weights, j, output)
		list = append(list, f)
	}
	order(list, by)
	return list
}

// weight returns the weight of feature j, or NaN if it is unknown or infinite and so can't be
// drawn.
func weight(weights *mat.Dense, j, output int) float64 {
	if weights == nil || math.IsInf(weights.At(j, output), 0) {
		return math.NaN()
	}
	return weights.At(j, output)
}

// shift returns how far the target's mean of feature j is from the source's, in the source's
// standard deviations. Both are measured in the units of the file, before any scaling.
func shift(pair *datasets.Pair, all []domain, j int) float64 {
	raw := func(i int, value float64) float64 {
		if pair.Layouts == nil {
			return value
		}
		return pair.Layouts[i].RawValue(j, value)
	}
	mean := raw(0, all[0].mean[j])
	return (raw(1, all[1].mean[j]) - mean) / (raw(0, all[0].mean[j]+all[0].deviation[j]) - mean)
}

// order sorts the features; equal features keep their order.
func order(list []featureRow, by sorting) {
	size := func(v float64) float64 {
		if math.IsNaN(v) {
			return -1
		}
		return math.Abs(v)
	}
	slices.SortStableFunc(list, func(a, b featureRow) int {
		switch by {
		case byWeight:
			return cmp.Or(cmp.Compare(size(b.lar), size(a.lar)), cmp.Compare(size(b.none), size(a.none)))
		case byShift:
			return cmp.Compare(size(b.shift), size(a.shift))
		case byGaps:
			return cmp.Compare(b.gaps[0]+b.gaps[1], a.gaps[0]+a.gaps[1])
		case byName:
			return strings.Compare(a.name, b.name)
		}
		return 0
	})
}

// cells returns the kind, gaps, shift and both weights as text.
func (f featureRow) cells() []string {
	gaps, shift := "", ""
	if f.gaps[0]+f.gaps[1] > 0 {
		gaps = fmt.Sprintf("%d → %d", f.gaps[0], f.gaps[1])
	}
	if !math.IsNaN(f.shift) {
		shift = fmt.Sprintf("%+.2f", f.shift)
	}
	return []string{string(f.kind), gaps, shift, panel.Signed(f.none), panel.Signed(f.lar)}
}

// shownColumns reports which columns of the table to show. The kinds are hidden if all features are
// numbers or constant, the gaps if there are none.
func shownColumns(list []featureRow) []bool {
	kinds := slices.ContainsFunc(list, func(f featureRow) bool { return f.kind != recipe.Number && f.kind != recipe.Constant })
	gaps := slices.ContainsFunc(list, func(f featureRow) bool { return f.cells()[1] != "" })
	return []bool{true, kinds, gaps, true, true, true}
}

// featureLines returns the first 20 features, one a line.
func featureLines(st *stage.Stage, output int, by sorting) []string {
	const most = 20
	list := featureRows(st, output, by)
	words := []string{"", "gaps ", "shift ", "weight of no adaptation ", "of LAR "}
	tells, lines := shownColumns(list), []string{"features by " + by.String() + ":"}
	for _, f := range list[:min(most, len(list))] {
		var said []string
		for i, cell := range f.cells() {
			if tells[1+i] && cell != "" {
				said = append(said, words[i]+strings.ReplaceAll(cell, "→", "to"))
			}
		}
		lines = append(lines, f.name+": "+strings.Join(said, ", "))
	}
	if more := len(list) - most; more > 0 {
		lines = append(lines, fmt.Sprintf("%d more", more))
	}
	return lines
}

// drawTable draws the features from index top on, with their weights for one output.
func drawTable(st *stage.Stage, g *chart.Grid, output, top int, by sorting) {
	w, h := g.Size()
	list := featureRows(st, output, by)
	g.Text(0, 0, chart.Truncate(st.Spell(weightsNote(st, output)), w), chart.Dim)
	head := []string{"feature", "kind", "gaps", "shift", "no adaptation", "LAR"}
	styles := []chart.Style{chart.Plain, chart.Dim, chart.Plain, chart.Plain, chart.NoAdaptation, chart.LAR}
	rows := [][]string{head}
	longest := 0.0
	for _, f := range list {
		rows = append(rows, append([]string{f.name}, f.cells()...))
		for _, v := range []float64{f.none, f.lar} {
			if !math.IsNaN(v) {
				longest = max(longest, math.Abs(v))
			}
		}
	}
	const between, leastBar = 2, 15
	widths, used, tells := make([]int, len(head)), 0, shownColumns(list)
	for i := range head {
		for _, row := range rows {
			widths[i] = max(widths[i], chart.TextWidth(st.Spell(row[i])))
		}
		if !tells[i] {
			widths[i] = -between
		}
		used += widths[i] + between
	}
	if over := used + leastBar - w; over > 0 {
		cut := min(over, max(0, widths[0]-w/2))
		widths[0] -= cut
		used -= cut
	}
	top = max(0, min(top, len(list)-(h-2)))
	for y := 0; y+1 < h && (y == 0 || top+y <= len(list)); y++ {
		row, x := rows[0], 0
		if y > 0 {
			row = rows[top+y]
		}
		for i, text := range row {
			style := styles[i]
			if y == 0 && i < 4 {
				style = chart.Title
			}
			if i == 0 {
				g.Text(x, y+1, st.Glyphs.Truncate(text, widths[i]), style)
			} else if widths[i] > 0 {
				g.TextRight(x+widths[i], y+1, text, style)
			}
			x += widths[i] + between
		}
		if bar := g.Sub(x, y+1, w-x, 1); y > 0 {
			drawChange(bar, list[top+y-1], longest)
		} else {
			bar.Text(0, 0, st.FirstFitting([]string{"○ no adaptation → ● LAR, by " + by.String() + " (b: other order)", "○ → ● by " + by.String() + " (b)", "by " + by.String()}, w-x), chart.Dim)
		}
	}
	if top+h-2 < len(list) {
		g.TextRight(w, h-1, st.Spell(" ↓ PgDn "), chart.Key)
	}
}

// drawChange draws a line from the weight of no adaptation to the weight of LAR. Zero is in the
// middle; the longest weight reaches half the width.
func drawChange(g *chart.Grid, f featureRow, longest float64) {
	w, _ := g.Size()
	const least = 5
	if w < least || longest == 0 {
		return
	}
	half := (w - 1) / 2
	place := func(v float64) int { return half + int(math.Round(v/longest*float64(half))) }
	g.Text(half, 0, "│", chart.Dim)
	if !math.IsNaN(f.none) && !math.IsNaN(f.lar) {
		from, to := place(f.none), place(f.lar)
		for x := min(from, to); x <= max(from, to); x++ {
			g.Text(x, 0, "─", chart.LAR)
		}
	}
	for _, end := range []struct {
		weight float64
		mark   string
		style  chart.Style
	}{{f.none, "○", chart.NoAdaptation}, {f.lar, "●", chart.LAR}} {
		if !math.IsNaN(end.weight) {
			g.Text(place(end.weight), 0, end.mark, end.style)
		}
	}
}
