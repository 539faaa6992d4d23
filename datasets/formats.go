package datasets

import (
	"io"
	"strings"
)

// A format is a row of the table of what can be read.
type format struct {
	// name is what people call it.
	name string
	// sniff tells it by the first bytes of the content, after decompression; whole
	// says that start is all there is.
	sniff func(start []byte, whole bool) bool
	// open returns what the file holds: one table, or as many as it has names for.
	// What the columns mean is none of its business.
	open func(in *input) ([]*table, error)
	// siblings are endings of the names of files of samples, and of those with their
	// labels, which lie beside them.
	siblings [][2]string
}

// formats are told by their content, not by their names; the first that fits is
// it. A format is added as a row, and a file that holds its functions.
func formats() []format {
	return []format{
		{"NPY", isNPY, openNPY, [][2]string{{"_X.npy", "_y.npy"}}},
		{"NPZ", isNPZ, openNPZ, nil},
		{"MAT up to -v7", isMAT, openMAT, nil},
		{"IDX", isIDX, openIDX, [][2]string{{"images-idx3-ubyte", "labels-idx1-ubyte"}, {"images.idx3-ubyte", "labels.idx1-ubyte"}}},
		{"LIBSVM", isLIBSVM, openLIBSVM, nil},
		{"CSV and other tables of text", isText, openText, nil},
	}
}

// sniffed is how much of a file is looked at to tell its format.
const sniffed = inputBuffer

// openTables opens the file at path, of whatever format it is. The input is to be
// closed by the caller.
func openTables(report *reporter, path string) (*input, []*table, error) {
	in, err := openInput(report, path)
	if err != nil {
		return nil, nil, err
	}
	tables, err := in.tables()
	if err != nil {
		in.Close()
		return nil, nil, err
	}
	return in, tables, nil
}

// tables returns what the file holds.
func (in *input) tables() ([]*table, error) {
	start, err := in.Peek(sniffed)
	// What came before an error may be all that is wanted: it comes again, where
	// it matters, when the rows are read.
	if len(start) == 0 && err != nil && err != io.EOF {
		return nil, err
	}
	var names []string
	for _, f := range formats() {
		if f.sniff(start, err == io.EOF) {
			tables, err := f.open(in)
			for _, t := range tables {
				t.format = f
			}
			return tables, err
		}
		names = append(names, f.name)
	}
	return nil, in.fault(ErrSyntax, "holds binary data of an unknown format: %s can be read", strings.Join(names, ", "))
}
