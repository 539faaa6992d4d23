package session

import (
	"context"
	"errors"
	"fmt"
	"math"

	"larui/model"
	"larui/model/labelfree"
	"larui/tui/number"
)

// A Judge says by what a setting is chosen.
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

// A Choice is the setting that a judge chooses of a grid.
type Choice struct {
	Judge Judge
	// Cell is the one of the grid that is chosen, -1 for no adaptation, and Params are its
	// parameters, or those of no adaptation: k = d and λ = 0, L2 = 0.
	Cell   int
	Params model.Params
	// Rating is that of the setting chosen, None that of no adaptation, at the same k̃; a
	// regression has none.
	Rating, None labelfree.Rating
	// Lead is that of the best setting over no adaptation, NaN where one is not known.
	Lead float64
	// Why says in a sentence why it is chosen, Limits what to bear in mind, if anything.
	Why    string
	Limits []string
	// Settings is how many there are beside no adaptation, of which Vetoed don't count.
	Settings, Vetoed int
}

// Choose searches the paper's grid, or where a rank is too small for that to hold several
// values all k (or k̃) up to it, at otherwise the same params; by target alignment at the
// same k̃ too, for it grows with k̃ by itself. done, which may be nil, is told how many
// settings are solved. It fails where the judge can't judge, and as model.Sweep does.
func (s *Session) Choose(
	ctx context.Context, params model.Params, by Judge, done func(finished, total int),
) (Choice, error) {
	if err := s.canJudge(by, params.KTilde); err != nil {
		return Choice{}, err
	}
	grid := model.Grid{Epochs: []int{params.Epochs}, Base: params, DescentOnly: true}
	grid.K, grid.KTilde, grid.Lambda = s.Problem.PaperGrid()
	const fewest = 16 // from there on the paper's grid has two values
	if rank := s.Problem.Src.Rank; rank < fewest {
		grid.K = model.ComponentLadder(rank, fewest)
	}
	if rank := s.Problem.Tgt.Rank; by == TargetAlignment {
		grid.KTilde = []int{params.KTilde}
	} else if rank < fewest {
		grid.KTilde = model.ComponentLadder(rank, fewest)
	}
	sweep, err := s.Sweep(ctx, grid, done)
	if err != nil {
		return Choice{}, err
	}
	return sweep.Choose(by, 0), nil
}

// canJudge says what keeps a judge from judging in the session, at k̃.
func (s *Session) canJudge(by Judge, kTilde int) error {
	switch {
	case by == Validation && s.Pair.Validation.Y == nil:
		return errors.New("choosing by validation needs labelled rows of the target that are set aside: " +
			"--validation-size, or a file of them, --validation")
	case by != Validation && s.Pair.Task == model.Regression:
		return fmt.Errorf("choosing by %s: %w", by, labelfree.ErrRegression)
	case by == TargetAlignment && kTilde > s.Problem.Tgt.Rank:
		return fmt.Errorf("choosing by target-alignment needs a k̃ up to %d, the rank of the target, not %d",
			s.Problem.Tgt.Rank, kTilde)
	}
	return nil
}

// Choose returns what a judge chooses after the epochs e: no adaptation where it can't
// judge. By target alignment the grid must have a single k̃.
func (s *Sweep) Choose(by Judge, e int) Choice {
	c := Choice{Judge: by, Cell: -1, Params: s.Grid.Base, Lead: math.NaN(), Settings: len(s.Cells)}
	c.Params.Epochs = s.Grid.Epochs[e]
	c.Params.K, c.Params.Lambda, c.Params.L2 = s.Problem.D, 0, 0
	if err := s.canJudge(by, s.Grid.KTilde[0]); err != nil {
		c.Why = err.Error()
		return c
	}
	rating, _ := s.NoneRating(e)
	none, _ := s.measure(by, s.None[e], rating)
	cells := make([]labelfree.Candidate, len(s.Cells))
	for i, cell := range s.Cells {
		rating, _, _ := s.Rating(i, e)
		if cells[i], _ = s.measure(by, cell.Descent[e], rating); cells[i].Vetoed {
			c.Vetoed++
		}
	}
	margin := labelfree.Margin
	if by == Validation {
		margin = 0
	}
	at, best, reason := labelfree.Choose(none, cells, margin)
	c.Cell, c.Rating, c.None = at, rating, rating
	if best >= 0 {
		c.Lead = cells[best].Value - none.Value
	}
	if at >= 0 {
		cell := s.Cells[at]
		c.Params.K, c.Params.KTilde, c.Params.Lambda, c.Params.L2 = cell.K, cell.KTilde, cell.Lambda, s.Grid.Base.L2
		c.Rating, c.None, _ = s.Rating(at, e)
	}
	c.Why, c.Limits = s.why(c, reason, best, e), s.limits(c, reason, e)
	return c
}

