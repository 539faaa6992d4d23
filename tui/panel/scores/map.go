package scores

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

// Map shows a metric over k and k̃ as a heat map, with all other parameters fixed.
type Map struct {
	stage.NoActions
	metric          stage.Metric
	showsClosedForm bool
	// cursorPlace is nil if the cursor is at the present k and k̃.
	cursorPlace *place
	// restoresMap reports whether a resumed session solves the map again, because the map was on
	// the screen when the session was saved.
	restoresMap bool
}

// Memory returns the values that the view keeps between runs, and whether a solved map is on the
// screen beside other panels.
func (v *Map) Memory(st *stage.Stage) stage.Memory {
	beside := v.currentMap(st)
	v.restoresMap = beside != nil && beside.params == withZeroComponents(st.State.Params) && st.Panel == stage.MapName && !st.Zoom
	return stage.Memory{"metric": stage.BoundedJSON(&v.metric, stage.MetricCount), "closed": &v.showsClosedForm, "cursor": &v.cursorPlace, "again": &v.restoresMap}
}

// Info returns the key, the name and the description of the view.
func (v *Map) Info() stage.Info {
	return stage.Info{Key: "5", Name: stage.MapName, Hovers: true, Title: "map of k and k̃", Plots: "the target's score over k and k̃", About: "list the score over k and ktilde: the best cells, and the cells with the present k or ktilde"}
}

// Keys returns the keys of the view.
func (v *Map) Keys() []stage.Key {
	there := stage.IdleUnless(func(st *stage.Stage) bool { return v.currentMap(st) != nil }, stage.ChangesNothing)
	away := stage.IdleUnless(func(st *stage.Stage) bool {
		return st.Solution != nil && v.cursorOrPresentPlace(st) != presentPlace(st)
	}, stage.ChangesNothing)
	move := func(rows, cols int) func(*stage.Stage) stage.Intent {
		return func(st *stage.Stage) stage.Intent {
			m, at := v.currentMap(st), v.cursorOrPresentPlace(st)
			return v.moveCursor(st, place{stage.StepInList(m.k, at.k, rows), stage.StepInList(m.kTilde, at.kTilde, cols)})
		}
	}
	const far = session.AllSteps
	return []stage.Key{
		{Name: "map.up", Keys: []string{"up"}, Hint: "cursor", Help: "move the cursor, with Shift to the edges", IdleReason: there, Do: move(-1, 0)},
		{Name: "map.down", Keys: []string{"down"}, Hint: "cursor", IdleReason: there, Do: move(1, 0)},
		{Name: "map.left", Keys: []string{"left"}, Hint: "cursor", IdleReason: there, Do: move(0, -1)},
		{Name: "map.right", Keys: []string{"right"}, Hint: "cursor", IdleReason: there, Do: move(0, 1)},
		{Name: "map.top", Keys: []string{"shift+up"}, IdleReason: there, Do: move(-far, 0)},
		{Name: "map.bottom", Keys: []string{"shift+down"}, IdleReason: there, Do: move(far, 0)},
		{Name: "map.leftmost", Keys: []string{"shift+left", "home"}, IdleReason: there, Do: move(0, -far)},
		{Name: "map.rightmost", Keys: []string{"shift+right", "end"}, IdleReason: there, Do: move(0, far)},
		{Name: "map.go", Keys: []string{"enter"}, Hint: "go there", Help: "set k and k̃ to the values at the cursor",
			IdleReason: away, Do: v.adoptCursor},
		{Name: "map.best", Keys: []string{"b"}, Hint: "best", Help: "move the cursor to the cell with the best score or, without labels, with the best rating", IdleReason: there, Do: v.moveCursorToBest},
		{Name: "map.metric", Keys: []string{"v"}, Hint: "metric", Help: "show the next metric: target score, rating without labels, …", Do: stage.ShowNextMetric(&v.metric)},
		{Name: "map.to-the-end", Keys: []string{"c"}, Hint: "to the end/epochs", Help: "switch between scores trained to the end and scores after the set number of epochs",
			IdleReason: stage.IdleUnless(func(st *stage.Stage) bool { return stage.ShownMetric(st, v.metric) != stage.LabelFreeMetric },
				"judges without labels only rate predictions after the epochs; press {map.metric} for another metric"),
			Do: stage.ToggleFunc(&v.showsClosedForm)},
	}
}

