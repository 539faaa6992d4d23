package view

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"larui/model"
	"larui/model/labelfree"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
)

// How a setting is chosen: by a search in the background, at whose end the state stands
// at the choice, as after one turn.

// A search is for what a judge chooses, from a state on; of no judge it is none.
type search struct {
	by   session.Judge
	from session.State
}

// Choosing tells whether a setting is searched for. Who turns meanwhile gives that up.
func (sc *Scene) Choosing() bool { return sc.search.by != "" && sc.search.from.Equal(sc.State) }

// judge is what chooses: the judge that was selected or, where none was, the validation
// rows where the selected view of λ or of k and k̃ shows these, or nothing else can judge.
func (sc *Scene) judge() session.Judge {
	if sc.selectedJudge != "" {
		return sc.selectedJudge
	}
	shown := targetMetric
	switch sc.Panel {
	case mapName:
		shown = sc.Views.grid.metric
	case lambdaName:
		shown = sc.Views.lambda.metric
	}
	if sc.known(validationMetric) && (shownMetric(sc, shown) == validationMetric || !sc.known(labelFreeMetric)) {
		return session.Validation
	}
	return session.LabelFree
}

// selectJudge selects the next judge that can judge, after the last one none: then what
// suits the view does.
func selectJudge(sc *Scene) Intent {
	all := append(session.Judges(), "")
	at := slices.Index(all, sc.selectedJudge)
	for {
		at = (at + 1) % len(all)
		if all[at] == "" || sc.Update.Session.CanJudge(all[at], sc.State.Params.KTilde) == nil {
			break
		}
	}
	sc.selectedJudge = all[at]
	who := "the judge is " + string(sc.selectedJudge)
	if sc.selectedJudge == "" {
		who = "the judge is again the one that suits the view, here " + string(sc.judge())
	}
	return Tell("%s: {choose} chooses by %s", who, sc.judge().GoesBy(sc.Update.Session.Pair.Task))
}

// withoutLabels reports whether the target has no labels.
func withoutLabels(sc *Scene) bool { return sc.Solution() != nil && !sc.known(targetMetric) }

// whyNoChoice says why nothing can be chosen, empty where it can.
func (sc *Scene) whyNoChoice() string {
	if sc.Solution() == nil || sc.Opening != "" {
		return nothingSolved
	}
	if sc.Choosing() {
		return "it is being chosen: {back} cancels"
	}
	if err := sc.Update.Session.CanJudge(sc.judge(), sc.State.Params.KTilde); err != nil {
		return session.WithoutFlags(session.PlainError(err))
	}
	return ""
}

// toChoose says how to have a setting chosen.
func (sc *Scene) toChoose() string {
	if sc.Spoken {
		return "type choose to have k, k̃ and λ chosen without labels"
	}
	return "press {choose} to choose k, k̃, λ without labels"
}

// Choose searches for what a judge chooses, which has to be one that can judge.
func (h *Host) Choose(by session.Judge) {
	h.search = search{by, h.State}
	h.Explorer.Ask()
}

// Ask asks for what the screen wants. While a setting is searched for that waits: asked
// again the search would begin anew.
func (h *Host) Ask() {
	if !h.Choosing() {
		h.Explorer.Ask()
	}
}

// StopChoosing gives the search up.
func (h *Host) StopChoosing() {
	h.search = search{}
	h.Ask()
}

// searched says how far the search is.
func (sc *Scene) searched() string {
	if s := sc.Update.Search(sc.State.Params, sc.search.by); s.Total > 0 {
		return fmt.Sprintf("choosing %d %%", 100*s.Done/s.Total)
	}
	return "choosing …"
}

