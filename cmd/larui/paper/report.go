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

// A Report is what an experiment measured beside what the paper says.
type Report struct {
	Name, Title, Where string
	// Protocol are sentences that say what exactly was run: which rows, which
	// grid, how hyperparameters were chosen.
	Protocol []string
	Rows     []Row
	Claims   []Claim
	Curves   []Curve
	// Panels of the figure show samples, before those of the curves.
	Panels []figure.Panel
	// Notes explain differences.
	Notes []string
	Seeds []uint64
	// Units is the number of units, and Work the time that all of them took
	// together, whenever they ran: on several cores less time passes. Resumed
	// counts those that a journal held, and Elapsed is the time of this run.
	Units, Resumed int
	Work, Elapsed  time.Duration
	// Times are the parts of Work that methods took, where an experiment has several.
	Times []MethodTime
}

// A MethodTime is how long the units of a method took together.
type MethodTime struct {
	Method string
	Units  int
	Work   time.Duration
}

// spend counts the time of a unit of a method, none where that is empty.
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

// A Row is one number of the paper beside ours.
type Row struct {
	// Group is the table's column or the figure's curve, Name what is measured.
	Group, Name string
	// Unit follows the numbers: "%", or empty.
	Unit string
	// Decimals is how many of them mean something.
	Decimals int
	// Paper is NaN where the paper gives no number.
	Paper float64
	Ours  Estimate
	// Tasks are the values that Ours is the mean of, one for each task in the order of the
	// tasks; nil where it is of something else.
	Tasks []float64
	// Within is by how much ours may differ to meet the paper's: not at all where it is
	// 0; NaN where nothing tells.
	Within float64
	// Chosen says which hyperparameters were chosen, empty where nothing was.
	Chosen string
}

// unknown stands for a number that the paper does not give.
func unknown() float64 { return math.NaN() }

// percent returns a row in percent.
func percent(group, name string, paper float64, ours Estimate) Row {
	return Row{Group: group, Name: name, Unit: "%", Decimals: 2, Paper: paper, Ours: ours}
}

// Difference returns ours less the paper's, NaN where the paper has no number.
func (r Row) Difference() float64 { return r.Ours.Mean - r.Paper }

// A Verdict says whether a number or a claim of the paper was met.
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

// Verdict tells whether ours is within what was allowed.
func (r Row) Verdict() Verdict {
	switch {
	case math.IsNaN(r.Paper) || math.IsNaN(r.Within):
		return Unjudged
	case math.Abs(r.Difference()) <= max(r.Within, exactly):
		return Met
	}
	return NotMet
}

// A Claim is a statement of the paper that our numbers bear out, contradict or leave open.
type Claim struct {
	Statement string
	// Measured says on which numbers the verdict stands.
	Measured string
	Verdict  Verdict
}

// claim adds a claim.
func (r *Report) claim(v Verdict, statement, measured string) {
	r.Claims = append(r.Claims, Claim{statement, measured, v})
}

// decide judges the claim that a number is above a limit, where the number lies between low and
// high: NaN, which is no end, leaves the claim open.
func decide(low, high, limit float64) Verdict {
	switch {
	case low > limit:
		return Holds
	case high <= limit:
		return Broken
	}
	return Open
}

// above judges the claim that the mean is above a limit by two standard errors.
func (e Estimate) above(limit float64) Verdict {
	return decide(e.Mean-2*e.StdErr, e.Mean+2*e.StdErr, limit)
}

// below judges the claim that the mean is below a limit likewise.
func (e Estimate) below(limit float64) Verdict {
	return Estimate{-e.Mean, e.StdErr, e.N}.above(-limit)
}

// within judges the claim that the mean is no further from zero than a limit.
func (e Estimate) within(limit float64) Verdict { return every(e.above(-limit), e.below(limit)) }

// counted judges the claim that something is true of so many tasks at least, where it is true of
// count and not known of rest.
func counted(count, rest, least int) Verdict {
	return decide(float64(count), float64(count+rest), float64(least)-0.5)
}

// judge judges a claim about numbers that are exact.
func judge(holds bool) Verdict {
	if holds {
		return Holds
	}
	return Broken
}

// every judges a claim of several parts.
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
	// X and Y say what the axes are, with units; x is drawn on a logarithmic axis.
	X, Y   string
	Points []Point
	// Style says what is drawn; figure.Plain leaves it to its place in the list.
	Style figure.Style
}

