// Package shift tests, without labels, whether source and target rows have the same distribution,
// and where they differ. [Test] returns a [Report] from a classifier of domains (a [Classifier])
// and from the Kolmogorov–Smirnov distances of the features and of the source's leading directions
// (each a [Difference]). [MeanShifts] measures the part of a shift of the means that lies along a
// model's weights. The classifier and the directions are fitted on one half of the rows and tested
// on other rows, so every p value is valid: among pairs with equal distributions, whatever these
// are, Test finds a shift in at most the share [Level].
package shift
