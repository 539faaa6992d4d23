package table

import (
	"bytes"
	"strconv"
	"strings"

	"larui/datasets/wording"
)

const maxLIBSVMLineBytes = 1 << 20

// queryID is the name in front of a query number (qid:number), a field that may follow the label.
const queryID = "qid"

// svmRows are the samples of LIBSVM text, one on each line:
//
//	label index:value index:value …
//
// The indices ascend and count from 1 or, against the rule, from 0. Missing values are 0. The text stays in
// memory, where it takes no more than parsed values would, and is parsed at each reading.
type svmRows struct {
	Part
	text []byte
	// width is one more than the highest index, at least 1. hasZero is true if an index is 0.
	width   int
	hasZero bool
	// first is the index of the first feature: 1, or 0 if indices count from 0. AgreeOnWidth sets the
	// same first for all files.
	first  int
	labels []float64
}

// isLIBSVM reports whether start begins LIBSVM text: lines of a number and index:value fields, with at
// least one such field. The last line may be cut off.
func isLIBSVM(start []byte) bool {
	const lines = 20
	entries, seen := 0, 0
	for line := range strings.Lines(strings.TrimPrefix(string(start), byteOrderMark)) {
		cut := line[len(line)-1] != '\n'
		if cut && seen > 0 || seen == lines {
			break
		}
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		seen++
		if !IsNumeric(fields[0]) {
			return false
		}
		if cut {
			fields = fields[:len(fields)-1]
		}
		for _, field := range fields[min(1, len(fields)):] {
			if strings.HasPrefix(field, queryID+":") {
				continue
			}
			index, value, ok := strings.Cut(field, ":")
			if _, err := strconv.Atoi(index); !ok || err != nil || !IsNumeric(value) {
				// After valid fields, a field of another form is an error in LIBSVM text, not a
				// sign of another format.
				return entries > 0
			}
			entries++
		}
	}
	return entries > 0
}

func openLIBSVM(in *Input) ([]member, error) {
	in.skipMarkAndSeparator()
	text, err := in.readAll()
	if err != nil {
		return nil, err
	}
	rows := &svmRows{Part: in.Part, text: text, first: 1, width: 1}
	t := in.newTable("LIBSVM", rows)
	t.sparse = true
	err = rows.visitSamples(func(s *svmSample) error {
		if len(s.columns) > 0 {
			rows.hasZero = rows.hasZero || s.columns[0] == 0
			rows.width = max(rows.width, int(s.columns[len(s.columns)-1])+1)
		}
		rows.labels = append(rows.labels, s.label)
		t.N++
		t.stored += len(s.columns)
		return in.checkMemory(in.Part, int64(len(text)+8*t.N))
	})
	// The width of the matrix, and so its size, depends on the other files.
	t.Cols = max(rows.width-rows.first, 1)
	t.Labels = &Labels{Part: in.Part, About: "the first field of each line"}
	return singleMember(t, err)
}

// prepare accepts any name of a label column, because the labels come first on each line.
func (r *svmRows) prepare(t *Table, column string) error {
	if column != "" {
		t.Note(" is LIBSVM text, whose labels come first on each line: --label %s has no effect on it", column)
	}
	return nil
}

func (r *svmRows) labelTexts() (texts []string) {
	for _, label := range r.labels {
		texts = append(texts, wording.FormatNumber(label))
	}
	return texts
}

// widen sets the number of columns of t, whose rows are r, to width. first is the index of the first
// column in the file.
func (r *svmRows) widen(t *Table, first, width int) error {
	r.first, t.Cols = first, width
	if first == 0 {
		t.Note(": features are numbered from 0")
	}
	if own := max(r.width-first, 1); width > own {
		t.Note(" names features up to %d and is padded with zeros to %d", own-1+first, width-1+first)
	}
	return t.checkDimensions()
}

// An svmSample is the sample on a line: the indices of the values as in the file, and the values.
type svmSample struct {
	line    int
	label   float64
	columns []int
	values  []float64
}

// visitSamples visits the samples in order. A sample is valid until the next visit.
func (r *svmRows) visitSamples(visit func(*svmSample) error) error {
	s := &svmSample{}
	for line := range bytes.SplitSeq(r.text, []byte("\n")) {
		s.line++
		if len(line) >= maxLIBSVMLineBytes {
			return r.FaultAt(s.line, 0, NewFault(ErrTooLarge, "the line is longer than %d KiB", maxLIBSVMLineBytes>>10))
		}
		text, _, _ := strings.Cut(string(line), "#") // a comment
		switch fields, err := s.parse(text); {
		case err != nil:
			return r.FaultAt(s.line, fields, err)
		case fields > 0:
			if err := visit(s); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *svmRows) scan(t *Table, visit sampleFunc) error {
	row := make([]float64, t.Cols)
	return r.visitSamples(func(s *svmSample) error {
		clear(row)
		for i, column := range s.columns {
			row[column-r.first] = s.values[i]
		}
		return visit(row, wording.FormatNumber(s.label), s.line)
	})
}

// parse parses the sample of a line. It returns the number of fields parsed. An error is about the last
// of these fields.
func (s *svmSample) parse(line string) (fields int, err error) {
	s.columns, s.values = s.columns[:0], s.values[:0]
	previous := -1
	for field := range strings.FieldsSeq(line) {
		fields++
		if fields == 1 {
			if strings.Contains(field, ",") {
				return 1, NewFault(ErrNotNumber, "%s is a list of labels, but a sample can have only one here", wording.Excerpt(field))
			}
			s.label, err = ParseNumber(field)
			if err != nil {
				return 1, err
			}
			continue
		}
		name, text, ok := strings.Cut(field, ":")
		if name == queryID && fields == 2 {
			continue // the query is not used
		}
		if !ok {
			return fields, NewFault(ErrSyntax, "%s is not of the form index:value", wording.Excerpt(field))
		}
		index, err := strconv.Atoi(name)
		switch {
		case err != nil || index < 0:
			return fields, NewFault(ErrSyntax, "%s is not an index: indices count from 0", wording.Excerpt(name))
		case index <= previous:
			return fields, NewFault(ErrSyntax, "index %d follows index %d: they have to ascend", index, previous)
		case index >= maxValues:
			return fields, NewFault(ErrTooLarge, "index %d is too large: at most %d numbers can be opened", index, maxValues)
		}
		value, err := ParseNumber(text)
		if err != nil {
			return fields, err
		}
		previous = index
		s.columns, s.values = append(s.columns, index), append(s.values, value)
	}
	return fields, nil
}
