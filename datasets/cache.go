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

// entryEnding ends the names of entries, also of those that are being written.
const entryEnding = ".opened"

func (c Cache) path(key Key) string {
	return filepath.Join(c.Folder, hex.EncodeToString(key[:])+entryEnding)
}

func (c Cache) limit() int64 { return cmp.Or(c.Limit, DefaultCacheLimit) }

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

// Get returns the pair that was put under key, and its problem. What is damaged, or of
// another version, is removed.
func (c Cache) Get(key Key) (*Pair, *model.Problem, bool) {
	if !c.serves(key) {
		return nil, nil, false
	}
	path := c.path(key)
	info, err := os.Stat(path) // before it is opened: a pipe would wait
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

// Put keeps a pair under key, with its problem if that is not nil, unless ctx ends
// before it is written. What is larger than a quarter of the limit is not kept.
func (c Cache) Put(ctx context.Context, key Key, pair *Pair, problem *model.Problem) {
	if !c.serves(key) || !inMemory(pair.Data) || os.MkdirAll(c.Folder, 0o700) != nil {
		return
	}
	// Written beside its place and then renamed, an entry is there as a whole or
	// not at all. It need not outlive a crash of the machine: then its checksum fails.
	file, err := os.CreateTemp(c.Folder, "*"+entryEnding) // readable by its owner alone
	if err != nil {
		return
	}
	defer os.Remove(file.Name()) // once it has its name that is in vain
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

// inMemory tells whether all rows of the domains are.
func inMemory(data model.Data) bool {
	return !data.Source.Sampled() && !data.Target.Sampled() && !data.Validation.Sampled()
}

// trim removes the least recently used entries until the others are within the limit,
// and so, in time, those whose writer is gone.
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
