package rivals

// SourceOnly is "No Adaptation (NN)": a network with one hidden ReLU layer, trained on the source
// alone (the LAR paper's appendix B). It ignores the target's rows, but with Published their number
// sets the schedule of the rate. SourceOnly uses Hyper.Hidden, and learns a Representer.
func SourceOnly(t Training) Method {
	return t.newNetworkMethod(Method{
		Name: "source-only network", Command: "source-only", About: "a network with one hidden layer, trained on the source alone", Grid: widthGrid(),
	}, func(*trainingRun) {})
}

// DANN is the domain-adversarial neural network: Ganin, Ustinova, Ajakan, Germain, Larochelle,
// Laviolette, Marchand and Lempitsky, "Domain-Adversarial Training of Neural Networks", JMLR 17
// (2016). As in their shallow network, one hidden ReLU layer computes the features f, and a linear
// head and a linear discriminator predict labels and domains. Training looks for the saddle point
// of the label loss L_y and the domain loss L_d (their section 4),
//
//	L_y(f, head) − α L_d(f, discriminator),
//
// a minimum in f and head and a maximum in the discriminator. α grows from 0 to 1 by their formula.
// The discriminator's own steps do not depend on α. DANN uses Hyper.Hidden, and learns a
// Representer and DomainClassifier.
func DANN(t Training) Method {
	return t.newNetworkMethod(Method{
		Name: "DANN", Command: "dann", About: "features that hide the domain from a discriminator (Ganin et al. 2016)",
		Grid: widthGrid(),
	}, func(s *trainingRun) { s.domainLoss = s.newDiscriminatorLoss(nil, featureInput{}, 1) })
}
