// Package paper runs the experiments of Imani et al., "Label Alignment Regularization for
// Distribution Shift", JMLR 25 (2024), and compares the results with the numbers and claims of the
// paper. It builds on packages datasets, model, model/rivals and tui/session; package figure draws
// its curves.
//
// An [Experiment] consists of units, which are independent pieces of work such as a pair of digits at
// a seed. A unit returns a result, which a journal on disk stores as JSON, so that an interrupted run
// can be resumed. After all units, a report function turns their results into a [Report]: rows,
// claims, curves and notes.
//
//	experiments.go                       the list of experiments
//	table1.go … table5.go, figure1.go …  one file per table and figure
//	onedigit.go                          label alignment of one digit against all others
//	deeper.go                            networks with more hidden layers
//	whole.go                             Tables 2 and 5 as a whole: networks beside linear methods
//	refit.go                             LAR fitted again with the validation rows in the source
//	further.go                           further pairs, from files, beyond the paper: all rivals and LAR
//	benchmark.go                         linear methods on many pairs, with ranks
//	advice.go, families.go               choice without labels, on generated shifts and real pairs
//	labelling.go                         a few labels that test the choice without labels
//
// These files are shared:
//
//	run.go, journal.go                   running experiments and storing results
//	experiment.go, plan.go, options.go   the types of experiments, units and options
//	report.go                            the parts of a report, and verdicts on claims
//	gaussian.go, published.go            the rotated Gaussian, and the authors' results on it
//	panels.go                            panels with samples, axes and decision boundaries
//	column.go, digits.go                 columns and tasks of the tables on digits
//	selection.go, linear.go              draws of validation rows, and choices from the paper's grid
//	networks.go                          training of networks, and choice of their width
//	rivalry.go, choosing.go              rivals and LAR on a pair, chosen with or without labels
//
// To add an experiment, write a file with a function that returns the Experiment, and add the
// function to [Experiments]. repeatOverSeeds makes an experiment with one unit per seed. When a
// change of the code changes results, increase Experiment.Revision, so that stored results are not
// reused.
package paper
