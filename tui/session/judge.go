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

// A JudgeName is the name of a judge in flags and in --plain. A judge is a rule that chooses one
// setting of a grid.
//
// To add a judge, add a row to judgeTable; flags, keys, help and --plain list the names in the
// table.
type JudgeName string

const (
	// LabelFree chooses by joint label alignment, TargetAlignment by the label alignment of the
	// target alone at a given k̃. Neither needs labels of the target; package labelfree computes
	// both.
	LabelFree       JudgeName = "label-free"
	TargetAlignment JudgeName = "target-alignment"
	// Validation chooses by the score on labelled rows of the target that are set aside: the accuracy
	// or, in a regression, the squared error.
	Validation JudgeName = "validation"
	// HeldOut chooses by the score in cross-validation on the source.
	HeldOut JudgeName = "held-out"
)

type judge struct {
	name JudgeName
	// about is a phrase that follows the judge's name.
	about string
	// quantity names the quantity that the judge compares. The argument is the score of the pair.
	quantity func(model.Score) string
	// caveat is a sentence on the judge's limits, or empty. A setting is chosen only if its value
	// minus the value of no adaptation exceeds margin.
	usesLabels bool
	caveat     string
	margin     float64
	// needsClearLead reports whether, on the validation rows, the value of a chosen setting must
	// also exceed the value of no adaptation by clearLead standard errors of the difference.
	needsClearLead       bool
	needsCrossValidation bool
	// needsKTilde is true if the judge compares only settings of one given k̃.
	needsKTilde bool
	// checkSession returns the reason why the judge can't judge a session at k̃, or nil. A nil
	// checkSession means that the judge always can.
	checkSession func(s *Session, kTilde int) error
	evaluate     func(model.Task, judgedSetting) (value labelfree.Candidate, text string)
	// disagreement returns a sentence if another judge without labels disagrees with the choice c
	// after Grid.Epochs[e] epochs, else "". The field is nil if no other judge is asked.
	disagreement func(s *Sweep, c Choice, reason labelfree.Reason, e int) string
}

// A judgedSetting has the results of one setting that judges compare. heldOut has the scores by
// cross-validation on the source, NaN unless computed.
type judgedSetting struct {
	descent model.Descent
	rating  labelfree.Rating
	heldOut model.Spread
}

// scoreCandidate negates a squared error, so that a larger value is better.
func scoreCandidate(t model.Task, m model.Metrics, diverges bool) (labelfree.Candidate, string) {
	if t == model.Regression {
		return labelfree.Candidate{Value: -m.Score, Vetoed: diverges}, number.PaddedDigits(m.Score, 4)
	}
	return labelfree.Candidate{Value: m.Score, Vetoed: diverges}, number.Percent(m.Score, 1)
}

// clearLead says by how many standard errors a setting must be better than no adaptation on the
// validation rows. A setting that is only as good as no adaptation reaches this by chance in one of
// twenty cases.
const clearLead = 1.64

// leadStandardError returns the jackknife standard error of the difference between the validation
// scores of the weights w and others (d×c). The jackknife leaves out one row at a time or, if there
// are more than 200 rows, one of 200 sets of rows at a time. The result is NaN for fewer than two
// rows.
func (s *Session) leadStandardError(w, others *mat.Dense) float64 {
	const most = 200
	held := s.Problem.Validation
	n := held.Rows()
	if n < 2 || held.X == nil {
		return math.NaN()
	}
	var scores, otherScores mat.Dense
	scores.Mul(held.X, w)
	otherScores.Mul(held.X, others)
	parts := min(n, most)
	leads := make([]float64, parts)
	for at := range leads {
		value := func(scores *mat.Dense) float64 {
			var y, kept []float64
			for i := range n {
				if i%parts != at {
					y, kept = append(y, held.Y[i]), append(kept, scores.RawRowView(i)...)
				}
			}
			c, _ := scoreCandidate(s.Pair.Task, s.Problem.ComputeMetrics(mat.NewDense(len(y), len(kept)/len(y), kept), y), false)
			return c.Value
		}
		leads[at] = value(&scores) - value(&otherScores)
	}
	return math.Sqrt(stat.PopVariance(leads, nil) * float64(parts-1))
}

// nameScoreOn returns a function for the field judge.quantity. The function names a score on rows,
// such as "accuracy on the validation rows".
func nameScoreOn(rows string) func(model.Score) string {
	return func(by model.Score) string { return by.Title + " on " + rows }
}

const rankingCaveat = "This value ranks settings; it is no estimate of the accuracy, and it can't detect swapped classes."

