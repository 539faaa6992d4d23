// Package store finds the user's files and replaces files as a whole: a reader sees the old
// content or the new one, never a part.
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

// UserFile returns the path of a file in the user's folder of settings, empty if the user has
// none. The folder may not exist yet.
func UserFile(name string) string {
	folder, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "larui", name)
}

// Replace writes content into a file, which keeps its mode if it exists and gets mode if it
// is new. Replace writes a temporary file in the same folder and renames it. After an error
// the old file is unchanged and the temporary file is gone.
func Replace(name string, content []byte, mode fs.FileMode) error {
	return ReplaceWith(name, mode, func(w io.Writer) error { _, err := w.Write(content); return err })
}

// ReplaceWith is Replace with a function that writes the content.
func ReplaceWith(name string, mode fs.FileMode, write func(io.Writer) error) error {
	// A link stays; its target is replaced.
	if to, err := filepath.EvalSymlinks(name); err == nil {
		name = to
	} else if to, err := os.Readlink(name); err == nil {
		return fmt.Errorf("writing %s: it is a link to %s, which is not there", name, to)
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("writing %s: it is a folder", name)
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("writing %s: it is not an ordinary file", name)
	case err == nil && info.Mode().Perm()&0o200 == 0:
		return fmt.Errorf("writing %s: it is write-protected", name)
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
		return fmt.Errorf("writing %s: %w", name, err)
	}
	err = write(f)
	if err == nil && info != nil { // a new file is as the umask has it
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
		_ = os.Remove(f.Name()) // the first error matters
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return nil
}

// maxUnfinishedAge is the age of an unfinished file whose writer was killed.
const maxUnfinishedAge = time.Hour

// removeUnfinished removes the files of that beginning and a number which killed writers have left.
func removeUnfinished(unfinished string) {
	folder, begin := filepath.Split(unfinished)
	entries, _ := os.ReadDir(folder) // of what can't be listed nothing is removed
	for _, e := range entries {
		number, ok := strings.CutPrefix(e.Name(), begin)
		if _, err := strconv.ParseUint(number, 10, 64); !ok || err != nil {
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > maxUnfinishedAge {
			_ = os.Remove(filepath.Join(folder, e.Name()))
		}
	}
}
