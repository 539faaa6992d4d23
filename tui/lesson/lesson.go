package lesson

import (
	"larui/tui/session"
)

// A Lesson is a sequence of steps through the explorer.
type Lesson struct {
	// Name is what --lesson calls it: that of its file, without number and ending.
	Name string
	// Title, About and Minutes say what it is and how long it takes.
	Title, About string
	Minutes      int
	Steps        []Step
	// File is where it was read from; empty for those of larui's own.
	File string
	// pair is the command line that its steps open, folder that of its file.
	pair, folder string
}

// A Step sets a state, says a few sentences and asks for one thing to do.
type Step struct {
	Title string
	// Opening is the state that it sets.
	Opening session.Opening
	// View is the one that fills the screen, Panel the one of the first screen that is
	// selected; Select the control that is selected, where one is. Present asks for present
	// mode.
	View, Panel, Select string
	Present             bool
	// Panels are those that it speaks of, which are framed, Direction the one that is lit, from
	// 1; 0 for none.
	Panels    []string
	Direction int
	// text, do, ask and answer are what it says: do may be empty, and ask and answer
	// together.
	text, do, ask, answer text
	// done is the condition that ends it, nil where there is nothing to do.
	done *expr
	// Solution is what does it, Wrong are things that don't; claims always hold, whatever
	// the seed, mostly those hold for most seeds: what Check plays.
	Solution       []string
	Wrong          [][]string
	claims, mostly []*claim

	// line is where it stands in its file; others are the states that its texts and its
	// condition name beside the present one.
	line   int
	others []string
	needs
}

// needs tells what has to be computed beside a solution: ratings without labels, the
// numbers of the theory.
type needs struct{ ratings, theory bool }

// A claim is a condition that is said to hold.
type claim struct {
	*expr
	text   string
	others []string
}

// call is what --lesson calls it.
func (l *Lesson) call() string {
	if l.File != "" {
		return l.File
	}
	return l.Name
}

// fileName is what errors call the lesson.
func (l *Lesson) fileName() string {
	if l.File == "" {
		return l.Name
	}
	return l.File
}

// open reads a command line. Files are looked for from the folder of the lesson.
func (l *Lesson) open(line string) (session.Opening, error) {
	o, err := session.ParseOpening(line)
	if err != nil {
		return o, err
	}
	return o.Set.From(l.folder).Opening(o.Spec.Name)
}

// HasTask tells whether the step has something to do that it notices.
func (s *Step) HasTask() bool { return s.done != nil }

// HasQuestion tells whether it asks something.
func (s *Step) HasQuestion() bool { return s.ask != nil }

// opening returns the opening of the step, with other options in set.
func (s *Step) opening(set map[string]string) (session.Opening, error) {
	more, err := session.ParseSet(set)
	if err != nil {
		return session.Opening{}, err
	}
	return s.Opening.Set.And(more).Opening(s.Opening.Spec.Name)
}

// Words says what only the screen knows: whose lesson it is to be shown there.
type Words struct {
	// Views are the names that a view may have, Panels those of the first screen.
	Views, Panels []string
	// Key returns how the key of an action is written; false where there is none.
	Key func(action string) (sign string, ok bool)
}
