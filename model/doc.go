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
//	Data ─ check ─ reduce ─ moments ─ spectra ─▶ Problem             once per pair
//	Problem ─ join ─▶ joint: overlap, Ṽ beyond its rank              once LAR is asked for
//	Params ─ systemKey ─▶ family ─▶ split, closedForm, system        once per (k, k̃)
//	       ─ λ, L2 ─────▶ operator ─ A⁺b ─▶ Closed                   once per λ
//	                              └ factored ─ track ─▶ Descent, curve, Frame
//
// Data and its check are data.go, [NewProblem] problem.go, and what it computes of each [Side] side.go:
// the moments ΦᵀΦ and Φᵀy (moments.go), from rows in memory or, of a large file, block by
// block, without their offsets where features lie far from zero (offsets.go); their [Spectrum],
// label projections and ranks (spectrum.go, graded.go where scales differ much); what is kept
// of them on disk persist.go.
//
// A [Problem] is all that no parameter touches. Where n + m < d everything in it is
// in the joint row space (space.go); weights leave that by lift. What takes long of wide data, their
// spectra, a first look does without (look.go): a Problem on few directions. Where rows and weights
// lie in a picture is coordinates.go.
//
// A [Solver] (solver.go) turns Params (params.go) into a [Solution] and keeps what turns share;
// [Sweep] solves a grid, and Solver.Path a path of λ (sweep.go). λ enters in
// family.at (operator.go) and nowhere else. From there the closed form is solved in coordinates of
// Ṽ, where A is k rows of the overlap plus a diagonal, and is z₀ + z₁/λ
// (closedform.go), or, with L2 or where rounding hides a rank, from the eigenpairs of
// A in fewer dimensions (system.go), whichever loses less, and is refined by its residual.
// Descent is a function of A's eigenvalues (filter.go), so that no epoch is
// run: on the Krylov space of b for one output (krylov.go), else on those eigenpairs;
// without adaptation, and of ridge, they are the source's spectrum. All are a factored
// (factored.go), which a track (track.go) follows to an end, a curve or frames (descent.go,
// solution.go). Weights become known in Problem.fit (metrics.go), or are unknown there with a
// reason. Solver.Theory (theory.go) has the paper's numbers, Problem.HeldOut (heldout.go) what
// least squares makes of rows of the source that it was not fitted to.
//
// # Where things go
//
// A score: a row of scores (score.go), of what rating (metrics.go) counts. Another term of J: Problem.heads or
// Problem.tail, and systemKey (system.go). Another solver: what gives a factored gives all of
// descent; what gives A⁺b is called by operator.solve. Methods that are no LAR live in
// model/rivals.
//
// Sums run in a fixed order, whatever the number of cores: equal input gives equal
// bits. Functions with a context but no error stop early; their callers ask it then.
package model
