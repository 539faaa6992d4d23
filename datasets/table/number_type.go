package table

import (
	"encoding/binary"
	"math"

	"larui/datasets/parquet"
)

// A numberType is the type of the numbers in a binary array. All become float64: integers beyond
// ±2⁵³ are rounded.
type numberType struct {
	numberKind
	order binary.ByteOrder // of a number
}

type numberKind struct {
	// name is a name such as "float64". npy and safetensors are the names in these formats; empty if the
	// format lacks the type.
	name, npy, safetensors string
	// idx and mat are the codes in IDX and MAT files; 0 if the format lacks the type.
	idx byte
	mat uint32
	// size is the size of a number in bytes.
	size   int
	decode func(to []float64, from []byte, order binary.ByteOrder)
}

// listNumberKinds returns the types that can be read (numpy.lib.format; the IDX format of MNIST; MAT-File
// Format, Version 5, table 1-1).
func listNumberKinds() []numberKind {
	return []numberKind{
		// name, npy, safetensors, idx, mat, size, decode
		{"int8", "i1", "I8", 0x09, 1, 1, decodeAs[int8]},
		{"uint8", "u1", "U8", 0x08, 2, 1, decodeBytes},
		{"bool", "b1", "BOOL", 0, 0, 1, decodeBool},
		{"int16", "i2", "I16", 0x0b, 3, 2, decodeAs[int16]},
		{"uint16", "u2", "U16", 0, 4, 2, decodeAs[uint16]},
		{"int32", "i4", "I32", 0x0c, 5, 4, decodeAs[int32]},
		{"uint32", "u4", "U32", 0, 6, 4, decodeAs[uint32]},
		{"int64", "i8", "I64", 0, 12, 8, decodeAs[int64]},
		{"uint64", "u8", "U64", 0, 13, 8, decodeAs[uint64]},
		{"float16", "f2", "F16", 0, 0, 2, decodeFloat16},
		{"bfloat16", "", "BF16", 0, 0, 2, decodeBfloat16},
		{"float32", "f4", "F32", 0x0d, 7, 4, decodeAs[float32]},
		{"float64", "f8", "F64", 0x0e, 9, 8, decodeDouble},
	}
}

func findNumberType(order binary.ByteOrder, wanted func(numberKind) bool) (numberType, bool) {
	for _, kind := range listNumberKinds() {
		if wanted(kind) {
			return numberType{kind, order}, true
		}
	}
	return numberType{}, false
}

// read decodes the bytes of from into to. The number of bytes must be right for the length of to.
func (e numberType) read(to []float64, from []byte) { e.decode(to, from, e.order) }

func decodeAs[T int8 | int16 | uint16 | int32 | uint32 | int64 | uint64 | float32](to []float64, from []byte, order binary.ByteOrder) {
	values := make([]T, len(to))
	_, _ = binary.Decode(from, order, values) // from is long enough
	for i, v := range values {
		to[i] = float64(v)
	}
}

// decodeDouble decodes the most common type without allocating.
func decodeDouble(to []float64, from []byte, order binary.ByteOrder) {
	_, _ = binary.Decode(from, order, to) // from is long enough
}

// decodeBytes decodes uint8, the usual type of pictures, without allocating.
func decodeBytes(to []float64, from []byte, _ binary.ByteOrder) {
	for i, c := range from[:len(to)] {
		to[i] = float64(c)
	}
}

// decodeBool decodes every byte other than 0 as true.
func decodeBool(to []float64, from []byte, order binary.ByteOrder) {
	decodeBytes(to, from, order)
	for i, v := range to {
		to[i] = min(v, 1)
	}
}

// decodeBfloat16 decodes bfloat16, the upper half of a float32.
func decodeBfloat16(to []float64, from []byte, order binary.ByteOrder) {
	for i := range to {
		to[i] = float64(math.Float32frombits(uint32(order.Uint16(from[2*i:])) << 16))
	}
}

func decodeFloat16(to []float64, from []byte, order binary.ByteOrder) {
	for i := range to {
		to[i] = parquet.DecodeFloat16(order.Uint16(from[2*i:]))
	}
}
