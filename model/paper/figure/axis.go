package figure

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// An interval is a range of an axis; zero is where on a logarithmic one zero
// stands, 0 without any.
type interval struct{ min, max, zero float64 }

type bounds struct{ x, y interval }

// widen returns the interval with the same middle and the length given, unless it
// is longer.
func (r interval) widen(length float64) interval {
	if more := (length - (r.max - r.min)) / 2; more > 0 {
		r.min, r.max = r.min-more, r.max+more
	}
	return r
}

// place returns where on the axis a value stands.
func (r interval) place(v float64) float64 {
	if r.zero > 0 && v < 1/largest {
		return r.zero
	}
	return v
}

// What can be told apart on an axis: numbers up to largest in magnitude, further
// apart than closest, relative to them.
const (
	largest = 1e100
	closest = 1e-9
)

// An extent collects values.
type extent struct {
	min, max, smallestPositive float64
	zero                       bool
}

func newExtent() extent {
	return extent{math.Inf(1), math.Inf(-1), math.Inf(1), false}
}

func (e *extent) take(values ...float64) {
	for _, v := range values {
		if !finite(v) {
			continue
		}
		e.min, e.max = math.Min(e.min, v), math.Max(e.max, v)
		if v >= 1/largest {
			e.smallestPositive = math.Min(e.smallestPositive, v)
		} else {
			e.zero = true
		}
	}
}

// interval returns the range of the axis that holds what the extent has taken.
func (a Axis) interval(e extent) interval {
	given := a.Min < a.Max && finite(a.Min, a.Max)
	switch {
	case a.Log:
		return a.decades(e)
	case given:
		return interval{min: a.Min, max: a.Max}
	case a.Ticks != nil:
		return interval{min: -0.5, max: float64(len(a.Ticks)) - 0.5}
	case e.min > e.max:
		return interval{max: 1}
	case e.max-e.min <= closest*math.Max(math.Abs(e.min), math.Abs(e.max)):
		by := math.Max(math.Abs(e.min)/10, 0.1)
		return interval{min: e.min - by, max: e.max + by}
	}
	by := (e.max - e.min) / 25
	r := interval{min: e.min - by, max: e.max + by}
	if e.min >= 0 && r.min < 0 {
		r.min = 0
	}
	if a.Percent && e.min >= 0 && e.max <= 1 {
		r.min, r.max = math.Max(r.min, 0), math.Min(r.max, 1+by/4)
	}
	return r
}

// decades is interval on a logarithmic axis.
func (a Axis) decades(e extent) interval {
	low, high := e.smallestPositive, e.max
	if a.Min < a.Max && a.Min >= 1/largest && a.Max <= largest {
		low, high = a.Min, a.Max
	}
	if !(low <= high) {
		low, high = 1, 10
	}
	if high/low < 10 {
		low, high = low/3, high*3
	}
	r := interval{min: low, max: high}
	if e.zero {
		// A decade below the rest, so that it is seen to stand apart.
		r.zero = low / 10
		r.min = r.zero
	}
	return r
}

// apply sets scale, label and at most about most ticks of a plot's axis.
func (a Axis) apply(to *plot.Axis, r interval, most int) {
	to.Min, to.Max = r.min, r.max
	to.Label.Text = a.Label
	label, tick := textStyle(textSize, text.XCenter, text.YCenter), textStyle(tickSize, text.XCenter, text.YCenter)
	to.Label.TextStyle.Font, to.Label.TextStyle.Color = label.Font, label.Color
	to.Tick.Label.Font, to.Tick.Label.Color = tick.Font, tick.Color
	to.Color, to.Tick.Color = rgb(0x707070), rgb(0x707070)
	to.LineStyle.Width, to.Tick.LineStyle.Width = 0.6, 0.6
	to.Tick.Length = 4
	to.Padding = vg.Length(2)
	if a.Log {
		to.Scale = logScale{}
	}
	to.Tick.Marker = plot.TickerFunc(func(min, max float64) []plot.Tick { return a.ticks(r, most) })
}

// logScale is a logarithmic scale that lets no value panic.
type logScale struct{}

// Normalize implements plot.Normalizer.
func (logScale) Normalize(min, max, x float64) float64 {
	return math.Log(math.Max(x, min)/min) / math.Log(max/min)
}

// ticks returns about most ticks of an axis, or all that have names.
func (a Axis) ticks(r interval, most int) []plot.Tick {
	switch {
	case a.Ticks != nil:
		ticks := make([]plot.Tick, len(a.Ticks))
		for i, name := range a.Ticks {
			ticks[i] = plot.Tick{Value: float64(i), Label: name}
		}
		return ticks
	case a.Log:
		return logTicks(r, most)
	}
	var ticks []plot.Tick
	step := niceStep((r.max - r.min) / float64(most))
	if a.Whole {
		step = math.Max(step, 1)
	}
	first, last := math.Ceil(r.min/step-1e-9), math.Floor(r.max/step+1e-9)
	for i := range int(last-first) + 1 {
		v := (first + float64(i)) * step
		ticks = append(ticks, plot.Tick{Value: v, Label: a.format(v, step)})
	}
	return ticks
}

// logTicks are whole decades, every second or third of them where they are many.
func logTicks(r interval, most int) []plot.Tick {
	low := r.min
	var ticks []plot.Tick
	if r.zero > 0 {
		ticks = append(ticks, plot.Tick{Value: r.zero, Label: "0"})
		low *= 10
	}
	from, to := math.Ceil(math.Log10(low)-1e-9), math.Floor(math.Log10(r.max)+1e-9)
	each := math.Ceil((to - from + 1) / float64(most))
	for i := from; i <= to; i++ {
		tick := plot.Tick{Value: math.Pow(10, i)}
		if math.Mod(i, math.Max(each, 1)) == 0 {
			tick.Label = power(int(i))
		}
		ticks = append(ticks, tick)
	}
	return ticks
}

// power writes 10ⁿ, in full where that is short.
func power(n int) string {
	if n < -4 || n > 4 {
		return "1e" + strings.Replace(strconv.Itoa(n), "-", "−", 1)
	}
	return strconv.FormatFloat(math.Pow10(n), 'f', -1, 64)
}

// niceStep returns the smallest of 1, 2 and 5 times a power of ten that is not
// below v.
func niceStep(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v)))
	for _, factor := range []float64{1, 2, 5} {
		if factor*unit >= v*(1-1e-9) {
			return factor * unit
		}
	}
	return 10 * unit
}

// format writes a tick of an axis with as many decimals as the step between them
// has.
func (a Axis) format(v, step float64) string {
	unit := ""
	if a.Percent {
		v, step, unit = 100*v, 100*step, " %"
	}
	if math.Abs(v) < step/2 {
		v = 0 // never −0
	}
	if magnitude := math.Max(math.Abs(v), step); magnitude >= 1e6 || step < 1e-5 {
		return fmt.Sprintf("%.3g", v)
	}
	decimals := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	return strings.Replace(strconv.FormatFloat(v, 'f', decimals, 64), "-", "−", 1) + unit
}

func splitWords(line string) []string {
	if words := strings.Fields(line); len(words) > 0 {
		return words
	}
	return []string{""}
}
