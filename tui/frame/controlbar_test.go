package frame

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"larui/model/testutil"
	"larui/tui/chart"
	"larui/tui/session"
	"larui/tui/stage"
	"larui/tui/stage/stagetest"
)

// sizes are the sizes of a small, a usual and a full screen. allSizes has a large screen, too.
var (
	sizes    = [][2]int{{60, 20}, {80, 24}, {120, 36}}
	allSizes = append(sizes, [2]int{200, 60})
)

// bar is the row of controls on a screen of w×h cells.
func (s *desk) bar(w, h int) string {
	return s.sized(w, h).Draw().Plain()[h-2-newLayout(s.Scene).textRows]
}

// While a value is typed, however long, the other controls stay where they are, and
// what is typed last is seen, in the bar and in the sentence.
func TestTypingLeavesTheBar(t *testing.T) {
	testutil.SkipInShort(t)
	s := newStage(t, "rotated-gaussian", stagetest.SmallPair())
	const typed = "1.234567890123456e-12"
	for _, size := range [][2]int{{60, 20}, {120, 36}} {
		for _, focused := range s.Controls() {
			s.Focus = focused.Name
			before := s.sized(size[0], size[1]).ControlRegions()
			s.press("=")
			for n := 1; n <= len(typed); n++ {
				s.TypeEntry(typed[:n], n, false)
				now := s.ControlRegions()
				for j := range before {
					if now[j].rect != before[j].rect || now[j].Index != before[j].Index {
						t.Fatalf("%v: typing %s moves %s from %v to %v", size, focused.Name, now[j].label, before[j].rect, now[j].rect)
					}
				}
				testutil.Contains(t, s.bar(size[0], size[1]), typed[n-1:n]+"▏")
			}
			s.LeaveEntry()
		}
	}
	s.Focus = "lambda"
	s.press("=")
	s.TypeEntry("123.456789012345", 3, false)
	if text := s.sentence(); text != "λ = 123.456789012345: Enter sets the value, Esc cancels" {
		t.Errorf("the sentence is %q", text)
	}
}

// On every screen the selected control is seen, and where others are not, it says how
// many; the bottom line names Tab, which reaches them.
func TestEveryControlIsReached(t *testing.T) {
	testutil.SkipInShort(t)
	for _, name := range []string{"rotated-gaussian", "glyphs", "rotated-regression"} {
		s := newStage(t, name, stagetest.SmallPair())
		s.ShowAll = true
		for _, size := range sizes {
			for _, long := range []bool{false, true} {
				saved := s.State
				if long {
					p := &s.State.Params
					p.Lambda, p.L2, p.Momentum, p.Epochs = 1.2345678901e-9, 9.87654321e-7, 0.123456789, 123456789
				}
				n := len(s.Controls())
				for range n {
					s.press("tab")
					bar := s.bar(size[0], size[1])
					name := string(chart.FocusMark) + s.FocusedControl().Label
					if !strings.Contains(bar, name+" ") && !strings.Contains(bar, name+"◂") {
						t.Fatalf("%s %v: %s is selected and not in\n%s", name, size, s.FocusedControl().Name, bar)
					}
					shown := len(s.ControlRegions())
					testutil.Equal(t, strings.Contains(bar, " more"), (shown < n), name, size, shown, n, bar)
				}
				s.State = saved
			}
			const word = "Tab next"
			if lines := s.sized(size[0], size[1]).Draw().Plain(); !strings.Contains(lines[len(lines)-1], word) {
				t.Errorf("%s %v: %q is not in %q", name, size, word, lines[len(lines)-1])
			}
		}
	}
}

// The bar begins with λ, k and k̃ on every screen. Tab selects k behind λ, and says what k is.
func TestTabFollowsTheBar(t *testing.T) {
	for _, size := range allSizes {
		for _, screen := range []string{"1", "d", "P", "4"} {
			s := newStage(t, "rotated-gaussian", stagetest.SmallPair())
			s.Width, s.Height = size[0], size[1]
			s.press(screen, ">")
			var first []string
			for _, r := range s.ControlRegions()[:3] {
				first = append(first, s.Controls()[r.Index].Name)
			}
			testutil.Equal(t, strings.Join(first, " "), "lambda k ktilde", size, screen)
			s.press("tab")
			if said := s.sentence(); s.FocusedControl().Name != "k" || said != "k: how many leading directions of the source carry the label" {
				t.Errorf("%v: Tab selects %s and says %q in\n%s", size, s.FocusedControl().Name, said, s.picture())
			}
		}
	}
}

