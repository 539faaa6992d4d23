package frame

import (
	"context"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/panel"
	"larui/tui/panel/data"
	"larui/tui/panel/target"
	"larui/tui/stage"
)

// The facts are those of plain loops over columns; who has stopped waiting gets none.
func TestDescribe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, features := rapid.IntRange(1, 8).Draw(t, "n"), rapid.IntRange(1, 5).Draw(t, "d")
		pair := &datasets.Pair{Bias: rapid.Bool().Draw(t, "bias")}
		pair.Task = model.Task(rapid.IntRange(0, 2).Draw(t, "task"))
		d := data.Domain{Domain: model.Domain{X: mat.NewDense(n, features, nil)}}
		d.X.Apply(func(_, _ int, _ float64) float64 { return float64(rapid.IntRange(-2, 2).Draw(t, "value")) }, d.X)
		if pair.Bias {
			features--
			d.X.SetCol(features, slices.Repeat([]float64{1}, n))
		}
		want := d
		want.Min, want.Max = math.NaN(), math.NaN()
		var values []float64
		constant := 0
		for j := range features {
			column := mat.Col(nil, j, d.X)
			values = append(values, column...)
			if slices.Min(column) == slices.Max(column) {
				constant++
			}
		}
		if features > 0 {
			want.Min, want.Max = slices.Min(values), slices.Max(values)
		}
		// The values are whole numbers, so sums are exact.
		count, zeros := float64(len(values)), floats.Count(func(v float64) bool { return v == 0 }, values)
		measured := []float64{want.Min, want.Max, floats.Sum(values) / count}
		labels := []string{"not known", "not known", "not known"}
		if rapid.Bool().Draw(t, "labelled") {
			byClass := make([][]int, 2)
			for i := range n {
				class := rapid.IntRange(0, 1).Draw(t, "class")
				byClass[class] = append(byClass[class], i)
				if d.Y = append(d.Y, float64(class)); pair.Task == model.Binary {
					d.Y[i] = 2*d.Y[i] - 1
				}
			}
			want.Y = d.Y
			labels = []string{number.Measure(slices.Min(d.Y)), number.Measure(floats.Sum(d.Y) / float64(n)), number.Measure(slices.Max(d.Y))}
			if pair.Task != model.Regression {
				want.ByClass, pair.ClassNames = byClass, []string{"no", "yes"}
			}
		}
		want.Found = []string{fmt.Sprint(constant)}
		for _, v := range measured {
			want.Found = append(want.Found, number.Measure(v))
		}
		want.Found = append(want.Found, number.Share(float64(zeros)/count))
		if pair.Task == model.Regression {
			want.Found = append(want.Found, labels...)
		}
		if err := d.Describe(t.Context(), pair); err != nil {
			t.Fatal(err)
		}
		if got, want := fmt.Sprintf("%+v", d), fmt.Sprintf("%+v", want); got != want {
			t.Errorf("the facts are %s, want %s", got, want)
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d := data.Domain{Domain: model.Domain{X: mat.NewDense(2, 2, nil)}}
	if err := d.Describe(ctx, &datasets.Pair{}); err != context.Canceled {
		t.Errorf("error %v", err)
	}
}

// What LAR says of a sample is what it says of all of them at once, and is marked where
// the label is another class.
func TestOneSample(t *testing.T) {
	for name, s := range map[string]*desk{
		"binary":     newStage(t, "rotated-gaussian", small()),
		"multiclass": newStage(t, "glyphs", small()),
		"regression": newStage(t, "rotated-regression", small()),
		"unlabelled": unlabelled(t),
	} {
		p := s.Explorer.Update.Session.Problem
		want := p.Task.Predict(p.TargetScores(s.Scene.Solution().Descent.Weights))
		target := data.Domains(&s.Scene.Stage)[1]
		for i := range min(30, len(want)) {
			label, said, wrong := stage.Compare(&s.Scene.Stage, target.Domain, i)
			if said != stage.LabelName(&s.Scene.Stage, want[i]) || (label == "") != (target.Y == nil) {
				t.Errorf("%s, row %d: label %q, LAR says %q, not %v", name, i, label, said, want[i])
			}
			if differ := target.Y != nil && p.Task != model.Regression && target.Y[i] != want[i]; wrong != differ {
				t.Errorf("%s, row %d: label %q, LAR says %q, wrong %v", name, i, label, said, wrong)
			}
		}
	}
}

