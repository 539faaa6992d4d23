package datasets

import (
	"bytes"
	"io"
)

// formats are those that can be read, for messages.
const formats = "CSV and other tables of text, NPY, NPZ, MAT up to -v7, IDX and LIBSVM"

// openFormat opens the file as what its first bytes, after decompression, say
// that it is. It returns nil where they are those of a table of text. label is
// what names the label column, or the array of labels, of the source; where that
// is a table of text, or has its labels apart, it need not concern other files.
func openFormat(in *input, label string, source *table) (*table, error) {
	column := label
	if source != nil && (source.array == nil || source.labelsApart()) {
		column = ""
	}
	start, err := in.Peek(sniffed)
	if len(start) == 0 && err != nil && err != io.EOF {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(start, []byte(npyMagic)):
		return openNPY(in, column)
	case bytes.HasPrefix(start, []byte("PK\x03\x04")), bytes.HasPrefix(start, []byte("PK\x05\x06")):
		return openNPZ(in, label, column)
	case isHDF5(start):
		return nil, in.fault(ErrSyntax, "is an HDF5 file, as MATLAB writes with -v7.3: save it with -v7 in MATLAB, or with scipy.io.savemat")
	case isMAT5(start):
		return openMAT5(in, label, column, func() (*input, error) { return openInput(in.report, in.path) })
	case isIDX(start):
		return openIDX(in, column)
	case isLIBSVM(start, err == io.EOF):
		return openLIBSVM(in, column)
	}
	return nil, nil
}

// isHDF5 tells an HDF5 file, which MATLAB puts behind a header of its own.
func isHDF5(start []byte) bool {
	return bytes.HasPrefix(start, []byte("\x89HDF\r\n\x1a\n")) || bytes.HasPrefix(start, []byte("MATLAB 7.3 MAT-file"))
}
