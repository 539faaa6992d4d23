package view

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"larui/datasets"
	"larui/tui/chart"
)

// Every one of ten classes is shown on the smallest screen, beside a pinned solution too,
// and of too many it is said how many are missing. The shares that are right make up the
// accuracy.
func TestClassesOfTheTarget(t *testing.T) {
	s := newStage(t, "glyphs", map[string]string{"n": "200", "m": "200"})
	p, solution := s.Update.Session.Problem, s.Solution()
	lar, none := recalls(p, solution.Descent.Weights), recalls(p, solution.None.Weights)
	rows := map[float64]int{}
	for _, label := range p.Target.Y {
		rows[label]++
	}
	right := 0.0
	for class, recall := range lar {
		right += recall * float64(rows[float64(class)])
	}
	if got, want := right/200, solution.Descent.Target.Accuracy; math.Abs(got-want) > 1e-12 {
		t.Errorf("the classes make up an accuracy of %v, not %v", got, want)
	}
	for _, pinned := range []bool{false, true} {
		if pinned {
			s.press("m")
		}
		for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}} {
			s.Zoom = size[0] == 60
			text := s.picture(size[0], size[1])
			for i := range lar {
				want := s.formatScore(none[i]) + " " + s.formatScore(lar[i])
				if !strings.Contains(text, fmt.Sprintf(" %d ", i)) || !strings.Contains(text, want) {
					t.Errorf("%v, pinned %v: class %d, %q, is not in\n%s", size, pinned, i, want, text)
				}
			}
		}
	}
	g := chart.NewGrid(30, 4)
	drawClasses(&s.Scene, g)
	if text := strings.Join(g.Plain(), "\n"); !strings.Contains(text, "and 8 more classes") {
		t.Errorf("what is left out is not said:\n%s", text)
	}
}

// Points stand with the class of their label, or as wrong where the score has another
// sign; without labels with what is predicted.
func TestPointsOfTheTarget(t *testing.T) {
	for name, s := range map[string]*stage{
		"labelled":   newStage(t, datasets.FilesName, fileValues(t, 30, 7, "binary", true, signs)),
		"unlabelled": unlabelled(t),
	} {
		v, labels := s.Update.View, s.Update.Session.Problem.Target.Y
		want := map[string]int{}
		for i, score := range v.Score {
			switch positive := score > 0; {
			case labels == nil && positive:
				want["predicted class +"]++
			case labels == nil:
				want["predicted class −"]++
			case positive != (labels[i] > 0):
				want["wrong"]++
			case positive:
				want["class +"]++
			default:
				want["class −"]++
			}
		}
		for _, set := range divide(&s.Scene, v.Score, v.Across, v.Score) {
			if len(set.X) != want[set.Name] || len(set.Y) != len(set.X) {
				t.Errorf("%s: %d points are %q, want %d", name, len(set.X), set.Name, want[set.Name])
			}
		}
	}
}
