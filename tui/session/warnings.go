package session

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/datasets/wording"
	"larui/model"
	"larui/tui/number"
)

// A Warning is a caution about the numbers of a pair or of a solution. Code is for programs, Text is
// a line for the command line.
type Warning struct {
	Code string `json:"code"`
	Text string `json:"text"`
	// Fact is Text without the advice to give a flag, for screens, which name a key instead. It is
	// empty if no key helps.
	Fact string `json:"-"`
}

// Codes of warnings that a key of the screen helps against.
const (
	// ScaleCode is the code of the warning that features differ in scale; a key of the screen
	// standardizes them.
	ScaleCode = "scale"
	// SourceCode: LAR loses the fit to the source's labels. ClassCode: LAR hardly predicts a class.
	// ChangedCode: LAR changes most predictions. OverlapCode: leading directions of source and
	// target hardly overlap.
	SourceCode  = "source-lost"
	ClassCode   = "class-lost"
	ChangedCode = "changed"
	OverlapCode = "overlap"
)

// Codes of warnings for which the screen names no key to press.
const (
	// unknownCode: a quantity is unknown. tieCode: the singular values before and after k or k̃ are
	// equal. tailCode: the sum over the source's directions beyond k̃ ends at the rank of the
	// target, although the rank of the source is larger.
	unknownCode = "unknown"
	tieCode     = "tie"
	tailCode    = "tail"
)

// lostCode marks the warning that features nearly repeat each other.
const lostCode = "lost"

// largestLostShare is the largest share without a warning of model.Problem.LostResidualShare: of
// the squared residual of least squares that a direction would explain if rounding did not hide it.
// A direction that has nothing to do with the label explains about 1/n.
const largestLostShare = 0.1

const standardizeRemedy = "--standardize source helps"

func newWarning(code, fact, remedy string) Warning { return Warning{code, fact + "; " + remedy, fact} }

// Warnings returns the warnings of a pair. sides has the spectrum of the source and, optionally, of
// the target.
func Warnings(pair *datasets.Pair, sides ...*model.Side) (warnings []Warning) {
	for _, guess := range pair.Guesses {
		warnings = append(warnings, Warning{"guess", guess, ""})
	}
	for i, domain := range []model.Domain{pair.Source, pair.Target}[:len(sides)] {
		if drowned := sides[i].Drowned; len(drowned) > 0 {
			return append(warnings, scaleWarning(pair, []string{"source", "target"}[i], domain.X, drowned))
		}
	}
	if w, unequal := unequalScaleWarning(pair); unequal {
		warnings = append(warnings, w)
	}
	return warnings
}

// Warnings returns the warnings of the session's pair.
func (s *Session) Warnings() []Warning { return s.warnings }

func (s *Session) computeWarnings() []Warning {
	warnings := Warnings(s.Pair, &s.Problem.Src, &s.Problem.Tgt)
	if lost := s.Problem.LostResidualShare(); lost > largestLostShare {
		fact := fmt.Sprintf("features nearly repeat each other: rounding loses their difference, which explains %s of the residual of no adaptation",
			number.Percent(lost, 0))
		warnings = append(warnings, newWarning(lostCode, fact, "replace one of the features by the difference"))
	}
	return warnings
}

// ScaleWarning returns the session's warning that features differ in scale. warned is false without
// such a warning.
func (s *Session) ScaleWarning() (w Warning, warned bool) {
	if i := slices.IndexFunc(s.warnings, isScaleWarning); i >= 0 {
		return s.warnings[i], true
	}
	return w, false
}

// needsScaling reports whether the features differ in scale and the user has not said how to scale
// them.
func (s *Session) needsScaling(given OptionSet) bool {
	_, warned := s.ScaleWarning()
	return warned && !given.Has("standardize") && !given.Has("scale")
}

func isScaleWarning(w Warning) bool { return w.Code == ScaleCode }

// wideScaleRatio replaces datasets.UnequalScaleRatio, the least ratio of scales with a warning, if
// n < d. Least squares then takes the weights of least norm, which makes scales matter more: a
// feature that is 3 times smaller needs a weight that is 3 times larger and adds 3² times as much
// to the squared norm.
const wideScaleRatio = 3

