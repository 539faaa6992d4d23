//go:build unix

package datasets

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A pipe can be read but once: it is left to whoever reads the pair.
func TestPipesAreNotRecognized(t *testing.T) {
	spec := planeSpec(t)
	content, err := os.ReadFile(spec.Source)
	if err != nil {
		t.Fatal(err)
	}
	spec.Source = filepath.Join(t.TempDir(), "source.csv")
	if err := syscall.Mkfifo(spec.Source, 0o600); err != nil {
		t.Skip(err)
	}
	written := make(chan error, 1)
	go func() { written <- os.WriteFile(spec.Source, content, 0) }()
	pair, key, err := OpenKeyed(context.Background(), spec, nil)
	if err != nil || key != (Key{}) || pair.Source.Rows() != 3 {
		t.Errorf("a pipe: %+v, key %x, %v", pair, key, err)
	}
	if err := <-written; err != nil {
		t.Error(err)
	}
}
