package view

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
)

// Descent: what is said of its curves, what shows of one that has none, how it is played; and
// how the first screen draws curves.

// scoreCaption says what the picture of scores shows.
func (v *convergenceView) scoreCaption(sc *Scene) string {
	what := "accuracy"
	switch {
	case sc.Task() == model.Regression:
		what = "mean squared error"
	case v.logY:
		what = "share of errors"
	}
	dotted := "dotted: trained to the end, where descent leads"
	switch closed := sc.Update.Curves.Closed; {
	case math.IsNaN(sc.score(closed.Target)):
		dotted = "the target has no labels: its own can't be known"
	case closed.UnboundedBelow:
		dotted = "dotted: the closed form, at which descent never ends"
	}
	return what + " after each epoch; " + dotted
}

// objectiveCaption says how far the objective has come.
func objectiveCaption(sc *Scene) string {
	curves, p := sc.Update.Curves, sc.Update.Session.Problem
	now := math.NaN()
	if n := len(curves.Descent.Curve); n > 0 {
		now = curves.Descent.Curve[n-1].Objective
	}
	if f := sc.frame(); f != nil {
		now = f.Objective
	}
	text := fmt.Sprintf("J/n, what descent lowers: %s now, ", number.Measure(now))
	if least := p.LeastObjective(curves.Closed); math.IsNaN(least) {
		fall := p.ObjectiveFall(curves.Params, curves.Descent, curves.Closed)
		text += fmt.Sprintf("no minimum: falls by %s an epoch for ever, so stop early", number.Measure(fall))
	} else {
		text += fmt.Sprintf("%s at its minimum (dotted)", number.Measure(least))
	}
	return text + fmt.Sprintf("; rate %s, stable below %s", number.Rate(curves.Descent.Rate), number.Rate(curves.Descent.LargestStableRate))
}

// drawDivergence says why there is no picture.
func drawDivergence(sc *Scene, g *chart.Grid) {
	s := sc.Solution()
	if !s.Descent.Diverges {
		g.Text(1, 0, "the target has no labels", chart.Dim)
		return
	}
	g.Text(1, 0, "descent diverges", chart.Bad)
	g.Text(1, 1, fmt.Sprintf("rate %s is above the largest", number.Short(number.Round(s.Descent.Rate, 3))), chart.Plain)
	g.Text(1, 2, fmt.Sprintf("stable one, %s", number.Short(number.Round(s.Descent.LargestStableRate, 3))), chart.Plain)
	g.Text(1, 4, "set rate to auto", chart.Dim)
}

// drawGrowth shows a descent that diverges for what it is: how its weights would
// grow from epoch to epoch, and which key stops that.
func drawGrowth(sc *Scene, g *chart.Grid) {
	w, h := g.Size()
	y := 0
	say := func(style chart.Style, text string, args ...any) {
		y = drawWrapped(sc, g, y, 3, fmt.Sprintf(text, args...), style)
	}
	d := sc.Solution().Descent
	growth := sc.Solution().Params.Growth(d)
	say(chart.Bad, "descent diverges: every epoch makes the weights %s times as large", number.Measure(growth))
	say(chart.Plain, "%s", growthReason(sc, growth))
	say(chart.Plain, "the rate %s is %s times the largest stable one, %s",
		number.Rate(d.Rate), number.Measure(d.Rate/d.LargestStableRate), number.Rate(d.LargestStableRate))
	say(chart.Plain, "%s", growthRemedy(sc))
	if h-y < 7 {
		return
	}
	// Until it is large, which may take less than an epoch.
	const large = 1e12
	epochs := math.Max(1, math.Min(float64(sc.State.Params.Epochs), math.Ceil(math.Log(large)/math.Log(growth))))
	way := []float64{0, epochs}
	chart.Curves{
		Curves: []chart.Curve{
			{X: way, Y: []float64{1, math.Pow(growth, epochs)}, Style: chart.Bad, Name: "at this rate"},
			{X: way, Y: []float64{1, 1}, Style: chart.LAR, Dash: chart.Dashed, Name: "at the largest stable rate"},
		},
		LogY: true, XLabel: "epoch", YLabel: "distance from the optimum, times that at the start, log", YMin: math.NaN(), YMax: math.NaN(), YWidth: errorTickWidth,
	}.Draw(g.Sub(0, y+1, w, h-y-1), sc.Glyphs)
}

