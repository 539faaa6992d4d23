package rivals

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// wide is a problem large enough for products to be split among cores.
func wide() Problem {
	return Problem{Task: model.MultiClass, Classes: 3, Source: blobs(200, 3, 150, 0, 1), Target: blobs(90, 3, 150, 0.1, 2).X}
}

// fingerprint holds the bits of everything a classifier says.
func fingerprint(c Classifier, p Problem) []uint64 {
	var bits []uint64
	add := func(x *mat.Dense) {
		for _, v := range x.RawMatrix().Data {
			bits = append(bits, math.Float64bits(v))
		}
	}
	add(c.Scores(p.Target))
	if r, ok := c.(Representer); ok {
		add(r.Representation(p.Source.X))
	}
	if w, ok := c.(Weights); ok {
		add(w.Weights())
	}
	if w, ok := c.(Weighted); ok {
		add(mat.NewDense(1, p.Classes, w.ClassWeights()))
	}
	if d, ok := c.(DomainClassifier); ok {
		bits = append(bits, math.Float64bits(d.DomainAccuracy(p.Source.X, p.Target)))
	}
	return bits
}

func TestSameSeedSameBitsOnAnyNumberOfCores(t *testing.T) {
	p, h := wide(), Hyper{Hidden: 70, Coefficient: 0.5, L2: 3, Beta: 0.01}
	two := Training{Epochs: 2}
	for _, m := range []Method{
		LeastSquares{Descent{Epochs: 30}}, Ridge{}, Logistic{Epochs: 30},
		SourceOnly{two}, DANN{two}, CDAN{two}, FDAL{two}, IWDAN{two}, IWCDAN{two},
		AdversarialRefine{Epochs: 1, Width: 70, Refinements: 1},
	} {
		t.Run(m.Name(), func(t *testing.T) {
			var prints [][]uint64
			for _, cores := range []int{1, 2, 1} {
				before := runtime.GOMAXPROCS(cores)
				c, err := m.Train(context.Background(), p, h, 5, nil)
				runtime.GOMAXPROCS(before)
				if err != nil {
					t.Fatal(err)
				}
				prints = append(prints, fingerprint(c, p))
			}
			if !slices.Equal(prints[0], prints[1]) {
				t.Error("two cores give other bits than one")
			}
			if !slices.Equal(prints[0], prints[2]) {
				t.Error("a second run gives other bits")
			}
			if _, linear := m.(interface{ variant() string }); linear || m.Name() == (Logistic{}).Name() {
				return
			}
			other := fingerprint(trained(t, m, p, h, 6), p)
			if slices.Equal(prints[0], other) {
				t.Error("another seed gives the same bits")
			}
		})
	}
}

// Training twice at once, and using a classifier from many goroutines, must not
// share memory; run with -race.
func TestClassifiersAreUsedConcurrently(t *testing.T) {
	p := wide()
	c := trained(t, IWCDAN{Training{Epochs: 1}}, p, Hyper{Hidden: 20, Coefficient: 1}, 1)
	want := fmt.Sprint(fingerprint(c, p))
	done := make(chan bool)
	for range 4 {
		go func() { done <- fmt.Sprint(fingerprint(c, p)) == want }()
	}
	for range 4 {
		if !<-done {
			t.Error("concurrent use gives other scores")
		}
	}
}
