package view

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/session"
)

// A pin is a solution that stays on the screen, beside the present one, while the
// controls are turned: of an update its state and, as soon as these are solved, session,
// solution and path. It is not changed once it is made.
type pin struct {
	// name is a letter, with which pictures tell it from others, called what the user calls
	// it, empty for nothing.
	name   rune
	called string
	*session.Update
}

// title is the letter, and what the user calls it.
func (p pin) title() string { return strings.TrimSpace(string(p.name) + " " + p.called) }

// mostPins is how many there are at most, from firstPin on: the next one takes the place
// of the oldest.
const mostPins, firstPin = 4, 'a'

// job is the name of the job that solves what is pinned.
func (p pin) job() string { return "pin " + string(p.name) }

// isPinned reports whether what is shown is what is pinned.
func isPinned(sc *Stage) bool { return pinShown(sc) >= 0 }

// pinShown returns which pin is what is shown, -1 for none.
func pinShown(sc *Stage) int {
	return slices.IndexFunc(sc.Pins, func(p pin) bool {
		return p.Solution != nil && sc.Solution() != nil && p.State.Equal(shownState(sc))
	})
}

// pinJobs are for what is not known of the pins.
func (sc *Stage) pinJobs() (jobs []session.Job) {
	for _, p := range sc.Pins {
		if !hasPath(p.Update) {
			jobs = append(jobs, session.SolvedJob(p.job(), p.State))
		}
	}
	return jobs
}

// hasPath tells whether the path over λ of an update is solved.
func hasPath(u *session.Update) bool { return len(u.Path) == len(session.PathLambdas()) }

// togglePin pins what is shown, or unpins it.
func togglePin(sc *Stage) Intent {
	if at := pinShown(sc); at >= 0 {
		return unpin(sc, at)
	}
	return pinAs(sc, "")
}

// pinAs pins what is shown and calls it so, or only calls it so where it is pinned.
func pinAs(sc *Stage, called string) Intent {
	if at := pinShown(sc); at >= 0 {
		sc.Pins = slices.Clone(sc.Pins)
		sc.Pins[at].called = called
		return Tell("the pin %c is called %s now", sc.Pins[at].name, called)
	}
	pins, name, instead := slices.Clone(sc.Pins), firstPin, ""
	if len(pins) == mostPins {
		name, instead = pins[0].name, " in place of the oldest"
		pins = pins[1:]
	}
	for slices.ContainsFunc(pins, func(p pin) bool { return p.name == name }) {
		name++
	}
	made := pin{name, called, newPin(sc)}
	sc.Pins = append(pins, made)
	said := Tell("pinned as %s%s: %s; it stays in the pictures, ╌%c╌, while you turn; m again unpins it", made.title(), instead, describePin(sc, made), name)
	if sc.Solving || hasPath(made.Update) {
		return said
	}
	said.Kind = Ask // for the rest of a frame
	return said
}

// unpin lets go of a pin.
func unpin(sc *Stage, at int) Intent {
	said := Tell("unpinned %s: %s", sc.Pins[at].title(), describePin(sc, sc.Pins[at]))
	sc.Pins = slices.Delete(slices.Clone(sc.Pins), at, at+1)
	return said
}

// unpinLast lets go of what was pinned last.
func unpinLast(sc *Stage) Intent { return unpin(sc, len(sc.Pins)-1) }

// shownState returns the state whose solution is shown.
func shownState(sc *Stage) session.State {
	state := sc.Update.State
	state.Params.Epochs = sc.Solution().Epochs
	if f := sc.frame(); f != nil {
		state.Params.Epochs = f.Epoch
	}
	return state
}

// newPin makes a pin of what is shown: the solution, or the frame that playing
// shows, which is the solution after fewer epochs.
func newPin(sc *Stage) *session.Update {
	u := sc.Update
	s := *sc.shown().Solution()
	made := &session.Update{State: shownState(sc), Session: u.Session, Solution: &s}
	if curves := u.Curves; curves != nil && curves.Params == u.State.Params {
		s.Descent.Curve = until(curves.Descent.Curve, s.Epochs)
	}
	if !sc.Solving && s.Epochs == u.State.Params.Epochs {
		made.Path = u.Path
	}
	return made
}

