package rivals

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/linalg"
	"larui/model/testutil"
)

// slope returns the central difference of f along values[i]. Its error is h²/6
// times the third derivative and 1e-16/h times the size of f: below 1e-9 here.
func slope(values []float64, i int, f func() float64) float64 {
	const h = 1e-5
	kept := values[i]
	values[i] = kept + h
	up := f()
	values[i] = kept - h
	down := f()
	values[i] = kept
	return (up - down) / (2 * h)
}

// gradientTolerance allows for the errors of slope, with room for losses of size 10. With these
// seeds no rectifier switches within h.
const gradientTolerance = 1e-7

// A perceptron and its gradients agree with its definition, layer by layer.
func TestPerceptron(t *testing.T) {
	for _, c := range []struct {
		widths    []int
		bias      bool
		leak      float64
		rectified bool
	}{
		{[]int{3, 2}, true, 0, false},
		{[]int{3, 2}, false, 0, false},
		{[]int{3, 5}, true, 0, true},
		{[]int{4, 6, 5, 2}, true, 0.2, false},
		{[]int{4, 6, 3}, false, 0, true},
	} {
		t.Run(fmt.Sprint(c.widths, c.bias, c.leak, c.rectified), func(t *testing.T) {
			p := newPerceptron(c.widths, c.bias, newRandom(7, 1))
			p.leak, p.rectified = c.leak, c.rectified
			x, by := random(6, c.widths[0], 1), random(6, p.outputWidth(), 2)
			want := toDense(x)
			for k, l := range p.layers {
				y := linalg.MultiplyAny(want, toDense(l.w))
				y.Apply(func(_, j int, v float64) float64 {
					if c.bias {
						v += l.b[j]
					}
					if v < 0 && (k < len(p.layers)-1 || c.rectified) {
						v *= c.leak
					}
					return v
				}, y)
				want = y
			}
			if !mat.EqualApprox(toDense(p.forward(nil, x).last()), want, 1e-14) {
				t.Error("not the layers one after the other")
			}
			// The loss is ⟨by, output⟩.
			loss := func() float64 { return blas64.Dot(newVector(p.forward(nil, x).last().Data), newVector(by.Data)) }
			dx := p.backward(nil, p.forward(nil, x), copyOf(by), true)
			checkGradients(t, append(p.tensors(), tensor{x.Data, dx.Data}), loss)
		})
	}
}

// checkGradients compares every gradient with the slope of the loss, which may overwrite gradients.
func checkGradients(t *testing.T, tensors []tensor, loss func() float64) {
	t.Helper()
	for k, tensor := range tensors {
		for i, got := range slices.Clone(tensor.grad) {
			want := slope(tensor.value, i, loss)
			testutil.Near(t, got, want, gradientTolerance*max(1, math.Abs(want)), "tensor", k, "entry", i)
		}
	}
}

// copied returns tensors with the same values and copies of the gradients.
func copied(tensors []tensor) (copies []tensor) {
	for _, t := range tensors {
		copies = append(copies, tensor{t.value, slices.Clone(t.grad)})
	}
	return copies
}

// Both losses and their gradients agree with their definitions.
func TestLosses(t *testing.T) {
	for name, c := range map[string]struct {
		loss loss
		want float64
	}{
		// p = (1/4, 3/4) and (1, 0): 2·log(4/3) + 3·1000, −2·3/4 − 3·0.
		"cross-entropy":        {crossEntropy, 2*math.Log(4.0/3) + 3000},
		"negative probability": {negativeProbability, -1.5},
	} {
		known := mat.NewDense(2, 2, []float64{0, math.Log(3), 1000, 0}).RawMatrix()
		got, _ := c.loss(known, softmax(known), []int{1, 1}, []float64{2, 3})
		testutil.Near(t, got, c.want, 1e-12*math.Abs(c.want), name)
		z := random(5, 3, 3)
		value := func() (float64, blas64.General) {
			return c.loss(z, softmax(z), []int{0, 2, 1, 1}, []float64{.1, .7, .4, 2})
		}
		_, dz := value()
		checkGradients(t, []tensor{{z.Data, dz.Data}}, func() float64 { total, _ := value(); return total })
	}
}

