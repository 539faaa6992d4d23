package lesson

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"larui/datasets"
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

// files are larui's own lessons, in their order. They are read when they are asked for.
//
//go:embed lessons/*.md
var files embed.FS

// names returns the files of larui's own lessons.
func names() []string {
	entries, _ := files.ReadDir("lessons") // it is there
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// nameOf is what a file's lesson is called: without the number that orders files.
func nameOf(file string) string {
	return strings.TrimLeft(strings.TrimSuffix(path.Base(file), ".md"), "0123456789-")
}

// Names returns the names of larui's own lessons.
func Names() []string {
	own := names()
	for i, file := range own {
		own[i] = nameOf(file)
	}
	return own
}

// All reads larui's own lessons.
func All(w Words) ([]*Lesson, error) {
	var all []*Lesson
	for _, name := range Names() {
		l, err := Load(name, w)
		if err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	return all, nil
}

// ErrUnknown says that there is no such lesson.
var ErrUnknown = errors.New("unknown lesson")

// Load reads a lesson: one of larui's own by its name or number, or a file. Errors say
// where the file is broken (*datasets.FormatError), or that there is none.
func Load(name string, w Words) (*Lesson, error) {
	own := Names()
	at := slices.Index(own, name)
	if n, err := strconv.Atoi(name); err == nil {
		if at = n - 1; at < 0 || at >= len(own) {
			return nil, fmt.Errorf("%w: there is no lesson %d: they go from 1 to %d", ErrUnknown, n, len(own))
		}
	}
	if at >= 0 {
		text, _ := files.ReadFile("lessons/" + names()[at]) // it is there
		return read(names()[at], own[at], string(text), w)
	}
	text, err := readFile(name)
	if errors.Is(err, os.ErrNotExist) && !strings.ContainsAny(name, "./\\") {
		return nil, fmt.Errorf("%w %q: there are %s, or name a file", ErrUnknown, name, strings.Join(own, ", "))
	}
	if err != nil {
		return nil, err
	}
	l, err := read(name, nameOf(name), text, w)
	if err == nil {
		l.File = name
	}
	return l, err
}

// readFile reads a file that can be a lesson.
func readFile(name string) (string, error) {
	const most = 1 << 20
	file, err := os.Open(session.ExpandHome(name))
	if err != nil {
		return "", fmt.Errorf("reading the lesson: %w", err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("reading the lesson: %w", err)
	case len(text) > most:
		return "", &datasets.FormatError{File: name, Err: errors.New("it is too long for a lesson")}
	}
	return string(text), nil
}
