package model

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Metrics score predictions on one domain. What can't be known, or does not
// apply to the task, is NaN.
type Metrics struct {
	// Accuracy is the share of samples predicted right, Balanced its mean over
	// the classes that occur, F1 that of the positive class (0 where nothing is
	// predicted right as positive); when MultiClass, F1 is the mean over the
	// classes that occur among labels or predictions.
	Accuracy, Balanced, F1 float64
	// MSE is the mean squared difference of scores and targets, over all outputs.
	MSE float64
}

var unknown = Metrics{math.NaN(), math.NaN(), math.NaN(), math.NaN()}

// An Evaluation scores weights on all domains.
type Evaluation struct {
	Source, Target, Validation Metrics
	// ParameterError is ‖w − w*_T‖ and Cosine the cosine of the angle between
	// them; NaN where the target has no labels (Cosine also for zero weights).
	ParameterError, Cosine float64
	// WeightNorm is ‖w‖.
	WeightNorm float64
}

// Evaluate scores the weights w (d×c).
func (p *Problem) Evaluate(w *mat.Dense) Evaluation {
	var sets samples
	for i, domain := range []Domain{p.Source, p.Target, p.Validation} {
		if domain.X != nil && domain.Y != nil {
			sets[i] = labelled{&rows{dense: domain.X}, domain.Y}
		}
	}
	return p.evaluate(sets, p.Optimum, w)
}

// A labelled is a domain that can be scored; its zero value is one that can't.
type labelled struct {
	rows *rows
	y    []float64
}

// samples are source, target and validation.
type samples [3]labelled

// prepare readies the labelled domains for being scored again and again.
func (d *Data) prepare() samples {
	var sets samples
	for i, domain := range []Domain{d.Source, d.Target, d.Validation} {
		if domain.X != nil && domain.Y != nil {
			sets[i] = labelled{newRows(domain.X), domain.Y}
		}
	}
	return sets
}

// evaluateWork scores weights in the coordinates in which the problem is solved.
func (p *Problem) evaluateWork(z *mat.Dense) Evaluation {
	return p.evaluate(p.samples, p.optimum, z)
}

func (p *Problem) evaluate(sets samples, optimum, w *mat.Dense) Evaluation {
	e := Evaluation{
		Source:         p.score(sets[0], w),
		Target:         p.score(sets[1], w),
		Validation:     p.score(sets[2], w),
		ParameterError: math.NaN(),
		Cosine:         math.NaN(),
		WeightNorm:     mat.Norm(w, 2),
	}
	if optimum != nil {
		var diff mat.Dense
		diff.Sub(w, optimum)
		e.ParameterError = mat.Norm(&diff, 2)
		e.Cosine = cosine(w, optimum)
	}
	return e
}

// unknownEvaluation is that of weights that do not exist.
func unknownEvaluation() Evaluation {
	return Evaluation{unknown, unknown, unknown, math.NaN(), math.NaN(), math.NaN()}
}

// cosine of the angle between two matrices as vectors; NaN where one is zero.
func cosine(a, b *mat.Dense) float64 {
	na, nb := mat.Norm(a, 2), mat.Norm(b, 2)
	if na == 0 || nb == 0 {
		return math.NaN()
	}
	dot := 0.0
	rows, _ := a.Dims()
	for i := range rows {
		dot += floats.Dot(a.RawRowView(i), b.RawRowView(i))
	}
	return math.Max(-1, math.Min(1, dot/na/nb))
}

// targetRows are the target's samples in the coordinates in which the problem is
// solved.
func (p *Problem) targetRows() *rows {
	if set := p.samples[1]; set.rows != nil {
		return set.rows
	}
	return &rows{dense: p.work.Target.X}
}

// TargetScores returns Φ̃w (m×c) for the weights w (d×c).
func (p *Problem) TargetScores(w *mat.Dense) *mat.Dense {
	if p.basis != nil {
		return product(p.Target.X, w)
	}
	return p.targetRows().times(w)
}

func (p *Problem) score(set labelled, w *mat.Dense) Metrics {
	if set.rows == nil {
		return unknown
	}
	return p.scoreAll(set.rows.times(w), set.y)
}

// scoreAll rates scores (n×c) against labels.
func (p *Problem) scoreAll(scores *mat.Dense, y []float64) Metrics {
	m := unknown
	m.MSE = p.meanSquare(scores, y)
	if p.Task == Regression {
		return m
	}
	table := newConfusion(p, scores, y)
	m.Accuracy, m.Balanced, m.F1 = table.accuracy(), table.balanced(), table.f1(p.Task)
	return m
}

func (p *Problem) meanSquare(scores *mat.Dense, y []float64) float64 {
	n, c := scores.Dims()
	sum := 0.0
	for i, label := range y {
		for j, s := range scores.RawRowView(i) {
			difference := s - p.target(label, j)
			sum += difference * difference
		}
	}
	return sum / float64(n*c)
}

// Predict returns the predicted label of each row of scores = X·w (n×c), in the
// task's encoding: the sign (−1 where the score is not positive), the output of
// the largest score (the first of equals), or the score itself.
func (t Task) Predict(scores *mat.Dense) []float64 {
	n, _ := scores.Dims()
	labels := make([]float64, n)
	for i := range n {
		labels[i] = t.predictRow(scores.RawRowView(i))
	}
	return labels
}

func (t Task) predictRow(scores []float64) float64 {
	switch {
	case t == MultiClass:
		return float64(floats.MaxIdx(scores))
	case t == Regression:
		return scores[0]
	case scores[0] > 0:
		return 1
	}
	return -1
}

// confusion counts samples by true class (row) and predicted class (column).
// Binary classes are 0 (−1) and 1 (+1).
type confusion [][]int

func newConfusion(p *Problem, scores *mat.Dense, y []float64) confusion {
	classes := max(2, p.C)
	table := make(confusion, classes)
	for i := range table {
		table[i] = make([]int, classes)
	}
	index := func(label float64) int {
		if p.Task == Binary {
			return int(label+1) / 2
		}
		return int(label)
	}
	for i, label := range y {
		table[index(label)][index(p.Task.predictRow(scores.RawRowView(i)))]++
	}
	return table
}

func (t confusion) accuracy() float64 {
	right, all := 0, 0
	for i, row := range t {
		for j, n := range row {
			all += n
			if i == j {
				right += n
			}
		}
	}
	return float64(right) / float64(all)
}

func (t confusion) balanced() float64 {
	sum, present := 0.0, 0
	for i, row := range t {
		total := 0
		for _, n := range row {
			total += n
		}
		if total > 0 {
			sum += float64(row[i]) / float64(total)
			present++
		}
	}
	return sum / float64(present)
}

// f1 is 2TP/(2TP+FP+FN) of the positive class, or its mean over the classes that
// occur.
func (t confusion) f1(task Task) float64 {
	if task == Binary {
		score, _ := t.classF1(1)
		return score
	}
	sum, occurring := 0.0, 0
	for class := range t {
		if score, occurs := t.classF1(class); occurs {
			sum += score
			occurring++
		}
	}
	return sum / float64(occurring)
}

// classF1 returns the F1 of a class, 0 for one without a hit, and whether the
// class occurs among labels or predictions.
func (t confusion) classF1(class int) (score float64, occurs bool) {
	hit, missed, wrong := t[class][class], 0, 0
	for other := range t {
		if other != class {
			missed += t[class][other]
			wrong += t[other][class]
		}
	}
	all := 2*hit + missed + wrong
	if all == 0 {
		return 0, false
	}
	return 2 * float64(hit) / float64(all), true
}
