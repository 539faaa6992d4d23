package paper

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
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
	r, err := trainNetwork(t.Context(), method, d, 8, 3)
	if err != nil {
		t.Fatal(err)
	}
	c, err := method.Train(t.Context(), rivalProblem(d), rivals.Hyper{Hidden: 8}, 3, nil)
	if err != nil {
		t.Fatal(err)
	}
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

// made is the report of an experiment whose units have results made up.
func made(t *testing.T, e Experiment, o Options, result func(key string) any) *Report {
	t.Helper()
	var p plan
	if err := e.plan(t.Context(), o, &p); err != nil {
		t.Fatal(err)
	}
	for _, u := range p.units {
		text, err := json.Marshal(result(u.key))
		if err == nil {
			err = json.Unmarshal(text, u.result)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	r := &Report{Units: len(p.units)}
	p.report(r)
	return r
}

// constant is a training with the same accuracies in all draws.
func constant(validation, test, source, discriminator, neighbour float64) trainedResult {
	r := trainedResult{Source: source, Discriminator: discriminator, Neighbour: neighbour}
	for range linearDraws {
		r.Draws = append(r.Draws, choice{Validation: validation, Test: test})
	}
	return r
}

// The width is the one that did best on the validation rows, of equals the last;
// what it reaches there is what is reported.
func TestNetworksChooseByValidation(t *testing.T) {
	o := Options{Widths: []int{64, 128, 256}, Pairs: [][2]int{{0, 1}, {3, 8}}, Columns: []string{"M→U", "0.1→U"}}
	r := made(t, table2Networks(), o, func(key string) any {
		test := 0.6
		if strings.Contains(key, "0,1") {
			test = 0.8
		}
		if dann := strings.Contains(key, "DANN"); dann == strings.HasPrefix(key, "M→U") {
			test += 0.1 // DANN helps on M→U, hurts on 0.1
		}
		switch {
		case strings.Contains(key, " 64 hidden"):
			return constant(0.7, 0.99, 1, 0.5, 0)
		case strings.Contains(key, " 128 hidden"):
			return constant(0.8, 0.01, 1, 0.5, 0)
		}
		return constant(0.8, test, 1, 0.5, 0)
	})
	want := []float64{70, 80, 80, 70}
	for i, row := range r.Rows {
		// The standard error of two values is half their difference.
		if math.Abs(row.Ours.Mean-want[i]) > 1e-9 || math.Abs(row.Ours.StdErr-10) > 1e-9 || row.Ours.N != 2 || !strings.HasPrefix(row.Chosen, "hidden units 256 (100 %)") {
			t.Errorf("%s, %s: %+v, want %g; chosen %q", row.Group, row.Name, row.Ours, want[i], row.Chosen)
		}
	}
	if r.Rows[0].Paper != 84.88 || r.Rows[3].Paper != 47.27 {
		t.Errorf("the paper's numbers are %g and %g", r.Rows[0].Paper, r.Rows[3].Paper)
	}
	for _, c := range r.Claims {
		if !c.Holds {
			t.Errorf("%s: %s", c.Statement, c.Measured)
		}
	}
}

func TestTable3Report(t *testing.T) {
	o := Options{Widths: []int{256}, Pairs: [][2]int{{0, 1}}}
	neighbour := map[string]float64{"0.3→U": 0.8, "0.2→U": 0.7, "0.1→U": 0.6}
	report := func() *Report {
		return made(t, table3(), o, func(key string) any {
			column, _, _ := strings.Cut(key, " ")
			if strings.Contains(key, " 128 hidden") {
				return constant(0, 0, 0.1, 0.1, neighbour[column])
			}
			return constant(0, 0, 0.97, 0.48, 0.99)
		})
	}
	r := report()
	for i, want := range []float64{97, 48, 70} { // of 0.2→U
		if row := r.Rows[9+i]; row.Group != "0.2→U" || math.Abs(row.Ours.Mean-want) > 1e-9 {
			t.Errorf("%s, %s: %g, want %g", row.Group, row.Name, row.Ours.Mean, want)
		}
	}
	for _, c := range r.Claims {
		if !c.Holds {
			t.Errorf("%s: %s", c.Statement, c.Measured)
		}
	}
	neighbour["0.2→U"] = 0.85
	if c := report().Claims; c[len(c)-1].Holds {
		t.Errorf("%s: %s holds", c[len(c)-1].Statement, c[len(c)-1].Measured)
	}
}

func TestTable5NetworksReport(t *testing.T) {
	o := Options{Columns: []string{"M→U", "0.2→U"}}
	r := made(t, table5Networks(), o, func(key string) any {
		switch {
		case strings.HasPrefix(key, "M→U"):
			return constant(1, 0.5, 1, 0.5, 0)
		case strings.Contains(key, "all of 7") && strings.Contains(key, "DANN"):
			return constant(1, 0.3, 1, 0.5, 0)
		}
		return constant(1, 0.4, 1, 0.5, 0)
	})
	if r.Units != 2+20 {
		t.Errorf("%d units", r.Units)
	}
	for i, want := range []float64{50, 50, 40, 39} {
		if math.Abs(r.Rows[i].Ours.Mean-want) > 1e-9 {
			t.Errorf("%s, %s: %g, want %g", r.Rows[i].Group, r.Rows[i].Name, r.Rows[i].Ours.Mean, want)
		}
	}
	if !r.Claims[1].Holds {
		t.Errorf("%s: %s", r.Claims[1].Statement, r.Claims[1].Measured)
	}
}

// On real digits the networks see standardized pixels without a constant, and DANN
// loses to the plain network when the source is subsampled.
func TestNetworksOnDigits(t *testing.T) {
	o := dataOrSkip(t)
	if testing.Short() {
		t.Skip("trains networks")
	}
	d, err := digitTask{column: digitColumns()[4], digits: []int{0, 1}}.open(t.Context(), o, 0, true, nil)
	if err != nil {
		t.Fatal(err)
	}
	if n, width := d.Source.X.Dims(); width != 784 || n < 7000 {
		t.Errorf("%d × %d", n, width)
	}
	// Black is (0 − 0.2973)/0.3278, white (1 − 0.2973)/0.3278.
	if low, high := mat.Min(d.Source.X), mat.Max(d.Source.X); math.Abs(low+0.2973/0.3278) > 1e-12 || math.Abs(high-0.7027/0.3278) > 1e-12 {
		t.Errorf("pixels from %g to %g", low, high)
	}
	var target [2]float64
	for i, m := range []rivals.Method{o.sourceOnly(), o.dann()} {
		c, err := m.Train(t.Context(), rivalProblem(d), rivals.Hyper{Hidden: 16}, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		target[i] = rate(d, d.Task.Predict(c.Scores(d.Target.X))).Accuracy
	}
	if target[1] >= target[0] {
		t.Errorf("the target is predicted with %v", target)
	}
}
