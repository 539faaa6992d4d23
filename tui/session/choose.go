package session

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"larui/model"
	"larui/model/labelfree"
	"larui/tui/number"
)

// A Choice is the setting that a judge chooses from a grid.
type Choice struct {
	Judge JudgeName
	// Cell is the index of the chosen cell, or -1 for no adaptation. Params are the parameters of
	// the chosen setting; for no adaptation k = d, λ = 0 and L2 = 0.
	Cell   int
	Params model.Params
	// LeaderParams are the parameters of the setting that leads, also where it is doubtful.
	LeaderParams model.Params
	// Rating is that of the setting chosen, None that of no adaptation, at the same k̃; a
	// regression has none.
	Rating, None labelfree.Rating
	// Lead is the judge's value of the best setting minus its value of no adaptation. It is NaN if
	// either is unknown.
	Lead float64
	// Trial is the trial of a setting chosen without labels; its fields are NaN if there was no
	// trial. Doubtful reports whether the setting loses too much in the trial.
	Trial    SourceTrial
	Doubtful bool
	// Why is a sentence with the reason for the choice. Limits are sentences on its limits.
	Why    string
	Limits []string
	// Disagreement is the limit that another judge without labels disagrees, or empty.
	Disagreement string
	// Settings is the number of settings besides no adaptation, Vetoed the number of vetoed
	// settings among them.
	Settings, Vetoed int
}

// Choose searches the paper's grid of k, k̃ and λ and returns the setting that the judge chooses;
// other parameters are taken from params. If the rank of a domain is too small for the paper's
// grid, k or k̃ takes all values up to the rank. Target alignment grows with k̃ by itself, so for
// that judge k̃ is taken from params, too.
//
// If the label can't be shown to be learnable, Choose returns no adaptation without a search.
// done receives the number of solved settings and may be nil. Errors come from CanJudge and
// model.Sweep.
func (s *Session) Choose(ctx context.Context, params model.Params, by JudgeName, done func(finished, total int)) (Choice, error) {
	if err := s.CanJudge(by, params.KTilde); err != nil {
		return Choice{}, err
	}
	if warnings, err := s.UnlearnableWarnings(ctx); err != nil || warnings != nil {
		return s.chooseNoneUnlearnable(params, by, warnings), err
	}
	grid := s.SearchGrid(params, by)
	sweep, err := s.Sweep(ctx, grid, done)
	if err == nil && by.row().holdsOut {
		sweep.held, err = s.HeldOutGrid(ctx, grid, done)
	}
	if err != nil {
		return Choice{}, err
	}
	return sweep.Choose(ctx, by, 0)
}

// chooseNone returns the choice of no adaptation; other parameters are taken from params.
func (s *Session) chooseNone(params model.Params, by JudgeName) Choice {
	c := Choice{Judge: by, Cell: -1, Params: params, Rating: labelfree.Unrated(), None: labelfree.Unrated(), Lead: math.NaN(), Trial: newUnknownTrial()}
	c.Params.K, c.Params.Lambda, c.Params.L2 = s.Problem.D, 0, 0
	c.LeaderParams = c.Params
	return c
}

// chooseNoneUnlearnable returns no adaptation, with the last warning as the reason.
func (s *Session) chooseNoneUnlearnable(params model.Params, by JudgeName, warnings []Warning) Choice {
	c := s.chooseNone(params, by)
	for _, w := range warnings {
		c.Why = "Nothing is chosen, and so no adaptation: " + w.Fact + "."
	}
	return c
}

// SearchGrid returns the grid that Choose searches.
func (s *Session) SearchGrid(params model.Params, by JudgeName) model.Grid {
	grid := model.Grid{Epochs: []int{params.Epochs}, Base: params, DescentOnly: true}
	grid.K, grid.KTilde, grid.Lambda = s.Problem.PaperGrid()
	const fewest = 16 // from this rank on the paper's grid has two values
	if rank := s.Problem.Src.Rank; rank < fewest {
		grid.K = model.ComponentLadder(rank, fewest)
	}
	if rank := s.Problem.Tgt.Rank; rank < fewest {
		grid.KTilde = model.ComponentLadder(rank, fewest)
	}
	if by.NeedsKTilde() {
		grid.KTilde = []int{params.KTilde}
	}
	return grid
}

// A Search is the progress or the result of Choose.
type Search struct {
	Done, Total int
	// Choice is the result, or nil before the end. Changed is the share of the target's rows that
	// LAR at Choice and no adaptation predict differently. It is NaN for regression.
	Choice  *Choice
	Changed float64
}

type searchKey struct {
	params model.Params
	by     JudgeName
}