// Click moves the cursor to the clicked cell. A click on the cell at the cursor adopts the cell's k
// and k̃.
func (v *Map) Click(st *stage.Stage, x, y int) stage.Intent {
	at, ok := v.drawMap(st, chart.NewGrid(st.ZoomedSize()))(x, y)
	if !ok {
		return stage.Intent{}
	}
	clicked := v.currentMap(st).placeAt(at)
	if clicked == v.cursorOrPresentPlace(st) {
		return v.adoptCursor(st)
	}
	return v.moveCursor(st, clicked)
}

func presentPlace(st *stage.Stage) place { return placeOf(st.State.Params) }

func (v *Map) cursorOrPresentPlace(st *stage.Stage) place {
	if v.cursorPlace != nil {
		return *v.cursorPlace
	}
	return presentPlace(st)
}

func (v *Map) moveCursor(st *stage.Stage, at place) stage.Intent {
	if at == v.cursorOrPresentPlace(st) {
		return stage.Intent{Kind: stage.ShowMessage}
	}
	v.cursorPlace = &at
	if at == presentPlace(st) {
		v.cursorPlace = nil
	}
	return stage.Intent{}
}

// moveCursorToBest moves the cursor to the best cell by labels or, without labels, to the cell with
// the best label-free rating.
func (v *Map) moveCursorToBest(st *stage.Stage) stage.Intent {
	m := v.currentMap(st)
	if best := cmp.Or(m.bestPosition(st, v.shownMetric(st)), m.bestRatedPosition()); best != nil {
		return v.moveCursor(st, m.placeAt(*best))
	}
	return stage.NewMessage("without labels the best cell is unknown, and no cell is rated clearly better than no adaptation")
}

func (v *Map) adoptCursor(st *stage.Stage) stage.Intent {
	next, at := st.State, v.cursorOrPresentPlace(st)
	next.Params.K, next.Params.KTilde = at.k, at.kTilde
	v.cursorPlace = nil
	return stage.Intent{Kind: stage.ChangeState, State: next}
}

func (v *Map) shownMetric(st *stage.Stage) cellMetric {
	shown := stage.ShownMetric(st, v.metric)
	return cellMetric{shown, v.showsClosedForm && shown != stage.LabelFreeMetric}
}

// Draw draws the heat map. If the view fills the screen, Draw describes the cell at the cursor
// below the map.
func (v *Map) Draw(st *stage.Stage, g *chart.Grid) { v.drawMap(st, g) }

// drawMap does what Draw does and returns a function from a position on g to the cell at that
// position.
func (v *Map) drawMap(st *stage.Stage, g *chart.Grid) func(x, y int) (chart.Position, bool) {
	m := v.currentMap(st)
	w, h := g.Size()
	if m == nil {
		text := st.ReplaceKeys("press {view-map} to solve LAR for many k and k̃ and see the best of them")
		if st.Zoom {
			text = "solving …"
		}
		g.TextWrapped(1, 0, w-2, h, text, chart.Dim)
		return func(int, int) (chart.Position, bool) { return chart.Position{}, false }
	}
	v.drawCaption(st, g.Sub(0, 0, w, 1), m)
	var below []chart.Group
	rows := 0
	if st.Zoom {
		// The cell at the cursor and the best cell always have room.
		below = v.captionGroups(st, m, v.cursorOrPresentPlace(st), w)
		spare := h - 5 - len(m.k)
		rows = min(len(chart.FillLines(below, w-2, chart.GroupGap)), max(3, spare), max(2, h-9))
	}
	height := h - 1 - rows
	hit := v.heatMap(st, m).Draw(g.Sub(1, 1, w-2, height))
	if at := st.VisibleCursor().Pointer; at != nil {
		if under, ok := hit(at[0]-1, at[1]-1); ok {
			below = v.captionGroups(st, m, m.placeAt(under), w)
		}
	}
	chart.DrawGroups(g.Sub(1, 1+height, w-2, rows), below, chart.GroupGap)
	return func(x, y int) (chart.Position, bool) { return hit(x-1, y-1) }
}

