package datasets

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"larui/datasets/phrase"
)

// maxLIBSVMLine bounds the text of one sample.
const maxLIBSVMLine = 1 << 20

// queryID stands in place of an index before the number of a query, behind the label.
const queryID = "qid"

// svmRows are the samples of LIBSVM text, one to a line:
//
//	label index:value index:value …
//
// with ascending indices, counted from 1 or, against the rule, from 0. Values that
// are not named are 0. The text itself is held, which is as compact as they are, and
// read as often as rows are wanted.
type svmRows struct {
	part
	text string
	// width is one more than the highest column, 1 if there is none; zero tells
	// that a column is numbered 0.
	width int
	zero  bool
	// first is the number of the first feature: 1, or 0 where columns are
	// numbered from 0. It is settled among the files of a pair.
	first int
	// labels are those of all samples.
	labels []float64
}

// isLIBSVM tells whether text that begins with start is in the format of LIBSVM:
// all lines are a number and index:value fields, and one has such a field.
// A last line may be cut off unless whole says that start is all.
func isLIBSVM(start []byte, whole bool) bool {
	const lines = 20
	entries, seen := 0, 0
	for line := range bytes.Lines(bytes.TrimPrefix(start, []byte(byteOrderMark))) {
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
			if bytes.HasPrefix(field, []byte(queryID+":")) {
				continue
			}
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
	in.skipMark()
	var text strings.Builder
	text.Grow(int(max(in.held(0), 0)))
	if _, err := in.WriteTo(&text); err != nil {
		return nil, err
	}
	rows := &svmRows{part: in.part, text: text.String(), first: 1, width: 1}
	t := &table{in: in, part: in.part, form: "LIBSVM"}
	t.sparse, t.svm = true, rows
	err := rows.each(func(s *svmSample) error {
		if len(s.columns) > 0 {
			rows.zero = rows.zero || s.columns[0] == 0
			rows.width = max(rows.width, int(s.columns[len(s.columns)-1])+1)
		}
		rows.labels = append(rows.labels, s.label)
		t.rows++
		t.stored += len(s.columns)
		return nil
	})
	// How wide the matrix is, and so its size, depends on the other files.
	t.cols = max(rows.width-rows.first, 1)
	t.scan = func(visit rowFunc) error {
		return rows.scan(t.cols, func(row []float64, _ *svmSample) error { return visit(row) })
	}
	t.apart = &labelsApart{part: in.part, about: "the first field of each line"}
	return []*table{t}, err
}

// skipMark passes over what programs write before the first line of a text: a byte order
// mark and, for Excel, a line that names the delimiter, sep=;. It returns how many lines
// that was.
func (in *input) skipMark() (lines int) {
	start, _ := in.Peek(len(byteOrderMark) + len("\"sep=;\"\r\n"))
	mark := regexp.MustCompile("^(?:" + byteOrderMark + ")?(?:\"?(?i:sep)=.\"?\r?(\n))?").FindSubmatch(start)
	_, _ = in.Discard(len(mark[0]))
	return len(mark[1])
}

// svmSample is a sample, in the line of that number: its columns, numbered as in the file,
// with their values.
type svmSample struct {
	line    int
	label   float64
	columns []int
	values  []float64
}

// each visits the samples in order. Each lasts until the next one.
func (r *svmRows) each(visit func(*svmSample) error) error {
	s := &svmSample{}
	for text, rest, more := "", r.text, true; more; {
		s.line++
		if text, rest, more = strings.Cut(rest, "\n"); len(text) >= maxLIBSVMLine {
			return r.faultAt(s.line, 0, newFault(ErrTooLarge, "the line is longer than %d KiB", maxLIBSVMLine>>10))
		}
		text, _, _ = strings.Cut(text, "#") // a comment
		switch fields, err := s.parse(text); {
		case err != nil:
			return r.faultAt(s.line, fields, err)
		case fields > 0:
			if err := visit(s); err != nil {
				return err
			}
		}
	}
	return nil
}

// scan visits the samples as rows of width numbers.
func (r *svmRows) scan(width int, visit func([]float64, *svmSample) error) error {
	row := make([]float64, width)
	return r.each(func(s *svmSample) error {
		clear(row)
		for i, column := range s.columns {
			row[column-r.first] = s.values[i]
		}
		return visit(row, s)
	})
}

// parse takes the sample of a line. It returns how many fields it took, the last of which
// an error is about.
func (s *svmSample) parse(line string) (fields int, err error) {
	s.columns, s.values = s.columns[:0], s.values[:0]
	previous := -1
	for field := range strings.FieldsSeq(line) {
		if fields++; fields == 1 {
			if strings.Contains(field, ",") {
				return 1, newFault(ErrNotNumber, "%s is a set of labels: each sample has one here", phrase.Excerpt(field))
			}
			if s.label, err = parseNumber(field); err != nil {
				return 1, err
			}
			continue
		}
		name, text, ok := strings.Cut(field, ":")
		if name == queryID && fields == 2 {
			continue // which query it is about says nothing of the sample
		}
		if !ok {
			return fields, newFault(ErrSyntax, "%s is not of the form index:value", phrase.Excerpt(field))
		}
		index, err := strconv.Atoi(name)
		switch {
		case err != nil || index < 0:
			return fields, newFault(ErrSyntax, "%s is not an index: they count from 0", phrase.Excerpt(name))
		case index <= previous:
			return fields, newFault(ErrSyntax, "index %d follows index %d: they have to ascend", index, previous)
		case index >= maxValues:
			return fields, newFault(ErrTooLarge, "index %d is too large: at most %d numbers can be opened", index, maxValues)
		}
		value, err := parseNumber(text)
		if err != nil {
			return fields, err
		}
		previous = index
		s.columns, s.values = append(s.columns, index), append(s.values, value)
	}
	return fields, nil
}

// eachSVM is each for LIBSVM text, which is held: it may be read as often as need be.
func (t *table) eachSVM(r roles, visit func(*batch) error) error {
	if err := t.checkSize(r.width()); err != nil {
		return err
	}
	most := max(1, min(mostRows, mostFields/r.width()))
	b := &batch{x: make([]float64, 0, min(most, t.rows)*r.width()), all: t.rows}
	hand := func() (err error) {
		if err = t.in.report.ctx.Err(); err == nil && t.refine != nil {
			err = t.refine(b)
		}
		if err == nil {
			err = visit(b)
		}
		b.x, b.labels, b.lines = b.x[:0], b.labels[:0], b.lines[:0]
		return err
	}
	err := t.svm.scan(t.cols, func(row []float64, s *svmSample) error {
		for _, f := range r.features {
			b.x = append(b.x, row[f])
		}
		if r.bias {
			b.x = append(b.x, 1)
		}
		b.labels, b.lines = append(b.labels, numberText(s.label)), append(b.lines, s.line)
		if len(b.lines) == most {
			return hand()
		}
		return nil
	})
	if err == nil && len(b.lines) > 0 {
		err = hand()
	}
	return err
}

// sparseRows are rows of which only values other than 0 are held.
type sparseRows struct {
	// starts has the position of each row's first value, and the end.
	starts  []int
	columns []int32
	values  []float64
}

// scan visits the rows, of width numbers.
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
