package lesson

import (
	"fmt"
	"slices"
	"strings"

	"larui/tui/session"
)

// A Lesson is a sequence of steps that a learner plays in the program.
type Lesson struct {
	// Name is the value of --lesson: the name of the file without number and ending.
	Name         string
	Title, About string
	Minutes      int
	Steps        []Step
	// File is the path of the file; it is empty for a built-in lesson.
	File string
	// pair is the command line to which every step adds options. folder is the folder of the file.
	pair, folder string
}

// A Step sets a state, explains it in a few sentences and gives one task.
type Step struct {
	Title   string
	Opening session.Opening
	// View is the view that fills the screen. If View is empty, the screen is the dashboard with
	// the selected panel Panel. Control is the selected control, or empty. Present turns the
	// present mode on.
	View, Panel, Control string
	Present              bool
	// Panels are the panels with a double border. Direction is the number, from 1, of the
	// highlighted singular direction, 0 for none.
	Panels    []string
	Direction int
	// The screen shows text, the task do, the question ask and, if the learner wants it, the
	// answer. do may be empty; ask and answer may be empty together.
	text, do, ask, answer text
	// done is the condition that ends the task; it is nil without a task.
	done *expr
	// An act is a text, such as lambda=100, for something that the learner does. In Check, done
	// must be true after the acts of Solution, and false after each list of acts in Wrong.
	Solution []string
	Wrong    [][]string
	claims   []*claim

	// line is the line of the step in the file. others are the states that the step names after the
	// word "at", as joinOptions writes them.
	line   int
	others []string
	neededResults
}

// neededResults says which results a step needs besides the solution: ratings, which are estimates
// without labels, and theory.
type neededResults struct{ ratings, theory bool }

// A claim is a condition that Check evaluates for several seeds. It must be true for most of the
// seeds if mostly is true, otherwise for all. others are the states that the claim names after
// "at".
type claim struct {
	*expr
	text   string
	others []string
	mostly bool
}

func (l *Lesson) flagValue() string {
	if l.File != "" {
		return l.File
	}
	return l.Name
}

// Relative paths in the command line start at the folder of the lesson.
func (l *Lesson) parseOpening(line string) (session.Opening, error) {
	o, err := session.ParseOpening(line)
	if err != nil {
		return o, err
	}
	return o.Set.ResolvePaths(l.folder).Opening(o.Spec.Name)
}

func (s *Step) HasTask() bool { return s.done != nil }

func (s *Step) HasQuestion() bool { return s.ask != nil }

func (s *Step) openingWith(set map[string]string) (session.Opening, error) {
	more, err := session.ParseOptions(set)
	if err != nil {
		return session.Opening{}, err
	}
	return s.Opening.Set.Merge(more).Opening(s.Opening.Spec.Name)
}

// ScreenNames are the names that a lesson may use for parts of the screen.
type ScreenNames struct {
	Views, Panels []string
	// Key returns the key of an action, such as "Ctrl+Z", and false for an unknown action.
	Key func(action string) (sign string, ok bool)
}

func (w ScreenNames) checkView(name string) error {
	if slices.Contains(w.Views, name) {
		return nil
	}
	return fmt.Errorf("unknown view %q: the views are %s", name, strings.Join(w.Views, ", "))
}
