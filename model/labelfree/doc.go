// Package labelfree compares parameter settings by their predictions on a target without labels.
// [New] prepares a [Judge] for a problem, and Judge.RateWeights returns the [Rating] of the weights of
// a setting. Joint label alignment (JLA) is high if the source's labels and the predictions on the
// target lie along the same leading directions of both domains. Target alignment considers the target
// alone. A setting is vetoed if it hardly predicts some class. [Choose] returns the setting without a
// veto that has the largest JLA. It returns no adaptation (least squares on the source) unless this
// JLA exceeds the JLA of no adaptation by more than [Margin].
//
// The rule is larui's own and is not published. Its constants were fixed on other tasks than the
// tests use, and testdata/truth.json has the results of an independent computation. JLA ranks
// settings. It does not measure accuracy, and it does not detect swapped classes. If a domain holds
// only some rows, the judge uses these rows. The package builds on model. A new rating is a field of
// Rating that RatePredictions sets.
package labelfree
