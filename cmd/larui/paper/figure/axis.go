package figure

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// What can be told apart on an axis: numbers up to largest in magnitude, further
// apart than closest, relative to them.
const (
	largest = 1e100
	closest = 1e-9
)

// finite tells whether the values are numbers that can be drawn.
func finite(values ...float64) bool {
	for _, v := range values {
		if !(math.Abs(v) <= largest) {
			return false
		}
	}
	return true
}

// apart tells whether the ends of a range can be told apart.
func apart(low, high float64) bool {
	return finite(low, high) && high-low > closest*math.Max(math.Abs(low), math.Abs(high))
}

// apply gives a plot's axis its looks, and some room around what has been added to the plot.
func (a Axis) apply(to *plot.Axis) {
	grey := rgb(0x707070)
	label, tick := &to.Label.TextStyle, &to.Tick.Label
	*label, *tick = textStyle(textSize, label.XAlign, label.YAlign), textStyle(tickSize, tick.XAlign, tick.YAlign)
	to.Label.Text = a.Label
	to.Color, to.LineStyle.Width, to.Padding = grey, 0.6, 2
	to.Tick.Color, to.Tick.LineStyle.Width, to.Tick.Length = grey, 0.6, 4
	switch {
	case a.Ticks != nil:
		to.Min, to.Max = -0.5, float64(len(a.Ticks))-0.5
	case a.Log:
		if to.Max < 10*to.Min {
			to.Min, to.Max = to.Min/3, to.Max*3
		}
		to.Scale = plot.LogScale{}
	default:
		to.Min, to.Max = a.around(to.Min, to.Max)
	}
}

// ticks are at most about most of them.
func (a Axis) ticks(most int) plot.Ticker {
	ticks := a.linear
	switch {
	case a.Ticks != nil:
		ticks = a.names
	case a.Log:
		ticks = a.decades
	}
	return plot.TickerFunc(func(min, max float64) []plot.Tick { return ticks(min, max, most) })
}

// around returns a range with some room around another one, but not below zero, nor
// above all where nothing is.
func (a Axis) around(low, high float64) (min, max float64) {
	by := (high - low) / 25
	if !apart(low, high) {
		by = math.Max(math.Abs(low)/10, 0.1)
	}
	min, max = low-by, high+by
	if low >= 0 {
		min = math.Max(min, 0)
	}
	if a.Percent && high <= 1 {
		max = math.Min(max, 1+by/4)
	}
	return min, max
}

// names are short beside numbers: there is room for twice as many. Of more, some stay without one.
func (a Axis) names(_, _ float64, most int) []plot.Tick {
	ticks, last := make([]plot.Tick, len(a.Ticks)), len(a.Ticks)-1
	step := last/(2*max(most, 1)) + 1
	for i, name := range a.Ticks {
		ticks[i] = plot.Tick{Value: float64(i)}
		if (last-i)%step == 0 {
			ticks[i].Label = name
		}
	}
	return ticks
}

// linear ticks are the multiples of 1, 2 or 5 times a power of ten; gonum/plot has three
// labels, however much room there is.
func (a Axis) linear(min, max float64, most int) []plot.Tick {
	atLeast := (max - min) / float64(most)
	step := math.Pow(10, math.Floor(math.Log10(atLeast)))
	for _, factor := range []float64{2, 2.5, 2} { // to 2, 5 and 10
		if step < atLeast*(1-closest) {
			step *= factor
		}
	}
	if a.Whole {
		step = math.Max(step, 1)
	}
	var ticks []plot.Tick
	for i := math.Ceil(min/step-closest) + 0; i <= max/step+closest; i++ { // never −0
		label := fmt.Sprintf("%.6g", i*step)
		if a.Percent {
			label = fmt.Sprintf("%.6g %%", 100*i*step)
		}
		ticks = append(ticks, plot.Tick{Value: i * step, Label: strings.Replace(label, "-", "−", 1)})
	}
	return ticks
}

// decades are gonum/plot's ticks, with every second or third decade labelled where they
// are many, and one for zero with none on the way to it.
func (a Axis) decades(min, max float64, most int) []plot.Tick {
	each := math.Ceil(math.Log10(max/min) / float64(most))
	var ticks []plot.Tick
	if a.Zero > 0 {
		ticks = append(ticks, plot.Tick{Value: a.Zero, Label: "0"})
	}
	for _, t := range (plot.LogTicks{Prec: -1}).Ticks(min, max) {
		if t.Value < 9.5*a.Zero {
			continue
		}
		if math.Mod(math.Round(math.Log10(t.Value)), each) != 0 {
			t.Label = ""
		}
		ticks = append(ticks, t)
	}
	return ticks
}

// ticksIn returns how many ticks a length has room for, each as many points.
func ticksIn(length, each vg.Length) int {
	const fewest, most = 3, 9
	return max(fewest, min(most, int(length/each)))
}
