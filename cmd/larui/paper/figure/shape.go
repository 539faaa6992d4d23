package figure

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

type point struct{ x, y float64 }

// A shape can be drawn between axes, and as a sample beside its name in a legend.
type shape interface {
	// bounds returns points that the axes must span.
	bounds() []point
	draw(p plane)
	// drawSample draws an example of the shape on a canvas that is one line of the legend high.
	drawSample(c draw.Canvas)
}

// A curve connects points by straight lines, with an arrowhead at the last point if arrow is true.
type curve struct {
	points []point
	style  draw.LineStyle
	arrow  bool
}

func (l curve) bounds() []point { return l.points }

func (l curve) draw(p plane) {
	places := p.pointsToCanvas(l.points)
	p.StrokeLines(l.style, p.ClipLinesXY(places)...)
	if n := len(places); l.arrow && n > 1 {
		const long, half = 6, 2.5 // length and half the width of the head, in points
		tip, way := places[n-1], places[n-1].Sub(places[n-2])
		along := way.Scale(1 / max(1e-9, vg.Length(math.Hypot(float64(way.X), float64(way.Y)))))
		foot, across := tip.Sub(along.Scale(long)), vg.Point{X: -along.Y, Y: along.X}.Scale(half)
		p.FillPolygon(l.style.Color, p.ClipPolygonXY([]vg.Point{tip, foot.Add(across), foot.Sub(across)}))
	}
}

func (l curve) drawSample(c draw.Canvas) {
	c.StrokeLine2(l.style, c.Min.X, c.Center().Y, c.Max.X, c.Center().Y)
}

type polygons struct {
	outlines [][]point
	colour   color.Color
}

func (a polygons) bounds() []point { return slices.Concat(a.outlines...) }

func (a polygons) draw(p plane) {
	for _, ring := range a.outlines {
		p.FillPolygon(a.colour, p.ClipPolygonXY(p.pointsToCanvas(ring)))
	}
}

func (a polygons) drawSample(c draw.Canvas) {
	c.SetColor(a.colour)
	c.Fill(c.Rectangle.Path())
}

// rectangleCorners returns the corners of a rectangle, anticlockwise from the lower left one.
func rectangleCorners(left, low, right, high float64) []point {
	return []point{{left, low}, {right, low}, {right, high}, {left, high}}
}

type legend []entry

// An entry is a line of the legend. Its samples, such as a curve and a band, are drawn on top of each other.
type entry struct {
	name    string
	samples []shape
}

// Lengths in points.
const (
	legendLineHeight = 1.35 * textSize
	sampleWidth      = 20
	besideSample     = 3
	betweenEntries   = 12
)

func (l *legend) addEntry(name string, samples ...shape) {
	if name != "" && !slices.ContainsFunc(*l, func(e entry) bool { return e.name == name }) {
		*l = append(*l, entry{name, samples})
	}
}

func legendStyle() draw.TextStyle { return textStyle(textSize, draw.XLeft, middle) }

func legendLineWidth(entries ...entry) (sum vg.Length) {
	for _, e := range entries {
		sum += sampleWidth + besideSample + legendStyle().Width(e.name) + betweenEntries
	}
	return sum - betweenEntries
}

// splitLines makes lines that are at most as wide as width. A line with a single entry may be
// wider.
func (l legend) splitLines(width vg.Length) (lines [][]entry) {
	for _, e := range l {
		if last := len(lines) - 1; last >= 0 && legendLineWidth(append(lines[last], e)...) <= width {
			lines[last] = append(lines[last], e)
		} else {
			lines = append(lines, []entry{e})
		}
	}
	return lines
}

// drawAtBottom draws the legend in the lowest lines of a canvas and returns the canvas above them.
func (l legend) drawAtBottom(c draw.Canvas, lines int) draw.Canvas {
	if lines == 0 {
		return c
	}
	foot := c
	c.Min.Y += legendLineHeight*vg.Length(lines) + 3
	foot.Max.Y = c.Min.Y - 3
	for _, line := range l.splitLines(c.Size().X) {
		foot.Min.X = c.Min.X + (c.Size().X-legendLineWidth(line...))/2
		for _, e := range line {
			box := foot
			box.Min.Y, box.Max.X = foot.Max.Y-textSize, foot.Min.X+sampleWidth
			for _, s := range e.samples {
				s.drawSample(box)
			}
			foot.FillText(legendStyle(), vg.Point{X: box.Max.X + besideSample, Y: box.Center().Y}, e.name)
			foot.Min.X += legendLineWidth(e) + betweenEntries
		}
		foot.Max.Y -= legendLineHeight
	}
	return c
}
