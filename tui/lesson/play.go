package lesson

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"larui/tui/chart"
	"larui/tui/session"
)

// A Player is where one stands in a lesson. The zero one plays none.
type Player struct {
	Lesson *Lesson
	// At is the present step. Shown tells that it stands beside the picture; else the
	// lesson is put aside.
	At    int
	Shown bool
	// Done tells for each step whether it was done, once at least.
	Done []bool

	// uncovered tells that the answer is, asked that one wanted to go on before the step
	// was done, reopened that it was done once and is as it began again, over that the last
	// step was left.
	uncovered, asked, reopened, over bool
	// opened is how it was as the step opened, of which its text speaks, answered how it
	// was as the answer was uncovered; nil before that is solved.
	opened, answered *moment
}

// A moment remembers what the names of a text stood for in a state.
type moment struct {
	state session.State
	known map[[2]string]value
}

// remember takes in what is known of the names of a text, as long as the state is the one
// of the moment.
func (m *moment) remember(s *Step, st *Stage, texts ...text) {
	if !st.State.Equal(m.state) {
		return
	}
	now := st.of(s)
	for _, p := range slices.Concat(texts...) {
		if p.expr == nil {
			continue
		}
		p.expr.leaves(func(e *expr) {
			if v := now(e.text, e.at); !v.pending {
				m.known[[2]string{e.text, e.at}] = v
			}
		})
	}
}

