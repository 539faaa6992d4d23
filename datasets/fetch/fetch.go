package fetch

import (
	"archive/zip"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A Fetcher fetches sets. The zero value asks the addresses of the files.
type Fetcher struct {
	// Mirror, if not empty, is the only address that is asked, for its own path and the
	// file's name below it.
	Mirror string
	// Replace fetches files anew that are there and are others.
	Replace bool
	// Patience is how long a server may send nothing; 30 seconds where it is 0.
	Patience time.Duration
	// Progress, if not nil, is told of the host that a file comes from and how many of its
	// bytes are there, of how many; total is 0 where that is not known.
	Progress func(file, host string, done, total int64)

	// failed counts how often a host did not have what was asked for: those come last.
	failed map[string]int
}

// Fetch brings the files of a set into a folder, which is made where there is none, and
// returns for each file the host that it came from, empty for one that was there. Files
// that are there and right are left alone. One that is there and is another is an error
// before anything is fetched, unless Replace is set.
//
// A file is written beside its place, with .part at the end of its name, and takes its
// place once it is whole and its sum is right. Where it breaks off, or ctx ends, the part
// stays, and the next call goes on from there.
func (f *Fetcher) Fetch(ctx context.Context, set Set, folder string) (hosts []string, err error) {
	f.failed = map[string]int{}
	hosts = make([]string, len(set.Files))
	var missing []int
	for i, file := range set.Files {
		switch right, err := file.isAt(file.in(folder)); {
		case right:
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return nil, err
		case err == nil && !f.Replace:
			return nil, fmt.Errorf("%s is there and is not the published file, by its SHA-256: --replace fetches that",
				file.in(folder))
		default:
			missing = append(missing, i)
		}
	}
	for _, i := range missing {
		hosts[i], err = f.file(ctx, set.Files[i], set.Files[i].in(folder))
		if err != nil {
			return nil, err
		}
	}
	return hosts, nil
}

// file fetches a file to its place.
func (f *Fetcher) file(ctx context.Context, file File, to string) (host string, err error) {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return "", err
	}
	name := to + ".part"
	right, err := file.isAt(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	host = "what was kept"
	if !right {
		host, err = f.part(ctx, file, name)
		if err != nil {
			return "", err
		}
	}
	return host, os.Rename(name, to)
}

// part fetches a file into its part, from the first address that has it.
func (f *Fetcher) part(ctx context.Context, file File, name string) (string, error) {
	part, err := openPart(name)
	if err != nil {
		return "", err
	}
	defer part.Close()
	addresses := slices.Clone(file.From)
	if f.Mirror != "" {
		addresses = []string{strings.TrimSuffix(f.Mirror, "/") + "/" + file.Name}
	}
	slices.SortStableFunc(addresses, func(a, b string) int { return f.failed[hostOf(a)] - f.failed[hostOf(b)] })
	var reasons []string
	for _, address := range addresses {
		err := f.from(ctx, address, file, part)
		local := new(fs.PathError)
		switch {
		case err == nil:
			return hostOf(address), cmp.Or(part.Sync(), part.Close())
		case ctx.Err() != nil:
			return "", ctx.Err()
		case errors.As(err, &local):
			return "", local // no other host would help
		}
		f.failed[hostOf(address)]++
		if why := fmt.Sprintf("%s (%s)", hostOf(address), reason(err)); !slices.Contains(reasons, why) {
			reasons = append(reasons, why)
		}
	}
	rest := ""
	if info, err := part.Stat(); err == nil && info.Size() > 0 {
		rest = "; what came is kept, and the same call goes on from there"
	} else {
		_ = cmp.Or(part.Close(), os.Remove(name)) // an empty file harms nobody
	}
	return "", fmt.Errorf("fetching %s: %s%s", file.Name, strings.Join(reasons, ", "), rest)
}

// openPart opens a part, or begins it, where it is a file and no link to one.
func openPart(name string) (*os.File, error) {
	strange := fmt.Errorf("%s is a link, or no file: take it away", name)
	before, err := os.Lstat(name)
	if err == nil && !before.Mode().IsRegular() {
		return nil, strange
	}
	part, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	opened, err := part.Stat()
	after, gone := os.Lstat(name)
	err = cmp.Or(err, gone)
	if err == nil && !os.SameFile(opened, after) {
		err = strange // put in its place between the two looks
	}
	if err != nil {
		_ = part.Close() // nothing was written
		return nil, err
	}
	return part, nil
}

// from brings the part to its end from an address. Where it goes on and the sum is wrong
// it may have been the beginning, and the whole is fetched.
func (f *Fetcher) from(ctx context.Context, address string, file File, part *os.File) error {
	for {
		had, err := part.Seek(0, io.SeekEnd)
		if err != nil {
			return err
		}
		err = download(ctx, address, part, had, cmp.Or(f.Patience, patience), func(done, total int64) {
			if f.Progress != nil {
				f.Progress(file.Name, hostOf(address), done, total)
			}
		})
		if err == nil && strings.HasSuffix(address, ".zip") {
			err = unpack(part, path.Base(file.Name))
		}
		// All may have come, although the server said that there is more.
		if right, failed := file.isAt(part.Name()); right || failed != nil {
			return failed
		}
		if err != nil && err != errOther && err != errRange && err != errLarge {
			return err
		}
		if failed := part.Truncate(0); failed != nil || had == 0 {
			return cmp.Or(failed, err, errOther)
		}
	}
}

// in returns the file's place in a folder.
func (f File) in(folder string) string { return filepath.Join(folder, filepath.FromSlash(f.Name)) }

// isAt tells whether the file is at a path. The error wraps fs.ErrNotExist where nothing is.
func (f File) isAt(path string) (bool, error) {
	switch info, err := os.Stat(path); {
	case err != nil:
		return false, err
	case !info.Mode().IsRegular():
		return false, fmt.Errorf("%s is not an ordinary file", path)
	}
	there, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer there.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, there); err != nil {
		return false, err
	}
	return slices.Contains(f.Sums, hex.EncodeToString(sum.Sum(nil))), nil
}

// unpack puts in the place of an archive the file of that name in it.
func unpack(part *os.File, name string) error {
	size, err := part.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	archive, err := zip.NewReader(part, size)
	if err != nil {
		return errOther
	}
	file, err := archive.Open(name)
	if err != nil {
		return errOther
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, largest))
	if err != nil {
		return errOther
	}
	_, err = part.WriteAt(content, 0)
	return cmp.Or(err, part.Truncate(int64(len(content))))
}

// hostOf returns the host of an address.
func hostOf(address string) string {
	if parsed, err := url.Parse(address); err == nil {
		return parsed.Host
	}
	return address
}
