package session

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
	"larui/tui/number"
)

// A Warning is a caution about the numbers of a pair or a solution. Code is for programs, Text is
// a line for the command line.
type Warning struct {
	Code string `json:"code"`
	Text string `json:"text"`
	// Fact is Text without the remedy, for screens, which name a key instead. It is empty if no
	// key helps.
	Fact string `json:"-"`
}

// Codes of warnings whose remedy has a key: features of unequal scale, and signs of a bad
// solution.
const (
	ScaleCode   = "scale"
	SourceCode  = "source-lost"
	ClassCode   = "class-lost"
	ChangedCode = "changed"
	OverlapCode = "overlap"
)

// Codes of the warnings of an unknown quantity, of equal singular values, and of a tail that ends
// early.
const (
	unknownCode = "unknown"
	tieCode     = "tie"
	tailCode    = "tail"
)

// lostCode marks the warning that features nearly repeat each other.
const lostCode = "lost"

// mostLost is the largest share, without a warning, of the least-squares residual that may lie
// along lost directions. By chance the share is about 1/n.
const mostLost = 0.1

const standardizing = "--standardize source mends that"

func newWarning(code, fact, remedy string) Warning { return Warning{code, fact + "; " + remedy, fact} }

// Warnings returns the warnings of a pair, given the side of its source and, optionally, of its
// target.
func Warnings(pair *datasets.Pair, sides ...*model.Side) (warnings []Warning) {
	for _, guess := range pair.Guesses {
		warnings = append(warnings, Warning{"guess", guess, ""})
	}
	for i, domain := range []model.Domain{pair.Source, pair.Target}[:len(sides)] {
		if drowned := sides[i].Drowned; len(drowned) > 0 {
			return append(warnings, scaleWarning(pair, []string{"source", "target"}[i], domain.X, drowned))
		}
	}
	if w, unequal := unequalWarning(pair); unequal {
		warnings = append(warnings, w)
	}
	return warnings
}

// Warnings returns the warnings of the session's pair.
func (s *Session) Warnings() []Warning { return s.warnings }

// computeWarnings computes the warnings of the session's pair.
func (s *Session) computeWarnings() []Warning {
	warnings := Warnings(s.Pair, &s.Problem.Src, &s.Problem.Tgt)
	if lost := s.Problem.Lost(); lost > mostLost {
		fact := fmt.Sprintf("features nearly repeat each other: rounding loses their differences, which would fit %s of the residual of no adaptation",
			number.Percent(lost, 0))
		warnings = append(warnings, newWarning(lostCode, fact, "replace one of them by that difference"))
	}
	return warnings
}

// ScaleWarning returns the session's warning of features of unequal scale, if any.
func (s *Session) ScaleWarning() (w Warning, warned bool) {
	if i := slices.IndexFunc(s.warnings, isScaleWarning); i >= 0 {
		return s.warnings[i], true
	}
	return w, false
}

// needsScale reports whether the features differ in scale and given leaves the scale open.
func (s *Session) needsScale(given OptionSet) bool {
	_, warned := s.ScaleWarning()
	return warned && !given.Has("standardize") && !given.Has("scale")
}

func isScaleWarning(w Warning) bool { return w.Code == ScaleCode }

// unequalWide replaces datasets.Unequal for fewer rows than features. Least squares is then the
// solution of least norm, in which the weight of a feature s times smaller costs s² as much, ten
// times for s = 3.
const unequalWide = 3

