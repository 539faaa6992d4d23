package paper

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model"
	"larui/model/rivals"
	"larui/model/testutil"
)

// made is the report of an experiment whose units have results made up.
func made(t *testing.T, e Experiment, o Options, result func(key string) any) *Report {
	t.Helper()
	var p plan
	testutil.NoError(t, e.plan(t.Context(), o, &p))
	for _, u := range p.units {
		text, err := json.Marshal(result(u.key))
		if err == nil {
			err = json.Unmarshal(text, u.result)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	r := &Report{Units: len(p.units)}
	p.report(r)
	for _, row := range r.Rows {
		// Table 4 on other embeddings than the paper's is not judged.
		testutil.Equal(t, (row.Verdict() == Unjudged), math.IsNaN(row.Paper) || e.Name == "table4", e.Name, row.Group, row.Name, row.Verdict(), row.Paper)
	}
	return r
}

// near fails the test if got is not want but for rounding.
func near(t *testing.T, got, want float64, of ...any) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-9) {
		t.Errorf("%v: got %v, want %v", of, got, want)
	}
}

// constant is a training with the same accuracies in all draws.
func constant(validation, test, source, discriminator, neighbour float64) trainedResult {
	r := trainedResult{Source: source, Discriminator: discriminator, Neighbour: neighbour}
	for range linearDraws {
		r.Draws = append(r.Draws, choice{Validation: validation, Test: test})
	}
	return r
}

// scoring is a training with the same accuracy on the target in all draws.
func scoring(test float64) trainedResult { return constant(1, test, 1, 0.5, 0) }

func twoPairs() [][2]int { return [][2]int{{0, 1}, {3, 8}} }

// gridOf is a grid's result with the same accuracies in all draws and after all
// numbers of epochs.
func gridOf(epochs int, none, lar float64) linearResult {
	r := linearResult{Settings: 3, Diverged: 1, Unbounded: []int{0, 0, 0, 1, 0, 2}, PerLambda: 2}
	run := linearRun{Best: 0.95, ByLambda: []float64{0.6, 0.61, 0.62, 0.63, 0.64, 0}}
	for range linearDraws {
		run.None, run.LAR = append(run.None, none), append(run.LAR, choice{K: 8, KTilde: 16, Lambda: 10, Test: lar})
		run.Finer = append(run.Finer, choice{K: 8, KTilde: finerKTilde, Lambda: 10, Test: lar + 0.03})
	}
	for range epochs {
		r.Runs = append(r.Runs, run)
	}
	return r
}

