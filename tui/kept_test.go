package tui

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"larui/datasets"
	"larui/tui/session"
	"larui/tui/view"
)

// kept is what the explorer keeps at its end, in text.
func (d *desk) kept() (text []byte) {
	d.t.Helper()
	err := d.host.End(view.Keeping{Keep: func(kept []byte, _ session.State) error {
		text = kept
		return nil
	}})
	if err != nil {
		d.t.Fatal(err)
	}
	return text
}

// resumed is a desk that goes on from what was kept.
func resumed(t testing.TB, last []byte) *desk {
	t.Helper()
	return newDesk(t, session.Opening{}, func(h *view.Host) {
		if err := h.Furnish(view.Keeping{Last: last}, ""); err != nil {
			t.Fatal(err)
		}
	})
}

// frames are those of several sizes, but for the time that the solution took.
func (d *desk) frames() string {
	d.scene.Update.Elapsed = 0
	var all []string
	for _, size := range [][2]int{{120, 36}, {200, 50}, {80, 24}, {60, 20}} {
		d.resize(size[0], size[1])
		all = append(all, d.picture())
	}
	return strings.Join(all, "\n")
}

// ownFolders gives the test folders of settings and of cached things of its own.
func ownFolders(t testing.TB) {
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "HOME", "AppData", "LocalAppData"} {
		t.Setenv(name, t.TempDir())
	}
}

// What is kept is opened again to the same frame, in every view, whatever was turned,
// pinned, trained and looked at; and is kept again as it was.
func TestKeptFrames(t *testing.T) {
	ownFolders(t)
	bare := files(t)
	text, err := os.ReadFile(bare.Spec.Target)
	if err != nil {
		t.Fatal(err)
	}
	unlabelled := regexp.MustCompile(`(?m),[01]$`).ReplaceAll(text, nil)
	if err := os.WriteFile(bare.Spec.Target, unlabelled, 0o600); err != nil {
		t.Fatal(err)
	}
	pairs := map[string]session.Opening{
		"gaussian": small(t), "glyphs": opening(t, "glyphs n=100 m=60 classes=0,6"),
		"regression": opening(t, "rotated-regression n=50 m=50"), "files": files(t), "unlabelled": bare,
	}
	if folder := os.Getenv("LARUI_DATA"); folder != "" {
		pairs["digits"] = opening(t, "mnist-usps classes=3,8 data="+session.Quote(folder))
	}
	for name, o := range pairs {
		t.Run(name, func(t *testing.T) {
			o.Spec.Cache = datasets.CacheFolder()
			d := newDesk(t, o, (*view.Host).KeepSessions)
			requireKept(t, d)
			d.press(">", ">", "m", ">")
			d.settle()
			for _, step := range []struct {
				view string
				keys []string
			}{
				{"target", []string{"tab"}}, {"spectrum", []string{"J", "J", "v"}}, {"convergence", []string{"x", "X", ","}},
				{"convergence", []string{",", ",", "m", "esc"}}, {"lambda", []string{"v", "c", "i"}},
				{"rivals", []string{"x", "down", "v", "v", "X"}}, {"theory", []string{"pgdown", "u"}}, {"data", []string{"v", "J"}},
				{"map", []string{"up", "left", "c", "v"}}, {"explore", nil}, {"explore", []string{"w", "r"}},
			} {
				d.show(step.view)
				d.press(step.keys...)
				d.settle()
				requireKept(t, d)
			}
		})
	}
}

func requireKept(t *testing.T, d *desk) {
	t.Helper()
	text := d.kept()
	again := resumed(t, text)
	if want, got := d.frames(), again.frames(); got != want {
		t.Errorf("kept\n%s\nis opened again as\n%s", want, got)
	}
	if got := again.kept(); string(got) != string(text) {
		t.Errorf("kept again as\n%s\nwas\n%s", got, text)
	}
}
