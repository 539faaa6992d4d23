package datasets

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/model/testutil"
)

// npyText is an NPY file of version 1.0 with the given header text and data.
func npyText(header, data string) string {
	size := binary.LittleEndian.AppendUint16(nil, uint16(len(header)))
	return "\x93NUMPY\x01\x00" + string(size) + header + data
}

// npyTypes are the numbers of NumPy's types.
var npyTypes = map[string]func(v float64) any{
	"b1": func(v float64) any { return uint8(v) },
	"u1": func(v float64) any { return uint8(v) },
	"i1": func(v float64) any { return int8(v) },
	"u2": func(v float64) any { return uint16(v) },
	"i2": func(v float64) any { return int16(v) },
	"u4": func(v float64) any { return uint32(v) },
	"i4": func(v float64) any { return int32(v) },
	"u8": func(v float64) any { return uint64(v) },
	"i8": func(v float64) any { return int64(v) },
	"f4": func(v float64) any { return float32(v) },
	"f8": func(v float64) any { return v },
}

// npyData writes values, given row after row, as NumPy stores an array of shape.
func npyData(descr string, fortran bool, shape []int, values []float64) (data []byte) {
	var order binary.ByteOrder = binary.LittleEndian
	if descr[0] == '>' {
		order = binary.BigEndian
	}
	if fortran && len(shape) == 2 && len(values) > 0 {
		values = mat.DenseCopyOf(mat.NewDense(shape[0], shape[1], values).T()).RawMatrix().Data
	}
	for _, v := range values {
		data, _ = binary.Append(data, order, npyTypes[descr[1:]](v))
	}
	return data
}

// npyTexts is an NPY file of labels that are text, of letters code points ("U") or bytes.
func npyTexts(descr string, letters int, shape string, texts ...string) string {
	var data []byte
	var order binary.AppendByteOrder = binary.LittleEndian
	if descr[0] == '>' {
		order = binary.BigEndian
	}
	for _, text := range texts {
		end := len(data) + letters
		if descr[1] == 'S' {
			data = append(data, text...)
		} else {
			end = len(data) + 4*letters
			for _, r := range text {
				data = order.AppendUint32(data, uint32(r))
			}
		}
		data = append(data, make([]byte, end-len(data))...)
	}
	return npyText(fmt.Sprintf("{'descr': '%s%d', 'fortran_order': False, 'shape': %s}", descr, letters, shape), string(data))
}

// npyRows is an NPY file of doubles, d in each row. npyVector is one without columns.
func npyRows(d int, values ...float64) string {
	return npyFile("<f8", false, []int{len(values) / d, d}, values)
}

func npyVector(values ...float64) string {
	return npyFile("<f8", false, []int{len(values)}, values)
}

// npyFile is an NPY file as NumPy writes it: the header is padded with blanks to
// a multiple of 64 bytes.
func npyFile(descr string, fortran bool, shape []int, values []float64) string {
	var sizes []string
	for _, size := range shape {
		sizes = append(sizes, fmt.Sprint(size))
	}
	tuple := strings.Join(sizes, ", ")
	if len(shape) == 1 {
		tuple += ","
	}
	order := "False"
	if fortran {
		order = "True"
	}
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': (%s), }", descr, order, tuple)
	header += strings.Repeat(" ", 63-(10+len(header))%64) + "\n"
	return npyText(header, string(npyData(descr, fortran, shape, values)))
}

// drawNPY draws how an array is stored, of whatever type, in every order and version,
// with the label in any column.
func drawNPY(t *rapid.T) (*rapid.Generator[float64], writeFormat) {
	limits := map[string][2]float64{
		"b1": {0, 1}, "u1": {0, 255}, "i1": {-128, 127}, "u2": {0, 65535}, "i2": {-32768, 32767},
		"u4": {0, 1<<32 - 1}, "i4": {-1 << 31, 1<<31 - 1}, "u8": {0, 1 << 53}, "i8": {-1 << 53, 1 << 53},
	}
	kind := rapid.SampledFrom([]string{"b1", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "f4", "f8"}).Draw(t, "type")
	order := rapid.SampledFrom([]string{"<", ">"}).Draw(t, "byte order")
	if strings.HasSuffix(kind, "1") {
		order = "|"
	}
	fortran := rapid.Bool().Draw(t, "fortran")
	number := rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64)
	if limit, whole := limits[kind]; whole {
		number = wholeNumbers(limit[0], limit[1])
	} else if kind == "f4" {
		single := rapid.Float32Range(-math.MaxFloat32, math.MaxFloat32)
		number = rapid.Map(single, func(v float32) float64 { return float64(v) })
	}
	return number, func(x *mat.Dense, y []float64) (string, string) {
		n, d := x.Dims()
		label := rapid.IntRange(0, d).Draw(t, "label")
		var values []float64
		for i := range n {
			values = append(values, slices.Insert(slices.Clone(x.RawRowView(i)), label, y[i])...)
		}
		file := npyFile(order+kind, fortran, []int{n, d + 1}, values)
		if rapid.Bool().Draw(t, "version 2") {
			long := binary.LittleEndian.AppendUint32(nil, uint32(binary.LittleEndian.Uint16([]byte(file[8:10]))))
			file = file[:6] + "\x02\x00" + string(long) + file[10:]
		}
		return file, fmt.Sprint(label + 1)
	}
}

