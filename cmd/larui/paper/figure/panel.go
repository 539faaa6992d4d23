package figure

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A drawing is a panel on its way into a plot.
type drawing struct {
	Panel
	plot   *plot.Plot
	legend legend
}

// draw draws the panel: title, axes and what is in them, scale of colours, legend. It
// returns false where there is too little room for them.
func (p Panel) draw(c draw.Canvas) bool {
	p.X.Log, p.Y.Log = p.X.Log && p.Bars == nil, false
	pl := plot.New()
	pl.BackgroundColor = nil // the figure has one
	pl.Title.Text, pl.Title.Padding = p.Title, 0.4*panelSize
	pl.Title.TextStyle = textStyle(panelSize, text.XCenter, text.YTop)
	d := &drawing{Panel: p, plot: pl}
	d.fill()
	c = d.legend.below(c)
	if c.Size().X < narrowest || c.Size().Y < lowest {
		return false
	}
	if pl.X.Min > pl.X.Max || pl.Y.Min > pl.Y.Max {
		pl.HideAxes()
		pl.Draw(c)
		c.FillText(textStyle(textSize, text.XCenter, text.YCenter), c.Center(), p.Empty)
		return true
	}
	if p.Map != nil {
		c = p.Map.drawScale(c)
	}
	if p.Bars != nil && p.Y.Percent {
		pl.Y.Max = max(pl.Y.Max, 1)
	}
	p.X.apply(&pl.X)
	p.Y.apply(&pl.Y)
	d.tick(c)
	if p.X.Equal && !p.X.Log {
		c = crop(pl, c)
		d.tick(c)
		equalize(&pl.X, &pl.Y, pl.DataCanvas(c).Size())
	}
	if p.Map != nil {
		pl.Add(p.Map.numbers(pl.DataCanvas(c).Size()))
	}
	pl.Draw(c)
	return true
}

// tick gives both axes as many ticks as a canvas has room for.
func (d *drawing) tick(c draw.Canvas) {
	d.plot.X.Tick.Marker = d.X.ticks(ticksIn(c.Size().X, 45))
	d.plot.Y.Tick.Marker = d.Y.ticks(ticksIn(c.Size().Y, 24))
}

// fill adds what the panel holds.
func (d *drawing) fill() {
	thin := draw.LineStyle{Color: rgb(0xe6e6e6), Width: 0.5}
	grid := &plotter.Grid{Vertical: thin, Horizontal: thin}
	if d.X.Ticks != nil {
		grid.Vertical.Color = nil
	}
	d.plot.Add(grid)
	if d.Map != nil && d.Map.Rows > 0 && d.Map.Cols > 0 {
		d.plot.Add(d.Map.plotter())
	}
	for _, b := range d.Bars {
		colour := b.Style.look().colour
		if b.Pale {
			colour = towardsWhite(colour, 0.6)
		}
		d.show(b.Name, &plotter.Polygon{XYs: b.outlines(), Color: colour})
	}
	for _, c := range d.Curves {
		d.plot.Add(&plotter.Polygon{XYs: d.band(c), Color: towardsWhite(c.Style.look().colour, 0.75)})
	}
	for _, s := range d.Points {
		radius := 2.2 * vg.Length(max(s.Scale, 1))
		for _, at := range d.runs(s.X, s.Y) {
			if s.Rim {
				d.plot.Add(marks{s.Mark, color.White, 1.45 * radius, at})
			}
			d.show(s.Name, marks{s.Mark, s.Style.look().colour, radius, at})
		}
	}
	for _, c := range d.Curves {
		for _, at := range d.runs(c.X, c.Y) {
			run := []sample{&plotter.Line{XYs: at, LineStyle: c.Style.line()}}
			if c.Marks || len(at) == 1 {
				run = append(run, marks{Disc, c.Style.look().colour, 2, at})
			}
			d.show(c.Name, run...)
		}
	}
	for _, l := range d.Lines {
		d.show(l.Name, l)
	}
}

// A sample is what can be drawn in a plot, and beside its name in the legend.
type sample interface {
	plot.Plotter
	plot.Thumbnailer
}

// show adds what goes by a name.
func (d *drawing) show(name string, samples ...sample) {
	var thumbnails []plot.Thumbnailer
	for _, s := range samples {
		d.plot.Add(s)
		thumbnails = append(thumbnails, s)
	}
	d.legend.add(name, thumbnails...)
}

