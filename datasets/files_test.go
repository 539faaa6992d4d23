package datasets

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/model"
)

// fixtureSpec is the authors' rotated Gaussian of a seed, as files.
func fixtureSpec(seed int) Spec {
	spec := DefaultSpec(FilesName)
	spec.Source = fmt.Sprintf("testdata/rotated-gaussian/seed%d-source.csv", seed)
	spec.Target = fmt.Sprintf("testdata/rotated-gaussian/seed%d-target.csv", seed)
	spec.Validation = fmt.Sprintf("testdata/rotated-gaussian/seed%d-validation.csv", seed)
	return spec
}

// write puts content into a file in folder and returns its path.
func write(t rapid.TB, folder, name, content string) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// sourceSpec opens content alone, without bias.
func sourceSpec(t rapid.TB, folder, content string) Spec {
	spec := DefaultSpec(FilesName)
	spec.Source = write(t, folder, "source.csv", content)
	spec.SourceOnly, spec.Bias = true, false
	return spec
}

// targetSpec opens source and target, without bias.
func targetSpec(t rapid.TB, folder, source, target string) Spec {
	spec := sourceSpec(t, folder, source)
	spec.Target = write(t, folder, "target.csv", target)
	spec.SourceOnly = false
	return spec
}

func dense(rows [][]float64) *mat.Dense {
	x := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		x.SetRow(i, row)
	}
	return x
}

func TestFilesFixtures(t *testing.T) {
	for seed := range 5 {
		pair := mustOpen(t, fixtureSpec(seed))
		for name, part := range map[string]struct {
			domain model.Domain
			rows   int
		}{"source": {pair.Source, 1000}, "target": {pair.Target, 1000}, "validation": {pair.Validation, 100}} {
			n, d := part.domain.X.Dims()
			if n != part.rows || d != 3 || len(part.domain.Y) != n {
				t.Fatalf("seed %d, %s: %d×%d with %d labels", seed, name, n, d, len(part.domain.Y))
			}
			for i, y := range part.domain.Y {
				if math.Abs(y) != 1 || part.domain.X.At(i, 2) != 1 {
					t.Fatalf("seed %d, %s: label %v, bias %v", seed, name, y, part.domain.X.At(i, 2))
				}
			}
		}
	}
	pair := mustOpen(t, fixtureSpec(0))
	// The first line of the file.
	if row := pair.Source.X.RawRowView(0); row[0] != -0.09201533246501281 || row[1] != -0.12473657133215876 || pair.Source.Y[0] != 1 {
		t.Errorf("first row %v, label %v", row, pair.Source.Y[0])
	}
	if pair.Title != "seed0-source.csv → seed0-target.csv" || pair.Task != model.Binary || !pair.Bias || pair.Start != (Start{Lambda: 1, Epochs: 5000}) ||
		!slices.Equal(pair.Features, []string{"x1", "x2", "1"}) || !slices.Equal(pair.ClassNames, []string{"-1", "1"}) {
		t.Errorf("%+v", pair)
	}
}