// While a control is turned over its whole range, nothing moves sideways: neither
// the axes of curves nor the arrows of the bar.
func TestNothingMovesSideways(t *testing.T) {
	testutil.SkipInShort(t)
	for _, name := range []string{"rotated-gaussian", "rotated-regression"} {
		s := newStage(t, name, stagetest.SmallPair())
		start := s.State
		for _, c := range s.Controls() {
			errors := name == "rotated-regression" // what is not written in per cent
			if c.Name == "ratio" || c.Name == "n" || c.Name == "m" || errors && c.Name != "lambda" && c.Name != "noise" {
				continue // the fewest samples make no pair
			}
			where := map[string]int{}
			state := c.Step(start, s.Limits, -session.AllSteps)
			for range 16 {
				s.ShowView(stage.FirstScreenName)
				s.TurnTo(state)
				s.settle()
				for _, view := range []string{stage.FirstScreenName, stage.ConvergenceName, stage.LambdaName} {
					s.ShowView(view)
					for _, size := range [][2]int{{60, 20}, {120, 36}} {
						if s.Solution.Descent.Diverges {
							continue // another picture
						}
						for key, x := range landmarks(s.Scene, size[0], size[1]) {
							key = fmt.Sprintf("%s at %v: %s", view, size, key)
							if before, ok := where[key]; ok && before != x {
								t.Errorf("%s: turning %s to %s moves the %s from column %d to %d", name, c.Name, c.Get(s.State), key, before, x)
							}
							where[key] = x
						}
					}
				}
				next := c.Step(state, s.Limits, 1)
				// The bar has room for usual numbers of epochs.
				if next.Equal(state) || next.Params.Epochs >= 100_000 {
					break
				}
				state = next
			}
			s.TurnTo(start)
			s.settle()
		}
	}
}

// landmarks are the columns of what should stay where it is in a frame of w×h cells:
// of the corners of axes, by view, except the scatter of the data themselves, and of
// the arrows of the bar.
func landmarks(sc *Scene, w, h int) map[string]int {
	marks := map[string]int{}
	g := sc.sized(w, h).Draw()
	for _, r := range sc.PanelRegions() {
		for y := r.Y; y < r.Y+r.H; y++ {
			for x := r.X; x < r.X+r.W; x++ {
				if r.Name != stage.TargetName && g.At(x, y).Rune == '└' {
					marks[fmt.Sprintf("axis of %s, line %d", r.Name, y)] = x
				}
			}
		}
	}
	for y := h - 5; y < h-1; y++ {
		arrows := 0
		for x := range w {
			if r := g.At(x, y).Rune; r == '◂' || r == '▸' {
				arrows++
				marks[fmt.Sprintf("arrow %d of line %d", arrows, y)] = x
			}
		}
	}
	return marks
}

// Every word of the help can be read, scrolling where there are more lines than rows,
// at every size, in every view, in all glyphs.
func TestHelpIsReadableWhole(t *testing.T) {
	testutil.SkipInShort(t)
	s := newStage(t, "rotated-gaussian", stagetest.SmallPair())
	read := map[string]bool{} // the pages that were, which most views share
	for _, size := range sizes {
		w, h := size[0], size[1]
		for _, view := range append(ViewNames(), stage.FirstScreenName) {
			for _, glyphs := range []chart.Glyphs{chart.Braille, chart.ASCII} {
				if glyphs == chart.ASCII && w != 60 {
					continue // where it is tightest is enough
				}
				s.Glyphs, s.Width, s.Height = glyphs, w, h
				s.ShowView(view)
				s.press("?")
				for _, page := range s.book().pages(s.Scene) {
					columns := page.LayOut(w - 2)
					laid := fmt.Sprint(size, glyphs, page.Title, columns)
					if read[laid] {
						s.press("tab")
						continue
					}
					read[laid] = true
					seen := make([]string, len(columns))
					for top := -1; top != s.book().Top; s.press("pgdown") {
						top = s.book().Top
						inner := s.Body().Inner()
						g := inner.gridOf(s.Draw())
						for i := range columns {
							seen[i] += strings.Join(g.Sub(inner.W*i/len(columns), 0, inner.W/len(columns), inner.H).Plain(), "\n") + "\n"
						}
					}
					for key, want := range map[string]int{"home": 0, "end": s.book().Top} {
						s.press(key)
						testutil.Equal(t, s.book().Top, want, size, view, key)
					}
					for i, entries := range columns {
						for _, e := range entries {
							testutil.Contains(t, seen[i], strings.Fields(s.Spell(e.Text))...)
						}
					}
					s.press("tab")
				}
				s.press("esc")
			}
		}
	}
	s.Glyphs = chart.Braille
	s.press("?")
	for _, size := range [][2]int{{60, 20}, {80, 24}, {300, 100}} {
		s.Width, s.Height = size[0], size[1]
		w, _ := zoomedViewSize(s.Scene)
		if pages := s.book().pages(s.Scene); s.book().CountHiddenLines(pages, chart.Braille, w, maxFirstPageRows) > 0 {
			t.Errorf("%v: the first page has more than %d lines", size, maxFirstPageRows-2)
		}
	}
	s.Width, s.Height = 60, 20
	s.press("tab")
	if lines := s.sized(60, 20).Draw().Plain(); !strings.Contains(lines[19], "Tab page   / search   ↑ ↓ scroll") || !strings.Contains(lines[19], "Esc back") {
		t.Errorf("under the help the bottom line is %q", lines[19])
	}
}

