package datasets

import (
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/model"
	"larui/model/testutil"

	"golang.org/x/text/encoding/unicode"
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
	testutil.NoError(t, os.WriteFile(path, []byte(content), 0o600))
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
	pair := mustOpen(t, fixtureSpec(0))
	// The first line of the file.
	if row := pair.Source.X.RawRowView(0); row[0] != -0.09201533246501281 || row[1] != -0.12473657133215876 || pair.Source.Y[0] != 1 {
		t.Errorf("first row %v, label %v", row, pair.Source.Y[0])
	}
	if pair.Title != "seed0-source.csv → seed0-target.csv" || pair.Task != model.Binary || !pair.Bias || pair.Start != (StartParams{}) ||
		!slices.Equal(pair.Features, []string{"x1", "x2", "1"}) || !slices.Equal(pair.ClassNames, []string{"-1", "1"}) {
		t.Errorf("%+v", pair)
	}
}

func TestFilesForms(t *testing.T) {
	unpack := func(digits string) string { return string(testutil.Must(hex.DecodeString(digits))) }
	bz2 := unpack("425a68393141592653597764b9f400000858800010000732000060200031064c40d3468c9343053bbe8c40578bb9229c28483bb25cfa00")
	gz := gzipped("x1,y\n1.5,1\n2.5,-1\n")
	zst := unpack("28b52ffd241291000078312c790a312e352c310a322e352c2d310a2bbd956c")
	xz := unpack("fd377a585a000004e6d6b4460200210116000000742fe5a301001178312c790a312e352c310a322e352c2d310a000000072e51f5297e203200012a124b0854bc1fb6f37d010000000004595a")
	utf16 := func(e unicode.Endianness) string {
		return testutil.Must(unicode.UTF16(e, unicode.UseBOM).NewEncoder().String("x1,y\n1.5,1\n2.5,-1\n"))
	}
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
		"gzip":               gz,
		"bzip2":              bz2,
		"Zstandard":          zst,
		"xz":                 xz,
		"UTF-16":             utf16(unicode.LittleEndian),
		"UTF-16, big-endian": utf16(unicode.BigEndian),
		"UTF-16 in gzip":     gzipped(utf16(unicode.LittleEndian)),
	} {
		t.Run(name, func(t *testing.T) {
			pair := mustOpen(t, sourceSpec(t, t.TempDir(), content))
			if want := mat.NewDense(2, 1, []float64{1.5, 2.5}); !mat.Equal(pair.Source.X, want) || !slices.Equal(pair.Source.Y, []float64{1, -1}) {
				t.Errorf("X = %v, y = %v", pair.Source.X.RawMatrix().Data, pair.Source.Y)
			}
		})
	}
	t.Run("truncated", func(t *testing.T) {
		for name, whole := range map[string]string{"gzip": gz, "bzip2": bz2, "Zstandard": zst, "xz": xz} {
			for size := 5; size < len(whole); size++ {
				t.Logf("%s, %d of %d bytes", name, size, len(whole))
				wantError(t, sourceSpec(t, t.TempDir(), whole[:size]), ErrTruncated, "")
			}
		}
	})
	t.Run("damaged", func(t *testing.T) {
		damaged := []byte(gz)
		damaged[len(damaged)-6] ^= 1 // in the checksum
		wantError(t, sourceSpec(t, t.TempDir(), string(damaged)), ErrSyntax, "")
		// A reader passes text on before it sees the checksum: whatever the text is, the error is
		// about the damage.
		for at := 10; at < len(bz2)-1; at++ { // of the last byte some bits mean nothing
			damaged := []byte(bz2)
			damaged[at] ^= 0x10
			_, err := Open(t.Context(), sourceSpec(t, t.TempDir(), string(damaged)), nil)
			if err == nil || !strings.Contains(err.Error(), "compressed data") && !strings.Contains(err.Error(), "incomplete") {
				t.Errorf("byte %d of %d is damaged: %v", at, len(bz2), err)
			}
		}
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
		"an index":            {",a,label\n1,5,0\n2,6,1\n", 2, []string{"a"}},
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
		"20 integers":      {slices.Repeat(many(20, "%d"), 2), "auto", model.MultiClass, nil, nil},
		"21 integers":      {many(21, "%d"), "auto", model.Regression, nil, nil},
		"20 words":         {slices.Repeat(many(20, "w%d"), 2), "auto", model.MultiClass, nil, nil},
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
		content := "x,label\n"
		for i, label := range labels {
			content += fmt.Sprintf("%d,%s\n", i, label)
		}
		t.Log(name)
		wantError(t, sourceSpec(t, t.TempDir(), content), ErrNotNumber, "source.csv:2:2: ")
	}
}

