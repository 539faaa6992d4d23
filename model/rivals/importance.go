package rivals

import (
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// An classImportance estimates w_y = p_t(y)/p_s(y) from predictions (Tachet des Combes et al. 2020,
// their section on estimating w). Let μ̂_i be the mean predicted probability of class i over target
// rows. Let Ĉ_{ij} be the mean over source rows of that probability where the class is j, and of
// zero elsewhere. Then Ĉw = μ̂ under generalized label shift.
type classImportance struct {
	// share is p_s(y).
	share []float64
	// weights is w.
	weights []float64

	confusion        blas64.General // Σ over the epoch's source rows
	predicted        []float64      // Σ over the epoch's target rows
	sourceN, targetN int
}

// smoothing is the weight of the previous weights in the new weights.
const smoothing = 0.5

func newClassImportance(labels []int, classes int) *classImportance {
	m := &classImportance{
		share: make([]float64, classes), weights: slices.Repeat([]float64{1}, classes),
		confusion: zeros(classes, classes), predicted: make([]float64, classes),
	}
	for _, y := range labels {
		m.share[y] += 1 / float64(len(labels))
	}
	return m
}

// addBatch adds the predictions of a batch.
func (m *classImportance) addBatch(b *batch) {
	for i := range b.probs.Rows {
		probs := row(b.probs, i)
		if i >= b.source {
			floats.Add(m.predicted, probs)
			m.targetN++
			continue
		}
		for k, p := range probs {
			row(m.confusion, k)[b.labels[i]] += p
		}
		m.sourceN++
	}
}

// endEpoch ends an epoch: it updates the weights if update is set, and clears the sums.
func (m *classImportance) endEpoch(update bool) {
	if update {
		for i := range m.confusion.Data {
			m.confusion.Data[i] /= float64(m.sourceN)
		}
		for i := range m.predicted {
			m.predicted[i] /= float64(m.targetN)
		}
		for y, w := range importanceWeights(m.confusion, m.predicted, m.share) {
			m.weights[y] = (1-smoothing)*w + smoothing*m.weights[y]
		}
	}
	clear(m.confusion.Data)
	clear(m.predicted)
	m.sourceN, m.targetN = 0, 0
}

// labelWeight returns the weight w_y/(c·p_s(y)) of class y in the label loss.
func (m *classImportance) labelWeight(y int) float64 {
	return m.weights[y] / (float64(len(m.weights)) * m.share[y])
}