func TestFilesForms(t *testing.T) {
	bz2, err := hex.DecodeString("425a68393141592653597764b9f400000858800010000732000060200031064c40d3468c9343053bbe8c40578bb9229c28483bb25cfa00")
	if err != nil {
		t.Fatal(err)
	}
	gz := gzipped([]byte("x1,y\n1.5,1\n2.5,-1\n"))
	for name, content := range map[string]string{
		"comma":              "x1,y\n1.5,1\n2.5,-1\n",
		"tab":                "x1\ty\n1.5\t1\n2.5\t-1\n",
		"semicolon":          "x1;y\n1.5;1\n2.5;-1\n",
		"no header":          "1.5,1\n2.5,-1\n",
		"no final newline":   "1.5,1\n2.5,-1",
		"CRLF":               "x1,y\r\n1.5,1\r\n2.5,-1\r\n",
		"mark":               "\xef\xbb\xbfx1,y\n1.5,1\n2.5,-1\n",
		"mark, no header":    "\xef\xbb\xbf1.5,1\n2.5,-1\n",
		"quotes":             "\"x1\",\"y\"\n\"1.5\",\"1\"\n\"2.5\",\"-1\"\n",
		"quotes and spaces":  "x1, y\n 1.5 , \"1\"\n2.5, -1\n",
		"quoted delimiter":   "\"x,1\",y\n1.5,1\n2.5,-1\n",
		"blank lines":        "\nx1,y\n\n1.5,1\n\n2.5,-1\n\n",
		"exponents":          "15e-1,+1\n.25e1,-1.0\n",
		"label comes first":  "y,x1\n1,1.5\n-1,2.5\n",
		"label called Class": "CLASS,x1\n1,1.5\n-1,2.5\n",
		"gzip":               string(gz),
		"bzip2":              string(bz2),
	} {
		t.Run(name, func(t *testing.T) {
			pair := mustOpen(t, sourceSpec(t, t.TempDir(), content))
			if want := mat.NewDense(2, 1, []float64{1.5, 2.5}); !mat.Equal(pair.Source.X, want) || !slices.Equal(pair.Source.Y, []float64{1, -1}) {
				t.Errorf("X = %v, y = %v", pair.Source.X.RawMatrix().Data, pair.Source.Y)
			}
		})
	}
	t.Run("truncated", func(t *testing.T) {
		for name, whole := range map[string][]byte{"gzip": gz, "bzip2": bz2} {
			for size := 5; size < len(whole); size++ {
				t.Logf("%s, %d of %d bytes", name, size, len(whole))
				wantError(t, sourceSpec(t, t.TempDir(), string(whole[:size])), ErrTruncated, "")
			}
		}
	})
	t.Run("damaged", func(t *testing.T) {
		damaged := bytes.Clone(gz)
		damaged[len(damaged)-6] ^= 1 // in the checksum
		wantError(t, sourceSpec(t, t.TempDir(), string(damaged)), ErrSyntax, "")
	})
}

func TestFilesHeaderDetection(t *testing.T) {
	for name, test := range map[string]struct {
		content string
		rows    int
		names   []string
	}{
		"names":               {"a,b\n1,0\n2,1\n", 2, []string{"a"}},
		"columns called 0, 1": {"0,1,label\n1,5,0\n2,6,1\n", 2, []string{"0", "1"}},
		"an index":            {",a,label\n1,5,0\n2,6,1\n", 2, []string{"", "a"}},
		"word labels":         {"1,5,cat\n2,6,dog\n", 2, nil},
		"names, word labels":  {"a,b,c\n1,5,cat\n2,6,dog\n", 2, []string{"a", "b"}},
		"numbers":             {"3,0\n1,0\n2,1\n", 3, nil},
	} {
		t.Run(name, func(t *testing.T) {
			pair := mustOpen(t, sourceSpec(t, t.TempDir(), test.content))
			if pair.Source.Rows() != test.rows || !slices.Equal(pair.Features, test.names) {
				t.Errorf("%d rows, features %q; want %d, %q", pair.Source.Rows(), pair.Features, test.rows, test.names)
			}
		})
	}
}

