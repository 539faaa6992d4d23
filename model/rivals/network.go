package rivals

import (
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// A network is a classifier with an extractor of hidden ReLU layers, and a head that computes logits.
type network struct {
	extractor, head *perceptron
}

// A batch has rows for a network, first source rows and then target rows, and the network's outputs.
type batch struct {
	memory *workspace
	x      blas64.General // rows×d
	// source is the number of source rows. labels has their class indices.
	source int
	labels []int
	// extracted and headed are the outputs of all layers of extractor and head. Their last outputs
	// are features (rows×h) and logits (rows×c). probs is softmax(logits).
	extracted, headed       layerOutputs
	features, logits, probs blas64.General
	// dfeatures is the gradient of the objective with respect to the features.
	dfeatures blas64.General
}

func (n network) forward(b *batch) {
	b.extracted = n.extractor.forward(b.memory, b.x)
	b.features = b.extracted.last()
	b.headed = n.head.forward(b.memory, b.features)
	b.logits = b.headed.last()
	b.probs = softmax(b.logits)
}

const scoringRows = 256

// collectOutputs runs the network on the rows of x in batches, and stacks the matrices that pick
// returns for the batches.
func (n network) collectOutputs(x *mat.Dense, pick func(b *batch) blas64.General) *mat.Dense {
	var all []float64
	raw := x.RawMatrix()
	for at := 0; at < raw.Rows; at += scoringRows {
		b := &batch{x: sliceRows(raw, at, min(at+scoringRows, raw.Rows))}
		n.forward(b)
		all = append(all, pick(b).Data...)
	}
	return mat.NewDense(raw.Rows, len(all)/raw.Rows, all)
}

type trainedNetwork struct {
	network
	task model.Task
}

// Scores returns the logits (m×c) of rows x. In a binary task it returns the difference of the two
// logits (m×1), which is positive for the label +1.
func (n trainedNetwork) Scores(x *mat.Dense) *mat.Dense {
	logits := n.collectOutputs(x, func(b *batch) blas64.General { return b.logits })
	if n.task != model.Binary {
		return logits
	}
	rows, _ := x.Dims()
	margin := mat.NewDense(rows, 1, nil)
	margin.Sub(logits.ColView(1), logits.ColView(0))
	return margin
}

// Representation returns the outputs of the hidden layer (m×h).
func (n trainedNetwork) Representation(x *mat.Dense) *mat.Dense {
	return n.collectOutputs(x, func(b *batch) blas64.General { return b.features })
}
