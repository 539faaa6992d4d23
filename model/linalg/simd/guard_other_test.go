//go:build !linux

package simd

import "testing"

// A guarded is ordinary memory here.
type guarded struct{}

func newGuarded(*testing.T, int) *guarded { return nil }

func (*guarded) take(n int, _ bool) []float64 { return make([]float64, n) }