func (v *Map) caption(st *stage.Stage, m *componentMap) string {
	r := v.shownMetric(st)
	text := r.Metric.Name(st.PairScore())
	if !r.IsError(st.Task()) && r.Metric != stage.LabelFreeMetric {
		text += " in %"
	}
	if r.isClosedForm {
		text += ", " + stage.TrainedToTheEnd
	} else {
		text += " " + session.FormatEpochs("after ", m.params.Epochs)
	}
	return text + " at λ = " + number.AllDigits(m.params.Lambda)
}

// Table solves the settings of documentGrid and returns one row per setting.
func (v *Map) Table(ctx context.Context, st *stage.Stage, progress func(done, all int)) ([][]session.Fact, error) {
	return solveRows(ctx, st, documentGrid(st), progress)
}

// documentGrid returns fewer values of k and k̃ than the map on the screen, but always the ranks of
// both domains and the present k and k̃.
func documentGrid(st *stage.Stage) model.Grid {
	const every = 12
	cuts := func(rank, present int) []int { return model.ComponentCounts(rank, every, max(1, rank), present) }
	p, grid := st.Session.Problem, presentGrid(st)
	grid.K, grid.KTilde = cuts(p.Src.Rank, grid.K[0]), cuts(p.Tgt.Rank, grid.KTilde[0])
	return grid
}

// Panels returns the heat map, or nil until it is computed.
func (v *Map) Panels(st *stage.Stage) []stage.Panel {
	m, r := v.currentMap(st), v.shownMetric(st)
	if m == nil {
		return nil
	}
	shows := strings.TrimPrefix(r.Name(st.PairScore()), r.SubjectName()+" ")
	if r.Metric == stage.LabelFreeMetric {
		shows = r.SubjectName()
	}
	return []stage.Panel{{Title: v.caption(st, m), Picture: v.heatMap(st, m), Shows: shows}}
}

func (v *Map) drawCaption(st *stage.Stage, g *chart.Grid, m *componentMap) {
	w, _ := g.Size()
	right, style := "", chart.Dim
	switch {
	case m.params != withZeroComponents(st.State.Params) && st.Zoom:
		right, style = "solving …", chart.Warning
	case m.params != withZeroComponents(st.State.Params):
		right, style = st.ReplaceKeys("earlier map: press {view-map} to update"), chart.Warning
	case len(m.cells) < len(m.places()):
		right, style = fmt.Sprintf("%d of %d cells", len(m.cells), len(m.places())), chart.Warning
	case st.Zoom && m.hasComponentsBeyondRank():
		p := m.session.Problem
		right = fmt.Sprintf("k up to rank %d, k̃ up to rank %d, and the values at the start and now", p.Src.Rank, p.Tgt.Rank)
	}
	right = st.Spell(right)
	caption := st.Spell(v.caption(st, m))
	if style == chart.Dim && chart.TextWidth(caption+right)+4 > w {
		right = ""
	}
	room := w - 4 - chart.TextWidth(right)
	const leastCaption = 15
	if room < leastCaption && right != "" {
		g.Text(1, 0, chart.Truncate(right, w-2), style)
		return
	}
	g.Text(1, 0, chart.Truncate(caption, room), chart.Plain)
	g.TextRight(w-1, 0, right, style)
}

