package datasets

import (
	"encoding/binary"
	"io"
)

const (
	// maxSamples bounds how many samples an IDX file may claim.
	maxSamples = 10_000_000
	// idxBytes is the code of the only element type in use, unsigned bytes.
	idxBytes = 0x08
)

// readIDXHeader reads the start of an IDX file of bytes: the magic number 0, 0,
// type, number of dimensions, then each dimension as a big-endian uint32. It
// returns the dimensions, of which there have to be as many as wanted.
func readIDXHeader(in *input, wanted int) ([]int, error) {
	header := make([]byte, 4+4*wanted)
	if err := readFull(in, header[:4], "the IDX header"); err != nil {
		return nil, err
	}
	switch {
	case header[0] != 0 || header[1] != 0 || header[3] == 0:
		return nil, in.fault(ErrSyntax, "is not an IDX file: it begins with % x", header[:4])
	case header[2] != idxBytes:
		return nil, in.fault(ErrSyntax, "holds IDX elements of type %#02x, not bytes (%#02x)", header[2], idxBytes)
	case int(header[3]) != wanted:
		return nil, in.fault(ErrSyntax, "has %d IDX dimensions where %d were expected: are the files of labels and pictures mixed up?", header[3], wanted)
	}
	if err := readFull(in, header[4:], "the IDX header"); err != nil {
		return nil, err
	}
	dims := make([]int, wanted)
	for i := range dims {
		size := binary.BigEndian.Uint32(header[4+4*i:])
		if size > maxSamples {
			return nil, in.fault(ErrTooLarge, "claims %d samples, at most %d can be opened", size, maxSamples)
		}
		dims[i] = int(size)
	}
	if dims[0] == 0 {
		return nil, in.fault(ErrEmpty, "holds no samples")
	}
	return dims, nil
}

// readIDXLabels reads an IDX file of one dimension.
func readIDXLabels(in *input) ([]byte, error) {
	dims, err := readIDXHeader(in, 1)
	if err != nil {
		return nil, err
	}
	// The header may lie: memory grows with what the file really holds.
	labels, err := io.ReadAll(io.LimitReader(in, int64(dims[0])))
	if err != nil {
		return nil, err
	}
	if len(labels) < dims[0] {
		return nil, in.fault(ErrTruncated, "promises %d labels, but holds %d", dims[0], len(labels))
	}
	return labels, checkIDXEnd(in)
}

// readIDXImages reads an IDX file of three dimensions, one picture after the
// other, and gives each to picture with its position. The pixels last until the
// next picture. There have to be count pictures of the given shape.
func readIDXImages(in *input, count int, shape Shape, picture func(i int, pixels []byte)) error {
	dims, err := readIDXHeader(in, 3)
	if err != nil {
		return err
	}
	if dims[1] != shape.Rows || dims[2] != shape.Cols {
		return in.fault(ErrWidth, "holds pictures of %d×%d pixels, not %d×%d", dims[1], dims[2], shape.Rows, shape.Cols)
	}
	if dims[0] != count {
		return in.fault(ErrSyntax, "holds %d pictures, but there are %d labels", dims[0], count)
	}
	pixels := make([]byte, shape.Rows*shape.Cols)
	for i := range count {
		switch _, err := io.ReadFull(in, pixels); err {
		case nil:
		case io.EOF, io.ErrUnexpectedEOF:
			return in.fault(ErrTruncated, "promises %d pictures, but breaks off in number %d", count, i+1)
		default:
			return err
		}
		picture(i, pixels)
	}
	return checkIDXEnd(in)
}

// checkIDXEnd makes sure that the file holds no more than its header says. It
// also makes gzip compare its checksum.
func checkIDXEnd(in *input) error {
	switch _, err := in.ReadByte(); err {
	case io.EOF:
		return nil
	case nil:
		return in.fault(ErrSyntax, "holds more data than its header says")
	default:
		return err
	}
}

// readFull fills p, or says that the file breaks off in the part called what.
func readFull(in *input, p []byte, what string) error {
	switch _, err := io.ReadFull(in, p); err {
	case io.EOF, io.ErrUnexpectedEOF:
		return in.fault(ErrTruncated, "breaks off in %s", what)
	default:
		return err
	}
}
