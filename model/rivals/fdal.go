package rivals

import "gonum.org/v1/gonum/floats"

// FDAL is f-DAL with Pearson's χ² divergence: Acuna, Zhang, Law and Fidler, "f-Domain-Adversarial
// Learning: Theory and Algorithms", ICML 2021. A second head h′, with an output per class like the
// first head h, replaces the discriminator. Let ŷ be the class that h predicts and v = h′(f)_ŷ.
// Training looks for the saddle point of
//
//	L_y(f, h) + c·d,  d = mean over source of v − mean over target of φ*(v),
//
// a minimum in f and h and a maximum in h′, where φ*(t) = t²/4 + t is the conjugate of φ(x) = (x −
// 1)² (their table of divergences). As in their published code, both heads have a hidden layer as
// wide as the features, with leaky rectifiers, and layers of spectral norm 1. Gradients are clipped
// to norm 10, the momentum is Nesterov's, and weights decay by 0.002, as for digits there. Their
// dropout is left out. The gradient through the features is reversed and warmed up as in DANN. FDAL
// uses Hyper.Hidden and Hyper.Coefficient, c, and learns a Representer.
func FDAL(t Training) Method {
	return t.nesterov(pearsonDecay).networkMethod(Method{
		Name: "f-DAL (Pearson χ²)", Command: "f-dal", About: "a second head in the discriminator's place bounds an f-divergence (Acuna et al. 2021)",
	}, func(s *trainingRun) {
		rng := newRandom(s.seed, discriminatorStream)
		head := func() *perceptron {
			p := newPerceptron([]int{s.hyper.Hidden, s.hyper.Hidden, s.head.outputs()}, !s.NoBias, rng)
			p.leak = headLeak
			s.normalized = append(s.normalized, p.addSpectralNorms(rng)...)
			return p
		}
		s.head = head()
		s.domainLoss = &pearsonLoss{head(), s.hyper.Coefficient}
		s.maxGradient = largestGradient
	})
}

const (
	// largestGradient is the norm that clipping allows FDAL's gradients.
	largestGradient = 10
	// pearsonDecay is FDAL's weight decay, and headLeak the slope of its heads' rectifiers below 0.
	pearsonDecay = 2e-3
	headLeak     = 0.01
)

// A pearsonLoss is the domain term of f-DAL, −c·d, which h′ minimizes.
type pearsonLoss struct {
	head        *perceptron // h′
	coefficient float64
}

func (f *pearsonLoss) addGradients(b *batch, strength float64) float64 {
	a := f.head.forward(b.memory, b.features)
	v := a.last()
	dv := zeros(v.Rows, v.Cols)
	perSource, perTarget := f.coefficient/float64(b.source), f.coefficient/float64(v.Rows-b.source)
	loss := 0.0
	for i := range v.Rows {
		predicted := floats.MaxIdx(row(b.logits, i))
		t := row(v, i)[predicted]
		if i < b.source {
			loss -= perSource * t
			row(dv, i)[predicted] = -perSource
		} else {
			loss += perTarget * (t*t/4 + t)
			row(dv, i)[predicted] = perTarget * (t/2 + 1)
		}
	}
	subtractScaled(b.dfeatures, strength, f.head.backward(b.memory, a, dv, true))
	return loss
}

func (f *pearsonLoss) tensors() []tensor { return f.head.tensors() }
