// Package model is the mathematics of label-alignment regularization (LAR) for
// unsupervised domain adaptation: Imani et al., "Label Alignment Regularization
// for Distribution Shift", JMLR 25 (2024). It reads no files and prints nothing.
//
// The objective, for weights w (d) or W (d×c, a column per one-vs-all output),
// with Φ = UΣVᵀ (n×d) and y the source, Φ̃ = ŨΣ̃Ṽᵀ (m×d) the target:
//
//	J(w) = ‖Φw − y‖² − Σ_{i>k} σ_i²(v_iᵀw)² + λ Σ_{i>k̃} σ̃_i²(ṽ_iᵀw)² + L2·‖w‖²
//	     = wᵀA w − 2bᵀw + ‖y‖²,  b = Φᵀy
//	A    = Σ_{i≤k} σ_i² v_iv_iᵀ + λ Σ_{i>k̃} σ̃_i² ṽ_iṽ_iᵀ + L2·I
//
// # The way of the data
//
//	Data ─ check ─ reduce ─ moments ─ spectra ─ overlap ─▶ Problem   once per pair
//	Params ─ systemKey ─▶ family ─▶ split, closedForm, system        once per (k, k̃)
//	       ─ λ, L2 ─────▶ operator ─ A⁺b ─▶ Closed                   once per λ
//	                              └ factored ─ track ─▶ Descent, curve, Frame
//
// A [Problem] is all that no parameter touches: Gram matrices (moments.go), their
// eigendecompositions (eigen.go, reflectors.go), M = VᵀṼ, b in either basis, and the
// rows to be scored. Where n + m < d everything is in the joint row space
// (coordinates.go); weights leave it by lift.
//
// A [Solver] turns Params into a [Solution] and keeps what turns share. λ enters in
// family.at and nowhere else, and goes two ways from there. The closed form is
// solved in coordinates of Ṽ, where A is k rows of M plus a diagonal (closedform.go),
// and is then z₀ + z₁/λ; where that does not apply (L2 > 0, or a rank that rounding
// hides), from a dense eigendecomposition in fewer dimensions (system.go). Descent is
// a function of A's eigenvalues (filter, in descent.go), so that no epoch is run: on
// the Krylov space of b for a single output (krylov.go), on the dense eigenpairs for
// several, on the source's own spectrum without adaptation; all three are a factored.
// A track follows it over epochs and scores it: as one end, a curve or frames.
//
// [Sweep] runs a Solver per core over a grid, [Solver.Path] and [Solver.RidgePath] one
// over a ladder, [Solver.Theory] measures the premises of the paper's theorems.
//
// # Where things go
//
// A score of predictions: Metrics and tallies in metrics.go. Another term of J: the
// weights of Problem.heads or Problem.tail, and systemKey. Another solver: what gives
// a factored gives all of descent, what gives A⁺b is called by operator.solve. Rivals
// that are no LAR live in model/rivals, the paper's experiments in model/paper.
//
// Sums run in a fixed order, whatever the number of cores, so that equal input gives
// equal bits. What can take long asks its context every few milliseconds; functions
// without an error then stop early, and their callers look at the context.
package model
