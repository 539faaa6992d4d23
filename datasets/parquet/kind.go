package parquet

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/big"
	"strconv"
	"time"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"

	"larui/datasets/wording"
)

// A kind says how to interpret the bytes of a value.
type kind struct {
	// size is the size of a value in bytes; 0 if sizes differ.
	size int
	// decodeNumbers decodes values and stores the numbers in out; nil if the values are not numbers.
	decodeNumbers func(out []float64, values []byte)
	// formatText returns the value as a text, without loss of precision.
	formatText func(value []byte) string
}

func (k kind) countValues(v *rawValues) int {
	if k.size == 0 {
		return len(v.texts)
	}
	return len(v.fixed) / k.size
}

func (k kind) convertNumbers(out []float64, v *rawValues, at int) {
	k.decodeNumbers(out, v.fixed[at*k.size:])
}

func (k kind) convertTexts(out []string, v *rawValues, at int) {
	if k.size == 0 {
		copy(out, v.texts[at:])
		return
	}
	for i := range out {
		out[i] = k.formatText(v.fixed[(at+i)*k.size:][:k.size])
	}
}

func findKind(e format.SchemaElement) (k kind, why string) {
	is := findLogicalType(e)
	switch e.Type.V {
	case format.Boolean:
		return numberKind(1, func(b []byte) float64 { return float64(b[0]) }, formatInt), ""
	case format.Int32, format.Int64:
		return intKind(e.Type.V == format.Int32, is)
	case format.Int96:
		return kind{size: 12, formatText: formatInt96}, ""
	case format.Float:
		return floatKind(4, func(b []byte) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(b))) }), ""
	case format.Double:
		return floatKind(8, func(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) }), ""
	case format.ByteArray:
		if _, ok := is.(*format.DecimalType); ok {
			return k, "has decimals of varying size"
		}
		return kind{formatText: func(b []byte) string { return string(b) }}, ""
	case format.FixedLenByteArray:
		size := int(e.TypeLength.V)
		if size <= 0 || size > math.MaxInt16 {
			return k, "has values of a wrong size"
		}
		switch is := is.(type) {
		case *format.DecimalType:
			return decimalKind(size, is, decodeBigInteger), ""
		case *format.Float16Type:
			if size == 2 {
				return floatKind(2, func(b []byte) float64 { return DecodeFloat16(binary.LittleEndian.Uint16(b)) }), ""
			}
		case *format.UUIDType:
			if size == 16 {
				return kind{size: size, formatText: formatUUID}, ""
			}
		}
		return k, "has bytes that are not numbers or text"
	}
	return k, "is of an unknown type"
}

// findLogicalType returns the logical type of an element. Elements of older files have only a converted
// type, which findLogicalType translates.
func findLogicalType(e format.SchemaElement) format.LogicalTypeValue {
	if e.LogicalType.Value != nil || !e.ConvertedType.Valid {
		return e.LogicalType.Value
	}
	millis, micros := format.TimeUnit{Value: &format.MilliSeconds{}}, format.TimeUnit{Value: &format.MicroSeconds{}}
	switch e.ConvertedType.V {
	case deprecated.Decimal:
		return &format.DecimalType{Scale: e.Scale.V, Precision: e.Precision.V}
	case deprecated.Date:
		return &format.DateType{}
	case deprecated.TimeMillis:
		return &format.TimeType{Unit: millis}
	case deprecated.TimeMicros:
		return &format.TimeType{Unit: micros}
	case deprecated.TimestampMillis:
		return &format.TimestampType{Unit: millis}
	case deprecated.TimestampMicros:
		return &format.TimestampType{Unit: micros}
	case deprecated.Uint8, deprecated.Uint16, deprecated.Uint32, deprecated.Uint64:
		return &format.IntType{}
	}
	return nil
}

// numberKind returns the kind of numbers of size bytes. number decodes the bytes of one number, and
// text formats these bytes as text.
func numberKind(size int, number func([]byte) float64, text func([]byte) string) kind {
	return kind{size, func(to []float64, from []byte) {
		for i := range to {
			to[i] = number(from[i*size : (i+1)*size])
		}
	}, text}
}

func floatKind(size int, number func([]byte) float64) kind {
	return numberKind(size, number, func(b []byte) string { return wording.FormatField(number(b)) })
}

