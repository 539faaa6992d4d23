// Package spectrum draws the singular values and label projections of both domains.
//
// View is the view of the spectrum; a spectrumSide is one domain in it. To mark another component,
// add it to marksOf.
package spectrum

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

// View is the view of the spectra. A zoomed view has a cursor and describes its component.
type View struct {
	stage.NoActions
	// cursor is the selected component, from 0. After a change of the pair it may be too large;
	// component limits it.
	cursor int
	layout layout
}

// Memory returns the cursor and the layout, which the view keeps between runs.
func (v *View) Memory(*stage.Stage) stage.Memory {
	return stage.Memory{"component": stage.BoundedJSON(&v.cursor, math.MaxInt), "layout": stage.BoundedJSON(&v.layout, layouts)}
}

// Info returns the key, the name and the description of the view.
func (v *View) Info() stage.Info {
	return stage.Info{Key: "2", Name: stage.SpectrumName, Title: "spectrum and labels", Plots: "singular values and label projections of both domains, with k and k̃", Reads: func(*stage.Stage) bool { return true }, About: "say the singular values and how much of the label each holds"}
}

// A layout is the content of the zoomed view.
type layout int

const (
	spectrumVectors layout = iota // components and the cursor's vectors
	spectrumCurves                // components and curves over all of them
	spectrumList                  // components only
	spectrumAlone                 // the cursor's vectors only
	layouts
)

// pageStep is the number of components that PgUp and PgDn move by.
const pageStep = 10

// Keys returns the keys of the view.
func (v *View) Keys() []stage.Key {
	move, seek := stage.Steps(v.Wheel), stage.Steps(v.seekMark)
	// cut sets k or k̃ so that the cursor's component is the last leading one.
	cut := func(control string, of func(*model.Params) *int) func(*stage.Stage) stage.Intent {
		return func(st *stage.Stage) stage.Intent {
			return stage.TurnControl(st, control, func(p *model.Params) { *of(p) = v.component(st) + 1 })
		}
	}
	return []stage.Key{
		{Name: "spectrum.next", Keys: []string{"J", "j"}, Beside: true, Hint: "direction", Help: "cursor to the next direction, back; its arrow lights up", Do: move(1)},
		{Name: "spectrum.previous", Keys: []string{"K", "k"}, Beside: true, Hint: "direction", Do: move(-1)},
		{Name: "spectrum.set-k", Keys: []string{"c"}, Hint: "set k, k̃", Help: "set k, k̃ to the component at the cursor", Idle: stage.IdleUnsolved,
			Do: cut("k", func(p *model.Params) *int { return &p.K })},
		{Name: "spectrum.set-ktilde", Keys: []string{"C"}, Hint: "set k, k̃", Idle: stage.IdleUnsolved, Do: cut("ktilde", func(p *model.Params) *int { return &p.KTilde })},
		{Name: "spectrum.layout", Keys: []string{"v"}, Hint: "vectors or curves", Help: "vectors, curves or nothing beside the list", Do: func(*stage.Stage) stage.Intent {
			v.layout = (v.layout + 1) % layouts
			return stage.Intent{Kind: stage.Ask}
		}},
		{Name: "spectrum.next-mark", Keys: []string{"z"}, Hint: "next mark", Help: "cursor to the next of k, k̃, k(0.1), rank, back", Idle: stage.IdleUnsolved, Do: seek(1)},
		{Name: "spectrum.previous-mark", Keys: []string{"Z"}, Hint: "next mark", Idle: stage.IdleUnsolved, Do: seek(-1)},
		{Name: "spectrum.page-down", Keys: []string{"pgdown"}, Help: "cursor by ten components", Do: move(pageStep)},
		{Name: "spectrum.page-up", Keys: []string{"pgup"}, Do: move(-pageStep)},
	}
}

// component returns the cursor's component, from 0.
func (v *View) component(st *stage.Stage) int {
	return max(0, min(components(st)-1, v.cursor))
}

// Wheel moves the cursor by n components.
func (v *View) Wheel(st *stage.Stage, n int) stage.Intent {
	before, lit := v.component(st), st.Reader.Lit
	if !st.Zoom && lit == 0 {
		n = 0 // the first move shows where the cursor is
	}
	v.cursor = before + n
	v.cursor = v.component(st)
	st.Reader.Lit = v.cursor + 1
	if v.cursor == before && st.Reader.Lit == lit {
		return stage.Intent{Kind: stage.Say}
	}
	return stage.Intent{Kind: stage.Ask}
}

