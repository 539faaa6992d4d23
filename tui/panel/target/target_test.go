package target

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
	"larui/model/testutil"
	"larui/tui/chart"
	"larui/tui/stage/stagetest"
)

func open(t *testing.T, name string, values map[string]string) *stagetest.Desk {
	t.Helper()
	return stagetest.Open(t, &View{}, name, values)
}

// Points have the mark of their label's class, and another mark if the sign of the score differs.
// Without labels they have the mark of the predicted class.
func TestPointsOfTheTarget(t *testing.T) {
	for name, s := range map[string]*stagetest.Desk{
		"right":      open(t, datasets.FilesName, stagetest.FilePair(t, 30, 7, "binary", true, stagetest.BinaryLabel)),
		"mirrored":   open(t, "rotated-gaussian", stagetest.SmallPair("angle", "150")),
		"unlabelled": open(t, datasets.FilesName, stagetest.FilePair(t, 30, 4, "binary", false, stagetest.BinaryLabel)),
	} {
		p := s.Session.Problem
		scores := mat.Col(nil, 0, p.TargetScores(s.Solution.Descent.Weights))
		want, got := map[string]int{}, map[string]int{}
		for i, score := range scores {
			class, marks := score, []string{"○", "●"}
			if p.Target.Y != nil {
				class = p.Target.Y[i]
			}
			if class*score < 0 {
				marks = []string{"×", "×"}
			}
			if class > 0 {
				marks = marks[1:]
			}
			want[marks[0]]++
		}
		for _, set := range targetPoints(&s.Stage, scores, scores, scores) {
			if len(set.X) > 0 {
				got[string(set.Mark)] = len(set.X)
			}
		}
		if !maps.Equal(got, want) || name == "mirrored" && want["×"] < 40 {
			t.Errorf("%s: the marks stand %v times, want %v", name, got, want)
		}
	}
}

// In the plane of a score view the boundary of a pin that mixes the two axes is exact, and the
// boundary of the solution is its own.
func TestPinnedTrace(t *testing.T) {
	x, y := []float64{1, 2, -3, 0.5, 4}, []float64{0.3, -1, 2, 5, 1}
	z := make([]float64, len(x))
	for i := range z {
		z[i] = 0.7*x[i] - 2*y[i]
	}
	// The rounding of sums of a few numbers of order 10.
	if a, b, ok := regressOnPlane(x, y, z); !ok || math.Abs(a-0.7) > 1e-12 || math.Abs(b+2) > 1e-12 {
		t.Errorf("0.7x − 2y is found to be %vx + %vy, %t", a, b, ok)
	}
	if _, _, ok := regressOnPlane(x, x, z); ok {
		t.Error("one axis is told from itself")
	}
	s := open(t, datasets.FilesName, stagetest.FilePair(t, 30, 7, "binary", true, stagetest.BinaryLabel))
	s.Pin()
	lines := fittedPinLines(&s.Stage, s.Update.View)
	if len(lines) != 1 || math.Abs(lines[0].A-1) > 1e-9 || math.Abs(lines[0].B) > 1e-9 || lines[0].Style != chart.Pinned {
		t.Errorf("the solution's own trace is %+v", lines)
	}
}

// Source and target have the same axes.
func TestSameAxes(t *testing.T) {
	for _, info := range datasets.ListPairs() {
		if !slices.Contains(info.Options, "n") {
			continue
		}
		s := open(t, info.Name, stagetest.SmallPair())
		if s.Task() == model.MultiClass {
			continue
		}
		source, target := new(View).domainPlots(&s.Stage)
		for i := range 5 {
			// Marks at the same place in both plots are drawn in the same cell.
			set := target.Points[0]
			probe := chart.Points{X: set.X[i : i+1], Y: set.Y[i : i+1], Mark: '◆', Priority: 2}
			var found []string
			for _, cloud := range []chart.Scatter{source, target} {
				cloud.Lines, cloud.Arrows, cloud.Points = nil, nil, append(slices.Clone(cloud.Points), probe)
				g := chart.NewGrid(57, 13)
				cloud.Draw(g)
				for y, line := range g.Plain() {
					if before, _, ok := strings.Cut(line, "◆"); ok {
						found = append(found, fmt.Sprint(chart.TextWidth(before), y))
					}
				}
			}
			if len(found) != 2 || found[0] != found[1] {
				t.Errorf("%s: one place is seen at %v", info.Name, found)
			}
		}
	}
}

// The shares of correct rows add up to the accuracy. If some classes have no room, the picture
// counts them.
func TestRecalls(t *testing.T) {
	s := open(t, "glyphs", map[string]string{"n": "200", "m": "200"})
	p, solution := s.Session.Problem, s.Solution
	rows := map[float64]int{}
	for _, label := range p.Target.Y {
		rows[label]++
	}
	right := 0.0
	for class, recall := range classShares(p, solution.Descent.Weights) {
		right += recall * float64(rows[float64(class)])
	}
	if got, want := right/200, solution.Descent.Target.Accuracy; math.Abs(got-want) > 1e-12 {
		t.Errorf("the classes make up an accuracy of %v, not %v", got, want)
	}
	g := chart.NewGrid(30, 4)
	drawClasses(&s.Stage, g)
	testutil.Contains(t, strings.Join(g.Plain(), "\n"), "and 8 more classes")
}
