package table

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"larui/datasets/wording"
	"larui/model/testutil"
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
		"1\n2\n":                         ',',
		"1 2\n3 4\n":                     ' ',
		"1 2":                            ' ',
		"  1   2  \r\n\r\n 3 4 \r\n":     ' ',
		"a b label\n1 2 0\n":             ' ',
		"1 2\n3 4\n5\n":                  ' ', // ragged
		"my label\n1\n2\n":               ',',
		"1, 2\n3, 4\n":                   ',',
		"1 2\t3\n4 5\t6\n":               '\t',
		"\"a, b\" 2\n\"c\" 4\n":          ' ', // a comma in quotes
		"1 2\n3 4\n5 6 7 8":              ' ', // perhaps cut off
	} {
		if got := sniffDelimiter([]byte(text), false, false); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A tableText is what the rows of a table say: the values of all columns but the
// last, its labels, the lines that the rows begin in, and what ended them.
type tableText struct {
	x      []float64
	width  int
	labels []string
	lines  []int
	err    string
}

// naiveRows reads the rows of data of t from its content, one after the other, with
// nothing but encoding/csv and strconv.
func naiveRows(t *Table, content io.Reader) (text tableText) {
	rows := t.Rows.(*textRows)
	records := csv.NewReader(content)
	records.Comma, records.TrimLeadingSpace, records.FieldsPerRecord = rows.comma, rows.comma != '\t', -1
	// Rows of empty fields alone count as blank lines.
	read := func() (fields []string, err error) {
		for err == nil && (fields == nil || len(fields) > 1 && strings.Join(fields, "") == "") {
			fields, err = records.Read()
		}
		return fields, err
	}
	var syntax *csv.ParseError
	for first := true; ; first = false {
		fields, err := read()
		switch {
		case err == io.EOF:
			return text
		case errors.As(err, &syntax):
			what := "a quote mark is inside a field: put the whole field in quotes and double the quotes in it"
			if errors.Is(err, csv.ErrQuote) {
				what = `a quoted field does not end where it should: double the quotes in it, as qmethod = "double" does in R's write.table`
			}
			text.err = fmt.Sprintf("%s:%d: %s", t.Path, syntax.StartLine, what)
			return text
		case err != nil:
			text.err = err.Error()
			return text
		case first && t.Columns != nil:
			continue
		}
		line, _ := records.FieldPos(0)
		if len(fields) != t.Cols {
			text.err = fmt.Sprintf("%s:%d: %s where %d were expected", t.Path, line, wording.Plural(len(fields), "field"), t.Cols)
			if len(fields) < t.Cols {
				if _, err := read(); err == io.EOF {
					text.err += ": the last line is cut off, or a footer: mend it, or take it out"
				}
			}
			return text
		}
		for i, field := range fields[:t.Cols-1] {
			value, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
			if err != nil || math.IsNaN(value) || math.IsInf(value, 0) {
				_, err := ParseNumber(field)
				text.err = t.FeatureFault(line, i, err).Error()
				if t.isRepeatedHeader(fields) {
					text.err = fmt.Sprintf("%s:%d:1: this is the header again: take the line out", t.Path, line)
				}
				return text
			}
			text.x = append(text.x, value)
		}
		text.labels = append(text.labels, strings.TrimSpace(fields[t.Cols-1]))
		text.lines = append(text.lines, line)
	}
}

func sameText(a, b string) bool { return strings.TrimSpace(a) == strings.TrimSpace(b) }

func sameBits(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }

func firstColumns(count int) (columns []int) {
	for i := range count {
		columns = append(columns, i)
	}
	return columns
}

// batchedRows reads the same in batches.
func batchedRows(t *Table) (text tableText, err error) {
	text.width = t.Width() - 1
	err = t.Each(Pick{Features: firstColumns(text.width), Label: text.width}, func(b *Batch) error {
		text.x, text.labels, text.lines = append(text.x, b.X...), append(text.labels, b.Labels...), append(text.lines, b.Lines...)
		return nil
	})
	if err != nil {
		text.err = err.Error()
	}
	return text, err
}

// textOf opens content as a table of text; it returns nil for content of another format.
func textOf(content []byte) *Table {
	in, err := inputOf(content)
	if err != nil {
		return nil
	}
	t, err := openTextTable(in)
	if err != nil || t.Rows.prepare(t, "") != nil {
		return nil
	}
	return t
}

// compareRows reads content both ways.
func compareRows(t rapid.TB, content []byte) {
	t.Helper()
	table := textOf(content)
	if table == nil || table.Rows.(*textRows).comma == ' ' {
		return
	}
	text := bytes.TrimPrefix(content, []byte(byteOrderMark))
	if bytes.HasPrefix(text, []byte("#")) {
		return // comments, which encoding/csv does not know as NumPy has them
	}
	if !bytes.Contains(text, []byte("\n")) { // lines of old Macs
		text = bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
	}
	want := naiveRows(table, bytes.NewReader(text))
	got, _ := batchedRows(table)
	// Values of a row that is faulty further on are not handed out.
	whole := len(got.lines) * (table.Cols - 1)
	if got.err != want.err || !slices.EqualFunc(got.x, want.x[:min(whole, len(want.x))], sameBits) ||
		!slices.EqualFunc(got.labels, want.labels, sameText) || !slices.Equal(got.lines, want.lines) {
		t.Fatalf("%q:\n%+v, want\n%+v", content, got, want)
	}
}

// However a table is cut into batches, it has the same rows, lines and first error as when it is
// read row by row.
func TestTextIsSequential(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fields := []string{"1", "-2.5", "1e-3", " 7", "0", `"4"`, `"5"`, ` "6" `, "12345678901234567"}
		if rapid.Bool().Draw(t, "quotes") {
			fields = append(fields, "\"8\n\"", "\"\r\n9\"", `""`)
		}
		if rapid.Bool().Draw(t, "faults") {
			fields = append(fields, "x", "", "nan", `"a""b"`, `a"b`, `"a"b`, "\"\n1")
		}
		field := rapid.SampledFrom(fields)
		newline := rapid.SampledFrom([]string{"\n", "\r\n", "\n\n", "\n\r\n\n"})
		var text strings.Builder
		if rapid.Bool().Draw(t, "header") {
			text.WriteString("a,b,label\n")
		}
		for range rapid.IntRange(0, 60).Draw(t, "rows") {
			width := 3
			if rapid.IntRange(0, 40).Draw(t, "ragged") == 40 {
				width = rapid.IntRange(1, 4).Draw(t, "width")
			}
			for i := range width {
				if i > 0 {
					text.WriteByte(',')
				}
				text.WriteString(field.Draw(t, "field"))
			}
			text.WriteString(newline.Draw(t, "newline"))
		}
		content := text.String()
		if rapid.Bool().Draw(t, "cut") && len(content) > 0 {
			content = content[:rapid.IntRange(0, len(content)).Draw(t, "at")]
		}
		// Rows before them fill a batch or more.
		before := strings.Repeat("1,2,0\n", rapid.SampledFrom([]int{0, 0, mostRows - 1, mostRows, 2*mostRows + 7}).Draw(t, "before"))
		compareRows(t, []byte(before+content))
	})
	for _, last := range []string{"\"\",", ",,", ",,\n,\n", "1,\n,,", "1\n\n", "1\n,,\n\"\",,\n"} {
		compareRows(t, []byte(strings.Repeat("1,2,0\n", mostRows-1)+last))
	}
	// Of two faults the first counts, however far they are apart.
	for _, apart := range []int{0, 1, 10, 1000} {
		lines := slices.Repeat([]string{"1,2,0"}, 3000)
		lines[1500], lines[1501+apart] = "1,first,0", "1,second,0"
		compareRows(t, []byte(strings.Join(lines, "\n")))
	}
}

