package view

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
)

// The singular vectors of the component at the cursor, what they mean, and how a vector
// with a number for each feature is drawn.

// directions are the singular vectors of one component in features, the source's and
// the target's.
type directions struct {
	component int
	vectors   [2][]float64
}

func directionsOf(p *model.Problem, i int) *directions {
	return &directions{i, [2][]float64{p.Direction(&p.Src, i), p.Direction(&p.Tgt, i)}}
}

// Jobs asks for the vectors at the cursor where they have to be computed:
// where the pair has fewer rows than features, and is solved in fewer dimensions.
func (v *spectrumView) Jobs(sc *Scene) []session.Job {
	s := sc.Update.Session
	if s == nil || len(s.Problem.Src.Sigma) == s.Problem.D {
		return nil
	}
	i := v.component(sc)
	return []session.Job{{Name: "directions", Key: i, Run: func(_ context.Context, s *session.Session, report func(any)) error {
		if i < len(s.Problem.Src.Sigma) {
			report(directionsOf(s.Problem, i))
		}
		return nil
	}}}
}

// directionsHere returns the vectors at the cursor; nil while they are computed.
func (v *spectrumView) directionsHere(sc *Scene) *directions {
	p, i := sc.Update.Session.Problem, v.component(sc)
	if len(p.Src.Sigma) == p.D {
		return directionsOf(p, i)
	}
	if d := session.ResultOf[*directions](sc.Update, "directions"); d != nil && d.component == i && len(d.vectors[0]) == p.D {
		return d
	}
	return nil
}

// drawVectors draws the singular vectors at the cursor, as pictures where features
// form one, else by their largest loadings, above what they mean.
func (v *spectrumView) drawVectors(sc *Scene, g *chart.Grid) {
	w, h := g.Size()
	var lines []string
	for _, sentence := range v.meaning(sc) {
		if sentence != "" {
			lines = append(lines, chart.Wrap(sc.Spell(sentence), w-1, 3)...)
		}
	}
	// The vectors have at least half of the room.
	lines = lines[:min(len(lines), max(0, h/2-1))]
	upper := h - len(lines)
	for i, line := range lines {
		g.Text(0, upper+i, line, chart.Plain)
	}
	v.drawBothVectors(sc, g.Sub(0, 0, w, upper))
}

// drawBothVectors draws the singular vectors at the cursor side by side or, where names
// of features need the whole width, one below the other.
func (v *spectrumView) drawBothVectors(sc *Scene, g *chart.Grid) {
	w, h := g.Size()
	d := v.directionsHere(sc)
	if d == nil {
		g.Text(0, 0, "computing …", chart.Dim)
		return
	}
	half := (w - 2) / 2
	boxes := []*chart.Grid{g.Sub(0, 0, half, h), g.Sub(w-half, 0, half, h)}
	const leastList, leastRows = 16, 8
	if sc.Update.Session.Pair.Shape.Rows == 0 && half < leastList && h >= leastRows {
		boxes = []*chart.Grid{g.Sub(0, 0, w, h/2), g.Sub(0, h/2, w, h-h/2)}
	}
	for i, s := range spectrumSides(sc) {
		bw, _ := boxes[i].Size()
		names := []string{fmt.Sprintf("%s%d %s", s.vector, d.component+1, s.name), fmt.Sprintf("%s %s%d", s.short, s.vector, d.component+1)}
		drawFeatures(sc, boxes[i], sc.firstFitting(names, bw), d.vectors[i], s.style)
	}
}

// meaning says in sentences what the component at the cursor is and does in the source,
// what labels go along with it, then the same of the target and how both lie to each
// other; the second and the last may be empty.
func (v *spectrumView) meaning(sc *Scene) [4]string {
	params, i := sc.State.Params, v.component(sc)
	within := [2]string{"within k: fitted", "within k̃: weights are free here"}
	beyond := [2]string{"beyond k: its term is removed from the fit", "beyond k̃: λ presses the weights out of it"}
	if params.KeepImplicit {
		beyond[0] = "beyond k, but kept: the implicit term stays"
	}
	if params.Lambda == 0 {
		beyond[1] = "beyond k̃, but λ = 0 leaves it alone"
	}
	var texts [2]string
	for at, s := range spectrumSides(sc) {
		text := fmt.Sprintf("%s %s%d: %s %.4g", s.name, s.vector, i+1, s.sigma, s.Sigma[i])
		if i < s.Rank && s.norm2 > 0 {
			text += fmt.Sprintf(", %s of the label", number.Share(s.parts[i]))
		}
		switch {
		case i >= s.Rank:
			text += ", below the rank's tolerance: the domain has next to nothing there"
		case i < s.cut:
			text += "; " + within[at]
		default:
			text += "; " + beyond[at]
		}
		texts[at] = text
	}
	return [4]string{texts[0], leaning(sc, i), texts[1], nearest(sc.Update.Session.Problem, i)}
}

// leaning says what source samples along component i tend to be labelled; empty
// where the component has next to no part in the label.
func leaning(sc *Scene, i int) string {
	const least = 1e-3
	s := spectrumSides(sc)[0]
	if !(s.parts[i] > least) {
		return ""
	}
	// The output on which the component tells most.
	row := s.Projection.RawRowView(i)
	most := largestOf(row, 1)[0]
	names, not, size := signNames(sc), "", "larger"
	if row[most] < 0 {
		not, size = "not ", "smaller"
	} else {
		slices.Reverse(names[:])
	}
	switch sc.Task() {
	case model.Regression:
		return "samples along it have " + size + " labels"
	case model.MultiClass:
		return "samples along it tend " + not + "to be " + className(sc, most)
	}
	return fmt.Sprintf("samples along it tend to be %s, against it %s", names[0], names[1])
}

// nearest says how component i of the source lies to those of the target; empty
// where one of them is arbitrary.
func nearest(p *model.Problem, i int) string {
	if i >= min(p.Src.Rank, p.Tgt.Rank) {
		return ""
	}
	row := p.Overlap.RawRowView(i)[:p.Tgt.Rank]
	cosine := math.Min(1, math.Abs(row[i]))
	text := fmt.Sprintf("|v%dᵀṽ%d| = %.2f: %.0f° apart", i+1, i+1, cosine, math.Acos(cosine)*180/math.Pi)
	if most := largestOf(row, 1)[0]; most != i {
		text += fmt.Sprintf("; v%d is nearest to ṽ%d (%.2f)", i+1, most+1, math.Abs(row[most]))
	}
	return text
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
