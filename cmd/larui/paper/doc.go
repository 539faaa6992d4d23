// Package paper runs the experiments of Imani et al., "Label Alignment
// Regularization for Distribution Shift", JMLR 25 (2024), each table and figure in
// a file of its own, and sets what it measures beside what the paper says.
//
// An [Experiment] is a list of units, pieces of work that do not depend on each
// other: a digit pair at a seed, say. Finished units are kept in a journal, so
// that a run which was interrupted goes on where it was. The [Report] is made from
// the results of all units, and so is the same however often that happened.
//
//	experiments.go                       the list of them
//	table1.go … table5.go, figure1.go …  one file for each table and figure
//	onedigit.go                          how labels of one digit align
//	further.go                           pairs beyond the paper
//	benchmark.go                         many pairs, with ranks
//	refit.go                             what validation rows make among the source's
//	advice.go, families.go               what is chosen without labels, on families of shift and real pairs
//	choosing.go                          the same on pairs of digits, before the trial on the source
//	labelling.go                         what a few labels say of that choice
//	run.go, journal.go                   how an experiment is run
//	experiment.go, plan.go, options.go   what an experiment is, of which units, and how much of it
//	report.go                            rows beside the paper's, claims, curves and their figure
//
// What several of them share:
//
//	gaussian.go, published.go            the rotated Gaussian, and what the authors published of it
//	panels.go                            its samples, axes and boundaries, drawn
//	column.go, digits.go                 columns and tasks of the tables on digits
//	selection.go, linear.go              draws of validation rows, and what they choose of a grid
//	networks.go                          networks of several widths, chosen likewise
//	whole.go                             both beside each other
//	deeper.go                            networks of more layers
//	rivalry.go                           all rivals and LAR on a pair of files
//
// The way of the numbers: Units → a unit's result, as JSON in the journal → Report,
// which takes them back by key, averages them and says what the paper has. Package
// figure draws the curves; the command line writes the rest.
//
// A new experiment is a file with a function that returns it, and a row in
// [Experiments]. Where it has one unit for each seed, overSeeds makes it of what a
// seed does and of what is said of all. Whatever changes its numbers raises its
// Revision.
package paper
