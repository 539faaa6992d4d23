package paper

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"larui/cmd/larui/paper/figure"
)

// A Report has the results of an experiment with the numbers and claims of the paper.
type Report struct {
	Name, Title, Where string
	// Protocol describes the runs in sentences: the rows, the grid, the choice of hyperparameters.
	Protocol []string
	Rows     []Row
	Claims   []Claim
	Curves   []Curve
	// Panels has the panels with samples, drawn before the panels with curves.
	Panels []figure.Panel
	// Notes explains differences from the paper.
	Notes []string
	Seeds []uint64
	// Units is the number of units and Work the sum of their durations, in this run and earlier
	// ones. Resumed is the number of units from the journal. Elapsed is the duration of this run.
	Units, Resumed int
	Work, Elapsed  time.Duration
	// Times has the parts of Work by method, in an experiment with several methods.
	Times []MethodTime
}

// A MethodTime is the total duration of the units of a method.
type MethodTime struct {
	Method string
	Units  int
	Work   time.Duration
}

// spend adds the duration of a unit to Work and, if method is not empty, to Times.
func (r *Report) spend(method string, work time.Duration) {
	r.Work += work
	if method == "" {
		return
	}
	i := slices.IndexFunc(r.Times, func(t MethodTime) bool { return t.Method == method })
	if i < 0 {
		i = len(r.Times)
		r.Times = append(r.Times, MethodTime{Method: method})
	}
	r.Times[i].Units++
	r.Times[i].Work += work
}

// A Row is a number of the paper and ours.
type Row struct {
	// Group is the column of the table or the curve of the figure, Name the measured quantity.
	Group, Name string
	// Unit is the unit of the numbers: "%" or empty.
	Unit string
	// Decimals is the number of decimals to print.
	Decimals int
	// Paper is NaN if the paper gives no number.
	Paper float64
	Ours  Estimate
	// SeedErr is the standard error over seeds where Ours has the error over tasks; 0 or NaN if
	// unknown.
	SeedErr float64
	// Tasks has the values averaged in Ours, one for each task in the order of the tasks; nil if
	// Ours is another kind of mean.
	Tasks []float64
	// Within is the largest difference from Paper that counts as met; 0 demands equality, NaN means
	// no verdict.
	Within float64
	// Chosen names the chosen hyperparameters; empty for no choice.
	Chosen string
}

// unknown returns NaN, for a number that the paper does not give.
func unknown() float64 { return math.NaN() }

// percent returns a row in percent, which meets the paper's number within a difference.
func percent(group, name string, paper, within float64, ours Estimate) Row {
	return Row{Group: group, Name: name, Unit: "%", Decimals: 2, Paper: paper, Ours: ours, Within: within}
}

// share returns a row in percent without a number of the paper.
func share(group, name string, ours Estimate) Row { return percent(group, name, unknown(), 0, ours) }

// unjudged returns a row without a number of the paper.
func unjudged(group, name string, decimals int, ours Estimate) Row {
	return Row{Group: group, Name: name, Decimals: decimals, Paper: unknown(), Ours: ours}
}

// Difference returns Ours minus Paper; NaN if the paper gives no number.
func (r Row) Difference() float64 { return r.Ours.Mean - r.Paper }

// A Verdict is the result of comparing a number or a claim of the paper with ours.
type Verdict string

// The verdicts.
const (
	Met      Verdict = "met"
	NotMet   Verdict = "not met"
	Unjudged Verdict = "" // nothing to compare with
	Holds    Verdict = "holds"
	Broken   Verdict = "does not hold"
	Open     Verdict = "open" // the runs do not decide
	exactly          = 1e-9
)

// Verdict compares the difference with Within.
func (r Row) Verdict() Verdict {
	switch {
	case math.IsNaN(r.Paper) || math.IsNaN(r.Within):
		return Unjudged
	case math.Abs(r.Difference()) <= max(r.Within, exactly):
		return Met
	}
	return NotMet
}

// A Claim is a statement of the paper that our numbers confirm, contradict or leave open.
type Claim struct {
	Statement string
	// Measured describes the numbers behind the verdict.
	Measured string
	Verdict  Verdict
}