// The help of a view lists its own keys before what they hide elsewhere, and no key
// twice; the keys of everywhere are told apart from those of the controls.
func TestKeysAreTold(t *testing.T) {
	s := newStage(t, "rotated-gaussian", stagetest.SmallPair())
	for _, name := range ViewNames() {
		s.show(name)
		told := map[string]string{"mouse": ""}
		for _, e := range s.book().pages(s.Scene)[0].Columns[0] {
			for _, key := range strings.Fields(e.Key) {
				if before, ok := told[key]; ok && key != "mouse" {
					t.Errorf("%s: %q means %q and %q", name, key, before, e.Text)
				}
				told[key] = e.Text
			}
		}
		for key, wants := range map[string]map[string]string{
			"←": {stage.FirstScreenName: "turn the selected control", stage.MapName: "move the cursor, with Shift to the edges"},
			"+": {stage.FirstScreenName: "fill the screen (fullscreen) with the selected panel, in more detail", stage.MapName: ""},
		} {
			if want, ok := wants[name]; ok && told[key] != want {
				t.Errorf("%s: %q means %q, want %q", name, key, told[key], want)
			}
		}
	}
	seen := map[string]bool{}
	for _, k := range slices.Concat(s.CommonKeys, s.ControlKeys) {
		for _, key := range k.Keys {
			// Enter, Tab, Backspace and Esc in disguise are no keys of their own.
			if seen[key] || slices.Contains([]string{"ctrl+m", "ctrl+i", "ctrl+h", "ctrl+["}, key) {
				t.Errorf("key %q means two things", key)
			}
			seen[key] = true
		}
	}
}

// Each action has a name of its own, by which it can be given other keys, and a help. That
// of a view's own begins with the view's name, and that of a control's with its name.
func TestActionsAreNamed(t *testing.T) {
	s := newStage(t, "rotated-gaussian", stagetest.SmallPair())
	seen := map[string]bool{}
	check := func(table []stage.Key, name string) {
		help := ""
		for _, k := range table {
			help = cmp.Or(k.Help, help)
			if help == "" || seen[k.Name] || !regexp.MustCompile("^"+name+"$").MatchString(k.Name) {
				t.Errorf("%q: %q stands for %q", k.Keys, k.Name, help)
			}
			seen[k.Name] = true
		}
	}
	const word = `[a-z0-9]+(-[a-z0-9]+)*`
	check(s.CommonKeys, word)
	check(slices.Concat(stage.ReadingKeys(nil, false), stage.ReadingKeys(nil, true)), word)
	check([]stage.Key{turnToValueKey(nil)}, word)
	check(s.Lessons.keys, `lesson\.`+word)
	for _, c := range session.Controls() {
		check(slices.DeleteFunc(slices.Clone(s.ControlKeys), func(k stage.Key) bool { return !strings.HasPrefix(k.Name, c.Name+".") }), c.Name+`\.(up|down)`)
	}
	for _, v := range s.Views {
		check(v.Keys(), v.Info().Name+`\.`+word)
	}
	told := map[string]bool{"alt+esc": true}
	for _, entries := range s.book().pages(s.Scene)[1].Columns {
		for _, e := range entries {
			for _, sign := range strings.Fields(e.Key) {
				told[sign] = true
			}
		}
	}
	for _, k := range allKeys(s.Scene) {
		for _, key := range k.Keys {
			if !told[stage.KeySign(key)] && (k.AppliesTo == nil || k.AppliesTo(&s.Stage)) {
				t.Errorf("%s of %s is not among all keys", key, k.Name)
			}
		}
	}
	if all := allKeys(s.Scene); len(all) != len(seen) || len(all) < 100 {
		t.Errorf("%d actions, %d names", len(all), len(seen))
	}
}

