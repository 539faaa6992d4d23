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

// unknownEvaluation is that of weights that do not exist.
var unknownEvaluation = Evaluation{unknown, unknown, unknown, math.NaN(), math.NaN(), math.NaN()}

// samples are the rows of source, target and validation, nil where there are none.
type samples [3]*rows

// prepare readies the domains that are there, their rows as list does.
func (d *Data) prepare(list func(*mat.Dense) *rows) samples {
	var sets samples
	for i, domain := range []Domain{d.Source, d.Target, d.Validation} {
		if domain.X != nil {
			sets[i] = list(domain.X)
			sets[i].y = domain.Y
		}
	}
	return sets
}

// evaluate scores weights on sets, both in the coordinates in which the problem is
// solved.
func (p *Problem) evaluate(sets samples, w *mat.Dense) Evaluation {
	e := unknownEvaluation
	e.Source, e.Target, e.Validation = p.score(sets[0], w), p.score(sets[1], w), p.score(sets[2], w)
	e.WeightNorm = mat.Norm(w, 2)
	if p.optimum != nil {
		var diff mat.Dense
		diff.Sub(w, p.optimum)
		e.ParameterError = mat.Norm(&diff, 2)
		e.Cosine = cosine(w, p.optimum)
	}
	return e
}

// cosine of the angle between two matrices as vectors; NaN where one is zero.
func cosine(a, b *mat.Dense) float64 {
	return math.Max(-1, math.Min(1, dot(a, b)/mat.Norm(a, 2)/mat.Norm(b, 2)))
}

// dot is the sum of the products of the entries of two matrices.
func dot(a, b *mat.Dense) float64 {
	sum := 0.0
	rows, _ := a.Dims()
	for i := range rows {
		sum += floats.Dot(a.RawRowView(i), b.RawRowView(i))
	}
	return sum
}

// ScoreSource scores the weights w (d×c) on the source.
func (p *Problem) ScoreSource(w *mat.Dense) Metrics {
	return p.score(p.samples[0], p.inWork(w))
}

// TargetScores returns Φ̃w (m×c) for the weights w (d×c).
func (p *Problem) TargetScores(w *mat.Dense) *mat.Dense {
	if p.basis != nil {
		return product(p.Target.X, w)
	}
	return p.samples[1].times(w)
}

func (p *Problem) score(set *rows, w *mat.Dense) Metrics {
	if set == nil || set.y == nil {
		return unknown
	}
	return p.scoreAll(set.times(w), set.y)
}

// scoreAll rates scores (n×c) against labels.
func (p *Problem) scoreAll(scores *mat.Dense, y []float64) Metrics {
	if p.C == 1 {
		raw := scores.RawMatrix()
		return rate(raw.Data, raw.Stride, y).metrics(p.Task, len(y))
	}
	sum, classes := 0.0, make(tallies, p.C)
	for i, label := range y {
		row := scores.RawRowView(i)
		for j, s := range row {
			difference := s - oneHot(label, j)
			sum += difference * difference
		}
		classes.add(int(label), floats.MaxIdx(row), 1)
	}
	m := classes.metrics(p.Task)
	m.MSE = sum / float64(len(y)*p.C)
	return m
}

// ratedRows is how many rows are rated by one weight vector after the other while
// they stay in the cache. It is fixed, so that sums do not depend on the number of
// cores.
const ratedRows = 256

// scoreEach rates the scores X·w_e of X (n×d) for each of the weights in w = [w_1
// w_2 …] (d×(c·e)) against the labels of its rows.
func (p *Problem) scoreEach(x, w *mat.Dense, y []float64) []Metrics {
	_, columns := w.Dims()
	metrics := make([]Metrics, columns/p.C)
	n := len(y)
	if p.C > 1 {
		scores := product(x, w)
		for e := range metrics {
			metrics[e] = p.scoreAll(scores.Slice(0, n, e*p.C, (e+1)*p.C).(*mat.Dense), y)
		}
		return metrics
	}
	weights := mat.DenseCopyOf(w.T())
	chunks := (n + ratedRows - 1) / ratedRows
	ratings := make([]rating, chunks*columns)
	inParts(chunks, func(from, to int) {
		scores := make([]float64, ratedRows)
		for chunk := from; chunk < to; chunk++ {
			lo, hi := chunk*ratedRows, min((chunk+1)*ratedRows, n)
			for e := range columns {
				weight := weights.RawRowView(e)
				for i := lo; i < hi; i++ {
					scores[i-lo] = floats.Dot(x.RawRowView(i), weight)
				}
				ratings[chunk*columns+e] = rate(scores, 1, y[lo:hi])
			}
		}
	})
	for e := range metrics {
		var all rating
		for chunk := range chunks {
			part := ratings[chunk*columns+e]
			all.squares += part.squares
			for i, n := range part.counts {
				all.counts[i] += n
			}
		}
		metrics[e] = all.metrics(p.Task, n)
	}
	return metrics
}

