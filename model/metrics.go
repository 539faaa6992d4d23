package model

import (
	"context"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"larui/model/linalg"
)

// Metrics are the scores of predictions on one domain. A score is NaN if it is unknown or does not
// apply to the task.
type Metrics struct {
	// Accuracy is the share of correct predictions, and Balanced the mean of this share over the
	// classes among the labels. F1 is the F1 score of the positive class, or 0 if no positive
	// prediction is correct. In a MultiClass task F1 is the mean over all classes among labels and
	// predictions.
	Accuracy, Balanced, F1 float64
	// MSE is the mean squared difference of scores and targets, over all outputs.
	MSE float64
	// R2 is 1 − MSE/variance of the labels, for regression.
	R2 float64
	// Score is the score that Data.ScoreChoice selects, by default Accuracy or, for regression, MSE.
	Score float64
}

func (m *Metrics) addresses() []*float64 {
	return []*float64{&m.Accuracy, &m.Balanced, &m.F1, &m.MSE, &m.R2, &m.Score}
}

var nan = math.NaN()

var unknown = Metrics{nan, nan, nan, nan, nan, nan}

// An Evaluation has the scores of weights on all domains.
type Evaluation struct {
	Source, Target, Validation Metrics
	// ParameterError is ‖w − w*_T‖, and Cosine the cosine of the angle between w and w*_T, where w*_T
	// is Problem.Optimum. Both are NaN if w*_T is nil. Cosine is also NaN for w = 0.
	ParameterError, Cosine float64
	// WeightNorm is ‖w‖.
	WeightNorm float64
}

var unknownEvaluation = Evaluation{unknown, unknown, unknown, nan, nan, nan}

// A Fit holds weights and their scores. If a weight or a squared error is not finite, all are
// unknown.
type Fit struct {
	// Weights is d×c, nil if unknown.
	Weights *mat.Dense
	Evaluation
	// Unknown is the reason why Weights is nil, else empty.
	Unknown string
}

const diverging = "descent diverges"

func unknownFit(why string) Fit { return Fit{Evaluation: unknownEvaluation, Unknown: why} }

// newFit scores the weights z (dim×c). z and domains have the coordinates of p.work.
func (p *Problem) newFit(domains scoredDomains, z *mat.Dense) Fit {
	if !linalg.IsFinite(z) {
		return unknownFit("the weights overflow")
	}
	e := p.evaluate(domains, z)
	if math.IsInf(e.Source.MSE, 1) || math.IsInf(e.Target.MSE, 1) || math.IsInf(e.Validation.MSE, 1) {
		return unknownFit("the predictions overflow")
	}
	return Fit{Weights: p.space.toFeatures(z), Evaluation: e}
}

// scoredDomains are the rows of source, target and validation, nil for an absent domain.
type scoredDomains [3]*preparedRows

func newScoredDomains(data Data) scoredDomains {
	var sets scoredDomains
	for i, domain := range []Domain{data.Source, data.Target, data.Validation} {
		if domain.X != nil {
			sets[i] = prepareRows(domain.X)
			sets[i].y = domain.Y
			if domain.HasNoRows() {
				sets[i].sums, sets[i].samples = domain.Sums, domain.Samples()
			}
		}
	}
	return sets
}

// evaluate requires w and domains in the coordinates of p.work.
func (p *Problem) evaluate(domains scoredDomains, w *mat.Dense) Evaluation {
	e := unknownEvaluation
	for i, to := range []*Metrics{&e.Source, &e.Target, &e.Validation} {
		*to = domains[i].score(p.Data, w)
	}
	e.WeightNorm = mat.Norm(w, 2)
	if p.optimum != nil {
		var diff mat.Dense
		diff.Sub(w, p.optimum)
		e.ParameterError = mat.Norm(&diff, 2)
		e.Cosine = cosine(w, p.optimum)
	}
	return e
}

// cosine returns the cosine of the angle between two matrices as vectors. It is NaN if one is zero.
func cosine(a, b *mat.Dense) float64 {
	return max(-1, min(1, dot(a, b)/mat.Norm(a, 2)/mat.Norm(b, 2)))
}

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
	return p.scoredDomains[0].score(p.Data, p.space.fromFeatures(w))
}

// ScoreWeights scores the weights of another method. It scores w (d×c) on target and validation rows,
// and sourceWeights (d×c) on source rows.
func (p *Problem) ScoreWeights(w, sourceWeights *mat.Dense) Fit {
	fit := p.newFit(p.scoredDomains, p.space.fromFeatures(w))
	if fit.Weights != nil {
		fit.Weights, fit.Source = w, p.ScoreSource(sourceWeights)
	}
	return fit
}