// unequalWarning returns a warning if the scales of the source's features in a file differ too
// much. The constant feature and pixels are left out.
func unequalWarning(pair *datasets.Pair) (w Warning, unequals bool) {
	if pair.Name != datasets.FilesName || pair.Shape != (datasets.Shape{}) {
		return w, false
	}
	n, d := pair.Source.X.Dims()
	if pair.Bias {
		d--
	}
	bound := float64(datasets.Unequal)
	if pair.Source.Samples() < d {
		bound = unequalWide
	}
	scales, highest := make([]float64, d), make([]float64, d) // of scales, first the sums of squares
	for i := range n {
		for j, v := range pair.Source.X.RawRowView(i)[:d] {
			scales[j] += v * v
			highest[j] = max(highest[j], math.Abs(v))
		}
	}
	for j, v := range scales {
		scales[j] = math.Sqrt(v / float64(n))
	}
	if sums := pair.Source.Sums; pair.Source.Rowless() { // X has only the mean
		means, variances := sums.Means()
		for j := range d {
			scales[j] = math.Sqrt(means[j]*means[j] + variances[j])
		}
		highest = scales
	}
	ratio, largest, least := datasets.CompareScales(scales, highest)
	if !(ratio >= bound) {
		return w, false
	}
	fact := fmt.Sprintf("the features differ %s-fold in scale, from %s to %s: small ones hardly count",
		number.Short(number.Round(ratio, 2)), pair.FeatureName(largest), pair.FeatureName(least))
	return newWarning(ScaleCode, fact, standardizing), true
}

// Bounds of the signs of a bad solution.
const (
	// Below leastKept, LAR has unlearned more than half of what no adaptation has learned from the
	// source's labels, the only labels there are. Turning the boundary between evenly spread
	// classes by 45° costs that half. In the paper's example, which LAR solves, LAR keeps three
	// quarters.
	leastKept = 0.5
	// leastOfClass is the smallest ratio of predicted to labelled rows of a class without a warning.
	// If the class is as frequent in the target as in the source, at most this share of its rows can
	// be right: below a quarter, three of four rows are missed.
	leastOfClass = 0.25
	// mostChanged is the largest share of changed predictions without a warning. Where two predictions
	// differ, at least one is wrong. Beyond a half, LAR or no adaptation is therefore wrong on at
	// least a quarter of all rows.
	mostChanged = 0.5
)

// leastOverlap returns the smallest head overlap σ_min without a warning. For large λ the solution
// tends to (V_kᵀṼ_k̃)⁺μ_k (thm:alignment), which magnifies the error of μ_k up to 1/σ_min times.
// The relative error of μ_k is about 1/√n for n labels, so for σ_min below 1/√n the error
// dominates.
func (s *Session) leastOverlap() float64 { return 1 / math.Sqrt(float64(s.Problem.Src.N)) }

// SolutionWarnings returns the warnings of a solution: unknown quantities, arbitrary weights, and signs
// beyond their bounds, the gravest first. A target with labels has no signs. theory may be nil, or
// belong to another setting.
func (s *Session) SolutionWarnings(solution *model.Solution, theory *model.Theory) (warnings []Warning) {
	signs, p := solution.Signs, solution.Params
	for _, unknown := range solution.Unknowns() {
		warnings = append(warnings, Warning{unknownCode, unknown, unknown})
	}
	if tie := s.Problem.TieMessage(p); tie != "" {
		warnings = append(warnings, Warning{tieCode, "the weights depend on rounding: " + tie, "the weights depend on rounding: " + tie})
	}
	if cut := s.Problem.TailCut(p); cut != "" {
		warnings = append(warnings, Warning{tailCode, cut, cut})
	}
	if signs == nil {
		return warnings
	}
	warn := func(code, format string, args ...any) {
		remedy := fmt.Sprintf("--k %d --lambda 0 is no adaptation", s.Problem.D)
		if signs.Changed == 0 {
			remedy = "--standardize domain may help where the domains are shifted"
		}
		warnings = append(warnings, newWarning(code, fmt.Sprintf(format, args...), remedy))
	}
	method := "LAR"
	if signs.Changed == 0 {
		method = "no adaptation"
	}
	if signs.Kept < leastKept {
		none, lar := solution.None.Source, solution.Descent.Source
		lost := "loses " + number.Digits(number.Fixed(100*none.Accuracy, 1)-number.Fixed(100*lar.Accuracy, 1), 3) + " points"
		if s.Pair.Task == model.Regression {
			lost = fmt.Sprintf("has %s times the error", number.Digits(lar.MSE/none.MSE, 2))
		}
		warn(SourceCode, "LAR %s on the source, most of the fit to its labels", lost)
	}
	if s.Pair.Task != model.Regression && signs.Predicted < leastOfClass*signs.Labelled {
		warn(ClassCode, "%s predicts class %s for %s of the target, it is %s of the source", method,
			s.Pair.ClassName(signs.Class), number.Percent(signs.Predicted, 1), number.Percent(signs.Labelled, 1))
	}
	if signs.Changed > mostChanged {
		warn(ChangedCode, "LAR and no adaptation disagree on %s of the target: one is wrong on half of that",
			number.Percent(signs.Changed, 1))
	}
	if theory != nil && theory.Params == p && p.Lambda > 0 && theory.HeadOverlapMin < s.leastOverlap() {
		warn(OverlapCode, "the heads hardly overlap, σ_min %s: noise in the labels decides",
			number.Digits(theory.HeadOverlapMin, 2))
	}
	return warnings
}

