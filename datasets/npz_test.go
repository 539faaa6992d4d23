package datasets

import (
	"archive/zip"
	"bytes"
	"math"
	"strings"
	"testing"
)

// npzFile is a zip archive of NPY arrays, given as name and content in turn; names
// that begin with = are stored without compression.
func npzFile(t testing.TB, arrays ...string) string {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i := 0; i < len(arrays); i += 2 {
		name, stored := strings.CutPrefix(arrays[i], "=")
		if !strings.Contains(name, ".") {
			name += ".npy"
		}
		method := zip.Deflate
		if stored {
			method = zip.Store
		}
		member, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err != nil {
			t.Fatal(err)
		}
		member.Write([]byte(arrays[i+1]))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestNPZ(t *testing.T) {
	rows := [][]float64{{1, 2}, {3, 4}, {5, 6}}
	values := []float64{1, 2, 3, 4, 5, 6}
	x, y := npyFile("<f8", false, []int{3, 2}, values), npyFile("|u1", false, []int{3}, []float64{7, 9, 7})
	other := npyFile("<i8", false, []int{4}, []float64{1, 2, 3, 4})
	table := npyFile("<f4", true, []int{3, 3}, []float64{1, 2, 7, 3, 4, 9, 5, 6, 7})
	for name, test := range map[string]struct {
		arrays []string
		label  string
		note   string
	}{
		"X and y":            {[]string{"X", x, "y", y}, "", `the labels are the array "y" of a.npz`},
		"x and y":            {[]string{"y", y, "x", x}, "", `array "x" of float64, 3 rows`},
		"data and labels":    {[]string{"data", x, "labels", y, "names", other}, "", `array "labels"`},
		"features, label":    {[]string{"Features", x, "Label", y}, "", `array "Label"`},
		"stored":             {[]string{"=X", x, "=y", y}, "", `array "y"`},
		"Fortran order":      {[]string{"X", npyFile(">f4", true, []int{3, 2}, values), "y", y}, "", `"X" of float32`},
		"stored, by columns": {[]string{"=X", npyFile(">f4", true, []int{3, 2}, values), "y", y}, "", `"X" of float32`},
		"named labels":       {[]string{"X", x, "y", other, "sentiment", y}, "sentiment", `the labels are the array "sentiment"`},
		"what is left":       {[]string{"embeddings", x, "y", y}, "", `array "embeddings"`},
		"named, left":        {[]string{"embeddings", x, "sentiment", y}, "sentiment", `array "embeddings"`},
		"a sole array":       {[]string{"arr_0", table}, "", "the label is column 3"},
		"a column":           {[]string{"X", table, "y", other}, "-1", "the label is column 3"},
		"other files":        {[]string{"X", x, "README.txt", "hello", "y", y}, "", `array "y"`},
	} {
		t.Run(name, func(t *testing.T) {
			spec := pairSpec(t, map[string]string{"a.npz": npzFile(t, test.arrays...)}, "a.npz", "")
			spec.Label = test.label
			pair := mustOpen(t, spec)
			checkDomain(t, name, pair.Source, rows, []float64{-1, 1, -1})
			checkNotes(t, pair, test.note)
		})
	}
	// The target may have features alone.
	files := map[string]string{"a.npz": npzFile(t, "X", x, "y", y), "b.npz": npzFile(t, "X", x), "c.npz": npzFile(t, "X", x, "ids", other)}
	for _, target := range []string{"b.npz", "c.npz"} {
		pair := mustOpen(t, pairSpec(t, files, "a.npz", target))
		checkDomain(t, target, pair.Target, rows, nil)
	}
}

func TestNPZErrors(t *testing.T) {
	x := npyFile("<f8", false, []int{2, 2}, []float64{1, 2, 3, 4})
	y := npyFile("<f8", false, []int{2}, []float64{1, 2})
	good := npzFile(t, "X", x, "y", y)
	change := func(from, to string) string {
		if !strings.Contains(good, from) {
			t.Fatalf("no %q to change", from)
		}
		return strings.ReplaceAll(good, from, to)
	}
	// A central directory that lies about the size of its first member.
	bomb := []byte(good)
	entry := bytes.Index(bomb, []byte("PK\x01\x02"))
	copy(bomb[entry+24:], "\xff\xff\xff\x7f")
	method := bytes.Clone([]byte(good))
	method[entry+10] = 99
	encrypted := bytes.Clone([]byte(good))
	encrypted[entry+8] |= 1
	stored := npzFile(t, "=X", x, "=y", y)
	damaged := []byte(stored)
	damaged[strings.Index(stored, "(2, 2), }")+75] ^= 1 // within the numbers
	zeros := npyFile("|u1", false, []int{1 << 16, 64}, make([]float64, 1<<22))
	checkFormatErrors(t, "a.npz", map[string]formatError{
		"no arrays":     {files: map[string]string{"a.npz": npzFile(t, "x.txt", "hello")}, want: ErrSyntax, text: "without NumPy arrays"},
		"empty archive": {files: map[string]string{"a.npz": npzFile(t)}, want: ErrSyntax, text: "without NumPy arrays"},
		"Excel":         {files: map[string]string{"a.npz": npzFile(t, "xl/workbook.xml", "")}, want: ErrSyntax, text: "save the sheet as CSV"},
		"cut off":       {files: map[string]string{"a.npz": good[:len(good)-30]}, want: ErrSyntax, text: "damaged"},
		"in gzip":       {files: map[string]string{"a.npz": string(gzipped([]byte(good)))}, want: ErrSyntax, text: "inside other compression"},
		"twice":         {files: map[string]string{"a.npz": npzFile(t, "X", x, "X", x)}, want: ErrSyntax, text: `two arrays called "X"`},
		"unknown names": {files: map[string]string{"a.npz": npzFile(t, "a", x, "b", y)}, want: ErrNoColumn, text: `there are "a", "b"`},
		"no labels":     {files: map[string]string{"a.npz": npzFile(t, "X", x, "b", y)}, want: ErrNoLabel, text: `there are "X", "b", name one with --label`},
		"no such label": {files: map[string]string{"a.npz": good}, change: func(s *Spec) { s.Label = "z" }, want: ErrNoLabel, text: `no array "z" for the labels: there are "X", "y"`},
		"claimed size":  {files: map[string]string{"a.npz": string(bomb)}, want: ErrTooLarge, text: "more than they can hold"},
		"method":        {files: map[string]string{"a.npz": string(method)}, want: ErrSyntax, text: "damaged"},
		"encrypted":     {files: map[string]string{"a.npz": string(encrypted)}, want: ErrSyntax, text: "encrypted"},
		"checksum":      {files: map[string]string{"a.npz": string(damaged)}, want: ErrSyntax, text: `array "X" is damaged`},
		"no NPY":        {files: map[string]string{"a.npz": npzFile(t, "X", "hello, world", "y", y)}, want: ErrSyntax, text: `array "X" is not an NPY array`},
		"short":         {files: map[string]string{"a.npz": npzFile(t, "X", x[:len(x)-1], "y", y)}, want: ErrTruncated, text: `array "X" promises 32 bytes of data, but holds 31`},
		"long":          {files: map[string]string{"a.npz": npzFile(t, "X", x+"z", "y", y)}, want: ErrSyntax, text: `array "X" holds more data`},
		"lying":         {files: map[string]string{"a.npz": npzFile(t, "X", npyText("{'descr': '<f8', 'fortran_order': True, 'shape': (100000, 1000)}", "x"), "y", y)}, want: ErrTruncated},
		"too large":     {files: map[string]string{"a.npz": npzFile(t, "X", npyText("{'descr': '|u1', 'fortran_order': True, 'shape': (100000, 100000)}", "x"), "y", y)}, want: ErrTooLarge},
		"objects":       {files: map[string]string{"a.npz": npzFile(t, "X", x, "y", npyText("{'descr': '|O', 'fortran_order': True, 'shape': (2,)}", "x"))}, want: ErrSyntax, text: `array "y" holds Python objects`},
		"few labels":    {files: map[string]string{"a.npz": npzFile(t, "X", zeros, "y", y)}, want: ErrSyntax, text: `array "y" holds 2 labels for 65536 rows`},
		"NaN": {files: map[string]string{"a.npz": npzFile(t, "X", npyFile("<f8", true, []int{2, 2}, []float64{1, 2, math.NaN(), 4}), "y", y)},
			want: ErrNotFinite, line: 2, column: 1},
		"NaN label": {files: map[string]string{"a.npz": npzFile(t, "X", x, "y", npyFile("<f8", true, []int{2}, []float64{1, math.NaN()}))},
			want: ErrNotFinite, text: `array "y"`, line: 2},
		"local name": {files: map[string]string{"a.npz": change("X.npy", "y.npy")}, want: ErrSyntax, text: "two arrays"},
	})
}