// add adds rows.
func (r *Report) add(rows ...Row) { r.Rows = append(r.Rows, rows...) }

// note adds a note.
func (r *Report) note(format string, values ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, values...))
}

// claim adds a claim; format and values describe the numbers behind the verdict.
func (r *Report) claim(v Verdict, statement, format string, values ...any) {
	r.Claims = append(r.Claims, Claim{statement, fmt.Sprintf(format, values...), v})
}

// decide judges the claim that a number in the interval from low to high is above a limit: Holds if
// low is above the limit, Broken if high is not, else Open. A bound of NaN decides nothing.
func decide(low, high, limit float64) Verdict {
	switch {
	case low > limit:
		return Holds
	case high <= limit:
		return Broken
	}
	return Open
}

// above judges whether the mean is above a limit by more than two standard errors.
func (e Estimate) above(limit float64) Verdict {
	return decide(e.Mean-2*e.StdErr, e.Mean+2*e.StdErr, limit)
}

// below judges whether the mean is below a limit by more than two standard errors.
func (e Estimate) below(limit float64) Verdict {
	return Estimate{-e.Mean, e.StdErr, e.N}.above(-limit)
}

// within judges whether the mean is between -limit and limit, by two standard errors.
func (e Estimate) within(limit float64) Verdict { return every(e.above(-limit), e.below(limit)) }

// counted judges whether a property holds in at least least tasks, given that it holds in count
// tasks and is unknown in rest tasks.
func counted(count, rest, least int) Verdict {
	return decide(float64(count), float64(count+rest), float64(least)-0.5)
}

// judge returns the verdict on a claim about exact numbers.
func judge(holds bool) Verdict {
	if holds {
		return Holds
	}
	return Broken
}

// every judges a claim with several parts: Broken if a part is broken, else Open if a part is open,
// else Holds.
func every(parts ...Verdict) Verdict {
	for _, v := range []Verdict{Broken, Open} {
		if slices.Contains(parts, v) {
			return v
		}
	}
	return Holds
}

// A Curve is a line of a figure.
type Curve struct {
	Name string
	// X and Y are the labels of the axes, with units. The x axis is logarithmic.
	X, Y   string
	Points []Point
	// Style is the style of the curve; figure.Plain selects a style by the position in the list.
	Style figure.Style
}

// plot adds a point to the curve with c's name; a new curve starts as a copy of c.
func (r *Report) plot(c Curve, x float64, y Estimate, paper float64) {
	i := slices.IndexFunc(r.Curves, func(other Curve) bool { return other.Name == c.Name })
	if i < 0 {
		i = len(r.Curves)
		r.Curves = append(r.Curves, c)
	}
	r.Curves[i].Points = append(r.Curves[i].Points, Point{x, y, paper})
}

// A Point is a point of a curve; Paper is NaN if the paper gives no number.
type Point struct {
	X     float64
	Y     Estimate
	Paper float64
}

// ErrNoFigure is the error for a report without curves.
var ErrNoFigure = errors.New("nothing to draw")

// Figure returns the report's panels and curves as a figure: a panel for each pair of axes, bands
// of one standard error, and the numbers of the paper or its authors as rings. The error wraps
// ErrNoFigure.
func (r *Report) Figure() (figure.Figure, error) {
	if len(r.Curves) == 0 {
		return figure.Figure{}, fmt.Errorf("%w: %s has no curves", ErrNoFigure, r.Name)
	}
	f := figure.Figure{Title: r.Where + ": " + r.Title, Panels: slices.Clone(r.Panels)}
	if runs := len(r.Seeds); runs > 1 {
		f.Note = fmt.Sprintf("Means of %d runs; bands are one standard error.", runs)
		if r.Panels != nil {
			f.Note = fmt.Sprintf("The samples of seed 0, %d of each domain. ", drawnRows) + f.Note
		}
	}
	for _, c := range r.Curves {
		i := slices.IndexFunc(f.Panels, func(p figure.Panel) bool { return p.X.Label == c.X && p.Y.Label == c.Y })
		if i < 0 {
			i = len(f.Panels)
			f.Panels = append(f.Panels, figure.Panel{X: figure.Axis{Label: c.X, Log: true}, Y: figure.Axis{Label: c.Y}})
		}
		c.addTo(&f.Panels[i])
		if r.Panels != nil {
			f.Panels[i].Title = fmt.Sprintf("(%c) %s", 'a'+i, strings.TrimSuffix(c.Y, ", %"))
		}
	}
	f.Columns = len(f.Panels)
	if f.Columns > 3 {
		f.Columns = 2
	}
	return f, nil
}