// hearChoice turns to what is chosen, once that is known.
func (h *Host) hearChoice() {
	by := h.search.by
	if !h.Choosing() || h.Opening != "" {
		h.search = search{}
		return
	}
	end := h.Update.Search(h.State.Params, by)
	found := end.Choice
	if found != nil || !h.Solving {
		h.search = search{}
	}
	if found == nil {
		return
	}
	next := h.State
	next.Params = found.Params
	if found.Cell < 0 { // it was found from another k̃, maybe
		next.Params.KTilde = h.State.Params.KTilde
	}
	there := next.Equal(h.State)
	if there || h.Spoken {
		h.Message = strings.Join(append([]string{found.Why}, found.Limits...), " ")
	} else {
		h.Message = found.Brief()
		if len(found.Limits) > 0 {
			h.Message += h.keyed(" ({choose}: why)")
		}
		if rows := h.Update.Session.Pair.Target.Rows(); withoutLabels(&h.Scene) && end.Changed > 0 {
			h.Message += fmt.Sprintf(". A loss on the source is expected and tells nothing of the target. %.0f of %d predictions ",
				end.Changed*float64(rows), rows) + h.keyed("change: label some to tell ({export} writes both)")
		} else if withoutLabels(&h.Scene) {
			h.Message += h.keyed(". {export} writes the predictions")
		}
	}
	if scales, unequal := h.Update.Session.Scales(); unequal {
		h.Message = strings.TrimSuffix(h.Message, ".") + ". But first " + h.toStandardize() + ": " + scales.Fact
	}
	if h.TurnTo(next); there {
		h.Ask()
	} else {
		h.did = chosen
	}
}

// How the cells of a map are judged without labels.

// A mapCell is a cell without weights, with how its predictions are rated.
type mapCell struct {
	model.Cell
	rating    labelfree.Rating
	predicted []int16 // the label of each row
}

// rateCell rates what a cell predicts.
func rateCell(judge *labelfree.Judge, cell model.Cell) (rated mapCell) {
	weights := cell.Descent[0].Weights
	if weights == nil {
		return mapCell{rating: labelfree.Unrated()}
	}
	labels := judge.Predict(weights)
	rated.rating, rated.predicted = judge.RatePredictions(labels, cell.KTilde), make([]int16, len(labels))
	for i, label := range labels {
		rated.predicted[i] = int16(label)
	}
	return rated
}

// judge finds what follows from all cells: of those that a search looks at, too, the
// choice.
func (m *componentMap) judge(by *labelfree.Judge) {
	var predictions [][]int16
	var cells []model.Cell
	var ratings, none []labelfree.Rating
	for _, p := range m.places() {
		cell := m.cells[p]
		predictions, cells, ratings = append(predictions, cell.predicted), append(cells, cell.Cell), append(ratings, cell.rating)
	}
	for _, kTilde := range m.kTilde {
		none = append(none, by.Rate(m.none.Weights, kTilde))
	}
	params := m.params
	params.K, params.KTilde = 1, 1 // which every cell has of its own
	grid, searched := m.grid(params), m.session.Searched(params, session.LabelFree)
	searched.Lambda = grid.Lambda
	choice := m.session.Judged(by, grid, cells, ratings, m.none, none).Among(searched).Choose(session.LabelFree, 0)
	m.changes, m.noneRatings, m.choice = labelfree.Stability(grid, predictions), none, &choice
}

// chosen is the place of the choice, nil where that is no adaptation or not known.
func (m *componentMap) chosen() *chart.Position {
	if m.choice == nil || m.choice.Cell < 0 || len(m.cells) < len(m.places()) {
		return nil
	}
	return m.position(place{m.choice.Params.K, m.choice.Params.KTilde})
}

// best is where a reading is best, or where that needs no labels the target's score; nil
// where no labels tell.
func (m *componentMap) best(sc *Scene, r reading) *chart.Position {
	if r.metric == labelFreeMetric || r.metric == sourceMetric {
		r.metric = targetMetric
	}
	if ranked := m.ranked(r); len(ranked) > 0 && sc.known(r.metric) {
		return m.position(ranked[0])
	}
	return nil
}

// vetoed are the cells that are solved but not to be chosen.
func (m *componentMap) vetoed() (at []chart.Position) {
	for _, p := range m.places() {
		if cell, solved := m.cells[p]; solved && cell.rating.Vetoed && !cell.Descent[0].Diverges {
			at = append(at, *m.position(p))
		}
	}
	return at
}

