package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// dataFolder returns the folder with the digits, or skips the test.
func dataFolder(t *testing.T) string {
	t.Helper()
	folder := os.Getenv("LARUI_DATA")
	if folder == "" || testing.Short() {
		t.Skip("needs LARUI_DATA and a few seconds for each pair")
	}
	return folder
}

// TestDigitAccuracies meets accuracies on MNIST → USPS that were computed
// independently, for three pairs of digits over the corners and the middle of the
// paper's grid.
func TestDigitAccuracies(t *testing.T) {
	dataFolder(t)
	text, err := os.ReadFile(filepath.Join("testdata", "mnist-usps-accuracy.json"))
	if err != nil {
		t.Fatal(err)
	}
	type cellKey struct {
		k, kTilde int
		lambda    float64
	}
	var truths map[string]struct {
		N, M   int
		Sigma1 float64
		None   map[string]float64
		Cells  []struct {
			K, KTilde      int
			Lambda         float64
			TargetAccuracy map[string]float64
		}
	}
	if err := json.Unmarshal(text, &truths); err != nil {
		t.Fatal(err)
	}
	if len(truths) != 3 {
		t.Fatalf("%d pairs of digits, want 3", len(truths))
	}
	for classes, truth := range truths {
		t.Run(classes, func(t *testing.T) {
			want := map[cellKey]map[string]float64{}
			for _, c := range truth.Cells {
				want[cellKey{c.K, c.KTilde, c.Lambda}] = c.TargetAccuracy
			}
			report := decode[sweepReport](t, "sweep", "mnist-usps", "--classes", classes, "--validation-size", "0", "--rate", "paper",
				"--k", "8,32,128", "--ktilde", "8,64", "--lambda", "0.1,10,1000", "--epochs", "500,5000")
			if report.Pair.N != truth.N || *report.Pair.M != truth.M || report.Pair.D != 785 {
				t.Errorf("the pair is %+v, want n %d and m %d", report.Pair, truth.N, truth.M)
			}
			// A score within rounding of zero may fall either way.
			oneRow := 1.0000001 / float64(truth.M)
			check := func(what any, run runReport, want map[string]float64) {
				accuracy, known := want[strconv.Itoa(run.Epochs)]
				if !known || !(math.Abs(float64(run.TargetAccuracy)-accuracy) <= oneRow) {
					t.Errorf("%v after %d epochs: %v, want %v (known: %t)", what, run.Epochs, run.TargetAccuracy, accuracy, known)
				}
				if rate := 1 / (2 * truth.Sigma1); math.Abs(float64(run.Rate)/rate-1) > 1e-9 {
					t.Errorf("%v: the rate is %v, want %v", what, run.Rate, rate)
				}
			}
			for _, run := range report.None {
				check("no adaptation", run, truth.None)
			}
			if len(report.Cells) != 18 {
				t.Errorf("%d cells, want 18", len(report.Cells))
			}
			for _, c := range report.Cells {
				for _, run := range c.Descent {
					key := cellKey{c.K, c.KTilde, c.Lambda}
					check(key, run, want[key])
				}
			}
		})
	}
}

// TestAlignDigits meets the row of MNIST in the paper's Table 1.
func TestAlignDigits(t *testing.T) {
	dataFolder(t)
	got := decode[alignReport](t, "align", "mnist-usps", "--classes", "0,1", "--raw").Source
	if got.N != 12665 || got.D != 785 || got.Rank != 475 || got.RankDouble == nil || *got.RankDouble != 580 || *got.HeadRank != 2 {
		t.Errorf("n %d, d %d, rank %d, at double precision %s, head %s; want 12665, 785, 475, 580, 2",
			got.N, got.D, got.Rank, whole(got.RankDouble), whole(got.HeadRank))
	}
	// Where the components stop decides the tail rank: at 475, at 580, or at all
	// 785 left singular vectors of [1 Φ].
	if *got.TailRank != 50 || *got.TailRankDouble != 112 || *got.TailRankAll != 128 {
		t.Errorf("tail ranks %d, %d, %d; want 50, 112, 128", *got.TailRank, *got.TailRankDouble, *got.TailRankAll)
	}
}

// TestAlignBike meets the row of Bike Sharing in the paper's Table 1.
func TestAlignBike(t *testing.T) {
	file := filepath.Join(dataFolder(t), "bike", "hour.csv")
	if _, err := os.Stat(file); err != nil {
		t.Skip("needs bike/hour.csv in LARUI_DATA")
	}
	got := decode[alignReport](t, "align", "--source", file, "--label", "cnt", "--scale-label", "--task", "regression",
		"--features", "season,yr,mnth,hr,holiday,weekday,workingday,weathersit,temp,atemp,hum,windspeed").Source
	if got.N != 17379 || got.D != 13 || *got.HeadRank != 4 || *got.TailRank != 9 {
		t.Errorf("n %d, d %d, head %s, tail %s; want 17379, 13, 4, 9", got.N, got.D, whole(got.HeadRank), whole(got.TailRank))
	}
}

// TestReadmeDigits meets the sentences of the README about MNIST 3 and 8.
func TestReadmeDigits(t *testing.T) {
	dataFolder(t)
	for _, c := range []struct {
		args      []string
		none, lar float64
	}{
		{nil, 0.87, 0.92},
		{[]string{"--k", "8", "--ktilde", "8", "--lambda", "1000", "--epochs", "5000"}, 0.81, 0.94},
	} {
		got := decode[solveReport](t, append([]string{"solve", "mnist-usps", "--classes", "3,8", "--validation-size", "0"}, c.args...)...)
		if none, lar := got.None.TargetAccuracy, got.Descent.TargetAccuracy; math.Abs(float64(none)-c.none) > 0.005 || math.Abs(float64(lar)-c.lar) > 0.005 {
			t.Errorf("%v: no adaptation %v, LAR %v; the README says %v and %v", c.args, none, lar, c.none, c.lar)
		}
	}
}
