package datasets

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"larui/model"
	"larui/model/testutil"
)

func mustOpen(t rapid.TB, spec Spec) *Pair {
	t.Helper()
	return testutil.Must(Open(context.Background(), spec, nil))
}

// wantError opens the pair of spec, which can't be, and returns why.
func wantError(t testing.TB, spec Spec, want error, text string) error {
	t.Helper()
	pair, err := Open(context.Background(), spec, nil)
	if pair != nil || !errors.Is(err, want) || !strings.Contains(err.Error(), text) {
		t.Fatalf("got %v, want %v that says %q", err, want, text)
	}
	checkOneLine(t, err)
	return err
}

// checkOneLine checks what holds for every error of this package.
func checkOneLine(t testing.TB, err error) {
	t.Helper()
	if err == nil {
		return
	}
	text := err.Error()
	if text == "" || strings.ContainsAny(text, "\n\r") {
		t.Errorf("the error is not one line: %q", text)
	}
	known := []error{
		ErrUnknownPair, ErrSpec, ErrNotNumber, ErrNotFinite, ErrRagged, ErrEmpty, ErrOneClass, ErrWidth, ErrNoLabel,
		ErrUnknownClass, ErrNoColumn, ErrSyntax, ErrTruncated, ErrTooLarge, ErrChanged, ErrMissingFile,
	}
	for _, sentinel := range known {
		if errors.Is(err, sentinel) {
			return
		}
	}
	t.Errorf("the error wraps no sentinel: %v", err)
}

func TestOpenUnknownName(t *testing.T) {
	all := "there are "
	for _, info := range ListPairs() {
		all += info.Name + ", "
	}
	for name, want := range map[string]string{
		"mnits-usps": "did you mean mnist-usps?",
		"rotated":    "did you mean rotated-gaussian?",
		"zebra":      all + FilesName,
		"":           all + FilesName,
	} {
		err := wantError(t, DefaultSpec(name), ErrUnknownPair, want)
		if guessed := strings.Contains(err.Error(), "did you mean"); guessed != strings.Contains(want, "did you mean") {
			t.Errorf("%q: %q", name, err)
		}
	}
}

func TestListedPairsAreKnown(t *testing.T) {
	empty := t.TempDir()
	for _, info := range ListPairs() {
		if info.Summary == "" || (info.Needs == "") != info.BuiltIn {
			t.Errorf("%+v", info)
		}
		spec := DefaultSpec(info.Name)
		spec.Data = empty
		_, err := Open(context.Background(), spec, nil)
		if info.BuiltIn && err != nil {
			t.Errorf("%s: %v", info.Name, err)
		}
		if !info.BuiltIn && !errors.Is(err, ErrMissingFile) {
			t.Errorf("%s without data: %v", info.Name, err)
		}
	}
}

// pairsToOpen are specs of pairs that need no data.
func pairsToOpen() map[string]Spec {
	specs := map[string]Spec{"files": fixtureSpec(0)}
	for _, name := range generatedNames() {
		specs[name] = DefaultSpec(name)
	}
	return specs
}

