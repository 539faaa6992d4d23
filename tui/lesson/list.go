package lesson

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"larui/tui/chart"
	"larui/tui/overlay/opener"
)

// A List is the overlay that lists the built-in lessons. The zero List is not shown.
type List struct {
	Shown bool
	// Finished are the names of finished lessons.
	Finished []string
	all      []*Lesson
	selected int
	// resume is the text of the first row if an interrupted lesson can go on. Without such a row it
	// is empty.
	resume string
}

// Show shows the list of all lessons. If p has an interrupted lesson, the first row resumes it. If
// p has finished a lesson, the next lesson is selected.
func (l *List) Show(all []*Lesson, p *Player) {
	l.Shown, l.all, l.resume = true, all, ""
	switch {
	case p.Lesson == nil:
	case p.finished:
		last := func(one *Lesson) bool { return one.flagValue() == p.Lesson.flagValue() }
		l.selected = (slices.IndexFunc(all, last) + 1) % len(all)
	default:
		l.resume = fmt.Sprintf("go on with %q, %s", p.Lesson.Title, p.StepNumber())
		l.selected = 0
	}
}

// MarkFinished adds the name of a finished lesson.
func (l *List) MarkFinished(name string) {
	if !slices.Contains(l.Finished, name) {
		l.Finished = append(l.Finished, name)
	}
}

// A ListAction is what the caller of HandleKey has to do after a key.
type ListAction int

const (
	NoAction     ListAction = iota // the caller has nothing to do
	ResumeLesson                   // resume the interrupted lesson
	BeginLesson                    // begin the lesson that HandleKey returns
)

func (l *List) firstLessonRow() int {
	if l.resume != "" {
		return 1
	}
	return 0
}

func (l *List) countRows() int { return l.firstLessonRow() + len(l.all) }

// HandleKey handles a key, named as in Bubble Tea. known is false for a key that the list does not
// use.
func (l *List) HandleKey(key string) (chosen *Lesson, c ListAction, known bool) {
	place, err := strconv.Atoi(key)
	habits := map[string]string{"j": "down", "k": "up", "g": "home", "G": "end"}
	switch by := opener.SelectionStep(cmp.Or(habits[key], key), ""); {
	case err == nil && place >= 1 && place <= len(l.all):
		l.Shown = false
		return l.all[place-1], BeginLesson, true
	case key == "esc", key == "alt+esc", key == "L":
		l.Shown = false
	case by != 0:
		l.selected = opener.MoveSelection(l.selected, by, l.countRows())
	case key == "enter":
		l.Shown = false
		if l.selected < l.firstLessonRow() {
			return nil, ResumeLesson, true
		}
		return l.all[l.selected-l.firstLessonRow()], BeginLesson, true
	default:
		return nil, NoAction, false
	}
	return nil, NoAction, true
}

// MoveSelection moves the selection by n rows, but not beyond the ends of the list.
func (l *List) MoveSelection(n int) { l.selected = max(0, min(l.countRows()-1, l.selected+n)) }

const summaryLines = 3

// ClickAt selects the row at line y of a grid of h lines. chosen reports whether the row was
// already selected; the caller then begins the lesson.
func (l *List) ClickAt(h, y int) (chosen bool) {
	top, shown := opener.VisibleRows(l.countRows(), l.selected, max(1, h-summaryLines))
	if y < 0 || y >= shown {
		return false
	}
	chosen = top+y == l.selected
	l.selected = top + y
	return chosen
}

func (l *Lesson) summary() string { return fmt.Sprintf("--lesson %s: %s", l.Name, l.About) }

// titleColumn leaves room for a mark and a number of two digits before the titles.
const titleColumn = 6

// Draw draws the list and the summary of the selected lesson.
func (l *List) Draw(g *chart.Grid, gl chart.Glyphs) {
	w, h := g.Size()
	widest := 0
	for _, lesson := range l.all {
		widest = max(widest, chart.TextWidth(gl.Spell(lesson.Title)))
	}
	top, shown := opener.VisibleRows(l.countRows(), l.selected, max(1, h-summaryLines))
	for y := range shown {
		at := top + y
		number, title, text := "", l.resume, ""
		if place := at - l.firstLessonRow(); place >= 0 {
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
		g.TextRight(titleColumn-1, y, number, chart.Key)
		g.TextWithin(titleColumn, y, w-titleColumn-1, title, style)
		if text != "" {
			g.Text(titleColumn+widest+2, y, text, chart.Dim)
		}
	}
	if top+shown < l.countRows() {
		g.Text(titleColumn, shown, "↓", chart.Dim)
	}
	about := "Enter goes on with the lesson at this step."
	if place := l.selected - l.firstLessonRow(); place >= 0 {
		about = l.all[place].summary()
	}
	g.TextWrapped(titleColumn, shown+1, w-titleColumn-1, summaryLines-1, about, chart.Dim)
}
