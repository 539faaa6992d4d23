package datasets

import (
	"fmt"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/model"
)

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
	} {
		if got := isLIBSVM([]byte(text), true); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	if !isLIBSVM([]byte("1 1:2 # one\n"), false) {
		t.Error("a comment")
	}
	if !isLIBSVM([]byte("1 1:2 3:"), false) || !isLIBSVM([]byte("1 1:2\n1 4"), false) {
		t.Error("a line that is cut off")
	}
}

func TestLIBSVMPair(t *testing.T) {
	files := map[string]string{
		"a": "+1 1:0.5 3:-2\n-1 2:7\n", "wide": "-1 1:1\t5:4 # five\r\n\n# none\n 1", "zero": "1 0:5 2:1\n", "zip": string(gzipped([]byte("1 2:1\n"))),
		"x_X.npy": npyFile("<f8", false, []int{1, 4}, []float64{1, 2, 3, 4}), "r": "0.5 1:1\n1.25 1:2\n7 1:3\n", "label.csv": "1,2,3,4,1\n",
	}
	for _, test := range []struct {
		target       string
		source, rows [][]float64
		y            []float64
		note         string
	}{
		{"a", [][]float64{{0.5, 0, -2}, {0, 7, 0}}, [][]float64{{0.5, 0, -2}, {0, 7, 0}}, []float64{1, -1}, "a: LIBSVM, 2 rows, 3 features; the labels are the first field of each line"},
		{"wide", [][]float64{{0.5, 0, -2, 0, 0}, {0, 7, 0, 0, 0}}, [][]float64{{1, 0, 0, 0, 4}, {0, 0, 0, 0, 0}}, []float64{-1, 1}, "a names features up to 3 and is padded with zeros to 5"},
		{"zip", [][]float64{{0.5, 0, -2}, {0, 7, 0}}, [][]float64{{0, 1, 0}}, []float64{1}, "zip names features up to 2 and is padded with zeros to 3"},
		{"zero", [][]float64{{0, 0.5, 0, -2}, {0, 0, 7, 0}}, [][]float64{{5, 0, 1, 0}}, []float64{1}, "a: features are numbered from 0"},
		{"x_X.npy", [][]float64{{0.5, 0, -2}, {0, 7, 0}}, nil, nil, ""},
	} {
		spec := pairSpec(t, files, "a", test.target)
		if test.rows == nil {
			spec.Target, spec.Source = spec.Source, spec.Target // as a table: three features, label 4
			spec.Task = "regression"
			pair := mustOpen(t, spec)
			checkDomain(t, "target", pair.Target, test.source, []float64{1, -1})
			continue
		}
		pair := mustOpen(t, spec)
		checkDomain(t, "source", pair.Source, test.source, []float64{1, -1})
		checkDomain(t, test.target, pair.Target, test.rows, test.y)
		checkNotes(t, pair, test.note)
	}
	pair := mustOpen(t, pairSpec(t, files, "r", ""))
	if pair.Task != model.Regression {
		t.Errorf("%v", pair.Task)
	}
	checkDomain(t, "regression", pair.Source, [][]float64{{1}, {2}, {3}}, []float64{0.5, 1.25, 7})
	spec := pairSpec(t, files, "a", "")
	spec.Label = "1"
	checkNotes(t, mustOpen(t, spec), "--label 1 does not concern it")
}

// drawLIBSVM draws which zeros are stored.
func drawLIBSVM(t *rapid.T) (*rapid.Generator[float64], func(x *mat.Dense, y []float64) (content, label string)) {
	return rapid.OneOf(rapid.Just(0.0), rapid.Float64Range(-5, 5)), func(x *mat.Dense, y []float64) (string, string) {
		n, d := x.Dims()
		var text strings.Builder
		for i := range n {
			fmt.Fprintf(&text, "%v", y[i])
			for j := range d {
				if x.At(i, j) != 0 || i == 0 && j == d-1 || rapid.Bool().Draw(t, "stored") {
					fmt.Fprintf(&text, " %d:%v", j+1, x.At(i, j))
				}
			}
			text.WriteString("\n")
		}
		return text.String(), ""
	}
}