// growthReason says where the growth comes from, and where it ends.
func growthReason(sc *Scene, growth float64) string {
	s := sc.Solution()
	text := fmt.Sprintf("|1 − hλ_max| = %s with the step h = 2α/n and λ_max the largest eigenvalue of A, where 1 is the limit", number.Measure(growth))
	if s.Momentum > 0 {
		text = fmt.Sprintf("with momentum %s the largest root of the iteration is %s, where 1 is the limit", number.Short(s.Momentum), number.Measure(growth))
	}
	end := math.Log(math.MaxFloat64) / math.Log(growth)
	if end < float64(s.Epochs) {
		text += fmt.Sprintf("; after %s epochs no number is large enough", number.Measure(math.Ceil(end)))
	}
	return text
}

// growthRemedy says what to press.
func growthRemedy(sc *Scene) string {
	rate, _ := session.OptionByName("rate")
	largest := sc.Solution().Descent.LargestStableRate
	state, before := sc.State, session.State{}
	for presses := 1; !state.Equal(before); presses++ {
		before, state = state, rate.Step(state, sc.Limits, -1)
		value := 0.0 // auto is always stable
		switch state.Params.Rate.Rule {
		case model.RateFixed:
			value = state.Params.Rate.Value
		case model.RatePaper:
			value = 1 / (2 * sc.Update.Session.Problem.Src.Sigma[0])
		}
		if value > largest {
			continue
		}
		times := fmt.Sprintf("%d times", presses)
		if presses == 1 {
			times = "once"
		}
		return fmt.Sprintf("press %s %s to lower the rate to %s, the first stable one; with rate selected, %s goes to auto, which always is",
			sc.sign("rate"+downs), times, rate.Get(state), sc.sign("turn-lowest"))
	}
	return ""
}

// drawSimple draws the score over λ, scaled to LAR and no adaptation, with where the
// state stands and what λ leads to.
func (v *lambdaView) drawSimple(sc *Scene, g *chart.Grid) []group {
	sc = sc.unzoomed()
	if len(sc.Update.Path) == 0 || v.judges(sc) && v.ratings(sc) == nil {
		g.Text(1, 0, "solving …", chart.Dim)
		return nil
	}
	shown := v.shown(sc)
	rows, _ := v.curves(sc, shown)
	if shown != labelFreeMetric {
		rows[larCurve].Name, rows[closedCurve].Name, rows[noneCurve].Name = "LAR", trainedToTheEnd, noAdaptation
		if rows = rows[:ridgeCurve]; !v.closed {
			rows = slices.Delete(rows, closedCurve, closedCurve+1)
		}
		if y := rows[larCurve].Y; len(y) > 0 {
			rows[larCurve].End = shown.format(sc.Task(), y[len(y)-1])
		}
	}
	plot := v.picture(sc, shown, rows)
	plot.YLabel, plot.Markers[0].Label = "", "you are here"
	return drawNamed(sc, g, plot)
}

// unzoomed is the scene without what is shown alone only: other metrics, other seeds.
func (sc *Scene) unzoomed() *Scene {
	small := *sc
	small.Zoom = false
	return &small
}

// drawNamed draws curves, and returns the legend of those that are seen.
func drawNamed(sc *Scene, g *chart.Grid, plot chart.Curves) (legend []group) {
	named := slices.Clone(plot.Curves)
	for i := range plot.Curves {
		plot.Curves[i].Name = ""
	}
	drawn := plot.Draw(g, sc.Glyphs)
	for _, c := range named {
		if c.Name != "" && drawn.Shows(c) {
			legend = append(legend, group{{c.Sample(sc.Glyphs) + " ", c.Style}, {c.Name, chart.Plain}})
		}
	}
	return legend
}

// step returns the value n places further in an ascending list than v, or than the
// place where v belongs.
func step[T cmp.Ordered](values []T, v T, n int) T {
	at, found := slices.BinarySearch(values, v)
	if !found && n > 0 {
		at--
	}
	return values[max(0, min(len(values)-1, at+n))]
}

