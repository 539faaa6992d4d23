package stage

import (
	"fmt"
	"slices"
	"strings"

	"larui/tui/chart"
	"larui/tui/session"
)

// SolvedPins returns the pins with a solution.
func (st *Stage) SolvedPins() []Pin {
	return slices.DeleteFunc(slices.Clone(st.Pins), func(p Pin) bool { return p.Solution == nil })
}

// PinsWithWeights returns the pins whose solution has weights.
func PinsWithWeights(st *Stage) []Pin {
	return slices.DeleteFunc(st.SolvedPins(), func(p Pin) bool { return p.Solution.Descent.Weights == nil })
}

// DescribePin describes a pin in a legend: the user's name for it, and the first three settings in
// which pins differ from the present state, or λ if none differ.
func DescribePin(st *Stage, p Pin) string {
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
			words = append(words, st.ControlLabel(c)+" = "+c.Get(p.State))
		}
	}
	switch {
	case differ == 0:
		lambda, _ := session.OptionByName("lambda")
		words = []string{st.ControlLabel(lambda) + " = " + lambda.Get(p.State)}
	case differ > few:
		words = append(words, fmt.Sprintf("+%d more", differ-few))
	}
	settings := strings.Join(words, ", ")
	if p.UserName != "" {
		return p.UserName + ": " + settings
	}
	return settings
}

const lettersPerCurve = 6

// PinCurve returns a curve in the pin's style, without points.
func PinCurve(st *Stage, p Pin) chart.Curve {
	name := DescribePin(st, p)
	look := p.LineStyle()
	return chart.Curve{Style: look.Style, Name: name, ReadingName: string(p.Letter) + " (" + name + ")", Dash: look.Dash, Mark: p.Letter, Marks: lettersPerCurve}
}
