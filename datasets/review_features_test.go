package datasets

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"larui/model/testutil"
)

// A review counts the features that its columns become once they are opened.
func TestReviewFeatures(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,when,site,a,b,y\n")
	for i := range 60 {
		gap := fmt.Sprint(i % 11)
		if i%7 == 3 {
			gap = ""
		}
		fmt.Fprintf(&b, "r%d,2024-0%d-11,%s,%d,%s,%d\n", i, 1+i%9, []string{"north", "south", "west"}[i%3], i*i%13, gap, i%2)
	}
	path := write(t, t.TempDir(), "table.csv", b.String())
	for _, flagged := range []bool{false, true} {
		spec := DefaultSpec(FilesName)
		spec.Source, spec.Target, spec.Label, spec.KeepGapsFlag = path, path, "y", flagged
		v := testutil.Must(InspectPair(t.Context(), spec, nil))
		for i := range v.Columns { // once round
			columns, features := v.CountFeatures()
			_, d := mustOpen(t, v.Spec()).Source.X.Dims()
			if features != d-1 || columns == 0 {
				t.Errorf("flagged %v, %s %s: %d columns become %d features, opened %d", flagged, v.Columns[i].Name, v.Columns[i].Use, columns, features, d-1)
			}
			v.ChangeChoice(i, 1)
		}
	}
}

// Features of which the largest is 30 times the smallest and more are to be standardized, and
// Columns auto does so: the means are 0 and the mean squares 1.
func TestReviewScales(t *testing.T) {
	for times, proposed := range map[int]bool{29: false, 31: true} {
		var b strings.Builder
		b.WriteString("a,b,gone,site,y\n")
		for i := range 40 { // a has the root mean square times, b the largest magnitude 1
			fmt.Fprintf(&b, "%d,%v,%d,%s,%d\n", times*(1-i/5%2*2), []float64{1, -0.5}[i%2], 1000*i, []string{"north", "south"}[i/2%2], i/3%2)
		}
		path := write(t, t.TempDir(), "table.csv", b.String())
		spec := DefaultSpec(FilesName)
		spec.Source, spec.Target, spec.Label, spec.Drop, spec.Encode = path, path, "y", []string{"gone"}, []string{"site"}
		v := testutil.Must(InspectPair(t.Context(), spec, nil))
		if v.Spec().Standardize != map[bool]ScaleFit{true: FitSource}[proposed] || (v.Flags == "--standardize source") != proposed {
			t.Errorf("%d times: %v, %q, %q", times, v.Standardize, v.Scales, v.Flags)
		}
		spec.Columns = "auto"
		x := mustOpen(t, spec).Source.X
		n, d := x.Dims()
		for j := range d - 1 {
			sum, squares := 0.0, 0.0
			for i := range n {
				sum, squares = sum+x.At(i, j), squares+x.At(i, j)*x.At(i, j)
			}
			if standard := math.Abs(sum) < 1e-9 && math.Abs(squares/float64(n)-1) < 1e-9; standard != proposed {
				t.Errorf("%d times, feature %d: sum %v, sum of squares %v", times, j, sum, squares)
			}
		}
		// The review proposes nothing anew once the user has declined, and Columns auto does not either.
		for _, fit := range []ScaleFit{FitDomain, FitKept} {
			if proposed && v.ChangeChoice(len(v.Columns), 1) && v.Spec().Standardize != fit {
				t.Errorf("turned to %v, not %v", v.Spec().Standardize, fit)
			}
		}
		kept := spec
		kept.Standardize = FitKept
		if v := testutil.Must(InspectPair(t.Context(), kept, nil)); v.Standardize != FitKept || v.Flags != "" {
			t.Errorf("declined, the review proposes %v, %q", v.Standardize, v.Flags)
		}
		if pair := mustOpen(t, kept); pair.Source.X.At(0, 0) != float64(times) {
			t.Errorf("declined, %d becomes %v: %q", times, pair.Source.X.At(0, 0), pair.Notes)
		}
		spec.Scale = FitDomain
		if v := testutil.Must(InspectPair(t.Context(), spec, nil)); v.Flags != "" || (v.Scales != "") != proposed {
			t.Errorf("beside another change of scale: %q, %q", v.Scales, v.Flags)
		}
	}
}

// LIBSVM text is reviewed whether its features count from 0 or from 1, and a table too wide to
// review is refused by the same limit.
func TestReviewOfLIBSVM(t *testing.T) {
	for first := range 2 {
		text := fmt.Sprintf("1 %d:1 %d:2\n0 %d:3\n", first, first+1, first)
		path := write(t, t.TempDir(), "a.svm", text)
		v, err := Inspect(context.Background(), DefaultSpec(FilesName), []string{path, path}, nil)
		if err != nil || len(v.Columns) != 2 || v.Columns[1].Example != "2" {
			t.Errorf("%q: %v, %v", text, v, err)
		}
	}
	path := write(t, t.TempDir(), "wide.svm", "1 65536:1\n0 1:1\n")
	if _, err := Inspect(context.Background(), DefaultSpec(FilesName), []string{path}, nil); !errors.Is(err, ErrTooLarge) {
		t.Errorf("65,536 columns: %v", err)
	}
}