// A file byte by byte, by the specification of the format.
func TestNPYBytes(t *testing.T) {
	file := "\x93NUMPY\x03\x00\x46\x00\x00\x00" +
		"{'descr': '<f2', 'fortran_order': False, 'shape': (2, 3), }          \n" +
		"\x00\x3c" + "\x00\xc0" + "\x00\x00" + "\x00\x38" + "\x00\x44" + "\x00\x3c"
	pair := mustOpen(t, sourceSpec(t, t.TempDir(), file))
	checkDomain(t, "half", pair.Source, [][]float64{{1, -2}, {0.5, 4}}, []float64{-1, 1})
	checkNotes(t, pair, "source.csv: NPY of float16, 2 rows, 2 features; the label is column 3")

	for _, header := range []string{
		"{'descr': '|i1', 'fortran_order': False, 'shape': (2, 2), }\n",
		`{"descr": "|i1", "fortran_order": False, "shape": (2, 2)}`,
		"{'shape':(2,2),'descr':'<i1','fortran_order':False}",
		" { 'shape' : ( 2L , 2L , ) , 'fortran_order' : False , 'descr' : '|i1' , } \n\n",
	} {
		pair := mustOpen(t, sourceSpec(t, t.TempDir(), npyText(header, "\x05\x00\xfb\x01")))
		checkDomain(t, header, pair.Source, [][]float64{{5}, {-5}}, []float64{-1, 1})
	}
}

// The labels of …_X.npy are in …_y.npy, where it exists.
func TestNPYSiblings(t *testing.T) {
	x := npyFile("<f4", false, []int{3, 2}, []float64{1, 2, 3, 4, 5, 6})
	rows := [][]float64{{1, 2}, {3, 4}, {5, 6}}
	files := map[string]string{
		"en_X.npy": x, "en_y.npy": npyFile("<i8", false, []int{3}, []float64{4, 2, 4}),
		"de_X.npy.gz": gzipped(x), "de_y.npy": npyFile("<i8", false, []int{3, 1}, []float64{2, 2, 4}),
		"fr_X.npy": x, "fr_y.npy.gz": gzipped(npyFile("<f8", true, []int{1, 3}, []float64{4, 4, 2})),
		"es_X.npy": x,
	}
	for target, y := range map[string][]float64{"de_X.npy.gz": {-1, -1, 1}, "fr_X.npy": {1, 1, -1}, "es_X.npy": nil} {
		pair := mustOpen(t, pairSpec(t, files, "en_X.npy", target))
		checkDomain(t, "source", pair.Source, rows, []float64{1, -1, 1})
		checkDomain(t, target, pair.Target, rows, y)
		checkNotes(t, pair, "en_X.npy: NPY of float32, 3 rows, 2 features; the labels are those of en_y.npy")
		if y == nil {
			checkNotes(t, pair, "es_X.npy has no file of labels (…_y.npy) beside it")
			checkNotes(t, pair, "it has no label column")
		} else {
			checkNotes(t, pair, "; the labels are those of "+target[:2]+"_y.npy")
		}
	}
	// Without the file the last column is the label, and a column that is named
	// goes before the file.
	pair := mustOpen(t, pairSpec(t, files, "es_X.npy", ""))
	checkDomain(t, "alone", pair.Source, [][]float64{{1}, {3}, {5}}, []float64{0, 1, 2})
	spec := pairSpec(t, files, "en_X.npy", "")
	spec.Label = "1"
	checkDomain(t, "named", mustOpen(t, spec).Source, [][]float64{{2}, {4}, {6}}, []float64{0, 1, 2})
}

