// Package table reads files of samples. [Open] detects the format from the content and returns a
// [Table]: names of columns, raw labels, and rows. The caller decides what the columns mean.
//
// # From a file to numbers
//
//	input.go     a file: decompression, progress
//	open.go      detection of the format, the list of formats; labels in another array
//	             (choose.go) or in another file (sibling.go)
//	table.go     the table, its columns by name (columns.go), a row and a batch
//
// [Table.Each] then reads the columns of a [Pick] in batches:
//
//	text.go      rows between delimiters: header.go finds the names, number.go parses a
//	             field; jsonlines.go turns JSON objects into such rows
//	array.go     rows of numbers of a type in number_type.go: npy.go, npz.go, safetensors.go,
//	             idx.go, mat.go (with mat_element.go, mat_sparse.go, mat_text.go)
//	parquet.go   columns, in parallel
//	libsvm.go    sparse rows
//	moments.go   the sample of rows in a file of sums (package moments)
//
// [AgreeOnWidth] gives files of flexible width a common width (widths.go). [Table.Reopen] opens a
// table a second time (reopen.go).
//
// # Additions
//
// A new format is a file with a sniffing and an opening function, and a line in formats (open.go).
// The first format that fits is used; text comes last. Files that match an entry of foreignFormats
// (foreign.go) are refused before. An opening function returns members (format.go): tables with one
// of the kinds of rows above, or with a new kind. A new option for reading is a field of [Options];
// readers find it in their [Input]. The notation of numbers and gaps belongs in number.go.
//
// The file, line and column of an error ([FormatError]) lead the user to the field in the file, so a
// change of the readers must not change them.
package table
