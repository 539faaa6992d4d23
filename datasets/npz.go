package datasets

import (
	"archive/zip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// deflateRatio is the most that deflate can unpack a byte to: 258 bytes are
// copied by 2 bits, so a little less than 1032.
const deflateRatio = 1032

// openNPZ opens an NPZ file, a zip archive of NPY arrays.
func openNPZ(in *input, label, column string) (*table, error) {
	if in.compressed || in.size == 0 {
		return nil, in.fault(ErrSyntax, "is a zip archive inside other compression or a pipe: name the archive itself")
	}
	file, err := os.Open(in.path)
	if err != nil {
		return nil, fileError(in.path, err)
	}
	t, err := newNPZ(in, file, in.size, label, column)
	if err != nil {
		file.Close()
		return nil, err
	}
	first := in.close
	in.close = func() error {
		file.Close()
		return first()
	}
	return t, nil
}

// newNPZ picks the arrays of the archive in source and reads the labels.
func newNPZ(in *input, source io.ReaderAt, size int64, label, column string) (*table, error) {
	p := part{path: in.path}
	archive, err := zip.NewReader(&archiveReader{in: in, source: source, size: size}, size)
	if err != nil {
		return nil, p.readError(err)
	}
	members := map[string]*zip.File{}
	var names []string
	for _, member := range archive.File {
		name, isArray := strings.CutSuffix(member.Name, ".npy")
		switch {
		case member.Name == "xl/workbook.xml":
			return nil, p.fault(ErrSyntax, "is an Excel workbook: save the sheet as CSV")
		case !isArray:
			continue
		case members[name] != nil:
			return nil, p.fault(ErrSyntax, "holds two arrays called %s", excerpt(name))
		}
		members[name] = member
		names = append(names, name)
	}
	if len(names) == 0 {
		return nil, p.fault(ErrSyntax, "is a zip archive without NumPy arrays (.npy)")
	}
	slices.Sort(names)
	features, labels, err := chooseArrays(names, label, column, p)
	if err != nil {
		return nil, err
	}
	a, err := newNPZArray(in.path, features, members[features], size)
	if err != nil {
		return nil, err
	}
	if labels == "" {
		if column == "" {
			a.lacking = lackingLabels(names)
		}
		return a.table(in)
	}
	beside, err := newNPZArray(in.path, labels, members[labels], size)
	if err != nil {
		return nil, err
	}
	values, err := beside.vector()
	if err != nil {
		return nil, err
	}
	a.labels = &arrayLabels{part: beside.part, about: "the " + beside.part.name + " of " + filepath.Base(in.path), values: values}
	return a.table(in)
}

// newNPZArray describes an array of an archive of size bytes.
func newNPZArray(path, name string, member *zip.File, size int64) (*array, error) {
	p := part{path: path, name: "array " + excerpt(name)}
	// open returns the array behind its header.
	open := func() (npyHeader, io.ReadCloser, error) {
		content, err := member.Open()
		if err != nil {
			return npyHeader{}, nil, p.readError(err)
		}
		h, err := readNPYHeader(content, p)
		if err != nil {
			content.Close()
		}
		return h, content, err
	}
	const encrypted = 1
	packed, unpacked := member.CompressedSize64, member.UncompressedSize64
	switch {
	case member.Flags&encrypted != 0:
		return nil, p.fault(ErrSyntax, "is encrypted")
	case packed > uint64(size):
		return nil, p.fault(ErrTruncated, "promises %d bytes in an archive of %d", packed, size)
	case unpacked/deflateRatio > packed:
		return nil, p.fault(ErrTooLarge, "claims to unpack from %d bytes to %d, more than they can hold", packed, unpacked)
	}
	h, content, err := open()
	if err != nil {
		return nil, err
	}
	content.Close()
	a, err := h.array(p)
	if err != nil {
		return nil, err
	}
	a.format = "NPZ, " + p.name + " of " + h.element.String()
	data := claimed(a.rows, a.cols, h.element)
	switch held := int64(unpacked) - h.size; {
	case held < data:
		return nil, p.fault(ErrTruncated, "promises %d bytes of data, but holds %d", data, held)
	case held > data:
		return nil, p.fault(ErrSyntax, "holds more data than its header says: %d bytes, not %d", held, data)
	}
	h.scan(a, member.Method == zip.Store && packed == unpacked, func() (io.ReadCloser, error) {
		_, content, err := open()
		return content, err
	})
	return a, nil
}

// An archiveReader reads the archive as it lies on the disk, reports progress
// and looks at the context.
type archiveReader struct {
	in         *input
	source     io.ReaderAt
	size, done int64
}

func (r *archiveReader) ReadAt(p []byte, offset int64) (int, error) {
	if err := r.in.report.step("reading "+filepath.Base(r.in.path), r.done, r.size); err != nil {
		return 0, err
	}
	n, err := r.source.ReadAt(p, offset)
	r.done = min(r.done+int64(n), r.size)
	return n, err
}
