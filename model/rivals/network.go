package rivals

import (
	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// A network is a trained classifier: one hidden ReLU layer and a linear head.
type network struct {
	task      model.Task
	extractor *perceptron
	head      *perceptron
}

// scoringRows is the number of rows that pass through a network at a time when it
// is used.
const scoringRows = 256

// Scores returns the logits (m×c) of rows x; in a binary task (m×1) the
// difference of the two, positive for the label +1.
func (n *network) Scores(x *mat.Dense) *mat.Dense {
	rows, _ := x.Dims()
	outputs := n.head.outputs()
	if n.task == model.Binary {
		outputs = 1
	}
	scores := mat.NewDense(rows, outputs, nil)
	n.visit(x, func(at int, b *batch) {
		for i := range b.logits.Rows {
			if z := row(b.logits, i); n.task == model.Binary {
				scores.Set(at+i, 0, z[1]-z[0])
			} else {
				scores.SetRow(at+i, z)
			}
		}
	})
	return scores
}

// Representation returns the outputs of the hidden layer (m×h).
func (n *network) Representation(x *mat.Dense) *mat.Dense {
	rows, _ := x.Dims()
	features := mat.NewDense(rows, n.extractor.outputs(), nil)
	n.visit(x, func(at int, b *batch) {
		for i := range b.features.Rows {
			features.SetRow(at+i, row(b.features, i))
		}
	})
	return features
}

// visit passes x through extractor and head, a few rows at a time, and calls do
// with the index of their first and the outputs.
func (n *network) visit(x *mat.Dense, do func(at int, b *batch)) {
	all := x.RawMatrix()
	size := min(scoringRows, all.Rows)
	extractor, head := n.extractor.reader(size), n.head.reader(size)
	probs := zeros(size, head.outputs())
	for at := 0; at < all.Rows; at += size {
		b := &batch{x: span(all, at, min(at+size, all.Rows))}
		b.features = extractor.forward(b.x)
		b.logits = head.forward(b.features)
		b.probs = span(probs, 0, b.x.Rows)
		softmax(b.logits, b.probs)
		do(at, b)
	}
}

// An adapted network was trained against a discriminator.
type adapted struct {
	*network
	judge *discriminator
}

// DomainAccuracy returns the mean of the shares of source rows and of target rows
// that the discriminator gives to the right domain.
func (a adapted) DomainAccuracy(source, target *mat.Dense) float64 {
	return (a.judged(source, false) + a.judged(target, true)) / 2
}

// judged returns the share of rows x that the discriminator gives to the domain.
func (a adapted) judged(x *mat.Dense, target bool) float64 {
	rows, _ := x.Dims()
	judge := a.judge.reader(min(scoringRows, rows))
	right := 0
	a.visit(x, func(_ int, b *batch) {
		z := judge.forward(b)
		for i := range z.Rows {
			if isTarget := row(z, i)[1] > row(z, i)[0]; isTarget == target {
				right++
			}
		}
	})
	return float64(right) / float64(rows)
}
