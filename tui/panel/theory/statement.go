// Package theory compares section 4 of the paper with the solution on the screen.
//
// View lists statements in sections, such as the premises of the theorems. A statement is a sentence
// of the paper with its measured number, its tolerance, and the verdict whether the statement holds.
// The numbers come from a model.Theory and a session.Dissection, which has the parts of the objective
// and the projections; the package also builds on stage and chart. To add a statement, add it to a
// function that returns statements, such as checkPremises. To add a section, add it to allSections.
package theory

import (
	"fmt"

	"larui/tui/session"
)

type solvedState struct {
	session.Update
	// howToSet returns an instruction to set the control called name to value. n is about the
	// number of steps of the control, negative for steps down.
	howToSet func(name, value string, n int) string
}

// A statement is a sentence of the paper, or of numerical linear algebra, about a measured number.
type statement struct {
	name string
	// measure is a formula with the present value. tolerance is the range of values in which the
	// statement holds.
	measure, tolerance string
	verdict            verdict
	// explanation says in a sentence why the verdict is so and how to change the verdict. It may be
	// empty.
	explanation string
	// place is where the paper has the statement, such as "Theorem 2".
	place string
	// need and remedy are empty unless the statement is a premise. If the premise fails, the
	// conclusions that depend on it say that they need what the text need says, such as "k = k̃".
	// remedy says how to make the premise hold.
	need, remedy string
}

func (s statement) placeAndTolerance() string { return s.place + ", tolerance: " + s.tolerance }

type verdict int

const (
	holds verdict = iota
	doesNotHold
	// doesNotApply means that a premise fails, so the paper states nothing.
	doesNotApply
	// notKnown means that the number is unknown, mostly because target labels are missing.
	notKnown
)

func (v verdict) String() string {
	return []string{"holds", "does not hold", "does not apply", "not known"}[v]
}

func verdictIf(ok bool) verdict {
	if ok {
		return holds
	}
	return doesNotHold
}

// A section has a title, and below it statements or a table. The first row of a table has the
// headings.
type section struct {
	title string
	// short is the name of the section in the first line of the view, which counts the statements
	// that hold. If short is empty, this line leaves the section out.
	short      string
	statements []statement
	table      [][]string
}

func (t section) countHolding() int {
	count := 0
	for _, s := range t.statements {
		if s.verdict == holds {
			count++
		}
	}
	return count
}

func (t section) heading() string {
	if t.table != nil {
		return t.title
	}
	n, verb := t.countHolding(), "hold"
	if n == 1 {
		verb = "holds"
	}
	return fmt.Sprintf("%s: %d of %d %s", t.title, n, len(t.statements), verb)
}
