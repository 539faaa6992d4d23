package datasets

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// A matWriter writes MAT files of level 5 for tests.
type matWriter struct {
	order binary.AppendByteOrder
	body  []byte
}

// matFile is a little-endian MAT file of variables, not compressed.
func matFile(insides ...[]byte) string {
	w := newMATWriter(binary.LittleEndian)
	for _, inside := range insides {
		w.add(inside, false)
	}
	return w.String()
}

func newMATWriter(order binary.AppendByteOrder) *matWriter {
	header := append([]byte("MATLAB 5.0 MAT-file, written by a test"), bytes.Repeat([]byte(" "), 124)...)[:124]
	header = order.AppendUint16(header, 0x0100)
	header = order.AppendUint16(header, 'M'<<8|'I')
	return &matWriter{order, header}
}

// element is a data element; at most 4 bytes make a small one where small is true.
func (w *matWriter) element(code uint32, data []byte, small bool) []byte {
	if small && len(data) <= 4 && len(data) > 0 {
		out := w.order.AppendUint32(nil, uint32(len(data))<<16|code)
		return append(append(out, data...), make([]byte, 4-len(data))...)
	}
	out := w.order.AppendUint32(w.order.AppendUint32(nil, code), uint32(len(data)))
	out = append(out, data...)
	return append(out, make([]byte, (8-len(data)%8)%8)...)
}

// numbers is a data element of values, as type code.
func (w *matWriter) numbers(code uint32, values []float64) []byte {
	descr := map[uint32]string{1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 9: "f8", 12: "i8", 13: "u8"}[code]
	order := "<"
	if w.order == binary.AppendByteOrder(binary.BigEndian) {
		order = ">"
	}
	return w.element(code, npyData(order+descr, false, []int{len(values)}, values), true)
}

// matrix is the inside of a variable: what all begin with, then parts.
func (w *matWriter) matrix(class uint32, nonzero int, dims []int, name string, parts ...[]byte) []byte {
	out := w.numbers(6, []float64{float64(class), float64(nonzero)})
	var sizes []float64
	for _, size := range dims {
		sizes = append(sizes, float64(size))
	}
	out = append(out, w.numbers(5, sizes)...)
	out = append(out, w.element(1, []byte(name), true)...)
	return append(out, bytes.Join(parts, nil)...)
}

// full is a full matrix whose values are given by columns, stored as code.
func (w *matWriter) full(class, code uint32, rows, cols int, name string, values []float64) []byte {
	return w.matrix(class, 0, []int{rows, cols}, name, w.numbers(code, values))
}

// add appends a variable, compressed if packed.
func (w *matWriter) add(inside []byte, packed bool) *matWriter {
	variable := w.element(14, inside, false)
	if packed {
		var out bytes.Buffer
		z := zlib.NewWriter(&out)
		z.Write(variable)
		z.Close()
		variable = w.order.AppendUint32(w.order.AppendUint32(nil, 15), uint32(out.Len()))
		variable = append(variable, out.Bytes()...) // not padded
	}
	w.body = append(w.body, variable...)
	return w
}

func (w *matWriter) String() string { return string(w.body) }

// byColumns returns the values of rows column by column.
func byColumns(rows [][]float64) []float64 {
	return mat.DenseCopyOf(dense(rows).T()).RawMatrix().Data
}

