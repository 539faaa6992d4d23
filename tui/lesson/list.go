package lesson

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"larui/tui/chart"
	"larui/tui/overlay/opener"
)

// A List is the overlay that lists larui's own lessons. The zero one is not shown.
type List struct {
	Shown bool
	// Finished are the names of those that have come to their end.
	Finished []string
	// all are the lessons; resume names the one that was put aside, empty for none.
	all      []*Lesson
	resume   string
	selected int
}

// Show shows the list; of the player it tells what was put aside, or which lesson is next.
func (l *List) Show(all []*Lesson, p *Player) {
	l.Shown, l.all, l.resume = true, all, ""
	switch {
	case p.Lesson == nil:
	case p.over:
		last := func(one *Lesson) bool { return one.call() == p.Lesson.call() }
		l.selected = (slices.IndexFunc(all, last) + 1) % len(all)
	default:
		l.resume = fmt.Sprintf("go on with %q, step %d of %d", p.Lesson.Title, p.At+1, len(p.Lesson.Steps))
		l.selected = 0
	}
}

// Remember adds a lesson to those that have come to their end.
func (l *List) Remember(name string) {
	if !slices.Contains(l.Finished, name) {
		l.Finished = append(l.Finished, name)
	}
}

// A Choice is what a key in the list leads to.
type Choice int

const (
	Nothing Choice = iota // the list goes on
	Resume                // the lesson that was put aside
	Chosen                // the one that Press returns
)

// first is the row of the first lesson: that of what was put aside comes before.
func (l *List) first() int {
	if l.resume != "" {
		return 1
	}
	return 0
}

// rows is how many rows there are to select.
func (l *List) rows() int { return l.first() + len(l.all) }

// Press does what a key, named as Bubble Tea names it, stands for. It reports false for one
// that means nothing in the list.
func (l *List) Press(key string) (chosen *Lesson, c Choice, known bool) {
	place, err := strconv.Atoi(key)
	habits := map[string]string{"j": "down", "k": "up", "g": "home", "G": "end"}
	switch by := opener.Moves(cmp.Or(habits[key], key), ""); {
	case err == nil && place >= 1 && place <= len(l.all):
		l.Shown = false
		return l.all[place-1], Chosen, true
	case key == "esc", key == "alt+esc", key == "L":
		l.Shown = false
	case by != 0:
		l.selected = opener.Stepped(l.selected, by, l.rows())
	case key == "enter":
		l.Shown = false
		if l.selected < l.first() {
			return nil, Resume, true
		}
		return l.all[l.selected-l.first()], Chosen, true
	default:
		return nil, Nothing, false
	}
	return nil, Nothing, true
}

// Move selects the row n further on, held at the ends.
func (l *List) Move(n int) { l.selected = max(0, min(l.rows()-1, l.selected+n)) }

// foot is how many lines below the list say what the selected lesson is about.
const foot = 3

// ClickAt selects the row at a line of the grid of h lines that the list is drawn in. It
// reports whether that was selected already, and so is chosen.
func (l *List) ClickAt(h, y int) (chosen bool) {
	top, shown := opener.Scrolled(l.rows(), l.selected, max(1, h-foot))
	if y < 0 || y >= shown {
		return false
	}
	chosen = top+y == l.selected
	l.selected = top + y
	return chosen
}

// called is what the command line calls the lesson, and what it is about.
func (l *Lesson) called() string { return fmt.Sprintf("--lesson %s: %s", l.Name, l.About) }

// left is where titles begin, behind a mark and a number of two digits.
const left = 6

// Draw draws the list, and below it what the selected lesson is about.
func (l *List) Draw(g *chart.Grid, gl chart.Glyphs) {
	w, h := g.Size()
	widest := 0
	for _, lesson := range l.all {
		widest = max(widest, chart.TextWidth(gl.Spell(lesson.Title)))
	}
	top, shown := opener.Scrolled(l.rows(), l.selected, max(1, h-foot))
	for y := range shown {
		at := top + y
		number, title, text := "", l.resume, ""
		if place := at - l.first(); place >= 0 {
			lesson := l.all[place]
			number, title, text = strconv.Itoa(place+1), lesson.Title, fmt.Sprintf("%2d min", lesson.Minutes)
			if slices.Contains(l.Finished, lesson.Name) {
				text += gl.Spell(" ✓")
			}
		}
		style := chart.Plain
		if at == l.selected {
			g.Set(1, y, chart.FocusMark, chart.Accent)
			style = chart.Inverse
		}
		g.TextRight(left-1, y, number, chart.Key)
		g.Text(left, y, gl.Truncate(title, w-left-1), style)
		if text != "" {
			g.Text(left+widest+2, y, text, chart.Dim)
		}
	}
	if top+shown < l.rows() {
		g.Text(left, shown, gl.Spell("↓"), chart.Dim)
	}
	about := "Enter comes back to this step."
	if place := l.selected - l.first(); place >= 0 {
		about = l.all[place].called()
	}
	for i, line := range chart.Wrap(gl.Spell(about), w-left-1, foot-1) {
		g.Text(left, shown+1+i, line, chart.Dim)
	}
}