func TestOpenStopsWhenCancelled(t *testing.T) {
	specs := pairsToOpen()
	if folder := os.Getenv("LARUI_DATA"); folder != "" {
		specs["mnist-usps"] = DefaultSpec("mnist-usps")
		specs["usps-mnist"] = DefaultSpec("usps-mnist")
	}
	for name, spec := range specs {
		ctx, cancel := context.WithCancel(context.Background())
		// Cancelled in the midst of the work, at the second sign of progress.
		calls := 0
		pair, err := Open(ctx, spec, func(Progress) {
			calls++
			if calls == 2 {
				cancel()
			}
		})
		cancel()
		if pair != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestProgress(t *testing.T) {
	for name, spec := range pairsToOpen() {
		last := map[string]Progress{}
		_, err := Open(context.Background(), spec, func(p Progress) {
			if p.Stage == "" || p.Done < last[p.Stage].Done || p.Total > 0 && p.Done > p.Total {
				t.Errorf("%s: %+v after %+v", name, p, last[p.Stage])
			}
			last[p.Stage] = p
		})
		testutil.NoError(t, err)
		if len(last) != 3 {
			t.Errorf("%s: stages %v", name, last)
		}
		if name == "files" {
			for _, p := range last {
				if p.Total == 0 || p.Done != p.Total {
					t.Errorf("%s ended at %+v", name, p)
				}
			}
		}
	}
}

// asCSV writes rows with headers x0, x1, … and a label that alternates.
func asCSV(rows [][]float64) string {
	var text strings.Builder
	for j := range rows[0] {
		fmt.Fprintf(&text, "x%d,", j)
	}
	text.WriteString("label\n")
	for i, row := range rows {
		for _, v := range row {
			fmt.Fprintf(&text, "%v,", v)
		}
		fmt.Fprintf(&text, "%d\n", i%2)
	}
	return text.String()
}

// drawRows draws a table of millionths, some of whose columns are constant. Were
// values as small as 1e-307 among them, dividing by one could rightly overflow.
func drawRows(t *rapid.T, name string, columns int) [][]float64 {
	rows := make([][]float64, rapid.IntRange(2, 30).Draw(t, name+" rows"))
	for i := range rows {
		rows[i] = make([]float64, columns)
	}
	for j := range columns {
		same := rapid.IntRange(0, 3).Draw(t, "constant") == 0
		for i := range rows {
			rows[i][j] = float64(rapid.IntRange(-1e9, 1e9).Draw(t, "value")) / 1e6
			if same {
				rows[i][j] = rows[0][j]
			}
		}
	}
	return rows
}

// columnMoments returns the mean, the standard deviation and the largest magnitude of
// column j by plain loops.
func columnMoments(rows [][]float64, j int) (mean, deviation, largest float64) {
	for _, row := range rows {
		mean += row[j] / float64(len(rows))
		largest = math.Max(largest, math.Abs(row[j]))
	}
	for _, row := range rows {
		deviation += (row[j] - mean) * (row[j] - mean) / float64(len(rows))
	}
	return mean, math.Sqrt(deviation), largest
}

func isConstantColumn(rows [][]float64, j int) bool {
	return !slices.ContainsFunc(rows, func(row []float64) bool { return row[j] != rows[0][j] })
}

func TestRescaleAgainstPlainLoops(t *testing.T) {
	folder := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		const d = 3
		source, target := drawRows(t, "source", d), drawRows(t, "target", d)
		standardize := rapid.Bool().Draw(t, "standardize")
		fit := rapid.SampledFrom([]ScaleFit{FitSource, FitDomain}).Draw(t, "fit")
		spec := targetSpec(t, folder, asCSV(source), asCSV(target))
		spec.Bias = true
		if standardize {
			spec.Standardize = fit
		} else {
			spec.Scale = fit
		}
		pair := mustOpen(t, spec)
		for _, part := range []struct {
			name      string
			domain    model.Domain
			rows, fit [][]float64
		}{
			{"source", pair.Source, source, source},
			{"target", pair.Target, target, map[ScaleFit][][]float64{FitSource: source, FitDomain: target}[fit]},
		} {
			for i, row := range part.rows {
				got := part.domain.X.RawRowView(i)
				for j, v := range row {
					mean, deviation, largest := columnMoments(part.fit, j)
					want := v
					switch {
					case standardize && isConstantColumn(part.fit, j):
						want = v - part.fit[0][j]
					case standardize:
						want = (v - mean) / deviation
					case largest > 0:
						want = v / largest
					}
					// Both round the mean to within n ulps of the largest value;
					// dividing by a small deviation enlarges that.
					bound := 1e-13 * (1 + math.Abs(want))
					if standardize && !isConstantColumn(part.fit, j) {
						bound += 1e-13 * (largest + math.Abs(v)) / deviation * (1 + math.Abs(want))
					}
					if !(math.Abs(got[j]-want) <= bound) {
						t.Fatalf("%s, row %d, column %d: %v, want %v", part.name, i, j, got[j], want)
					}
				}
				if got[d] != 1 {
					t.Fatalf("the bias became %v", got[d])
				}
			}
		}
	})
}

