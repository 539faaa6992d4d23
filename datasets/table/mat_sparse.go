package table

import (
	"math"
	"slices"
)

// scanSparseMatrix visits the rows of t, a sparse matrix that is stored as a rows×cols matrix.
func (m *matReader) scanSparseMatrix(t *Table, columnwise bool, rows, cols int, visit rowFunc) error {
	s, err := m.readSparse(rows, cols)
	if err != nil {
		return err
	}
	t.stored = int(s.columnStarts[cols])
	if err := t.checkSize(t.Cols); err != nil {
		return err
	}
	row, next := make([]float64, t.Cols), slices.Clone(s.columnStarts)
	for i := range t.N {
		clear(row)
		switch {
		case columnwise:
			for j, at := range next[:cols] {
				if at < s.columnStarts[j+1] && s.rowIndices[int(at)] == float64(i) {
					row[j] = s.values[int(at)]
					next[j]++
				}
			}
		default: // a row is a stored column
			for at := int(s.columnStarts[i]); at < int(s.columnStarts[i+1]); at++ {
				row[int(s.rowIndices[at])] = s.values[at]
			}
		}
		if err := visit(row); err != nil {
			return err
		}
	}
	return nil
}

// A sparseMatrix has its nonzero values column by column. rowIndices has the row of each value, from 0.
// columnStarts has the index of the first value of each column; its last element is the number of values.
type sparseMatrix struct{ rowIndices, columnStarts, values []float64 }

func (m *matReader) readSparse(rows, cols int) (s sparseMatrix, err error) {
	s.rowIndices, err = m.readNumberList(maxValues)
	if err == nil {
		s.columnStarts, err = m.readNumberList(cols + 1)
	}
	if err != nil {
		return s, err
	}
	isFraction := func(v float64) bool { return v != math.Trunc(v) }
	if len(s.columnStarts) != cols+1 || s.columnStarts[0] != 0 || !slices.IsSorted(s.columnStarts) || s.columnStarts[cols] > float64(len(s.rowIndices)) ||
		slices.ContainsFunc(s.columnStarts, isFraction) {
		return s, m.Fault(ErrSyntax, "does not say where its %d columns begin", cols)
	}
	s.values, err = m.readNumberList(maxValues)
	if err != nil {
		return s, err
	}
	if stored := int(s.columnStarts[cols]); stored > len(s.values) {
		return s, m.Fault(ErrSyntax, "claims %d values, but has %d", stored, len(s.values))
	}
	for j := range cols {
		previous := -1.0
		for at := int(s.columnStarts[j]); at < int(s.columnStarts[j+1]); at++ {
			i := s.rowIndices[at]
			if !(i > previous && i < float64(rows)) || isFraction(i) { // NaN too
				return s, m.Fault(ErrSyntax, "has no row %v for value %d", i+1, at+1)
			}
			previous = i
		}
	}
	return s, nil
}
