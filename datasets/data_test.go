package datasets

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

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

// The class counts are those that the sets are published with.
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

// The facts about each file were found by a reading of it that shares nothing
// with this package: sizes, sums, a row, and how many labels are the lowest.
func TestFormatsRealData(t *testing.T) {
	folder := dataOrSkip(t)
	for _, test := range []struct {
		source, target, label string
		n, m, d, classes      int
		sourceSum, targetSum  float64
		row7Source            float64
		first                 []float64
		lowSource, lowTarget  int
		firstLabels           [2]float64
	}{
		{"office-caltech-surf/amazon_SURF_L10.mat", "office-caltech-surf/Caltech10_SURF_L10.mat", "", 958, 1123, 800, 10,
			152852, 251090, 145, []float64{0, 0, 0, 1, 0, 0, 1, 0}, 92, 151, [2]float64{0, 0}},
		{"amazon-reviews/books_400.mat", "amazon-reviews/dvd_400.mat", "", 2000, 1999, 400, 2,
			1999.9999999997467, 1998.9999999997444, 1, []float64{0, 0.029411764705882353, 0.029411764705882353, 0}, 1000, 1000, [2]float64{1, 1}},
		{"mnist/train-images-idx3-ubyte.gz", "mnist/t10k-images-idx3-ubyte.gz", "", 60000, 10000, 784, 10,
			math.NaN(), math.NaN(), math.NaN(), []float64{0, 0, 0, 0}, 5923, 980, [2]float64{5, 7}},
		{"usps/usps.bz2", "usps/usps.t.bz2", "", 7291, 2007, 256, 10,
			math.NaN(), math.NaN(), math.NaN(), nil, 1194, 359, [2]float64{6, 9}},
		{"usps/zip.train.gz", "usps/zip.test.gz", "1", 7291, 2007, 256, 10,
			math.NaN(), math.NaN(), math.NaN(), []float64{-1, -1, -1, -1, -1, -1, -1, -0.631, 0.862, -0.167}, 1194, 359, [2]float64{6, 9}},
	} {
		t.Run(filepath.Base(test.source), func(t *testing.T) {
			spec := DefaultSpec(FilesName)
			spec.Source, spec.Target = filepath.Join(folder, test.source), filepath.Join(folder, test.target)
			spec.Label, spec.Bias = test.label, false
			pair := mustOpen(t, spec)
			for _, part := range []struct {
				domain   model.Domain
				rows     int
				sum, row float64
				low      int
				label    float64
			}{
				{pair.Source, test.n, test.sourceSum, test.row7Source, test.lowSource, test.firstLabels[0]},
				{pair.Target, test.m, test.targetSum, math.NaN(), test.lowTarget, test.firstLabels[1]},
			} {
				n, d := part.domain.X.Dims()
				if n != part.rows || d != test.d || len(part.domain.Y) != n {
					t.Fatalf("%d×%d with %d labels", n, d, len(part.domain.Y))
				}
				// Sums are rounded in another order: n·d terms below 1 each.
				if sum := mat.Sum(part.domain.X); math.Abs(sum-part.sum) > 1e-9*part.sum {
					t.Errorf("sum %v, want %v", sum, part.sum)
				}
				if sum := mat.Sum(part.domain.X.RowView(7)); math.Abs(sum-part.row) > 1e-12*part.row {
					t.Errorf("sum of row 7 %v, want %v", sum, part.row)
				}
				low, count := slices.Min(part.domain.Y), 0
				for _, y := range part.domain.Y {
					if y == low {
						count++
					}
				}
				if count != part.low || part.domain.Y[0] != part.label {
					t.Errorf("%d of the first class, first label %v", count, part.domain.Y[0])
				}
			}
			if test.first != nil && !slices.Equal(pair.Source.X.RawRowView(0)[:len(test.first)], test.first) {
				t.Errorf("first row %v", pair.Source.X.RawRowView(0)[:len(test.first)])
			}
			if len(pair.ClassNames) != test.classes || (pair.Shape != Shape{}) != (test.d == 784) {
				t.Errorf("classes %v, shape %v", pair.ClassNames, pair.Shape)
			}
		})
	}
}