// Reports of results that are made up so that every claim of several tasks holds, by the means of
// some of their rows.
func TestReports(t *testing.T) {
	near := map[string]float64{"0.3→U": 0.8, "0.2→U": 0.7, "0.1→U": 0.6}
	for _, c := range []struct {
		e      Experiment
		o      Options
		result func(column, key string) any
		units  int
		want   map[int]float64
		chosen string
		// single is the column of a single task, whose claims are open.
		single string
	}{
		// The last width of equals by the validation rows; the standard error of two
		// values is half their difference.
		{table2Networks(), Options{Hidden: []int{64, 128, 256}, Pairs: twoPairs(), Columns: []string{"M→U", "0.1→U"}}, func(column, key string) any {
			test := 0.6
			if strings.Contains(key, "0,1") {
				test = 0.8
			}
			if dann := strings.Contains(key, "DANN"); dann == (column == "M→U") {
				test += 0.1 // DANN helps on M→U, hurts on 0.1
			}
			switch {
			case strings.Contains(key, " 64 hidden"):
				return constant(0.7, 0.99, 1, 0.5, 0)
			case strings.Contains(key, " 128 hidden"):
				return constant(0.8, 0.01, 1, 0.5, 0)
			}
			return constant(0.8, test, 1, 0.5, 0)
		}, 24, map[int]float64{0: 70, 1: 80, 2: 80, 3: 70}, "hidden units 256 (100 %)", ""},
		{table3(), Options{Hidden: []int{256}, Pairs: twoPairs()}, func(column, key string) any {
			if strings.Contains(key, " 128 hidden") {
				return constant(0, 0, 0.1, 0.1, near[column])
			}
			return constant(0, 0, 0.97, 0.48, 0.99)
		}, 20, map[int]float64{9: 97, 10: 48, 11: 70}, "", ""},
		{table5Networks(), Options{Columns: []string{"M→U", "0.2→U"}, Hidden: []int{128}}, func(column, key string) any {
			switch dann := strings.Contains(key, "DANN"); {
			case dann && (column == "M→U" || strings.Contains(key, "all of 7")):
				return scoring(0.3)
			case column == "M→U":
				return scoring(0.2)
			case dann:
				return scoring(0.38)
			}
			return scoring(0.4)
		}, 22, map[int]float64{0: 20, 1: 30, 2: 40, 3: 37.2}, "", "M→U"},
		{table2(), Options{Columns: []string{"M→U"}}, func(_, key string) any {
			if strings.HasSuffix(key, " 0,1, 10 draws") {
				return gridOf(2, 0.7, 0.6)
			}
			return gridOf(2, 0.7, 0.8)
		}, 45, map[int]float64{0: 70, 1: (44*80 + 60) / 45.0}, "k 8 (100 %); k̃ 16 (100 %); λ 10 (100 %)", ""},
		{table5(), Options{Columns: []string{"0.1→U"}}, func(_, key string) any {
			if strings.Contains(key, "all of 7") {
				return gridOf(5, 0.4, 0.7)
			}
			return gridOf(5, 0.5, 0.6)
		}, 10, map[int]float64{0: 49, 1: 61}, "k 8 (100 %); k̃ 16 (100 %); λ 10 (100 %)", ""},
		// What k̃ = 12 makes stands beside the paper's number, too.
		{table5(), Options{Columns: []string{"M→U"}}, func(_, key string) any {
			if strings.Contains(key, "train part") || strings.Contains(key, "tail") {
				return gridOf(5, 0.4, 0.7)
			}
			return gridOf(5, 0.5, 0.6)
		}, 4, map[int]float64{0: 50, 1: 60, 2: 63}, "k 8 (100 %); k̃ 16 (100 %); λ 10 (100 %)", ""},
		{figureLambda(), Options{Columns: []string{"U→M"}}, func(string, string) any { return gridOf(5, 0.5, 0.6) },
			1, map[int]float64{0: 60, 4: 64}, "", "U→M"},
	} {
		r := made(t, c.e, c.o, func(key string) any {
			column, _, _ := strings.Cut(key, " ")
			return c.result(column, key)
		})
		if r.Units != c.units || len(r.Claims) == 0 || (len(r.Curves) > 0) != c.e.HasCurves() {
			t.Errorf("%s: %d units, %d claims, %d curves", c.e.Name, r.Units, len(r.Claims), len(r.Curves))
		}
		// Means of all pairs are beside all pairs alone, and nowhere told.
		for _, row := range r.Rows {
			if c.o.Pairs != nil && !math.IsNaN(row.Paper) {
				t.Errorf("%s: %s, %s of %d pairs beside %v", c.e.Name, row.Group, row.Name, len(c.o.Pairs), row.Paper)
			}
		}
		for _, claim := range r.Claims {
			if c.o.Pairs != nil && strings.Contains(claim.Measured, "paper") {
				t.Errorf("%s: of %d pairs %s", c.e.Name, len(c.o.Pairs), claim.Measured)
			}
		}
		for i, want := range c.want {
			if row := r.Rows[i]; math.Abs(row.Ours.Mean-want) > 1e-9 || !strings.HasPrefix(c.chosen, row.Chosen) && !strings.Contains(row.Name, "k̃ = 12") {
				t.Errorf("%s: %+v, want %g", c.e.Name, row, want)
			}
		}
		for _, claim := range r.Claims {
			want := Holds
			if c.single != "" && strings.HasPrefix(claim.Statement, c.single) {
				want = Open
			}
			testutil.Equal(t, claim.Verdict, want, c.e.Name, claim.Statement, claim.Measured)
		}
	}
	r := made(t, table5(), Options{Columns: []string{"U→M"}}, func(string) any { return gridOf(5, 0.5, 0.6) })
	if want := "U→M: the objective has no minimum for 1 of 2 settings at λ = 10, for 2 of 2 settings at λ = 1000; the accuracies at these settings come from gradient descent that stops early."; !slices.Contains(r.Notes, want) {
		t.Errorf("the notes %q do not say %q", r.Notes, want)
	}
	near["0.2→U"] = 0.85
	if c := made(t, table3(), Options{}, func(key string) any {
		column, _, _ := strings.Cut(key, " ")
		return constant(0, 0, 0.97, 0.48, near[column])
	}).Claims; c[len(c)-1].Verdict != Broken {
		t.Errorf("%s: %s holds", c[len(c)-1].Statement, c[len(c)-1].Measured)
	}
}