// judged says what a map comes to without labels, a line each: why nothing is chosen,
// where the judges disagree, and how far what is chosen is from the best by labels.
func (m *componentMap) judged(sc *Scene) (lines []string) {
	c := m.choice
	if c == nil {
		return nil
	}
	if c.Cell < 0 {
		lines = append(lines, c.Why)
	}
	if c.Disagreement != "" {
		lines = append(lines, c.Disagreement)
	}
	r := reading{targetMetric, false}
	ranked := m.ranked(r)
	if !sc.known(targetMetric) || len(ranked) == 0 {
		return lines
	}
	what, there, best := "no adaptation, which stays here,", sc.score(m.none.Target), m.value(ranked[0], r)
	if c.Cell >= 0 {
		what, there = "what is chosen without labels", m.value(place{c.Params.K, c.Params.KTilde}, r)
	}
	if math.IsNaN(there) {
		return lines
	}
	return append(lines, fmt.Sprintf("%s has %s on the target, the best here %s: %.1f points apart", what,
		r.format(sc.Task(), there), r.format(sc.Task(), best), number.Fixed(100*best, 1)-number.Fixed(100*there, 1)))
}

// opinions say how a cell is judged without labels.
func (m *componentMap) opinions(p place) (groups []group) {
	at, cell := slices.Index(m.places(), p), m.cells[p]
	if cell.Descent[0].Diverges || m.choice == nil {
		return nil
	}
	groups = ratingGroups(cell.rating, m.noneRatings[slices.Index(m.kTilde, p.kTilde)])
	if change := m.changes[at]; !math.IsNaN(change) {
		groups = append(groups, group{{"a step changes ", chart.Dim}, {number.Percent(change, 1), chart.Plain}})
	}
	return groups
}

// ratingGroups say how a setting is rated, beside no adaptation.
func ratingGroups(rated, none labelfree.Rating) (groups []group) {
	add := func(name string, value, none float64) {
		groups = append(groups, group{{name, chart.Dim}, {labelFreeMetric.format(model.Binary, value), chart.Plain},
			{" (" + noAdaptation + " " + labelFreeMetric.format(model.Binary, none) + ")", chart.Dim}})
	}
	add("JLA ", rated.JLA, none.JLA)
	add("TA ", rated.TargetAlignment, none.TargetAlignment)
	if rated.Vetoed {
		groups = append(groups, group{{"vetoed: a class is hardly predicted", chart.Bad}})
	}
	return groups
}

// inWords is what groups say, in a sentence.
func inWords(groups []group) string {
	var words []string
	for _, group := range groups {
		text := ""
		for _, piece := range group {
			text += piece.text
		}
		words = append(words, text)
	}
	return strings.Join(words, ", ")
}

// How the steps of λ are judged without labels.

// ratingsName is that of the job that rates them.
const ratingsName = "ratings"

// ratingJobs ask for the present k and k̃ at each of PathLambdas.
func (v *lambdaView) ratingJobs(sc *Scene) []session.Job {
	params := sweepParams(sc.State.Params)
	run := func(ctx context.Context, s *session.Session, report func(any)) error {
		grid := model.Grid{
			K: []int{params.K}, KTilde: []int{params.KTilde}, Lambda: session.PathLambdas(),
			Epochs: []int{params.Epochs}, Base: params, DescentOnly: true,
		}
		sweep, err := s.Sweep(ctx, grid, nil)
		if err != nil {
			return err
		}
		searched := s.Searched(params, session.LabelFree)
		searched.K, searched.KTilde = grid.K, grid.KTilde
		report(&ratedSteps{sweep, sweep.Among(searched).Choose(session.LabelFree, 0)})
		return nil
	}
	return []session.Job{{Name: ratingsName, Key: params, Run: run}}
}

