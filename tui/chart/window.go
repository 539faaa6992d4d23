package chart

// A Window is a square part of a plot: where it begins on each axis, and its side, in fractions of
// the axes. The zero Window is the whole plot.
type Window struct{ X, Y, Side float64 }

func (w Window) crop(x, y axis) (axis, axis) {
	if w.Side <= 0 {
		return x, y
	}
	part := func(a axis, from float64) axis {
		wide := a.hi - a.lo
		a = newAxis(a.lo+from*wide, a.lo+(from+w.Side)*wide)
		a.constant = false // a window shows the surroundings of a single value
		return a
	}
	return part(x, w.X), part(y, w.Y)
}
