package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestMain gives the tests a cache folder of their own, so that they neither find
// nor leave anything in that of whoever runs them.
func TestMain(m *testing.M) {
	os.Exit(withOwnFolder(m.Run))
}

// own is the folder of the tests, for the caches and the program.
var own string

func withOwnFolder(run func() int) int {
	folder, err := os.MkdirTemp("", "larui-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	own = folder
	// The go command, which builds the program, looks for its own things beside it.
	for _, name := range []string{"GOCACHE", "GOPATH", "GOMODCACHE"} {
		value, err := exec.Command("go", "env", name).Output()
		if err == nil {
			_ = os.Setenv(name, strings.TrimSpace(string(value)))
		}
	}
	// What os.UserCacheDir and os.UserConfigDir go by on the several systems.
	for _, name := range []string{"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "HOME", "LocalAppData"} {
		_ = os.Setenv(name, folder)
	}
	return run()
}

// program is the path of the program, which is built when it is first asked for.
func program(t testing.TB) string {
	t.Helper()
	path, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

var build = sync.OnceValues(func() (string, error) {
	path := filepath.Join(own, "program", "larui") // larui alone is its cache
	out, err := exec.Command("go", "build", "-buildvcs=false", "-o", path, ".").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return path, nil
})
