//go:build unix

package store

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// LockFolder waits until no other process has locked the folder of a file, and then locks the
// folder until unlock is called or the program ends. It does nothing if the file system has no
// locks.
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