// runs returns the points between gaps, where they stand on the axes.
func (d *drawing) runs(x, y []float64) []plotter.XYs {
	var runs []plotter.XYs
	gap := true
	for i, v := range x {
		if d.X.Log && v == 0 {
			v = d.X.Zero
		}
		if !finite(v, y[i]) || d.X.Log && v < 1/largest {
			gap = true
			continue
		}
		if gap {
			runs, gap = append(runs, nil), false
		}
		last := len(runs) - 1
		runs[last] = append(runs[last], plotter.XY{X: v, Y: y[i]})
	}
	return runs
}

// band returns the outlines of the band around a curve, as wide as what is known of
// its error.
func (d *drawing) band(c Curve) []plotter.XYs {
	if c.Error == nil {
		return nil
	}
	low, high := slices.Clone(c.Y), slices.Clone(c.Y)
	for i, e := range c.Error {
		if finite(e) {
			low[i], high[i] = low[i]-e, high[i]+e
		}
	}
	above, below := d.runs(c.X, high), d.runs(c.X, low)
	for i := range min(len(above), len(below)) {
		slices.Reverse(below[i])
		above[i] = append(above[i], below[i]...)
	}
	return above
}

// outlines returns a rectangle for each bar.
func (b Bars) outlines() []plotter.XYs {
	width := b.Width
	if width == 0 {
		width = 0.8
	}
	var rings []plotter.XYs
	for i, x := range b.X {
		if finite(x, b.Y[i]) {
			left, right := x+b.Offset-width/2, x+b.Offset+width/2
			rings = append(rings, plotter.XYs{{X: left}, {X: right}, {X: right, Y: b.Y[i]}, {X: left, Y: b.Y[i]}})
		}
	}
	return rings
}

// Plot implements plot.Plotter. A line runs as far as the axes, and moves neither.
func (l Line) Plot(c draw.Canvas, p *plot.Plot) {
	(&plotter.Line{XYs: l.across(p.X, p.Y), LineStyle: l.Style.line()}).Plot(c, p)
}

// Thumbnail implements plot.Thumbnailer.
func (l Line) Thumbnail(c *draw.Canvas) { (&plotter.Line{LineStyle: l.Style.line()}).Thumbnail(c) }

// across returns the ends of the line at the edges of a range, or beyond.
func (l Line) across(x, y plot.Axis) plotter.XYs {
	ends := plotter.XYs{{X: x.Min, Y: (l.C - l.A*x.Min) / l.B}, {X: x.Max, Y: (l.C - l.A*x.Max) / l.B}}
	if math.Abs(l.B)*(x.Max-x.Min) < math.Abs(l.A)*(y.Max-y.Min) {
		ends = plotter.XYs{{X: (l.C - l.B*y.Min) / l.A, Y: y.Min}, {X: (l.C - l.B*y.Max) / l.A, Y: y.Max}}
	}
	_, log := x.Scale.(plot.LogScale)
	if !finite(ends[0].X, ends[0].Y, ends[1].X, ends[1].Y) || log && (l.B != 0 || ends[0].X <= 0) {
		return nil
	}
	return ends
}

// crop takes away from both sides of a canvas what a plot whose axes have the same unit leaves
// empty.
func crop(pl *plot.Plot, c draw.Canvas) draw.Canvas {
	room := pl.DataCanvas(c).Size()
	wide, high := vg.Length(pl.X.Max-pl.X.Min), vg.Length(pl.Y.Max-pl.Y.Min)
	unit := max(wide/room.X, high/room.Y)
	by := vg.Point{X: min(room.X-wide/unit, c.Size().X-narrowest) / 2, Y: min(room.Y-high/unit, c.Size().Y-lowest) / 2}
	return draw.Crop(c, by.X, -by.X, by.Y, -by.Y)
}

// equalize widens the range of one axis so that both have the same unit.
func equalize(x, y *plot.Axis, room vg.Point) {
	unit := math.Max((x.Max-x.Min)/float64(room.X), (y.Max-y.Min)/float64(room.Y))
	widen := func(a *plot.Axis, length float64) {
		more := (length - (a.Max - a.Min)) / 2
		a.Min, a.Max = a.Min-more, a.Max+more
	}
	widen(x, unit*float64(room.X))
	widen(y, unit*float64(room.Y))
}