func (v *Map) heatMap(st *stage.Stage, m *componentMap) chart.HeatMap {
	r := v.shownMetric(st)
	heat := chart.HeatMap{RowName: "k", ColName: "k̃", NumberWidth: 5, Format: func(v float64) string {
		return strconv.FormatFloat(math.Round(1000*v)/10, 'f', 1, 64)
	}}
	if r.Metric == stage.LabelFreeMetric {
		heat.Format = func(v float64) string { return r.Format(st.Task(), v) }
		heat.Vetoed = m.vetoedPositions()
	}
	for _, k := range m.k {
		heat.RowLabels = append(heat.RowLabels, strconv.Itoa(k))
		var values []float64
		for _, kTilde := range m.kTilde {
			values = append(values, m.valueAt(place{k, kTilde}, r))
		}
		heat.Values = append(heat.Values, values)
	}
	for _, kTilde := range m.kTilde {
		heat.ColLabels = append(heat.ColLabels, strconv.Itoa(kTilde))
	}
	if r.IsError(st.Task()) {
		heat.NumberWidth, heat.Format = 6, number.ThreeDigits
		// The colours end at twice the error of no adaptation. Without this bound, a few huge
		// errors would give all other errors the same colour.
		heat.Min, heat.Max = chart.Bounds(slices.Concat(heat.Values...))
		if most := 2 * r.ValueOf(st.Solution.None.Evaluation); heat.Min < most && most < heat.Max {
			heat.Max = most
		}
	}
	if r.Metric != stage.LabelFreeMetric {
		heat.Reference = noneReference(st, r.Metric)
	}
	heat.Cursor = m.position(presentPlace(st))
	heat.Best, heat.Leader = m.bestPosition(st, r), m.bestRatedPosition()
	if st.Zoom {
		heat.Candidate = m.position(v.cursorOrPresentPlace(st))
	}
	for _, p := range st.Pins {
		if at := m.position(placeOf(p.State.Params)); at != nil {
			heat.Pinned = append(heat.Pinned, chart.Pin{Position: *at, Mark: p.Letter, Style: p.LineStyle().Style, Name: stage.DescribePin(st, p)})
		}
	}
	return heat
}

// noneReference marks cells with nearly the score of no adaptation. It returns nil if this score is
// unknown.
func noneReference(st *stage.Stage, metric stage.Metric) *chart.Reference {
	same := chart.Reference{Value: metric.ValueOf(st.Solution.None.Evaluation), Name: stage.NoAdaptation, MinDistance: 0.02}
	if metric.IsError(st.Task()) {
		same.LowerIsBetter, same.MinDistance = true, 0.02*same.Value
	}
	if math.IsNaN(same.Value) {
		return nil
	}
	return &same
}

