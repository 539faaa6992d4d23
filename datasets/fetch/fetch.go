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

// A Fetcher downloads sets. The zero value uses the addresses in File.Addresses.
type Fetcher struct {
	// Mirror, if not empty, replaces the addresses of the files. The address of a file is then
	// Mirror followed by the file's name.
	Mirror string
	// Replace allows Fetch to replace existing files that differ from the published ones.
	Replace bool
	// Patience is the time within which a server must send another 1,024 bytes; 0 stands for 30 seconds.
	Patience time.Duration
	// Progress, if not nil, is called while a file arrives from a host. done is the number of bytes so far,
	// and total the size of the file, 0 if unknown.
	Progress func(file, host string, done, total int64)

	// failures counts the failed downloads from each host. Hosts with fewer failures are tried first.
	failures map[string]int
}

// Fetch stores the files of a set in a folder, which it creates if necessary. It returns the host of each
// file; "" for a file that was there with a right SHA-256. If a file has another SHA-256 and Replace is
// false, Fetch fails before it fetches anything.
//
// While a file arrives, its name ends in .part. If the download breaks off or ctx ends, the part stays, and
// the next call continues it.
func (f *Fetcher) Fetch(ctx context.Context, set Set, folder string) (hosts []string, err error) {
	f.failures = map[string]int{}
	hosts = make([]string, len(set.Files))
	var missing []int
	for i, file := range set.Files {
		switch right, err := file.isStoredAt(file.pathIn(folder)); {
		case right:
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return nil, err
		case err == nil && !f.Replace:
			return nil, fmt.Errorf("%s exists, but its SHA-256 differs from the published one: --replace fetches the published file",
				file.pathIn(folder))
		default:
			missing = append(missing, i)
		}
	}
	for _, i := range missing {
		hosts[i], err = f.fetchFile(ctx, set.Files[i], set.Files[i].pathIn(folder))
		if err != nil {
			return nil, err
		}
	}
	return hosts, nil
}

// fetchFile stores file at path and returns the host that sent it. If an earlier call left a complete part,
// fetchFile only renames the part.
func (f *Fetcher) fetchFile(ctx context.Context, file File, path string) (host string, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", err
	}
	partPath := path + ".part"
	right, err := file.isStoredAt(partPath)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	host = "an earlier download"
	if !right {
		host, err = f.fetchPart(ctx, file, partPath)
		if err != nil {
			return "", err
		}
	}
	return host, os.Rename(partPath, path)
}

// fetchPart returns the host of the first address that succeeds.
func (f *Fetcher) fetchPart(ctx context.Context, file File, path string) (string, error) {
	part, err := openPart(path)
	if err != nil {
		return "", err
	}
	defer part.Close()
	addresses := slices.Clone(file.Addresses)
	if f.Mirror != "" {
		addresses = []string{strings.TrimSuffix(f.Mirror, "/") + "/" + file.Name}
	}
	slices.SortStableFunc(addresses, func(a, b string) int { return f.failures[parseHost(a)] - f.failures[parseHost(b)] })
	var reasons []string
	for _, address := range addresses {
		err := f.downloadFrom(ctx, address, file, part)
		local := new(fs.PathError)
		switch {
		case err == nil:
			return parseHost(address), cmp.Or(part.Sync(), part.Close())
		case ctx.Err() != nil:
			return "", ctx.Err()
		case errors.As(err, &local):
			return "", local // the disk failed: another host would not help
		}
		f.failures[parseHost(address)]++
		if why := fmt.Sprintf("%s (%s)", parseHost(address), describeError(err)); !slices.Contains(reasons, why) {
			reasons = append(reasons, why)
		}
	}
	rest := ""
	if info, err := part.Stat(); err == nil && info.Size() > 0 {
		rest = "; the part that arrived is kept, and the same command continues the download"
	} else {
		_ = cmp.Or(part.Close(), os.Remove(path)) // if this fails, an empty file stays, which does no harm
	}
	return "", fmt.Errorf("fetching %s: %s%s", file.Name, strings.Join(reasons, ", "), rest)
}

// openPart fails if name is a link or anything else but a regular file.
func openPart(name string) (*os.File, error) {
	strange := fmt.Errorf("%s is a link, or not a regular file: remove it", name)
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
		err = strange // the file was replaced between Lstat and OpenFile
	}
	if err != nil {
		_ = part.Close() // nothing was written
		return nil, err
	}
	return part, nil
}

// downloadFrom downloads the missing bytes of part. If the file then has a wrong SHA-256, the earlier bytes
// may be wrong, and downloadFrom downloads the whole file.
func (f *Fetcher) downloadFrom(ctx context.Context, address string, file File, part *os.File) error {
	for {
		had, err := part.Seek(0, io.SeekEnd)
		if err != nil {
			return err
		}
		err = download(ctx, address, part, had, cmp.Or(f.Patience, defaultPatience), func(done, total int64) {
			if f.Progress != nil {
				f.Progress(file.Name, parseHost(address), done, total)
			}
		})
		if err == nil && strings.HasSuffix(address, ".zip") {
			err = unpack(part, path.Base(file.Name))
		}
		// Even after an error the file may be complete, because a server may announce too many bytes.
		if right, failed := file.isStoredAt(part.Name()); right || failed != nil {
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

func (f File) pathIn(folder string) string { return filepath.Join(folder, filepath.FromSlash(f.Name)) }

// isStoredAt compares the SHA-256 of the file at path with f.Checksums. The error wraps fs.ErrNotExist if
// there is no file.
func (f File) isStoredAt(path string) (bool, error) {
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
	return slices.Contains(f.Checksums, hex.EncodeToString(sum.Sum(nil))), nil
}

// unpack unpacks the file called name from a zip archive. part has the archive, and then this file.
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
	content, err := io.ReadAll(io.LimitReader(file, maxFileBytes))
	if err != nil {
		return errOther
	}
	_, err = part.WriteAt(content, 0)
	return cmp.Or(err, part.Truncate(int64(len(content))))
}

func parseHost(address string) string {
	if parsed, err := url.Parse(address); err == nil {
		return parsed.Host
	}
	return address
}
