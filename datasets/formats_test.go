package datasets

import (
	"cmp"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/model"
)

// pairSpec writes files into a new folder and opens source and target of them,
// without bias; an empty target opens the source alone.
func pairSpec(t testing.TB, files map[string]string, source, target string) Spec {
	t.Helper()
	folder := t.TempDir()
	for name, content := range files {
		write(t, folder, name, content)
	}
	spec := DefaultSpec(FilesName)
	spec.Source, spec.SourceOnly, spec.Bias = filepath.Join(folder, source), target == "", false
	if target != "" {
		spec.Target = filepath.Join(folder, target)
	}
	return spec
}

// checkDomain compares a domain with rows and labels (nil: none).
func checkDomain(t rapid.TB, what string, d model.Domain, rows [][]float64, y []float64) {
	t.Helper()
	if d.X == nil || !mat.Equal(d.X, dense(rows)) {
		t.Fatalf("%s: X = %v, want %v", what, d.X, rows)
	}
	if !slices.Equal(d.Y, y) || (d.Y == nil) != (y == nil) {
		t.Fatalf("%s: y = %v, want %v", what, d.Y, y)
	}
}

// checkNotes makes sure that one note of the pair holds text.
func checkNotes(t testing.TB, pair *Pair, text string) {
	t.Helper()
	if !strings.Contains(strings.Join(pair.Notes, "\n"), text) {
		t.Errorf("no note says %q: %q", text, pair.Notes)
	}
}

// checkFormatErrors runs all tests. source is the source of a test that names none, and ErrSyntax the error.
func checkFormatErrors(t *testing.T, source string, tests map[string]meant) {
	t.Helper()
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			test.source, test.want = cmp.Or(test.source, source), cmp.Or(test.want, ErrSyntax)
			test.check(t)
		})
	}
}

// checkStreams makes sure that, if only a sample of the source of spec fits into memory, the sample and the
// blocks, read twice, have its rows. It returns the source that is read at once.
func checkStreams(t *testing.T, name string, spec Spec, memory int64) model.Domain {
	t.Helper()
	all := mustOpen(t, spec).Source
	spec.Memory = memory
	some := mustOpen(t, spec).Source
	if all.Blocks != nil || some.Blocks == nil {
		t.Fatalf("%s: it is all in memory, or never", name)
	}
	checkSampleOf(t, name, some, all)
	for range 2 {
		if !equalDomains(collect(t, some), all) {
			t.Errorf("%s: the blocks differ from the rows", name)
		}
	}
	return all
}

// A drawFormat draws the numbers that a file can hold, and how it is written.
type drawFormat func(*rapid.T) (*rapid.Generator[float64], writeFormat)

// A writeFormat writes a file of features and labels, the latter where label says.
type writeFormat func(x *mat.Dense, y []float64) (content, label string)

// Whatever numbers a format can hold come back the same, however they are stored.
func TestRoundTrip(t *testing.T) {
	folder := t.TempDir()
	for name, draw := range map[string]drawFormat{
		"text": drawText, "NPY": drawNPY, "MAT": drawMAT, "LIBSVM": drawLIBSVM,
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				number, write := draw(t)
				n, d := rapid.IntRange(1, 50).Draw(t, "n"), rapid.IntRange(1, 8).Draw(t, "d")
				x := mat.NewDense(n, d, rapid.SliceOfN(number, n*d, n*d).Draw(t, "x"))
				y := rapid.SliceOfN(number, n, n).Draw(t, "y")
				content, label := write(x, y)
				if rapid.Bool().Draw(t, "gzip") {
					content = gzipped(content)
				}
				spec := sourceSpec(t, folder, content)
				spec.Label, spec.Task, spec.Bias = label, "regression", rapid.Bool().Draw(t, "bias")
				got := mustOpen(t, spec).Source
				if _, width := got.X.Dims(); spec.Bias && width == d+1 {
					ones := mat.Col(nil, d, got.X)
					if slices.Min(ones) != 1 || slices.Max(ones) != 1 {
						t.Fatalf("the last column is %v", ones)
					}
					got.X = got.X.Slice(0, n, 0, d).(*mat.Dense)
				}
				if !mat.Equal(got.X, x) || !slices.Equal(got.Y, y) {
					t.Fatalf("X = %v, y = %v; want %v, %v", got.X, got.Y, x, y)
				}
			})
		})
	}
}

