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

type featureRow struct {
	name string
	// kind is the kind of the column in the file, or recipe.Constant if the feature is constant in
	// the source.
	kind recipe.Kind
	// gaps are the numbers of filled missing values in the source and in the target. shift is
	// (target mean − source mean)/(source standard deviation), NaN if the feature is constant in
	// the source.
	gaps  []int
	shift float64
	// none and lar are the feature's weights in no adaptation and in LAR, NaN if unknown.
	none, lar float64
}

type featureOrder int

const (
	byWeight featureOrder = iota // largest magnitude of LAR's weight first
	byShift                      // largest magnitude first
	byGaps                       // most gaps first, summed over both domains
	byName
	byFileOrder   // in the order of the file
	featureOrders // number of orders
)

func (s featureOrder) String() string {
	return []string{"weight", "shift", "gaps", "name", "place in the file"}[s]
}

func featureRows(st *stage.Stage, output int, by featureOrder) []featureRow {
	s, p, pair := st.Solution, st.Session.Problem, st.Session.Pair
	all := currentDomains(st)[:2]
	var list []featureRow
	for j := range p.D {
		f := featureRow{name: stage.FeatureName(st, j), kind: recipe.Number, gaps: make([]int, 2), shift: math.NaN()}
		if pair.Layouts != nil {
			f.kind = pair.Layouts[0].FeatureKind(j)
			for i := range f.gaps {
				f.gaps[i] = pair.Layouts[i].FeatureGaps(j)
			}
		}
		switch known := len(all[0].mean); {
		case known == 0: // not computed yet
		case j < known && all[0].deviation[j] > 0:
			f.shift = featureShift(pair, all, j)
		default:
			f.kind = recipe.Constant
		}
		f.none, f.lar = finiteWeight(s.None.Weights, j, output), finiteWeight(s.Descent.Weights, j, output)
		list = append(list, f)
	}
	sortFeatures(list, by)
	return list
}

// finiteWeight returns NaN if the weight is unknown or infinite, because such a weight can't be
// drawn.
func finiteWeight(weights *mat.Dense, j, output int) float64 {
	if weights == nil || math.IsInf(weights.At(j, output), 0) {
		return math.NaN()
	}
	return weights.At(j, output)
}

// featureShift computes featureRow.shift in the units of the file, before scaling.
func featureShift(pair *datasets.Pair, all []domain, j int) float64 {
	raw := func(i int, value float64) float64 {
		if pair.Layouts == nil {
			return value
		}
		return pair.Layouts[i].RawValue(j, value)
	}
	mean := raw(0, all[0].mean[j])
	return (raw(1, all[1].mean[j]) - mean) / (raw(0, all[0].mean[j]+all[0].deviation[j]) - mean)
}

// sortFeatures keeps the places of rows with equal quantities.
func sortFeatures(list []featureRow, by featureOrder) {
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

func (f featureRow) cellTexts() []string {
	gaps, shift := "", ""
	if f.gaps[0]+f.gaps[1] > 0 {
		gaps = fmt.Sprintf("%d → %d", f.gaps[0], f.gaps[1])
	}
	if !math.IsNaN(f.shift) {
		shift = fmt.Sprintf("%+.2f", f.shift)
	}
	return []string{string(f.kind), gaps, shift, panel.FormatSigned(f.none), panel.FormatSigned(f.lar)}
}

// findVisibleColumns hides the kinds if all features are numbers or constant, and the gaps if no
// value was missing.
func findVisibleColumns(list []featureRow) []bool {
	kinds := slices.ContainsFunc(list, func(f featureRow) bool { return f.kind != recipe.Number && f.kind != recipe.Constant })
	gaps := slices.ContainsFunc(list, func(f featureRow) bool { return f.cellTexts()[1] != "" })
	return []bool{true, kinds, gaps, true, true, true}
}

// featureLines describes the first 20 features, one a line.
func featureLines(st *stage.Stage, output int, by featureOrder) []string {
	const most = 20
	list := featureRows(st, output, by)
	words := []string{"", "gaps ", "shift ", "weight of no adaptation ", "of LAR "}
	shown, lines := findVisibleColumns(list), []string{"features by " + by.String() + ":"}
	for _, f := range list[:min(most, len(list))] {
		var said []string
		for i, cell := range f.cellTexts() {
			if shown[1+i] && cell != "" {
				said = append(said, words[i]+strings.ReplaceAll(cell, "→", "to"))
			}
		}
		lines = append(lines, f.name+": "+strings.Join(said, ", "))
	}
	if more := len(list) - most; more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more features", more))
	}
	return lines
}

// drawFeatureTable takes as top the index of the first visible row.
func drawFeatureTable(st *stage.Stage, g *chart.Grid, output, top int, by featureOrder) {
	w, h := g.Size()
	list := featureRows(st, output, by)
	g.TextWithin(0, 0, w, describeWeightSign(st, output), chart.Dim)
	styles := []chart.Style{chart.Plain, chart.Dim, chart.Plain, chart.Plain, chart.NoAdaptation, chart.LAR}
	rows, longest := [][]string{{"feature", "kind", "gaps", "shift", "no adaptation", "LAR"}}, 0.0
	for _, f := range list {
		rows = append(rows, append([]string{f.name}, f.cellTexts()...))
		for _, v := range []float64{f.none, f.lar} {
			if !math.IsNaN(v) {
				longest = max(longest, math.Abs(v))
			}
		}
	}
	widths := columnWidths(st, rows, findVisibleColumns(list), w)
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
				g.TextWithin(x, y+1, widths[i], text, style)
			} else if widths[i] > 0 {
				g.TextRight(x+widths[i], y+1, text, style)
			}
			x += widths[i] + columnGap
		}
		if bar := g.Sub(x, y+1, w-x, 1); y > 0 {
			drawWeightChange(bar, list[top+y-1], longest)
		} else {
			bar.Text(0, 0, st.ChooseFittingText([]string{"○ no adaptation → ● LAR, by " + by.String() + " (b: other order)", "○ → ● by " + by.String() + " (b)", "by " + by.String()}, w-x), chart.Dim)
		}
	}
	if top+h-2 < len(list) {
		g.TextRight(w, h-1, " ↓ PgDn ", chart.Key)
	}
}

const columnGap = 2

// columnWidths returns -columnGap for a hidden column, so that the column and the gap after it take
// no room. Long names of features are cut if the bars need room.
func columnWidths(st *stage.Stage, rows [][]string, shown []bool, w int) []int {
	const leastBar = 15
	widths, used := make([]int, len(shown)), 0
	for i := range widths {
		for _, row := range rows {
			widths[i] = max(widths[i], chart.TextWidth(st.Spell(row[i])))
		}
		if !shown[i] {
			widths[i] = -columnGap
		}
		used += widths[i] + columnGap
	}
	widths[0] -= max(0, min(used+leastBar-w, widths[0]-w/2))
	return widths
}

// drawWeightChange draws a line from the weight of no adaptation to the weight of LAR. Zero is in
// the middle of g, ±longest at the edges.
func drawWeightChange(g *chart.Grid, f featureRow, longest float64) {
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
