package datasets

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/datasets/moments"
	"larui/datasets/table"
	"larui/model"
	"larui/model/testutil"
)

// A domain of a random case, as lines of CSV, and its header.
type csvRows struct {
	header string
	lines  []string
}

// write writes the rows from lo to hi into a file of the folder.
func (c csvRows) write(t *testing.T, folder, name string, lo, hi int) string {
	t.Helper()
	return testutil.WriteFile(t, filepath.Join(folder, name), c.header+strings.Join(c.lines[lo:hi], ""))
}

// drawCSV draws n rows of d features, some of which are words or have gaps where mixed, and
// their labels. Means are so many deviations from zero.
func drawCSV(r *rand.Rand, task string, n, d int, shift float64, turned, mixed bool) (c csvRows) {
	for j := range d {
		c.header += fmt.Sprintf("x%d,", j)
	}
	if mixed {
		c.header += "word,gaps,"
	}
	c.header += "y\n"
	for i := range n {
		x := make([]float64, d)
		for j := range d {
			x[j] = r.NormFloat64() * math.Pow(.8, float64(j))
		}
		z := x[0] + x[1]
		if turned {
			x[0], x[1] = .8*x[0]-.6*x[1], .6*x[0]+.8*x[1]
		}
		var line strings.Builder
		for j, v := range x {
			line.WriteString(strconv.FormatFloat(v+shift*math.Pow(.8, float64(j)), 'g', -1, 64) + ",")
		}
		if mixed {
			gap := "NA"
			if r.IntN(8) > 0 {
				gap = strconv.FormatFloat(z+r.NormFloat64(), 'g', -1, 64)
			}
			line.WriteString([]string{"red", "green", "blue"}[r.IntN(3)] + "," + gap + ",")
		}
		z += .3 * r.NormFloat64()
		switch task {
		case "binary":
			line.WriteString([]string{"no", "yes"}[map[bool]int{true: 1}[z > 0 || i == 0]])
		case "multiclass":
			line.WriteString(strconv.Itoa(min(3, max(0, int(math.Floor(z+2))))))
		default:
			line.WriteString(strconv.FormatFloat(100+z, 'g', -1, 64))
		}
		c.lines = append(c.lines, line.String()+"\n")
	}
	return c
}

// sumShards sums the rows of c in several shards, some of them empty, in any order, and writes one
// file of their lines.
func (c csvRows) sumShards(t *testing.T, r *rand.Rand, folder, name string, count int, spec Spec, how SumOptions) string {
	t.Helper()
	cuts := []int{0, len(c.lines)}
	for range count - 1 {
		cuts = append(cuts, r.IntN(len(c.lines)+1))
	}
	slices.Sort(cuts)
	var all bytes.Buffer
	for _, i := range r.Perm(count) {
		spec.Source = c.write(t, folder, "shard.csv", cuts[i], cuts[i+1])
		s, _, err := SumRows(context.Background(), spec, how, nil)
		testutil.NoError(t, err)
		all.Write(testutil.Must(s[0].EncodeLine()))
	}
	return write(t, folder, name, all.String())
}

// far is the largest difference of entries, relative to the largest entry.
func far(a, b *mat.Dense) float64 {
	if a == nil || b == nil {
		if a == b {
			return 0
		}
		return math.Inf(1)
	}
	x, y := mat.DenseCopyOf(a).RawMatrix().Data, mat.DenseCopyOf(b).RawMatrix().Data
	return floats.Distance(x, y, math.Inf(1)) / max(1e-300, floats.Norm(x, math.Inf(1)))
}

func squares(sigma []float64) *mat.Dense {
	s := mat.NewDense(1, len(sigma), slices.Clone(sigma))
	s.MulElem(s, s)
	return s
}

