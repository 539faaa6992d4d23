package table

import (
	"encoding/binary"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"larui/datasets/wording"
)

const (
	npyMagic = "\x93NUMPY"
	// maxNPYHeader bounds the header of an NPY array in bytes. For an array of numbers NumPy writes
	// some 120 bytes.
	maxNPYHeader = 1 << 16
)

func openNPY(in *Input) ([]member, error) {
	h, err := readNPYHeader(in, in.Part)
	if err != nil {
		return nil, err
	}
	t := in.newTable("NPY of "+h.numberType.name, nil)
	return singleMember(t, h.fillTable(t, in.bytesAfter(h.headerBytes), false, in.openRest))
}

// An npyHeader is the header of an NPY array (numpy.lib.format, versions 1.0, 2.0 and 3.0).
type npyHeader struct {
	numberType numberType
	// lettersPerText is the length of each text in elements (code points or bytes); nil for numbers.
	lettersPerText *int
	fortran        bool // column by column
	shape          []int
	headerBytes    int64
}

// fillTable sets the size and the rows of t. An array of texts becomes a matrix of letters, with a text in
// each row. The other arguments are those of array.setReader.
func (h npyHeader) fillTable(t *Table, dataSize int64, compressed bool, open func() (io.ReadCloser, error)) error {
	switch dimensions := len(h.shape); {
	case dimensions == 0 && (h.lettersPerText != nil || t.Array != ""):
		t.N, t.Cols = 1, 1
	case dimensions == 1:
		t.N, t.Cols = h.shape[0], 1
	case dimensions == 2:
		t.N, t.Cols = h.shape[0], h.shape[1]
	default:
		return t.Fault(ErrSyntax, "has %s: an array of samples has two, labels have one", wording.Plural(len(h.shape), "dimension"))
	}
	if h.lettersPerText == nil {
		rows := &array{columnwise: h.fortran, batched: true}
		if stored := t.In.raw; stored != nil && t.Array == "" {
			rows.stored = io.NewSectionReader(stored, h.headerBytes, max(dataSize, 0))
		}
		t.Rows = rows
		return rows.setReader(t, h.numberType, dataSize, compressed, open)
	}
	if t.N != 1 && t.Cols != 1 {
		return t.Fault(ErrSyntax, "holds text and is of size %d×%d, but labels are one text per row", t.N, t.Cols)
	}
	t.N *= t.Cols
	t.Cols = *h.lettersPerText
	if err := t.checkDimensions(); err != nil {
		return err
	}
	rows := &textArray{}
	rows.readTexts = func(t *Table) ([]string, error) { return rows.joinLetters(t, h.numberType.size == 1) }
	t.Rows = rows
	return rows.setReader(t, h.numberType, dataSize, compressed, open)
}

// joinLetters returns the texts whose letters are in the rows of a: bytes of UTF-8 if inBytes is true,
// otherwise code points. It removes zeros at the end of a row.
func (a *array) joinLetters(t *Table, inBytes bool) (texts []string, err error) {
	if err := t.checkTextCount(t.N); err != nil {
		return nil, err
	}
	err = a.read(func(row []float64) error {
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
			return t.FaultAt(len(texts)+1, 0, NewFault(ErrSyntax, "is not valid Unicode text: save labels as numbers, or with .astype(str)"))
		}
		texts = append(texts, strings.TrimRight(string(text), "\x00"))
		return nil
	})
	return texts, err
}

// readNPYHeader reads the start of an NPY array: the magic string, a version, the length of the header,
// and the header as a Python dictionary.
func readNPYHeader(r io.Reader, p Part) (npyHeader, error) {
	var h npyHeader
	start := make([]byte, 12)
	if err := p.readFull(r, start[:8], "the NPY header"); err != nil {
		return h, err
	}
	if string(start[:6]) != npyMagic {
		return h, p.Fault(ErrSyntax, "is not an NPY array: it begins with % x", start[:6])
	}
	switch start[6] {
	case 1:
		h.headerBytes = 10
	case 2, 3:
		h.headerBytes = 12
	default:
		return h, p.Fault(ErrSyntax, "is of NPY version %d.%d: versions 1.0 to 3.0 can be read", start[6], start[7])
	}
	length := start[8:] // version 1 leaves the last two bytes 0
	if err := p.readFull(r, length[:h.headerBytes-8], "the NPY header"); err != nil {
		return h, err
	}
	claimed := binary.LittleEndian.Uint32(length)
	if claimed > maxNPYHeader {
		return h, p.Fault(ErrTooLarge, "claims an NPY header of %d bytes, at most %d are read", claimed, maxNPYHeader)
	}
	text := make([]byte, claimed)
	if err := p.readFull(r, text, "the NPY header"); err != nil {
		return h, err
	}
	h.headerBytes += int64(claimed)
	return h, h.parse(string(text), p)
}

const npyItem = `^\s*['"](descr|fortran_order|shape)['"]\s*:\s*` +
	`('[^'\\]*'|"[^"\\]*"|\[[^\]]*\]|True|False|\((?:\s*\d+L?\s*,)*(?:\s*\d+L?)?\s*\))\s*(,|})`

// parse parses the dictionary, which must have exactly the keys descr, fortran_order and shape.
func (h *npyHeader) parse(text string, p Part) error {
	malformed := p.Fault(ErrSyntax, "has a malformed NPY header: %s", wording.Excerpt(strings.TrimSpace(text)))
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
		return p.Fault(ErrSyntax, "is a structured array, with named fields: save its columns as one array of numbers")
	}
	h.fortran = values["fortran_order"] == "True"
	sizes := strings.Split(strings.Trim(shape, "()"), ",")
	if last := len(sizes) - 1; strings.TrimSpace(sizes[last]) == "" {
		sizes = sizes[:last] // after the last comma
	} else if last == 0 {
		ok = false // a comma follows a single size
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
		h.lettersPerText = &letters
		descr = strings.NewReplacer("U", "u4", "S", "u1").Replace(text[1])
	}
	h.numberType, err = parseNPYNumberType(descr)
	if err != nil {
		return p.FaultAt(0, 0, err)
	}
	return nil
}

// parseNPYNumberType returns the type for descr, which has a byte order, a kind and a size, such as
// <f8.
func parseNPYNumberType(descr string) (numberType, error) {
	kind := strings.TrimLeft(descr, "<>|")
	var order binary.ByteOrder = binary.LittleEndian
	if strings.HasPrefix(descr, ">") {
		order = binary.BigEndian
	}
	e, known := findNumberType(order, func(e numberKind) bool { return e.npy == kind })
	switch {
	case known && len(descr) == len(kind)+1 && (descr[0] != '|' || e.size == 1):
		return e, nil
	case known, kind == "":
	case kind[0] == 'O':
		return e, NewFault(ErrSyntax, "holds Python objects (a pickle), which are not read: save numbers with .astype(float), words with .astype(str)")
	case kind[0] == 'f':
		return e, NewFault(ErrSyntax, "holds floats of %s bytes: save it with .astype('float64')", kind[1:])
	case kind[0] == 'c':
		return e, NewFault(ErrSyntax, "holds complex numbers: save their real and imaginary parts as columns")
	}
	return e, NewFault(ErrSyntax, "is of type %s: numbers of 1 to 8 bytes can be read", wording.Excerpt(descr))
}
