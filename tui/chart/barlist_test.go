package chart

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestBarsLengths measures bars against their values.
func TestBarsLengths(t *testing.T) {
	for _, tt := range []struct {
		log    bool
		values []float64
		want   []float64 // shares of the room
	}{
		{false, []float64{8, 4, 2, 0, -1, nan}, []float64{1, 0.5, 0.25, 0, 0.125, 0}},
		// From the power of ten below the smallest, 1e-2, on.
		{true, []float64{100, 10, 1, 0.1, 0, -10}, []float64{1, 0.75, 0.5, 0.25, 0, 0.75}},
	} {
		b := Bars{Series: []Series{{Values: tt.values, Log: tt.log, Style: LAR}}}
		g := NewGrid(80, 12)
		b.Draw(g, Block)
		c := b.columns(2, 80, Block)[0]
		for i, want := range tt.want {
			ink := 0.0
			for x := range c.bar {
				if at := strings.IndexRune("▏▎▍▌▋▊▉█", g.At(c.x+c.barAt()+x, 1+i).Rune); at >= 0 {
					ink += float64(at/len("█")+1) / 8
				}
			}
			if math.Abs(ink-want*float64(c.bar)) > 1.0/16 {
				t.Errorf("log %v: %g has a bar of %g columns, want %g of %d", tt.log, tt.values[i], ink, want, c.bar)
			}
		}
	}
}

// TestBarsWindow scrolls through a list.
func TestBarsWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 100).Draw(t, "n")
		w, h := rapid.IntRange(12, 100).Draw(t, "w"), rapid.IntRange(1, 40).Draw(t, "h")
		b := spectra(0, n)
		b.First = rapid.IntRange(-5, 105).Draw(t, "first")
		g := NewGrid(w, h)
		hit := b.Draw(g, Braille)
		last, rows, thumb := -1, 0, 0
		for y := range h {
			at, ok := hit(0, y)
			if !ok {
				continue
			}
			line := g.Plain()[y]
			if got := strings.Fields(strings.NewReplacer("┃", " ", "┊", " ").Replace(line))[0]; got != fmt.Sprint(at.Component+1) {
				t.Fatalf("line %d shows %s, but is component %d", y, got, at.Component+1)
			}
			if rows > 0 && at.Component != last+1 {
				t.Fatalf("component %d after %d", at.Component, last)
			}
			last = at.Component
			rows++
			if c := g.At(w-1, y); c.Rune == '█' && c.Style == Dim {
				thumb++
			}
		}
		if rows == 0 || last >= n || last-rows+1 != min(max(b.First, 0), n-rows) {
			t.Fatalf("%d rows up to %d of %d, first %d", rows, last, n, b.First)
		}
		if rows < n && (thumb < 1 || thumb > rows) {
			t.Fatalf("the scroll indicator is %d of %d lines long, for %d components", thumb, rows, n)
		}
	})
}

func TestBarsCut(t *testing.T) {
	for _, gl := range []Glyphs{Braille, ASCII} {
		b := spectra(0, 9)
		g := NewGrid(118, 12)
		hit := b.Draw(g, gl)
		for i, c := range b.columns(2, 118, gl) {
			kept := 0
			for row := range 9 {
				if g.At(c.x, 1+row).Rune == gl.Rune('┃') {
					kept++
				}
				if at, ok := hit(c.x+1, 1+row); !ok || at != (BarHit{row}) {
					t.Errorf("%v: line %d of series %d is %+v", gl, row, i, at)
				}
			}
			if kept != c.s.Cut {
				t.Errorf("%v: %d components of series %d are kept, want %d", gl, kept, i, c.s.Cut)
			}
		}
		lines := g.Plain()
		if !strings.Contains(lines[3], "k=3") || !strings.Contains(lines[5], gl.Spell("k̃=5")) {
			t.Errorf("%v: the cuts are not labelled:\n%s", gl, strings.Join(lines, "\n"))
		}
	}
	// Scrolled away, the cut is named at the top.
	g := NewGrid(118, 12)
	b := spectra(0, 60)
	b.First = 20
	b.Draw(g, Braille)
	if head := g.Plain()[0]; !strings.Contains(head, "source σ (log) k=3") {
		t.Errorf("the cut is out of sight: %q", head)
	}
}