func TestFilesTask(t *testing.T) {
	many := func(count int, format string) []string {
		var labels []string
		for i := range count {
			labels = append(labels, fmt.Sprintf(format, i))
		}
		return labels
	}
	for name, test := range map[string]struct {
		labels  []string
		task    string
		want    model.Task
		classes []string
		y       []float64 // nil: not compared
	}{
		"0 and 1":          {[]string{"1", "0", "1"}, "auto", model.Binary, []string{"0", "1"}, []float64{1, -1, 1}},
		"spelt in two":     {[]string{"1", "1.0", "+1", "2"}, "auto", model.Binary, []string{"1", "2"}, []float64{-1, -1, -1, 1}},
		"two reals":        {[]string{"0.5", "-2.5"}, "auto", model.Binary, []string{"-2.5", "0.5"}, []float64{1, -1}},
		"two words":        {[]string{"spam", "ham"}, "", model.Binary, []string{"ham", "spam"}, []float64{1, -1}},
		"numbers in order": {[]string{"10", "9", "2"}, "auto", model.MultiClass, []string{"2", "9", "10"}, []float64{2, 1, 0}},
		"words in order":   {[]string{"b", "a", "c"}, "auto", model.MultiClass, []string{"a", "b", "c"}, []float64{1, 0, 2}},
		"mixed":            {[]string{"b", "1", "c"}, "auto", model.MultiClass, []string{"1", "b", "c"}, []float64{1, 0, 2}},
		"three reals":      {[]string{"1", "2", "2.5"}, "auto", model.Regression, nil, []float64{1, 2, 2.5}},
		"20 integers":      {many(20, "%d"), "auto", model.MultiClass, nil, nil},
		"21 integers":      {many(21, "%d"), "auto", model.Regression, nil, nil},
		"20 words":         {many(20, "w%d"), "auto", model.MultiClass, nil, nil},
		"30 classes":       {many(30, "w%d"), "multiclass", model.MultiClass, nil, nil},
		"2000 numbers":     {many(2000, "%d"), "auto", model.Regression, nil, nil},
		"regression of 2":  {[]string{"1", "0"}, "regression", model.Regression, nil, []float64{1, 0}},
		"one number":       {[]string{"4", "4"}, "regression", model.Regression, nil, []float64{4, 4}},
		"multiclass of 2":  {[]string{"1", "0"}, "multiclass", model.MultiClass, []string{"0", "1"}, []float64{1, 0}},
		"binary":           {[]string{"1", "0"}, "binary", model.Binary, []string{"0", "1"}, []float64{1, -1}},
		"−0 is 0":          {[]string{"-0", "0", "1"}, "auto", model.Binary, []string{"0", "1"}, []float64{-1, -1, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			content := "x,label\n"
			for i, label := range test.labels {
				content += fmt.Sprintf("%d,%s\n", i, label)
			}
			spec := sourceSpec(t, t.TempDir(), content)
			spec.Task = test.task
			pair := mustOpen(t, spec)
			if pair.Task != test.want {
				t.Fatalf("task %v, want %v", pair.Task, test.want)
			}
			if test.classes != nil && !slices.Equal(pair.ClassNames, test.classes) {
				t.Errorf("classes %q, want %q", pair.ClassNames, test.classes)
			}
			if (pair.ClassNames == nil) != (test.want == model.Regression) {
				t.Errorf("classes %q for %v", pair.ClassNames, pair.Task)
			}
			if test.y != nil && !slices.Equal(pair.Source.Y, test.y) {
				t.Errorf("y = %v, want %v", pair.Source.Y, test.y)
			}
		})
	}
	for name, labels := range map[string][]string{"words": many(30, "w%d"), "very many words": many(2000, "w%d")} {
		content := "x,label\n0,5\n"
		for i, label := range labels {
			content += fmt.Sprintf("%d,%s\n", i, label)
		}
		t.Log(name)
		wantError(t, sourceSpec(t, t.TempDir(), content), ErrNotNumber, "source.csv:3:2: ")
	}
}

func TestFilesValidationSplit(t *testing.T) {
	folder := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.IntRange(2, 60).Draw(t, "m")
		size := rapid.IntRange(1, m-1).Draw(t, "size")
		target := "x,label\n"
		for i := range m {
			target += fmt.Sprintf("%d,%d\n", i, i%2)
		}
		spec := targetSpec(t, folder, "x,label\n1,0\n2,1\n", target)
		spec.ValidationSize, spec.Seed = size, rapid.Uint64().Draw(t, "seed")
		pair := mustOpen(t, spec)
		if pair.Target.Rows() != m-size || pair.Validation.Rows() != size {
			t.Fatalf("%d and %d rows", pair.Target.Rows(), pair.Validation.Rows())
		}
		seen := make([]bool, m)
		for _, part := range []model.Domain{pair.Target, pair.Validation} {
			previous := -1.0
			for i, y := range part.Y {
				v := part.X.At(i, 0)
				if v <= previous {
					t.Fatal("the order of the file is lost")
				}
				previous = v
				if seen[int(v)] || y != float64(2*(int(v)%2)-1) {
					t.Fatalf("row %v twice, or with label %v", v, y)
				}
				seen[int(v)] = true
			}
		}
		if again := mustOpen(t, spec); !mat.Equal(again.Validation.X, pair.Validation.X) {
			t.Fatal("the same seed sets other rows aside")
		}
	})
	// A target without labels, or with a validation file, keeps its rows.
	spec := targetSpec(t, folder, "x,label\n1,0\n2,1\n", "x\n1\n2\n3\n")
	spec.ValidationSize = 1
	if pair := mustOpen(t, spec); pair.Target.Rows() != 3 || pair.Validation.X != nil {
		t.Errorf("%d and %d rows", pair.Target.Rows(), pair.Validation.Rows())
	}
	spec = fixtureSpec(1)
	spec.ValidationSize = 10
	if pair := mustOpen(t, spec); pair.Target.Rows() != 1000 || pair.Validation.Rows() != 100 {
		t.Errorf("%d and %d rows", pair.Target.Rows(), pair.Validation.Rows())
	}
}
