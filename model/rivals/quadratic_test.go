package rivals

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/model"
	"larui/model/testutil"
)

// programs draws a confusion matrix, target predictions and source shares. Some have columns that
// repeat or vanish, some have absent classes.
func programs(t *rapid.T) (c blas64.General, mu, share []float64) {
	classes := rapid.IntRange(1, 7).Draw(t, "classes")
	entry := rapid.Float64Range(0, 1)
	if rapid.Bool().Draw(t, "coarse") {
		entry = rapid.Map(rapid.IntRange(0, 2), func(i int) float64 { return float64(i) / 2 })
	}
	c, mu, share = zeros(classes, classes), make([]float64, classes), make([]float64, classes)
	for i := range c.Data {
		c.Data[i] = entry.Draw(t, "c")
	}
	for i := range mu {
		mu[i] = entry.Draw(t, "mu")
		share[i] = rapid.Float64Range(0.05, 1).Draw(t, "share")
		if i > 0 && rapid.IntRange(0, 5).Draw(t, "absent") == 0 {
			share[i] = 0
		}
	}
	floats.Scale(1/floats.Sum(share), share)
	return c, mu, share
}

// The conditions of Karush, Kuhn and Tucker, which are sufficient as the program is convex. w is
// feasible. The objective's slope along share-weighted exchanges of weight, g_y/share_y, is the
// same for all classes of positive weight and at least as large for the others.
func TestImportanceWeightsAreOptimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, mu, share := programs(t)
		w := importanceWeights(c, mu, share)
		testutil.Near(t, floats.Dot(w, share), 1, 1e-12, "Σ share·w")
		residual := make([]float64, len(mu))
		for i := range mu {
			residual[i] = floats.Dot(row(c, i), w) - mu[i]
		}
		slopes := make([]float64, len(w))
		level, lightest := math.Inf(1), 0.0
		for y := range w {
			if share[y] == 0 {
				continue
			}
			for i := range mu {
				slopes[y] += row(c, i)[y] * residual[i] / share[y]
				lightest = max(lightest, math.Abs(row(c, i)[y]/share[y]))
			}
			level = min(level, slopes[y])
		}
		// Columns of length up to √7·lightest: slopes are that squared, times rounding
		// and the condition that the solver cuts off at 1e-12.
		tolerance := 1e-10 * (1 + 7*lightest*lightest)
		for y, weight := range w {
			if !(weight >= 0) || share[y] == 0 && weight != 0 {
				t.Fatalf("class %d of share %v weighs %v", y, share[y], weight)
			}
			if weight*share[y] > 1e-9 && slopes[y]-level > tolerance {
				t.Fatalf("class %d weighs %v at slope %v, the least being %v", y, weight, slopes[y], level)
			}
		}
	})
}

// The sums over an epoch give weights that are smoothed half and half. The first epoch leaves the
// weights at one.
func TestImportanceCountsAndSmooths(t *testing.T) {
	m := newClassImportance([]int{0, 0, 0, 1}, 2)
	for epoch, want := range []struct{ weights, labels []float64 }{
		// The weight for labels is w/(c·p_s). Then w = (½/¾, ½/¼) = (2/3, 2), averaged with one.
		{[]float64{1, 1}, []float64{1 / 1.5, 1 / 0.5}},
		{[]float64{5.0 / 6, 1.5}, []float64{5.0 / 9, 3}},
	} {
		// Perfect predictions on the source, a target of 1:1.
		m.addBatch(&batch{source: 2, labels: []int{0, 1}, probs: mat.NewDense(3, 2, []float64{1, 0, 0, 1, 1, 0}).RawMatrix()})
		m.addBatch(&batch{source: 2, labels: []int{0, 0}, probs: mat.NewDense(3, 2, []float64{1, 0, 1, 0, 0, 1}).RawMatrix()})
		m.endEpoch(epoch > 0)
		labels := []float64{m.labelWeight(0), m.labelWeight(1)}
		if !floats.EqualApprox(m.weights, want.weights, 1e-12) || !floats.EqualApprox(labels, want.labels, 1e-12) {
			t.Errorf("after epoch %d the weights are %v, %v, want %v", epoch+1, m.weights, labels, want)
		}
	}
}

// The first epoch of the importance-weighted methods trains on the source alone. With a single
// epoch they are the source-only network.
func TestImportanceWeightingStartsOnTheSource(t *testing.T) {
	p := rotated(2)
	// Both classes have the same share, so that the class weights 1/(2·p_s) are one too.
	for i := range p.Source.Y {
		p.Source.Y[i] = float64(2*(i%2) - 1)
	}
	one, h := Training{Epochs: 1}, Hyper{Hidden: 8, Coefficient: 1}
	want := trained(t, SourceOnly(one.withNesterovAndDecay(conditionalDecay)), p, h, 3).Scores(p.Target.X)
	for _, m := range []Method{IWDAN(one), IWCDAN(one)} {
		if got := trained(t, m, p, h, 3).Scores(p.Target.X); !mat.EqualApprox(got, want, 1e-9) {
			t.Errorf("%s departs from the source-only network in its first epoch", m.Name)
		}
	}
}

// If only the shares of classes differ in the target, the weights approach the ratio of shares,
// within the error of the predictions.
func TestImportanceWeightingFindsTheRatio(t *testing.T) {
	// Keep only every fourth row of one class.
	keep := func(d model.Domain, class float64) (kept model.Domain, ones float64) {
		var x []float64
		for i, y := range d.Y {
			if y != class || i%4 == 0 {
				x, kept.Y = append(x, d.X.RawRowView(i)...), append(kept.Y, y)
			}
		}
		kept.X = mat.NewDense(len(kept.Y), 3, x)
		return kept, floats.Sum(kept.Y) / float64(len(kept.Y))
	}
	source, before := keep(blobs(900, 2, 3, 0, 1), 0)
	target, after := keep(blobs(900, 2, 3, 0, 2), 1)
	p := model.Data{Task: model.MultiClass, Classes: 2, Source: source, Target: target}
	want := []float64{(1 - after) / (1 - before), after / before}
	for _, m := range []Method{IWDAN(Training{}), IWCDAN(Training{})} {
		s := sessionOf(m, p, Hyper{Hidden: 16, Coefficient: 1}, 1)
		run(t, s, p.Task)
		for y, w := range s.importance.weights {
			testutil.Near(t, w/want[y], 1, 0.15, m.Name, "weight relative to the shares' ratio, class", y)
		}
	}
}
