package datasets

import (
	"bytes"
	"context"
	"errors"
	"io"
)

// A part is a file, or something in a file, that errors are about.
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

// readFull fills b, or says that the part breaks off in what.
func (p part) readFull(r io.Reader, b []byte, what string) error {
	_, err := io.ReadFull(r, b)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return p.fault(ErrTruncated, "breaks off in %s", what)
	}
	return p.readError(err)
}

// checkHeld makes sure that the part holds data of the size that its header
// claims.
func (p part) checkHeld(held, claimed int64) error {
	switch {
	case held < claimed:
		return p.fault(ErrTruncated, "promises %d bytes of data, but holds %d", claimed, held)
	case held > claimed:
		return p.fault(ErrSyntax, "holds more data than its header says: %d bytes, not %d", held, claimed)
	}
	return nil
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

// spool reads size bytes of r, to be read again: a header may lie about what
// follows it. Memory grows with what is really there, and shrinks as it is read.
func spool(r io.Reader, size int64) (io.Reader, error) {
	const most = 1 << 20
	var chunks []io.Reader
	for size > 0 {
		chunk := make([]byte, min(size, most))
		if _, err := io.ReadFull(r, chunk); err != nil {
			return nil, err
		}
		chunks = append(chunks, bytes.NewReader(chunk))
		size -= int64(len(chunk))
	}
	return io.MultiReader(chunks...), nil
}
