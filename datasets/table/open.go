package table

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"
)

// formats are told by their content, not by their names; the first that fits is
// it. A format is added as a row, and a file that holds its functions.
func formats() []format {
	return []format{
		{"NPY", isNPY, openNPY, [][2]string{{"_X.npy", "_y.npy"}}},
		{"NPZ", isNPZ, openNPZ, nil},
		{"MAT up to -v7", isMAT, openMAT, nil},
		{"IDX", isIDX, openIDX, [][2]string{{"images-idx3-ubyte", "labels-idx1-ubyte"}, {"images.idx3-ubyte", "labels.idx1-ubyte"}}},
		{"safetensors", isSafetensors, openSafetensors, nil},
		{parquetFormat, isParquet, openParquet, nil},
		{"moments", isMoments, openMoments, nil},
		{"JSON lines", isJSONLines, openJSONLines, nil},
		{"LIBSVM", isLIBSVM, openLIBSVM, nil},
		{textFormat, isText, openText, nil},
	}
}

// Open opens the file at path, standard input where that is "-", of whatever format it is: the table of features in it, with
// its labels where these stand apart. others are the tables opened before it, of which the
// source is the first. Its Input is to be closed.
func Open(report *Reporter, path string, options Options, others ...*Table) (*Table, error) {
	return opened(others, func() (*Input, error) { return openInput(report, path, options) })
}

// OpenBytes opens content as a file of that name.
func OpenBytes(report *Reporter, name string, content []byte, options Options, others ...*Table) (*Table, error) {
	return opened(others, func() (*Input, error) {
		in, err := newInput(report, name, bytes.NewReader(content), 0)
		if err == nil {
			in.Options = options
		}
		return in, err
	})
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
	column := in.labelColumn(others)
	t, err := in.choose(held, column)
	if err != nil {
		return nil, err
	}
	t.format = f.name
	if err := t.findLabels(f, column); err != nil {
		return nil, err
	}
	return t, t.Rows.settle(t, column)
}

// format tells the format of the file by its content.
func (in *Input) format() (format, error) {
	start, err := in.Peek(inputBuffer)
	// What came before an error may be all that is wanted: it comes again, where
	// it matters, when the rows are read.
	if len(start) == 0 && err != nil && err != io.EOF {
		return format{}, err
	}
	if what := stranger(start); what != "" && !isJSONLines(start, err == io.EOF) && !isMoments(start, false) {
		return format{}, in.Fault(ErrSyntax, "is %s: save the rows as CSV", what)
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

// labelColumn is what the user calls the column of the labels, a column or an array of the
// source, empty where it does not concern this file: where the source, before which there
// are no others, is text or has its labels apart.
func (in *Input) labelColumn(others []*Table) string {
	if len(others) > 0 && (others[0].IsText() || others[0].Labels != nil) {
		return ""
	}
	return in.Options.Label
}

// OpenHeader returns the table at path whose columns have names, text or Parquet, of which it
// reads but the beginning and which it has closed; nil for what can't be read, has no header, or
// is no file.
func OpenHeader(ctx context.Context, path string) *Table {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil // a pipe can be read but once
	}
	in, err := openInput(NewReporter(ctx, nil), path, Options{})
	if err != nil {
		return nil
	}
	defer in.Close()
	f, err := in.format()
	if err != nil || f.name != textFormat && f.name != parquetFormat {
		return nil
	}
	held, err := f.open(in)
	if err != nil {
		return nil
	}
	t, err := held[0].open()
	if err != nil || t.Rows.settle(t, "") != nil || t.Columns == nil {
		return nil
	}
	return t
}

// Beside lists the files of labels beside the file at path that are named for it.
func Beside(path string) (labels []string) {
	for _, f := range formats() {
		for _, names := range f.siblings {
			if sibling, _ := siblingOf(path, names[0], names[1]); sibling != "" {
				labels = append(labels, sibling)
			}
		}
	}
	return labels
}
