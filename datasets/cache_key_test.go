package datasets

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"larui/datasets/table"
	"larui/model/testutil"
)

// planeSpec is a pair of small files in a new folder, cached in another.
func planeSpec(t *testing.T) Spec {
	t.Helper()
	spec := targetSpec(t, t.TempDir(), "x1,x2,label\n1,2,-1\n2,1,1\n-1,0.5,-1\n", "x1,x2,label\n1,2.5,-1\n2,1,1\n3,3,-1\n")
	spec.Validation = write(t, filepath.Dir(spec.Source), "validation.csv", "x1,x2,label\n0,1,1\n")
	spec.Cache = filepath.Join(t.TempDir(), "opened")
	return spec
}

// keyOfSpec recognizes the pair of spec.
func keyOfSpec(t *testing.T, spec Spec) Key {
	t.Helper()
	key, _, err := computeKey(table.NewReporter(context.Background(), nil), spec, PairFiles(spec))
	testutil.NoError(t, err)
	return key
}

// The key follows the content of every file and its name, and not where or when it was
// written.
func TestKeysFollowContent(t *testing.T) {
	spec := planeSpec(t)
	key := keyOfSpec(t, spec)
	moved, folder := spec, t.TempDir()
	for _, path := range []*string{&moved.Source, &moved.Target, &moved.Validation} {
		content, err := os.ReadFile(*path)
		if err != nil || key == (Key{}) {
			t.Fatalf("%v, or the pair is not recognized", err)
		}
		for _, other := range []string{string(content) + "\n", strings.Replace(string(content), "1", "2", 1), ""} {
			write(t, filepath.Dir(*path), filepath.Base(*path), other)
			if keyOfSpec(t, spec) == key {
				t.Errorf("%s: %q has the key of %q", *path, other, content)
			}
		}
		age(t, write(t, filepath.Dir(*path), filepath.Base(*path), string(content)), 1000*time.Hour)
		*path = write(t, folder, filepath.Base(*path), string(content))
	}
	if keyOfSpec(t, spec) != key || keyOfSpec(t, moved) != key {
		t.Error("the key follows the time, or the folder")
	}
	moved.Target = filepath.Join(folder, "renamed.csv")
	if err := os.Rename(filepath.Join(folder, "target.csv"), moved.Target); err != nil || keyOfSpec(t, moved) == key {
		t.Errorf("the key does not follow the name: %v", err)
	}
	// Labels may lie in a file of their own.
	spec = DefaultSpec(FilesName)
	spec.Source, spec.Target = write(t, folder, "a_X.npy", "x"), write(t, folder, "b_X.npy", "y")
	for _, labels := range []string{"a_y.npy", "b_y.npy"} {
		key := keyOfSpec(t, spec)
		write(t, folder, labels, "1")
		if keyOfSpec(t, spec) == key {
			t.Errorf("the key does not follow the labels in %s", labels)
		}
	}
}

// Another build of the program is another file, or has been written at another time.
func TestKeysFollowBuild(t *testing.T) {
	path := write(t, t.TempDir(), "larui", "program")
	first := describeFileState(path)
	age(t, path, time.Hour)
	if second := describeFileState(path); first == second || build() == "" {
		t.Errorf("%q and %q, this build is %q", first, second, build())
	}
}

// Every field of a Spec that can change a pair changes its key, also fields added later.
func TestKeysFollowOptions(t *testing.T) {
	spec := planeSpec(t)
	key := keyOfSpec(t, spec)
	files := []string{"Name", "Source", "Target", "Validation"}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Spec]()) {
		name := f.Name
		if f.Anonymous || slices.Contains(files, name) {
			continue
		}
		changed := spec
		field := reflect.ValueOf(&changed).Elem().FieldByIndex(f.Index)
		switch field.Kind() {
		case reflect.String:
			field.SetString(field.String() + "x")
		case reflect.Bool:
			field.SetBool(!field.Bool())
		case reflect.Int, reflect.Int64:
			field.SetInt(field.Int() + 1)
		case reflect.Uint64:
			field.SetUint(field.Uint() + 1)
		case reflect.Float64:
			field.SetFloat(field.Float() + 1e-9)
		case reflect.Struct:
			field.Field(0).SetString(field.Field(0).String() + "x")
		case reflect.Slice:
			field.Set(reflect.Append(field, reflect.Zero(field.Type().Elem())))
		default:
			t.Fatalf("%s is of a kind that this test does not change", name)
		}
		if same := keyOfSpec(t, changed) == key; same != (name == "Data" || name == "Cache") {
			t.Errorf("with another %s the key is the same: %t", name, same)
		}
	}
}

// Without files to recognize there is no key: built-in pairs, files that are not
// there, folders.
func TestPairsWithoutAKey(t *testing.T) {
	missing := planeSpec(t)
	missing.Target += ".gone"
	folder := planeSpec(t)
	folder.Source = t.TempDir()
	digits := DefaultSpec("mnist-usps")
	digits.Data = t.TempDir()
	for what, spec := range map[string]Spec{"missing": missing, "folder": folder, "digits": digits,
		"built in": DefaultSpec("rotated-gaussian"), "unknown": DefaultSpec("nope")} {
		if keyOfSpec(t, spec) != (Key{}) {
			t.Errorf("%s: there is a key", what)
		}
	}
}

// openKept opens the pair of spec for a test.
func openKept(t *testing.T, spec Spec) (*Pair, Key) {
	t.Helper()
	pair, _, key, err := OpenCached(context.Background(), spec, nil, nil)
	testutil.NoError(t, err)
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
		spec.Cache = filepath.Join(t.TempDir(), "opened")
		cache := Cache{Folder: spec.Cache}
		fresh, key := openKept(t, spec)
		if key == (Key{}) || cache.Has(key) {
			t.Errorf("%s: opened with a cache it has no key or is kept at once", name)
		}
		cache.Put(context.Background(), key, fresh, nil)
		if again, sameKey := openKept(t, spec); !samePair(again, fresh) || sameKey != key || !cache.Has(key) {
			t.Errorf("%s: opened again it is\n%+v\nwant\n%+v", name, again, fresh)
		}
		// OpenKept returns the entry under the key if a cache is named.
		marked := *fresh
		marked.Title = "from the cache"
		cache.Put(context.Background(), key, &marked, nil)
		if got, _ := openKept(t, spec); got.Title != marked.Title || mustOpen(t, spec).Title != marked.Title {
			t.Errorf("%s is read again, though it is kept", name)
		}
		spec.Cache = ""
		if want, key := openKept(t, spec); !samePair(fresh, want) || key != (Key{}) {
			t.Errorf("%s differs with a cache, or is taken from one that was not named", name)
		}
	}
}

// A file that changes while it is read is refused, and its pair has no key.
func TestFilesThatChange(t *testing.T) {
	spec := planeSpec(t)
	changed := false
	_, _, key, err := OpenCached(context.Background(), spec, nil, func(p Progress) {
		if p.Stage == "reading target.csv" && !changed {
			changed = true
			write(t, filepath.Dir(spec.Target), "target.csv", "x1,x2,label\n1,2,-1\n2,1,1\n")
		}
	})
	if !errors.Is(err, ErrChanged) || !changed || key != (Key{}) {
		t.Errorf("changed %t, key %x, %v", changed, key, err)
	}
}

// Errors about a pair are the same with and without a cache.
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
	_, _, _, err := OpenCached(ctx, planeSpec(t), nil, func(Progress) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled while it is recognized: %v", err)
	}
}
