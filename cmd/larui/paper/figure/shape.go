package figure

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A point is a place on a pair of axes.
type point struct{ x, y float64 }

// A shape can be drawn between axes and beside its name in a legend.
type shape interface {
	// bounds returns points that the axes extend to.
	bounds() []point
	draw(p plane)
	// sample draws a sample of the shape into a canvas as high as a line of the legend.
	sample(c draw.Canvas)
}

// A curve joins points by straight lines.
type curve struct {
	points []point
	style  draw.LineStyle
}

func (l curve) bounds() []point { return l.points }

func (l curve) draw(p plane) { p.StrokeLines(l.style, p.ClipLinesXY(p.places(l.points))...) }

func (l curve) sample(c draw.Canvas) {
	c.StrokeLine2(l.style, c.Min.X, c.Center().Y, c.Max.X, c.Center().Y)
}

// areas are polygons of one colour.
type areas struct {
	rings  [][]point
	colour color.Color
}

func (a areas) bounds() []point { return slices.Concat(a.rings...) }

func (a areas) draw(p plane) {
	for _, ring := range a.rings {
		p.FillPolygon(a.colour, p.ClipPolygonXY(p.places(ring)))
	}
}

func (a areas) sample(c draw.Canvas) {
	c.SetColor(a.colour)
	c.Fill(c.Rectangle.Path())
}

// rectangle returns the corners of a rectangle, anticlockwise from the lower left.
func rectangle(left, low, right, high float64) []point {
	return []point{{left, low}, {right, low}, {right, high}, {left, high}}
}

// A legend lists the names of shapes below a panel, in lines that are as full as possible.
type legend struct{ entries []entry }

// An entry is a name with its samples, which are drawn on top of each other.
type entry struct {
	name    string
	samples []shape
}

// Sizes of a legend in points: the height of a line, the width of a sample, the distance between a
// sample and its name, and the distance between entries.
const (
	legendLine   = 1.35 * textSize
	sampleWidth  = 20
	besideSample = 3
	betweenNames = 12
)

// add adds a name with its samples, unless the name is empty or already in the legend.
func (l *legend) add(name string, samples ...shape) {
	if name != "" && !slices.ContainsFunc(l.entries, func(e entry) bool { return e.name == name }) {
		l.entries = append(l.entries, entry{name, samples})
	}
}

// drawBelow draws the legend at the bottom of a canvas, with centred lines, and returns the rest of
// the canvas.
func (l legend) drawBelow(c draw.Canvas) draw.Canvas {
	if len(l.entries) == 0 {
		return c
	}
	style := textStyle(textSize, draw.XLeft, middle)
	width := func(entries ...entry) (sum vg.Length) {
		for _, e := range entries {
			sum += sampleWidth + besideSample + style.Width(e.name) + betweenNames
		}
		return sum - betweenNames
	}
	var lines [][]entry
	for _, e := range l.entries {
		if last := len(lines) - 1; last >= 0 && width(append(lines[last], e)...) <= c.Size().X {
			lines[last] = append(lines[last], e)
		} else {
			lines = append(lines, []entry{e})
		}
	}
	foot := c
	c.Min.Y += legendLine*vg.Length(len(lines)) + 3
	foot.Max.Y = c.Min.Y - 3
	for _, line := range lines {
		foot.Min.X = c.Min.X + (c.Size().X-width(line...))/2
		for _, e := range line {
			box := foot
			box.Min.Y, box.Max.X = foot.Max.Y-textSize, foot.Min.X+sampleWidth
			for _, s := range e.samples {
				s.sample(box)
			}
			foot.FillText(style, vg.Point{X: box.Max.X + besideSample, Y: box.Center().Y}, e.name)
			foot.Min.X += width(e) + betweenNames
		}
		foot.Max.Y -= legendLine
	}
	return c
}