// Rescaling of constant, zero and enormous features, by the source and by each domain.
func TestRescaleCorners(t *testing.T) {
	const reals = "a,label\n1,10\n2,12.5\n3,20\n"
	standardize := func(s *Spec) { s.Standardize = FitSource }
	scale := func(s *Spec) { s.Scale = FitDomain }
	scaleLabel := func(s *Spec) { s.ScaleLabel = true }
	type f = []float64
	for name, test := range map[string]struct {
		source, target string
		change         func(*Spec)
		x, y           []float64 // of the target if there is one, else of the source
		note           string
	}{
		"constant": {"a,b,label\n0.1,-1,0\n0.1,1,1\n", "", standardize, f{0, -1, 0, 1}, f{-1, 1}, "(a) are equal"},
		"constant there": {"a,label\n0.1,0\n0.1,1\n", "a,label\n0.1,0\n0.3,1\n", standardize, f{0, 0.2}, f{-1, 1},
			"fitted on source.csv"},
		"zero": {"a,b,label\n0,-4,0\n0,2,1\n", "", scale, f{0, -1, 0, 0.5}, f{-1, 1}, "(a) are 0, so they stay"},
		"sums overflow": {"a,label\n1.7e308,0\n-1.7e308,1\n1.7e308,0\n-1.7e308,1\n", "", standardize, f{1, -1, 1, -1},
			f{-1, 1, -1, 1}, ""},
		"labels":           {reals, "", scaleLabel, f{1, 2, 3}, f{-1, -0.5, 1}, "from [10, 20]"},
		"labels elsewhere": {reals, "a,label\n1,25\n2,15\n", scaleLabel, f{1, 2}, f{2, 0}, ""},
		"constant labels": {"a,label\n1,7\n2,7\n", "", func(s *Spec) { s.ScaleLabel, s.Task = true, "regression" }, f{1, 2},
			f{7, 7}, "is 7, so labels are not rescaled"},
		"classes": {"a,label\n1,7\n2,8\n", "", scaleLabel, f{1, 2}, f{-1, 1}, "labels are classes"},
	} {
		t.Run(name, func(t *testing.T) {
			spec := targetSpec(t, t.TempDir(), test.source, test.target)
			spec.SourceOnly = test.target == ""
			test.change(&spec)
			pair := mustOpen(t, spec)
			got := pair.Target
			if spec.SourceOnly {
				got = pair.Source
			}
			if x := got.X.RawMatrix().Data; !floats.EqualApprox(x, test.x, 1e-16) || !slices.Equal(got.Y, test.y) {
				t.Errorf("X = %v, y = %v; want %v, %v", x, got.Y, test.x, test.y)
			}
			checkNotes(t, pair, test.note)
		})
	}
	// Of 1e12 + 0, 1 and 1e10 + 0, 3 some digits are left.
	for first, lost := range map[string]bool{"1e12,0\n1000000000001,1": true, "1e10,0\n10000000003,1": false} {
		spec := targetSpec(t, t.TempDir(), "a,label\n"+first+"\n", "")
		spec.SourceOnly = true
		standardize(&spec)
		if said := strings.Join(mustOpen(t, spec).Guesses, "\n"); strings.Contains(said, "leaves few digits of 1 feature (a)") != lost {
			t.Errorf("%s: %q", first, said)
		}
	}
	// A validation set belongs to the target domain and shares its fit.
	folder := t.TempDir()
	spec := targetSpec(t, folder, "a,label\n1,0\n2,1\n", "a,label\n10,0\n-20,1\n")
	spec.Validation = write(t, folder, "validation.csv", "a,label\n5,0\n")
	spec.Scale = FitDomain
	if got := mustOpen(t, spec).Validation.X.At(0, 0); got != 0.25 {
		t.Errorf("got %v, want 0.25", got)
	}
}
