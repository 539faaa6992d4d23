package datasets

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/model"
)

// idxFile builds an IDX file whose header names dims and whose data are body.
func idxFile(dims []int, body []byte) string {
	file := []byte{0, 0, 8, byte(len(dims))}
	for _, size := range dims {
		file = binary.BigEndian.AppendUint32(file, uint32(size))
	}
	return string(append(file, body...))
}

func gzipped(content string) string {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	io.WriteString(w, content)
	w.Close()
	return out.String()
}

func TestIDXPair(t *testing.T) {
	images, labels := idxFile([]int{2, 2, 1}, []byte{1, 2, 3, 255}), idxFile([]int{2}, []byte{3, 8})
	rows := [][]float64{{1, 2}, {3, 255}}
	files := map[string]string{
		"train-images-idx3-ubyte.gz": gzipped(images), "train-labels-idx1-ubyte.gz": gzipped(labels),
		"t10k-images.idx3-ubyte": images, "t10k-labels.idx1-ubyte": labels,
		"new-images-idx3-ubyte": images, "other": "\x00\x00\x0d\x02\x00\x00\x00\x02\x00\x00\x00\x03" + "\x3f\x80\x00\x00\x40\x00\x00\x00\x00\x00\x00\x00" + "\x40\x40\x00\x00\x43\x7f\x00\x00\x3f\x80\x00\x00",
	}
	for target, y := range map[string][]float64{"t10k-images.idx3-ubyte": {-1, 1}, "new-images-idx3-ubyte": nil} {
		spec := pairSpec(t, files, "train-images-idx3-ubyte.gz", target)
		pair := mustOpen(t, spec)
		checkDomain(t, "source", pair.Source, rows, []float64{-1, 1})
		checkDomain(t, target, pair.Target, rows, y)
		checkNotes(t, pair, "train-images-idx3-ubyte.gz: IDX of uint8, 2 rows, 2 features; the labels are those of train-labels-idx1-ubyte.gz")
		if y == nil {
			checkNotes(t, pair, "has no file of labels (…labels-idx1-ubyte) beside it")
		}
		if pair.Shape != (PictureShape{2, 1}) {
			t.Errorf("shape %v", pair.Shape)
		}
		spec.Bias = true
		if pair := mustOpen(t, spec); pair.Shape != (PictureShape{2, 1}) || pair.Source.X.At(1, 2) != 1 {
			t.Errorf("with bias: %v", pair.Shape)
		}
		spec.Drop = []string{"1"}
		if pair := mustOpen(t, spec); pair.Shape != (PictureShape{}) {
			t.Errorf("shape %v of pictures that lack a pixel", pair.Shape)
		}
	}
	// Other types, with the label in a column.
	spec := pairSpec(t, files, "other", "")
	spec.Label = "3"
	checkDomain(t, "floats", mustOpen(t, spec).Source, rows, []float64{-1, 1})
}

func TestIDXPairErrors(t *testing.T) {
	images, labels := idxFile([]int{2, 2, 1}, []byte{1, 2, 3, 255}), idxFile([]int{2}, []byte{3, 8})
	const name, beside = "a-images-idx3-ubyte", "a-labels-idx1-ubyte"
	checkFormatErrors(t, name, map[string]meant{
		"no labels":    {content: images, want: ErrNoLabel, text: "there is no …labels-idx1-ubyte beside it"},
		"other name":   {content: images, source: "x", want: ErrNoLabel, text: "--label"},
		"labels alone": {content: labels, source: "x", want: ErrNoLabel},
		"few labels":   {files: map[string]string{name: images, beside: idxFile([]int{1}, []byte{3})}, text: "holds 1 label for 2 rows"},
		"mixed up":     {files: map[string]string{name: images, beside: images}, text: "2×2"},
		"no IDX":       {files: map[string]string{name: images, beside: "1\n2\n3\n"}, text: "is not an IDX file"},
		"cut off":      {files: map[string]string{name: images[:len(images)-1], beside: labels}, want: ErrTruncated, text: "promises 4 bytes"},
		"too long":     {files: map[string]string{name: images + "x", beside: labels}, text: "more data"},
		"half header":  {content: images[:10], want: ErrTruncated, text: "IDX header"},
		"cut off, gz":  {files: map[string]string{name: gzipped(images[:len(images)-1]), beside: labels}, want: ErrTruncated},
		"lying, gz":    {files: map[string]string{name: gzipped(idxFile([]int{1 << 20, 1 << 5, 1 << 5}, []byte("x"))), beside: idxFile([]int{1 << 20}, make([]byte, 1<<20))}, want: ErrTruncated},
		"enormous":     {content: idxFile([]int{2, 1 << 31, 1 << 31}, []byte("x")), want: ErrTooLarge},
		"too large":    {content: idxFile([]int{1 << 31, 2, 1}, []byte("x")), want: ErrTooLarge},
		"empty":        {content: idxFile([]int{0, 2, 1}, nil), want: ErrEmpty},
		"other width": {files: map[string]string{name: images, beside: labels, "b-images-idx3-ubyte": idxFile([]int{1, 3, 1}, []byte{1, 2, 3})},
			target: "b-images-idx3-ubyte", want: ErrWidth},
	})
}

