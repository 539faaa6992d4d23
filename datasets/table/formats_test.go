package table

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/csv"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"larui/datasets/wording"
	"larui/model/testutil"
)

// readContent reads content, of whatever format it is, with all columns but the label's,
// which is the last one unless labels stand apart.
func readContent(content []byte, label string) (text tableText, err error) {
	const most = 1 << 20 // what a compressed file may unpack to, for speed
	in, err := inputOf(content)
	if err != nil {
		return text, err
	}
	in.Reader, in.Options.Label = bufio.NewReaderSize(io.LimitReader(in.Reader, most), inputBuffer), label
	return readTable(in)
}

func inputOf(content []byte) (*Input, error) {
	return newInput(NewReporter(context.Background(), nil), "t.csv", bytes.NewReader(content), int64(len(content)))
}

// readTable reads all columns but the label's.
func readTable(in *Input) (text tableText, err error) {
	t, err := in.openTable(nil)
	if err == nil {
		err = AgreeOnWidth([]*Table{t})
	}
	if err != nil {
		return text, err
	}
	return batchedRows(t)
}

// checkOneLine checks what holds for every error of this package.
func checkOneLine(t *testing.T, err error) {
	t.Helper()
	if text := err.Error(); text == "" || strings.ContainsAny(text, "\n\r") {
		t.Errorf("the error is not one line: %q", text)
	}
	for _, sentinel := range []error{ErrNotNumber, ErrNotFinite, ErrRagged, ErrEmpty, ErrNoLabel, ErrNoColumn, ErrSyntax, ErrTruncated, ErrTooLarge} {
		if errors.Is(err, sentinel) {
			return
		}
	}
	t.Errorf("%v is of no known kind", err)
}

// fuzzContent checks that nothing but finite numbers or an error about the file comes out
// of it, in memory that the content can account for.
func fuzzContent(t *testing.T, content []byte, label string) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	c, err := readContent(content, label)
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
	if len(c.x) != c.width*len(c.labels) {
		t.Fatalf("%d numbers in rows of %d with %d labels", len(c.x), c.width, len(c.labels))
	}
	for _, v := range c.x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.Fatalf("value %v", v)
		}
	}
	againAsCSV(t, c)
}

// againAsCSV writes what was read as CSV, reads it again and compares.
func againAsCSV(t *testing.T, c tableText) {
	if c.width == 0 || len(c.labels) == 0 {
		return // no table of features, which whoever asks for them refuses
	}
	var text bytes.Buffer
	w := csv.NewWriter(&text)
	w.Write(append(slices.Repeat([]string{"c"}, c.width), "label"))
	for i, label := range c.labels {
		var fields []string
		for _, v := range c.x[i*c.width : (i+1)*c.width] {
			fields = append(fields, wording.FormatNumber(v))
		}
		w.Write(append(fields, label))
	}
	w.Flush()
	if text.Len() > 1<<16 || bytes.ContainsAny(text.Bytes(), "\r\x00") {
		return // encoding/csv reads \r\n in quotes as \n, and text has no zeros
	}
	again, err := readContent(text.Bytes(), "label")
	if err != nil {
		t.Fatalf("%v, of %q", err, text.Bytes())
	}
	if again.width != c.width || !slices.Equal(again.x, c.x) || !slices.EqualFunc(again.labels, c.labels, sameText) {
		t.Fatalf("read again it differs: %q", text.Bytes())
	}
}

// FuzzFormats reads arbitrary bytes in the format that is detected.
func FuzzFormats(f *testing.F) {
	seeds, err := filepath.Glob("testdata/seeds/*")
	if err != nil || len(seeds) == 0 {
		f.Fatal("no seeds", err)
	}
	contents := []string{"1 1:0.5 3:-2\n-1 2:7\n", "1 0:1\n2 1:1", "1 9999999:1\n2 1:1", "1 1:1 # x\n", "0 2070000:0", "1 2:1 1:1", "1 1:\n", "nan 1:1", "1 1:1e999"}
	for _, path := range seeds {
		content := testutil.Must(os.ReadFile(path))
		contents = append(contents, string(content))
	}
	for _, seed := range contents {
		for _, label := range []string{"", "1", "y"} {
			f.Add([]byte(seed), label)
		}
	}
	f.Fuzz(fuzzContent)
}

// What files of arrays seldom have: half precision, and odd truths.
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
			e, known := findNumberType(order, func(e numberKind) bool { return e.name == test.name })
			to := []float64{-7}
			e.read(to, raw)
			if to[0] != test.want && !(math.IsNaN(to[0]) && math.IsNaN(test.want)) || !known {
				t.Errorf("%s % x: %v, want %v", test.name, raw, to[0], test.want)
			}
		}
	}
}

func TestIsLIBSVM(t *testing.T) {
	for text, want := range map[string]bool{
		"":                              false,
		"1\n2\n":                        false,
		"1 2\n":                         false,
		"1 1:2\n":                       true,
		"# a comment\n\n+1 1:2 3:4 # x": true,
		"-1\n1 0:2.5e-1\n":              true,
		"x 1:2\n":                       false,
		"12:30 1:2\n":                   false,
		"1 12:30:15\n":                  false,
		"1 a:2\n":                       false,
		"1 1:2 x\n":                     true, // a fault in it
		"1,2:3\n":                       false,
		"1 1:2\nx 1:2\n":                false,
		"1 1:2 # one":                   true,
	} {
		if got := isLIBSVM([]byte(text + "\n")); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	if !isLIBSVM([]byte("1 1:2 3:")) || !isLIBSVM([]byte("1 1:2\n1 4")) {
		t.Error("a line that is cut off")
	}
}
