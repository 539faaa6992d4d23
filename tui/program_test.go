package tui

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"
	_ "pgregory.net/rapid" // has the flag by which tests are made longer

	"larui/datasets"
	"larui/model/testutil"
	"larui/tui/chart"
	"larui/tui/frame"
	"larui/tui/session"
	"larui/tui/stage"
)

func TestTypeExactValue(t *testing.T) {
	d := newDesk(t, small(t))
	// The keys, λ then and whether a value is typed, and what shows. Any editing key works, of any terminal and with
	// the cursor anywhere; alt+esc is two keys at once.
	for _, row := range testutil.ParseTable(`
		= 7 x | 1 typing | 7x
		enter | 1 typing
		backspace 5 enter | 75
		= q | 75 typing
		esc | 75
		= 1 5 left 3 | 75 typing | 13▏5
		alt+esc | 75
		= 1 5 left alt+d alt+delete delete ctrl+w ctrl+k ctrl+u home end alt+b alt+f | 75 typing
		enter | 75`) {
		for key := range strings.FieldsSeq(row[0]) {
			d.press(key)
			d.requireFits()
		}
		d.requireSeen(row[2:]...)
		typing := map[bool]string{true: " typing"}[d.scene.Typing]
		testutil.Equal(t, fmt.Sprint(d.scene.State.Params.Lambda)+typing, row[1], row[0])
		testutil.Equal(t, d.host.MustQuit, false, row[0])
	}
	d.host.Scene.Focus = "k"
	d.press("=", "3", "enter")
	if d.scene.State.Params.K != 1 || d.scene.EntryErr == nil {
		t.Error("k = 3 is set where d = 2")
	}
	d.settle()
}

// Letters that arrive in one message are as many keys, and pasted ones a text; a control
// shows its turn before that is solved.
func TestKeysThatArriveTogether(t *testing.T) {
	d := newDesk(t, small(t))
	d.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("##>#")})
	d.requireSeen("◂    3 ▸")
	d.host.Scene.Focus = "lambda"
	d.press("=")
	d.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("12")})
	d.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("34"), Paste: true})
	d.run("enter")
	if s := d.scene.State; s.Spec.Seed != 3 || s.Params.Lambda != 1234 {
		t.Errorf("seed %d and λ = %v, want 3 and 1234", s.Spec.Seed, s.Params.Lambda)
	}
}

// Number keys zoom, Esc goes back; the map stands on the dashboard in the place of the
// theory where it is selected: its title says what brings that back, and so does Esc; 1
// does it at once.
func TestPanelsZoomAndBack(t *testing.T) {
	d := newDesk(t, small(t))
	d.press("d")
	whole := d.picture()
	for _, row := range testutil.ParseTable(`
		2 | 2 spectrum | 7 theory
		esc | 7 theory | 5 map
		5 | › 5 map | 7 theory
		1 | As λ grows | 5 map
		d | 7 theory | 5 map
		5 | › 5 map | 7 theory
		esc | › 5 map of k and k̃ (w: 7 theory) | k̃ = 1 leaves
		w | › 7 theory | 5 map
		W | › 5 map of k and k̃ (w: 7 theory) | › 7`) {
		key, shows, hides := row[0], row[1], row[2]
		d.press(key)
		if key == "esc" && shows[:1] != "7" {
			d.requireSeen("the map has replaced the theory: w shows the theory again")
		}
		d.settle()
		d.requireSeen(shows)
		if strings.Contains(d.View(), hides) {
			t.Errorf("after %s %q stands in\n%s", key, hides, d.View())
		}
	}
	for _, v := range frame.NewViews() {
		info := v.Info()
		d.run(info.Key)
		d.requireSeen("› " + info.Key + " ")
		if d.picture() == whole {
			t.Errorf("%s shows no view", info.Key)
		}
		d.press("esc")
		if d.scene.Zoom {
			t.Errorf("Esc does not leave the view %s", info.Name)
		}
	}
	d.press("1")
	// The size, the keys, what shows, and whether the source does.
	for _, row := range testutil.ParseTable(`
		60x20 | w | ╲ LAR | source
		120x36 |  | Target: × | source
		120x36 | w | Source: labels known | source
		120x36 | W | Target: × | source
		80x24 |  | Target: ×
		80x24 | w | ┄┄ no adaptation ─ ╲ LAR ─ | source
		100x30 |  | Target: × | source
		99x30 | d | 0 target domain
		120x36 | P | ╲ LAR | source
		120x36 | W | Target: ×
		120x36 | w | ╲ LAR | source
		80x24 | + | Target: ×
		80x24 | esc | ╲ LAR | source
		80x24 | W | Target: ×
		80x24 | w | ╲ LAR | source
		80x24 | w | As LAR trains
		80x24 | W | ╲ LAR | source
		80x24 | P | 0 target domain
		60x20 | 1 | Target: ×
		60x20 | + | Esc back
		80x24 | esc | w next panel (1/5)
		80x24 | w w | w next panel (3/5)`) {
		var w, h int
		testutil.Must(fmt.Sscanf(row[0], "%dx%d", &w, &h))
		d.resize(w, h)
		d.press(strings.Fields(row[1])...)
		testutil.Equal(t, strings.Contains(d.View(), "Source: labels known"), len(row) == 4, row)
		d.requireSeen(row[2])
	}
	d.press(" ") // which shows what moves
	d.requireSeen("w next panel (1/5)")
	d.settle()
}

