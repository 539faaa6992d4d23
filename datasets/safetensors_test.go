package datasets

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"testing"
)

// safetensorsFile writes arrays, each a name, a type, a shape and its numbers, as the library
// of that name does.
func safetensorsFile(arrays ...any) string {
	header, data := map[string]any{"__metadata__": map[string]string{"format": "np"}}, []byte{}
	for ; len(arrays) > 0; arrays = arrays[4:] {
		begin := len(data)
		for _, v := range arrays[3].([]float64) {
			switch arrays[1] {
			case "F64":
				data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
			case "F32":
				data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(v)))
			case "BF16":
				data = binary.LittleEndian.AppendUint16(data, uint16(math.Float32bits(float32(v))>>16))
			default:
				data = append(data, byte(v))
			}
		}
		header[arrays[0].(string)] = map[string]any{"dtype": arrays[1], "shape": arrays[2], "data_offsets": []int{begin, len(data)}}
	}
	text, _ := json.Marshal(header) // of plain values
	return string(binary.LittleEndian.AppendUint64(nil, uint64(len(text)))) + string(text) + string(data)
}

func TestSafetensors(t *testing.T) {
	x, y := []float64{1, -2.5, 3, 4, 0.5, 6}, []float64{0, 1, 1}
	rows := [][]float64{{1, -2.5}, {3, 4}, {0.5, 6}}
	for name, test := range map[string]meant{
		"doubles":      {content: safetensorsFile("embeddings", "F64", []int{3, 2}, x, "labels", "U8", []int{3}, y)},
		"floats":       {content: safetensorsFile("labels", "F32", []int{3, 1}, y, "X", "F32", []int{3, 2}, x)},
		"half as wide": {content: safetensorsFile("X", "BF16", []int{3, 2}, x, "y", "BOOL", []int{3}, y)},
		"in gzip":      {content: gzipped(safetensorsFile("X", "F64", []int{3, 2}, x, "y", "I8", []int{3}, y))},
	} {
		test.rows, test.y = rows, []float64{-1, 1, 1}
		t.Run(name, test.check)
	}
	sound := safetensorsFile("X", "F64", []int{3, 2}, x, "y", "I8", []int{3}, y)
	checkFormatErrors(t, "a", map[string]meant{
		"cut off":      {content: sound[:len(sound)-2], want: ErrTruncated, text: "promises"},
		"more":         {content: sound + "x", text: "more data than its header says"},
		"three sizes":  {content: safetensorsFile("X", "F64", []int{1, 3, 2}, x, "y", "I8", []int{3}, y), text: "has 3 dimensions"},
		"another size": {content: safetensorsFile("X", "F64", []int{4, 2}, x, "y", "I8", []int{3}, y), want: ErrTruncated, text: "promises 64 bytes"},
		"another type": {content: safetensorsFile("X", "F8_E4M3", []int{3, 2}, x, "y", "I8", []int{3}, y), text: "F8_E4M3"},
		"no labels":    {content: safetensorsFile("X", "F64", []int{3, 2}, x, "other", "I8", []int{3}, y), want: ErrNoLabel, text: "name one with --label"},
	})
}
