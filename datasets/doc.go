// Package datasets holds the pairs of domains that label-alignment
// regularization adapts between: built-in generators, readers for people's own
// files, and the MNIST–USPS digit tasks. It knows matrices and names, and no
// mathematics: a [Pair] holds the model.Data that package model works on.
//
// # The way of a field to a number
//
// [Open] finds the pair's row (pairs.go). A pair of files goes this way (files.go). First,
// from a look at the beginning of each file, it is settled what is where:
//
//	input.go     a file, decompressed, and how far it has been read
//	table.go     its format, told by its first bytes: text.go, npy.go (and IDX), mat.go
//	             (text in it: mat_text.go), libsvm.go. A reader returns tables: names,
//	             rows, raw labels, and has no idea what they mean
//	settle.go    which table holds the features, and where its labels are
//	columns.go   header, label, features: its roles; what is left out; how both domains agree
//
// Then each row is read once, by the same reader, which now knows the roles:
//
//	files.go     read, of the pair ─▶ rows.go: keptRows.read ─▶ table.go: table.each
//	text.go      batch.addRow converts fields by numbers.go; here text becomes a float64
//	rows.go      takes the batch: all rows become rows of X, or a sample where they are too
//	             many, which are then read again, block by block, by whoever sums over
//	             them (Domain.Blocks)
//	labels.go    what the labels are: words or numbers, classes or measurements, missing
//	rescale.go   changes of scale; then rows are set aside for validation (seeds.go)
//
// What was settled is the [Layout] of each file (settle.go). By that of the source, the rows
// of any other file are read alike, and kept by nobody ([EachRow] in rows.go): package
// fitted predicts for them.
//
// Generated pairs have files of their own (gaussian.go, subspace.go, glyphs.go) on top
// of seeds.go, what a seed decides; the digit pairs are digits.go. A pair from files, and
// what package model made of it, may be kept and found again by the contents of the files
// (cache.go, cache_entry.go).
//
// # What may be added
//
// A built-in pair is a file with a function that returns its pairRow, and a line in
// pairRows. A format is a file with a sniffing and an opening function, and a line in
// formats; it reads what is there and leaves meaning to settle.go, columns.go and
// labels.go. A rule about labels, columns, what is missing or how numbers are written
// belongs to those three and numbers.go, where all formats meet. A field of [Spec] needs
// no list: the key of the cache follows every one.
//
// Numbers that a seed gives (seeds.go), the order of rows and every error's file,
// line and column are promises.
package datasets
