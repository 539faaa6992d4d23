package datasets

import (
	"errors"

	"larui/datasets/table"
)

// What can be wrong with a request, or with the files of a pair. Errors of this package wrap
// one of these, so that errors.Is tells them apart.
var (
	// ErrUnknownPair: Spec.Name is not that of a pair.
	ErrUnknownPair = errors.New("unknown pair")
	// ErrSpec: a field of the Spec has a value that no pair could honour.
	ErrSpec = errors.New("not possible")
	// ErrOneClass: classification needs two classes, the data have one.
	ErrOneClass = errors.New("only one class")
	// ErrWidth: two domains do not have the same features.
	ErrWidth = errors.New("features differ")
	// ErrUnknownClass: a label is not among the classes of the source.
	ErrUnknownClass = errors.New("unknown class")
	// ErrUnfetched: files of the set that is called as the pair are not there, and can be
	// fetched.
	ErrUnfetched = errors.New("not fetched")
)

// What can be wrong with a file, as package table says.
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

// A FormatError says where in a file something is wrong.
type FormatError = table.FormatError

// Progress tells how far the opening of a pair has come.
type Progress = table.Progress
