package stage

import (
	"fmt"
	"slices"
	"strings"

	"larui/tui/chart"
	"larui/tui/session"
)

// SolvedPins returns the pins with solutions.
func (st *Stage) SolvedPins() []Pin {
	return slices.DeleteFunc(slices.Clone(st.Pins), func(p Pin) bool { return p.Solution == nil })
}

// WeightedPins returns the pins with weights.
func WeightedPins(st *Stage) []Pin {
	return slices.DeleteFunc(st.SolvedPins(), func(p Pin) bool { return p.Solution.Descent.Weights == nil })
}

// PinName returns the name of a pin for legends: the user's name, and the first few settings in
// which pins differ from the present state. If none differ, the setting is λ.
func PinName(st *Stage, p Pin) string {
	const few = 3
	var words []string
	differ := 0
	for _, c := range session.Controls() {
		value := c.Get(st.State)
		if !slices.ContainsFunc(st.Pins, func(p Pin) bool { return c.Get(p.State) != value }) {
			continue
		}
		differ++
		if differ <= few {
			words = append(words, st.Label(c)+" = "+c.Get(p.State))
		}
	}
	switch {
	case differ == 0:
		lambda, _ := session.OptionByName("lambda")
		words = []string{st.Label(lambda) + " = " + lambda.Get(p.State)}
	case differ > few:
		words = append(words, fmt.Sprintf("+%d more", differ-few))
	}
	settings := strings.Join(words, ", ")
	if p.Called != "" {
		return p.Called + ": " + settings
	}
	return settings
}

// pinMarks is about how many letters stand on the curve of a pin.
const pinMarks = 6

// PinCurve returns a curve without points in the pin's style.
func PinCurve(st *Stage, p Pin) chart.Curve {
	name := PinName(st, p)
	look := p.Look()
	return chart.Curve{Style: look.Style, Name: name, ReadingName: string(p.Name) + " (" + name + ")", Dash: look.Dash, Mark: p.Name, Marks: pinMarks}
}
