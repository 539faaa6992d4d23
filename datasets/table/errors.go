package table

import (
	"context"
	"errors"
	"fmt"
	"io"

	"larui/datasets/wording"
)

// Errors about a file. Every error of this package wraps one of these.
var (
	// ErrNotNumber: a field is not a number.
	ErrNotNumber = errors.New("not a number")
	// ErrNotFinite: a number is NaN or infinite.
	ErrNotFinite = errors.New("not a finite number")
	// ErrRagged: a row has more or fewer fields than the first one.
	ErrRagged = errors.New("wrong number of fields")
	// ErrEmpty: a file or a domain has no samples.
	ErrEmpty = errors.New("no samples")
	// ErrNoLabel: the label column or a label is missing.
	ErrNoLabel = errors.New("no label")
	// ErrNoColumn: a requested column does not exist.
	ErrNoColumn = errors.New("no such column")
	// ErrSyntax: the file does not follow its format, for example by a stray quote, a wrong magic
	// number or a field without a colon.
	ErrSyntax = errors.New("malformed file")
	// ErrTruncated: the file breaks off before its end.
	ErrTruncated = errors.New("file breaks off")
	// ErrTooLarge: the file claims or has more than can be opened.
	ErrTooLarge = errors.New("too large")
	// ErrChanged: the file changed between two readings of it.
	ErrChanged = errors.New("file changed")
	// ErrMissingFile: the file does not exist, or is a folder.
	ErrMissingFile = errors.New("no such file")
)

// A FormatError is an error at a place in a file.
type FormatError struct {
	// File is the path of the file.
	File string
	// Line and Column count from 1; 0 means that the error has no such place. Column counts fields, not
	// bytes. In an array, Line is the sample, and Column the number in the sample.
	Line, Column int
	// Err is the cause. It wraps one of this package's sentinel errors.
	Err error
}

// Error returns one line, such as: file.csv:12:3: "abc" is not a number
func (e *FormatError) Error() string {
	place := wording.OneLine(e.File)
	if e.Line > 0 {
		place += fmt.Sprintf(":%d", e.Line)
	}
	if e.Line > 0 && e.Column > 0 {
		place += fmt.Sprintf(":%d", e.Column)
	}
	return place + ": " + wording.OneLine(e.Err.Error())
}

// Unwrap returns Err.
func (e *FormatError) Unwrap() error { return e.Err }

// A fault is an error with a text of its own that wraps the errors in kinds, such as ErrEmpty.
type fault struct {
	text  string
	kinds []error
}

// NewFault returns an error of one line that wraps kind.
func NewFault(kind error, format string, args ...any) error {
	return &fault{text: fmt.Sprintf(format, args...), kinds: []error{kind}}
}

func (f *fault) Error() string   { return wording.OneLine(f.text) }
func (f *fault) Unwrap() []error { return f.kinds }

// A Part is the subject of an error: a file, or a part of a file such as an array.
type Part struct {
	Path string
	// Name describes the part, such as "array X"; it is empty for the whole file.
	Name string
}

// Fault returns a *FormatError about the part.
func (p Part) Fault(kind error, format string, args ...any) error {
	return p.FaultAt(0, 0, NewFault(kind, format, args...))
}

// FaultAt returns a *FormatError about a row and column of the part.
func (p Part) FaultAt(row, column int, err error) error {
	if p.Name != "" {
		err = &fault{text: p.Name + " " + err.Error(), kinds: []error{err}}
	}
	return &FormatError{File: p.Path, Line: row, Column: column, Err: err}
}

func (p Part) wrapReadError(err error) error {
	var told *FormatError
	switch {
	case err == nil, errors.As(err, &told), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return p.Fault(ErrTruncated, "breaks off before its end")
	}
	return p.Fault(ErrSyntax, "is damaged (%v)", err)
}

// readFull fills b from r. If r ends before b is full, the error says that the part breaks off in
// what, for example "the header".
func (p Part) readFull(r io.Reader, b []byte, what string) error {
	_, err := io.ReadFull(r, b)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return p.Fault(ErrTruncated, "breaks off in %s", what)
	}
	return p.wrapReadError(err)
}

// checkEnd returns an error if r, a reader of the part, has more data. At the end, decompression also
// checks the checksum.
func (p Part) checkEnd(r io.Reader) error {
	var more [1]byte
	switch n, err := io.ReadFull(r, more[:]); {
	case n > 0:
		return p.Fault(ErrSyntax, "holds more data than its header says")
	case err == io.EOF:
		return nil
	default:
		return p.wrapReadError(err)
	}
}
