package session

import (
	"math"
	"sync"

	"larui/model"
)

// Controls returns the options that keys turn, in the order of flags: the parameters of LAR and the
// options for random samples. Not every control has an effect on every pair: see Option.AppliesTo.
// Callers must not change the slice.
func Controls() []Option { return controls() }

// controls makes the table once, since every frame uses it.
var controls = sync.OnceValue(func() []Option {
	return []Option{
		componentOption(Option{Name: "k", Label: "k", Help: "how many leading directions of the source carry the label", Down: "[", Up: "]"},
			func(s *State) *int { return &s.Params.K }),
		componentOption(Option{Name: "ktilde", Label: "k̃", Help: "how many leading directions of the target stay free", Down: "{", Up: "}"},
			func(s *State) *int { return &s.Params.KTilde }),
		decimalOption(Option{Name: "lambda", Label: "λ", Help: "how strongly the target pulls (weight of the target's alignment term)", Down: "<", Up: ">", Width: 4},
			lambdaLadder, atLeastZero, func(s *State) *float64 { return &s.Params.Lambda }),
		addEndValue(wholeOption(Option{Name: "epochs", Label: "epochs", Help: "steps of full-batch gradient descent; end: until it settles", Down: "(", Up: ")", Width: 7},
			epochLadder, 1, ToTheEnd, func(s *State) *int { return &s.Params.Epochs })),
		rateOption(Option{Name: "rate", Label: "rate", Help: "step size: auto, paper (1/(2σ₁)), or a number", Down: ";", Up: "'", Width: 5},
			rateLadder, func(s *State) *model.LearningRate { return &s.Params.Rate }),
		decimalOption(Option{Name: "angle", Label: "angle", Help: "rotation of the target in degrees", Down: "a", Up: "A", Width: 5, Changes: TargetPart, DefinesPair: true},
			angleLadder, degreeBound, func(s *State) *float64 { return &s.Spec.Angle }),
		decimalOption(Option{Name: "noise", Label: "noise", Help: "standard deviation of noise in the features", Down: "n", Up: "N", Width: 4, Changes: SourcePart, DefinesPair: true},
			noiseLadder, atLeastZero, func(s *State) *float64 { return &s.Spec.Noise }),
		seedOption(Option{Name: "seed", Label: "seed", Help: "random seed of samples and of validation rows", Up: "#", Width: 3, Changes: SourcePart},
			func(s *State) *uint64 { return &s.Spec.Seed }),
		switchOption(Option{Name: "keep-implicit", Label: "keep implicit", Help: "keep the source's implicit term in the objective", Up: "i", Width: 5, Advanced: true},
			false, true, func(s *State) *bool { return &s.Params.KeepImplicit }),
		choiceOption(Option{Name: "tail", Label: "tail", Help: "domain whose singular values weigh the directions beyond k̃: target (paper) or source", Up: "t", Width: 6, Advanced: true,
			Values: []string{"target", "source"}},
			[]model.Tail{model.TargetTail, model.SourceTail}, func(s *State) *model.Tail { return &s.Params.Tail }),
		decimalOption(Option{Name: "l2", Label: "L2", Help: "weight of a ridge term ‖w‖²", Width: 4, Advanced: true},
			l2Ladder, atLeastZero, func(s *State) *float64 { return &s.Params.L2 }),
		decimalOption(Option{Name: "momentum", Label: "momentum", Help: "momentum β of descent (heavy ball or Nesterov)", Width: 4, Advanced: true},
			momentumLadder, belowOne, func(s *State) *float64 { return &s.Params.Momentum }),
		switchOption(Option{Name: "nesterov", Label: "Nesterov", Help: "Nesterov's momentum: gradient at the extrapolated point", Width: 5, Advanced: true},
			false, true, func(s *State) *bool { return &s.Params.Nesterov }),
		wholeOption(Option{Name: "n", Label: "n", Help: "how many samples the source has", Width: 6, Advanced: true, Changes: SourcePart},
			sampleLadder, 1, math.MaxInt, func(s *State) *int { return &s.Spec.N }),
		wholeOption(Option{Name: "m", Label: "m", Help: "how many samples the target has", Width: 6, Advanced: true, Changes: TargetPart},
			sampleLadder, 1, math.MaxInt, func(s *State) *int { return &s.Spec.M }),
		decimalOption(Option{Name: "ratio", Label: "ratio", Help: "share of the first class kept in the source", Width: 4, Advanced: true, Changes: SourcePart},
			ratioLadder, shareBound, func(s *State) *float64 { return &s.Spec.Ratio }),
	}
})
