//go:build unix

package datasets

import (
	"context"
	"errors"
	"larui/datasets/table"
	"larui/model/testutil"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// pipe makes a named pipe and opens it for writing, without waiting for a reader.
func pipe(t *testing.T) (path string, w *os.File) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "pipe.csv")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	w, err := os.OpenFile(path, os.O_RDWR, 0)
	testutil.NoError(t, err)
	t.Cleanup(func() { w.Close() })
	return path, w
}

// A pipe in the place of an entry counts as missing. Opening a pipe without a writer lasts no
// longer than the context.
func TestPipesThatNobodyWritesTo(t *testing.T) {
	folder := t.TempDir()
	cache, key := Cache{Folder: folder}, Key{1}
	for _, path := range []string{cache.path(key), filepath.Join(folder, "source.csv")} {
		testutil.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Skip(err)
		}
	}
	if _, _, ok := cache.Get(key); ok {
		t.Error("a pipe is an entry")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	if _, err := table.Open(table.NewReporter(ctx, nil), filepath.Join(folder, "source.csv"), table.Options{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("opening ends with %v", err)
	}
	// Whoever still waits is let go.
	writer := testutil.Must(os.OpenFile(filepath.Join(folder, "source.csv"), os.O_RDWR, 0))
	t.Cleanup(func() { writer.Close() })
}

// A pipe whose writer says nothing does not hold up a cancel.
func TestPipeStops(t *testing.T) {
	defer goleak.VerifyNone(t)
	path, w := pipe(t)
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	spec := DefaultSpec(FilesName)
	spec.Source, spec.SourceOnly = path, true
	_, err := Open(ctx, spec, nil)
	w.Close()
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// A pipe can't be read twice, so a large table can't come from one; a small one
// can.
func TestPipe(t *testing.T) {
	for rows, want := range map[int]error{100: nil, 5000: ErrTooLarge} {
		path, w := pipe(t)
		spec := DefaultSpec(FilesName)
		spec.Source, spec.SourceOnly, spec.Memory = path, true, 20_000
		w.Close()
		done := make(chan struct{})
		go func() {
			defer close(done)
			_ = os.WriteFile(path, []byte(largeTable(rows, 1)), 0) // waits for a reader
		}()
		if want != nil {
			wantError(t, spec, want, "save it to a file first")
		} else if pair := mustOpen(t, spec); pair.Source.Rows() != rows {
			t.Errorf("%d rows of %d", pair.Source.Rows(), rows)
		}
		<-done
	}
}

// A pipe can be read but once: it is left to whoever reads the pair.
func TestPipesAreNotRecognized(t *testing.T) {
	spec := planeSpec(t)
	content := testutil.Must(os.ReadFile(spec.Source))
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

// A guess about thousands in a pipe needs a column whose fractions all have three decimals.
func TestThousandsInPipes(t *testing.T) {
	for content, want := range map[string]bool{
		"a,y\n1.250,u\n2.300,v\n7,u\n":  true,
		"a,y\n1.25,u\n2.3,v\n7.125,u\n": false,
	} {
		path, w := pipe(t)
		w.Close()
		go func() { _ = os.WriteFile(path, []byte(content), 0) }() // waits for a reader
		spec := DefaultSpec(FilesName)
		spec.Source, spec.Label = path, "y"
		_, guesses, err := SumRows(t.Context(), spec, SumOptions{}, nil)
		testutil.NoError(t, err)
		if got := strings.Contains(strings.Join(guesses, "\n"), "thousands"); got != want {
			t.Errorf("%q: said %v", content, got)
		}
	}
}