// unequalScaleWarning ignores the constant feature, and pairs whose features are pixels.
func unequalScaleWarning(pair *datasets.Pair) (w Warning, unequals bool) {
	if pair.Name != datasets.FilesName || pair.Shape != (datasets.PictureShape{}) {
		return w, false
	}
	n, d := pair.Source.X.Dims()
	if pair.Bias {
		d--
	}
	bound := float64(datasets.UnequalScaleRatio)
	if pair.Source.Samples() < d {
		bound = wideScaleRatio
	}
	scales, highest := make([]float64, d), make([]float64, d)
	for j := range d {
		column := pair.Source.X.ColView(j)
		scales[j], highest[j] = mat.Norm(column, 2)/math.Sqrt(float64(n)), mat.Norm(column, math.Inf(1))
	}
	if sums := pair.Source.Sums; pair.Source.HasNoRows() { // X has only the mean
		means, variances := sums.MeansAndVariances()
		for j := range d {
			scales[j] = math.Sqrt(means[j]*means[j] + variances[j])
		}
		highest = scales
	}
	ratio, largest, least := datasets.CompareScales(scales, highest)
	if !(ratio >= bound) {
		return w, false
	}
	fact := fmt.Sprintf("the features differ %s-fold in scale, from %s to %s, and small features hardly count",
		number.AllDigits(number.RoundDigits(ratio, 2)), pair.FeatureName(largest), pair.FeatureName(least))
	return newWarning(ScaleCode, fact, standardizeRemedy), true
}

// Bounds beyond which SolutionWarnings warns.
const (
	// leastFitKept is the least share of no adaptation's fit to the source's labels that LAR keeps
	// without a warning. For comparison: rotating the boundary between evenly spread classes by 45°
	// costs half of the fit, and in the paper's example LAR keeps three quarters.
	leastFitKept = 0.5
	// leastClassRatio is the least ratio without a warning of two shares of a class: the share of
	// target rows predicted to have the class, divided by the share of source rows labelled with
	// it. If the class is equally frequent in both domains, its recall in the target is at most
	// this ratio.
	leastClassRatio = 0.25
	// mostChanged is the largest share without a warning of target rows for which LAR and no
	// adaptation predict different classes. They can't both be right on such a row. If more than
	// half of all rows are such rows, one of the two methods is wrong on more than a quarter of all
	// rows.
	mostChanged = 0.5
)

// leastOverlap returns the least σ_min without a warning. σ_min is the smallest singular value of
// V_kᵀṼ_k̃, where V_k and Ṽ_k̃ are the leading directions. For large λ, w tends to (V_kᵀṼ_k̃)⁺μ_k
// (thm:alignment). So an error of μ_k, the coefficients of least squares along V_k, grows by a
// factor of up to 1/σ_min. The relative error of μ_k is about 1/√n; if σ_min < 1/√n, the relative
// error of w can be more than 1.
func (s *Session) leastOverlap() float64 { return 1 / math.Sqrt(float64(s.Problem.Src.N)) }

