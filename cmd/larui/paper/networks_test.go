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
	"larui/model/must"
	"larui/model/rivals"
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
// gives, for every draw.
func TestTrainNetwork(t *testing.T) {
	d := shifted(240)
	method := Options{}.dann()
	r := must.Have(trainNetwork(t.Context(), method, d, 8, 3))
	c := must.Have(method.Train(t.Context(), rivalProblem(d), rivals.Hyper{Hidden: 8}, 3, nil))
	predicted := d.Task.Predict(c.Scores(d.Target.X))
	for seed, s := range r.Draws {
		rights := [2]float64{}
		for i, label := range d.Target.Y {
			if aside := slices.Contains(newDraw(240, validationRows, 0, uint64(seed)).validation, i); predicted[i] == label && aside {
				rights[0]++
			} else if predicted[i] == label {
				rights[1]++
			}
		}
		if s.Validation != rights[0]/validationRows || s.Test != rights[1]/140 {
			t.Errorf("draw %d: %+v, want %v right", seed, s, rights)
		}
	}
	if len(r.Draws) != linearDraws || r.Source < 0.9 || r.Discriminator <= 0 || r.Neighbour < 0.5 {
		t.Errorf("%+v", r)
	}
	if _, err := trainNetwork(t.Context(), method, shifted(100), 8, 0); err == nil || !strings.Contains(err.Error(), "too few") {
		t.Errorf("as many target rows as are set aside: %v", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := trainNetwork(cancelled, method, d, 8, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// The textbook's networks are others than those of the published code, and a reduced
// grid is said to be one.
func TestNetworkVariants(t *testing.T) {
	published, textbook := Options{Widths: paperWidths()}, Options{Textbook: true}
	if published.dann().Variant == textbook.dann().Variant || published.variant() == textbook.variant() {
		t.Error("both have one variant")
	}
	for o, want := range map[*Options]bool{&published: false, &textbook: true} {
		protocol := strings.Join(o.networkProtocol(o.dann()), " ")
		for _, word := range []string{"textbook", "cross-entropy", "Reduced grid"} {
			if strings.Contains(protocol, word) != want {
				t.Errorf("%q is said: %t, want %t: %s", word, !want, want, protocol)
			}
		}
	}
}

// On real digits the networks see standardized pixels without a constant, and DANN
// loses to the plain network when the source is subsampled.
func TestNetworksOnDigits(t *testing.T) {
	o := dataOrSkip(t)
	if testing.Short() {
		t.Skip("trains networks")
	}
	d := must.Have(digitTask{column: digitColumns()[4], digits: []int{0, 1}}.open(t.Context(), o, 0, true, nil))
	if n, width := d.Source.X.Dims(); width != 784 || n < 7000 {
		t.Errorf("%d × %d", n, width)
	}
	// Black is (0 − 0.2973)/0.3278, white (1 − 0.2973)/0.3278.
	if low, high := mat.Min(d.Source.X), mat.Max(d.Source.X); math.Abs(low+0.2973/0.3278) > 1e-12 || math.Abs(high-0.7027/0.3278) > 1e-12 {
		t.Errorf("pixels from %g to %g", low, high)
	}
	var target [2]float64
	for i, m := range []rivals.Method{o.sourceOnly(), o.dann()} {
		c := must.Have(m.Train(t.Context(), rivalProblem(d), rivals.Hyper{Hidden: 16}, 0, nil))
		target[i] = rate(d, d.Task.Predict(c.Scores(d.Target.X))).Accuracy
	}
	if target[1] >= target[0] {
		t.Errorf("the target is predicted with %v", target)
	}
}
