package table

import (
	"bytes"
	"context"
	"io"
	"os"
	"slices"
	"strings"

	"larui/datasets/moments"
	"larui/datasets/parquet"
)

// formats lists the formats that can be read. A file has the first format whose sniff accepts the content.
// For another format, write a file with its functions and add a line here.
func formats() []format {
	return []format{
		{"NPY", prefixMatcher(npyMagic), openNPY, [][2]string{{"_X.npy", "_y.npy"}}},
		{"NPZ", prefixMatcher("PK\x03\x04", "PK\x05\x06"), openNPZ, nil},
		{"MAT up to -v7", isMAT, openMAT, nil},
		{"IDX", isIDX, openIDX, [][2]string{{"images-idx3-ubyte", "labels-idx1-ubyte"}, {"images.idx3-ubyte", "labels.idx1-ubyte"}}},
		{"safetensors", isSafetensors, openSafetensors, nil},
		{parquetFormat, parquet.HasMagic, openParquet, nil},
		{"moments", moments.HasMagic, openMoments, nil},
		{"JSON lines", isJSONLines, openJSONLines, nil},
		{"LIBSVM", isLIBSVM, openLIBSVM, nil},
		{textFormat, isText, openText, nil},
	}
}

// Open opens the file at path, or standard input for "-", in any of the formats, and returns the table of
// features. others are the tables that were opened before, the source first. The caller must close the
// Input of the table.
func Open(report *Reporter, path string, options Options, others ...*Table) (*Table, error) {
	in, err := openInput(report, path, options)
	return openTableOrClose(in, err, others)
}

// OpenBytes opens content as a file of the given name.
func OpenBytes(report *Reporter, name string, content []byte, options Options, others ...*Table) (*Table, error) {
	in, err := newInput(report, name, bytes.NewReader(content), 0)
	if err == nil {
		in.Options = options
	}
	return openTableOrClose(in, err, others)
}

func openTableOrClose(in *Input, err error, others []*Table) (*Table, error) {
	if err != nil {
		return nil, err
	}
	t, err := in.openTable(others)
	if err != nil {
		in.Close()
		return nil, err
	}
	return t, nil
}

func (in *Input) openTable(others []*Table) (*Table, error) {
	f, held, err := in.openMembers()
	if err != nil {
		return nil, err
	}
	column := in.labelColumn(others)
	t, err := in.chooseTable(held, column)
	if err != nil {
		return nil, err
	}
	t.format = f.name
	if err := t.findLabels(f, column); err != nil {
		return nil, err
	}
	return t, t.Rows.prepare(t, column)
}

func (in *Input) openMembers() (format, []member, error) {
	f, err := in.detectFormat()
	if err != nil {
		return f, nil, err
	}
	held, err := f.open(in)
	return f, held, err
}

func (in *Input) detectFormat() (format, error) {
	start, err := in.Peek(inputBuffer)
	// An error after the first bytes may not matter. If it does, it occurs again when the rows are
	// read.
	if len(start) == 0 && err != nil && err != io.EOF {
		return format{}, err
	}
	what := findForeignFormat(start)
	if err == io.EOF {
		start = append(slices.Clip(start), '\n')
	}
	if what != "" && !isJSONLines(start) && !moments.HasMagic(start) {
		return format{}, in.Fault(ErrSyntax, "is %s: save the rows as CSV", what)
	}
	var names []string
	for _, f := range formats() {
		if f.sniff(start) {
			return f, nil
		}
		names = append(names, f.name)
	}
	return format{}, in.Fault(ErrSyntax, "holds binary data of an unknown format: %s can be read", strings.Join(names, ", "))
}

// labelColumn returns Options.Label. If the source, the first of others, is text or has its labels in
// another array or file, Options.Label is only for the source, and labelColumn returns "".
func (in *Input) labelColumn(others []*Table) string {
	if len(others) > 0 && (others[0].IsText() || others[0].Labels != nil) {
		return ""
	}
	return in.Options.Label
}

// ReadHeader opens a text or Parquet table at path, reads its header and closes it. It returns nil
// if the table can't be read or has no header.
func ReadHeader(ctx context.Context, path string) *Table {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil // a pipe can be read only once
	}
	in, err := openInput(NewReporter(ctx, nil), path, Options{})
	if err != nil {
		return nil
	}
	defer in.Close()
	f, err := in.detectFormat()
	if err != nil || f.name != textFormat && f.name != parquetFormat {
		return nil
	}
	t, err := in.openTable(nil)
	if err != nil || t.Columns == nil {
		return nil
	}
	return t
}

// LabelFilesBeside lists the existing files whose names say that they have the labels of the file at
// path.
func LabelFilesBeside(path string) (labels []string) {
	for _, f := range formats() {
		for _, names := range f.siblings {
			if sibling, _ := findSibling(path, names[0], names[1]); sibling != "" {
				labels = append(labels, sibling)
			}
		}
	}
	return labels
}