// A whole table has the rows of both halves column by column, and pairs LAR with the others
// task by task.
func TestWholeTable(t *testing.T) {
	o := Options{Pairs: twoPairs(), Columns: []string{"U→M", "0.3→U"}, Hidden: []int{128}}
	r := made(t, wholeTable2(), o, func(key string) any {
		shift := 0.0
		if strings.Contains(key, "3,8") {
			shift = 0.2
		}
		switch {
		case strings.Contains(key, "DANN"):
			return scoring(0.7 - shift/2)
		case strings.Contains(key, "hidden"):
			return scoring(0.6 - shift)
		}
		return gridOf(2, 0.7-shift, 0.8-shift)
	})
	names := []string{networkRow, dannRow, noneRow, larRow}
	for i, row := range r.Rows {
		if want := ifElse(i < 4, "U→M", "0.3→U"); row.Group != want || row.Name != names[i%4] {
			t.Errorf("row %d is %s, %s", i, row.Group, row.Name)
		}
	}
	// Over DANN 10 points in one pair and none in the other.
	last := r.Claims[len(r.Claims)-1]
	testutil.Equal(t, last, Claim{last.Statement, "+20.00 ± 0.00 points over No Adaptation (NN), +5.00 ± 5.00 points over DANN, +10.00 ± 0.00 points over No Adaptation (Linear)", Open})
	r = made(t, wholeTable5(), Options{Columns: []string{"M→U", "0.1→U"}, Hidden: []int{128}}, func(key string) any {
		if strings.Contains(key, "hidden") {
			return scoring(0.56)
		}
		return gridOf(5, 0.5, 0.6)
	})
	last = r.Claims[len(r.Claims)-1]
	testutil.Equal(t, last, Claim{last.Statement, "+4.00 ± 0.00 points: M→U +4.00 points over DANN (paper: +10.44), 0.1→U +4.00 ± 0.00 points over DANN (paper: +15.48)", Broken})
}

// The further pairs set every method's mean beside LAR's, and say who is ahead.
func TestFurtherReport(t *testing.T) {
	r := made(t, amazonReviews(), Options{Seeds: 2, Data: t.TempDir()}, func(key string) any {
		r := rivalResult{Accuracy: 0.5, Chosen: "a"}
		switch {
		case strings.Contains(key, ", LAR,"):
			r.Accuracy = 0.8
		case strings.Contains(key, "CDAN") && strings.Contains(key, "seed 1"):
			r.Accuracy, r.Chosen = 0.9, "b"
		}
		return r
	})
	want := 1 // LAR
	for _, m := range rivals.Methods() {
		if !m.Published {
			want++
		}
	}
	if len(r.Rows) != want || r.Claims[0].Verdict != Holds || r.Claims[1].Verdict != Open || r.Claims[1].Measured != "over CDAN ahead in 1 and behind in 1 of 2 seeds, by +10.00 ± 20.00 points" {
		t.Errorf("%d rows, claims %+v", len(r.Rows), r.Claims)
	}
	for _, row := range r.Rows {
		want, chosen := 50.0, "a"
		switch row.Name {
		case "LAR":
			want = 80
		case "CDAN", "CDAN-E", "IWCDAN":
			want, chosen = 70, "a (1 of 2 runs)"
		}
		near(t, row.Ours.Mean, want, row.Name)
		testutil.Equal(t, row.Chosen, chosen, row.Name)
	}
}

// Equals share their ranks, and the ranks of all sum to n(n + 1)/2.
func TestRanked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 5), func(i int) float64 { return float64(i) }), 1, 9).Draw(t, "values")
		sum := 0.0
		for i, rank := range rankValues(values) {
			sum += rank
			better, same := 0, 0
			for _, v := range values {
				if v > values[i] {
					better++
				} else if v == values[i] {
					same++
				}
			}
			if want := float64(better) + float64(1+same)/2; rank != want {
				t.Fatalf("%v has the rank %g, want %g", values[i], rank, want)
			}
		}
		if n := float64(len(values)); sum != n*(n+1)/2 {
			t.Fatalf("ranks of %v sum to %g", values, sum)
		}
	})
}