func TestNPYErrors(t *testing.T) {
	good := npyRows(2, 1, 0, 2, 1)
	tests := map[string]meant{
		"magic only":          {content: good[:6], want: ErrTruncated, text: "NPY header"},
		"half a header":       {content: good[:40], want: ErrTruncated, text: "NPY header"},
		"version":             {content: "\x93NUMPY\x04\x00\x01\x00 ", text: "version 4.0"},
		"long header":         {content: "\x93NUMPY\x02\x00\xff\xff\xff\xff ", want: ErrTooLarge, text: "header"},
		"text":                {content: npyTexts("<U", 3, "(2,)", "one", "two"), text: "holds text, but features are numbers"},
		"no rows":             {content: npyFile("<f8", false, []int{0, 3}, nil), want: ErrEmpty, text: "0×3"},
		"no columns":          {content: npyFile("<f8", false, []int{3, 0}, nil), want: ErrEmpty, text: "3×0"},
		"one column":          {content: npyVector(1, 2), want: ErrNoColumn, text: "only one column"},
		"too large":           {content: npyText("{'descr': '|u1', 'fortran_order': False, 'shape': (1073741825, 1)}", "12345678"), want: ErrTooLarge, text: "1073741825×1"},
		"overflowing":         {content: npyText("{'descr': '|u1', 'fortran_order': False, 'shape': (4611686018427387904, 4)}", "12345678"), want: ErrTooLarge},
		"too wide, gzip":      {content: gzipped(npyText("{'descr': '|u1', 'fortran_order': False, 'shape': (1, 1073741824)}", "x")), want: ErrTooLarge, text: "1073741824 columns"},
		"cut off":             {content: good[:len(good)-1], want: ErrTruncated, text: "promises 32 bytes of data, but holds 31"},
		"too long":            {content: good + "x", text: "more data"},
		"cut off, gzip":       {content: gzipped(good[:len(good)-1]), want: ErrTruncated, text: "breaks off"},
		"too long, gzip":      {content: gzipped(good + "x"), text: "more data"},
		"lying, gzip":         {content: gzipped(npyText("{'descr': '<f8', 'fortran_order': True, 'shape': (1000000, 1000)}", "12345678")), want: ErrTruncated},
		"NaN":                 {content: npyRows(3, 1, 2, 0, 3, math.NaN(), 1), want: ErrNotFinite, text: "NaN is not a finite number (leave it out with --drop 2)", at: ":2:2"},
		"infinity by columns": {content: npyFile("<f4", true, []int{2, 3}, []float64{1, 2, 0, math.Inf(-1), 3, 1}), want: ErrNotFinite, text: "-Inf", at: ":2:1"},
		"NaN label":           {content: npyRows(2, 1, 2, 0, math.NaN()), want: ErrNoLabel, at: ":2:2"},
		"one class":           {content: npyRows(2, 1, 2, 0, 2), want: ErrOneClass},
		"no such column":      {content: good, label: "3", want: ErrNoLabel, text: "columns are 1 to 2"},
		"target wider": {files: map[string]string{"a.npy": good, "b.npy": npyRows(4, 1, 2, 3, 4)}, target: "b.npy",
			want: ErrWidth, text: "has 4 columns, but a.npy has 2"},
		"few labels": {files: map[string]string{"a_X.npy": good, "a_y.npy": npyVector(1, 2, 3)}, source: "a_X.npy",
			text: "a_y.npy: holds 3 labels for 2 rows"},
		"wide labels": {files: map[string]string{"a_X.npy": good, "a_y.npy": good}, source: "a_X.npy", text: "a_y.npy: is of size 2×2"},
		"pickled labels": {files: map[string]string{"a_X.npy": good, "a_y.npy": npyText("{'descr': '|O', 'fortran_order': False, 'shape': (2,)}", "x")}, source: "a_X.npy",
			text: "a_y.npy: holds Python objects"},
		"text labels": {files: map[string]string{"a_X.npy": good, "a_y.npy": "label\n1\n2\n"}, source: "a_X.npy", text: "a_y.npy: is not an NPY array"},
		"NaN apart": {files: map[string]string{"a_X.npy": good, "a_y.npy": npyVector(1, math.NaN())}, source: "a_X.npy",
			want: ErrNoLabel, text: "a_y.npy:2: ", at: ":2"},
		"unknown class": {files: map[string]string{"a_X.npy": good, "a_y.npy": npyVector(1, 2),
			"b_X.npy": good, "b_y.npy": npyVector(1, 3)}, source: "a_X.npy", target: "b_X.npy",
			want: ErrUnknownClass, text: "b_y.npy:2: label \"3\"", at: ":2"},
		"features only": {files: map[string]string{"a_X.npy": good, "a_y.npy": npyVector(1, 2),
			"b_X.npy": npyRows(3, 1, 3, 4)}, source: "a_X.npy", target: "b_X.npy",
			want: ErrWidth, text: "b_X.npy: has 3 features, but a_X.npy has 2"},
	}
	for header, text := range map[string]string{
		"[1, 2]": "malformed",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), 'x': f()}":          "malformed",
		"{'descr': '<f8', 'shape': (2, 2)}":                                            "malformed",
		"{'descr': '<f8', 'descr': '<f8', 'shape': (2, 2)}":                            "malformed",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2)} x":                  "malformed",
		"{'descr': '<f8' 'fortran_order': False, 'shape': (2, 2)}":                     "malformed",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (2)}":                       "malformed",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (-2, 2)}":                   "malformed",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999, 2)}": "",
		"{'descr': '|O', 'fortran_order': False, 'shape': (2, 2)}":                     "pickle",
		"{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (2,)}":             "structured",
		"{'descr': '<c16', 'fortran_order': False, 'shape': (2,)}":                     "complex",
		"{'descr': '<f16', 'fortran_order': False, 'shape': (2,)}":                     "float64",
		"{'descr': '<M8[ns]', 'fortran_order': False, 'shape': (2,)}":                  "type",
		"{'descr': '<i3', 'fortran_order': False, 'shape': (2,)}":                      "type",
		"{'descr': '|f8', 'fortran_order': False, 'shape': (2, 2)}":                    "type",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1, 1)}":                 "3 dimensions",
		"{'descr': '<f8', 'fortran_order': False, 'shape': ()}":                        "0 dimensions",
	} {
		tests[header] = meant{content: npyText(header, "12345678"), text: text}
	}
	checkFormatErrors(t, "a.npy", tests)
	t.Run("vanished", func(t *testing.T) {
		spec := pairSpec(t, map[string]string{"a_X.npy": good, "a_y.npy": good}, "a_X.npy", "")
		sibling := filepath.Join(filepath.Dir(spec.Source), "a_y.npy")
		testutil.NoError(t, os.Remove(sibling))
		testutil.NoError(t, os.Mkdir(sibling, 0o700))
		meant{files: nil, source: "a_X.npy", change: func(s *Spec) { *s = spec }, want: ErrMissingFile, text: "folder"}.check(t)
	})
}

