package datasets

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"
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
	key, _, err := recognize(newReporter(context.Background(), nil), spec)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// The key follows the content of every file, and not where or when it was written.
func TestKeysFollowContent(t *testing.T) {
	spec := planeSpec(t)
	key := keyOfSpec(t, spec)
	if key == (Key{}) {
		t.Fatal("the pair is not recognized")
	}
	for _, path := range []string{spec.Source, spec.Target, spec.Validation} {
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		age(t, path, 1000*time.Hour)
		if keyOfSpec(t, spec) != key {
			t.Errorf("%s: the key follows the time", path)
		}
		for _, after := range [][]byte{append(slices.Clone(before), '\n'), bytes.Replace(before, []byte("1"), []byte("2"), 1), nil} {
			write(t, filepath.Dir(path), filepath.Base(path), string(after))
			if keyOfSpec(t, spec) == key {
				t.Errorf("%s: %q has the key of %q", path, after, before)
			}
		}
		write(t, filepath.Dir(path), filepath.Base(path), string(before))
	}
	moved := spec
	folder := t.TempDir()
	for _, path := range []*string{&moved.Source, &moved.Target, &moved.Validation} {
		content, err := os.ReadFile(*path)
		if err != nil {
			t.Fatal(err)
		}
		*path = write(t, folder, filepath.Base(*path), string(content))
	}
	if keyOfSpec(t, moved) != key {
		t.Error("the key follows the folder")
	}
	// A pair is named after its files.
	moved.Target = write(t, folder, "renamed.csv", "x1,x2,label\n1,2.5,-1\n2,1,1\n3,3,-1\n")
	if keyOfSpec(t, moved) == key {
		t.Error("the key does not follow the name")
	}
}

// Every field of a Spec that can change a pair changes its key, also those that
// will be added.
func TestKeysFollowOptions(t *testing.T) {
	spec := planeSpec(t)
	key := keyOfSpec(t, spec)
	files := []string{"Name", "Source", "Target", "Validation"}
	for i := range reflect.TypeFor[Spec]().NumField() {
		name := reflect.TypeFor[Spec]().Field(i).Name
		if slices.Contains(files, name) {
			continue
		}
		changed := spec
		field := reflect.ValueOf(&changed).Elem().Field(i)
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

// Labels may lie in a file of their own.
func TestKeysFollowLabelFiles(t *testing.T) {
	folder := t.TempDir()
	spec := DefaultSpec(FilesName)
	spec.Source = write(t, folder, "a_X.npy", "x")
	spec.Target = write(t, folder, "b_X.npy", "y")
	write(t, folder, "a_y.npy", "1")
	key := keyOfSpec(t, spec)
	write(t, folder, "a_y.npy", "2")
	if keyOfSpec(t, spec) == key {
		t.Error("the key does not follow the labels of the source")
	}
	write(t, folder, "b_y.npy", "1")
	if keyOfSpec(t, spec) == keyOfSpec(t, planeSpec(t)) || len(filesRead(spec)) != 4 {
		t.Errorf("the files of the pair are %v", filesRead(spec))
	}
}

// A pipe can be read but once: it is left to whoever reads the pair.
func TestPipesAreNotRecognized(t *testing.T) {
	spec := planeSpec(t)
	content, err := os.ReadFile(spec.Source)
	if err != nil {
		t.Fatal(err)
	}
	path, w := pipe(t)
	w.Close()
	spec.Source = path
	written := make(chan error, 1)
	go func() { written <- os.WriteFile(path, content, 0) }() // waits for a reader
	if pair, key := openKept(t, spec); key != (Key{}) || pair.Source.Rows() != 3 {
		t.Errorf("a pipe: %+v, key %x", pair, key)
	}
	if err := <-written; err != nil {
		t.Error(err)
	}
}
