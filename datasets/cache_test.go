package datasets

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"larui/datasets/table"
	"larui/model"
	"larui/model/testutil"
)

// keyOf is a key like any other.
func keyOf(n int) Key { return sha256.Sum256([]byte(fmt.Sprint(n))) }

// pairOf is a pair of rows that differs with n and has something in every field.
func pairOf(t testing.TB, n, rows int) (*Pair, *model.Problem) {
	t.Helper()
	random := newStream(uint64(n), streamSource)
	domain := func(rows int) model.Domain {
		d := model.Domain{X: mat.NewDense(rows, 3, nil), Y: make([]float64, rows)}
		for i := range rows {
			d.Y[i] = float64(i % 2)
			d.X.SetRow(i, []float64{random.NormFloat64(), math.Copysign(0, -1), 1})
		}
		return d
	}
	pair := &Pair{
		Name: "files", Title: "a → b", SourceName: "a", TargetName: fmt.Sprint(n),
		Data:       model.Data{Task: model.MultiClass, Classes: 2, Source: domain(rows), Target: domain(rows), Validation: domain(2)},
		ClassNames: []string{"no", ""}, Features: []string{"x", "y", "1"},
		Bias: true, Shape: PictureShape{1, 2},
		Start:      StartParams{K: 1, KTilde: 2, Lambda: 0.1, Epochs: 3, Rate: 1e-4},
		Population: &model.Population{Scale: [2]float64{2, 1}, Axis: 0.5, Turn: 0.25, Noise: 0.125},
		Notes:      []string{"a note", "ünïcode"}, Guesses: []string{"a guess"}, GuessedLabel: "kind",
		Layouts: []Layout{{Description: table.Description{File: "a", Names: []string{"x", "y"}, Width: 3}, Features: []int{0, 1}, Label: 2, Mean: []float64{1, 2}, Scale: []float64{0.1, 3}}},
		Groups:  []int{7, 7, 9},
	}
	problem := testutil.Must(model.NewProblem(context.Background(), pair.Data))
	return pair, problem
}

// samePair compares to the bit, but for when a file was last looked at.
func samePair(a, b *Pair) bool {
	kept := func(p Pair) Pair {
		p.Layouts = slices.Clone(p.Layouts)
		for i := range p.Layouts {
			p.Layouts[i].opened = nil
		}
		return p
	}
	if !reflect.DeepEqual(kept(*a), kept(*b)) {
		return false
	}
	for _, d := range [][2]model.Domain{{a.Source, b.Source}, {a.Target, b.Target}, {a.Validation, b.Validation}} {
		if d[0].X != nil && !sameBits(d[0].X.RawMatrix().Data, d[1].X.RawMatrix().Data) || !sameBits(d[0].Y, d[1].Y) {
			return false
		}
	}
	return true
}

func sameBits(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) })
}

// isKept tells whether c has what pairOf made under keyOf(n), or nothing at all.
func isKept(t testing.TB, c Cache, n, rows int) bool {
	t.Helper()
	pair, problem, ok := c.Get(keyOf(n))
	if want, wantProblem := pairOf(t, n, rows); ok && (!samePair(pair, want) || !reflect.DeepEqual(problem, wantProblem)) {
		t.Errorf("entry %d is another", n)
	}
	return ok
}

func put(t testing.TB, c Cache, n, rows int) {
	t.Helper()
	pair, problem := pairOf(t, n, rows)
	c.Put(context.Background(), keyOf(n), pair, problem)
}

// age makes a file as old as that.
func age(t *testing.T, path string, by time.Duration) {
	t.Helper()
	at := time.Now().Add(-by)
	testutil.NoError(t, os.Chtimes(path, at, at))
}

// keyNamed is the key of the entry in a file of that name.
func keyNamed(name string) (key Key) {
	_, _ = hex.Decode(key[:], []byte(strings.TrimSuffix(name, entryEnding)))
	return key
}

// onlyEntries checks that nothing half written is left.
func onlyEntries(t *testing.T, c Cache) {
	t.Helper()
	listed := testutil.Must(os.ReadDir(c.Folder))
	for _, entry := range listed {
		if filepath.Join(c.Folder, entry.Name()) != c.path(keyNamed(entry.Name())) {
			t.Errorf("%s is left in the folder", entry.Name())
		}
	}
}