// npzFile is a zip archive of NPY arrays, given as name and content in turn; names
// that begin with = are stored without compression.
func npzFile(arrays ...string) string {
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
		member := testutil.Must(w.CreateHeader(&zip.FileHeader{Name: name, Method: method}))
		member.Write([]byte(arrays[i+1]))
	}
	w.Close()
	return out.String()
}

func TestNPZ(t *testing.T) {
	rows := [][]float64{{1, 2}, {3, 4}, {5, 6}}
	values := []float64{1, 2, 3, 4, 5, 6}
	x, y := npyRows(2, values...), npyFile("|u1", false, []int{3}, []float64{7, 9, 7})
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
		t.Run(name, meant{content: npzFile(test.arrays...), source: "a.npz", label: test.label, rows: rows, y: []float64{-1, 1, -1}, notes: []string{test.note}}.check)
	}
	// The target may have features alone.
	files := map[string]string{"a.npz": npzFile("X", x, "y", y), "b.npz": npzFile("X", x), "c.npz": npzFile("X", x, "ids", other)}
	for _, target := range []string{"b.npz", "c.npz"} {
		pair := mustOpen(t, pairSpec(t, files, "a.npz", target))
		checkDomain(t, target, pair.Target, rows, nil)
	}
}

// Arrays that do not fit into memory are read in batches, also those stored column by column
// and in archives, with labels beside them or in a column.
func TestArraysStream(t *testing.T) {
	const n, d = 5000, 3
	x, y := make([]float64, n*d), make([]float64, n)
	for i := range x {
		x[i] = math.Sqrt(float64(i))
	}
	for i := range y {
		y[i] = float64(i % 2)
	}
	labels, shape := npyVector(y...), []int{n, d}
	rows, columns := npyFile("<f8", false, shape, x), npyFile("<f8", true, shape, x)
	for name, files := range map[string]map[string]string{
		"beside":           {"a_X.npy": rows, "a_y.npy": labels},
		"columns":          {"a_X.npy": columns, "a_y.npy": labels},
		"columns in gzip":  {"a_X.npy": gzipped(columns), "a_y.npy": labels},
		"archive":          {"a_X.npy": npzFile("X", rows, "y", labels)},
		"archive, stored":  {"a_X.npy": npzFile("=X", rows, "y", labels)},
		"archive, columns": {"a_X.npy": npzFile("=X", columns, "y", labels)},
		"safetensors":      {"a_X.npy": safetensorsFile("X", "F64", shape, x, "y", "F64", []int{n}, y)},
	} {
		all := checkStreams(t, name, pairSpec(t, files, "a_X.npy", ""), 100*8*(d+2))
		if !slices.Equal(all.X.RawMatrix().Data, x) {
			t.Errorf("%s: the rows are not the array", name)
		}
	}
}