func TestLIBSVMPair(t *testing.T) {
	files := map[string]string{
		"a": "+1 1:0.5 3:-2\n-1 2:7\n", "wide": "-1 1:1\t5:4 # five\r\n\n# none\n 1", "zero": "1 0:5 1:1\n", "shifted": "1 0:5 2:1\n", "zip": gzipped("1 2:1\n"),
		"x_X.npy": npyRows(4, 1, 2, 3, 4), "r": "0.5 1:1\n1.25 1:2\n7 1:3\n", "label.csv": "1,2,3,4,1\n",
	}
	for _, test := range []struct {
		target       string
		source, rows [][]float64
		y            []float64
		note         string
	}{
		{"a", [][]float64{{0.5, 0, -2}, {0, 7, 0}}, [][]float64{{0.5, 0, -2}, {0, 7, 0}}, []float64{1, -1}, "a: LIBSVM, 2 rows, 3 features; the labels are the first field of each line"},
		{"wide", [][]float64{{0.5, 0, -2, 0, 0}, {0, 7, 0, 0, 0}}, [][]float64{{1, 0, 0, 0, 4}, {0, 0, 0, 0, 0}}, []float64{-1, 1}, "a names features up to 3 and is padded with zeros to 5"},
		{"zip", [][]float64{{0.5, 0, -2}, {0, 7, 0}}, [][]float64{{0, 1, 0}}, []float64{1}, "zip names features up to 2 and is padded with zeros to 3"},
		{"zero", [][]float64{{0, 0.5, 0, -2}, {0, 0, 7, 0}}, [][]float64{{5, 1, 0, 0}}, []float64{1}, "a: no feature is numbered 0, but zero has a feature 0, so features are taken to be numbered from 0"},
		{"x_X.npy", [][]float64{{0.5, 0, -2}, {0, 7, 0}}, nil, nil, ""},
	} {
		spec := pairSpec(t, files, "a", test.target)
		if test.rows == nil {
			spec.Target, spec.Source = spec.Source, spec.Target // as a table: three features, label 4
			spec.Task = "regression"
			pair := mustOpen(t, spec)
			checkDomain(t, "target", pair.Target, test.source, []float64{1, -1})
			continue
		}
		pair := mustOpen(t, spec)
		checkDomain(t, "source", pair.Source, test.source, []float64{1, -1})
		checkDomain(t, test.target, pair.Target, test.rows, test.y)
		checkNotes(t, pair, test.note)
	}
	pair := mustOpen(t, pairSpec(t, files, "r", ""))
	if pair.Task != model.Regression {
		t.Errorf("%v", pair.Task)
	}
	checkDomain(t, "regression", pair.Source, [][]float64{{1}, {2}, {3}}, []float64{0.5, 1.25, 7})
	meant{files: files, target: "shifted", want: ErrSyntax, text: "numbers its features from 1 to 3, and shifted from 0 to 2"}.check(t)
	spec := pairSpec(t, files, "a", "")
	spec.Label = "1"
	checkNotes(t, mustOpen(t, spec), "--label 1 has no effect on it")
}

// drawLIBSVM draws which zeros are stored.
func drawLIBSVM(t *rapid.T) (*rapid.Generator[float64], writeFormat) {
	return rapid.OneOf(rapid.Just(0.0), rapid.Float64Range(-5, 5)), func(x *mat.Dense, y []float64) (string, string) {
		n, d := x.Dims()
		var text strings.Builder
		for i := range n {
			fmt.Fprintf(&text, "%v", y[i])
			for j := range d {
				if x.At(i, j) != 0 || i == 0 && j == d-1 || rapid.Bool().Draw(t, "stored") {
					fmt.Fprintf(&text, " %d:%v", j+1, x.At(i, j))
				}
			}
			text.WriteString("\n")
		}
		return text.String(), ""
	}
}