// DecodeFloat16 decodes an IEEE 754 binary16: a sign, 5 bits of exponent with bias 15, and 10 bits of
// fraction.
func DecodeFloat16(bits uint16) float64 {
	sign := 1 - 2*float64(bits>>15)
	fraction := float64(bits & 0x3ff)
	switch exponent := int(bits >> 10 & 0x1f); {
	case exponent == 0:
		return sign * math.Ldexp(fraction, -24)
	case exponent < 0x1f:
		return sign * math.Ldexp(1024+fraction, exponent-25)
	case fraction == 0:
		return math.Inf(int(sign))
	}
	return math.NaN()
}

// decodeInteger decodes a little-endian integer. An integer of 1 byte is unsigned; an integer of 4 or 8
// bytes is signed.
func decodeInteger(b []byte) int64 {
	switch len(b) {
	case 1:
		return int64(b[0])
	case 4:
		return int64(int32(binary.LittleEndian.Uint32(b)))
	}
	return int64(binary.LittleEndian.Uint64(b))
}

func formatInt(b []byte) string { return strconv.FormatInt(decodeInteger(b), 10) }

// intKind returns the kind of integers, which may stand for decimals, dates or times. An integer has 4
// bytes if short is true, otherwise 8.
func intKind(short bool, logical format.LogicalTypeValue) (k kind, why string) {
	size := 8
	if short {
		size = 4
	}
	switch logical := logical.(type) {
	case *format.DecimalType:
		return decimalKind(size, logical, func(b []byte) *big.Int { return big.NewInt(decodeInteger(b)) }), ""
	case *format.DateType:
		return kind{size: size, formatText: func(b []byte) string {
			return time.Unix(0, 0).UTC().AddDate(0, 0, int(decodeInteger(b))).Format(time.DateOnly)
		}}, ""
	case *format.TimestampType:
		return timeKind(size, logical.Unit, pandasTimeLayout)
	case *format.TimeType:
		return timeKind(size, logical.Unit, "15:04:05.999999999")
	case *format.IntType:
		if !logical.IsSigned {
			return unsignedKind(size), ""
		}
	}
	return numberKind(size, func(b []byte) float64 { return float64(decodeInteger(b)) }, formatInt), ""
}

func timeKind(size int, unit format.TimeUnit, layout string) (k kind, why string) {
	if unit.Value == nil {
		return k, "has times of an unknown unit"
	}
	step := int64(unit.Value.Duration())
	perSecond := int64(time.Second) / step
	return kind{size: size, formatText: func(b []byte) string {
		count := decodeInteger(b) // since the beginning of 1970
		return time.Unix(count/perSecond, count%perSecond*step).UTC().Format(layout)
	}}, ""
}

func unsignedKind(size int) kind {
	value := func(b []byte) uint64 {
		if size == 4 {
			return uint64(binary.LittleEndian.Uint32(b))
		}
		return binary.LittleEndian.Uint64(b)
	}
	return numberKind(size, func(b []byte) float64 { return float64(value(b)) }, func(b []byte) string { return strconv.FormatUint(value(b), 10) })
}

const pandasTimeLayout = "2006-01-02 15:04:05.999999999"

// formatInt96 formats a time as old versions of Spark and Hive store it: the nanoseconds of the day,
// followed by the Julian day, the number of days since 1 January 4713 BC.
func formatInt96(b []byte) string {
	const unixDay = 2440588
	days := int64(binary.LittleEndian.Uint32(b[8:])) - unixDay
	return time.Unix(days*24*60*60, int64(binary.LittleEndian.Uint64(b))).UTC().Format(pandasTimeLayout)
}

// decodeBigInteger decodes a big-endian integer in two's complement.
func decodeBigInteger(b []byte) *big.Int {
	v := new(big.Int).SetBytes(b)
	if len(b) > 0 && b[0]&0x80 != 0 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return v
}

func decimalKind(size int, d *format.DecimalType, value func([]byte) *big.Int) kind {
	text := func(b []byte) string { return formatDecimal(value(b), int(d.Scale)) }
	number := func(b []byte) float64 {
		v, _ := strconv.ParseFloat(text(b), 64) // text writes valid numbers
		return v
	}
	return numberKind(size, number, text)
}

// formatDecimal writes v/10^scale in decimal digits.
func formatDecimal(v *big.Int, scale int) string {
	const most = 1 << 10
	if scale < -most || scale > most {
		return v.String() + "e" + strconv.Itoa(-scale)
	}
	power := big.NewInt(10)
	power.Exp(power, big.NewInt(int64(max(scale, -scale))), nil)
	if scale < 0 {
		return power.Mul(v, power).String()
	}
	return new(big.Rat).SetFrac(v, power).FloatString(scale)
}

func formatUUID(b []byte) string {
	h := hex.EncodeToString(b)
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}
