package chart

func (c canvas) drawCurveMarks(curve Curve) {
	stretch := -1
	for i := range curve.pointCount() {
		col, row := c.x.cell(curve.X[i]), c.y.cell(curve.Y[i])
		if curve.Mark == 0 || col < 0 || row < 0 {
			continue
		}
		if curve.Marks > 0 {
			// The plot is divided into stretches of columns, and each stretch has one mark. The
			// first column of a stretch has one of four offsets, by the mark's character, so that
			// curves that coincide have their marks in different columns.
			const offsets = 4
			marks, before := max(1, min(curve.Marks, c.w/8)), stretch
			stretch = (col*marks + int(curve.Mark)%offsets*c.w/offsets) / c.w
			if stretch == before {
				continue
			}
		}
		c.set(col, row, curve.Mark, curve.Style)
	}
}