// wholeNumbers draws whole numbers.
func wholeNumbers(low, high float64) *rapid.Generator[float64] {
	return rapid.Map(rapid.Int64Range(int64(low), int64(high)), func(v int64) float64 { return float64(v) })
}

// Pairs may be of two formats, with labels in a column of one and apart in the other.
func TestArraysMixed(t *testing.T) {
	x, y := [][]float64{{1, 2}, {3, 4}}, []float64{-1, 1}
	files := map[string]string{
		"t.csv":   "1,2,0\n3,4,1\n",
		"h.csv":   "label,a,b\n0,1,2\n1,3,4\n",
		"bare":    "1;2\n3;4\n",
		"a_X.npy": npyRows(2, 1, 2, 3, 4),
		"a_y.npy": npyFile("|u1", false, []int{2}, []float64{0, 1}),
		"b_X.npy": npyFile("<f4", true, []int{2, 2}, []float64{1, 2, 3, 4}),
		"t.npy":   npyFile("<i2", false, []int{2, 3}, []float64{1, 2, 0, 3, 4, 1}),
		"t.svm":   "0 1:1 2:2\n1 1:3 2:4\n",
		"t.npz":   npzFile("X", npyRows(2, 1, 2, 3, 4), "y", npyFile("<i8", false, []int{2}, []float64{0, 1})),
	}
	for _, test := range []struct {
		source, target, label string
		unlabelled            bool
	}{
		{source: "t.csv", target: "a_X.npy"},
		{source: "h.csv", target: "a_X.npy"},
		{source: "a_X.npy", target: "t.csv"},
		{source: "a_X.npy", target: "h.csv"},
		{source: "a_X.npy", target: "bare", unlabelled: true},
		{source: "a_X.npy", target: "b_X.npy", unlabelled: true},
		{source: "t.csv", target: "b_X.npy", unlabelled: true},
		{source: "t.npy", target: "a_X.npy"},
		{source: "t.npy", target: "t.csv"},
		{source: "t.svm", target: "t.npz"},
		{source: "t.npz", target: "t.svm", label: "y"},
		{source: "t.npz", target: "t.npy", label: "y"},
		{source: "h.csv", target: "t.npz", label: "label"},
	} {
		spec := pairSpec(t, files, test.source, test.target)
		spec.Label = test.label
		pair := mustOpen(t, spec)
		checkDomain(t, test.source, pair.Source, x, y)
		want := y
		if test.unlabelled {
			want = nil
		}
		checkDomain(t, test.source+" → "+test.target, pair.Target, x, want)
	}
}

// drawText draws how a table is written, between commas, tabs, semicolons or any runs of
// blanks, with the label in any column.
func drawText(t *rapid.T) (*rapid.Generator[float64], writeFormat) {
	return rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64), func(x *mat.Dense, y []float64) (string, string) {
		n, d := x.Dims()
		delimiter := rapid.SampledFrom([]string{",", "\t", ";", " "}).Draw(t, "delimiter")
		newline := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "newline")
		position := rapid.IntRange(0, d).Draw(t, "label position")
		blanks := func() string {
			if delimiter != " " {
				return ""
			}
			return rapid.StringOfN(rapid.Just(' '), 0, 4, -1).Draw(t, "blanks")
		}
		var text strings.Builder
		if rapid.Bool().Draw(t, "header") {
			names := slices.Insert(slices.Repeat([]string{"c"}, d), position, "label") // c is the name of all features
			text.WriteString(strings.Join(names, delimiter) + newline)
		}
		for i := range n {
			var fields []string
			for _, v := range slices.Insert(slices.Clone(x.RawRowView(i)), position, y[i]) {
				fields = append(fields, strconv.FormatFloat(v, 'g', -1, 64))
			}
			text.WriteString(blanks() + strings.Join(fields, delimiter+blanks()) + blanks() + newline)
		}
		return text.String(), strconv.Itoa(position + 1)
	}
}
