// Package spectrum draws the singular values and the label projections of the source and the target.
//
// View draws both domains, each of which is a spectrumSide. A component is a pair of singular value
// and singular vector, counted from 0 in the code and from 1 on the screen; a direction is its
// vector. The package builds on stage, chart, model and session. A mark shows where a range of
// components ends, such as the first k. To add a mark, add it to visibleMarks. To describe a
// component further, add a sentence to componentSentences.
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

// View is the view of the spectra. If it fills the screen, it describes the component at the cursor.
type View struct {
	stage.NoActions
	// cursor is a component, from 0. It may be too large after a change of the pair, so read it
	// with cursorComponent.
	cursor int
	layout layout
}

// Memory returns the values that the view keeps between runs.
func (v *View) Memory(*stage.Stage) stage.Memory {
	return stage.Memory{"component": stage.BoundedJSON(&v.cursor, math.MaxInt), "layout": stage.BoundedJSON(&v.layout, layouts)}
}

// Info returns the key, the name and the description of the view.
func (v *View) Info() stage.Info {
	return stage.Info{Key: "2", Name: stage.SpectrumName, Title: "spectrum and labels", Plots: "singular values and label projections of both domains, with k and k̃", Reads: func(*stage.Stage) bool { return true }, About: "list the singular values and the label projection on each direction"}
}

type layout int

const (
	vectorsLayout     layout = iota // list of components, singular vectors at the cursor
	curvesLayout                    // list of components, curves over all components
	listLayout                      // list of components
	vectorsOnlyLayout               // singular vectors at the cursor
	layouts                         // number of layouts
)

// Keys returns the keys of the view.
func (v *View) Keys() []stage.Key {
	move, moveToMark := stage.StepFuncs(v.Wheel), stage.StepFuncs(v.moveToMark)
	cutAtCursor := func(control string, field func(*model.Params) *int) func(*stage.Stage) stage.Intent {
		return func(st *stage.Stage) stage.Intent {
			return stage.TurnControl(st, control, func(p *model.Params) { *field(p) = v.cursorComponent(st) + 1 })
		}
	}
	return append([]stage.Key{
		{Name: "spectrum.next", Keys: []string{"J", "j"}, WorksBeside: true, Hint: "direction", Help: "select the next or the previous direction; its arrow lights up", Do: move(1)},
		{Name: "spectrum.previous", Keys: []string{"K", "k"}, WorksBeside: true, Hint: "direction", Do: move(-1)},
		{Name: "spectrum.set-k", Keys: []string{"c"}, Hint: "set k, k̃", Help: "set k or k̃ to the component at the cursor", IdleReason: stage.IdleUnsolved,
			Do: cutAtCursor("k", func(p *model.Params) *int { return &p.K })},
		{Name: "spectrum.set-ktilde", Keys: []string{"C"}, Hint: "set k, k̃", IdleReason: stage.IdleUnsolved, Do: cutAtCursor("ktilde", func(p *model.Params) *int { return &p.KTilde })},
		{Name: "spectrum.layout", Keys: []string{"v"}, Hint: "vectors or curves", Help: "show vectors, curves or nothing beside the list", Do: func(*stage.Stage) stage.Intent {
			v.layout = (v.layout + 1) % layouts
			return stage.Intent{Kind: stage.RequestJobs}
		}},
		{Name: "spectrum.next-mark", Keys: []string{"z"}, Hint: "next mark", Help: "move the cursor to the next or the previous mark (k, k̃, k(0.1), rank)", IdleReason: stage.IdleUnsolved, Do: moveToMark(1)},
		{Name: "spectrum.previous-mark", Keys: []string{"Z"}, Hint: "next mark", IdleReason: stage.IdleUnsolved, Do: moveToMark(-1)},
	}, stage.PageKeys(stage.SpectrumName, "move the cursor by ten components, to the first or last component", nil, v.Wheel)...)
}

// cursorComponent counts from 0.
func (v *View) cursorComponent(st *stage.Stage) int {
	return max(0, min(countComponents(st)-1, v.cursor))
}

// Wheel moves the cursor down by n components, or up if n is negative.
func (v *View) Wheel(st *stage.Stage, n int) stage.Intent {
	before, lit := v.cursorComponent(st), st.ReadingCursor.Highlighted
	if !st.Zoom && lit == 0 {
		n = 0 // the first move only makes the cursor visible
	}
	v.cursor = before + n
	v.cursor = v.cursorComponent(st)
	st.ReadingCursor.Highlighted = v.cursor + 1
	if v.cursor == before && st.ReadingCursor.Highlighted == lit {
		return stage.Intent{Kind: stage.ShowMessage}
	}
	return stage.Intent{Kind: stage.RequestJobs}
}

