package datasets

import (
	"bytes"
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
)

// readAllLIBSVM returns the labels of all lines, and the values of those whose
// label is positive.
func readAllLIBSVM(in *input, width int) (labels []float64, values [][]float64, err error) {
	err = readLIBSVM(in, width,
		func(y float64) (bool, error) {
			labels = append(labels, y)
			return y > 0, nil
		},
		func(x []float64) { values = append(values, slices.Clone(x)) })
	return labels, values, err
}

func TestReadLIBSVM(t *testing.T) {
	const content = "+1 1:0.5 3:-2e-1\n\n-1 2:7\r\n  2.5\t2:1  # a comment\n# another\n3"
	labels, values, err := readAllLIBSVM(inputOf(t, []byte(content)), 3)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(labels, []float64{1, -1, 2.5, 3}) {
		t.Errorf("labels %v", labels)
	}
	want := [][]float64{{0.5, 0, -0.2}, {0, 1, 0}, {0, 0, 0}}
	if !slices.EqualFunc(values, want, func(a, b []float64) bool { return slices.Equal(a, b) }) {
		t.Errorf("values %v, want %v", values, want)
	}
}

func TestReadLIBSVMErrors(t *testing.T) {
	for name, test := range map[string]struct {
		content      string
		line, column int
		want         error
	}{
		"label":            {"1 1:1\nx 1:1\n", 2, 1, ErrNotNumber},
		"label NaN":        {"nan 1:1\n", 1, 1, ErrNotFinite},
		"no colon":         {"1 1:1 5\n", 1, 3, ErrSyntax},
		"index":            {"1 a:1\n", 1, 2, ErrSyntax},
		"index 0":          {"1 0:1\n", 1, 2, ErrSyntax},
		"index negative":   {"1 -3:1\n", 1, 2, ErrSyntax},
		"index too large":  {"1 1:1\n\n1 4:1\n", 3, 2, ErrWidth},
		"index enormous":   {"1 99999999999999999999:1\n", 1, 2, ErrSyntax},
		"index twice":      {"1 2:1 2:1\n", 1, 3, ErrSyntax},
		"index descending": {"1 2:1 1:1\n", 1, 3, ErrSyntax},
		"value":            {"1 1:1\n1 1:1 2:abc\n", 2, 3, ErrNotNumber},
		"no value":         {"1 1:\n", 1, 2, ErrNotNumber},
		"value infinite":   {"1 1:inf\n", 1, 2, ErrNotFinite},
		"long line":        {"1 1:1\n1 1:" + strings.Repeat("1", maxLIBSVMLine) + "\n", 2, 0, ErrTooLarge},
		"cut off":          {"1 1:1\n1 1:1 2", 2, 3, ErrSyntax},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := readAllLIBSVM(inputOf(t, []byte(test.content)), 3)
			if !errors.Is(err, test.want) {
				t.Fatalf("got %v, want %v", err, test.want)
			}
			checkFormatError(t, err)
			var format *FormatError
			if errors.As(err, &format); format.Line != test.line || format.Column != test.column {
				t.Errorf("at %d:%d, want %d:%d", format.Line, format.Column, test.line, test.column)
			}
		})
	}
}

func FuzzLIBSVM(f *testing.F) {
	for _, seed := range []string{
		"", "\n", "1 1:0.5 3:-2e-1\n2 2:7\n", "1", "1 1", "1 1:", "1 :1", "x", "1 2:1 1:1", "1 4:1", "nan 1:1",
		"1 1:1e999", "# only\n", "BZh91AY&SY", "\x1f\x8b\x08",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		in, err := newInput(newReporter(context.Background(), nil), "fuzz", bytes.NewReader(content), int64(len(content)))
		if err != nil {
			checkFormatError(t, err)
			return
		}
		labels, values, err := readAllLIBSVM(in, 3)
		if err != nil {
			checkFormatError(t, err)
		}
		if len(values) > len(labels) {
			t.Errorf("%d samples with %d labels", len(values), len(labels))
		}
		for _, x := range values {
			for _, v := range x {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("value %v", v)
				}
			}
		}
	})
}
