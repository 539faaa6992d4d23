package tui

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"larui/datasets"
	"larui/model"
)

// A Control is one thing that can be turned. The table of controls makes the key
// bindings, the help, the command-line flags, undo and the command line that
// reproduces a screen: adding a control is adding a row.
type Control struct {
	// Name identifies the control and is its flag, --Name.
	Name string
	// Label is what the screen calls it, Help what it does, in one line.
	Label, Help string
	// Down and Up are its direct keys; empty where it has none.
	Down, Up string
	// Width is how many columns its values usually need.
	Width int
	// Switch tells that the control only has a few named values; Advanced ones
	// are out of the way on small screens until they are selected.
	Switch, Advanced bool
	// Format writes its value as the screen shows it, and as Parse reads it.
	Format func(State) string
	// Parse sets the value, or says what is wrong with it.
	Parse func(State, string) (State, error)
	// Step turns by n steps, held at the ends of the range.
	Step func(s State, l Limits, n int) State
	// Place is the position in the range, 0 to 1.
	Place func(State, Limits) float64
	// data names the field of datasets.Spec that the control changes; empty for
	// the parameters of the method.
	data string
}

// ErrValue says that a control was given a value outside its range.
var ErrValue = errors.New("invalid value")

// Applies reports whether the control does anything for a pair with the limits.
func (c Control) Applies(l Limits) bool {
	return c.data == "" || slices.Contains(l.Adjustable, c.data)
}

// widthIn is how many columns the values need for a pair with the limits.
func (c Control) widthIn(l Limits) int {
	if c.Name == "k" || c.Name == "ktilde" {
		return max(c.Width, len(strconv.Itoa(l.D)))
	}
	return c.Width
}

// ChangesData reports whether turning the control makes other data.
func (c Control) ChangesData() bool { return c.data != "" }

var (
	lambdaLadder   = halfDecades(-4, 4).withZero()
	l2Ladder       = halfDecades(-4, 6).withZero()
	rateLadder     = halfDecades(-8, 1)
	momentumLadder = ladder{0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99}
	noiseLadder    = ladder{0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 1}
	ratioLadder    = ladder{0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}
	sampleLadder   = ladder{10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000}
	epochLadder    = ladder{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000, 200000, 500000, 1000000}
)

// Controls returns the table of controls in the order of the screen.
func Controls() []Control {
	return []Control{
		component("k", "k", "leading source components kept", "[", "]",
			func(p *model.Params) *int { return &p.K }),
		component("ktilde", "k̃", "leading target components left free", "{", "}",
			func(p *model.Params) *int { return &p.KTilde }),
		number("lambda", "λ", "weight of the target's alignment term", "<", ">", lambdaLadder,
			func(p *model.Params) *float64 { return &p.Lambda }),
		epochsControl(),
		rateControl(),
		angleControl(),
		noiseControl(),
		seedControl(),
		implicitControl(),
		tailControl(),
		advanced(number("l2", "L2", "weight of a ridge term ‖w‖²", "", "", l2Ladder,
			func(p *model.Params) *float64 { return &p.L2 })),
		momentumControl(),
		choice("nesterov", "Nesterov", "gradient at the extrapolated point", "",
			"false", "true", func(p *model.Params) *bool { return &p.Nesterov }),
		samples("n", "how many samples the source has", "N", func(s *datasets.Spec) *int { return &s.N }),
		samples("m", "how many samples the target has", "M", func(s *datasets.Spec) *int { return &s.M }),
		ratioControl(),
	}
}

// ControlByName returns the control of that name.
func ControlByName(name string) (Control, bool) {
	for _, c := range Controls() {
		if c.Name == name {
			return c, true
		}
	}
	return Control{}, false
}

func advanced(c Control) Control {
	c.Advanced = true
	return c
}

// component is a control of k or k̃, from 1 to d; its position is logarithmic.
func component(name, label, help, down, up string, field func(*model.Params) *int) Control {
	return Control{
		Name: name, Label: label, Help: help, Down: down, Up: up, Width: 3,
		Format: func(s State) string { return strconv.Itoa(*field(&s.Params)) },
		Parse: func(s State, text string) (State, error) {
			v, err := strconv.Atoi(text)
			if err != nil || v < 1 {
				return s, fmt.Errorf("%w: %s %q is not a whole number ≥ 1", ErrValue, name, text)
			}
			*field(&s.Params) = v
			return s, nil
		},
		Step: func(s State, l Limits, n int) State {
			v := field(&s.Params)
			*v = max(1, min(l.D, *v+n))
			return s
		},
		Place: func(s State, l Limits) float64 {
			if l.D <= 1 {
				return 0
			}
			return math.Log(float64(*field(&s.Params))) / math.Log(float64(l.D))
		},
	}
}

