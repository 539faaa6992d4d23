// Package theory shows and judges what section 4 of the paper assumes and states, and how sound the
// numbers are, by what is solved: each a statement with its number, its tolerance and its verdict.
package theory

import (
	"fmt"

	"larui/tui/session"
)

// A Point is where the theory is judged: what is solved, its Theory included, and how a
// control is told to be set.
type Point struct {
	session.Update
	// ToSet says how to give the control of that name a value that lies n steps or so up
	// (down where n < 0).
	ToSet func(name, value string, n int) string
}

// A Statement is a sentence of the paper, or of numerical linear algebra, about a
// number that is measured here.
type Statement struct {
	// Name says in a few words what the number is about.
	Name string
	// Measure is the formula with its value now, Tolerance what the value has to be
	// for the statement to count as holding.
	Measure, Tolerance string
	Verdict            Verdict
	// Now says why it holds or doesn't, and what to turn; empty where there is
	// nothing to add.
	Now string
	// Source is where the paper says it, Text the sentence.
	Source, Text string
	// need is what a conclusion lacks where the statement, a premise of it, does not
	// hold, and remedy what to do about it.
	need, remedy string
}

// A Verdict says whether a statement holds.
type Verdict int

const (
	Holds Verdict = iota
	DoesNotHold
	// DoesNotApply says that a premise fails, so that nothing is stated.
	DoesNotApply
	// NotKnown says that there are no target labels to tell.
	NotKnown
)

// Glyph says the verdict in one rune.
func (v Verdict) Glyph() string { return []string{"✓", "×", "–", "·"}[v] }

// Word says it in words.
func (v Verdict) Word() string {
	return []string{"holds", "does not hold", "does not apply", "not known"}[v]
}

// judge returns Holds or DoesNotHold.
func judge(ok bool) Verdict {
	if ok {
		return Holds
	}
	return DoesNotHold
}

// A Group is a part of the theory.
type Group struct {
	Title      string
	Statements []Statement
}

// Holding counts the statements that hold.
func (t Group) Holding() int {
	count := 0
	for _, s := range t.Statements {
		if s.Verdict == Holds {
			count++
		}
	}
	return count
}

// Heading names the group and counts what holds.
func (t Group) Heading() string {
	n, format := t.Holding(), "%s: %d of %d hold"
	if n == 1 {
		format += "s"
	}
	return fmt.Sprintf(format, t.Title, n, len(t.Statements))
}
