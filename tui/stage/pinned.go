package stage

import (
	"slices"
	"strings"

	"larui/tui/chart"
	"larui/tui/session"
)

// SolvedPins are those whose solutions are there.
func (st *Stage) SolvedPins() []Pin {
	return slices.DeleteFunc(slices.Clone(st.Pins), func(p Pin) bool { return p.Solution == nil })
}

// WeightedPins are those that have weights.
func WeightedPins(st *Stage) []Pin {
	return slices.DeleteFunc(st.SolvedPins(), func(p Pin) bool { return p.Solution.Descent.Weights == nil })
}

// PinName is what legends call a pin behind its letter: what the user does, else the
// settings in which the pins and what is present differ, where these are few.
func PinName(st *Stage, p Pin) string {
	const few = 2
	if p.Called != "" {
		return p.Called
	}
	var words []string
	for _, c := range session.Controls() {
		value := c.Get(st.State)
		if slices.ContainsFunc(st.Pins, func(p Pin) bool { return c.Get(p.State) != value }) {
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

// PinCurve is what the curves of a pin look like.
func PinCurve(st *Stage, p Pin) chart.Curve {
	name := PinName(st, p)
	return chart.Curve{Style: chart.Pinned, Name: name, Reads: string(p.Name) + " (" + name + ")", Dash: chart.LongDashed, Mark: p.Name, Marks: pinMarks}
}
