package datasets

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"larui/model/testutil"

	"larui/model"
)

// A source that was read for one target serves others: the pair is the same, to the bit, as one
// opened alone, and the source is read only once.
func TestReadSource(t *testing.T) {
	folder := t.TempDir()
	table := func(name string, rows int, offset float64, more string) string {
		var b strings.Builder
		b.WriteString("id,when,site,a,b,y\n")
		for i := range rows {
			gap := fmt.Sprint(offset + math.Sin(float64(3*i)))
			if i%7 == 3 {
				gap = ""
			}
			fmt.Fprintf(&b, "r%d,2024-0%d-11,%s,%v,%s,%d\n", i/2, 1+i%9, []string{"north", "south", more}[i%3], math.Cos(float64(i))+offset, gap, i%2)
		}
		return write(t, folder, name, b.String())
	}
	spec := DefaultSpec(FilesName)
	spec.Source, spec.Label = table("a.csv", 300, 1, "west"), "y"
	spec.Encode, spec.Dates, spec.Impute, spec.ID = []string{"site"}, []string{"when"}, []string{"median"}, []string{"id"}
	targets := []string{table("b.csv", 90, 2, "west"), table("c.csv", 60, 3, "east"), table("d.csv", 40, 0, "north")}
	for name, change := range map[string]func(*Spec){
		"as it is":              func(*Spec) {},
		"by the source":         func(s *Spec) { s.Standardize, s.Scale = FitSource, FitSource },
		"by each domain":        func(s *Spec) { s.Standardize, s.Scale = FitDomain, FitDomain },
		"a regression":          func(s *Spec) { s.Label, s.Impute, s.Task, s.ScaleLabel = "a", []string{"mean"}, "regression", true },
		"a sample":              func(s *Spec) { s.Memory, s.Standardize = 6000, FitDomain },
		"rows set aside":        func(s *Spec) { s.ValidationSize = 20 },
		"a sample and rows":     func(s *Spec) { s.Memory, s.ValidationSize = 6000, 20 },
		"columns found out":     func(s *Spec) { s.Encode, s.Dates, s.Impute, s.ID, s.Columns = nil, nil, nil, nil, "auto" },
		"without ids and so on": func(s *Spec) { s.Drop, s.ID, s.Dates, s.Encode = []string{"id", "when", "site"}, nil, nil, nil },
	} {
		spec := spec
		change(&spec)
		var earlier *Pair
		source := &SourceCache{}
		for _, target := range targets {
			spec.Target = target
			pair, _, _, err := OpenCached(t.Context(), spec, source, nil)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if earlier != nil && (pair.Source.X != earlier.Source.X || pair.Layouts[0].Recipe != nil && &pair.Layouts[0].Recipe[0] != &earlier.Layouts[0].Recipe[0]) {
				t.Errorf("%s, %s: the source is read again", name, pair.TargetName)
			}
			alikePairs(t, name, pair, mustOpen(t, spec))
			earlier = pair
		}
	}

	// It serves no other reading of it.
	spec.Target = targets[0]
	source := &SourceCache{}
	earlier, _, _, err := OpenCached(t.Context(), spec, source, nil)
	testutil.NoError(t, err)
	for name, change := range map[string]func(*Spec){
		"scale":   func(s *Spec) { s.Standardize = FitSource },
		"seed":    func(s *Spec) { s.Seed = 2 },
		"columns": func(s *Spec) { s.Drop = []string{"a"} },
		"content": func(s *Spec) {
			table("a.csv", 301, 1, "west")
			_ = os.Chtimes(s.Source, time.Time{}, time.Now().Add(time.Minute))
		},
	} {
		spec := spec
		change(&spec)
		pair, _, _, err := OpenCached(t.Context(), spec, source, nil)
		testutil.NoError(t, err)
		if pair.Source.X == earlier.Source.X {
			t.Errorf("another %s: the source is not read again", name)
		}
		alikePairs(t, name, pair, mustOpen(t, spec))
	}
	spec.Source, spec.Target, spec.Label = write(t, folder, "s.svm", "1 1:2 2:3\n-1 1:1\n1 2:5\n"), write(t, folder, "t.svm", "1 1:2\n-1 2:1\n"), ""
	spec.Encode, spec.Dates, spec.Impute, spec.ID = nil, nil, nil, nil
	_, _, _, err = OpenCached(t.Context(), spec, source, nil)
	spec.Target = write(t, folder, "wider.svm", "1 1:2 4:3\n-1 1:1\n")
	pair, _, _, errAgain := OpenCached(t.Context(), spec, source, nil)
	if err != nil || errAgain != nil {
		t.Fatal(err, errAgain)
	}
	alikePairs(t, "a wider target", pair, mustOpen(t, spec))
}

// alikePairs compares two pairs in all that others can see.
func alikePairs(t *testing.T, name string, got, want *Pair) {
	t.Helper()
	a, b := *got, *want
	for _, d := range [][2]*model.Domain{{&a.Source, &b.Source}, {&a.Target, &b.Target}} {
		if (d[0].Blocks != nil) != (d[1].Blocks != nil) || d[0].Blocks != nil && !equalDomains(collect(t, *d[0]), collect(t, *d[1])) {
			t.Errorf("%s: blocks differ", name)
		}
		d[0].Blocks, d[1].Blocks = nil, nil
	}
	if !samePair(&a, &b) {
		t.Errorf("%s: opened beside another\n%+v\nby itself\n%+v", name, a.Notes, b.Notes)
	}
}
