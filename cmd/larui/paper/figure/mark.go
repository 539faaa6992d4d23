package figure

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Mark is the symbol that is drawn for a point.
type Mark int

const (
	Disc Mark = iota
	Ring
	Cross
	Star
)

// addToPath adds a mark with centre at and radius r to a path. It returns the line width for
// drawing the path, or 0 if the path must be filled.
func (m Mark) addToPath(to *vg.Path, at vg.Point, r vg.Length) (thick vg.Length) {
	switch m {
	case Cross:
		for _, up := range []vg.Length{0.8 * r, -0.8 * r} {
			to.Move(at.Add(vg.Point{X: -0.8 * r, Y: -up}))
			to.Line(at.Add(vg.Point{X: 0.8 * r, Y: up}))
		}
	case Star:
		to.Move(at.Add(vg.Point{Y: r}))
		for i := 1; i < 10; i++ {
			sin, cos := math.Sincos(math.Pi/2 + math.Pi*float64(i)/5)
			to.Line(at.Add(vg.Point{X: vg.Length(cos), Y: vg.Length(sin)}.Scale(r * []vg.Length{1, 0.42}[i%2])))
		}
		to.Close()
		return 0
	default:
		to.Move(at.Add(vg.Point{X: r}))
		to.Arc(at, r, 0, 2*math.Pi)
		to.Close()
		if m == Disc {
			return 0
		}
	}
	return r / 2.5
}

type marks struct {
	mark   Mark
	colour color.Color
	radius vg.Length
	points []point
}

func (m marks) bounds() []point { return m.points }

func (m marks) draw(p plane) {
	outside := func(place vg.Point) bool { return !p.Contains(place) }
	m.drawAt(p.Canvas, slices.DeleteFunc(p.pointsToCanvas(m.points), outside)...)
}

func (m marks) drawSample(c draw.Canvas) { m.drawAt(c, c.Center()) }

func (m marks) drawAt(c draw.Canvas, places ...vg.Point) {
	if len(places) == 0 {
		return
	}
	var path vg.Path
	var thick vg.Length
	for _, at := range places {
		thick = m.mark.addToPath(&path, at, m.radius)
	}
	c.SetColor(m.colour)
	if thick == 0 {
		c.Fill(path)
		return
	}
	c.SetLineStyle(draw.LineStyle{Color: m.colour, Width: thick})
	c.Stroke(path)
}
