package tui

import (
	"fmt"
	"math"
	"strconv"

	"larui/datasets"
)

// The controls of generated and random data: turning one makes other samples.

// angleStep is how many degrees one key turns the target by.
const angleStep = 5

func angleControl() Control {
	return Control{
		Name: "angle", Label: "angle", Help: "rotation of the target in degrees", Down: "A", Up: "a", Width: 5, data: "Angle",
		Format: func(s State) string { return strconv.FormatFloat(s.Spec.Angle, 'f', -1, 64) },
		Parse: func(s State, text string) (State, error) {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil || !(math.Abs(v) <= 360) {
				return s, fmt.Errorf("%w: angle %q is not a number of degrees from -360 to 360", ErrValue, text)
			}
			s.Spec.Angle = v
			return s, nil
		},
		Step: func(s State, _ Limits, n int) State {
			// An angle beyond half a turn, which was typed, turns back only.
			if n > 0 && s.Spec.Angle < 180 || n < 0 && s.Spec.Angle > -180 {
				s.Spec.Angle = math.Max(-180, math.Min(180, s.Spec.Angle+float64(n)*angleStep))
			}
			return s
		},
		Place: func(s State, _ Limits) float64 { return math.Max(0, math.Min(1, (s.Spec.Angle+180)/360)) },
	}
}

func seedControl() Control {
	return Control{
		Name: "seed", Label: "seed", Help: "seed of samples and of rows set aside", Down: "S", Up: "s", Width: 3, data: "Seed",
		Format: func(s State) string { return strconv.FormatUint(s.Spec.Seed, 10) },
		Parse: func(s State, text string) (State, error) {
			v, err := strconv.ParseUint(text, 10, 63)
			if err != nil {
				return s, fmt.Errorf("%w: seed %q is not a whole number ≥ 0", ErrValue, text)
			}
			s.Spec.Seed = v
			return s, nil
		},
		Step: func(s State, _ Limits, n int) State {
			const highest = 1<<63 - 1
			switch {
			case n < 0 && uint64(-n) > s.Spec.Seed:
				s.Spec.Seed = 0
			case n < 0:
				s.Spec.Seed -= uint64(-n)
			default:
				s.Spec.Seed = min(highest, s.Spec.Seed+uint64(n))
			}
			return s
		},
		Place: func(s State, _ Limits) float64 { return math.Min(1, float64(s.Spec.Seed)/100) },
	}
}

func noiseControl() Control {
	return share("noise", "deviation of noise in the features", "N", "n", "Noise", noiseLadder,
		"is not a number ≥ 0", func(v float64) bool { return v >= 0 && !math.IsInf(v, 0) },
		func(s *datasets.Spec) *float64 { return &s.Noise })
}

func ratioControl() Control {
	return advanced(share("ratio", "share of the first class kept in the source", "", "", "Ratio", ratioLadder,
		"is not a share in (0, 1]", func(v float64) bool { return v > 0 && v <= 1 },
		func(s *datasets.Spec) *float64 { return &s.Ratio }))
}

// share is a control of a number of the data on a ladder; wrong says what a value
// that is not allowed is.
func share(name, help, down, up, data string, rungs ladder, wrong string, allowed func(float64) bool, field func(*datasets.Spec) *float64) Control {
	return Control{
		Name: name, Label: name, Help: help, Down: down, Up: up, Width: 4, data: data,
		Format: func(s State) string { return formatNumber(*field(&s.Spec)) },
		Parse: func(s State, text string) (State, error) {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil || !allowed(v) {
				return s, fmt.Errorf("%w: %s %q %s", ErrValue, name, text, wrong)
			}
			*field(&s.Spec) = v
			return s, nil
		},
		Step: func(s State, _ Limits, n int) State {
			v := field(&s.Spec)
			*v = rungs.step(*v, n)
			return s
		},
		Place: func(s State, _ Limits) float64 { return rungs.place(*field(&s.Spec)) },
	}
}

// samples is a control of a number of samples. How many a pair can have is for
// the pair to say.
func samples(name, help, data string, field func(*datasets.Spec) *int) Control {
	return Control{
		Name: name, Label: name, Help: help, Width: 6, Advanced: true, data: data,
		Format: func(s State) string { return strconv.Itoa(*field(&s.Spec)) },
		Parse: func(s State, text string) (State, error) {
			v, err := strconv.Atoi(text)
			if err != nil || v < 1 {
				return s, fmt.Errorf("%w: %s %q is not a whole number ≥ 1", ErrValue, name, text)
			}
			*field(&s.Spec) = v
			return s, nil
		},
		Step: func(s State, _ Limits, n int) State {
			v := field(&s.Spec)
			*v = int(sampleLadder.step(float64(*v), n))
			return s
		},
		Place: func(s State, _ Limits) float64 { return sampleLadder.place(float64(*field(&s.Spec))) },
	}
}
