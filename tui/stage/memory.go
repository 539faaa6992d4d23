package stage

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// A Memory lists what a view keeps between runs of the program: it maps names to pointers to values,
// which JSON writes and reads.
type Memory map[string]any

// ParseJSON reads the values from JSON. A name that the Memory does not have is an error.
func (m Memory) ParseJSON(text []byte) error {
	var values map[string]json.RawMessage
	if err := json.Unmarshal(text, &values); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		to, known := m[name]
		if name == "withoutClosed" {
			continue // a key of earlier versions
		}
		if !known {
			return fmt.Errorf("unknown %q", name)
		}
		if err := json.Unmarshal(values[name], to); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// A boundedNumber is a pointer to a whole number from 0 to n-1.
type boundedNumber[T ~int] struct {
	at *T
	n  T
}

// BoundedJSON returns a value for a Memory. It reads and writes *at as a JSON number and accepts only
// 0 to n-1.
func BoundedJSON[T ~int](at *T, n T) *boundedNumber[T] { return &boundedNumber[T]{at, n} }

func (b *boundedNumber[T]) MarshalJSON() ([]byte, error) { return json.Marshal(int(*b.at)) }

func (b *boundedNumber[T]) UnmarshalJSON(text []byte) error {
	var v int
	if err := json.Unmarshal(text, &v); err != nil {
		return err
	}
	if v < 0 || v >= int(b.n) {
		return fmt.Errorf("%d is not between 0 and %d", v, b.n-1)
	}
	*b.at = T(v)
	return nil
}