// standardizedExactly standardizes the columns of x, but for the constant, by their means and
// deviations in another matrix, in 200 bits that are rounded once.
func standardizedExactly(x, by *mat.Dense, bias bool) *mat.Dense {
	rows, d := x.Dims()
	n, _ := by.Dims()
	out := mat.DenseCopyOf(x)
	if bias {
		d--
	}
	float := func(v float64) *big.Float { return new(big.Float).SetPrec(200).SetFloat64(v) }
	for j := range d {
		mean, square := float(0), float(0)
		for i := range n {
			mean.Add(mean, float(by.At(i, j)))
		}
		mean.Quo(mean, float(float64(n)))
		for i := range n {
			from := float(by.At(i, j))
			from.Sub(from, mean)
			square.Add(square, from.Mul(from, from))
		}
		square.Quo(square, float(float64(n)))
		deviation := square.Sqrt(square)
		for i := range rows {
			v := float(x.At(i, j))
			v.Sub(v, mean)
			if deviation.Sign() > 0 {
				v.Quo(v, deviation)
			}
			rounded, _ := v.Float64()
			out.Set(i, j, rounded)
		}
	}
	return out
}

// Of a hundred random pairs, LAR from sums is LAR from rows: weights, spectra and, where the
// sample is all rows, scores. What is far from zero is standardized: without that the rows
// themselves don't have nine digits.
func TestSumsLikeRows(t *testing.T) {
	trials := 100
	if testing.Short() { // the same goroutines each time
		trials = 10
	}
	for trial := range trials {
		r := rand.New(rand.NewPCG(uint64(trial), 30))
		folder := t.TempDir()
		task := []string{"binary", "multiclass", "regression"}[trial%3]
		shift := []float64{0, 1, 1e3, 1e6}[trial/3%4]
		mixed := trial%5 == 4 && shift < 1e3
		n, m, d := 120+r.IntN(300), 120+r.IntN(300), 2+r.IntN(9)
		source, target := drawCSV(r, task, n, d, shift, false, mixed), drawCSV(r, task, m, d, shift, true, mixed)
		spec := DefaultSpec(FilesName)
		spec.Task, spec.Bias = task, r.IntN(4) > 0
		spec.ScaleLabel = trial%2 == 0
		spec.Standardize = []ScaleFit{FitNone, FitSource, FitDomain}[trial%7%3]
		if shift > 1 {
			spec.Standardize = map[float64]ScaleFit{1e3: FitSource, 1e6: FitDomain}[shift]
		}
		if shift == 1 && trial%2 == 0 {
			spec.Scale = FitSource
		}
		summed, how := spec, SumOptions{SampleSize: sampleOf(trial)}
		if mixed {
			for _, s := range []*Spec{&spec, &summed} {
				s.Encode, s.Impute, s.KeepGapsFlag = []string{"word"}, []string{"gaps=mean"}, true
			}
		}
		spec.Source, spec.Target = source.write(t, folder, "source.csv", 0, n), target.write(t, folder, "target.csv", 0, m)
		// The recipe comes of the whole source; shards and target are summed like that.
		summed.Source = spec.Source
		like, _, err := SumRows(context.Background(), summed, how, nil)
		testutil.NoError(t, err)
		how.Like = like[0]
		summed.Encode, summed.Impute, summed.KeepGapsFlag = nil, nil, false
		shards := 1 + r.IntN(1+r.IntN(40))
		if trial == 50 {
			shards = 1000
		}
		opened := spec
		opened.Encode, opened.Impute, opened.KeepGapsFlag = nil, nil, false
		opened.Source = source.sumShards(t, r, folder, "source.moments", shards, summed, how)
		opened.Target = target.sumShards(t, r, folder, "target.moments", min(shards, 9), summed, how)
		rows, sums := mustOpen(t, spec), mustOpen(t, opened)
		if spec.Standardize != FitNone && spec.Scale == FitNone {
			plain := spec
			plain.Standardize = FitNone
			raw := mustOpen(t, plain)
			by := map[ScaleFit]*mat.Dense{FitSource: raw.Source.X, FitDomain: raw.Target.X}[spec.Standardize]
			rows.Source.X, rows.Target.X = standardizedExactly(raw.Source.X, raw.Source.X, spec.Bias), standardizedExactly(raw.Target.X, by, spec.Bias)
		}
		if rows.Task != sums.Task || !slices.Equal(rows.ClassNames, sums.ClassNames) || !slices.Equal(rows.Features, sums.Features) ||
			sums.Source.Samples() != n || sums.Target.Samples() != m {
			t.Fatalf("trial %d: another pair: %v %v %v, %d and %d rows", trial, sums.Task, sums.ClassNames, sums.Features, sums.Source.Samples(), sums.Target.Samples())
		}
		var problems [2]*model.Problem
		var solutions [2]*model.Solution
		for i, pair := range []*Pair{rows, sums} {
			problems[i], err = model.NewProblem(context.Background(), pair.Data)
			testutil.NoError(t, err)
			params := model.Params{K: 2, KTilde: 1, Lambda: 3, Epochs: 200}
			solutions[i], err = model.NewSolver(problems[i]).Solve(context.Background(), params)
			testutil.NoError(t, err)
		}
		const tolerance = 1e-9
		a, b := solutions[0], solutions[1]
		for name, off := range map[string]float64{
			"none": far(a.None.Weights, b.None.Weights), "descent": far(a.Descent.Weights, b.Descent.Weights), "closed": far(a.Closed.Weights, b.Closed.Weights),
			// The eigenvalues: where features depend on each other their roots have half the digits.
			"source spectrum": far(squares(problems[0].Src.Sigma), squares(problems[1].Src.Sigma)),
			"target spectrum": far(squares(problems[0].Tgt.Sigma), squares(problems[1].Tgt.Sigma)),
			"Φᵀy":             far(problems[0].Src.XtY, problems[1].Src.XtY),
			"optimum":         far(problems[0].Optimum, problems[1].Optimum),
		} {
			if off > tolerance {
				t.Errorf("trial %d (%s, %g deviations, %d shards, standardized %v): %s is off by %.3g", trial, task, shift, shards, spec.Standardize, name, off)
			}
		}
		if how.SampleSize > 0 {
			for name, off := range map[string]float64{
				"accuracy": a.Descent.Target.Accuracy - b.Descent.Target.Accuracy, "source accuracy": a.Closed.Source.Accuracy - b.Closed.Source.Accuracy,
				"MSE": (a.Descent.Target.MSE - b.Descent.Target.MSE) / (1 + a.Descent.Target.MSE),
			} {
				if math.Abs(off) > tolerance {
					t.Errorf("trial %d: %s is off by %.3g", trial, name, off)
				}
			}
		} else {
			for _, mse := range [][2]float64{{a.Descent.Target.MSE, b.Descent.Target.MSE}, {a.None.Source.MSE, b.None.Source.MSE}, {a.Closed.Target.MSE, b.Closed.Target.MSE}} {
				if !(math.Abs(mse[0]-mse[1]) <= tolerance*(1+mse[0])) {
					t.Errorf("trial %d: by sums alone MSE is %v, not %v", trial, mse[1], mse[0])
				}
			}
			if !math.IsNaN(b.Descent.Target.Accuracy) || !math.IsNaN(b.Descent.Source.R2) {
				t.Errorf("trial %d: scores of no rows are %v", trial, b.Descent.Target)
			}
		}
	}
}