// The gradient of training is the gradient of a saddle point. The head descends the label loss, the
// adversary the domain term, and the extractor the label loss minus strength times the domain term.
// CDAN's predictions are treated as constants.
func TestSaddlePointGradients(t *testing.T) {
	h := Hyper{Hidden: 5, Coefficient: 0.7}
	for _, p := range []model.Data{plane(11, 9, 45), simplex(11, 9, 4, 1)} {
		for _, m := range methods(DescentOptions{}, Training{Batch: 10}, AlignmentOptions{}) {
			if _, ok := m.learner.(networkLearner); ok {
				t.Run(fmt.Sprintf("%s/%s/%t", m.Name, p.Task, m.Published), func(t *testing.T) {
					checkSaddle(t, sessionOf(m, p, h, 3))
				})
			}
		}
		t.Run("three layers", func(t *testing.T) {
			s := sessionOf(DANN(Training{Batch: 10, Layers: 3}), p, h, 3)
			testutil.Equal(t, len(s.extractor.layers), 3)
			checkSaddle(t, s)
		})
		t.Run("mixed", func(t *testing.T) { checkSaddle(t, sessionOf(DANN(Training{Batch: 10, Mixed: true}), p, h, 3)) })
		t.Run("randomized", func(t *testing.T) {
			s := sessionOf(CDAN(Training{Batch: 10}), p, h, 3)
			s.domainLoss = s.newDiscriminatorLoss([]int{5, 5}, sampledInput{rf: random(5, 12, 5), rp: random(s.head.outputWidth(), 12, 6)}, s.hyper.Coefficient)
			checkSaddle(t, s)
		})
	}
}

func checkSaddle(t *testing.T, s *trainingRun) {
	t.Helper()
	if s.importance != nil {
		copy(s.importance.weights, []float64{0.4, 1.8, 0.9})
	}
	// The gradient of σ is the one of the largest singular value once the power method has found
	// it.
	follow := func() {
		for _, p := range s.normalized {
			for range 100 {
				p.updateWeights()
			}
		}
	}
	follow()
	const strength = 0.37
	b := s.loadBatch([]int{0, 2, 3, 5, 4}, newSampler(s.target.Rows, 4, newRandom(1, 1)))
	s.computeGradients(b, strength, true)
	given, head, extractor := b.probs, copied(s.head.tensors()), copied(s.extractor.tensors())
	var judge []tensor
	if s.domainLoss != nil {
		judge = copied(s.domainLoss.tensors())
	}
	labels := func() float64 {
		follow()
		return s.computeGradients(b, 0, false)
	}
	domains := func() float64 {
		if s.domainLoss == nil {
			return 0
		}
		follow()
		s.forward(b)
		b.probs = given
		return s.domainLoss.addGradients(b, 0)
	}
	checkGradients(t, head, labels)
	checkGradients(t, extractor, func() float64 { return labels() - strength*domains() })
	checkGradients(t, judge, domains)
}

// The domain terms agree with their definitions, with fewer target rows than source rows in the
// batch: ½ mean w_y ℓ + ½ mean ℓ, and f-DAL's for Pearson's χ².
func TestDomainTerms(t *testing.T) {
	p := simplex(8, 3, 4, 1)
	const sources, targets, c = 5, 3, 0.3
	for _, m := range []Method{IWDAN(Training{}), FDAL(Training{}), CDANE(Training{})} {
		s := sessionOf(m, p, Hyper{Hidden: 4, Coefficient: c}, 1)
		if s.importance != nil {
			copy(s.importance.weights, []float64{0.4, 1.8, 0.7})
		}
		b := s.loadBatch([]int{0, 1, 2, 3, 4}, newSampler(targets, targets, newRandom(1, 1)))
		s.computeGradients(b, 0, false)
		// 1 + e^(−H) for each row, and its mean over the domain.
		certain, means := make([]float64, sources+targets), [2]float64{}
		for i := range certain {
			certain[i] = 1
			if m.Name == "CDAN-E" {
				for _, p := range row(b.probs, i) {
					certain[i] *= math.Pow(p, p) // e^(−H) is the product of p^p
				}
				certain[i]++
			}
			if i < sources {
				means[0] += certain[i] / sources
			} else {
				means[1] += certain[i] / targets
			}
		}
		got, want := s.domainLoss.addGradients(b, 0), 0.0
		for i := range sources + targets {
			switch judge := s.domainLoss.(type) {
			case *discriminatorLoss:
				logits := row(judge.forward(b).last(), i)
				share := 1 / (1 + math.Exp(logits[1]-logits[0])) // of the source
				if i < sources {
					weight := certain[i] / means[0]
					if s.importance != nil {
						weight *= s.importance.weights[b.labels[i]]
					}
					want -= math.Log(share) * weight / sources / 2
				} else {
					want -= math.Log(1-share) * certain[i] / means[1] / targets / 2
				}
			case *pearsonLoss:
				predicted := int(model.MultiClass.Predict(toDense(sliceRows(b.logits, i, i+1)))[0])
				v := row(judge.head.forward(nil, b.features).last(), i)[predicted]
				if i < sources {
					want -= v / sources
				} else {
					// φ*(v) = sup over x of vx − (x−1)², reached at x = 1 + v/2.
					x := 1 + v/2
					want += (v*x - (x-1)*(x-1)) / targets
				}
			}
		}
		testutil.Near(t, got, c*want, 1e-12, m.Name)
	}
}

