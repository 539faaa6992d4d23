package rivals

// CDAN is the conditional domain-adversarial network: Long, Cao, Wang and Jordan, "Conditional
// Adversarial Domain Adaptation", NeurIPS 2018. It is DANN, but the discriminator's input is the
// product p ⊗ f of the predictions p and the features f. If p ⊗ f has more than 4096 entries, the
// input is (R_f f) ⊙ (R_p p)/√D for random maps R_f and R_p to D numbers (their section on
// multilinear conditioning).
//
// The discriminator has two hidden ReLU layers as in their published code, but as wide as the
// features and without dropout. Hyper.Coefficient weights the domain loss for features and
// discriminator. CDAN uses Hyper.Hidden and Hyper.Coefficient, and learns a Representer and
// DomainClassifier.
func CDAN(t Training) Method {
	return t.newConditionalMethod(Method{
		Name: "CDAN", Command: "cdan", About: "DANN whose discriminator sees features and predictions together (Long et al. 2018)",
	}, conditionalOptions{multilinear: true})
}

// CDANE is CDAN+E, from the paper that CDAN cites. In the domain loss, a row has the weight 1 +
// e^(−H), where H is the entropy of the row's prediction: confident predictions count up to twice
// as much. The total weight of each domain stays the same. The gradient treats H as a constant.
// CDANE uses and learns the same as CDAN.
func CDANE(t Training) Method {
	return t.newConditionalMethod(Method{
		Name: "CDAN-E", Command: "cdan-e", About: "CDAN with more weight on confident predictions (Long et al. 2018)",
	}, conditionalOptions{multilinear: true, entropic: true})
}

// IWDAN is importance-weighted DANN: Tachet des Combes, Zhao, Wang and Gordon, "Domain Adaptation
// with Conditional Distribution Matching and Generalized Label Shift", NeurIPS 2020. Let p_s(y) and
// p_t(y) be the shares of class y in source and target, and w_y an estimate of p_t(y)/p_s(y).
// Source rows of class y have the weight w_y in the discriminator's loss and w_y/(c·p_s(y)) in the
// label loss.
//
// The first epoch trains on the source alone. From the second epoch on, the reversal grows from 0.
// Each of these epochs ends with their quadratic program for the epoch's predictions, min ½‖Ĉw −
// μ̂‖² over w ≥ 0 with Σ p_s(y)w_y = 1 (see classImportance). Then w becomes the mean of the
// solution and the previous w.
//
// The discriminator has two hidden ReLU layers as in their published code, but as wide as the
// features and without dropout. The LAR paper's appendix B gives no candidates, so the grid is
// CDAN's, which has the coefficient 1 of the method's own paper. IWDAN uses Hyper.Hidden and
// Hyper.Coefficient, and learns a Representer and DomainClassifier.
func IWDAN(t Training) Method {
	return t.newConditionalMethod(Method{
		Name: "IWDAN", Command: "iwdan",
		About: "DANN with source classes weighted by their estimated shares in the target (Tachet des Combes et al. 2020)",
	}, conditionalOptions{importance: true})
}

// IWCDAN is importance-weighted CDAN, from the paper that IWDAN cites: IWDAN with CDAN's
// discriminator. It uses and learns the same as IWDAN.
func IWCDAN(t Training) Method {
	return t.newConditionalMethod(Method{
		Name: "IWCDAN", Command: "iwcdan",
		About: "CDAN with source classes weighted by their estimated shares in the target (Tachet des Combes et al. 2020)",
	}, conditionalOptions{multilinear: true, importance: true})
}

// conditionalDecay is the weight decay in the published code of CDAN and IWDAN.
const conditionalDecay = 5e-4

// conditionalOptions are the options in which the methods of this file differ. multilinear gives
// the discriminator CDAN's input. entropic weights rows by certaintyWeights. importance weights
// source rows by classImportance.
type conditionalOptions struct{ multilinear, entropic, importance bool }

func (t Training) newConditionalMethod(m Method, c conditionalOptions) Method {
	return t.withNesterov(conditionalDecay).newNetworkMethod(m, func(s *trainingRun) {
		if c.importance {
			s.importance, s.sourceOnlyEpochs = newClassImportance(s.labels, s.head.outputWidth()), 1
		}
		input := inputFunction(featureInput{})
		if c.multilinear {
			input = s.newMultilinearInput()
		}
		term := s.newDiscriminatorLoss([]int{s.hyper.Hidden, s.hyper.Hidden}, input, s.hyper.Coefficient)
		term.entropic = c.entropic
		s.domainLoss = term
	})
}
