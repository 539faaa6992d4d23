package datasets

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// A MAT file of level 5 (MATLAB 5.0 to -v7; The MathWorks, MAT-File Format,
// Version 5) is a header of 128 bytes and data elements: matrices, each perhaps
// compressed by zlib.
const matHeader = 128

// isMAT tells a MAT file of level 5, or one of -v7.3, which is refused.
func isMAT(start []byte, _ bool) bool { return matOrder(start) != nil || isHDF5(start) }

// isHDF5 tells an HDF5 file, which MATLAB puts behind a header of its own.
func isHDF5(start []byte) bool {
	return bytes.HasPrefix(start, []byte("\x89HDF\r\n\x1a\n")) || bytes.HasPrefix(start, []byte("MATLAB 7.3 MAT-file"))
}

// matOrder returns the byte order of a MAT file: version 1.x as uint16 and "MI",
// written by a machine of that order. It is nil for other files.
func matOrder(start []byte) binary.ByteOrder {
	if len(start) < matHeader {
		return nil
	}
	switch mark := start[matHeader-4 : matHeader]; {
	case mark[1] == 1 && bytes.Equal(mark[2:], []byte("IM")):
		return binary.LittleEndian
	case mark[0] == 1 && bytes.Equal(mark[2:], []byte("MI")):
		return binary.BigEndian
	}
	return nil
}

// openMAT opens the matrices of a MAT file. Since its variables come in any order,
// it is read through for their names first, and again for those that are wanted.
func openMAT(in *input) ([]*table, error) {
	switch start, _ := in.Peek(matHeader); {
	case isHDF5(start):
		return nil, in.fault(ErrSyntax, "is an HDF5 file, as MATLAB writes with -v7.3: save it with -v7 in MATLAB, or with scipy.io.savemat")
	case in.raw == nil:
		return nil, in.fault(ErrSyntax, "is a MAT file in a pipe: name the file itself")
	}
	var tables []*table
	others := 0
	err := walkMAT(in, func(v matVariable, _ *matReader) error {
		if v.name == "" || v.class() == "" {
			others++
			return nil
		}
		t := &table{in: in, part: part{in.path, "variable " + excerpt(v.name)}, called: v.name, array: array{describe: v.describe}}
		if i := slices.IndexFunc(tables, func(t *table) bool { return t.called == v.name }); i >= 0 {
			tables[i] = t // the last of a name counts
			return nil
		}
		tables = append(tables, t)
		return nil
	})
	switch {
	case err != nil:
		return nil, in.readError(err)
	case len(tables) == 0 && others > 0:
		return nil, in.fault(ErrSyntax, "holds no matrix of numbers, only structs, cells or text: save the features and labels as variables of their own")
	case len(tables) == 0:
		return nil, in.fault(ErrEmpty, "holds no array")
	}
	return tables, nil
}

// errStop ends a walk before the end of the file.
var errStop = errors.New("stop")

// walkMAT calls visit for each variable at the top level of in, with a reader that is
// behind its name. What visit leaves is skipped.
func walkMAT(in *input, visit func(v matVariable, m *matReader) error) error {
	header := make([]byte, matHeader)
	if err := in.readFull(in, header, "its header"); err != nil {
		return err
	}
	order := matOrder(header)
	for position := 0; ; position++ {
		file := &matReader{part: in.part, order: order, r: &io.LimitedReader{R: in, N: math.MaxInt64}, held: in.sized()}
		code, size, err := file.tag()
		if err == io.EOF {
			return nil
		}
		if err == nil && code>>16 == 0 && in.sized() && size > in.size {
			err = in.fault(ErrTruncated, "promises a variable of %d bytes, but is one of %d", size, in.size)
		}
		if err != nil {
			return err
		}
		file.r.N = size
		m, err := file.variable(code)
		if err != nil {
			return noEOF(err)
		}
		v, err := m.describe()
		if err != nil {
			return err
		}
		v.position = position
		if err := visit(v, m); err == errStop {
			return nil
		} else if err != nil {
			return err
		}
		if err := file.discard(size); err != nil {
			return err
		}
	}
}

// matClasses are the classes of variables (table 1-3) that are matrices of numbers.
var matClasses = [...]string{5: "sparse", 6: "double", 7: "single", 8: "int8", 9: "uint8", 10: "int16", 11: "uint16",
	12: "int32", 13: "uint32", 14: "int64", 15: "uint64"}

const (
	matSparse = 5
	matOpaque = 17 // an object, which has no dimensions
)

// A matVariable is what a MAT file says of a variable before its numbers.
type matVariable struct {
	name string
	// flags hold the class and what else there is to say; dims are the sizes.
	flags uint32
	dims  []int
	// stored is the number of values of a sparse matrix, as far as is claimed.
	stored int
	// position is that of the variable in the file, from 0.
	position int
}

// class is what MATLAB calls the class of v, empty for what is no matrix of numbers.
func (v matVariable) class() string {
	const logical = 0x200
	class := v.flags & 0xff
	switch {
	case int(class) >= len(matClasses):
		return ""
	case v.flags&logical != 0 && class != matSparse:
		return "logical"
	}
	return matClasses[class]
}

// describe gives t the size and the numbers of the variable.
func (v matVariable) describe(t *table) error {
	const complex = 0x800
	dims := v.dims
	for len(dims) > 2 && dims[len(dims)-1] == 1 {
		dims = dims[:len(dims)-1]
	}
	switch {
	case v.flags&complex != 0:
		return t.fault(ErrSyntax, "holds complex numbers: save their real and imaginary parts")
	case len(dims) != 2:
		return t.fault(ErrSyntax, "has %d dimensions: a matrix of samples has two", len(dims))
	}
	t.form = fmt.Sprintf("MAT, %s, %s", t.part.name, v.class())
	t.rows, t.cols, t.columnwise, t.turnable = dims[0], dims[1], true, true
	t.sparse, t.stored = v.flags&0xff == matSparse, v.stored
	t.scan = func(piece pieceFunc) error {
		in, err := t.in.again()
		if err != nil {
			return err
		}
		return t.readError(walkMAT(in, func(at matVariable, m *matReader) error {
			if at.position != v.position {
				return nil
			}
			m.part = t.part
			if t.sparse {
				err = m.scanSparse(t, dims[0], dims[1], piece)
			} else {
				err = m.scanFull(dims[0], dims[1], piece)
			}
			return cmp.Or(err, m.finish(), errStop)
		}))
	}
	return t.checkSize(t.cols)
}