// captionGroups describes in w columns: the cell at the cursor, the present and the best cell, and
// the cell with the best label-free rating.
func (v *Map) captionGroups(st *stage.Stage, m *componentMap, cursor place, w int) []chart.Group {
	r := v.shownMetric(st)
	hereMark, bestMark, leadsMark := st.Glyphs.HeatMarks()
	groups := []chart.Group{{chart.Accent.Text(fmt.Sprintf("[k = %d, k̃ = %d]", cursor.k, cursor.kTilde))}}
	add := func(pieces ...chart.Piece) { groups = append(groups, pieces) }
	var rest []chart.Group
	if m.position(cursor) != nil {
		known := v.scoreGroups(st, m, cursor, w)
		first := min(1, len(known))
		groups, rest = append(groups, known[:first]...), known[first:]
	}
	mark := func(name string, style chart.Style, p place) {
		text := fmt.Sprintf("k = %d, k̃ = %d: ", p.k, p.kTilde) + r.Format(st.Task(), m.valueAt(p, r))
		add(chart.NamedValue(name, style, text)...)
	}
	if cursor != presentPlace(st) && m.position(presentPlace(st)) != nil {
		mark(string(hereMark)+" here ", chart.Accent, presentPlace(st))
	}
	if best := m.bestPosition(st, r); best != nil {
		name := " best by labels "
		if w < stage.PairWidth-2 { // less than a panel of the whole width
			name = " best "
		}
		mark(string(bestMark)+name, chart.Good, m.placeAt(*best))
		if m.cells[m.placeAt(*best)].Closed.UnboundedBelow {
			add(chart.Plain.Text("(there J has no minimum)"))
		}
	}
	if leads := m.bestRatedPosition(); leads != nil {
		mark(string(leadsMark)+" leads ", chart.Good, m.placeAt(*leads))
	}
	groups = append(groups, rest...)
	switch {
	case r.Metric == stage.LabelFreeMetric:
		add(chart.Dim.Text("(JLA can't see accuracy or swapped classes)"))
	case stage.DescribeUnlabelledTarget(st) != "":
		add(chart.Dim.Text(stage.DescribeUnlabelledTarget(st)))
	case r.Metric == stage.TargetMetric || r.Metric == stage.ParameterMetric:
		add(chart.Dim.Text("(measured with target labels, which LAR does not use; v: other metrics)"))
	}
	for _, group := range groups {
		for i := range group {
			group[i].Text = st.Spell(group[i].Text)
		}
	}
	return groups
}

// scoreGroups begins with the metric of the heat map.
func (v *Map) scoreGroups(st *stage.Stage, m *componentMap, p place, w int) []chart.Group {
	cell, solved := m.cells[p]
	if !solved {
		return []chart.Group{{chart.Dim.Text("not solved yet")}}
	}
	var groups []chart.Group
	if cell.Descent[0].Diverges {
		groups = append(groups, chart.Group{chart.Bad.Text("descent diverges")})
	}
	task, none, first := st.Task(), st.Solution.None.Evaluation, v.shownMetric(st)
	if first.Metric == stage.LabelFreeMetric {
		groups = append(groups, m.describeCellRatings(p)...)
		for _, line := range m.choiceLines(st) {
			for _, row := range chart.Wrap(st.Spell(line), w-2, 2) {
				groups = append(groups, chart.Group{chart.Plain.Text(row)})
			}
		}
	}
	for i, r := range []cellMetric{first, {stage.TargetMetric, false}, {stage.TargetMetric, true}, {stage.ParameterMetric, v.showsClosedForm}, {stage.SourceMetric, v.showsClosedForm}, {stage.ValidationMetric, v.showsClosedForm}} {
		value := m.valueAt(p, r)
		if math.IsNaN(value) || i > 0 && r == first || r.Metric == stage.LabelFreeMetric {
			continue
		}
		name := r.SubjectName() + " "
		if r.Metric == stage.ParameterMetric {
			name = "‖w−w*‖ "
		}
		if r.isClosedForm {
			name = stage.ShortClosedFormName(cell.Closed) + " " + name
		}
		group := chart.NamedValue(name, chart.Dim, r.Format(task, value))
		if i == 0 {
			group[1].Style = chart.Bold
			over := " over no adaptation"
			if w < stage.PairWidth-2 {
				over = " gained"
			}
			if text, style := st.FormatChange(r.ValueOf(none), value); text != "" && r.Metric != stage.ParameterMetric {
				group = append(group, style.Text(" "+text), chart.Dim.Text(over))
			}
		}
		groups = append(groups, group)
	}
	return groups
}