// until returns the part of a curve up to an epoch.
func until(curve []model.CurvePoint, epoch int) []model.CurvePoint {
	n, _ := slices.BinarySearchFunc(curve, epoch+1, func(c model.CurvePoint, epoch int) int { return c.Epoch - epoch })
	return curve[:n:n]
}

// keepPins takes what an update adds to what is pinned, and drops pins that are of
// another pair, or that can't be solved again.
func keepPins(sc *Scene, u session.Update) {
	var kept []pin
	for _, p := range sc.Pins {
		made := *p.Update
		solved := session.ResultOf[*session.Update](u, p.job())
		switch {
		case hasPath(&made):
		case solved != nil && solved.State.Equal(made.State):
			made = *solved
		case made.State.Equal(u.State):
			made.Session, made.Solution = u.Session, cmp.Or(u.Curves, made.Solution)
			if hasPath(&u) {
				made.Path = u.Path
			}
		}
		if made.Err != nil {
			sc.Message = "what was pinned can't be solved again: " + session.PlainError(made.Err)
		} else if made.Session == nil || samePicture(made.Session, u.Session) {
			kept = append(kept, pin{p.name, p.called, &made})
		}
	}
	sc.Pins = kept
}

// samePicture reports whether solutions of two sessions can be drawn in one
// picture: they are of one pair, however that is turned.
func samePicture(a, b *session.Session) bool {
	pair := func(s datasets.Spec) string {
		return fmt.Sprintf("%q %q %q %v", s.Name, s.Source, s.Target, s.Classes)
	}
	return pair(a.Spec) == pair(b.Spec) && a.Problem.D == b.Problem.D && a.Problem.C == b.Problem.C && a.Problem.Task == b.Problem.Task
}

// solvedPins are those whose solutions are there.
func (sc *Stage) solvedPins() []pin {
	return slices.DeleteFunc(slices.Clone(sc.Pins), func(p pin) bool { return p.Solution == nil })
}

// describePin says what is pinned: "k 1, k̃ 1, λ 1000, 99.1 %".
func describePin(sc *Stage, p pin) string {
	var words []string
	for _, c := range session.Controls() {
		always := c.Name == "k" || c.Name == "ktilde" || c.Name == "lambda"
		if value := c.Get(p.State); always || value != c.Get(sc.State) {
			words = append(words, c.Label+" "+value)
		}
	}
	score := "not solved yet"
	switch s := p.Solution; {
	case s != nil && s.Descent.Diverges:
		score = "diverges"
	case s != nil:
		score = strings.TrimSpace(sc.formatScore(sc.score(s.Descent.Target)))
	}
	return strings.Join(append(words, score), ", ")
}

// pinName is what legends call a pin behind its letter: what the user does, else the
// settings in which the pins and what is present differ, where these are few.
func (sc *Stage) pinName(p pin) string {
	const few = 2
	if p.called != "" {
		return p.called
	}
	var words []string
	for _, c := range session.Controls() {
		value := c.Get(sc.State)
		if slices.ContainsFunc(sc.Pins, func(p pin) bool { return c.Get(p.State) != value }) {
			words = append(words, sc.Label(c)+" = "+c.Get(p.State))
		}
	}
	if len(words) == 0 || len(words) > few {
		return "pinned"
	}
	return strings.Join(words, ", ")
}

// pinMarks is about how many letters stand on the curve of a pin.
const pinMarks = 6

// pinCurve is what the curves of a pin look like.
func (sc *Stage) pinCurve(p pin) chart.Curve {
	name := sc.pinName(p)
	return chart.Curve{Style: chart.Pinned, Name: name, Reads: string(p.name) + " (" + name + ")", Dash: chart.LongDashed, Mark: p.name, Marks: pinMarks}
}

// pinnedPaths draws the pinned scores over λ, and marks each λ: of a pin that differs from
// what is present in λ alone the point at its own, of one its only score where no more is known.
func (sc *Stage) pinnedPaths() (curves []chart.Curve, markers []chart.Marker) {
	for _, p := range sc.solvedPins() {
		c, here := sc.pinCurve(p), p.State
		here.Params.Lambda = sc.State.Params.Lambda
		for _, point := range p.Path {
			if here.Equal(sc.State) && point.Lambda != p.State.Params.Lambda {
				continue
			}
			c.X = append(c.X, point.Lambda)
			c.Y = append(c.Y, sc.score(point.Descent.Target))
		}
		if c.X == nil {
			v, ladder := sc.score(p.Solution.Descent.Target), session.PathLambdas()
			c.X, c.Y = []float64{ladder[0], ladder[len(ladder)-1]}, []float64{v, v}
		}
		curves, markers = append(curves, c), append(markers, chart.Marker{X: p.State.Params.Lambda, Style: chart.Pinned, Label: string(p.name)})
	}
	return curves, markers
}

