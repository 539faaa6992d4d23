package rivals

import "context"

// DANN is the domain-adversarial neural network: Ganin, Ustinova, Ajakan, Germain,
// Larochelle, Laviolette, Marchand and Lempitsky, "Domain-Adversarial Training of
// Neural Networks", JMLR 17 (2016). The architecture is their shallow one: one
// hidden ReLU layer f, a linear head for the labels and a linear discriminator for
// the domains. Training looks for the saddle point of
// their section 4,
//
//	L_y(f, head) − α L_d(f, discriminator),
//
// least in f and head, greatest in the discriminator, whose own steps are not
// weighted by α; α grows from 0 to 1 as they prescribe. It uses Hyper.Hidden.
type DANN struct{ Training }

// Name returns "DANN".
func (DANN) Name() string { return "DANN" }

// Grid returns the hidden widths of the LAR paper's appendix B.
func (DANN) Grid() []Hyper { return widthGrid() }

// Train implements Method. The classifier is a Representer and a
// DomainClassifier.
func (m DANN) Train(ctx context.Context, p Problem, h Hyper, seed uint64, progress func(Progress)) (Classifier, error) {
	return train(ctx, m, p, h, seed, progress)
}

func (m DANN) session(ctx context.Context, p Problem, h Hyper, seed uint64) (*session, error) {
	s, err := newSession(ctx, m.Name(), m.Training, p, h, seed)
	if err != nil {
		return nil, err
	}
	s.adversary = newDomainTerm(s.discriminator(nil, false, seed), s.Loss, 1, nil, s.rows(), h.Hidden)
	return s, nil
}
