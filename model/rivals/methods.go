package rivals

// Methods returns the rivals with their default options, the linear ones first: those of
// the paper, then those that it does not have. Beside the two networks whose published
// experiments depart from the textbook stands what these ran.
func Methods() []Method { return methods(Descent{}, Training{}, Alignment{}) }

// methods returns the rivals with options of their own.
func methods(d Descent, t Training, a Alignment) []Method {
	published, logistic := t, a
	published.Published, logistic.CrossEntropy = true, true
	return []Method{
		LeastSquares(d), Ridge(), Logistic(d),
		CORAL(), LinearTransport(), SubspaceAlignment(), TransferComponents(), ImportanceWeighting(), KLIEP(),
		SourceOnly(t), SourceOnly(published), DANN(t), DANN(published), CDAN(t), CDANE(t), FDAL(t), IWDAN(t), IWCDAN(t),
		AdversarialRefine(a), AdversarialRefine(logistic),
	}
}
