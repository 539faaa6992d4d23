package table

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
	open func(in *Input) ([]member, error)
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
		{textFormat, isText, openText, nil},
	}
}

// A member is one of the things that a file holds: a table, or labels.
type member struct {
	Part
	// name is empty where the file holds but one.
	name string
	// open reads what comes before its rows.
	open func() (*Table, error)
	// words tells that it is known to be none of numbers, and aside that it is hardly
	// labels, unless named so.
	words, aside bool
}

// alone is t as all that a file holds.
func alone(t *Table, err error) ([]member, error) {
	if err != nil {
		return nil, err
	}
	return []member{{Part: t.Part, open: func() (*Table, error) { return t, nil }}}, nil
}

// Open opens the file at path, of whatever format it is: the table of features in it, with
// its labels where these stand apart. others are the tables opened before it, of which the
// source is the first. Its Input is to be closed.
func Open(report *Reporter, path string, options Options, others ...*Table) (*Table, error) {
	return opened(others, func() (*Input, error) { return openInput(report, path, options) })
}

// OpenStandardInput does so with standard input.
func OpenStandardInput(report *Reporter, options Options, others ...*Table) (*Table, error) {
	return opened(others, func() (*Input, error) { return openStandardInput(report, options) })
}

func opened(others []*Table, open func() (*Input, error)) (*Table, error) {
	in, err := open()
	if err != nil {
		return nil, err
	}
	t, err := in.table(others)
	if err != nil {
		in.Close()
		return nil, err
	}
	return t, nil
}

// table returns the table of features in the file.
func (in *Input) table(others []*Table) (*Table, error) {
	f, err := in.format()
	if err != nil {
		return nil, err
	}
	held, err := f.open(in)
	if err != nil {
		return nil, err
	}
	t, err := in.choose(held, others)
	if err != nil {
		return nil, err
	}
	t.format = f
	return t, t.Rows.settle(t, others)
}

// format tells the format of the file by its content.
func (in *Input) format() (format, error) {
	start, err := in.Peek(inputBuffer)
	// What came before an error may be all that is wanted: it comes again, where
	// it matters, when the rows are read.
	if len(start) == 0 && err != nil && err != io.EOF {
		return format{}, err
	}
	var names []string
	for _, f := range formats() {
		if f.sniff(start, err == io.EOF) {
			return f, nil
		}
		names = append(names, f.name)
	}
	return format{}, in.Fault(ErrSyntax, "holds binary data of an unknown format: %s can be read", strings.Join(names, ", "))
}
