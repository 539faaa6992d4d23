package moments

import (
	"encoding/binary"
	"encoding/json"
	"errors"
)

// Numbers is a list of numbers. In JSON a short list is an array; a longer list is a text, the base64
// of its little-endian doubles.
type Numbers []float64

// maxArray is the length of the longest list that JSON has as an array: the Gram of 256 features.
const maxArray = 257 * 258 / 2

// MarshalJSON implements json.Marshaler.
func (v Numbers) MarshalJSON() ([]byte, error) {
	if len(v) <= maxArray {
		return json.Marshal([]float64(v))
	}
	raw, _ := binary.Append(nil, binary.LittleEndian, []float64(v)) // appends any number
	return json.Marshal(raw)
}

// UnmarshalJSON implements json.Unmarshaler.
func (v *Numbers) UnmarshalJSON(text []byte) error {
	if text[0] != '"' {
		return json.Unmarshal(text, (*[]float64)(v))
	}
	var raw []byte
	if err := json.Unmarshal(text, &raw); err != nil || len(raw)%8 != 0 {
		return errors.New("a list of numbers is not the base64 of doubles")
	}
	*v = make(Numbers, len(raw)/8)
	_, _ = binary.Decode(raw, binary.LittleEndian, *v) // raw has the right length
	return nil
}