// plot adds a point to the report's curve of c's name, which begins as c.
func (r *Report) plot(c Curve, x float64, y Estimate, paper float64) {
	i := slices.IndexFunc(r.Curves, func(other Curve) bool { return other.Name == c.Name })
	if i < 0 {
		i = len(r.Curves)
		r.Curves = append(r.Curves, c)
	}
	r.Curves[i].Points = append(r.Curves[i].Points, Point{x, y, paper})
}

// A Point is one point of a curve; Paper is NaN where the paper gives no number.
type Point struct {
	X     float64
	Y     Estimate
	Paper float64
}

// ErrNoFigure: the report is one of numbers alone.
var ErrNoFigure = errors.New("nothing to draw")

// Figure returns the report's curves as a figure: a panel for each pair of axes,
// bands of one standard error, and what the paper (or its authors) have as rings.
// The error wraps ErrNoFigure.
func (r *Report) Figure() (figure.Figure, error) {
	if len(r.Curves) == 0 {
		return figure.Figure{}, fmt.Errorf("%w: %s has no curves", ErrNoFigure, r.Name)
	}
	f := figure.Figure{Title: r.Where + ": " + r.Title, Panels: slices.Clone(r.Panels)}
	if runs := len(r.Seeds); runs > 1 {
		f.Note = fmt.Sprintf("Means of %d runs; bands are one standard error.", runs)
		if r.Panels != nil {
			f.Note = fmt.Sprintf("Samples are those of seed 0, %d of each domain. ", drawnRows) + f.Note
		}
	}
	for _, c := range r.Curves {
		i := slices.IndexFunc(f.Panels, func(p figure.Panel) bool { return p.X.Label == c.X && p.Y.Label == c.Y })
		if i < 0 {
			i = len(f.Panels)
			f.Panels = append(f.Panels, figure.Panel{X: figure.Axis{Label: c.X, Log: true}, Y: figure.Axis{Label: c.Y}})
		}
		c.addTo(&f.Panels[i])
	}
	const side = 2
	f.Columns = min(side, len(f.Panels))
	return f, nil
}

// addTo adds the curve to a panel.
func (c Curve) addTo(p *figure.Panel) {
	style := c.Style
	if style == figure.Plain {
		style = figure.Series(len(p.Curves))
	}
	// The axis is said beside it, and needs no saying in the legend.
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

// An Estimate is the mean of N values, and its standard error: NaN where N is
// below 2.
type Estimate struct {
	Mean, StdErr float64
	N            int
}

// estimate returns the mean of values and its standard error, s/√N with the
// sample's standard deviation s.
func estimate(values []float64) Estimate {
	e := Estimate{Mean: stat.Mean(values, nil), StdErr: math.NaN(), N: len(values)}
	if e.N > 1 {
		e.StdErr = stat.StdErr(stat.StdDev(values, nil), float64(e.N))
	}
	return e
}

// String writes the mean with its sign and, where it is known, its standard error.
func (e Estimate) String() string {
	text := fmt.Sprintf("%+.2f", e.Mean)
	if !math.IsNaN(e.StdErr) {
		text += fmt.Sprintf(" ± %.2f", e.StdErr)
	}
	return text
}

// lead is by how much a is ahead of b, paired over tasks, pairs or seeds, and measured says so in points.
func lead(a, b []float64, over string) (gap Estimate, measured string) {
	gaps := slices.Clone(a)
	floats.Sub(gaps, b)
	gap, measured = estimate(gaps), ""
	if gap.N > 1 {
		measured = fmt.Sprintf("ahead in %d and behind in %d of %d %s, by ", ahead(a, b), ahead(b, a), gap.N, over)
	}
	return gap, fmt.Sprintf("%s%v points", measured, gap)
}

// leaveOut notes what is left out for want of data.
func (r *Report) leaveOut(missing []string, instead string) {
	if missing != nil {
		r.Notes = append(r.Notes, "Left out, since their data are not there: "+strings.Join(missing, ", ")+"."+instead)
	}
}

// losses says on which tasks values are below no adaptation's, and by how much.
func losses(values, none []float64, name func(task int) string) (all []string) {
	for i, v := range values {
		if gap := none[i] - v; gap > exactly {
			all = append(all, fmt.Sprintf("%s by %.1f", name(i), gap))
		}
	}
	return all
}

// ahead counts the tasks in which a is above b.
func ahead(a, b []float64) int {
	count := 0
	for i := range a {
		if a[i] > b[i] {
			count++
		}
	}
	return count
}

// collect returns what of says of each of all.
func collect[T, V any](all []T, of func(T) V) []V {
	values := make([]V, len(all))
	for i, v := range all {
		values[i] = of(v)
	}
	return values
}

// percentages returns values times 100.
func percentages(values []float64) []float64 {
	return collect(values, func(v float64) float64 { return 100 * v })
}