// sampleOf is the sample of a trial: none, or all rows.
func sampleOf(trial int) int {
	if trial%6 == 5 {
		return 0
	}
	return moments.DefaultSample
}

// sumText sums content as a file of that name.
func sumText(t *testing.T, name, content string, spec Spec, how SumOptions) (string, *moments.Sums, error) {
	t.Helper()
	spec.Source = write(t, t.TempDir(), name, content)
	s, _, err := SumRows(context.Background(), spec, how, nil)
	if err != nil {
		return "", nil, err
	}
	return write(t, t.TempDir(), "sums", string(testutil.Must(s[0].EncodeLine()))), s[0], nil
}

const someRows = "a,b,y\n1,2,0\n3,5,1\n2,8,1\n7,1,0\n"

// Wrong sums, and sums opened with other options than they were made with, are refused.
func TestSumRefuses(t *testing.T) {
	files := DefaultSpec(FilesName)
	how := SumOptions{SampleSize: 10}
	with := func(change func(*Spec)) Spec {
		spec := files
		change(&spec)
		return spec
	}
	for _, test := range []struct {
		content string
		spec    Spec
		want    error
		text    string
	}{
		{"a,b,c\n1,2,0\n", files, ErrNoLabel, "name the label with --label, or use --no-label"},
		{"1,2,0\n3,4,1\n", files, ErrNoLabel, "name the label with --label, or use --no-label"},
		{"a,b,y\n1,x,0\n", files, ErrNotNumber, "column b"},
		{"a,b,y\n", files, ErrEmpty, "has a header, but no rows"},
		{"1,2,0\n", with(func(s *Spec) { s.Names = []string{"a", "y"} }), table.ErrRagged, "has 3 columns, but 2 are named"},
		{"a,b,y\n1e300,2,0\n-1e300,3,1\n", files, ErrNotFinite, "too large"},
	} {
		_, _, err := sumText(t, "rows.csv", test.content, test.spec, how)
		if !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.text) {
			t.Errorf("%q: %v, not %q", test.content, err, test.text)
		}
	}
	sums, s, err := sumText(t, "rows.csv", someRows, files, how)
	testutil.NoError(t, err)
	if _, _, err := sumText(t, "other.csv", "a,c\n1,2\n", files, SumOptions{Like: s, SampleSize: 10}); !errors.Is(err, ErrWidth) {
		t.Errorf("other columns: %v", err)
	}
	for _, test := range []struct {
		change func(*Spec)
		want   error
		text   string
	}{
		{func(s *Spec) { s.Label = "a" }, ErrNoLabel, "can't be the label"},
		{func(s *Spec) { s.Encode = []string{"a"} }, ErrSpec, "give --encode, --dates and --impute to larui moments"},
		{func(s *Spec) { s.Features = []string{"a", "z"} }, ErrNoColumn, "z"},
	} {
		spec := files
		spec.Source, spec.Target = sums, sums
		test.change(&spec)
		wantError(t, spec, test.want, test.text)
	}
	line := string(testutil.Must(os.ReadFile(sums)))
	spec := files
	spec.Source, spec.Target = write(t, t.TempDir(), "twice", line+line), sums
	wantError(t, spec, moments.ErrIncompatible, ":2: lines of moments that don't belong together: the same 4 rows twice")
}

