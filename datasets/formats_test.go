package datasets

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/csv"
	"errors"
	"io"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/model"
)

// pairSpec writes files into a new folder and opens source and target of them,
// without bias; an empty target opens the source alone.
func pairSpec(t testing.TB, files map[string]string, source, target string) Spec {
	t.Helper()
	folder := t.TempDir()
	for name, content := range files {
		write(t, folder, name, content)
	}
	spec := DefaultSpec(FilesName)
	spec.Source, spec.SourceOnly, spec.Bias = filepath.Join(folder, source), target == "", false
	if target != "" {
		spec.Target = filepath.Join(folder, target)
	}
	return spec
}

// checkDomain compares a domain with rows and labels (nil: none).
func checkDomain(t rapid.TB, what string, d model.Domain, rows [][]float64, y []float64) {
	t.Helper()
	if d.X == nil || !mat.Equal(d.X, dense(rows)) {
		t.Fatalf("%s: X = %v, want %v", what, d.X, rows)
	}
	if !slices.Equal(d.Y, y) || (d.Y == nil) != (y == nil) {
		t.Fatalf("%s: y = %v, want %v", what, d.Y, y)
	}
}

// checkNotes makes sure that one note of the pair holds text.
func checkNotes(t testing.TB, pair *Pair, text string) {
	t.Helper()
	if !strings.Contains(strings.Join(pair.Notes, "\n"), text) {
		t.Errorf("no note says %q: %q", text, pair.Notes)
	}
}

// A formatError is a test of a file that cannot be opened.
type formatError struct {
	files          map[string]string
	source, target string
	change         func(*Spec)
	want           error
	text           string
	// file is that to blame, - for none; not compared where empty.
	file         string
	line, column int
}

// checkFormatErrors checks all tests, of which source is the source unless they name one.
func checkFormatErrors(t *testing.T, source string, tests map[string]formatError) {
	t.Helper()
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			test.source = cmp.Or(test.source, source)
			test.check(t)
		})
	}
}

func (f formatError) check(t *testing.T) {
	t.Helper()
	spec := pairSpec(t, f.files, f.source, f.target)
	if f.change != nil {
		f.change(&spec)
	}
	err := wantError(t, spec, f.want, f.text)
	var format *FormatError
	switch {
	case f.file == "-":
	case !errors.As(err, &format):
		t.Errorf("%v is no *FormatError", err)
	case format.Line != f.line || format.Column != f.column || f.file != "" && filepath.Base(format.File) != f.file:
		t.Errorf("%v, want it at %s:%d:%d", err, f.file, f.line, f.column)
	}
}

// A drawFormat draws the numbers that a file can hold, and how it is written.
type drawFormat func(*rapid.T) (*rapid.Generator[float64], writeFormat)

// A writeFormat writes a file of features and labels, the latter where label says.
type writeFormat func(x *mat.Dense, y []float64) (content, label string)

// Whatever numbers a format can hold come back the same, however they are stored.
func TestRoundTrip(t *testing.T) {
	folder := t.TempDir()
	for name, draw := range map[string]drawFormat{
		"text": drawText, "NPY": drawNPY, "MAT": drawMAT, "LIBSVM": drawLIBSVM,
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				number, write := draw(t)
				n, d := rapid.IntRange(1, 50).Draw(t, "n"), rapid.IntRange(1, 8).Draw(t, "d")
				x := mat.NewDense(n, d, rapid.SliceOfN(number, n*d, n*d).Draw(t, "x"))
				y := rapid.SliceOfN(number, n, n).Draw(t, "y")
				content, label := write(x, y)
				if rapid.Bool().Draw(t, "gzip") {
					content = string(gzipped([]byte(content)))
				}
				spec := sourceSpec(t, folder, content)
				spec.Label, spec.Task, spec.Bias = label, "regression", rapid.Bool().Draw(t, "bias")
				got := mustOpen(t, spec).Source
				if _, width := got.X.Dims(); spec.Bias && width == d+1 {
					ones := mat.Col(nil, d, got.X)
					if slices.Min(ones) != 1 || slices.Max(ones) != 1 {
						t.Fatalf("the last column is %v", ones)
					}
					got.X = got.X.Slice(0, n, 0, d).(*mat.Dense)
				}
				if !mat.Equal(got.X, x) || !slices.Equal(got.Y, y) {
					t.Fatalf("X = %v, y = %v; want %v, %v", got.X, got.Y, x, y)
				}
			})
		})
	}
}

// wholeNumbers draws whole numbers.
func wholeNumbers(low, high float64) *rapid.Generator[float64] {
	return rapid.Map(rapid.Int64Range(int64(low), int64(high)), func(v int64) float64 { return float64(v) })
}

