package paper

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"larui/datasets"
	"larui/model"
)

// npy is an array of 64-bit floats in NumPy's format, version 1.0.
func npy(shape string, values []float64) []byte {
	header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': %s, }", shape)
	for (10+len(header)+1)%64 != 0 {
		header += " "
	}
	header += "\n"
	var b bytes.Buffer
	b.WriteString("\x93NUMPY\x01\x00")
	_ = binary.Write(&b, binary.LittleEndian, uint16(len(header)))
	b.WriteString(header)
	_ = binary.Write(&b, binary.LittleEndian, values)
	return b.Bytes()
}

// writeEmbeddings writes the embeddings of a language: n rows of 12 features, of which the
// first tells the labels apart, turned by angle into the second.
func writeEmbeddings(t *testing.T, folder, language string, n int, angle float64) {
	t.Helper()
	random := rand.New(rand.NewPCG(uint64(n), uint64(len(language))))
	const width = 12
	var x, y []float64
	sin, cos := math.Sincos(angle)
	for i := range n {
		label := float64(i % 2)
		row := make([]float64, width)
		for j := range row {
			row[j] = random.NormFloat64() / 4
		}
		a, b := row[0]+2*label-1, row[1]
		row[0], row[1] = cos*a-sin*b, sin*a+cos*b
		x, y = append(x, row...), append(y, label)
	}
	for name, content := range map[string][]byte{
		"bert_" + language + "_X.npy": npy(fmt.Sprintf("(%d, %d)", n, width), x),
		"bert_" + language + "_y.npy": npy(fmt.Sprintf("(%d,)", n), y),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// Nine methods run on whatever languages a folder holds, and the same seed gives
// the same report.
func TestTable4(t *testing.T) {
	folder := t.TempDir()
	writeEmbeddings(t, folder, "en", 160, 0)
	writeEmbeddings(t, folder, "bg", 180, 0.3)
	writeEmbeddings(t, folder, "xx", 150, 0.5)
	o := Options{Embeddings: folder, Seeds: 1}
	report := func() *Report {
		r, err := table4().Run(context.Background(), o, Settings{})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := report()
	if len(r.Rows) != 3*9 || r.Units != 2*9 {
		t.Fatalf("%d rows of %d units", len(r.Rows), r.Units)
	}
	for i, row := range r.Rows {
		m := sentimentMethods()[i%9]
		if row.Name != m.name || !(row.Ours.Mean >= 0 && row.Ours.Mean <= 100) {
			t.Errorf("row %d: %s, %s: %g %%", i, row.Group, row.Name, row.Ours.Mean)
		}
		if known := row.Group == "en→bg"; known == math.IsNaN(row.Paper) {
			t.Errorf("%s, %s: the paper's number is %g", row.Group, row.Name, row.Paper)
		}
	}
	// The clouds lie four deviations apart: least squares can't miss.
	if f := r.Rows[0].Ours.Mean; f < 95 {
		t.Errorf("least squares reaches %g %%", f)
	}
	if again := report(); numbers(again) != numbers(r) || !reflect.DeepEqual(again.Claims, r.Claims) {
		t.Error("the same seed gives another report")
	}
}

func TestTable4WithoutFiles(t *testing.T) {
	empty, english, unlabelled := t.TempDir(), t.TempDir(), t.TempDir()
	writeEmbeddings(t, english, "en", 20, 0)
	writeEmbeddings(t, unlabelled, "en", 20, 0)
	writeEmbeddings(t, unlabelled, "bg", 20, 0)
	if err := os.Remove(filepath.Join(unlabelled, "bert_bg_y.npy")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ folder, says string }{
		{"", "no folder is named"},
		{filepath.Join(empty, "nowhere"), "nowhere"},
		{empty, "holds no bert_en_X.npy"},
		{english, "no target language"},
		{unlabelled, "bert_bg_y.npy is not there"},
	} {
		_, err := table4().Run(context.Background(), Options{Embeddings: c.folder}, Settings{})
		if !errors.Is(err, datasets.ErrMissingFile) || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "--embeddings DIR") {
			t.Errorf("%q: %v", c.folder, err)
		}
	}
}

// The paper's averages are those of its rows, to the rounding of both.
func TestTable4Published(t *testing.T) {
	for i, average := range sentimentAverages() {
		sum := 0.0
		for _, row := range sentimentPaper() {
			sum += row[i]
		}
		// Nine numbers are rounded to 0.005, and so is their mean.
		if math.Abs(sum/9-average) > 0.01+1e-9 {
			t.Errorf("%s: %.3f, the table says %.2f", sentimentMethods()[i].name, sum/9, average)
		}
	}
}

func TestF1(t *testing.T) {
	for _, c := range []struct {
		predicted, labels []float64
		want              float64
	}{
		{[]float64{1, 1, -1, -1}, []float64{1, -1, 1, -1}, 0.5},
		{[]float64{1, 1, 1, -1}, []float64{1, 1, -1, -1}, 0.8}, // precision 2/3, recall 1
		{[]float64{-1, -1}, []float64{1, -1}, 0},
		{[]float64{-1}, []float64{-1}, 0},
		{[]float64{1, 1}, []float64{1, 1}, 1},
	} {
		if got := f1(model.Binary, c.predicted, c.labels); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%v for %v: %g, want %g", c.predicted, c.labels, got, c.want)
		}
	}
}
