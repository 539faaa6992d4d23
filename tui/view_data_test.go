package tui

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model"
)

// anyDataView is what the view of the data may remember.
func anyDataView(t *rapid.T) dataView {
	return dataView{
		section: dataSection(rapid.IntRange(0, int(dataSections)-1).Draw(t, "section")),
		samples: rapid.IntRange(-1000, 1000).Draw(t, "samples"),
		output:  rapid.IntRange(-30, 30).Draw(t, "output"),
		top:     rapid.IntRange(0, 100).Draw(t, "top line"),
	}
}

func TestDataView(t *testing.T) {
	sc := inView(t, glyphsScene(t), "data")
	other := map[string]Scene{}
	for name, section := range map[string]dataSection{"samples": dataSamples, "weights": dataWeights} {
		shown := sc
		shown.Views.data.section = section
		other[name] = shown
	}
	counting := sc
	counting.Update.Facts = nil
	other["counting"] = counting
	all := scenes(t)
	for _, name := range []string{"gaussian", "scores", "classes", "regression", "unlabelled", "wide"} {
		other[name] = inView(t, all[name], "data")
	}
	for _, name := range []string{"diverging", "classes"} {
		weights := inView(t, all[name], "data")
		weights.Views.data.section = dataWeights
		other[name+"-weights"] = weights
	}
	requireFrames(t, sc, other)
}

// The facts are those of plain loops over columns.
func TestDescribeDomain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(1, 8).Draw(t, "n"), rapid.IntRange(1, 5).Draw(t, "d")
		pair := &datasets.Pair{Bias: rapid.Bool().Draw(t, "bias")}
		pair.Task = model.Task(rapid.IntRange(0, 2).Draw(t, "task"))
		of := model.Domain{X: mat.NewDense(n, d, nil), Y: make([]float64, n)}
		for i := range n {
			for j := range d {
				of.X.Set(i, j, float64(rapid.IntRange(-2, 2).Draw(t, "value")))
			}
			if pair.Bias {
				of.X.Set(i, d-1, 1)
			}
			class := rapid.IntRange(0, 1).Draw(t, "class")
			of.Y[i] = float64(class)
			if pair.Task == model.Binary {
				of.Y[i] = float64(2*class - 1)
			}
		}
		if pair.Task != model.Regression {
			pair.ClassNames = []string{"no", "yes"}
		}
		if rapid.Bool().Draw(t, "unlabelled") {
			of.Y = nil
		}
		f, err := describeDomain(context.Background(), pair, of)
		if err != nil {
			t.Fatal(err)
		}
		var values []float64
		constant := 0
		features := d
		if pair.Bias {
			features--
		}
		for j := range features {
			column := mat.Col(nil, j, of.X)
			values = append(values, column...)
			if slices.Min(column) == slices.Max(column) {
				constant++
			}
		}
		if f.rows != n || f.constant != constant {
			t.Errorf("%d rows, %d constant features; want %d, %d", f.rows, f.constant, n, constant)
		}
		if len(values) == 0 {
			if !math.IsNaN(f.mean) || !math.IsNaN(f.zeros) {
				t.Errorf("facts %+v of no values", f)
			}
		} else {
			sum, zeros := 0.0, 0
			for _, v := range values {
				sum += v
				if v == 0 {
					zeros++
				}
			}
			count := float64(len(values))
			// The values are whole numbers, so sums are exact.
			if f.min != slices.Min(values) || f.max != slices.Max(values) || f.mean != sum/count || f.zeros != float64(zeros)/count {
				t.Errorf("facts %+v of %v", f, values)
			}
		}
		if (f.byClass != nil) != (of.Y != nil && pair.Task != model.Regression) || (f.labels != nil) != (of.Y != nil && pair.Task == model.Regression) {
			t.Fatalf("facts %+v of labels %v", f, of.Y)
		}
		for class, rows := range f.byClass {
			for i, y := range of.Y {
				if is := y > 0 == (class == 1); is != slices.Contains(rows, i) {
					t.Errorf("class %d has rows %v of labels %v", class, rows, of.Y)
				}
			}
		}
		if f.labels != nil && (f.labels[0] != slices.Min(of.Y) || f.labels[2] != slices.Max(of.Y)) {
			t.Errorf("labels from %v to %v of %v", f.labels[0], f.labels[2], of.Y)
		}
	})
}

// Describing stops when it is not wanted any more.
func TestDescribeDomainStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	of := model.Domain{X: mat.NewDense(2, 2, nil)}
	if _, err := describeDomain(ctx, &datasets.Pair{Data: model.Data{Task: model.Regression}}, of); err != context.Canceled {
		t.Errorf("error %v", err)
	}
}

