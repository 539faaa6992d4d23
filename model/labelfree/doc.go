// Package labelfree compares parameter settings by their predictions on a target without labels.
// [NewRater] prepares a [Rater] for a problem, and [Rater.RateWeights] returns the [Rating] of the
// weights of a setting. Joint label alignment (JLA) is high if the source's labels and the
// predictions on the target lie along the same leading directions of both domains. Target alignment
// considers the target alone. A setting is vetoed if it hardly predicts some class. [Choose] returns
// the setting without a veto that has the largest JLA. It returns no adaptation (least squares on the
// source) unless this JLA exceeds the JLA of no adaptation by more than [Margin].
//
// The rule is larui's own and is not published. Its constants were fixed on other tasks than the
// tests use, and testdata/truth.json has the results of an independent computation. JLA ranks
// settings. It does not measure accuracy, and it does not detect swapped classes. If a domain has
// only a sample of its rows, as for large files, the Rater uses this sample. The package builds on
// model. A new rating is a field of Rating that RatePredictions sets. To choose settings by a new
// rating, add a judge to package session.
package labelfree
