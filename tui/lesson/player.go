package lesson

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"larui/tui/chart"
	"larui/tui/session"
)

// A Player plays a lesson step by step. The zero Player plays none.
type Player struct {
	Lesson *Lesson
	// At is the index of the present step. A lesson that is not Shown is interrupted.
	At    int
	Shown bool
	// Done marks the steps that were done at least once.
	Done []bool

	// uncovered reports whether the answer shows, asked whether the user asked to go on
	// before the task was done, reopened whether a step that was done has begun again, over
	// whether the last step was left.
	uncovered, asked, reopened, over bool
	// opened has the values in the step's text, taken when the step opened. answered has the values
	// in its answer, taken when the answer was uncovered. Both are nil before the state is solved.
	opened, answered *moment
}

// A moment remembers the values of names in a state, so that a text does not change while the
// user turns controls.
type moment struct {
	state session.State
	known map[[2]string]value
}

// remember stores the values of all names in texts, unless the state has changed.
func (m *moment) remember(s *Step, st *Situation, texts ...text) {
	if !st.State.Equal(m.state) {
		return
	}
	now := st.factsFor(s)
	for _, p := range slices.Concat(texts...) {
		p.expr.eachName(func(e *expr) {
			if v := now(e.text, e.at); !v.pending {
				m.known[[2]string{e.text, e.at}] = v
			}
		})
	}
}

// lookup returns a lookup of the remembered values. A name that was not remembered is
// pending, or comes from now if it has another state.
func (m *moment) lookup(now lookup) lookup {
	return func(name, at string) value {
		if m != nil {
			if v, there := m.known[[2]string{name, at}]; there {
				return v
			}
		}
		if at != "" {
			return now(name, at)
		}
		return value{pending: true}
	}
}

// Begin begins a lesson at a step.
func (p *Player) Begin(l *Lesson, step int) {
	*p = Player{Lesson: l, At: max(0, min(len(l.Steps)-1, step)), Shown: true, Done: make([]bool, len(l.Steps))}
}

// Step returns the present step, or nil if no lesson shows.
func (p *Player) Step() *Step {
	if p.Lesson == nil || !p.Shown {
		return nil
	}
	return &p.Lesson.Steps[p.At]
}

// Jobs returns the jobs of the present step.
func (p *Player) Jobs(at session.State) []session.Job {
	if s := p.Step(); s != nil {
		return s.jobs(at)
	}
	return nil
}

// Observe remembers the numbers that the step's texts name, and marks the step as done once
// its condition is true.
func (p *Player) Observe(st *Situation) {
	s := p.Step()
	if s == nil {
		return
	}
	if p.opened == nil && s.isOpeningState(st) {
		p.opened = &moment{st.State, map[[2]string]value{}}
	}
	if p.opened != nil {
		p.opened.remember(s, st, s.text, s.do)
	}
	if p.uncovered {
		if p.answered == nil {
			p.answered = &moment{st.State, map[[2]string]value{}}
		}
		p.answered.remember(s, st, s.ask, s.answer)
	}
	if p.pending() && st.isTrue(s, s.done) {
		p.Done[p.At], p.reopened = true, false
	}
}

// pending reports whether the step's task is still to do.
func (p *Player) pending() bool { return p.Step().HasTask() && (!p.Done[p.At] || p.reopened) }

// RestartStep begins the present step again, even if it was done. A step without a task keeps its
// answer uncovered.
func (p *Player) RestartStep() {
	p.uncovered = p.uncovered && !p.Step().HasTask()
	p.asked, p.reopened, p.over, p.opened, p.answered = false, p.Done[p.At], false, nil, nil
}

// ForgetSkip forgets that the user asked to go on before the task was done.
func (p *Player) ForgetSkip() { p.asked = false }

// skipped returns the first step whose task was never done, or -1.
func (p *Player) skipped() int {
	for i := range p.Lesson.Steps {
		if p.Lesson.Steps[i].HasTask() && !p.Done[i] {
			return i
		}
	}
	return -1
}

// Finished reports whether the lesson ended with all tasks done.
func (p *Player) Finished() bool { return p.over }

// NextStep shows the answer of a question, then moves to the next step; moved reports such a
// move, or the end of the lesson. A task that is still to do is skipped only at the second
// call. A step that was done before and begun again is left without its answer.
func (p *Player) NextStep() (say string, moved bool) {
	switch s := p.Step(); {
	case s.HasTask() && !p.Done[p.At] && !p.asked:
		p.asked = true
		return "this step is not done: press the key again to skip it", false
	case s.HasQuestion() && !p.uncovered && !p.pending():
		p.uncovered = true
		return "", false
	case p.At == len(p.Lesson.Steps)-1 && p.skipped() >= 0:
		p.Shown, p.At = false, p.skipped()
		return fmt.Sprintf("the lesson ends here, but step %d was skipped: Enter goes back to step %[1]d, Esc leaves the lesson", p.At+1), true
	case p.At == len(p.Lesson.Steps)-1:
		p.Shown, p.over = false, true
		return fmt.Sprintf("the lesson %q is done: Enter begins another lesson, Esc leaves the list", p.Lesson.Title), true
	}
	p.move(1)
	return "", true
}

