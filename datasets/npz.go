package datasets

import (
	"archive/zip"
	"bytes"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// deflateRatio is the most that deflate can unpack a byte to: 258 bytes are
// copied by 2 bits, so a little less than 1032.
const deflateRatio = 1032

func isNPZ(start []byte, _ bool) bool {
	return bytes.HasPrefix(start, []byte("PK\x03\x04")) || bytes.HasPrefix(start, []byte("PK\x05\x06"))
}

// openNPZ opens the arrays of an NPZ file, a zip archive of NPY arrays.
func openNPZ(in *input) ([]*table, error) {
	if in.compressed || in.raw == nil {
		return nil, in.fault(ErrSyntax, "is a zip archive inside other compression or a pipe: name the archive itself")
	}
	archive, err := zip.NewReader(&archiveReader{in: in}, in.size)
	if err != nil {
		return nil, in.readError(err)
	}
	members := map[string]*zip.File{}
	var names []string
	for _, member := range archive.File {
		name, isArray := strings.CutSuffix(member.Name, ".npy")
		switch {
		case member.Name == "xl/workbook.xml":
			return nil, in.fault(ErrSyntax, "is an Excel workbook: save the sheet as CSV")
		case !isArray:
			continue
		case members[name] != nil:
			return nil, in.fault(ErrSyntax, "holds two arrays called %s", excerpt(name))
		}
		members[name] = member
		names = append(names, name)
	}
	if len(names) == 0 {
		return nil, in.fault(ErrSyntax, "is a zip archive without NumPy arrays (.npy)")
	}
	slices.Sort(names)
	var tables []*table
	for _, name := range names {
		tables = append(tables, &table{
			in: in, part: part{in.path, "array " + excerpt(name)}, called: name,
			array: array{describe: func(t *table) error { return t.describeMember(members[name]) }},
		})
	}
	return tables, nil
}

// describeMember reads the header of an array of an archive.
func (t *table) describeMember(member *zip.File) error {
	// open returns the array behind its header.
	open := func() (npyHeader, io.ReadCloser, error) {
		content, err := member.Open()
		if err != nil {
			return npyHeader{}, nil, t.readError(err)
		}
		h, err := readNPYHeader(content, t.part)
		if err != nil {
			content.Close()
		}
		return h, content, err
	}
	const encrypted = 1
	packed, unpacked := member.CompressedSize64, member.UncompressedSize64
	switch {
	case member.Flags&encrypted != 0:
		return t.fault(ErrSyntax, "is encrypted")
	case packed > uint64(t.in.size):
		return t.fault(ErrTruncated, "promises %d bytes in an archive of %d", packed, t.in.size)
	case unpacked/deflateRatio > packed:
		return t.fault(ErrTooLarge, "claims to unpack from %d bytes to %d, more than they can hold", packed, unpacked)
	}
	h, content, err := open()
	if err != nil {
		return err
	}
	content.Close()
	if err := h.describe(t); err != nil {
		return err
	}
	t.form = "NPZ, " + t.part.name + " of " + h.element.name
	if err := t.checkHeld(int64(unpacked)-h.size, t.bytes(h.element)); err != nil {
		return err
	}
	h.scan(t, member.Method == zip.Store && packed == unpacked, func() (io.ReadCloser, error) {
		_, content, err := open()
		return content, err
	})
	return nil
}

// An archiveReader reads the archive as it lies on the disk, reports progress
// and looks at the context.
type archiveReader struct {
	in   *input
	done int64
}

func (r *archiveReader) ReadAt(p []byte, offset int64) (int, error) {
	if err := r.in.report.step("reading "+filepath.Base(r.in.path), r.done, r.in.size); err != nil {
		return 0, err
	}
	n, err := r.in.raw.ReadAt(p, offset)
	r.done = min(r.done+int64(n), r.in.size)
	return n, err
}
