// Package rivals has the methods with which Imani et al., "Label Alignment Regularization for
// Distribution Shift", JMLR 25 (2024), compare label-alignment regularization (LAR), and further
// methods. Architectures, schedules and grids come from appendix B of this paper, which the package
// calls the LAR paper, or from the method's own paper. The documentation of each method says which.
//
// [Methods] returns the table of all methods. Method.Train, or [Select] over the whole grid, learns a
// [Classifier] from a model.Data. A method sees the labelled source and the rows of the target, but
// not the target's labels. [Evaluate] scores the Classifier. A [Hyper] has the hyperparameters of all
// methods, and [Hyperparameters] describes its fields. A method is deterministic: equal data, hyperparameters and
// seed give equal bits on any number of cores. The context is checked after at most about 2²⁶
// multiplications. The package builds on model and model/linalg.
//
// A new network method is a function like DANN, which sets the domainLoss of a trainingRun. Any
// other method is a type with a train method. For either, add a row to the table that the function
// methods returns; nothing else has to change.
package rivals