// G goes through the glyphs, T through the themes, and back to the first.
func TestLooksByKey(t *testing.T) {
	d := newDesk(t, small(t))
	first := d.picture()
	for _, want := range []chart.Glyphs{chart.Block, chart.ASCII, chart.Braille} {
		d.press("G")
		picture := d.picture()
		if ascii := !strings.ContainsFunc(picture, func(r rune) bool { return r > '~' }); d.scene.Glyphs != want || ascii != (want == chart.ASCII) {
			t.Errorf("G shows %s, want %s; all ASCII: %t", d.scene.Glyphs, want, ascii)
		}
	}
	themes := map[chart.Theme]bool{}
	for range 5 {
		d.press("T")
		themes[d.scene.Theme] = true
	}
	if d.picture() != first || len(themes) != 5 {
		t.Errorf("the keys lead through %d themes, and back: %t", len(themes), d.picture() == first)
	}
}

// A command line too long for the sentence is shown whole, over the panels, until Esc.
func TestLongMessage(t *testing.T) {
	d := newDesk(t, small(t))
	d.run("]", "i", "t", ")", "#", "a")
	d.resize(60, 20)
	d.press("y")
	shown := strings.Join(strings.Fields(strings.NewReplacer("│", " ", "\n", " ").Replace(d.View())), " ")
	testutil.Contains(t, shown, d.scene.CommandLine())
	d.press("2", "y", "esc")
	if d.scene.Message != "" || !d.scene.Zoom {
		t.Errorf("Esc does not just close it: zoomed %t, %q", d.scene.Zoom, d.scene.Message)
	}
}

// The bottom line names what works now, and how to see more outlasts the first turn.
func TestBottomLine(t *testing.T) {
	d := newDesk(t, small(t))
	d.press("d")
	usual := "+ zoom, o open, ? help, q quit"
	for _, c := range []struct {
		key       string
		w         int
		has, lack string
	}{
		{"esc", 120, usual, "u undo, r reset, Esc back"},
		{">", 120, usual, "U redo"},
		{"m", 200, "u undo, r reset", "U redo"},
		{"u", 200, "U redo", "u undo"},
	} {
		d.resize(c.w, 36)
		d.run(c.key)
		lines := strings.Split(d.picture(), "\n")
		last := lines[len(lines)-1]
		for _, hint := range strings.Split(c.has+", "+c.lack, ", ") {
			testutil.Equal(t, strings.Contains(last, hint), strings.Contains(c.has, hint), c.key, hint, last)
		}
	}
}

// A pair that can't be opened ends the program, which then says why.
func TestFailedOpeningQuits(t *testing.T) {
	d := newDesk(t, opening(t, "rotated-gaussian n=1"))
	if !d.host.MustQuit || d.scene.Update.Err == nil {
		t.Errorf("quitting %t, error %v", d.host.MustQuit, d.scene.Update.Err)
	}
}

// What comes behind q is not looked at.
func TestNothingFollowsQuitting(t *testing.T) {
	d := newDesk(t, small(t))
	d.press("q")
	state := d.scene.State
	for _, msg := range []tea.Msg{
		tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("][><3o")}, tea.KeyMsg{Type: tea.KeyRight}, tea.WindowSizeMsg{Width: 1, Height: 1},
	} {
		if _, cmd := d.Update(msg); cmd == nil || cmd() != tea.Quit() {
			t.Errorf("after %v it does not quit", msg)
		}
	}
	if frame.OverlayOf[*frame.Opener](d.scene).Shown || d.scene.Width == 1 || !d.scene.State.Equal(state) {
		t.Errorf("keys were taken after q: %+v", d.scene.State)
	}
}

// Keys, pastes, mouse events, sizes and openings never panic, and every frame fits: 25 events for
// each of -rapid.checks, from each of three pairs on.
func TestMashedKeysAndMouse(t *testing.T) {
	checks, seed := testutil.Must(strconv.Atoi(flag.Lookup("rapid.checks").Value.String())), testutil.Must(strconv.ParseUint(flag.Lookup("rapid.seed").Value.String(), 10, 64))
	for i, open := range []func(testing.TB) session.Opening{
		func(t testing.TB) session.Opening { return opening(t, "rotated-gaussian n=30 m=30") },
		func(t testing.TB) session.Opening { return opening(t, "rotated-regression n=30 m=30") },
		files,
	} {
		mash(t, open(t), 25*checks, 3*seed+uint64(i))
	}
}

