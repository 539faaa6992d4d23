package lesson

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"larui/tui/chart"
	"larui/tui/session"
)

// A Player plays a lesson step by step. The zero Player has no lesson.
type Player struct {
	Lesson *Lesson
	// At is the index of the present step. Shown is false while the lesson is interrupted.
	At    int
	Shown bool
	// Done reports for each step whether its condition was true at least once.
	Done []bool

	// uncovered: the answer is shown. asked: NextStep was called once although the task is not
	// done. reopened: a done step has begun again. finished: the learner has left the last step.
	uncovered, asked, reopened, finished bool
	// opened has the numbers in text and do as they were when the step opened. answered has the
	// numbers in ask and answer as they were when the answer was uncovered. Both are nil until
	// Observe sets them.
	opened, answered *snapshot
}

// A snapshot stores values of facts, so that a text does not change while the user turns controls.
// A key of known has the name of a fact, and the options that a lesson writes after the word "at".
type snapshot struct {
	state session.State
	known map[[2]string]value
}

// storeValues stores the values of all facts in texts if the state in st is the state of the
// snapshot.
func (m *snapshot) storeValues(s *Step, st *Situation, texts ...text) {
	if !st.State.Equal(m.state) {
		return
	}
	now := st.factsFor(s)
	for _, p := range slices.Concat(texts...) {
		p.expr.visitNames(func(e *expr) {
			if v := now(e.text, e.options); !v.pending {
				m.known[[2]string{e.text, e.options}] = v
			}
		})
	}
}

// storedLookup returns a function that looks facts up in the snapshot, which may be nil. If the
// snapshot does not have a fact of the present state, the fact is pending. If the snapshot does not
// have a fact of another state, lookup looks the fact up.
func (m *snapshot) storedLookup(lookup factLookup) factLookup {
	return func(name, options string) value {
		if m != nil {
			if v, there := m.known[[2]string{name, options}]; there {
				return v
			}
		}
		if options != "" {
			return lookup(name, options)
		}
		return value{pending: true}
	}
}

// Begin begins a lesson at the step with the given index, counted from 0.
func (p *Player) Begin(l *Lesson, step int) {
	*p = Player{Lesson: l, At: max(0, min(len(l.Steps)-1, step)), Shown: true, Done: make([]bool, len(l.Steps))}
}

// Step returns the present step, or nil if no step is shown.
func (p *Player) Step() *Step {
	if p.Lesson == nil || !p.Shown {
		return nil
	}
	return &p.Lesson.Steps[p.At]
}

// Jobs returns the computations that the present step needs for a state.
func (p *Player) Jobs(state session.State) []session.Job {
	if s := p.Step(); s != nil {
		return s.jobs(state)
	}
	return nil
}

// Observe must be called for each new situation. It stores the numbers that the texts of the step
// show, and marks the step as done if its condition is true.
func (p *Player) Observe(st *Situation) {
	s := p.Step()
	if s == nil {
		return
	}
	if p.opened == nil && s.isOpeningState(st) {
		p.opened = &snapshot{st.State, map[[2]string]value{}}
	}
	if p.opened != nil {
		p.opened.storeValues(s, st, s.text, s.do)
	}
	if p.uncovered {
		if p.answered == nil {
			p.answered = &snapshot{st.State, map[[2]string]value{}}
		}
		p.answered.storeValues(s, st, s.ask, s.answer)
	}
	if p.hasOpenTask() && st.isTrue(s, s.done) {
		p.Done[p.At], p.reopened = true, false
	}
}

func (p *Player) hasOpenTask() bool { return p.Step().HasTask() && (!p.Done[p.At] || p.reopened) }

// RestartStep begins the present step again, even if it is done. If the step has no task, its
// answer stays uncovered.
func (p *Player) RestartStep() {
	p.uncovered = p.uncovered && !p.Step().HasTask()
	p.asked, p.reopened, p.finished, p.opened, p.answered = false, p.Done[p.At], false, nil, nil
}

// ForgetSkip makes NextStep ask again before it skips a task.
func (p *Player) ForgetSkip() { p.asked = false }

// firstSkipped returns the index of the first step whose task was never done, or −1.
func (p *Player) firstSkipped() int {
	for i := range p.Lesson.Steps {
		if p.Lesson.Steps[i].HasTask() && !p.Done[i] {
			return i
		}
	}
	return -1
}

// IsFinished reports whether the learner did all tasks and left the last step.
func (p *Player) IsFinished() bool { return p.finished }

// NextStep uncovers the answer, moves to the next step, or ends the lesson. moved is false if the
// step stays. If the task is not done, the first call only returns the message say. If the learner
// comes back to a done task, NextStep moves to the next step without uncovering the answer.
func (p *Player) NextStep() (say string, moved bool) {
	switch s := p.Step(); {
	case s.HasTask() && !p.Done[p.At] && !p.asked:
		p.asked = true
		return "this step is not done: press the key again to skip it", false
	case s.HasQuestion() && !p.uncovered && !p.hasOpenTask():
		p.uncovered = true
		return "", false
	case p.At == len(p.Lesson.Steps)-1 && p.firstSkipped() >= 0:
		p.Shown, p.At = false, p.firstSkipped()
		return fmt.Sprintf("the lesson ends here, but step %d was skipped: Enter goes back to step %[1]d, Esc leaves the lesson", p.At+1), true
	case p.At == len(p.Lesson.Steps)-1:
		p.Shown, p.finished = false, true
		return fmt.Sprintf("the lesson %q is done: Enter begins another lesson, Esc leaves the list", p.Lesson.Title), true
	}
	p.move(1)
	return "", true
}

