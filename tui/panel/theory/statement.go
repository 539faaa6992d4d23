// Package theory draws section 4 of the paper as live numbers: premises, conclusions and numerical
// health.
//
// View lists statements in parts. A statement is a sentence of the paper with its number, its
// tolerance and its verdict. To add one, add it to a function that returns statements, such as
// premisesAt.
package theory

import (
	"fmt"

	"larui/tui/session"
)

// A point is a solved state, with its Theory, that the statements judge.
type point struct {
	session.Update
	// toSet returns how to set the control name to value, which is about n steps up, or down if n
	// is negative.
	toSet func(name, value string, n int) string
}

// A statement is a sentence of the paper, or of numerical linear algebra, about a measured number.
type statement struct {
	// name is the subject of the statement.
	name string
	// measure is the formula with its present value. tolerance is the range of values in which the
	// statement holds.
	measure, tolerance string
	verdict            verdict
	// now explains the verdict and how to change it, maybe empty.
	now string
	// source is the place in the paper.
	source string
	// need names a failed premise in the reason of a conclusion; remedy is how to make the premise
	// hold.
	need, remedy string
}

// bound returns the source and the tolerance.
func (s statement) bound() string { return s.source + ", tolerance: " + s.tolerance }

// A verdict is whether a statement holds.
type verdict int

const (
	holds verdict = iota
	doesNotHold
	// doesNotApply means that a premise fails, so that nothing is stated.
	doesNotApply
	// notKnown means that the number is missing, mostly for lack of target labels.
	notKnown
)

func (v verdict) word() string {
	return []string{"holds", "does not hold", "does not apply", "not known"}[v]
}

func judge(ok bool) verdict {
	if ok {
		return holds
	}
	return doesNotHold
}

// A part is a group of statements, or a table of numbers, under a heading. The first row of the
// table is its heading.
type part struct {
	title string
	// short is the name in the count of statements, empty if the part is not counted.
	short      string
	statements []statement
	table      [][]string
}

func (t part) countHolding() int {
	count := 0
	for _, s := range t.statements {
		if s.verdict == holds {
			count++
		}
	}
	return count
}

// heading returns the title and the number of statements that hold.
func (t part) heading() string {
	if t.table != nil {
		return t.title
	}
	n, format := t.countHolding(), "%s: %d of %d hold"
	if n == 1 {
		format += "s"
	}
	return fmt.Sprintf(format, t.title, n, len(t.statements))
}
