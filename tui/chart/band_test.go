package chart

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestBandLiesBetweenItsBounds compares the cells of a band between two straight
// lines with their equations.
func TestBandLiesBetweenItsBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 80).Draw(t, "w"), rapid.IntRange(2, 40).Draw(t, "h")
		gl := rapid.SampledFrom([]Glyphs{Braille, Block, ASCII}).Draw(t, "glyphs")
		unit := rapid.Float64Range(-0.5, 1.5)
		low := []float64{unit.Draw(t, "left"), unit.Draw(t, "right")}
		tall := rapid.Float64Range(0, 1)
		high := []float64{low[0] + tall.Draw(t, "tall left"), low[1] + tall.Draw(t, "tall right")}
		c := Curve{X: []float64{0, 1}, Y: []float64{nan, nan}, Low: low, High: high, Style: LAR}
		plot := NewGrid(w, h)
		c.band(newAxis(0, 1), newAxis(0, 1), false, false, w, h).draw(plot, gl)
		for col := range w {
			at := (float64(col) + 0.5) / float64(w)
			from := (low[0] + (low[1]-low[0])*at) * float64(h-1)
			to := (high[0] + (high[1]-high[0])*at) * float64(h-1)
			inked := 0
			for line := range h {
				c := plot.At(col, line)
				if c.blank() {
					continue
				}
				inked++
				// Half a line for the width of the ink, and rounding.
				if up := float64(h - 1 - line); up < from-0.51 || up > to+0.51 {
					t.Fatalf("column %d, line %g from below is inked, the band is %g…%g", col, up, from, to)
				}
			}
			visible := min(to, float64(h-1)) - max(from, 0)
			if visible > 0 && float64(inked) < visible-1 {
				t.Fatalf("column %d: %d lines inked of a band %g lines tall", col, inked, visible)
			}
		}
	})
}

func TestBandKinds(t *testing.T) {
	c := Curve{X: []float64{0, 1}, Y: []float64{0.5, 0.5}, Low: []float64{0, 0}, High: []float64{1, 1}}
	draw := func(c Curve) string {
		plot := NewGrid(2, 5)
		c.band(newAxis(0, 1), newAxis(0, 1), false, false, 2, 5).draw(plot, Block)
		return strings.Join(plot.Plain(), "|")
	}
	if got, want := draw(c), "░░|░░|░░|░░|░░"; got != want {
		t.Errorf("filled: %s, want %s", got, want)
	}
	c.Outline = true
	if got, want := draw(c), "··||||··"; got != want {
		t.Errorf("outline: %s, want %s", got, want)
	}
	c.High = []float64{1, nan}
	if got, want := draw(c), "·||||·"; got != want {
		t.Errorf("bounds at the left end only: %s, want %s", got, want)
	}
}

func TestLevelsAndLabels(t *testing.T) {
	c := convergence()
	c.Levels = []Level{{Y: 0.95, Name: "half way", Style: Pinned, Dash: LongDashed}, {Y: 2, Name: "far"}, {Y: nan, Name: "nowhere"}}
	c.YMax = 1
	c.Markers[0].Label = "epoch 900"
	for _, gl := range []Glyphs{Braille, Block, ASCII} {
		g := NewGrid(76, 20)
		p := c.Draw(g, gl)
		_, line, _ := p.Cell(0, 0.95)
		lines := g.Plain()
		if !strings.Contains(lines[line], " half way ") {
			t.Errorf("%v: the level is not named on its line: %q", gl, lines[line])
		}
		dashes := 0
		for col := range p.cols {
			if c := g.At(p.left+col, line); c.Style == Pinned && c.Rune == gl.Rune('╌') {
				dashes++
			}
		}
		if dashes < p.cols/2 {
			t.Errorf("%v: %d of %d columns show the level", gl, dashes, p.cols)
		}
		picture := strings.Join(lines, "\n")
		if strings.Contains(picture, "far") || strings.Contains(picture, "nowhere") {
			t.Errorf("%v: a level beyond the axis is named", gl)
		}
		col, _, _ := p.Cell(900, 0.95)
		if at := slices.IndexFunc(lines, func(s string) bool { return strings.Contains(s, "epoch 900") }); at < 0 {
			t.Errorf("%v: the marker has no label", gl)
		} else if x := len([]rune(lines[at][:strings.Index(lines[at], "epoch 900")])); x != col+2 && x != col-1-len("epoch 900") {
			t.Errorf("%v: the label begins in column %d, the marker is in %d", gl, x, col)
		}
	}
}

// TestLevelsWidenTheAxis checks that what a curve tends to is in sight.
func TestLevelsWidenTheAxis(t *testing.T) {
	c := Curves{Curves: []Curve{{X: []float64{0, 1}, Y: []float64{0, 1}}}, YMin: nan, YMax: nan, Levels: []Level{{Y: 3}}}
	p := c.Draw(NewGrid(40, 12), Braille)
	if _, line, ok := p.Cell(0, 3); !ok || line != p.top {
		t.Errorf("the level is in line %d, %v", line, ok)
	}
	if math.Abs(p.y.hi-3) > 0 {
		t.Errorf("the axis ends at %g", p.y.hi)
	}
}
