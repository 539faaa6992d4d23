package tui

import (
	"math"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"larui/model/testutil"
	"larui/tui/chart"
	"larui/tui/session"
)

func (d *desk) mouse(x, y int, action tea.MouseAction, button tea.MouseButton) {
	d.Update(tea.MouseMsg{X: x, Y: y, Action: action, Button: button})
}

// drag moves the mouse with the left button down.
func (d *desk) drag(x, y int) { d.mouse(x, y, tea.MouseActionMotion, tea.MouseButtonLeft) }

// hover moves the mouse without a button.
func (d *desk) hover(x, y int) { d.mouse(x, y, tea.MouseActionMotion, tea.MouseButtonNone) }

func (d *desk) clickAt(x, y int) {
	d.mouse(x, y, tea.MouseActionPress, tea.MouseButtonLeft)
	d.mouse(x, y, tea.MouseActionRelease, tea.MouseButtonLeft)
}

// wheelAt turns the wheel by a notch, down where n > 0.
func (d *desk) wheelAt(x, y, n int) {
	button := tea.MouseButtonWheelDown
	if n < 0 {
		button = tea.MouseButtonWheelUp
	}
	d.mouse(x, y, tea.MouseActionPress, button)
}

// A place is where a control lies on the screen: its first cell, its arrows, and the
// first cell of its slider of so many.
type place struct{ x, y, down, up, slider, length int }

func (d *desk) place(name string) place {
	d.t.Helper()
	var p place
	for _, r := range d.scene.ControlRegions() {
		at := r.Layout()
		switch {
		case d.scene.Controls()[r.Index].Name != name:
		case r.Slider > 0: // behind the controls
			p.slider, p.length = r.X, r.Slider
		default:
			p.x, p.y, p.down, p.up = r.X, r.Y, r.X+at.Down, r.X+at.Up
		}
	}
	if p.x == 0 {
		d.t.Fatalf("%s is not on the screen", name)
	}
	return p
}

// What is drawn and what is hit are the same cells, at every size.
func TestRegionsAreWhatIsDrawn(t *testing.T) {
	d := newDesk(t, small(t))
	for _, size := range [][2]int{{120, 36}, {200, 60}, {80, 24}, {60, 20}} {
		w, h := size[0], size[1]
		d.resize(w, h)
		for _, d.scene.Zoom = range []bool{false, true} {
			g := d.scene.Draw()
			for _, r := range d.scene.ControlRegions() {
				c, at := d.scene.Controls()[r.Index], d.place(d.scene.Controls()[r.Index].Name)
				if r.Slider > 0 {
					continue
				}
				if g.At(at.down, at.y).Rune != '◂' || g.At(at.up, at.y).Rune != '▸' {
					t.Errorf("%v: the arrows of %s are not where they are hit", size, c.Name)
				}
				knob := false
				for i := range at.length {
					knob = knob || g.At(at.slider+i, at.y).Rune == '●'
				}
				testutil.Equal(t, knob, (at.length > 0), size, c.Name)
			}
			for _, r := range d.scene.PanelRegions() {
				if g.At(r.X, r.Y).Rune != '╭' || g.At(r.X+r.W-1, r.Y+r.H-1).Rune != '╯' {
					t.Errorf("%v: the panel %s is not framed where it is hit", size, r.Name)
				}
			}
		}
	}
}

// Clicks on the number of further controls select each of them.
func TestFurtherControls(t *testing.T) {
	d := newDesk(t, small(t))
	d.resize(120, 36)
	hidden := len(d.scene.Controls()) - (len(d.scene.ControlRegions()) - 1)
	seen := map[string]bool{}
	for range hidden {
		regions := d.scene.ControlRegions()
		last := regions[len(regions)-2]
		d.clickAt(last.X+last.W+3, last.Y)
		seen[d.scene.Focus] = true
	}
	testutil.Equal(t, len(seen), hidden)
	last, before := d.scene.ControlRegions()[2], d.scene.Focus
	d.clickAt(last.X+last.W+40, last.Y) // beside the number
	testutil.Equal(t, d.scene.Focus, before)
}

