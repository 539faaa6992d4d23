// Package labelfree judges settings by their predictions on the target, where that has
// no labels.
//
// Joint label alignment (JLA) asks how well the labels of the source and the hard
// predictions ŷ on the target, together, lie along the leading joint directions of both
// domains. With X (n×d) and X̃ (m×d), Xc and X̃c these less their own column means, Yc and
// Ŷc the one-hot labels and predictions (n×c, m×c) less theirs, t = ‖Xc‖²/n and
// t̃ = ‖X̃c‖²/m, N = Σ share(1 − share) over the classes of the labels, Ñ over those of the
// predictions:
//
//	B    = XcᵀXc/(n t) + X̃cᵀX̃c/(m t̃) = Σ ω_i v_iv_iᵀ, ω descending, r of them above 1e-9·ω₁
//	G    = XcᵀYc/(n √(t N)) + X̃cᵀŶc/(m √(t̃ Ñ))
//	A(j) = ½ Σ_{i ≤ min(j, r)} ‖v_iᵀG‖²/ω_i
//	JLA  = mean of A(j) over j = 1, 2, 4, …, 512
//
// With Z the rows of both domains, each divided by its norm, Z = U S Vᵀ, and L the labels
// beside the predictions likewise, A(j) is ½‖U_jᵀL‖²: between 0 and 1, and never falling
// with j. JLA is not known where a single class is predicted or a domain has no spread.
// A setting is vetoed where JLA is not known, or where the class that is predicted least
// has a smaller share than 0.1/c and than half of the smallest share in the source: that
// assumes that every class of the source occurs in the target. Of settings that are not
// vetoed the one of largest JLA is chosen if it leads no adaptation by more than [Margin].
//
// The rule is larui's own and has no publication. Its constants (the rungs 1, 2, 4, …, 512,
// the cut of 1e-9, the margin, the two bounds of the veto) were settled on other tasks than
// those that it is tested on; testdata/truth.json holds what an independent computation of
// it gives. It ranks settings: its value says nothing of the accuracy. It can't tell
// classes that are swapped from those that are right.
//
// Target alignment (TA) is LAR's own assumption on the target alone, for the first k̃ left
// singular vectors ũ_i of the target as it is fitted (not centred):
//
//	TA = Σ_{i ≤ k̃} ‖ũ_iᵀŶc‖²/‖Ŷc‖²
//
// It grows with k̃ by itself, so settings are to be compared at the same k̃ only.
//
// Where a domain has so many samples that only some of their rows are held
// (model.Domain), it is judged by these.
package labelfree
