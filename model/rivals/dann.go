package rivals

// SourceOnly is "No Adaptation (NN)": a network with one hidden ReLU layer trained
// on the source alone (the LAR paper's appendix B). The target's features are not
// looked at but for their number, where Published. It uses Hyper.Hidden, and learns
// a Representer.
func SourceOnly(t Training) Method {
	return t.method(Method{
		Name: "source-only network", Command: "source-only", About: "one hidden layer, trained on the source alone", Grid: widthGrid(),
	}, func(*session) {})
}

// DANN is the domain-adversarial neural network: Ganin, Ustinova, Ajakan, Germain,
// Larochelle, Laviolette, Marchand and Lempitsky, "Domain-Adversarial Training of
// Neural Networks", JMLR 17 (2016). The architecture is their shallow one: one
// hidden ReLU layer f, a linear head for the labels and a linear discriminator for
// the domains. Training looks for the saddle point of their section 4,
//
//	L_y(f, head) − α L_d(f, discriminator),
//
// least in f and head, greatest in the discriminator, whose own steps are not
// weighted by α; α grows from 0 to 1 as they prescribe. It uses Hyper.Hidden, and
// learns a Representer and DomainClassifier.
func DANN(t Training) Method {
	return t.method(Method{
		Name: "DANN", Command: "dann", About: "features that a discriminator can't tell source from target by (Ganin et al. 2016)",
		Grid: widthGrid(),
	}, func(s *session) { s.adversary = s.discriminator(nil, unconditioned{}, 1) })
}