// PreviousStep moves to the step before the present one, which must not be the first step.
func (p *Player) PreviousStep() (say string, moved bool) {
	p.move(-1)
	return "", true
}

func (p *Player) move(by int) {
	p.At += by
	p.uncovered = false
	p.RestartStep()
}

// A Bookmark is the saved position of a player.
type Bookmark struct {
	// Lesson is the name of a built-in lesson, or the absolute path of a file.
	Lesson   string `json:"lesson"`
	At       int    `json:"step"`
	Shown    bool   `json:"shown"`
	Done     []bool `json:"done"`
	Answered bool   `json:"answered,omitempty"`
}

// Bookmark returns the position to save. It is nil if there is no lesson or the lesson is finished.
func (p *Player) Bookmark() *Bookmark {
	if p.Lesson == nil || p.finished {
		return nil
	}
	name := p.Lesson.flagValue()
	if whole, err := filepath.Abs(name); err == nil && p.Lesson.File != "" {
		name = whole
	}
	return &Bookmark{name, p.At, p.Shown, p.Done, p.uncovered}
}

// Restore continues at a saved position. It returns an error of Load, or an error if the number of
// steps has changed.
func (p *Player) Restore(k Bookmark, w ScreenNames) error {
	l, err := Load(k.Lesson, w)
	if err == nil && (len(k.Done) != len(l.Steps) || k.At < 0 || k.At >= len(l.Steps)) {
		err = fmt.Errorf("%s has other steps by now", k.Lesson)
	}
	if err == nil {
		*p = Player{Lesson: l, At: k.At, Shown: k.Shown, Done: k.Done, uncovered: k.Answered}
	}
	return err
}

// Title returns the title of the step, and the title of the lesson with the number of the step.
func (p *Player) Title() (title, lessonTitle string) {
	return p.Step().Title, p.Lesson.Title + ", " + p.StepNumber()
}

// IsStepWithoutTurns reports whether a step is shown whose solution changes no control.
func (p *Player) IsStepWithoutTurns() bool {
	turns := func(act string) bool {
		name, _, _ := strings.Cut(act, "=")
		_, isOption := session.OptionByName(name)
		return isOption
	}
	return p.Step() != nil && !slices.ContainsFunc(p.Step().Solution, turns)
}

// AsksToPlay reports whether the task of the step is to play the epochs of descent.
func (p *Player) AsksToPlay() bool { return slices.Contains(p.Step().Solution, playedFact+"=yes") }

// StepNumber returns the number of the step as text, such as "step 2 of 9".
func (p *Player) StepNumber() string {
	return fmt.Sprintf("step %d of %d", p.At+1, len(p.Lesson.Steps))
}

// ProgressDots returns a dot for each step, filled up to the present step.
func (p *Player) ProgressDots() string {
	return strings.Repeat("●", p.At+1) + strings.Repeat("○", len(p.Lesson.Steps)-p.At-1)
}

// Lines returns the step in lines of w columns: the text with the task or the question, or the
// question with the answer. nextKey is the key that calls NextStep. Blank lines keep the number of
// lines the same throughout the step.
func (p *Player) Lines(st *Situation, words ScreenNames, nextKey string, w int, gl chart.Glyphs) []chart.Piece {
	s := p.Step()
	var lines []chart.Piece
	add := func(source string, style chart.Style) {
		for _, line := range chart.WrapAll(gl.Spell(source), w) {
			lines = append(lines, style.Text(line))
		}
	}
	now := st.factsFor(s)
	write := func(t text, facts factLookup) string { return removeMarkdown(t.format(facts, words.Key, nil)) }
	done := ""
	if s.HasTask() && !p.hasOpenTask() {
		done = doneMark
	}
	if p.uncovered {
		add(askMark+write(s.ask, p.answered.storedLookup(now)), chart.Dim)
		add(write(s.answer, p.answered.storedLookup(now)), chart.Plain)
	} else {
		add(write(s.text, p.opened.storedLookup(now)), chart.Plain)
	}
	switch {
	case p.uncovered:
	case p.hasOpenTask():
		add(doMark+write(s.do, p.opened.storedLookup(now)), chart.Accent)
	case s.HasQuestion():
		add(done+askMark+write(s.ask, now)+fmt.Sprintf(answerHint, nextKey), chart.Accent)
	default:
		add(done+fmt.Sprintf(onHint, nextKey), chart.Accent)
	}
	for n := s.maxRows(w); len(lines) < n; {
		lines = append(lines, chart.Piece{})
	}
	return lines
}

const (
	doMark, askMark, doneMark = "› ", "? ", "✓ Done. "
	answerHint, onHint        = " (%s: the answer)", "%s goes on."
)

// maxRows returns the largest number of lines that the step may need in w columns, with numbers of
// usual width.
func (s *Step) maxRows(w int) int {
	count := func(source string) int {
		return len(chart.WrapAll(source, w))
	}
	below := count(doneMark + fmt.Sprintf(onHint, "Enter"))
	if s.do != nil {
		below = max(below, count(doMark+s.do.withPlaceholders()))
	}
	if s.ask == nil {
		return count(s.text.withPlaceholders()) + below
	}
	below = max(below, count(doneMark+askMark+s.ask.withPlaceholders()+fmt.Sprintf(answerHint, "Enter")))
	return max(count(s.text.withPlaceholders())+below, count(askMark+s.ask.withPlaceholders())+count(s.answer.withPlaceholders()))
}
