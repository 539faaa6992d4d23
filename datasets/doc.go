// Package datasets opens the pairs of domains that label-alignment regularization adapts between:
// built-in generators, a user's own files, and the MNIST–USPS digit tasks. It reads numbers and
// names and does no mathematics: a [Pair] contains the model.Data that package model works on.
//
// # From a field to a number
//
// [Open] finds the row of the pair by name (open.go). A pair of files goes through these steps
// (files.go). Package table opens each file and finds its columns, labels and rows from its
// beginning. Then the meaning of the columns is settled (columns.go):
//
//	source.go    label and features of the source, and the columns to leave out
//	match.go     the columns of the other files that correspond to them
//	prepare.go   words, dates and gaps: the recipe, fitted on the source (package recipe),
//	             by which the reader makes the numbers of every file
//
// Then each row is read once:
//
//	files.go     a loading (loading.go) for each domain of the pair
//	             ─▶ rows.go: keptRows.read ─▶ table.Table.Each
//	rows.go      keeps all rows as rows of X, or a sample where they are too many; these
//	             are read again, block by block, for sums (Domain.Blocks, blocks.go)
//	labels.go    labels: words or numbers, classes or measurements, missing labels
//	sums.go      files of sums, which have only a sample of their rows
//	rescale.go   changes of scale; then rows are set aside for validation (seeds.go)
//
// The numbers become the X of a [model.Domain]. model.NewProblem computes XᵀX, the Gram of a
// [model.Side].
//
// The [Layout] of each file (layout.go) records these decisions. [EachRow] (each_row.go) reads the
// rows of another file by the source's layout without keeping them: package modelfile predicts for
// them. [Sum] (summing.go) sums the rows of a file for package moments.
//
// review.go examines the columns of files and proposes a use for each; choice.go lists the other
// choices and turns them into options. answers.go reads rows of a target that were labelled by
// hand.
//
// Generated pairs have files of their own (gaussian.go, subspace.go, glyphs.go), based on the
// random streams of seeds.go; digits.go has the digit pairs. A pair from files and its
// model.Problem may be cached under a hash of the contents of the files (cache.go, cache_entry.go).
//
// # Additions
//
// A new built-in pair is a file with a function that returns its pairRow (pairs.go) and a line in
// pairRows (open.go). Its open function calls report.Step for source, target and validation, and
// returns an error of report.Step at once, so that it stops soon after ctx is done. Pair.drafts in
// seeds.go lists the three domains of a generated pair. A new format belongs in package table. A
// rule for labels or columns of all formats belongs in labels.go, source.go or match.go. A new
// field of [Spec] needs no registration: the cache key covers every field.
//
// The random numbers of a seed (seeds.go), the order of rows, and the file, line and column of
// every error must not change.
package datasets
