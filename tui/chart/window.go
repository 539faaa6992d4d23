package chart

// A Window is a part of two axes: its start on each axis, and its side, in fractions of the whole
// axes. The zero Window stands for the whole axes.
type Window struct{ X, Y, Side float64 }

// crop returns the parts of two linear axes in the window.
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
