// Package shift tests, without labels, whether source and target rows have the same distribution,
// and where they differ. [TestShift] returns a [Report]. It combines the [Separation] of the
// domains by a classifier with the Kolmogorov–Smirnov distances of features and of the source's
// leading directions (each a [Difference]). The classifier and the directions are fitted on one
// half of the rows and tested on other rows. So every p value is valid: if both distributions are
// equal, TestShift finds a shift with a probability of at most [SignificanceLevel]. [MeanShifts]
// measures the part of the difference of the means that lies along a model's weights. The package
// builds on model/linalg. A new test is a p value that TestShift combines with the others in
// Report.P.
package shift
