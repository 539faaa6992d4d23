package datasets

import (
	"bufio"
	"compress/bzip2"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
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

// Every picture of USPS test, read and resized by the plainest means.
func TestDigitsUSPSAgainstPlainReading(t *testing.T) {
	folder := dataOrSkip(t)
	file, err := os.Open(filepath.Join(folder, "usps", "usps.t.bz2"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var scaled, raw [][]float64
	var labels []float64
	lines := bufio.NewScanner(bzip2.NewReader(file))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if fields[0] != "4" && fields[0] != "9" { // the digits 3 and 8
			continue
		}
		picture := make([]float64, 256)
		for _, field := range fields[1:] {
			index, value, _ := strings.Cut(field, ":")
			i, _ := strconv.Atoi(index)
			picture[i-1], _ = strconv.ParseFloat(value, 64)
		}
		grey := make([]float64, 256)
		for i, v := range picture {
			grey[i] = (v + 1) / 2
		}
		raw, scaled = append(raw, picture), append(scaled, grey)
		labels = append(labels, map[string]float64{"4": -1, "9": 1}[fields[0]])
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	for _, isRaw := range []bool{false, true} {
		spec := digitSpec("mnist-usps", folder, 3, 8)
		spec.Raw = isRaw
		var target model.Domain
		report := newReporter(context.Background(), nil)
		pair := newDigitPair(spec, "", "", spec.Classes, digitSide)
		if _, err := pair.load(report, &target, uspsSet(), "", file.Name(), spec); err != nil {
			t.Fatal(err)
		}
		pictures := scaled
		if isRaw {
			pictures = raw
		}
		if target.Rows() != len(pictures) || !slices.Equal(target.Y, labels) {
			t.Fatalf("%d rows, want %d, or other labels", target.Rows(), len(pictures))
		}
		for i, picture := range pictures {
			for j := range 784 {
				want := bilinear(picture, Shape{16, 16}, Shape{28, 28}, j/28, j%28)
				// Values are at most 1; each side rounds a few times.
				if math.Abs(target.X.At(i, j)-want) > 1e-14 {
					t.Fatalf("picture %d, pixel %d: %v, want %v", i, j, target.X.At(i, j), want)
				}
			}
		}
	}
}

// The first singular value of the source and the target accuracy of least
// squares after 500 epochs of descent, computed by others from the same files:
// testdata/mnist-usps/accuracy.json.
func TestDigitsAgainstIndependentResults(t *testing.T) {
	if testing.Short() {
		t.Skip("500 epochs in 785 dimensions")
	}
	pair := mustOpen(t, digitSpec("mnist-usps", dataOrSkip(t), 0, 5))
	content, err := os.ReadFile("testdata/mnist-usps/accuracy.json")
	if err != nil {
		t.Fatal(err)
	}
	var results map[string]struct {
		N, M   int
		Sigma1 float64
		None   map[string]float64 // accuracy by epochs
	}
	if err := json.Unmarshal(content, &results); err != nil {
		t.Fatal(err)
	}
	want := results["0,5"]
	n, d := pair.Source.X.Dims()
	m := pair.Target.Rows()
	if n != want.N || m != want.M {
		t.Fatalf("%d and %d rows, want %d and %d", n, m, want.N, want.M)
	}
	var gram mat.Dense
	gram.Mul(pair.Source.X.T(), pair.Source.X)
	var pull mat.VecDense
	pull.MulVec(pair.Source.X.T(), mat.NewVecDense(n, pair.Source.Y))

	// Power iteration: the first eigenvalue is far ahead of the second.
	v, next := mat.NewVecDense(d, nil), mat.NewVecDense(d, nil)
	for j := range d {
		v.SetVec(j, 1)
	}
	for range 200 {
		next.MulVec(&gram, v)
		v.ScaleVec(1/mat.Norm(next, 2), next)
	}
	next.MulVec(&gram, v)
	sigma := math.Sqrt(mat.Dot(v, next))
	if math.Abs(sigma-want.Sigma1) > 1e-9*want.Sigma1 {
		t.Errorf("σ₁ = %v, want %v", sigma, want.Sigma1)
	}

	w, step := mat.NewVecDense(d, nil), mat.NewVecDense(d, nil)
	for range 500 {
		step.MulVec(&gram, w)
		step.SubVec(step, &pull)
		w.AddScaledVec(w, -1/(float64(n)*sigma), step)
	}
	correct := 0
	for i, y := range pair.Target.Y {
		if score := mat.Dot(pair.Target.X.RowView(i), w); (score > 0) == (y > 0) {
			correct++
		}
	}
	// A score within rounding of zero may fall either way: one row at most.
	if wanted := want.None["500"] * float64(m); math.Abs(float64(correct)-wanted) > 1.01 {
		t.Errorf("%d of %d rows correct, want %v", correct, m, wanted)
	}
}
