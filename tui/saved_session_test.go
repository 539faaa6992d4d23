package tui

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"larui/datasets"
	"larui/model/testutil"
	"larui/tui/frame"
	"larui/tui/session"
)

// kept is what the explorer keeps at its end, in text.
func (d *desk) kept() (text []byte) {
	d.t.Helper()
	testutil.NoError(d.t, d.host.SaveAtExit(frame.UserFiles{SaveSession: func(kept []byte, _ session.State) error {
		text = kept
		return nil
	}}))
	return text
}

// resumed is a desk that goes on from what was kept.
func resumed(t testing.TB, last []byte) *desk {
	t.Helper()
	return newDesk(t, session.Opening{}, func(h *frame.Host) {
		testutil.NoError(t, h.Restore(frame.UserFiles{SavedSession: last}, ""))
	})
}

// frames are those of several sizes, but for the time that the solution took.
func (d *desk) frames() string {
	d.scene.Update.Elapsed = 0
	var all []string
	for _, size := range [][2]int{{120, 36}, {60, 20}} {
		d.resize(size[0], size[1])
		all = append(all, d.picture())
	}
	return strings.Join(all, "\n")
}

// What is kept is opened again to the same frame, in every view, whatever was turned,
// pinned, trained and looked at; and is kept again as it was.
func TestKeptFrames(t *testing.T) {
	testutil.SkipInShort(t)
	testutil.UseOwnFolders(t)
	bare := files(t)
	text := testutil.Must(os.ReadFile(bare.Spec.Target))
	unlabelled := regexp.MustCompile(`(?m),[01]$`).ReplaceAll(text, nil)
	testutil.NoError(t, os.WriteFile(bare.Spec.Target, unlabelled, 0o600))
	pairs := map[string]session.Opening{
		"gaussian": small(t), "glyphs": opening(t, "glyphs n=100 m=60 classes=0,6"),
		"regression": opening(t, "rotated-regression n=50 m=50"), "files": files(t), "unlabelled": bare,
	}
	if folder := os.Getenv("LARUI_DATA"); folder != "" {
		pairs["digits"] = opening(t, "usps-mnist classes=3,8 data="+session.ShellQuote(folder))
	}
	for name, o := range pairs {
		t.Run(name, func(t *testing.T) {
			o.Spec.Cache = datasets.CacheFolder()
			d := newDesk(t, o, (*frame.Host).CacheSessions)
			requireKept(t, d)
			d.run(slices.Concat([]string{">", ">"}, letters("pin the first"), []string{">"})...)
			for _, step := range testutil.ParseTable(`
				target | tab
				spectrum | J J v
				convergence | x X ,
				convergence | , , m esc
				lambda | v c i enter left +
				rivals | x down v v X
				theory | pgdown u
				data | v J
				map | up left c v
				explore |
				explore | P w
				explore | P w r`) {
				view, keys := step[0], strings.Fields(step[1])
				if name == "digits" && view != "target" || name == "glyphs" && !slices.Contains([]string{"target", "spectrum", "data"}, view) {
					continue // which take seconds there and show nothing of their own
				}
				d.show(view)
				d.run(keys...)
				requireKept(t, d)
			}
		})
	}
}

// The same after any keys, but for a map of an earlier state beside other panels, and
// what plays, which pauses, and how the terminal looks.
func TestKeptAfterAnyKeys(t *testing.T) {
	testutil.SkipInShort(t)
	testutil.UseOwnFolders(t)
	keys := slices.DeleteFunc(keyboard(), func(key string) bool {
		return slices.Contains([]string{"q", "ctrl+c", "ctrl+z", "T", "G", "o", "O", "s", "e", "ctrl+s", ":", "L", "?", "=", "g", "x", "X", " "}, key)
	})
	for seed := range uint64(40) {
		rng, o := rand.New(rand.NewPCG(seed, 9)), small(t)
		if seed%2 > 0 {
			o = files(t)
		}
		o.Spec.Cache = datasets.CacheFolder()
		d := newDesk(t, o)
		for range 30 {
			d.press(keys[rng.IntN(len(keys))])
			if s := d.scene.State; s.Spec.N > 300 || s.Spec.M > 300 || s.Params.Epochs > 1e5 {
				d.host.UndoTurn() // larger ones take time that teaches nothing here
			}
			d.settle()
		}
		for over := d.scene.TopOverlay(); over != nil; over = d.scene.TopOverlay() {
			*over.VisibleFlag() = false
		}
		if d.scene.Panel != "map" || d.scene.Zoom {
			d.host.RequestJobs()
			d.settle()
			requireKept(t, d)
		}
	}
}

// The history of a session ends where that was opened, but for a step.
func TestKeptHistoryEnds(t *testing.T) {
	d := newDesk(t, small(t))
	d.run(">", ">")
	again := resumed(t, d.kept())
	for _, says := range []string{"undone, λ ", "nothing to undo: the history, or the lesson's step, begins here"} {
		again.run("u")
		if said, _ := again.scene.Sentence(); !strings.HasPrefix(said, says) {
			t.Errorf("u says %q, want %q", said, says)
		}
	}
}

func requireKept(t *testing.T, d *desk) {
	t.Helper()
	text := d.kept()
	again := resumed(t, text)
	testutil.Equal(t, again.frames(), d.frames())
	if got := again.kept(); string(got) != string(text) {
		t.Errorf("kept again as\n%s\nwas\n%s", got, text)
	}
}

