package chart

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Names of lines that lie close never cover one another: those in one row of the plot
// stand together, each at most once, and what is left out is counted.
func TestLevelNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(40, 160).Draw(t, "w"), rapid.IntRange(8, 30).Draw(t, "h")
		c := Curves{
			Curves: []Curve{{X: []float64{0, 1}, Y: []float64{0, 0}}},
			YMin:   0, YMax: 1,
		}
		n := rapid.IntRange(1, 13).Draw(t, "n")
		for i := range n {
			c.Levels = append(c.Levels, Level{Y: rapid.SampledFrom([]float64{0.5, 0.51, 0.55, 0.6, 0.9}).Draw(t, "y"), Name: fmt.Sprintf("rival%c", 'A'+i), Dash: Dotted, Style: Dim})
		}
		g := NewGrid(w, h)
		c.Draw(g, rapid.SampledFrom([]Glyphs{Braille, ASCII}).Draw(t, "glyphs"))
		text := strings.Join(g.Plain(), "\n")
		named := 0
		for _, l := range c.Levels {
			named += strings.Count(text, l.Name)
			if strings.Count(text, l.Name) > 1 {
				t.Fatalf("%s is named twice:\n%s", l.Name, text)
			}
		}
		if strings.Count(text, "rival") != named {
			t.Fatalf("a name is covered by another one:\n%s", text)
		}
		for _, word := range strings.Split(text, " and ")[1:] {
			more := 0
			if _, err := fmt.Sscanf(word, "%d more", &more); err != nil {
				t.Fatalf("what is left out is covered: %q", word)
			}
			named += more
		}
		if named > n {
			t.Fatalf("%d of %d names:\n%s", named, n, text)
		}
	})
}

// Where there is room, every line has its name.
func TestLevelNamesAll(t *testing.T) {
	c := Curves{Curves: []Curve{{X: []float64{0, 1}, Y: []float64{0, 0}}}, YMin: 0, YMax: 1}
	for i, y := range []float64{0.9, 0.9, 0.9, 0.8, 0.7} {
		c.Levels = append(c.Levels, Level{Y: y, Name: fmt.Sprintf("rival%c", 'A'+i), Dash: Dotted, Style: Dim})
	}
	g := NewGrid(80, 24)
	c.Draw(g, Braille)
	text := strings.Join(g.Plain(), "\n")
	for _, want := range []string{" rivalA, rivalB, rivalC ", " rivalD ", " rivalE "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
