// Package labelling decides from labels of a few target rows whether the first of two models (such
// as LAR) is better than the second (such as no adaptation). Only rows with different predictions
// matter; they are a known share r of the target's rows. If the models are right on the shares p1
// and p2 of these rows, the gain in accuracy over all rows is g = r(p1 − p2); with two classes it
// is g = r(2·p1 − 1). [Order] draws rows at random, a [Sample] has the outcomes of the labelled
// ones, and a [Plan] predicts how many labels are needed. [Sample.Fixed] and [Sample.Anytime]
// return intervals that contain g in at least a given share of draws, the level. [RegressionSample] does the
// same for a regression, where g is the fall of the mean squared error and all labels must lie
// within known bounds. The intervals assume only that the rows are drawn so and labelled correctly,
// not how the domains differ.
package labelling
