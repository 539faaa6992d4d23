package frame

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model/testutil"
	"larui/tui/stage"
	"larui/tui/stage/stagetest"
)

// The data have no panel on the dashboard: going back selects one that is there.
func TestDataIsAlone(t *testing.T) {
	s := newStage(t, "rotated-gaussian", stagetest.SmallPair())
	for _, back := range []string{"esc", "1"} {
		s.run("8", back)
		if s.Zoom || s.Panel != stage.TargetName {
			t.Errorf("%s leads to %s", back, s.Panel)
		}
	}
	for range s.Views {
		s.press("w")
		if s.FindView(s.Panel).Info().OffDashboard {
			t.Fatal("the selected panel is not there")
		}
	}
}

// Every one of ten classes is shown on the smallest screen, beside a pinned solution too.
func TestClassesOfTheTarget(t *testing.T) {
	testutil.SkipInShort(t)
	s := newStage(t, "glyphs", map[string]string{"n": "200", "m": "200"})
	p, solution := s.Session.Problem, s.Solution
	// The share of each class that is predicted as it.
	recalls := func(w *mat.Dense) []float64 {
		right, rows := make([]float64, p.C), make([]float64, p.C)
		for i, said := range p.Task.Predict(p.TargetScores(w)) {
			label := p.Target.Y[i]
			rows[int(label)]++
			if said == label {
				right[int(label)]++
			}
		}
		floats.Div(right, rows)
		return right
	}
	lar, none := recalls(solution.Descent.Weights), recalls(solution.None.Weights)
	for _, pinned := range []bool{false, true} {
		if pinned {
			s.press("m")
		}
		for _, size := range sizes {
			s.Zoom, s.ShowAll = size[0] == 60, true
			text := s.sized(size[0], size[1]).picture()
			for i := range lar {
				want := s.FormatScore(none[i]) + " " + s.FormatScore(lar[i])
				testutil.Contains(t, text, fmt.Sprintf(" %d ", i), want)
			}
		}
	}
	without := inView(t, stage.TargetName, datasets.FilesName, stagetest.FilePair(t, 30, 5, "multiclass", false, stagetest.ThreeClassLabel))
	q := without.Session.Problem
	scores, says := q.TargetScores(without.Solution.Descent.Weights), map[int]float64{}
	for i := range 30 {
		says[floats.MaxIdx(mat.Row(nil, i, scores))] += 1. / 30
	}
	for class, text := 0, without.picture(); class < q.C; class++ {
		want := stage.ClassName(&without.Stage, class) + `.* ` + regexp.QuoteMeta(strings.TrimSpace(without.FormatScore(says[class]))) + ` │`
		if !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("without labels class %d, %s, is not in\n%s", class, want, text)
		}
	}
}

// Points are beside, above and below each other; less of both axes is seen until one is
// alone, on the first screen all of them.
func TestReadingPoints(t *testing.T) {
	s := inView(t, stage.TargetName, "rotated-gaussian", map[string]string{"n": "80", "m": "70"})
	s.press("enter")
	p, rows := s.Session.Problem.Target.X, stage.VisiblePictures(&s.Stage, s.FindView(s.Panel))[0]
	says := func(row int) {
		t.Helper()
		row1, values := fmt.Sprintf("row %d, label ", row+1), fmt.Sprintf(", x1 %.4g, x2 %.4g", p.At(row, 0), p.At(row, 1))
		if got := s.readLine(); !strings.HasPrefix(got, row1) || !strings.HasSuffix(got, values) {
			t.Errorf("it reads %q, want %q … %q", got, row1, values)
		}
	}
	for _, c := range []struct {
		key    string
		column int
		sign   float64
	}{{"right", 0, 1}, {"left", 0, -1}, {"up", 1, 1}, {"down", 1, -1}} {
		from := s.VisibleCursor().Row
		s.press(c.key)
		to := s.VisibleCursor().Row
		if from == to || c.sign*(p.At(to, c.column)-p.At(from, c.column)) <= 0 {
			t.Errorf("%s leads from row %d of %d to %d", c.key, from+1, len(rows.Across), to+1)
		}
		says(to)
	}
	for s.Message = ""; s.Message == ""; {
		at, before := s.VisibleCursor().Row, s.picture()
		s.press("+")
		says(at)
		if s.Message == "" && !strings.Contains(s.picture(), " not shown") {
			t.Fatalf("+ leads from\n%s\nto\n%s", before, s.picture())
		}
	}
	first := *s.Scene
	first.ShowView(stage.FirstScreenName)
	if strings.Contains(first.picture(), "not shown") {
		t.Error("the first screen has not all points")
	}
	s.press("-", "esc")
	if r := s.VisibleCursor(); !r.Active || r.IsZoomed() || strings.Contains(s.picture(), "not shown") {
		t.Errorf("Esc leaves %+v", r)
	}
}
