package datasets

import (
	"encoding/binary"
	"math"
	"strconv"
)

// An element is the type of the numbers of a binary array. All become float64:
// integers beyond ±2⁵³ are rounded.
type element struct {
	// kind is 'f' for IEEE 754 floating point, 'i' and 'u' for integers with and
	// without sign, and 'b' for bytes of which any but 0 is true.
	kind byte
	// size is that of one number in bytes: 2, 4 or 8 for 'f', 1, 2, 4 or 8 for
	// 'i' and 'u', 1 for 'b'.
	size  int
	order binary.ByteOrder
}

// String returns "float64", "uint8", "bool".
func (e element) String() string {
	bits := strconv.Itoa(8 * e.size)
	switch e.kind {
	case 'f':
		return "float" + bits
	case 'i':
		return "int" + bits
	case 'u':
		return "uint" + bits
	}
	return "bool"
}

// decode puts the numbers in from into to, which has room for just as many.
func (e element) decode(to []float64, from []byte) {
	switch e.size {
	case 1:
		for i := range to {
			switch c := from[i]; {
			case e.kind == 'i':
				to[i] = float64(int8(c))
			case e.kind == 'b' && c != 0:
				to[i] = 1
			default:
				to[i] = float64(c)
			}
		}
	case 2:
		for i := range to {
			bits := e.order.Uint16(from[2*i:])
			switch e.kind {
			case 'f':
				to[i] = fromHalf(bits)
			case 'i':
				to[i] = float64(int16(bits))
			default:
				to[i] = float64(bits)
			}
		}
	case 4:
		for i := range to {
			bits := e.order.Uint32(from[4*i:])
			switch e.kind {
			case 'f':
				to[i] = float64(math.Float32frombits(bits))
			case 'i':
				to[i] = float64(int32(bits))
			default:
				to[i] = float64(bits)
			}
		}
	case 8:
		for i := range to {
			bits := e.order.Uint64(from[8*i:])
			switch e.kind {
			case 'f':
				to[i] = math.Float64frombits(bits)
			case 'i':
				to[i] = float64(int64(bits))
			default:
				to[i] = float64(bits)
			}
		}
	}
}

// fromHalf returns the value of an IEEE 754 binary16 number: a sign, 5 bits of
// exponent biased by 15, and 10 of fraction.
func fromHalf(bits uint16) float64 {
	fraction := float64(bits & 0x3ff)
	exponent := int(bits >> 10 & 0x1f)
	var value float64
	switch exponent {
	case 0:
		value = math.Ldexp(fraction, -24)
	case 0x1f:
		value = math.Inf(1)
		if fraction != 0 {
			value = math.NaN()
		}
	default:
		value = math.Ldexp(1024+fraction, exponent-25)
	}
	if bits&0x8000 != 0 {
		return -value
	}
	return value
}