// SolutionWarnings returns the warnings of a solution: unknown quantities, weights that depend on
// rounding, and hints that predictions are bad, the gravest hint first. If the target has labels,
// hints are not needed and left out. theory may be nil, and is ignored if its parameters differ
// from the solution's.
func (s *Session) SolutionWarnings(solution *model.Solution, theory *model.Theory) (warnings []Warning) {
	signs, p := solution.Signs, solution.Params
	for _, unknown := range solution.UnknownResults() {
		warnings = append(warnings, Warning{unknownCode, unknown, unknown})
	}
	if tie := s.Problem.TieMessage(p); tie != "" {
		tie = "the weights depend on rounding: " + tie
		warnings = append(warnings, Warning{tieCode, tie, tie})
	}
	if cut := s.Problem.TailCutMessage(p); cut != "" {
		warnings = append(warnings, Warning{tailCode, cut, cut})
	}
	if signs == nil {
		return warnings
	}
	warn := func(code, format string, args ...any) {
		remedy := fmt.Sprintf("--k %d --lambda 0 is no adaptation", s.Problem.D)
		if signs.Changed == 0 {
			remedy = "--standardize domain may help if the domains are shifted"
		}
		warnings = append(warnings, newWarning(code, fmt.Sprintf(format, args...), remedy))
	}
	method := "LAR"
	if signs.Changed == 0 {
		method = "no adaptation"
	}
	if signs.Kept < leastFitKept {
		none, lar := solution.None.Source, solution.Descent.Source
		lost := "loses " + number.Digits(number.RoundDecimals(100*none.Accuracy, 1)-number.RoundDecimals(100*lar.Accuracy, 1), 3) + " points"
		if s.Pair.Task == model.Regression {
			lost = fmt.Sprintf("has %s times the error", number.Digits(lar.MSE/none.MSE, 2))
		}
		warn(SourceCode, "LAR %s on the source, so it loses most of the fit to the labels", lost)
	}
	if s.Pair.Task != model.Regression && signs.Predicted < leastClassRatio*signs.Labelled {
		warn(ClassCode, "%s predicts class %s for %s of the target; the class is %s of the source", method,
			s.Pair.ClassName(signs.Class), number.Percent(signs.Predicted, 1), number.Percent(signs.Labelled, 1))
	}
	if signs.Changed > mostChanged {
		warn(ChangedCode, "LAR and no adaptation disagree on %s of the target: one of them is wrong on at least half of these rows",
			number.Percent(signs.Changed, 1))
	}
	if theory != nil && theory.Params == p && p.Lambda > 0 && theory.HeadOverlapMin < s.leastOverlap() {
		warn(OverlapCode, "the leading directions of both domains hardly overlap (σ_min %s), so noise in the labels decides",
			number.Digits(theory.HeadOverlapMin, 2))
	}
	return warnings
}

// scaleWarning warns of features that are so small that rounding loses them in XᵀX. drowned lists
// their indices; domain names the domain of x.
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
	fact := fmt.Sprintf("the features of the %s differ %s-fold in scale: %s is so large that descent and the leading components lose %d of %d features (%s)",
		domain, number.AllDigits(number.RoundDigits(norms[largest]/least, 1)), pair.FeatureName(largest), len(drowned), d, wording.JoinFirst(names, named))
	return newWarning(ScaleCode, fact, standardizeRemedy)
}

// nearEndShare is the share of the way to least squares from which descent counts as near its end.
// On the paper's pairs descent comes 0.96 of the way within 500 epochs. paperEpochs is the paper's
// largest number of epochs. Fewer epochs give no warning, since early stopping is part of the
// method.
const nearEndShare, paperEpochs = 0.8, 5000

// SlowDescentWarnings warns if gradient descent without adaptation stays far from least squares at
// every rate, after paperEpochs or, if the solution has more epochs, after these. The text says
// what share of the way from w = 0 to least squares descent has come, and gives the scores of no
// adaptation and of least squares.
func (s *Session) SlowDescentWarnings(ctx context.Context, solution *model.Solution) ([]Warning, error) {
	params := solution.Params
	params.Epochs = max(params.Epochs, paperEpochs)
	reach, err := model.NewSolver(s.Problem).CompareWithLimit(ctx, params)
	if err != nil || solution.None.Diverges || !(reach.Share < nearEndShare) {
		return nil, err
	}
	here, end, domain := solution.None.Target, reach.End.Target, "target"
	if math.IsNaN(end.MSE) {
		here, end, domain = solution.None.Source, reach.End.Source, "source"
	}
	scores := fmt.Sprintf("its accuracy on the %s is %s, and least squares has %s", domain, number.Percent(here.Accuracy, 1), number.Percent(end.Accuracy, 1))
	if s.Pair.Task == model.Regression {
		scores = fmt.Sprintf("its squared error on the %s is %s, and least squares has %s", domain, number.PaddedDigits(here.MSE, 4), number.PaddedDigits(end.MSE, 4))
	}
	text := fmt.Sprintf("by epoch %s descent comes only %s of the way to least squares, whatever the rate: %s",
		number.AllDigits(float64(params.Epochs)), number.Percent(math.Max(0, reach.Share), 1), scores)
	if s.Pair.Name == datasets.FilesName {
		text += "; " + standardizeRemedy
	}
	return []Warning{{Code: "stuck", Text: text}}, nil
}
