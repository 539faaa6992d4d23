package data

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model"
	"larui/model/testutil"
	"larui/tui/number"
	"larui/tui/stage"
	"larui/tui/stage/stagetest"
)

// The facts equal plain loops over columns. A cancelled pass returns no facts.
func TestStatistics(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, features := rapid.IntRange(1, 8).Draw(t, "n"), rapid.IntRange(1, 5).Draw(t, "d")
		pair := &datasets.Pair{Bias: rapid.Bool().Draw(t, "bias")}
		pair.Task = model.Task(rapid.IntRange(0, 2).Draw(t, "task"))
		d := domain{Domain: model.Domain{X: mat.NewDense(n, features, nil)}}
		d.X.Apply(func(_, _ int, _ float64) float64 { return float64(rapid.IntRange(-2, 2).Draw(t, "value")) }, d.X)
		if pair.Bias {
			features--
			d.X.SetCol(features, slices.Repeat([]float64{1}, n))
		}
		want := d
		want.min, want.max = math.NaN(), math.NaN()
		var values []float64
		constant := 0
		want.mean, want.deviation = make([]float64, features), make([]float64, features)
		for j := range features {
			column := mat.Col(nil, j, d.X)
			want.mean[j], want.deviation[j] = stat.PopMeanStdDev(column, nil)
			values = append(values, column...)
			if slices.Min(column) == slices.Max(column) {
				constant++
			}
		}
		if features > 0 {
			want.min, want.max = slices.Min(values), slices.Max(values)
		}
		// The values are whole numbers, so sums are exact.
		count, zeros := float64(len(values)), floats.Count(func(v float64) bool { return v == 0 }, values)
		measured := []float64{want.min, want.max, floats.Sum(values) / count}
		labels := []string{"not known", "not known", "not known"}
		if rapid.Bool().Draw(t, "labelled") {
			byClass := make([][]int, 2)
			for i := range n {
				class := rapid.IntRange(0, 1).Draw(t, "class")
				byClass[class] = append(byClass[class], i)
				d.Y = append(d.Y, float64(class))
				if pair.Task == model.Binary {
					d.Y[i] = 2*d.Y[i] - 1
				}
			}
			want.Y = d.Y
			labels = []string{number.ThreeDigits(slices.Min(d.Y)), number.ThreeDigits(floats.Sum(d.Y) / float64(n)), number.ThreeDigits(slices.Max(d.Y))}
			if pair.Task != model.Regression {
				want.byClass, pair.ClassNames = byClass, []string{"no", "yes"}
			}
		}
		want.statistics = []string{fmt.Sprint(constant)}
		for _, v := range measured {
			want.statistics = append(want.statistics, number.ThreeDigits(v))
		}
		want.statistics = append(want.statistics, number.Share(float64(zeros)/count))
		if pair.Task == model.Regression {
			want.statistics = append(want.statistics, labels...)
		}
		testutil.NoError(t, d.computeStatistics(t.Context(), pair))
		const rounding = 1e-14 // of eight small whole numbers
		if !floats.EqualApprox(d.mean, want.mean, rounding) || !floats.EqualApprox(d.deviation, want.deviation, 4*math.Sqrt(rounding)) {
			t.Errorf("means %v, not %v, deviations %v, not %v", d.mean, want.mean, d.deviation, want.deviation)
		}
		d.mean, d.deviation, want.mean, want.deviation = nil, nil, nil, nil
		testutil.Equal(t, fmt.Sprintf("%+v", d), fmt.Sprintf("%+v", want))
	})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d := domain{Domain: model.Domain{X: mat.NewDense(2, 2, nil)}}
	if err := d.computeStatistics(ctx, &datasets.Pair{}); err != context.Canceled {
		t.Errorf("error %v", err)
	}
}

// The prediction shown beside a sample equals the prediction among all samples, and a wrong one is
// marked.
func TestOneSample(t *testing.T) {
	for name, s := range map[string]*stagetest.Desk{
		"binary":     stagetest.Open(t, &View{}, "rotated-gaussian", stagetest.SmallPair()),
		"multiclass": stagetest.Open(t, &View{}, "glyphs", stagetest.SmallPair()),
		"regression": stagetest.Open(t, &View{}, "rotated-regression", stagetest.SmallPair()),
		"unlabelled": stagetest.Open(t, &View{}, datasets.FilesName, stagetest.FilePair(t, 30, 4, "binary", false, stagetest.BinaryLabel)),
	} {
		p := s.Session.Problem
		want := p.Task.Predict(p.TargetScores(s.Solution.Descent.Weights))
		target := currentDomains(&s.Stage)[1]
		for i := range min(30, len(want)) {
			label, said, wrong := stage.LabelAndPrediction(&s.Stage, target.Domain, i)
			if said != stage.LabelName(&s.Stage, want[i]) || (label == "") != (target.Y == nil) {
				t.Errorf("%s, row %d: label %q, LAR says %q, not %v", name, i, label, said, want[i])
			}
			testutil.Equal(t, wrong, target.Y != nil && p.Task != model.Regression && target.Y[i] != want[i], name, i, label, said)
		}
	}
}

