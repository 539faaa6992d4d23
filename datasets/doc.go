// Package datasets holds the pairs of domains that label-alignment
// regularization adapts between: built-in generators, readers for people's own
// files, and the MNIST–USPS digit tasks. It knows matrices and names, and no
// mathematics: a [Pair] holds the model.Data that package model works on.
//
// # The way of a field to a number
//
// [Open] finds the pair's row (open.go). A pair of files goes this way (files.go): package
// table opens each file and, from a look at its beginning, says what columns, labels and
// rows it has. Then it is settled what they mean (settle.go):
//
//	source.go    label and features of the source; what is left out
//	match.go     how the columns of the other files agree with them
//	cook.go      what becomes of words, dates and gaps: the recipe, learned from the source
//	             (package recipe), by which the reader makes the numbers of every file
//
// Then each row is read once, by the reader, which is told what to pick:
//
//	files.go     read, of the pair, a loading for each domain (loading.go)
//	             ─▶ rows.go: keptRows.read ─▶ table.Table.Each
//	rows.go      takes the batches: all rows become rows of X, or a sample where they are
//	             too many, which are then read again, block by block, by whoever sums over
//	             them (Domain.Blocks, again.go)
//	labels.go    what the labels are: words or numbers, classes or measurements, missing
//	sums.go      a file of sums has but a sample of rows: what it says of all of them
//	rescale.go   changes of scale; then rows are set aside for validation (seeds.go)
//
// From there the numbers are the X of a [model.Domain], of which model.NewProblem makes
// XᵀX, the Gram of a [model.Side].
//
// What was settled is the [Layout] of each file (layout.go). By that of the source, the rows
// of any other file are read alike, and kept by nobody ([EachRow] in each.go): package
// fitted predicts for them. [Sum] (summing.go) sums the rows of a file instead, for package
// moments to write.
//
// Beside that, review.go looks at the columns of files and proposes what is to become of them,
// choice.go says what else may, and which options that is; answers.go reads rows of a target
// that were labelled by hand.
//
// Generated pairs have files of their own (gaussian.go, subspace.go, glyphs.go) on top
// of seeds.go, what a seed decides; the digit pairs are digits.go. A pair from files, and
// what package model made of it, may be kept and found again by the contents of the files
// (cache.go, cache_entry.go).
//
// # What may be added
//
// A built-in pair is a file with a function that returns its pairRow (pairs.go, as are Info,
// Pair and Spec), and a line in pairRows (open.go). Its open calls report.Step in three stages,
// for source, target and validation (a generated pair has these from Pair.drafts in seeds.go),
// and returns an error of that at once: so it stops soon after ctx is done. A format is added
// to package table. A rule about labels or columns belongs to
// labels.go, source.go and match.go, where all formats meet. A field of [Spec] needs
// no list: the key of the cache follows every one.
//
// Numbers that a seed gives (seeds.go), the order of rows and every error's file,
// line and column are promises.
package datasets
