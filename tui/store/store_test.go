//go:build unix

package store

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"larui/model/must"
)

func TestReplace(t *testing.T) {
	folder := t.TempDir()
	path := must.Write(t, filepath.Join(folder, "figure.svg"), "old")
	link := filepath.Join(folder, "link.svg")
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	must.Succeed(t, Replace(link, []byte("new"), 0o644))
	b, _ := os.ReadFile(path)
	info, err := os.Stat(path)
	if string(b) != "new" || err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%q, %v, %v", b, info.Mode(), err)
	}
	if to, err := os.Readlink(link); err != nil || to != path {
		t.Errorf("the link points to %q, %v", to, err)
	}
	nowhere := filepath.Join(t.TempDir(), "nowhere.svg")
	must.Succeed(t, os.Symlink("gone.svg", nowhere))
	if err := Replace(nowhere, []byte("new"), 0o644); err == nil || !strings.Contains(err.Error(), "a link to gone.svg, which is not there") {
		t.Errorf("a link to nowhere: %v", err)
	}
	if err := Replace(os.DevNull, []byte("new"), 0o644); err == nil || !strings.Contains(err.Error(), "not an ordinary file") {
		t.Errorf("a device: %v", err)
	}
	if left, _ := os.ReadDir(folder); len(left) != 2 {
		t.Errorf("left behind: %v", left)
	}
}

// childFile is the environment variable with the file that a child process replaces.
const childFile = "LARUI_TEST_REPLACE"

// A write that fails half-way, as on a full disk, leaves only the old file. The test runs
// itself as a process that may write a few blocks only.
func TestReplaceHalfWay(t *testing.T) {
	if file := os.Getenv(childFile); file != "" {
		if err := Replace(file, make([]byte, 1<<20), 0o644); err == nil || !strings.Contains(err.Error(), "writing "+file) {
			t.Errorf("replacing beyond the limit: %v", err)
		}
		return
	}
	file := must.Write(t, "figure.svg", "old")
	child := exec.Command("sh", "-c", `ulimit -f 8 && exec "$0" -test.run='^TestReplaceHalfWay$'`, os.Args[0])
	child.Env = append(os.Environ(), childFile+"="+file)
	if out, err := child.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if b, err := os.ReadFile(file); err != nil || string(b) != "old" {
		t.Errorf("the old file is %q, %v", b, err)
	}
	if left, err := os.ReadDir(filepath.Dir(file)); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
