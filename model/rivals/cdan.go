package rivals

import "context"

// CDAN is the conditional domain-adversarial network: Long, Cao, Wang and Jordan,
// "Conditional Adversarial Domain Adaptation", NeurIPS 2018. It is DANN with a
// discriminator of p ⊗ f, the features f and the predictions p together, sampled
// at random as (R_f f) ⊙ (R_p p)/√D where that has more than 4096 entries (their
// section on multilinear conditioning).
// The discriminator has two hidden ReLU layers, as in their published code, here
// as wide as the features and without dropout. The domain term is weighted by
// Hyper.Coefficient, for features and discriminator alike. It uses Hyper.Hidden
// and Hyper.Coefficient.
type CDAN struct{ Training }

// Name returns "CDAN".
func (CDAN) Name() string { return "CDAN" }

// Grid returns the coefficients of the LAR paper's appendix B, with 128 hidden
// units: the appendix gives no width.
func (CDAN) Grid() []Hyper { return coefficientGrid() }

// Train implements Method. The classifier is a Representer and a
// DomainClassifier.
func (m CDAN) Train(ctx context.Context, p Problem, h Hyper, seed uint64, progress func(Progress)) (Classifier, error) {
	return train(ctx, m, p, h, seed, progress)
}

func (m CDAN) session(ctx context.Context, p Problem, h Hyper, seed uint64) (*session, error) {
	s, err := newSession(ctx, m.Name(), m.Training, p, h, seed)
	if err != nil {
		return nil, err
	}
	if err := h.checkCoefficient(); err != nil {
		return nil, err
	}
	d := s.discriminator([]int{h.Hidden, h.Hidden}, true, seed)
	s.adversary = newDomainTerm(d, s.Loss, h.Coefficient, nil, s.rows(), h.Hidden)
	return s, nil
}
