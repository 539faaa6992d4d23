package table

// A Description is what is known of a file without its rows: enough to find its columns in
// others, and to read it again.
type Description struct {
	// File is the name of the file, without its folder, and Names are those of all its
	// Width columns, nil where it has none.
	File  string
	Names []string
	Width int
	// Apart tells that labels stand apart from the columns.
	Apart bool
	// Format is what people call the format of the file. Of text, Comma is the delimiter,
	// ' ' for blanks, and Before counts the lines before its first row; of LIBSVM text,
	// FromZero tells that it counts features from 0.
	Format   string
	Comma    rune
	Before   int
	FromZero bool
	// Array is the name of the array of features, LabelArray that of the labels which
	// stand apart, in the file LabelFile beside this one if that is not empty.
	Array, LabelArray, LabelFile string
	// Compressed is set where the file is, and Dropped counts the rows left out.
	Compressed bool
	Dropped    int
}