// wrongOnes counts the labelled target rows that LAR has wrong, false where that is not
// known.
func wrongOnes(sc *Scene) (wrong, of int, ok bool) {
	accuracy := sc.Solution().Descent.Target.Accuracy
	of = len(sc.Update.Session.Problem.Target.Y)
	if sc.Task() == model.Regression || !(math.Abs(accuracy) <= 1) || of == 0 {
		return 0, of, false
	}
	return int(math.Round((1 - accuracy) * float64(of))), of, true
}

// pointOf tells a row of the target: its label, its score and what that predicts.
func pointOf(sc *Scene, row int) []group {
	p, w := sc.Update.Session.Problem, sc.Solution().Descent.Weights
	d := domain{Domain: model.Domain{X: p.Target.X, Y: p.Target.Y}}
	said := []group{{{fmt.Sprintf("row %d", row+1), chart.Accent}}}
	label, predicted, wrong := compare(sc, d, row)
	if row < len(p.Target.Y) && sc.Task() == model.Regression {
		label = number.Digits(p.Target.Y[row], 6)
	}
	if p.D == 2 {
		at := p.Target.X.RawRowView(row)
		said = append(said, group{{"at ", chart.Dim}, {number.Digits(at[0], 4) + ", " + number.Digits(at[1], 4), chart.Plain}})
	}
	said = append(said, group{{"label ", chart.Dim}, {cmp.Or(label, "unknown"), chart.Plain}})
	if predicted == "" {
		return said
	}
	score := number.Digits(mat.Dot(p.Target.X.RowView(row), w.ColView(0)), 6)
	if sc.Task() == model.Regression {
		return append(said, group{{"prediction ", chart.LAR}, {score, chart.Plain}})
	}
	said = append(said, group{{"score wᵀx ", chart.LAR}, {score, chart.Plain}}, group{{"predicted ", chart.LAR}, {predicted, chart.Plain}})
	if wrong {
		said = append(said, group{{"wrong", chart.Bad}})
	}
	return said
}

// turnControl turns by a control, which is selected, to parameters that are set anew.
func (sc *Scene) turnControl(name string, set func(*model.Params)) Intent {
	next := sc.State
	set(&next.Params)
	if sc.FocusOn(name); next.Equal(sc.State) {
		return Tell("%s is %s already", sc.Focused().Label, sc.Focused().Get(next))
	}
	return Intent{Kind: Turn, State: next}
}

// Playing shows descent on its way, frame by frame: everything on the screen is
// then the solution after fewer epochs. The frames are solved once, as a Track; the
// animation is nothing but ticks.

// A play is where playing stands; at rest it is zero, but for over.
type play struct {
	// on tells that a frame is shown instead of the end, running that the next one
	// follows by itself, over that the last one was come to.
	on, Running, over bool
	// At is the index of the frame among the epochs of the track.
	At int
}

// Memory is at which frame it stands: it goes on when it is told to.
func (p *play) Memory() memory {
	return memory{"on": &p.on, "at": below(&p.At, session.TrackFrames)}
}

const fewestPlayables = 2 // epochs: else there is no way

// Playable returns the track of the present state, nil before it is there.
func (sc *Scene) Playable() *session.Track {
	t := session.ResultOf[*session.Track](sc.Update, session.TrackName)
	if t == nil || t.Session != sc.Update.Session || t.Params != sc.State.Params || !sc.Update.State.Equal(sc.State) {
		return nil
	}
	return t
}

// frame returns the frame that playing shows, nil at rest and while it is not
// there yet.
func (sc *Scene) frame() *model.Frame {
	t, at := sc.Playable(), sc.Views.Play.At
	if !sc.Views.Play.on || t == nil || at >= len(t.Frames) || t.Frames[at].Descent.Weights == nil {
		return nil
	}
	return &t.Frames[at]
}

