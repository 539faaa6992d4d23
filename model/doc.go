// Package model computes label-alignment regularization (LAR) for unsupervised domain adaptation:
// Imani et al., "Label Alignment Regularization for Distribution Shift", JMLR 25 (2024). For weights
// w (d) or W (d×c, a column per one-vs-all output), with Φ = UΣVᵀ (n×d) and y the source and
// Φ̃ = ŨΣ̃Ṽᵀ (m×d) the target, its objective is
//
//	J(w) = ‖Φw − y‖² − Σ_{i>k} σ_i²(v_iᵀw)² + λ Σ_{i>k̃} σ̃_i²(ṽ_iᵀw)² + L2·‖w‖²
//	     = wᵀA w − 2bᵀw + ‖y‖²,  b = Φᵀy
//	A    = Σ_{i≤k} σ_i² v_iv_iᵀ + λ Σ_{i>k̃} σ̃_i² ṽ_iṽ_iᵀ + L2·I
//
// Labels often lie along the first k directions v_i of the source (label alignment). LAR therefore
// drops the source's term beyond k, and penalizes w along the target's directions beyond k̃. No
// adaptation is least squares on the source: k = d, λ = 0.
//
// [NewProblem] computes the moments (ΦᵀΦ, Φᵀy, Φ̃ᵀΦ̃) and spectra of [Data]. A [Solver] solves the
// [Problem] at given [Params]; its [Solution] has the minimizer of J in closed form, and the weights
// that gradient descent on J reaches after some epochs. A [LearningRate] is the rule for its step
// size, and a [DescentFrame] the state after a number of epochs, for animations. [Sweep] solves a
// grid. [Metrics] has several measures of predictions, and a [Score] selects the one that the user
// compares. To add a score, add a row to score.go. The head of A is its sum over the source, up to k,
// the tail its sum over the target, beyond k̃. A new term of J changes Problem.headCount or
// Problem.tailWeights, and systemKey. Another way to compute the closed form belongs in
// operator.solve, which computes A⁺b. Descent needs operator.eigenpairs. Other methods belong in
// model/rivals. Products and eigenvectors come from model/linalg. The package reads no files and
// prints nothing. Sums have a fixed order, so equal input gives equal bits on any number of cores.
// Functions with a context but no error return an incomplete result if the context ends; the caller
// checks the context.
package model