func TestNPZErrors(t *testing.T) {
	x := npyRows(2, 1, 2, 3, 4)
	y := npyVector(1, 2)
	good := npzFile("X", x, "y", y)
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
	stored := npzFile("=X", x, "=y", y)
	damaged := []byte(stored)
	damaged[strings.Index(stored, "(2, 2), }")+75] ^= 1 // within the numbers
	zeros := npyFile("|u1", false, []int{1 << 16, 64}, make([]float64, 1<<22))
	checkFormatErrors(t, "a.npz", map[string]meant{
		"no arrays":     {content: npzFile("x.txt", "hello"), text: "without NumPy arrays"},
		"empty archive": {content: npzFile(), text: "without NumPy arrays"},
		"Excel":         {content: npzFile("xl/workbook.xml", ""), text: "save the sheet as CSV"},
		"cut off":       {content: good[:len(good)-30], text: "damaged"},
		"in gzip":       {content: gzipped(good), text: "inside other compression"},
		"twice":         {content: npzFile("X", x, "X", x), text: `two arrays called "X"`},
		"unknown names": {content: npzFile("a", x, "b", y), want: ErrNoColumn, text: `there are "a", "b"`},
		"no labels":     {content: npzFile("X", x, "b", y), want: ErrNoLabel, text: `there are "X", "b", name one with --label`},
		"no such label": {content: good, label: "z", want: ErrNoLabel, text: `no array "z" for the labels: there are "X", "y"`},
		"claimed size":  {content: string(bomb), want: ErrTooLarge, text: "more than they can hold"},
		"method":        {content: string(method), text: "damaged"},
		"encrypted":     {content: string(encrypted), text: "encrypted"},
		"checksum":      {content: string(damaged), text: `array "X" is damaged`},
		"no NPY":        {content: npzFile("X", "hello, world", "y", y), text: `array "X" is not an NPY array`},
		"short":         {content: npzFile("X", x[:len(x)-1], "y", y), want: ErrTruncated, text: `array "X" promises 32 bytes of data, but holds 31`},
		"long":          {content: npzFile("X", x+"z", "y", y), text: `array "X" holds more data`},
		"lying":         {content: npzFile("X", npyText("{'descr': '<f8', 'fortran_order': True, 'shape': (100000, 1000)}", "x"), "y", y), want: ErrTruncated},
		"too large":     {content: npzFile("X", npyText("{'descr': '|u1', 'fortran_order': True, 'shape': (100000, 100000)}", "x"), "y", y), want: ErrTooLarge},
		"objects":       {content: npzFile("X", x, "y", npyText("{'descr': '|O', 'fortran_order': True, 'shape': (2,)}", "x")), text: `array "y" holds Python objects`},
		"few labels":    {content: npzFile("X", zeros, "y", y), text: `array "y" holds 2 labels for 65536 rows`},
		"NaN": {content: npzFile("X", npyFile("<f8", true, []int{2, 2}, []float64{1, 2, math.NaN(), 4}), "y", y),
			want: ErrNotFinite, at: ":2:1"},
		"NaN label": {content: npzFile("X", x, "y", npyFile("<f8", true, []int{2}, []float64{1, math.NaN()})),
			want: ErrNoLabel, text: `array "y"`, at: ":2"},
		"local name": {content: change("X.npy", "y.npy"), text: "two arrays"},
	})
}
