package frame

import (
	"larui/tui/chart"
	"larui/tui/lesson"
	"larui/tui/overlay/help"
	"larui/tui/session"
	"larui/tui/stage"
)

// LessonList is the overlay that lists the lessons.
type LessonList struct {
	overlayWithoutInput
	lesson.List
}

func (o *LessonList) Key(h *Host) stage.Key {
	return stage.Key{Name: "lessons", Keys: []string{"L"}, Hint: "lessons", Help: "list the lessons, or resume the lesson that was put aside", IdleReason: stage.IdleWhileOpening,
		Do: func(*stage.Stage) stage.Intent { return showLessons(h) }}
}

func (o *LessonList) VisibleFlag() *bool            { return &o.Shown }
func (o *LessonList) Title(*Scene) string           { return "lessons" }
func (o *LessonList) Draw(sc *Scene, g *chart.Grid) { o.List.Draw(g, sc.Glyphs) }
func (o *LessonList) Wheel(_ *Host, n int)          { o.MoveSelection(n) }

func (o *LessonList) Hints(*Scene) []help.Entry {
	return help.NewEntries("↑ ↓", "select", "Enter", "begin", "Esc", "leave")
}

// Click selects a lesson; a second click begins it.
func (o *LessonList) Click(h *Host, _, y int) {
	_, rows := zoomedViewSize(&h.Scene)
	if o.ClickAt(rows, y) {
		o.Press(h, "enter")
	}
}

func (o *LessonList) Press(h *Host, key string) bool {
	chosen, what, known := o.List.HandleKey(key)
	switch {
	case what == lesson.BeginLesson:
		h.Lessons.Begin(chosen, 0)
		h.enterStep()
	case what == lesson.ResumeLesson:
		h.Lessons.Shown = true
		h.enterStep()
	case !known:
		h.leaveOrRefuse(key, "does nothing in the list of lessons: Enter begins a lesson, Esc leaves the list")
	}
	return true
}

// changeStep calls walk, which moves to another step of the lesson. After the last step it lists
// the lessons.
func changeStep(h *Host, walk func() (string, bool)) stage.Intent {
	say, moved := walk()
	switch lessons := &h.Lessons; {
	case moved && lessons.Shown:
		h.enterStep()
	case moved:
		if lessons.IsFinished() {
			OverlayOf[*LessonList](&h.Scene).MarkFinished(lessons.Lesson.Name)
		}
		showLessons(h)
	}
	if say != "" {
		return stage.NewMessage("%s", say)
	}
	return stage.Intent{}
}

func showLessons(h *Host) stage.Intent {
	all, err := lesson.LoadAll(*h.Lessons.words)
	if err != nil {
		return stage.NewMessage("%s", session.PlainError(err))
	}
	closeOverlay(&h.Scene)
	markEarlierFinished(h)
	OverlayOf[*LessonList](&h.Scene).Show(all, &h.Lessons.Player)
	return stage.Intent{}
}

// markEarlierFinished marks the lessons that the user finished in an earlier session, unless that
// session was resumed.
func markEarlierFinished(h *Host) {
	if h.files.EarlierSession == nil || h.resumed != nil {
		return
	}
	if saved, err := readSession(h.files.EarlierSession()); err == nil {
		for _, name := range saved.Finished {
			OverlayOf[*LessonList](&h.Scene).MarkFinished(name)
		}
	}
	h.files.EarlierSession = nil
}
