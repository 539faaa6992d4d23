package datasets

import (
	"bytes"
	"io"
)

// A block is a run of whole rows of a table: their text, and then what they say.
type block struct {
	text []byte
	// line is the number of the first line. end is what follows the text: io.EOF
	// where rows or the end of the file do, else why reading broke off, perhaps
	// in the midst of a row.
	line int
	end  error
	// done is how much of the file had been read when the block was cut.
	done int64

	// x holds the rows in the columns of the pair, labels their labels as they
	// are written and y what those mean, lines the line that each begins in.
	rows   int
	x      []float64
	labels []string
	y      []float64
	lines  []int
	// err is what is wrong with the row after these; cutOff what is if no other
	// row follows, nil where that makes no difference.
	err, cutOff error
	// ready receives a value when the block is parsed.
	ready chan struct{}
}

// A cutter cuts the content of a table into blocks, at the ends of rows. Where
// depends on the content alone, not on how it arrives.
type cutter struct {
	*table
	// carry is the beginning of a row that the block before had no room for.
	carry []byte
	line  int
	last  bool
}

// next puts the next block of text into b, reusing its memory. It returns false
// after the last one.
func (c *cutter) next(b *block) bool {
	if c.last {
		return false
	}
	text := b.text[:0]
	if cap(text) < c.blockSize {
		text = make([]byte, 0, c.blockSize)
	}
	text = append(text, c.carry...)
	c.carry = c.carry[:0]
	b.line, b.end = c.line, io.EOF
	searched := 0
	for {
		var err error
		if text, err = fill(text, c.rest); err != nil {
			b.end, c.last = err, true
			break
		}
		if end := lastRowEnd(text, searched); end > 0 {
			c.carry = append(c.carry, text[end:]...)
			text = text[:end]
			break
		}
		if len(text) >= maxRow {
			b.end, c.last = rowTooLong(c.path), true
			break
		}
		if bytes.IndexByte(text, '"') < 0 {
			searched = len(text)
		}
		grown := make([]byte, len(text), min(2*len(text), maxRow))
		copy(grown, text)
		text = grown
	}
	b.text, b.done = text, c.done
	c.line += bytes.Count(text, []byte{'\n'})
	return true
}

// fill reads until text has no more room.
func fill(text []byte, from io.Reader) ([]byte, error) {
	for len(text) < cap(text) {
		n, err := from.Read(text[len(text):cap(text)])
		text = text[:len(text)+n]
		if err != nil {
			return text, err
		}
	}
	return text, nil
}

// lastRowEnd returns where the last whole row of a text that begins with a row
// ends, 0 where there is none, given that none ends before searched. A row ends
// with a line, except within quotes: behind an odd number of them. Where quotes are
// misplaced that is wrong from there on, but then there is nothing to be read
// beyond the first that is.
func lastRowEnd(text []byte, searched int) int {
	quote := []byte{'"'}
	odd := bytes.Count(text, quote)%2 == 1
	for end := len(text); ; {
		i := bytes.LastIndexByte(text[searched:end], '\n')
		if i < 0 {
			return 0
		}
		i += searched
		if bytes.Count(text[i:end], quote)%2 == 1 {
			odd = !odd
		}
		if !odd {
			return i + 1
		}
		end = i
	}
}
