// Package paper runs the experiments of Imani et al., "Label Alignment
// Regularization for Distribution Shift", JMLR 25 (2024), and compares the results with
// the paper's. Each table and figure has its own file.
//
// An [Experiment] consists of units, which are independent pieces of work such as a
// pair of digits at a seed. A journal keeps the results of finished units, so that an
// interrupted run can be resumed. The [Report] is computed from the results of all
// units and does not depend on interruptions.
//
//	experiments.go                       the list of experiments
//	table1.go … table5.go, figure1.go …  one file per table and figure
//	onedigit.go                          label alignment of one digit
//	further.go                           pairs beyond the paper
//	benchmark.go                         many pairs, with ranks
//	refit.go                             the validation rows added to the source
//	advice.go, families.go               choice without labels, on families of shift and real pairs
//	choosing.go                          choice without labels on pairs of digits
//	labelling.go                         judging that choice by a few labels
//	run.go, journal.go                   running experiments
//	experiment.go, plan.go, options.go   the types of experiments, units and options
//	report.go                            rows, claims, curves and their figure
//
// Several experiments share these files:
//
//	gaussian.go, published.go            the rotated Gaussian and the authors' results
//	panels.go                            drawings of its samples, axes and boundaries
//	column.go, digits.go                 columns and tasks of the tables on digits
//	selection.go, linear.go              draws of validation rows, and choices from a grid
//	networks.go                          choices among networks of several widths
//	whole.go                             tables with both halves
//	deeper.go                            networks with more layers
//	rivalry.go                           all rivals and LAR on a pair of files
//
// The function of a unit returns a result, which the journal stores as JSON. The Report
// reads the results by key, averages them and adds the paper's numbers. Package figure
// draws the curves; the command line prints the rest.
//
// A new experiment is a file with a function that returns the Experiment, and a row in
// [Experiments]. overSeeds completes an experiment with one unit per seed. Every change
// of the results must increase Revision.
package paper
