package datasets

import (
	"bytes"
	"encoding/binary"
	"path/filepath"
)

// maxIDXDims bounds the dimensions of an IDX array: samples, rows, columns and
// colours.
const maxIDXDims = 4

// idxElement returns the type that the third byte of an IDX file means.
func idxElement(code byte) (element, bool) {
	e := element{order: binary.BigEndian}
	switch code {
	case idxBytes:
		e.kind, e.size = 'u', 1
	case 0x09:
		e.kind, e.size = 'i', 1
	case 0x0b:
		e.kind, e.size = 'i', 2
	case 0x0c:
		e.kind, e.size = 'i', 4
	case 0x0d:
		e.kind, e.size = 'f', 4
	case 0x0e:
		e.kind, e.size = 'f', 8
	}
	return e, e.size > 0
}

// isIDX tells whether a file that begins with start is an IDX array.
func isIDX(start []byte) bool {
	if len(start) < 4 || !bytes.HasPrefix(start, []byte{0, 0}) {
		return false
	}
	_, known := idxElement(start[2])
	return known && 1 <= start[3] && start[3] <= maxIDXDims
}

// openIDX opens an IDX array of samples: numbers, or pictures, which become one
// row each. Its labels are in the file beside it that is named as those of
// MNIST are: …labels-idx1… for …images-idx3….
func openIDX(in *input, label string) (*table, error) {
	a, err := newIDXArray(in)
	if err != nil {
		return nil, err
	}
	if label != "" {
		return a.table(in)
	}
	a.lacking = "holds no labels: name a column with --label, or the file …images-idx3-ubyte and that of the labels …labels-idx1-ubyte"
	for _, names := range siblingNames()[1:] {
		sibling, named := siblingOf(in.path, names[0], names[1])
		switch {
		case sibling != "":
			if a.labels, err = readLabelFile(in.report, sibling, newIDXArray); err != nil {
				return nil, err
			}
		case named:
			a.notes = append(a.notes, filepath.Base(in.path)+" has no file of labels (…"+names[1]+") beside it")
			a.lacking = "has no labels: there is no …" + names[1] + " beside it"
		}
	}
	return a.table(in)
}

// newIDXArray describes the array that in holds, whose header it reads: 0, 0,
// type, number of dimensions, then each dimension as a big-endian uint32.
func newIDXArray(in *input) (*array, error) {
	p := part{path: in.path}
	header := make([]byte, 4+4*maxIDXDims)
	if err := readFull(in, header[:4], "the IDX header"); err != nil {
		return nil, err
	}
	if !isIDX(header) {
		return nil, p.fault(ErrSyntax, "is not an IDX file: it begins with % x", header[:4])
	}
	e, _ := idxElement(header[2])
	dims := header[4 : 4+4*int(header[3])]
	if err := readFull(in, dims, "the IDX header"); err != nil {
		return nil, err
	}
	a := &array{part: p, format: "IDX of " + e.String(), rows: int(binary.BigEndian.Uint32(dims)), cols: 1}
	var sizes []int
	for from := 4; from < len(dims); from += 4 {
		size := int(binary.BigEndian.Uint32(dims[from:]))
		if size > 0 && a.cols > maxValues/size {
			return nil, p.fault(ErrTooLarge, "claims samples of more than %d numbers", maxValues)
		}
		a.cols *= size
		sizes = append(sizes, size)
	}
	if len(sizes) == 2 {
		a.shape = Shape{Rows: sizes[0], Cols: sizes[1]}
	}
	if err := a.checkSize(a.cols); err != nil {
		return nil, err
	}
	if err := in.checkHeld(int64(4+len(dims)), claimed(a.rows, a.cols, e)); err != nil {
		return nil, err
	}
	a.scan = func(piece func(i, j int, values []float64) error) error {
		return p.scan(in, e, a.rows, a.cols, false, in.sized(), piece)
	}
	return a, nil
}
