package rivals

import (
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// A network is a classifier: one hidden ReLU layer and a linear head.
type network struct {
	extractor, head *perceptron
}

// A batch is what passes through a network at once: rows of the source and then
// of the target, and what comes of them.
type batch struct {
	memory *memory
	x      blas64.General // rows×d
	// source is the number of source rows, whose class indices are labels.
	source int
	labels []int
	// extracted and headed are the passes through extractor and head, of which
	// features (rows×h) and logits (rows×c) come out; probs are their softmax.
	extracted, headed       pass
	features, logits, probs blas64.General
	// dfeatures is the gradient of the training's loss by the features.
	dfeatures blas64.General
}

// forward passes a batch through extractor and head.
func (n network) forward(b *batch) {
	b.extracted = n.extractor.forward(b.memory, b.x)
	b.features = b.extracted.out()
	b.headed = n.head.forward(b.memory, b.features)
	b.logits = b.headed.out()
	b.probs = softmax(b.logits)
}

// scoringRows is the number of rows that pass through a network at a time when it
// is used.
const scoringRows = 256

// visit passes x forward, a few rows at a time, and calls do with the index of the
// first of them and what comes of them.
func (n network) visit(x *mat.Dense, do func(at int, b *batch)) {
	all := x.RawMatrix()
	for at := 0; at < all.Rows; at += scoringRows {
		b := &batch{x: span(all, at, min(at+scoringRows, all.Rows))}
		n.forward(b)
		do(at, b)
	}
}

// A trainedNetwork scores rows for a task.
type trainedNetwork struct {
	network
	task model.Task
}

// Scores returns the logits (m×c) of rows x; in a binary task (m×1) the
// difference of the two, positive for the label +1.
func (n trainedNetwork) Scores(x *mat.Dense) *mat.Dense {
	rows, _ := x.Dims()
	scores := mat.NewDense(rows, n.head.outputs(), nil)
	n.visit(x, func(at int, b *batch) {
		for i := range b.logits.Rows {
			scores.SetRow(at+i, row(b.logits, i))
		}
	})
	if n.task == model.Binary {
		margin := mat.NewDense(rows, 1, nil)
		margin.Sub(scores.ColView(1), scores.ColView(0))
		return margin
	}
	return scores
}

// Representation returns the outputs of the hidden layer (m×h).
func (n trainedNetwork) Representation(x *mat.Dense) *mat.Dense {
	rows, _ := x.Dims()
	features := mat.NewDense(rows, n.extractor.outputs(), nil)
	n.visit(x, func(at int, b *batch) {
		for i := range b.features.Rows {
			features.SetRow(at+i, row(b.features, i))
		}
	})
	return features
}

// An adapted network was trained against a discriminator.
type adapted struct {
	trainedNetwork
	judge discriminator
}

// DomainAccuracy returns the mean of the shares of source rows and of target rows
// that the discriminator gives to the right domain.
func (a adapted) DomainAccuracy(source, target *mat.Dense) float64 {
	return (a.judged(source, false) + a.judged(target, true)) / 2
}

// judged returns the share of rows x that the discriminator gives to the domain.
func (a adapted) judged(x *mat.Dense, target bool) float64 {
	rows, _ := x.Dims()
	right := 0
	a.visit(x, func(_ int, b *batch) {
		z := a.judge.forward(b).out()
		for i := range z.Rows {
			if isTarget := row(z, i)[1] > row(z, i)[0]; isTarget == target {
				right++
			}
		}
	})
	return float64(right) / float64(rows)
}