// moveToMark moves the cursor to the next mark if step is 1, to the previous mark if step is −1.
func (v *View) moveToMark(st *stage.Stage, step int) stage.Intent {
	at, places := v.cursorComponent(st), []int{0, countComponents(st) - 1}
	for _, m := range visibleMarks(st) {
		places = append(places, m.component)
	}
	slices.SortFunc(places, func(a, b int) int { return step * (a - b) })
	for _, i := range places {
		if step*(i-at) > 0 {
			return v.Wheel(st, i-at)
		}
	}
	return stage.Intent{Kind: stage.ShowMessage}
}

// Jobs returns the job that computes the singular vectors at the cursor. It returns nil if the
// problem has the singular vectors of all d components.
func (v *View) Jobs(st *stage.Stage) []session.Job {
	s := st.Session
	if s == nil || len(s.Problem.Src.Sigma) == s.Problem.D {
		return nil
	}
	i := v.cursorComponent(st)
	return []session.Job{session.NewJob("directions", i, func(_ context.Context, s *session.Session) (*singularVectors, error) {
		return newSingularVectors(s.Problem, i), nil
	})}
}

// cursorVectors returns nil until the job has computed the singular vectors.
func (v *View) cursorVectors(st *stage.Stage) *singularVectors {
	p, i := st.Session.Problem, v.cursorComponent(st)
	if len(p.Src.Sigma) == p.D {
		return newSingularVectors(p, i)
	}
	return session.ResultAt[*singularVectors](st.Update, "directions", i)
}

// Draw draws the components of both domains, one a line, and marks k and k̃. If the view fills the
// screen, v.layout decides what is beside the list.
func (v *View) Draw(st *stage.Stage, g *chart.Grid) {
	if st.Zoom {
		v.drawZoomed(st, g)
		return
	}
	w, h := g.Size()
	p := st.Session.Problem
	rows := sourceTextHeight(st, h)
	for i, s := range spectrumSides(st) {
		drawSide(st, g.Sub(0, i*rows, w, rows), s)
	}
	g = g.Sub(0, 2*rows, w, h-2*rows)
	line := fmt.Sprintf("source k(0.1): head %d, tail %d", p.Src.HeadRank, p.Src.TailRank)
	rank := fmt.Sprintf("ranks %d, %d of %d", p.Src.Rank, p.Tgt.Rank, p.D)
	if p.Src.HasOnlyLeading() {
		line = fmt.Sprintf("directions computed: source %d, target %d", p.Src.Known, p.Tgt.Known)
		rank = fmt.Sprintf("of %d", p.D)
	}
	chart.DrawGroups(g.Sub(1, 0, w-1, 2), []chart.Group{{chart.Dim.Text(line)}, {chart.Dim.Text(rank)}}, 2)
}

// DirectionAt returns the number, from 1, of the direction in line y of a panel of h lines. It
// returns 0 for a line without a direction.
func (v *View) DirectionAt(st *stage.Stage, _, h, _, y int) int {
	rows := sourceTextHeight(st, h)
	if side := y / rows; side < 2 {
		s := spectrumSides(st)[side]
		shown := visibleComponents(min(rows, h-side*rows)-1, len(s.Sigma), s.cut, s.HeadRank)
		if at := y%rows - 1; at >= 0 && at < len(shown) {
			return shown[at] + 1
		}
	}
	return 0
}

// Panels returns bars of the singular values and label projections of both domains, up to component
// max(leastBars, 2k, 2k̃).
func (v *View) Panels(st *stage.Stage) (panels []stage.Panel) {
	const leastBars = 32
	all, at := countComponents(st), st.State.Params
	shown := min(all, max(leastBars, 2*at.K, 2*at.KTilde))
	first := ""
	if shown < all {
		first = fmt.Sprintf(", first %d of %d components", shown, all)
	}
	for _, s := range spectrumSides(st) {
		titles := []string{"singular values" + first, fmt.Sprintf("label projection, k(0.1): head %d, tail %d", s.HeadRank, s.TailRank)}
		symbols := []string{s.sigma, "|" + s.projection + "|"}
		for i, bars := range s.barSeries(false) {
			bars.Values = bars.Values[:min(shown, len(bars.Values))]
			panels = append(panels, stage.Panel{Title: s.name + ": " + titles[i], Picture: chart.Bars{Series: []chart.Series{bars}}, Shows: symbols[i], Along: "component i"})
		}
		if s.norms == nil {
			panels = append(panels, stage.Panel{Title: s.name + ": label projection", Picture: "the target has " + describeMissingLabels(st)})
		}
	}
	return panels
}

