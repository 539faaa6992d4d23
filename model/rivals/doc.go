// Package rivals has the methods that Imani et al., "Label Alignment Regularization for
// Distribution Shift", JMLR 25 (2024), compare label-alignment regularization with, and further
// ones. Architectures, schedules and grids are from that paper's appendix B, "Experiment Details",
// or else from the method's own paper, as each method's documentation states.
//
// A [Method] is a row of the table that [Methods] returns. Its Train, or [Select] over its whole
// grid, makes a [Classifier] of a [Problem]; [Score] scores the Classifier. A method is
// deterministic: equal data, hyperparameters and seed give equal bits on any number of cores. The
// context is checked after at most some 2²⁶ multiplications.
//
// A new network method is a function like DANN, which sets the adversary of a session. Any other
// method is a type with a train method. Both need a row in Methods and nothing else.
package rivals