// Of the largest entries, those that have no room are counted.
func TestLargestOf(t *testing.T) {
	v := []float64{1, -3, 0, 2, -2, math.Inf(1)}
	for n, want := range [][]int{{}, {5}, {5, 1}, {5, 1, 3}, {5, 1, 3, 4}, {5, 1, 3, 4, 0}, {5, 1, 3, 4, 0, 2}, {5, 1, 3, 4, 0, 2}} {
		if got := panel.LargestOf(v, n); !slices.Equal(got, want) {
			t.Errorf("the %d largest are %v, not %v", n, got, want)
		}
	}
}

// Facts are counted once, and stay on the screen while the state is turned.
func TestFactsStay(t *testing.T) {
	s := inView(t, "data", "rotated-gaussian", nil)
	facts := data.Domains(&s.Scene.Stage)
	if facts[0].Found == nil {
		t.Fatal("no facts in the view of the data")
	}
	s.press(">", ">")
	for s.Explorer.Solving {
		s.Hear(<-s.News)
		if now := data.Domains(&s.Scene.Stage); &now[0] != &facts[0] {
			t.Fatal("the facts are others after a turn of λ")
		}
	}
}

// Pages of samples lead there and back, v leads round, and the facts can be scrolled to
// their end and no further.
func TestDataKeys(t *testing.T) {
	s := inView(t, "data", "glyphs", map[string]string{"n": "100", "m": "100"})
	last := data.FactLines(&s.Scene.Stage, 78)
	s.Scene.Width, s.Scene.Height = 80, 24
	for range 30 {
		s.press("pgdown")
	}
	s.Scene.Message = ""
	if text := s.Scene.picture(80, 24); !strings.Contains(text, last[len(last)-1].Text) || strings.Contains(text, "PgDn") {
		t.Errorf("the end of the facts is\n%s", text)
	}
	top := viewOf[*data.View](s.Scene.Views).Top
	if s.press("pgdown"); viewOf[*data.View](s.Scene.Views).Top != top || s.Scene.Message == "" {
		t.Errorf("beyond the end PgDn scrolls from %d to %d and says %q", top, viewOf[*data.View](s.Scene.Views).Top, s.Scene.Message)
	}
	for range 3 {
		s.press("v")
		first := s.Scene.picture(80, 24)
		s.press("J")
		if same := s.Scene.picture(80, 24) == first; same != (viewOf[*data.View](s.Scene.Views).Section == data.Overview) {
			t.Errorf("section %d: J changes nothing: %v", viewOf[*data.View](s.Scene.Views).Section, same)
		}
		if s.press("K"); s.Scene.picture(80, 24) != first {
			t.Errorf("section %d: K does not lead back", viewOf[*data.View](s.Scene.Views).Section)
		}
	}
	if viewOf[*data.View](s.Scene.Views).Section != data.Overview {
		t.Error("v does not lead round")
	}
}

// The data have no panel on the dashboard: going back selects one that is there.
func TestDataIsAlone(t *testing.T) {
	s := newStage(t, "rotated-gaussian", small())
	for _, back := range []string{"esc", "1"} {
		s.press("8", back)
		if s.settle(); s.Scene.Zoom || s.Scene.Panel != stage.TargetName {
			t.Errorf("%s leads to %s", back, s.Scene.Panel)
		}
	}
	for range s.Scene.Views {
		if s.press("w"); s.Scene.Named(s.Scene.Panel).Info().Alone {
			t.Fatal("the selected panel is not there")
		}
	}
}

