// Package store locates, locks and replaces files of the user. [Replace] and [ReplaceByFunc] replace a
// file as a whole, so that a program that reads the file sees the old content or the new content,
// never a part. [UserFilePath] returns paths in the user's folder of settings, and [LockFolder] keeps
// other processes from replacing a file at the same time.
//
// The package builds on the standard library only. What differs between systems stands in the files
// *_unix.go and *_windows.go.
package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// UserFilePath returns the path of a file in the user's folder of settings, empty if the system
// defines no such folder. The folder may not exist yet.
func UserFilePath(name string) string {
	folder, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "larui", name)
}

// Replace writes content into a file. An existing file keeps its mode, and a new file gets mode.
// Replace renames a temporary file of the same folder: after an error the old file is unchanged and
// no temporary file remains.
func Replace(name string, content []byte, mode fs.FileMode) error {
	return ReplaceByFunc(name, mode, func(w io.Writer) error { _, err := w.Write(content); return err })
}

// ReplaceByFunc is like Replace, but the function write writes the content.
func ReplaceByFunc(name string, mode fs.FileMode, write func(io.Writer) error) error {
	// If name is a link, the link stays and the file that it names is replaced.
	if to, err := filepath.EvalSymlinks(name); err == nil {
		name = to
	} else if to, err := os.Readlink(name); err == nil {
		return fmt.Errorf("writing %s: this link names %s, which does not exist", name, to)
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("writing %s: this path is a folder", name)
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("writing %s: only ordinary files can be overwritten", name)
	case err == nil && info.Mode().Perm()&0o200 == 0:
		return fmt.Errorf("writing %s: this file is write-protected", name)
	case err == nil:
		mode = info.Mode().Perm()
	default:
		info = nil
	}
	folder := filepath.Dir(name)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return fmt.Errorf("writing %s: there is no folder %s", name, folder)
	}
	unfinished := filepath.Join(folder, "."+filepath.Base(name)+".")
	removeUnfinished(unfinished)
	f, err := os.OpenFile(fmt.Sprint(unfinished, rand.Uint64()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, errors.Unwrap(err)) // without the name of the temporary file
	}
	err = write(f)
	if err == nil && info != nil { // the mode of a new file follows the umask
		err = keepOwner(f, info)
		if err == nil {
			err = f.Chmod(mode)
		}
	}
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // the user sees the first error
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return nil
}

// maxUnfinishedAge is the greatest age of a temporary file that a process may still be writing. An
// older file is left over from a killed process.
const maxUnfinishedAge = time.Hour

// removeUnfinished removes temporary files that are older than maxUnfinishedAge. The path of such a
// file is pathPrefix and a number.
func removeUnfinished(pathPrefix string) {
	folder, prefix := filepath.Split(pathPrefix)
	entries, _ := os.ReadDir(folder) // a folder that can't be read keeps its temporary files
	for _, e := range entries {
		number, ok := strings.CutPrefix(e.Name(), prefix)
		if _, err := strconv.ParseUint(number, 10, 64); !ok || err != nil {
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > maxUnfinishedAge {
			_ = os.Remove(filepath.Join(folder, e.Name()))
		}
	}
}
