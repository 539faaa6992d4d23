package rivals

import (
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// A discriminator tells source (output 0) from target (output 1) by the features,
// alone or together with the predictions.
type discriminator struct {
	layers *perceptron
	input  condition
	// u is the last input.
	u blas64.General
}

// reader returns a discriminator with the same weights and memory of its own, for
// forward passes beside others.
func (d *discriminator) reader(rows int) *discriminator {
	return &discriminator{layers: d.layers.reader(rows), input: d.input.reader(rows)}
}

// forward returns the logits (rows×2) of a batch's domains.
func (d *discriminator) forward(b *batch) blas64.General {
	d.u = d.input.join(b)
	return d.layers.forward(d.u)
}

// A domainTerm is the loss of a discriminator, L_d = ½ mean over the source of
// w_y ℓ(source) + ½ mean over the target of ℓ(target). Its gradient by the
// discriminator's weights is used as it is, that by the features reversed, so that
// training is a search for a saddle point (Ganin et al. 2016, section 4).
type domainTerm struct {
	*discriminator
	loss loss
	// coefficient weights the whole term.
	coefficient float64
	// importance holds w of every class, or is nil for ones.
	importance *importance

	probs, dlogits, du blas64.General
	domains            []int
	weights            []float64
}

// discriminator draws a discriminator with the given hidden layers.
func (s *session) discriminator(hidden []int, input condition, coefficient float64) *domainTerm {
	width := input.width(s.hyper.Hidden)
	widths := append(append([]int{width}, hidden...), 2)
	layers := newPerceptron(widths, !s.NoBias, newRand(s.seed, discriminatorStream), s.rows)
	return &domainTerm{
		discriminator: &discriminator{layers: layers, input: input},
		loss:          s.loss, coefficient: coefficient, importance: s.importance,
		probs: zeros(s.rows, 2), dlogits: zeros(s.rows, 2), du: zeros(s.rows, width),
		domains: make([]int, s.rows), weights: make([]float64, s.rows),
	}
}

// penalty returns the weighted loss of the batch and sets the gradient by the
// discriminator's logits.
func (t *domainTerm) penalty(b *batch) float64 {
	rows := b.x.Rows
	z := t.forward(b)
	probs, dlogits := span(t.probs, 0, rows), span(t.dlogits, 0, rows)
	softmax(z, probs)
	for i := range rows {
		if i >= b.source {
			t.domains[i], t.weights[i] = 1, t.coefficient/float64(2*(rows-b.source))
			continue
		}
		t.domains[i], t.weights[i] = 0, t.coefficient/float64(2*b.source)
		if t.importance != nil {
			t.weights[i] *= t.importance.weights[b.labels[i]]
		}
	}
	return t.loss(z, probs, dlogits, t.domains[:rows], t.weights[:rows])
}

// reverse sets the gradients of the discriminator after penalty, and takes
// strength times the gradient by the features off the batch's.
func (t *domainTerm) reverse(b *batch, strength float64) {
	rows := b.x.Rows
	du := span(t.du, 0, rows)
	t.layers.backward(t.u, span(t.dlogits, 0, rows), &du)
	subtract(b.dfeatures, strength, t.input.features(b, du))
}

func (t *domainTerm) tensors() []tensor { return t.layers.tensors() }

// subtract sets a to a − s·b.
func subtract(a blas64.General, s float64, b blas64.General) {
	for i := range a.Rows {
		floats.AddScaled(row(a, i), -s, row(b, i))
	}
}