// drawMAT draws how two matrices are stored: doubles as any smaller type that holds
// them, in every order, compressed, sparse or turned.
func drawMAT(t *rapid.T) (*rapid.Generator[float64], writeFormat) {
	stored := rapid.SampledFrom([]struct {
		class, code uint32
		low, high   float64
	}{
		{6, 9, -1e9, 1e9}, {6, 2, 0, 255}, {6, 3, -32768, 32767}, {7, 7, -1000, 1000}, {8, 1, -128, 127}, {9, 2, 0, 255}, {9 | 0x200, 2, 0, 1},
		{10, 3, -32768, 32767}, {11, 4, 0, 65535}, {12, 5, -1e9, 1e9}, {13, 6, 0, 4e9}, {14, 12, -1e15, 1e15}, {15, 13, 0, 1e15},
	}).Draw(t, "type")
	return wholeNumbers(stored.low, stored.high), func(x *mat.Dense, y []float64) (string, string) {
		w := newMATWriter(rapid.SampledFrom([]binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian}).Draw(t, "order"))
		rows, cols := x.Dims()
		values := mat.DenseCopyOf(x.T()).RawMatrix().Data
		labels := w.full(stored.class, stored.code, rows, 1, "labels", y)
		if rapid.Bool().Draw(t, "labels in a row") {
			labels = w.full(6, 9, 1, rows, "labels", y)
		}
		if rapid.Bool().Draw(t, "transposed") && rows != cols {
			values, rows, cols = x.RawMatrix().Data, cols, rows
		}
		fts := w.full(stored.class, stored.code, rows, cols, "fts", values)
		if rapid.Bool().Draw(t, "sparse") {
			fts = w.sparse(rows, cols, "fts", values)
		}
		if rapid.Bool().Draw(t, "labels first") {
			fts, labels = labels, fts
		}
		packed := rapid.Bool().Draw(t, "packed")
		return w.add(fts, packed).add(labels, packed).String(), ""
	}
}

// sparse returns a sparse matrix of the nonzero values, given by columns. It leaves room for one
// more value, as MATLAB may do.
func (w *matWriter) sparse(rows, cols int, name string, values []float64) []byte {
	var places, kept []float64
	starts := []float64{0}
	for j := range cols {
		for i := range rows {
			if v := values[j*rows+i]; v != 0 {
				places, kept = append(places, float64(i)), append(kept, v)
			}
		}
		starts = append(starts, float64(len(kept)))
	}
	return w.matrix(5, len(kept)+1, []int{rows, cols}, name,
		w.numbers(5, append(places, 0)), w.numbers(5, starts), w.numbers(9, kept))
}

func TestMAT(t *testing.T) {
	rows := [][]float64{{1, 2}, {3, 4}, {5, 6}}
	fts, y := byColumns(rows), []float64{7, 9, 7}
	le := newMATWriter(binary.LittleEndian)
	// A struct with a field, a cell, text, an object and a nameless workspace are
	// in the way.
	crowded := newMATWriter(binary.LittleEndian)
	inner := crowded.element(14, crowded.full(6, 9, 3, 2, "", fts), false)
	crowded.add(crowded.matrix(2, 0, []int{1, 1}, "info", crowded.numbers(5, []float64{4}), crowded.element(1, []byte("fts\x00"), true), inner), false)
	crowded.add(crowded.matrix(1, 0, []int{1, 2}, "cells", inner, inner), true)
	crowded.add(crowded.matrix(4, 0, []int{1, 3}, "name", crowded.element(16, []byte("abc"), true)), true)
	crowded.add(crowded.numbers(6, []float64{17, 0}), false)
	crowded.add(crowded.full(9, 2, 1, 8, "", make([]float64, 8)), true)
	crowded.add(crowded.full(6, 2, 3, 2, "fts", fts), true).add(crowded.full(6, 2, 3, 1, "labels", y), true)
	labels := le.full(6, 2, 3, 1, "labels", y)
	for name, test := range map[string]struct{ content, label, note string }{
		"fts and labels": {matFile(le.full(6, 9, 3, 2, "fts", fts), labels), "", `variable "fts", double, 3 rows, 2 features; the labels are the variable "labels" of a.mat`},
		"transposed":     {newMATWriter(binary.LittleEndian).add(le.full(7, 7, 2, 3, "X", []float64{1, 2, 3, 4, 5, 6}), true).add(le.full(9, 2, 1, 3, "Y", y), true).String(), "", "a.mat: X is transposed"},
		"crowded":        {crowded.String(), "", `variable "fts"`},
		"named":          {matFile(le.full(6, 9, 3, 2, "feats", fts), le.full(6, 2, 3, 1, "group", y)), "group", `the labels are the variable "group"`},
		"three dims":     {matFile(le.matrix(6, 0, []int{3, 2, 1}, "fts", le.numbers(9, fts)), labels), "", "3 rows"},
		"one matrix":     {matFile(le.full(9, 2, 3, 3, "all", slices.Concat(fts, y))), "", "the label is column 3"},
		"sparse labels":  {matFile(le.full(6, 9, 3, 2, "fts", fts), le.sparse(3, 1, "labels", y)), "", "double"},
	} {
		t.Run(name, meant{content: test.content, source: "a.mat", label: test.label, rows: rows, y: []float64{-1, 1, -1}, notes: []string{test.note}}.check)
	}
	// A target without labels is turned where only that fits.
	files := map[string]string{
		"a.mat": matFile(le.full(6, 9, 3, 2, "fts", fts), labels),
		"b.mat": matFile(le.full(6, 9, 2, 3, "fts", []float64{1, 2, 3, 4, 5, 6})),
		"c.mat": matFile(le.full(6, 9, 3, 2, "fts", fts)),
		"z.mat": matFile(le.sparse(3, 2, "fts", make([]float64, 6))),
	}
	for target, want := range map[string][][]float64{"b.mat": rows, "c.mat": rows, "z.mat": {{0, 0}, {0, 0}, {0, 0}}} {
		pair := mustOpen(t, pairSpec(t, files, "a.mat", target))
		if target == "b.mat" {
			checkNotes(t, pair, "b.mat is transposed")
		}
		checkDomain(t, target, pair.Target, want, nil)
	}
}