// Features, their order, and what labels are missing, are as in files of rows.
func TestSumColumns(t *testing.T) {
	spec := DefaultSpec(FilesName)
	var err error
	spec.Source, _, err = sumText(t, "s.csv", someRows, spec, SumOptions{SampleSize: 10})
	testutil.NoError(t, err)
	// Other order, by names; no label.
	spec.Target, _, err = sumText(t, "t.csv", "b,a\n1,2\n3,4\n5,7\n", spec, SumOptions{SampleSize: 10, NoLabel: true})
	testutil.NoError(t, err)
	pair := mustOpen(t, spec)
	gram := func() *mat.SymDense { return testutil.Must(model.NewProblem(t.Context(), pair.Data)).Tgt.Gram }
	if got := mat.Row(nil, 0, gram()); pair.Target.Y != nil || got[0] != 4+16+49 || got[1] != 2+12+35 || got[2] != 13 {
		t.Errorf("%v, labels %v", got, pair.Target.Y)
	}
	spec.Drop = []string{"b"}
	pair = mustOpen(t, spec)
	if !slices.Equal(pair.Features, []string{"a", "1"}) || gram().At(0, 0) != 69 {
		t.Errorf("%v, %v", pair.Features, mat.Formatted(gram()))
	}
	// Some labels missing.
	spec.Drop = nil
	partly := "a,b,y\n1,2,0\n3,4,\n5,7,1\n"
	spec.Target, _, err = sumText(t, "t.csv", partly, spec, SumOptions{SampleSize: 10})
	testutil.NoError(t, err)
	wantError(t, spec, ErrNoLabel, "--missing unlabelled")
	spec.Missing = "unlabelled"
	pair = mustOpen(t, spec)
	if len(pair.Target.Y) != 2 || pair.Target.Samples() != 3 || pair.Target.Sums.XtY != nil {
		t.Errorf("%v of %d", pair.Target.Y, pair.Target.Samples())
	}
	spec.Source = spec.Target
	wantError(t, spec, ErrNoLabel, "the label is missing from 1 row")
}

