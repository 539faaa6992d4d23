package parquet

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go/format"

	"larui/model/testutil"
)

// written is the content of a column according to the script that wrote it; nil for a column that
// can't be read.
type written struct {
	Texts   []string   `json:"texts"`
	Numbers []*float64 `json:"numbers"`
}

func readTestdata(name string) []byte {
	return testutil.Must(os.ReadFile(filepath.Join("testdata", name)))
}

func open(content []byte) (*File, error) { return Open(bytes.NewReader(content), int64(len(content))) }

// Files of other programs have the content that their script wrote (testdata/make.py).
func TestFiles(t *testing.T) {
	var told struct {
		Files   map[string]map[string]string `json:"files"`
		Columns map[string]*written          `json:"columns"`
	}
	testutil.NoError(t, json.Unmarshal(readTestdata("files.json"), &told))
	for name, columns := range told.Files {
		t.Run(name, func(t *testing.T) {
			f := testutil.Must(open(readTestdata(name + ".parquet")))
			for _, c := range f.Columns {
				w := told.Columns[columns[c.Name]]
				delete(columns, c.Name)
				if w == nil {
					t.Errorf("column %s is read, but %v is left out", c.Name, f.LeftOut)
					continue
				}
				checkColumn(t, f, c, w)
			}
			for column, key := range columns {
				why := strings.Join(f.LeftOut, "\n")
				if told.Columns[key] != nil || !strings.Contains(why, strconv.Quote(column)) {
					t.Errorf("column %s is not read: %s", column, why)
				}
			}
		})
	}
}

// inParts reads a few values at a time; pages have other sizes.
func inParts[T any](t *testing.T, values []T, read func([]T) error) {
	t.Helper()
	for part := range slices.Chunk(values, 7) {
		testutil.NoError(t, read(part))
	}
}

func checkColumn(t *testing.T, f *File, c Column, w *written) {
	t.Helper()
	texts := make([]string, f.Rows*c.Width)
	inParts(t, texts, f.NewReader(c).ReadTexts)
	same := func(a, b string) bool {
		x, wrong := strconv.ParseFloat(a, 64)
		y, wrongToo := strconv.ParseFloat(b, 64)
		return a == b || wrong == nil && wrongToo == nil && x == y && strings.ContainsAny(a+b, ".e") && strings.Contains(a, "e") == strings.Contains(b, "e")
	}
	if !slices.EqualFunc(texts, w.Texts, same) {
		t.Errorf("column %s is %q, want %q", c.Name, texts, w.Texts)
	}
	if !c.IsNumber() {
		return
	}
	numbers := make([]float64, len(texts))
	inParts(t, numbers, f.NewReader(c).ReadNumbers)
	for i, v := range numbers {
		if want := w.Numbers[i]; want == nil && !math.IsNaN(v) || want != nil && v != *want {
			t.Errorf("column %s has %v in place %d, want %q", c.Name, v, i, w.Texts[i])
		}
	}
}

// Decimals are written in digits.
func TestDecimals(t *testing.T) {
	for _, test := range []struct {
		unscaled int64
		scale    int
		want     string
	}{{1000, 0, "1000"}, {-7, 0, "-7"}, {12, -2, "1200"}, {0, -2, "0"}, {5, 2, "0.05"}, {-552, 2, "-5.52"}, {3, 1 << 11, "3e-2048"}} {
		if got := formatDecimal(big.NewInt(test.unscaled), test.scale); got != test.want {
			t.Errorf("%d of scale %d is %s, not %s", test.unscaled, test.scale, got, test.want)
		}
	}
}

// An unsupported compression is refused by its name.
func TestRefused(t *testing.T) {
	_, err := new(File).decompress(nil, format.LZO, []byte{1}, 1)
	if refused := new(Error); !errors.As(err, &refused) || !strings.Contains(err.Error(), "LZO") {
		t.Error(err)
	}
}

// A flipped bit after the header of a page with a checksum is found.
func TestChecksums(t *testing.T) {
	for _, name := range []string{"checksums", "checksums2"} {
		content := readTestdata(name + ".parquet")
		f := testutil.Must(open(content))
		pages := 0
		for _, c := range f.Columns {
			r := f.NewReader(c)
			testutil.NoError(t, r.ensureValuesLeft()) // in the first row group
			meta := f.groups[0].Columns[c.at].MetaData
			for at := meta.DataPageOffset; at < meta.DataPageOffset+meta.TotalCompressedSize; {
				h, begin, err := f.readPageHeader(at, int64(len(content)))
				if err != nil {
					break
				}
				at = begin + int64(h.CompressedPageSize)
				if pages++; h.CompressedPageSize == 0 {
					continue
				}
				flip := begin + (at-begin)*int64(pages%7)/7
				content[flip] ^= 1 << (pages % 8)
				if _, err := f.readPackedPage(h, begin); err != errChecksum {
					t.Errorf("%s: byte %d is flipped: %v", name, flip, err)
				}
				if err := readAll(content); err == nil {
					t.Errorf("%s: byte %d is flipped, and the file is read", name, flip)
				}
				content[flip] ^= 1 << (pages % 8)
			}
		}
		if pages < 8 {
			t.Errorf("%s has %d pages", name, pages)
		}
	}
}

// readAll reads up to 1024 values of each column, as texts and as numbers.
func readAll(content []byte) error {
	f, err := open(content)
	if err != nil {
		return err
	}
	const most = 1 << 10 // values of a column
	for _, c := range f.Columns {
		n := min(f.Rows, most/c.Width) * c.Width
		err = errors.Join(err, f.NewReader(c).ReadTexts(make([]string, n)))
		if c.IsNumber() {
			err = errors.Join(err, f.NewReader(c).ReadNumbers(make([]float64, n)))
		}
	}
	return err
}

// No content makes the reader panic, and a file without the magic word at its end is not read.
func FuzzOpen(f *testing.F) {
	names, _ := filepath.Glob("testdata/*.parquet")
	for _, name := range names {
		const small = 10 << 10 // larger inputs take long to minimize
		content := readTestdata(filepath.Base(name))
		if len(content) < small {
			f.Add(content)
			f.Add(content[:len(content)-1])
		}
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		err := readAll(content)
		if err == nil && !bytes.HasSuffix(content, []byte(magic)) {
			t.Error("a truncated file is read")
		}
	})
}
