package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"larui/datasets"
	"larui/model/testutil"
)

// ownCache gives a test a cache folder that is still empty.
func ownCache(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, folder)
	}
}

// entries lists what is kept, by the time of its last use.
func entries(t *testing.T) map[string]time.Time {
	t.Helper()
	paths := testutil.Must(filepath.Glob(filepath.Join(datasets.CacheFolder(), "*")))
	used := map[string]time.Time{}
	for _, path := range paths {
		info := testutil.Must(os.Stat(path))
		used[path] = info.ModTime()
	}
	return used
}

// planes writes a pair of files of 40 rows and returns the flags that open it.
func planes(t *testing.T) []string {
	table := func(shift float64) string {
		var b strings.Builder
		b.WriteString("a,b,c,y\n")
		for i := range 40 {
			x, y := float64(i*i%13)-6, float64(i%7)-3
			fmt.Fprintf(&b, "%v,%v,%v,%d\n", x+shift*y, y, x*y/5+shift, 1-2*(i*i%13/7))
		}
		return b.String()
	}
	return argv("--source % --target % --validation-size 5", testutil.WriteFile(t, "source.csv", table(0)), testutil.WriteFile(t, "target.csv", table(0.4)))
}

// times are what differs from call to call.
var times = regexp.MustCompile(`"(loadMs|prepareMs|solveMs)": [0-9.e-]+|opened in .*`)

// Every command prints the same from the cache as without it, and is told by
// --no-cache to leave it alone.
func TestCachedPairs(t *testing.T) {
	pair := planes(t)
	for _, command := range [][]string{
		argv("solve --format json %", pair),
		argv("solve %", pair),
		argv("sweep --k 1,2 --ktilde 1,2 --format json %", pair),
		argv("align --format json %", pair),
		argv("align --format json %", pair[:2]),
		argv("--snapshot 120x36 --colour never %", pair),
	} {
		t.Run(strings.Join(command[:3], " "), func(t *testing.T) {
			ownCache(t)
			call := func(line string) string { return times.ReplaceAllString(mustRun(t, line, command), "") }
			without := call("% --no-cache")
			if kept := entries(t); len(kept) > 0 {
				t.Fatalf("--no-cache keeps %v", kept)
			}
			testutil.Equal(t, call("%"), without)
			if kept := entries(t); len(kept) != 1 {
				t.Fatalf("kept are %d entries, want one", len(kept))
			}
			old := time.Now().Add(-time.Hour)
			for path := range entries(t) {
				testutil.NoError(t, os.Chtimes(path, old, old))
			}
			call("% --no-cache")
			for path, used := range entries(t) {
				if time.Since(used) < 30*time.Minute {
					t.Errorf("--no-cache uses %s", path)
				}
			}
			testutil.Equal(t, call("%"), without)
			for path, used := range entries(t) {
				if time.Since(used) > 30*time.Minute {
					t.Errorf("%s is not used", path)
				}
			}
		})
	}
}

// larui get brings a set to where larui looks for it, leaves alone what is there, and says
// in one line what it could not fetch.
func TestGet(t *testing.T) {
	folder, known := temp(t, "a folder"), os.Getenv("LARUI_DATA")
	t.Setenv("LARUI_DATA", folder)
	server := httptest.NewServer(http.FileServer(http.Dir(known)))
	defer server.Close()
	refused(t, strings.NewReplacer("$server", server.URL, "$file", testutil.WriteFile(t, "file", "")), `
		2 get | a set (mnist-usps, usps-mnist, bike)
		2 get minst | not "minst"
		2 get bike mnist-usps | at most one NAME
		2 get bike --from ftp://mirror | --from ftp://mirror
		2 get bike --from '' | --from ""
		1 get bike --from $server/nowhere | fetching bike/hour.csv: 127.0.0.1:
		1 get bike --dir $file/x | not a directory`)
	if _, _, stderr := larui(t, "solve mnist-usps"); !strings.Contains(stderr, "larui get mnist-usps") || !strings.Contains(mustRun(t, "pairs"), "larui get mnist-usps") {
		t.Errorf("nothing is said of larui get but %q", stderr)
	}
	t.Setenv("LARUI_DATA", known)
	dataFolder(t)
	t.Setenv("LARUI_DATA", folder)
	for _, says := range []string{"hour.csv  from 127.0.0.1:", "hour.csv  already there"} {
		out := mustRun(t, "get bike --from %", server.URL)
		if !strings.Contains(out, says) || !strings.HasSuffix(out, "The files are in "+folder+". Now: larui repro table1\n") {
			t.Errorf("it says %q", out)
		}
	}
	testutil.Contains(t, mustRun(t, "repro table1 --data % --seeds 1 --no-journal", folder), "Bike Sharing")
}

// What the explorer fetches comes from where larui get has it, or is an error.
func TestFetching(t *testing.T) {
	var data string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if data == "" {
			http.Error(w, "gone", http.StatusGone)
			return
		}
		http.FileServer(http.Dir(data)).ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	folder := t.TempDir()
	spec := datasets.DefaultSpec("mnist-usps")
	spec.Data = folder
	silent := func(datasets.Progress) {}
	err := newFetch(server.URL)(context.Background(), spec, silent)
	if err == nil || !strings.Contains(err.Error(), "answers 410 Gone") {
		t.Errorf("from a server that has nothing: %v", err)
	}
	data = os.Getenv("LARUI_DATA")
	if data == "" {
		t.Skip("needs the digits in LARUI_DATA")
	}
	testutil.NoError(t, newFetch(server.URL)(context.Background(), spec, silent))
	if _, err := datasets.Open(context.Background(), spec, silent); err != nil {
		t.Error(err)
	}
}
