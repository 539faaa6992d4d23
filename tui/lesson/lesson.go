package lesson

import (
	"larui/tui/session"
)

// A Lesson is a sequence of steps through the explorer.
type Lesson struct {
	// Name is the name for --lesson: the file's name without number and ending.
	Name string
	// Title, About and Minutes are the lesson's title, a summary and its length.
	Title, About string
	Minutes      int
	Steps        []Step
	// File is the path of the lesson's file, empty for built-in lessons.
	File string
	// pair is the command line that the steps open, folder the folder of the file.
	pair, folder string
}

// A Step sets a state, explains it in a few sentences and gives one task.
type Step struct {
	Title string
	// Opening is the state to set.
	Opening session.Opening
	// View fills the screen. Without a View, Panel is the selected panel of the dashboard.
	// Select is the selected control, empty for none. Present turns present mode on.
	View, Panel, Select string
	Present             bool
	// Panels get a frame. Direction is the highlighted direction, counted from 1; 0 for none.
	Panels    []string
	Direction int
	// The step shows text, then the task do, then the question ask, and its answer on
	// request. do may be empty, and so may ask and answer together.
	text, do, ask, answer text
	// done is the condition of the task, nil without a task.
	done *expr
	// Check plays Solution, which must meet the condition, and each of Wrong, which must not.
	// claims are true for every seed, mostly for most seeds.
	Solution       []string
	Wrong          [][]string
	claims, mostly []*claim

	// line is the step's line in its file. others are the options of the other states that
	// texts and condition name.
	line   int
	others []string
	needs
}

// needs are the quantities to compute beside a solution: ratings without labels, and theory.
type needs struct{ ratings, theory bool }

// A claim is a condition that Check evaluates.
type claim struct {
	*expr
	text   string
	others []string
}

// reference returns the lesson's file, or the name of a built-in lesson, as --lesson takes
// it.
func (l *Lesson) reference() string {
	if l.File != "" {
		return l.File
	}
	return l.Name
}

// open parses a command line. Relative paths start at the lesson's folder.
func (l *Lesson) open(line string) (session.Opening, error) {
	o, err := session.ParseOpening(line)
	if err != nil {
		return o, err
	}
	return o.Set.ResolvePaths(l.folder).Opening(o.Spec.Name)
}

// HasTask reports whether the step has a task.
func (s *Step) HasTask() bool { return s.done != nil }

// HasQuestion reports whether the step has a question.
func (s *Step) HasQuestion() bool { return s.ask != nil }

// opening returns the step's opening with other options.
func (s *Step) opening(set map[string]string) (session.Opening, error) {
	more, err := session.ParseOptions(set)
	if err != nil {
		return session.Opening{}, err
	}
	return s.Opening.Set.Merge(more).Opening(s.Opening.Spec.Name)
}

// Words are the names that a screen gives to its parts, which a lesson may use.
type Words struct {
	// Views are the names of views, Panels the names of the dashboard's panels.
	Views, Panels []string
	// Key returns the key of an action as a person writes it, and false for an unknown
	// action.
	Key func(action string) (sign string, ok bool)
}
