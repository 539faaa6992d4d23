package chart

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"larui/tui/number"
)

// numbered is a map with a different number in each cell, "0304" in row 3 and column 4.
func numbered(rows, cols int) HeatMap {
	m := tabled(rows, cols, 1, func(r, c int) float64 { return float64(100*r + c) })
	m.Format = func(v float64) string { return fmt.Sprintf("%04.0f", v) }
	return m
}

// TestMapHits clicks on the numbers of cells. The candidate, else the cursor, is always visible.
func TestMapHits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := anySize(t, 1, 30, 1, 30)
		w, h := anySize(t, 1, 150, 1, 50)
		m := numbered(rows, cols)
		at := rapid.Custom(func(t *rapid.T) Position {
			return Position{anyInt(t, "row", 0, rows-1), anyInt(t, "col", 0, cols-1)}
		})
		m.Cursor, m.Candidate = rapid.Ptr(at, true).Draw(t, "cursor"), rapid.Ptr(at, true).Draw(t, "candidate")
		g := NewGrid(w, h)
		hit := m.Draw(g)
		l := m.layout(g)
		cells := map[Position]int{}
		for y := range h {
			line := []rune(g.Sub(0, y, w, 1).Plain()[0])
			for x := range w {
				p, ok := hit(x, y)
				if !ok {
					continue
				}
				cells[p]++
				if want := fmt.Sprintf("%04d", 100*p.Row+p.Col); x > 0 && x+4 <= len(line) && l.numbers {
					if number := string(line[x : x+4]); !strings.ContainsAny(number, " ░▒▓█●[]") && number != want {
						t.Fatalf("(%d, %d) shows %s, but is %+v", x, y, number, p)
					}
				}
			}
		}
		for p, n := range cells {
			if n != l.cw*l.ch || len(cells) != l.rows*l.cols {
				t.Fatalf("cell %+v has %d places of %d×%d", p, n, l.cw, l.ch)
			}
		}
		focus := m.Candidate
		if focus == nil {
			focus = m.Cursor
		}
		if len(cells) > 0 && focus != nil && cells[*focus] == 0 {
			t.Fatalf("the cell at %+v is not among those shown", *focus)
		}
		// If all columns and rows have room, all are visible.
		if w-l.left >= cols && h-l.top-l.bottom >= rows && len(cells) != rows*cols {
			t.Fatalf("%d of %d×%d cells in %d×%d", len(cells), rows, cols, w, h)
		}
	})
}

func TestMapSaysWhatIsKnown(t *testing.T) {
	m := HeatMap{
		Values: [][]float64{{0.5, nan}, {0.75}}, Format: number.ThreeDigits,
		ColName: "k̃", RowName: "k", RowLabels: []string{"8", "16"}, ColLabels: []string{"1", "2"},
		Cursor: &Position{0, 0}, Best: &Position{1, 0}, Pinned: []Pin{{Position{1, 0}, 'a', Pinned, "λ = 3"}}, Vetoed: []Position{{0, 0}, {0, 1}},
		Leader: &Position{0, 1},
	}
	for gl, words := range map[Glyphs][]string{
		Braille: {"k ↓", "k̃ →", "●×  0.5 ", "·                  ☆×", "★a 0.75 ", "·\n", "● here", "★ best   ☆ leads   a λ = 3   × vetoed   ·", "· not known", "0.5 ░"},
		ASCII:   {"k down k~ ->", "Xv  0.5 ", ".                 Lv", "Ba 0.75 ", ".\n", "X here", "B best   L leads   a lambda = 3   v vetoed   .", ". not known", "0.5 :"},
	} {
		requireText(t, of(m.Draw), 100, 10, gl, words...)
	}
}

// TestMapKeepsItsShape fills cells in one by one.
func TestMapKeepsItsShape(t *testing.T) {
	m := HeatMap{Values: [][]float64{{nan, nan}, {nan, nan}}, NumberWidth: 5, Format: func(v float64) string { return fmt.Sprint(v) }}
	empty := m.layout(NewGrid(40, 10))
	if !empty.numbers {
		t.Error("there is no room for numbers to come")
	}
	for _, v := range []float64{1, 0.25, 1.125} {
		m.Values[1][0] = v
		if l := m.layout(NewGrid(40, 10)); l.cw != empty.cw || l.numberEnd != empty.numberEnd || l.left != empty.left {
			t.Errorf("with %g the layout changes from %+v to %+v", v, empty, l)
		}
	}
}

// The candidate stands in brackets, beside the marks of its cell.
func TestMapCandidate(t *testing.T) {
	m := HeatMap{
		Values: [][]float64{{0.5, nan}, {0.75, 1}}, RowLabels: []string{"8", "16"}, ColLabels: []string{"1", "2"}, RowName: "k",
		Cursor: &Position{0, 0}, Best: &Position{1, 1}, Format: number.ThreeDigits,
	}
	for _, tt := range []struct {
		candidate Position
		cursor    *Position
		w, h      int
		want      string
	}{
		{Position{1, 0}, m.Cursor, 40, 12, "[0.75]"},       // beside the marks
		{Position{1, 1}, m.Cursor, 40, 12, "★    [1]"},     // with one
		{Position{1, 1}, m.Best, 40, 12, "●★   [1]"},       // with two
		{Position{0, 1}, m.Cursor, 40, 12, "·     [    ]"}, // not known
		{Position{1, 0}, m.Cursor, 12, 12, "[▓]"},          // without numbers
		{Position{1, 0}, m.Cursor, 2, 2, "[★"},             // in a single column
	} {
		m.Candidate, m.Cursor = &tt.candidate, tt.cursor
		requireText(t, of(m.Draw), tt.w, tt.h, Braille, tt.want)
	}
}