// weightedPins are those that have weights.
func (sc *Stage) weightedPins() []pin {
	return slices.DeleteFunc(sc.solvedPins(), func(p pin) bool { return p.Solution.Descent.Weights == nil })
}

// weights are those of a pin (d×c).
func (p pin) weights() *mat.Dense { return p.Solution.Descent.Weights }

// pinnedBoundaries draws the pinned hyperplanes in the plane of two features.
func (sc *Stage) pinnedBoundaries() (lines []chart.Line) {
	for _, p := range sc.weightedPins() {
		line := boundary(p.weights(), sc.pinName(p), chart.Pinned, chart.LongDashed)[0]
		line.Mark = p.name
		lines = append(lines, line)
	}
	return lines
}

// pinnedTraces draws the pinned boundaries in the plane of a ScoreView, of which it can
// only show a part: where a pinned score is zero as far as it follows, by least squares
// over the target, from the two coordinates of that plane.
func pinnedTraces(sc *Stage, v *session.ScoreView) (lines []chart.Line) {
	for _, p := range sc.weightedPins() {
		scores := mat.Col(nil, 0, sc.Update.Session.Problem.TargetScores(p.weights()))
		if a, b, ok := regress(v.Score, v.Across, scores); ok {
			lines = append(lines, chart.Line{A: a, B: b, Style: chart.Pinned, Dash: chart.LongDashed, Mark: p.name, Name: sc.pinName(p) + ", nearest line"})
		}
	}
	return lines
}

// regress returns the a and b for which a·x + b·y is nearest to z; false where x
// and y do not tell.
func regress(x, y, z []float64) (a, b float64, ok bool) {
	xx, xy, yy := floats.Dot(x, x), floats.Dot(x, y), floats.Dot(y, y)
	xz, yz := floats.Dot(x, z), floats.Dot(y, z)
	det := xx*yy - xy*xy
	if !(det > 1e-12*xx*yy) {
		return 0, 0, false
	}
	a, b = (yy*xz-xy*yz)/det, (xx*yz-xy*xz)/det
	return a, b, !math.IsNaN(a) && !math.IsInf(a, 0) && !math.IsNaN(b) && !math.IsInf(b, 0)
}

// pinnedFits draws the pinned predictions against the labels.
func (sc *Stage) pinnedFits() (sets []chart.Points) {
	problem := sc.Update.Session.Problem
	for _, p := range sc.weightedPins() {
		sets = append(sets, chart.Points{
			X: mat.Col(nil, 0, problem.TargetScores(p.weights())), Y: problem.Target.Y,
			Mark: p.name, Style: chart.Pinned, Name: sc.pinName(p), Priority: -1,
		})
	}
	return sets
}

// pinnedScores is what is pinned in the line of scores: how it scores by what of takes of
// an evaluation and, of a single pin, how the present one compares.
func pinnedScores(sc *Scene, of func(model.Evaluation) float64) (pieces []piece) {
	pins := sc.solvedPins()
	for i, p := range pins {
		name := string(p.name) + " "
		if len(pins) == 1 && sc.Width >= sideBySide { // else there is no room for it
			const longest = 18
			name = chart.Truncate(p.title(), longest) + " "
		}
		if i == 0 {
			name = "pin " + name
		}
		if pieces = append(pieces, piece{name, chart.Pinned}); p.Solution.Descent.Diverges {
			pieces = append(pieces, piece{"diverges ", chart.Bad})
			continue
		}
		score := of(p.Solution.Descent.Evaluation)
		pieces = append(pieces, piece{sc.formatScore(score), chart.Plain})
		if len(pins) == 1 {
			text, style := sc.changeColumn(score, of(sc.Solution().Descent.Evaluation))
			pieces = append(pieces, piece{", now ", chart.Dim}, piece{text, style})
		} else if i < len(pins)-1 {
			pieces = append(pieces, piece{"  ", chart.Plain})
		}
	}
	return pieces
}
