package moments

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
)

// Numbers is a list of numbers. In JSON a short list is an array; a longer list is a text, the base64
// of its little-endian doubles.
type Numbers []float64

// maxArray is the length of the longest list that JSON has as an array: the upper triangle of the
// Gram matrix of 256 features and a constant.
const maxArray = 257 * 258 / 2

// MarshalJSON implements json.Marshaler.
func (v Numbers) MarshalJSON() ([]byte, error) {
	if len(v) <= maxArray {
		return json.Marshal([]float64(v))
	}
	raw := make([]byte, 0, 8*len(v))
	for _, x := range v {
		raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(x))
	}
	text := make([]byte, base64.StdEncoding.EncodedLen(len(raw))+2)
	text[0], text[len(text)-1] = '"', '"'
	base64.StdEncoding.Encode(text[1:], raw)
	return text, nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (v *Numbers) UnmarshalJSON(text []byte) error {
	if text[0] != '"' {
		return json.Unmarshal(text, (*[]float64)(v))
	}
	raw := make([]byte, base64.StdEncoding.DecodedLen(len(text)-2))
	count, err := base64.StdEncoding.Decode(raw, text[1:len(text)-1])
	if err != nil || count%8 != 0 {
		return errors.New("a list of numbers is not the base64 of doubles")
	}
	*v = make(Numbers, count/8)
	for i := range *v {
		(*v)[i] = math.Float64frombits(binary.LittleEndian.Uint64(raw[8*i:]))
	}
	return nil
}
