package rivals

// SourceOnly is "No Adaptation (NN)": a network with one hidden ReLU layer that is trained on the source
// alone (the LAR paper's appendix B). It ignores the target, except that with Published the number of
// target rows sets the schedule of the rate. SourceOnly uses Hyper.Hidden, and learns a Representer.
func SourceOnly(t Training) Method {
	return t.newNetworkMethod(Method{
		Name: "source-only network", Command: "source-only", About: "a network with one hidden layer, trained on the source alone", Grid: widthGrid(),
	}, func(*trainingRun) {})
}

// DANN is the domain-adversarial neural network: Ganin, Ustinova, Ajakan, Germain, Larochelle,
// Laviolette, Marchand and Lempitsky, "Domain-Adversarial Training of Neural Networks", JMLR 17
// (2016). The architecture is their shallow network: one hidden ReLU layer f, a linear head for the
// labels and a linear discriminator for the domains. Training looks for the saddle point of the
// label loss L_y and the domain loss L_d (their section 4),
//
//	L_y(f, head) − α L_d(f, discriminator),
//
// a minimum in f and head and a maximum in the discriminator. α grows from 0 to 1 by their formula, and
// does not weight the discriminator's own steps. DANN uses Hyper.Hidden, and learns a Representer and
// DomainClassifier.
func DANN(t Training) Method {
	return t.newNetworkMethod(Method{
		Name: "DANN", Command: "dann", About: "features that hide the domain from a discriminator (Ganin et al. 2016)",
		Grid: widthGrid(),
	}, func(s *trainingRun) { s.domainLoss = s.newDiscriminatorLoss(nil, featureInput{}, 1) })
}
