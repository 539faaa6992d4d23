package datasets

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strconv"
)

// svmRows are the samples of LIBSVM text, as it has them: only what is not 0.
type svmRows struct {
	// starts has the position of each sample's first value, and the end.
	starts  []int
	columns []int32 // as in the file
	values  []float64
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
		if line[len(line)-1] != '\n' && !whole && seen > 0 || seen == lines {
			break
		}
		cut := !whole && line[len(line)-1] != '\n'
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
func openLIBSVM(in *input, label string) (*table, error) {
	a := &array{part: part{path: in.path}, format: "LIBSVM", sparse: true}
	rows := &svmRows{first: 1}
	labels := &arrayLabels{part: a.part, about: "the first field of each line"}
	err := scanLIBSVM(in, 0, func(y float64) (bool, error) {
		labels.values = append(labels.values, y)
		rows.starts = append(rows.starts, len(rows.values))
		return true, nil
	}, func(index int, value float64) error {
		if index >= maxValues || len(rows.values) == maxValues {
			return newFault(ErrTooLarge, "index %d is too large: at most %d numbers can be opened", index, maxValues)
		}
		rows.zero = rows.zero || index == 0
		rows.width = max(rows.width, index+1)
		rows.columns = append(rows.columns, int32(index))
		rows.values = append(rows.values, value)
		return nil
	}, func() {})
	if err != nil {
		return nil, err
	}
	if label != "" {
		a.notes = append(a.notes, fmt.Sprintf("%s is LIBSVM text, whose labels stand first: --label %s does not concern it", filepath.Base(in.path), label))
	}
	rows.starts = append(rows.starts, len(rows.values))
	a.rows, a.stored, a.svm, a.labels = len(labels.values), len(rows.values), rows, labels
	a.cols = max(rows.width-rows.first, 1)
	a.scan = rows.scan
	if a.rows == 0 {
		return nil, in.fault(ErrEmpty, "is empty")
	}
	// How wide the matrix is, and so its size, depends on the other files.
	t := &table{input: in, array: a}
	t.setWidth()
	return t, nil
}

// scan gives runs of values whose columns follow each other.
func (r *svmRows) scan(piece func(i, j int, values []float64) error) error {
	for i, end := range r.starts[1:] {
		for from := r.starts[i]; from < end; {
			to := from + 1
			for to < end && r.columns[to] == r.columns[to-1]+1 {
				to++
			}
			if err := piece(i, int(r.columns[from])-r.first, r.values[from:to]); err != nil {
				return err
			}
			from = to
		}
	}
	return nil
}