// fuzzContent reads content, of whatever format it is, as the source of a pair, and
// checks that nothing but finite numbers or an error about the file comes out, in
// memory that the content can account for.
func fuzzContent(t *testing.T, content []byte, label string) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	x, labels, err := readContent(content, label)
	runtime.ReadMemStats(&after)
	// Deflate unpacks a byte to 1032, which may be as many float64 and are kept
	// until all are there; a sparse matrix of 4 Mi numbers may hold nothing.
	bound := uint64(1<<27) + uint64(len(content))*deflateRatio*32
	if grown := after.TotalAlloc - before.TotalAlloc; grown > bound {
		t.Errorf("%d bytes of memory for a file of %d", grown, len(content))
	}
	if err != nil {
		var format *FormatError
		if !errors.As(err, &format) {
			t.Errorf("%v is no *FormatError", err)
		}
		checkOneLine(t, err)
		return
	}
	n, d := x.Dims()
	if n < 1 || d < 2 || len(labels.values) != n {
		t.Fatalf("%d×%d with %d labels", n, d, len(labels.values))
	}
	for _, v := range x.RawMatrix().Data {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.Fatalf("value %v", v)
		}
	}
	code, err := labels.code("", "fuzz")
	if err != nil {
		checkOneLine(t, err)
		return
	}
	labels.encode(code)
	for _, y := range labels.values {
		if code.task == model.MultiClass && !(y >= 0 && int(y) < len(code.classes)) || code.task == model.Binary && y != 1 && y != -1 {
			t.Fatalf("label %v of %d classes", y, len(code.classes))
		}
	}
	againAsCSV(t, x, labels.values, code)
}

// againAsCSV writes what was read as CSV, reads it again and compares.
func againAsCSV(t *testing.T, x *mat.Dense, y []float64, code labelCode) {
	var text bytes.Buffer
	w := csv.NewWriter(&text)
	n, d := x.Dims()
	w.Write(append(slices.Repeat([]string{"c"}, d), "label"))
	for i := range n {
		var fields []string
		for _, v := range x.RawRowView(i) {
			fields = append(fields, numberText(v))
		}
		label := numberText(y[i])
		switch code.task {
		case model.Binary:
			label = code.classes[int(y[i]+1)/2]
		case model.MultiClass:
			label = code.classes[int(y[i])]
		}
		w.Write(append(fields, label))
	}
	w.Flush()
	if text.Len() > 1<<16 || bytes.ContainsAny(text.Bytes(), "\r\x00") {
		return // encoding/csv reads \r\n in quotes as \n, and text has no zeros
	}
	again, labels, err := readContent(text.Bytes(), "label")
	if err != nil {
		t.Fatalf("%v, of %q", err, text.Bytes())
	}
	same, err := labels.code("", "again")
	labels.encode(same)
	if err != nil || !slices.Equal(same.classes, code.classes) || !slices.Equal(labels.values, y) || !mat.Equal(again.Slice(0, n, 0, d), x) {
		t.Fatalf("read again it differs (%v): %q", err, text.Bytes())
	}
}

func readContent(content []byte, label string) (*mat.Dense, *labels, error) {
	const most = 1 << 20 // what a compressed file may unpack to, for speed
	in, err := newInput(newReporter(context.Background(), nil), "fuzz", bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, nil, err
	}
	in.Reader = bufio.NewReaderSize(io.LimitReader(in.Reader, most), inputBuffer)
	held, err := in.tables()
	if err != nil {
		return nil, nil, err
	}
	opened, err := chooseTable(held, label, nil)
	if err != nil {
		return nil, nil, err
	}
	if err := settleWidths([]*table{opened}); err != nil {
		return nil, nil, err
	}
	r, err := sourceRoles(opened, Spec{Label: label, Bias: true})
	if err != nil {
		return nil, nil, err
	}
	kept := newKeptRows(r.width(), defaultMemory, newStream(0, streamSampleSource), &labels{})
	if err := kept.read(opened, r); err != nil {
		return nil, nil, err
	}
	return kept.matrix(), kept.labels, nil
}

// FuzzFormats reads any bytes as what they seem to be.
func FuzzFormats(f *testing.F) {
	x, y := npyFile("<f8", true, []int{2, 2}, []float64{1, 2, 3, 4}), npyFile("<f8", false, []int{2}, []float64{1, 2})
	huge := npyText("{'descr': '<f8', 'fortran_order': True, 'shape': (1000000, 1000)}", "x")
	for _, seed := range []string{
		npyMagic, x, npyFile(">i2", true, []int{2, 3}, []float64{1, 0, 2, 1, 5, 6}), npyFile("|b1", false, []int{3}, []float64{1, 0, 1}),
		npyText("{'descr': '|u1', 'fortran_order': True, 'shape': (1000000, 1000)}", "x"), npyText("{'descr': '|O', 'shape': (10, 10)}", "x"),
		string(gzipped([]byte(x))), string(gzipped([]byte(huge))),
		"PK\x05\x06", npzFile(f), npzFile(f, "X", x, "y", y), npzFile(f, "=X", x, "=y", y), npzFile(f, "arr_0", x), npzFile(f, "X", x, "y", npyTexts("<U", 2, "(2,)", "a", "ä")), npzFile(f, "X", x, "y", npyTexts("|S", 3, "(2,)", "a", "1")), npzFile(f, "X", huge, "y", y),
		npzFile(f, "=X", npyText("{'descr': '|u1', 'fortran_order': False, 'shape': (1, 1073741824)}", "x")),
		npzFile(f, "X", npyFile("|u1", false, []int{1 << 8, 64}, make([]float64, 1<<14)), "y", y),
		string(idxFile([]int{2, 2, 1}, []byte{1, 2, 3, 4})), string(idxFile([]int{2, 2}, []byte{1, 2, 3, 4})),
		string(gzipped(idxFile([]int{1 << 20, 1 << 5, 1 << 5}, []byte("x")))), string(idxFile([]int{4_294_967_295}, []byte{1})),
		"1 1:0.5 3:-2\n-1 2:7\n", "1 0:1\n2 1:1", "1 9999999:1\n2 1:1", "1 1:1 # x\n", "0 2070000:0", "1 2:1 1:1", "1 1:\n", "nan 1:1", "1 1:1e999",
	} {
		f.Add([]byte(seed), "")
		f.Add([]byte(seed), "1")
		f.Add([]byte(seed), "y")
	}
	for _, seed := range matSeeds() {
		f.Add(seed, "")
		f.Add(seed, "y")
	}
	f.Fuzz(fuzzContent)
}

