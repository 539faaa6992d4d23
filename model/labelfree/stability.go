package labelfree

import (
	"math"

	"larui/model"
)

// NeighbourDisagreement returns, for each setting of a grid, the share of rows whose prediction
// differs at a neighbouring setting, one step away in k, k̃ or λ. The share is the mean over the
// neighbours. predictions has the predictions of each setting, nil if descent diverges. The result
// is NaN if the setting or all its neighbours have no predictions.
func NeighbourDisagreement[T comparable](grid model.Grid, predictions [][]T) []float64 {
	changes, neighbours := make([]float64, len(predictions)), make([]float64, len(predictions))
	apart := 1
	for _, values := range []int{len(grid.Lambda), len(grid.KTilde), len(grid.K)} {
		for i, labels := range predictions {
			if i/apart%values == values-1 || labels == nil || predictions[i+apart] == nil {
				continue
			}
			differing := 0.0
			for row, label := range predictions[i+apart] {
				if label != labels[row] {
					differing++
				}
			}
			for _, at := range []int{i, i + apart} {
				changes[at] += differing / float64(len(labels))
				neighbours[at]++
			}
		}
		apart *= values
	}
	for i, count := range neighbours {
		changes[i] /= count
		if count == 0 {
			changes[i] = math.NaN()
		}
	}
	return changes
}
