package session

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"larui/datasets/wording"
	"larui/model"
	"larui/model/labelfree"
	"larui/tui/number"
)

// A JudgeName is the name of a rule that chooses a setting, as written in flags and lines of text.
//
// To add a judge, add a row to judgeRows; flags, keys, help and --plain list its names.
type JudgeName string

const (
	// LabelFree is joint label alignment. TargetAlignment is the label alignment of the target
	// alone at the present k̃. Both are in package labelfree.
	LabelFree       JudgeName = "label-free"
	TargetAlignment JudgeName = "target-alignment"
	// Validation is the score on labelled rows that are set aside: the accuracy or, for
	// regression, the squared error.
	Validation JudgeName = "validation"
	// HeldOut is the score on held-out rows of the source.
	HeldOut JudgeName = "held-out"
)

// A judge defines a judge.
type judge struct {
	name JudgeName
	// about describes the judge in a phrase that follows its name.
	about string
	// quantity names the quantity that the judge compares, given the score of weights.
	quantity func(model.Score) string
	// labelled reports whether the judge uses labels. caveat is a sentence on the judge's limits,
	// or empty. A chosen setting must lead no adaptation by more than margin.
	labelled bool
	caveat   string
	margin   float64
	// paired reports that the lead has to exceed clearLead of its standard errors on the validation rows.
	paired bool
	// holdsOut tells that the grid is solved on folds of the source held out as well.
	holdsOut bool
	// needsKTilde reports whether the judge compares only settings of one k̃.
	needsKTilde bool
	// checkSession returns the reason why the judge can't judge a session at k̃, or nil. The function is
	// nil if the judge always can.
	checkSession func(s *Session, kTilde int) error
	// evaluate returns the judge's value of a setting, and that value as text.
	evaluate func(model.Task, judgedSetting) (seen labelfree.Candidate, written string)
	// disagreement describes the disagreement of another judge, or returns an empty text. It is nil if no
	// other judge is compared.
	disagreement func(s *Sweep, c Choice, reason labelfree.Reason, e int) string
}

// A judgedSetting is the part of a setting that judges see: the descent, its label-free rating and, if
// computed, its scores on held-out folds of the source.
type judgedSetting struct {
	run    model.Descent
	rating labelfree.Rating
	held   model.Spread
}

// scoreCandidate returns the value of a score, the share of right predictions or the negative squared
// error, and the score as text.
func scoreCandidate(t model.Task, m model.Metrics, diverges bool) (labelfree.Candidate, string) {
	if t == model.Regression {
		return labelfree.Candidate{Value: -m.Score, Vetoed: diverges}, number.Even(m.Score, 4)
	}
	return labelfree.Candidate{Value: m.Score, Vetoed: diverges}, number.Percent(m.Score, 1)
}

// clearLead is of how many standard errors a lead on validation rows has to be: by chance more in one of
// twenty cases.
const clearLead = 1.64

// leadError is the standard error of the lead of weights w (d×c) over others on the validation rows, by the
// jackknife: each row is left out once, of many rows as many as make up one of most parts. It is NaN of too few rows.
func (s *Session) leadError(w, others *mat.Dense) float64 {
	const most = 200
	held := s.Problem.Validation
	n := held.Rows()
	if n < 2 || held.X == nil {
		return math.NaN()
	}
	parts := min(n, most)
	leads := make([]float64, parts)
	for at := range leads {
		var rows []int
		for i := range n {
			if i%parts != at {
				rows = append(rows, i)
			}
		}
		y := make([]float64, len(rows))
		for to, i := range rows {
			y[to] = held.Y[i]
		}
		value := func(w *mat.Dense) float64 {
			_, c := w.Dims()
			scores := mat.NewDense(len(rows), c, nil)
			for to, i := range rows {
				for j := range c {
					scores.Set(to, j, mat.Dot(held.X.RowView(i), w.ColView(j)))
				}
			}
			seen, _ := scoreCandidate(s.Pair.Task, s.Problem.Rate(scores, y), false)
			return seen.Value
		}
		leads[at] = value(w) - value(others)
	}
	return math.Sqrt(stat.PopVariance(leads, nil) * float64(parts-1))
}

// nameScoreOn names those scores.
func nameScoreOn(rows string) func(model.Score) string {
	return func(by model.Score) string { return by.Title + " on " + rows }
}

// ranking is the caveat of judges without labels.
const ranking = "This ranks settings; it is no estimate of the accuracy, and can't see classes that are swapped."