// A blank follows the closing bracket of the candidate, so that the shade of the next cell does not
// look like a part of the candidate. The number of the candidate is never hidden.
func TestMapBracketsStandFree(t *testing.T) {
	m := HeatMap{Values: [][]float64{{86.2, 100, 91}, {99.9, 100, 100}}, Format: func(v float64) string { return fmt.Sprintf("%.1f", v) }}
	for _, gl := range []Glyphs{Braille, ASCII} {
		for w := 3; w <= 60; w++ {
			for i := range 6 {
				m.Candidate = &Position{i / 3, i % 3}
				m.Cursor, m.Best = m.Candidate, m.Candidate
				g := NewGrid(w, 6)
				m.Draw(g.WithGlyphs(gl))
				if !m.layout(g.WithGlyphs(gl)).numbers {
					continue
				}
				_, after, ok := strings.Cut(plain(g), fmt.Sprintf("%.1f]", m.valueAt(*m.Candidate)))
				if !ok || after[0] != ' ' && after[0] != '\n' {
					t.Fatalf("%v, %d columns, candidate %+v:\n%s", gl, w, *m.Candidate, plain(g))
				}
			}
		}
	}
}

// A low map names its rows and columns in the corner, and points to rows beyond.
// Labels of any width leave the arrows alone.
func TestMapCorner(t *testing.T) {
	m := numbered(9, 2)
	for i := range m.RowLabels {
		m.RowLabels[i] = fmt.Sprint(100 + i)
	}
	m.Candidate = &Position{4, 0}
	requireText(t, of(m.Draw), 40, 7, Braille, `k\k̃`, "102▲", "106▼")
	requireText(t, of(m.Draw), 40, 7, ASCII, `k\k~`, "102^", "106v")
}

// About a reference, worse, equal and better values look different: by characters without colours,
// and in every theme by colours that differ for all kinds of colour vision. Shades fill whole
// cells.
func TestMapAboutTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		same := anyFloat(t, "same", -3, 3)
		less := anyBool(t, "less")
		gain := pick(t, "gain", -1, -0.5, -0.25, 0, 0.25, 0.5, 1)
		v := same + gain
		if less {
			v = same - gain
		}
		m := HeatMap{
			Values: [][]float64{{v, same + 1, same - 1}}, Format: number.ThreeDigits,
			Reference: &Reference{Value: same, Name: "no change", LowerIsBetter: less},
		}
		w, h := anySize(t, 1, 120, 1, 30)
		gl := pick(t, "glyphs", allGlyphs...)
		g := NewGrid(w, h)
		m.Draw(g.WithGlyphs(gl))
		l := m.layout(g.WithGlyphs(gl))
		if l.cols == 0 || l.rows == 0 {
			return
		}
		cell := g.Sub(l.left, l.top, l.cw, l.ch)
		right := l.cw
		if l.numbers || l.cw > 2 {
			right--
		}
		glyph := map[Glyphs][3]string{Braille: {"≡═─╌", "~", "░▒▓█"}, Block: {"≡═─╌", "~", "░▒▓█"}, ASCII: {"&%=-", "~", "+*#@"}}[gl]
		want := glyph[1+cmp.Compare(gain, 0)]
		if got := cell.At(0, 0).Rune; (!l.numbers || l.shades) && !strings.ContainsRune(want, got) {
			t.Fatalf("a gain of %g is shown by %q, not one of %q", gain, got, want)
		}
		for y := range l.ch {
			for x := range right {
				c := cell.At(x, y)
				of, f := c.Fill.position()
				if c.Fill == 0 || of != diverging || cmp.Compare(0.5, f) != cmp.Compare(gain, 0) {
					t.Fatalf("a gain of %g is filled by %g of scale %d in column %d of line %d", gain, f, of, x, y)
				}
			}
		}
	})
}

// A small gain has as strong a colour as a large loss: each side ends at its own largest distance.
func TestSidesHaveTheirOwnScale(t *testing.T) {
	for _, c := range []struct{ v, least, want float64 }{{0.9, 0.02, 1}, {0.85, 0.02, 0.5}, {0.8, 0.02, 0}, {0.45, 0.02, -0.5}, {0.1, 0.02, -1}, {0.9, 0.2, 0.5}, {0.1, 0.2, -1}} {
		m := HeatMap{Values: [][]float64{{0.1, 0.9, 0.85, 0.45}}, Reference: &Reference{Value: 0.8, MinDistance: c.least}}
		if got := m.Gain(c.v); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%g has the colour of %g, want %g", c.v, got, c.want)
		}
		m.Reference.LowerIsBetter = true
		if got := m.Gain(c.v); math.Abs(got+c.want) > 1e-12 {
			t.Errorf("where less is better %g has the colour of %g, want %g", c.v, got, -c.want)
		}
	}
}
