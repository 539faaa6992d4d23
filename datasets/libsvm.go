package datasets

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
)

// maxLIBSVMLine bounds the text of one sample.
const maxLIBSVMLine = 1 << 20

// svmRows are the samples of LIBSVM text, one to a line:
//
//	label index:value index:value …
//
// with ascending indices, counted from 1 or, against the rule, from 0. Values that
// are not named are 0, and not held.
type svmRows struct {
	sparseRows // columns are numbered as in the file
	labels     []string
	// width is one more than the highest column, 1 if there is none; zero tells
	// that a column is numbered 0.
	width int
	zero  bool
	// first is the number of the first feature: 1, or 0 where columns are
	// numbered from 0. It is settled among the files of a pair.
	first int
}

// isLIBSVM tells whether text that begins with start is in the format of LIBSVM:
// all lines are a number and index:value fields, and one has such a field.
// A last line may be cut off unless whole says that start is all.
func isLIBSVM(start []byte, whole bool) bool {
	const lines = 20
	entries, seen := 0, 0
	for line := range bytes.Lines(start) {
		cut := !whole && line[len(line)-1] != '\n'
		if cut && seen > 0 || seen == lines {
			break
		}
		line, _, _ = bytes.Cut(line, []byte("#"))
		fields := bytes.Fields(line)
		if len(fields) == 0 {
			continue
		}
		seen++
		if !isNumeric(string(fields[0])) {
			return false
		}
		if cut {
			fields = fields[:len(fields)-1]
		}
		for _, field := range fields[min(1, len(fields)):] {
			index, value, ok := bytes.Cut(field, []byte(":"))
			if _, err := strconv.Atoi(string(index)); !ok || err != nil || !isNumeric(string(value)) {
				// A later field may be at fault, not the format.
				return entries > 0
			}
			entries++
		}
	}
	return entries > 0
}

// openLIBSVM opens a file in the text format of LIBSVM. It is read through, to
// know its width.
func openLIBSVM(in *input) ([]*table, error) {
	rows, err := readLIBSVM(in)
	if err != nil {
		return nil, err
	}
	t := &table{in: in, part: in.part, form: "LIBSVM", rows: len(rows.labels)}
	t.sparse, t.stored, t.svm = true, len(rows.values), rows
	t.scan = func(visit rowFunc) error { return rows.scan(rows.first, t.cols, visit) }
	// How wide the matrix is, and so its size, depends on the other files.
	t.cols = max(rows.width-rows.first, 1)
	t.apart = &labelsApart{part: in.part, about: "the first field of each line", texts: rows.labels}
	return []*table{t}, nil
}

// readLIBSVM reads the samples. Their indices are from 0 or 1 on.
func readLIBSVM(in *input) (*svmRows, error) {
	rows := &svmRows{first: 1, width: 1}
	lines := bufio.NewReaderSize(in, maxLIBSVMLine)
	for number := 1; ; number++ {
		text, err := lines.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return nil, in.faultAt(number, 0, newFault(ErrTooLarge, "the line is longer than %d KiB", maxLIBSVMLine>>10))
		case err != nil && err != io.EOF:
			return nil, err
		}
		line, _, _ := strings.Cut(string(text), "#") // a comment
		if column, fault := rows.add(strings.Fields(line)); fault != nil {
			return nil, in.faultAt(number, column, fault)
		}
		if err == io.EOF {
			rows.starts = append(rows.starts, len(rows.values))
			return rows, nil
		}
	}
}

// add adds the sample of a line. It returns the field that an error is about.
func (r *svmRows) add(fields []string) (column int, err error) {
	if len(fields) == 0 {
		return 0, nil
	}
	if strings.Contains(fields[0], ",") {
		return 1, newFault(ErrNotNumber, "%s is a set of labels: each sample has one here", excerpt(fields[0]))
	}
	label, err := parseNumber(fields[0])
	if err != nil {
		return 1, err
	}
	r.labels = append(r.labels, numberText(label))
	r.starts = append(r.starts, len(r.values))
	previous := -1
	for i, field := range fields[1:] {
		name, text, ok := strings.Cut(field, ":")
		if !ok {
			return i + 2, newFault(ErrSyntax, "%s is not of the form index:value", excerpt(field))
		}
		index, err := strconv.Atoi(name)
		switch {
		case err != nil || index < 0:
			return i + 2, newFault(ErrSyntax, "%s is not an index: they count from 0", excerpt(name))
		case index <= previous:
			return i + 2, newFault(ErrSyntax, "index %d follows index %d: they have to ascend", index, previous)
		case index >= maxValues || len(r.values) == maxValues:
			return i + 2, newFault(ErrTooLarge, "index %d is too large: at most %d numbers can be opened", index, maxValues)
		}
		value, err := parseNumber(text)
		if err != nil {
			return i + 2, err
		}
		previous = index
		r.zero = r.zero || index == 0
		r.width = max(r.width, index+1)
		r.columns = append(r.columns, int32(index))
		r.values = append(r.values, value)
	}
	return 0, nil
}

// sparseRows are rows of which only values other than 0 are held.
type sparseRows struct {
	// starts has the position of each row's first value, and the end.
	starts  []int
	columns []int32
	values  []float64
}

// scan visits the rows, of width numbers, whose first column has a number.
func (s *sparseRows) scan(first, width int, visit rowFunc) error {
	row := make([]float64, width)
	for i, end := range s.starts[1:] {
		clear(row)
		for at := s.starts[i]; at < end; at++ {
			row[int(s.columns[at])-first] = s.values[at]
		}
		if err := visit(row); err != nil {
			return err
		}
	}
	return nil
}

// transposed returns the columns of s, of which there are so many, as rows.
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
