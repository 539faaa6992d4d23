package datasets

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// keyOf is a key like any other.
func keyOf(n int) Key { return Key{1}.For(fmt.Sprint(n)) }

// payloadOf is a payload of size bytes that differs with n.
func payloadOf(n, size int) []byte {
	payload := make([]byte, size)
	for i := range payload {
		payload[i] = byte(i*7 + i>>8 + i>>17 + n)
	}
	return payload
}

func put(t *testing.T, c Cache, n, size int) {
	t.Helper()
	c.Put(context.Background(), keyOf(n), payloadOf(n, size))
	if !c.Has(keyOf(n)) {
		t.Fatalf("entry %d of %d bytes is not kept", n, size)
	}
}

func TestCacheReturnsWhatWasPut(t *testing.T) {
	c := Cache{Folder: filepath.Join(t.TempDir(), "a", "b")}
	if _, ok := c.Get(keyOf(0)); ok {
		t.Error("an entry of a folder that is not there")
	}
	sizes := []int{0, 1, 1000, chunkSize - 1, chunkSize, chunkSize + 1, 3*chunkSize + 17}
	for n, size := range sizes {
		put(t, c, n, size)
	}
	put(t, c, 2, 500) // replaces the one of 1000
	sizes[2] = 500
	for n, size := range sizes {
		if got, ok := c.Get(keyOf(n)); !ok || !bytes.Equal(got, payloadOf(n, size)) {
			t.Errorf("entry %d: %d bytes (%t), want %d", n, len(got), ok, size)
		}
	}
	c.Remove(keyOf(3))
	for _, n := range []int{3, 99} {
		if _, ok := c.Get(keyOf(n)); ok || c.Has(keyOf(n)) {
			t.Errorf("there is an entry %d", n)
		}
	}
	info, err := os.Stat(c.Folder)
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder: %v, %v", info.Mode(), err)
	}
	if info, err := os.Stat(c.path(keyOf(0))); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("an entry: %v, %v", info.Mode(), err)
	}
	onlyEntries(t, c)
}

// onlyEntries checks that nothing half written is left.
func onlyEntries(t *testing.T, c Cache) {
	t.Helper()
	listed, err := os.ReadDir(c.Folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range listed {
		if !isEntryName(entry.Name()) {
			t.Errorf("%s is left in the folder", entry.Name())
		}
	}
}

// What can't be kept is not, and nobody is told.
func TestCacheWithoutAPlace(t *testing.T) {
	file := write(t, t.TempDir(), "file", "not a folder")
	for what, c := range map[string]Cache{
		"no folder":              {},
		"a file for a folder":    {Folder: file},
		"a folder below a file":  {Folder: filepath.Join(file, "opened")},
		"an impossible name":     {Folder: "a\x00b"},
		"no room for any entry":  {Folder: t.TempDir(), Limit: 4 * int64(headerSize)},
		"a folder for its entry": folderForEntry(t),
	} {
		c.Put(context.Background(), keyOf(1), payloadOf(1, 10))
		if _, ok := c.Get(keyOf(1)); ok {
			t.Errorf("%s: the entry is kept", what)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != "not a folder" {
		t.Errorf("the file is now %q (%v)", got, err)
	}
	c := Cache{Folder: t.TempDir()}
	c.Put(context.Background(), Key{}, payloadOf(1, 10))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c.Put(ctx, keyOf(1), payloadOf(1, 10))
	if listed, err := os.ReadDir(c.Folder); err != nil || len(listed) > 0 {
		t.Errorf("without a key, or cancelled, %v is kept (%v)", listed, err)
	}
}

func folderForEntry(t *testing.T) Cache {
	c := Cache{Folder: t.TempDir()}
	if err := os.MkdirAll(filepath.Join(c.path(keyOf(1)), "in", "use"), 0o700); err != nil {
		t.Fatal(err)
	}
	return c
}

// The least recently used entries give way; files of others stay.
func TestCacheMakesRoom(t *testing.T) {
	const size = 1000
	c := Cache{Folder: t.TempDir(), Limit: 4 * entrySize(size)}
	write(t, c.Folder, "somebody's.opened", "not an entry")
	write(t, c.Folder, newEntry+"fresh", "being written")
	stale := write(t, c.Folder, newEntry+"stale", "its writer is gone")
	age(t, stale, 2*abandoned)
	for n := range 4 {
		put(t, c, n, size)
		age(t, c.path(keyOf(n)), time.Duration(10-n)*time.Minute)
	}
	// A look at the oldest makes it the newest.
	if _, ok := c.Get(keyOf(0)); !ok {
		t.Fatal("entry 0 is gone")
	}
	put(t, c, 4, size)
	put(t, c, 5, size/2)
	for n, want := range []bool{true, false, false, true, true, true} {
		if c.Has(keyOf(n)) != want {
			t.Errorf("entry %d is there: %t", n, !want)
		}
	}
	// Replacing an entry needs no room beyond its own.
	put(t, c, 5, size)
	for n, want := range []bool{true, false, false, true, true, true} {
		if c.Has(keyOf(n)) != want {
			t.Errorf("after a replacement entry %d is there: %t", n, !want)
		}
	}
	c.Put(context.Background(), keyOf(6), payloadOf(6, size+1))
	if c.Has(keyOf(6)) || !c.Has(keyOf(0)) {
		t.Error("an entry above a quarter of the limit is kept")
	}
	for name, want := range map[string]bool{"somebody's.opened": true, newEntry + "fresh": true, newEntry + "stale": false} {
		if _, err := os.Stat(filepath.Join(c.Folder, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// age makes a file as old as that.
func age(t *testing.T, path string, by time.Duration) {
	t.Helper()
	at := time.Now().Add(-by)
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
}

// Many writers and readers of one folder, too small for all of them: whoever finds
// an entry finds it whole.
func TestCacheShared(t *testing.T) {
	const keys, size = 6, 3*chunkSize + 5
	folder := t.TempDir()
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			c := Cache{Folder: folder, Limit: 5 * entrySize(size)}
			for i := range 30 {
				n := (i*5 + worker) % keys
				if i%3 == worker%3 {
					c.Put(context.Background(), keyOf(n), payloadOf(n, size))
				}
				if got, ok := c.Get(keyOf(n)); ok && !bytes.Equal(got, payloadOf(n, size)) {
					t.Errorf("entry %d is another", n)
				}
			}
		})
	}
	wg.Wait()
	onlyEntries(t, Cache{Folder: folder})
}
