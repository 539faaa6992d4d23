//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// childFile names, in the environment, the file that a child of the test is to
// replace.
const childFile = "LARUI_TEST_REPLACE"

// A write that fails half-way, as on a full disk, leaves the old file and nothing
// else. The test runs itself as a process that may write a few blocks only.
func TestReplaceFileHalfWay(t *testing.T) {
	if file := os.Getenv(childFile); file != "" {
		if err := replaceFile(file, make([]byte, 1<<20)); err == nil || !strings.Contains(err.Error(), "writing "+file) {
			t.Errorf("replacing beyond the limit: %v", err)
		}
		return
	}
	folder := t.TempDir()
	file := filepath.Join(folder, "figure.svg")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	child := exec.Command("sh", "-c", `ulimit -f 8 && exec "$0" -test.run='^TestReplaceFileHalfWay$'`, os.Args[0])
	child.Env = append(os.Environ(), childFile+"="+file)
	if out, err := child.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if b, err := os.ReadFile(file); err != nil || string(b) != "old" {
		t.Errorf("the old file is %q, %v", b, err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
