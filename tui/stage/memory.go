package stage

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// A Memory is what a view keeps between runs: pointers to its values by name. JSON writes and reads
// the values.
type Memory map[string]any

// ParseJSON sets the values from JSON.
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

// A bounded is a whole number from 0 to n-1.
type bounded[T ~int] struct {
	at *T
	n  T
}

// BoundedJSON returns *at as a JSON value that must be from 0 to n-1.
func BoundedJSON[T ~int](at *T, n T) *bounded[T] { return &bounded[T]{at, n} }

func (b *bounded[T]) MarshalJSON() ([]byte, error) { return json.Marshal(int(*b.at)) }

func (b *bounded[T]) UnmarshalJSON(text []byte) error {
	var v int
	if err := json.Unmarshal(text, &v); err != nil {
		return err
	}
	if v < 0 || v >= int(b.n) {
		return fmt.Errorf("%d is not from 0 to below %d", v, b.n)
	}
	*b.at = T(v)
	return nil
}