// Beside the word that there is more below, the last fact ends as it should or with an
// ellipsis, never in the middle of a word.
func TestLastFactIsShortened(t *testing.T) {
	s := inView(t, "data", "glyphs", map[string]string{"n": "100", "m": "100"})
	shortened := 0
	for w := 60; w <= 110; w += 5 {
		whole := map[string]bool{}
		for _, f := range data.FactLines(&s.Scene.Stage, data.FactsWidth(&s.Scene.Stage, w-2)) {
			whole["note "+f.Text] = true
		}
		for h := stage.MinHeight; h <= 40; h++ {
			for _, row := range strings.Split(s.Scene.picture(w, h), "\n") {
				text, _, more := strings.Cut(strings.TrimLeft(row, "│ "), "↓ PgDn")
				switch text = strings.TrimSpace(text); {
				case !more || !strings.HasPrefix(text, "note "):
				case strings.HasSuffix(text, "…"):
					shortened++
				case !whole[text]:
					t.Errorf("%d×%d: the last fact is %q", w, h, text)
				}
			}
		}
	}
	if shortened == 0 {
		t.Error("no fact is shortened")
	}
}

// All pictures of a page lie within their room, and a page holds each class where
// there is room for it.
func TestPictureSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 100).Draw(t, "w"), rapid.IntRange(2, 41).Draw(t, "h")
		shape := datasets.Shape{Rows: rapid.IntRange(1, 30).Draw(t, "rows"), Cols: rapid.IntRange(1, 30).Draw(t, "cols")}
		groups := rapid.IntRange(1, 12).Draw(t, "groups")
		lines, columns := panel.PictureSize(w, h, groups, shape)
		if lines < 1 || columns < 1 || lines > h-1 {
			t.Fatalf("%d×%d for %d×%d cells", columns, lines, w, h)
		}
		least := max(1, 2*panel.LeastPicture*shape.Cols/shape.Rows)
		fits := (w+1)/(least+1)*(h/(panel.LeastPicture+1)) >= groups
		if fits && (w+1)/(columns+1)*(h/(lines+1)) < groups {
			t.Errorf("%d×%d leaves classes out of %d×%d cells", columns, lines, w, h)
		}
	})
}

// Every one of ten classes is shown on the smallest screen, beside a pinned solution too,
// and of too many it is said how many are missing. The shares that are right make up the
// accuracy.
func TestClassesOfTheTarget(t *testing.T) {
	s := newStage(t, "glyphs", map[string]string{"n": "200", "m": "200"})
	p, solution := s.Explorer.Update.Session.Problem, s.Scene.Solution()
	lar, none := target.Recalls(p, solution.Descent.Weights), target.Recalls(p, solution.None.Weights)
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
			s.Scene.Zoom, s.Scene.All = size[0] == 60, true
			text := s.Scene.picture(size[0], size[1])
			for i := range lar {
				want := s.Scene.FormatScore(none[i]) + " " + s.Scene.FormatScore(lar[i])
				if !strings.Contains(text, fmt.Sprintf(" %d ", i)) || !strings.Contains(text, want) {
					t.Errorf("%v, pinned %v: class %d, %q, is not in\n%s", size, pinned, i, want, text)
				}
			}
		}
	}
	without := inView(t, stage.TargetName, datasets.FilesName, fileValues(t, 30, 5, "multiclass", false, thirds))
	q := without.Explorer.Update.Session.Problem
	scores, says := q.TargetScores(without.Scene.Solution().Descent.Weights), map[int]float64{}
	for i := range 30 {
		says[floats.MaxIdx(mat.Row(nil, i, scores))] += 1. / 30
	}
	for class, text := 0, without.Scene.picture(120, 36); class < q.C; class++ {
		want := stage.ClassName(&without.Scene.Stage, class) + `.* ` + regexp.QuoteMeta(strings.TrimSpace(without.Scene.FormatScore(says[class]))) + ` │`
		if !regexp.MustCompile(want).MatchString(text) || !strings.Contains(text, "LAR says") {
			t.Errorf("without labels class %d, %s, is not in\n%s", class, want, text)
		}
	}
	g := chart.NewGrid(30, 4)
	target.DrawClasses(&s.Scene.Stage, g)
	if text := strings.Join(g.Plain(), "\n"); !strings.Contains(text, "and 8 more classes") {
		t.Errorf("what is left out is not said:\n%s", text)
	}
}