// Other keys do what the usual ones did, and hints, help and sentences tell of them.
func TestBind(t *testing.T) {
	s := newStage(t, "rotated-gaussian", stagetest.SmallPair())
	s.ShowAll = true
	s.BindKeys(map[string][]string{"undo": {"f7", "z"}, "lambda.up": {"f8"}, "turn-up": nil, "map.best": {"f9"}})
	s.run("f8")
	if s.State.Equal(s.Start) {
		t.Error("f8 does not turn λ")
	}
	hints := s.sized(300, 40).Draw().Plain()[39]
	if !strings.Contains(hints, "f7 undo") || !strings.Contains(hints, "← turn") || !strings.Contains(hints, "< f8 λ") || strings.Contains(hints, "u undo") {
		t.Errorf("the hints are %q", hints)
	}
	s.press("u")
	if !strings.Contains(s.Message, "u does nothing here") || s.State.Equal(s.Start) {
		t.Errorf("u says %q", s.Message)
	}
	s.press("f7")
	if !s.State.Equal(s.Start) {
		t.Error("f7 does not undo")
	}
	testutil.Equal(t, turnAdvice(s.Scene, "lambda", 1), "f8 turns λ up")
	s.press("esc")
	s.BindKeys(map[string][]string{"undo": {"f7", "z"}, "lambda.up": {"f8"}, "turn-up": nil, "map.best": {"f9"}, "quit": {"f10"}})
	s.press("esc")
	testutil.Equal(t, s.Message, "nothing to go back to here: d switches between the first screen and all panels, f10 quits")
	s.press("5", "?", "tab")
	testutil.Contains(t, s.sized(200, 100).picture(), "f7 z ", "< f8 ", "f9 ")
}

// Each step of λ moves the knob of the control in front.
func TestEachStepMovesTheKnob(t *testing.T) {
	s := newStage(t, "rotated-gaussian", stagetest.SmallPair())
	s.set("lambda", "0")
	lambda, _ := session.OptionByName("lambda")
	for _, w := range []int{80, 120, 200} {
		last := -1
		for state := s.State; ; state = lambda.Turn(state, s.Limits, 1) {
			s.State = state
			row := s.bar(w, 36)
			at := strings.Index(row, "●")
			if at <= last {
				t.Fatalf("%d columns: λ = %s leaves the knob in %q", w, lambda.Get(state), row)
			}
			last = at
			if lambda.Turn(state, s.Limits, 1).Equal(state) {
				break
			}
		}
	}
}

// No adaptation is in sight on every first screen: beside the target, or in its picture,
// where its line is grey.
func TestNoAdaptationIsDrawn(t *testing.T) {
	s := newStage(t, "rotated-gaussian", stagetest.SmallPair())
	s.set("lambda", "1000") // whose line lies apart
	for _, size := range allSizes {
		for _, present := range []bool{false, true} {
			s.Presenting, s.Width, s.Height = present, size[0], size[1]
			body, grey := s.Body(), 0
			g := s.Draw()
			for y := body.Y + 1; y < body.Y+body.H/2; y++ {
				for x := range size[0] {
					if c := g.At(x, y); c.Style == chart.NoAdaptation {
						grey++
					}
				}
			}
			frame := s.picture()
			if grey < 5 || !strings.Contains(frame, "┄┄ no adaptation") {
				t.Errorf("%v, present %v: %d cells of no adaptation in\n%s", size, present, grey, frame)
			}
			if present && strings.Contains(frame, "Source: labels known") {
				t.Errorf("%v: present mode has two pictures", size)
			}
		}
	}
}

// Controls keep their order and their places, in one row or in several, whichever is selected.
func TestControlsStayInPlace(t *testing.T) {
	testutil.SkipInShort(t)
	for _, name := range []string{"rotated-gaussian", "glyphs"} {
		s := newStage(t, name, stagetest.SmallPair())
		for _, s.ShowAll = range []bool{false, true} {
			for _, size := range [][2]int{{60, 20}, {80, 24}, {100, 30}, {120, 36}, {200, 60}} {
				s.Focus = ""
				first := s.sized(size[0], size[1]).ControlRegions()
				for i, c := range s.Controls() {
					s.Focus = c.Name
					now := s.ControlRegions()
					shown := slices.ContainsFunc(first, func(r controlRegion) bool { return r.Index == i && r.label != "" })
					for at := range min(len(first), len(now)) {
						if shown && (now[at].rect != first[at].rect || now[at].label != first[at].label) {
							t.Errorf("%s %v, all %t: selecting %s moves %q from %v to %q at %v", name, size, s.ShowAll, s.FocusedControl().Name, first[at].label, first[at].rect, now[at].label, now[at].rect)
						}
					}
				}
			}
		}
	}
}
