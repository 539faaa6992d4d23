package table

import "slices"

// scanSparse visits the rows of a sparse matrix t, which is stored as a rows×cols matrix.
func (m *matReader) scanSparse(t *Table, columnwise bool, rows, cols int, visit rowFunc) error {
	columns, err := m.readColumns(rows, cols)
	if err != nil {
		return err
	}
	t.stored = columns.starts[cols]
	if err := t.checkSize(t.Cols); err != nil {
		return err
	}
	if columnwise {
		columns = columns.transposed(t.N)
	}
	return columns.scan(t.Cols, visit)
}

// readColumns reads the columns of a sparse matrix: the row of each value, the index of the first
// value of each column, and the values.
func (m *matReader) readColumns(rows, cols int) (*sparseRows, error) {
	places, err := m.readList(maxValues)
	if err != nil {
		return nil, err
	}
	starts, err := m.readList(cols + 1)
	if err != nil {
		return nil, err
	}
	if len(starts) != cols+1 || starts[0] != 0 || !slices.IsSorted(starts) || starts[cols] > float64(len(places)) {
		return nil, m.Fault(ErrSyntax, "does not say where its %d columns begin", cols)
	}
	values, err := m.readList(maxValues)
	if err != nil {
		return nil, err
	}
	if stored := int(starts[cols]); stored > len(values) {
		return nil, m.Fault(ErrSyntax, "is to hold %d values, but has %d", stored, len(values))
	}
	columns := &sparseRows{starts: []int{0}, values: values}
	for j := range cols {
		previous := -1.0
		for at := int(starts[j]); at < int(starts[j+1]); at++ {
			i := places[at]
			if !(i > previous && i < float64(rows)) { // false for NaN too
				return nil, m.Fault(ErrSyntax, "has no place at row %v for value %d", i+1, at+1)
			}
			previous = i
			columns.columns = append(columns.columns, int32(i))
		}
		columns.starts = append(columns.starts, int(starts[j+1]))
	}
	return columns, nil
}

// sparseRows are rows without their zeros.
type sparseRows struct {
	// starts has the index of each row's first value, and the number of values.
	starts  []int
	columns []int32
	values  []float64
}

// scan visits the rows, each with all its width numbers.
func (s *sparseRows) scan(width int, visit rowFunc) error {
	row := make([]float64, width)
	for i, end := range s.starts[1:] {
		clear(row)
		for at := s.starts[i]; at < end; at++ {
			row[s.columns[at]] = s.values[at]
		}
		if err := visit(row); err != nil {
			return err
		}
	}
	return nil
}

// transposed returns the width columns of s as rows.
func (s *sparseRows) transposed(width int) *sparseRows {
	count := s.starts[len(s.starts)-1]
	turned := &sparseRows{make([]int, width+1), make([]int32, count), make([]float64, count)}
	for _, j := range s.columns[:count] {
		turned.starts[j+1]++
	}
	for j := range width {
		turned.starts[j+1] += turned.starts[j]
	}
	next := slices.Clone(turned.starts)
	for i, end := range s.starts[1:] {
		for at := s.starts[i]; at < end; at++ {
			j := s.columns[at]
			turned.columns[next[j]], turned.values[next[j]] = int32(i), s.values[at]
			next[j]++
		}
	}
	return turned
}
