package table

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
)

// matHeader is the size in bytes of the header of a MAT file of level 5 (MATLAB 5.0 to -v7; The MathWorks,
// MAT-File Format, Version 5). After the header come matrices, which may be compressed by zlib.
const matHeader = 128

// isMAT reports whether start begins a MAT file of level 5, or one of -v7.3, which openMAT refuses.
func isMAT(start []byte) bool { return matByteOrder(start) != nil || isHDF5(start) }

// isHDF5 reports whether start begins an HDF5 file, which may have a MATLAB header.
func isHDF5(start []byte) bool {
	return prefixMatcher("\x89HDF\r\n\x1a\n", "MATLAB 7.3 MAT-file")(start)
}

// matByteOrder returns the byte order of a MAT file, nil for other files. The header ends with the version
// 1.x, as a uint16, and "MI", both in this byte order.
func matByteOrder(start []byte) binary.ByteOrder {
	if len(start) < matHeader {
		return nil
	}
	switch mark := start[matHeader-4 : matHeader]; {
	case mark[1] == 1 && string(mark[2:]) == "IM":
		return binary.LittleEndian
	case mark[0] == 1 && string(mark[2:]) == "MI":
		return binary.BigEndian
	}
	return nil
}

// openMAT opens the matrices of a MAT file. It decompresses only the beginning of a compressed
// matrix; the rest is decompressed when it is read.
func openMAT(in *Input) ([]member, error) {
	if start, _ := in.Peek(matHeader); isHDF5(start) {
		return nil, in.Fault(ErrSyntax, "is an HDF5 file, as MATLAB writes with -v7.3: save it with -v7 in MATLAB, or with scipy.io.savemat")
	}
	content, err := in.readAll()
	if err != nil {
		return nil, err
	}
	var held []member
	others := 0
	file := matReader{Part: in.Part, in: in, order: matByteOrder(content), rest: content[matHeader:]}
	for len(file.rest) > 0 {
		v, err := file.readVariable(len(content))
		if err != nil {
			return nil, err
		}
		if v.class() == "" {
			others++
		}
		if v.name == "" {
			continue
		}
		m := in.newArrayMember("variable", v.name, v.fillTable)
		if v.class() == "" {
			m.isText, m.onlyByName = true, v.flags&0xff == matStruct || len(v.dims) > 0 && v.dims[0] < 2
		}
		// If variables have the same name, the last one is used.
		held = append(slices.DeleteFunc(held, func(m member) bool { return m.name == v.name }), m)
	}
	switch {
	case others > 0 && !slices.ContainsFunc(held, func(m member) bool { return !m.isText }):
		return nil, in.Fault(ErrSyntax, "holds no matrix of numbers, only structs, cells or text: save the features and labels as variables of their own")
	case len(held) == 0:
		return nil, in.Fault(ErrEmpty, "holds no array")
	}
	return held, nil
}

func (v matVariable) fillTable(t *Table) error {
	if v.class() == "" {
		t.Rows = &textArray{readTexts: v.texts}
		return nil
	}
	const complex = 0x800
	dims := v.dims
	for len(dims) > 2 && dims[len(dims)-1] == 1 {
		dims = dims[:len(dims)-1]
	}
	switch {
	case v.flags&complex != 0:
		return t.Fault(ErrSyntax, "holds complex numbers: save their real and imaginary parts")
	case len(dims) != 2:
		return t.Fault(ErrSyntax, "has %d dimensions: a matrix of samples has two", len(dims))
	}
	t.Form = fmt.Sprintf("MAT, %s, %s", t.Part.Name, v.class())
	t.N, t.Cols = dims[0], dims[1]
	t.sparse, t.stored = v.flags&0xff == matSparse, v.claimedNonzeros
	rows := &array{columnwise: true, mayTranspose: true}
	rows.read = func(visit rowFunc) error {
		m, err := v.openData(t.Part)
		if err != nil {
			return err
		}
		if t.sparse {
			return m.scanSparseMatrix(t, rows.columnwise, dims[0], dims[1], visit)
		}
		return m.scanFullMatrix(t, rows, dims[0], dims[1], visit)
	}
	t.Rows = rows
	return t.checkSize(t.Cols)
}

// scanFullMatrix visits the rows of t, a full matrix. The data are a rows×cols matrix, stored column by
// column.
func (m *matReader) scanFullMatrix(t *Table, a *array, rows, cols int, visit rowFunc) error {
	e, data, err := m.readNumbers()
	if err != nil {
		return err
	}
	if count := len(data) / e.size; int64(count) != int64(rows)*int64(cols) {
		return m.Fault(ErrSyntax, "is of size %d×%d, but holds %d numbers", rows, cols, count)
	}
	if a.columnwise {
		return t.scanColumns(bytes.NewReader(data), e, visit)
	}
	return a.scanNumbers(t, bytes.NewReader(data), e, true, visit)
}
