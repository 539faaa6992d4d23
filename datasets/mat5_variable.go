package datasets

import (
	"fmt"
	"slices"
)

// The classes of MAT variables (MAT-File Format, Version 5, table 1-3) that
// matter here; those from matDouble to matUint64 are full matrices of numbers.
const (
	matSparse = 5
	matDouble = 6
	matUint64 = 15
	matOpaque = 17
)

// A matVariable is what a MAT file says of a variable before its numbers.
type matVariable struct {
	name             string
	class            byte
	complex, logical bool
	dims             []int
	// stored is the number of values of a sparse matrix, as far as is claimed.
	stored int
	// position is that of the variable in the file, from 0.
	position int
}

// numeric tells whether v is a matrix of numbers that has a name.
func (v matVariable) numeric() bool {
	return v.name != "" && (v.class == matSparse || matDouble <= v.class && v.class <= matUint64)
}

// className is what MATLAB calls the class of v.
func (v matVariable) className() string {
	switch {
	case v.class == matSparse:
		return "sparse"
	case v.logical:
		return "logical"
	case v.class == matDouble:
		return "double"
	case v.class == 7:
		return "single"
	}
	bits := 8 << ((v.class - 8) / 2)
	if v.class%2 == 0 {
		return fmt.Sprintf("int%d", bits)
	}
	return fmt.Sprintf("uint%d", bits)
}

// readMATVariable reads flags, dimensions and name of a variable.
func readMATVariable(m *matReader) (matVariable, error) {
	const maxDims, maxName = 32, 256
	var v matVariable
	flags, err := m.list(2)
	if err != nil {
		return v, err
	}
	if len(flags) != 2 {
		return v, m.part.fault(ErrSyntax, "has a variable whose flags are damaged")
	}
	word := uint32(flags[0])
	v.class = byte(word)
	v.complex, v.logical = word&0x800 != 0, word&0x200 != 0
	v.stored = int(flags[1])
	if v.class == matOpaque {
		return v, nil // no dimensions follow
	}
	dims, err := m.list(maxDims)
	if err != nil {
		return v, err
	}
	for _, size := range dims {
		if size < 0 || size != float64(int32(size)) {
			return v, m.part.fault(ErrSyntax, "has a variable of size %v", size)
		}
		v.dims = append(v.dims, int(size))
	}
	if len(v.dims) < 2 {
		return v, m.part.fault(ErrSyntax, "has a variable of %s", plural(len(v.dims), "dimension"))
	}
	name, err := m.list(maxName)
	if err != nil {
		return v, err
	}
	for _, c := range name {
		v.name += string(rune(int(c) & 0xff))
	}
	return v, nil
}

// scanFull gives the columns of a full matrix, once they are known to be there.
func (m *matReader) scanFull(rows, cols int, piece func(i, j int, values []float64) error) error {
	e, count, data, _, err := m.numbers()
	if err != nil {
		return err
	}
	if count != int64(rows)*int64(cols) {
		return m.part.fault(ErrSyntax, "is of size %d×%d, but holds %d numbers", rows, cols, count)
	}
	if !m.held {
		if data, err = readSpool(data, count*int64(e.size)); err != nil {
			return noEOF(err)
		}
	}
	return noEOF(scanElements(data, e, rows, cols, true, piece))
}

// scanSparse gives the values of a sparse matrix one by one. It is stored by
// columns: the rows of the values, where each column begins among them, and the
// values.
func (m *matReader) scanSparse(a *array, rows, cols int, piece func(i, j int, values []float64) error) error {
	places, err := m.list(maxValues)
	if err != nil {
		return err
	}
	starts, err := m.list(int64(cols) + 1)
	if err != nil {
		return err
	}
	if len(starts) != cols+1 || starts[0] != 0 || !slices.IsSorted(starts) || starts[cols] > float64(len(places)) {
		return m.part.fault(ErrSyntax, "does not say where its %d columns begin", cols)
	}
	e, count, data, _, err := m.numbers()
	if err != nil {
		return err
	}
	stored := int(starts[cols])
	if int64(stored) > count {
		return m.part.fault(ErrSyntax, "is to hold %d values, but has %d", stored, count)
	}
	a.stored = stored
	if err := a.checkSize(a.cols); err != nil {
		return err
	}
	j, previous := 0, -1.0
	err = scanElements(data, e, 1, stored, false, func(_, from int, values []float64) error {
		for k := range values {
			at := from + k
			for starts[j+1] <= float64(at) {
				j++
				previous = -1
			}
			i := places[at]
			if !(i > previous && i < float64(rows)) { // nor NaN
				return m.part.fault(ErrSyntax, "has no place at row %v for value %d", i+1, at+1)
			}
			previous = i
			if err := piece(int(i), j, values[k:k+1]); err != nil {
				return err
			}
		}
		return nil
	})
	return noEOF(err)
}
