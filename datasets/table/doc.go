// Package table reads files of samples. [Open] tells the format by the first bytes and
// returns a [Table]: names of columns, raw labels, and rows; what these mean is settled by
// whoever reads them.
//
// # The way of a field
//
//	input.go     a file, decompressed, and how far it has been read
//	open.go      its format, told by its content: the list of formats; its labels, where
//	             these are another array (choose.go) or a file beside it (sibling.go)
//	table.go     the table, its columns by name (columns.go), and what a row and a batch are
//
// [Table.Each] then reads the columns that a [Pick] wants, in batches:
//
//	text.go      rows between delimiters: header.go tells the names, number.go reads a field;
//	             jsonlines.go makes such of objects
//	array.go     rows of numbers, of an element.go type: npy.go, npz.go, safetensors.go,
//	             idx.go, mat.go
//	             (on mat_element.go, mat_sparse.go, mat_text.go)
//	parquet.go   columns, side by side
//	libsvm.go    rows of which only some values are there
//	moments.go   a sample of rows, of which package moments has the sums
//
// Files of a pair whose width is not their own agree on one (widths.go); [Table.Again]
// begins anew.
//
// # What may be added
//
// A format is a file with a sniffing and an opening function, and a line in formats
// (open.go), of which the first that fits is taken, text after all others; what strangers
// (stranger.go) has is refused before. It returns members (open.go): tables whose rows are one of the kinds above, or a kind of
// its own. A way to read files is a field of [Options], which readers have in their
// [Input]. How numbers and gaps are written belongs to number.go.
//
// Every error's file, line and column are promises ([FormatError]).
package table
