package paper

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
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
		var counts, rights [2]float64
		for i, aside := range newDraw(240, validationRows, uint64(seed)).validation {
			part := map[bool]int{true: 0, false: 1}[aside]
			counts[part]++
			if predicted[i] == d.Target.Y[i] {
				rights[part]++
			}
		}
		if s.Validation != rights[0]/counts[0] || s.Test != rights[1]/counts[1] || counts[0] != validationRows {
			t.Errorf("draw %d: %+v, want %v of %v", seed, s, rights, counts)
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

// The textbook's networks are others than those of the published code, and units
// of the one are none of the other; a reduced grid is said to be one.
func TestNetworkVariants(t *testing.T) {
	published, textbook := Options{Widths: paperWidths()}, Options{Textbook: true}
	keys := map[string]bool{}
	for _, o := range []Options{published, textbook} {
		keys[o.dann().Variant] = true
		keys[o.trainedKey(digitTask{}, o.dann(), 128, 0)] = true
	}
	if len(keys) != 4 {
		t.Errorf("variants and keys are %v", keys)
	}
	for o, want := range map[*Options][]bool{&published: {false, false, false}, &textbook: {true, true, true}} {
		protocol := strings.Join(o.networkProtocol(o.dann()), " ")
		for i, word := range []string{"textbook", "cross-entropy", "Reduced grid"} {
			if strings.Contains(protocol, word) != want[i] {
				t.Errorf("%q is said: %t, want %t: %s", word, !want[i], want[i], protocol)
			}
		}
	}
}

// made gives every unit of an experiment a result.
func made(t *testing.T, e Experiment, o Options, result func(key string) any) Results {
	t.Helper()
	units, err := e.Units(o)
	if err != nil {
		t.Fatal(err)
	}
	results := Results{}
	for _, u := range units {
		text, err := json.Marshal(result(u.Key))
		if err != nil {
			t.Fatal(err)
		}
		results[u.Key] = text
	}
	return results
}

// constant is a training with the same accuracies in all draws.
func constant(validation, test, source, discriminator, neighbour float64) trainedResult {
	r := trainedResult{Source: source, Discriminator: discriminator, Neighbour: neighbour}
	for range linearDraws {
		r.Draws = append(r.Draws, scored{validation, test})
	}
	return r
}

// The width is the one that did best on the validation rows, of equals the last;
// what it reaches there is what is reported.
func TestNetworksChooseByValidation(t *testing.T) {
	o := Options{Widths: []int{64, 128, 256}, Pairs: [][2]int{{0, 1}, {3, 8}}, Columns: []string{"M→U", "0.1→U"}}
	results := made(t, table2Networks(), o, func(key string) any {
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
	r, err := table2Networks().Report(o, results)
	if err != nil {
		t.Fatal(err)
	}
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
	delete(results, o.trainedKey(pairTasks(o, digitColumns()[1])[0], o.dann(), 64, 0))
	if _, err := table2Networks().Report(o, results); err == nil {
		t.Error("a unit without a result goes unnoticed")
	}
}

func TestTable3Report(t *testing.T) {
	o := Options{Widths: []int{256}, Pairs: [][2]int{{0, 1}}}
	neighbour := map[string]float64{"0.3→U": 0.8, "0.2→U": 0.7, "0.1→U": 0.6}
	report := func() *Report {
		r, err := table3Report(o, made(t, table3(), o, func(key string) any {
			column, _, _ := strings.Cut(key, " ")
			if strings.Contains(key, " 128 hidden") {
				return constant(0, 0, 0.1, 0.1, neighbour[column])
			}
			return constant(0, 0, 0.97, 0.48, 0.99)
		}))
		if err != nil {
			t.Fatal(err)
		}
		return r
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
	results := made(t, table5Networks(), o, func(key string) any {
		switch {
		case strings.HasPrefix(key, "M→U"):
			return constant(1, 0.5, 1, 0.5, 0)
		case strings.Contains(key, "all of 7") && strings.Contains(key, "DANN"):
			return constant(1, 0.3, 1, 0.5, 0)
		}
		return constant(1, 0.4, 1, 0.5, 0)
	})
	if len(results) != 2+20 {
		t.Errorf("%d units", len(results))
	}
	r, err := table5Networks().Report(o, results)
	if err != nil {
		t.Fatal(err)
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
	d, err := digitTask{digitColumns()[4], []int{0, 1}, -1}.open(t.Context(), o, 0, true, nil)
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
