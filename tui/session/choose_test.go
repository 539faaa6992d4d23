package session

import (
	"cmp"
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
	"larui/model/labelfree"
	"larui/model/testutil"
)

// What is chosen stands where it was found, is rated there as it was, and leads no
// adaptation; what is not leaves k = d and λ = 0, which predicts as no adaptation does.
func TestChoose(t *testing.T) {
	cases := []struct {
		name    string
		by      JudgeName
		adapts  bool
		limits  []string
		without string
	}{
		{"files", LabelFree, true, []string{"no estimate", "every class of the source"}, "so few features"},
		{"files", Validation, true, nil, "estimate"},
		{"rotated-gaussian", LabelFree, false, []string{"so few features", "because nothing shows a gain", "alignment rises", "no judge without labels"}, "toss-up"},
		{"rotated-gaussian", TargetAlignment, true, []string{"swapped", "disagree", "so few features", "Tried on held-out rows of the source first"}, "toss-up"},
		{"rotated-gaussian", Validation, true, nil, "estimate"},
		{"glyphs", LabelFree, false, []string{"because nothing shows a gain"}, "so few features"},
		{"subspace", LabelFree, true, []string{"swapped", "Tried on held-out rows of the source first"}, "because nothing shows a gain"},
		{"rotated-regression", Validation, true, nil, "estimate"},
	}
	if testing.Short() {
		cases = cases[:2] // the other pairs are searched in the same way
	}
	for _, c := range cases {
		spec := datasets.DefaultSpec(c.name)
		if c.name == "files" {
			spec = fileSpec(t, 120, 12)
			spec.ValidationSize = 40
		}
		s := mustOpen(t, spec, nil)
		params := s.StartState().Params
		params.Epochs = min(params.Epochs, 2000)
		told, most := 0, 0
		choice := testutil.Must(s.Choose(t.Context(), params, c.by, func(finished, total int) { told, most = finished, total }))
		what := c.name + " by " + string(c.by)
		if choice.Cell >= 0 != c.adapts || told != most || most != choice.Settings || choice.Settings < 6 {
			t.Errorf("%s: %+v after %d of %d", what, choice, told, most)
		}
		limits := strings.Join(choice.Limits, " ")
		testutil.Contains(t, limits, c.limits...)
		if strings.Contains(limits, c.without) || !strings.HasSuffix(choice.Why, ".") {
			t.Errorf("%s: %q, %q", what, choice.Why, limits)
		}
		solution := testutil.Must(model.NewSolver(s.Problem).Endpoints(t.Context(), choice.Params))
		testutil.Equal(t, strings.HasPrefix(limits, "Tried on held-out rows of the source first"), ((c.adapts || choice.Doubtful) && c.by != Validation), what, choice)
		if s.Pair.Task != model.Regression {
			rater := testutil.Must(labelfree.NewRater(t.Context(), s.Problem))
			kTilde := choice.Params.KTilde
			there, none := rater.RateWeights(solution.Descent.Weights, kTilde), rater.RateWeights(solution.None.Weights, kTilde)
			if !agree(there.JLA, choice.Rating.JLA) || !agree(none.JLA, choice.None.JLA) || !c.adapts && !agree(there.JLA, none.JLA) {
				t.Errorf("%s: rated %+v, no adaptation %+v, there %+v and %+v", what, choice.Rating, choice.None, there, none)
			}
		}
		lead := map[JudgeName]float64{
			LabelFree:       choice.Rating.JLA - choice.None.JLA,
			TargetAlignment: choice.Rating.TargetAlignment - choice.None.TargetAlignment,
			Validation:      solution.Descent.Validation.Accuracy - solution.None.Validation.Accuracy,
		}[c.by]
		if s.Pair.Task == model.Regression {
			lead = solution.None.Validation.MSE - solution.Descent.Validation.MSE
		}
		if c.adapts && !agree(lead, choice.Lead) || !c.adapts && choice.Doubtful == (choice.Lead <= labelfree.Margin) {
			t.Errorf("%s: a lead of %v, %v there", what, choice.Lead, lead)
		}
	}
}

