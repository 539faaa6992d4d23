package annotate

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"larui/datasets"
	"larui/datasets/fitted"
	"larui/datasets/phrase"
	"larui/model"
	"larui/model/labelling"
	"larui/tui/number"
)

// A Verdict is what answers come to.
type Verdict struct {
	// Gain is by how much the first candidate is better: in accuracy, or by how much its mean
	// squared error is lower. Fixed holds it for a number of labels fixed beforehand, Anytime
	// whenever one looks; of a regression there is no Fixed. What is not known is NaN.
	Gain           float64
	Fixed, Anytime labelling.Interval
	// Decision follows Anytime. More is how many further labels would probably decide where it is
	// open, 0 for a regression.
	Decision labelling.Decision
	More     int
	// Agree counts the answers that are as the first candidate predicts, of those that are as
	// either, and Sign is how likely a coin falls so unevenly.
	Agree, Of int
	Sign      float64
}

// Tell returns what answers tell, and what that comes to. It is an error where none is on a row
// on which the candidates differ.
func (c *Contest) Tell(answers []datasets.Answer) (fitted.Told, Verdict, error) {
	told, err := c.Comparison.Tell(answers)
	if err == nil && told.Asked == 0 {
		err = errors.New("on none of its rows do " + c.First.Name + " and " + c.Second.Name + " differ")
	}
	if err != nil {
		return told, Verdict{}, err
	}
	return told, c.judge(told), nil
}

// judge judges what answers tell.
func (c *Contest) judge(told fitted.Told) (v Verdict) {
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

// Turned tells that the answers are so often otherwise than the first candidate predicts that
// its classes seem to be swapped there.
func (v Verdict) Turned() bool {
	const seldom = 0.05
	return 2*v.Agree < v.Of && v.Sign < seldom
}

// Decided says what the answers decide, in a sentence or two.
func (c *Contest) Decided(told fitted.Told, v Verdict) string {
	first, second := c.First.Name, c.Second.Name
	switch {
	case told.Answered == 0:
		return "Nothing is told yet."
	case v.Decision == labelling.Keep:
		return fmt.Sprintf("keep: %s predicts better than %s, whenever one looks.", first, second)
	case v.Decision == labelling.Drop:
		return fmt.Sprintf("drop: %s predicts better than %s, whenever one looks.", second, first)
	case told.Answered+told.Unsure == len(c.Differ):
		return "open: no row is left to label."
	case math.IsNaN(v.Anytime.Low) && told.Falls.Outside() == 0:
		return fmt.Sprintf("open: there is no interval without %s.", c.bounds())
	case math.IsNaN(v.Anytime.Low):
		return fmt.Sprintf("open: there is no interval with %s outside of %s.", phrase.Plural(told.Falls.Outside(), "label"), c.bounds())
	}
	also := ""
	if d := v.Fixed.Decision(); d != labelling.Open && told.Blank == 0 {
		also = fmt.Sprintf(" If exactly these %d were fixed beforehand, they say %s.", told.Answered, d)
	}
	most := strings.TrimPrefix(c.Amount(max(v.Anytime.High, -v.Anytime.Low)), "+")
	if c.Session.Pair.Task == model.Regression {
		return fmt.Sprintf("open: more labels may tell; either way it is a matter of at most %s.", most)
	}
	return fmt.Sprintf("open: %d more would probably tell; either way it is a matter of at most %s points.%s", v.More, most, also)
}

// bounds says where the interval of a regression takes all labels to lie.
func (c *Contest) bounds() string {
	f, bounds := c.Falls(), "the range of the source's labels and a quarter of it to either side, where all are taken to lie"
	if math.IsNaN(f.Least) {
		return bounds + "; of these only sums are known"
	}
	return fmt.Sprintf("%s: %s to %s", bounds, number.Even(f.Least, 4), number.Even(f.Most, 4))
}

// Swapped says that labels are turned, empty where nothing says so.
func (c *Contest) Swapped(v Verdict) string {
	if !v.Turned() {
		return ""
	}
	return fmt.Sprintf("%d of %d agree with %s, too few for chance: its labels are turned there (sign test, p = %s).", v.Agree, v.Of, c.First.Name, number.Digits(v.Sign, 2))
}

// Span writes an interval of the gain: in points of accuracy, or in squared error.
func (c *Contest) Span(i labelling.Interval) string {
	return c.Amount(i.Low) + " to " + c.Amount(i.High)
}

// Amount writes a gain: in points of accuracy, or in squared error.
func (c *Contest) Amount(gain float64) string {
	if c.Session.Pair.Task == model.Regression {
		return number.Even(gain, 4)
	}
	return strings.ReplaceAll(fmt.Sprintf("%+.1f", 100*gain), "-", "−")
}