// A click anywhere on a control focuses it; its arrows turn it by a step, and so do the
// wheel over it, its keys, and its value typed; undo and redo walk the same way.
func TestControlsTurnAlike(t *testing.T) {
	for _, o := range []session.Opening{small(t), opening(t, "glyphs n=40 m=40")} {
		d := newDesk(t, o)
		d.resize(200, 60)
		d.scene.ShowAll = true
		start := d.scene.State
		for i, c := range d.scene.Controls() {
			d.scene.Focus = c.Name // a control without room stands in the place of the last one
			at := d.place(c.Name)
			if i < 6 {
				d.scene.Focus = ""
			}
			d.clickAt(at.x, at.y)
			testutil.Equal(t, d.scene.Focus, c.Name)
			at = d.place(c.Name) // focused, it has arrows in any case
			for _, n := range []int{1, -1, 10, -10, session.AllSteps, -session.AllSteps} {
				if c.Changes == session.SourcePart && n*n > 1 {
					continue // larger, or too small, and drawn anew
				}
				want := c.Turn(start, d.scene.Limits, n)
				press := func(key string) func() { return func() { d.press(key) } }
				ways := map[string]func(){
					"the value typed": func() {
						d.press("=")
						d.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(c.Get(want)), Paste: true})
						d.press("enter")
					},
				}
				switch n {
				case 1:
					ways["▸"], ways["→"], ways["l"] = func() { d.clickAt(at.up, at.y) }, press("right"), press("l")
					ways["the wheel"] = func() { d.wheelAt(at.x, at.y, -1) }
					if c.Up != "" {
						ways[c.Up] = press(c.Up)
					}
				case -1:
					ways["◂"], ways["←"], ways["h"] = func() { d.clickAt(at.down, at.y) }, press("left"), press("h")
					ways["the wheel"] = func() { d.wheelAt(at.x, at.y, 1) }
					if c.Down != "" {
						ways[c.Down] = press(c.Down)
					}
				case 10:
					ways["⇧→"] = press("shift+right")
				case -10:
					ways["⇧←"] = press("shift+left")
				case session.AllSteps:
					ways["End"] = press("end")
				default:
					ways["Home"] = press("home")
				}
				for name, do := range ways {
					d.scene.Focus = c.Name
					do()
					if !d.scene.State.Equal(want) || d.scene.Typing {
						t.Fatalf("%s turns %s to %s, want %s", name, c.Name, c.Get(d.scene.State), c.Get(want))
					}
					if want.Equal(start) {
						continue
					}
					d.press("u")
					if !d.scene.State.Equal(start) {
						t.Fatalf("undo leaves %s at %s", c.Name, c.Get(d.scene.State))
					}
					d.press("U")
					if !d.scene.State.Equal(want) {
						t.Fatalf("redo leads %s to %s, want %s", c.Name, c.Get(d.scene.State), c.Get(want))
					}
					d.press("u")
				}
			}
		}
		d.settle()
	}
}

// A click on a slider puts the knob there, as near as the steps allow; a drag is one
// turn to undo.
func TestMouseSetsSliders(t *testing.T) {
	d := newDesk(t, small(t))
	d.resize(200, 60)
	d.scene.ShowAll = true
	start := d.scene.State
	for _, c := range d.scene.Controls() {
		d.scene.Focus = c.Name
		for column := range d.place(c.Name).length {
			at := d.place(c.Name) // a longer value moves it
			want := float64(column) / float64(at.length-1)
			d.clickAt(at.slider+column, at.y)
			got := math.Abs(c.Place(d.scene.State, d.scene.Limits) - want)
			for _, n := range []int{-1, 1} {
				if other := math.Abs(c.Place(c.Step(d.scene.State, d.scene.Limits, n), d.scene.Limits) - want); other < got-1e-12 {
					t.Errorf("%s: a click at %.2f gives %s, another step is nearer", c.Name, want, c.Get(d.scene.State))
				}
			}
		}
		d.host.TurnTo(start)
	}
	d.settle()
	d.scene.Focus = "lambda"
	at := d.place("lambda")
	d.mouse(at.slider, at.y, tea.MouseActionPress, tea.MouseButtonLeft)
	for x := range 40 {
		d.drag(at.slider+x, 0)
	}
	d.mouse(0, 0, tea.MouseActionRelease, tea.MouseButtonNone)
	d.drag(at.slider, at.y)
	testutil.Equal(t, d.scene.State.Params.Lambda, 1e4)
	d.press("u")
	if !d.scene.State.Equal(start) {
		t.Errorf("undo of a drag leads to λ = %v", d.scene.State.Params.Lambda)
	}
	d.settle()
}