func TestLIBSVMPairErrors(t *testing.T) {
	checkFormatErrors(t, "a", map[string]meant{
		"label NaN":   {content: "nan 1:1\n", want: ErrNotFinite, at: ":1:1"},
		"no colon":    {content: "1 1:1 5\n", at: ":1:3"},
		"index":       {content: "1 1:1\n1 a:1\n", at: ":2:2"},
		"beyond int":  {content: "1 1:1\n\n1 99999999999999999999:1\n", at: ":3:2"},
		"index twice": {content: "1 2:1 2:1\n", at: ":1:3"},
		"no value":    {content: "1 1:1 2:\n", want: ErrNotNumber, at: ":1:3"},
		"long line":   {content: "1 1:1\n1 1:" + strings.Repeat("1", 1<<20) + "\n", want: ErrTooLarge, at: ":2"},
		"cut off":     {content: "1 1:1\n1 1:1 2", at: ":2:3"},
		"value":       {content: "1 1:2\n2 1:x\n", want: ErrNotNumber, at: ":2:2"},
		"NaN":         {content: "1 1:2\n2 1:1 2:nan\n", want: ErrNotFinite, at: ":2:3"},
		"descending":  {content: "1 2:2 1:1\n", at: ":1:3"},
		"negative":    {content: "1 1:1\n1 -1:1\n", at: ":2:2"},
		"label":       {content: strings.Repeat("1 1:1\n", 30) + "x 1:1\n", want: ErrNotNumber, at: ":31:1"},
		"labels":      {content: strings.Repeat("1 1:1\n", 30) + "1,2 1:1\n", want: ErrNotNumber, text: "list of labels", at: ":31:1"},
		"one class":   {content: "1 1:1\n1 1:2\n", want: ErrOneClass},
		"no such":     {files: map[string]string{"a": "1 1:1\n2 1:2\n", "b": "3 1:1\n"}, target: "b", want: ErrUnknownClass, text: "label \"3\"", at: ":1"},
		"wide":        {content: "1 1:1\n2 9999999:2\n", want: ErrTooLarge, text: "9999999 columns"},
		"huge index":  {content: "1 1:1\n2 1073741824:2\n", want: ErrTooLarge, at: ":2:2"},
		"sparse":      {content: "1 1:1\n2 999999:2\n3 1:1\n4\n5\n6\n", want: ErrTooLarge, text: "too sparse"},
		"sparse pair": {files: map[string]string{"a": "1 1:1\n2 1:2\n3\n4\n5\n", "b": "1 1000000:1\n"}, target: "b", want: ErrTooLarge, text: "too sparse"},
		"narrow": {files: map[string]string{"a": "1 1:1\n2 4:2\n", "b_X.npy": npyRows(2, 1, 2)}, target: "b_X.npy",
			want: ErrWidth, text: "has 2 features, but a has 4"},
	})
}

// LIBSVM text that does not fit into memory as rows is held as text: a sample of its rows is
// kept, and all are handed out, as they are of a table.
func TestLIBSVMStreams(t *testing.T) {
	var text strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&text, "%d 1:%d 3:%v\n\n", i%2, i, float64(i)/8)
	}
	spec := sourceSpec(t, t.TempDir(), text.String())
	spec.Bias = true
	checkStreams(t, "LIBSVM", spec, 100*8*6) // 100 rows
	// Fewer rows than features are all kept.
	spec = sourceSpec(t, t.TempDir(), "0 1:1\n1 200:2\n1 7:3\n")
	spec.Memory = 8
	if pair := mustOpen(t, spec); pair.Source.Rows() != 3 || pair.Source.Blocks != nil {
		t.Errorf("%d rows kept of 3", pair.Source.Rows())
	}
}

// BenchmarkLIBSVMMemory opens 40 MB of the emptiest samples and reports the peak memory of the
// process in multiples of the file.
func BenchmarkLIBSVMMemory(b *testing.B) {
	for name, line := range map[string]string{"values": "1 1:1\n", "labels": "1\n"} {
		b.Run(name, func(b *testing.B) {
			const size = 40 << 20
			spec := sourceSpec(b, b.TempDir(), "0 1:2\n"+strings.Repeat(line, size/len(line)))
			for b.Loop() {
				var most atomic.Uint64
				ctx, stop := context.WithCancel(context.Background())
				var wg sync.WaitGroup
				wg.Go(func() {
					for held := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}; ctx.Err() == nil; time.Sleep(time.Millisecond) {
						metrics.Read(held)
						most.Store(max(most.Load(), held[0].Value.Uint64()))
					}
				})
				debug.FreeOSMemory()
				_, err := Open(ctx, spec, nil)
				stop()
				wg.Wait()
				b.ReportMetric(float64(most.Load())/size, "peak/file")
				if err != nil && !errors.Is(err, ErrTooLarge) {
					b.Fatal(err)
				}
			}
		})
	}
}
