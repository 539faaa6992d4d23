package datasets

import (
	"encoding/binary"
	"errors"
	"io"
	"strconv"
	"strings"
)

const (
	npyMagic = "\x93NUMPY"
	// maxNPYHeader bounds the text of the header of an NPY array; for numbers
	// NumPy writes some 120 bytes.
	maxNPYHeader = 1 << 16
)

// An npyHeader describes the data of an NPY array (numpy.lib.format, versions
// 1.0, 2.0 and 3.0).
type npyHeader struct {
	element element
	fortran bool // column after column
	shape   []int
	// size is that of the header in bytes.
	size int64
}

// readNPYHeader reads the start of an NPY array: the magic string, a version,
// the length of the header and the header, a Python dictionary.
func readNPYHeader(r io.Reader, p part) (npyHeader, error) {
	var h npyHeader
	broken := func(err error) error {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return p.fault(ErrTruncated, "breaks off in the NPY header")
		}
		return p.readError(err)
	}
	start := make([]byte, 8)
	if _, err := io.ReadFull(r, start); err != nil {
		return h, broken(err)
	}
	if string(start[:6]) != npyMagic {
		return h, p.fault(ErrSyntax, "is not an NPY array: it begins with % x", start[:6])
	}
	var length int
	switch start[6] {
	case 1:
		var size [2]byte
		if _, err := io.ReadFull(r, size[:]); err != nil {
			return h, broken(err)
		}
		length, h.size = int(binary.LittleEndian.Uint16(size[:])), 10
	case 2, 3:
		var size [4]byte
		if _, err := io.ReadFull(r, size[:]); err != nil {
			return h, broken(err)
		}
		claimed := binary.LittleEndian.Uint32(size[:])
		if claimed > maxNPYHeader {
			return h, p.fault(ErrTooLarge, "claims an NPY header of %d bytes, at most %d are read", claimed, maxNPYHeader)
		}
		length, h.size = int(claimed), 12
	default:
		return h, p.fault(ErrSyntax, "is of NPY version %d.%d: versions 1.0 to 3.0 can be read", start[6], start[7])
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(r, text); err != nil {
		return h, broken(err)
	}
	h.size += int64(length)
	return h, h.parse(string(text), p)
}

// parse reads the dictionary, which has to have just the keys descr,
// fortran_order and shape.
func (h *npyHeader) parse(text string, p part) error {
	d := pyDict{text: text}
	d.expect("{")
	seen := map[string]bool{}
	for !d.failed && !d.accept("}") {
		key := d.str()
		d.expect(":")
		if seen[key] {
			d.failed = true
		}
		seen[key] = true
		switch key {
		case "descr":
			if d.peek("[") {
				return p.fault(ErrSyntax, "is a structured array, with named fields: save its columns as one array of numbers")
			}
			descr := d.str()
			if d.failed {
				break
			}
			var err error
			if h.element, err = npyElement(descr); err != nil {
				return p.faultAt(0, 0, err)
			}
		case "fortran_order":
			h.fortran = d.boolean()
		case "shape":
			h.shape = d.tuple()
		default:
			d.failed = true
		}
		if !d.accept(",") && !d.peek("}") {
			d.failed = true
		}
	}
	if d.failed || strings.TrimSpace(d.text) != "" || len(seen) != 3 {
		return p.fault(ErrSyntax, "has a malformed NPY header: %s", excerpt(strings.TrimSpace(text)))
	}
	return nil
}

// npyElement returns the type that descr means: byte order, kind, size.
func npyElement(descr string) (element, error) {
	e := element{order: binary.LittleEndian}
	unknown := newFault(ErrSyntax, "is of type %s: numbers of 1 to 8 bytes can be read", excerpt(descr))
	if len(descr) < 2 {
		return e, unknown
	}
	if descr[1] == 'O' || descr[0] == 'O' {
		return e, newFault(ErrSyntax, "holds Python objects (a pickle), which are not read: save it as an array of numbers, with .astype(float)")
	}
	size, err := strconv.Atoi(descr[2:])
	if err != nil || descr[2] < '1' || descr[2] > '9' {
		return e, unknown
	}
	e.kind, e.size = descr[1], size
	switch descr[0] {
	case '<':
	case '>':
		e.order = binary.BigEndian
	case '|':
		if size != 1 && e.kind != 'S' {
			return e, unknown
		}
	default:
		return e, unknown
	}
	whole := size == 1 || size == 2 || size == 4 || size == 8
	switch {
	case e.kind == 'f' && (size == 2 || size == 4 || size == 8), e.kind == 'i' && whole, e.kind == 'u' && whole, e.kind == 'b' && size == 1:
		return e, nil
	case e.kind == 'f':
		return e, newFault(ErrSyntax, "holds floats of %d bytes: save it with .astype('float64')", size)
	case e.kind == 'c':
		return e, newFault(ErrSyntax, "holds complex numbers: save their real and imaginary parts as columns")
	case e.kind == 'U' || e.kind == 'S':
		return e, newFault(ErrSyntax, "holds text: save numbers, for labels the position of each class")
	}
	return e, unknown
}

// A pyDict is what is left of a Python dictionary of strings, booleans and
// tuples of numbers. Once anything else comes it has failed.
type pyDict struct {
	text   string
	failed bool
}

func (d *pyDict) peek(token string) bool {
	d.text = strings.TrimLeft(d.text, " \t\r\n")
	return strings.HasPrefix(d.text, token)
}

func (d *pyDict) accept(token string) bool {
	if !d.peek(token) {
		return false
	}
	d.text = d.text[len(token):]
	return true
}

func (d *pyDict) expect(token string) { d.failed = !d.accept(token) || d.failed }

// str reads a string without escapes.
func (d *pyDict) str() string {
	for _, quote := range []string{"'", `"`} {
		if d.accept(quote) {
			s, rest, ok := strings.Cut(d.text, quote)
			if !ok || strings.Contains(s, `\`) {
				break
			}
			d.text = rest
			return s
		}
	}
	d.failed = true
	return ""
}

func (d *pyDict) boolean() bool {
	if d.accept("True") {
		return true
	}
	d.expect("False")
	return false
}

// tuple reads whole numbers in parentheses; one alone is followed by a comma.
func (d *pyDict) tuple() []int {
	sizes := []int{}
	d.expect("(")
	for comma := false; !d.failed && !d.accept(")"); {
		d.peek("")
		end := 0
		for end < len(d.text) && '0' <= d.text[end] && d.text[end] <= '9' {
			end++
		}
		size, err := strconv.Atoi(d.text[:end])
		if err != nil {
			d.failed = true
			break
		}
		sizes = append(sizes, size)
		d.text = d.text[end:]
		d.accept("L") // as Python 2 wrote long integers
		comma = d.accept(",")
		if !comma && (!d.peek(")") || len(sizes) == 1) {
			d.failed = true
		}
	}
	return sizes
}