// ScoreClassifier scores a classifier that has no weights. source must return the scores (n×c) of
// source rows x, and others the scores of target or validation rows.
func (p *Problem) ScoreClassifier(source, others func(x *mat.Dense) *mat.Dense) Fit {
	fit := unknownFit("the method is not a linear model")
	for _, side := range []struct {
		Domain
		scores func(x *mat.Dense) *mat.Dense
		to     *Metrics
	}{{p.Source, source, &fit.Source}, {p.Target, others, &fit.Target}, {p.Validation, others, &fit.Validation}} {
		if len(side.Y) > 0 {
			*side.to = p.ComputeMetrics(side.scores(side.X), side.Y)
		}
	}
	return fit
}

// TargetScores returns Φ̃w (m×c) for the weights w (d×c).
func (p *Problem) TargetScores(w *mat.Dense) *mat.Dense {
	if p.space.basis != nil {
		return linalg.Product(p.Target.X, w)
	}
	return p.scoredDomains[1].multiply(w)
}

// score returns the metrics of the weights w (d×c) on the rows. They are unknown if r is nil or has
// no labels.
func (r *preparedRows) score(data Data, w *mat.Dense) Metrics {
	switch {
	case r == nil:
		return unknown
	case r.sums != nil:
		return r.sums.score(data, r.samples, w)
	case r.y == nil:
		return unknown
	}
	n, _ := r.dense.Dims()
	_, c := w.Dims()
	room := borrowScores(n * c)
	defer scorePool.Put(room)
	scores := mat.NewDense(n, c, (*room)[:n*c])
	r.multiplyTo(scores, w)
	return data.ComputeMetrics(scores, r.y)
}

// score scores the weights w (d×c) on n samples by their sums, with Z = [Φ − 1sᵀ, 1] and s =
// Origin:
//
//	‖Φw − y‖² = ‖Zv − y‖² = vᵀZᵀZv − 2vᵀZᵀy + ‖y‖², v = [w; sᵀw]
//
// If rounding leaves fewer than six digits of this squared error, all metrics are unknown.
// Otherwise only MSE is known, and Score if it follows from MSE.
func (s *Sums) score(data Data, n int, w *mat.Dense) Metrics {
	m := unknown
	if s.XtY == nil {
		return m
	}
	d, c := w.Dims()
	v := mat.NewDense(d+1, c, nil)
	linalg.SliceRows(v, 0, d).Copy(w)
	terms, shifts := s.LabelNorm2, 0.0 // by Cauchy and Schwarz, products of features are bounded by their norms
	for j := range c {
		reach, shifted := 0.0, 0.0
		for i, shift := range s.Origin {
			reach += math.Abs(w.At(i, j)) * math.Sqrt(s.Gram.At(i, i))
			shifted += math.Abs(shift * w.At(i, j))
			v.Set(d, j, v.At(d, j)+shift*w.At(i, j))
		}
		reach += math.Abs(v.At(d, j)) * math.Sqrt(float64(n))
		terms, shifts = terms+reach*reach, shifts+shifted
	}
	squares := dot(v, linalg.Product(s.Gram, v)) - 2*dot(v, s.XtY) + s.LabelNorm2
	const digits = 1e-6
	if !(roundoffBound(d)*(terms+2*shifts*math.Sqrt(float64(n)*squares)) <= digits*squares) {
		return m
	}
	m.MSE = squares / float64(n*c)
	if by := data.SelectedScore(); by.Regression {
		m.Score = by.compute(&metricAccumulator{absolute: nan, rows: n}, m)
	}
	return m
}

// scorePool keeps slices for the scores of rows, because each point of each curve scores all rows.
var scorePool sync.Pool

// borrowScores returns a slice for at least size scores from scorePool. The caller puts the slice
// back.
func borrowScores(size int) *[]float64 {
	room, ok := scorePool.Get().(*[]float64)
	if !ok || cap(*room) < size {
		more := make([]float64, size)
		room = &more
	}
	return room
}

// ComputeMetrics returns the metrics of scores (n×c) of n ≥ 1 rows with the labels y.
func (d Data) ComputeMetrics(scores *mat.Dense, y []float64) Metrics {
	r := &newMetricAccumulators(d, 1)[0]
	r.addRows(scores.RawMatrix(), y)
	return r.metrics()
}

// scoreEach scores at most ratedRows rows between two checks of ctx. If there are at most
// narrowWidth features, it computes only about ratedScores scores at once, which fit in the cache
// of a core.
const ratedRows, narrowWidth, ratedScores = 2048, 32, 8 * 1024

