//go:build unix

package store

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a file the owner and the group of the old file that it will replace.
func keepOwner(f *os.File, old fs.FileInfo) error {
	to := old.Sys().(*syscall.Stat_t)
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if is := info.Sys().(*syscall.Stat_t); is.Uid == to.Uid && is.Gid == to.Gid {
		return nil
	}
	if f.Chown(int(to.Uid), int(to.Gid)) != nil {
		return errors.New("the new file can't have the owner and the group of the old file")
	}
	return nil
}
