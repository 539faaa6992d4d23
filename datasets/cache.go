package datasets

import (
	"cmp"
	"context"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"time"

	"larui/model"
)

// DefaultCacheLimit is the default of Cache.Limit, 1 GiB.
const DefaultCacheLimit = 1 << 30

// An entry may take at most 1/shareDivisor of Cache.Limit, so that it does not replace too many other
// entries.
const shareDivisor = 4

// A Cache is a folder with one file, called an entry, for each pair. Several processes may share the
// folder. The zero Cache stores nothing. The methods return no errors: Get ignores an unreadable entry, and
// Put stores nothing if it can't write.
type Cache struct {
	// Folder is the path of the folder, which Put creates. If it is empty, nothing is cached.
	Folder string
	// Limit is the largest total size of the entries in bytes; 0 means DefaultCacheLimit. If the total
	// exceeds Limit, Put removes the least recently used entries.
	Limit int64
}

// CacheFolder returns the folder larui/opened in the user's cache folder. It returns "" if the user
// has no cache folder.
func CacheFolder() string {
	folder, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "larui", "opened")
}

const entryEnding = ".opened"

func (c Cache) path(key Key) string {
	return filepath.Join(c.Folder, hex.EncodeToString(key[:])+entryEnding)
}

func (c Cache) limit() int64 { return cmp.Or(c.Limit, DefaultCacheLimit) }

func (c Cache) canHold(key Key) bool { return c.Folder != "" && key != Key{} }

// Has reports whether there is an entry for key. It does not check that the entry is readable.
func (c Cache) Has(key Key) bool {
	if !c.canHold(key) {
		return false
	}
	_, err := os.Stat(c.path(key))
	return err == nil
}

// Get returns the pair and the problem that Put stored under key, or false if there is no pair. It removes
// a damaged entry, and an entry that another version wrote.
func (c Cache) Get(key Key) (*Pair, *model.Problem, bool) {
	if !c.canHold(key) {
		return nil, nil, false
	}
	path := c.path(key)
	info, err := os.Stat(path) // precedes os.Open, which would block on a pipe
	if err != nil || !info.Mode().IsRegular() || info.Size() > c.limit() {
		return nil, nil, false
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, false
	}
	defer file.Close()
	pair, problem, ok := readEntry(file, info.Size(), key)
	if !ok {
		_ = os.Remove(path)
		return nil, nil, false
	}
	now := time.Now()
	_ = os.Chtimes(path, now, now)
	return pair, problem, true
}

// Put stores a pair and its problem, which may be nil, under key. It stores nothing if ctx ends, if
// the entry is larger than a quarter of the limit, or if some rows of the pair are not in memory.
func (c Cache) Put(ctx context.Context, key Key, pair *Pair, problem *model.Problem) {
	if !c.canHold(key) || pair.Source.IsSampled() || pair.Target.IsSampled() || pair.Validation.IsSampled() || os.MkdirAll(c.Folder, 0o700) != nil {
		return
	}
	// Renaming a temporary file makes the entry appear complete or not at all. If the machine crashes,
	// the checksum of a damaged entry fails.
	file, err := os.CreateTemp(c.Folder, "*"+entryEnding) // only its owner can read it
	if err != nil {
		return
	}
	defer os.Remove(file.Name()) // has no effect after the rename
	err = writeEntry(ctx, file, key, pair, problem)
	info, statErr := file.Stat()
	err = cmp.Or(err, statErr, file.Close(), ctx.Err())
	if err != nil || info.Size() > c.limit()/shareDivisor {
		return
	}
	if os.Rename(file.Name(), c.path(key)) == nil {
		c.removeOldEntries()
	}
}

// removeOldEntries also counts and removes incomplete entries of processes that ended early.
func (c Cache) removeOldEntries() {
	listed, _ := os.ReadDir(c.Folder)
	var entries []os.FileInfo
	total := int64(0)
	for _, at := range listed {
		if info, err := at.Info(); err == nil && info.Mode().IsRegular() && filepath.Ext(at.Name()) == entryEnding {
			entries = append(entries, info)
			total += info.Size()
		}
	}
	slices.SortFunc(entries, func(a, b os.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, info := range entries {
		if total > c.limit() && os.Remove(filepath.Join(c.Folder, info.Name())) == nil {
			total -= info.Size()
		}
	}
}
