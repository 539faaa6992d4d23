package chart

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestLabelsStandAtTheirTicks checks the ticks of random axes in random frames.
func TestLabelsStandAtTheirTicks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(16, 200).Draw(t, "w"), rapid.IntRange(6, 60).Draw(t, "h")
		lo := rapid.Float64Range(-1e4, 1e4).Draw(t, "lo")
		x := newAxis(lo, lo+rapid.Float64Range(1e-3, 1e4).Draw(t, "span"))
		if rapid.Bool().Draw(t, "log") {
			x = newLogAxis(1e-4, 1e4, rapid.Bool().Draw(t, "zero"))
		}
		f := newFrame(NewGrid(w, h), Braille, rapid.SampledFrom([]string{"", "x", "epochs", "λ of LAR, L2 of ridge"}).Draw(t, "label"), "", nil)
		place := func(v float64) int { return nearestRow(v, f.rows) }
		above := -1
		for _, tick := range f.yTicks(newAxis(lo, lo+1), place) {
			if tick.cell <= above || tick.cell >= f.rows {
				t.Fatalf("tick %q in line %d of %d, after one in line %d", tick.label, tick.cell, f.rows, above)
			}
			above = tick.cell
		}
		limit := f.tickEnd()
		end := -1
		if f.xPlace == inMargin {
			end = TextWidth(f.xLabel)
		}
		for _, tick := range f.xTicks(x, f.cols(), limit) {
			start := tick.start(f.left, limit)
			if start <= end {
				t.Fatalf("label %q begins in column %d, the one before ends in %d", tick.label, start, end)
			}
			end = start + TextWidth(tick.label)
			if at := f.left + tick.cell; at < start || at >= end || end > limit {
				t.Fatalf("label %q spans columns %d to %d of %d, its tick is in column %d", tick.label, start, end, limit, at)
			}
		}
	})
}

// TestLabelLeavesTicks draws the axis of λ: its name hides none of its ends, at any
// size and in any glyphs.
func TestLabelLeavesTicks(t *testing.T) {
	curves := Curves{
		Curves: []Curve{{X: []float64{0, 1e-4, 1, 1e4}, Y: []float64{0, 1, 2, 3}}},
		LogX:   true, Zero: true, YMin: 0, YMax: 3, FormatX: alone,
	}
	for _, gl := range []Glyphs{Braille, Block, ASCII} {
		for w := 36; w <= 200; w++ {
			for h := 6; h <= 40; h++ {
				curves.XLabel = "λ"
				g := NewGrid(w, h).Spelling(gl)
				curves.Draw(g, gl)
				name := gl.Spell("λ")
				line, ends := "", 0
				for _, text := range g.Plain() {
					if strings.Contains(text, name) {
						line = text
					}
					if words := strings.Fields(text); len(words) > 2 {
						for _, word := range words {
							if word == "0" || word == "1e4" {
								ends++
							}
						}
					}
				}
				if line == "" || ends < 2 {
					t.Fatalf("%v, %d×%d: %d ends are labelled, the axis is named in %q\n%s", gl, w, h, ends, line, strings.Join(g.Plain(), "\n"))
				}
			}
		}
	}
}

func TestLegendBreaksIntoLines(t *testing.T) {
	legend := []sample{{"──", LAR, "LAR"}, {"┄┄", Plain, "no adaptation"}, {"··", Plain, "closed form"}, {"▲", Plain, "now"}}
	for _, tt := range []struct {
		w, most int
		want    string
	}{
		{80, 2, "LAR, no adaptation, closed form, now"},
		{38, 2, "LAR, no adaptation/closed form, now"},
		{38, 1, "LAR, no adaptation, now"}, // what fits
		{5, 1, "LAR"},
	} {
		var lines []string
		for _, line := range flow(legend, tt.w, tt.most) {
			var names []string
			for _, s := range line {
				names = append(names, s.name)
			}
			lines = append(lines, strings.Join(names, ", "))
		}
		if got := strings.Join(lines, "/"); got != tt.want {
			t.Errorf("%d columns, %d lines: %s; want %s", tt.w, tt.most, got, tt.want)
		}
	}
}
