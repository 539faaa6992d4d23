package datasets

import (
	"cmp"
	"context"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// DefaultCacheLimit is how many bytes the entries of a Cache take at most, unless
// it says otherwise: 1 GiB.
const DefaultCacheLimit = 1 << 30

// largestShare is the share of the limit that a single entry may take, one part of
// so many: a larger one would drive out too many others.
const largestShare = 4

// A Cache is a folder of entries, each found by its Key. Nothing that goes wrong
// with it is an error: what can't be read is not there, what can't be written is
// not kept. Several processes may share a folder. The zero value keeps nothing.
type Cache struct {
	// Folder is made when the first entry is put into it. Empty: nothing is kept.
	Folder string
	// Limit bounds the bytes of all entries together; the least recently used go
	// first. Default DefaultCacheLimit.
	Limit int64
}

// CacheFolder returns the folder opened of larui in the user's cache folder, empty
// where the user has none.
func CacheFolder() string {
	folder, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "larui", "opened")
}

// entryEnding ends the names of entries, newEntry begins that of an entry that is
// being written.
const (
	entryEnding = ".opened"
	newEntry    = "new-"
)

func (c Cache) path(key Key) string {
	return filepath.Join(c.Folder, hex.EncodeToString(key[:])+entryEnding)
}

func (c Cache) limit() int64 {
	if c.Limit > 0 {
		return c.Limit
	}
	return DefaultCacheLimit
}

// serves tells whether there may be an entry of key.
func (c Cache) serves(key Key) bool { return c.Folder != "" && key != Key{} }

// Has tells whether there is an entry of key, sound or not.
func (c Cache) Has(key Key) bool {
	if !c.serves(key) {
		return false
	}
	_, err := os.Stat(c.path(key))
	return err == nil
}

// Get returns what was put under key. A damaged entry is removed.
func (c Cache) Get(key Key) ([]byte, bool) {
	if !c.serves(key) {
		return nil, false
	}
	path := c.path(key)
	payload, err := readEntry(path, key, c.limit())
	if err != nil {
		if err == errDamaged {
			_ = os.Remove(path)
		}
		return nil, false
	}
	now := time.Now()
	_ = os.Chtimes(path, now, now)
	return payload, true
}

// Remove takes the entry of key away.
func (c Cache) Remove(key Key) {
	if c.serves(key) {
		_ = os.Remove(c.path(key))
	}
}

// Put keeps payload under key, unless ctx ends before it is written. What is
// larger than a quarter of the limit is not kept.
func (c Cache) Put(ctx context.Context, key Key, payload []byte) {
	size := entrySize(len(payload))
	if !c.serves(key) || size > c.limit()/largestShare {
		return
	}
	if err := os.MkdirAll(c.Folder, 0o700); err != nil {
		return
	}
	// Written beside its place and then renamed, an entry is there as a whole or
	// not at all. It need not outlive a crash of the machine: then its checksums
	// fail.
	file, err := os.CreateTemp(c.Folder, newEntry+"*") // readable by its owner alone
	if err != nil {
		return
	}
	err = writeEntry(ctx, file, key, payload)
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err == nil {
		c.makeRoom(key, size)
		err = os.Rename(file.Name(), c.path(key))
	}
	if err != nil {
		_ = os.Remove(file.Name())
	}
}

// abandoned is the age from which on an entry that is being written is taken for
// one whose writer is gone.
const abandoned = time.Hour

// makeRoom removes the least recently used entries until size more bytes fit, of
// an entry that replaces that of key, and what was left half written.
func (c Cache) makeRoom(key Key, size int64) {
	listed, err := os.ReadDir(c.Folder)
	if err != nil {
		return
	}
	type used struct {
		path string
		size int64
		at   time.Time
	}
	var entries []used
	total := size
	for _, at := range listed {
		info, err := at.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		path := filepath.Join(c.Folder, at.Name())
		switch {
		case strings.HasPrefix(at.Name(), newEntry):
			if time.Since(info.ModTime()) > abandoned {
				_ = os.Remove(path)
			}
		case isEntryName(at.Name()) && path != c.path(key):
			entries = append(entries, used{path, info.Size(), info.ModTime()})
			total += info.Size()
		}
	}
	slices.SortFunc(entries, func(a, b used) int {
		return cmp.Or(a.at.Compare(b.at), strings.Compare(a.path, b.path))
	})
	for _, e := range entries {
		if total <= c.limit() {
			return
		}
		if os.Remove(e.path) == nil {
			total -= e.size
		}
	}
}

// isEntryName tells the names of entries from those of files that somebody else
// put into the folder.
func isEntryName(name string) bool {
	digits, ok := strings.CutSuffix(name, entryEnding)
	decoded, err := hex.DecodeString(digits)
	return ok && err == nil && len(decoded) == len(Key{})
}
