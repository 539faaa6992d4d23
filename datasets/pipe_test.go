//go:build unix

package datasets

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// pipe makes a named pipe and opens it for writing, without waiting for a reader.
func pipe(t *testing.T) (path string, w *os.File) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "pipe.csv")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	w, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return path, w
}