// ratedSteps are the steps of λ as judged without labels, and the choice of those that a
// search looks at.
type ratedSteps struct {
	*session.Sweep
	choice session.Choice
}

// ratings are those of the state on the screen, nil before there are some.
func (v *lambdaView) ratings(sc *Scene) *ratedSteps {
	rated := session.ResultOf[*ratedSteps](sc.Update, ratingsName)
	if rated == nil || rated.Session != sc.Update.Session || rated.Grid.Base != sweepParams(sc.Update.State.Params) {
		return nil
	}
	return rated
}

// shown is the metric of the picture: what was chosen, where the view is alone.
func (v *lambdaView) shown(sc *Scene) metric {
	if sc.Zoom {
		return shownMetric(sc, v.metric)
	}
	return sc.headline()
}

// judges reports whether the view shows how λ is judged without labels.
func (v *lambdaView) judges(sc *Scene) bool { return v.shown(sc) == labelFreeMetric }

// scores reports whether it shows scores.
func (v *lambdaView) scores(sc *Scene) bool { return sc.Solution() != nil && !v.judges(sc) }

// chosen marks the λ that is chosen, if one is.
func (v *lambdaView) chosen(sc *Scene) []chart.Marker {
	c := v.ratings(sc).choice
	if c.Cell < 0 {
		return nil
	}
	_, _, mark := sc.Glyphs.HeatMarks()
	return []chart.Marker{{X: c.Params.Lambda, Style: chart.Good, Label: string(mark)}}
}

// judgedCurves are joint label alignment and target alignment over λ. They have gaps
// where a setting is vetoed.
func (v *lambdaView) judgedCurves(sc *Scene) []lambdaCurve {
	sweep := v.ratings(sc)
	rows := []lambdaCurve{
		{chart.Curve{Style: chart.LAR}, "──", "LAR, joint label alignment", "JLA", "λ", math.NaN()},
		{chart.Curve{Style: chart.NoAdaptation, Dash: chart.Dashed}, "┄┄", noAdaptation, noAdaptation, "", math.NaN()},
		{chart.Curve{Style: chart.Target, Dash: chart.Doubled}, "══", "LAR, target alignment", "TA", "λ", math.NaN()},
		{chart.Curve{Style: chart.Dim, Dash: chart.Dotted}, "··", noAdaptation, noAdaptation, "", math.NaN()},
	}
	for i, lambda := range sweep.Grid.Lambda {
		r, none, _ := sweep.Rating(i, 0)
		if r.Vetoed {
			r.JLA, r.TargetAlignment = math.NaN(), math.NaN()
		}
		for at, value := range []float64{r.JLA, none.JLA, r.TargetAlignment, none.TargetAlignment} {
			rows[at].X, rows[at].Y = append(rows[at].X, lambda), append(rows[at].Y, value)
			if lambda == sc.State.Params.Lambda {
				rows[at].now = value
			}
		}
	}
	return rows
}

// judged says how every step of λ is judged.
func (v *lambdaView) judged(sc *Scene) (lines []string) {
	sweep := v.ratings(sc)
	if sweep == nil {
		return []string{"λ is not judged yet"}
	}
	for i, lambda := range sweep.Grid.Lambda {
		r, none, _ := sweep.Rating(i, 0)
		lines = append(lines, "lambda "+number.Short(lambda)+": "+inWords(ratingGroups(r, none)))
	}
	c := sweep.choice
	return append(lines, append([]string{c.Why}, c.Limits...)...)
}

// note says what judging λ comes to, in words of up to w columns and so many lines.
func (v *lambdaView) note(sc *Scene, w, lines int) []string {
	c := v.ratings(sc).choice
	text := cmp.Or(c.Disagreement, c.Why)
	if c.Disagreement == "" && c.Cell >= 0 {
		_, _, mark := sc.Glyphs.HeatMarks()
		text = fmt.Sprintf("%c the best λ by JLA of those that a search tries; no judge without labels sees swapped classes", mark)
	}
	return chart.Wrap(sc.Spell(text), w, lines)
}