// The largest entries are the head of all of them sorted.
func TestLargestOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SliceOfN(rapid.Float64Range(-3, 3), 0, 20).Draw(t, "v")
		n := rapid.IntRange(0, 25).Draw(t, "n")
		want := make([]int, len(v))
		for i := range want {
			want[i] = i
		}
		slices.SortStableFunc(want, func(a, b int) int {
			switch x, y := math.Abs(v[a]), math.Abs(v[b]); {
			case x > y:
				return -1
			case x < y:
				return 1
			}
			return 0
		})
		if got := largestOf(v, n); !slices.Equal(got, want[:min(n, len(v))]) {
			t.Errorf("the %d largest of %v are %v, not %v", n, v, got, want)
		}
	})
}

// What LAR says of a sample is what it says of all of them at once.
func TestPredictOne(t *testing.T) {
	for name, sc := range scenes(t) {
		s := sc.solution()
		if s == nil || s.Descent.Weights == nil {
			continue
		}
		p := sc.Update.Session.Problem
		want := p.Task.Predict(p.TargetScores(s.Descent.Weights))
		for i := range min(20, len(want)) {
			got, ok := sc.predict(p.Target.X.RawRowView(i))
			// Sums in another order.
			if !ok || math.Abs(got-want[i]) > 1e-9*(1+math.Abs(want[i])) {
				t.Errorf("%s, row %d: %v, not %v", name, i, got, want[i])
			}
		}
	}
}

// Facts stay on the screen while the state is turned, and are counted once.
func TestFactsStay(t *testing.T) {
	d := newDesk(t, gaussian())
	d.press1("8")
	d.settle()
	facts := d.scene.Update.Facts
	if facts == nil {
		t.Fatal("no facts in the view of the data")
	}
	d.press1(">", ">")
	for d.scene.Solving {
		d.Update(<-d.updates)
		if d.scene.Update.Facts != facts {
			t.Fatal("the facts went away at a turn of λ")
		}
	}
}

// Pages of samples and the scrolled facts stay within what there is.
func TestDataKeys(t *testing.T) {
	d := newDesk(t, gaussian())
	d.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	d.press1("8")
	d.settle()
	for range 30 {
		d.press1("pgdown")
	}
	if top, most := d.scene.Views.data.top, d.scene.factsHidden(80, 24); top != most {
		t.Errorf("scrolled to line %d of %d", top, most)
	}
	d.press1("v")
	first := d.View()
	d.press1("J")
	if d.View() == first {
		t.Error("J shows the same samples")
	}
	d.press1("K")
	if d.View() != first {
		t.Error("K does not lead back")
	}
	d.press1("v", "v")
	if d.scene.Views.data.section != dataOverview {
		t.Error("v does not lead round")
	}
}

// Beside the word that there is more below, the last fact ends as it should or with an
// ellipsis, never in the middle of a word.
func TestLastFactIsShortened(t *testing.T) {
	sc := inView(t, glyphsScene(t), "data")
	shortened := 0
	for w := 60; w <= 110; w += 5 {
		for h := 20; h <= 40; h++ {
			for _, row := range sc.Frame(w, h).Plain() {
				text, _, more := strings.Cut(strings.TrimLeft(row, "│ "), "↓ PgDn")
				text = strings.TrimSpace(text)
				if !more || !strings.HasPrefix(text, "note ") {
					continue
				}
				if strings.HasSuffix(text, "…") {
					shortened++
				} else if !slices.ContainsFunc(sc.factLines(sc.factsWidth(w-2)), func(l factLine) bool { return "note "+l.text == text }) {
					t.Errorf("%d×%d: the last fact is %q", w, h, text)
				}
			}
		}
	}
	if shortened == 0 {
		t.Error("no fact is shortened")
	}
}

// The data have no panel on the dashboard: going back focuses one that is there,
// and the focus never moves to what can't be seen.
func TestDataIsAView(t *testing.T) {
	d := newDesk(t, gaussian())
	d.press1("8", "esc")
	d.settle()
	if d.scene.Zoom || d.scene.Panel != panelTarget {
		t.Errorf("Esc leads to panel %d", d.scene.Panel)
	}
	for range panels() {
		d.press1("w")
		if panelByID(d.scene.Panel).viewOnly {
			t.Fatal("the focus is on a panel that is not there")
		}
	}
	d.press1("8", "1")
	if d.scene.Zoom || d.scene.Panel != panelTarget {
		t.Errorf("1 leads to panel %d", d.scene.Panel)
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
