package datasets

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gonum.org/v1/gonum/mat"

	"larui/datasets/phrase"
)

const (
	npyMagic = "\x93NUMPY"
	// maxNPYHeader bounds the text of the header of an NPY array; for numbers
	// NumPy writes some 120 bytes.
	maxNPYHeader = 1 << 16
)

func isNPY(start []byte, _ bool) bool { return bytes.HasPrefix(start, []byte(npyMagic)) }

// openNPY opens an NPY array.
func openNPY(in *input) ([]*table, error) {
	h, err := readNPYHeader(in, in.part)
	if err != nil {
		return nil, err
	}
	t := &table{in: in, part: in.part, form: "NPY of " + h.element.name}
	if err := h.describe(t); err != nil {
		return nil, err
	}
	return []*table{t}, t.numbers(h.element, in.held(h.size), false, in.rest)
}

// An npyHeader describes the data of an NPY array (numpy.lib.format, versions
// 1.0, 2.0 and 3.0).
type npyHeader struct {
	element element
	// letters is how long each text is, in code points or bytes of the element; nil for
	// numbers.
	letters *int
	fortran bool // column after column
	shape   []int
	// size is that of the header in bytes.
	size int64
}

// describe gives t the size of the array. One of texts is a matrix of their letters.
func (h npyHeader) describe(t *table) error {
	t.cols, t.columnwise = 1, h.fortran
	switch len(h.shape) {
	case 2:
		t.cols = h.shape[1]
		fallthrough
	case 1:
		t.rows = h.shape[0]
	default:
		return t.fault(ErrSyntax, "has %s: an array of samples has two, labels have one", phrase.Plural(len(h.shape), "dimension"))
	}
	if h.letters == nil {
		return nil
	}
	if t.rows != 1 && t.cols != 1 {
		return t.fault(ErrSyntax, "holds text and is of size %d×%d, but labels are one text per row", t.rows, t.cols)
	}
	t.rows, t.cols, t.columnwise = t.rows*t.cols, *h.letters, false
	t.words = func(t *table) ([]string, error) { return t.letters(h.element.size == 1) }
	return t.checkColumns()
}

// letters returns the rows of t as texts, without the zeros that fill them up: their
// numbers are bytes of UTF-8, or code points.
func (t *table) letters(inBytes bool) (texts []string, err error) {
	err = t.scan(func(row []float64) error {
		var text []byte
		for _, letter := range row {
			switch {
			case inBytes:
				text = append(text, byte(letter))
			case letter <= unicode.MaxRune && utf8.ValidRune(rune(letter)):
				text = utf8.AppendRune(text, rune(letter))
			default:
				text = append(text, 0xff)
			}
		}
		if !utf8.Valid(text) {
			return t.faultAt(len(texts)+1, 0, newFault(ErrSyntax, "is no text in Unicode: save labels as numbers, or with .astype(str)"))
		}
		texts = append(texts, strings.TrimRight(string(text), "\x00"))
		return nil
	})
	return texts, err
}

// readNPYHeader reads the start of an NPY array: the magic string, a version,
// the length of the header and the header, a Python dictionary.
func readNPYHeader(r io.Reader, p part) (npyHeader, error) {
	var h npyHeader
	start := make([]byte, 12)
	if err := p.readFull(r, start[:8], "the NPY header"); err != nil {
		return h, err
	}
	if string(start[:6]) != npyMagic {
		return h, p.fault(ErrSyntax, "is not an NPY array: it begins with % x", start[:6])
	}
	switch start[6] {
	case 1:
		h.size = 10
	case 2, 3:
		h.size = 12
	default:
		return h, p.fault(ErrSyntax, "is of NPY version %d.%d: versions 1.0 to 3.0 can be read", start[6], start[7])
	}
	length := start[8:] // zero beyond what version 1 has
	if err := p.readFull(r, length[:h.size-8], "the NPY header"); err != nil {
		return h, err
	}
	claimed := binary.LittleEndian.Uint32(length)
	if claimed > maxNPYHeader {
		return h, p.fault(ErrTooLarge, "claims an NPY header of %d bytes, at most %d are read", claimed, maxNPYHeader)
	}
	text := make([]byte, claimed)
	if err := p.readFull(r, text, "the NPY header"); err != nil {
		return h, err
	}
	h.size += int64(claimed)
	return h, h.parse(string(text), p)
}

// npyItem matches an item of the dictionary: a key, its value, and what follows.
const npyItem = `^\s*['"](descr|fortran_order|shape)['"]\s*:\s*` +
	`('[^'\\]*'|"[^"\\]*"|\[[^\]]*\]|True|False|\((?:\s*\d+L?\s*,)*(?:\s*\d+L?)?\s*\))\s*(,|})`