// seekMark moves the cursor to the next mark, or to the previous one if by is negative.
func (v *View) seekMark(st *stage.Stage, by int) stage.Intent {
	at, places := v.component(st), []int{0, components(st) - 1}
	for _, m := range marksOf(st) {
		places = append(places, m.component)
	}
	slices.SortFunc(places, func(a, b int) int { return by * (a - b) })
	for _, i := range places {
		if by*(i-at) > 0 {
			return v.Wheel(st, i-at)
		}
	}
	return stage.Intent{Kind: stage.Say}
}

// Jobs returns the job of the cursor's vectors if the pair is solved in fewer dimensions than it
// has features.
func (v *View) Jobs(st *stage.Stage) []session.Job {
	s := st.Session
	if s == nil || len(s.Problem.Src.Sigma) == s.Problem.D {
		return nil
	}
	i := v.component(st)
	return []session.Job{{Name: "directions", Key: i, Run: func(_ context.Context, s *session.Session, report func(any)) error {
		report(directionsOf(s.Problem, i))
		return nil
	}}}
}

// cursorDirections returns the cursor's vectors, nil if not ready.
func (v *View) cursorDirections(st *stage.Stage) *directions {
	p, i := st.Session.Problem, v.component(st)
	if len(p.Src.Sigma) == p.D {
		return directionsOf(p, i)
	}
	return session.ResultAt[*directions](st.Update, "directions", i)
}

// Draw draws the components of both domains, one a row, with the leading k and k̃ marked. A zoomed
// view has the layout's content.
func (v *View) Draw(st *stage.Stage, g *chart.Grid) {
	if st.Zoom {
		v.drawZoomed(st, g)
		return
	}
	w, h := g.Size()
	p := st.Session.Problem
	rows := sideRows(st, h)
	for i, s := range sidesOf(st) {
		drawSide(st, g.Sub(0, i*rows, w, rows), s)
	}
	g = g.Sub(0, 2*rows, w, h-2*rows)
	line := fmt.Sprintf("k(0.1) source %d head, %d tail", p.Src.HeadRank, p.Src.TailRank)
	rank := fmt.Sprintf("rank %d, %d of %d", p.Src.Rank, p.Tgt.Rank, p.D)
	if p.Src.HasOnlyLeading() {
		line = fmt.Sprintf("known directions: source %d, target %d", p.Src.Known, p.Tgt.Known)
		rank = fmt.Sprintf("of %d", p.D)
	}
	chart.DrawGroups(g.Sub(1, 0, w-1, 2), []chart.Group{{chart.Styled(line, chart.Dim)}, {chart.Styled(rank, chart.Dim)}}, 2)
}

// DirectionAt returns the direction in row y of the panel, from 1, or 0 for a row without a
// direction.
func (v *View) DirectionAt(st *stage.Stage, _, h, _, y int) int {
	rows := sideRows(st, h)
	if side := y / rows; side < 2 {
		s := sidesOf(st)[side]
		shown := visibleComponents(min(rows, h-side*rows)-1, len(s.Sigma), s.cut, s.HeadRank)
		if at := y%rows - 1; at >= 0 && at < len(shown) {
			return shown[at] + 1
		}
	}
	return 0
}

// Panels returns the singular values and label projections of both domains. They show twice as many
// components as k or k̃, at least fewest.
func (v *View) Panels(st *stage.Stage) (panels []stage.Panel) {
	const fewest = 32
	all, at := components(st), st.State.Params
	shown := min(all, max(fewest, 2*at.K, 2*at.KTilde))
	first := ""
	if shown < all {
		first = fmt.Sprintf(", first %d of %d components", shown, all)
	}
	for _, s := range sidesOf(st) {
		titles := []string{"singular values" + first, fmt.Sprintf("label projection, k(0.1) %d head, %d tail", s.HeadRank, s.TailRank)}
		symbols := []string{s.sigma, "|" + s.projection + "|"}
		for i, bars := range s.series(false) {
			bars.Values = bars.Values[:min(shown, len(bars.Values))]
			panels = append(panels, stage.Panel{Title: s.name + ": " + titles[i], Picture: chart.Bars{Series: []chart.Series{bars}}, Shows: symbols[i], Along: "component i"})
		}
		if s.norms == nil {
			panels = append(panels, stage.Panel{Title: s.name + ": label projection", Picture: "the target has " + missingLabels(st)})
		}
	}
	return panels
}

