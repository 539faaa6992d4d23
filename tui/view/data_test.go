package view

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model"
	"larui/tui/number"
)

// The facts are those of plain loops over columns; who has stopped waiting gets none.
func TestDescribe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, features := rapid.IntRange(1, 8).Draw(t, "n"), rapid.IntRange(1, 5).Draw(t, "d")
		pair := &datasets.Pair{Bias: rapid.Bool().Draw(t, "bias")}
		pair.Task = model.Task(rapid.IntRange(0, 2).Draw(t, "task"))
		if pair.Task != model.Regression {
			pair.ClassNames = []string{"no", "yes"}
		}
		d := domain{Domain: model.Domain{X: mat.NewDense(n, features, nil), Y: make([]float64, n)}, pending: true}
		for i := range n {
			for j := range features {
				d.X.Set(i, j, float64(rapid.IntRange(-2, 2).Draw(t, "value")))
			}
			if pair.Bias {
				d.X.Set(i, features-1, 1)
			}
			d.Y[i] = float64(rapid.IntRange(0, 1).Draw(t, "class"))
			if pair.Task == model.Binary {
				d.Y[i] = 2*d.Y[i] - 1
			}
		}
		if rapid.Bool().Draw(t, "unlabelled") {
			d.Y = nil
		}
		if err := d.describe(context.Background(), pair); err != nil || d.pending {
			t.Fatal(err)
		}
		if pair.Bias {
			features--
		}
		var values []float64
		constant, zeros, sum := 0, 0, 0.0
		for j := range features {
			column := mat.Col(nil, j, d.X)
			values = append(values, column...)
			if slices.Min(column) == slices.Max(column) {
				constant++
			}
		}
		for _, v := range values {
			sum += v
			if v == 0 {
				zeros++
			}
		}
		count := float64(len(values))
		switch {
		case d.constant != constant:
			t.Errorf("%d constant features, want %d", d.constant, constant)
		case len(values) == 0 && !(math.IsNaN(d.mean) && math.IsNaN(d.zeros)):
			t.Errorf("facts %+v of no values", d)
		// The values are whole numbers, so sums are exact.
		case len(values) > 0 && (d.min != slices.Min(values) || d.max != slices.Max(values) || d.mean != sum/count || d.zeros != float64(zeros)/count):
			t.Errorf("facts %+v of %v", d, values)
		}
		if (d.byClass != nil) != (d.Y != nil && pair.Task != model.Regression) || (d.labels != nil) != (d.Y != nil && pair.Task == model.Regression) {
			t.Fatalf("facts %+v of labels %v", d, d.Y)
		}
		for class, rows := range d.byClass {
			for i, y := range d.Y {
				if is := y > 0 == (class == 1); is != slices.Contains(rows, i) {
					t.Errorf("class %d has rows %v of labels %v", class, rows, d.Y)
				}
			}
		}
		if d.labels != nil && (d.labels[0] != slices.Min(d.Y) || d.labels[2] != slices.Max(d.Y)) {
			t.Errorf("labels from %v to %v of %v", d.labels[0], d.labels[2], d.Y)
		}
	})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	d := domain{Domain: model.Domain{X: mat.NewDense(2, 2, nil)}}
	if err := d.describe(ctx, &datasets.Pair{}); err != context.Canceled {
		t.Errorf("error %v", err)
	}
}