// What was pinned, trained and looked at is there again when a pair is come back to, by
// undo or by opening it, and is not while another is open. Its data are not held.
func TestComeBack(t *testing.T) {
	testutil.SkipInShort(t)
	o := opening(t, "glyphs n=60 m=60 classes=0,6")
	d := newDesk(t, o)
	d.press(">", "m", ">")
	d.show("rivals")
	d.run("x", "down", "v", "x")
	seen := regexp.MustCompile(`(?s)pin a  [\d.]+ %|LAR\s.* own`) // but for turns, and the time that LAR took
	here := func() string { return strings.Join(seen.FindAllString(d.frames(), -1), "\n") }
	want := here()
	testutil.Equal(t, strings.Count(want, "pin a"), 1, want)
	for name, back := range map[string]func(){
		"undo": d.host.UndoTurn,
		"open": func() {
			set := testutil.Must(session.ParseOptions(map[string]string{"lambda": "1000"}))
			d.host.OpenPair(session.Opening{Spec: o.Spec, Set: set})
		},
	} {
		d.host.OpenPair(small(t))
		d.settle()
		if strings.Contains(here(), "pin a") || d.scene.State.Spec.Name != "rotated-gaussian" {
			t.Errorf("%s: the pin is of another pair:\n%s", name, d.frames())
		}
		back()
		d.settle()
		testutil.Equal(t, here(), want, name, d.frames())
	}
}

// What is damaged, or can't be, is one line; nothing panics, and nothing is half taken.
func TestDamagedSessions(t *testing.T) {
	testutil.SkipInShort(t)
	testutil.UseOwnFolders(t)
	d := newDesk(t, opening(t, "glyphs n=60 m=60 classes=0,6"))
	d.press("m", ">")
	d.show("rivals")
	d.run("x")
	text := string(d.kept())
	for _, c := range testutil.ParseTable(`
		"larui": 3 | "larui": 1 | format 1
		"larui": 3 | "lar": 1 | damaged
		"lambda" | "lambada" | no option "lambada"
		"glyphs" | "glyph" | glyph
		"panel": "rivals" | "panel": "rival" | no view "rival"
		"turns": [ | "turns": [], "moves": [ | moves
		"selected": 0 | "selected": 99 | selected: 99
		"theory": { | "practice": { | no view "practice"
		"logX" | "logZ" | "logZ"
		"setting": 0 | "setting": 99 | setting 99
		"rival": "C | "rival": "xC | no rival
		"zoom": true | "zoom": 1 | zoom
		"name": "a" | "name": "e" | "e" is no letter of a pin`) {
		h := frame.NewHost(session.Opening{})
		defer h.Close()
		damaged := strings.Replace(text, c[0], c[1], 1)
		err := h.Restore(frame.UserFiles{SavedSession: []byte(damaged)}, "")
		if damaged == text || !errors.Is(err, frame.ErrSavedSession) || !strings.Contains(err.Error(), c[2]) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s is %v, want it to say %s", c[1], err, c[2])
		}
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		damaged := []byte(text)[:len(text)-rng.IntN(2)*rng.IntN(len(text))]
		for range rng.IntN(3) {
			damaged[rng.IntN(len(damaged))] = "0{}[]\",:-9etx"[rng.IntN(13)]
		}
		h := frame.NewHost(session.Opening{})
		defer h.Close()
		if err := h.Restore(frame.UserFiles{SavedSession: damaged}, ""); err != nil && !errors.Is(err, frame.ErrSavedSession) {
			t.Fatalf("%v of %s", err, damaged)
		}
	}
	k := strings.ReplaceAll(text, `"k": "`, `"k": "999`)
	refused := resumed(t, []byte(k))
	if err := refused.host.WrapOpenError(refused.scene.Update.Err); !refused.host.MustQuit || !errors.Is(err, frame.ErrSavedSession) || refused.kept() != nil {
		t.Errorf("a k beyond d: %v", err)
	}
}

// Paths hold in the folder in which they were given and in any other; of files that are
// others by now nothing counts as trained; and nothing is kept before all is there again.
func TestKeptFiles(t *testing.T) {
	testutil.UseOwnFolders(t)
	o := files(t)
	folder := filepath.Dir(o.Spec.Source)
	testutil.NoError(t, os.Rename(o.Spec.Target, filepath.Join(folder, "target.csv")))
	t.Chdir(folder)
	o.Spec.Source, o.Spec.Target, o.Spec.Cache = "source.csv", "target.csv", datasets.CacheFolder()
	d := newDesk(t, o)
	d.show("rivals")
	d.run(">", "x")
	requireKept(t, d)
	d.show("target") // the rivals' own view trains quick ones by itself
	text, want := d.kept(), d.frames()
	t.Chdir(t.TempDir())
	again, ridge := resumed(t, text), session.Rivals()[1]
	trained := func(d *desk) bool {
		return d.scene.Trainer.Entry(d.scene.Session, ridge).State == session.Trained
	}
	if got := again.frames(); got != want || !trained(again) {
		t.Errorf("from elsewhere it is opened, trained: %t, as\n%s\nwant\n%s", trained(again), got, want)
	}
	early := newProgram(terminalLook{profile: termenv.Ascii}, session.Opening{})
	defer early.host.Close()
	testutil.NoError(t, early.host.Restore(frame.UserFiles{SavedSession: text}, ""))
	early.Init()
	for early.scene.Solution == nil {
		if early.host.SaveAtExit(frame.UserFiles{SaveSession: func([]byte, session.State) error { t.Error("half of it is kept"); return nil }}) != nil {
			t.Error("nothing is there to be kept")
		}
		early.Update(early.awaitMessage())
	}
	rows := testutil.Must(os.ReadFile(filepath.Join(folder, "source.csv")))
	testutil.NoError(t, os.WriteFile(filepath.Join(folder, "source.csv"), rows[:len(rows)*2/3/8*8], 0o600))
	if other := resumed(t, text); other.scene.Solution == nil || trained(other) {
		t.Error("of other files there is something trained")
	}
}
