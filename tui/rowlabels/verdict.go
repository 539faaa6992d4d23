package rowlabels

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"larui/datasets"
	"larui/datasets/modelfile"
	"larui/datasets/wording"
	"larui/model"
	"larui/model/labelling"
	"larui/tui/number"
)

// A Verdict is the result of the answers.
type Verdict struct {
	// Gain is the advantage of the first candidate: in accuracy, or for regression in mean squared
	// error. Fixed is its interval for a number of labels fixed beforehand, Anytime its interval if
	// one may stop at any answer. A regression has no Fixed. Unknown values are NaN.
	Gain           float64
	Fixed, Anytime labelling.Interval
	// Decision follows from Anytime. If it is open, More is the number of further labels that would
	// probably decide, 0 for a regression.
	Decision labelling.Decision
	More     int
	// Agree counts the answers that agree with the first candidate, Of the answers that agree with
	// one of the two. Sign is the p-value of the sign test.
	Agree, Of int
	Sign      float64
}

// Judge returns the counts and the verdict of answers. It is an error if the candidates differ on
// none of their rows.
func (c *Contest) Judge(answers []datasets.Answer) (modelfile.AnswerSummary, Verdict, error) {
	told, err := c.Comparison.Summarize(answers)
	if err == nil && told.Asked == 0 {
		err = errors.New("on none of its rows do " + c.First.Name + " and " + c.Second.Name + " differ")
	}
	if err != nil {
		return told, Verdict{}, err
	}
	return told, c.judge(told), nil
}

func (c *Contest) judge(told modelfile.AnswerSummary) (v Verdict) {
	nan := math.NaN()
	v = Verdict{Gain: nan, Fixed: labelling.Interval{Low: nan, High: nan}, Anytime: labelling.Interval{Low: nan, High: nan}, Sign: nan}
	switch {
	case told.Answered == 0:
	case c.Session.Pair.Task == model.Regression:
		v.Gain, v.Anytime = told.Falls.Gain(), told.Falls.Anytime(Level)
		v.Decision = v.Anytime.Decision()
	default:
		s := told.Sample
		first, second, _ := s.Count()
		v.Gain, v.Fixed, v.Anytime = s.Gain(), s.Fixed(Level), s.Anytime(Level)
		v.Decision, v.More = v.Anytime.Decision(), s.More(Level)
		v.Agree, v.Of, v.Sign = first, first+second, s.SignTest()
	}
	return v
}

// SwapsClasses reports whether so many answers contradict the first candidate that its classes seem to be
// swapped (p < 0.05 in the sign test).
func (v Verdict) SwapsClasses() bool {
	const seldom = 0.05
	return 2*v.Agree < v.Of && v.Sign < seldom
}

// Decided returns the decision in one or two sentences.
func (c *Contest) Decided(told modelfile.AnswerSummary, v Verdict) string {
	first, second := c.First.Name, c.Second.Name
	switch {
	case told.Answered == 0:
		return "No answers yet."
	case v.Decision == labelling.Keep:
		return fmt.Sprintf("keep: %s predicts better than %s, however often you look.", first, second)
	case v.Decision == labelling.Drop:
		return fmt.Sprintf("drop: %s predicts better than %s, however often you look.", second, first)
	case told.Answered+told.Unsure == len(c.Differ):
		return "open: no row is left to label."
	case math.IsNaN(v.Anytime.Low) && told.Falls.Outside() == 0:
		return fmt.Sprintf("open: there is no interval without %s.", c.bounds())
	case math.IsNaN(v.Anytime.Low):
		return fmt.Sprintf("open: there is no interval with %s outside of %s.", wording.Plural(told.Falls.Outside(), "label"), c.bounds())
	}
	most := strings.TrimPrefix(c.FormatGain(max(v.Anytime.High, -v.Anytime.Low)), "+")
	if c.Session.Pair.Task == model.Regression {
		return fmt.Sprintf("open: more labels may decide; at most %s are at stake.", most)
	}
	return fmt.Sprintf("open: about %s would decide; at most %s points are at stake.", wording.Plural(v.More, "more answer"), most)
}

// bounds returns the range of labels that the interval of a regression assumes.
func (c *Contest) bounds() string {
	f, bounds := c.NewRegressionSample(), "the range of the source's labels, wider by a quarter on each side, in which all labels are assumed to lie"
	if math.IsNaN(f.Least) {
		return bounds + "; of these only sums are known"
	}
	return fmt.Sprintf("%s: %s to %s", bounds, number.PaddedDigits(f.Least, 4), number.PaddedDigits(f.Most, 4))
}

// SwappedClassesWarning says that the classes of the first candidate seem to be swapped. It is empty if they
// don't.
func (c *Contest) SwappedClassesWarning(v Verdict) string {
	if !v.SwapsClasses() {
		return ""
	}
	return fmt.Sprintf("%d of %d agree with %s, too few for chance: its labels are turned there (sign test, p = %s).", v.Agree, v.Of, c.First.Name, number.Digits(v.Sign, 2))
}

// FormatInterval formats an interval of the gain, in points of accuracy or in squared error.
func (c *Contest) FormatInterval(i labelling.Interval) string {
	return c.FormatGain(i.Low) + " to " + c.FormatGain(i.High)
}

// FormatGain formats a gain, in points of accuracy or in squared error.
func (c *Contest) FormatGain(gain float64) string {
	if c.Session.Pair.Task == model.Regression {
		return number.PaddedDigits(gain, 4)
	}
	return strings.ReplaceAll(fmt.Sprintf("%+.1f", 100*gain), "-", "−")
}