// What TestRoundTrip does not write: half precision, and odd truths.
func TestElement(t *testing.T) {
	for _, test := range []struct {
		name   string
		little []byte // reversed for big-endian
		want   float64
	}{
		{"bool", []byte{2}, 1},
		// Half precision: the examples of IEEE 754 binary16.
		{"float16", []byte{0x00, 0x3c}, 1},
		{"float16", []byte{0x01, 0x3c}, 1 + 1.0/1024},
		{"float16", []byte{0x00, 0xc0}, -2},
		{"float16", []byte{0xff, 0x7b}, 65504},
		{"float16", []byte{0x00, 0x04}, 1.0 / 16384},
		{"float16", []byte{0x01, 0x00}, 1.0 / (1 << 24)},
		{"float16", []byte{0x00, 0x7c}, math.Inf(1)},
		{"float16", []byte{0x00, 0xfc}, math.Inf(-1)},
		{"float16", []byte{0x00, 0x7e}, math.NaN()},
	} {
		big := slices.Clone(test.little)
		slices.Reverse(big)
		for order, raw := range map[binary.ByteOrder][]byte{binary.LittleEndian: test.little, binary.BigEndian: big} {
			e, known := findElement(order, func(e element) bool { return e.name == test.name })
			to := []float64{-7}
			if e.read(to, raw); to[0] != test.want && !(math.IsNaN(to[0]) && math.IsNaN(test.want)) || !known {
				t.Errorf("%s % x: %v, want %v", test.name, raw, to[0], test.want)
			}
		}
	}
}

// Pairs may be of two formats, with labels in a column of one and apart in the other.
func TestArraysMixed(t *testing.T) {
	x, y := [][]float64{{1, 2}, {3, 4}}, []float64{-1, 1}
	files := map[string]string{
		"t.csv":   "1,2,0\n3,4,1\n",
		"h.csv":   "label,a,b\n0,1,2\n1,3,4\n",
		"bare":    "1;2\n3;4\n",
		"a_X.npy": npyFile("<f8", false, []int{2, 2}, []float64{1, 2, 3, 4}),
		"a_y.npy": npyFile("|u1", false, []int{2}, []float64{0, 1}),
		"b_X.npy": npyFile("<f4", true, []int{2, 2}, []float64{1, 2, 3, 4}),
		"t.npy":   npyFile("<i2", false, []int{2, 3}, []float64{1, 2, 0, 3, 4, 1}),
		"t.svm":   "0 1:1 2:2\n1 1:3 2:4\n",
		"t.npz":   npzFile(t, "X", npyFile("<f8", false, []int{2, 2}, []float64{1, 2, 3, 4}), "y", npyFile("<i8", false, []int{2}, []float64{0, 1})),
	}
	for _, test := range []struct {
		source, target, label string
		unlabelled            bool
	}{
		{source: "t.csv", target: "a_X.npy"},
		{source: "h.csv", target: "a_X.npy"},
		{source: "a_X.npy", target: "t.csv"},
		{source: "a_X.npy", target: "h.csv"},
		{source: "a_X.npy", target: "bare", unlabelled: true},
		{source: "a_X.npy", target: "b_X.npy", unlabelled: true},
		{source: "t.csv", target: "b_X.npy", unlabelled: true},
		{source: "t.npy", target: "a_X.npy"},
		{source: "t.npy", target: "t.csv"},
		{source: "t.svm", target: "t.npz"},
		{source: "t.npz", target: "t.svm", label: "y"},
		{source: "t.npz", target: "t.npy", label: "y"},
		{source: "h.csv", target: "t.npz", label: "label"},
	} {
		spec := pairSpec(t, files, test.source, test.target)
		spec.Label = test.label
		pair := mustOpen(t, spec)
		checkDomain(t, test.source, pair.Source, x, y)
		want := y
		if test.unlabelled {
			want = nil
		}
		checkDomain(t, test.source+" → "+test.target, pair.Target, x, want)
	}
}
