package session

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"sync"

	"larui/model"
	"larui/tui/number"
)

// What can be turned.

var (
	lambdaLadder   = halfDecades(-4, 4).withZero()
	l2Ladder       = halfDecades(-4, 6).withZero()
	rateLadder     = halfDecades(-8, 1)
	momentumLadder = ladder{0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99}
	epochLadder    = ladder{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000, 200000, 500000, 1000000}
	noiseLadder    = ladder{0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 1}
	ratioLadder    = ladder{0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}
	sampleLadder   = ladder{10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000}
)

// Controls returns the options that can be turned, in the order of screen and help:
// the parameters of the method and which samples a pair has. How many of these it can
// have is for the pair to say.
func Controls() []Option { return slices.Clone(controls()) }

// controls makes the table once: it is asked for at every frame.
var controls = sync.OnceValue(func() []Option {
	return []Option{
		component(Option{Name: "k", Label: "k", Help: "leading source components kept", Down: "[", Up: "]"},
			func(s *State) *int { return &s.Params.K }),
		component(Option{Name: "ktilde", Label: "k̃", Help: "leading target components left free", Down: "{", Up: "}"},
			func(s *State) *int { return &s.Params.KTilde }),
		decimal(Option{Name: "lambda", Label: "λ", Help: "weight of the target's alignment term", Down: "<", Up: ">", Width: 4},
			lambdaLadder, atLeastZero, "a number ≥ 0", func(s *State) *float64 { return &s.Params.Lambda }),
		whole(Option{Name: "epochs", Label: "epochs", Help: "full-batch steps of gradient descent", Down: "E", Up: "e", Width: 7},
			epochLadder, 1, 1e9, func(s *State) *int { return &s.Params.Epochs }),
		rate(Option{Name: "rate", Label: "rate", Help: "step size: auto, paper (1/2σ₁), a number", Down: ";", Up: "'", Width: 5}),
		angle(Option{Name: "angle", Label: "angle", Help: "rotation of the target in degrees", Down: "A", Up: "a", Width: 5, Changes: Target}),
		decimal(Option{Name: "noise", Label: "noise", Help: "deviation of noise in the features", Down: "N", Up: "n", Width: 4, Changes: Source},
			noiseLadder, atLeastZero, "a number ≥ 0", func(s *State) *float64 { return &s.Spec.Noise }),
		seed(Option{Name: "seed", Label: "seed", Help: "seed of samples and of rows set aside", Down: "S", Up: "s", Width: 3, Changes: Source}),
		switched(Option{Name: "keep-implicit", Label: "keep implicit", Help: "keep the source's own term", Up: "i", Width: 5, Advanced: true},
			func(s *State) *bool { return &s.Params.KeepImplicit }),
		chosen(Option{Name: "tail", Label: "tail", Help: "σ of the tail: target (paper) or source", Up: "t", Width: 6, Advanced: true,
			Values: []string{"target", "source"}},
			[]model.Tail{model.TargetTail, model.SourceTail}, func(s *State) *model.Tail { return &s.Params.Tail }),
		decimal(Option{Name: "l2", Label: "L2", Help: "weight of a ridge term ‖w‖²", Width: 4, Advanced: true},
			l2Ladder, atLeastZero, "a number ≥ 0", func(s *State) *float64 { return &s.Params.L2 }),
		decimal(Option{Name: "momentum", Label: "momentum", Help: "β of the heavy ball, or of Nesterov", Width: 4, Advanced: true},
			momentumLadder, func(v float64) bool { return v >= 0 && v < 1 }, "in [0, 1)",
			func(s *State) *float64 { return &s.Params.Momentum }),
		switched(Option{Name: "nesterov", Label: "Nesterov", Help: "gradient at the extrapolated point", Width: 5, Advanced: true},
			func(s *State) *bool { return &s.Params.Nesterov }),
		whole(Option{Name: "n", Label: "n", Help: "how many samples the source has", Width: 6, Advanced: true, Changes: Source},
			sampleLadder, 1, math.MaxInt, func(s *State) *int { return &s.Spec.N }),
		whole(Option{Name: "m", Label: "m", Help: "how many samples the target has", Width: 6, Advanced: true, Changes: Target},
			sampleLadder, 1, math.MaxInt, func(s *State) *int { return &s.Spec.M }),
		decimal(Option{Name: "ratio", Label: "ratio", Help: "share of the first class kept in the source", Width: 4, Advanced: true, Changes: Source},
			ratioLadder, func(v float64) bool { return v > 0 && v <= 1 }, "a share in (0, 1]",
			func(s *State) *float64 { return &s.Spec.Ratio }),
	}
})

