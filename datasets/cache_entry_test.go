package datasets

import (
	"bytes"
	"context"
	"os"
	"slices"
	"testing"
)

// entryOf is the file of the entry that keyOf(n) names.
func entryOf(t testing.TB, n int, payload []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := writeEntry(context.Background(), &b, keyOf(n), payload); err != nil {
		t.Fatal(err)
	}
	if int64(b.Len()) != entrySize(len(payload)) {
		t.Fatalf("an entry of %d bytes, not %d", b.Len(), entrySize(len(payload)))
	}
	return b.Bytes()
}

// An entry that is damaged anywhere, cut off or too long is not there, and is
// taken away; what is none of this format is left where it is.
func TestDamagedEntries(t *testing.T) {
	c := Cache{Folder: t.TempDir()}
	sound := entryOf(t, 1, []byte("a few bytes of payload"))
	foreign := len(entryMagic) + 4
	check := func(what string, at int, file []byte, removed bool) {
		t.Helper()
		if err := os.WriteFile(c.path(keyOf(1)), file, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, ok := c.Get(keyOf(1)); ok {
			t.Errorf("%s at %d: the entry is taken for %q", what, at, got)
		}
		if c.Has(keyOf(1)) == removed {
			t.Errorf("%s at %d: the entry is removed: %t", what, at, !removed)
		}
	}
	for at := range sound {
		for _, flip := range []byte{1, 0x80, 0xff} {
			damaged := slices.Clone(sound)
			damaged[at] ^= flip
			check("a flip", at, damaged, at >= foreign)
		}
		check("an end", at, sound[:at], at >= len(entryMagic))
	}
	check("an end", len(sound), append(slices.Clone(sound), 0), true)
	check("another entry", 0, entryOf(t, 2, []byte("a few bytes of payload")), true)
	check("a text", 0, []byte("somebody else's notes"), false)
	if _, err := decodeEntry(bytes.NewReader(sound), int64(len(sound)), keyOf(1)); err != nil {
		t.Errorf("the sound entry: %v", err)
	}
}

// Damage in any chunk of a large entry is found.
func TestDamagedChunks(t *testing.T) {
	payload := payloadOf(3, 2*chunkSize+100)
	sound := entryOf(t, 3, payload)
	start := len(sound) - len(payload)
	for _, at := range []int{0, chunkSize - 1, chunkSize, 2*chunkSize - 1, 2 * chunkSize, len(payload) - 1} {
		damaged := slices.Clone(sound)
		damaged[start+at] ^= 4
		if _, err := decodeEntry(bytes.NewReader(damaged), int64(len(damaged)), keyOf(3)); err != errDamaged {
			t.Errorf("damage at %d: %v", at, err)
		}
	}
	swapped := slices.Clone(sound)
	copy(swapped[start:], payload[chunkSize:2*chunkSize])
	copy(swapped[start+chunkSize:], payload[:chunkSize])
	if _, err := decodeEntry(bytes.NewReader(swapped), int64(len(swapped)), keyOf(3)); err != errDamaged {
		t.Errorf("two chunks changed places: %v", err)
	}
}

// FuzzEntry makes sure that bytes are refused or are the entry of what they are
// taken for.
func FuzzEntry(f *testing.F) {
	f.Add(entryOf(f, 1, []byte("payload")))
	f.Add(entryOf(f, 1, nil))
	f.Add([]byte(entryMagic))
	f.Fuzz(func(t *testing.T, file []byte) {
		payload, err := decodeEntry(bytes.NewReader(file), int64(len(file)), keyOf(1))
		if err == nil && !bytes.Equal(entryOf(t, 1, payload), file) {
			t.Errorf("%q is taken for an entry of %q", file, payload)
		}
	})
}
