package datasets

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"larui/model"
)

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

// moments returns the mean, the standard deviation and the largest magnitude of
// column j by plain loops.
func moments(rows [][]float64, j int) (mean, deviation, largest float64) {
	for _, row := range rows {
		mean += row[j] / float64(len(rows))
		largest = math.Max(largest, math.Abs(row[j]))
	}
	for _, row := range rows {
		deviation += (row[j] - mean) * (row[j] - mean) / float64(len(rows))
	}
	return mean, math.Sqrt(deviation), largest
}

func isConstant(rows [][]float64, j int) bool {
	return !slices.ContainsFunc(rows, func(row []float64) bool { return row[j] != rows[0][j] })
}

func TestRescaleAgainstPlainLoops(t *testing.T) {
	folder := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		const d = 3
		source, target := drawRows(t, "source", d), drawRows(t, "target", d)
		standardize := rapid.Bool().Draw(t, "standardize")
		fit := rapid.SampledFrom([]Fit{FitSource, FitDomain}).Draw(t, "fit")
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
			{"target", pair.Target, target, map[Fit][][]float64{FitSource: source, FitDomain: target}[fit]},
		} {
			for i, row := range part.rows {
				got := part.domain.X.RawRowView(i)
				for j, v := range row {
					mean, deviation, largest := moments(part.fit, j)
					want := v
					switch {
					case standardize && isConstant(part.fit, j):
						want = v - part.fit[0][j]
					case standardize:
						want = (v - mean) / deviation
					case largest > 0:
						want = v / largest
					}
					// Both round the mean to within n ulps of the largest value;
					// dividing by a small deviation enlarges that.
					bound := 1e-13 * (1 + math.Abs(want))
					if standardize && !isConstant(part.fit, j) {
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

func TestStandardizeConstantFeature(t *testing.T) {
	spec := targetSpec(t, t.TempDir(), "a,b,label\n0.1,1,0\n0.1,2,1\n0.1,3,1\n", "a,b,label\n0.1,1,0\n0.3,5,1\n")
	spec.Standardize = FitSource
	pair := mustOpen(t, spec)
	for i := range 3 {
		if v := pair.Source.X.At(i, 0); v != 0 {
			t.Errorf("source row %d: %v, want 0", i, v)
		}
	}
	if got, want := pair.Target.X.At(1, 0), 0.3-0.1; math.Abs(got-want) > 1e-16 {
		t.Errorf("target: %v, want %v", got, want)
	}
	if notes := strings.Join(pair.Notes, "\n"); !strings.Contains(notes, "(a) constant") || !strings.Contains(notes, "fitted on source.csv") {
		t.Errorf("notes:\n%s", notes)
	}
}

func TestScaleZeroFeature(t *testing.T) {
	spec := sourceSpec(t, t.TempDir(), "a,b,label\n0,-4,0\n0,2,1\n")
	spec.Scale = FitDomain
	pair := mustOpen(t, spec)
	if !slices.Equal(pair.Source.X.RawMatrix().Data, []float64{0, -1, 0, 0.5}) {
		t.Errorf("got %v", pair.Source.X.RawMatrix().Data)
	}
}

// Sums of such values overflow; their mean and variance, rightly taken, do not.
func TestStandardizeEnormousValues(t *testing.T) {
	spec := sourceSpec(t, t.TempDir(), "a,label\n1.7e308,0\n-1.7e308,1\n1.7e308,0\n-1.7e308,1\n")
	spec.Standardize = FitSource
	if got := mustOpen(t, spec).Source.X.RawMatrix().Data; !slices.Equal(got, []float64{1, -1, 1, -1}) {
		t.Errorf("got %v", got)
	}
}

func TestScaleLabel(t *testing.T) {
	spec := targetSpec(t, t.TempDir(), "a,label\n1,10\n2,12.5\n3,20\n", "a,label\n1,25\n2,15\n")
	spec.ScaleLabel = true
	pair := mustOpen(t, spec)
	if !slices.Equal(pair.Source.Y, []float64{-1, -0.5, 1}) || !slices.Equal(pair.Target.Y, []float64{2, 0}) {
		t.Errorf("source %v, target %v", pair.Source.Y, pair.Target.Y)
	}

	spec = sourceSpec(t, t.TempDir(), "a,label\n1,7\n2,7\n")
	spec.ScaleLabel, spec.Task = true, "regression"
	if y := mustOpen(t, spec).Source.Y; !slices.Equal(y, []float64{7, 7}) {
		t.Errorf("constant labels became %v", y)
	}
	spec.Source = "testdata/rotated-gaussian/seed0-source.csv"
	spec.Task = "auto"
	if y := mustOpen(t, spec).Source.Y; slices.Min(y) != -1 || slices.Max(y) != 1 {
		t.Error("labels of classes were rescaled")
	}
}

// A validation set belongs to the target domain and shares its fit.
func TestFitDomainOfValidation(t *testing.T) {
	folder := t.TempDir()
	spec := targetSpec(t, folder, "a,label\n1,0\n2,1\n", "a,label\n10,0\n-20,1\n")
	spec.Validation = write(t, folder, "validation.csv", "a,label\n5,0\n")
	spec.Scale = FitDomain
	if got := mustOpen(t, spec).Validation.X.At(0, 0); got != 0.25 {
		t.Errorf("got %v, want 0.25", got)
	}
}