// A click on a panel focuses it, a second one zooms it; in the picture over λ it then
// sets λ.
func TestMouseChoosesPanels(t *testing.T) {
	d := newDesk(t, small(t))
	for _, r := range d.scene.PanelRegions() {
		first := d.scene.Panel == r.Name // which is focused from the start
		d.clickAt(r.X+r.W/2, r.Y+r.H/2)
		if !first {
			if d.scene.Zoom || d.scene.Panel != r.Name {
				t.Fatalf("the first click on %s focuses %s, zoomed %t", r.Name, d.scene.Panel, d.scene.Zoom)
			}
			d.clickAt(r.X+r.W/2, r.Y+r.H/2)
		}
		testutil.Equal(t, d.scene.ViewName(), r.Name)
		d.press("esc")
	}
	d.show("lambda")
	inner := d.scene.Body().Inner()
	marker := func() int {
		g := d.scene.Draw()
		for x := range 120 {
			for y := inner.Y; y < inner.Y+inner.H; y++ {
				if g.At(x, y).Rune == '▲' {
					return x
				}
			}
		}
		return -1
	}
	for x := inner.X + 12; x < inner.X+inner.W-4; x += 7 {
		d.clickAt(x, inner.Y+inner.H/2)
		// The steps of λ are some seven columns apart.
		if at := marker(); at < x-5 || at > x+5 {
			t.Errorf("a click at column %d puts λ at column %d", x, at)
		}
	}
	d.settle()
}

// The wheel scrolls the help, and moves through components and facts; at the end it says
// so, and takes that back when it turns the other way.
func TestWheelScrolls(t *testing.T) {
	testutil.SkipInShort(t)
	d := newDesk(t, opening(t, "glyphs n=60 m=60"))
	d.resize(80, 20)
	for _, key := range []string{"? tab", "2", "8"} {
		d.run("esc")
		d.run(strings.Fields(key)...)
		top := d.picture()
		d.wheelAt(10, 10, 1)
		if d.picture() == top {
			t.Errorf("the wheel does nothing after %s", key)
		}
		d.wheelAt(10, 10, -1)
		testutil.Equal(t, d.picture(), top, key)
	}
	d.run("esc")
	d.host.Scene.Focus = "k"
	at := d.place("k")
	d.press("end")
	d.wheelAt(at.x, at.y, -1)
	if want := "k is at its largest, 257"; d.scene.Message != want {
		t.Fatalf("at the end the wheel says %q, want %q", d.scene.Message, want)
	}
	d.wheelAt(at.x, at.y, 1)
	if d.scene.Message != "" || d.scene.State.Params.K == 257 {
		t.Errorf("back at k = %d it says %q", d.scene.State.Params.K, d.scene.Message)
	}
	d.settle()
}

