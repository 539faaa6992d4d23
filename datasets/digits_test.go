package datasets

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/model"
	"larui/model/testutil"
)

// writeDigits writes a small MNIST and a small USPS with count pictures of each
// digit, digits in turn: every pixel of picture i of MNIST is i mod 256, every
// pixel of USPS is constant too. It returns the folder.
func writeDigits(t testing.TB, count int) string {
	t.Helper()
	folder := t.TempDir()
	for _, sub := range []string{"mnist", "usps"} {
		testutil.NoError(t, os.Mkdir(filepath.Join(folder, sub), 0o700))
	}
	n := 10 * count
	var labels, pixels []byte
	var text strings.Builder
	for i := range n {
		labels = append(labels, byte(i%10))
		pixels = append(pixels, bytes.Repeat([]byte{byte(i)}, 784)...)
		fmt.Fprintf(&text, "%d", i%10+1)
		for j := range 256 {
			fmt.Fprintf(&text, " %d:%v", j+1, float64(i)/float64(n))
		}
		text.WriteString("\n")
	}
	for name, content := range map[string]string{
		"mnist/train-labels-idx1-ubyte.gz": gzipped(idxFile([]int{n}, labels)),
		"mnist/train-images-idx3-ubyte.gz": gzipped(idxFile([]int{n, 28, 28}, pixels)),
		// Without the ending, and not compressed.
		"mnist/t10k-labels-idx1-ubyte": idxFile([]int{n}, labels),
		"mnist/t10k-images-idx3-ubyte": idxFile([]int{n, 28, 28}, pixels),
		// Gzip under the name of bzip2: the content counts.
		"usps/usps.bz2": gzipped(text.String()),
		"usps/usps.t":   text.String(),
	} {
		write(t, folder, name, content)
	}
	return folder
}

func digitSpec(name, folder string, classes ...int) Spec {
	spec := DefaultSpec(name)
	spec.Data, spec.Classes, spec.ValidationSize = folder, classes, 0
	return spec
}

func TestDigitsSmall(t *testing.T) {
	testutil.SkipInShort(t)
	const mnist, usps = 5.0 / 255, (5.0/200 + 1) / 2
	for name, test := range map[string]struct {
		change         func(*Spec)
		source, target float64 // first pixel of the first picture of 5
	}{
		"mnist-usps": {func(*Spec) {}, mnist, usps},
		"usps-mnist": {func(s *Spec) { s.Name = "usps-mnist" }, usps, mnist},
		"raw":        {func(s *Spec) { s.Raw = true }, 5, 5.0 / 200},
		"train":      {func(s *Spec) { s.TargetSplit = "train" }, mnist, usps},
		"no bias":    {func(s *Spec) { s.Bias = false }, mnist, usps},
	} {
		t.Run(name, func(t *testing.T) {
			folder := writeDigits(t, 20)
			spec := digitSpec("mnist-usps", folder, 5, 0)
			test.change(&spec)
			if spec.TargetSplit == "train" {
				// The test part is not needed then.
				testutil.NoError(t, os.Remove(filepath.Join(folder, "usps", "usps.t")))
			}
			pair := mustOpen(t, spec)
			if pair.Task != model.Binary || !slices.Equal(pair.ClassNames, []string{"0", "5"}) || pair.Shape != (PictureShape{28, 28}) ||
				pair.Bias != spec.Bias {
				t.Errorf("%v, classes %v, shape %v", pair.Task, pair.ClassNames, pair.Shape)
			}
			for _, part := range []struct {
				domain model.Domain
				want   float64
			}{{pair.Source, test.source}, {pair.Target, test.target}} {
				n, d := part.domain.X.Dims()
				if n != 40 || d != 785 && spec.Bias || d != 784 && !spec.Bias {
					t.Fatalf("%d×%d", n, d)
				}
				for i, y := range part.domain.Y {
					if y != float64(2*(i%2)-1) {
						t.Fatalf("row %d: label %v", i, y)
					}
					if spec.Bias && part.domain.X.At(i, 784) != 1 {
						t.Fatalf("row %d: bias %v", i, part.domain.X.At(i, 784))
					}
				}
				for j, v := range part.domain.X.RawRowView(1)[:784] {
					if v != part.want {
						t.Fatalf("pixel %d: %v, want %v", j, v, part.want)
					}
				}
			}
			if pair.Start != (StartParams{K: 16, KTilde: 8, Lambda: 100, Epochs: 1000}) {
				t.Errorf("start %+v", pair.Start)
			}
		})
	}
}

