package stage

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// A Memory lists the values that a view keeps between runs of the program. It maps each name to a
// pointer to the value, which JSON writes and reads.
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

// A boundedNumber points to a whole number that is at least 0 and less than limit.
type boundedNumber[T ~int] struct {
	number *T
	limit  T
}

// BoundedJSON returns a value for a Memory that reads and writes *number as JSON. It accepts only
// numbers from 0 to limit-1.
func BoundedJSON[T ~int](number *T, limit T) *boundedNumber[T] {
	return &boundedNumber[T]{number, limit}
}

func (b *boundedNumber[T]) MarshalJSON() ([]byte, error) { return json.Marshal(int(*b.number)) }

func (b *boundedNumber[T]) UnmarshalJSON(text []byte) error {
	var v int
	if err := json.Unmarshal(text, &v); err != nil {
		return err
	}
	if v < 0 || v >= int(b.limit) {
		return fmt.Errorf("%d is not between 0 and %d", v, b.limit-1)
	}
	*b.number = T(v)
	return nil
}