// judgeTable is the table of judges. The first row is the default.
func judgeTable() []judge {
	return []judge{
		{
			name: LabelFree, about: "without labels of the target (joint label alignment)", margin: labelfree.Margin,
			quantity:     func(model.Score) string { return "joint label alignment" },
			checkSession: func(s *Session, _ int) error { return s.checkClasses(LabelFree) },
			caveat:       ranking,
			evaluate: func(_ model.Task, at judgedSetting) (labelfree.Candidate, string) {
				return labelfree.Candidate{Value: at.rating.JLA, Vetoed: at.rating.Vetoed}, number.Even(at.rating.JLA, 4)
			},
			disagreement: (*Sweep).describeAlignmentConflict,
		},
		{
			name: TargetAlignment, about: "by LAR's own assumption on the target, at the k̃ given", margin: labelfree.Margin, needsKTilde: true,
			quantity: func(model.Score) string { return "target alignment" },
			checkSession: func(s *Session, kTilde int) error {
				if err := s.checkClasses(TargetAlignment); err != nil {
					return err
				}
				if rank := s.Problem.Tgt.Rank; kTilde > rank {
					return fmt.Errorf("choosing by target-alignment needs a k̃ up to %d, the rank of the target, not %d", rank, kTilde)
				}
				return nil
			},
			caveat: ranking,
			evaluate: func(_ model.Task, at judgedSetting) (labelfree.Candidate, string) {
				return labelfree.Candidate{Value: at.rating.TargetAlignment, Vetoed: at.rating.Vetoed}, number.Even(at.rating.TargetAlignment, 4)
			},
			disagreement: func(s *Sweep, c Choice, _ labelfree.Reason, _ int) string {
				return s.describeFall(c, "joint label alignment", c.None.JLA, c.Rating.JLA)
			},
		},
		{
			name: Validation, about: "by labelled rows that are set aside", labelled: true, paired: true,
			quantity: nameScoreOn("the validation rows"),
			checkSession: func(s *Session, _ int) error {
				if s.Pair.Validation.Y == nil {
					return errors.New("choosing by validation needs labelled rows of the target that are set aside: " +
						"--validation-size, or a file of them, --validation")
				}
				return nil
			},
			evaluate: func(t model.Task, at judgedSetting) (labelfree.Candidate, string) {
				return scoreCandidate(t, at.run.Validation, at.run.Diverges)
			},
		},
		{
			name: HeldOut, about: "by rows of the source that are held out, blind to the target", labelled: true, holdsOut: true,
			quantity: nameScoreOn("rows of the source held out"),
			checkSession: func(s *Session, _ int) error {
				if s.FoldsOfSums() > 0 && s.Pair.Task == model.Regression {
					return nil // the squared error is known without rows
				}
				return s.NeedRows()
			},
			evaluate: func(t model.Task, at judgedSetting) (labelfree.Candidate, string) {
				seen, _ := scoreCandidate(t, at.held.Mean, at.run.Diverges)
				return seen, SpreadText(t, at.held)
			},
			caveat: "Rows held out are the source's: this shows what generalizes there, and is blind to the target.",
		},
	}
}

// Judges returns the names of all judges, the default first.
func Judges() (names []JudgeName) {
	for _, j := range judgeTable() {
		names = append(names, j.name)
	}
	return names
}

// JudgeNames returns the names of all judges as strings, the default first.
func JudgeNames() (names []string) {
	for _, j := range judgeTable() {
		names = append(names, string(j.name))
	}
	return names
}

// About describes the judge in a phrase that follows its name, such as "by labelled rows …".
func (by JudgeName) About() string { return by.row().about }

// row returns the judge's row of the table, or nil for an unknown name.
func (by JudgeName) row() *judge {
	all := judgeTable()
	at := slices.IndexFunc(all, func(j judge) bool { return j.name == by })
	if at < 0 {
		return nil
	}
	return &all[at]
}

// NeedsKTilde reports whether the judge compares only settings of one given k̃.
func (by JudgeName) NeedsKTilde() bool {
	row := by.row()
	return row != nil && row.needsKTilde
}

// Quantity names the quantity that the judge compares, such as "accuracy on the validation rows".
func (by JudgeName) Quantity(score model.Score) string { return by.row().quantity(score) }

// CanJudge returns the reason why a judge can't judge the session at k̃, or nil.
func (s *Session) CanJudge(by JudgeName, kTilde int) error {
	row := by.row()
	if row == nil {
		return fmt.Errorf("%q is no judge: there are %s", by, wording.JoinLast(JudgeNames(), "and"))
	}
	if row.checkSession == nil {
		return nil
	}
	return row.checkSession(s, kTilde)
}

// checkClasses returns an error if the task is a regression, which has no classes.
func (s *Session) checkClasses(by JudgeName) error {
	if s.Pair.Task == model.Regression {
		return fmt.Errorf("choosing by %s: %w", by, labelfree.ErrRegression)
	}
	return nil
}

// describeAlignmentConflict describes a disagreement between joint label alignment and target alignment.
// Target alignment may fall at the chosen setting, or it may rise at a setting although joint
// label alignment sees no gain.
func (s *Sweep) describeAlignmentConflict(c Choice, reason labelfree.Reason, e int) string {
	if reason != labelfree.TooClose && !s.hardlyDiscriminates() {
		return "" // with more features it falls as often where choices gain
	}
	if reason != labelfree.TooClose {
		return s.describeFall(c, "target alignment at this k̃", c.None.TargetAlignment, c.Rating.TargetAlignment)
	}
	text, lead := "", labelfree.Margin
	for i, cell := range s.Cells {
		r, none, _ := s.Rating(i, e)
		if gain := r.TargetAlignment - none.TargetAlignment; !r.Vetoed && gain > lead {
			lead = gain
			text = s.formatDisagreement("target alignment", "rises", none.TargetAlignment, r.TargetAlignment, " at "+formatCell(cell))
		}
	}
	return text
}

// describeFall describes a disagreement if the value of another judge describeFall from no adaptation to the
// chosen setting.
func (s *Sweep) describeFall(c Choice, name string, from, to float64) string {
	if c.Cell < 0 || !(to < from) {
		return ""
	}
	return s.formatDisagreement(name, "falls", from, to, "")
}

// hardlyDiscriminates reports whether there are too few directions for joint label alignment to
// distinguish settings. It is false for regression.
func (s *Sweep) hardlyDiscriminates() bool { return s.judge != nil && s.judge.Rank <= 2 }

// formatDisagreement formats the disagreement of two judges.
func (s *Sweep) formatDisagreement(name, verb string, from, to float64, at string) string {
	text := fmt.Sprintf("The judges disagree: %s %s from %s to %s%s", name, verb, number.Even(from, 4), number.Even(to, 4), at)
	if s.hardlyDiscriminates() {
		text += "; with two features joint label alignment is all but blind"
	}
	return text + "; no judge without labels knows the sign."
}