// Get returns what Put has stored, bit for bit in every field, and only its owner can read the
// file.
func TestCacheReturnsWhatWasPut(t *testing.T) {
	full, _ := pairOf(t, 0, 20)
	value := reflect.ValueOf(*full)
	for i := range value.NumField() {
		if value.Field(i).IsZero() {
			t.Errorf("the pair of the test leaves %s empty", value.Type().Field(i).Name)
		}
	}
	c := Cache{Folder: filepath.Join(t.TempDir(), "a", "b")}
	// Up to 256 different numbers take a byte each: here there are two more than rows.
	for n, rows := range []int{20, 254, 500, 255} {
		if isKept(t, c, n, rows) {
			t.Error("an entry that was not put")
		}
		put(t, c, n, rows)
		if !isKept(t, c, n, rows) || !c.Has(keyOf(n)) {
			t.Errorf("entry %d is not kept", n)
		}
	}
	put(t, c, 2, 30) // replaces the one of 500
	isKept(t, c, 2, 30)
	bare := &Pair{Data: model.Data{Source: full.Source}}
	c.Put(context.Background(), keyOf(3), bare, nil)
	if got, problem, ok := c.Get(keyOf(3)); !ok || problem != nil || !samePair(got, bare) {
		t.Errorf("a bare pair becomes %+v, %v", got, problem)
	}
	for path, want := range map[string]os.FileMode{c.Folder: 0o700, c.path(keyOf(0)): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	onlyEntries(t, c)
}

// An entry that is damaged anywhere, cut off, too long, of another version or under
// another key is not there, and is taken away.
func TestDamagedEntries(t *testing.T) {
	testutil.SkipInShort(t)
	c := Cache{Folder: t.TempDir()}
	put(t, c, 1, 4)
	sound := testutil.Must(os.ReadFile(c.path(keyOf(1))))
	check := func(what string, at int, file []byte) {
		t.Helper()
		testutil.NoError(t, os.WriteFile(c.path(keyOf(1)), file, 0o600))
		if isKept(t, c, 1, 4) || c.Has(keyOf(1)) {
			t.Errorf("%s at %d: there is an entry", what, at)
		}
	}
	for at := range sound {
		damaged := slices.Clone(sound)
		damaged[at] ^= byte(1 << (at % 8))
		check("a flip", at, damaged)
		if at%7 == 0 {
			check("an end", at, sound[:at])
		}
	}
	check("an end", len(sound), append(slices.Clone(sound), 0))
	check("another version", 0, bytes.Replace(sound, []byte(entryFormat), []byte("another version\n"), 1))
	check("a text", 0, []byte("somebody else's notes"))
	put(t, c, 2, 4)
	other := testutil.Must(os.ReadFile(c.path(keyOf(2))))
	check("another entry", 0, other)
}

// An entry that can't be stored is dropped without an error.
func TestCacheWithoutAPlace(t *testing.T) {
	file := write(t, t.TempDir(), "file", "not a folder")
	taken := Cache{Folder: t.TempDir()}
	testutil.NoError(t, os.MkdirAll(filepath.Join(taken.path(keyOf(1)), "in", "use"), 0o700))
	for what, c := range map[string]Cache{
		"no folder":              {},
		"a file for a folder":    {Folder: file},
		"a folder below a file":  {Folder: filepath.Join(file, "opened")},
		"an impossible name":     {Folder: "a\x00b"},
		"no room for any entry":  {Folder: t.TempDir(), Limit: 1000},
		"a folder for its entry": taken,
	} {
		put(t, c, 1, 10)
		if isKept(t, c, 1, 10) {
			t.Errorf("%s: the entry is kept", what)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != "not a folder" {
		t.Errorf("the file is now %q (%v)", got, err)
	}
	c := Cache{Folder: t.TempDir()}
	pair, problem := pairOf(t, 1, 10)
	c.Put(context.Background(), Key{}, pair, problem)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c.Put(ctx, keyOf(1), pair, problem)
	pair.Target.Blocks = func(context.Context, func(*mat.Dense, []float64) error) error { return nil }
	c.Put(context.Background(), keyOf(1), pair, problem)
	if listed, err := os.ReadDir(c.Folder); err != nil || len(listed) > 0 {
		t.Errorf("without a key, cancelled or beyond memory, %v is kept (%v)", listed, err)
	}
}

// The least recently used entries give way; files of others stay.
func TestCacheMakesRoom(t *testing.T) {
	const rows = 100
	c := Cache{Folder: t.TempDir()}
	put(t, c, 0, rows)
	info := testutil.Must(os.Stat(c.path(keyOf(0))))
	c.Limit = 4*info.Size() + info.Size()/2
	write(t, c.Folder, "somebody's", "not an entry")
	age(t, filepath.Join(c.Folder, "somebody's"), time.Hour)
	// Half an entry: its writer is gone.
	age(t, write(t, c.Folder, "1234"+entryEnding, strings.Repeat(" ", int(info.Size()/2))), time.Hour)
	for n := range 4 {
		put(t, c, n, rows)
		age(t, c.path(keyOf(n)), time.Duration(10-n)*time.Minute)
	}
	// A look at the oldest makes it the newest. Replacing an entry needs no room
	// beyond its own.
	if !isKept(t, c, 0, rows) {
		t.Fatal("entry 0 is gone")
	}
	for _, n := range []int{4, 5, 5} {
		put(t, c, n, rows)
		age(t, c.path(keyOf(n)), time.Minute)
	}
	put(t, c, 6, 2*rows) // above a quarter of the limit
	for n, want := range []bool{true, false, false, true, true, true, false} {
		if c.Has(keyOf(n)) != want {
			t.Errorf("entry %d is there: %t", n, !want)
		}
	}
	for name, want := range map[string]bool{"somebody's": true, "1234" + entryEnding: false} {
		if _, err := os.Stat(filepath.Join(c.Folder, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Many writers and readers of one folder, too small for all of them: whoever finds
// an entry finds it whole.
func TestCacheShared(t *testing.T) {
	const keys, rows = 6, 50
	c := Cache{Folder: t.TempDir()}
	put(t, c, 0, rows)
	info := testutil.Must(os.Stat(c.path(keyOf(0))))
	c.Limit = 5 * info.Size()
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for i := range 30 {
				n := (i*5 + worker) % keys
				if i%3 == worker%3 {
					put(t, c, n, rows)
				}
				isKept(t, c, n, rows)
			}
		})
	}
	wg.Wait()
	onlyEntries(t, c)
}
