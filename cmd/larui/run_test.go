package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"larui/model/testutil"
)

// TestWrongCallsAndFailures runs the calls of testdata/refused.txt.
func TestWrongCallsAndFailures(t *testing.T) {
	good := testutil.WriteFile(t, "good.csv", plane)
	ragged := testutil.WriteFile(t, "ragged.csv", "x1,x2,label\n1,2,-1\n2,1\n")
	word := testutil.WriteFile(t, "word.csv", "x1,x2,label\n1,2,-1\n2,many,1\n")
	infinite := testutil.WriteFile(t, "infinite.csv", "x1,x2,label\n1,Inf,-1\n2,1,1\n")
	wide := testutil.WriteFile(t, "wide.csv", "x1,x2,x3,label\n1,2,3,-1\n2,1,0,1\n")
	single := testutil.WriteFile(t, "single.csv", "x1,x2,label\n1,2,1\n2,1,1\n")
	empty := testutil.WriteFile(t, "empty.csv", "")
	zeros := testutil.WriteFile(t, "zeros.csv", "x1,x2,label\n0,0,-1\n0,0,1\n")
	missing := temp(t, "missing.csv")
	folder := t.TempDir()
	figures := temp(t, "folder.svg")
	testutil.NoError(t, os.Mkdir(figures, 0o777))
	link := temp(t, "figure.svg")
	testutil.NoError(t, os.Symlink(filepath.Join(link, "nowhere"), link))
	out := filepath.Join(folder, "figure.svg")
	paths := strings.NewReplacer("$good", good, "$ragged", ragged, "$word", word, "$infinite", infinite, "$wide", wide, "$single", single,
		"$empty", empty, "$zeros", zeros, "$missing", missing, "$folder", folder, "$figures", figures, "$link", link, "$out", out)
	refused(t, paths, read("testdata/refused.txt"))
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("failed calls left %v, %v", left, err)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, args := range [][]string{{"solve"}, {"sweep"}, {"align"}, argv("repro bound --journal %", t.TempDir())} {
		var out, errs bytes.Buffer
		status := run(ctx, nil, args, &out, &errs)
		if status != statusInterrupted || out.Len() > 0 || errs.String() != "larui: interrupted\n" {
			t.Errorf("%v: status %d, stdout %q, stderr %q", args, status, out.String(), errs.String())
		}
	}
}

// A fullDisk takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space\nleft on device") }

func TestFullDisk(t *testing.T) {
	var errs bytes.Buffer
	testutil.Equal(t, run(context.Background(), nil, []string{"pairs"}, fullDisk{}, &errs), statusFailed)
	checkLine(t, errs.String())
}
