package datasets

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"
)

// A tableText is what the rows of a table say: the values of all columns but the
// last, its labels, the lines that the rows begin in, and what ended them.
type tableText struct {
	x      []float64
	labels []string
	lines  []int
	err    string
}

// naiveRows reads the rows of data of t from content, one after the other, with
// nothing but encoding/csv.
func naiveRows(t *table, content io.Reader) (text tableText) {
	io.CopyN(io.Discard, content, int64(t.offset))
	records := csv.NewReader(content)
	records.Comma, records.TrimLeadingSpace, records.FieldsPerRecord = t.comma, t.comma != '\t', -1
	var syntax *csv.ParseError
	for {
		fields, err := records.Read()
		switch {
		case err == io.EOF:
			return text
		case errors.As(err, &syntax):
			what := "a quote mark stands inside a field: fields with quotes are quoted as a whole, quotes in them doubled"
			if errors.Is(err, csv.ErrQuote) {
				what = "a quoted field does not end where it should"
			}
			text.err = fmt.Sprintf("%s:%d: %s", t.path, t.first-1+syntax.StartLine, what)
			return text
		case err != nil:
			text.err = err.Error()
			return text
		}
		line, _ := records.FieldPos(0)
		line += t.first - 1
		if len(fields) != t.width {
			text.err = fmt.Sprintf("%s:%d: %d fields where %d were expected", t.path, line, len(fields), t.width)
			if len(fields) < t.width {
				if _, err := records.Read(); err == io.EOF {
					text.err += ": the last line seems cut off"
				}
			}
			return text
		}
		for i, field := range fields[:t.width-1] {
			value, err := parseNumber(field)
			if err != nil {
				text.err = t.faultAt(line, i+1, t.explain(err, i)).Error()
				return text
			}
			text.x = append(text.x, value)
		}
		text.labels = append(text.labels, strings.TrimSpace(fields[t.width-1]))
		text.lines = append(text.lines, line)
	}
}

// scanRows reads the same with a scan.
func scanRows(t *table) (text tableText) {
	s := schema{label: t.width - 1}
	for i := range t.width - 1 {
		s.features = append(s.features, i)
	}
	err := (&scan{table: t, schema: s}).each(func(b *block) error {
		text.x = append(text.x, b.x...)
		text.labels = append(text.labels, b.labels...)
		text.lines = append(text.lines, b.lines...)
		return nil
	})
	if err != nil {
		text.err = err.Error()
	}
	return text
}

// compareRows reads content both ways, cut into blocks of about size bytes.
func compareRows(t rapid.TB, content []byte, size int) {
	t.Helper()
	open := func() (*table, *input) {
		in, err := newInput(newReporter(context.Background(), nil), "t.csv", bytes.NewReader(content), int64(len(content)))
		if err != nil {
			return nil, nil
		}
		table, err := newTable(in, "")
		if err != nil {
			return nil, nil
		}
		return table, in
	}
	table, _ := open()
	if table == nil {
		return
	}
	fresh, err := newInput(newReporter(context.Background(), nil), "t.csv", bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	var text io.Reader = fresh
	if table.blanks {
		text = blanksAsTabs(fresh.Reader)
	}
	want := naiveRows(table, text)
	table.blockSize = size
	got := scanRows(table)
	same := func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }
	// Values of a row that is faulty further on are not handed out.
	whole := len(got.lines) * (table.width - 1)
	if got.err != want.err || !slices.EqualFunc(got.x, want.x[:min(whole, len(want.x))], same) ||
		!slices.Equal(got.labels, want.labels) || !slices.Equal(got.lines, want.lines) {
		t.Fatalf("blocks of %d of %q:\n%+v, want\n%+v", size, content, got, want)
	}
}

// However a table is cut, its rows, their lines and the first error are those of
// reading it row by row.
func TestScanIsSequential(t *testing.T) {
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
		compareRows(t, []byte(content), rapid.IntRange(1, 200).Draw(t, "size"))
	})
}

// Of two faults the first counts, however far they are apart.
func TestScanFirstErrorWins(t *testing.T) {
	for _, apart := range []int{0, 1, 10, 1000} {
		lines := slices.Repeat([]string{"1,2,0"}, 3000)
		lines[1500], lines[1501+apart] = "1,first,0", "1,second,0"
		compareRows(t, []byte(strings.Join(lines, "\n")), 64)
	}
	// A label of an earlier row comes before a feature of a later one.
	content := "a,label\n" + strings.Repeat("1,0\n", 100) + "1,\nx,1\n"
	_, err := Open(context.Background(), sourceSpec(t, t.TempDir(), content), nil)
	var format *FormatError
	if !errors.As(err, &format) || format.Line != 102 || format.Column != 2 {
		t.Error(err)
	}
}

// Compressed data that break off are the error only once the rows before the
// break are read.
func TestScanTruncated(t *testing.T) {
	var text bytes.Buffer
	for i := range 20_000 {
		fmt.Fprintf(&text, "%d,%d,%d\n", i, i*i, i%2)
	}
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	w.Write(text.Bytes())
	w.Close()
	content := zipped.Bytes()[:zipped.Len()/2]
	in, err := newInput(newReporter(context.Background(), nil), "t.gz", bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	table, err := newTable(in, "")
	if err != nil {
		t.Fatal(err)
	}
	table.blockSize = 1000
	got := scanRows(table)
	rows := len(got.lines)
	if rows < 5000 || rows > 15_000 || !strings.Contains(got.err, "the compressed data break off") {
		t.Fatalf("%d rows, then %q", rows, got.err)
	}
	for i := range rows {
		if got.x[2*i] != float64(i) || got.x[2*i+1] != float64(i*i) || got.labels[i] != strconv.Itoa(i%2) {
			t.Fatalf("row %d: %v", i, got.x[2*i:2*i+2])
		}
	}
}

// Wherever a scan is told to stop, it stops, and leaves no goroutine behind.
func TestScanStops(t *testing.T) {
	defer goleak.VerifyNone(t)
	content := []byte(strings.Repeat("1.5,2.5,1\n", 100_000))
	for _, after := range []int{0, 1, 7} {
		for name, stop := range map[string]func(cancel func()) error{
			"cancelled":         func(cancel func()) error { cancel(); return nil },
			"told by the visit": func(func()) error { return context.Canceled },
		} {
			ctx, cancel := context.WithCancel(context.Background())
			in, err := newInput(newReporter(ctx, nil), "t.csv", bytes.NewReader(content), int64(len(content)))
			if err != nil {
				t.Fatal(err)
			}
			table, err := newTable(in, "")
			if err != nil {
				t.Fatal(err)
			}
			table.blockSize = 4096
			visits := 0
			err = (&scan{table: table, schema: schema{[]int{0, 1}, 2}}).each(func(*block) error {
				if visits++; visits > after {
					return stop(cancel)
				}
				return nil
			})
			cancel()
			if !errors.Is(err, context.Canceled) || visits > after+1 {
				t.Errorf("%s after %d visits: %v after %d", name, after, err, visits)
			}
		}
	}
}

// A pipe whose writer says nothing does not hold up a cancel.
func TestPipeIsCancelled(t *testing.T) {
	defer goleak.VerifyNone(t)
	path, w := pipe(t)
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	spec := DefaultSpec(FilesName)
	spec.Source, spec.SourceOnly = path, true
	_, err := Open(ctx, spec, nil)
	w.Close()
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
