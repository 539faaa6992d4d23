package model

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

// A Tail selects the singular values that weight the target's tail directions.
type Tail int

const (
	// TargetTail uses the target's singular values, Σ_{i>k̃} σ̃_i²(ṽ_iᵀw)²: the paper, eq.
	// regression_reduction.
	TargetTail Tail = iota
	// SourceTail uses the source's singular values, Σ_{i>k̃} σ_i²(ṽ_iᵀw)², as in the published code of
	// the paper. If more than one ṽ_i is arbitrary, the sum ends at the target's rank, not at d
	// (Problem.TailCutMessage).
	SourceTail
	noTail
)

// String returns "target" or "source".
func (t Tail) String() string {
	if t == SourceTail {
		return "source"
	}
	return "target"
}

// A LearningRateRule selects how the step size is chosen.
type LearningRateRule int

const (
	// RateAuto is the smaller of the paper's step size and 0.9 of the largest stable step size.
	RateAuto LearningRateRule = iota
	// RatePaper is the paper's step size 1/(2σ₁).
	RatePaper
	// RateFixed is the step size in LearningRate.Value.
	RateFixed
)

// A LearningRate is a rule for the step size α of gradient descent on J/n. The zero value is RateAuto.
type LearningRate struct {
	Rule LearningRateRule
	// Value is α when the rule is RateFixed.
	Value float64
}

// String returns "auto", "paper" or the number.
func (r LearningRate) String() string {
	switch r.Rule {
	case RatePaper:
		return "paper"
	case RateFixed:
		return strconv.FormatFloat(r.Value, 'g', -1, 64)
	}
	return "auto"
}

// ParseLearningRate is the inverse of LearningRate.String.
func ParseLearningRate(s string) (LearningRate, error) {
	switch s {
	case "auto":
		return LearningRate{}, nil
	case "paper":
		return LearningRate{Rule: RatePaper}, nil
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || !(v > 0) || math.IsInf(v, 0) {
		return LearningRate{}, fmt.Errorf("%w: rate %q is not auto, paper or a positive number", ErrParams, s)
	}
	return LearningRate{Rule: RateFixed, Value: v}, nil
}

// ErrParams is wrapped by errors about a parameter outside its range.
var ErrParams = errors.New("invalid parameter")

// Params are the parameters that a user sets. The zero values of KeepImplicit, L2, Tail, Rate and
// Momentum select the paper's method.
type Params struct {
	// K and KTilde are the numbers of leading components k of the source and k̃
	// of the target, 1..d.
	K, KTilde int
	// Lambda ≥ 0 weights the label-alignment term of the target.
	Lambda float64
	// L2 ≥ 0 weights an additional ridge term ‖w‖².
	L2 float64
	// KeepImplicit keeps the source's term beyond k in the objective, as in the ablation of the
	// paper's section 6.1. With Lambda = 0 the objective is then plain least squares.
	KeepImplicit bool
	Tail         Tail
	// Epochs ≥ 1 is the number T of full-batch steps of descent.
	Epochs int
	Rate   LearningRate
	// Momentum is β in [0, 1) for the heavy-ball method (Polyak 1964) or, if Nesterov is set, for
	// Nesterov's accelerated gradient (1983).
	Momentum float64
	Nesterov bool
}

// RunParams are the Params of a run as reports and files print them. Readers of these files rely on
// the names and the order.
type RunParams struct {
	K              int     `json:"k"`
	KTilde         int     `json:"ktilde"`
	Lambda         float64 `json:"lambda"`
	L2             float64 `json:"l2"`
	RemoveImplicit bool    `json:"removeImplicit"`
	Tail           string  `json:"tail"`
	Epochs         int     `json:"epochs"`
	// Rate is the step size α of the run, and RateRule is "auto", "paper" or "fixed".
	Rate     float64 `json:"rate"`
	RateRule string  `json:"rateRule"`
	Momentum float64 `json:"momentum"`
	Nesterov bool    `json:"nesterov,omitempty"`
}

// RunParams are the Params of a run as reports and files print them. Readers of these files rely on
// the names and the order.
func (p Params) RunParams(rate float64) RunParams {
	rule := "fixed"
	if p.Rate.Rule != RateFixed {
		rule = p.Rate.String()
	}
	return RunParams{p.K, p.KTilde, p.Lambda, p.L2, !p.KeepImplicit, p.Tail.String(), p.Epochs, rate, rule, p.Momentum, p.Nesterov}
}

// Check returns an error that wraps ErrParams if a parameter is outside its range for d features.
func (p Params) Check(d int) error {
	switch {
	case p.K < 1 || p.K > d:
		return fmt.Errorf("%w: k = %d is outside 1..%d", ErrParams, p.K, d)
	case p.KTilde < 1 || p.KTilde > d:
		return fmt.Errorf("%w: k̃ = %d is outside 1..%d", ErrParams, p.KTilde, d)
	case !(p.Lambda >= 0) || math.IsInf(p.Lambda, 0):
		return fmt.Errorf("%w: λ = %v is not a number ≥ 0", ErrParams, p.Lambda)
	case !(p.L2 >= 0) || math.IsInf(p.L2, 0):
		return fmt.Errorf("%w: l2 = %v is not a number ≥ 0", ErrParams, p.L2)
	case p.Epochs < 1:
		return fmt.Errorf("%w: epochs = %d is below 1", ErrParams, p.Epochs)
	case !(p.Momentum >= 0 && p.Momentum < 1):
		return fmt.Errorf("%w: momentum = %v is outside [0, 1)", ErrParams, p.Momentum)
	case p.Rate.Rule == RateFixed && (!(p.Rate.Value > 0) || math.IsInf(p.Rate.Value, 0)):
		return fmt.Errorf("%w: rate = %v is not a positive number", ErrParams, p.Rate.Value)
	}
	return nil
}

// Adapts reports whether LAR at p with d features differs from least squares on the source.
func (p Params) Adapts(d int) bool { return p.Lambda != 0 || p.K < d }

// WithoutAdaptation returns the parameters of least squares on the source, with the epochs, rate and
// momentum of p.
func (p Params) WithoutAdaptation() Params {
	p.Lambda, p.L2, p.KeepImplicit = 0, 0, true
	return p
}