func TestLIBSVMPairErrors(t *testing.T) {
	checkFormatErrors(t, "a", map[string]formatError{
		"label NaN":   {files: map[string]string{"a": "nan 1:1\n"}, want: ErrNotFinite, line: 1, column: 1},
		"no colon":    {files: map[string]string{"a": "1 1:1 5\n"}, want: ErrSyntax, line: 1, column: 3},
		"index":       {files: map[string]string{"a": "1 1:1\n1 a:1\n"}, want: ErrSyntax, line: 2, column: 2},
		"beyond int":  {files: map[string]string{"a": "1 1:1\n\n1 99999999999999999999:1\n"}, want: ErrSyntax, line: 3, column: 2},
		"index twice": {files: map[string]string{"a": "1 2:1 2:1\n"}, want: ErrSyntax, line: 1, column: 3},
		"no value":    {files: map[string]string{"a": "1 1:1 2:\n"}, want: ErrNotNumber, line: 1, column: 3},
		"long line":   {files: map[string]string{"a": "1 1:1\n1 1:" + strings.Repeat("1", maxLIBSVMLine) + "\n"}, want: ErrTooLarge, line: 2},
		"cut off":     {files: map[string]string{"a": "1 1:1\n1 1:1 2"}, want: ErrSyntax, line: 2, column: 3},
		"value":       {files: map[string]string{"a": "1 1:2\n2 1:x\n"}, want: ErrNotNumber, line: 2, column: 2},
		"NaN":         {files: map[string]string{"a": "1 1:2\n2 1:1 2:nan\n"}, want: ErrNotFinite, line: 2, column: 3},
		"descending":  {files: map[string]string{"a": "1 2:2 1:1\n"}, want: ErrSyntax, line: 1, column: 3},
		"negative":    {files: map[string]string{"a": "1 1:1\n1 -1:1\n"}, want: ErrSyntax, line: 2, column: 2},
		"label":       {files: map[string]string{"a": strings.Repeat("1 1:1\n", 30) + "x 1:1\n"}, want: ErrNotNumber, line: 31, column: 1},
		"labels":      {files: map[string]string{"a": strings.Repeat("1 1:1\n", 30) + "1,2 1:1\n"}, want: ErrNotNumber, text: "set of labels", line: 31, column: 1},
		"one class":   {files: map[string]string{"a": "1 1:1\n1 1:2\n"}, want: ErrOneClass},
		"no such":     {files: map[string]string{"a": "1 1:1\n2 1:2\n", "b": "3 1:1\n"}, target: "b", want: ErrUnknownClass, text: "label \"3\"", line: 1},
		"wide":        {files: map[string]string{"a": "1 1:1\n2 9999999:2\n"}, want: ErrTooLarge, text: "9999999 columns"},
		"huge index":  {files: map[string]string{"a": "1 1:1\n2 1073741824:2\n"}, want: ErrTooLarge, line: 2, column: 2},
		"sparse":      {files: map[string]string{"a": "1 1:1\n2 999999:2\n3 1:1\n4\n5\n6\n"}, want: ErrTooLarge, text: "too sparse"},
		"sparse pair": {files: map[string]string{"a": "1 1:1\n2 1:2\n3\n4\n5\n", "b": "1 1000000:1\n"}, target: "b", want: ErrTooLarge, text: "too sparse"},
		"narrow": {files: map[string]string{"a": "1 1:1\n2 4:2\n", "b_X.npy": npyFile("<f8", false, []int{1, 2}, []float64{1, 2})}, target: "b_X.npy",
			want: ErrWidth, text: "has 2 features, but a has 4"},
	})
}
