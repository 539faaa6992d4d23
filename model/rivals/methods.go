package rivals

// Methods returns all methods with default options. SourceOnly and DANN occur twice: the second
// follows the LAR paper's published code. AdversarialRefine also occurs with CrossEntropy.
func Methods() []Method { return methods(DescentOptions{}, Training{}, AlignmentOptions{}) }

func methods(d DescentOptions, t Training, a AlignmentOptions) []Method {
	published, logistic := t, a
	published.Published, logistic.CrossEntropy = true, true
	return []Method{
		LeastSquares(d), Ridge(), Logistic(d),
		CORAL(), LinearTransport(), SubspaceAlignment(), TransferComponents(), ImportanceWeighting(), KLIEP(),
		SourceOnly(t), SourceOnly(published), DANN(t), DANN(published), CDAN(t), CDANE(t), FDAL(t), IWDAN(t), IWCDAN(t),
		AdversarialRefine(a), AdversarialRefine(logistic),
	}
}
