package datasets

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model/testutil"
)

// tables returns a pair of files that pandas wrote (testdata/parquet/make.py) with the given
// ending, and options for their columns.
func tables(ending string) Spec {
	spec := DefaultSpec(FilesName)
	spec.Source, spec.Target = "testdata/parquet/source."+ending, "testdata/parquet/target."+ending
	spec.Encode, spec.Dates, spec.Impute, spec.KeepGapsFlag = []string{"plan", "region"}, []string{"since"}, []string{"median"}, true
	spec.ID, spec.Missing = []string{"customer"}, "unlabelled"
	return spec
}

// A table in Parquet gives the same pair as in CSV: words, gaps, dates, lists and labels, all rows
// and a sample.
func TestParquetLikeCSV(t *testing.T) {
	spec, csv := tables("parquet"), mustOpen(t, tables("csv"))
	pair := mustOpen(t, spec)
	if !slices.Equal(pair.Features, csv.Features) || !slices.Equal(pair.ClassNames, csv.ClassNames) {
		t.Errorf("features %q, classes %q, want %q, %q", pair.Features, pair.ClassNames, csv.Features, csv.ClassNames)
	}
	if !mat.Equal(pair.Source.X, csv.Source.X) || !mat.Equal(pair.Target.X, csv.Target.X) ||
		!slices.Equal(pair.Source.Y, csv.Source.Y) || !slices.Equal(pair.Target.Y, csv.Target.Y) {
		t.Error("the domains differ from those of the CSV files")
	}
	spec.Memory = 2000
	some := mustOpen(t, spec)
	if !some.Source.IsSampled() {
		t.Fatal("all rows are kept")
	}
	if got := collect(t, some.Source); !mat.Equal(got.X, csv.Source.X) || !slices.Equal(got.Y, csv.Source.Y) {
		t.Error("the blocks differ from the rows")
	}
	got, err := idsOf(spec, pair.Layouts[0])
	want, errCSV := idsOf(tables("csv"), pair.Layouts[0])
	if err != nil || errCSV != nil || !slices.Equal(got, want) || len(got) != 40 {
		t.Errorf("ids %q, want %q, %v, %v", got, want, err, errCSV)
	}
}

// idsOf returns the ids of the rows of the target.
func idsOf(spec Spec, like Layout) (all []string, err error) {
	_, err = VisitRows(context.Background(), spec, like, nil, func(_ *mat.Dense, _ []int, ids []string) error {
		all = append(all, ids...)
		return nil
	})
	return all, err
}

// The review of a table is the same in Parquet and in CSV.
func TestParquetReview(t *testing.T) {
	var reviews []*Review
	for _, ending := range []string{"parquet", "csv"} {
		paths := []string{"testdata/parquet/source." + ending, "testdata/parquet/target." + ending}
		reviews = append(reviews, testutil.Must(Inspect(context.Background(), DefaultSpec(FilesName), paths, nil)))
	}
	for i, c := range reviews[0].Columns {
		want := reviews[1].Columns[i]
		c.Example, want.Example, c.Problem, want.Problem = "", "", "", "" // 4 is "4.0" in a CSV with gaps
		c.table, want.table = nil, nil                                    // the reviews
		if !reflect.DeepEqual(c, want) {
			t.Errorf("column %+v, want %+v", c, want)
		}
	}
	if reviews[0].Flags != reviews[1].Flags {
		t.Errorf("%s, want %s", reviews[0].Flags, reviews[1].Flags)
	}
}

func TestParquet(t *testing.T) {
	files := map[string]string{}
	for name, folder := range map[string]string{
		"source": "testdata/parquet", "index": "testdata/parquet", "everything": "parquet/testdata", "empty": "parquet/testdata",
	} {
		files[name] = string(testutil.Must(os.ReadFile(filepath.Join(folder, name+".parquet"))))
	}
	files["gzip"], files["cut"] = gzipped(files["index"]), files["index"][:len(files["index"])-9]
	rows := [][]float64{{0.5}, {1.5}, {2.5}}
	only := func(features ...string) func(*Spec) {
		return func(s *Spec) { s.Features, s.Label = features, "last" }
	}
	for name, test := range map[string]meant{
		"an index": {source: "index", rows: rows, y: []float64{-1, 1, -1}, notes: []string{"__index_level_0__ is the index of pandas", "index: Parquet, 3 rows, 1 feature"}},
		"gzip":     {source: "gzip", rows: rows, y: []float64{-1, 1, -1}},
		"index":    {source: "index", change: func(s *Spec) { s.Index = "keep" }, want: ErrNotNumber, text: "__index_level_0__", at: ":1:3"},
		"a gap":    {source: "source", want: ErrNotNumber, text: "customer", at: ":1:1"},
		"null":     {source: "everything", change: only("double"), want: ErrNotFinite, text: "empty or NaN", at: ":7:1"},
		"cut off":  {source: "cut", want: ErrTruncated, text: "breaks off"},
		"no rows":  {source: "empty", want: ErrEmpty, text: "0 rows"},
	} {
		test.files = files
		t.Run(name, test.check)
	}
	spec := pairSpec(t, files, "everything", "")
	spec.Features, spec.Label, spec.Task = []string{"embedding_0", "embedding_1", "embedding_2", "sure"}, "last", "regression"
	pair := mustOpen(t, spec)
	if _, d := pair.Source.X.Dims(); d != 4 {
		t.Errorf("%d features", d)
	}
	for _, left := range []string{"ragged", "tags", "point", "deep", "map", "bytes"} {
		checkNotes(t, pair, `column "`+left+`" `)
	}
	spec.Features, spec.Dates, spec.Impute = []string{"sure", "us", "ms"}, []string{"us", "ms"}, []string{"median"}
	pair = mustOpen(t, spec)
	checkNotes(t, pair, `column "us" has UTC times, so its days are UTC days`)
	if strings.Contains(strings.Join(pair.Guesses, "\n"), `"ms" has UTC times`) {
		t.Error("times of no zone are said to be of UTC")
	}
	if names := strings.Join(ListColumns(context.Background(), spec.Source), " "); !strings.Contains(names, "vector_0 vector_1") {
		t.Errorf("columns %s", names)
	}
}