// addTo adds the curve to a panel.
func (c Curve) addTo(p *figure.Panel) {
	style := either(c.Style == figure.Plain, figure.Series(len(p.Curves)), c.Style)
	// The legend omits the part of the name that labels an axis.
	line := figure.Curve{Name: strings.TrimSuffix(strings.TrimSuffix(c.Name, ": "+c.Y), " over "+c.X), Style: style, Marks: len(c.Points) < 12}
	theirs := figure.Points{Name: "published", Style: style, Mark: figure.Ring, Scale: 1.6}
	banded := false
	for _, point := range c.Points {
		line.X, line.Y, line.Error = append(line.X, point.X), append(line.Y, point.Y.Mean), append(line.Error, point.Y.StdErr)
		banded = banded || point.Y.StdErr > 0
		if !math.IsNaN(point.Paper) {
			theirs.X, theirs.Y = append(theirs.X, point.X), append(theirs.Y, point.Paper)
		}
	}
	if !banded {
		line.Error = nil
	}
	p.Curves = append(p.Curves, line)
	if theirs.X != nil {
		p.Points = append(p.Points, theirs)
	}
}

// An Estimate is the mean of N values and its standard error, which is NaN for N below 2.
type Estimate struct {
	Mean, StdErr float64
	N            int
}

// average returns the mean of values.
func average(values []float64) float64 { return stat.Mean(values, nil) }

// estimate returns the mean of values and its standard error s/√N, where s is the sample standard
// deviation.
func estimate(values []float64) Estimate {
	e := Estimate{Mean: average(values), StdErr: math.NaN(), N: len(values)}
	if e.N > 1 {
		e.StdErr = stat.StdErr(stat.StdDev(values, nil), float64(e.N))
	}
	return e
}

// String formats the mean with its sign and, if known, its standard error.
func (e Estimate) String() string {
	text := fmt.Sprintf("%+.2f", e.Mean)
	if !math.IsNaN(e.StdErr) {
		text += fmt.Sprintf(" ± %.2f", e.StdErr)
	}
	return text
}

// lead returns the mean difference of a and b, paired over tasks, pairs or seeds, and a description
// of the difference in points.
func lead(a, b []float64, over string) (gap Estimate, measured string) {
	gaps := slices.Clone(a)
	floats.Sub(gaps, b)
	gap, measured = estimate(gaps), ""
	if gap.N > 1 {
		measured = fmt.Sprintf("ahead in %d and behind in %d of %d %s, by ", ahead(a, b), ahead(b, a), gap.N, over)
	}
	return gap, fmt.Sprintf("%s%v points", measured, gap)
}

// leaveOut adds a note on tasks left out because their data are missing.
func (r *Report) leaveOut(missing []string, instead string) {
	if missing != nil {
		r.note("Left out, since their data are not there: %s.%s", strings.Join(missing, ", "), instead)
	}
}

// ahead returns the number of tasks with a above b.
func ahead(a, b []float64) int {
	count := 0
	for i := range a {
		if a[i] > b[i] {
			count++
		}
	}
	return count
}

// collect returns f of each element of all.
func collect[T, V any](all []T, f func(T) V) []V {
	values := make([]V, len(all))
	for i, v := range all {
		values[i] = f(v)
	}
	return values
}

// percentages returns values multiplied by 100.
func percentages(values []float64) []float64 {
	return collect(values, func(v float64) float64 { return 100 * v })
}