// Sums of source and target, each by a recipe of its own or by one for both, give what their rows give, or
// are refused with a word of --like.
func TestRecipesOfBothSides(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 1))
	for range 24 {
		folder := t.TempDir()
		ways := []string{"mean", "median", "frequent"}
		rowsOf := func(name string, year int) Spec {
			text := "when,gaps,word,y\n"
			for i := range 12 {
				gap := strconv.Itoa(r.IntN(9) + year)
				if i%5 == 0 {
					gap = ""
				}
				text += fmt.Sprintf("%d-%02d-11,%s,%s,%d\n", year, i+1, gap, []string{"red", "blue"}[(i+year)%2], i%2)
			}
			spec := sourceSpec(t, folder, "x,y\n1,0\n2,1\n")
			spec.Source = write(t, folder, name, text)
			spec.Label, spec.Dates, spec.Encode, spec.Impute = "y", []string{"when"}, []string{"word"}, []string{ways[r.IntN(3)]}
			return spec
		}
		sum := func(spec Spec, name string, like *moments.Sums) (string, *moments.Sums) {
			if like != nil {
				spec.Dates, spec.Encode, spec.Impute = nil, nil, nil
			}
			all, _, err := SumRows(context.Background(), spec, SumOptions{Like: like, SampleSize: 12}, nil)
			testutil.NoError(t, err)
			return write(t, folder, name, string(testutil.Must(all[0].EncodeLine()))), all[0]
		}
		years := []int{2021, 2021 + 2*r.IntN(2)}
		source, target := rowsOf("s.csv", years[0]), rowsOf("t.csv", years[1])
		first, like := sum(source, "s.m", nil)
		if r.IntN(2) > 0 {
			like = nil
		}
		second, _ := sum(target, "t.m", like)
		spec := DefaultSpec(FilesName)
		spec.Source, spec.Target, spec.Bias = first, second, false
		sums, err := Open(context.Background(), spec, nil)
		source.SourceOnly, source.Target = false, target.Source
		rows := mustOpen(t, source)
		switch {
		case err != nil && like == nil && strings.Contains(err.Error(), "--like s.m"):
			checkOneLine(t, err)
		case err == nil && sameRows(rows.Target.X, sums.Target.X) && sums.Layouts[0].FeatureGaps(0) == 0:
		default:
			t.Errorf("%d and %d, like %v: %v", years[0], years[1], like != nil, err)
		}
	}
}

// sameRows tells whether matrices have the same rows in some order.
func sameRows(a, b *mat.Dense) bool {
	rows := func(x *mat.Dense) (all []string) {
		n, _ := x.Dims()
		for i := range n {
			all = append(all, fmt.Sprint(x.RawRowView(i)))
		}
		slices.Sort(all)
		return all
	}
	return slices.Equal(rows(a), rows(b))
}
