package chart

import "larui/tui/number"

// Which numbers stand at the axes of a frame, and where.

// yTicks chooses the labels of the vertical axis and makes room for them. place
// turns a fraction into a line of the plot, counted from below.
func (f *frame) yTicks(y axis, place func(f float64) int) []tick {
	f.y, f.yPlace = y, place
	if f.g.w < 16 || f.rows < 1 || f.empty {
		return nil
	}
	gap := 1 // lines from one label to the next
	switch {
	case f.rows >= 24:
		gap = 3
	case f.rows >= 8:
		gap = 2
	}
	apart := func(ticks []tick) bool {
		for i := 1; i < len(ticks); i++ {
			if ticks[i].cell-ticks[i-1].cell < gap {
				return false
			}
		}
		return true
	}
	ticks := y.layout(f.rows, place, f.formatY, func(ticks []tick) []tick {
		if !apart(ticks) || len(ticks) < 2 && !y.constant {
			return nil
		}
		return ticks
	})
	ticks = y.withEnds(ticks, place, f.formatY, apart)
	if ticks == nil {
		// No two round values far enough apart: label the ends as they are.
		ticks = []tick{{value: y.lo}}
		if f.rows > 1 {
			ticks = append(ticks, tick{value: y.hi})
		}
		for i := range ticks {
			v := ticks[i].value
			ticks[i].cell = place(y.frac(v))
			switch {
			case f.formatY != nil:
				ticks[i].label = f.formatY(v)
			case y.log:
				ticks[i].label = number.Short(number.Round(v, 3))
			default:
				ticks[i].label = decimal(v, (y.hi-y.lo)/20, max(-y.lo, y.hi, y.lo, -y.hi))
			}
		}
	}
	f.left = max(f.left, f.yWidth+2)
	for i := range ticks {
		ticks[i].label = f.gl.Truncate(ticks[i].label, f.g.w/3)
		f.left = max(f.left, TextWidth(ticks[i].label)+2)
	}
	return ticks
}

// start returns the column where the label of a tick on a horizontal axis
// begins: centred below it, and not beyond limit.
func (t tick) start(left, limit int) int {
	width := TextWidth(t.label)
	return max(min(left+t.cell-(width-1)/2, limit-width), 0)
}

// xTicks chooses the labels of the horizontal axis, which end before limit.
func (f *frame) xTicks(x axis, cols, limit int) []tick {
	if f.tickLine == 0 || f.empty {
		return nil
	}
	format := f.formatX
	if f.gl == ASCII && format != nil {
		format = func(v float64) string { return f.gl.Spell(f.formatX(v)) }
	}
	place := func(v float64) int { return column(v, cols) }
	// keep returns the ticks whose labels have room, false where one that matters has
	// none.
	keep := func(ticks []tick) (kept []tick, ok bool) {
		end := -2
		if f.xPlace == inMargin {
			end = TextWidth(f.xLabel) - 1
		}
		for i, t := range ticks {
			start, at := t.start(f.left, limit), f.left+t.cell
			switch {
			case at >= limit:
				continue // below the axis' own label
			case start >= end+2 && t.cell >= 0:
			case i > 0 && x.zero && len(kept) == 1:
				continue // too near to the zero
			default:
				return nil, false
			}
			kept = append(kept, t)
			end = start + TextWidth(t.label)
		}
		return kept, true
	}
	ticks := x.layout(min(max(cols/4, 2), 12), place, format, func(ticks []tick) []tick {
		kept, _ := keep(ticks)
		return kept
	})
	return x.withEnds(ticks, place, format, func(ticks []tick) bool {
		kept, ok := keep(ticks)
		return ok && len(kept) == len(ticks)
	})
}

// tickEnd returns the column before which the ticks' numbers end.
func (f *frame) tickEnd() int {
	if f.xPlace == afterTicks {
		return f.g.w - min(TextWidth(f.xLabel), f.g.w/2) - 2
	}
	return f.g.w
}
