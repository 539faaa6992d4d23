package rivals

// Methods returns the rivals with their default options, the linear ones first: those of
// the paper, then those that it does not have. Beside the two networks whose published
// experiments depart from the textbook stands what these ran.
func Methods() []Method { return methods(Descent{}, Training{}, Alignment{}) }

// methods returns the rivals with options of their own.
func methods(d Descent, t Training, a Alignment) []Method {
	published, logistic := t, a
	published.Published, logistic.CrossEntropy = true, true
	conditional := t.Conditional()
	return []Method{
		LeastSquares(d), Ridge(), Logistic(d),
		CORAL(), LinearTransport(), SubspaceAlignment(), TransferComponents(), ImportanceWeighting(), KLIEP(),
		SourceOnly(t), SourceOnly(published), DANN(t), DANN(published), CDAN(conditional), CDANE(conditional), FDAL(t), IWDAN(conditional), IWCDAN(conditional),
		AdversarialRefine(a), AdversarialRefine(logistic),
	}
}
