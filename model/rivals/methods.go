package rivals

// Methods returns the rivals with their default options: first the linear ones, and in each group
// first those of the paper. A network whose published experiments depart from the textbook is
// followed by a row with the published choices.
func Methods() []Method { return methods(Descent{}, Training{}, Alignment{}) }

// methods returns the rivals with the given options.
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
