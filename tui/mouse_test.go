package tui

import (
	"math"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"larui/datasets"
	"larui/tui/chart"
)

func (d *desk) clickAt(x, y int) {
	d.t.Helper()
	d.Update(tea.MouseMsg{X: x, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	d.Update(tea.MouseMsg{X: x, Y: y, Action: tea.MouseActionRelease, Button: tea.MouseButtonLeft})
}

func (d *desk) wheelAt(x, y, n int) {
	d.t.Helper()
	button := tea.MouseButtonWheelDown
	if n < 0 {
		button = tea.MouseButtonWheelUp
	}
	d.Update(tea.MouseMsg{X: x, Y: y, Action: tea.MouseActionPress, Button: button})
}

// region finds where a control lies now.
func (d *desk) region(name string) controlRegion {
	d.t.Helper()
	for _, r := range d.scene.controlRegions(d.width, d.height) {
		if d.scene.controls()[r.index].Name == name {
			return r
		}
	}
	d.t.Fatalf("%s is not on the screen", name)
	return controlRegion{}
}

// What is drawn and what is hit are the same cells, at every size.
func TestRegionsAreWhatIsDrawn(t *testing.T) {
	d := newDesk(t, gaussian())
	for _, size := range []struct{ w, h int }{{120, 36}, {200, 60}, {80, 24}, {60, 20}} {
		d.Update(tea.WindowSizeMsg{Width: size.w, Height: size.h})
		for _, zoom := range []bool{false, true} {
			d.scene.Zoom = zoom
			g := d.scene.Frame(size.w, size.h)
			for _, r := range d.scene.controlRegions(size.w, size.h) {
				at := r.layout()
				if !r.arrows {
					continue
				}
				if g.At(r.x+at.down, r.y).Rune != '◂' || g.At(r.x+at.up, r.y).Rune != '▸' {
					t.Errorf("%v: the arrows of %s are not where they are hit", size, r.label)
				}
				knob := false
				for i := range r.slider {
					knob = knob || g.At(r.x+at.slider+i, r.y).Rune == '●'
				}
				if knob != (r.slider > 0) {
					t.Errorf("%v: the slider of %s has a knob: %t", size, r.label, knob)
				}
			}
			for _, r := range d.scene.panelRegions(size.w, size.h) {
				if g.At(r.x, r.y).Rune != '╭' || g.At(r.x+r.w-1, r.y+r.h-1).Rune != '╯' {
					t.Errorf("%v: panel %d is not framed where it is hit", size, r.id)
				}
			}
		}
	}
}

// Arrows turn a control by a step, the wheel over it too, and a click anywhere on it
// focuses it.
func TestMouseTurnsControls(t *testing.T) {
	d := newDesk(t, gaussian())
	for i, c := range d.scene.controls() {
		r := d.region(c.Name)
		d.clickAt(r.x, r.y)
		if d.scene.Focus != i {
			t.Fatalf("a click on %s focuses control %d", c.Name, d.scene.Focus)
		}
		r = d.region(c.Name) // focused, it has arrows in any case
		now := d.scene.State
		up, down := c.Step(now, d.scene.Limits, 1), c.Step(now, d.scene.Limits, -1)
		for _, way := range []struct {
			name string
			do   func()
			want State
		}{
			{"▸", func() { d.clickAt(r.x+r.layout().up, r.y) }, up},
			{"◂", func() { d.clickAt(r.x+r.layout().down, r.y) }, down},
			{"the wheel up", func() { d.wheelAt(r.x, r.y, -1) }, up},
			{"the wheel down", func() { d.wheelAt(r.x, r.y, 1) }, down},
		} {
			way.do()
			if !d.scene.State.Equal(way.want) {
				t.Errorf("%s turns %s to %s, want %s", way.name, c.Name, c.Get(d.scene.State), c.Get(way.want))
			}
			d.become(now)
		}
		d.settle()
	}
}

// A click on a slider puts the knob there, as near as the steps allow; a drag is one
// turn to undo.
func TestMouseSetsSliders(t *testing.T) {
	d := newDesk(t, gaussian())
	for _, c := range d.scene.controls() {
		r := d.region(c.Name)
		if r.slider == 0 {
			continue
		}
		now := d.scene.State
		for column := range r.slider {
			r = d.region(c.Name) // a longer value moves it
			want := sliderPlace(column, r.slider)
			d.clickAt(r.x+r.layout().slider+column, r.y)
			got := math.Abs(c.Place(d.scene.State, d.scene.Limits) - want)
			for _, n := range []int{-1, 1} {
				if other := math.Abs(c.Place(c.Step(d.scene.State, d.scene.Limits, n), d.scene.Limits) - want); other < got-1e-12 {
					t.Errorf("%s: a click at %.2f gives %s, another step is nearer", c.Name, want, c.Get(d.scene.State))
				}
			}
		}
		d.become(now)
		d.settle()
	}
	r := d.region("lambda")
	start, turns := d.scene.State, len(d.history.past)
	d.Update(tea.MouseMsg{X: r.x + r.layout().slider, Y: r.y, Button: tea.MouseButtonLeft})
	for x := range 40 {
		d.Update(tea.MouseMsg{X: r.x + r.layout().slider + x, Y: 0, Action: tea.MouseActionMotion, Button: tea.MouseButtonLeft})
	}
	d.Update(tea.MouseMsg{Action: tea.MouseActionRelease})
	if d.scene.State.Params.Lambda != 1e4 || len(d.history.past) != turns+1 {
		t.Errorf("a drag to the end gives λ = %v and %d turns", d.scene.State.Params.Lambda, len(d.history.past)-turns)
	}
	d.Update(tea.MouseMsg{X: r.x + r.layout().slider, Y: r.y, Action: tea.MouseActionMotion, Button: tea.MouseButtonLeft})
	if d.scene.State.Params.Lambda != 1e4 {
		t.Error("after the release a motion still drags")
	}
	if d.press1("u"); !d.scene.State.Equal(start) {
		t.Errorf("undo of a drag leads to λ = %v", d.scene.State.Params.Lambda)
	}
	d.settle()
}

// A click on a panel focuses it, a second one zooms it; in the picture over λ it then
// sets λ.
func TestMouseChoosesPanels(t *testing.T) {
	d := newDesk(t, gaussian())
	for _, r := range d.scene.panelRegions(d.width, d.height) {
		d.clickAt(r.x+r.w/2, r.y+r.h/2)
		if d.scene.Zoom || d.scene.Panel != r.id {
			if r.id != panelTarget { // which is focused from the start
				t.Fatalf("the first click on panel %d focuses %d, zoomed %t", r.id, d.scene.Panel, d.scene.Zoom)
			}
		}
		if !d.scene.Zoom {
			d.clickAt(r.x+r.w/2, r.y+r.h/2)
		}
		if !d.scene.Zoom || d.scene.Panel != r.id {
			t.Fatalf("the second click on panel %d does not zoom it", r.id)
		}
		d.press1("esc")
	}
	d.press1("4")
	d.settle()
	inner := d.scene.body(d.width, d.height).inner()
	marker := func() int {
		g := d.scene.Frame(d.width, d.height)
		for x := range d.width {
			for y := inner.y; y < inner.y+inner.h; y++ {
				if g.At(x, y).Rune == '▲' {
					return x
				}
			}
		}
		return -1
	}
	for x := inner.x + 12; x < inner.x+inner.w-4; x += 7 {
		d.clickAt(x, inner.y+inner.h/2)
		// The steps of λ are some seven columns apart.
		if at := marker(); at < x-5 || at > x+5 {
			t.Errorf("a click at column %d puts λ at column %d", x, at)
		}
	}
	d.settle()
}

// The wheel scrolls the help.
func TestWheelScrollsHelp(t *testing.T) {
	d := newDesk(t, gaussian())
	d.Update(tea.WindowSizeMsg{Width: 60, Height: 20})
	d.press1("?")
	top := d.View()
	d.wheelAt(5, 8, 1)
	if d.View() == top {
		t.Error("the wheel does not scroll the help")
	}
	if d.wheelAt(5, 8, -1); d.View() != top {
		t.Error("the wheel does not scroll back")
	}
}

// A click puts the cursor of the map on a cell, a second one goes there; what is
// pinned is marked.
func TestMouseOnTheMap(t *testing.T) {
	d := newDesk(t, gaussian())
	d.press1("m", "5")
	d.settle()
	m := d.scene.currentMap()
	if m == nil || d.scene.heatMap(m).Pinned == nil {
		t.Fatal("no map with the pinned cell")
	}
	inner := d.scene.body(d.width, d.height).inner()
	hit := d.scene.plotMap(chart.NewGrid(inner.w, inner.h))
	for y := range inner.h {
		for x := range inner.w {
			at, ok := hit(x, y)
			if !ok || m.k[at.Row] != 2 || m.kTilde[at.Col] != 2 {
				continue
			}
			d.clickAt(inner.x+x, inner.y+y)
			if k, kTilde := d.scene.cursor(); k != 2 || kTilde != 2 || d.scene.State.Params.K != 1 {
				t.Fatalf("the cursor is on %d, %d", k, kTilde)
			}
			d.clickAt(inner.x+x, inner.y+y)
			if p := d.scene.State.Params; p.K != 2 || p.KTilde != 2 || len(d.history.past) != 1 {
				t.Fatalf("the second click goes to k %d, k̃ %d", p.K, p.KTilde)
			}
			return
		}
	}
	t.Error("the cell of k = k̃ = 2 is nowhere")
}

// The wheel moves through the components of the spectrum and the facts of the data.
func TestWheelScrollsViews(t *testing.T) {
	d := newDesk(t, Request{State: State{Spec: datasets.DefaultSpec("glyphs")}, Begin: true})
	for _, key := range []string{"2", "8"} {
		d.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		d.press1(key)
		d.settle()
		before := d.View()
		d.wheelAt(10, 10, 1)
		if d.View() == before {
			t.Errorf("the wheel does nothing in view %s", key)
		}
	}
}

// What a turn of the wheel has said goes with the next one.
func TestWheelTakesBackWhatItSaid(t *testing.T) {
	d := newDesk(t, gaussian())
	k := d.region("k")
	d.wheelAt(k.x, k.y, -1)
	d.wheelAt(k.x, k.y, -1)
	if d.scene.Message != "k is at its largest, 2" {
		t.Fatalf("at the end the wheel says %q", d.scene.Message)
	}
	if d.wheelAt(k.x, k.y, 1); d.scene.Message != "" || d.scene.State.Params.K != 1 {
		t.Errorf("back at k = %d it says %q", d.scene.State.Params.K, d.scene.Message)
	}
}
