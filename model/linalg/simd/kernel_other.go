//go:build !amd64

package simd

// kernels returns none: gonum does all.
func kernels() []*kernel { return nil }