// The changed rows are those whose two predicted classes differ in a plain loop over both scores.
// Each shows both predictions. A regression explains why it shows none.
func TestChangedRows(t *testing.T) {
	for name, options := range map[string]map[string]string{"rotated-gaussian": {"n": "60", "m": "40", "lambda": "1000"}, "glyphs": {"n": "100", "m": "100"}, "penguins": nil} {
		s := stagetest.Open(t, &View{section: dataChanged}, name, options)
		p, c := s.Session.Problem, s.ChangedRows()
		best := func(w *mat.Dense, i int) (class float64) {
			if p.C == 1 {
				return math.Copysign(1, mat.Dot(p.Target.X.RowView(i), w.ColView(0)))
			}
			top := math.Inf(-1)
			for j := range p.C {
				if score := mat.Dot(p.Target.X.RowView(i), w.ColView(j)); score > top {
					class, top = float64(j), score
				}
			}
			return class
		}
		var want []int
		picture := s.Picture(120, 40)
		for i := range p.Target.Rows() {
			none, lar := best(s.Solution.None.Weights, i), best(s.Solution.Descent.Weights, i)
			if none != lar {
				want = append(want, i)
			}
			testutil.Equal(t, none, c.None[i], name, i)
		}
		if !slices.Equal(c.Rows, want) || len(want) == 0 || !strings.Contains(picture, fmt.Sprintf("LAR changes %d of %d predictions", len(want), p.Target.Rows())) {
			t.Errorf("%s: rows %v, want %v\n%s", name, c.Rows, want, picture)
		}
	}
	s := stagetest.Open(t, &View{section: dataChanged}, "rotated-regression", nil)
	testutil.Contains(t, s.Picture(80, 24), "in a regression LAR changes every prediction")
}

// Facts are computed once and stay on the screen while parameters change.
func TestFactsStay(t *testing.T) {
	v := &View{}
	s := stagetest.Open(t, v, "rotated-gaussian", nil)
	facts := currentDomains(&s.Stage)
	if facts[0].statistics == nil {
		t.Fatal("no facts in the view of the data")
	}
	s.SetWithoutWaiting("lambda", "10")
	for s.Solving {
		s.HandleNext()
		if now := currentDomains(&s.Stage); &now[0] != &facts[0] {
			t.Fatal("the facts are others after a turn of λ")
		}
	}
}

// Keys page through the samples and back, v cycles through the sections, and the facts scroll to
// their end only.
func TestDataKeys(t *testing.T) {
	v := &View{}
	s := stagetest.Open(t, v, "glyphs", map[string]string{"n": "100", "m": "100"})
	last := newFacts(&s.Stage, 78)
	s.Picture(80, 24)
	for range 30 {
		s.Press("pgdown")
	}
	if text := s.Picture(80, 24); !strings.Contains(text, last[len(last)-1].text) || strings.Contains(text, "PgDn") {
		t.Errorf("the end of the facts is\n%s", text)
	}
	top := v.firstFact
	s.Press("pgdown")
	if v.firstFact != top || s.Message == "" {
		t.Errorf("beyond the end PgDn scrolls from %d to %d and says %q", top, v.firstFact, s.Message)
	}
	for range sections {
		s.Press("v")
		s.Settle()
		first := s.Picture(80, 24)
		s.Press("J")
		testutil.Equal(t, s.Picture(80, 24) == first, (v.section == overview), v.section)
		s.Press("K")
		testutil.Equal(t, s.Picture(80, 24), first, v.section)
	}
	if v.section != overview {
		t.Error("v does not lead round")
	}
}

// Beside the sign for further lines, the last fact is complete or ends in an ellipsis.
func TestLastFactIsShortened(t *testing.T) {
	v := &View{}
	s := stagetest.Open(t, v, "glyphs", map[string]string{"n": "100", "m": "100"})
	shortened := 0
	for w := 60; w <= 110; w += 5 {
		whole := map[string]bool{}
		for _, f := range newFacts(&s.Stage, factsWidth(&s.Stage, w-2)) {
			whole["note "+f.text] = true
		}
		for h := stage.MinHeight; h <= 40; h++ {
			for _, row := range strings.Split(s.Picture(w, h), "\n") {
				text, _, more := strings.Cut(strings.TrimLeft(row, "│ "), "↓ PgDn")
				text = strings.TrimSpace(text)
				switch {
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