func TestFilesValidationSplit(t *testing.T) {
	testutil.SkipInShort(t)
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

func TestFilesErrors(t *testing.T) {
	const good = "a,b,label\n1,2,0\n3,4,1\n"
	for name, test := range map[string]meant{ // with the content of the target for its name
		"empty file":           {content: "", want: ErrEmpty, text: "is empty"},
		"only blank lines":     {content: "\n\n\n", want: ErrEmpty},
		"header only":          {content: "a,b,label\n", want: ErrEmpty, text: "no rows"},
		"ragged, short":        {content: "a,b,label\n1,2,0\n3,4\n5,6,1\n", want: ErrRagged, text: "2 fields where 3 were expected", at: ":3"},
		"ragged, long":         {content: "a,b,label\n1,2,0\n3,4,1,9\n", want: ErrRagged, text: "4 fields where 3 were expected", at: ":3"},
		"ragged after header":  {content: "a,b,label\n1,2\n", want: ErrRagged, at: ":2"},
		"cut off":              {content: "a,b,label\n1,2,0\n3,4,1\n3,", want: ErrRagged, text: "cut off", at: ":4"},
		"text":                 {content: "a,b,label\n1,2,0\n3,abc,1\n", want: ErrNotNumber, text: `"abc" is not a number (column b; leave it out with --drop b)`, at: ":3:2"},
		"text, no header":      {content: "1,2,0\n3,abc,1\n", want: ErrNotNumber, text: "--drop 2", at: ":2:2"},
		"text in first row":    {content: "1.5,abc,0\n3,2,1\n", want: ErrNotNumber, at: ":1:2"},
		"text after CRLF":      {content: "a,b,label\r\n1,2,0\r\n\r\nx,2,1\r\n", want: ErrNotNumber, at: ":4:1"},
		"text after quoted":    {content: "a,b,label\n\"1\",2,0\n1,\"x\ny\",1\n", want: ErrNotNumber, at: ":3:2"},
		"empty field":          {content: "a,b,label\n1,2,0\n3,,1\n", want: ErrNotNumber, text: "is empty", at: ":3:2"},
		"decimal comma":        {content: "a;b;label\n1,5;2;0\n3;4;1\n", want: ErrNotNumber, text: "--decimal ,", at: ":2:1"},
		"NaN":                  {content: "a,b,label\n1,NaN,0\n3,4,1\n", want: ErrNotFinite, at: ":2:2"},
		"infinity":             {content: "a,b,label\n1,2,0\n-Inf,4,1\n", want: ErrNotFinite, at: ":3:1"},
		"overflow":             {content: "a,b,label\n1,2,0\n1e999,4,1\n", want: ErrNotFinite, at: ":3:1"},
		"stray quote":          {content: "a,b,label\n1,2,0\n1,2\"3,1\n", want: ErrSyntax, at: ":3"},
		"quotes of R":          {content: "\"a\",\"label\"\n\"say \\\"hi\\\"\",\"0\"\n1,1\n", text: `qmethod = "double"`, want: ErrSyntax, at: ":2"},
		"open quote":           {content: "a,b,label\n1,2,0\n1,\"2,1\n", want: ErrSyntax, at: ":3"},
		"one class":            {content: "a,b,label\n1,2,7\n3,4,7\n", want: ErrOneClass, text: `"7"`},
		"one word":             {content: "a,b,label\n1,2,cat\n3,4,cat\n", want: ErrOneClass},
		"no such label":        {content: good, label: "outcome", want: ErrNoLabel, text: `there are "a", "b", "label"`, at: ":1"},
		"one of many":          {content: "a,b,c,d,e,f,g,ill\n1,2,3,4,5,6,7,0\n", label: "sick", want: ErrNoLabel, text: `there are "a", "b", "c", "d", "e", …, "ill"`, at: ":1"},
		"misspelt label":       {content: good, label: "lable", want: ErrNoLabel, text: `did you mean "label"?`, at: ":1"},
		"label position":       {content: good, label: "4", want: ErrNoLabel, at: ":1"},
		"label position 0":     {content: good, label: "0", want: ErrNoLabel, at: ":1"},
		"no header to name":    {content: "1,2,0\n3,4,1\n", label: "y", want: ErrNoLabel, text: "columns are 1 to 3"},
		"no such feature":      {content: good, change: func(s *Spec) { s.Features = []string{"c"} }, want: ErrNoColumn, at: ":1"},
		"label as feature":     {content: good, change: func(s *Spec) { s.Features = []string{"label"} }, want: ErrSpec, at: ":1:3"},
		"feature twice":        {content: good, change: func(s *Spec) { s.Features = []string{"a", "1"} }, want: ErrSpec, at: ":1:1"},
		"no such drop":         {content: good, change: func(s *Spec) { s.Drop = []string{"zzz"} }, want: ErrNoColumn, at: ":1"},
		"all dropped":          {content: good, change: func(s *Spec) { s.Drop = []string{"a", "b"} }, want: ErrNoColumn},
		"one column":           {content: "120\n341\n", want: ErrNoColumn, text: "separate fields by"},
		"empty label":          {content: "a,b,label\n1,2,0\n3,4,\n", want: ErrNoLabel, at: ":3:3"},
		"NaN label":            {content: "a,b,label\n1,2,0\n3,4,nan\n", want: ErrNoLabel, at: ":3:3"},
		"word for regression":  {content: "a,b,label\n1,2,0.5\n3,4,x\n", change: func(s *Spec) { s.Task = "regression" }, want: ErrNotNumber, at: ":3:3"},
		"three for binary":     {content: "a,label\n1,1\n2,2\n3,3\n", change: func(s *Spec) { s.Task = "binary" }, want: ErrSpec, text: "here are 3"},
		"unknown task":         {content: good, change: func(s *Spec) { s.Task = "ternary" }, want: ErrSpec, at: "-"},
		"unknown fit":          {content: good, change: func(s *Spec) { s.Scale = 7 }, want: ErrSpec, at: "-"},
		"binary data":          {content: "\x7fELF\x01\x00v", want: ErrSyntax, text: "binary"},
		"no source":            {content: good, change: func(s *Spec) { s.Source = "" }, want: ErrMissingFile, text: "--source", at: "-"},
		"no target":            {content: good, change: func(s *Spec) { s.SourceOnly = false }, want: ErrMissingFile, text: "--target", at: "-"},
		"missing file":         {content: good, change: func(s *Spec) { s.Source += "x" }, want: os.ErrNotExist, text: "no such file", at: "source.csvx"},
		"folder":               {content: good, change: func(s *Spec) { s.Source = filepath.Dir(s.Source) }, want: ErrMissingFile, text: "folder", at: "-"},
		"target lacks a name":  {content: good, target: "a,c,label\n1,2,0\n", want: ErrWidth, text: `column "b" of source.csv is missing (2 features here, 2 in the source)`, at: "target.csv:1"},
		"target renames one":   {content: "id,bmi,y,label\n1,2,3,0\n3,4,7,1\n", target: "BMI,id,label,y\n1,2,0,3\n", change: func(s *Spec) { s.Drop = []string{"id"} }, want: ErrWidth, text: `column "bmi" of source.csv is missing (2 features here, 2 in the source): did you mean "BMI"?`, at: "target.csv:1"},
		"target is wider":      {content: good, target: "a,b,c,label\n1,2,3,0\n", want: ErrWidth, text: "which has 3 columns, not 4: leave it out with --drop c", at: "target.csv:1:3"},
		"target is narrower":   {content: "1,2,3,0\n4,5,6,1\n", target: "1,2\n", want: ErrWidth, text: "has 2 columns, but source.csv has 4", at: "target.csv"},
		"unknown class":        {content: good, target: "a,b,label\n1,2,1\n1,2,2\n", want: ErrUnknownClass, text: "class of source.csv: 0, 1", at: "target.csv:3:3"},
		"unknown word":         {content: "a,label\n1,cat\n2,dog\n", target: "a,label\n1,cow\n", want: ErrUnknownClass, text: "cat, dog", at: "target.csv:2:2"},
		"label for some rows":  {content: good, target: "a,b,label\n1,2,1\n1,2,\n", want: ErrNoLabel, at: "target.csv:3:3"},
		"label missing before": {content: good, target: "a,b,label\n1,2,\n1,2,1\n", want: ErrNoLabel, at: "target.csv:2:3"},
		"target text":          {content: good, target: "a,b,label\n1,oops,1\n", want: ErrNotNumber, at: "target.csv:2:2"},
		"set all aside":        {content: good, target: good, change: func(s *Spec) { s.ValidationSize = 2 }, want: ErrSpec, at: "-"},
		"set −1 aside":         {content: good, target: good, change: func(s *Spec) { s.ValidationSize = -1 }, want: ErrSpec, at: "-"},
		"overflow by rescaling": {content: "a,b,label\n1e-300,2,0\n2e-300,4,1\n", target: "a,b,label\n1e300,1,1\n",
			change: func(s *Spec) { s.Scale = FitSource }, want: ErrNotFinite, text: "feature a", at: "target.csv"},
	} {
		t.Run(name, func(t *testing.T) {
			test.source, test.files = "source.csv", map[string]string{"source.csv": test.content, "target.csv": test.target}
			if test.target != "" {
				test.target = "target.csv"
			}
			if test.at == "" || test.at[0] == ':' {
				test.at = "source.csv" + test.at
			}
			test.check(t)
		})
	}
}

// FuzzLabels takes any lines for the labels of a source: each becomes one of the classes
// that they make, or the error says in one line why not.
func FuzzLabels(f *testing.F) {
	for _, seed := range []string{"a\nb", "1\n0\n1", "0.5\n2\n-1e3", "1\n\nNA", "-\n+", "1e999\n1", "1\n2\nx", "3\n3.0\n+3\n4", "+\n0\n-"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var l labels
		for i, label := range strings.Split(text, "\n") {
			if err := l.add(label, i+1); err != nil {
				checkOneLine(t, err)
				return
			}
		}
		err := l.checkMissing() // first, as it makes classes of marks
		var code labelCode
		if err == nil {
			code, err = l.decideCode("", "fuzz")
		}
		if err != nil {
			checkOneLine(t, err)
			return
		}
		l.encode(code)
		for _, y := range l.values {
			if code.task == model.MultiClass && !(y >= 0 && int(y) < len(code.classes)) || code.task == model.Binary && y != 1 && y != -1 {
				t.Fatalf("label %v of %d classes", y, len(code.classes))
			}
		}
	})
}
