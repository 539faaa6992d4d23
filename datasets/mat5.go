package datasets

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
)

// A MAT file of level 5 (MATLAB 5.0 to -v7; The MathWorks, MAT-File Format,
// Version 5) is a header of 128 bytes and data elements: matrices, each perhaps
// compressed by zlib.
const matHeader = 128

// isMAT5 tells whether a file that begins with start is a MAT file of level 5.
func isMAT5(start []byte) bool {
	_, ok := matOrder(start)
	return ok
}

// matOrder returns the byte order of a MAT file: version 1.x as uint16 and "MI",
// written by a machine of that order.
func matOrder(start []byte) (binary.ByteOrder, bool) {
	if len(start) < matHeader {
		return nil, false
	}
	switch mark := start[matHeader-4 : matHeader]; {
	case mark[1] == 1 && bytes.Equal(mark[2:], []byte("IM")):
		return binary.LittleEndian, true
	case mark[0] == 1 && bytes.Equal(mark[2:], []byte("MI")):
		return binary.BigEndian, true
	}
	return nil, false
}

// openMAT5 opens a MAT file of level 5. Since its variables come in any order,
// it is read through for their names first; reopen then opens it again for the
// labels and the features.
func openMAT5(in *input, label, column string, reopen func() (*input, error)) (*table, error) {
	if in.size == 0 {
		return nil, in.fault(ErrSyntax, "is a MAT file in a pipe: name the file itself")
	}
	p := part{path: in.path}
	variables := map[string]matVariable{}
	var names []string
	others := 0
	err := walkMAT5(in, func(v matVariable, _ *matReader) error {
		if !v.numeric() {
			others++
			return nil
		}
		if _, twice := variables[v.name]; !twice {
			names = append(names, v.name)
		}
		variables[v.name] = v
		return nil
	})
	if err != nil {
		return nil, p.readError(err)
	}
	if len(names) == 0 && others > 0 {
		return nil, p.fault(ErrSyntax, "holds no matrix of numbers, only structs, cells or text: save the features and labels as variables of their own")
	}
	features, labels, err := chooseArrays(names, label, column, p)
	if err != nil {
		return nil, err
	}
	a, err := newMATArray(in.path, variables[features], reopen)
	if err != nil {
		return nil, err
	}
	if labels == "" {
		a.turnable = true
		if column == "" {
			a.lacking = lackingLabels(names)
		}
		return a.table(in)
	}
	beside, err := newMATArray(in.path, variables[labels], reopen)
	if err != nil {
		return nil, err
	}
	values, err := beside.vector()
	if err != nil {
		return nil, err
	}
	a.labels = &arrayLabels{part: beside.part, about: "the " + beside.part.name + " of " + filepath.Base(in.path), values: values}
	if a.rows != len(values) && a.cols == len(values) {
		a.transpose()
		a.notes = append(a.notes, filepath.Base(in.path)+": "+features+" is transposed, as it has a column for each label")
	}
	return a.table(in)
}

// errStop ends a walk before the end of the file.
var errStop = errors.New("stop")

// walkMAT5 calls visit for each variable at the top level of in, with a reader
// that is behind its name. What visit leaves is skipped.
func walkMAT5(in *input, visit func(v matVariable, m *matReader) error) error {
	start, err := in.Peek(matHeader)
	if err != nil {
		return noEOF(err)
	}
	order, ok := matOrder(start)
	if !ok {
		return in.fault(ErrSyntax, "is not a MAT file of level 5")
	}
	if _, err := in.Discard(matHeader); err != nil {
		return err
	}
	outer := &matReader{r: &io.LimitedReader{R: in, N: math.MaxInt64}, order: order, part: part{path: in.path}, held: in.sized()}
	for position := 0; ; position++ {
		t, err := outer.tag()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if in.sized() && int64(t.size) > in.size {
			return in.fault(ErrTruncated, "promises a variable of %d bytes, but is one of %d", t.size, in.size)
		}
		inner, rest, err := outer.variable(t)
		if err != nil {
			return err
		}
		v, err := readMATVariable(inner)
		if err != nil {
			return err
		}
		v.position = position
		if err := visit(v, inner); err == errStop {
			return nil
		} else if err != nil {
			return err
		}
		if err := discard(in, rest.N); err != nil {
			return err
		}
	}
}

// newMATArray describes the array of a variable.
func newMATArray(path string, v matVariable, reopen func() (*input, error)) (*array, error) {
	p := part{path: path, name: "variable " + excerpt(v.name)}
	dims := v.dims
	for len(dims) > 2 && dims[len(dims)-1] == 1 {
		dims = dims[:len(dims)-1]
	}
	switch {
	case v.complex:
		return nil, p.fault(ErrSyntax, "holds complex numbers: save their real and imaginary parts")
	case len(dims) != 2:
		return nil, p.fault(ErrSyntax, "has %d dimensions: a matrix of samples has two", len(dims))
	}
	a := &array{
		part:       p,
		format:     fmt.Sprintf("MAT, %s, %s", p.name, v.className()),
		rows:       dims[0],
		cols:       dims[1],
		columnwise: true,
		sparse:     v.class == matSparse,
		stored:     v.stored,
	}
	rows, cols := dims[0], dims[1] // as stored
	a.scan = func(piece func(i, j int, values []float64) error) error {
		in, err := reopen()
		if err != nil {
			return err
		}
		defer in.Close()
		found := false
		err = walkMAT5(in, func(at matVariable, m *matReader) error {
			if at.position != v.position {
				return nil
			}
			found = true
			m.part = p
			if a.sparse {
				err = m.scanSparse(a, rows, cols, piece)
			} else {
				err = m.scanFull(rows, cols, piece)
			}
			if err == nil {
				err = m.finish()
			}
			if err == nil {
				err = errStop
			}
			return err
		})
		if err == nil && !found {
			return p.fault(ErrTruncated, "is no longer there")
		}
		return p.readError(err)
	}
	return a, a.checkSize(a.cols)
}
