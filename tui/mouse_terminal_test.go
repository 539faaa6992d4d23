//go:build unix

package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"larui/model/testutil"
	"larui/tui/chart"
)

// Mouse reports as a terminal sends them: where the state stands is dragged, curves are hovered
// over and their value is taken, a point, a hint and a line of the help are clicked. What the
// program writes is what a desk says that gets the same events without a terminal.
func TestMouseOnATerminal(t *testing.T) {
	c, d := startChild(t, "explorer"), newDesk(t, opening(t, "rotated-gaussian"))
	d.resize(120, 36)
	report := func(code, x, y int, end string, action tea.MouseAction, button tea.MouseButton) {
		c.Type(fmt.Sprintf("\x1b[<%d;%d;%d%s", code, x+1, y+1, end))
		d.mouse(x, y, action, button)
		d.settle()
	}
	const held, moved = 0, 32
	press := func(x, y int) {
		report(held, x, y, "M", tea.MouseActionPress, tea.MouseButtonLeft)
	}
	drag := func(x, y int) {
		report(moved, x, y, "M", tea.MouseActionMotion, tea.MouseButtonLeft)
	}
	release := func(x, y int) {
		report(held, x, y, "m", tea.MouseActionRelease, tea.MouseButtonLeft)
	}
	click := func(x, y int) {
		press(x, y)
		release(x, y)
	}
	hover := func(x, y int) {
		report(moved+3, x, y, "M", tea.MouseActionMotion, tea.MouseButtonNone)
	}
	key := func(text, name string) {
		c.Type(text)
		d.run(name)
	}
	// find is where a text stands on the screen from a line on.
	find := func(text string, from int) (x, y int) {
		t.Helper()
		for y, line := range strings.Split(d.picture(), "\n") {
			if before, _, ok := strings.Cut(line, text); ok && y >= from {
				return chart.TextWidth(before), y
			}
		}
		t.Fatalf("no %q in\n%s", text, d.picture())
		return 0, 0
	}
	// said waits until the sentence ends what it says of a turn as the desk's does.
	said := func(end string) {
		t.Helper()
		text, _ := d.scene.Sentence()
		testutil.Contains(t, text, end)
		c.Await(end)
	}

	c.Await("you are here")
	x, y := find("you are here", 0)
	line := x + len("you are here ")
	press(line, y)
	for by := range 8 {
		drag(line+by+1, y)
	}
	release(line+8, y)
	said(fmt.Sprintf(" → %v: ", d.scene.State.Params.Lambda))

	hover(100, y)
	c.Await("goes there")
	before := d.scene.State.Params.Lambda
	key("\r", "enter")
	said(fmt.Sprintf("λ %v → %v: ", before, d.scene.State.Params.Lambda))

	_, y = find("○○○", 10)
	hover(95, y)
	x, y = find("×", 8)
	hover(x, y)
	c.Await("row ")
	click(x, y)
	c.Await("axis") // the hints of reading
	if !d.scene.Zoom || !d.scene.VisibleCursor().Active {
		t.Fatal("a click on a point does not show its row")
	}
	key("1", "1") // back to the first screen
	c.Await("you are here")

	x, y = find("? help", 35)
	click(x, y)
	c.Await("this view")
	key("?", "?")
	key("u", "u")
	said(fmt.Sprintf(" → %v: ", before))
	c.Type("q")
	c.AwaitEnd(0)
	c.RequireRestored()
}
