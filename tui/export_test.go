package tui

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"larui/model/testutil"
	"larui/tui/frame"
	"larui/tui/overlay/export"
)

// exports are kinds of files that are all written by one function.
func exports(write func(context.Context, export.Request) (string, error)) []export.Kind {
	return []export.Kind{
		{Ending: ".svg", Suffix: "-%s.svg", About: "%s as a figure, for the web", Content: "view", Write: write},
		{Ending: ".pdf", Suffix: "-%s.pdf", About: "%s as a figure, for LaTeX", Content: "view", Write: write},
		{Ending: "predictions.csv", Suffix: "-predictions.csv", About: "what LAR predicts", Content: export.Predictions, Write: write},
		{Ending: ".csv", Suffix: "-%s.csv", About: "%s in numbers", Content: "view", Write: write},
		{Ending: "model.json", Suffix: "-model.json", About: "the model, for larui predict", Content: "model", Write: write},
		{Ending: ".npz", Suffix: "-model.npz", About: "the model, for NumPy", Content: "model", Write: write},
		{Ending: ".json", Suffix: "-solution.json", About: "all that is solved", Content: "solution", Write: write},
	}
}

// O names a file, Tab names others, Enter writes: nothing waits for that, Esc gives it up,
// and what is there already is replaced where y says so and not by any other key.
func TestExport(t *testing.T) {
	d := newDesk(t, small(t))
	over := frame.OverlayOf[*frame.ExportOverlay](d.scene)
	t.Chdir(t.TempDir())
	var asked export.Request
	proceed := make(chan error)
	d.host.Scene.Writer.Kinds = exports(func(ctx context.Context, r export.Request) (string, error) {
		asked = r
		r.Progress("solving", 1, 4)
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case err := <-proceed:
			return "", err
		}
	})
	hear := func(until func() bool) {
		for !until() {
			d.Update(d.awaitMessage())
		}
	}
	ended := func() bool { return d.scene.Writer.Current == nil }
	d.press("O")
	for _, name := range []string{"-target.svg", "-target.pdf", "-predictions.csv", "-target.csv", "-model.json", "-model.npz", "-solution.json", "-target.svg"} {
		d.requireFits()
		d.requireSeen("rotated-gaussian" + name + "▏")
		d.requireSeen("› " + name[1:] + " ")
		d.press("tab")
	}
	d.press("shift+tab", "enter")
	d.requireSeen("rotated-gaussian-target.svg …; Esc cancels")
	hear(func() bool { return d.scene.Writer.Current.Total > 0 })
	d.requireSeen("writing 25 %")
	d.run(">")
	if d.scene.State.Params.Lambda == asked.State.Params.Lambda || !filepath.IsAbs(asked.File) || asked.View != "target" {
		t.Errorf("λ can't be turned, or asked is %+v", asked)
	}
	for _, key := range []string{"O", "q"} {
		d.press(key)
		if d.host.MustQuit {
			t.Errorf("%s quits while a file is on its way", key)
		}
		d.requireSeen("is still being written: Esc cancels that")
	}
	d.press("esc")
	hear(ended)
	d.requireSeen("nothing was written: cancelled")

	testutil.NoError(t, os.WriteFile("there.csv", []byte("old"), 0o600))
	write := func(file string) {
		d.press("4", "O", "ctrl+u", "ctrl+k")
		d.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(file), Paste: true})
		d.press("enter")
	}
	for _, key := range []string{"n", "enter", "esc", "Y", " "} {
		write("there.csv")
		d.requireSeen("this file exists already: y overwrites it, any other key keeps it")
		d.press(key)
		if d.scene.Writer.Current != nil || !over.Shown || over.AsksToReplace {
			t.Errorf("after %q it is written", key)
		}
		d.press("esc")
	}
	write("there.csv")
	d.press("y")
	go func() { proceed <- errors.New("writing there.csv: no space left on device") }()
	hear(ended)
	d.requireSeen("nothing was written: writing there.csv: no space left on device")
	write("there.csv")
	d.press("y")
	go func() { proceed <- nil }()
	hear(ended)
	d.requireSeen("wrote lambda in numbers to " + asked.File)
	if asked.View != "lambda" || d.scene.Writer.Current != nil {
		t.Errorf("asked is %+v", asked)
	}
	for file, says := range map[string]string{"a.doc": "a name has to end in .svg", ".": "is a folder", "none/a.svg": "there is no folder none", "": "name a file"} {
		write(file)
		d.requireSeen(says)
		if d.scene.Writer.Current != nil || !over.Shown {
			t.Errorf("%q is written", file)
		}
		d.press("esc")
	}
	// What it is told by the name.
	for file, of := range map[string]string{
		"A-Model.JSON": "model", "a.json": "solution", "x.npz": "model", "my-predictions.csv": export.Predictions, "~/p.CSV": "view",
	} {
		if at, got, _, err := export.CheckFile(d.scene.Writer.Kinds, file); err != nil || got.Content != of || strings.Contains(at, "~") {
			t.Errorf("%s is %s, %s, %v", file, at, got.Content, err)
		}
	}
	// The kind selected stays so, as long as its files have such an ending and the name says no other.
	*over = frame.ExportOverlay{}
	for _, row := range testutil.ParseTable(`
		tab tab | foo.csv | wrote what LAR predicts to
		| b.CSV | wrote what LAR predicts to
		tab | my-predictions.csv | wrote what LAR predicts to
		tab tab | foo.json | wrote the model to
		| foo.npz | wrote the model to
		| foo.pdf | wrote lambda as a figure to
		| model.json | wrote the model to
		tab tab | solved.json | wrote all that is solved to
		| solved-model.json | wrote the model to`) {
		d.press("4", "O")
		d.press(strings.Fields(row[0])...)
		d.press("esc")
		write(row[1])
		go func() { proceed <- nil }()
		hear(ended)
		d.requireSeen(row[2])
		testutil.Equal(t, filepath.Base(asked.File), row[1], row[1], asked)
	}
	write("last.svg") // is given up with all else
}

// What the pair was read from is not written over, by any path or link.
func TestExportSparesInputs(t *testing.T) {
	d := newDesk(t, files(t))
	spec := d.scene.State.Spec
	link := filepath.Join(t.TempDir(), "link.csv")
	if err := os.Symlink(spec.Target, link); err != nil {
		t.Skip(err)
	}
	for _, file := range []string{spec.Source, filepath.Dir(spec.Target) + "/./" + filepath.Base(spec.Target), link} {
		d.press("O", "ctrl+u", file, "enter")
		d.requireSeen("is a file of the pair: name another file")
		d.press("y")
		if d.scene.Writer.Current != nil {
			t.Errorf("%s is written over", file)
		}
		d.press("esc")
	}
}
