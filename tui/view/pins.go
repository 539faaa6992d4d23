package view

import (
	"larui/model"
	"larui/tui/chart"
	"larui/tui/session"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
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

// hasPath tells whether the path over λ of an update is solved.
func hasPath(u *session.Update) bool { return len(u.Path) == len(session.PathLambdas()) }

// until returns the part of a curve up to an epoch.
func until(curve []model.CurvePoint, epoch int) []model.CurvePoint {
	n, _ := slices.BinarySearchFunc(curve, epoch+1, func(c model.CurvePoint, epoch int) int { return c.Epoch - epoch })
	return curve[:n:n]
}

// solvedPins are those whose solutions are there.
func (st *Stage) solvedPins() []pin {
	return slices.DeleteFunc(slices.Clone(st.Pins), func(p pin) bool { return p.Solution == nil })
}

// pinName is what legends call a pin behind its letter: what the user does, else the
// settings in which the pins and what is present differ, where these are few.
func (st *Stage) pinName(p pin) string {
	const few = 2
	if p.called != "" {
		return p.called
	}
	var words []string
	for _, c := range session.Controls() {
		value := c.Get(st.State)
		if slices.ContainsFunc(st.Pins, func(p pin) bool { return c.Get(p.State) != value }) {
			words = append(words, st.Label(c)+" = "+c.Get(p.State))
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
func (st *Stage) pinCurve(p pin) chart.Curve {
	name := st.pinName(p)
	return chart.Curve{Style: chart.Pinned, Name: name, Reads: string(p.name) + " (" + name + ")", Dash: chart.LongDashed, Mark: p.name, Marks: pinMarks}
}

// weightedPins are those that have weights.
func (st *Stage) weightedPins() []pin {
	return slices.DeleteFunc(st.solvedPins(), func(p pin) bool { return p.Solution.Descent.Weights == nil })
}

// weights are those of a pin (d×c).
func (p pin) weights() *mat.Dense { return p.Solution.Descent.Weights }
