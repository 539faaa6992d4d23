//go:build unix

package store

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"larui/model/testutil"
)

func TestReplace(t *testing.T) {
	folder := t.TempDir()
	path := testutil.WriteFile(t, filepath.Join(folder, "figure.svg"), "old")
	link := filepath.Join(folder, "link.svg")
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	testutil.NoError(t, Replace(link, []byte("new"), 0o644))
	b, _ := os.ReadFile(path)
	info, err := os.Stat(path)
	if string(b) != "new" || err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%q, %v, %v", b, info.Mode(), err)
	}
	if to, err := os.Readlink(link); err != nil || to != path {
		t.Errorf("the link points to %q, %v", to, err)
	}
	nowhere := filepath.Join(t.TempDir(), "nowhere.svg")
	testutil.NoError(t, os.Symlink("gone.svg", nowhere))
	if err := Replace(nowhere, []byte("new"), 0o644); err == nil || !strings.Contains(err.Error(), "names gone.svg, which does not exist") {
		t.Errorf("a link to nowhere: %v", err)
	}
	if err := Replace(os.DevNull, []byte("new"), 0o644); err == nil || !strings.Contains(err.Error(), "only ordinary files") {
		t.Errorf("a device: %v", err)
	}
	if left, _ := os.ReadDir(folder); len(left) != 2 {
		t.Errorf("left behind: %v", left)
	}
}

// TestReplaceKeepsRights checks that the mode of a new file follows the umask, that an existing
// file keeps its owner, that a write-protected file stays unchanged, and that an old temporary file
// is removed.
func TestReplaceKeepsRights(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o077))
	path := filepath.Join(t.TempDir(), "a.csv")
	left, others, young := filepath.Join(filepath.Dir(path), ".a.csv.17"), filepath.Join(filepath.Dir(path), ".a.csv.x"), filepath.Join(filepath.Dir(path), ".a.csv.18")
	for _, name := range []string{left, others, young} {
		testutil.NoError(t, os.WriteFile(name, nil, 0o600))
		if name != young {
			testutil.NoError(t, os.Chtimes(name, time.Time{}, time.Unix(1e9, 0)))
		}
	}
	testutil.NoError(t, Replace(path, []byte("new"), 0o644))
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	found, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*"))
	testutil.Equal(t, strings.Join(found, " "), young+" "+others, found)
	if os.Geteuid() == 0 {
		testutil.NoError(t, os.Chown(path, 4321, 1234))
		testutil.NoError(t, Replace(path, []byte("newer"), 0o644))
		info, err = os.Stat(path)
		if is := info.Sys().(*syscall.Stat_t); err != nil || is.Uid != 4321 || is.Gid != 1234 {
			t.Errorf("it belongs to %d:%d", is.Uid, is.Gid)
		}
	}
	testutil.NoError(t, os.Chmod(path, 0o444))
	if err := Replace(path, []byte("x"), 0o644); err == nil || !strings.Contains(err.Error(), "write-protected") {
		t.Errorf("a write-protected file: %v", err)
	}
}

// childFile is an environment variable with the file that a child process of the test replaces.
const childFile = "LARUI_TEST_REPLACE"

// TestReplaceHalfWay checks that a write that fails in the middle, as on a full disk, leaves only
// the old file. The test runs itself as a process that may write only a few blocks.
func TestReplaceHalfWay(t *testing.T) {
	if file := os.Getenv(childFile); file != "" {
		if err := Replace(file, make([]byte, 1<<20), 0o644); err == nil || !strings.Contains(err.Error(), "writing "+file) {
			t.Errorf("replacing beyond the limit: %v", err)
		}
		return
	}
	file := testutil.WriteFile(t, "figure.svg", "old")
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