func TestLogisticGradient(t *testing.T) {
	for _, p := range []model.Data{plane(100, 1, 0), simplex(100, 1, 4, 0)} {
		l := newLogLoss(p)
		w, g, spare := random(l.outputs, l.x.Cols, 4), zeros(l.outputs, l.x.Cols), zeros(l.outputs, l.x.Cols)
		got, want := l.gradient(t.Context(), w, g), 0.0
		checkGradients(t, []tensor{{w.Data, g.Data}}, func() float64 { return l.gradient(t.Context(), w, spare) })
		// The loss itself, from scores.
		scores := linearClassifier{mat.DenseCopyOf(toDense(w).T())}.Scores(p.Source.X)
		for i, y := range p.Source.Y {
			z := scores.RawRowView(i)
			if p.Task == model.Binary {
				want += math.Log1p(math.Exp(-y*z[0])) / 100
			} else {
				want += (floats.LogSumExp(z) - z[int(y)]) / 100
			}
		}
		testutil.Near(t, got, want, 1e-12, p.Task)
	}
}

// Newton's method finds the log-odds of the label in each of two groups of rows, which is the
// optimum. Classes that a plane separates have none: the loss comes near zero. A feature that is
// zero everywhere changes neither.
func TestLogisticByNewton(t *testing.T) {
	for _, c := range []struct{ positive, rows [2]int }{{[2]int{3, 40}, [2]int{10, 41}}, {[2]int{0, 5}, [2]int{5, 5}}} {
		p := model.Data{Task: model.Binary, Source: model.Domain{X: mat.NewDense(c.rows[0]+c.rows[1], 3, nil)}, Target: model.Domain{X: mat.NewDense(1, 3, nil)}}
		for group, rows := range c.rows {
			for i := range rows {
				p.Source.X.Set(len(p.Source.Y), group, 1)
				p.Source.Y = append(p.Source.Y, map[bool]float64{true: 1, false: -1}[i < c.positive[group]])
			}
		}
		w := trained(t, Logistic(DescentOptions{Newton: true}), p, Hyper{}, 0).(linearClassifier).w
		for group, rows := range c.rows {
			got, want := w.At(group, 0), math.Log(float64(c.positive[group])/float64(rows-c.positive[group]))
			if math.IsInf(want, 0) && (got*want < 0 || math.Abs(got) < 20) || !math.IsInf(want, 0) && math.Abs(got-want) > 1e-7 {
				t.Errorf("%+v: log-odds %v, want %v", c, got, want)
			}
		}
		if w.At(2, 0) != 0 {
			t.Errorf("a feature of zeros has the weight %v", w.At(2, 0))
		}
	}
}

// Beside a feature of scale 1e8, 50 steps are too few for a feature of scale 1. The fit is an error then.
func TestLogisticNotConverged(t *testing.T) {
	p := model.Data{Task: model.Binary, Source: model.Domain{X: mat.NewDense(40, 2, nil)}, Target: model.Domain{X: mat.NewDense(1, 2, nil)}}
	for i := range 40 {
		p.Source.X.SetRow(i, []float64{1e8 * float64(i%3-1), float64(i % 2)})
		p.Source.Y = append(p.Source.Y, float64(i/2%2*2-1))
	}
	if c, err := Logistic(DescentOptions{Newton: true}).Train(t.Context(), p, Hyper{}, 0, nil); !errors.Is(err, ErrDiverged) || !strings.Contains(err.Error(), "converge") {
		t.Errorf("%v, error %v", c, err)
	}
}

func TestMapperGradients(t *testing.T) {
	m := newMappingTrainer(random(20, 3, 1), random(15, 3, 2), 0.01, 6, 5, 1)
	copy(m.w.Data, random(3, 3, 3).Data)
	x, y := m.drawRows()
	again := func() float64 {
		loss, _ := m.mappingGradient(x, y)
		return loss
	}
	_, dw := m.mappingGradient(x, y)
	judge := copied(m.discriminator.tensors())
	checkGradients(t, []tensor{{m.w.Data, dw.Data}}, again)
	checkGradients(t, judge, again)
}