func TestMATErrors(t *testing.T) {
	le := newMATWriter(binary.LittleEndian)
	x, y := []float64{1, 2, 3, 4}, []float64{1, 2}
	fts, labels := le.full(6, 9, 2, 2, "fts", x), le.full(6, 9, 2, 1, "labels", y)
	good := matFile(fts, labels)
	packed := newMATWriter(binary.LittleEndian).add(fts, true).add(labels, true).String()
	damaged := []byte(packed)
	damaged[128+8+int(damaged[132])-1] ^= 1 // the checksum of the first
	lying := func(class uint32, dims []int, parts ...[]byte) string {
		return matFile(le.matrix(class, 0, dims, "fts", parts...), labels)
	}
	sparse := func(dims []int, places, starts, values []float64) string {
		return lying(5, dims, le.numbers(5, places), le.numbers(5, starts), le.numbers(9, values))
	}
	claim := append(le.order.AppendUint32(le.order.AppendUint32(nil, 2), 1<<30), 1, 2, 3, 4, 5, 6, 7, 8)
	header := good[:128]
	checkFormatErrors(t, "a.mat", map[string]meant{
		"v7.3":           {content: "MATLAB 7.3 MAT-file, Platform" + strings.Repeat(" ", 600), text: "save it with -v7"},
		"HDF5":           {content: "\x89HDF\r\n\x1a\n...", text: "scipy.io.savemat"},
		"header only":    {content: header, want: ErrEmpty, text: "holds no array"},
		"half a tag":     {content: header + "\x0e\x00", want: ErrTruncated},
		"cut off":        {content: good[:len(good)-10], want: ErrTruncated},
		"cut off, zlib":  {content: packed[:len(packed)-10], want: ErrTruncated},
		"checksum":       {content: string(damaged), text: "damaged"},
		"no zlib":        {content: header + "\x0f\x00\x00\x00\x08\x00\x00\x00abcdefgh", text: "damaged"},
		"no variable":    {content: header + string(le.numbers(9, x)), text: "type 9"},
		"too long":       {content: header + "\x0e\x00\x00\x00\x00\x00\x00\x70abcdefgh", want: ErrTruncated, text: "promises a variable"},
		"small tag":      {content: header + "\x0e\x00\x09\x00abcdefgh", text: "small data element"},
		"only structs":   {content: matFile(le.matrix(2, 0, []int{1, 1}, "info")), text: "only structs"},
		"complex":        {content: matFile(le.full(6|0x800, 9, 2, 2, "fts", x), labels), text: "complex"},
		"3 dimensions":   {content: lying(6, []int{1, 2, 2}, le.numbers(9, x)), text: "3 dimensions"},
		"1 dimension":    {content: lying(6, []int{4}, le.numbers(9, x)), text: "1 dimension"},
		"negative":       {content: lying(6, []int{-2, 2}, le.numbers(9, x)), text: "size -2"},
		"flags":          {content: matFile(le.numbers(6, []float64{6})), text: "flags"},
		"many dims":      {content: lying(6, make([]int, 33)), text: "can have at most 32"},
		"no numbers":     {content: lying(6, []int{2, 2}, le.element(16, []byte("abcdefgh"), false)), text: `variable "fts" has a data element of type 16`},
		"half numbers":   {content: lying(6, []int{2, 2}, le.element(9, []byte("abcdefghi"), false)), text: "no multiple of"},
		"few numbers":    {content: lying(6, []int{2, 3}, le.numbers(9, x)), text: "is of size 2×3, but holds 4 numbers"},
		"lying":          {content: matFile(le.matrix(9, 0, []int{1 << 15, 1 << 15}, "all", claim)), want: ErrTruncated, text: "only 8 are left"},
		"too large":      {content: lying(6, []int{1 << 20, 1 << 20}), want: ErrTooLarge},
		"empty":          {content: lying(6, []int{0, 0}, le.numbers(9, nil)), want: ErrEmpty, text: "0×0"},
		"no labels":      {content: matFile(fts, le.full(6, 9, 2, 1, "ids", y)), want: ErrNoLabel, text: `name one with --label`},
		"unknown":        {content: matFile(le.full(6, 9, 2, 1, "a", y), le.full(6, 9, 2, 1, "b", y)), want: ErrNoColumn, text: `there are "a", "b"`},
		"few labels":     {content: matFile(fts, le.full(6, 9, 3, 1, "labels", []float64{1, 2, 3})), text: "3 labels for 2 rows"},
		"NaN":            {content: matFile(le.full(6, 9, 2, 2, "fts", []float64{1, 2, 3, math.NaN()}), labels), want: ErrNotFinite, at: ":2:2"},
		"Inf sparse":     {content: matFile(le.sparse(2, 2, "fts", []float64{0, math.Inf(1), 3, 0}), labels), want: ErrNotFinite, at: ":2:1"},
		"sparse, starts": {content: sparse([]int{2, 2}, []float64{0, 1}, []float64{0, 1}, y), text: "where its 2 columns begin"},
		"sparse, row":    {content: sparse([]int{2, 2}, []float64{0, 2}, []float64{0, 1, 2}, y), text: "no row 3 for value 2"},
		"sparse, −1":     {content: sparse([]int{2, 2}, []float64{0, -1}, []float64{0, 1, 2}, y), text: "no row "},
		"sparse, twice":  {content: sparse([]int{2, 2}, []float64{0, 0}, []float64{0, 2, 2}, y), text: "no row "},
		"sparse, order":  {content: sparse([]int{2, 3}, []float64{0, 1}, []float64{0, 2, 1, 2}, y), text: "where its 3 columns begin"},
		"sparse, values": {content: sparse([]int{2, 2}, []float64{0, 1}, []float64{0, 1, 2}, y[:1]), text: "claims 2 values, but has 1"},
		"too sparse": {content: matFile(le.matrix(5, 1<<30, []int{1 << 14, 1 << 14}, "fts", le.numbers(5, []float64{0}), le.numbers(5, make([]float64, 1<<14+1)), le.numbers(9, y[:1])),
			le.full(6, 9, 1<<14, 1, "labels", make([]float64, 1<<14))), want: ErrTooLarge, text: "too sparse"},
	})
}
