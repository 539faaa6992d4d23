package datasets

import (
	"bufio"
	"bytes"
	"io"
	"slices"
)

// isBlankSeparated tells whether a table that begins with start has runs of
// blanks between its fields: no line has another delimiter, and the first line
// has several fields, as many as at least half of the lines.
func isBlankSeparated(start []byte) bool {
	const lines = 20
	for _, perLine := range countPerLine(start, []byte{'\t', ';', ','}, lines) {
		if slices.Max(perLine) > 0 {
			return false
		}
	}
	first, same, all := 0, 0, 0
	for line := range bytes.Lines(start) {
		if line[len(line)-1] != '\n' && all > 0 || all == lines {
			break // perhaps cut off, or enough
		}
		fields := len(bytes.Fields(line))
		if fields == 0 {
			continue
		}
		if all++; all == 1 {
			first = fields
		}
		if fields == first {
			same++
		}
	}
	return first > 1 && 2*same >= all
}

// A blankReader turns runs of blanks between fields into single tabs, and drops
// those at the ends of lines, so that such text is a table like any other.
// Blanks in quotes stay.
type blankReader struct {
	source io.Reader
	raw    []byte
	// out is what has been turned but not been read yet, and err what follows.
	out []byte
	err error
	// pending tells that blanks have been met since the last field of the line,
	// begun that the line has a field, and quoted that it is an open quote.
	pending, begun, quoted bool
}

// blanksAsTabs wraps source in a blankReader.
func blanksAsTabs(source io.Reader) *bufio.Reader {
	return bufio.NewReaderSize(&blankReader{source: source, raw: make([]byte, inputBuffer)}, inputBuffer)
}

func (r *blankReader) Read(p []byte) (int, error) {
	for len(r.out) == 0 {
		if r.err != nil {
			return 0, r.err
		}
		var n int
		n, r.err = r.source.Read(r.raw)
		r.turn(r.raw[:n])
	}
	n := copy(p, r.out)
	r.out = r.out[n:]
	return n, nil
}

// turn appends to out what text becomes.
func (r *blankReader) turn(text []byte) {
	r.out = r.out[:0]
	for _, c := range text {
		switch {
		case r.quoted:
			r.quoted = c != '"'
		case c == ' ':
			r.pending = true
			continue
		case c == '\n' || c == '\r':
			r.pending, r.begun = false, false
		default:
			if r.pending && r.begun {
				r.out = append(r.out, '\t')
			}
			// A quote mark inside a field is none.
			r.quoted = c == '"' && (r.pending || !r.begun)
			r.pending, r.begun = false, true
		}
		r.out = append(r.out, c)
	}
}
