package view

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
)

// directions are the singular vectors of one component in features.
type directions struct {
	component      int
	source, target []float64
}

// Jobs asks for the vectors at the cursor where they have to be computed:
// where the pair has fewer rows than features, and is solved in fewer dimensions.
func (view *spectrumView) Jobs(sc *Scene) []session.Job {
	s := sc.Update.Session
	if s == nil || len(s.Problem.Src.Sigma) == s.Problem.D {
		return nil
	}
	i := view.component(sc)
	return []session.Job{{Name: "directions", Key: i, Run: func(_ context.Context, s *session.Session, report func(any)) error {
		p := s.Problem
		if i >= len(p.Src.Sigma) {
			return nil
		}
		d := &directions{i, p.Direction(&p.Src, i), p.Direction(&p.Tgt, i)}
		report(d)
		return nil
	}}}
}

// directionsHere returns the vectors at the cursor; nil while they are computed.
func (view *spectrumView) directionsHere(sc *Scene) *directions {
	p, i := sc.Update.Session.Problem, view.component(sc)
	if len(p.Src.Sigma) == p.D {
		return &directions{i, p.Direction(&p.Src, i), p.Direction(&p.Tgt, i)}
	}
	if d := session.ResultOf[*directions](sc.Update, "directions"); d != nil && d.component == i && len(d.source) == p.D {
		return d
	}
	return nil
}

// drawVectors draws the singular vectors at the cursor, as pictures where features
// form one, else by their largest loadings, above what they mean.
func (view *spectrumView) drawVectors(sc *Scene, g *chart.Grid) {
	w, h := g.Size()
	var lines []string
	source, target := view.meaning(sc)
	for _, sentence := range slices.Concat(source, target) {
		lines = append(lines, chart.Wrap(sc.Spell(sentence), w-1, 3)...)
	}
	// The vectors have at least half of the room.
	lines = lines[:min(len(lines), max(0, h/2-1))]
	upper := h - len(lines)
	for i, line := range lines {
		g.Text(0, upper+i, line, chart.Plain)
	}
	view.drawBothVectors(sc, g.Sub(0, 0, w, upper))
}

// drawBothVectors draws the singular vectors at the cursor side by side or, where names
// of features need the whole width, one below the other.
func (view *spectrumView) drawBothVectors(sc *Scene, g *chart.Grid) {
	w, h := g.Size()
	d := view.directionsHere(sc)
	if d == nil {
		g.Text(0, 0, "computing …", chart.Dim)
		return
	}
	boxes := []*chart.Grid{g.Sub(0, 0, (w-2)/2, h), g.Sub(w-(w-2)/2, 0, (w-2)/2, h)}
	const leastList, leastRows = 16, 8
	if sc.Update.Session.Pair.Shape.Rows == 0 && (w-2)/2 < leastList && h >= leastRows {
		boxes = []*chart.Grid{g.Sub(0, 0, w, h/2), g.Sub(0, h/2, w, h-h/2)}
	}
	for at, v := range [][]float64{d.source, d.target} {
		name, short, style := "v%d source", "src v%d", chart.Source
		if at == 1 {
			name, short, style = "ṽ%d target", "tgt ṽ%d", chart.Target
		}
		name = sc.Spell(fmt.Sprintf(name, d.component+1))
		if bw, _ := boxes[at].Size(); chart.TextWidth(name) > bw {
			name = sc.Spell(fmt.Sprintf(short, d.component+1))
		}
		sc.Views.data.drawFeatures(sc, boxes[at], name, v, style)
	}
}

// meaning says in sentences what the component at the cursor is and does in both
// domains, the most telling first.
func (view *spectrumView) meaning(sc *Scene) (source, target []string) {
	p, params, i := sc.Update.Session.Problem, sc.State.Params, view.component(sc)
	fate := "beyond k: its term is removed from the fit"
	switch {
	case i < params.K:
		fate = "within k: fitted"
	case params.KeepImplicit:
		fate = "beyond k, but kept: the implicit term stays"
	}
	source = []string{view.sideMeaning(sc, "source v", "σ", &p.Src, fate)}
	if text := view.leaning(sc, i); text != "" {
		source = append(source, text)
	}
	fate = "beyond k̃: λ presses the weights out of it"
	if i < params.KTilde {
		fate = "within k̃: weights are free here"
	} else if params.Lambda == 0 {
		fate = "beyond k̃, but λ = 0 leaves it alone"
	}
	target = []string{view.sideMeaning(sc, "target ṽ", "σ̃", &p.Tgt, fate)}
	if text := nearest(p, i); text != "" {
		target = append(target, text)
	}
	return source, target
}

// sideMeaning describes component i of one domain.
func (view *spectrumView) sideMeaning(sc *Scene, name, sigma string, s *model.Side, fate string) string {
	i := view.component(sc)
	text := fmt.Sprintf("%s%d: %s %.4g", name, i+1, sigma, s.Sigma[i])
	if i >= s.Rank {
		return text + ", below the rank's tolerance: the domain has next to nothing there"
	}
	if squares := labelSquares(s); squares != nil {
		if total := floats.Sum(squares); total > 0 {
			text += fmt.Sprintf(", %s of the label", number.Share(squares[i]/total))
		}
	}
	return text + "; " + fate
}

// leaningShare is the share of the label below which a component says nothing
// about it.
const leaningShare = 1e-3

// leaning says what source samples along component i tend to be labelled; empty
// where the component has no part in the label.
func (view *spectrumView) leaning(sc *Scene, i int) string {
	s := &sc.Update.Session.Problem.Src
	squares := labelSquares(s)
	if !(squares[i] > leaningShare*floats.Sum(squares)) {
		return ""
	}
	// The output on which the component tells most.
	row := s.Projection.RawRowView(i)
	most := 0
	for j, v := range row {
		if math.Abs(v) > math.Abs(row[most]) {
			most = j
		}
	}
	switch task := sc.Task(); {
	case task == model.Regression && row[most] > 0:
		return "samples along it have larger labels"
	case task == model.Regression:
		return "samples along it have smaller labels"
	case task == model.MultiClass && row[most] > 0:
		return "samples along it tend to be " + sc.Views.data.className(sc, most)
	case task == model.MultiClass:
		return "samples along it tend not to be " + sc.Views.data.className(sc, most)
	}
	along, against := 1, 0
	if row[most] < 0 {
		along, against = 0, 1
	}
	names := sc.Views.target.classNames(sc)
	return fmt.Sprintf("samples along it tend to be %s, against it %s", names[along], names[against])
}

// nearest says how component i of the source lies to those of the target; empty
// where one of them is arbitrary.
func nearest(p *model.Problem, i int) string {
	if i >= min(p.Src.Rank, p.Tgt.Rank) {
		return ""
	}
	row := p.Overlap.RawRowView(i)[:p.Tgt.Rank]
	most := 0
	for j, v := range row {
		if math.Abs(v) > math.Abs(row[most]) {
			most = j
		}
	}
	cosine := math.Min(1, math.Abs(row[i]))
	text := fmt.Sprintf("|v%dᵀṽ%d| = %.2f: %.0f° apart", i+1, i+1, cosine, math.Acos(cosine)*180/math.Pi)
	if most != i {
		text += fmt.Sprintf("; v%d is nearest to ṽ%d (%.2f)", i+1, most+1, math.Abs(row[most]))
	}
	return text
}
