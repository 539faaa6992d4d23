package table

// A Description describes a file without its rows. It is enough to find the same columns in other
// files and to read the file again.
type Description struct {
	// File is the name of the file without its folder. Names are the names of all Width columns;
	// nil if they have no names.
	File  string
	Names []string
	Width int
	// Apart is true if the labels are not in a column, but in another array or file.
	Apart bool
	// Format is the usual name of the format.
	Format string
	// Comma is the delimiter of text (' ' for blanks), 0 for other formats.
	Comma rune
	// Before is the number of lines of text before the first row.
	Before int
	// FromZero is true for LIBSVM text that counts features from 0.
	FromZero bool
	// Array is the name of the array of features. If Apart is true, LabelArray is the name of the array of
	// labels. LabelFile is the file of labels in the same folder; empty if this file has the labels.
	Array, LabelArray, LabelFile string
	// Compressed is true if the file is compressed. Dropped counts the rows that were left out.
	Compressed bool
	Dropped    int
}
