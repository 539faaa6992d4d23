package rivals

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/linalg"
)

// A Choice is the result of Select: the candidate of a method's grid that is best on the validation
// rows.
type Choice struct {
	Hyper      Hyper
	Classifier Classifier
	// Validation is the accuracy of Classifier on the validation rows, or the mean squared error in a
	// regression.
	Validation float64
	// Candidates has all candidates in the order of the grid. Classifiers has the classifier of each
	// candidate, nil if the training failed.
	Candidates  []Candidate
	Classifiers []Classifier
}

// A Candidate is the result of training with one Hyper of a method's grid.
type Candidate struct {
	Hyper Hyper
	// Validation is the accuracy on the validation rows, or the mean squared error in a regression. It
	// is NaN if the training failed.
	Validation float64
	// Err is the error of the training if it diverged, else nil.
	Err error
}

// Select trains every candidate of the method's grid with the same seed, in parallel on all cores.
// It chooses the candidate with the highest accuracy, or in a regression the lowest mean squared
// error, on the labelled validation rows (100 target rows in the LAR paper). Among equal candidates
// it chooses the first. It skips candidates that diverge, and returns an error if all diverge.
// progress, if not nil, is never called concurrently. Errors are as in Train.
func Select(ctx context.Context, m Method, p model.Data, seed uint64, progress func(done float64)) (Choice, error) {
	choice := Choice{Validation: math.NaN()}
	p = trainingData(p)
	switch err := p.Check(ctx); {
	case err != nil:
		return choice, err
	case p.Validation.Rows() == 0 || p.Validation.Y == nil:
		return choice, fmt.Errorf("%w: there are no labelled validation rows to choose by", model.ErrShape)
	}
	if progress == nil {
		progress = func(float64) {}
	}
	sign := 1.0
	if p.Task == model.Regression {
		sign = -1
	}
	classifiers, errs := trainAll(ctx, m, p, seed, progress)
	choice.Classifiers = classifiers
	for i, h := range m.Grid {
		candidate := Candidate{Hyper: h, Validation: math.NaN(), Err: errs[i]}
		switch {
		case errs[i] == nil:
			var err error
			candidate.Validation, err = Evaluate(ctx, p.Task, classifiers[i].Scores, p.Validation)
			if err != nil {
				return choice, err
			}
			if !(sign*candidate.Validation <= sign*choice.Validation) { // the best so far may be NaN
				choice.Hyper, choice.Classifier, choice.Validation = h, classifiers[i], candidate.Validation
			}
		case !errors.Is(errs[i], ErrDiverged):
			return choice, errs[i]
		}
		choice.Candidates = append(choice.Candidates, candidate)
	}
	if choice.Classifier == nil {
		return choice, fmt.Errorf("%s: %w for every candidate of the grid", m.Name, ErrDiverged)
	}
	return choice, nil
}

func trainAll(ctx context.Context, m Method, p model.Data, seed uint64, progress func(done float64)) ([]Classifier, []error) {
	if l, ok := m.learner.(adversarialLearner); ok {
		m.learner = l.withSharedResults() // computes common results of candidates only once
	}
	classifiers, errs := make([]Classifier, len(m.Grid)), make([]error, len(m.Grid))
	var (
		wg    sync.WaitGroup
		mu    sync.Mutex
		total float64
		cores = make(chan struct{}, runtime.GOMAXPROCS(0))
	)
	for i, h := range m.Grid {
		part := 0.0
		report := func(done float64) {
			mu.Lock()
			defer mu.Unlock()
			total += done - part
			part = done
			progress(total / float64(len(m.Grid)))
		}
		wg.Go(func() {
			cores <- struct{}{}
			defer func() {
				<-cores
				// Convert a panic into an error, because only this goroutine can recover from it.
				if cause := recover(); cause != nil {
					errs[i] = fmt.Errorf("internal error: %v", cause)
				}
			}()
			classifiers[i], errs[i] = m.Train(ctx, p, h, seed, report)
		})
	}
	wg.Wait()
	return classifiers, errs
}

// scoredRows is the number of rows that are scored between two checks of the context. It is small
// enough for the widest networks.
const scoredRows = 64

// Evaluate returns the accuracy on the labelled rows of a domain, or the mean squared error in a
// regression. scores returns a classifier's scores of rows. If there are no labelled rows, the
// result is NaN. The error is the error of ctx.
func Evaluate(ctx context.Context, task model.Task, scores func(*mat.Dense) *mat.Dense, domain model.Domain) (float64, error) {
	n := len(domain.Y)
	if n == 0 || n > domain.Rows() {
		return math.NaN(), nil
	}
	sum := 0.0
	visitStrips(ctx, n, scoredRows, func(from, to int) {
		predicted := task.Predict(scores(linalg.SliceRows(domain.X, from, to)))
		for i, y := range domain.Y[from:to] {
			switch {
			case task == model.Regression:
				sum += (predicted[i] - y) * (predicted[i] - y)
			case predicted[i] == y:
				sum++
			}
		}
	})
	return sum / float64(n), ctx.Err()
}
