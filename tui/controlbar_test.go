package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"larui/datasets"
	"larui/tui/session"
)

// bar is the rows of controls on the screen.
func (d *desk) bar() []string {
	lines := strings.Split(ansi.Strip(d.View()), "\n")
	rows := len(d.scene.controlRows(d.width))
	return lines[len(lines)-1-rows : len(lines)-1]
}

// While a value is typed, however long, the other controls stay where they are, and
// what is typed last is seen.
func TestTypingLeavesTheBar(t *testing.T) {
	for _, size := range []struct{ w, h int }{{60, 20}, {120, 36}} {
		d := newDesk(t, gaussian())
		d.Update(tea.WindowSizeMsg{Width: size.w, Height: size.h})
		for i, focused := range d.scene.controls() {
			d.scene.Focus = i
			before := d.scene.controlRegions(size.w, size.h)
			d.press1("=")
			for _, key := range strings.Split("1.234567890123456e-12", "") {
				d.press1(key)
				now := d.scene.controlRegions(size.w, size.h)
				for j := range before {
					if now[j].rect != before[j].rect || now[j].index != before[j].index {
						t.Fatalf("%v: typing %s moves %s from %v to %v", size, focused.Name, now[j].label, before[j].rect, now[j].rect)
					}
				}
				if !strings.Contains(strings.Join(d.bar(), "\n"), key+"▏") {
					t.Fatalf("%v: %q typed for %s is not seen in\n%s", size, key, focused.Name, strings.Join(d.bar(), "\n"))
				}
			}
			d.press1("esc")
		}
	}
}

// The sentence shows the whole of what is typed.
func TestSentenceShowsTheEntry(t *testing.T) {
	d := newDesk(t, gaussian())
	if d.press1("="); !strings.Contains(d.View(), "Enter sets it, Esc leaves it") {
		t.Errorf("nothing says how to set a value:\n%s", d.View())
	}
	d.press1(strings.Split("123.456789012345", "")...)
	if !strings.Contains(d.View(), "λ = 123.456789012345: Enter sets it, Esc leaves it") {
		t.Errorf("the value is not seen whole:\n%s", d.View())
	}
}

// On every screen the selected control is seen, and where others are not, it says how
// many and how to reach them: Tab, which the bottom line names too.
func TestEveryControlIsReached(t *testing.T) {
	for _, name := range []string{"rotated-gaussian", "glyphs", "rotated-regression"} {
		spec := datasets.DefaultSpec(name)
		spec.N, spec.M = 40, 40
		d := newDesk(t, Request{State: State{Spec: spec}, Begin: true})
		for _, size := range []struct{ w, h int }{{60, 20}, {80, 24}, {120, 36}} {
			d.Update(tea.WindowSizeMsg{Width: size.w, Height: size.h})
			for _, long := range []bool{false, true} {
				saved := d.scene.State
				if long {
					p := &d.scene.State.Params
					p.Lambda, p.L2, p.Momentum, p.Epochs = 1.2345678901e-9, 9.87654321e-7, 0.123456789, 123456789
				}
				n := len(d.scene.controls())
				for range n {
					d.press1("tab")
					d.frame = ""
					bar := strings.Join(d.bar(), "\n")
					focused := d.scene.focused()
					if !strings.Contains(bar, string(focusMark)+focused.Label+" ") {
						t.Fatalf("%s %v: %s is selected and not in\n%s", name, size, focused.Name, bar)
					}
					shown := len(d.scene.controlRegions(size.w, size.h))
					if tells := strings.Contains(bar, ": Tab"); tells != (shown < n) {
						t.Errorf("%s %v: %d of %d controls are shown in\n%s", name, size, shown, n, bar)
					}
				}
				d.scene.State = saved
			}
			word := "Tab next"
			if size.w < pairWidth {
				word = "Tab next control"
			}
			if lines := strings.Split(d.View(), "\n"); !strings.Contains(lines[len(lines)-1], word) {
				t.Errorf("%s %v: %q is not in %q", name, size, word, lines[len(lines)-1])
			}
		}
	}
}

// As controls turn over their ranges, the bar stays.
func TestTurningLeavesTheBar(t *testing.T) {
	d := newDesk(t, gaussian())
	want := d.scene.controlRegions(120, 36)
	for _, name := range []string{"k", "ktilde", "lambda", "epochs", "rate", "angle", "noise"} {
		c, _ := session.OptionByName(name)
		lowest := c.Step(d.scene.State, d.scene.Limits, -session.Farthest)
		for n := range 80 {
			sc := d.scene
			sc.State = c.Step(lowest, sc.Limits, n)
			for i, region := range sc.controlRegions(120, 36) {
				if region.rect != want[i].rect {
					t.Fatalf("%s = %s moves %s", name, c.Get(sc.State), region.label)
				}
			}
		}
	}
}
