package paper

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/rivals"
	"larui/model/testutil"
)

// shifted is a binary task of n rows a domain: two clouds, the target's shifted
// along the other axis.
func shifted(n int) model.Data {
	random := rand.New(rand.NewPCG(1, 2))
	domain := func(shift float64) model.Domain {
		x, y := mat.NewDense(n, 3, nil), make([]float64, n)
		for i := range n {
			y[i] = float64(2*(i%2) - 1)
			x.SetRow(i, []float64{2*y[i] + random.NormFloat64(), shift + random.NormFloat64(), random.NormFloat64()})
		}
		return model.Domain{X: x, Y: y}
	}
	return model.Data{Task: model.Binary, Classes: 2, Source: domain(0), Target: domain(1)}
}

// What a training reports is what a plain count over the classifier's predictions
// gives, for every draw: of rows of the test part, or of another part.
func TestTrainNetwork(t *testing.T) {
	d := shifted(240)
	same := digitData{d, d.Target, d.Source}
	other := same
	other.Target = shifted(300).Source
	method := Options{Loss: PublishedLoss}.dannMethod()
	for name, parts := range map[string]digitData{"test part": same, "train part": other} {
		r := testutil.Must(trainNetwork(t.Context(), method, parts, 8, 3, true))
		c := testutil.Must(method.Train(t.Context(), parts.Data, rivals.Hyper{Hidden: 8}, 3, nil))
		unlabelled, scored := d.Task.Predict(c.Scores(parts.Target.X)), d.Task.Predict(c.Scores(d.Target.X))
		positive := 0.0
		for _, label := range scored {
			positive += (label + 1) / 480
		}
		for seed, s := range r.Draws {
			aside := drawRows(len(unlabelled), validationRows, 0, uint64(seed)).validation
			rights, rows := [2]float64{}, 0.0
			for i, label := range parts.Target.Y {
				if unlabelled[i] == label && slices.Contains(aside, i) {
					rights[0]++
				}
			}
			for i, label := range d.Target.Y {
				if name == "test part" && slices.Contains(aside, i) {
					continue
				}
				rows++
				if scored[i] == label {
					rights[1]++
				}
			}
			if s.Validation != rights[0]/validationRows || s.Test != rights[1]/rows {
				t.Errorf("%s, draw %d: %+v, want %v right of %g", name, seed, s, rights, rows)
			}
		}
		if len(r.Draws) != linearDraws || r.Source < 0.9 || r.Discriminator <= 0 || r.Neighbour < 0.5 || math.Abs(r.OneClass-max(positive, 1-positive)) > 1e-12 {
			t.Errorf("%s: %+v, %g of the target are positive", name, r, positive)
		}
	}
	small := digitData{Data: shifted(100)}
	if _, err := trainNetwork(t.Context(), method, small, 8, 0, false); err == nil || !strings.Contains(err.Error(), "too few") {
		t.Errorf("as many target rows as are set aside: %v", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := trainNetwork(cancelled, method, same, 8, 0, false); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// A table's loss and part are those of the options, else its own, and what departs from the
// published way is said.
func TestNetworkOptions(t *testing.T) {
	for _, c := range []struct {
		given      Options
		loss, part string
		says       []string
	}{
		{Options{}, PublishedLoss, TrainPart, []string{"negative probability", "all of the test part"}},
		{Options{Loss: TextbookLoss, TargetPart: TestPart, Hidden: []int{128}}, TextbookLoss, TestPart, []string{"cross-entropy", "all other rows of this part", "Reduced grid"}},
	} {
		o := c.given.withNetworkDefaults(PublishedLoss)
		protocol := strings.Join(o.networkProtocol(), " ")
		if o.Loss != c.loss || o.TargetPart != c.part || o.dannMethod().Published != (c.loss == PublishedLoss) || strings.Contains(protocol, "Reduced grid") != (c.given.Hidden != nil) {
			t.Errorf("%+v became %+v: %s", c.given, o, protocol)
		}
		testutil.Contains(t, protocol, c.says...)
	}
	both := networkResult{source: []float64{99, 52.5}, chosen: map[int]int{128: 15, 256: 5}, oneSided: 3}
	var r Report
	both.noteFailedNetworks(&r, "x")
	if notes := r.Notes; len(notes) != 2 || !strings.Contains(notes[0], "3 of 20 chosen networks") || !strings.Contains(notes[1], "1 of 2 tasks") || !strings.Contains(notes[1], "52.5 %") {
		t.Errorf("%q", notes)
	}
}

// The parts of a task are those of the files: with the target's train part unlabelled its test part
// is scored, and the source's test part is subsampled like the source.
func TestDigitParts(t *testing.T) {
	o := dataOrSkip(t)
	for _, trainPart := range []bool{false, true} {
		task := pairTask(4, 0, 1)
		task.trainPart = trainPart
		p := testutil.Must(task.open(t.Context(), o, 0, true, nil))
		// USPS has 1194 + 1005 such pictures to train with and 359 + 264 to test, MNIST 980 + 1135
		// to test.
		want := ifElse(trainPart, 2199, 623)
		if p.Target.Rows() != want || p.test.Rows() != 623 || p.sourceTest.Rows() != 98+1135 {
			t.Errorf("train part %t: %d target rows, %d and %d test rows", trainPart, p.Target.Rows(), p.test.Rows(), p.sourceTest.Rows())
		}
	}
}

// On real digits the networks see standardized pixels without a constant, and DANN
// loses to the plain network when the source is subsampled.
func TestNetworksOnDigits(t *testing.T) {
	o := dataOrSkip(t).withNetworkDefaults(PublishedLoss)
	if testing.Short() {
		t.Skip("trains networks")
	}
	d := testutil.Must(pairTask(4, 0, 1).open(t.Context(), o, 0, true, nil))
	if n, width := d.Source.X.Dims(); width != 784 || n < 7000 {
		t.Errorf("%d × %d", n, width)
	}
	// Black is (0 − 0.2973)/0.3278, white (1 − 0.2973)/0.3278.
	if low, high := mat.Min(d.Source.X), mat.Max(d.Source.X); math.Abs(low+0.2973/0.3278) > 1e-12 || math.Abs(high-0.7027/0.3278) > 1e-12 {
		t.Errorf("pixels from %g to %g", low, high)
	}
	var target [2]float64
	for i, m := range []rivals.Method{rivals.SourceOnly(o.networkTraining()), o.dannMethod()} {
		c := testutil.Must(m.Train(t.Context(), d.Data, rivals.Hyper{Hidden: 16}, 0, nil))
		target[i] = scoreLabels(d.Task, d.Target.Y, d.Task.Predict(c.Scores(d.Target.X))).Accuracy
	}
	if target[1] >= target[0] {
		t.Errorf("the target is predicted with %v", target)
	}
}

// Where every width learns the source is told from where one does not, half of what guessing the
// larger class lacks being enough: 0.875 for three of one class to one of the other.
func TestWhereLearned(t *testing.T) {
	task := func(source, other, test float64) []networkRun {
		draws := make([]choice, linearDraws)
		for i := range draws {
			draws[i] = choice{Validation: 0.5, Test: test}
		}
		return []networkRun{{128, &trainedResult{Draws: draws, Source: source}}, {256, &trainedResult{Draws: draws, Source: other}}}
	}
	tasks := [][]networkRun{task(0.9, 0.95, 0.8), task(0.88, 0.99, 0.6), task(0.99, 0.87, 0.3)}
	var r Report
	n := twoNetworks{inPairs: true}
	n.noteWidths(&r, "DANN", tasks, []int{128, 256}, 1.0/3)
	n.noteWidths(&r, "DANN", tasks[:2], []int{128, 256}, 1.0/3)
	if len(r.Notes) != 3 || !strings.Contains(r.Notes[1], "in 2 of 3 tasks") || !strings.Contains(r.Notes[1], "70.0 % in these tasks and 30.0 % in the others") {
		t.Errorf("said: %q", r.Notes)
	}
}
