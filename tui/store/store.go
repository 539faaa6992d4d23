// Package store finds the user's files and replaces files as a whole: a reader sees the old
// content or the new one, never a part.
package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
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
	return ReplaceBy(name, mode, func(w io.Writer) error { _, err := w.Write(content); return err })
}

// ReplaceBy is Replace with a function that writes the content.
func ReplaceBy(name string, mode fs.FileMode, write func(io.Writer) error) error {
	// A link stays; its target is replaced.
	if to, err := filepath.EvalSymlinks(name); err == nil {
		name = to
	} else if to, err := os.Readlink(name); err == nil {
		return fmt.Errorf("writing %s: it is a link to %s, which is not there", name, to)
	}
	switch info, err := os.Stat(name); {
	case err == nil && info.IsDir():
		return fmt.Errorf("writing %s: it is a folder", name)
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("writing %s: it is not an ordinary file", name)
	case err == nil:
		mode = info.Mode().Perm()
	}
	folder := filepath.Dir(name)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return fmt.Errorf("writing %s: there is no folder %s", name, folder)
	}
	f, err := os.CreateTemp(folder, "."+filepath.Base(name)+".*")
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	err = write(f)
	if err == nil {
		err = f.Chmod(mode)
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
