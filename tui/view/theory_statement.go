package view

import (
	"fmt"
	"strings"

	"larui/tui/chart"
)

// The view of the theory tells every number of the paper's section 4 with what the
// paper says of it and whether that holds now.

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
	// source is where the paper says it, text the sentence.
	source, text string
	// need is what a conclusion lacks where the statement, a premise of it, does not
	// hold, and remedy what to do about it.
	need, remedy string
}

// A verdict says whether a statement holds.
type verdict int

const (
	holds verdict = iota
	doesNotHold
	doesNotApply // a premise fails, so that nothing is stated
	notKnown     // there are no target labels to tell
)

// glyph and word say the verdict, each without the other.
func (v verdict) glyph() string { return []string{"✓", "×", "–", "·"}[v] }

func (v verdict) word() string {
	return []string{"holds", "does not hold", "does not apply", "not known"}[v]
}

func (v verdict) style() chart.Style {
	return []chart.Style{chart.Good, chart.Bad, chart.Dim, chart.Warning}[v]
}

// judge returns holds or doesNotHold.
func judge(ok bool) verdict {
	if ok {
		return holds
	}
	return doesNotHold
}

// needsLabels is what stands for all that target labels would tell.
const needsLabels = "not known without target labels"

// A theoryGroup is a part of the view.
type theoryGroup struct {
	title, what string
	statements  []statement
}

// heading names the group and counts what holds.
func (t theoryGroup) heading() string {
	return t.title + ", " + t.what + ": " + counted(t.holding(), len(t.statements))
}

// holding counts the statements that hold.
func (t theoryGroup) holding() int {
	count := 0
	for _, s := range t.statements {
		if s.verdict == holds {
			count++
		}
	}
	return count
}

// counted writes "3 of 4 hold".
func counted(n, of int) string {
	if n == 1 {
		return fmt.Sprintf("1 of %d holds", of)
	}
	return fmt.Sprintf("%d of %d hold", n, of)
}

// theoryGroups returns what the theory assumes, what follows and how sound the
// numbers are. There must be a theory.
func (view *theoryView) theoryGroups(sc *Scene) []theoryGroup {
	premises := view.theoryPremises(sc)
	return []theoryGroup{
		{"premises", "what the theorems assume", premises.list()},
		{"conclusions", "what follows from them", view.theoryConclusions(sc, premises)},
		{"numerical health", "how sound the numbers are", view.theoryHealth(sc)},
	}
}

// needs names what fails of the premises and how to mend the first of it; empty
// where all hold.
func needs(premises ...statement) string {
	var lacking []string
	remedy := ""
	for _, p := range premises {
		if p.verdict != doesNotHold {
			continue
		}
		lacking = append(lacking, p.need)
		if remedy == "" && p.remedy != "" {
			remedy = "; " + p.remedy
		}
	}
	if len(lacking) == 0 {
		return ""
	}
	last := len(lacking) - 1
	if last > 0 {
		lacking[last] = "and " + lacking[last]
	}
	separator := ", "
	if last == 1 {
		separator = " "
	}
	return "needs " + strings.Join(lacking, separator) + remedy
}
