package tui

import (
	"context"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/rivals"
	"larui/tui/number"
)

// A rival is a method to compare LAR with, as a row of the view of rivals.
type rival struct {
	method rivals.Method
	// name tells it apart, its variant too where that is not the textbook's.
	name string
}

// lineup returns the rivals in the order of the view: those of the paper, beside
// two of which stands what its published experiments ran.
func lineup() []rival {
	var all []rival
	for _, m := range rivals.Methods() {
		all = append(all, rival{m, m.Name()})
		switch m := m.(type) {
		case rivals.AdversarialRefine:
			// As short as in the paper's tables.
			all[len(all)-1].name = "Adv-R (MSE)"
			if m.Head == rivals.LogisticHead {
				all[len(all)-1].name = "Adv-R (CE)"
			}
		case rivals.SourceOnly:
			m.Training = rivals.Published(m.Training)
			all = append(all, rival{m, m.Name() + publishedMark})
		case rivals.DANN:
			m.Training = rivals.Published(m.Training)
			all = append(all, rival{m, m.Name() + publishedMark})
		}
	}
	return all
}

// publishedMark stands behind the name of what the paper's published code ran,
// published says what it means.
const (
	publishedMark = "*"
	published     = "* as the paper's published code ran it: minimizes −p(label) where the textbook has −log p(label), and its rates follow the target's batches (on the rotated Gaussian also 50 epochs, 64 units and no biases, not here)"
)

// isPublished reports whether the rival is marked so.
func (r rival) isPublished() bool { return strings.HasSuffix(r.name, publishedMark) }

// runsWith says how the method is run, as far as its settings don't.
func (r rival) runsWith() string {
	if _, ok := r.method.(rivals.LeastSquares); ok {
		return r.method.Variant() + " (no adaptation is the same with those of the controls)"
	}
	return r.method.Variant()
}

// about says in a line what the method does.
func (r rival) about() string {
	switch m := r.method.(type) {
	case rivals.LeastSquares:
		return "a linear model on the source alone, by gradient descent"
	case rivals.Ridge:
		return "a linear model on the source alone, with L2·‖w‖² beside the squares"
	case rivals.Logistic:
		return "a linear model on the source alone, for the cross-entropy"
	case rivals.SourceOnly:
		return "one hidden layer, trained on the source alone"
	case rivals.DANN:
		return "features that a discriminator can't tell source from target by (Ganin et al. 2016)"
	case rivals.CDAN:
		return "DANN whose discriminator sees features and predictions together (Long et al. 2018)"
	case rivals.FDAL:
		return "a second head in the discriminator's place bounds an f-divergence (Acuna et al. 2021)"
	case rivals.IWDAN:
		return "DANN with source classes weighted as they seem to occur in the target (Tachet des Combes et al. 2020)"
	case rivals.IWCDAN:
		return "CDAN with source classes weighted as they seem to occur in the target (Tachet des Combes et al. 2020)"
	case rivals.AdversarialRefine:
		head := "least squares"
		if m.Head == rivals.LogisticHead {
			head = "logistic regression"
		}
		return "a rotation of the source onto the target, found by an adversary and refined, then " + head + " (Conneau et al. 2017)"
	}
	return ""
}

// isQuick reports whether the method takes but a moment on a small pair.
func (r rival) isQuick() bool {
	switch r.method.(type) {
	case rivals.LeastSquares, rivals.Ridge, rivals.Logistic:
		return true
	}
	return false
}

// smallPair is up to how many source labels × features a quick method is trained
// without being asked: it descends in thousands of epochs, each through all of them.
const smallPair = 20_000

// isSmall reports whether quick methods take but a moment on the session's pair.
func isSmall(s *Session) bool {
	outputs := max(1, s.Problem.C)
	return s.Pair.Source.Rows()*s.Problem.D*outputs <= smallPair
}

// canChoose reports whether the session has rows to choose settings by.
func canChoose(s *Session) bool {
	v := s.Pair.Validation
	return v.Rows() > 0 && len(v.Y) == v.Rows()
}

// settings returns how many settings the rival can be trained with in a session:
// its grid's and, as the last one, the one of these that the validation rows
// choose.
func (r rival) settings(s *Session) int {
	n := len(r.method.Grid())
	if n > 1 && canChoose(s) {
		n++
	}
	return n
}

// isChoice reports whether a setting leaves the choice to the validation rows.
func (r rival) isChoice(setting int) bool { return setting >= len(r.method.Grid()) }