// Lines returns lines on the axes, the five best cells, the cell with the best label-free rating,
// and the cells with the present k or k̃.
func (v *Map) Lines(st *stage.Stage) []string {
	m, r := v.currentMap(st), v.shownMetric(st)
	if m == nil || m.params != withZeroComponents(st.State.Params) {
		return []string{"the map is not solved"}
	}
	training := session.FormatEpochs("after ", m.params.Epochs)
	if r.isClosedForm {
		training = stage.TrainedToTheEnd
	}
	listed := func(values []int) string { return strings.ReplaceAll(session.FormatList(values), ",", ", ") }
	lines := []string{
		fmt.Sprintf("%s %s at λ %s for %d by %d values of k and k̃", r.Name(st.PairScore()), training, number.AllDigits(m.params.Lambda), len(m.k), len(m.kTilde)),
		"k: " + listed(m.k) + "; k̃: " + listed(m.kTilde),
	}
	if missing := stage.DescribeUnlabelledTarget(st); missing != "" {
		lines = append(lines, missing)
	}
	add := func(name string, p place) { lines = append(lines, name+": "+v.describeCell(st, m, p)) }
	ranked, here := m.rankPlaces(r), presentPlace(st)
	for i, p := range ranked[:min(5, len(ranked))] {
		add(fmt.Sprintf("best %d", i+1), p)
	}
	if len(ranked) == 0 {
		lines = append(lines, "no cell has a known score")
	}
	if leads := m.bestRatedPosition(); leads != nil {
		add("leads without labels", m.placeAt(*leads))
	}
	lines = append(lines, m.choiceLines(st)...)
	if m.position(here) == nil {
		return lines
	}
	add("here", here)
	for _, kTilde := range m.kTilde {
		if kTilde != here.kTilde {
			add("same k", place{here.k, kTilde})
		}
	}
	for _, k := range m.k {
		if k != here.k {
			add("same k̃", place{k, here.kTilde})
		}
	}
	return lines
}

func (v *Map) describeCell(st *stage.Stage, m *componentMap, p place) string {
	shown := stage.ShownMetric(st, v.metric)
	text := fmt.Sprintf("k %d, k̃ %d: ", p.k, p.kTilde)
	cell, solved := m.cells[p]
	if !solved {
		return text + "not solved"
	}
	after := "diverges"
	if shown == stage.LabelFreeMetric && !cell.Descent[0].Diverges {
		return text + chart.JoinGroups(m.describeCellRatings(p))
	}
	if !cell.Descent[0].Diverges {
		after = st.FormatInSentence(shown, m.valueAt(p, cellMetric{shown, false}))
	}
	return text + after + ", " + stage.ClosedFormName(cell.Closed) + " " + st.FormatInSentence(shown, m.valueAt(p, cellMetric{shown, true}))
}

// Metric returns the metric that the user chose.
func (v *Map) Metric() stage.Metric { return v.metric }

// KeptResultJobs returns the job that solves the map if the map was on the screen beside other
// panels when the session was saved.
func (v *Map) KeptResultJobs(st *stage.Stage) []session.Job {
	if !v.restoresMap || !st.Resumed || v.currentMap(st) != nil {
		return nil
	}
	return v.Jobs(st)
}

// currentMap returns nil until the map is computed. While a new map is being solved, it may return
// the map of an earlier state.
func (v *Map) currentMap(st *stage.Stage) *componentMap {
	if m := session.ResultOf[*componentMap](st.Update, stage.MapName); m != nil && m.session == st.Session {
		return m
	}
	return nil
}

// Jobs returns the job that solves the map at the present state. If the map on the screen differs
// from this map only in its grid, the job solves only the cells that the map on the screen lacks.
func (v *Map) Jobs(st *stage.Stage) []session.Job {
	params, known := st.State.Params, session.ResultOf[*componentMap](st.Update, stage.MapName)
	var paper *model.Grid // nil on the screen
	if st.IsDocument() {
		grid := documentGrid(st)
		paper = &grid
	}
	return []session.Job{{Name: stage.MapName, Key: params, Run: func(ctx context.Context, s *session.Session, report func(any)) error {
		hand := func(m *componentMap) { report(m) }
		if paper == nil {
			return solveMap(ctx, s, params, known, hand)
		}
		m := newComponentMap(s, params, nil)
		m.k, m.kTilde = paper.K, paper.KTilde
		return m.solve(ctx, params, hand)
	}}}
}