// of returns what a name stood for then. Other states than that are what they are.
func (m *moment) of(now func(name, at string) value) func(name, at string) value {
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

// Step returns the present step; nil where no lesson shows.
func (p *Player) Step() *Step {
	if p.Lesson == nil || !p.Shown {
		return nil
	}
	return &p.Lesson.Steps[p.At]
}

// Jobs returns what the present step needs beside the solution of a state.
func (p *Player) Jobs(at session.State) []session.Job {
	if s := p.Step(); s != nil {
		return s.Jobs(at)
	}
	return nil
}

// Notice takes notice where the step is done, and of the numbers that its texts speak of.
func (p *Player) Notice(st *Stage) {
	s := p.Step()
	if s == nil {
		return
	}
	if p.opened == nil && s.opens(st) {
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
	if p.waits() && st.holds(s, s.done) {
		p.Done[p.At], p.reopened = true, false
	}
}

// waits tells that the step has still to be done.
func (p *Player) waits() bool { return p.Step().HasTask() && (!p.Done[p.At] || p.reopened) }

// Reopen begins the present step anew, also where it was done. What is asked of the step as
// it opens stays answered.
func (p *Player) Reopen() {
	p.uncovered = p.uncovered && !p.Step().HasTask()
	p.asked, p.reopened, p.over, p.opened, p.answered = false, p.Done[p.At], false, nil, nil
}

// Disarm forgets that one wanted to go on before the step was done.
func (p *Player) Disarm() { p.asked = false }

// skipped returns the first step with something to do that never was done; -1 for none.
func (p *Player) skipped() int {
	for i := range p.Lesson.Steps {
		if p.Lesson.Steps[i].HasTask() && !p.Done[i] {
			return i
		}
	}
	return -1
}

// Finished tells that the lesson has come to its end, with all that there was to do.
func (p *Player) Finished() bool { return p.over }

// Next goes on: to the answer of a question, and then to the next step. moved tells that it
// is another step, or that the lesson has come to its end. A step that is still to be done
// is skipped only once that was said; one that was done once is passed, without its answer.
func (p *Player) Next() (say string, moved bool) {
	switch s := p.Step(); {
	case s.HasTask() && !p.Done[p.At] && !p.asked:
		p.asked = true
		return "this step is still to be done; once more skips it", false
	case s.HasQuestion() && !p.uncovered && !p.waits():
		p.uncovered = true
		return "", false
	case p.At == len(p.Lesson.Steps)-1 && p.skipped() >= 0:
		p.Shown, p.At = false, p.skipped()
		return fmt.Sprintf("the lesson ends here, but step %d was skipped: Enter goes back to it, Esc explores on", p.At+1), true
	case p.At == len(p.Lesson.Steps)-1:
		p.Shown, p.over = false, true
		return fmt.Sprintf("that was %q: Enter begins another lesson, Esc explores on", p.Lesson.Title), true
	}
	p.move(1)
	return "", true
}

// Back goes back to the step before, of which there has to be one.
func (p *Player) Back() (say string, moved bool) {
	p.move(-1)
	return "", true
}

func (p *Player) move(by int) {
	p.At += by
	p.uncovered = false
	p.Reopen()
}

// A Line is a line of what a step says.
type Line struct {
	Text  string
	Style chart.Style
}

// A Kept is where one stands, as it is kept.
type Kept struct {
	// Lesson is its name, or the whole path of its file.
	Lesson string `json:"lesson"`
	At     int    `json:"step"`
	Shown  bool   `json:"shown"`
	Done   []bool `json:"done"`
	// Answered tells that the answer is uncovered.
	Answered bool `json:"answered,omitempty"`
}

// Kept returns where one stands; nil without a lesson, or behind its end.
func (p *Player) Kept() *Kept {
	if p.Lesson == nil || p.over {
		return nil
	}
	name := p.Lesson.call()
	if whole, err := filepath.Abs(name); err == nil && p.Lesson.File != "" {
		name = whole
	}
	return &Kept{name, p.At, p.Shown, p.Done, p.uncovered}
}

// Restore goes on from what was kept. Errors are those of Load, or say that the lesson is
// another by now.
func (p *Player) Restore(k Kept, w Words) error {
	l, err := Load(k.Lesson, w)
	if err == nil && (len(k.Done) != len(l.Steps) || k.At < 0 || k.At >= len(l.Steps)) {
		err = fmt.Errorf("%s has other steps by now", k.Lesson)
	}
	if err == nil {
		*p = Player{Lesson: l, At: k.At, Shown: k.Shown, Done: k.Done, uncovered: k.Answered}
	}
	return err
}

// Title is that of the step, of is the lesson with the place in it.
func (p *Player) Title() (title, of string) { return p.Step().Title, p.Lesson.Title + ", " + p.Place() }

// Still tells that a step shows that has nothing to turn.
func (p *Player) Still() bool {
	turns := func(act string) bool {
		name, _, _ := strings.Cut(act, "=")
		_, isOption := session.OptionByName(name)
		return isOption
	}
	return p.Step() != nil && !slices.ContainsFunc(p.Step().Solution, turns)
}

// AsksToPlay tells that the step is done by playing the epochs.
func (p *Player) AsksToPlay() bool { return slices.Contains(p.Step().Solution, playedFact+"=yes") }

// Place is where in the lesson the step stands.
func (p *Player) Place() string { return fmt.Sprintf("step %d of %d", p.At+1, len(p.Lesson.Steps)) }

// Dots are the steps, those up to the present one filled.
func (p *Player) Dots() string {
	return strings.Repeat("●", p.At+1) + strings.Repeat("○", len(p.Lesson.Steps)-p.At-1)
}

// Lines returns what the step says, in lines of w columns: the text, and what to do, what
// is asked, or the answer. onward is the key that goes on. They are always as many at one
// width, with blank ones at the end.
func (p *Player) Lines(st *Stage, words Words, onward string, w int, gl chart.Glyphs) []Line {
	s := p.Step()
	var lines []Line
	add := func(source string, style chart.Style) {
		for _, line := range chart.WrapAll(gl.Spell(source), w) {
			lines = append(lines, Line{line, style})
		}
	}
	now := st.of(s)
	write := func(t text, of func(name, at string) value) string { return plainText(t.write(of, words.Key, nil)) }
	done := ""
	if s.HasTask() && !p.waits() {
		done = doneMark
	}
	if p.uncovered {
		add(askMark+write(s.ask, p.answered.of(now)), chart.Dim)
		add(write(s.answer, p.answered.of(now)), chart.Plain)
	} else {
		add(write(s.text, p.opened.of(now)), chart.Plain)
	}
	switch {
	case p.uncovered:
	case p.waits():
		add(doMark+write(s.do, p.opened.of(now)), chart.Accent)
	case s.HasQuestion():
		add(done+askMark+write(s.ask, now)+fmt.Sprintf(answerHint, onward), chart.Accent)
	default:
		add(done+fmt.Sprintf(onHint, onward), chart.Accent)
	}
	for n := s.rows(w); len(lines) < n; {
		lines = append(lines, Line{})
	}
	return lines
}

const (
	doMark, askMark, doneMark = "› ", "? ", "✓ Done. "
	answerHint, onHint        = " (%s: the answer)", "%s goes on."
)

// rows is how many lines the step takes at most, as far as numbers are as wide as usual.
func (s *Step) rows(w int) int {
	count := func(source string) int {
		return len(chart.WrapAll(source, w))
	}
	below := count(doneMark + fmt.Sprintf(onHint, "Enter"))
	if s.do != nil {
		below = max(below, count(doMark+s.do.measured()))
	}
	if s.ask == nil {
		return count(s.text.measured()) + below
	}
	below = max(below, count(doneMark+askMark+s.ask.measured()+fmt.Sprintf(answerHint, "Enter")))
	return max(count(s.text.measured())+below, count(askMark+s.ask.measured())+count(s.answer.measured()))
}
