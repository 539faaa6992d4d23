package datasets

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
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
	place := OneLine(e.File)
	if e.Line > 0 {
		place += fmt.Sprintf(":%d", e.Line)
	}
	if e.Line > 0 && e.Column > 0 {
		place += fmt.Sprintf(":%d", e.Column)
	}
	return place + ": " + OneLine(e.Err.Error())
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

func (f *fault) Error() string   { return OneLine(f.text) }
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

// excerpt quotes text from a file, shortened to what a message can bear.
func excerpt(text string) string {
	const longest = 40
	if runes := []rune(text); len(runes) > longest {
		text = string(runes[:longest-1]) + "…"
	}
	return strconv.Quote(text)
}

// listed joins names, the first most of them.
func listed(names []string, most int) string {
	if len(names) > most {
		names = append(slices.Clone(names[:most]), "…")
	}
	return strings.Join(names, ", ")
}

// OneLine returns s with visible escapes in the place of characters that act on a
// terminal, so that names and data can't break a message: controls and line breaks, and
// those that turn the direction of writing. The escapes are those of JSON. Bytes that are
// not UTF-8 become U+FFFD.
func OneLine(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if !strings.ContainsFunc(s, acts) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		high, low := utf16.EncodeRune(r)
		switch short := strings.IndexRune("\n\r\t", r); {
		case !acts(r):
			b.WriteRune(r)
		case short >= 0:
			b.WriteString(`\` + "nrt"[short:short+1])
		case high != unicode.ReplacementChar:
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// acts tells of a character whether it acts on what stands around it. Those that join
// letters, or keep them apart, belong to words.
func acts(r rune) bool {
	const nonJoiner, joiner = 0x200c, 0x200d
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) && r != nonJoiner && r != joiner
}

// Shown is how a name from the data, of a class, a feature or a file, is written wherever
// people read it: in one line, and cut where it is long.
func Shown(name string) string {
	const longest = 60
	if runes := []rune(name); len(runes) > longest {
		name = string(runes[:longest-1]) + "…"
	}
	return OneLine(name)
}

// Nearest returns the candidate that a misspelt name most likely meant: one that
// it abbreviates, else the one at the smallest edit distance, as long as that
// is at most a third of the longer of the two, rounded.
func Nearest(name string, candidates []string) (string, bool) {
	name = strings.ToLower(name)
	if len(name) >= 3 {
		for _, c := range candidates {
			if strings.HasPrefix(strings.ToLower(c), name) {
				return c, true
			}
		}
	}
	best, bestDistance := "", 0
	for _, c := range candidates {
		longer := max(len(c), len(name))
		distance := editDistance(name, strings.ToLower(c))
		if 3*distance <= longer+1 && (best == "" || distance < bestDistance) {
			best, bestDistance = c, distance
		}
	}
	return best, best != ""
}

// Among says what an unknown name may have meant, and what names there are.
func Among(name string, names []string) string {
	all := "there are " + strings.Join(names, ", ")
	if near, ok := Nearest(name, names); ok {
		return "did you mean " + near + "? " + all
	}
	return all
}

// instead says what t has instead of feature f of the source: how many features, and the
// name that f may have here.
func (t *table) instead(source *table, from roles, f int) string {
	features := len(t.columns)
	var strange []string
	for _, name := range t.columns {
		switch i := slices.Index(source.columns, name); {
		case i < 0:
			strange = append(strange, name)
		case !slices.Contains(from.features, i):
			features--
		}
	}
	text := fmt.Sprintf(" (%s here, %d there)", plural(features, "feature"), len(from.features))
	if near, ok := Nearest(source.columns[f], strange); ok {
		text += fmt.Sprintf(": did you mean %s?", excerpt(near))
	}
	return text
}

// editDistance counts the bytes to insert, delete or replace to turn a into b
// (Levenshtein), by rows of the usual table.
func editDistance(a, b string) int {
	// Names from the command line are short; a longer one matches nothing, and
	// must not cost len(a)·len(b).
	const longest = 200
	if len(a) > longest || len(b) > longest {
		return max(len(a), len(b))
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
