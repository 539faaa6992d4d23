package rowlabels

import (
	"fmt"
	"math"
	"strings"

	"larui/datasets"
	"larui/datasets/modelfile"
	"larui/datasets/wording"
	"larui/model/labelling"
	"larui/tui/number"
)

// A Verdict is the decision between two models that follows from the answers.
type Verdict struct {
	// Gain is the accuracy of the first model minus the accuracy of the second. In a regression, it
	// is the squared error of the second model minus the squared error of the first. Fixed and
	// Anytime are confidence intervals of the gain. Fixed is valid if the number of labels was
	// fixed beforehand, Anytime after any answer. Unknown values are NaN; Fixed is unknown in a
	// regression.
	Gain           float64
	Fixed, Anytime labelling.Interval
	// Decision is for the model that Anytime favours, if any. MoreLabels is the smallest number of further
	// labels that can decide. It is 0 in a regression, and if too few rows are left.
	Decision   labelling.Decision
	MoreLabels int
	// IsFirstSwapped reports whether the first model seems to swap two classes: by Anytime, it is
	// wrong on more than half of the target's rows.
	IsFirstSwapped bool
}

// Judge returns the counts and the verdict of answers. It returns an error if the models agree on
// all rows of the answers.
func (c *Contest) Judge(answers []datasets.Answer) (modelfile.AnswerSummary, Verdict, error) {
	told, err := c.Comparison.Summarize(answers)
	if err == nil && told.Asked == 0 {
		err = fmt.Errorf("%s and %s predict the same for every row of the file", c.First.Name, c.Second.Name)
	}
	if err != nil {
		return told, Verdict{}, err
	}
	return told, c.newVerdict(told), nil
}

func (c *Contest) newVerdict(told modelfile.AnswerSummary) (v Verdict) {
	nan := math.NaN()
	v = Verdict{Gain: nan, Fixed: labelling.Interval{Low: nan, High: nan}, Anytime: labelling.Interval{Low: nan, High: nan}}
	switch {
	case told.Answered == 0:
	case c.isRegression():
		v.Gain, v.Anytime = told.RegressionSample.Gain(), told.RegressionSample.AnytimeInterval(ConfidenceLevel)
		v.Decision = v.Anytime.Decision()
	default:
		s := told.Sample
		v.Gain, v.Fixed, v.Anytime = s.Gain(), s.FixedInterval(ConfidenceLevel), s.AnytimeInterval(ConfidenceLevel)
		v.Decision, v.MoreLabels = v.Anytime.Decision(), s.FewestToDecide(ConfidenceLevel)
		// If the first model is right on the share p of the rows that differ, gain = s.Share·(2p −
		// 1), and the model is wrong on at least s.Share·(1 − p) of all rows: more than half if
		// gain < s.Share − 1.
		const rounding = 1e-9
		v.IsFirstSwapped = s.Binary && v.Anytime.High < s.Share-1-rounding
	}
	return v
}

// DescribeDecision returns the decision in one or two sentences.
func (c *Contest) DescribeDecision(told modelfile.AnswerSummary, v Verdict) string {
	first, second := c.First.Name, c.Second.Name
	switch {
	case told.Answered == 0:
		return "No answers yet."
	case v.Decision == labelling.Keep:
		text := fmt.Sprintf("keep %s: it predicts better than %s, with 90 %% confidence.", first, second)
		switch s := c.Solution; {
		case s == nil:
		case s.Lambda == 0:
			text += fmt.Sprintf(" But at λ = 0 this %s ignores the target.", first)
		case c.Session.Problem.IsTailEmpty(s.Params):
			text += fmt.Sprintf(" But k̃ = %d leaves no direction for λ to weigh: this %s ignores the target.", s.KTilde, first)
		}
		return text
	case v.Decision == labelling.Drop:
		text := fmt.Sprintf("drop %s: %s predicts better, with 90 %% confidence.", first, second)
		if v.IsFirstSwapped {
			text += fmt.Sprintf(" %s is wrong on most rows of the target: its classes seem to be swapped.", first)
		}
		return text
	case told.Answered+told.Unsure == len(c.Differ):
		return "open: no row is left to label."
	case math.IsNaN(v.Anytime.Low) && told.RegressionSample.CountOutOfBounds() == 0:
		return fmt.Sprintf("open: an interval needs a lower and an upper limit of the labels: %s.", c.describeLabelBounds())
	case math.IsNaN(v.Anytime.Low):
		return fmt.Sprintf("open: there is no interval of the gain with %s outside of %s.", wording.Plural(told.RegressionSample.CountOutOfBounds(), "label"), c.describeLabelBounds())
	}
	most := strings.TrimPrefix(c.FormatGain(max(v.Anytime.High, -v.Anytime.Low)), "+")
	if c.isRegression() {
		return fmt.Sprintf("open: more labels may decide; the squared error changes by at most %s.", most)
	}
	if v.MoreLabels == 0 {
		return "open: the rows left are too few to decide."
	}
	return fmt.Sprintf("open: %s for one model can decide; the gain or loss is at most %s points.", wording.Plural(v.MoreLabels, "more answer"), most)
}

func (c *Contest) describeLabelBounds() string {
	f, bounds := c.NewRegressionSample(), "the range of the source's labels, extended by a quarter on each side"
	if math.IsNaN(f.Least) {
		return bounds + " (unknown: only sums of the labels are known)"
	}
	return fmt.Sprintf("%s (%s to %s)", bounds, number.PaddedDigits(f.Least, 4), number.PaddedDigits(f.Most, 4))
}

// IsOpen reports whether the answers do not decide yet.
func (v Verdict) IsOpen() bool { return v.Decision == labelling.Open }

// PrefersSecond reports whether the answers decide for the second candidate.
func (v Verdict) PrefersSecond() bool { return v.Decision == labelling.Drop }

// FormatInterval formats an interval of the gain, in points of accuracy or in squared error.
func (c *Contest) FormatInterval(i labelling.Interval) string {
	return c.FormatGain(i.Low) + " to " + c.FormatGain(i.High)
}

// FormatGain formats a gain, in points of accuracy or in squared error.
func (c *Contest) FormatGain(gain float64) string {
	if c.isRegression() {
		return number.PaddedDigits(gain, 4)
	}
	return strings.ReplaceAll(fmt.Sprintf("%+.1f", 100*gain), "-", "−")
}
