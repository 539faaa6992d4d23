//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package paper

import (
	"errors"
	"os"
	"syscall"
)

// tryLock locks a file for this process alone, until the file is closed or the
// process ends, however it does. It returns errLocked where another one has it.
func tryLock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errLocked
	}
	// A file system without locks keeps journals all the same.
	return nil
}
