package table

import "encoding/binary"

// maxIDXDims bounds the dimensions of an IDX array: samples, rows, columns and colours.
const maxIDXDims = 4

// isIDX reports whether start begins an IDX array: 0, 0, type, number of dimensions, then each
// dimension as a big-endian uint32.
func isIDX(start []byte) bool {
	if len(start) < 4 || !prefixMatcher("\x00\x00")(start) {
		return false
	}
	_, known := findIDXNumberType(start)
	return known && 1 <= start[3] && start[3] <= maxIDXDims
}

func findIDXNumberType(start []byte) (numberType, bool) {
	return findNumberType(binary.BigEndian, func(e numberKind) bool { return e.idx != 0 && e.idx == start[2] })
}

// openIDX opens an IDX array of numbers or of pictures. Each picture becomes a row.
func openIDX(in *Input) ([]member, error) {
	header := make([]byte, 4+4*maxIDXDims)
	if err := in.readFull(in, header[:4], "the IDX header"); err != nil {
		return nil, err
	}
	if !isIDX(header) {
		return nil, in.Fault(ErrSyntax, "is not an IDX file: it begins with % x", header[:4])
	}
	e, _ := findIDXNumberType(header)
	dims := header[4 : 4+4*int(header[3])]
	if err := in.readFull(in, dims, "the IDX header"); err != nil {
		return nil, err
	}
	rows := &array{}
	t := in.newTable("IDX of "+e.name, rows)
	t.N, t.Cols = int(binary.BigEndian.Uint32(dims)), 1
	var sizes []int
	for from := 4; from < len(dims); from += 4 {
		size := int(binary.BigEndian.Uint32(dims[from:]))
		if size > 0 && t.Cols > maxValues/size {
			return nil, in.Fault(ErrTooLarge, "claims samples of more than %d numbers", maxValues)
		}
		t.Cols *= size
		sizes = append(sizes, size)
	}
	if len(sizes) == 2 {
		t.Picture = [2]int{sizes[0], sizes[1]}
	}
	t.MissingLabelText = "holds no labels: name a column with --label, or name the files …images-idx3-ubyte and …labels-idx1-ubyte"
	return singleMember(t, rows.setReader(t, e, in.bytesAfter(int64(4+len(dims))), false, in.openRest))
}
