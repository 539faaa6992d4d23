package table

import (
	"context"
	"errors"
	"fmt"
	"io"

	"larui/datasets/phrase"
)

// What can be wrong with a file. Errors of this package wrap one of these, so that
// errors.Is tells them apart.
var (
	// ErrNotNumber: text stands where a number belongs.
	ErrNotNumber = errors.New("not a number")
	// ErrNotFinite: a number is NaN or infinite.
	ErrNotFinite = errors.New("not a finite number")
	// ErrRagged: a row has more or fewer fields than the first one.
	ErrRagged = errors.New("wrong number of fields")
	// ErrEmpty: a file or a domain holds no samples.
	ErrEmpty = errors.New("no samples")
	// ErrNoLabel: the label column is missing, or a label in it is.
	ErrNoLabel = errors.New("no label")
	// ErrNoColumn: a column that was asked for does not exist.
	ErrNoColumn = errors.New("no such column")
	// ErrSyntax: the file is not in its format (a stray quote, a wrong magic
	// number, a field without a colon).
	ErrSyntax = errors.New("malformed file")
	// ErrTruncated: the file breaks off before its end.
	ErrTruncated = errors.New("file breaks off")
	// ErrTooLarge: the file claims or holds more than can be opened.
	ErrTooLarge = errors.New("too large")
	// ErrChanged: the file changed between two readings of it.
	ErrChanged = errors.New("file changed")
	// ErrMissingFile: the file is not there, or a folder is in its place.
	ErrMissingFile = errors.New("no such file")
)

// A FormatError says where in a file something is wrong.
type FormatError struct {
	// File is the path as it was given.
	File string
	// Line and Column count from 1; Column is that of the field, not of the
	// byte. In an array of numbers they are those of the sample and of its number.
	// 0 means that the error has no such place.
	Line, Column int
	// Err says what is wrong; it wraps one of this package's sentinel errors.
	Err error
}

// Error returns one line: "file.csv:12:3: \"abc\" is not a number".
func (e *FormatError) Error() string {
	place := phrase.OneLine(e.File)
	if e.Line > 0 {
		place += fmt.Sprintf(":%d", e.Line)
	}
	if e.Line > 0 && e.Column > 0 {
		place += fmt.Sprintf(":%d", e.Column)
	}
	return place + ": " + phrase.OneLine(e.Err.Error())
}

// Unwrap returns Err.
func (e *FormatError) Unwrap() error { return e.Err }

// A fault is a sentence of its own that counts as one of the sentinel errors
// without repeating the sentinel's text.
type fault struct {
	text  string
	kinds []error
}

// NewFault returns an error of one line that counts as kind.
func NewFault(kind error, format string, args ...any) error {
	return &fault{text: fmt.Sprintf(format, args...), kinds: []error{kind}}
}

func (f *fault) Error() string   { return phrase.OneLine(f.text) }
func (f *fault) Unwrap() []error { return f.kinds }

// A Part is a file, or something in a file, that errors are about.
type Part struct {
	Path string
	// Name says what it is in the file, "array X"; empty for the whole of it.
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

// readError puts an error of reading the part into the words of this package.
func (p Part) readError(err error) error {
	var told *FormatError
	switch {
	case err == nil, errors.As(err, &told), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return p.Fault(ErrTruncated, "breaks off before its end")
	}
	return p.Fault(ErrSyntax, "is damaged (%v)", err)
}

// readFull fills b, or says that the part breaks off in what.
func (p Part) readFull(r io.Reader, b []byte, what string) error {
	_, err := io.ReadFull(r, b)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return p.Fault(ErrTruncated, "breaks off in %s", what)
	}
	return p.readError(err)
}

// atEnd makes sure that r, a reader of the part, holds no more. It also makes
// decompression compare its checksum.
func (p Part) atEnd(r io.Reader) error {
	var more [1]byte
	switch n, err := io.ReadFull(r, more[:]); {
	case n > 0:
		return p.Fault(ErrSyntax, "holds more data than its header says")
	case err == io.EOF:
		return nil
	default:
		return p.readError(err)
	}
}
