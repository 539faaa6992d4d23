package table

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"encoding/binary"
	"io"

	"larui/datasets/wording"
)

// matClasses has MATLAB's names of the classes of numeric matrices (MAT-File Format, Version 5, table
// 1-3).
var matClasses = [...]string{5: "sparse", 6: "double", 7: "single", 8: "int8", 9: "uint8", 10: "int16", 11: "uint16",
	12: "int32", 13: "uint32", 14: "int64", 15: "uint64"}

const (
	matCell   = 1
	matStruct = 2
	matChar   = 4
	matSparse = 5
	matOpaque = 17 // an object, which has no dimensions
)

// A matVariable is the description of a variable in a MAT file, without its numbers.
type matVariable struct {
	name string
	// flags has the class, and bits for properties such as complex numbers; dims are the sizes.
	flags           uint32
	dims            []int
	claimedNonzeros int
	open            func() (*matReader, error)
}

// class returns MATLAB's name of the class of v; "" if v is not a numeric matrix.
func (v matVariable) class() string {
	const logical = 0x200
	class := v.flags & 0xff
	switch {
	case int(class) >= len(matClasses):
		return ""
	case v.flags&logical != 0 && class != matSparse:
		return "logical"
	}
	return matClasses[class]
}

// openData returns a reader of the data elements after the description. Errors of the reader are about
// p.
func (v matVariable) openData(p Part) (*matReader, error) {
	m, err := v.open()
	if err != nil {
		return nil, p.wrapReadError(err)
	}
	m.Part = p
	_, err = m.readDescription()
	return m, err
}

type matReader struct {
	Part
	in    *Input
	order binary.ByteOrder
	rest  []byte
}

func (m *matReader) newInnerReader(data []byte) *matReader {
	return &matReader{m.Part, m.in, m.order, data}
}

// readTag reads the type of the next data element and the size of its data in bytes.
func (m *matReader) readTag() (code uint32, size int64, err error) {
	if len(m.rest) < 8 {
		return 0, 0, m.wrapReadError(io.ErrUnexpectedEOF)
	}
	code, size = m.order.Uint32(m.rest), int64(m.order.Uint32(m.rest[4:]))
	m.rest = m.rest[8:]
	return code, size, nil
}

func (m *matReader) takeBytes(size int64) (data []byte) {
	data, m.rest = m.rest[:size], m.rest[size:]
	return data
}

// The types of data elements that are not numbers (MAT-File Format, Version 5, table 1-1).
const (
	matMatrix     = 14
	matCompressed = 15
)

func (m *matReader) readVariable(fileSize int) (v matVariable, err error) {
	code, size, err := m.readTag()
	switch {
	case err != nil:
		return v, err
	case code>>16 != 0:
		return v, m.Fault(ErrSyntax, "has a small data element in place of a variable")
	case size > int64(len(m.rest)):
		return v, m.Fault(ErrTruncated, "promises a variable of %d bytes, but the file has %d", size, fileSize)
	}
	data := m.takeBytes(size)
	inner := m.newInnerReader(data)
	open := func() (*matReader, error) { return m.newInnerReader(data), nil }
	if code == matCompressed {
		const most = 1 << 12 // bytes of the description
		inner, code, err = m.unpack(data, most, false)
		if err != nil {
			return v, m.wrapReadError(err)
		}
		open = func() (*matReader, error) {
			all, _, err := m.unpack(data, m.in.memoryLimit(), true)
			return all, err
		}
	}
	if code != matMatrix {
		return v, m.Fault(ErrSyntax, "has a data element of type %d in place of a variable", code)
	}
	v, err = inner.readDescription()
	v.open = open
	return v, err
}

