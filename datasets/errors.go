package datasets

import (
	"context"
	"errors"
	"fmt"
	"io"

	"larui/datasets/phrase"
)

// What can be wrong with a request or with a file. Errors of this package wrap
// one of these, so that errors.Is tells them apart.
var (
	// ErrUnknownPair: Spec.Name is not that of a pair.
	ErrUnknownPair = errors.New("unknown pair")
	// ErrSpec: a field of the Spec has a value that no pair could honour.
	ErrSpec = errors.New("not possible")
	// ErrNotNumber: text stands where a number belongs.
	ErrNotNumber = errors.New("not a number")
	// ErrNotFinite: a number is NaN or infinite.
	ErrNotFinite = errors.New("not a finite number")
	// ErrRagged: a row has more or fewer fields than the first one.
	ErrRagged = errors.New("wrong number of fields")
	// ErrEmpty: a file or a domain holds no samples.
	ErrEmpty = errors.New("no samples")
	// ErrOneClass: classification needs two classes, the data have one.
	ErrOneClass = errors.New("only one class")
	// ErrWidth: two domains do not have the same features.
	ErrWidth = errors.New("features differ")
	// ErrNoLabel: the label column is missing, or a label in it is.
	ErrNoLabel = errors.New("no label")
	// ErrUnknownClass: a label is not among the classes of the source.
	ErrUnknownClass = errors.New("unknown class")
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
	// ErrUnfetched: files of the set that is called as the pair are not there, and can be
	// fetched.
	ErrUnfetched = errors.New("not fetched")
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

func newFault(kind error, format string, args ...any) error {
	return &fault{text: fmt.Sprintf(format, args...), kinds: []error{kind}}
}

func (f *fault) Error() string   { return phrase.OneLine(f.text) }
func (f *fault) Unwrap() []error { return f.kinds }

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
