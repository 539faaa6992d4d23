// Package labelfree judges settings by their predictions on a target without labels. [New]
// prepares a [Judge] for a problem, and Judge.Rate returns the [Rating] of a setting. Joint label
// alignment (JLA) is high if the source's labels and the target's predictions lie along the same
// leading directions of both domains; target alignment is the same for the target alone. A setting
// is vetoed if it hardly predicts a class. [Choose] returns the setting of largest JLA without a
// veto, or no adaptation (least squares on the source) unless that JLA exceeds the JLA of no
// adaptation by more than [Margin].
//
// The rule is larui's own and has no publication. Its constants (the rungs 1, 2, 4, …, 512, the
// cut of 1e-9, the margin, the two bounds of the veto) were fixed on other tasks than the tests
// use; testdata/truth.json has the results of an independent computation. JLA ranks settings: its
// value does not measure accuracy, and it does not detect swapped classes. If only some rows of a
// domain are held (model.Domain), the judge uses these.
package labelfree