// Table returns one row per component of each domain, with the singular value and the label
// projection.
func (v *View) Table(_ context.Context, st *stage.Stage, _ func(done, all int)) (rows [][]session.Fact, err error) {
	for _, s := range spectrumSides(st) {
		for i, c := range s.LeadingComponents(st.Session.Problem.D) {
			rows = append(rows, session.Facts("domain", s.name, session.ComponentFacts(i+1, c)))
		}
	}
	return rows, nil
}

// Lines returns lines on the ranks of both domains, then one line for each of the first components
// and of the components around k and k̃.
func (v *View) Lines(st *stage.Stage) []string {
	const most = 12
	var lines []string
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	for _, s := range spectrumSides(st) {
		say("%s: rank %d of %d, %d directions kept", s.name, s.Rank, s.D, s.cut)
		if s.norms != nil {
			say("%s: the first %d components have more than 90 %% of the label's norm; after the first %d less than 10 %% is left", s.name, s.HeadRank, s.TailRank)
		}
		for _, i := range visibleComponents(most, len(s.Sigma), s.cut, s.HeadRank) {
			if i < 0 {
				continue
			}
			line := fmt.Sprintf("%s %d: sigma %s", s.name, i+1, s.sigmaText(i))
			if s.norms != nil {
				line += ", label " + number.Digits(s.norms[i], 4)
			}
			if i < s.cut {
				line += ", kept"
			}
			lines = append(lines, line)
		}
	}
	if title, scores, tail := heldOutScores(st); scores != nil {
		say("%s: %s", title, strings.Join(scores, ", "))
		if tail != "" {
			lines = append(lines, tail)
		}
	}
	return lines
}

// Sketch returns the drawing for the first screen. It returns false if the view has room for more.
func (v *View) Sketch(st *stage.Stage) (stage.Sketch, bool) {
	return stage.Sketch{Title: "Where the labels live", Draw: drawSketch}, !st.Zoom && !st.ShowAll
}

func (v *View) drawZoomed(st *stage.Stage, g *chart.Grid) {
	w, h := g.Size()
	at, d := v.cursorComponent(st), v.cursorVectors(st)
	curves := func(g *chart.Grid) {
		drawComponentCurves(st, g, at, func(i int) stage.Intent { return v.Wheel(st, i-v.cursorComponent(st)) })
	}
	for row, s := range spectrumSides(st) {
		drawSpectrumFacts(st, g.Sub(0, row, w, 1), s)
	}
	top := 2 + drawHeldOutScores(st, g.Sub(0, 2, w, h-2))
	h -= top
	g = g.Sub(0, top, w, h)
	// side is the width of the vectors or curves beside the list. A view of at least wideView
	// columns also has sentences there.
	const wideView = 98
	side, left := 0, w
	switch {
	case w >= 170:
		side = w * 2 / 5
	case w >= wideView:
		side = w * 3 / 8
	case w >= stage.PairWidth-2:
		side = w * 3 / 10
	}
	if side > 0 {
		left -= side + 2
	}
	list, beside := g.Sub(0, 0, left, h), g.Sub(w-side, 0, side, h)
	// A view of at least tallView lines has curves above the vectors. Curves need at least
	// leastCurveLines lines and leastComponents components.
	const tallView, leastComponents, leastCurveLines = 36, 3, 9
	switch short := countComponents(st) + 4; {
	case v.layout == vectorsOnlyLayout:
		drawVectors(st, g, d, at)
		return
	case v.layout == curvesLayout && side == 0:
		curves(g)
		return
	case v.layout == listLayout:
		list = g
	case v.layout == vectorsLayout && w < wideView:
		h = max(0, h-drawSentences(st, g, at))
		list = list.Sub(0, 0, left, h)
		drawBothVectors(st, beside.Sub(0, 0, side, h), d)
	case h >= tallView:
		upper := min(h-24, 24)
		curves(beside.Sub(0, 0, side, upper))
		drawVectors(st, beside.Sub(0, upper+1, side, h-upper-1), d, at)
	case v.layout == curvesLayout:
		curves(beside)
	default:
		drawVectors(st, beside, d, at)
		if countComponents(st) >= leastComponents && h-short > leastCurveLines {
			curves(list.Sub(0, short+1, left, h-short-1))
			list = list.Sub(0, 0, left, short)
		}
	}
	drawComponents(st, list, at)
}
