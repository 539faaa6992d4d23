package session

import (
	"errors"
	"fmt"
	"slices"

	"larui/datasets/phrase"
	"larui/model"
	"larui/model/labelfree"
	"larui/tui/number"
)

// A Judge says by what a setting is chosen: the name of one of [Judges], as flags and
// lines of text have it. To add one, add a row to judgeRows: flags, keys, help and --plain
// list what is there.
type Judge string

const (
	// LabelFree is joint label alignment, TargetAlignment that of the target alone at the
	// present k̃: package labelfree.
	LabelFree       Judge = "label-free"
	TargetAlignment Judge = "target-alignment"
	// Validation is the accuracy on labelled rows that are set aside, or of a regression
	// the squared error there.
	Validation Judge = "validation"
)

// A judgeRow is a row of the table.
type judgeRow struct {
	name Judge
	// about says what it takes and goes by, behind its name.
	about string
	// goesBy says what it compares settings by in a task.
	goesBy func(model.Task) string
	// labelled tells that it knows labels of the target. What others choose has limits, and
	// has to lead no adaptation by margin.
	labelled bool
	margin   float64
	// atKTilde tells that it compares settings of one k̃ alone.
	atKTilde bool
	// lacks says what keeps it from judging in a session, at k̃, by a nil error that nothing
	// does; it is nil itself where nothing ever does.
	lacks func(s *Session, kTilde int) error
	// see is how it sees a descent with its rating, and how it writes that.
	see func(model.Task, model.Descent, labelfree.Rating) (seen labelfree.Candidate, written string)
	// doubt says what another judge sees otherwise, empty for nothing; nil asks no other.
	doubt func(s *Sweep, c Choice, reason labelfree.Reason, e int) string
}

// judgeRows is the table, the first row the judge where none is named.
func judgeRows() []judgeRow {
	return []judgeRow{
		{
			name: LabelFree, about: "without labels of the target (joint label alignment)", margin: labelfree.Margin,
			goesBy: func(model.Task) string { return "joint label alignment" },
			lacks:  func(s *Session, _ int) error { return s.lacksClasses(LabelFree) },
			see: func(_ model.Task, _ model.Descent, r labelfree.Rating) (labelfree.Candidate, string) {
				return labelfree.Candidate{Value: r.JLA, Vetoed: r.Vetoed}, number.Even(r.JLA, 4)
			},
			doubt: (*Sweep).alignmentDoubts,
		},
		{
			name: TargetAlignment, about: "by LAR's own assumption on the target, at the k̃ given", margin: labelfree.Margin, atKTilde: true,
			goesBy: func(model.Task) string { return "target alignment" },
			lacks: func(s *Session, kTilde int) error {
				if err := s.lacksClasses(TargetAlignment); err != nil {
					return err
				}
				if rank := s.Problem.Tgt.Rank; kTilde > rank {
					return fmt.Errorf("choosing by target-alignment needs a k̃ up to %d, the rank of the target, not %d", rank, kTilde)
				}
				return nil
			},
			see: func(_ model.Task, _ model.Descent, r labelfree.Rating) (labelfree.Candidate, string) {
				return labelfree.Candidate{Value: r.TargetAlignment, Vetoed: r.Vetoed}, number.Even(r.TargetAlignment, 4)
			},
			doubt: func(s *Sweep, c Choice, _ labelfree.Reason, _ int) string {
				return s.falls(c, "joint label alignment", c.None.JLA, c.Rating.JLA)
			},
		},
		{
			name: Validation, about: "by labelled rows that are set aside", labelled: true,
			goesBy: func(t model.Task) string {
				if t == model.Regression {
					return "squared error on the validation rows"
				}
				return "accuracy on the validation rows"
			},
			lacks: func(s *Session, _ int) error {
				if s.Pair.Validation.Y == nil {
					return errors.New("choosing by validation needs labelled rows of the target that are set aside: " +
						"--validation-size, or a file of them, --validation")
				}
				return nil
			},
			see: func(t model.Task, run model.Descent, _ labelfree.Rating) (labelfree.Candidate, string) {
				v := run.Validation
				if t == model.Regression {
					return labelfree.Candidate{Value: -v.MSE, Vetoed: run.Diverges}, number.Even(v.MSE, 4)
				}
				return labelfree.Candidate{Value: v.Accuracy, Vetoed: run.Diverges}, number.Percent(v.Accuracy, 1)
			},
		},
	}
}

