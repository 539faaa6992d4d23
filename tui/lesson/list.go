package lesson

import (
	"fmt"
	"strconv"

	"larui/tui/chart"
	"larui/tui/opener"
)

// A List is the overlay that lists larui's own lessons. The zero one is not shown.
type List struct {
	Shown bool
	// all are the lessons; resume names the one that was put aside, empty for none, and
	// finished those that have come to their end.
	all      []*Lesson
	resume   string
	finished map[string]bool
	selected int
}

// Show shows the list; of the player it tells what was put aside.
func (l *List) Show(all []*Lesson, p *Player) {
	l.Shown, l.all, l.resume = true, all, ""
	if p.Lesson == nil {
		return
	}
	if !p.over {
		l.resume = fmt.Sprintf("go on with %q, step %d of %d", p.Lesson.Title, p.At+1, len(p.Lesson.Steps))
	}
	l.selected = 0
}

// Finish remembers that a lesson has come to its end.
func (l *List) Finish(name string) {
	if l.finished == nil {
		l.finished = map[string]bool{}
	}
	l.finished[name] = true
	l.selected = 0
}

// A Choice is what a key in the list leads to.
type Choice int

const (
	Nothing Choice = iota // the list goes on
	Resume                // the lesson that was put aside
	Chosen                // the one that Press returns
)

// rows is how many rows there are to select.
func (l *List) rows() int {
	if l.resume != "" {
		return len(l.all) + 1
	}
	return len(l.all)
}

// Press does what a key, named as Bubble Tea names it, stands for. It reports false for one
// that means nothing in the list.
func (l *List) Press(key string) (chosen *Lesson, c Choice, known bool) {
	place, err := strconv.Atoi(key)
	switch by := opener.Moves(key, ""); {
	case err == nil && place >= 1 && place <= len(l.all):
		l.Shown = false
		return l.all[place-1], Chosen, true
	case key == "esc", key == "alt+esc", key == "L":
		l.Shown = false
	case by != 0:
		l.selected = opener.Stepped(l.selected, by, l.rows())
	case key == "enter":
		l.Shown = false
		at := l.selected
		if l.resume != "" {
			if at == 0 {
				return nil, Resume, true
			}
			at--
		}
		return l.all[at], Chosen, true
	default:
		return nil, Nothing, false
	}
	return nil, Nothing, true
}

// Move selects the row n further on, held at the ends.
func (l *List) Move(n int) { l.selected = max(0, min(l.rows()-1, l.selected+n)) }

// ClickAt selects the row at a line of the grid that the list is drawn in. It reports
// whether that was selected already, and so is chosen.
func (l *List) ClickAt(y int) (chosen bool) {
	at := y - listTop
	if l.resume != "" && at > 0 {
		at-- // a blank
	}
	if at < 0 || at >= l.rows() {
		return false
	}
	chosen = at == l.selected
	l.selected = at
	return chosen
}

const listTop = 0

// Draw draws the list, and below it what the selected lesson is about.
func (l *List) Draw(g *chart.Grid, gl chart.Glyphs) {
	w, h := g.Size()
	widest, y := 0, listTop
	for _, lesson := range l.all {
		widest = max(widest, chart.TextWidth(gl.Spell(lesson.Title)))
	}
	row := func(at int, number, title, text string) {
		style := chart.Plain
		if at == l.selected {
			g.Set(1, y, chart.FocusMark, chart.Accent)
			style = chart.Inverse
		}
		g.Text(3, y, number, chart.Key)
		x := 5 + g.Text(5, y, gl.Truncate(title, w-6), style)
		g.Text(max(x, 5+widest)+2, y, text, chart.Dim)
		y++
	}
	first := 0
	if l.resume != "" {
		row(0, "", l.resume, "")
		y++
		first = 1
	}
	for i, lesson := range l.all {
		text := fmt.Sprintf("%2d min", lesson.Minutes)
		if l.finished[lesson.Name] {
			text += gl.Spell(" ✓")
		}
		row(first+i, strconv.Itoa(i+1), lesson.Title, text)
	}
	if l.selected >= first && h-y > 1 {
		for i, line := range chart.Wrap(gl.Spell(l.all[l.selected-first].About), w-6, max(0, min(2, h-y-1))) {
			g.Text(5, y+1+i, line, chart.Dim)
		}
	}
}