// Points have the mark of the class of their label, and another of that class where the
// score has another sign; without labels that of what is predicted.
func TestPointsOfTheTarget(t *testing.T) {
	for name, s := range map[string]*desk{
		"right":      newStage(t, datasets.FilesName, fileValues(t, 30, 7, "binary", true, signs)),
		"mirrored":   newStage(t, "rotated-gaussian", small("angle", "150")),
		"unlabelled": unlabelled(t),
	} {
		p := s.Explorer.Update.Session.Problem
		scores := mat.Col(nil, 0, p.TargetScores(s.Scene.Solution().Descent.Weights))
		want, got := map[string]int{}, map[string]int{}
		for i, score := range scores {
			class, marks := score, []string{"○", "●"}
			if p.Target.Y != nil {
				class = p.Target.Y[i]
			}
			if class*score < 0 {
				marks = []string{"×", "╳"}
			}
			if class > 0 {
				marks = marks[1:]
			}
			want[marks[0]]++
		}
		for _, set := range target.Divide(&s.Scene.Stage, scores, scores, scores) {
			if len(set.X) > 0 {
				got[string(set.Mark)] = len(set.X)
			}
		}
		if !maps.Equal(got, want) || name == "mirrored" && (want["×"] < 20 || want["╳"] < 20) {
			t.Errorf("%s: the marks stand %v times, want %v", name, got, want)
		}
	}
}

// Points are beside, above and below each other; less of both axes is seen until one is
// alone, on the first screen all of them.
func TestReadingPoints(t *testing.T) {
	s := inView(t, stage.TargetName, "rotated-gaussian", map[string]string{"n": "80", "m": "70"})
	s.press("enter")
	p, rows := s.Explorer.Update.Session.Problem.Target.X, stage.InSight(&s.Host.Scene.Stage, s.Scene.Named(s.Scene.Panel))[0]
	says := func(row int) {
		t.Helper()
		if got, want := s.readLine(), fmt.Sprintf("row %d, at %.4g, %.4g, label ", row+1, p.At(row, 0), p.At(row, 1)); !strings.HasPrefix(got, want) {
			t.Errorf("it reads %q, want %q", got, want)
		}
	}
	for _, c := range []struct {
		key    string
		column int
		sign   float64
	}{{"right", 0, 1}, {"left", 0, -1}, {"up", 1, 1}, {"down", 1, -1}} {
		from := s.Scene.Reading().Row
		s.press(c.key)
		to := s.Scene.Reading().Row
		if from == to || c.sign*(p.At(to, c.column)-p.At(from, c.column)) <= 0 {
			t.Errorf("%s leads from row %d of %d to %d", c.key, from+1, len(rows.Across), to+1)
		}
		says(to)
	}
	for s.Scene.Message = ""; s.Scene.Message == ""; {
		at, before := s.Scene.Reading().Row, s.Scene.picture(120, 36)
		s.press("+")
		if says(at); s.Scene.Message == "" && !strings.Contains(s.Scene.picture(120, 36), " not shown") {
			t.Fatalf("+ leads from\n%s\nto\n%s", before, s.Scene.picture(120, 36))
		}
	}
	first := s.Scene
	if first.ShowView(stage.FirstName); strings.Contains(strings.Join(first.Frame(120, 36).Plain(), "\n"), "not shown") {
		t.Error("the first screen has not all points")
	}
	s.press("-", "esc")
	if r := s.Scene.Reading(); !r.On || r.Zoomed() || strings.Contains(s.Scene.picture(120, 36), "not shown") {
		t.Errorf("Esc leaves %+v", r)
	}
}