// scaleWarning returns the warning that the given features of x are too small for XᵀX.
func scaleWarning(pair *datasets.Pair, domain string, x *mat.Dense, drowned []int) Warning {
	const named = 3
	_, d := x.Dims()
	norms := make([]float64, d)
	for j := range norms {
		norms[j] = mat.Norm(x.ColView(j), 2)
	}
	largest := floats.MaxIdx(norms)
	var names []string
	least := norms[largest]
	for _, j := range drowned {
		names = append(names, pair.FeatureName(j))
		least = min(least, norms[j])
	}
	if len(names) > named {
		names = append(names[:named], "…")
	}
	fact := fmt.Sprintf("the features of the %s differ %s-fold in scale: beside %s, %d of %d (%s) are lost in descent and in the leading components",
		domain, number.Short(number.Round(norms[largest]/least, 1)), pair.FeatureName(largest), len(drowned), d, strings.Join(names, ", "))
	return newWarning(ScaleCode, fact, standardizing)
}

// nearEnd is the share of the way to least squares at which descent counts as near its end. On the
// paper's pairs descent reaches 0.96 within 500 epochs. paperEpochs is the paper's largest number
// of epochs. Descent has at least so many to come near its end, because stopping early is part of
// the method.
const nearEnd, paperEpochs = 0.8, 5000

// SlowDescentWarnings warns that descent without adaptation, and so every descent, stays far from its end at any
// rate. The text has the share of the way after paperEpochs, or after the solution's epochs if
// there are more, and compares the scores of no adaptation in the solution with those of least
// squares.
func (s *Session) SlowDescentWarnings(ctx context.Context, solution *model.Solution) ([]Warning, error) {
	params := solution.Params
	params.Epochs = max(params.Epochs, paperEpochs)
	reach, err := model.NewSolver(s.Problem).Reach(ctx, params)
	if err != nil || solution.None.Diverges || !(reach.Share < nearEnd) {
		return nil, err
	}
	here, end, domain := solution.None.Target, reach.End.Target, "target"
	if math.IsNaN(end.MSE) {
		here, end, domain = solution.None.Source, reach.End.Source, "source"
	}
	scores := fmt.Sprintf("%s of the %s right here, %s at the end", number.Percent(here.Accuracy, 1), domain, number.Percent(end.Accuracy, 1))
	if s.Pair.Task == model.Regression {
		scores = fmt.Sprintf("squared error %s on the %s here, %s at the end", number.Even(here.MSE, 4), domain, number.Even(end.MSE, 4))
	}
	text := fmt.Sprintf("by epoch %s descent comes only %s of the way to least squares, whatever the rate: %s",
		number.Short(float64(params.Epochs)), number.Percent(math.Max(0, reach.Share), 1), scores)
	if s.Pair.Name == datasets.FilesName {
		text += "; " + standardizing
	}
	return []Warning{{Code: "stuck", Text: text}}, nil
}
