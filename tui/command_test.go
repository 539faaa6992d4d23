package tui

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"larui/model/testutil"
	"larui/tui/session"
)

// panels returns what a frame of 120 columns shows of the state: the panels and the
// controls. Before them stands what the last turn did, below them what can be pressed.
func (d *desk) panels(frame string) string {
	lines := strings.Split(strings.TrimRight(frame, "\n"), "\n")
	shown := *d.scene
	shown.Width, shown.Height = 120, len(lines)
	return strings.Join(lines[shown.Body().Y:len(lines)-1], "\n")
}

// copied turns every control a little and the looks, and returns the command line that
// y copies in a view, and what the screen then shows of the state.
func (d *desk) copied(rng *rand.Rand, name string) (command, panels string) {
	d.t.Helper()
	d.profile = termenv.TrueColor
	d.scene.ColourOption = "always"
	for _, c := range d.scene.Controls() {
		before := c.Get(d.scene.State)
		d.scene.Focus = c.Name
		for _, key := range []string{"right", "left"} {
			for range 1 + rng.IntN(2) {
				if c.Get(d.scene.State) == before || c.Values == nil {
					d.press(key)
				}
			}
			if c.Get(d.scene.State) != before {
				break
			}
		}
		if c.Get(d.scene.State) == before && d.scene.Limits.D > 1 {
			d.t.Errorf("%s can't be turned from %s", c.Name, before)
		}
	}
	d.settle()
	for range 1 + rng.IntN(4) {
		d.press("T")
	}
	for range rng.IntN(3) {
		d.press("G")
	}
	d.show(name)
	// A fresh screen has no turn behind it, and λ focused.
	d.host.Scene.Focus = "lambda"
	d.scene.Before, d.scene.Update.Elapsed = nil, 0
	d.press("y")
	command = strings.TrimPrefix(d.scene.Message, "copied, if the terminal allows it: ")
	d.scene.Message, d.frame = "", nil
	return command, d.panels(d.View())
}

// The copied command line shows the same screen in a shell: pair, state, view, theme and
// glyphs; for pairs of every kind with what can be given away from its default, and
// files whose names a shell would take apart.
func TestCopiedCommandRuns(t *testing.T) {
	testutil.SkipInShort(t)
	if runtime.GOOS == "windows" {
		t.Skip("needs a POSIX shell")
	}
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", filepath.Join(bin, "larui"), "larui/cmd/larui").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("COLORFGBG", "15;0")
	t.Setenv("XDG_CONFIG_HOME", t.TempDir()) // where nothing is settled
	folder := filepath.Join(t.TempDir(), `it's a "folder" with $blanks`)
	testutil.NoError(t, os.Mkdir(folder, 0o700))
	options := make([]string, 3)
	for i, name := range []string{"source", "target", "validation"} {
		var rows strings.Builder
		rows.WriteString("id,\"a, b\",b,c,kind\n")
		for row := range 40 {
			fmt.Fprintf(&rows, "%d,%d,%d,%v,%d\n", row, row*row%11, row%5, float64(row%7+i)/3, row%3)
		}
		path := testutil.WriteFile(t, filepath.Join(folder, name+" λ.csv"), rows.String())
		options[i] = session.ShellQuote(name + "=" + path)
	}
	pair := options[0] + " " + options[1]
	for i, c := range []struct{ view, line string }{
		{"theory", "glyphs n=60 m=50 classes=2,5,7 bias=false"},
		{"data", "rotated-regression n=60 m=60"},
		{"map", "rotated-gaussian n=60 m=60"},
		{"convergence", "wide-gaussian n=60 m=60"},
		{"lambda", "rotated-gaussian n=60 m=60"},
		{"target", "subspace n=60 m=60"},
		{"spectrum", pair + " " + options[2] +
			` label=kind 'drop=id,"a, b"' task=multiclass bias=false standardize=domain scale=source`},
		{"explore", pair + ` label=kind 'features=c,"a, b"' task=regression scale-label=true validation-size=7`},
	} {
		d := newDesk(t, opening(t, c.line))
		if d.scene.Solution == nil {
			t.Fatalf("%s: %v", c.line, d.scene.Update.Err)
		}
		command, want := d.copied(rand.New(rand.NewPCG(11, uint64(i))), c.view)
		var out, errs bytes.Buffer
		shell := exec.Command("sh", "-c", command+" --snapshot=120x36")
		shell.Stdout, shell.Stderr = &out, &errs
		if err := shell.Run(); err != nil {
			t.Fatalf("%s: %v\n%s", command, err, errs.String())
		}
		testutil.Equal(t, d.panels(out.String()), want, command)
	}
}