// scoreEach returns the metrics of each of the weights w_1, …, w_e on the rows. w is [w_1 … w_e]
// (d×(c·e)). The result is meaningless once ctx is done.
func (r *preparedRows) scoreEach(ctx context.Context, data Data, w *mat.Dense) []Metrics {
	features, columns := w.Dims()
	c := data.Outputs()
	metrics, ratings := make([]Metrics, columns/c), newMetricAccumulators(data, columns/c)
	together := min(ratedRows, len(r.y))
	if features <= narrowWidth {
		together = min(together, 1+ratedScores/columns)
	}
	room := borrowScores(together * columns)
	defer scorePool.Put(room)
	for lo := 0; lo < len(r.y) && ctx.Err() == nil; lo += together {
		part := r.slice(lo, min(lo+together, len(r.y)))
		scores := mat.NewDense(len(part.y), columns, (*room)[:len(part.y)*columns])
		part.multiplyTo(scores, w)
		linalg.ParallelRows(len(ratings), func(from, to int) {
			raw := scores.RawMatrix()
			raw.Cols = c
			for e := from; e < to; e++ {
				of := raw
				of.Data = raw.Data[e*c:]
				ratings[e].addRows(of, part.y)
			}
		})
	}
	for e := range ratings {
		metrics[e] = ratings[e].metrics()
	}
	return metrics
}

// A metricAccumulator accumulates the metrics of rows. squares is the sum of squared differences of
// scores and targets. For classes, counts[i·classes + j] is the number of rows of class i that are
// predicted as class j, where 0 is the negative class.
type metricAccumulator struct {
	task             Task
	outputs, classes int
	rows             int
	squares          float64
	counts           []int
	// For regression: absolute is Σ|score − y|, mean is the mean of the labels y, and spread is Σ(y −
	// mean)² (Welford 1962).
	absolute, mean, spread float64
	// If score.ranks is set, scores and labels have an entry for each row.
	score          Score
	budget         float64
	scores, labels []float64
}

func newMetricAccumulators(data Data, n int) []metricAccumulator {
	r := metricAccumulator{task: data.Task, outputs: data.Outputs(), score: data.SelectedScore(), budget: data.ScoreChoice.Budget}
	r.classes = max(2, r.outputs)
	size := r.classes * r.classes
	ratings, counts := slices.Repeat([]metricAccumulator{r}, n), make([]int, n*size)
	for i := range ratings {
		ratings[i].counts = counts[i*size : (i+1)*size]
	}
	return ratings
}

func (r *metricAccumulator) addRows(scores blas64.General, y []float64) {
	r.rows += len(y)
	switch r.task {
	case MultiClass:
		r.squares += r.addMultiClassRows(scores, y)
	case Regression:
		r.squares += r.addRegressionRows(scores, y)
	default:
		r.squares += r.addBinaryRows(scores, y)
	}
	if r.score.ranks {
		for i, label := range y {
			r.scores, r.labels = append(r.scores, scores.Data[i*scores.Stride]), append(r.labels, label)
		}
	}
}

func (r *metricAccumulator) addMultiClassRows(scores blas64.General, y []float64) (squares float64) {
	for i, label := range y {
		row := scores.Data[i*scores.Stride : i*scores.Stride+scores.Cols]
		for j, s := range row {
			difference := s - oneHotEntry(label, j)
			squares += difference * difference
		}
		r.counts[int(label)*r.classes+floats.MaxIdx(row)]++
	}
	return squares
}

func (r *metricAccumulator) addRegressionRows(scores blas64.General, y []float64) (squares float64) {
	for i, label := range y {
		difference := scores.Data[i*scores.Stride] - label
		squares += difference * difference
		r.absolute += math.Abs(difference)
		apart := label - r.mean
		r.mean += apart / float64(r.rows-len(y)+i+1)
		r.spread += apart * (label - r.mean)
	}
	return squares
}

// addBinaryRows counts without branches, for speed.
func (r *metricAccumulator) addBinaryRows(scores blas64.General, y []float64) (squares float64) {
	var labelled, predicted, both int
	for i, label := range y {
		score := scores.Data[i*scores.Stride]
		difference := score - label
		squares += difference * difference
		positive, right := 0, 0
		if score > 0 {
			positive = 1
		}
		if label > 0 {
			right = 1
		}
		predicted += positive
		labelled += right
		both += positive & right
	}
	r.counts[0] += len(y) - labelled - predicted + both
	r.counts[1] += predicted - both
	r.counts[2] += labelled - both
	r.counts[3] += both
	return squares
}

