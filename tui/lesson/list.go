package lesson

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"larui/tui/chart"
	"larui/tui/overlay/opener"
)

// A List is the overlay that lists the built-in lessons. The zero List is hidden.
type List struct {
	Shown bool
	// Finished are the names of finished lessons.
	Finished []string
	// all are the lessons. resume is the row that resumes an interrupted lesson, empty for
	// none.
	all      []*Lesson
	resume   string
	selected int
}

// Show shows the list. It offers to resume the player's lesson, or selects the lesson after a
// finished one.
func (l *List) Show(all []*Lesson, p *Player) {
	l.Shown, l.all, l.resume = true, all, ""
	switch {
	case p.Lesson == nil:
	case p.over:
		last := func(one *Lesson) bool { return one.reference() == p.Lesson.reference() }
		l.selected = (slices.IndexFunc(all, last) + 1) % len(all)
	default:
		l.resume = fmt.Sprintf("go on with %q, step %d of %d", p.Lesson.Title, p.At+1, len(p.Lesson.Steps))
		l.selected = 0
	}
}

// Remember marks a lesson as finished.
func (l *List) Remember(name string) {
	if !slices.Contains(l.Finished, name) {
		l.Finished = append(l.Finished, name)
	}
}

// A Choice is the effect of a key in the list.
type Choice int

const (
	Nothing Choice = iota // nothing to do for the caller
	Resume                // resume the interrupted lesson
	Chosen                // begin the lesson that Press returns
)

// first returns the row of the first lesson. The row to resume a lesson comes before.
func (l *List) first() int {
	if l.resume != "" {
		return 1
	}
	return 0
}

func (l *List) rows() int { return l.first() + len(l.all) }

// Press handles a key, named as in Bubble Tea. It reports false for a key without a meaning
// in the list.
func (l *List) Press(key string) (chosen *Lesson, c Choice, known bool) {
	place, err := strconv.Atoi(key)
	habits := map[string]string{"j": "down", "k": "up", "g": "home", "G": "end"}
	switch by := opener.KeyStep(cmp.Or(habits[key], key), ""); {
	case err == nil && place >= 1 && place <= len(l.all):
		l.Shown = false
		return l.all[place-1], Chosen, true
	case key == "esc", key == "alt+esc", key == "L":
		l.Shown = false
	case by != 0:
		l.selected = opener.MoveSelection(l.selected, by, l.rows())
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

// Move moves the selection by n rows and stops at the ends.
func (l *List) Move(n int) { l.selected = max(0, min(l.rows()-1, l.selected+n)) }

// foot is the number of lines below the list, for the summary of the selected lesson.
const foot = 3

// ClickAt selects the row at line y of a grid of h lines. It reports whether the row was
// selected before, so that the click chooses it.
func (l *List) ClickAt(h, y int) (chosen bool) {
	top, shown := opener.VisibleRows(l.rows(), l.selected, max(1, h-foot))
	if y < 0 || y >= shown {
		return false
	}
	chosen = top+y == l.selected
	l.selected = top + y
	return chosen
}

func (l *Lesson) summary() string { return fmt.Sprintf("--lesson %s: %s", l.Name, l.About) }

// left is the column of titles, behind a mark and a number of two digits.
const left = 6

// Draw draws the list and the summary of the selected lesson.
func (l *List) Draw(g *chart.Grid, gl chart.Glyphs) {
	w, h := g.Size()
	widest := 0
	for _, lesson := range l.all {
		widest = max(widest, chart.TextWidth(gl.Spell(lesson.Title)))
	}
	top, shown := opener.VisibleRows(l.rows(), l.selected, max(1, h-foot))
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
		about = l.all[place].summary()
	}
	for i, line := range chart.Wrap(gl.Spell(about), w-left-1, foot-1) {
		g.Text(left, shown+1+i, line, chart.Dim)
	}
}
