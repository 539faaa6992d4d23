package rivals

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"larui/model"
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

// gradientTolerance allows for the errors of slope with room for losses of size
// 10; no rectifier of the seeds used switches within h.
const gradientTolerance = 1e-7

func near(a, b float64) bool { return math.Abs(a-b) <= gradientTolerance*max(1, math.Abs(b)) }

func TestPerceptronGradients(t *testing.T) {
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
			p := newPerceptron(c.widths, c.bias, newRand(7, 1), 9)
			p.leak, p.rectified = c.leak, c.rectified
			x, by := random(6, c.widths[0], 1), random(6, p.outputs(), 2)
			// The loss is ⟨by, output⟩.
			loss := func() float64 { return blas64.Dot(vector(p.forward(x)), vector(by)) }
			loss()
			dx := zeros(x.Rows, x.Cols)
			p.backward(x, copyOf(by), &dx)
			checkGradients(t, append(p.tensors(), tensor{x.Data, dx.Data}), loss)
		})
	}
}

// checkGradients compares every gradient with the slope of the loss.
func checkGradients(t *testing.T, tensors []tensor, loss func() float64) {
	t.Helper()
	for k, tensor := range tensors {
		got := append([]float64(nil), tensor.grad...)
		for i := range tensor.value {
			if want := slope(tensor.value, i, loss); !near(got[i], want) {
				t.Errorf("tensor %d, entry %d: gradient %v, finite difference %v", k, i, got[i], want)
			}
		}
	}
}

// Both losses by their definitions, and their gradients.
func TestLosses(t *testing.T) {
	for name, c := range map[string]struct {
		loss loss
		want float64
	}{
		// p = (1/4, 3/4) and (1, 0): 2·log(4/3) + 3·1000, −2·3/4 − 3·0.
		"cross-entropy":        {crossEntropy, 2*math.Log(4.0/3) + 3000},
		"negative probability": {negativeProbability, -1.5},
	} {
		value := func(z, dz blas64.General, labels []int, weights []float64) float64 {
			p := zeros(z.Rows, z.Cols)
			softmax(z, p)
			return c.loss(z, p, dz, labels, weights)
		}
		known := blas64.General{Rows: 2, Cols: 2, Stride: 2, Data: []float64{0, math.Log(3), 1000, 0}}
		if got := value(known, zeros(2, 2), []int{1, 1}, []float64{2, 3}); math.Abs(got-c.want) > 1e-12*math.Abs(c.want) {
			t.Errorf("%s is %v, want %v", name, got, c.want)
		}
		z, labels, weights := random(5, 3, 3), []int{0, 2, 1, 1}, []float64{.1, .7, .4, 2}
		dz := zeros(5, 3)
		value(z, dz, labels, weights)
		checkGradients(t, []tensor{{z.Data, dz.Data}}, func() float64 { return value(z, zeros(5, 3), labels, weights) })
	}
}

// The gradient of training is that of a saddle point: the loss of labels by the
// head, the domain term by the adversary, and by the extractor the loss of labels
// less strength times the domain term. CDAN's predictions count as given.
func TestSaddlePointGradients(t *testing.T) {
	h := Hyper{Hidden: 5, Coefficient: 0.7}
	for _, p := range []Problem{
		{Task: model.Binary, Source: gaussian(11, 0, 1), Target: gaussian(9, 45, 2).X},
		{Task: model.MultiClass, Classes: 3, Source: blobs(11, 3, 4, 0, 1), Target: blobs(9, 3, 4, 1, 2).X},
	} {
		for _, m := range methods(Descent{}, Training{Batch: 10}, Alignment{}) {
			if _, ok := m.learner.(networks); ok {
				t.Run(fmt.Sprintf("%s/%s/%t", m.Name, p.Task, m.Published), func(t *testing.T) {
					checkSaddle(t, sessionOf(t, m, p, h, 3))
				})
			}
		}
		t.Run("randomized", func(t *testing.T) {
			s := sessionOf(t, CDAN(Training{Batch: 10}), p, h, 3)
			r := (&randomized{rf: random(5, 12, 5), rp: random(s.head.outputs(), 12, 6)}).reader(s.rows)
			s.adversary = s.deep(r)
			checkSaddle(t, s)
		})
	}
}

func checkSaddle(t *testing.T, s *session) {
	t.Helper()
	if s.importance != nil {
		copy(s.importance.weights, []float64{0.4, 1.8, 0.9})
		s.importance.spread()
	}
	const strength = 0.37
	b := s.load([]int{0, 2, 3, 5, 4}, newSampler(s.target.Rows, 4, newRand(1, 1)))
	s.forward(b)
	s.labelLoss(b)
	if s.adversary != nil {
		s.adversary.penalty(b)
	}
	s.backward(b, s.adversary != nil, strength)
	given := copyOf(b.probs)
	labels := func() float64 {
		s.forward(b)
		return s.labelLoss(b)
	}
	domains := func() float64 {
		if s.adversary == nil {
			return 0
		}
		s.forward(b)
		copy(b.probs.Data, given.Data)
		return s.adversary.penalty(b)
	}
	checkGradients(t, s.head.tensors(), labels)
	checkGradients(t, s.extractor.tensors(), func() float64 { return labels() - strength*domains() })
	if s.adversary != nil {
		checkGradients(t, s.adversary.tensors(), domains)
	}
}

