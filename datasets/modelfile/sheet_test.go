package modelfile_test

import (
	"bytes"
	"encoding/csv"
	"io"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/datasets/modelfile"
	"larui/datasets/parquet"
	"larui/datasets/wording"
	"larui/model/testutil"
)

// Predictions are the same in Parquet and in CSV, with ids, classes and the predictions of no
// adaptation.
func TestPredictionsAsParquet(t *testing.T) {
	spec := datasets.DefaultSpec(datasets.FilesName)
	spec.Source, spec.Target = "../testdata/parquet/source.parquet", "../testdata/parquet/target.parquet"
	spec.Columns = "auto"
	pair, solution, err := fit(spec)
	testutil.NoError(t, err)
	m := testutil.Must(modelfile.New(spec, pair, solution, "lar", "test"))
	none := testutil.Must(modelfile.New(spec, pair, solution, "none", "test"))
	write := func(w io.Writer) {
		spec := m.Spec(spec.Target)
		rows, err := m.PredictTarget(t.Context(), spec, pair, none, nil, w)
		testutil.NoError(t, err)
		testutil.Equal(t, rows, 40)
	}
	var text, file bytes.Buffer
	write(modelfile.NewPredictionWriter("p.csv", &text))
	write(modelfile.NewPredictionWriter("p.Parquet", &file))
	lines := testutil.Must(csv.NewReader(&text).ReadAll())
	f := testutil.Must(parquet.Open(bytes.NewReader(file.Bytes()), int64(file.Len())))
	if len(f.Columns) != len(lines[0]) || len(lines[0]) != 5 {
		t.Fatalf("%d columns, want %q", len(f.Columns), lines[0])
	}
	for i, c := range f.Columns {
		values := make([]string, f.Rows)
		testutil.NoError(t, f.NewReader(c).ReadTexts(values))
		for j, line := range lines[1:] {
			truth := map[string]string{"true": "1", "false": "0"}[line[i]]
			if c.Name != lines[0][i] || values[j] != line[i] && values[j] != truth {
				t.Errorf("%s of row %d is %s, want %s", c.Name, j, values[j], line[i])
			}
		}
	}
}

// Whatever stands in an id, it is read back from CSV as it is shown in one line.
func TestOddIDs(t *testing.T) {
	ids := []string{"", "a1", "a,b", `a"b`, `"`, " a", "a ", "a b", "a\nb", "a\r", `\.`, `a\b`, "#1", "ä", "\xff", "\x7f", "a\u202eb", "=1"}
	m := &modelfile.Model{Task: "regression", Weights: [][]float64{{1}}, Columns: &modelfile.Columns{}}
	m.Columns.Options.ID = []string{"one, two"}
	var text bytes.Buffer
	p := m.NewPredictions(&text, nil)
	for i, id := range ids {
		_ = testutil.Must(p.Add(mat.NewDense(1, 1, []float64{float64(i)}), []string{id}))
	}
	testutil.NoError(t, p.Flush())
	lines := testutil.Must(csv.NewReader(&text).ReadAll())
	if len(lines) != 1+len(ids) || lines[0][0] != "one, two" {
		t.Fatalf("%d lines, %q", len(lines), lines[0])
	}
	for i, id := range ids {
		if lines[1+i][0] != wording.OneLine(id) || lines[1+i][1] != strconv.Itoa(i) {
			t.Errorf("%q is read as %q", id, lines[1+i])
		}
	}
}