func TestDigitsTitles(t *testing.T) {
	folder := writeDigits(t, 1)
	for _, test := range []struct {
		name    string
		classes []int
		title   string
		task    model.Task
	}{
		{"mnist-usps", []int{5, 0}, "MNIST → USPS, 0 vs 5", model.Binary},
		{"usps-mnist", nil, "USPS → MNIST, ten digits", model.MultiClass},
		{"mnist-usps", []int{9, 8, 7, 6, 5, 4, 3, 2, 1, 0}, "MNIST → USPS, ten digits", model.MultiClass},
		{"mnist-usps", []int{9, 3, 7}, "MNIST → USPS, digits 3, 7, 9", model.MultiClass},
	} {
		pair := mustOpen(t, digitSpec(test.name, folder, test.classes...))
		if pair.Title != test.title || pair.Task != test.task {
			t.Errorf("%v: %q, %v", test.classes, pair.Title, pair.Task)
		}
	}
	pair := mustOpen(t, digitSpec("mnist-usps", folder, 9, 3, 7))
	if !slices.Equal(pair.Source.Y, []float64{0, 1, 2}) || pair.SourceName != "MNIST train" || pair.TargetName != "USPS test" {
		t.Errorf("labels %v, %q → %q", pair.Source.Y, pair.SourceName, pair.TargetName)
	}
}

func TestDigitsErrors(t *testing.T) {
	testutil.SkipInShort(t)
	for name, test := range map[string]struct {
		file, content string // a file to replace
		change        func(*Spec)
		want          error
		text          string
	}{
		"one digit":        {"", "", func(s *Spec) { s.Classes = []int{3} }, ErrOneClass, "class 3 is the only class"},
		"digit twice":      {"", "", func(s *Spec) { s.Classes = []int{3, 5, 3} }, ErrSpec, "class 3 occurs twice"},
		"digit 10":         {"", "", func(s *Spec) { s.Classes = []int{3, 10} }, ErrSpec, "class 10"},
		"digit −1":         {"", "", func(s *Spec) { s.Classes = []int{3, -1} }, ErrSpec, "class -1"},
		"ratio 0":          {"", "", func(s *Spec) { s.Ratio = 0 }, ErrSpec, "ratio of 0"},
		"ratio 2":          {"", "", func(s *Spec) { s.Ratio = 2 }, ErrSpec, "ratio of 2"},
		"ratio NaN":        {"", "", func(s *Spec) { s.Ratio = math.NaN() }, ErrSpec, "ratio of NaN"},
		"ratio too small":  {"", "", func(s *Spec) { s.Ratio = 0.1 }, ErrSpec, "keeps none of the 2"},
		"split":            {"", "", func(s *Spec) { s.TargetSplit = "dev" }, ErrSpec, `"dev"`},
		"validation":       {"", "", func(s *Spec) { s.ValidationSize = 4 }, ErrSpec, "of 4 labelled target rows"},
		"validation −1":    {"", "", func(s *Spec) { s.ValidationSize = -1 }, ErrSpec, "-1"},
		"no folder":        {"", "", func(s *Spec) { s.Data = "nowhere" }, ErrMissingFile, "in the data folder nowhere: larui get mnist-usps downloads it; --data or LARUI_DATA names another folder"},
		"label 11":         {"usps/usps.t", "1 1:1\n11 1:1\n", nil, ErrUnknownClass, "usps.t:2:1: label 11"},
		"label 1.5":        {"usps/usps.t", "1.5 1:1\n", nil, ErrUnknownClass, "usps.t:1:1"},
		"pixel 257":        {"usps/usps.t", "1 1:1\n1 257:1\n", nil, ErrWidth, "usps.t: has pictures of 257 pixels"},
		"empty target":     {"usps/usps.t", "", nil, ErrEmpty, "usps.t: is empty"},
		"no such digits":   {"usps/usps.t", "2 1:1\n3 1:1\n", nil, ErrEmpty, "0 vs 5"},
		"no pictures":      {"usps/usps.t", "1,2\n3,4\n", nil, ErrSyntax, "not a file of USPS"},
		"pixel 0":          {"usps/usps.t", "1 0:1\n", nil, ErrSyntax, "not a file of USPS"},
		"empty source":     {"usps/usps.bz2", "", func(s *Spec) { s.Name = "usps-mnist" }, ErrEmpty, "usps.bz2"},
		"digit is missing": {"usps/usps.bz2", "1 1:1\n", func(s *Spec) { s.Name = "usps-mnist" }, ErrOneClass, "no picture of the digit 5"},
		"MNIST label":      {"mnist/train-labels-idx1-ubyte.gz", idxFile([]int{20}, bytes.Repeat([]byte{17}, 20)), nil, ErrUnknownClass, "train-labels-idx1-ubyte.gz:1:1: label 17"},
		"MNIST counts":     {"mnist/train-labels-idx1-ubyte.gz", idxFile([]int{2}, []byte{0, 5}), nil, ErrSyntax, "holds 2 labels for 20 rows"},
		"MNIST shape":      {"mnist/train-images-idx3-ubyte.gz", idxFile([]int{20, 16, 16}, make([]byte, 20*16*16)), nil, ErrWidth, "256 pixels, not of 28×28"},
	} {
		t.Run(name, func(t *testing.T) {
			spec := digitSpec("mnist-usps", writeDigits(t, 2), 0, 5)
			if test.file != "" {
				write(t, spec.Data, test.file, test.content)
			}
			if test.change != nil {
				test.change(&spec)
			}
			wantError(t, spec, test.want, test.text)
		})
	}
}

