package rivals

import "gonum.org/v1/gonum/floats"

// FDAL is f-DAL with Pearson's χ² divergence: Acuna, Zhang, Law and Fidler, "f-Domain-Adversarial
// Learning: Theory and Algorithms", ICML 2021. A second head h′, with an output per class like the
// first head h, replaces the discriminator. Let ŷ be the class that h predicts and v = h′(f)_ŷ.
// Training looks for the saddle point of the label loss L_y and the divergence d,
//
//	L_y(f, h) + c·d,  d = mean over source of v − mean over target of φ*(v),
//
// a minimum in f and h and a maximum in h′. φ*(t) = t²/4 + t is the conjugate of φ(x) = (x − 1)²
// (their table of divergences).
//
// As in their published code, both heads have a hidden layer as wide as the features, leaky
// rectifiers, and layers of spectral norm 1. As in their code for digits, gradients are clipped to
// norm 10, the momentum is Nesterov's, and the weight decay is 0.002. Their dropout is omitted. As
// in DANN, the gradient for the features is reversed with a growing factor. FDAL uses Hyper.Hidden
// and c = Hyper.Coefficient, and learns a Representer.
func FDAL(t Training) Method {
	return t.withNesterov(pearsonDecay).newNetworkMethod(Method{
		Name: "f-DAL (Pearson χ²)", Command: "f-dal", About: "a network with a second head that bounds an f-divergence of the domains (Acuna et al. 2021)",
	}, func(s *trainingRun) {
		rng := newRandom(s.seed, discriminatorStream)
		head := func() *perceptron {
			p := newPerceptron([]int{s.hyper.Hidden, s.hyper.Hidden, s.head.outputWidth()}, !s.NoBias, rng)
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
	// largestGradient is FDAL's limit of the norm of gradients, which it clips.
	largestGradient = 10
	// pearsonDecay is FDAL's weight decay, and headLeak the slope for negative numbers of the
	// rectifiers in FDAL's heads.
	pearsonDecay = 2e-3
	headLeak     = 0.01
)

// A pearsonLoss is the domainLoss −c·d of f-DAL: d is the estimated divergence of the domains, and
// coefficient its weight c.
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
