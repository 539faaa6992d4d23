package figure

import (
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// An entry explains one thing drawn: a sample of it and its name.
type entry struct {
	name   string
	sample func(c draw.Canvas, from, to vg.Point)
}

// A legend lists the names below a panel, in lines that are as full as they get.
type legend []entry

// Sizes of a legend, in points.
const (
	sampleWidth  = 20
	legendLine   = 1.35 * textSize
	betweenNames = 12
)

// legend lists what has a name; equal names show once.
func (p Panel) legend() legend {
	var entries legend
	seen := map[string]bool{}
	add := func(name string, sample func(c draw.Canvas, from, to vg.Point)) {
		if name != "" && !seen[name] {
			seen[name] = true
			entries = append(entries, entry{name, sample})
		}
	}
	for _, b := range p.Bars {
		add(b.Name, func(c draw.Canvas, from, to vg.Point) {
			c.FillPolygon(b.colour(), []vg.Point{{X: from.X + 4, Y: from.Y - 3}, {X: to.X - 4, Y: from.Y - 3}, {X: to.X - 4, Y: to.Y + 3}, {X: from.X + 4, Y: to.Y + 3}})
		})
	}
	for _, s := range p.Points {
		if len(s.X) == 0 {
			continue
		}
		add(s.Name, func(c draw.Canvas, from, to vg.Point) {
			s.mark(c, vg.Point{X: to.X - s.radius(), Y: from.Y})
		})
	}
	for _, curve := range p.Curves {
		add(curve.Name, func(c draw.Canvas, from, to vg.Point) {
			c.StrokeLine2(curve.Style.line(), from.X, from.Y, to.X, to.Y)
			if curve.Marks {
				Disc.draw(c, curve.Style.colour(), 2, vg.Point{X: (from.X + to.X) / 2, Y: from.Y})
			}
		})
	}
	for _, l := range p.Lines {
		add(l.Name, func(c draw.Canvas, from, to vg.Point) {
			c.StrokeLine2(l.Style.line(), from.X, from.Y, to.X, to.Y)
		})
	}
	return entries
}

// lines distributes the entries to lines of the width.
func (l legend) lines(width vg.Length) [][]entry {
	style := textStyle(textSize, text.XLeft, text.YCenter)
	var lines [][]entry
	used := width + 1
	for _, e := range l {
		w := sampleWidth + 4 + style.Width(e.name)
		if used+betweenNames+w > width {
			lines, used = append(lines, nil), 0
		} else {
			used += betweenNames
		}
		used += w
		lines[len(lines)-1] = append(lines[len(lines)-1], e)
	}
	return lines
}

// height is the room that the legend takes.
func (l legend) height(width vg.Length) vg.Length {
	if len(l) == 0 {
		return 0
	}
	return legendLine*vg.Length(len(l.lines(width))) + 3
}

// draw draws the legend, its lines centred.
func (l legend) draw(c draw.Canvas) {
	style := textStyle(textSize, text.XLeft, text.YCenter)
	y := c.Max.Y - 3 - legendLine/2
	for _, line := range l.lines(c.Max.X - c.Min.X) {
		width := betweenNames * vg.Length(len(line)-1)
		for _, e := range line {
			width += sampleWidth + 4 + style.Width(e.name)
		}
		x := (c.Min.X + c.Max.X - width) / 2
		for _, e := range line {
			e.sample(c, vg.Point{X: x, Y: y}, vg.Point{X: x + sampleWidth, Y: y})
			x += sampleWidth + 4
			c.FillText(style, vg.Point{X: x, Y: y}, e.name)
			x += style.Width(e.name) + betweenNames
		}
		y -= legendLine
	}
}
