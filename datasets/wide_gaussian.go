package datasets

// openWideGaussian draws the ablation of the paper's section 5.1: the rotated
// Gaussian with a larger s₂, where it matters whether the source's own
// label-alignment term is removed. The paper names no numbers. Here the
// covariance is [[1, ¼], [¼, ¾]]: the same axes as those of the rotated Gaussian,
// but s₂/s₁ = 0.72 in place of 0.38.
//
// By prop-gaussian the closed form points along ṽ₁ at any λ. With the term kept,
// A = S + λ(S̃ − S̃₁), it stays atan(λ sin θ cos θ/(1 + λ cos² θ)) away from v₁ when
// the target is turned by θ: at λ = 1 and 45° it gets 18.4° of the way.
func openWideGaussian(report *reporter, spec Spec) (*Pair, error) {
	pair, err := drawRotated(report, spec, 0.25)
	if err != nil {
		return nil, err
	}
	pair.Title = "wide Gaussian " + pair.Title
	pair.SourceName, pair.TargetName = "wide Gaussian", "rotated wide Gaussian"
	pair.Start = Start{K: 1, KTilde: 1, Lambda: 1, Epochs: 20000, Rate: 1e-4}
	return pair, nil
}
