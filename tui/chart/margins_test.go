package chart

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"larui/model/testutil"
)

// TestLabelsStandAtTheirTicks checks the ticks of random axes in random frames.
func TestLabelsStandAtTheirTicks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := anySize(t, 16, 200, 6, 60)
		lo := anyFloat(t, "lo", -1e4, 1e4)
		x := newAxis(lo, lo+anyFloat(t, "span", 1e-3, 1e4))
		if anyBool(t, "log") {
			x = newLogAxis(1e-4, 1e4, anyBool(t, "zero"))
		}
		label := pick(t, "label", "", "x", "epochs", "λ of LAR, L2 of ridge")
		f := newMargins(NewGrid(w, h), label, "", nil)
		f.setVerticalAxis(newAxis(lo, lo+1).withCells(f.rows, true))
		above := -1
		for _, tick := range f.yTicks {
			if tick.cell <= above || tick.cell >= f.rows {
				t.Fatalf("tick %q in line %d of %d, after one in line %d", tick.label, tick.cell, f.rows, above)
			}
			above = tick.cell
		}
		end := f.labelEnd - 1
		for _, tick := range f.xTicks(x.withCells(f.columns(), false)) {
			start := f.labelStart(tick)
			if start <= end {
				t.Fatalf("label %q begins in column %d, the one before ends in %d", tick.label, start, end)
			}
			end = start + TextWidth(tick.label)
			if at := f.left + tick.cell; at < start || at >= end || end > f.tickEnd {
				t.Fatalf("label %q spans columns %d to %d of %d, its tick is in column %d", tick.label, start, end, f.tickEnd, at)
			}
		}
	})
}

// TestLabelLeavesTicks draws the axis of λ: its name hides none of its ends, at any
// size and in any glyphs.
func TestLabelLeavesTicks(t *testing.T) {
	curves := Curves{
		Curves: []Curve{{X: []float64{0, 1e-4, 1, 1e4}, Y: []float64{0, 1, 2, 3}}},
		LogX:   true, Zero: true, YMin: 0, YMax: 3, FormatX: formatSixDigits, XLabel: "λ",
	}
	ends := regexp.MustCompile(`(^|\n).* 0  .* 1e4\b`)
	for _, gl := range []Glyphs{Braille, ASCII} {
		for w := 36; w <= 200; w++ {
			for _, h := range []int{6, 8, 9, 11, 12, 24, 40} { // each divided in its own way
				g := NewGrid(w, h)
				curves.Draw(g.WithGlyphs(gl))
				if picture := plain(g); !strings.Contains(picture, gl.Spell("λ")) || !ends.MatchString(picture) {
					t.Fatalf("%v, %d×%d: an end is not labelled, or the axis not named\n%s", gl, w, h, picture)
				}
			}
		}
	}
}

func TestLegendBreaksIntoLines(t *testing.T) {
	entries := []legendEntry{{"──", LAR, "LAR"}, {"┄┄", Plain, "no adaptation"}, {"··", Plain, "closed form"}, {"▲", Plain, "now"}}
	for _, tt := range []struct {
		from, w, most int
		want          string
	}{
		{0, 80, 2, "── LAR  ┄┄ no adaptation  ·· closed form  ▲ now"},
		{0, 38, 2, "── LAR  ┄┄ no adaptation|·· closed form  ▲ now"},
		{0, 38, 1, "── LAR  ┄┄ no adaptation  ▲ now"}, // what fits
		{0, 5, 1, "── L…"},
		{30, 38, 2, "                              ── LAR|┄┄ no adaptation  ·· closed form"},
		{30, 35, 2, "|── LAR  ┄┄ no adaptation  ▲ now"},
	} {
		g := NewGrid(tt.w, tt.most)
		newLegend(entries, tt.from, 2, g).draw(g)
		testutil.Equal(t, strings.TrimSuffix(strings.Join(g.Plain(), "|"), "|"), tt.want, tt.w, tt.most)
	}
}

// The legend has the curves and markers that are seen, and no others.
func TestLegendHasWhatIsDrawn(t *testing.T) {
	ends := []float64{0, 10}
	c := Curves{
		Curves: []Curve{
			{X: ends, Y: []float64{0, 1}, Name: "inside"}, {X: ends, Y: []float64{-5, 9}, Name: "crossing"},
			{X: ends, Y: []float64{3, 4}, Name: "above"}, {X: ends, Y: []float64{nan, nan}, Name: "unknown"},
			{X: ends, Y: []float64{7, 7}, Low: []float64{0.5, 0.5}, High: []float64{9, 9}, Name: "banded"},
		},
		Markers: []Marker{{X: 5, Name: "here"}, {X: 50, Name: "far"}}, YMin: 0, YMax: 1,
	}
	g := NewGrid(80, 12)
	c.Draw(g)
	testutil.Equal(t, g.Plain()[11], "── inside  ── crossing  ──░ banded  ▲ here")
}
