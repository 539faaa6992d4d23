package rivals

import (
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// A network is a classifier: hidden ReLU layers and a head.
type network struct {
	extractor, head *perceptron
}

// A batch has the rows that pass through a network at once, first source rows and then target rows,
// and the results.
type batch struct {
	memory *workspace
	x      blas64.General // rows×d
	// source is the number of source rows. labels has their class indices.
	source int
	labels []int
	// extracted and headed are the passes through extractor and head. They end in the features
	// (rows×h) and the logits (rows×c). probs is the softmax of the logits.
	extracted, headed       layerOutputs
	features, logits, probs blas64.General
	// dfeatures is the gradient of the training's loss with respect to the features.
	dfeatures blas64.General
}

// forward passes a batch through extractor and head.
func (n network) forward(b *batch) {
	b.extracted = n.extractor.forward(b.memory, b.x)
	b.features = b.extracted.last()
	b.headed = n.head.forward(b.memory, b.features)
	b.logits = b.headed.last()
	b.probs = softmax(b.logits)
}

// scoringRows is the number of rows that pass through a trained network at a time.
const scoringRows = 256

// collect passes the rows of x through the network, some at a time, and returns the rows of wanted
// for all of them.
func (n network) collect(x *mat.Dense, wanted func(b *batch) blas64.General) *mat.Dense {
	var all []float64
	raw := x.RawMatrix()
	for at := 0; at < raw.Rows; at += scoringRows {
		b := &batch{x: sliceRows(raw, at, min(at+scoringRows, raw.Rows))}
		n.forward(b)
		all = append(all, wanted(b).Data...)
	}
	return mat.NewDense(raw.Rows, len(all)/raw.Rows, all)
}

// A trainedNetwork scores rows for a task.
type trainedNetwork struct {
	network
	task model.Task
}

// Scores returns the logits (m×c) of rows x. In a binary task it returns the difference of the two
// logits (m×1), which is positive for the label +1.
func (n trainedNetwork) Scores(x *mat.Dense) *mat.Dense {
	logits := n.collect(x, func(b *batch) blas64.General { return b.logits })
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
	return n.collect(x, func(b *batch) blas64.General { return b.features })
}
