package table

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"io"
	"maps"
	"slices"

	"larui/datasets/wording"
)

// maxSafetensorsHeader bounds the header of a safetensors file in bytes, as the safetensors library
// does.
const maxSafetensorsHeader = 100_000_000

// isSafetensors reports whether start begins a safetensors file: the size of the header (little-endian) and
// the header, a JSON object (github.com/huggingface/safetensors, "Format").
func isSafetensors(start []byte) bool {
	return len(start) > 9 && prefixMatcher(`{"`)(start[8:]) && binary.LittleEndian.Uint64(start) <= maxSafetensorsHeader
}

// A tensor is the header entry of an array.
type tensor struct {
	Type    string   `json:"dtype"`
	Shape   []int    `json:"shape"`
	Offsets [2]int64 `json:"data_offsets"` // begin and end, counted from the end of the header
}

func openSafetensors(in *Input) ([]member, error) {
	var size [8]byte
	if err := in.readFull(in, size[:], "the header"); err != nil {
		return nil, err
	}
	// Memory grows with the data found, not with the claimed size.
	claimed := int64(binary.LittleEndian.Uint64(size[:]))
	text, err := io.ReadAll(io.LimitReader(in, claimed))
	if err == nil && int64(len(text)) < claimed {
		return nil, in.Fault(ErrTruncated, "breaks off in the header")
	}
	if err != nil {
		return nil, err
	}
	if bytes.Count(text, []byte("{")) > maxColumns {
		return nil, in.Fault(ErrTooLarge, "has more than %d arrays", maxColumns)
	}
	tensors := map[string]tensor{}
	var all map[string]json.RawMessage
	err = json.Unmarshal(text, &all)
	delete(all, "__metadata__")
	end := int64(0)
	for name, described := range all {
		var s tensor
		if err == nil {
			err = json.Unmarshal(described, &s)
		}
		tensors[name] = s
		end = max(end, s.Offsets[1])
	}
	held := in.bytesAfter(int64(len(size) + len(text)))
	switch {
	case err != nil:
		return nil, in.Fault(ErrSyntax, "has a malformed header: %v", err)
	case held >= 0 && held < end:
		return nil, in.Fault(ErrTruncated, "promises %d bytes of data, but holds %d", end, held)
	case held > end:
		return nil, in.Fault(ErrSyntax, "holds more data than its header says: %d bytes, not %d", held, end)
	case len(tensors) == 0:
		return nil, in.Fault(ErrEmpty, "holds no array")
	}
	stored := in.raw
	before := int64(len(size) + len(text))
	if stored == nil {
		content, err := in.readAll()
		if err != nil {
			return nil, err
		}
		stored, before = bytes.NewReader(content), 0
	}
	return in.newArrayMembers(slices.Sorted(maps.Keys(tensors)), func(t *Table) error { return tensors[t.Array].fillTable(t, before, stored) }), nil
}

// fillTable sets the size and the rows of t. stored has the numbers, and s.Offsets count from offset in
// stored.
func (s tensor) fillTable(t *Table, offset int64, stored io.ReaderAt) error {
	e, known := findNumberType(binary.LittleEndian, func(e numberKind) bool { return e.safetensors == s.Type })
	if !known {
		return t.Fault(ErrSyntax, "is of type %s: numbers of 1 to 8 bytes can be read", wording.Excerpt(s.Type))
	}
	if s.Offsets[0] < 0 || s.Offsets[1] < s.Offsets[0] || slices.ContainsFunc(s.Shape, func(size int) bool { return size < 0 }) {
		return t.Fault(ErrSyntax, "has a malformed header")
	}
	t.Form = "safetensors, " + t.Part.Name + " of " + e.name
	h := npyHeader{numberType: e, shape: s.Shape}
	return h.fillTable(t, s.Offsets[1]-s.Offsets[0], false, func() (io.ReadCloser, error) {
		return io.NopCloser(io.NewSectionReader(stored, offset+s.Offsets[0], s.Offsets[1]-s.Offsets[0])), nil
	})
}
