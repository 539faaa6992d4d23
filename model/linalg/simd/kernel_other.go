//go:build !amd64

package simd

// availableKernels returns nil, so that gonum does all the work.
func availableKernels() []*kernel { return nil }
