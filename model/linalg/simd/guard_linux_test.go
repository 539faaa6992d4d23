package simd

import (
	"syscall"
	"testing"
	"unsafe"

	"larui/model/testutil"
)

// A guarded is memory between two pages that cannot be read or written.
type guarded struct{ numbers []float64 }

func newGuarded(t *testing.T, n int) *guarded {
	page := syscall.Getpagesize()
	size := (8*n + page - 1) / page * page
	bytes := testutil.Must(syscall.Mmap(-1, 0, size+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE))
	t.Cleanup(func() { _ = syscall.Munmap(bytes) })
	for _, guard := range [][]byte{bytes[:page], bytes[page+size:]} {
		testutil.NoError(t, syscall.Mprotect(guard, syscall.PROT_NONE))
	}
	return &guarded{unsafe.Slice((*float64)(unsafe.Pointer(&bytes[page])), size/8)}
}

// take returns n numbers, either directly before the last page or directly behind the first one.
func (g *guarded) take(n int, last bool) []float64 {
	if last {
		return g.numbers[len(g.numbers)-n:]
	}
	return g.numbers[:n:n]
}
