package tui

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"larui/tui/frame"
	"larui/tui/overlay/export"
)

// O names a file, Tab names others, Enter writes: nothing waits for that, Esc gives it up,
// and what is there already is replaced where y says so and not by any other key.
func TestExport(t *testing.T) {
	d := newDesk(t, small(t))
	t.Chdir(t.TempDir())
	var asked export.Request
	proceed := make(chan error)
	d.host.Scene.Writer.Exporter = func(ctx context.Context, r export.Request) (int, error) {
		asked = r
		r.Progress("solving", 1, 4)
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case err := <-proceed:
			return 7, err
		}
	}
	hear := func(until func() bool) {
		for !until() {
			d.Update(d.listen())
		}
	}
	ended := func() bool { return d.scene.Writer.Now == nil }
	d.press("O")
	for _, name := range []string{"-target.svg", "-target.pdf", "-target.png", "-predictions.csv", "-target.csv", "-model.json", "-model.npz", "-solution.json", "-target.svg"} {
		d.requireFits()
		d.requireSeen("rotated-gaussian" + name + "▏")
		d.requireSeen("› " + name[1:] + " ")
		d.press("tab")
	}
	d.press("shift+tab", "enter")
	d.requireSeen("rotated-gaussian-target.svg …; Esc cancels")
	hear(func() bool { return d.scene.Writer.Now.Total > 0 })
	d.requireSeen("writing 25 %")
	d.press(">")
	d.settle()
	if d.scene.State.Params.Lambda == asked.State.Params.Lambda || !filepath.IsAbs(asked.File) || asked.View != "target" || asked.Kind != export.View {
		t.Errorf("λ can't be turned, or asked is %+v", asked)
	}
	for _, key := range []string{"O", "q"} {
		if d.press(key); d.host.Quitting {
			t.Errorf("%s quits while a file is on its way", key)
		}
		d.requireSeen("is still being written: Esc cancels that")
	}
	d.press("esc")
	hear(ended)
	d.requireSeen("nothing was written: cancelled")

	if err := os.WriteFile("there.csv", []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	write := func(file string) {
		d.press("4", "O", "ctrl+u", "ctrl+k")
		d.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(file), Paste: true})
		d.press("enter")
	}
	for _, key := range []string{"n", "enter", "esc", "Y", " "} {
		write("there.csv")
		d.requireSeen("it is there already: y replaces it, any other key does not")
		if d.press(key); d.scene.Writer.Now != nil || !frame.OverlayOf[*frame.Export](d.scene).Shown || frame.OverlayOf[*frame.Export](d.scene).Asks {
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
	if d.requireSeen("wrote lambda in numbers to " + asked.File); asked.View != "lambda" || asked.Kind != export.View || d.scene.Writer.Now != nil {
		t.Errorf("asked is %+v", asked)
	}
	for file, says := range map[string]string{"a.doc": "a name has to end in .svg", ".": "is a folder", "none/a.svg": "there is no folder none", "": "name a file"} {
		write(file)
		if d.requireSeen(says); d.scene.Writer.Now != nil || !frame.OverlayOf[*frame.Export](d.scene).Shown {
			t.Errorf("%q is written", file)
		}
		d.press("esc")
	}
	// What it is told by the name.
	for file, kind := range map[string]export.Kind{
		"A-Model.JSON": export.Model, "a.json": export.Solution, "x.npz": export.Model, "my-predictions.csv": export.Predictions, "~/p.CSV": export.View,
	} {
		if at, got, _, err := export.Check(file); err != nil || got != kind || strings.Contains(at, "~") {
			t.Errorf("%s is %s, kind %d, %v", file, at, got, err)
		}
	}
	// The kind selected stays so whatever is typed, as long as its files have such an ending.
	*frame.OverlayOf[*frame.Export](d.scene) = frame.Export{}
	for _, c := range []struct {
		tabs int
		file string
		kind export.Kind
		says string
	}{
		{3, "foo.csv", export.Predictions, "wrote 7 predictions to "},
		{0, "b.CSV", export.Predictions, "wrote 7 predictions to "},
		{1, "my-predictions.csv", export.View, "wrote lambda in numbers to "},
		{1, "foo.json", export.Model, "wrote the model to "},
		{0, "foo.npz", export.Model, "wrote the model to "},
		{0, "foo.pdf ", export.View, "wrote lambda as a figure to "},
		{0, "model.json", export.Model, "wrote the model to "},
		{2, "solved-model.json", export.Solution, "wrote all that is solved to "},
	} {
		d.press("4", "O")
		for range c.tabs {
			d.press("tab")
		}
		d.press("esc")
		write(c.file)
		go func() { proceed <- nil }()
		hear(ended)
		if d.requireSeen(c.says); asked.Kind != c.kind || filepath.Base(asked.File) != strings.TrimSpace(c.file) {
			t.Errorf("%s: asked is %+v", c.file, asked)
		}
	}
	write("last.svg") // is given up with all else
}
