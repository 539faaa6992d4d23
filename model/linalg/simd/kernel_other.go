//go:build !amd64

package simd

// kernels returns nil: gonum does all the work.
func kernels() []*kernel { return nil }
