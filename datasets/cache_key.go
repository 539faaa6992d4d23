package datasets

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
)

// A Key names what a Cache keeps by everything that it follows from: the program,
// the options and the contents of the files. Its zero value names nothing.
type Key [sha256.Size]byte

// recognize reads the files of a pair for its key, which is zero where the pair can't be
// recognized: it is built in, its files are not there, or can be read but once. same tells
// whether they still look as they did: then what has been read since is what the key
// stands for. The error is that of the context.
func recognize(report *reporter, spec Spec) (key Key, same func() bool, err error) {
	var paths []string
	if files := rowOf(spec.Name).files; files != nil {
		paths = files(spec)
	}
	if len(paths) == 0 {
		return Key{}, nil, nil
	}
	// Another version of the program may compute otherwise, and so may another
	// kind of processor, in the last bits.
	build := "devel"
	if info, ok := debug.ReadBuildInfo(); ok {
		build = info.Main.Version
	}
	all := sha256.New()
	fmt.Fprintf(all, "%s\x00%s\x00%s\x00%s", entryFormat, build, runtime.GOARCH, optionsOf(spec, paths))
	var found []os.FileInfo
	for _, path := range paths {
		info, err := hashFile(report, path, all)
		switch {
		case report.ctx.Err() != nil:
			return Key{}, nil, report.ctx.Err()
		case err != nil:
			return Key{}, nil, nil
		}
		found = append(found, info)
	}
	return Key(all.Sum(nil)), func() bool {
		for i, before := range found {
			if !looksLike(before, paths[i]) {
				return false
			}
		}
		return true
	}, nil
}

// optionsOf writes what the spec says, but for where the files are: only their
// names as people see them matter.
func optionsOf(spec Spec, paths []string) string {
	names := title(paths)
	for _, path := range paths {
		names += "\x00" + filepath.Base(path)
	}
	if spec.Name != FilesName {
		names = ""
	}
	spec.Data, spec.Cache = "", ""
	spec.Source, spec.Target, spec.Validation = "", "", ""
	// Every field, also those that will be added, is told apart by its name.
	return fmt.Sprintf("%q %#v", names, spec)
}

// hashFile writes the size and the content of a file, as it lies on the disk, to all, and
// returns what it looked like before. A pipe, which would be empty then, is an error.
func hashFile(report *reporter, path string, all io.Writer) (os.FileInfo, error) {
	const atOnce = 1 << 20
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil, cmp.Or(err, fs.ErrInvalid)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	fmt.Fprintf(all, "\x00%d\x00", info.Size())
	for at := int64(0); at < info.Size(); at += atOnce {
		if err := report.step("recognizing "+filepath.Base(path), at, info.Size()); err != nil {
			return nil, err
		}
		if _, err := io.CopyN(all, file, min(atOnce, info.Size()-at)); err != nil {
			return nil, err
		}
	}
	return info, nil
}