// judgeTable has the default judge first.
func judgeTable() []judge {
	return []judge{
		{
			name: LabelFree, about: "without labels of the target (joint label alignment)", margin: labelfree.Margin,
			quantity:     func(model.Score) string { return "joint label alignment" },
			checkSession: func(s *Session, _ int) error { return s.requireClasses(LabelFree) },
			caveat:       rankingCaveat,
			evaluate: func(_ model.Task, at judgedSetting) (labelfree.Candidate, string) {
				return labelfree.Candidate{Value: at.rating.JLA, Vetoed: at.rating.Vetoed}, number.PaddedDigits(at.rating.JLA, 4)
			},
			disagreement: (*Sweep).describeAlignmentConflict,
		},
		{
			name: TargetAlignment, about: "by the label alignment that LAR assumes of the target, at the given k̃", margin: labelfree.Margin, needsKTilde: true,
			quantity: func(model.Score) string { return "target alignment" },
			checkSession: func(s *Session, kTilde int) error {
				if err := s.requireClasses(TargetAlignment); err != nil {
					return err
				}
				if rank := s.Problem.Tgt.Rank; kTilde > rank {
					return fmt.Errorf("choosing by target-alignment needs a k̃ of at most %d, the rank of the target; k̃ is %d", rank, kTilde)
				}
				return nil
			},
			caveat: rankingCaveat,
			evaluate: func(_ model.Task, at judgedSetting) (labelfree.Candidate, string) {
				return labelfree.Candidate{Value: at.rating.TargetAlignment, Vetoed: at.rating.Vetoed}, number.PaddedDigits(at.rating.TargetAlignment, 4)
			},
			disagreement: func(s *Sweep, c Choice, _ labelfree.Reason, _ int) string {
				return s.describeDecrease(c, "joint label alignment", c.None.JLA, c.Rating.JLA)
			},
		},
		{
			name: Validation, about: "by labelled rows that are set aside", usesLabels: true, needsClearLead: true,
			quantity: nameScoreOn("the validation rows"),
			checkSession: func(s *Session, _ int) error {
				if s.Pair.Validation.Y == nil {
					return errors.New("choosing by validation needs labelled rows of the target that are set aside: " +
						"give --validation-size ROWS, or --validation FILE")
				}
				return nil
			},
			evaluate: func(t model.Task, at judgedSetting) (labelfree.Candidate, string) {
				return scoreCandidate(t, at.descent.Validation, at.descent.Diverges)
			},
		},
		{
			name: HeldOut, about: "by held-out rows of the source, without regard to the target", usesLabels: true, needsCrossValidation: true,
			quantity: nameScoreOn("held-out rows of the source"),
			checkSession: func(s *Session, _ int) error {
				if s.CountFoldsOfSums() > 0 && s.Pair.Task == model.Regression {
					return nil // the squared error is known without rows
				}
				return s.RequireRows()
			},
			evaluate: func(t model.Task, at judgedSetting) (labelfree.Candidate, string) {
				seen, _ := scoreCandidate(t, at.heldOut.Mean, at.descent.Diverges)
				return seen, SpreadText(t, at.heldOut)
			},
			caveat: "The held-out rows belong to the source: their score shows how well a setting generalizes on the source, not on the target.",
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

// JudgeNames is like Judges, but returns strings.
func JudgeNames() (names []string) {
	for _, name := range Judges() {
		names = append(names, string(name))
	}
	return names
}

// About describes the judge in a phrase that follows its name, such as "by labelled rows …".
func (by JudgeName) About() string { return by.findJudge().about }

// findJudge returns nil if the name is unknown.
func (by JudgeName) findJudge() *judge {
	all := judgeTable()
	at := slices.IndexFunc(all, func(j judge) bool { return j.name == by })
	if at < 0 {
		return nil
	}
	return &all[at]
}

// NeedsKTilde reports whether the judge compares only settings of one given k̃.
func (by JudgeName) NeedsKTilde() bool {
	row := by.findJudge()
	return row != nil && row.needsKTilde
}

// Quantity names the quantity that the judge compares, such as "accuracy on the validation rows".
// score is the score of the pair.
func (by JudgeName) Quantity(score model.Score) string { return by.findJudge().quantity(score) }

// CanJudge returns nil if a judge can compare settings of the session at k̃, else the reason why not.
func (s *Session) CanJudge(by JudgeName, kTilde int) error {
	row := by.findJudge()
	if row == nil {
		return fmt.Errorf("there is no judge %q: the judges are %s", by, wording.JoinWithWord(JudgeNames(), "and"))
	}
	if row.checkSession == nil {
		return nil
	}
	return row.checkSession(s, kTilde)
}

func (s *Session) requireClasses(by JudgeName) error {
	if s.Pair.Task == model.Regression {
		return fmt.Errorf("choosing by %s: %w", by, labelfree.ErrRegression)
	}
	return nil
}

// describeAlignmentConflict returns a sentence if target alignment contradicts a choice by joint
// label alignment, else "". It does so in two cases. First: nothing is chosen, since no setting is
// better than no adaptation by enough, but some setting has a larger target alignment than no
// adaptation. Second: the chosen setting has a smaller target alignment than no adaptation, and
// hasTooFewDirections is true.
func (s *Sweep) describeAlignmentConflict(c Choice, reason labelfree.Reason, e int) string {
	if reason != labelfree.TooClose && !s.hasTooFewDirections() {
		return "" // with many features target alignment often falls although the choice gains
	}
	if reason != labelfree.TooClose {
		return s.describeDecrease(c, "target alignment at this k̃", c.None.TargetAlignment, c.Rating.TargetAlignment)
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

// describeDecrease returns a sentence if another judge's value is smaller at the chosen setting
// (to) than for no adaptation (from), else "". name is the name of this value.
func (s *Sweep) describeDecrease(c Choice, name string, from, to float64) string {
	if c.Cell < 0 || !(to < from) {
		return ""
	}
	return s.formatDisagreement(name, "falls", from, to, "")
}

// hasTooFewDirections reports whether there are at most two directions, so that joint label
// alignment is nearly equal at all settings. It is false in a regression.
func (s *Sweep) hasTooFewDirections() bool { return s.rater != nil && s.rater.Rank <= 2 }

// verb is "falls" or "rises"; at is empty, or a setting such as " at k = 2, k̃ = 2, λ = 1".
func (s *Sweep) formatDisagreement(name, verb string, from, to float64, at string) string {
	text := fmt.Sprintf("The judges disagree: %s %s from %s to %s%s", name, verb, number.PaddedDigits(from, 4), number.PaddedDigits(to, 4), at)
	if s.hasTooFewDirections() {
		text += "; with two features joint label alignment hardly differs between settings"
	}
	return text + "; no judge without labels can decide which setting is better."
}