// number is a control of a number ≥ 0 on a ladder.
func number(name, label, help, down, up string, rungs ladder, field func(*model.Params) *float64) Control {
	return Control{
		Name: name, Label: label, Help: help, Down: down, Up: up, Width: 4,
		Format: func(s State) string { return formatNumber(*field(&s.Params)) },
		Parse: func(s State, text string) (State, error) {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil || !(v >= 0) || math.IsInf(v, 0) {
				return s, fmt.Errorf("%w: %s %q is not a number ≥ 0", ErrValue, name, text)
			}
			*field(&s.Params) = v
			return s, nil
		},
		Step: func(s State, _ Limits, n int) State {
			v := field(&s.Params)
			*v = rungs.step(*v, n)
			return s
		},
		Place: func(s State, _ Limits) float64 { return rungs.place(*field(&s.Params)) },
	}
}

func epochsControl() Control {
	return Control{
		Name: "epochs", Label: "epochs", Help: "full-batch steps of gradient descent", Down: "E", Up: "e", Width: 7,
		Format: func(s State) string { return strconv.Itoa(s.Params.Epochs) },
		Parse: func(s State, text string) (State, error) {
			v, err := strconv.Atoi(text)
			if err != nil || v < 1 || v > 1e9 {
				return s, fmt.Errorf("%w: epochs %q is not a whole number from 1 to 1000000000", ErrValue, text)
			}
			s.Params.Epochs = v
			return s, nil
		},
		Step: func(s State, _ Limits, n int) State {
			s.Params.Epochs = int(epochLadder.step(float64(s.Params.Epochs), n))
			return s
		},
		Place: func(s State, _ Limits) float64 { return epochLadder.place(float64(s.Params.Epochs)) },
	}
}

// rateControl steps from auto to paper and on to numbers.
func rateControl() Control {
	rung := func(r model.Rate) float64 {
		switch r.Rule {
		case model.RateAuto:
			return 0
		case model.RatePaper:
			return 1
		}
		return 2 + rateLadder.place(r.Value)*float64(len(rateLadder)-1)
	}
	return Control{
		Name: "rate", Label: "rate", Help: "step size: auto, paper (1/2σ₁), a number", Down: ";", Up: "'", Width: 5,
		Format: func(s State) string {
			if s.Params.Rate.Rule == model.RateFixed {
				return formatNumber(s.Params.Rate.Value)
			}
			return s.Params.Rate.String()
		},
		Parse: func(s State, text string) (State, error) {
			rate, err := model.ParseRate(text)
			if err != nil {
				return s, fmt.Errorf("%w: rate %q is neither auto, paper nor a positive number", ErrValue, text)
			}
			s.Params.Rate = rate
			return s, nil
		},
		Step: func(s State, _ Limits, n int) State {
			if fixed := s.Params.Rate; n > 0 && fixed.Rule == model.RateFixed && fixed.Value > rateLadder[len(rateLadder)-1] {
				return s // typed, beyond the ladder
			}
			at := rung(s.Params.Rate)
			next := math.Floor(at) + float64(n)
			if n < 0 {
				next = math.Ceil(at) + float64(n)
			}
			switch {
			case next < 0.5:
				s.Params.Rate = model.Rate{Rule: model.RateAuto}
			case next < 1.5:
				s.Params.Rate = model.Rate{Rule: model.RatePaper}
			default:
				i := min(len(rateLadder)-1, int(next)-2)
				s.Params.Rate = model.Rate{Rule: model.RateFixed, Value: rateLadder[i]}
			}
			return s
		},
		Place: func(s State, _ Limits) float64 { return rung(s.Params.Rate) / float64(len(rateLadder)+1) },
	}
}

func momentumControl() Control {
	c := number("momentum", "momentum", "β of the heavy ball, or of Nesterov", "", "", momentumLadder,
		func(p *model.Params) *float64 { return &p.Momentum })
	c.Advanced = true
	parse := c.Parse
	c.Parse = func(s State, text string) (State, error) {
		next, err := parse(s, text)
		if err == nil && next.Params.Momentum >= 1 {
			err = fmt.Errorf("%w: momentum %q is not in [0, 1)", ErrValue, text)
		}
		if err != nil {
			return s, err
		}
		return next, nil
	}
	return c
}