// parse reads the dictionary, which has to have just the keys descr,
// fortran_order and shape.
func (h *npyHeader) parse(text string, p part) error {
	malformed := p.fault(ErrSyntax, "has a malformed NPY header: %s", phrase.Excerpt(strings.TrimSpace(text)))
	item := regexp.MustCompile(npyItem)
	values := map[string]string{}
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), "{")
	for end := ""; end != "}" && strings.TrimSpace(rest) != "}"; {
		match := item.FindStringSubmatch(rest)
		if match == nil || values[match[1]] != "" {
			return malformed
		}
		values[match[1]], end, rest = match[2], match[3], rest[len(match[0]):]
		if end == "}" {
			rest += "}"
		}
	}
	descr, shape := values["descr"], values["shape"]
	if strings.HasPrefix(descr, "[") {
		return p.fault(ErrSyntax, "is a structured array, with named fields: save its columns as one array of numbers")
	}
	h.fortran = values["fortran_order"] == "True"
	sizes := strings.Split(strings.Trim(shape, "()"), ",")
	if last := len(sizes) - 1; strings.TrimSpace(sizes[last]) == "" {
		sizes = sizes[:last] // behind the last comma
	} else if last == 0 {
		ok = false // one size alone is followed by a comma
	}
	for _, size := range sizes {
		// Python 2 wrote long integers with an L.
		n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(size), "L"))
		ok = ok && err == nil
		h.shape = append(h.shape, n)
	}
	if !ok || strings.TrimSpace(rest) != "}" || !strings.ContainsAny(descr[:min(1, len(descr))], `'"`) ||
		!strings.HasSuffix(values["fortran_order"], "e") || !strings.HasPrefix(shape, "(") {
		return malformed
	}
	var err error
	descr = strings.Trim(descr, `'"`)
	if text := regexp.MustCompile(`^([<>]U|\|S)(\d{1,9})$`).FindStringSubmatch(descr); text != nil {
		letters, _ := strconv.Atoi(text[2])
		h.letters = &letters
		descr = strings.NewReplacer("U", "u4", "S", "u1").Replace(text[1])
	}
	if h.element, err = npyElement(descr); err != nil {
		return p.faultAt(0, 0, err)
	}
	return nil
}

// npyElement returns the type that descr means: byte order, kind, size.
func npyElement(descr string) (element, error) {
	kind := strings.TrimLeft(descr, "<>|")
	var order binary.ByteOrder = binary.LittleEndian
	if strings.HasPrefix(descr, ">") {
		order = binary.BigEndian
	}
	e, known := findElement(order, func(e element) bool { return e.npy == kind })
	switch {
	case known && len(descr) == len(kind)+1 && (descr[0] != '|' || e.size == 1):
		return e, nil
	case known, kind == "":
	case kind[0] == 'O':
		return e, newFault(ErrSyntax, "holds Python objects (a pickle), which are not read: save numbers with .astype(float), words with .astype(str)")
	case kind[0] == 'f':
		return e, newFault(ErrSyntax, "holds floats of %s bytes: save it with .astype('float64')", kind[1:])
	case kind[0] == 'c':
		return e, newFault(ErrSyntax, "holds complex numbers: save their real and imaginary parts as columns")
	}
	return e, newFault(ErrSyntax, "is of type %s: numbers of 1 to 8 bytes can be read", phrase.Excerpt(descr))
}

// deflateRatio is the most that deflate can unpack a byte to: 258 bytes are
// copied by 2 bits, so a little less than 1032.
const deflateRatio = 1032

func isNPZ(start []byte, _ bool) bool {
	return bytes.HasPrefix(start, []byte("PK\x03\x04")) || bytes.HasPrefix(start, []byte("PK\x05\x06"))
}

// openNPZ opens the arrays of an NPZ file, a zip archive of NPY arrays.
func openNPZ(in *input) ([]*table, error) {
	if in.compressed || in.raw == nil {
		return nil, in.fault(ErrSyntax, "is a zip archive inside other compression or a pipe: name the archive itself")
	}
	archive, err := zip.NewReader(in.raw, in.size)
	if err != nil {
		return nil, in.readError(err)
	}
	members := map[string]*zip.File{}
	var names []string
	var others []*table
	for _, member := range archive.File {
		name, isArray := strings.CutSuffix(member.Name, ".npy")
		switch {
		case member.Name == "xl/workbook.xml":
			return nil, in.fault(ErrSyntax, "is an Excel workbook: save the sheet as CSV")
		case !isArray:
			name = strings.TrimSuffix(member.Name, path.Ext(member.Name))
			unread := &table{in: in, part: part{in.path, "member " + phrase.Excerpt(member.Name)}, called: name}
			unread.words = func(t *table) ([]string, error) {
				return nil, t.fault(ErrSyntax, "is no NumPy array, so that its labels are not read: save them as an array of numbers")
			}
			if usual([]*table{unread}, labelArrays[:]) != nil {
				others = append(others, unread)
			}
			continue
		case members[name] != nil:
			return nil, in.fault(ErrSyntax, "holds two arrays called %s", phrase.Excerpt(name))
		}
		members[name] = member
		names = append(names, name)
	}
	if len(names) == 0 {
		return nil, in.fault(ErrSyntax, "is a zip archive without NumPy arrays (.npy)")
	}
	slices.Sort(names)
	var tables []*table
	for _, name := range names {
		tables = append(tables, &table{
			in: in, part: part{in.path, "array " + phrase.Excerpt(name)}, called: name,
			array: array{describe: func(t *table) error { return t.describeMember(members[name]) }},
		})
	}
	return append(tables, others...), nil
}