// measure is how a judge sees a descent with its rating, and how it writes that.
func (s *Sweep) measure(by Judge, run model.Descent, r labelfree.Rating) (seen labelfree.Candidate, written string) {
	switch v := run.Validation; {
	case by == Validation && s.Pair.Task == model.Regression:
		return labelfree.Candidate{Value: -v.MSE, Vetoed: run.Diverges}, number.Even(v.MSE, 4)
	case by == Validation:
		return labelfree.Candidate{Value: v.Accuracy, Vetoed: run.Diverges}, number.Percent(v.Accuracy, 1)
	case by == TargetAlignment:
		return labelfree.Candidate{Value: r.TargetAlignment, Vetoed: r.Vetoed}, number.Even(r.TargetAlignment, 4)
	}
	return labelfree.Candidate{Value: r.JLA, Vetoed: r.Vetoed}, number.Even(r.JLA, 4)
}

// measures says what a judge goes by.
func (s *Sweep) measures(by Judge) string {
	switch {
	case by == Validation && s.Pair.Task == model.Regression:
		return "squared error on the validation rows"
	case by == Validation:
		return "accuracy on the validation rows"
	case by == TargetAlignment:
		return "target alignment"
	}
	return "joint label alignment"
}

// why says why c is chosen, best being the best cell if there is one.
func (s *Sweep) why(c Choice, reason labelfree.Reason, best, e int) string {
	switch {
	case reason == labelfree.AllVetoed && c.Judge == Validation:
		return fmt.Sprintf("No adaptation: each of %d settings diverges.", c.Settings)
	case reason == labelfree.AllVetoed && s.judge.Rank == 0:
		return "No advice, and so no adaptation: the rows of a domain are all alike."
	case reason == labelfree.AllVetoed:
		return fmt.Sprintf("No advice, and so no adaptation: each of %d settings diverges, or hardly ever predicts a class "+
			"that the source has.", c.Settings)
	}
	cell := s.Cells[best]
	setting := fmt.Sprintf("k = %d, k̃ = %d, λ = %s", cell.K, cell.KTilde, number.Short(cell.Lambda))
	rating, beside, _ := s.Rating(best, e)
	_, value := s.measure(c.Judge, cell.Descent[e], rating)
	_, none := s.measure(c.Judge, s.None[e], beside)
	name := s.measures(c.Judge)
	switch reason {
	case labelfree.TooClose:
		than := " by more than " + number.Even(labelfree.Margin, 1)
		if c.Judge == Validation {
			than = ""
		}
		return fmt.Sprintf("No adaptation: the best %s of %d settings, %s at %s, does not lead the %s of no "+
			"adaptation%s.", name, c.Settings, value, setting, none, than)
	case labelfree.NoneVetoed:
		return fmt.Sprintf("%s has the best %s, %s, of %d settings; no adaptation does not count: it diverges or hardly "+
			"ever predicts one of the classes.", setting, name, value, c.Settings)
	}
	return fmt.Sprintf("%s has the best %s of %d settings: %s, no adaptation %s.", setting, name, c.Settings, value, none)
}

// limits says what to bear in mind of c, after the epochs e, a sentence each.
func (s *Sweep) limits(c Choice, reason labelfree.Reason, e int) (limits []string) {
	if c.Judge == Validation || reason == labelfree.AllVetoed {
		return nil
	}
	say := func(format string, args ...any) { limits = append(limits, fmt.Sprintf(format, args...)) }
	say("This ranks settings; it is no estimate of the accuracy, and can't see classes that are swapped.")
	for _, other := range []struct {
		name     string
		from, to float64
	}{
		{"joint label alignment", c.None.JLA, c.Rating.JLA},
		{"target alignment at this k̃", c.None.TargetAlignment, c.Rating.TargetAlignment},
	} {
		if other.to < other.from {
			say("The judges disagree: %s falls from %s to %s.", other.name, number.Even(other.from, 4), number.Even(other.to, 4))
		}
	}
	const costly = 0.05
	if none := s.None[e].Source.Accuracy; c.Cell >= 0 {
		if there := s.Cells[c.Cell].Descent[e].Source.Accuracy; none-there > costly {
			say("It costs accuracy on the source: %s, no adaptation %s.", number.Percent(there, 1), number.Percent(none, 1))
		}
	}
	// On so few rows a lead as close as that is not to be told from chance.
	const few, toss = 1000, 2 * labelfree.Margin
	if rows := s.Pair.Target.Rows(); c.Cell >= 0 && c.Lead < toss && rows < few {
		say("A lead of %s on %d rows is a toss-up.", number.Digits(c.Lead, 2), rows)
	}
	if reason == labelfree.TooClose {
		say("No adaptation means no evidence of a gain, not that there is none.")
	}
	if c.Vetoed > 0 {
		say("%d of %d settings are vetoed: a class is hardly ever predicted, and every class of the source is taken "+
			"to occur in the target.", c.Vetoed, c.Settings)
	}
	if s.judge.Rank <= 2 {
		say("With so few features joint label alignment hardly discriminates; target alignment may.")
	}
	return limits
}
