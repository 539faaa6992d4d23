package parquet

import (
	"encoding/binary"
	"errors"
	"math/bits"
)

var errLevels = errors.New("the levels of a page are invalid")

func countLevelBits(maxLevel int) int { return bits.Len(uint(maxLevel)) }

// decodeRuns decodes whole numbers from runs of equal numbers and runs of packed bits (Encodings.md, "Run
// Length Encoding / Bit-Packing Hybrid"). width is the size of a number in bits.
func decodeRuns[T uint8 | uint32](text []byte, width, count int) ([]T, error) {
	numbers := make([]T, 0, count)
	for len(numbers) < count {
		header, n := binary.Uvarint(text)
		if n <= 0 || header>>1 == 0 || header>>1 > 1<<30 {
			return nil, errLevels
		}
		text = text[n:]
		length := int(header >> 1)
		left, size := count-len(numbers), (width+7)/8
		if header&1 == 1 { // length groups of eight packed numbers
			left = min(left, 8*min(length, left))
			size = (left*width + 7) / 8
		}
		if len(text) < size {
			return nil, errLevels
		}
		if header&1 == 1 {
			numbers = unpackBits(numbers, text, width, left)
			text = text[min(min(length, len(text))*width, len(text)):]
			continue
		}
		var four [4]byte
		copy(four[:], text[:size])
		text = text[size:]
		for range min(left, length) {
			numbers = append(numbers, T(binary.LittleEndian.Uint32(four[:])))
		}
	}
	return numbers, nil
}

// unpackBits appends count packed numbers to numbers. width is the size of a number in bits. The lowest
// bits of a number come first.
func unpackBits[T uint8 | uint32](numbers []T, text []byte, width, count int) []T {
	mask := uint64(1)<<width - 1
	for bit := 0; count > 0; count-- {
		var eight [8]byte
		bytes := text[bit/8:]
		if len(bytes) < len(eight) {
			copy(eight[:], bytes)
			bytes = eight[:]
		}
		numbers = append(numbers, T(binary.LittleEndian.Uint64(bytes)>>(bit%8)&mask))
		bit += width
	}
	return numbers
}
