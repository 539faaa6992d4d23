package datasets

import (
	"errors"

	"larui/datasets/table"
)

// Errors about a Spec or about the files of a pair. Every error of Open except ctx.Err() wraps one of these
// or an error of package table.
var (
	// ErrUnknownPair: no pair has the name in Spec.Name.
	ErrUnknownPair = errors.New("unknown pair")
	// ErrSpec: a field of the Spec has an impossible value.
	ErrSpec = errors.New("not possible")
	// ErrOneClass: classification needs two classes, but the data have one.
	ErrOneClass = errors.New("only one class")
	// ErrWidth: two domains have different features.
	ErrWidth = errors.New("features differ")
	// ErrUnknownClass: a label is not a class of the source.
	ErrUnknownClass = errors.New("unknown class")
	// ErrUnfetched: files of the named pair are missing, but package fetch can download them.
	ErrUnfetched = errors.New("not fetched")
)

// Errors about a file, from package table.
var (
	ErrNotNumber   = table.ErrNotNumber
	ErrNotFinite   = table.ErrNotFinite
	ErrRagged      = table.ErrRagged
	ErrEmpty       = table.ErrEmpty
	ErrNoLabel     = table.ErrNoLabel
	ErrNoColumn    = table.ErrNoColumn
	ErrSyntax      = table.ErrSyntax
	ErrTruncated   = table.ErrTruncated
	ErrTooLarge    = table.ErrTooLarge
	ErrChanged     = table.ErrChanged
	ErrMissingFile = table.ErrMissingFile
)

// A FormatError is an error at a place in a file.
type FormatError = table.FormatError

// Progress reports how much of a pair has been read.
type Progress = table.Progress