// The benchmark orders methods by their mean rank, and names on which tasks each loses to no
// adaptation.
func TestBenchmarkReport(t *testing.T) {
	r := made(t, benchmark(), Options{Seeds: 2, Data: t.TempDir()}, func(key string) any {
		r := rivalResult{Accuracy: 0.5}
		switch {
		case strings.Contains(key, ", LAR, JLA,"):
			r.Accuracy = 0.9
		case strings.Contains(key, "CORAL") && strings.Contains(key, "glyphs"):
			r.Accuracy = 0.25
		}
		return r
	})
	if first := r.Rows[0]; first.Group != "mean rank" || first.Name != "LAR, JLA" || first.Ours.Mean != 1 || first.Ours.N != 6 {
		t.Errorf("first is %+v", first)
	}
	// Of n methods all but one share the ranks 2 to n; in one task CORAL is the last of all.
	n := len(benchmarkMethods())
	last := r.Rows[n-1]
	if want := (5*float64(2+n)/2 + float64(n)) / 6; last.Name != "CORAL" || math.Abs(last.Ours.Mean-want) > 1e-9 {
		t.Errorf("last is %+v, want the rank %g", last, want)
	}
	testutil.Equal(t, len(r.Rows), n*(2+6), n)
	if want := "CORAL is below no adaptation in 1 of 6 tasks, in points: glyphs by 25.0."; len(r.Notes) != 2 || r.Notes[1] != want || !strings.Contains(r.Notes[0], "digits, books→dvd") {
		t.Errorf("the notes are %q", r.Notes)
	}
	for _, c := range r.Claims {
		testutil.Equal(t, (c.Verdict == Holds), strings.HasPrefix(c.Statement, "LAR, JLA"), c.Statement, c.Measured, c.Verdict)
	}
}

// LAR that is chosen without labels scores what joint label alignment chooses: on subspace all.
func TestAlignBlind(t *testing.T) {
	pair := testutil.Must(datasets.Open(t.Context(), datasets.DefaultSpec("subspace"), nil))
	pair.Start = datasets.StartParams{} // as files have none
	none, chosen, err := chooseWithoutLabels(t.Context(), pair, model.Params{Epochs: 500})
	testutil.NoError(t, err)
	if r := scoreLabels(pair.Task, pair.Target.Y, chosen.labels); r.Accuracy < 0.99 || none.name != "no adaptation" || chosen.name == none.name {
		t.Errorf("%s: %+v", chosen.name, r)
	}
}

// k(0.1) of each class by a plain sum over the singular vectors, and what is said of them.
func TestOneDigit(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	const n, width, classes = 60, 6, 3
	d := model.Data{Task: model.MultiClass, Classes: classes, Source: model.Domain{X: mat.NewDense(n, width, nil)}}
	for i := range n {
		for j := range width {
			d.Source.X.Set(i, j, random.NormFloat64()+float64(i%classes*j)/3)
		}
		d.Source.Y = append(d.Source.Y, float64(i%classes))
	}
	got := testutil.Must(alignmentRankByClass(t.Context(), d))
	var svd mat.SVD
	var u mat.Dense
	svd.Factorize(d.Source.X, mat.SVDThin)
	svd.UTo(&u)
	for class, k := range got {
		var squares []float64
		for j := range width {
			along := 0.0
			for i, label := range d.Source.Y {
				if int(label) == class {
					along += u.At(i, j)
				} else {
					along -= u.At(i, j)
				}
			}
			squares = append(squares, along*along)
		}
		want, head := 0, 0.0
		for want < width && math.Sqrt(head) <= 0.9*math.Sqrt(floats.Sum(squares)) {
			head += squares[want]
			want++
		}
		testutil.Equal(t, k, want, class)
	}
	r := made(t, oneDigit(), Options{Data: t.TempDir()}, func(key string) any {
		if key == "USPS" {
			return []int{1, 1}
		}
		return []int{1, 4}
	})
	if len(r.Rows) != 4 || r.Rows[1].Verdict() != NotMet || r.Rows[2].Verdict() != Met || r.Claims[0].Verdict != Broken || r.Claims[1].Verdict != Holds {
		t.Errorf("%+v", r)
	}
}

