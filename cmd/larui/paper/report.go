package paper

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"larui/cmd/larui/paper/figure"
)

// A Report has the results of an experiment beside the numbers and claims of the paper.
type Report struct {
	Name, Title, Where string
	// Protocol has sentences on the runs: rows, grid, and choice of hyperparameters.
	Protocol []string
	Rows     []Row
	Claims   []Claim
	Curves   []Curve
	// Panels are drawn before the panels with Curves.
	Panels []figure.Panel
	// Notes are sentences on further results and on differences from the paper.
	Notes []string
	Seeds []uint64
	// Units is the number of all units, Resumed the number of units from the journal. Work is the
	// total duration of all units, Elapsed the duration of this run.
	Units, Resumed int
	Work, Elapsed  time.Duration
	// Times has the share of each method in Work; units without a method are left out.
	Times []MethodTime
}

// A MethodTime has the number and total duration of a method's units.
type MethodTime struct {
	Method string
	Units  int
	Work   time.Duration
}

func (r *Report) addWork(method string, work time.Duration) {
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

// A Row has our number beside the paper's number for the same quantity.
type Row struct {
	// Group is the column of the table or the curve of the figure, Name the measured quantity.
	Group, Name string
	// Unit is the unit of both numbers: "%", "points" or empty.
	Unit string
	// Decimals is the number of decimals to print.
	Decimals int
	// Paper is the number in the paper; NaN if unknown.
	Paper float64
	Ours  Estimate
	// SeedErr is the standard error of Ours.Mean over seeds if Ours.StdErr is the standard error
	// over tasks; 0 or NaN if unknown.
	SeedErr float64
	// Tasks has the values of the tasks whose mean is Ours; nil if Ours is another kind of mean.
	Tasks []float64
	// Within is the largest difference between Ours and Paper for the verdict Met; 0 demands equal
	// numbers, NaN means no verdict.
	Within float64
	// Chosen describes the chosen hyperparameters; empty if nothing is chosen.
	Chosen string
}

// unknown stands for a number that the paper does not give; it is NaN.
var unknown = math.NaN()

func percentRow(group, name string, paper, within float64, ours Estimate) Row {
	return Row{Group: group, Name: name, Unit: "%", Decimals: 2, Paper: paper, Ours: ours, Within: within}
}

func unjudgedPercentRow(group, name string, ours Estimate) Row {
	return percentRow(group, name, unknown, 0, ours)
}

func unjudgedRow(group, name string, decimals int, ours Estimate) Row {
	return Row{Group: group, Name: name, Decimals: decimals, Paper: unknown, Ours: ours}
}

// Difference returns Ours minus Paper; NaN if the paper has no number.
func (r Row) Difference() float64 { return r.Ours.Mean - r.Paper }

// A Verdict says whether our numbers agree with a number or a claim of the paper.
type Verdict string

// Met, NotMet and Unjudged are verdicts on rows, the others on claims. Numbers that differ by at
// most equalWithin count as equal.
const (
	Met         Verdict = "met"
	NotMet      Verdict = "not met"
	Unjudged    Verdict = "" // nothing to compare with
	Holds       Verdict = "holds"
	Broken      Verdict = "does not hold"
	Open        Verdict = "open" // the runs do not decide
	equalWithin         = 1e-9
)

func (r Row) Verdict() Verdict {
	switch {
	case math.IsNaN(r.Paper) || math.IsNaN(r.Within):
		return Unjudged
	case math.Abs(r.Difference()) <= max(r.Within, equalWithin):
		return Met
	}
	return NotMet
}

// A Claim is a statement of the paper with a verdict on whether our numbers confirm the statement.
type Claim struct {
	Statement string
	// Measured has our numbers in words.
	Measured string
	Verdict  Verdict
}

func (r *Report) addRows(rows ...Row) { r.Rows = append(r.Rows, rows...) }

func (r *Report) addNote(format string, values ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, values...))
}

// addClaim adds a claim with the verdict v; format and values give Claim.Measured.
func (r *Report) addClaim(v Verdict, statement, format string, values ...any) {
	r.Claims = append(r.Claims, Claim{statement, fmt.Sprintf(format, values...), v})
}

// judgeInterval judges the claim that a number between low and high is above limit: Holds if low >
// limit; Broken if high ≤ limit; else Open. NaN gives Open.
func judgeInterval(low, high, limit float64) Verdict {
	switch {
	case low > limit:
		return Holds
	case high <= limit:
		return Broken
	}
	return Open
}

// judgeAbove judges the claim that the mean is above a limit; Holds requires a distance of two
// standard errors.
func (e Estimate) judgeAbove(limit float64) Verdict {
	return judgeInterval(e.Mean-2*e.StdErr, e.Mean+2*e.StdErr, limit)
}

func (e Estimate) judgeBelow(limit float64) Verdict {
	return Estimate{-e.Mean, e.StdErr, e.N}.judgeAbove(-limit)
}

