package rivals

import "context"

// IWDAN is importance-weighted DANN: Tachet des Combes, Zhao, Wang and Gordon,
// "Domain Adaptation with Conditional Distribution Matching and Generalized Label
// Shift", NeurIPS 2020. Source rows of class y weigh w_y in the discriminator's
// loss and w_y/(c·p_s(y)) in that of the labels, where p_s is the share of the
// class in the source and w estimates how much more often the class occurs in the
// target. The first epoch trains on the source alone; after each later one w
// solves their quadratic program,
// min ½‖Ĉw − μ̂‖² over w ≥ 0 with Σ p_s(y)w_y = 1, for that epoch's predictions, and is averaged
// half and half with the weights before. The discriminator has two hidden ReLU
// layers as in their published code, here as wide as the features and without
// dropout. It uses Hyper.Hidden and Hyper.Coefficient.
type IWDAN struct{ Training }

// Name returns "IWDAN".
func (IWDAN) Name() string { return "IWDAN" }

// Grid returns the candidates of CDAN; the LAR paper's appendix B gives none for
// this method, and its own paper uses the coefficient 1, one of them.
func (IWDAN) Grid() []Hyper { return coefficientGrid() }

// Train implements Method. The classifier is a Representer, a DomainClassifier
// and Weighted.
func (m IWDAN) Train(ctx context.Context, p Problem, h Hyper, seed uint64, progress func(Progress)) (Classifier, error) {
	return train(ctx, m, p, h, seed, progress)
}

func (m IWDAN) session(ctx context.Context, p Problem, h Hyper, seed uint64) (*session, error) {
	return newWeightedSession(ctx, m.Name(), m.Training, false, p, h, seed)
}

// IWCDAN is importance-weighted CDAN, from the same paper: IWDAN with CDAN's
// discriminator. It uses Hyper.Hidden and Hyper.Coefficient.
type IWCDAN struct{ Training }

// Name returns "IWCDAN".
func (IWCDAN) Name() string { return "IWCDAN" }

// Grid returns the candidates of IWDAN.
func (IWCDAN) Grid() []Hyper { return coefficientGrid() }

// Train implements Method. The classifier is a Representer, a DomainClassifier
// and Weighted.
func (m IWCDAN) Train(ctx context.Context, p Problem, h Hyper, seed uint64, progress func(Progress)) (Classifier, error) {
	return train(ctx, m, p, h, seed, progress)
}

func (m IWCDAN) session(ctx context.Context, p Problem, h Hyper, seed uint64) (*session, error) {
	return newWeightedSession(ctx, m.Name(), m.Training, true, p, h, seed)
}

// Weighted is a Classifier that has estimated the classes' importance.
type Weighted interface {
	// ClassWeights returns w_y for every class index y; a binary task has the
	// classes −1 and +1 in this order.
	ClassWeights() []float64
}

type weighted struct {
	adapted
	weights []float64
}

func (w weighted) ClassWeights() []float64 { return append([]float64(nil), w.weights...) }

// newWeightedSession returns a session of IWDAN or, conditioned, IWCDAN.
func newWeightedSession(ctx context.Context, name string, t Training, conditioned bool, p Problem, h Hyper, seed uint64) (*session, error) {
	s, err := newSession(ctx, name, t, p, h, seed)
	if err != nil {
		return nil, err
	}
	if err := h.checkCoefficient(); err != nil {
		return nil, err
	}
	s.importance = newImportance(s.labels, p.classes())
	s.classWeights = s.importance.labelWeights
	d := s.discriminator([]int{h.Hidden, h.Hidden}, conditioned, seed)
	s.adversary = newDomainTerm(d, s.Loss, h.Coefficient, s.importance.weights, s.rows(), h.Hidden)
	return s, nil
}
