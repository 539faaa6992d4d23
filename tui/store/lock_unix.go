//go:build unix

package store

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// LockFolder locks the folder of a file, once no other process has locked it, until unlock is
// called or the program ends. If the file system has no locks, it does nothing.
func LockFolder(file string) (unlock func()) {
	if to, err := filepath.EvalSymlinks(file); err == nil {
		file = to
	}
	folder, err := os.Open(filepath.Dir(file))
	if err != nil {
		return func() {}
	}
	for errors.Is(syscall.Flock(int(folder.Fd()), syscall.LOCK_EX), syscall.EINTR) {
	}
	return func() { _ = folder.Close() }
}