// A rating is how the scores of a single output compare with the labels: the sum
// of the squared differences and, in a binary task, how many samples there are by
// true class, then predicted class, negative first.
type rating struct {
	squares float64
	counts  [4]int
}

// rate rates every stride-th score. In a regression the counts mean nothing.
func rate(scores []float64, stride int, y []float64) rating {
	var r rating
	for i, label := range y {
		s := scores[i*stride]
		difference := s - label
		r.squares += difference * difference
		at := int(label+1) & 2
		if s > 0 {
			at++
		}
		r.counts[at]++
	}
	return r
}

// metrics are those of n samples.
func (r rating) metrics(task Task, n int) Metrics {
	m := unknown
	if task != Regression {
		classes := make(tallies, 2)
		for i, count := range r.counts {
			classes.add(i/2, i%2, count)
		}
		m = classes.metrics(task)
	}
	m.MSE = r.squares / float64(n)
	return m
}

// tallies count the samples of every class: those that carry its label, those that
// are predicted to, and those of which both are true.
type tallies []struct{ labelled, predicted, right int }

// add counts n samples.
func (t tallies) add(label, predicted, n int) {
	t[label].labelled += n
	t[predicted].predicted += n
	if label == predicted {
		t[label].right += n
	}
}

// metrics returns all but the MSE. The F1 of a class is 2TP/(2TP+FP+FN), 0 where
// nothing is right.
func (t tallies) metrics(task Task) Metrics {
	var right, samples, present, occurring int
	var recalls, f1, sum float64
	for _, class := range t {
		right += class.right
		samples += class.labelled
		if class.labelled > 0 {
			recalls += float64(class.right) / float64(class.labelled)
			present++
		}
		f1 = 0
		if all := class.labelled + class.predicted; all > 0 {
			f1 = 2 * float64(class.right) / float64(all)
			occurring++
		}
		sum += f1
	}
	if task == MultiClass {
		f1 = sum / float64(occurring)
	}
	return Metrics{float64(right) / float64(samples), recalls / float64(present), f1, math.NaN()}
}

// Predict returns the predicted label of each row of scores = X·w (n×c), in the
// task's encoding: the sign (−1 where the score is not positive), the output of
// the largest score (the first of equals), or the score itself.
func (t Task) Predict(scores *mat.Dense) []float64 {
	n, _ := scores.Dims()
	labels := make([]float64, n)
	for i := range labels {
		row := scores.RawRowView(i)
		switch {
		case t == MultiClass:
			labels[i] = float64(floats.MaxIdx(row))
		case t == Regression:
			labels[i] = row[0]
		case row[0] > 0:
			labels[i] = 1
		default:
			labels[i] = -1
		}
	}
	return labels
}

// ClassHits returns how many target rows of each class the weights w (d×c) predict
// right, and how many there are: of a Binary task the negative class first. It needs
// labels.
func (p *Problem) ClassHits(w *mat.Dense) (right, all []int) {
	class := func(label float64) int {
		if p.Task == MultiClass {
			return int(label)
		}
		return int(math.Max(label, 0))
	}
	right, all = make([]int, max(2, p.C)), make([]int, max(2, p.C))
	for i, predicted := range p.Task.Predict(p.TargetScores(w)) {
		label := class(p.Target.Y[i])
		all[label]++
		if class(predicted) == label {
			right[label]++
		}
	}
	return right, all
}
