package table

import (
	"strings"
	"unicode/utf16"

	"larui/datasets/wording"
)

// texts returns the labels in a variable of text. A label is a row of a matrix of characters, or a text or
// number in a vector of cells.
func (v matVariable) texts(t *Table) ([]string, error) {
	class := v.flags & 0xff
	if class != matChar && class != matCell {
		return nil, t.Fault(ErrSyntax, "is a struct, a table or another object, which is not read: save labels as numbers, or as text with cellstr")
	}
	if len(v.dims) != 2 || class == matCell && v.dims[0] != 1 && v.dims[1] != 1 {
		return nil, t.Fault(ErrSyntax, "is of size %v, but labels are one text per row", v.dims)
	}
	m, err := v.openData(t.Part)
	if err != nil {
		return nil, err
	}
	if class == matChar {
		return m.readCharacters(v.dims[0], v.dims[1])
	}
	var texts []string
	for len(texts) < v.dims[0]*v.dims[1] {
		text, err := m.readCell(len(texts) + 1)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

func (m *matReader) readCell(number int) (string, error) {
	code, size, err := m.readTag()
	switch {
	case err != nil:
		return "", err
	case code != matMatrix || size > int64(len(m.rest)):
		return "", m.Fault(ErrTruncated, "has no cell %d", number)
	case size == 0:
		return "", nil
	}
	inner := m.newInnerReader(m.takeBytes(size))
	v, err := inner.readDescription()
	switch {
	case err != nil:
		return "", err
	case v.flags&0xff == matChar && len(v.dims) == 2 && v.dims[0] <= 1:
		texts, err := inner.readCharacters(v.dims[0], v.dims[1])
		return strings.Join(texts, ""), err
	case v.class() != "" && v.flags&0xff != matSparse:
		if values, err := inner.readNumberList(1); err == nil && len(values) == 1 {
			return wording.FormatNumber(values[0]), nil
		}
	}
	return "", m.Fault(ErrSyntax, "has no row of text and no number in cell %d", number)
}

// readCharacters reads the rows of a matrix of characters, which is stored column by column.
func (m *matReader) readCharacters(rows, cols int) ([]string, error) {
	// UTF-8 and UTF-16 text has units of the types uint8 and uint16.
	e, data, err := m.readData(map[uint32]uint32{16: 2, 17: 4})
	if err != nil {
		return nil, err
	}
	if err := m.in.checkMemory(m.Part, 8*int64(len(data)/e.size)); err != nil {
		return nil, err
	}
	var runes []rune
	if e.size == 1 {
		runes = []rune(string(data))
	} else {
		values := make([]float64, len(data)/e.size)
		e.read(values, data)
		units := make([]uint16, len(values))
		for i, v := range values {
			units[i] = uint16(v)
		}
		runes = utf16.Decode(units)
	}
	if int64(len(runes)) != int64(rows)*int64(cols) {
		return nil, m.Fault(ErrSyntax, "is of size %d×%d, but holds %d characters", rows, cols, len(runes))
	}
	if err := m.in.checkMemory(m.Part, 16*int64(rows)); err != nil {
		return nil, err
	}
	texts := make([]string, rows)
	for i := range texts {
		var row strings.Builder
		for j := range cols {
			row.WriteRune(runes[j*rows+i])
		}
		texts[i] = strings.TrimRight(row.String(), " \x00")
	}
	return texts, nil
}