// What LAR says of a sample is what it says of all of them at once, and is marked where
// the label is another class.
func TestOneSample(t *testing.T) {
	for name, s := range map[string]*stage{
		"binary":     newStage(t, "rotated-gaussian", small()),
		"multiclass": newStage(t, "glyphs", small()),
		"regression": newStage(t, "rotated-regression", small()),
		"unlabelled": unlabelled(t),
	} {
		p := s.Update.Session.Problem
		want := p.Task.Predict(p.TargetScores(s.Solution().Descent.Weights))
		target := domains(&s.Scene)[1]
		for i := range min(30, len(want)) {
			label, said, wrong := compare(&s.Scene, target, i)
			expected := number.Measure(want[i])
			if p.Task != model.Regression {
				expected = className(&s.Scene, classOf(p.Task, want[i]))
			}
			if said != expected || (label == "") != (target.Y == nil) {
				t.Errorf("%s, row %d: label %q, LAR says %q, not %q", name, i, label, said, expected)
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
		if got := largestOf(v, n); !slices.Equal(got, want) {
			t.Errorf("the %d largest are %v, not %v", n, got, want)
		}
	}
}

// Facts are counted once, and stay on the screen while the state is turned.
func TestFactsStay(t *testing.T) {
	s := newStage(t, "rotated-gaussian", nil)
	s.show("data")
	facts := domains(&s.Scene)
	if facts[0].pending {
		t.Fatal("no facts in the view of the data")
	}
	s.press(">", ">")
	for s.Solving {
		s.Hear(<-s.News)
		if now := domains(&s.Scene); &now[0] != &facts[0] {
			t.Fatal("the facts are others after a turn of λ")
		}
	}
}

// Pages of samples lead there and back, v leads round, and the facts can be scrolled to
// their end and no further.
func TestDataKeys(t *testing.T) {
	s := newStage(t, "glyphs", map[string]string{"n": "100", "m": "100"})
	s.show("data")
	last := factLines(&s.Scene, 78)
	s.Width, s.Height = 80, 24
	for range 30 {
		s.press("pgdown")
	}
	s.Message = ""
	if text := s.picture(80, 24); !strings.Contains(text, last[len(last)-1].text) || strings.Contains(text, "PgDn") {
		t.Errorf("the end of the facts is\n%s", text)
	}
	top := s.Views.data.top
	if s.press("pgdown"); s.Views.data.top != top || s.Message == "" {
		t.Errorf("beyond the end PgDn scrolls from %d to %d and says %q", top, s.Views.data.top, s.Message)
	}
	for range 3 {
		s.press("v")
		first := s.picture(80, 24)
		s.press("J")
		if same := s.picture(80, 24) == first; same != (s.Views.data.section == dataOverview) {
			t.Errorf("section %d: J changes nothing: %v", s.Views.data.section, same)
		}
		if s.press("K"); s.picture(80, 24) != first {
			t.Errorf("section %d: K does not lead back", s.Views.data.section)
		}
	}
	if s.Views.data.section != dataOverview {
		t.Error("v does not lead round")
	}
}

// The data have no panel on the dashboard: going back selects one that is there.
func TestDataIsAlone(t *testing.T) {
	s := newStage(t, "rotated-gaussian", small())
	for _, back := range []string{"esc", "1"} {
		s.press("8", back)
		if s.settle(); s.Zoom || s.Panel != targetName {
			t.Errorf("%s leads to %s", back, s.Panel)
		}
	}
	for range s.Views.All() {
		if s.press("w"); s.Named(s.Panel).Info().Alone {
			t.Fatal("the selected panel is not there")
		}
	}
}

// Beside the word that there is more below, the last fact ends as it should or with an
// ellipsis, never in the middle of a word.
func TestLastFactIsShortened(t *testing.T) {
	s := newStage(t, "glyphs", map[string]string{"n": "100", "m": "100"})
	s.show("data")
	shortened := 0
	for w := 60; w <= 110; w += 5 {
		whole := map[string]bool{}
		for _, f := range factLines(&s.Scene, factsWidth(&s.Scene, w-2)) {
			whole["note "+f.text] = true
		}
		for h := MinHeight; h <= 40; h++ {
			for _, row := range strings.Split(s.picture(w, h), "\n") {
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
	rng := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		w, h, groups := 1+rng.IntN(100), 2+rng.IntN(40), 1+rng.IntN(12)
		shape := datasets.Shape{Rows: 1 + rng.IntN(30), Cols: 1 + rng.IntN(30)}
		lines, columns := pictureSize(w, h, groups, shape)
		if lines < 1 || columns < 1 || lines > h-1 {
			t.Fatalf("%d×%d for %d×%d cells", columns, lines, w, h)
		}
		least := max(1, 2*leastPicture*shape.Cols/shape.Rows)
		fits := (w+1)/(least+1)*(h/(leastPicture+1)) >= groups
		if fits && (w+1)/(columns+1)*(h/(lines+1)) < groups {
			t.Errorf("%d×%d leaves classes out of %d×%d cells", columns, lines, w, h)
		}
	}
}