// A quote that never closes must not pull the whole file into memory.
func TestTextRowTooLong(t *testing.T) {
	const size = maxRow + 1<<20
	in, err := newInput(NewReporter(context.Background(), nil), "long.csv", io.MultiReader(
		strings.NewReader("a,b\n1,2\n3,\""), io.LimitReader(endless('x'), size)), 0)
	testutil.NoError(t, err)
	opened := testutil.Must(openTextTable(in))
	err = opened.Each(Pick{Label: -1}, func(*Batch) error { return nil })
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

// Whatever is read as a plain decimal is what strconv reads, to the bit.
func TestParseNumber(t *testing.T) {
	compare := func(t rapid.TB, text string) {
		t.Helper()
		want, wantErr := strconv.ParseFloat(text, 64)
		if got, ok := parseDecimal(text); ok && (wantErr != nil || !sameBits(got, want)) {
			t.Fatalf("%q: %v, want %v, %v", text, got, want, wantErr)
		}
		got, err := ParseNumber(" " + text)
		if wantErr != nil || math.IsNaN(want) || math.IsInf(want, 0) {
			if !errors.Is(err, ErrNotNumber) && !errors.Is(err, ErrNotFinite) {
				t.Fatalf("%q: %v, %v", text, got, err)
			}
		} else if err != nil || !sameBits(got, want) {
			t.Fatalf("%q: %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{
		"", "-", ".", "-.", "+1", "0", "-0", "-0.0", "1.", ".5", "-.5", "1.2.3", "1e5", "inf", "nan", "--1", "1-",
		"9007199254740991", "9007199254740992", "9007199254740993", "0.000000000000000001", "123456789012345678", "1234567890123456789",
		"12345678901234567.8", ".000000000000000001", "00000000000000000000000000001", "1.7976931348623157e308", "1e309", "5e-324",
	} {
		compare(t, text)
	}
	rapid.Check(t, func(t *rapid.T) {
		compare(t, rapid.OneOf(
			rapid.StringMatching(`-?[0-9]{0,20}(\.[0-9]{0,20})?`),
			rapid.StringMatching(`-?[0-9]{1,4}\.[0-9]{1,12}`),
			rapid.StringMatching(`[-+.e0-9]{0,8}`),
		).Draw(t, "text"))
	})
	// Six decimals, as most tables have them, take the short way.
	if _, ok := parseDecimal("-123.456789"); !ok {
		t.Error("a plain decimal is left to strconv")
	}
}

// FuzzText reads any bytes as a table of text.
func FuzzText(f *testing.F) {
	gz := testutil.Must(os.ReadFile("testdata/seeds/1.gz"))
	for _, seed := range []string{
		"", "\n", " ", "a,b\n", "a,b,label\n1,2,0\n3,4,1\n", "1,2,0\n3,4,1\n", "1;2;x\r\n3;4;y\r\n", "1 2 0\n3 4 1\n",
		"\xef\xbb\xbf1\t2\n", "\"a\"\"b\",c\n1,2\n", "a,b\n1,\"2\n", "a,b\n1\n", "nan,1\n", "1e999,1\n", "a  b label\r\n 1 2 0 \r\n3 4 1",
		"\xff\xfea", "\x00", string(gz), string(gz[:20]), "BZh91AY&SY", "0,1,label\n2,3,4\n", ",,\n,,\n", "\"a b\" c\n1 2\n",
		"6.0000 -1.0000 -0.631 \n5.0000 -1.0000 0.862 \n", "1 2\n3\n", "1  nan\n", "0\r0", "a,b\r1,2\r", "# a b\n1 2\n3 4\n", "#\n# a,b\n1,2\n",
	} {
		f.Add([]byte(seed), "")
		f.Add([]byte(seed), "label")
	}
	f.Fuzz(func(t *testing.T, content []byte, label string) {
		if !bytes.HasPrefix(content, []byte("\x1f\x8b")) && !bytes.HasPrefix(content, []byte("BZh")) {
			compareRows(t, content)
		}
		fuzzContent(t, content, label)
	})
}
