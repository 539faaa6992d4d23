// Package rivals holds the methods that label-alignment regularization is
// compared with in Imani et al., "Label Alignment Regularization for Distribution
// Shift", JMLR 25 (2024), each as its own authors describe it. Architectures,
// schedules and grids are those of that paper's appendix B, "Experiment Details";
// where it is silent, those of the method's own paper. Each method's documentation
// says where its choices come from.
//
// A [Method] is a row of the table that [Methods] returns: what reports and the
// screen say of it, the settings that it is tried with, and what learns. A
// [Problem] goes into its Train, or into [Select], which trains the whole grid and
// chooses by validation rows; a [Classifier] comes out, which [Score] scores.
//
//	methods.go                                      the table
//	method.go, hyper.go, problem.go, selection.go   a row of it, and what goes in and out
//	linear.go, logistic.go                          by descent on all rows, or in closed form
//	embedding.go                                    rows of both domains put into one space:
//	  coral.go, transport.go, subspace.go, transfer.go
//	reweight.go, kliep.go                           rows of the source weighted like the target
//	training.go                                     one training loop for all networks, a session:
//	  loss.go, optimizer.go, sampler.go             what it descends, by which steps, on which rows
//	  perceptron.go, spectralnorm.go, network.go    its layers, and what becomes of them
//	  dann.go, cdan.go, fdal.go                     its adversaries, one for each method
//	  discriminator.go, condition.go                the one that tells domains apart, and what it sees
//	  importance.go, quadratic.go                   the weights of classes
//	adversarialrefine.go                            a linear map of the source onto the target:
//	  mapping.go, csls.go, procrustes.go            learned against a judge, paired, refined
//	neighbour.go, diagnosis.go                      the 1-NN probe of Table 3, and the joint error
//	matrix.go                                       matrices that all of them work on
//
// A new network method is a function that names itself and says what opposes the
// session, as DANN does; any other has a type with a train method. Both need a row
// in Methods and nothing else: the screen, the reports on further pairs and the
// tests over all methods read that table.
//
// Every method is deterministic: the same data, hyperparameters and seed give the
// same weights bit by bit, on any number of cores. Whatever takes long looks at its
// context after some 2²⁶ multiplications. The package reads no files and prints
// nothing.
package rivals