// settingName writes hyperparameters shortly.
func settingName(h rivals.Hyper) string {
	var parts []string
	if h.L2 != 0 {
		parts = append(parts, "L2 "+number.Short(h.L2))
	}
	if h.Hidden != 0 {
		parts = append(parts, fmt.Sprintf("%d units", h.Hidden))
	}
	if h.Coefficient != 0 {
		parts = append(parts, "c "+number.Short(h.Coefficient))
	}
	if h.Beta != 0 {
		parts = append(parts, "β "+number.Short(h.Beta))
	}
	return strings.Join(parts, ", ")
}

// A rivalResult is what a trained rival scores, NaN where that can't be known.
type rivalResult struct {
	hyper                      rivals.Hyper
	source, target, validation float64
	// candidates are those that the validation rows chose from; nil without choice.
	candidates []rivals.Candidate
}

// of returns the metric of a result.
func (r rivalResult) of(m metric) float64 {
	switch m {
	case targetMetric:
		return r.target
	case sourceMetric:
		return r.source
	case validationMetric:
		return r.validation
	}
	return math.NaN()
}

// trainRival trains a rival on the session's pair, with the pair's own seed, and
// scores it. The target's labels are looked at for its score alone. Errors are those
// of package rivals, or the context's.
func trainRival(ctx context.Context, s *Session, r rival, setting int, report func(fraction float64)) (rivalResult, error) {
	pair := s.Pair
	target, validation := pair.Target, pair.Validation
	problem := rivals.Problem{
		Task: s.Problem.Task, Classes: pair.Classes,
		Source: pair.Source, Target: target.X,
	}
	progress := overall(report)
	result := rivalResult{source: math.NaN(), target: math.NaN(), validation: math.NaN()}
	var classifier rivals.Classifier
	if r.isChoice(setting) {
		choice, err := rivals.Select(ctx, r.method, problem, validation, s.Spec.Seed, progress)
		if err != nil {
			return result, err
		}
		classifier, result.hyper, result.candidates = choice.Classifier, choice.Hyper, choice.Candidates
	} else {
		var err error
		result.hyper = r.method.Grid()[setting]
		if classifier, err = r.method.Train(ctx, problem, result.hyper, s.Spec.Seed, progress); err != nil {
			return result, err
		}
	}
	for _, side := range []struct {
		domain model.Domain
		mapped bool
		to     *float64
	}{{problem.Source, true, &result.source}, {target, false, &result.target}, {validation, false, &result.validation}} {
		scores := classifier.Scores
		if mapper, ok := classifier.(rivals.SourceMapper); ok && side.mapped {
			scores = func(x *mat.Dense) *mat.Dense { return classifier.Scores(mapper.MapSource(x)) }
		}
		var err error
		if *side.to, err = scoreRows(ctx, problem.Task, side.domain, scores); err != nil {
			return result, err
		}
	}
	return result, nil
}

// overall returns a progress that reports the share of all candidates' epochs.
func overall(report func(fraction float64)) func(rivals.Progress) {
	var parts []float64
	return func(at rivals.Progress) {
		if parts == nil {
			parts = make([]float64, at.Candidates)
		}
		parts[at.Candidate-1] = float64(at.Epoch) / float64(at.Epochs)
		sum := 0.0
		for _, part := range parts {
			sum += part
		}
		report(sum / float64(len(parts)))
	}
}

// scoredRows is the number of rows scored between two looks at the context: few
// enough for the widest network of the grids.
const scoredRows = 64

// scoreRows returns the accuracy on a domain's rows, in a regression the mean
// squared error; NaN without labels.
func scoreRows(ctx context.Context, task model.Task, domain model.Domain, scores func(*mat.Dense) *mat.Dense) (float64, error) {
	n := domain.Rows()
	if n == 0 || len(domain.Y) != n {
		return math.NaN(), nil
	}
	_, d := domain.X.Dims()
	sum := 0.0
	for from := 0; from < n; from += scoredRows {
		if err := ctx.Err(); err != nil {
			return math.NaN(), err
		}
		to := min(n, from+scoredRows)
		predicted := task.Predict(scores(domain.X.Slice(from, to, 0, d).(*mat.Dense)))
		for i, y := range domain.Y[from:to] {
			switch {
			case task == model.Regression:
				sum += (predicted[i] - y) * (predicted[i] - y)
			case predicted[i] == y:
				sum++
			}
		}
	}
	return sum / float64(n), nil
}
