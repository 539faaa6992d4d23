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

// An entry may take at most 1/largestShare of the limit: a larger one would push out too many
// others.
const largestShare = 4

// A Cache is a folder of entries, each found by its Key. A Cache never returns an error: an
// unreadable entry counts as missing, and an entry that can't be written is dropped. Several
// processes may share a folder. The zero value caches nothing.
type Cache struct {
	// Folder is created with the first entry. An empty Folder means no cache.
	Folder string
	// Limit bounds the total bytes of all entries; the least recently used are removed first. The
	// default is DefaultCacheLimit.
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

// entryEnding is the extension of entries, also of unfinished ones.
const entryEnding = ".opened"

func (c Cache) path(key Key) string {
	return filepath.Join(c.Folder, hex.EncodeToString(key[:])+entryEnding)
}

func (c Cache) limit() int64 { return cmp.Or(c.Limit, DefaultCacheLimit) }

// serves reports whether c may have an entry for key.
func (c Cache) serves(key Key) bool { return c.Folder != "" && key != Key{} }

// Has reports whether there is an entry for key, intact or not.
func (c Cache) Has(key Key) bool {
	if !c.serves(key) {
		return false
	}
	_, err := os.Stat(c.path(key))
	return err == nil
}

// Get returns the pair and the problem stored under key. It removes an entry that is damaged or of
// another version.
func (c Cache) Get(key Key) (*Pair, *model.Problem, bool) {
	if !c.serves(key) {
		return nil, nil, false
	}
	path := c.path(key)
	info, err := os.Stat(path) // before opening: a pipe would block
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

// Put stores a pair and its problem, which may be nil, under key, unless ctx ends before. It does
// not store an entry larger than a quarter of the limit, or a pair with rows that are not in
// memory.
func (c Cache) Put(ctx context.Context, key Key, pair *Pair, problem *model.Problem) {
	if !c.serves(key) || pair.Source.IsSampled() || pair.Target.IsSampled() || pair.Validation.IsSampled() || os.MkdirAll(c.Folder, 0o700) != nil {
		return
	}
	// The entry is written to a temporary file and then renamed, so that it appears whole or not at
	// all. It may be damaged by a crash of the machine: then its checksum fails.
	file, err := os.CreateTemp(c.Folder, "*"+entryEnding) // readable by its owner alone
	if err != nil {
		return
	}
	defer os.Remove(file.Name()) // fails, in vain, after the rename
	err = writeEntry(ctx, file, key, pair, problem)
	info, statErr := file.Stat()
	err = cmp.Or(err, statErr, file.Close(), ctx.Err())
	if err != nil || info.Size() > c.limit()/largestShare {
		return
	}
	if os.Rename(file.Name(), c.path(key)) == nil {
		c.trim()
	}
}

// trim removes the least recently used entries until the rest is within the limit. In time it also
// removes unfinished entries of dead processes.
func (c Cache) trim() {
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
