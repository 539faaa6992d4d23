package datasets

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"strings"
	"testing"

	"larui/model"
)

func TestSniffDelimiter(t *testing.T) {
	for text, want := range map[string]rune{
		"":                               ',',
		"a":                              ',',
		"a,b\n1,2\n":                     ',',
		"a;b\n1;2\n":                     ';',
		"a\tb\n1\t2\n":                   '\t',
		"1,5;2,5\n3,5;4,5\n":             ';',  // decimal commas
		"1,000\t2,000\n3,000\t4,000\n":   '\t', // thousands
		"a,b,c\n1,2\n":                   ',',  // ragged
		"a;b,c,d\n1,2,3\n":               ',',
		"\"a;b\",c\n\"d\",e\n":           ',',
		"\"a\n;b\",c,d\n\"d;;\",e,f\n":   ',',
		"a;b\n1;2":                       ';',
		"a;b":                            ';',
		"a,b;c\nd,e\n" + "f,g;h\ni,j;\n": ',',
	} {
		if got := sniffDelimiter([]byte(text)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A quote that never closes must not pull the whole file into memory.
func TestTableRowTooLong(t *testing.T) {
	const size = maxRow + 1<<20
	in, err := newInput(newReporter(context.Background(), nil), "long.csv", io.MultiReader(
		strings.NewReader("a,b\n1,2\n3,\""), io.LimitReader(endless('x'), size)), 0)
	if err != nil {
		t.Fatal(err)
	}
	table, err := newTable(in, "")
	if err != nil {
		t.Fatal(err)
	}
	err = (&scan{table: table, schema: schema{label: -1}}).each(func(*block) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "a row is longer than 64 MiB") {
		t.Fatal(err)
	}
	checkOneLine(t, err)
}

// endless is a reader of nothing but one byte.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

func FuzzTable(f *testing.F) {
	var gz bytes.Buffer
	w := gzip.NewWriter(&gz)
	w.Write([]byte("x1,y\n1.5,1\n2.5,-1\n"))
	w.Close()
	for _, seed := range []string{
		"", "\n", "a,b\n", "a,b,label\n1,2,0\n3,4,1\n", "1,2,0\n3,4,1\n", "1;2;x\r\n3;4;y\r\n",
		"\xef\xbb\xbf1\t2\n", "\"a\"\"b\",c\n1,2\n", "a,b\n1,\"2\n", "a,b\n1\n", "nan,1\n", "1e999,1\n",
		"\xff\xfea", "\x00", gz.String(), gz.String()[:20], "BZh91AY&SY", "0,1,label\n2,3,4\n", ",,\n,,\n",
	} {
		f.Add([]byte(seed), "")
		f.Add([]byte(seed), "label")
	}
	f.Fuzz(func(t *testing.T, content []byte, label string) {
		const most = 1 << 20 // what a compressed file may unpack to, for speed
		in, err := newInput(newReporter(context.Background(), nil), "fuzz.csv", bytes.NewReader(content), int64(len(content)))
		if err != nil {
			checkFormatError(t, err)
			return
		}
		if !in.compressed {
			compareRows(t, content, 16)
		}
		in.Reader = bufio.NewReaderSize(io.LimitReader(in.Reader, most), inputBuffer)
		table, err := newTable(in, label)
		if err != nil {
			checkFormatError(t, err)
			return
		}
		spec := DefaultSpec(FilesName)
		spec.Label = label
		columns, err := sourceSchema(table, spec)
		if err != nil {
			checkFormatError(t, err)
			return
		}
		tally := &labelTally{}
		kept := newKeptRows(len(columns.features)+1, defaultMemory, newStream(1, streamSampleSource))
		if err := kept.read(&scan{table: table, schema: columns, bias: true}, tally); err != nil {
			checkFormatError(t, err)
			return
		}
		n, d := kept.matrix().Dims()
		if n < 1 || d != len(columns.features)+1 || len(tally.values) != n || n != table.rows {
			t.Fatalf("%d×%d with %d labels from %d rows", n, d, len(tally.values), table.rows)
		}
		code, err := tally.code("", "fuzz.csv")
		if err != nil {
			checkOneLine(t, err)
			return
		}
		for _, y := range tally.encoded(code) {
			if code.task == model.MultiClass && !(y >= 0 && int(y) < len(code.classes)) || code.task == model.Binary && y != 1 && y != -1 {
				t.Fatalf("label %v of %d classes", y, len(code.classes))
			}
		}
	})
}