// component is an option of k or k̃, from 1 to d; its position is logarithmic.
func component(o Option, at func(*State) *int) Option {
	o.Width = 3
	o = whole(o, nil, 1, math.MaxInt, at)
	o.Step = func(s State, l Limits, n int) State {
		*at(&s) = max(1, min(l.D, *at(&s)+n))
		return s
	}
	o.Place = func(s State, l Limits) float64 {
		if l.D <= 1 {
			return 0
		}
		return math.Log(float64(*at(&s))) / math.Log(float64(l.D))
	}
	return o
}

// rate steps from auto to paper and on to numbers.
func rate(o Option) Option {
	rung := func(r model.Rate) float64 {
		switch r.Rule {
		case model.RateAuto:
			return 0
		case model.RatePaper:
			return 1
		}
		return 2 + rateLadder.place(r.Value)*float64(len(rateLadder)-1)
	}
	write := func(r model.Rate) string {
		if r.Rule == model.RateFixed {
			return number.Short(r.Value)
		}
		return r.String()
	}
	o = holding(o, func(s *State) *model.Rate { return &s.Params.Rate }, write, func(text string) (model.Rate, error) {
		r, err := model.ParseRate(text)
		if err != nil {
			return r, errors.New("is neither auto, paper nor a positive number")
		}
		return r, nil
	})
	o.Step = func(s State, _ Limits, n int) State {
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
	}
	o.Place = func(s State, _ Limits) float64 { return rung(s.Params.Rate) / float64(len(rateLadder)+1) }
	return o
}

// angleStep is how many degrees one key turns the target by.
const angleStep = 5

func angle(o Option) Option {
	write := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	o = holding(o, func(s *State) *float64 { return &s.Spec.Angle }, write, func(text string) (float64, error) {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || !(math.Abs(v) <= 360) {
			return 0, errors.New("is not a number of degrees from -360 to 360")
		}
		return v, nil
	})
	o.Step = func(s State, _ Limits, n int) State {
		// An angle beyond half a turn, which was typed, turns back only.
		if n > 0 && s.Spec.Angle < 180 || n < 0 && s.Spec.Angle > -180 {
			s.Spec.Angle = math.Max(-180, math.Min(180, s.Spec.Angle+float64(n)*angleStep))
		}
		return s
	}
	o.Place = func(s State, _ Limits) float64 { return math.Max(0, math.Min(1, (s.Spec.Angle+180)/360)) }
	return o
}

func seed(o Option) Option {
	const highest = 1<<63 - 1
	write := func(v uint64) string { return strconv.FormatUint(v, 10) }
	o = holding(o, func(s *State) *uint64 { return &s.Spec.Seed }, write, func(text string) (uint64, error) {
		v, err := strconv.ParseUint(text, 10, 63)
		if err != nil {
			return 0, errors.New("is not a whole number ≥ 0")
		}
		return v, nil
	})
	o.Step = func(s State, _ Limits, n int) State {
		switch {
		case n < 0 && uint64(-n) > s.Spec.Seed:
			s.Spec.Seed = 0
		case n < 0:
			s.Spec.Seed -= uint64(-n)
		default:
			s.Spec.Seed = min(highest, s.Spec.Seed+uint64(n))
		}
		return s
	}
	o.Place = func(s State, _ Limits) float64 { return math.Min(1, float64(s.Spec.Seed)/100) }
	return o
}