// A claim is open where its numbers do not decide it.
func TestClaimVerdicts(t *testing.T) {
	nan := math.NaN()
	for i, c := range []struct{ got, want Verdict }{
		{Estimate{-1.33, 1.67, 5}.judgeBelow(0), Open}, {Estimate{-3.35, 1.67, 5}.judgeBelow(0), Holds}, {Estimate{3.35, 1.67, 5}.judgeBelow(0), Broken},
		{Estimate{5, nan, 1}.judgeAbove(0), Open}, {Estimate{5, 2, 9}.judgeAbove(0), Holds}, {Estimate{5, 2, 9}.judgeAbove(2), Open}, {Estimate{5, 2, 9}.judgeAbove(10), Broken},
		{Estimate{0, 0, 9}.judgeAbove(0), Broken}, {Estimate{0, 0, 9}.judgeWithin(1), Holds}, {Estimate{0.9, 0.1, 9}.judgeWithin(1), Open}, {Estimate{-2, 0.1, 9}.judgeWithin(1), Broken},
		{judgeCount(3, 7, 7), Open}, {judgeCount(7, 0, 7), Holds}, {judgeCount(7, 3, 7), Holds}, {judgeCount(6, 0, 7), Broken}, {judgeCount(3, 3, 7), Broken},
		{judgeExact(true), Holds}, {judgeExact(false), Broken}, {judgeAll(Holds, Open, Holds), Open}, {judgeAll(Open, Broken), Broken}, {judgeAll(Holds, Holds), Holds},
	} {
		testutil.Equal(t, c.got, c.want, i)
	}
	small := func(there, below int) Claim {
		var r Report
		for i := range there {
			r.Rows = append(r.Rows, Row{Name: "k(0.1)", Paper: 2, Ours: newEstimate([]float64{ifElse[float64](i < below, 9, 30)})}, Row{Name: "n"})
		}
		claimSmallRanks(&r)
		return r.Claims[0]
	}
	for _, c := range []struct {
		there, below int
		want         Verdict
	}{{3, 3, Open}, {7, 7, Holds}, {10, 6, Broken}, {4, 0, Broken}} {
		if got := small(c.there, c.below); got.Verdict != c.want || !strings.HasPrefix(got.Measured, fmt.Sprintf("in %d of the %d ", c.below, c.there)) {
			t.Errorf("%+v, want %q", got, c.want)
		}
	}
	for pairs, want := range map[int]Verdict{1: Open, 2: Holds} {
		o := Options{Hidden: []int{128}, Pairs: twoPairs()[:pairs], Columns: []string{"0.1→U"}}
		claim := made(t, table2Networks(), o, func(key string) any {
			return scoring(ifElse(strings.Contains(key, "DANN"), 0.5, 0.7))
		}).Claims[0]
		if claim.Statement != "0.1→U: DANN hurts" || claim.Verdict != want {
			t.Errorf("on %d pairs %+v", pairs, claim)
		}
	}
}

// With several seeds claims and numbers go by the error over seeds, s/√3 in each of two pairs and
// 1/√2 of that for their mean.
func TestSeedsDecide(t *testing.T) {
	o := Options{Hidden: []int{128}, Pairs: twoPairs(), Columns: []string{"0.1→U"}, Seeds: 3}
	for spread, want := range map[float64]Verdict{0.1: Holds, 0.2: Open} {
		r := made(t, table2Networks(), o, func(key string) any {
			if !strings.Contains(key, "DANN") {
				return scoring(0.7)
			}
			return scoring(0.6 + spread*float64(int(key[strings.Index(key, "seed ")+5])-'1'))
		})
		row, e := r.Rows[1], 100*spread/math.Sqrt(6)
		if math.Abs(row.SeedErr-e) > 1e-9 || math.Abs(row.Within-max(pairsTolerance, 4*e)) > 1e-9 || r.Claims[0].Verdict != want {
			t.Errorf("%g: %+v, %+v", spread, row, r.Claims[0])
		}
	}
}

// Deeper networks are paired with those of one layer, whose units are those of the tables.
func TestDeeperReport(t *testing.T) {
	o := Options{Pairs: twoPairs()}
	var one, two plan
	testutil.NoError(t, deeperNetworks().plan(t.Context(), o, &one))
	o.Columns, o.Hidden = []string{"0.1→U"}, []int{probeWidth}
	testutil.NoError(t, table2Networks().plan(t.Context(), o, &two))
	shared := 0
	for _, u := range two.units {
		if slices.ContainsFunc(one.units, func(other unit) bool { return other.key == u.key }) {
			shared++
		}
	}
	if len(one.units) != 8 || shared != len(two.units) {
		t.Errorf("%d units, of which %d of %d are those of Table 2", len(one.units), shared, len(two.units))
	}
	r := made(t, deeperNetworks(), o, func(key string) any {
		if strings.Contains(key, "DANN of 3 layers") && strings.Contains(key, "3,8") {
			return scoring(0.4)
		}
		return scoring(0.6)
	})
	if want := "ahead in 0 and behind in 1 of 2 pairs, by -10.00 ± 10.00 points"; len(r.Rows) != 4 || len(r.Claims) != 2 || r.Claims[0].Verdict != Broken || r.Claims[1].Verdict != Open || r.Claims[1].Measured != want {
		t.Errorf("%d rows, %+v", len(r.Rows), r.Claims)
	}
}
