package chart

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestHitMapCell gives every cell its own number and looks where a click on that
// number leads.
func TestHitMapCell(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(1, 30).Draw(t, "rows"), rapid.IntRange(1, 30).Draw(t, "cols")
		w, h := rapid.IntRange(1, 120).Draw(t, "w"), rapid.IntRange(1, 40).Draw(t, "h")
		m := HeatMap{Format: func(v float64) string { return fmt.Sprintf("%04.0f", v) }}
		for r := range rows {
			row := make([]float64, cols)
			for c := range row {
				row[c] = float64(100*r + c)
			}
			m.Values = append(m.Values, row)
			m.RowLabels = append(m.RowLabels, fmt.Sprint(r))
		}
		if rapid.Bool().Draw(t, "cursor") {
			m.Cursor = &Position{rapid.IntRange(0, rows-1).Draw(t, "row"), rapid.IntRange(0, cols-1).Draw(t, "col")}
		}
		g := NewGrid(w, h)
		hit := m.Draw(g, Braille)
		cells := map[Position]int{}
		cursorShown := false
		for y := range h {
			line := []rune(g.Sub(0, y, w, 1).Plain()[0])
			for x := range w {
				p, ok := hit(x, y)
				if !ok {
					continue
				}
				cells[p]++
				cursorShown = cursorShown || m.Cursor != nil && *m.Cursor == p
				if want := fmt.Sprintf("%04d", 100*p.Row+p.Col); x > 0 && x+4 <= len(line) && m.lay(g, Braille).numbers {
					if number := string(line[x : x+4]); !strings.ContainsAny(number, " ░▒▓█●") && number != want {
						t.Fatalf("(%d, %d) shows %s, but is %+v", x, y, number, p)
					}
				}
			}
		}
		size := 0
		for p, n := range cells {
			if size == 0 {
				size = n
			}
			if n != size {
				t.Fatalf("cell %+v has %d places, others %d", p, n, size)
			}
		}
		if len(cells) > 0 && m.Cursor != nil && !cursorShown {
			t.Fatalf("the cursor at %+v is not among the cells shown", *m.Cursor)
		}
		// Where all columns and rows have room, all are shown.
		if l := m.lay(g, Braille); w-l.left >= cols && h-l.top-l.bottom >= rows && len(cells) != rows*cols {
			t.Fatalf("%d of %d×%d cells in %d×%d", len(cells), rows, cols, w, h)
		}
	})
}

func TestMapSaysWhatIsKnown(t *testing.T) {
	m := HeatMap{
		Values:  [][]float64{{0.5, nan}, {0.75}},
		ColName: "k̃", RowName: "k", RowLabels: []string{"8", "16"}, ColLabels: []string{"1", "2"},
		Cursor: &Position{0, 0}, Best: &Position{1, 0}, Pinned: &Position{1, 0},
	}
	for _, tt := range []struct {
		gl   Glyphs
		want []string
	}{
		{Braille, []string{"k ↓", "k̃ →", "●   0.5 ·", "★◆ 0.75 ·", "● here", "★ best", "◆ pinned", "· not known", "0.5 ░"}},
		{ASCII, []string{"k down k~ ->", "X   0.5 .", "BP 0.75 .", "X here", "B best", "P pinned", ". not known", "0.5 :"}},
	} {
		g := NewGrid(70, 10)
		m.Draw(g, tt.gl)
		picture := strings.Join(g.Plain(), "\n")
		for _, want := range tt.want {
			if !strings.Contains(picture, want) {
				t.Errorf("%v: no %q in\n%s", tt.gl, want, picture)
			}
		}
	}
}