// Table returns one row per component of each domain.
func (v *View) Table(_ context.Context, st *stage.Stage, _ func(done, all int)) (rows [][]session.Fact, err error) {
	for _, s := range sidesOf(st) {
		for i, c := range s.LeadingComponents(st.Session.Problem.D) {
			rows = append(rows, append([]session.Fact{{Name: "domain", Value: s.name}}, session.ComponentFacts(i+1, c)...))
		}
	}
	return rows, nil
}

// Lines returns the leading components of both domains and the components around k, one a line.
func (v *View) Lines(st *stage.Stage) []string {
	const most = 12
	var lines []string
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	for _, s := range sidesOf(st) {
		say("%s: rank %d of %d, %d kept", s.name, s.Rank, s.D, s.cut)
		if s.norms != nil {
			say("%s: components that hold more than 90 %% of the label %d, that leave less than 10 %% of it %d", s.name, s.HeadRank, s.TailRank)
		}
		for _, i := range visibleComponents(most, len(s.Sigma), s.cut, s.HeadRank) {
			if i < 0 {
				continue
			}
			line := fmt.Sprintf("%s %d: sigma %s", s.name, i+1, number.Digits(s.Sigma[i], 4))
			if s.norms != nil {
				line += ", label " + number.Digits(s.norms[i], 4)
			}
			if i < s.cut {
				line += ", kept"
			}
			lines = append(lines, line)
		}
	}
	if steps, tail := heldOutSteps(st); steps != nil {
		say("source rows held out, by least squares within the first directions, %s", strings.Join(steps, ", "))
		if tail != "" {
			lines = append(lines, tail)
		}
	}
	return lines
}

// Sketch returns the plot of the label's part in the components. Zoomed and full views have none,
// because they show more.
func (v *View) Sketch(st *stage.Stage) (stage.Sketch, bool) {
	return stage.Sketch{Title: "Where the labels live", Draw: drawLabels}, !st.Zoom && !st.All
}

// drawZoomed draws the facts of both spectra and, below, the content of the layout.
func (v *View) drawZoomed(st *stage.Stage, g *chart.Grid) {
	w, h := g.Size()
	at, d := v.component(st), v.cursorDirections(st)
	curves := func(g *chart.Grid) {
		drawCurves(st, g, at, func(i int) stage.Intent { return v.Wheel(st, i-v.component(st)) })
	}
	for row, s := range sidesOf(st) {
		drawSideFacts(st, g.Sub(0, row, w, 1), s)
	}
	top := 2 + drawHeldOut(st, g.Sub(0, 2, w, h-2))
	h -= top
	g = g.Sub(0, top, w, h)
	// side is the width of what stands beside the list. Panels of at least wide columns have
	// sentences too.
	const wide = 98
	side, left := 0, w
	switch {
	case w >= 170:
		side = w * 2 / 5
	case w >= wide:
		side = w * 3 / 8
	case w >= stage.PairWidth-2:
		side = w * 3 / 10
	}
	if side > 0 {
		left -= side + 2
	}
	list, beside := g.Sub(0, 0, left, h), g.Sub(w-side, 0, side, h)
	// both is the least height for curves above vectors, leastCurves the least height of curves, and
	// leastComponents the fewest components of a curve.
	const both, leastComponents, leastCurves = 36, 3, 9
	switch short := components(st) + 4; {
	case v.layout == spectrumAlone:
		drawVectors(st, g, d, at)
		return
	case v.layout == spectrumCurves && side == 0:
		curves(g)
		return
	case v.layout == spectrumList:
		list = g
	case v.layout == spectrumVectors && w < wide:
		h = max(0, h-drawSentences(st, g, at))
		list = list.Sub(0, 0, left, h)
		drawBothVectors(st, beside.Sub(0, 0, side, h), d)
	case h >= both:
		upper := min(h-24, 24)
		curves(beside.Sub(0, 0, side, upper))
		drawVectors(st, beside.Sub(0, upper+1, side, h-upper-1), d, at)
	case v.layout == spectrumCurves:
		curves(beside)
	default:
		drawVectors(st, beside, d, at)
		if components(st) >= leastComponents && h-short > leastCurves {
			curves(list.Sub(0, short+1, left, h-short-1))
			list = list.Sub(0, 0, left, short)
		}
	}
	drawComponents(st, list, at)
}
