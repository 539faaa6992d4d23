package rivals

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// A discriminator predicts the domain of a row: output 0 is for the source, 1 for the target. It
// sees the network's features, or features and predictions.
type discriminator struct {
	layers *perceptron
	input  inputFunction
}

// forward returns the outputs of the discriminator's layers for a batch. The last output has the
// logits (rows×2).
func (d discriminator) forward(b *batch) layerOutputs {
	return d.layers.forward(b.memory, d.input.compute(b))
}

// A discriminatorLoss is the domainLoss coefficient·L_d,
//
//	L_d = ½·mean over source rows of w_y ℓ + ½·mean over target rows of ℓ,
//
// where ℓ is the loss for predicting the row's domain, and w_y the weight of its class y. The
// discriminator descends on L_d and the features ascend, so that training looks for a saddle point
// (Ganin et al. 2016, section 4).
type discriminatorLoss struct {
	discriminator
	loss        loss
	coefficient float64
	// importance has w_y for each class y. nil means that all w_y are 1.
	importance *classImportance
	// entropic reports whether the weight of each row is multiplied by the row's entry in
	// certaintyWeights.
	entropic bool
}

func (s *trainingRun) newDiscriminatorLoss(hidden []int, input inputFunction, coefficient float64) *discriminatorLoss {
	widths := append(append([]int{input.width(s.hyper.Hidden)}, hidden...), 2)
	layers := newPerceptron(widths, !s.NoBias, newRandom(s.seed, discriminatorStream))
	term := &discriminatorLoss{discriminator{layers, input}, s.loss, coefficient, s.importance, false}
	if s.Mixed {
		term.loss = negativeProbability
	}
	return term
}

func (t *discriminatorLoss) addGradients(b *batch, strength float64) float64 {
	a := t.forward(b)
	z := a.last()
	domains, weights := make([]int, z.Rows), make([]float64, z.Rows)
	for i := range z.Rows {
		if i >= b.source {
			domains[i], weights[i] = 1, t.coefficient/float64(2*(z.Rows-b.source))
			continue
		}
		weights[i] = t.coefficient / float64(2*b.source)
		if t.importance != nil {
			weights[i] *= t.importance.weights[b.labels[i]]
		}
	}
	if t.entropic {
		floats.Mul(weights, certaintyWeights(b))
	}
	penalty, dz := t.loss(z, softmax(z), domains, weights)
	subtractScaled(b.dfeatures, strength, t.input.featureGradient(b, t.layers.backward(b.memory, a, dz, true)))
	return penalty
}

// certaintyWeights returns 1 + e^(−H) for each row of a batch, scaled to mean 1 in each domain. H
// is the entropy of the row's prediction.
func certaintyWeights(b *batch) []float64 {
	all := make([]float64, b.probs.Rows)
	for i := range all {
		entropy := 0.0
		for _, p := range row(b.probs, i) {
			if p > 0 {
				entropy -= p * math.Log(p)
			}
		}
		all[i] = 1 + math.Exp(-entropy)
	}
	for _, domain := range [][]float64{all[:b.source], all[b.source:]} {
		floats.Scale(float64(len(domain))/floats.Sum(domain), domain)
	}
	return all
}

func (t *discriminatorLoss) tensors() []tensor { return t.layers.tensors() }

func subtractScaled(a blas64.General, s float64, b blas64.General) {
	for i := range a.Rows {
		floats.AddScaled(row(a, i), -s, row(b, i))
	}
}

type adversarialNetwork struct {
	trainedNetwork
	discriminator discriminator
}

// DomainAccuracy returns the mean of the shares of source rows and of target rows that the
// discriminator assigns to the right domain.
func (a adversarialNetwork) DomainAccuracy(source, target *mat.Dense) float64 {
	return (a.shareAssignedTo(source, 0) + a.shareAssignedTo(target, 1)) / 2
}

func (a adversarialNetwork) shareAssignedTo(x *mat.Dense, domain float64) float64 {
	z := a.collectOutputs(x, func(b *batch) blas64.General { return a.discriminator.forward(b).last() })
	domains := model.MultiClass.Predict(z)
	return float64(floats.Count(func(v float64) bool { return v == domain }, domains)) / float64(len(domains))
}