// unpack decompresses at most maxBytes bytes of a compressed data element. code is the type of the element
// inside. If whole is false, damaged or short data are no error.
func (m *matReader) unpack(data []byte, maxBytes int64, whole bool) (inner *matReader, code uint32, err error) {
	packed, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, 0, err
	}
	tag := m.newInnerReader(make([]byte, 8))
	if _, err := io.ReadFull(packed, tag.rest); err != nil {
		return nil, 0, err
	}
	code, size, _ := tag.readTag()
	if size/deflateRatio > int64(len(data)) {
		return nil, 0, m.Fault(ErrTooLarge, "claims that %d bytes are compressed to %d, more than they can hold",
			size, len(data))
	}
	if whole {
		if err := m.in.checkMemory(m.Part, size); err != nil {
			return nil, 0, err
		}
	}
	content, err := io.ReadAll(io.LimitReader(packed, min(size, maxBytes)))
	if whole && err == nil {
		err = m.checkEnd(packed)
	}
	if whole && err != nil {
		return nil, 0, err
	}
	return m.newInnerReader(content), code, nil
}

func (m *matReader) readNumbers() (e numberType, data []byte, err error) { return m.readData(nil) }

// readData reads the next data element as numbers. If the element has text, the map text gives, for the
// type of text, the type of the numbers that store the characters. The tag of a small element contains the
// data and, beside the type, their size.
func (m *matReader) readData(text map[uint32]uint32) (e numberType, data []byte, err error) {
	code, size, err := m.readTag()
	if err != nil {
		return e, nil, err
	}
	small := int64(code >> 16)
	if small != 0 {
		var raw [4]byte
		m.order.PutUint32(raw[:], uint32(size))
		code, size, data = code&0xffff, small, raw[:min(small, 4)]
	}
	code = cmp.Or(text[code], code)
	e, known := findNumberType(m.order, func(e numberKind) bool { return e.mat == code && code != 0 })
	switch {
	case small > 4:
		return e, nil, m.Fault(ErrSyntax, "has a small data element of %d bytes, but at most 4 fit into it", small)
	case !known:
		return e, nil, m.Fault(ErrSyntax, "has a data element of type %d in place of numbers", code)
	case size%int64(e.size) != 0:
		return e, nil, m.Fault(ErrSyntax, "has a data element of %d bytes, which is no multiple of the %d bytes of a number", size, e.size)
	case small != 0:
		return e, data, nil
	case size > int64(len(m.rest)):
		return e, nil, m.Fault(ErrTruncated, "has a data element of %d bytes, where only %d are left",
			size, len(m.rest))
	}
	data = m.takeBytes(size)
	m.takeBytes(min((8-size%8)%8, int64(len(m.rest)))) // elements are padded to a multiple of 8 bytes
	return e, data, nil
}

func (m *matReader) readNumberList(maxCount int) ([]float64, error) {
	e, data, err := m.readNumbers()
	if err != nil {
		return nil, err
	}
	count := len(data) / e.size
	if count > maxCount {
		return nil, m.Fault(ErrSyntax, "has a data element of %d numbers, but can have at most %d", count, maxCount)
	}
	if err := m.in.checkMemory(m.Part, 8*int64(count)); err != nil {
		return nil, err
	}
	values := make([]float64, count)
	e.read(values, data)
	return values, nil
}

func (m *matReader) readDescription() (v matVariable, err error) {
	const maxDims, maxName = 32, 256
	flags, err := m.readNumberList(2)
	if err != nil {
		return v, err
	}
	if len(flags) != 2 {
		return v, m.Fault(ErrSyntax, "has a variable whose flags are damaged")
	}
	v.flags, v.claimedNonzeros = uint32(flags[0]), int(flags[1])
	if v.flags&0xff == matOpaque {
		name, _ := m.readNumberList(maxName)
		v.name = decodeLatin1(name)
		return v, nil
	}
	dims, err := m.readNumberList(maxDims)
	if err != nil {
		return v, err
	}
	for _, size := range dims {
		if size < 0 || size != float64(int32(size)) {
			return v, m.Fault(ErrSyntax, "has a variable of size %v", size)
		}
		v.dims = append(v.dims, int(size))
	}
	if len(v.dims) < 2 {
		return v, m.Fault(ErrSyntax, "has a variable of %s", wording.Plural(len(v.dims), "dimension"))
	}
	name, err := m.readNumberList(maxName)
	v.name = decodeLatin1(name)
	return v, err
}

func decodeLatin1(codes []float64) (text string) {
	for _, c := range codes {
		text += string(rune(int(c) & 0xff))
	}
	return text
}