// TestMapOrder draws single columns, where greater numbers must look at least as
// dense.
func TestMapOrder(t *testing.T) {
	for _, gl := range []Glyphs{Block, ASCII} {
		m := HeatMap{}
		for i := range 20 {
			m.Values = append(m.Values, []float64{float64(i)})
		}
		g := NewGrid(1, 20)
		m.Draw(g, gl)
		last, seen := -1, map[int]bool{}
		for y := range 20 - m.lay(g, gl).bottom {
			at := strings.IndexRune(gl.set().ramps[sequential], g.At(0, y).Rune)
			if at < last {
				t.Errorf("%v: line %d is less dense than the one above", gl, y)
			}
			last, seen[at] = at, true
			if g.At(0, y).Ink != sequential.shade(float64(y)/19) {
				t.Errorf("%v: line %d has shade %d", gl, y, g.At(0, y).Ink)
			}
		}
		if len(seen) < len([]rune(gl.set().ramps[sequential])) {
			t.Errorf("%v: only %d densities", gl, len(seen))
		}
	}
}

// TestMapKeepsItsShape fills cells in one by one.
func TestMapKeepsItsShape(t *testing.T) {
	m := HeatMap{Values: [][]float64{{nan, nan}, {nan, nan}}, NumberWidth: 5, Format: func(v float64) string { return fmt.Sprint(v) }}
	empty := m.lay(NewGrid(40, 10), Block)
	if !empty.numbers {
		t.Error("there is no room for numbers to come")
	}
	for _, v := range []float64{1, 0.25, 1.125} {
		m.Values[1][0] = v
		if l := m.lay(NewGrid(40, 10), Block); l.cw != empty.cw || l.end != empty.end || l.left != empty.left {
			t.Errorf("with %g the layout changes from %+v to %+v", v, empty, l)
		}
	}
}

func TestValueScale(t *testing.T) {
	for _, tt := range []struct {
		name         string
		s            valueScale
		lo, hi, mean float64
	}{
		{"of the values", newValueScale(sequential, 0, 0, []float64{3, nan, 1, 2}), 1, 3, 2},
		{"given", newValueScale(sequential, 0, 10, []float64{3}), 0, 10, 5},
		{"signed", newValueScale(diverging, nan, nan, []float64{-1, 4}), -4, 4, 0},
		{"as wide as can be", newValueScale(grey, 0, 0, []float64{-largest, largest}), -largest, largest, 0},
	} {
		if tt.s.lo != tt.lo || tt.s.hi != tt.hi {
			t.Errorf("%s: %g…%g, want %g…%g", tt.name, tt.s.lo, tt.s.hi, tt.lo, tt.hi)
		}
		if got, want := tt.s.shade(tt.mean), tt.s.scale.shade(0.5); got != want {
			t.Errorf("%s: the middle has shade %d, want %d", tt.name, got, want)
		}
		if tt.s.shade(math.Inf(-1)) != tt.s.scale.shade(0) || tt.s.shade(math.Inf(1)) != tt.s.scale.shade(1) {
			t.Errorf("%s: what is beyond has no place at the ends", tt.name)
		}
	}
	if s := newValueScale(sequential, 0, 0, []float64{7, 7}); !s.constant || s.shade(7) != sequential.shade(0.5) {
		t.Errorf("equal values are on the scale %+v", s)
	}
	if none := newValueScale(grey, nan, 1, []float64{nan}); none.shade(1) != 0 {
		t.Error("a scale of no values has a shade")
	}
}

// The candidate stands in brackets, beside the marks of its cell.
func TestMapCandidate(t *testing.T) {
	m := HeatMap{
		Values: [][]float64{{0.5, nan}, {0.75, 1}}, RowLabels: []string{"8", "16"}, ColLabels: []string{"1", "2"}, RowName: "k",
		Cursor: &Position{0, 0}, Best: &Position{1, 1},
	}
	for _, tt := range []struct {
		name      string
		candidate Position
		cursor    *Position
		w, h      int
		want      string
	}{
		{"beside the marks", Position{1, 0}, m.Cursor, 40, 12, "[0.75]"},
		{"with a mark", Position{1, 1}, m.Cursor, 40, 12, "★     [1]"},
		{"with two marks", Position{1, 1}, m.Best, 40, 12, "●★    [1]"},
		{"of a value not known", Position{0, 1}, m.Cursor, 40, 12, "·[      ]"},
		{"without numbers", Position{1, 0}, m.Cursor, 12, 12, "[▓▓]"},
		{"in a single column", Position{1, 0}, m.Cursor, 2, 2, "[★"},
	} {
		m := m
		m.Candidate, m.Cursor = &tt.candidate, tt.cursor
		g := NewGrid(tt.w, tt.h)
		m.Draw(g, Braille)
		if text := strings.Join(g.Plain(), "\n"); !strings.Contains(text, tt.want) {
			t.Errorf("%s: no %q in\n%s", tt.name, tt.want, text)
		}
	}
}