func mash(t *testing.T, first session.Opening, events int, seed uint64) {
	testutil.UseOwnFolders(t)
	t.Setenv("LARUI_DATA", t.TempDir())
	t.Chdir(t.TempDir()) // for the files that it happens to name
	d := newDesk(t, first, (*frame.Host).CacheSessions)
	keys := keyboard()
	for range 5 { // what does something, more often
		for _, key := range keyboard() {
			if len(key) == 1 {
				keys = append(keys, key)
			}
		}
	}
	keys = append(keys, "alt+d", "alt+b", "alt+delete", "~/", "enter", "esc", "tab")
	buttons := []tea.MouseButton{tea.MouseButtonLeft, tea.MouseButtonLeft, tea.MouseButtonRight, tea.MouseButtonNone, tea.MouseButtonWheelUp, tea.MouseButtonWheelDown, tea.MouseButtonWheelLeft}
	rng := rand.New(rand.NewPCG(5, 6+seed))
	views := frame.NewViews()
	const drawn = 20
	place := func(side int) int { // borders and outside as often as all others
		if border := []int{-1, 0, 1, side - 2, side - 1, side}; rng.IntN(2) == 0 {
			return border[rng.IntN(len(border))]
		}
		return rng.IntN(side+5) - 2
	}
	for i := range events {
		switch rng.IntN(20) {
		case 0:
			d.resize(rng.IntN(150), rng.IntN(50))
		case 1:
			d.resize(stage.MinWidth+rng.IntN(90), stage.MinHeight+rng.IntN(30))
		case 2, 3, 4, 5, 6, 7, 8:
			for range 1 + rng.IntN(4) { // a picture that is pointed at and left again
				d.Update(tea.MouseMsg{
					X: place(d.scene.Width), Y: place(d.scene.Height),
					Action: tea.MouseAction(rng.IntN(3)), Button: buttons[rng.IntN(len(buttons))],
				})
			}
		case 9:
			pasted := []rune(strings.Repeat(keys[rng.IntN(len(keys))], 1+rng.IntN(300)) + "\x03\n\x1b[A")
			d.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: pasted, Paste: true})
		case 10, 11: // out of a text or a list, where most of what follows would stay
			d.press("esc", "esc")
		case 12:
			d.press(views[rng.IntN(len(views))].Info().Key)
		default:
			d.press(keys[rng.IntN(len(keys))])
		}
		d.host.MustQuit = false
		// Larger pairs take time that teaches nothing here.
		if o := d.scene.Opening; o == "glyphs" || o == "subspace" {
			d.press("esc")
		}
		if s := &d.scene.State; s.Spec.N > 100 || s.Spec.M > 100 || s.Params.Epochs > 1e5 {
			s.Spec.N, s.Spec.M, s.Params.Epochs = 30, 30, 100
			d.host.RequestJobs()
		}
		for _, msg := range d.heard() {
			d.Update(msg)
		}
		if i%drawn == 0 {
			d.requireFits()
		}
	}
	d.settle()
}

// Keys that come before the first pair is there neither end the program nor change how that opens.
func TestKeysWhileLoading(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 20 {
		d := &desk{newProgram(terminalLook{profile: termenv.Ascii}, small(t)), t}
		d.resize(120, 36)
		d.Init()
		d.Update(session.Update{Generation: 1, Progress: &datasets.Progress{}})
		keys := []string{"+", "esc"}
		for range 20 {
			key := keyboard()[rng.IntN(len(keyboard()))]
			if !slices.Contains([]string{"q", "ctrl+c", "esc", "-"}, key) {
				keys = append(keys, key)
			}
		}
		d.run(keys...)
		if d.host.MustQuit || d.scene.Solution == nil || d.scene.Update.Err != nil || !d.scene.State.Equal(d.scene.Start) {
			t.Errorf("after %q: quits %v, error %v", keys, d.host.MustQuit, d.scene.Update.Err)
		}
		d.host.Close()
	}
}

// A snapshot of a view that takes long says how far that is: ten seeds, and the map of
// two k and two k̃.
func TestSnapshotProgress(t *testing.T) {
	for view, total := range map[string]int64{"lambda": 10, "map": 4} {
		said := map[int64][]int64{} // what is done, by total
		opts := Options{Opening: small(t), View: view, Colour: "never"}
		quiet, _, err := Snapshot(t.Context(), opts, 120, 36)
		testutil.NoError(t, err)
		opts.Progress = func(stage string, done, total int64) {
			if stage == "" {
				t.Errorf("%s: nothing is said to be done", view)
			}
			said[total] = append(said[total], done)
		}
		if got, _, err := Snapshot(t.Context(), opts, 120, 36); err != nil || got != quiet {
			t.Errorf("%s: another frame where somebody listens, error %v", view, err)
		}
		if done := said[total]; len(done) == 0 || !slices.IsSorted(done) || done[len(done)-1] != total {
			t.Errorf("%s: of %d there are done %v", view, total, said)
		}
	}
}