func TestDigitsSourceOnlyReadsTheSourceAlone(t *testing.T) {
	folder := writeDigits(t, 2)
	testutil.NoError(t, os.RemoveAll(filepath.Join(folder, "usps")))
	spec := digitSpec("mnist-usps", folder)
	spec.SourceOnly, spec.ValidationSize = true, 100
	pair := mustOpen(t, spec)
	if pair.Source.Rows() != 20 || pair.Target.X != nil || pair.Validation.X != nil {
		t.Errorf("%d, %d, %d rows", pair.Source.Rows(), pair.Target.Rows(), pair.Validation.Rows())
	}
}

func TestDigitsDataFolderFromEnvironment(t *testing.T) {
	t.Setenv("LARUI_DATA", writeDigits(t, 1))
	mustOpen(t, digitSpec("mnist-usps", ""))
}

// The ratio keeps its share of the lowest digit of the source, and the validation rows
// come from the target; the order of the files stays.
func TestDigitsRatioAndValidation(t *testing.T) {
	testutil.SkipInShort(t)
	const count = 20
	folder := writeDigits(t, count)
	rapid.Check(t, func(t *rapid.T) {
		first := rapid.IntRange(0, 7).Draw(t, "lowest")
		spec := digitSpec("mnist-usps", folder, first+2, first, first+1)
		spec.Raw, spec.Bias, spec.Seed = true, false, rapid.Uint64().Draw(t, "seed")
		spec.Ratio = rapid.Float64Range(0.05, 1).Draw(t, "ratio")
		spec.ValidationSize = rapid.IntRange(1, count).Draw(t, "validation")
		pair := mustOpen(t, spec)
		// Pixels of raw MNIST are the number of the picture, whose last digit
		// is its class.
		counts, previous := map[int]int{}, -1
		for i := range pair.Source.Rows() {
			number := int(pair.Source.X.At(i, 0))
			if number <= previous {
				t.Fatal("the order of the file is lost, or a row is there twice")
			}
			previous = number
			counts[number%10]++
		}
		if kept := int(math.Floor(spec.Ratio*count + 0.5)); counts[first] != kept || counts[first+1] != count || counts[first+2] != count {
			t.Fatalf("of %d pictures of each digit %v are kept, want %d of %d", count, counts, kept, first)
		}
		if pair.Validation.Rows() != spec.ValidationSize || pair.Target.Rows() != 3*count-spec.ValidationSize {
			t.Fatalf("%d + %d rows", pair.Target.Rows(), pair.Validation.Rows())
		}
		spec.Ratio = 1
		if full := mustOpen(t, spec); !mat.Equal(full.Validation.X, pair.Validation.X) {
			t.Fatal("the ratio changes the validation rows")
		}
	})
}

// Where there are few rows or columns, k and k̃ begin within them.
func TestStartWithinFewRows(t *testing.T) {
	for _, c := range []struct{ n, d, m, k, kTilde int }{
		{40, 785, 60, 16, 8}, {12, 785, 60, 12, 8}, {40, 5, 60, 5, 5}, {40, 785, 1, 1, 1},
	} {
		pair := &Pair{Start: digitsStartParams()}
		pair.Source.X, pair.Target.X = mat.NewDense(c.n, c.d, nil), mat.NewDense(c.m, c.d, nil)
		pair.limitStartParams()
		if pair.Start.K != c.k || pair.Start.KTilde != c.kTilde {
			t.Errorf("%d and %d rows of %d: k = %d, k̃ = %d; want %d, %d", c.n, c.m, c.d, pair.Start.K, pair.Start.KTilde, c.k, c.kTilde)
		}
	}
}