// A mouse over curves and points reads them off, without a button, the wheel there shows
// less of the axis; elsewhere a moving mouse draws nothing anew.
func TestHover(t *testing.T) {
	d := newDesk(t, small(t))
	for view, says := range map[string]string{"convergence": "epoch 961", "lambda": "λ = 0.3 ", "target": " row ", "map": "[k = 1, k̃ = 2]"} {
		d.show(view)
		before, cell := d.picture(), [2]int{60, 10}
		if view == "map" {
			cell = [2]int{80, 7}
		}
		d.hover(cell[0], cell[1])
		if now := d.picture(); !strings.Contains(now, says) || strings.Contains(before, says) {
			t.Errorf("over %s nothing says %q:\n%s", view, says, now)
		}
		d.hover(0, 0)
		testutil.Equal(t, d.picture(), before, view)
	}
	for view, says := range map[string]string{"lambda": "λ of LAR, L2 of ridge ", "target": " not shown"} {
		d.show(view)
		whole := d.picture()
		d.wheelAt(60, 10, -1)
		testutil.Contains(t, d.picture(), says)
		d.hover(0, 0)
		d.press("esc")
		testutil.Equal(t, d.picture(), whole)
	}
	for _, view := range []string{"explore", "all"} {
		d.show(view)
		curve := map[string][2]int{"explore": {100, 26}, "all": {25, 20}}[view]
		before, was := d.picture(), d.scene.State
		d.hover(curve[0], curve[1])
		if now := d.picture(); !strings.Contains(now, "   LAR ") || !strings.Contains(now, "Enter goes there") || !strings.Contains(now, "◆") {
			t.Errorf("over the curves of %s nothing is said:\n%s", view, now)
		}
		d.hover(0, 0)
		testutil.Equal(t, d.picture(), before, view)
		d.hover(curve[0], curve[1])
		d.press("enter")
		if now := d.scene.State; now.Params.Lambda == was.Params.Lambda || d.scene.Zoom {
			t.Errorf("%s: Enter on curves turns λ to %v", view, now.Params.Lambda)
		}
		d.settle()
		d.run("u")
		d.hover(curve[0], curve[1])
		d.press("left") // after which Enter has nothing to do with the mouse
		d.settle()
		d.press("enter")
		if !d.scene.Zoom {
			t.Errorf("%s: Enter after a key does not zoom", view)
		}
		d.run("esc", "u")
	}
	d.show("explore")
	for _, at := range [][2]int{{20, 10}, {3, 33}, {119, 35}, {500, 500}} {
		d.View()
		frame := d.frame
		d.hover(at[0], at[1])
		testutil.Equal(t, d.frame, frame, at)
	}
}

// Where the state stands on the curves over λ and over the epochs is dragged, on the first
// screen, among all panels and alone; a drag is one turn to undo. Beside it a press is a click.
func TestMouseDragsTheState(t *testing.T) {
	d := newDesk(t, small(t))
	start := d.scene.State
	marks := func() (at [][2]int) {
		for y, line := range strings.Split(d.picture(), "\n") {
			for x, rest := 0, line; ; {
				before, after, ok := strings.Cut(rest, "▲")
				if !ok {
					break
				}
				x += chart.TextWidth(before)
				if strings.HasSuffix(strings.TrimRight(before, "╵"), "─") || strings.HasSuffix(before, "╵") {
					at = append(at, [2]int{x, y - 1})
				}
				x, rest = x+1, after
			}
		}
		return at
	}
	for _, tt := range []struct {
		view  string
		which int
		by    int
		holds func(now, before session.State) bool
	}{
		{"explore", 1, 8, func(now, before session.State) bool { return now.Params.Lambda > before.Params.Lambda }},
		{"explore", 1, -8, func(now, before session.State) bool { return now.Params.Lambda < before.Params.Lambda }},
		{"explore", 0, -12, func(now, before session.State) bool { return now.Params.Epochs < before.Params.Epochs }},
		{"all", 0, -12, func(now, before session.State) bool { return now.Params.Epochs < before.Params.Epochs }},
		{"all", 1, 9, func(now, before session.State) bool { return now.Params.Lambda > before.Params.Lambda }},
		{"lambda", 0, 30, func(now, before session.State) bool { return now.Params.Lambda > before.Params.Lambda }},
		{"convergence", 0, -40, func(now, before session.State) bool { return now.Params.Epochs < before.Params.Epochs }},
	} {
		d.show(tt.view)
		d.host.TurnTo(start)
		d.settle()
		at := marks()
		if len(at) <= tt.which {
			t.Fatalf("%s shows the state at %v:\n%s", tt.view, at, d.picture())
		}
		x, y := at[tt.which][0], at[tt.which][1]
		d.mouse(x, y, tea.MouseActionPress, tea.MouseButtonLeft)
		for i := range max(tt.by, -tt.by) {
			to := x + (i+1)*tt.by/max(tt.by, -tt.by)
			d.drag(to, y)
		}
		d.mouse(0, 0, tea.MouseActionRelease, tea.MouseButtonNone)
		d.settle()
		if !tt.holds(d.scene.State, start) || d.scene.ViewName() != tt.view {
			t.Errorf("%s: a drag by %d columns leads from %+v to %+v, in %s", tt.view, tt.by, start.Params, d.scene.State.Params, d.scene.ViewName())
		}
		d.drag(0, y)
		d.press("u")
		if !d.scene.State.Equal(start) {
			t.Errorf("%s: undo of a drag leads to %+v", tt.view, d.scene.State.Params)
		}
		d.settle()
	}
}
