package fitted_test

import (
	"bytes"
	"encoding/csv"
	"io"
	"testing"

	"larui/datasets"
	"larui/datasets/fitted"
	"larui/datasets/parquet"
)

// Predictions in Parquet are those in CSV, with ids, classes and what no adaptation predicts.
func TestPredictionsAsParquet(t *testing.T) {
	spec := datasets.DefaultSpec(datasets.FilesName)
	spec.Source, spec.Target = "../testdata/parquet/source.parquet", "../testdata/parquet/target.parquet"
	spec.Columns = "auto"
	pair, solution, err := fit(spec)
	noError(t, err)
	m := must(fitted.New(spec, pair, solution, "lar", "test"))
	none := must(fitted.New(spec, pair, solution, "none", "test"))
	write := func(w io.Writer) {
		spec := m.Spec(spec.Target)
		rows, err := m.PredictTarget(t.Context(), spec, pair, none, nil, w)
		noError(t, err)
		if rows != 40 {
			t.Errorf("%d rows", rows)
		}
	}
	var text, file bytes.Buffer
	write(fitted.As("p.csv", &text))
	write(fitted.As("p.Parquet", &file))
	lines := must(csv.NewReader(&text).ReadAll())
	f := must(parquet.Open(bytes.NewReader(file.Bytes()), int64(file.Len())))
	if len(f.Columns) != len(lines[0]) || len(lines[0]) != 5 {
		t.Fatalf("%d columns, want %q", len(f.Columns), lines[0])
	}
	for i, c := range f.Columns {
		values := make([]string, f.Rows)
		noError(t, f.Reader(c).Texts(values))
		for j, line := range lines[1:] {
			truth := map[string]string{"true": "1", "false": "0"}[line[i]]
			if c.Name != lines[0][i] || values[j] != line[i] && values[j] != truth {
				t.Errorf("%s of row %d is %s, want %s", c.Name, j, values[j], line[i])
			}
		}
	}
}
