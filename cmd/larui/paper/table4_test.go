package paper

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"larui/datasets"
	"larui/model"
	"larui/model/must"
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
		must.Succeed(t, os.WriteFile(filepath.Join(folder, name), content, 0o600))
	}
}

// Nine methods run on whatever languages a folder holds; the paper has no number of
// a language that is not its own.
func TestTable4(t *testing.T) {
	if testing.Short() {
		t.Skip("runs one unit after the other, which is nothing for the race detector")
	}
	folder := t.TempDir()
	for language, n := range map[string]int{"en": 160, "bg": 180, "xx": 150} {
		writeEmbeddings(t, folder, language, n, float64(n-160)/60)
	}
	o := Options{Embeddings: folder, Seeds: 2}
	var p plan
	if err := table4().plan(t.Context(), o, &p); err != nil || len(p.units) != 2*2*9 {
		t.Fatalf("%d units, %v", len(p.units), err)
	}
	runs := map[string]any{}
	for _, u := range p.units[:18] {
		var err error
		runs[u.key], err = u.run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
	}
	r := made(t, table4(), o, func(key string) any {
		if run, ok := runs[key]; ok {
			return run
		}
		return rivalResult{F1: 0.5}
	})
	if len(r.Rows) != 3*9 {
		t.Fatalf("%d rows", len(r.Rows))
	}
	for i, row := range r.Rows {
		if row.Name != sentimentMethods()[i%9].name || !(row.Ours.Mean >= 0 && row.Ours.Mean <= 100) || (row.Group == "en→bg") == math.IsNaN(row.Paper) {
			t.Errorf("row %d: %+v", i, row)
		}
	}
	// What the paper says of the others is judged by their averages; a discriminator is judged where
	// there is one.
	claims := map[string]bool{}
	for _, c := range r.Claims {
		claims[c.Statement] = true
	}
	for _, want := range []string{"LAR has the highest F1 on seven of nine tasks", "f-DAL is no consistent benefit over no adaptation",
		"IWCDAN is better than no adaptation on average", "CDAN: the discriminator is near random, 50 ± 5 %"} {
		if !claims[want] {
			t.Errorf("%q is not judged: %v", want, claims)
		}
	}
	// The clouds lie four deviations apart: least squares can't miss.
	if f := r.Rows[0].Ours.Mean; f < 95 {
		t.Errorf("least squares reaches %g %%", f)
	}
}

func TestTable4WithoutFiles(t *testing.T) {
	empty, english, unlabelled := t.TempDir(), t.TempDir(), t.TempDir()
	writeEmbeddings(t, english, "en", 20, 0)
	writeEmbeddings(t, unlabelled, "en", 20, 0)
	writeEmbeddings(t, unlabelled, "bg", 20, 0)
	must.Succeed(t, os.Remove(filepath.Join(unlabelled, "bert_bg_y.npy")))
	for _, c := range []struct{ folder, says string }{
		{"", "no folder is named"},
		{filepath.Join(empty, "nowhere"), "nowhere"},
		{empty, "holds no bert_en_X.npy"},
		{english, "no target language"},
		{unlabelled, "bert_bg_y.npy is not there"},
	} {
		_, err := table4().Run(t.Context(), Options{Embeddings: c.folder}, Settings{})
		if !errors.Is(err, datasets.ErrMissingFile) || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "--embeddings DIR") {
			t.Errorf("%q: %v", c.folder, err)
		}
	}
}

// The paper's averages are those of its rows, to the rounding of both.
func TestTable4Published(t *testing.T) {
	means, _ := sentimentAverages()
	for i, average := range means {
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

// Accuracy and F1 by hand.
func TestRate(t *testing.T) {
	for _, c := range []struct {
		predicted, labels []float64
		accuracy, f1      float64
	}{
		{[]float64{1, 1, -1, -1}, []float64{1, -1, 1, -1}, 0.5, 0.5},
		{[]float64{1, 1, 1, -1}, []float64{1, 1, -1, -1}, 0.75, 0.8}, // precision 2/3, recall 1
		{[]float64{-1, -1}, []float64{1, -1}, 0.5, 0},
		{[]float64{-1}, []float64{-1}, 1, 0},
		{[]float64{1, 1}, []float64{1, 1}, 1, 1},
	} {
		got := rate(model.Data{Target: model.Domain{Y: c.labels}}, c.predicted)
		if got.Accuracy != c.accuracy || math.Abs(got.F1-c.f1) > 1e-15 {
			t.Errorf("%v for %v: %+v, want %g, %g", c.predicted, c.labels, got, c.accuracy, c.f1)
		}
	}
}