// shown returns the scene as playing shows it: with the solution of the frame in
// place of that of the end.
func (sc *Scene) shown() *Scene {
	f := sc.frame()
	if f == nil || sc.Solution() == nil {
		return sc
	}
	on, x, s := *sc, *sc.Explorer, *sc.Solution()
	on.Explorer, on.Lessons.on = &x, sc.stage()                            // lessons speak of the end
	s.Epochs, s.Descent, s.None, s.Signs = f.Epoch, f.Descent, f.None, nil // signs are of the end
	on.Update.Solution, on.Update.View = &s, session.NewScoreView(sc.Update.Session.Problem, &s)
	// What the last turn changed is not what changes now.
	on.Before = nil
	return &on
}

// playSentence says where playing stands.
func playSentence(sc *Scene) string {
	f, paused, space := sc.frame(), "", "pauses"
	if f == nil {
		return "working out the way there …; {back} leaves it"
	}
	if !sc.Views.Play.Running {
		paused, space = "paused at ", "goes on"
	}
	return fmt.Sprintf("%sepoch %d of %d: {play} %s, {step-on} and {step-back} step, {back} shows the end",
		paused, f.Epoch, sc.State.Params.Epochs, space)
}

// whyNoPlay says why there is nothing to play, empty where there is a way.
func whyNoPlay(sc *Scene) string {
	switch s := sc.Solution(); {
	case s == nil:
		return nothingSolved
	case s.Descent.Diverges:
		return "descent diverges: there is no way to play (set rate to auto)"
	case sc.State.Params.Epochs < fewestPlayables:
		return "nothing to play: a single epoch has no way"
	}
	return ""
}

// playPause begins to play, pauses or goes on.
func playPause(sc *Scene) Intent {
	if now := &sc.Views.Play; now.on {
		now.Running = !now.Running
		return Intent{}
	}
	return playFrom(sc, play{on: true, Running: true})
}

// stepFrame shows the next or the previous frame. The end is the last one: it stays.
func stepFrame(sc *Scene, by int) Intent {
	now := &sc.Views.Play
	frames := min(sc.State.Params.Epochs, session.TrackFrames)
	switch {
	case !now.on && by > 0:
		return endOfPlay(sc)
	case !now.on:
		return playFrom(sc, play{on: true, At: frames - 2})
	case now.At+by < 0:
		now.Running = false
		return Tell("epoch 1 is the first: {step-on} steps on, {play} plays, {back} shows the end")
	}
	now.Running = false
	if sc.showFrame(now.At+by, frames); !now.on {
		return endOfPlay(sc)
	}
	return Intent{}
}

// endOfPlay says that the last epoch shows, and how to see the others.
func endOfPlay(sc *Scene) Intent {
	return Tell("epoch %d is the last: , steps back, space plays again from epoch 1", sc.State.Params.Epochs)
}

// playFrom begins to show frames, in a panel that moves, and asks for those that are missing.
func playFrom(sc *Scene, from play) Intent {
	sc.Views.Play = from
	if l := sc.layout(sc.Width, sc.Height); l.simple && !l.stacked && sc.Panel == spectrumName {
		sc.selectPanel(targetName)
	}
	if t := sc.Playable(); t == nil || len(t.Frames) < len(t.Epochs) {
		return Intent{Kind: Ask}
	}
	return Intent{}
}

// NextFrame shows the next frame of what plays, once it is there.
func (h *Host) NextFrame() {
	if now, t := h.Views.Play, h.Playable(); now.Running && t != nil && now.At+1 < len(t.Frames) {
		h.showFrame(now.At+1, len(t.Epochs))
		h.noticeStep()
	}
}

// showFrame shows frame at of as many; the last one is the end, where playing rests.
func (sc *Scene) showFrame(at, frames int) {
	if sc.Views.Play.At = max(0, at); at >= frames-1 {
		sc.Views.Play = play{over: true}
	}
}

// StopPlaying shows the end again.
func (sc *Scene) StopPlaying() { sc.Views.Play = play{} }

// track returns the track of the curves that are shown, nil where there is none.
// Small panels at rest do without, so that they look as they did before playing.
func (sc *Scene) track() *session.Track {
	t, curves := session.ResultOf[*session.Track](sc.Update, session.TrackName), sc.Update.Curves
	if t == nil || curves == nil || t.Params != curves.Params || !sc.Zoom && sc.frame() == nil {
		return nil
	}
	return t
}
