package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// replaceFile writes a file, new or in place of one that is there, so that whoever
// looks sees the old or the new one: it is written under another name in the same
// folder first. Where that fails nothing is left of it.
func replaceFile(name string, content []byte) error {
	// What a link points to is replaced, not the link.
	if to, err := filepath.EvalSymlinks(name); err == nil {
		name = to
	}
	mode := fs.FileMode(0o644)
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
	_, err = f.Write(content)
	if err == nil {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // the first error is the one to tell
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return nil
}
