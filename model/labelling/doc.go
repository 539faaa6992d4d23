// Package labelling decides from labels of a few target rows whether the first of two models (such as
// LAR) is better than the second (such as no adaptation). Only rows with different predictions
// matter, a known share r of the target's rows. If the models are right on the shares p1 and p2 of
// these rows, the gain in accuracy over all rows is g = r(p1 − p2). With two classes it is g = r(2·p1
// − 1). [SortRows] puts rows into a random order, a [Sample] has the outcomes of labelled rows, and a
// [Plan] predicts intervals for more labels. [Sample.FixedInterval] and [Sample.AnytimeInterval]
// return intervals that contain g with a given probability, the level. A [RegressionSample] is the
// same for a regression, where g is the decrease of the mean squared error and all labels must lie
// within known bounds. The intervals assume nothing about the domains, only that the rows are
// labelled correctly in the random order. Package tui/rowlabels asks the user for the labels. The
// package uses no other package of larui. A new interval is a method of Sample that returns an
// [Interval].
package labelling
