package tui

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"larui/tui/session"
)

// A clock stands in for time: it holds the tick that the program waits for.
type clock struct {
	*desk
	pending func(time.Time) tea.Msg
	waits   []time.Duration
}

func newClock(t testing.TB, o session.Opening) *clock {
	t.Helper()
	c := &clock{desk: newDesk(t, o)}
	c.Program.tick = func(wait time.Duration, message func(time.Time) tea.Msg) tea.Cmd {
		if c.pending != nil {
			t.Error("two ticks at once")
		}
		c.pending = message
		c.waits = append(c.waits, wait)
		return nil
	}
	return c
}

// pass lets the pending tick come, and reports whether there was one.
func (c *clock) pass() bool {
	message := c.pending
	c.pending = nil
	if message != nil {
		c.Update(message(time.Time{}))
	}
	return message != nil
}

// Playing takes three to four seconds, at more than twenty frames per second, asks the
// engine for nothing, and ends at the frame that it began with; two epochs are enough.
func TestPlayTakesItsTime(t *testing.T) {
	for _, c := range []struct {
		epochs            string
		frames            int
		shortest, longest time.Duration
	}{{"2000", 80, 3 * time.Second, 4 * time.Second}, {"2", 1, longestTick, longestTick}} {
		d := newClock(t, opening(t, "rotated-gaussian epochs="+c.epochs))
		end := d.picture()
		d.press(" ")
		d.requireSeen("solving the epochs to play")
		if d.pending != nil {
			t.Error("a tick is waited for before the frames are there")
		}
		d.settle()
		seen := map[string]bool{}
		for more := true; more; more = d.pass() {
			seen[d.picture()] = true
			if d.scene.Solving {
				t.Fatal("the animation asks the engine for something")
			}
		}
		total := time.Duration(0)
		for _, wait := range d.waits {
			total += wait
			if c.frames > 1 && (wait > time.Second/20 || wait < time.Second/60) {
				t.Errorf("a frame stands for %v", wait)
			}
		}
		if total < c.shortest || total > c.longest || len(seen) < c.frames {
			t.Errorf("playing %s epochs takes %v and shows %d frames", c.epochs, total, len(seen))
		}
		if d.picture() != end || d.scene.Playback.Running {
			t.Errorf("playing ends at\n%s\nand began at\n%s", d.picture(), end)
		}
	}
}

// A pause, a step, Esc and whatever turns or undoes end the ticks, and going on begins
// them again.
func TestTicksFollowPlaying(t *testing.T) {
	c := newClock(t, gaussian(t))
	c.run(">")
	for _, s := range []struct {
		keys  string
		at    int
		ticks bool
	}{
		{"space", 0, true}, {"pass pass space pass", 2, false}, {". . . ,", 4, false}, {"space pass", 5, true}, {", pass", 4, false}, {"esc", 0, false},
		{"space pass >", 0, false}, {"space pass u", 0, false}, {"space pass U", 0, false}, {"space pass r", 0, false}, {"space pass = 5 enter", 0, false},
	} {
		for _, key := range strings.Fields(s.keys) {
			switch key {
			case "pass":
				c.pass()
			case "space":
				c.press(" ")
			default:
				c.press(key)
			}
			c.settle()
		}
		if !s.ticks {
			c.pass() // the one that was still to come
		}
		if p := c.scene.Playback; p.At != s.at || (c.pending != nil) != s.ticks {
			t.Errorf("%q leads to frame %d, and a tick is waited for: %t", s.keys, p.At, c.pending != nil)
		}
	}
}
