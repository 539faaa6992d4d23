package datasets

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"
)

// maxLIBSVMLine bounds the text of one sample.
const maxLIBSVMLine = 1 << 20

// readLIBSVM reads samples in the text format of LIBSVM, one to a line:
//
//	label index:value index:value …
//
// with indices ascending from 1 to at most width; values that are not named are
// 0. For each line it calls label with the number that stands first; where that
// returns true it parses the values and gives them to sample. The values last
// until the next line. Errors of label are given the line they are about.
func readLIBSVM(in *input, width int, label func(y float64) (bool, error), sample func(values []float64)) error {
	values := make([]float64, width)
	return scanLIBSVM(in, 1, func(y float64) (bool, error) {
		clear(values)
		return label(y)
	}, func(index int, value float64) error {
		if index > len(values) {
			return newFault(ErrWidth, "index %d is beyond the %d features", index, len(values))
		}
		values[index-1] = value
		return nil
	}, func() { sample(values) })
}

// scanLIBSVM reads such text whose indices ascend from first. It calls label for
// each line and, where that returns true, entry for each index and value, and
// then end. Errors of label and entry are given the place they are about.
func scanLIBSVM(in *input, first int, label func(y float64) (bool, error), entry func(index int, value float64) error, end func()) error {
	lines := bufio.NewReaderSize(in, maxLIBSVMLine)
	for number := 1; ; number++ {
		text, err := lines.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return in.faultAt(number, 0, newFault(ErrTooLarge, "the line is longer than %d KiB", maxLIBSVMLine>>10))
		case err != nil && err != io.EOF:
			return err
		}
		if fault := scanLIBSVMLine(in, number, string(text), first, label, entry, end); fault != nil {
			return fault
		}
		if err == io.EOF {
			return nil
		}
	}
}

func scanLIBSVMLine(in *input, number int, line string, first int, label func(float64) (bool, error), entry func(int, float64) error, end func()) error {
	line, _, _ = strings.Cut(line, "#") // a comment
	field, rest := nextField(line)
	if field == "" {
		return nil
	}
	if strings.Contains(field, ",") {
		return in.faultAt(number, 1, newFault(ErrNotNumber, "%s is a set of labels: each sample has one here", excerpt(field)))
	}
	y, err := parseNumber(field)
	if err != nil {
		return in.faultAt(number, 1, err)
	}
	wanted, err := label(y)
	if err != nil {
		return in.faultAt(number, 1, err)
	}
	if !wanted {
		return nil
	}
	previous := first - 1
	for column := 2; ; column++ {
		if field, rest = nextField(rest); field == "" {
			break
		}
		name, text, ok := strings.Cut(field, ":")
		if !ok {
			return in.faultAt(number, column, newFault(ErrSyntax, "%s is not of the form index:value", excerpt(field)))
		}
		index, err := strconv.Atoi(name)
		switch {
		case err != nil || index < first:
			return in.faultAt(number, column, newFault(ErrSyntax, "%s is not an index: they count from %d", excerpt(name), first))
		case index <= previous:
			return in.faultAt(number, column, newFault(ErrSyntax, "index %d follows index %d: they have to ascend", index, previous))
		}
		previous = index
		value, err := parseNumber(text)
		if err == nil {
			err = entry(index, value)
		}
		if err != nil {
			return in.faultAt(number, column, err)
		}
	}
	end()
	return nil
}

// nextField splits off the first field of a line; it is empty at the end.
func nextField(line string) (field, rest string) {
	line = strings.TrimLeft(line, " \t\r\n")
	if i := strings.IndexAny(line, " \t\r\n"); i >= 0 {
		return line[:i], line[i:]
	}
	return line, ""
}