// metrics computes the F1 of a class as 2TP/(2TP+FP+FN).
func (r *metricAccumulator) metrics() Metrics {
	m, n := unknown, r.rows
	m.MSE = r.squares / float64(n*r.outputs)
	if r.task == Regression {
		m.R2 = nan
		if r.spread > 0 {
			m.R2 = 1 - m.MSE*float64(n)/r.spread
		}
		m.Score = r.score.compute(r, m)
		return m
	}
	var right, present, occurring int
	var recalls, f1, sum float64
	for i := range r.classes {
		hits, labelled, predicted := r.counts[i*r.classes+i], 0, 0
		for j := range r.classes {
			labelled += r.counts[i*r.classes+j]
			predicted += r.counts[j*r.classes+i]
		}
		right += hits
		if labelled > 0 {
			recalls += float64(hits) / float64(labelled)
			present++
		}
		f1 = 0
		if all := labelled + predicted; all > 0 {
			f1 = 2 * float64(hits) / float64(all)
			occurring++
		}
		sum += f1
	}
	if r.task == MultiClass {
		f1 = sum / float64(occurring)
	}
	m.Accuracy, m.Balanced, m.F1 = float64(right)/float64(n), recalls/float64(present), f1
	m.Score = r.score.compute(r, m)
	return m
}

// Predict returns the predicted label of each row of scores = X·w (n×c). Binary: 1 if the score is
// positive, else −1. MultiClass: the first output with the largest score. Regression: the score.
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

// WarningSigns compares LAR with no adaptation, both after the epochs of descent, on a target
// without labels. A value is NaN if it does not apply to the task, or if descent diverges.
type WarningSigns struct {
	// Changed is the share of target rows whose class LAR and no adaptation predict differently.
	Changed float64
	// Class is the class with the smallest ratio Predicted/Labelled. Predicted is the share of target
	// rows that LAR predicts as Class. Labelled is the share of source rows with label Class.
	Class               int
	Predicted, Labelled float64
	// Kept is the gain of LAR on the source divided by the gain of no adaptation. For classes, the
	// gain is the accuracy minus the share of the most frequent class. For regression, it is the
	// variance of the labels minus the squared error. Kept is NaN if the gain of no adaptation is not
	// positive.
	Kept float64
}

func (p *Problem) warningSigns(s *Solution) *WarningSigns {
	signs := &WarningSigns{Changed: nan, Predicted: nan, Labelled: nan, Kept: nan}
	if s.Descent.Weights == nil || s.None.Weights == nil || p.Source.HasNoRows() || p.Target.HasNoRows() {
		return signs
	}
	guessed, none, lar := stat.PopVariance(p.Source.Y, nil), s.None.Source.MSE, s.Descent.Source.MSE
	if p.Task != Regression {
		signs.Changed = p.ChangedShare(s.None.Weights, s.Descent.Weights)
		predicted := p.Task.Predict(p.TargetScores(s.Descent.Weights))
		shares := p.ClassShares(p.Source.Y)
		for class, share := range p.ClassShares(predicted) {
			if shares[class] > 0 && !(share/shares[class] >= signs.Predicted/signs.Labelled) {
				signs.Class, signs.Predicted, signs.Labelled = class, share, shares[class]
			}
		}
		guessed, none, lar = 1-slices.Max(shares), 1-s.None.Source.Accuracy, 1-s.Descent.Source.Accuracy
	}
	if guessed > none {
		signs.Kept = (guessed - lar) / (guessed - none)
	}
	return signs
}

// ChangedShare returns the share of target rows for which the weights a and b (d×c) predict
// different classes. It returns NaN for regression, or if a or b is nil.
func (p *Problem) ChangedShare(a, b *mat.Dense) float64 {
	if p.Task == Regression || a == nil || b == nil {
		return nan
	}
	changed, predicted := 0, p.Task.Predict(p.TargetScores(b))
	for i, class := range p.Task.Predict(p.TargetScores(a)) {
		if predicted[i] != class {
			changed++
		}
	}
	return float64(changed) / float64(len(predicted))
}

// ClassShares returns the share of each class among labels. In a Binary task the negative class is
// first. The task must not be Regression.
func (p *Problem) ClassShares(labels []float64) []float64 {
	shares := make([]float64, max(2, p.C))
	for _, label := range labels {
		shares[p.Task.Class(label)]++
	}
	floats.Scale(1/float64(len(labels)), shares)
	return shares
}

// ClassHits returns, for each class, the number of target rows of the class that w (d×c) predicts
// correctly, and the number of all target rows of the class. In a Binary task the negative class is
// first. The target must have labels.
func (p *Problem) ClassHits(w *mat.Dense) (right, all []int) {
	r := &newMetricAccumulators(p.Data, 1)[0]
	r.addRows(p.TargetScores(w).RawMatrix(), p.Target.Y)
	right, all = make([]int, r.classes), make([]int, r.classes)
	for i := range r.classes {
		right[i] = r.counts[i*r.classes+i]
		for _, count := range r.counts[i*r.classes : (i+1)*r.classes] {
			all[i] += count
		}
	}
	return right, all
}
