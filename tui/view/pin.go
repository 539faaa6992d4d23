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

// pinJob is the name of the job that solves what is pinned.
const pinJob = "pin"

// isPinned reports whether what is shown is what is pinned.
func isPinned(sc *Scene) bool {
	return sc.pinned() != nil && sc.Solution() != nil && sc.Views.pin.State.Equal(shownState(sc))
}

// pinJobs are for what is not known of the pin.
func (sc *Scene) pinJobs() []session.Job {
	if pin := sc.Views.pin; pin != nil && !hasPath(pin) {
		return []session.Job{session.SolvedJob(pinJob, pin.State)}
	}
	return nil
}

// hasPath tells whether the path over λ of an update is solved.
func hasPath(u *session.Update) bool { return len(u.Path) == len(session.PathLambdas()) }

// togglePin pins what is shown, or unpins it.
func togglePin(sc *Scene) Intent {
	if isPinned(sc) {
		said := Tell("unpinned %s", describePin(sc, sc.Views.pin))
		sc.Views.pin = nil
		return said
	}
	sc.Views.pin = newPin(sc)
	said := Tell("pinned: %s; it stays in the pictures, ╌╌, while you turn; m again unpins it", describePin(sc, sc.Views.pin))
	if sc.Solving || hasPath(sc.Views.pin) {
		return said
	}
	sc.Message = said.Text // of a frame the rest is to be solved
	return Intent{Kind: Ask}
}

// shownState returns the state whose solution is shown.
func shownState(sc *Scene) session.State {
	state := sc.Update.State
	state.Params.Epochs = sc.Solution().Epochs
	if f := sc.frame(); f != nil {
		state.Params.Epochs = f.Epoch
	}
	return state
}

// newPin makes a pin of what is shown: the solution, or the frame that playing
// shows, which is the solution after fewer epochs.
func newPin(sc *Scene) *session.Update {
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

// keepPin takes what an update adds to the pinned solution, and drops one that is of
// another pair, or that can't be solved again.
func keepPin(sc *Scene, u session.Update) {
	if sc.Views.pin == nil {
		return
	}
	made := *sc.Views.pin
	solved := session.ResultOf[*session.Update](u, pinJob)
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
	sc.Views.pin = &made
	if made.Err != nil {
		sc.Message = "what was pinned can't be solved again: " + session.PlainError(made.Err)
	}
	if made.Err != nil || made.Session != nil && !samePicture(made.Session, u.Session) {
		sc.Views.pin = nil
	}
}

// samePicture reports whether solutions of two sessions can be drawn in one
// picture: they are of one pair, however that is turned.
func samePicture(a, b *session.Session) bool {
	pair := func(s datasets.Spec) string {
		return fmt.Sprintf("%q %q %q %v", s.Name, s.Source, s.Target, s.Classes)
	}
	return pair(a.Spec) == pair(b.Spec) && a.Problem.D == b.Problem.D && a.Problem.C == b.Problem.C && a.Problem.Task == b.Problem.Task
}

// pinned returns the pinned solution, nil without one.
func (sc *Scene) pinned() *model.Solution {
	if sc.Views.pin == nil {
		return nil
	}
	return sc.Views.pin.Solution
}

// describePin names what is pinned: "k 1, k̃ 1, λ 1000, 99.1 %".
func describePin(sc *Scene, p *session.Update) string {
	var words []string
	for _, c := range sc.Controls() {
		always := c.Name == "k" || c.Name == "ktilde" || c.Name == "lambda"
		if value := c.Get(p.State); always || value != c.Get(sc.State) {
			words = append(words, c.Label+" "+value)
		}
	}
	score := "diverges"
	if !p.Solution.Descent.Diverges {
		score = strings.TrimSpace(sc.formatScore(sc.score(p.Solution.Descent.Target)))
	}
	return strings.Join(append(words, score), ", ")
}

// pinName is what legends call the pin: with the one control by which it differs,
// where it is one.
func (sc *Scene) pinName() string {
	at := sc.Views.pin.State
	differing := slices.DeleteFunc(sc.Controls(), func(c session.Option) bool { return c.Get(at) == c.Get(sc.State) })
	if len(differing) == 1 {
		return "pinned " + sc.Label(differing[0]) + " " + differing[0].Get(at)
	}
	return "pinned"
}

// pinnedPath draws the pinned score over λ, or its only score where no more is
// known; nil without a pin.
func (sc *Scene) pinnedPath() []chart.Curve {
	s := sc.pinned()
	if s == nil {
		return nil
	}
	c := chart.Curve{Style: chart.Pinned, Name: sc.pinName(), Dash: chart.LongDashed}
	for _, point := range sc.Views.pin.Path {
		c.X = append(c.X, point.Lambda)
		c.Y = append(c.Y, sc.score(point.Descent.Target))
	}
	if c.X == nil {
		v := sc.score(s.Descent.Target)
		ladder := session.PathLambdas()
		c.X, c.Y = []float64{ladder[0], ladder[len(ladder)-1]}, []float64{v, v}
	}
	return []chart.Curve{c}
}

// pinnedWeights returns the pinned weights (d×c), nil without any.
func (sc *Scene) pinnedWeights() *mat.Dense {
	if s := sc.pinned(); s != nil {
		return s.Descent.Weights
	}
	return nil
}

// pinnedBoundary draws the pinned hyperplane in the plane of two features.
func (sc *Scene) pinnedBoundary() []chart.Line {
	if w := sc.pinnedWeights(); w != nil {
		return boundary(w, sc.pinName(), chart.Pinned, chart.LongDashed)
	}
	return nil
}

// pinnedTrace draws the pinned boundary in the plane of a ScoreView, of which it
// can only show a part: where the pinned score is zero as far as it follows, by
// least squares over the target, from the two coordinates of that plane.
func pinnedTrace(sc *Scene, v *session.ScoreView) []chart.Line {
	w := sc.pinnedWeights()
	if w == nil {
		return nil
	}
	scores := mat.Col(nil, 0, sc.Update.Session.Problem.TargetScores(w))
	a, b, ok := regress(v.Score, v.Across, scores)
	if !ok {
		return nil
	}
	return []chart.Line{{A: a, B: b, Style: chart.Pinned, Dash: chart.LongDashed, Name: sc.pinName() + ", nearest line"}}
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

// pinnedFit draws the pinned predictions against the labels.
func (sc *Scene) pinnedFit() []chart.Points {
	w := sc.pinnedWeights()
	if w == nil {
		return nil
	}
	p := sc.Update.Session.Problem
	return []chart.Points{{
		X: mat.Col(nil, 0, p.TargetScores(w)), Y: p.Target.Y,
		Mark: '◇', Style: chart.Pinned, Name: sc.pinName(), Priority: -1,
	}}
}

// pinnedScores is the pinned solution's part of the line of scores: how it scores by
// what of takes of an evaluation, and how the present one compares.
func pinnedScores(sc *Scene, of func(model.Evaluation) float64) []piece {
	s := sc.pinned()
	switch {
	case s == nil:
		return nil
	case s.Descent.Diverges:
		return []piece{{"pinned ", chart.Pinned}, {"diverges", chart.Bad}}
	}
	score := of(s.Descent.Evaluation)
	pieces := []piece{{"pinned ", chart.Pinned}, {sc.formatScore(score), chart.Plain}}
	text, style := sc.changeColumn(score, of(sc.Solution().Descent.Evaluation))
	return append(pieces, piece{", now ", chart.Dim}, piece{text, style})
}
