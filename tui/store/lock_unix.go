//go:build unix

package store

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// LockFolder waits until nobody else has locked the folder of a file, and locks it until unlock is called or the
// program ends. Where the file system has no locks it does nothing.
func LockFolder(name string) (unlock func()) {
	if to, err := filepath.EvalSymlinks(name); err == nil {
		name = to
	}
	folder, err := os.Open(filepath.Dir(name))
	if err != nil {
		return func() {}
	}
	for errors.Is(syscall.Flock(int(folder.Fd()), syscall.LOCK_EX), syscall.EINTR) {
	}
	return func() { _ = folder.Close() }
}