// judgeWithin judges the claim that the mean is between −limit and limit; Holds requires a distance
// of two standard errors from both.
func (e Estimate) judgeWithin(limit float64) Verdict {
	return judgeAll(e.judgeAbove(-limit), e.judgeBelow(limit))
}

// judgeCount judges the claim that at least required tasks have a property. count tasks have the
// property, and undecided further tasks may have it.
func judgeCount(count, undecided, required int) Verdict {
	return judgeInterval(float64(count), float64(count+undecided), float64(required)-0.5)
}

// judgeExact returns the verdict on a claim about numbers without standard errors.
func judgeExact(holds bool) Verdict {
	if holds {
		return Holds
	}
	return Broken
}

// judgeAll judges a claim that consists of parts: Broken if a part is broken, else Open if a part
// is open, else Holds.
func judgeAll(parts ...Verdict) Verdict {
	for _, v := range []Verdict{Broken, Open} {
		if slices.Contains(parts, v) {
			return v
		}
	}
	return Holds
}

// A Curve is a line in the report's figure.
type Curve struct {
	Name string
	// X and Y are the labels of the axes. Curves with the same labels share a panel. The x axis is
	// logarithmic.
	X, Y   string
	Points []Point
	// Style is the style of the curve; figure.Plain selects a style by the number of curves in the
	// panel.
	Style figure.Style
}

// addPoint adds a point to the curve with the name of c, and creates this curve if it is missing.
func (r *Report) addPoint(c Curve, x float64, y Estimate, paper float64) {
	i := slices.IndexFunc(r.Curves, func(other Curve) bool { return other.Name == c.Name })
	if i < 0 {
		i = len(r.Curves)
		r.Curves = append(r.Curves, c)
	}
	r.Curves[i].Points = append(r.Curves[i].Points, Point{x, y, paper})
}

// A Point is a point of a curve; Paper is the number in the paper, NaN if unknown.
type Point struct {
	X     float64
	Y     Estimate
	Paper float64
}

// Figure draws the report's panels, then a panel for each pair of axis labels of the curves. Bands
// are one standard error, rings the published numbers.
func (r *Report) Figure() figure.Figure {
	f := figure.Figure{Title: r.Where + ": " + r.Title, Panels: slices.Clone(r.Panels)}
	if runs := len(r.Seeds); runs > 1 {
		f.Note = fmt.Sprintf("Means of %d runs; bands are one standard error.", runs)
		if r.Panels != nil {
			f.Note = fmt.Sprintf("The samples of seed 0, %d of each domain. ", panelRows) + f.Note
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
	return f
}

func (c Curve) addTo(p *figure.Panel) {
	style := ifElse(c.Style == figure.Plain, figure.SeriesStyle(len(p.Curves)), c.Style)
	// The legend shows the name of the curve, without the label of an axis at the end of the name.
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

// An Estimate is the mean of N values with its standard error, which is NaN for fewer than two
// values.
type Estimate struct {
	Mean, StdErr float64
	N            int
}

func average(values []float64) float64 { return stat.Mean(values, nil) }

// newEstimate returns the mean of values with its standard error s/√N, where s is the sample
// standard deviation.
func newEstimate(values []float64) Estimate {
	e := Estimate{Mean: average(values), StdErr: math.NaN(), N: len(values)}
	if e.N > 1 {
		e.StdErr = stat.StdErr(stat.StdDev(values, nil), float64(e.N))
	}
	return e
}

// String formats the mean with its sign and its standard error, if known.
func (e Estimate) String() string {
	text := fmt.Sprintf("%+.2f", e.Mean)
	if !math.IsNaN(e.StdErr) {
		text += fmt.Sprintf(" ± %.2f", e.StdErr)
	}
	return text
}

// meanLead returns the mean of the differences a[i] − b[i].
func meanLead(a, b []float64) Estimate {
	gaps := slices.Clone(a)
	floats.Sub(gaps, b)
	return newEstimate(gaps)
}

// meanLeadWithText returns the mean of the differences a[i] − b[i], and a text on this mean in
// points. over names the elements of a and b: "tasks", "pairs", "draws" or "seeds".
func meanLeadWithText(a, b []float64, over string) (gap Estimate, measured string) {
	gap = meanLead(a, b)
	if gap.N > 1 {
		measured = fmt.Sprintf("ahead in %d and behind in %d of %d %s, by ", countGreater(a, b), countGreater(b, a), gap.N, over)
	}
	return gap, fmt.Sprintf("%s%v points", measured, gap)
}

func (r *Report) noteMissingData(missing []string, advice string) {
	if missing != nil {
		r.addNote("Left out, because their data are missing: %s.%s", strings.Join(missing, ", "), advice)
	}
}

func countGreater(a, b []float64) int {
	count := 0
	for i := range a {
		if a[i] > b[i] {
			count++
		}
	}
	return count
}

func mapSlice[T, V any](all []T, f func(T) V) []V {
	values := make([]V, len(all))
	for i, v := range all {
		values[i] = f(v)
	}
	return values
}

func percentages(values []float64) []float64 {
	return mapSlice(values, func(v float64) float64 { return 100 * v })
}
