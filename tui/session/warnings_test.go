package session

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
	"larui/model/testutil"
)

// Features of a file are warned of from 30-fold on, but neither the constant, nor pixels,
// nor what a built-in pair has.
func TestScaleBound(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 99))
	wide := func(fold float64) (scales []float64) {
		for j := range 60 {
			scales = append(scales, 1+(fold-1)*float64(j%2))
		}
		return scales
	}
	pair := func(name string, shape datasets.PictureShape, scales ...float64) *datasets.Pair {
		x := mat.NewDense(50, len(scales)+1, nil)
		for i := range 50 {
			for j, scale := range scales {
				x.Set(i, j, scale*math.Copysign(1, rng.NormFloat64()))
			}
			x.Set(i, len(scales), 1)
		}
		p := &datasets.Pair{Name: name, Shape: shape, Bias: true, Features: []string{"small", "large", "1"}}
		p.Source.X = x
		return p
	}
	for _, c := range []struct {
		pair *datasets.Pair
		want string
	}{
		{pair(datasets.FilesName, datasets.PictureShape{}, 1, 29), ""}, {pair(datasets.FilesName, datasets.PictureShape{}, 1, 31), "31"},
		{pair(datasets.FilesName, datasets.PictureShape{}, 0.001, 0.002), ""}, {pair(datasets.FilesName, datasets.PictureShape{}, 0, 31), ""},
		{pair(datasets.FilesName, datasets.PictureShape{}, wide(2.9)...), ""}, {pair(datasets.FilesName, datasets.PictureShape{}, wide(4)...), "4"},
		{pair(datasets.FilesName, datasets.PictureShape{Rows: 1, Cols: 2}, 1, 1e4), ""}, {pair("glyphs", datasets.PictureShape{}, 1, 1e4), ""},
	} {
		warnings := Warnings(c.pair, &model.Side{})
		testutil.Equal(t, (len(warnings) == 1), (c.want != ""), c.pair.Name, c.pair.Source.X.RawRowView(0), warnings)
		if c.want != "" && !strings.HasPrefix(warnings[0].Text, "the features differ "+c.want+"-fold in scale, from large to small, ") {
			t.Errorf("the warning is %q", warnings[0].Text)
		}
	}
}

// Each sign warns beyond its bound and not on it; of no adaptation there is nothing to say
// but which class it loses, and of regression, which has none, not even that.
func TestSignBounds(t *testing.T) {
	spec, _, _ := made{d: 4, classes: 2, n: 100, fold: 1}.files(t, 1)
	s := mustOpen(t, spec, nil)
	fine := model.WarningSigns{Changed: 0.1, Class: 1, Predicted: 0.5, Labelled: 0.5, Kept: 1}
	for _, c := range []struct {
		turn    func(*model.WarningSigns)
		overlap float64
		want    []string
	}{
		{func(*model.WarningSigns) {}, 0.1, nil},
		{func(g *model.WarningSigns) { g.Kept = 0.5 }, 1, nil},
		{func(g *model.WarningSigns) { g.Kept = 0.49 }, 1, []string{SourceCode}},
		{func(g *model.WarningSigns) { g.Predicted = 0.125 }, 1, nil},
		{func(g *model.WarningSigns) { g.Predicted = 0.124 }, 1, []string{ClassCode}},
		{func(g *model.WarningSigns) { g.Predicted, g.Changed = 0.124, 0 }, 1, []string{ClassCode}},
		{func(g *model.WarningSigns) { g.Changed = 0.5 }, 1, nil},
		{func(g *model.WarningSigns) { g.Changed, g.Kept = 0.51, -1 }, 1, []string{SourceCode, ChangedCode}},
		{func(*model.WarningSigns) {}, 0.099, []string{OverlapCode}},
		{func(g *model.WarningSigns) { g.Changed, g.Predicted, g.Kept = math.NaN(), math.NaN(), math.NaN() }, math.NaN(), nil},
	} {
		signs := fine
		c.turn(&signs)
		params := model.Params{K: 1, KTilde: 1, Lambda: 1}
		solution := &model.Solution{Params: params, Signs: &signs}
		var codes []string
		for _, w := range s.SolutionWarnings(solution, &model.Theory{Params: params, HeadOverlapMin: c.overlap}) {
			codes = append(codes, w.Code)
			if !strings.HasPrefix(w.Text, w.Fact+"; ") || strings.Contains(w.Fact, "LAR predicts") && signs.Changed == 0 {
				t.Errorf("%+v: %q", signs, w.Text)
			}
		}
		if !slices.Equal(codes, c.want) {
			t.Errorf("%+v, overlap %v: %v, want %v", signs, c.overlap, codes, c.want)
		}
		solution.Signs = nil
		if s.SolutionWarnings(solution, nil) != nil {
			t.Error("signs beside labels")
		}
	}
	regression := mustOpen(t, datasets.DefaultSpec("rotated-regression"), nil)
	for _, w := range regression.SolutionWarnings(&model.Solution{Signs: &model.WarningSigns{Labelled: 1, Kept: 1}}, nil) {
		t.Errorf("regression: %q", w.Text)
	}
}
