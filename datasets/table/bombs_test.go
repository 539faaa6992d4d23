package table

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"larui/datasets/parquet"
	"larui/model/testutil"
)

// Small files that unpack to much are refused in one line by the limit for decoded bytes, before these are
// held, and files of as many bytes that are as large themselves are not.
func TestBombs(t *testing.T) {
	const limit, numbers = 1 << 20, 1 << 20
	zeros := make([]byte, numbers)
	npy := fmt.Sprintf("\x93NUMPY\x01\x00\x46\x00%-69s\n", "{'descr': '|u1', 'fortran_order': True, 'shape': (1024, 1024), }") + string(zeros)
	tensors := `{"x":{"dtype":"U8","shape":[1024,1024],"data_offsets":[0,1048576]}}`
	lines := func(line string, n int) []byte { return []byte(strings.Repeat(line, n)) }
	bombs := map[string][]byte{
		"NPZ":               zipped(t, "x.npy", npy),
		"NPY, gzip":         gzipped([]byte(npy)),
		"IDX, gzip":         gzipped(append([]byte{0, 0, 8, 2, 0, 0, 4, 0, 0, 0, 4, 0}, zeros...)),
		"safetensors, gzip": gzipped(append(binary.LittleEndian.AppendUint64(nil, uint64(len(tensors))), tensors+string(zeros)...)),
		"LIBSVM, gzip":      gzipped(lines("1 1:1\n", 1<<18)),
		"labels of LIBSVM":  gzipped(append(lines("1 1:1\n", 1<<10), lines("1\n", 1<<17)...)),
		"MAT, full":         matBomb(6, 2, zeros),
		"MAT, characters":   matBomb(4, 16, zeros),
		"moments, gzip":     gzipped([]byte(`{"larui_moments":1,"gram":[` + strings.Repeat("0,", limit/8) + "0]}\n")),
		"CSV, fields":       gzipped(append([]byte("a,b\n1,2\n"), bytes.Repeat([]byte{','}, maxColumns+1)...)),
		"Parquet, columns":  parquetBomb(t, 24, 1<<17),
	}
	for name, content := range bombs {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := readBounded(content, limit)
		runtime.ReadMemStats(&after)
		if !errors.Is(err, ErrTooLarge) && (err == nil || !strings.Contains(err.Error(), "MiB")) {
			t.Errorf("%s of %d bytes: %v", name, len(content), err)
			continue
		}
		checkOneLine(t, err)
		if grown := after.TotalAlloc - before.TotalAlloc; grown > 200*limit {
			t.Errorf("%s of %d bytes takes %d MiB", name, len(content), grown>>20)
		}
		if err := readBounded(content, 64*limit); err != nil && errors.Is(err, ErrTooLarge) && !strings.HasSuffix(name, "fields") {
			t.Errorf("%s with a limit of %d MiB: %v", name, 64*limit>>20, err)
		}
	}
}

// Delimiters within quotes separate no fields.
func TestQuotedDelimiters(t *testing.T) {
	text := "a,b\n1,2\n3,\"" + strings.Repeat(",\n", maxColumns) + "\"\n"
	for _, row := range []string{text, strings.Replace(text, ",\"", ",\"\"\"", 1)} {
		if err := readBounded([]byte(row), 1<<20); errors.Is(err, ErrTooLarge) {
			t.Error(err)
		}
	}
	for range 3 { // rows of blanks, of which a run is one delimiter
		text = "1" + strings.Repeat(" ", maxColumns+9) + "2\n"
	}
	if err := readBounded([]byte(strings.Repeat(text, 3)), 1<<20); err != nil {
		t.Error(err)
	}
}

// readBounded reads all rows of content, of which limit bytes may be held once they are decoded.
func readBounded(content []byte, limit int64) error {
	in, err := inputOf(content)
	if err == nil {
		in.largestUnpacked = limit
		_, err = readTable(in)
	}
	return err
}

func gzipped(content []byte) []byte {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write(content)
	w.Close()
	return packed.Bytes()
}

func zipped(t *testing.T, name, content string) []byte {
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	io.WriteString(testutil.Must(archive.Create(name)), content)
	testutil.NoError(t, archive.Close())
	return packed.Bytes()
}

// matBomb is a MAT file with a compressed variable of a class, whose data are of a type of one byte.
func matBomb(class, kind uint32, data []byte) []byte {
	file := append(bytes.Repeat([]byte{' '}, matHeader-4), 0, 1, 'I', 'M')
	element := func(kind uint32, data []byte) []byte {
		head := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, kind), uint32(len(data)))
		return append(append(head, data...), make([]byte, -len(data)&7)...)
	}
	word := func(words ...uint32) (b []byte) {
		for _, w := range words {
			b = binary.LittleEndian.AppendUint32(b, w)
		}
		return b
	}
	side := uint32(1024)
	name := "x"
	if class == matChar {
		name, side = "y", uint32(len(data))
	}
	variable := func(name string, class, kind, rows uint32, data []byte) []byte {
		inner := bytes.Join([][]byte{element(6, word(class, 0)), element(5, word(rows, uint32(len(data))/rows)), element(1, []byte(name)), element(kind, data)}, nil)
		var packed bytes.Buffer
		w := zlib.NewWriter(&packed)
		w.Write(element(matMatrix, inner))
		w.Close()
		return append(word(matCompressed, uint32(packed.Len())), packed.Bytes()...)
	}
	if class == matChar {
		file = append(file, variable("X", 6, 2, 8, make([]byte, 64))...)
	}
	return append(file, variable(name, class, kind, side, data)...)
}

// parquetBomb is a Parquet file of columns of so many truths, all false.
func parquetBomb(t *testing.T, columns, rows int) []byte {
	var file bytes.Buffer
	w := parquet.NewWriter(&file, slices.Repeat([]parquet.Field{{Name: "x", Kind: parquet.Boolean}}, columns))
	for range rows {
		testutil.NoError(t, w.Write(slices.Repeat([]any{false}, columns)...))
	}
	testutil.NoError(t, w.Close())
	return file.Bytes()
}

// A file that is read whole is read up to the limit.
func TestReadAllIsBounded(t *testing.T) {
	const limit = 1 << 20
	in := testutil.Must(inputOf(gzipped(make([]byte, 16*limit))))
	in.largestUnpacked = limit
	if content, err := in.readAll(); !errors.Is(err, ErrTooLarge) || len(content) > limit {
		t.Errorf("%d bytes, %v", len(content), err)
	}
}
