// Package shift tells whether the rows of two domains, a source and a target, are from one distribution,
// and where they differ. No labels enter.
//
//	Test   a test of whether they differ (test.go): a classifier of domains on rows that it was not
//	       fitted to (classifier.go), and Kolmogorov and Smirnov's distance of every feature and
//	       of the source's leading directions (distance.go)
//	Along  how much of what the means differ by lies along the weights of a model (along.go)
//
// Every p value is of rows that had no part in what is tested: the classifier, and the directions, are
// made of one half of the rows and tested on the other. A test calls no more than its level of
// pairs of one distribution different, whatever that is.
package shift