// A line says what is chosen, what the lead is worth, and what it is not.
func TestBrief(t *testing.T) {
	at := model.Params{K: 10, KTilde: 2, Lambda: 10}
	for want, c := range map[string]Choice{
		"no adaptation: the best setting, k 10, k̃ 2, λ 10, leads by only 0.0070 in label alignment (more than 0.045 is needed)":                           {Cell: -1, Lead: 0.007, Doubtful: true, LeaderParams: at},
		"no adaptation: the best setting, k 10, k̃ 2, λ 10, keeps too little accuracy on held-out rows of the source":                                      {Cell: -1, Lead: 0.07, Doubtful: true, LeaderParams: at},
		"chosen of 507 settings: k 10, k̃ 2, λ 10, 0.050 ahead of no adaptation (more than 0.045 is needed), no estimate of accuracy":                      {Cell: 1, Lead: 0.05},
		"chosen of 507 settings: k 10, k̃ 2, λ 10, 0.050 ahead of no adaptation (more than 0.045 is needed), the judges disagree, no estimate of accuracy": {Cell: 1, Lead: 0.05, Disagreement: "x"},
		"chosen of 507 settings: k 10, k̃ 2, λ 10, no adaptation can't be chosen, no estimate of accuracy":                                                 {Cell: 1, Lead: math.NaN(), None: labelfree.UnknownRating()},
		"no adaptation: none of 507 settings shows a gain, no estimate of accuracy":                                                                        {Cell: -1, Lead: 0.001},
		"No advice": {Cell: -1, Lead: math.NaN(), Why: "No advice."},
		"best":      {Judge: Validation, Cell: 1, Lead: 0.1, Why: "best."},
	} {
		c.Params, c.Settings, c.Judge = at, 507, cmp.Or(c.Judge, LabelFree)
		testutil.Equal(t, c.Summary(), want, c)
	}
}

// What can't be advised on is said to be so.
func TestNoAdvice(t *testing.T) {
	for says, target := range map[string]string{
		"all rows of a domain are alike":   "1,1\n1,1\n1,1\n",
		"leaves out a class of the source": "1,90\n2,91\n1,92\n",
	} {
		spec := fileSpec(t, 30, 2)
		spec.Target = testutil.WriteFile(t, "target.csv", target)
		s := mustOpen(t, spec, nil)
		choice, err := s.Choose(t.Context(), s.StartState().Params, LabelFree, nil)
		if err != nil || choice.Cell >= 0 || choice.Vetoed != choice.Settings || choice.Limits != nil || !strings.Contains(choice.Why, says) {
			t.Errorf("%+v, %v, want that %s", choice, err, says)
		}
	}
}

func agree(a, b float64) bool { return math.Abs(a-b) < 1e-9 || math.IsNaN(a) && math.IsNaN(b) }

// Few components are all tried, from sixteen on those of the paper.
func TestChosenFrom(t *testing.T) {
	for d, want := range map[int]int{12: 12 * 12 * 3, 20: 2 * 2 * 3} {
		s := mustOpen(t, datasets.DefaultSpec("subspace"), nil)
		data := s.Pair.Data
		for _, domain := range []*model.Domain{&data.Source, &data.Target, &data.Validation} {
			n, _ := domain.X.Dims()
			domain.X = domain.X.Slice(0, n, 0, d).(*mat.Dense)
		}
		problem := testutil.Must(model.NewProblem(t.Context(), data))
		cut := *s
		cut.Problem = problem
		choice, err := cut.Choose(t.Context(), model.Params{K: 1, KTilde: 1, Epochs: 10}, LabelFree, nil)
		if err != nil || choice.Settings != want {
			t.Errorf("%d settings of %d features (%v), want %d", choice.Settings, d, err, want)
		}
	}
}

func TestCannotChoose(t *testing.T) {
	regression, files := mustOpen(t, datasets.DefaultSpec("rotated-regression"), nil), mustOpen(t, fileSpec(t, 30, 4), nil)
	few := mustOpen(t, fileSpec(t, 6, 12), nil)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		s    *Session
		by   JudgeName
		ctx  context.Context
		want error
		says string
	}{
		{regression, LabelFree, t.Context(), labelfree.ErrRegression, "label-free"},
		{regression, TargetAlignment, t.Context(), labelfree.ErrRegression, "target-alignment"},
		{files, Validation, t.Context(), nil, "--validation"},
		{files, LabelFree, cancelled, context.Canceled, ""},
		{few, TargetAlignment, t.Context(), nil, "the rank of the target; k̃ is 13"},
	} {
		params := c.s.StartState().Params
		if c.s == few {
			params.KTilde = few.Problem.D
		}
		_, err := c.s.Choose(c.ctx, params, c.by, nil)
		if err == nil || c.want != nil && !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("choosing by %s: %v", c.by, err)
		}
	}
}
