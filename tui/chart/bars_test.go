package chart

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"larui/model/testutil"
	"larui/tui/number"
)

func TestBar(t *testing.T) {
	for _, tt := range []struct {
		fraction    float64
		block, text string // four columns of each
	}{
		{0, "    ", "    "},
		{-1, "    ", "    "},
		{nan, "    ", "    "},
		{1, "████", "####"},
		{math.Inf(1), "████", "####"},
		{0.5, "██  ", "##  "},
		{1e-9, "▏   ", "#   "},
		{0.5 + 1.0/32, "██▏ ", "##  "},
		{1 - 1.0/32, "███▉", "####"},
	} {
		block, text := Bar(tt.fraction, 4, Block), Bar(tt.fraction, 4, ASCII)
		if block != tt.block || text != tt.text || Bar(tt.fraction, 0, Block)+Bar(tt.fraction, -3, ASCII) != "" {
			t.Errorf("the bars of %g are %q and %q", tt.fraction, block, text)
		}
	}
}

// ink is the number of inked columns of a bar.
func ink(bar string) float64 {
	eighths := 8 * strings.Count(bar, "#")
	for _, r := range bar {
		if i := strings.IndexRune("▏▎▍▌▋▊▉█", r); i >= 0 {
			eighths += 1 + i/len("█")
		}
	}
	return float64(eighths) / 8
}

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
		g := NewGrid(80, 12)
		b := Bars{Series: []Series{{Values: tt.values, Log: tt.log, Cut: 9, Format: number.ThreeDigits}}}
		b.Draw(g.WithGlyphs(Block))
		c := b.layout(g, 10).columns[0]
		for i, want := range tt.want {
			bar := plain(c.Sub(c.bar, 1+i, c.length, 1))
			if math.Abs(ink(bar)-want*float64(c.length)) > 1.0/16+1e-9 {
				t.Errorf("log %v: %g has the bar %q, want %g of %d", tt.log, tt.values[i], bar, want, c.length)
			}
		}
	}
}

// TestBarsWindow scrolls through a list.
func TestBarsWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := anyInt(t, "n", 1, 100)
		w, h := anySize(t, 12, 100, 1, 40)
		b := spectra(0, n)
		b.First = anyInt(t, "first", -5, 105)
		g := NewGrid(w, h)
		hit := b.Draw(g)
		last, rows, thumb := -1, 0, 0
		for y := range h {
			at, ok := hit(0, y)
			if !ok {
				continue
			}
			line := g.Plain()[y]
			if got := strings.Fields(strings.NewReplacer("┃", " ", "┊", " ").Replace(line))[0]; got != fmt.Sprint(at+1) {
				t.Fatalf("line %d shows %s, but is component %d", y, got, at+1)
			}
			if rows > 0 && at != last+1 {
				t.Fatalf("component %d after %d", at, last)
			}
			last = at
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

// TestBarsCut checks the cuts beside the bars and their names.
func TestBarsCut(t *testing.T) {
	b := spectra(0, 60)
	for _, gl := range []Glyphs{Braille, ASCII} {
		g := NewGrid(118, 12)
		b.Draw(g.WithGlyphs(gl))
		for i, c := range b.layout(g.WithGlyphs(gl), 10).columns {
			kept := 0
			for row := range 10 {
				if c.At(0, 1+row).Rune == gl.ReplaceRune('┃') {
					kept++
				}
			}
			testutil.Equal(t, kept, c.Cut, gl, i)
		}
		lines := g.Plain()
		if !strings.Contains(lines[3], "k=3") || !strings.Contains(lines[0]+lines[5], gl.Spell("k̃=5")) {
			t.Errorf("%v: the cuts are not labelled:\n%s", gl, strings.Join(lines, "\n"))
		}
	}
	// The name of a cut that is not visible is in the header.
	b.First = 20
	requireText(t, of(b.Draw), 118, 12, Braille, "source σ (log) k=3")
}
