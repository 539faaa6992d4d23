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
	sets := p.Data.prepare(func(x *mat.Dense) *rows { return &rows{dense: x} })
	return p.evaluate(sets, p.Optimum, w)
}

// A labelled is a domain that is there to be multiplied by weights and, where y is
// not nil, to be scored.
type labelled struct {
	rows *rows
	y    []float64
}

// samples are source, target and validation.
type samples [3]labelled

// prepare readies the domains that are there, their rows as list does.
func (d *Data) prepare(list func(*mat.Dense) *rows) samples {
	var sets samples
	for i, domain := range []Domain{d.Source, d.Target, d.Validation} {
		if domain.X != nil {
			sets[i] = labelled{list(domain.X), domain.Y}
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

// TargetScores returns Φ̃w (m×c) for the weights w (d×c).
func (p *Problem) TargetScores(w *mat.Dense) *mat.Dense {
	if p.basis != nil {
		return product(p.Target.X, w)
	}
	return p.samples[1].rows.times(w)
}

func (p *Problem) score(set labelled, w *mat.Dense) Metrics {
	if set.y == nil {
		return unknown
	}
	return p.scoreAll(set.rows.times(w), set.y)
}

// scoreAll rates scores (n×c) against labels.
func (p *Problem) scoreAll(scores *mat.Dense, y []float64) Metrics {
	if p.C == 1 {
		raw := scores.RawMatrix()
		return p.rate(raw.Data, raw.Stride, y).metrics(p.Task, len(y))
	}
	m, sum := unknown, 0.0
	for i, label := range y {
		for j, s := range scores.RawRowView(i) {
			difference := s - p.target(label, j)
			sum += difference * difference
		}
	}
	m.MSE = sum / float64(len(y)*p.C)
	table := newConfusion(p, scores, y)
	m.Accuracy, m.Balanced, m.F1 = table.accuracy(), table.balanced(), table.f1(p.Task)
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
				ratings[chunk*columns+e] = p.rate(scores, 1, y[lo:hi])
			}
		}
	})
	for e := range metrics {
		var all rating
		for chunk := range chunks {
			all.join(ratings[chunk*columns+e])
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

// rate rates every stride-th score.
func (p *Problem) rate(scores []float64, stride int, y []float64) rating {
	var r rating
	if p.Task == Regression {
		for i, label := range y {
			difference := scores[i*stride] - label
			r.squares += difference * difference
		}
		return r
	}
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

func (r *rating) join(other rating) {
	r.squares += other.squares
	for i, n := range other.counts {
		r.counts[i] += n
	}
}

// metrics are those of n samples.
func (r rating) metrics(task Task, n int) Metrics {
	m := unknown
	m.MSE = r.squares / float64(n)
	if task != Regression {
		table := confusion{r.counts[:2], r.counts[2:]}
		m.Accuracy, m.Balanced, m.F1 = table.accuracy(), table.balanced(), table.f1(task)
	}
	return m
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
// Binary classes are 0 (−1) and 1 (+1), as a rating counts them.
type confusion [][]int

func newConfusion(p *Problem, scores *mat.Dense, y []float64) confusion {
	table := make(confusion, p.C)
	for i := range table {
		table[i] = make([]int, p.C)
	}
	for i, label := range y {
		table[int(label)][floats.MaxIdx(scores.RawRowView(i))]++
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
