package rivals

import (
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// A classImportance estimates w_y = p_t(y)/p_s(y), the ratio of the shares of class y in target and
// source (Tachet des Combes et al. 2020, their section on estimating w). μ̂_i is the mean over
// target rows of the predicted probability of class i. Ĉ_{ij} is the same mean over source rows,
// where rows of classes other than j count as 0. Under generalized label shift, Ĉw = μ̂.
type classImportance struct {
	// share is p_s(y).
	share []float64
	// weights is w.
	weights []float64

	confusion        blas64.General // Ĉ times the number of source rows in the epoch so far
	predicted        []float64      // μ̂ times the number of target rows in the epoch so far
	sourceN, targetN int
}

// smoothing is the share of the previous weights in the new weights.
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

func (m *classImportance) labelWeight(y int) float64 {
	return m.weights[y] / (float64(len(m.weights)) * m.share[y])
}