// Behind the candidate's closing bracket is a blank, so that the shade of the next
// cell does not look like a part of it; and its number is never hidden.
func TestMapBracketsStandFree(t *testing.T) {
	m := HeatMap{Values: [][]float64{{86.2, 100, 91}, {99.9, 100, 100}}, Format: func(v float64) string { return fmt.Sprintf("%.1f", v) }}
	for _, gl := range []Glyphs{Braille, Block, ASCII} {
		for w := 3; w <= 60; w++ {
			for r := range 2 {
				for c := range 3 {
					m.Candidate = &Position{r, c}
					m.Cursor, m.Best = m.Candidate, m.Candidate
					g := NewGrid(w, 6)
					m.Draw(g, gl)
					if !m.lay(g, gl).numbers {
						continue
					}
					text := strings.Join(g.Plain(), "\n")
					_, after, _ := strings.Cut(text, fmt.Sprintf("%.1f]", m.at(*m.Candidate)))
					if after == text || after != "" && after[0] != ' ' && after[0] != '\n' {
						t.Fatalf("%v, %d columns, candidate %+v:\n%s", gl, w, *m.Candidate, text)
					}
				}
			}
		}
	}
}

// A low map names its rows and columns in the corner, and points to rows beyond.
func TestMapCorner(t *testing.T) {
	m := HeatMap{RowName: "k", ColName: "k̃", ColLabels: []string{"1", "2"}}
	for i := range 9 {
		m.Values, m.RowLabels = append(m.Values, []float64{1, 2}), append(m.RowLabels, fmt.Sprint(100+i))
	}
	m.Candidate = &Position{4, 0}
	// Labels of any width leave the arrows alone.
	for gl, want := range map[Glyphs][3]string{Braille: {`k\k̃`, "102▲", "106▼"}, ASCII: {`k\k~`, "102^", "106v"}} {
		g := NewGrid(40, 7)
		m.Draw(g, gl)
		lines := g.Plain()
		if !strings.HasPrefix(lines[0], want[0]) || !strings.HasPrefix(strings.TrimLeft(lines[1], " "), want[1]) || !strings.HasPrefix(strings.TrimLeft(lines[5], " "), want[2]) {
			t.Errorf("%v:\n%s", gl, strings.Join(lines, "\n"))
		}
	}
}

// The candidate is always among the cells shown.
func TestMapShowsCandidate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := accuracyMap(rapid.IntRange(5, 30).Draw(t, "rows"), rapid.IntRange(5, 30).Draw(t, "cols"))
		rows, cols := len(m.Values), len(m.Values[0])
		m.Candidate = &Position{rapid.IntRange(0, rows-1).Draw(t, "row"), rapid.IntRange(0, cols-1).Draw(t, "col")}
		w, h := rapid.IntRange(1, 150).Draw(t, "w"), rapid.IntRange(1, 50).Draw(t, "h")
		g := NewGrid(w, h)
		hit := m.Draw(g, rapid.SampledFrom([]Glyphs{Braille, Block, ASCII}).Draw(t, "glyphs"))
		shown, any := false, false
		for y := range h {
			for x := range w {
				p, ok := hit(x, y)
				any = any || ok
				shown = shown || ok && p == *m.Candidate
			}
		}
		if any && !shown {
			t.Fatalf("the candidate at %+v is not among the cells shown", *m.Candidate)
		}
	})
}
