package chart

// A Window is a part of two axes: where it begins on each, and its side, as parts of the
// whole. The zero one is all of them.
type Window struct{ X, Y, Side float64 }

// crop returns the parts of two linear axes that the window shows.
func (w Window) crop(x, y axis) (axis, axis) {
	if w.Side <= 0 {
		return x, y
	}
	part := func(a axis, from float64) axis {
		wide := a.hi - a.lo
		a = newAxis(a.lo+from*wide, a.lo+(from+w.Side)*wide)
		a.constant = false // its neighbourhood is what is looked at
		return a
	}
	return part(x, w.X), part(y, w.Y)
}
