package datasets

import (
	"context"
	"errors"
	"io"
)

// A part is a file, or something in a file, that holds an array and that errors
// are about.
type part struct {
	path string
	// name says what it is in the file, "array X"; empty for the whole of it.
	name string
}

// fault returns a *FormatError about the part.
func (p part) fault(kind error, format string, args ...any) error {
	return p.faultAt(0, 0, newFault(kind, format, args...))
}

// faultAt returns a *FormatError about a row and column of the part.
func (p part) faultAt(row, column int, err error) error {
	if p.name != "" {
		err = &fault{text: p.name + " " + err.Error(), kinds: []error{err}}
	}
	return &FormatError{File: p.path, Line: row, Column: column, Err: err}
}

// readError puts an error of reading the part into the words of this package.
func (p part) readError(err error) error {
	var told *FormatError
	switch {
	case err == nil, errors.As(err, &told), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return p.fault(ErrTruncated, "breaks off before its end")
	}
	return p.fault(ErrSyntax, "is damaged (%v)", err)
}

// atEnd makes sure that r, a reader of the part, holds no more. It also makes
// decompression compare its checksum.
func (p part) atEnd(r io.Reader) error {
	var more [1]byte
	switch n, err := io.ReadFull(r, more[:]); {
	case n > 0:
		return p.fault(ErrSyntax, "holds more data than its header says")
	case err == io.EOF:
		return nil
	default:
		return p.readError(err)
	}
}

// A spool holds what has been read of a stream until it is read again. Its
// memory grows with what the stream really holds, and shrinks as it is read.
type spool struct{ chunks [][]byte }

// readSpool reads size bytes of r.
func readSpool(r io.Reader, size int64) (*spool, error) {
	const most = 1 << 20
	s := &spool{}
	for size > 0 {
		chunk := make([]byte, min(size, most))
		if _, err := io.ReadFull(r, chunk); err != nil {
			return nil, err
		}
		s.chunks = append(s.chunks, chunk)
		size -= int64(len(chunk))
	}
	return s, nil
}

func (s *spool) Read(p []byte) (int, error) {
	if len(s.chunks) == 0 {
		return 0, io.EOF
	}
	n := copy(p, s.chunks[0])
	if s.chunks[0] = s.chunks[0][n:]; len(s.chunks[0]) == 0 {
		s.chunks[0] = nil
		s.chunks = s.chunks[1:]
	}
	return n, nil
}
