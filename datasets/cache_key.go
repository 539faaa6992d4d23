package datasets

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sync"
)

// A Key names what a Cache keeps by everything that it follows from: the program,
// the options and the contents of the files. Its zero value names nothing.
type Key [sha256.Size]byte

// An origin is what a pair is read from, as it was found.
type origin struct {
	key   Key
	paths []string
	found []os.FileInfo
}

// recognize reads the files of a pair for its key, which is zero where the pair
// can't be recognized: it is built in, its files are not there, or can be read but
// once. The error is that of the context.
func recognize(report *reporter, spec Spec) (*origin, error) {
	o := &origin{}
	if files := rowOf(spec.Name).files; files != nil {
		o.paths = files(spec)
	}
	if len(o.paths) == 0 {
		return o, nil
	}
	// Another version of the program may compute otherwise, and so may another
	// kind of processor, in the last bits.
	build := "devel"
	if info, ok := debug.ReadBuildInfo(); ok {
		build = info.Main.Version
	}
	all := sha256.New()
	fmt.Fprintf(all, "%s\x00%s\x00%s\x00%s", entryFormat, build, runtime.GOARCH, optionsOf(spec, o.paths))
	for _, path := range o.paths {
		// A pipe would be empty once it has been read.
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() {
			return &origin{}, nil
		}
		o.found = append(o.found, info)
		sum, err := hashFile(report, path)
		switch {
		case report.ctx.Err() != nil:
			return nil, report.ctx.Err()
		case err != nil:
			return &origin{}, nil
		}
		all.Write(sum[:])
	}
	all.Sum(o.key[:0])
	return o, nil
}

// unchanged tells whether the files still look as they did when they were
// recognized: then what has been read since is what the key stands for.
func (o *origin) unchanged() bool {
	for i, before := range o.found {
		now, err := os.Stat(o.paths[i])
		if err != nil || !os.SameFile(before, now) || now.Size() != before.Size() || !now.ModTime().Equal(before.ModTime()) {
			return false
		}
	}
	return true
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

// hashedAtOnce is how much of a file one core hashes at a time.
const hashedAtOnce = 1 << 20

// hashFile returns a hash of the content of a file, as it lies on the disk: that
// of the hashes of its pieces, which are taken on all cores.
func hashFile(report *reporter, path string) (Key, error) {
	file, err := os.Open(path)
	if err != nil {
		return Key{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return Key{}, err
	}
	size := info.Size()
	all := sha256.New()
	fmt.Fprintf(all, "%d\x00%d\x00", size, hashedAtOnce)
	pieces := make([][]byte, runtime.GOMAXPROCS(0))
	sums, errs := make([]Key, len(pieces)), make([]error, len(pieces))
	for at := int64(0); at < size; {
		if err := report.step("recognizing "+filepath.Base(path), at, size); err != nil {
			return Key{}, err
		}
		var wg sync.WaitGroup
		busy := 0
		for ; busy < len(pieces) && at < size; busy++ {
			i, from := busy, at
			wg.Go(func() {
				if pieces[i] == nil {
					pieces[i] = make([]byte, min(hashedAtOnce, size))
				}
				piece := pieces[i][:min(hashedAtOnce, size-from)]
				var n int
				if n, errs[i] = file.ReadAt(piece, from); errs[i] == io.EOF && n == len(piece) {
					errs[i] = nil
				}
				sums[i] = sha256.Sum256(piece)
			})
			at += min(hashedAtOnce, size-at)
		}
		wg.Wait()
		for i := range busy {
			if errs[i] != nil {
				return Key{}, errs[i]
			}
			all.Write(sums[i][:])
		}
	}
	return Key(all.Sum(nil)), nil
}