// Judges returns all judges, the first the one where none is named.
func Judges() (names []Judge) {
	for _, j := range judgeRows() {
		names = append(names, j.name)
	}
	return names
}

// JudgeNames returns their names, in that order.
func JudgeNames() (names []string) {
	for _, j := range judgeRows() {
		names = append(names, string(j.name))
	}
	return names
}

// About says what it takes and goes by, behind its name: "by labelled rows …".
func (by Judge) About() string { return by.row().about }

// row returns the judge of that name; nil where there is none.
func (by Judge) row() *judgeRow {
	all := judgeRows()
	at := slices.IndexFunc(all, func(j judgeRow) bool { return j.name == by })
	if at < 0 {
		return nil
	}
	return &all[at]
}

// AtKTilde tells whether it compares settings of the k̃ alone that it is given.
func (by Judge) AtKTilde() bool {
	row := by.row()
	return row != nil && row.atKTilde
}

// GoesBy says what it compares settings by in a task: "accuracy on the validation rows".
func (by Judge) GoesBy(task model.Task) string { return by.row().goesBy(task) }

// CanJudge says what keeps a judge from judging in the session, at k̃.
func (s *Session) CanJudge(by Judge, kTilde int) error {
	row := by.row()
	if row == nil {
		return fmt.Errorf("%q is no judge: there are %s", by, phrase.Joined(JudgeNames(), "and"))
	}
	if row.lacks == nil {
		return nil
	}
	return row.lacks(s, kTilde)
}

// lacksClasses says that a judge needs classes, where there are none.
func (s *Session) lacksClasses(by Judge) error {
	if s.Pair.Task == model.Regression {
		return fmt.Errorf("choosing by %s: %w", by, labelfree.ErrRegression)
	}
	return nil
}

// alignmentDoubts says where target alignment falls at what joint label alignment chooses,
// or, where that sees no gain, that target alignment does.
func (s *Sweep) alignmentDoubts(c Choice, reason labelfree.Reason, e int) string {
	if reason != labelfree.TooClose {
		return s.falls(c, "target alignment at this k̃", c.None.TargetAlignment, c.Rating.TargetAlignment)
	}
	text, lead := "", labelfree.Margin
	for i, cell := range s.Cells {
		r, none, _ := s.Rating(i, e)
		if gain := r.TargetAlignment - none.TargetAlignment; !r.Vetoed && gain > lead {
			lead = gain
			text = s.disagree("target alignment", "rises", none.TargetAlignment, r.TargetAlignment, " at "+setting(cell))
		}
	}
	return text
}

// falls says that what another judge goes by falls at what is chosen, if it does.
func (s *Sweep) falls(c Choice, name string, from, to float64) string {
	if c.Cell < 0 || !(to < from) {
		return ""
	}
	return s.disagree(name, "falls", from, to, "")
}

// hardlyDiscriminates reports whether there are too few directions for joint label
// alignment to tell settings apart. A regression has no such judge.
func (s *Sweep) hardlyDiscriminates() bool { return s.judge != nil && s.judge.Rank <= 2 }

// disagree says that the judges do.
func (s *Sweep) disagree(name, verb string, from, to float64, at string) string {
	text := fmt.Sprintf("The judges disagree: %s %s from %s to %s%s", name, verb, number.Even(from, 4), number.Even(to, 4), at)
	if s.hardlyDiscriminates() {
		text += "; with two features joint label alignment is all but blind"
	}
	return text + "; no judge without labels knows the sign."
}
