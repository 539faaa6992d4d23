package datasets

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

func TestIsBlankSeparated(t *testing.T) {
	for text, want := range map[string]bool{
		"":                           false,
		"1\n2\n":                     false,
		"1 2\n3 4\n":                 true,
		"1 2":                        true,
		"  1   2  \r\n\r\n 3 4 \r\n": true,
		"a b label\n1 2 0\n":         true,
		"1 2\n3 4\n5\n":              true, // ragged
		"my label\n1\n2\n":           false,
		"1, 2\n3, 4\n":               false,
		"1; 2\n3; 4\n":               false,
		"1 2\t3\n4 5\t6\n":           false,
		"\"a, b\" 2\n\"c\" 4\n":      true, // a comma in quotes
		"1 2\n3 4\n5 6 7 8":          true, // perhaps cut off
	} {
		if got := isBlankSeparated([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestBlanksAsTabs(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "",
		"1 2\n":                              "1\t2\n",
		"  1   2  \n  \n3 4":                 "1\t2\n\n3\t4",
		" 1 2 \r\n3\r\n":                     "1\t2\r\n3\r\n",
		"\"a  b\"  2 \"c\n  d\"\n":           "\"a  b\"\t2\t\"c\n  d\"\n",
		"5'11\"  2  3\n":                     "5'11\"\t2\t3\n",
		"a\n b c" + "\n" + "d   \n":          "a\nb\tc\nd\n",
		"x" + strings.Repeat(" ", 1e5) + "y": "x\ty",
	} {
		for name, source := range map[string]io.Reader{
			"whole": strings.NewReader(text), "bytes": iotest.OneByteReader(strings.NewReader(text)), "end with data": iotest.DataErrReader(strings.NewReader(text)),
		} {
			got, err := io.ReadAll(blanksAsTabs(source))
			if err != nil || string(got) != want {
				t.Errorf("%.20q, %s: %.40q, %v; want %q", text, name, got, err, want)
			}
		}
	}
	broken := blanksAsTabs(io.MultiReader(strings.NewReader("1 2"), iotest.ErrReader(io.ErrUnexpectedEOF)))
	if got, err := io.ReadAll(broken); string(got) != "1\t2" || err != io.ErrUnexpectedEOF {
		t.Errorf("%q, %v", got, err)
	}
}

// Numbers between any runs of blanks come back the same.
func TestBlankTextRoundTrip(t *testing.T) {
	folder := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(1, 30).Draw(t, "n"), rapid.IntRange(1, 6).Draw(t, "d")
		blanks := rapid.StringOfN(rapid.Just(' '), 0, 4, -1)
		newline := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "newline")
		x, y := mat.NewDense(n, d, nil), make([]float64, n)
		var text strings.Builder
		if rapid.Bool().Draw(t, "header") {
			fmt.Fprintf(&text, "label%s%s", strings.Repeat(" c", d), newline)
		}
		for i := range n {
			y[i] = float64(rapid.IntRange(-100, 100).Draw(t, "label"))
			fmt.Fprintf(&text, "%s%.4f", blanks.Draw(t, "before"), y[i])
			for j := range d {
				x.Set(i, j, rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64).Draw(t, "x"))
				text.WriteString(" " + blanks.Draw(t, "between") + strconv.FormatFloat(x.At(i, j), 'g', -1, 64))
			}
			text.WriteString(blanks.Draw(t, "after") + newline)
		}
		spec := sourceSpec(t, folder, text.String())
		spec.Label, spec.Task = "1", "regression"
		pair := mustOpen(t, spec)
		if !mat.Equal(pair.Source.X, x) || !slices.Equal(pair.Source.Y, y) {
			t.Fatal("other numbers came back")
		}
	})
}

func TestBlankTextErrors(t *testing.T) {
	for name, test := range map[string]formatError{
		"ragged":  {files: map[string]string{"a.txt": "1 2 0\n3 4 1\n5 6\n7 8 1\n"}, want: ErrRagged, text: "2 fields where 3", line: 3},
		"text":    {files: map[string]string{"a.txt": "1 2 0\n3  x 1\n"}, want: ErrNotNumber, line: 2, column: 2},
		"missing": {files: map[string]string{"a.txt": "a b label\n1 2 0\n NaN 3 1\n"}, want: ErrNotFinite, line: 3, column: 1},
		"narrow":  {files: map[string]string{"a.txt": "1 2 3 0\n3 4 5 1\n", "b.txt": "1 2\n"}, target: "b.txt", want: ErrWidth},
	} {
		t.Run(name, func(t *testing.T) {
			test.source = "a.txt"
			test.check(t)
		})
	}
}

func FuzzText(f *testing.F) {
	for _, seed := range []string{
		"", " ", "1 2 0\n3 4 1\n", "a  b label\r\n 1 2 0 \r\n3 4 1", "\"a b\" c\n1 2\n", "1 2\n3\n", "1  nan\n", "\xef\xbb\xbf1 2\n3 4\n",
		"6.0000 -1.0000 -0.631 \n5.0000 -1.0000 0.862 \n", string(gzipped([]byte("1 2 0\n3 4 1\n"))),
	} {
		f.Add([]byte(seed), "")
		f.Add([]byte(seed), "1")
	}
	f.Fuzz(func(t *testing.T, content []byte, label string) {
		const most = 1 << 20 // what a compressed file may unpack to, for speed
		fuzzFormat(t, content, label, func(in *input, label string) (*table, error) {
			in.Reader = bufio.NewReaderSize(io.LimitReader(in.Reader, most), inputBuffer)
			return newTable(in, label)
		})
		turned, err := io.ReadAll(blanksAsTabs(bytes.NewReader(content)))
		if err != nil || len(turned) > len(content) {
			t.Errorf("%d bytes became %d, %v", len(content), len(turned), err)
		}
		if got, want := bytes.Count(turned, []byte("\n")), bytes.Count(content, []byte("\n")); got != want {
			t.Errorf("%d lines became %d", want, got)
		}
	})
}
