package rivals

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"

	"larui/model"
)

// A Choice is the candidate of a method's grid that did best on the validation
// rows.
type Choice struct {
	Method, Variant string
	Hyper           Hyper
	Classifier      Classifier
	// Validation is the accuracy on the validation rows; in a regression, the mean
	// squared error.
	Validation float64
	// Candidates lists all that were tried, in the order of the grid.
	Candidates []Candidate
}

// A Candidate is one setting that Select has tried.
type Candidate struct {
	Hyper Hyper
	// Validation is as in Choice; NaN where the training failed.
	Validation float64
	// Err is why the training failed: it diverged.
	Err error
}

// Select trains every candidate of the method's grid with the same seed and
// chooses the one of highest accuracy on the labelled validation rows (100
// labelled target points in the paper), in a regression of the lowest mean
// squared error; of equals, the first. The rule is the same for every method.
// Candidates are trained side by side on all cores; progress, where not nil, is
// never called concurrently. Errors are those of Train; a candidate that diverges
// is passed over, unless all do.
func Select(ctx context.Context, m Method, p Problem, validation model.Domain, seed uint64, progress func(Progress)) (Choice, error) {
	if err := p.checkValidation(ctx, validation); err != nil {
		return Choice{}, err
	}
	grid := m.Grid()
	classifiers, errs := trainAll(ctx, m, grid, p, seed, progress)
	choice := Choice{Method: m.Name(), Variant: m.Variant(), Validation: math.NaN()}
	for i, h := range grid {
		candidate := Candidate{Hyper: h, Validation: math.NaN(), Err: errs[i]}
		switch {
		case errs[i] == nil:
			candidate.Validation = p.rate(classifiers[i], validation)
			if p.better(candidate.Validation, choice.Validation) {
				choice.Hyper, choice.Classifier, choice.Validation = h, classifiers[i], candidate.Validation
			}
		case !errors.Is(errs[i], ErrDiverged):
			return Choice{}, errs[i]
		}
		choice.Candidates = append(choice.Candidates, candidate)
	}
	if choice.Classifier == nil {
		return Choice{}, fmt.Errorf("%s: %w with every candidate of the grid", m.Name(), ErrDiverged)
	}
	return choice, nil
}

// trainAll trains the candidates of a grid side by side.
func trainAll(ctx context.Context, m Method, grid []Hyper, p Problem, seed uint64, progress func(Progress)) ([]Classifier, []error) {
	classifiers, errs := make([]Classifier, len(grid)), make([]error, len(grid))
	var (
		wg      sync.WaitGroup
		mu      sync.Mutex
		waiting = make(chan int, len(grid))
	)
	for i := range grid {
		waiting <- i
	}
	close(waiting)
	for range min(runtime.GOMAXPROCS(0), len(grid)) {
		wg.Go(func() {
			for i := range waiting {
				report := func(at Progress) {
					mu.Lock()
					defer mu.Unlock()
					at.Candidate, at.Candidates = i+1, len(grid)
					progress(at)
				}
				if progress == nil {
					report = nil
				}
				classifiers[i], errs[i] = guarded(func() (Classifier, error) { return m.Train(ctx, p, grid[i], seed, report) })
			}
		})
	}
	wg.Wait()
	return classifiers, errs
}

// guarded turns a panic of train into an error: nobody could recover from it on a
// goroutine that is not their own.
func guarded(train func() (Classifier, error)) (c Classifier, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			c, err = nil, fmt.Errorf("internal error: %v", cause)
		}
	}()
	return train()
}

func (p Problem) checkValidation(ctx context.Context, validation model.Domain) error {
	if err := p.check(ctx); err != nil {
		return err
	}
	if validation.Rows() == 0 {
		return fmt.Errorf("%w: there are no validation rows to choose by", model.ErrShape)
	}
	_, d := p.Source.X.Dims()
	if _, other := validation.X.Dims(); other != d {
		return fmt.Errorf("%w: the source has %d features, the validation rows %d", model.ErrShape, d, other)
	}
	if err := checkFeatures(ctx, "validation", validation.X); err != nil {
		return err
	}
	return p.checkLabels("validation", validation)
}

// rate returns the accuracy on labelled target rows, or the mean squared error.
func (p Problem) rate(c Classifier, domain model.Domain) float64 {
	predicted := p.Task.Predict(c.Scores(domain.X))
	sum := 0.0
	for i, y := range domain.Y {
		switch {
		case p.Task == model.Regression:
			sum += (predicted[i] - y) * (predicted[i] - y)
		case predicted[i] == y:
			sum++
		}
	}
	return sum / float64(len(domain.Y))
}

// better tells whether a is a better rating than b, which may be NaN for none.
func (p Problem) better(a, b float64) bool {
	if p.Task == model.Regression {
		return !(a >= b)
	}
	return !(a <= b)
}