// The domain term by its definition, ½ mean w_y ℓ + ½ mean ℓ, with fewer target
// rows than source rows in the batch.
func TestDomainTermWeighsDomainsAlike(t *testing.T) {
	p := Problem{Task: model.Binary, Source: gaussian(8, 0, 1), Target: gaussian(3, 45, 2).X}
	s := sessionOf(t, IWDAN(Training{}), p, Hyper{Hidden: 4, Coefficient: 0.5}, 1)
	copy(s.importance.weights, []float64{0.4, 1.8})
	b := s.load([]int{0, 1, 2, 3, 4}, newSampler(3, 3, newRand(1, 1)))
	s.forward(b)
	got := s.adversary.penalty(b)
	z := s.adversary.(*domainTerm).forward(b)
	want := 0.0
	for i := range z.Rows {
		logits := row(z, i)
		p := 1 / (1 + math.Exp(logits[1]-logits[0])) // of the source
		if i < 5 {
			want += -math.Log(p) * []float64{0.4, 1.8}[b.labels[i]] / 5 / 2
		} else {
			want += -math.Log(1-p) / 3 / 2
		}
	}
	if want *= 0.5; math.Abs(got-want) > 1e-12 {
		t.Errorf("the domain term is %v, want %v", got, want)
	}
}

// f-DAL's term for Pearson's χ² by its definition.
func TestPearsonTerm(t *testing.T) {
	p := Problem{Task: model.MultiClass, Classes: 3, Source: blobs(8, 3, 4, 0, 1), Target: blobs(6, 3, 4, 1, 2).X}
	s := sessionOf(t, FDAL(Training{}), p, Hyper{Hidden: 4, Coefficient: 0.3}, 1)
	b := s.load([]int{0, 1, 2, 3, 4}, newSampler(6, 4, newRand(1, 1)))
	s.forward(b)
	got := s.adversary.penalty(b)
	v := s.adversary.(*pearson).head.forward(b.features)
	d := 0.0
	for i := range v.Rows {
		predicted := int(model.MultiClass.Predict(dense(span(b.logits, i, i+1)))[0])
		if t := row(v, i)[predicted]; i < 5 {
			d += t / 5
		} else {
			// φ*(t) = sup over x of tx − (x−1)², reached at x = 1 + t/2.
			x := 1 + t/2
			d -= (t*x - (x-1)*(x-1)) / 4
		}
	}
	if math.Abs(got+0.3*d) > 1e-12 {
		t.Errorf("the term is %v, want %v", got, -0.3*d)
	}
}

func TestLogisticGradient(t *testing.T) {
	for _, p := range []Problem{
		{Task: model.Binary, Source: gaussian(100, 0, 1)},
		{Task: model.MultiClass, Classes: 3, Source: blobs(100, 3, 4, 0, 1)},
	} {
		l := newLogLoss(p)
		w := random(l.outputs, l.x.Cols, 4)
		g, spare := zeros(w.Rows, w.Cols), zeros(w.Rows, w.Cols)
		l.gradient(t.Context(), w, g)
		checkGradients(t, []tensor{{w.Data, g.Data}}, func() float64 { return l.gradient(t.Context(), w, spare) })
		// The loss itself, from scores.
		var scores mat.Dense
		scores.Mul(p.Source.X, dense(w).T())
		want := 0.0
		for i, y := range p.Source.Y {
			if p.Task == model.Binary {
				want += math.Log1p(math.Exp(-y * scores.At(i, 0)))
				continue
			}
			sum := 0.0
			for j := range p.Classes {
				sum += math.Exp(scores.At(i, j) - scores.At(i, int(y)))
			}
			want += math.Log(sum)
		}
		if got := l.gradient(t.Context(), w, spare); math.Abs(got-want/100) > 1e-12 {
			t.Errorf("%s: the loss is %v, want %v", p.Task, got, want/100)
		}
	}
}

func TestMapperGradients(t *testing.T) {
	source, target := random(20, 3, 1), random(15, 3, 2)
	m := newMapper(source, target, 0.01, 6, 5, 1)
	copy(m.w.Data, random(3, 3, 3).Data)
	m.draw()
	// The rows drawn stay; the mapping is applied anew.
	again := func() float64 {
		mapped, err := mapRows(t.Context(), m.x, m.w)
		if err != nil {
			t.Fatal(err)
		}
		copy(m.in.Data, mapped.Data)
		return m.judgement(labelSmoothing)
	}
	m.mappingGradient()
	checkGradients(t, []tensor{{m.w.Data, m.dw.Data}}, again)

	again()
	m.judge.backward(m.in, m.dz, nil)
	checkGradients(t, m.judge.tensors(), again)
}