// PreviousStep moves to the step before. The present step must not be the first.
func (p *Player) PreviousStep() (say string, moved bool) {
	p.move(-1)
	return "", true
}

func (p *Player) move(by int) {
	p.At += by
	p.uncovered = false
	p.RestartStep()
}

// A Bookmark is a player's position, as it is saved.
type Bookmark struct {
	// Lesson is the lesson's name, or the absolute path of its file.
	Lesson string `json:"lesson"`
	At     int    `json:"step"`
	Shown  bool   `json:"shown"`
	Done   []bool `json:"done"`
	// Answered reports whether the answer was uncovered.
	Answered bool `json:"answered,omitempty"`
}

// Bookmark returns the position to save, or nil without a lesson or after its end.
func (p *Player) Bookmark() *Bookmark {
	if p.Lesson == nil || p.over {
		return nil
	}
	name := p.Lesson.reference()
	if whole, err := filepath.Abs(name); err == nil && p.Lesson.File != "" {
		name = whole
	}
	return &Bookmark{name, p.At, p.Shown, p.Done, p.uncovered}
}

// Restore restores a saved position. Errors are errors of Load, or say that the lesson has
// other steps now.
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

// Title returns the step's title, and the lesson's title with the step's number.
func (p *Player) Title() (title, of string) {
	return p.Step().Title, p.Lesson.Title + ", " + p.StepNumber()
}

// TurnsNoControl reports whether a step shows whose solution turns no control.
func (p *Player) TurnsNoControl() bool {
	turns := func(act string) bool {
		name, _, _ := strings.Cut(act, "=")
		_, isOption := session.OptionByName(name)
		return isOption
	}
	return p.Step() != nil && !slices.ContainsFunc(p.Step().Solution, turns)
}

// AsksToPlay reports whether the step's task is to play the epochs.
func (p *Player) AsksToPlay() bool { return slices.Contains(p.Step().Solution, playedFact+"=yes") }

// StepNumber returns the step's number, such as "step 2 of 9".
func (p *Player) StepNumber() string {
	return fmt.Sprintf("step %d of %d", p.At+1, len(p.Lesson.Steps))
}

// ProgressDots draws a dot for each step, filled up to the present one.
func (p *Player) ProgressDots() string {
	return strings.Repeat("●", p.At+1) + strings.Repeat("○", len(p.Lesson.Steps)-p.At-1)
}

// Lines returns the step in lines of w columns: the text, then the task, the question or the
// answer. onward is the key that goes on. Blank lines at the end keep the number of lines the
// same at each width.
func (p *Player) Lines(st *Situation, words ScreenNames, onward string, w int, gl chart.Glyphs) []chart.Piece {
	s := p.Step()
	var lines []chart.Piece
	add := func(source string, style chart.Style) {
		for _, line := range chart.WrapAll(gl.Spell(source), w) {
			lines = append(lines, style.Text(line))
		}
	}
	now := st.factsFor(s)
	write := func(t text, facts lookup) string { return plainText(t.write(facts, words.Key, nil)) }
	done := ""
	if s.HasTask() && !p.pending() {
		done = doneMark
	}
	if p.uncovered {
		add(askMark+write(s.ask, p.answered.lookup(now)), chart.Dim)
		add(write(s.answer, p.answered.lookup(now)), chart.Plain)
	} else {
		add(write(s.text, p.opened.lookup(now)), chart.Plain)
	}
	switch {
	case p.uncovered:
	case p.pending():
		add(doMark+write(s.do, p.opened.lookup(now)), chart.Accent)
	case s.HasQuestion():
		add(done+askMark+write(s.ask, now)+fmt.Sprintf(answerHint, onward), chart.Accent)
	default:
		add(done+fmt.Sprintf(onHint, onward), chart.Accent)
	}
	for n := s.rows(w); len(lines) < n; {
		lines = append(lines, chart.Piece{})
	}
	return lines
}

const (
	doMark, askMark, doneMark = "› ", "? ", "✓ Done. "
	answerHint, onHint        = " (%s: the answer)", "%s goes on."
)

// rows returns the largest number of lines of the step, with numbers of usual width.
func (s *Step) rows(w int) int {
	count := func(source string) int {
		return len(chart.WrapAll(source, w))
	}
	below := count(doneMark + fmt.Sprintf(onHint, "Enter"))
	if s.do != nil {
		below = max(below, count(doMark+s.do.sample()))
	}
	if s.ask == nil {
		return count(s.text.sample()) + below
	}
	below = max(below, count(doneMark+askMark+s.ask.sample()+fmt.Sprintf(answerHint, "Enter")))
	return max(count(s.text.sample())+below, count(askMark+s.ask.sample())+count(s.answer.sample()))
}