// newSearchKey returns the part of the arguments that the choice depends on: k and λ are searched, and k̃
// too unless the judge needs a given k̃.
func newSearchKey(params model.Params, by JudgeName) searchKey {
	params.K, params.Lambda = 0, 0
	if !by.NeedsKTilde() {
		params.KTilde = 0
	}
	return searchKey{params, by}
}

const searchName = "choose"

// SearchJob returns a job that computes a Search. The judge must be able to judge the session.
func SearchJob(params model.Params, by JudgeName) Job {
	run := func(ctx context.Context, s *Session, report func(any)) error {
		reported := time.Now()
		choice, err := s.Choose(ctx, params, by, func(done, total int) {
			if time.Since(reported) > ReportInterval {
				reported = time.Now()
				report(Search{done, total, nil, 0})
			}
		})
		if err != nil {
			return err
		}
		solution, err := model.NewSolver(s.Problem).Endpoints(ctx, choice.Params)
		if err == nil {
			changed := s.Problem.Changed(solution.None.Weights, solution.Descent.Weights)
			report(Search{choice.Settings, choice.Settings, &choice, changed})
		}
		return err
	}
	return Job{Name: searchName, Key: newSearchKey(params, by), BeforeTheory: true, Run: run}
}

// Search returns the progress or the result of SearchJob in the session, or a zero Search.
func (u *Update) Search(params model.Params, by JudgeName) Search {
	return ResultAt[Search](*u, searchName, newSearchKey(params, by))
}

// Choose returns what a judge chooses after the epochs e: no adaptation where it can't
// Choose returns what a judge chooses after the epochs e: no adaptation where it can't
// judge, where nothing shows the label to be learned, and where what is chosen without labels is doubtful. By one
// that judges at a k̃ alone the grid must have a single one. It fails only as the trial on the source does.
func (s *Sweep) Choose(ctx context.Context, by JudgeName, e int) (Choice, error) {
	c := s.chooseNone(s.Grid.Base, by)
	c.Params.Epochs = s.Grid.Epochs[e]
	if err := s.CanJudge(by, s.Grid.KTilde[0]); err != nil {
		c.Why, c.Settings = err.Error(), len(s.Cells)
		return c, nil
	}
	if warnings, err := s.UnlearnableWarnings(ctx); err != nil || warnings != nil {
		return s.chooseNoneUnlearnable(c.Params, by, warnings), err
	}
	best := s.chooseBest(by, e)
	best.LeaderParams = best.Params
	err := s.tryOnSource(ctx, &best)
	if best.Doubtful {
		best.Cell, best.Params, best.Rating = -1, c.Params, best.None
		best.Why = "No adaptation, as the leading setting is doubtful: " + best.Why
	}
	return best, err
}

// chooseBest is Choose for a judge that can judge and a label that can be learned.
func (s *Sweep) chooseBest(by JudgeName, e int) Choice {
	c := s.chooseNone(s.Grid.Base, by)
	c.Params.Epochs = s.Grid.Epochs[e]
	c.Settings = len(s.Cells)
	judge, task := by.row(), s.Pair.Task
	rating, _ := s.NoneRating(e)
	none, _ := judge.evaluate(task, s.judgedNoneSetting(rating, e))
	cells := make([]labelfree.Candidate, len(s.Cells))
	for i := range s.Cells {
		cells[i], _ = judge.evaluate(task, s.judgedCellSetting(i, e))
		if cells[i].Vetoed {
			c.Vetoed++
		}
	}
	at, best, reason := labelfree.Choose(none, cells, judge.margin)
	if judge.paired && reason == labelfree.Leads && !(cells[best].Value-none.Value > clearLead*s.leadError(s.Cells[best].Descent[e].Weights, s.None[e].Weights)) {
		at, reason = -1, labelfree.TooClose
	}
	c.Cell, c.Rating, c.None = at, rating, rating
	if best >= 0 {
		c.Lead = cells[best].Value - none.Value
	}
	if at >= 0 {
		cell := s.Cells[at]
		c.Params.K, c.Params.KTilde, c.Params.Lambda, c.Params.L2 = cell.K, cell.KTilde, cell.Lambda, s.Grid.Base.L2
		c.Rating, c.None, _ = s.Rating(at, e)
	}
	if judge.disagreement != nil {
		c.Disagreement = judge.disagreement(s, c, reason, e)
	}
	c.Why, c.Limits = s.explainChoice(c, reason, best, e), s.describeLimits(c, reason)
	return c
}

