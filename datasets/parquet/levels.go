package parquet

import (
	"encoding/binary"
	"errors"
	"math/bits"
)

// levels decodes whole numbers of a few bits, stored as runs of equal numbers and as packed bits
// (Encodings.md, "Run Length Encoding / Bit-Packing Hybrid").
type levels struct {
	text  []byte
	width uint // bits of a number
	// equal is the number of repetitions of value still to come. packed is the number of packed
	// numbers still to come; the next one begins at bit number bit of text.
	equal, packed int
	value         uint32
	bit           uint
}

// newLevels returns the levels from 0 to maxLevel that are stored in text.
func newLevels(text []byte, maxLevel int) *levels {
	return &levels{text: text, width: uint(bits.Len(uint(maxLevel)))}
}

var errLevels = errors.New("the levels of a page are invalid")

// read fills out with the next numbers.
func (l *levels) read(out []uint32) error {
	for len(out) > 0 {
		switch {
		case l.equal > 0:
			n := min(l.equal, len(out))
			for i := range out[:n] {
				out[i] = l.value
			}
			l.equal -= n
			out = out[n:]
		case l.packed > 0:
			n := min(l.packed, len(out))
			if err := l.unpack(out[:n]); err != nil {
				return err
			}
			l.packed -= n
			out = out[n:]
			if l.packed == 0 {
				l.text, l.bit = l.text[min((l.bit+7)/8, uint(len(l.text))):], 0
			}
		default:
			if err := l.beginRun(); err != nil {
				return err
			}
		}
	}
	return nil
}

// unpack decodes packed numbers, whose lowest bits come first.
func (l *levels) unpack(out []uint32) error {
	if l.bit+uint(len(out))*l.width > 8*uint(len(l.text)) {
		return errLevels
	}
	mask := uint64(1)<<l.width - 1
	for i := range out {
		var eight [8]byte
		bytes := l.text[l.bit/8:]
		if len(bytes) < len(eight) {
			copy(eight[:], bytes)
			bytes = eight[:]
		}
		out[i] = uint32(binary.LittleEndian.Uint64(bytes) >> (l.bit % 8) & mask)
		l.bit += l.width
	}
	return nil
}

// beginRun reads the header of the next run.
func (l *levels) beginRun() error {
	header, n := binary.Uvarint(l.text)
	if n <= 0 || header>>1 == 0 || header>>1 > 1<<31 {
		return errLevels
	}
	l.text = l.text[n:]
	if header&1 == 1 {
		l.packed, l.bit = int(header>>1)*8, 0
		return nil
	}
	size := int(l.width+7) / 8
	if len(l.text) < size {
		return errLevels
	}
	var four [4]byte
	copy(four[:], l.text[:size])
	l.value, l.equal, l.text = binary.LittleEndian.Uint32(four[:]), int(header>>1), l.text[size:]
	return nil
}
