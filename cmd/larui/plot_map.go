package main

import (
	"context"
	"math"
	"slices"
	"strconv"

	"larui/model"
	"larui/model/paper/figure"
	"larui/tui/session"
)

// plotMap draws the target's score after the epochs of descent over k and k̃.
func plotMap(ctx context.Context, s *session.Session, p model.Params, progress *progress) (figure.Figure, error) {
	if err := needsTargetLabels(s, "map"); err != nil {
		return figure.Figure{}, err
	}
	task := s.Problem.Task
	ks, kTildes := cuts(s.Problem.Src.Rank, p.K), cuts(s.Problem.Tgt.Rank, p.KTilde)
	grid := model.Grid{K: ks, KTilde: kTildes, Lambda: []float64{p.Lambda}, Epochs: []int{p.Epochs}, Base: p}
	cells, err := model.Sweep(ctx, s.Problem, grid, progress.solving)
	if err != nil {
		return figure.Figure{}, err
	}
	score := func(row, col int) float64 {
		// Cells come with k̃ running fastest.
		d := cells[col*len(kTildes)+row].Descent[0]
		if d.Diverges {
			return math.NaN()
		}
		return plotScore(task, d.Target)
	}
	best := figure.Points{Name: "best", Style: figure.Plain, Mark: figure.Star, Size: 2, Rim: true}
	bestScore := math.NaN()
	for col := range ks {
		for row := range kTildes {
			v := score(row, col)
			better := v > bestScore
			if task == model.Regression {
				better = v < bestScore
			}
			if better || math.IsNaN(bestScore) && !math.IsNaN(v) {
				bestScore = v
				// In the upper right, beside the cell's number.
				best.X, best.Y = []float64{float64(col) + 0.3}, []float64{float64(row) + 0.28}
			}
		}
	}
	here := figure.Points{Name: "k = " + strconv.Itoa(p.K) + ", k̃ = " + strconv.Itoa(p.KTilde), Style: figure.Pinned, Mark: figure.Disc, Size: 1.3, Rim: true,
		X: []float64{float64(slices.Index(ks, p.K)) - 0.3}, Y: []float64{float64(slices.Index(kTildes, p.KTilde)) + 0.28}}
	axis := scoreAxis(task)
	label := "accuracy"
	if task == model.Regression {
		label = "MSE"
	}
	return plotTitle(s, axis.Label+" over k and k̃", p, figure.Panel{
		X:      figure.Axis{Label: "k, of the source", Ticks: numerals(ks)},
		Y:      figure.Axis{Label: "k̃, of the target", Ticks: numerals(kTildes)},
		Map:    &figure.HeatMap{Rows: len(kTildes), Cols: len(ks), Value: score, Label: label, Percent: axis.Percent},
		Points: []figure.Points{best, here},
	}), nil
}

// cuts returns the values of k (or k̃) that a map shows: all up to the rank where
// they are few, else the powers of two and the rank; and the present one.
func cuts(rank, present int) []int {
	const few = 12
	values := []int{present}
	for k := 1; k <= rank; {
		values = append(values, k)
		if rank <= few {
			k++
		} else {
			k *= 2
		}
	}
	values = append(values, max(1, rank))
	slices.Sort(values)
	return slices.Compact(values)
}

func numerals(values []int) []string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = strconv.Itoa(v)
	}
	return texts
}