// ReadArrays returns the arrays of numbers in the NPZ file at path by their names, each
// as a matrix of a row for each of its first dimension.
func ReadArrays(ctx context.Context, path string) (map[string]*mat.Dense, error) {
	in, err := openInput(newReporter(ctx, nil), path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	tables, err := openNPZ(in)
	if err != nil {
		return nil, err
	}
	arrays := map[string]*mat.Dense{}
	for _, t := range tables {
		if t.describe == nil {
			continue
		}
		if err := t.describe(t); err != nil {
			return nil, err
		}
		if t.rows == 0 || t.cols == 0 {
			return nil, t.fault(ErrEmpty, "is empty")
		}
		var all []float64
		if err := t.scan(func(row []float64) error { all = append(all, row...); return nil }); err != nil {
			return nil, err
		}
		arrays[t.called] = mat.NewDense(t.rows, t.cols, all)
	}
	return arrays, nil
}

// describeMember reads the header of an array of an archive.
func (t *table) describeMember(member *zip.File) error {
	// open returns the array behind its header.
	open := func() (npyHeader, io.ReadCloser, error) {
		content, err := member.Open()
		if err != nil {
			return npyHeader{}, nil, t.readError(err)
		}
		h, err := readNPYHeader(content, t.part)
		if err != nil {
			content.Close()
		}
		return h, content, err
	}
	const encrypted = 1
	packed, unpacked := member.CompressedSize64, member.UncompressedSize64
	switch {
	case member.Flags&encrypted != 0:
		return t.fault(ErrSyntax, "is encrypted")
	case packed > uint64(t.in.size):
		return t.fault(ErrTruncated, "promises %d bytes in an archive of %d", packed, t.in.size)
	case unpacked/deflateRatio > packed:
		return t.fault(ErrTooLarge, "claims to unpack from %d bytes to %d, more than they can hold", packed, unpacked)
	}
	h, content, err := open()
	if err != nil {
		return err
	}
	content.Close()
	if err := h.describe(t); err != nil {
		return err
	}
	t.form = "NPZ, " + t.part.name + " of " + h.element.name
	stored := member.Method == zip.Store && packed == unpacked
	return t.numbers(h.element, max(int64(unpacked)-h.size, 0), !stored, func() (io.ReadCloser, error) {
		_, content, err := open()
		return content, err
	})
}

// maxIDXDims bounds the dimensions of an IDX array: samples, rows, columns and
// colours.
const maxIDXDims = 4

// isIDX tells whether a file that begins with start is an IDX array: 0, 0, type,
// number of dimensions, then each dimension as a big-endian uint32.
func isIDX(start []byte, _ bool) bool {
	if len(start) < 4 || !bytes.HasPrefix(start, []byte{0, 0}) {
		return false
	}
	_, known := idxElement(start)
	return known && 1 <= start[3] && start[3] <= maxIDXDims
}

func idxElement(start []byte) (element, bool) {
	return findElement(binary.BigEndian, func(e element) bool { return e.idx != 0 && e.idx == start[2] })
}

// openIDX opens an IDX array of samples: numbers, or pictures, which become one
// row each.
func openIDX(in *input) ([]*table, error) {
	header := make([]byte, 4+4*maxIDXDims)
	if err := in.readFull(in, header[:4], "the IDX header"); err != nil {
		return nil, err
	}
	if !isIDX(header, false) {
		return nil, in.fault(ErrSyntax, "is not an IDX file: it begins with % x", header[:4])
	}
	e, _ := idxElement(header)
	dims := header[4 : 4+4*int(header[3])]
	if err := in.readFull(in, dims, "the IDX header"); err != nil {
		return nil, err
	}
	t := &table{in: in, part: in.part, form: "IDX of " + e.name, rows: int(binary.BigEndian.Uint32(dims)), cols: 1}
	var sizes []int
	for from := 4; from < len(dims); from += 4 {
		size := int(binary.BigEndian.Uint32(dims[from:]))
		if size > 0 && t.cols > maxValues/size {
			return nil, in.fault(ErrTooLarge, "claims samples of more than %d numbers", maxValues)
		}
		t.cols *= size
		sizes = append(sizes, size)
	}
	if len(sizes) == 2 {
		t.shape = Shape{Rows: sizes[0], Cols: sizes[1]}
	}
	t.lacking = "holds no labels: name a column with --label, or the file …images-idx3-ubyte and that of the labels …labels-idx1-ubyte"
	return []*table{t}, t.numbers(e, in.held(int64(4+len(dims))), false, in.rest)
}