// FormatSetting formats the parameters that a choice sets, as controls show them.
func FormatSetting(params model.Params) string {
	return fmt.Sprintf("k %d, k̃ %d, λ %s", params.K, params.KTilde, number.Short(params.Lambda))
}

// formatCell formats the parameters of a cell for a sentence.
func formatCell(cell model.Cell) string {
	return fmt.Sprintf("k = %d, k̃ = %d, λ = %s", cell.K, cell.KTilde, number.Short(cell.Lambda))
}

// Summary summarizes the choice in one line without a full stop, with the caveat that it is no
// estimate of accuracy.
func (c Choice) Summary() string {
	const caveat = "no estimate of accuracy"
	lead := fmt.Sprintf("%s ahead of no adaptation (%s counts)", number.Even(c.Lead, 2), number.Even(c.Judge.row().margin, 1))
	switch {
	case c.Judge.row().labelled || c.Cell < 0 && math.IsNaN(c.Lead):
		return strings.TrimSuffix(c.Why, ".")
	case c.Doubtful:
		return "no adaptation: the leading setting is doubtful by a trial on the source, " + caveat
	case c.Cell < 0:
		lead = "no evidence of a gain"
	case c.None.Vetoed:
		lead = "no adaptation does not count"
	}
	if c.Disagreement != "" {
		lead += ", the judges disagree"
	}
	if c.Cell < 0 {
		return fmt.Sprintf("no adaptation: none of %d leads it, %s, %s", c.Settings, lead, caveat)
	}
	return fmt.Sprintf("chosen of %d: %s, %s, %s", c.Settings, FormatSetting(c.Params), lead, caveat)
}

// explainChoice returns the reason for the choice c as a sentence. best is the index of the best cell.
func (s *Sweep) explainChoice(c Choice, reason labelfree.Reason, best, e int) string {
	judge := c.Judge.row()
	switch {
	case reason == labelfree.AllVetoed && judge.labelled:
		return fmt.Sprintf("No adaptation: each of %d settings diverges.", c.Settings)
	case reason == labelfree.AllVetoed && s.judge != nil && s.judge.Rank == 0:
		return "No advice, and so no adaptation: the rows of a domain are all alike."
	case reason == labelfree.AllVetoed:
		return fmt.Sprintf("No advice, and so no adaptation: each of %d settings diverges, is unknown, or hardly ever predicts a class "+
			"that the source has.", c.Settings)
	}
	cell := s.Cells[best]
	there := formatCell(cell)
	_, beside, _ := s.Rating(best, e)
	_, value := judge.evaluate(s.Pair.Task, s.judgedCellSetting(best, e))
	_, none := judge.evaluate(s.Pair.Task, s.judgedNoneSetting(beside, e))
	name := judge.quantity(s.Problem.ScoredBy())
	switch reason {
	case labelfree.TooClose:
		than := ""
		switch {
		case judge.margin > 0:
			than = " by more than " + number.Even(judge.margin, 1)
		case judge.paired:
			than = fmt.Sprintf(" by more than %v of the standard errors of their difference", clearLead)
		}
		return fmt.Sprintf("No adaptation: the best %s of %d settings, %s at %s, does not lead the %s of no "+
			"adaptation%s.", name, c.Settings, value, there, none, than)
	case labelfree.NoneVetoed:
		return fmt.Sprintf("%s has the best %s, %s, of %d settings; no adaptation does not count: it diverges or hardly "+
			"ever predicts one of the classes.", there, name, value, c.Settings)
	}
	return fmt.Sprintf("%s has the best %s of %d settings: %s, no adaptation %s.", there, name, c.Settings, value, none)
}

// describeLimits returns sentences on the describeLimits of the choice c after the epochs with index e.
func (s *Sweep) describeLimits(c Choice, reason labelfree.Reason) (limits []string) {
	judge := c.Judge.row()
	if judge.labelled && judge.caveat != "" {
		return []string{judge.caveat}
	}
	if judge.labelled || reason == labelfree.AllVetoed {
		return nil
	}
	say := func(format string, args ...any) { limits = append(limits, fmt.Sprintf(format, args...)) }
	say("%s", judge.caveat)
	if c.Disagreement != "" {
		say("%s", c.Disagreement)
	}
	if reason == labelfree.TooClose {
		say("No adaptation means no evidence of a gain; a gain may exist all the same.")
	}
	if c.Vetoed > 0 {
		say("%d of %d settings are vetoed: a class is hardly ever predicted, and every class of the source is taken "+
			"to occur in the target.", c.Vetoed, c.Settings)
	}
	if s.hardlyDiscriminates() {
		say("With so few features joint label alignment hardly discriminates; target alignment may.")
	}
	return limits
}
