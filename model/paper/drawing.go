package paper

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"larui/model/paper/figure"
)

// ErrNoFigure: the report is one of numbers alone.
var ErrNoFigure = errors.New("nothing to draw")

// Figure returns the report's curves as a figure: a panel for each pair of axes,
// bands of one standard error, and what the paper (or its authors) have as rings.
// The error wraps ErrNoFigure.
func (r *Report) Figure() (figure.Figure, error) {
	if len(r.Curves) == 0 {
		return figure.Figure{}, fmt.Errorf("%w: %s has no curves", ErrNoFigure, r.Name)
	}
	f := figure.Figure{Title: r.Where + ": " + r.Title}
	if runs := len(r.Seeds); runs > 1 {
		f.Note = fmt.Sprintf("Means of %d runs; bands are one standard error.", runs)
	}
	for _, c := range r.Curves {
		i := slices.IndexFunc(f.Panels, func(p figure.Panel) bool { return p.X.Label == c.X && p.Y.Label == c.Y })
		if i < 0 {
			i = len(f.Panels)
			f.Panels = append(f.Panels, figure.Panel{X: figure.Axis{Label: c.X, Log: true}, Y: figure.Axis{Label: c.Y}})
		}
		c.addTo(&f.Panels[i])
	}
	const side = 2
	f.Columns = min(side, len(f.Panels))
	return f, nil
}

// addTo adds the curve to a panel.
func (c Curve) addTo(p *figure.Panel) {
	style := c.Style
	if style == figure.Plain {
		style = figure.Series(len(p.Curves))
	}
	// The axis is said beside it, and needs no saying in the legend.
	line := figure.Curve{Name: strings.TrimSuffix(strings.TrimSuffix(c.Name, ": "+c.Y), " over "+c.X), Style: style, Marks: len(c.Points) < 12}
	theirs := figure.Points{Name: "published", Style: style, Mark: figure.Ring, Size: 1.6}
	banded := false
	for _, point := range c.Points {
		line.X, line.Y, line.Error = append(line.X, point.X), append(line.Y, point.Y.Mean), append(line.Error, point.Y.StdErr)
		banded = banded || point.Y.StdErr > 0
		if !math.IsNaN(point.Paper) {
			theirs.X, theirs.Y = append(theirs.X, point.X), append(theirs.Y, point.Paper)
		}
	}
	if !banded {
		line.Error = nil
	}
	p.Curves = append(p.Curves, line)
	if theirs.X != nil {
		p.Points = append(p.Points, theirs)
	}
}
