// Package theory shows and judges what section 4 of the paper assumes and states, and how sound the
// numbers are, by what is solved: each a statement with its number, its tolerance and its verdict.
package theory

import (
	"fmt"

	"larui/tui/session"
)

// A point is where the theory is judged: what is solved, its Theory included, and how a
// control is told to be set.
type point struct {
	session.Update
	// toSet says how to give the control of that name a value that lies n steps or so up
	// (down where n < 0).
	toSet func(name, value string, n int) string
}

// A statement is a sentence of the paper, or of numerical linear algebra, about a
// number that is measured here.
type statement struct {
	// name says in a few words what the number is about.
	name string
	// measure is the formula with its value now, tolerance what the value has to be
	// for the statement to count as holding.
	measure, tolerance string
	verdict            verdict
	// now says why it holds or doesn't, and what to turn; empty where there is
	// nothing to add.
	now string
	// source is where the paper says it.
	source string
	// need is what a conclusion lacks where the statement, a premise of it, does not
	// hold, and remedy what to do about it.
	need, remedy string
}

// bound is what the value has to be, and by what.
func (s statement) bound() string { return s.source + ", tolerance: " + s.tolerance }

// A verdict says whether a statement holds.
type verdict int

const (
	holds verdict = iota
	doesNotHold
	// doesNotApply says that a premise fails, so that nothing is stated.
	doesNotApply
	// notKnown says that there are no target labels to tell.
	notKnown
)

// glyph says the verdict in one rune.
func (v verdict) glyph() string { return []string{"✓", "×", "–", "·"}[v] }

// word says it in words.
func (v verdict) word() string {
	return []string{"holds", "does not hold", "does not apply", "not known"}[v]
}

// judge returns Holds or DoesNotHold.
func judge(ok bool) verdict {
	if ok {
		return holds
	}
	return doesNotHold
}

// A part of the theory under a heading: its statements, or a table of numbers that are judged
// elsewhere, its heading first.
type part struct {
	title string
	// short names the part where its statements are counted, empty where they are not.
	short      string
	statements []statement
	table      [][]string
}

// holding counts the statements that hold.
func (t part) holding() int {
	count := 0
	for _, s := range t.statements {
		if s.verdict == holds {
			count++
		}
	}
	return count
}

// heading names the group and counts what holds.
func (t part) heading() string {
	if t.table != nil {
		return t.title
	}
	n, format := t.holding(), "%s: %d of %d hold"
	if n == 1 {
		format += "s"
	}
	return fmt.Sprintf(format, t.title, n, len(t.statements))
}