// bilinear is the definition, pixel by pixel: a weighted mean of the four
// neighbours, with places outside clamped to the edge.
func bilinear(picture []float64, from, to PictureShape, i, j int) float64 {
	pixel := func(r, c int) float64 {
		r, c = max(0, min(r, from.Rows-1)), max(0, min(c, from.Cols-1))
		return picture[r*from.Cols+c]
	}
	y := (float64(i)+0.5)*float64(from.Rows)/float64(to.Rows) - 0.5
	x := (float64(j)+0.5)*float64(from.Cols)/float64(to.Cols) - 0.5
	r, c := math.Floor(y), math.Floor(x)
	v, u := y-r, x-c
	return (1-v)*(1-u)*pixel(int(r), int(c)) + (1-v)*u*pixel(int(r), int(c)+1) +
		v*(1-u)*pixel(int(r)+1, int(c)) + v*u*pixel(int(r)+1, int(c)+1)
}

func TestResizeAgainstDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(1, 30)
		from := PictureShape{side.Draw(t, "from rows"), side.Draw(t, "from cols")}
		to := PictureShape{side.Draw(t, "to rows"), side.Draw(t, "to cols")}
		picture := rapid.SliceOfN(rapid.Float64Range(-1, 1), from.Rows*from.Cols, from.Rows*from.Cols).Draw(t, "picture")
		got := newResizer(from, to).resize(nil, picture)
		if len(got) != to.Rows*to.Cols {
			t.Fatalf("%d pixels", len(got))
		}
		for i := range to.Rows {
			for j := range to.Cols {
				// Weights and pixels are at most 1: a few roundings of 2⁻⁵³ each,
				// and places are computed to within 30 of them.
				if want := bilinear(picture, from, to, i, j); math.Abs(got[i*to.Cols+j]-want) > 1e-13 {
					t.Fatalf("pixel %d, %d: %v, want %v", i, j, got[i*to.Cols+j], want)
				}
			}
		}
	})
}

// These tests read the real MNIST and USPS from the folder LARUI_DATA.

func dataOrSkip(t *testing.T) string {
	t.Helper()
	folder := os.Getenv("LARUI_DATA")
	if folder == "" {
		t.Skip("LARUI_DATA is not set")
	}
	return folder
}

func countLabels(y []float64, classes int) []int {
	counts := make([]int, classes)
	for _, label := range y {
		counts[int(label)]++
	}
	return counts
}

// The numbers of digits in each class are the published ones.
func TestDigitsCounts(t *testing.T) {
	folder := dataOrSkip(t)
	mnistTrain := []int{5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949}
	mnistTest := []int{980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009}
	uspsTrain := []int{1194, 1005, 731, 658, 652, 556, 664, 645, 542, 644}
	uspsTest := []int{359, 264, 198, 166, 200, 160, 170, 147, 166, 177}
	check := func(name string, d model.Domain, want []int) {
		t.Helper()
		if got := countLabels(d.Y, 10); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}

	pair := mustOpen(t, digitSpec("mnist-usps", folder))
	check("MNIST train", pair.Source, mnistTrain)
	check("USPS test", pair.Target, uspsTest)
	if got := pair.Source.Y[:10]; !slices.Equal(got, []float64{5, 0, 4, 1, 9, 2, 1, 3, 1, 4}) {
		t.Errorf("MNIST begins with %v", got)
	}
	// MNIST's mean and standard deviation, as everyone who trains on it uses
	// them: 0.1307 and 0.3081.
	pixels := pair.Source.X.Slice(0, pair.Source.Rows(), 0, 784).(*mat.Dense)
	count := float64(784 * pair.Source.Rows())
	mean := mat.Sum(pixels) / count
	norm := mat.Norm(pixels, 2)
	deviation := math.Sqrt(norm*norm/count - mean*mean)
	if math.Abs(mean-0.1307) > 5e-5 || math.Abs(deviation-0.3081) > 5e-5 {
		t.Errorf("MNIST has mean %v and deviation %v", mean, deviation)
	}

	pair = mustOpen(t, digitSpec("usps-mnist", folder))
	check("USPS train", pair.Source, uspsTrain)
	check("MNIST test", pair.Target, mnistTest)
}
