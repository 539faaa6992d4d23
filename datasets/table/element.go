package table

import (
	"encoding/binary"
	"math"
)

// An element is the type of the numbers in a binary array. All become float64: integers beyond ±2⁵³
// are rounded.
type element struct {
	// name is a name such as "float64". npy and safetensors are the names in these formats, and idx
	// and mat the codes in IDX and MAT files; they are empty or 0 for a type that the format lacks.
	name, npy, safetensors string
	idx                    byte
	mat                    uint32
	// size is the size of a number in bytes.
	size   int
	decode func(to []float64, from []byte, order binary.ByteOrder)
	// order is the byte order of a number.
	order binary.ByteOrder
}

// elements returns the types that can be read (numpy.lib.format; the IDX format of MNIST; MAT-File
// Format, Version 5, table 1-1).
func elements() []element {
	return []element{
		{name: "int8", npy: "i1", safetensors: "I8", idx: 0x09, mat: 1, size: 1, decode: decodeAs[int8]},
		{name: "uint8", npy: "u1", safetensors: "U8", idx: 0x08, mat: 2, size: 1, decode: decodeBytes},
		{name: "bool", npy: "b1", safetensors: "BOOL", size: 1, decode: decodeBool},
		{name: "int16", npy: "i2", safetensors: "I16", idx: 0x0b, mat: 3, size: 2, decode: decodeAs[int16]},
		{name: "uint16", npy: "u2", safetensors: "U16", mat: 4, size: 2, decode: decodeAs[uint16]},
		{name: "int32", npy: "i4", safetensors: "I32", idx: 0x0c, mat: 5, size: 4, decode: decodeAs[int32]},
		{name: "uint32", npy: "u4", safetensors: "U32", mat: 6, size: 4, decode: decodeAs[uint32]},
		{name: "int64", npy: "i8", safetensors: "I64", mat: 12, size: 8, decode: decodeAs[int64]},
		{name: "uint64", npy: "u8", safetensors: "U64", mat: 13, size: 8, decode: decodeAs[uint64]},
		{name: "float16", npy: "f2", safetensors: "F16", size: 2, decode: decodeHalf},
		{name: "bfloat16", safetensors: "BF16", size: 2, decode: decodeBrain},
		{name: "float32", npy: "f4", safetensors: "F32", idx: 0x0d, mat: 7, size: 4, decode: decodeAs[float32]},
		{name: "float64", npy: "f8", safetensors: "F64", idx: 0x0e, mat: 9, size: 8, decode: decodeDouble},
	}
}

// findElement returns the first type that matches, with the given byte order.
func findElement(order binary.ByteOrder, wanted func(element) bool) (element, bool) {
	for _, e := range elements() {
		if wanted(e) {
			e.order = order
			return e, true
		}
	}
	return element{}, false
}

// read decodes from into to, which has room for just as many numbers.
func (e element) read(to []float64, from []byte) { e.decode(to, from, e.order) }

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

// decodeBytes decodes the usual type of pictures without allocating.
func decodeBytes(to []float64, from []byte, _ binary.ByteOrder) {
	for i, c := range from[:len(to)] {
		to[i] = float64(c)
	}
}

// decodeBool decodes every byte other than 0 as true.
func decodeBool(to []float64, from []byte, _ binary.ByteOrder) {
	for i := range to {
		to[i] = 0
		if from[i] != 0 {
			to[i] = 1
		}
	}
}

// decodeBrain decodes bfloat16, the upper half of a float32.
func decodeBrain(to []float64, from []byte, order binary.ByteOrder) {
	for i := range to {
		to[i] = float64(math.Float32frombits(uint32(order.Uint16(from[2*i:])) << 16))
	}
}

// decodeHalf decodes IEEE 754 binary16: a sign, 5 bits of exponent with bias 15, and 10 bits of
// fraction.
func decodeHalf(to []float64, from []byte, order binary.ByteOrder) {
	for i := range to {
		bits := order.Uint16(from[2*i:])
		fraction := float64(bits & 0x3ff)
		switch exponent := int(bits >> 10 & 0x1f); {
		case exponent == 0:
			to[i] = math.Ldexp(fraction, -24)
		case exponent < 0x1f:
			to[i] = math.Ldexp(1024+fraction, exponent-25)
		case fraction == 0:
			to[i] = math.Inf(1)
		default:
			to[i] = math.NaN()
		}
		if bits&0x8000 != 0 {
			to[i] = -to[i]
		}
	}
}
