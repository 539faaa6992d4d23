package datasets

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// openKeyed opens the pair of spec for a test.
func openKeyed(t *testing.T, spec Spec) (*Pair, Key) {
	t.Helper()
	pair, key, err := OpenKeyed(context.Background(), spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pair, key
}

// A pair that has been kept is opened as it was read, without reading it again.
func TestKeptPairs(t *testing.T) {
	specs := map[string]Spec{"plane": planeSpec(t), "fixtures": fixtureSpec(1)}
	sourceOnly := planeSpec(t)
	sourceOnly.SourceOnly = true
	specs["source alone"] = sourceOnly
	if os.Getenv("LARUI_DATA") != "" && !testing.Short() {
		digits := DefaultSpec("usps-mnist")
		digits.Classes = []int{2, 7}
		specs["digits"] = digits
	}
	for name, spec := range specs {
		spec.Cache = ""
		want, err := Open(context.Background(), spec, nil)
		if err != nil {
			t.Fatal(err)
		}
		spec.Cache = filepath.Join(t.TempDir(), "opened")
		cache := Cache{Folder: spec.Cache}
		fresh, key := openKeyed(t, spec)
		if !samePair(fresh, want) || key == (Key{}) || cache.Has(key) {
			t.Errorf("%s: opened with a cache it differs, has no key or is kept at once", name)
		}
		cache.Keep(context.Background(), key, fresh)
		if !cache.Has(key) {
			t.Fatalf("%s is not kept", name)
		}
		again, sameKey := openKeyed(t, spec)
		if !samePair(again, want) || sameKey != key {
			t.Errorf("%s: opened again it is\n%+v\nwant\n%+v", name, again, want)
		}
		// What lies in the cache under the key is what is opened.
		marked := *fresh
		marked.Title = "from the cache"
		cache.Remove(key)
		cache.Keep(context.Background(), key, &marked)
		if got, _ := openKeyed(t, spec); got.Title != marked.Title {
			t.Errorf("%s is read again, though it is kept", name)
		}
		if got, err := Open(context.Background(), spec, nil); err != nil || got.Title != marked.Title {
			t.Errorf("Open does not look into the cache: %v", err)
		}
		without := spec
		without.Cache = ""
		if got, key := openKeyed(t, without); got.Title != want.Title || key != (Key{}) {
			t.Errorf("%s is taken from a cache that was not named", name)
		}
	}
}

// A kept pair that can't be unpacked is read again, and gives way.
func TestUnreadableKeptPair(t *testing.T) {
	spec := planeSpec(t)
	want, key := openKeyed(t, spec)
	cache := Cache{Folder: spec.Cache}
	cache.Put(context.Background(), key, []byte("not a pair"))
	if got, _ := openKeyed(t, spec); !samePair(got, want) {
		t.Errorf("opened %+v, want %+v", got, want)
	}
	if cache.Has(key) {
		t.Error("what is not a pair is still there")
	}
}

// A file that changes while it is read leaves the pair without a key.
func TestFilesThatChange(t *testing.T) {
	spec := planeSpec(t)
	o, err := recognize(newReporter(context.Background(), nil), spec)
	if err != nil || !o.unchanged() {
		t.Fatalf("unchanged files have changed (%v)", err)
	}
	changed := false
	_, key, err := OpenKeyed(context.Background(), spec, func(p Progress) {
		if p.Stage == "reading target.csv" && !changed {
			changed = true
			write(t, filepath.Dir(spec.Target), "target.csv", "x1,x2,label\n1,2,-1\n2,1,1\n")
		}
	})
	if err != nil || !changed || key != (Key{}) {
		t.Errorf("changed %t, key %x, %v", changed, key, err)
	}
	if err := os.Remove(spec.Target); err != nil || o.unchanged() {
		t.Errorf("a missing file has not changed (%v)", err)
	}
}

// What is wrong with a pair is said as it is without a cache.
func TestErrorsWithACache(t *testing.T) {
	for _, spec := range []Spec{
		{Name: "nope"}, {Name: FilesName}, {Name: FilesName, Source: "no/such.csv", Target: "no/such.csv"},
		{Name: "mnist-usps", Data: t.TempDir(), Ratio: 1}, {Name: "mnist-usps", Classes: []int{12}},
	} {
		_, want := Open(context.Background(), spec, nil)
		spec.Cache = t.TempDir()
		if _, err := Open(context.Background(), spec, nil); err == nil || err.Error() != want.Error() {
			t.Errorf("%s: %v, without a cache %v", spec.Name, err, want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	spec := planeSpec(t)
	_, _, err := OpenKeyed(ctx, spec, func(Progress) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled while it is recognized: %v", err)
	}
}
